"""Scores in the order of the relevance against one score for all documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.points import PLAIN, Parameters, documents, sector, total
from axiometrics.constraints.scoring.vocabularies.sketches import AT_LEAST, Counted, Scored, as_given, shares
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary


def _too_low(role: str) -> Callable[[Case], Fraction]:
    return lambda case: total(case, role, "too low", PLAIN)


def _found(case: Case, p: Parameters) -> Fraction:
    return sector("worse", "beta")(case, p)


_SECTORS = {
    "a": ("documents of the ordered scores retrieved and not relevant", "alpha"),
    "b": ("documents of them retrieved and relevant", "beta"),
    "g": ("documents of them neither retrieved nor relevant", "gamma"),
    "d": ("documents of them relevant and not retrieved", "delta"),
}


def _sketches(reading: str) -> Iterator[Sketch]:
    """One score for all retrieves all documents, or none."""
    better, worse, counted = Scored.of("better"), Scored.of("worse"), Counted.of("better")
    relevant, others = counted["beta"] + counted["delta"], counted["alpha"] + counted["gamma"]
    for sizes in ({"beta": relevant, "alpha": others}, {"delta": relevant, "gamma": others}):
        all_alike = counted.with_numbers(**{name: sizes.get(name, 0) for _, name in _SECTORS.values()})
        yield Sketch(
            {"better": counted.compared(better), "worse": all_alike.compared(worse)},
            {
                **{name: counted[which] for name, (_, which) in _SECTORS.items()},
                "c": all_alike["beta"],
                "N": better.documents,
                "U": as_given(better.low),
                "V": as_given(worse.low),
            },
            not_negative=AT_LEAST,
            positive=(relevant + others,),
            parameter_forks=shares(counted),
        )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents", documents("better"), whole=True),
        "U": Quantity("sum of what the ordered scores are too low", _too_low("better")),
        "V": Quantity("the same of the one score for all", _too_low("worse")),
        **{
            name: Quantity(means, given=sector("better", which), whole=True)
            for name, (means, which) in _SECTORS.items()
        },
        "c": Quantity("relevant documents retrieved with one score for all", given=_found, whole=True),
    },
    facts=(
        Fact("N > 0"),
        Fact("V - U >= 0", Mark.ARITHMETIC, "document by document, no score is below 0", ("all-zero",)),
        *(Fact(f"{name} >= 0") for name in _SECTORS),
        Fact(
            "b - c >= 0",
            Mark.ARITHMETIC,
            "what a score of 0 retrieves, every score retrieves",
            ("all-zero",),
        ),
        Fact(
            "a*d = 0",
            Mark.ARITHMETIC,
            "a relevant document has a greater score than one that is not relevant, and is retrieved where that is",
        ),
    ),
    sketches=_sketches,
)
