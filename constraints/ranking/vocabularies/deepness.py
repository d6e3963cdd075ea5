"""Deepness: a relevant document and an irrelevant one below it are swapped at rank i of the shallow run and at rank j
of the deep one.
"""

from collections.abc import Iterator

from axiometrics.constraints.ranking.vocabularies.reliability import DEEPNESS, DEEPNESS_FACTS
from axiometrics.constraints.ranking.vocabularies.runs import DISCOUNTED_GAIN, Swapped, discounted
from axiometrics.constraints.ranking.vocabularies.sketches import (
    DISCOUNTED,
    past,
    ranks_to,
    reliability,
    run,
    sensitivity,
    untouched,
)
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.runs import Hit
from axiometrics.symbolic.symbols import number


def shallow(c: Swapped) -> int:
    """The rank of the upper document of the shallow swap."""
    return c.rank("shallow_better", "shallow_worse")


def deep(c: Swapped) -> int:
    """The rank of the upper document of the deep swap."""
    return c.rank("deep_better", "deep_worse")


def _sketches(reading: str) -> Iterator[Sketch]:
    """Both swaps are in one run, or each is in a run of its own."""
    alone = reading == "single"
    i, j, relevant = number("i", 1), number("j", 2), 1 if alone else number("N", 1)
    c, e = (0, 0) if alone else (number("c"), number("e"))
    lengths = {"shallow": number("L", 2), "deep": number("K", 2) if reading == "any-context" else number("L", 2)}
    ranks = {name: ranks_to(length, name=f"{name}_ranks") for name, length in lengths.items()}

    def at(rank: object, above: object, best: str) -> Hit:
        count = above + 1  # type: ignore[operator]
        return Hit(rank, 1, count, count, 1 if alone else number(best, 1), past(above))

    shallow, lower = at(i, c, "best_i"), at(i + 1, c, "best_i_next")
    deep, lowest = at(j, e, "best_j"), at(j + 1, e, "best_j_next")
    if reading == "same-run":
        areas = (untouched("above"), untouched("between"), untouched("below"))
        of_run = ranks["shallow"]
        both = run(relevant, shallow, deep, areas=areas, ranks=of_run)
        outputs = {
            "shallow_better": both,
            "shallow_worse": run(relevant, lower, deep, areas=areas, ranks=of_run),
            "deep_better": both,
            "deep_worse": run(relevant, shallow, lowest, areas=areas, ranks=of_run),
        }
    else:
        areas_of = {name: () if alone else (untouched(name),) for name in ("shallow", "deep")}
        outputs = {
            f"{name}_{role}": run(relevant, hit, areas=areas_of[name], ranks=ranks[name])
            for name, pair in (("shallow", (shallow, lower)), ("deep", (deep, lowest)))
            for role, hit in zip(("better", "worse"), pair, strict=True)
        }
    yield Sketch(
        outputs,
        {
            "i": i,
            "j": j,
            "c": c,
            "e": e,
            "L": lengths["shallow"],
            "K": lengths["deep"],
            "N": relevant,
            "I": DISCOUNTED,
            "R_worse": reliability(outputs["shallow_worse"]),
            "S_both": sensitivity(outputs["shallow_better"]),
        },
    )


VOCABULARY = Vocabulary(
    see=Swapped.of,
    quantities={
        "i": Quantity("the rank of the upper document of the shallow swap", shallow, whole=True),
        "j": Quantity("the rank of the upper document of the deep swap", deep, whole=True),
        "s": Quantity("1 where i is 1, else 0", lambda c: int(shallow(c) == 1), whole=True),
        "m": Quantity("i, but 2 where i is 1", lambda c: max(2, shallow(c)), whole=True),
        "c": Quantity(
            "relevant documents above the shallow swap", lambda c: c.above(shallow(c), "shallow_better"), whole=True
        ),
        "e": Quantity("relevant documents above the deep swap", lambda c: c.above(deep(c), "deep_better"), whole=True),
        "L": Quantity("documents in the shallow run", lambda c: len(c.runs["shallow_better"]), whole=True),
        "K": Quantity("documents in the deep run", lambda c: len(c.runs["deep_better"]), whole=True),
        "N": Quantity("relevant documents in the collection", lambda c: c.relevant, whole=True),
        "I": Quantity("DCG of the collection's relevant documents, ranked on top", lambda c: discounted(c.best)),
        "J": Quantity(
            "DCG of the shallow run's relevant documents, ranked on top",
            lambda c: discounted(c.retrieved("shallow_better")),
        ),
        **DEEPNESS,
    },
    facts=(
        Fact("c >= 0"),
        Fact("e >= 0"),
        Fact("i - c - 1 >= 0", Mark.ARITHMETIC, "what is above rank i fits there"),
        Fact("j - e - 1 >= 0", Mark.ARITHMETIC, "what is above rank j fits there"),
        Fact("L - i - 1 >= 0", Mark.ARITHMETIC, "both of the shallow swap are retrieved"),
        Fact("K - j - 1 >= 0", Mark.ARITHMETIC, "both of the deep swap are retrieved"),
        Fact("N - c - 1 >= 0", Mark.ARITHMETIC, "the swapped document is relevant, and of the collection"),
        Fact("N - e - 1 >= 0", Mark.ARITHMETIC, "the swapped document is relevant, and of the collection"),
        Fact("j - i - 1 >= 0", Mark.DEFINITION, "the deep swap is deeper"),
        Fact("j - i - 2 >= 0", Mark.DEFINITION, "the swaps do not touch", ("same-run",)),
        Fact(
            "e - c - 1 >= 0",
            Mark.ARITHMETIC,
            "of the shallow swap, one is relevant and above the deep one",
            ("same-run",),
        ),
        Fact(
            "j - i - e + c - 1 >= 0",
            Mark.ARITHMETIC,
            "of the shallow swap, one is irrelevant and above the deep one",
            ("same-run",),
        ),
        Fact("K - L = 0", readings=("same-run", "single")),
        Fact("N - 1 = 0", readings=("single",)),
        Fact("c = 0", readings=("single",)),
        Fact("e = 0", readings=("single",)),
        Fact("s >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("1 - s >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("i + s - m = 0", Mark.DEFINITION, "as s and m are meant"),
        Fact("m - 2 >= 0", Mark.DEFINITION, "as m is meant"),
        Fact("I > 0", Mark.ARITHMETIC, "the swapped document is relevant, and of the collection", each=DISCOUNTED_GAIN),
        Fact("J > 0", Mark.ARITHMETIC, "the swapped document is relevant, and retrieved", each=DISCOUNTED_GAIN),
        *DEEPNESS_FACTS,
    ),
    sketches=_sketches,
)
