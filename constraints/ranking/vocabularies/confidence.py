"""Confidence: an irrelevant document is appended to a run."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from axiometrics.constraints.ranking.vocabularies.reliability import CONFIDENCE, CONFIDENCE_FACTS, steepness
from axiometrics.constraints.ranking.vocabularies.runs import Swapped
from axiometrics.constraints.ranking.vocabularies.sketches import ranks_to, reliability, run, sensitivity, untouched
from axiometrics.core.vocabulary import Fact, Quantity, Sketch, Vocabulary
from axiometrics.definitions.ranking.reliability_sensitivity import rank_share, rank_weight
from axiometrics.definitions.runs import Hit
from axiometrics.symbolic.symbols import number


def _sketches(reading: str) -> Iterator[Sketch]:
    """One relevant document of the run is written out, because the run has at least one; the others are a group."""
    others = untouched("others")
    retrieved = others.total(lambda _: 1) + 1
    length, relevant = number("L") + retrieved, number("N") + retrieved
    rank, above = number("i", 1), number("above_it")
    hit = Hit(rank, 1, above + 1, above + 1, number("best", 1), number("reached"))
    outputs = {
        role: run(relevant, hit, areas=(others,), ranks=ranks_to(length, *more))
        for role, more in (("better", ()), ("worse", (length + 1,)))
    }
    better = outputs["better"]

    def summed(of: Callable[[Any, Any], Any], least: Callable[[Any], Any]) -> Callable[[Mapping[str, Any]], Any]:
        """A sum over the relevant documents of the run, less a number that it is at least."""

        def value(parameters: Mapping[str, Any]) -> Any:
            c = steepness(parameters)
            return better.retrieved.total(lambda d: of(c, d.rank)) - least(c)

        return value

    def all_beyond(parameters: Mapping[str, Any]) -> Any:
        c = steepness(parameters)
        return better.ranks.total(lambda k: rank_share(c, k)) - length / (c + length)

    yield Sketch(
        outputs,
        {
            "L": length,
            "c": retrieved,
            "N": relevant,
            "V": summed(rank_weight, lambda c: 0),
            "W": summed(rank_share, lambda c: 0),
            "E": summed(rank_weight, lambda c: rank_weight(c, length)),
            "D": all_beyond,
            "R_worse": reliability(outputs["worse"]),
            "S_both": sensitivity(better),
        },
    )


VOCABULARY = Vocabulary(
    see=Swapped.of,
    quantities={
        "L": Quantity("documents retrieved before one is appended", lambda c: len(c.runs["better"]), whole=True),
        "c": Quantity(
            "relevant documents retrieved", lambda c: c.above(len(c.runs["better"]) + 1, "better"), whole=True
        ),
        "N": Quantity("relevant documents in the collection", lambda c: c.relevant, whole=True),
        **CONFIDENCE,
    },
    facts=(
        Fact("c - 1 >= 0"),
        Fact("L - c >= 0"),
        Fact("N - c >= 0"),
        *CONFIDENCE_FACTS,
    ),
    sketches=_sketches,
)
