"""Priority: a document and one of a lower grade directly below it are swapped."""

from collections.abc import Iterator

from axiometrics.constraints.ranking.vocabularies.reliability import PRIORITY, PRIORITY_FACTS
from axiometrics.constraints.ranking.vocabularies.runs import DISCOUNTED_GAIN, Swapped, discounted
from axiometrics.constraints.ranking.vocabularies.sketches import (
    DISCOUNTED,
    past_one,
    ranks_to,
    reliability,
    run,
    sensitivity,
    untouched,
)
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.runs import Hit
from axiometrics.symbolic.symbols import number

BINARY = ("universal", "single")


def _sketches(reading: str) -> Iterator[Sketch]:
    """One sketch in which the lower document is irrelevant and, where documents have grades, one in which it is
    relevant as well.
    """
    alone, binary = reading == "single", reading in BINARY
    areas = () if alone else (untouched("above"), untouched("below"))
    c = 0 if alone else number("c")
    i, relevant = number("i", 1) + c, 1 if alone else number("N", 1) + c
    length = i + 1 + number("lower")
    g = c if binary else number("g")
    best, next_best = (1, 1) if alone else (number("A", 1), number("B", 1))
    for r in (0,) if binary else (0, 1):
        low = number("l", 1) if r else 0
        high = 1 if binary else low + number("more", 1)
        top, chance = 1 if binary else number("t", 1), number("F")
        last = {"found": c + 1 + r, "gain": g + high + low, "best": next_best}
        after_high, after_low = (chance * past_one(grade, top) for grade in (high, low))
        first = Hit(i, high, c + 1, g + high, best, chance)
        better = [first, *([Hit(i + 1, low, **last, reached=after_high)] if r else [])]
        worse = [
            *([Hit(i, low, c + 1, g + low, best, chance)] if r else []),
            Hit(i + 1, high, **last, reached=after_low if r else chance),
        ]
        outputs = {
            role: run(relevant, *hits, areas=areas, top=top, ranks=ranks_to(length))
            for role, hits in (("better", better), ("worse", worse))
        }
        yield Sketch(
            outputs,
            {
                "i": i,
                "h": high,
                "l": low,
                "r": r,
                "c": c,
                "g": g,
                "L": length,
                "N": relevant,
                "A": best,
                "B": next_best,
                "I": DISCOUNTED,
                "F": chance,
                "t": top,
                "R_worse": reliability(outputs["worse"]),
                "S_both": sensitivity(outputs["better"]),
            },
        )


VOCABULARY = Vocabulary(
    see=Swapped.of,
    quantities={
        "i": Quantity("the rank of the upper document", lambda c: c.rank(), whole=True),
        "u": Quantity("1 where the upper document is on top, else 0", lambda c: int(c.rank() == 1), whole=True),
        "h": Quantity("the grade of the upper document", lambda c: c.grade(c.rank(), "better"), whole=True),
        "l": Quantity("the grade of the lower document", lambda c: c.grade(c.rank() + 1, "better"), whole=True),
        "r": Quantity(
            "1 where the lower document is relevant, else 0",
            lambda c: int(c.grade(c.rank() + 1, "better") > 0),
            whole=True,
        ),
        "s": Quantity("1 where i is 1, else 0", lambda c: int(c.rank() == 1), whole=True),
        "m": Quantity("i, but 2 where i is 1", lambda c: max(2, c.rank()), whole=True),
        "c": Quantity("relevant documents above the two", lambda c: c.above(c.rank(), "better"), whole=True),
        "g": Quantity("the sum of the grades above the two", lambda c: c.gain_above(c.rank(), "better"), whole=True),
        "F": Quantity(
            "the product of 1 - (2^grade - 1)/2^t over the documents above the two",
            lambda c: c.passed(c.rank(), "better"),
        ),
        "t": Quantity("the top grade", lambda c: c.top, whole=True),
        "L": Quantity("documents retrieved", lambda c: len(c.runs["better"]), whole=True),
        "N": Quantity("relevant documents in the collection", lambda c: c.relevant, whole=True),
        "M": Quantity("irrelevant documents named", lambda c: c.irrelevant, whole=True),
        "D": Quantity(
            "documents in the collection, no more irrelevant ones than are named", lambda c: c.documents, whole=True
        ),
        "S": Quantity("pairs of documents of the same grade", lambda c: c.tied_pairs(), whole=True),
        "A": Quantity("the sum of the collection's i greatest grades", lambda c: c.best_gain(c.rank()), whole=True),
        "B": Quantity(
            "the sum of the collection's i + 1 greatest grades", lambda c: c.best_gain(c.rank() + 1), whole=True
        ),
        "I": Quantity("DCG of the collection's documents by falling grade", lambda c: discounted(c.best)),
        "J": Quantity("DCG of the retrieved documents by falling grade", lambda c: discounted(c.retrieved("better"))),
        **PRIORITY,
    },
    facts=(
        Fact("L - i - 1 >= 0"),
        Fact("i - c - 1 >= 0"),
        Fact("c >= 0"),
        Fact("N - c - 1 >= 0"),
        Fact("c = 0", readings=("single",)),
        Fact("N - 1 = 0", readings=("single",)),
        Fact("h - l - 1 >= 0"),
        Fact("l >= 0"),
        Fact("h - 1 = 0", readings=BINARY),
        Fact("l = 0", readings=BINARY),
        Fact("u >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("1 - u >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("i + u - 2 >= 0", Mark.ARITHMETIC, "a rank that is not the first is 2 at least"),
        Fact("r >= 0"),
        Fact("1 - r >= 0"),
        Fact("l - r >= 0"),
        Fact("g - c >= 0", Mark.ARITHMETIC, "a relevant document has a grade of 1 or more"),
        Fact("F > 0", Mark.ARITHMETIC, "each factor is, as no grade is above t"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "the lower document is irrelevant", BINARY),
        Fact("D - 2 >= 0", Mark.ARITHMETIC, "the two are of the collection"),
        Fact("D - L >= 0", Mark.ARITHMETIC, "what is retrieved is of the collection"),
        Fact("D*(D - 1)/2 - S > 0", Mark.ARITHMETIC, "the two are of different grades"),
        Fact("A >= 0"),
        Fact("B - A >= 0", Mark.ARITHMETIC, "one grade more"),
        Fact("s >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("1 - s >= 0", Mark.DEFINITION, "it is 0 or 1"),
        Fact("i + s - m = 0", Mark.DEFINITION, "as s and m are meant"),
        Fact("m - 2 >= 0", Mark.DEFINITION, "as m is meant"),
        Fact("I > 0", Mark.ARITHMETIC, "the upper document is relevant, and of the collection", each=DISCOUNTED_GAIN),
        Fact("J > 0", Mark.ARITHMETIC, "the upper document is relevant, and retrieved", each=DISCOUNTED_GAIN),
        *PRIORITY_FACTS,
    ),
    sketches=_sketches,
)
