"""Completeness: two clusters of items of one class are merged."""

from collections.abc import Iterator
from fractions import Fraction

from axiometrics.constraints.clustering.vocabularies.partitions import Change, pairs, size
from axiometrics.constraints.clustering.vocabularies.sketches import (
    documents,
    pairs_shared,
    pairs_within,
    rest,
    shares,
    squares_over_sizes,
    table,
    whole,
)
from axiometrics.core.vocabulary import Fact, Kind, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.partitions import Shared
from axiometrics.symbolic.symbols import Things, number


def _class_size(c: Change) -> int:
    return c.class_size(c.added[0])


def _joined(c: Change) -> int:
    return pairs(map(size, c.worse))


def _pair_precision(c: Change) -> Fraction:
    return Fraction(c.agreed(c.worse), _joined(c)) if _joined(c) else Fraction(0)


def _sketches(reading: str) -> Iterator[Sketch]:
    s, t = number("s", 1), number("t", 1)
    a = s + t + number("elsewhere")
    others, of_others, elsewhere = rest("others"), rest("classes"), shares("elsewhere")
    worse = Things((whole(s, Shared(s, a)), whole(t, Shared(t, a))), (others,))
    better = Things((whole(s + t, Shared(s + t, a)),), (others,))
    before = Things((whole(a, Shared(s, s), Shared(t, t), groups=(elsewhere,)),), (of_others,))
    after = Things((whole(a, Shared(s + t, s + t), groups=(elsewhere,)),), (of_others,))
    whole_table = table(worse, before)
    together = pairs_shared(worse)
    apart = pairs_within(worse) - together
    joined = together + s * t
    yield Sketch(
        {"worse": whole_table, "better": table(better, after)},
        {
            "n": documents(),
            "s": s,
            "t": t,
            "a": a,
            "C": before.total(lambda _: 1),
            "T": together,
            "U": apart,
            "G": pairs_within(before),
            "P": squares_over_sizes(better),
            "R": squares_over_sizes(before),
        },
        not_negative=(apart,),
        positive=(joined, joined + apart, pairs_within(before)),
        forks=(
            (
                Kind({"p": number("p")}, zero=(together,)),
                Kind({"p": together / (together + apart)}, positive=(together, together + apart)),
            ),
        ),
    )


VOCABULARY = Vocabulary(
    see=Change.of,
    quantities={
        "n": Quantity("items", lambda c: c.n, whole=True),
        "s": Quantity("items of the larger cluster", lambda c: size(c.removed[0]), whole=True),
        "t": Quantity("items of the smaller cluster", lambda c: size(c.removed[1]), whole=True),
        "a": Quantity("items of their class", _class_size, whole=True),
        "C": Quantity("classes", lambda c: len(c.classes), whole=True),
        "T": Quantity(
            "pairs of items together in a cluster and in a class, before", lambda c: c.agreed(c.worse), whole=True
        ),
        "U": Quantity(
            "pairs together in a cluster and not in a class, before as after",
            lambda c: _joined(c) - c.agreed(c.worse),
            whole=True,
        ),
        "G": Quantity("pairs together in a class", lambda c: pairs(c.classes), whole=True),
        "p": Quantity(
            "share of the pairs together in a cluster that are so in a class, before; 0 where there are none",
            _pair_precision,
        ),
        "P": Quantity("BCubed precision summed over all items, before as after", lambda c: c.precision(c.better)),
        "R": Quantity("BCubed recall summed over all items, before", lambda c: c.recall(c.worse)),
    },
    facts=(
        Fact("n - a >= 0"),
        Fact("a - s - t >= 0"),
        Fact("s - t >= 0", Mark.DEFINITION, "the clusters are named so"),
        Fact("t - 1 >= 0"),
        Fact("n - C - 1 >= 0"),
        Fact("T >= 0", Mark.ARITHMETIC, "a number of pairs"),
        Fact("U >= 0", Mark.ARITHMETIC, "a number of pairs"),
        Fact(
            "G - T - s*t >= 0",
            Mark.ARITHMETIC,
            "the pairs of an item of either cluster are together in their class, and in no cluster before",
        ),
        Fact("p >= 0"),
        Fact("1 - p >= 0", Mark.DEFINITION, "a share"),
        Fact("p*(T + U) - T = 0", Mark.DEFINITION, "a share of T + U pairs, which are T; where T + U is 0, so is T"),
        Fact("P > 0"),
        Fact("R > 0"),
    ),
    sketches=_sketches,
)
