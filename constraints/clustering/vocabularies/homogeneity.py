"""Homogeneity: a cluster is split in two parts that share no class."""

from collections.abc import Iterator
from typing import Any

from axiometrics.constraints.clustering.vocabularies.information import ENTROPIES, ENTROPY_FACTS
from axiometrics.constraints.clustering.vocabularies.partitions import Change, size
from axiometrics.constraints.clustering.vocabularies.sketches import (
    Known,
    documents,
    information,
    orders,
    rest,
    shares,
    squares_over_sizes,
    table,
    whole,
)
from axiometrics.constraints.clustering.vocabularies.summands import AT_MOST, LESS
from axiometrics.core.vocabulary import Fact, Kind, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.partitions import Shared
from axiometrics.symbolic.symbols import ABOVE, Group, Things, number, positive

SPLIT_GAIN = "((s + t)*log(s + t) - s*log(s) - t*log(t))"


def _sketches(reading: str) -> Iterator[Sketch]:
    """Of the two parts, either may hold the most frequent class."""
    s, t, v, more = positive("s"), positive("t"), positive("v"), number("u_less_v")
    sums = [((f"k{ABOVE}", s), (f"k{ABOVE}**2", positive("X"))), ((f"k{ABOVE}", t), (f"k{ABOVE}**2", positive("Y")))]
    for first in (True, False):
        most = (v + more, v) if first else (v, v + more)
        of_better = [
            Group(
                name,
                Shared(positive(f"{name}.k"), positive(f"{name}.of")),
                sums=tuple((f"{name}.{k}", x) for k, x in of),
            )
            for name, of in zip(("one", "other"), sums, strict=True)
        ]
        others = rest("others")

        def classes(*sizes: Any) -> Things:
            groups = [
                Group(
                    f"of_{name}",
                    whole(
                        positive(f"of_{name}.size"),
                        Shared(positive(f"of_{name}.k"), size),
                        groups=(shares(f"of_{name}.shares"),),
                    ),
                )
                for name, size in zip(("one", "other"), sizes, strict=True)
            ]
            return Things((), (*groups, rest("classes")))

        worse = Things((Known(s + t, Things((), of_better), v + more),), (others,))
        parts = [
            Known(size, Things((), (group,)), top) for size, group, top in zip((s, t), of_better, most, strict=True)
        ]
        better = Things(parts, (others,))
        before, after = table(worse, classes(s + t, s + t)), table(better, classes(s, t))
        entropies = information(before)
        both = entropies["HC"] + entropies["HK"]
        split = (s + t) * (s + t).log() - s * s.log() - t * t.log()
        shared = entropies["HC"] - entropies["CK"]
        yield Sketch(
            {"worse": before, "better": after},
            {
                "n": documents(),
                "s": s,
                "t": t,
                "X": positive("X"),
                "Y": positive("Y"),
                "u": v + more,
                "v": v,
                "S": others.total(lambda k: k.most),
                "I": classes(s, t).total(lambda c: c.most),
                "P": squares_over_sizes(Things((), (others,))),
                "R": squares_over_sizes(classes(s, t)),
                **entropies,
            },
            positive=(entropies["HC"], shared + split, entropies["HK"] + split, both, both + split),
            forks=(
                (
                    Kind({"lone": 1}, zero=(entropies["HK"], entropies["KC"])),
                    Kind({"lone": 0}, positive=(entropies["HK"],)),
                ),
                (Kind(zero=(shared,)), Kind(positive=(shared,))),
                orders(entropies, entropies["HK"], "HM"),
                orders(entropies, entropies["HK"] + split, "HM2"),
            ),
        )


VOCABULARY = Vocabulary(
    see=Change.of,
    quantities={
        "n": Quantity("items", lambda c: c.n, whole=True),
        "s": Quantity("items of the larger part", lambda c: size(c.added[0]), whole=True),
        "t": Quantity("items of the smaller part", lambda c: size(c.added[1]), whole=True),
        "X": Quantity(
            "sum of the squares of what the larger part holds of each class",
            lambda c: sum(k * k for k in c.counts(c.added[0])),
            whole=True,
        ),
        "Y": Quantity(
            "sum of the squares of what the smaller part holds of each class",
            lambda c: sum(k * k for k in c.counts(c.added[1])),
            whole=True,
        ),
        "u": Quantity(
            "items of the most frequent class of the parts",
            lambda c: max(c.counts(part)[0] for part in c.added),
            whole=True,
        ),
        "v": Quantity(
            "items of the most frequent class of the other part",
            lambda c: min(c.counts(part)[0] for part in c.added),
            whole=True,
        ),
        "S": Quantity(
            "items of the most frequent class of their cluster, over the other clusters",
            lambda c: c.purity(c.kept),
            whole=True,
        ),
        "I": Quantity(
            "items in the most frequent cluster of their class, before as after",
            lambda c: c.inverse_purity(range(len(c.classes)), c.better),
            whole=True,
        ),
        "P": Quantity("BCubed precision summed over the items of the other clusters", lambda c: c.precision(c.kept)),
        "R": Quantity("BCubed recall summed over all items, before as after", lambda c: c.recall(c.better)),
        "lone": Quantity("1 where there is one cluster, else 0", lambda c: int(len(c.worse) == 1), whole=True),
        **ENTROPIES,
    },
    facts=(
        Fact("n - s - t >= 0"),
        Fact("s - t >= 0", Mark.DEFINITION, "the parts are named so"),
        Fact("t - 1 >= 0"),
        Fact("X - s >= 0"),
        Fact("Y - t >= 0"),
        Fact("u - v >= 0"),
        Fact("v - 1 >= 0"),
        Fact("S >= 0"),
        Fact("I - 1 >= 0", Mark.ARITHMETIC, "a number of items, one of each class at least"),
        Fact("P >= 0"),
        Fact("R > 0", Mark.ARITHMETIC, "a sum of squares over sizes, one for each class at least"),
        *ENTROPY_FACTS,
        Fact("lone*(1 - lone) = 0"),
        Fact("lone*HK = 0"),
        Fact("lone*KC = 0"),
        Fact(
            "HK + lone > 0",
            Mark.ARITHMETIC,
            "of two clusters, each has fewer than all items: log(n/b) is above 0",
            each=LESS,
        ),
        Fact("HC > 0", Mark.ARITHMETIC, "there are two classes, each with fewer than all items", each=LESS),
        Fact(
            f"CK - {SPLIT_GAIN} >= 0",
            Mark.ARITHMETIC,
            (
                "n H(C|K) of the better output: the overlaps are the same, as no class is split, and k "
                "log k of its clusters sums to less"
            ),
            each=AT_MOST,
        ),
        Fact("HM2 - HC >= 0", Mark.DEFINITION, "the greater is at least n H(C)"),
        Fact(
            f"HM2 - HK - {SPLIT_GAIN} >= 0",
            Mark.ARITHMETIC,
            "the greater is at least n H(K) of the better output, whose k log k of clusters sums to less",
        ),
        Fact(f"(HM2 - HC)*(HM2 - HK - {SPLIT_GAIN}) = 0"),
    ),
    sketches=_sketches,
)
