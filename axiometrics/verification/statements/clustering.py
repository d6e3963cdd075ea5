"""The constraints on clusterings (Amigo, Gonzalo & Verdejo 2013, sections 2.1 and 4.2).

The figures of the paper end in "...", for further clusters. The specification has a reading for each figure alone, and
one for every pair of outputs that differ as in the figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement, partition_similarity, where
from axiometrics.verification.statements.partitions import (
    Rewriting,
    errors,
    is_merge,
    is_split,
    rag_bag_sizes,
    rewriting,
)


def _changed(shown: Case) -> Rewriting | None:
    return rewriting(shown.gold, shown.outputs["worse"], shown.outputs["better"])


def _no_trivial(shown: Case) -> bool:
    """Whether the gold and the outputs are neither one single part nor all single documents."""
    return not any(len(of.levels[0]) == 1 or max(map(len, of.levels[0])) == 1 for of in shown.values)


# "given a certain system output document distribution, splitting documents that do not belong to the same class, must
# increase the output quality: Q({a,a,a},{b,b}...) > Q({a,a,a,b,b}...)"; into two parts that share no class


def _homogeneity(shown: Case) -> bool:
    change = _changed(shown)
    return change is not None and is_split(change)


def _homogeneity_picture(shown: Case) -> bool:
    change = _changed(shown)
    if change is None or not is_split(change) or not change.alone:
        return False
    return sorted(map(len, change.classes)) == sorted(map(len, change.new)) == [2, 3]


# "documents belonging to the same assessed class should be grouped in the same cluster: Q({a,a,a,a,a}...) >
# Q({a,a,a},{a,a}...)"; the class may have documents elsewhere


def _completeness(shown: Case) -> bool:
    change = _changed(shown)
    return change is not None and is_merge(change)


def _completeness_picture(shown: Case) -> bool:
    change = _changed(shown)
    return change is not None and is_merge(change) and change.alone and sorted(map(len, change.old)) == [2, 3]


# "introducing disorder into a disordered cluster (rag bag) is less harmful than introducing disorder into a clean
# cluster: Q({a,a,a,a},{b,c,d,e}..) > Q({a,a,a,a,b},{c,d,e}..)"; the noisy documents are of distinct classes, and the
# new one is alone in its class


def _rag_bag(shown: Case, *, noisy_elsewhere: bool = False) -> tuple[int, int] | None:
    change = _changed(shown)
    return None if change is None else rag_bag_sizes(change, noisy_elsewhere=noisy_elsewhere)


def _rag_bag_of_one_size(shown: Case) -> bool:
    sizes = _rag_bag(shown)
    return sizes is not None and sizes[0] == sizes[1]


def _rag_bag_picture(shown: Case) -> bool:
    return _rag_bag(shown) == (4, 3) and len(shown.gold.documents) == 8


# "a small error in a big cluster is preferable to a large number of small errors in small clusters:
# Q({a,a,a,a},{a},{b,b}{c,c}{d,d}{e,e}...) > Q({a,a,a,a,a},{b},{b},{c},{c},{d},{d},{e},{e}..)"


def _errors(shown: Case, *, elsewhere: bool = False) -> int | None:
    change = _changed(shown)
    return None if change is None else errors(change, elsewhere=elsewhere)


# section 4.2: the same where clusters overlap; several of the n pairs may be the same two documents


def _overlapping(shown: Case, *, shared: bool) -> bool:
    gold, worse, better = (_clusters(side) for side in (shown.gold, shown.outputs["worse"], shown.outputs["better"]))
    if gold is None or worse is None or better is None:
        return False
    n = gold.total() - 1
    for big in gold:
        pairs = list((gold - Counter([big])).elements())
        if n < 2 or len(big) != n + 1 or any(len(pair) != 2 for pair in pairs):
            continue
        if not shared and any(pair & big for pair in pairs):
            continue
        broken = Counter([big, *(frozenset([document]) for document in chain(*pairs))])
        for document in big:
            if worse == broken and better == Counter([big - {document}, frozenset([document]), *pairs]):
                return True
    return False


def _clusters(of: Organization) -> Counter[frozenset[str]] | None:
    return None if len(of.levels) != 1 or of.tail else Counter(map(frozenset, of.levels[0]))


STATEMENTS: Mapping[str, Statement] = {
    "homogeneity@universal": where(_homogeneity),
    "homogeneity@picture": where(_homogeneity_picture),
    "homogeneity@non-trivial": where(lambda shown: _homogeneity(shown) and _no_trivial(shown)),
    "completeness@universal": where(_completeness),
    "completeness@picture": where(_completeness_picture),
    "completeness@non-trivial": where(lambda shown: _completeness(shown) and _no_trivial(shown)),
    "rag-bag@universal": where(_rag_bag_of_one_size),
    "rag-bag@picture": where(_rag_bag_picture),
    "rag-bag@sizes": where(_rag_bag),
    "rag-bag@strong": where(lambda shown: _rag_bag(shown, noisy_elsewhere=True)),
    "size-vs-quantity@universal": where(_errors),
    "size-vs-quantity@picture": where(lambda shown: _errors(shown) == 4 and len(shown.gold.documents) == 13),
    "size-vs-quantity@strong": where(lambda shown: _errors(shown, elsewhere=True)),
    "size-vs-quantity-overlap@distinct": where(lambda shown: _overlapping(shown, shared=False)),
    "size-vs-quantity-overlap@shared": where(lambda shown: _overlapping(shown, shared=True)),
    **partition_similarity.STATEMENTS,
}
