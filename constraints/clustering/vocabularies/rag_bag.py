"""Rag bag: one more item, alone in its class, joins a clean cluster (worse) or a noisy one (better)."""

from collections.abc import Iterator
from typing import Any

from axiometrics.constraints.clustering.vocabularies.partitions import Change, Cluster, size
from axiometrics.constraints.clustering.vocabularies.sketches import (
    documents,
    rest,
    shares,
    squares_over_sizes,
    table,
    whole,
)
from axiometrics.core.vocabulary import Fact, Quantity, Sketch, Vocabulary
from axiometrics.definitions.partitions import Shared
from axiometrics.kernel.check_proof import Term
from axiometrics.symbolic.symbols import Group, SymbolicNumber, Things, number, positive


def clean(c: Change) -> Cluster:
    """The clean cluster, without the new item: better has it whole."""
    return next(cluster for cluster in c.added if len(c.counts(cluster)) == 1)


def noisy(c: Change) -> Cluster:
    """The noisy cluster, without the new item: worse has it whole."""
    return min(c.removed, key=lambda cluster: c.counts(cluster)[0])


def _sketches(reading: str) -> Iterator[Sketch]:
    k = number("k", 2)
    m = k if reading == "universal" else number("m", 2)
    a = m + number("elsewhere")
    others, of_others, elsewhere = rest("others"), rest("classes"), shares("elsewhere")
    one: Any = SymbolicNumber(Term.number(1))
    of_stray = positive("strays.of") if reading == "strong" else one
    strays = Group("strays", Shared(one, of_stray), number=k)
    worse = Things((whole(m + 1, Shared(m, a), Shared(one, one)), whole(k, groups=(strays,))), (others,))
    better = Things((whole(m, Shared(m, a)), whole(k + 1, Shared(one, one), groups=(strays,))), (others,))

    def classes(clean: Any, bag: Any, home: Any) -> Things:
        """The classes, where the clean cluster, the noisy one and that of the new item have these sizes."""
        more = (shares("of_strays.shares"),) if reading == "strong" else ()
        size = positive("of_strays.of") if reading == "strong" else one
        of_strays = Group("of_strays", whole(size, Shared(one, bag), groups=more), number=k)
        single = whole(a, Shared(m, clean), groups=(elsewhere,)), whole(one, Shared(one, home))
        return Things(single, (of_strays, of_others))

    before, after = classes(m + 1, k, m + 1), classes(m, k + 1, k + 1)
    yield Sketch(
        {"worse": table(worse, before), "better": table(better, after)},
        {
            "n": documents(),
            "m": m,
            "k": k,
            "P": squares_over_sizes(Things((), (others,))),
            "R": squares_over_sizes(after),
        },
    )


VOCABULARY = Vocabulary(
    see=Change.of,
    quantities={
        "n": Quantity("items", lambda c: c.n, whole=True),
        "m": Quantity("items of the clean cluster", lambda c: size(clean(c)), whole=True),
        "k": Quantity("items of the noisy cluster", lambda c: size(noisy(c)), whole=True),
        "P": Quantity("BCubed precision summed over the items of the other clusters", lambda c: c.precision(c.kept)),
        "R": Quantity("BCubed recall summed over all items, before as after", lambda c: c.recall(c.better)),
    },
    facts=(
        Fact("n - m - k - 1 >= 0"),
        Fact("m - 2 >= 0"),
        Fact("k - 2 >= 0"),
        Fact("m - k = 0", readings=("universal",)),
        Fact("P >= 0"),
        Fact("R > 0"),
    ),
    sketches=_sketches,
)
