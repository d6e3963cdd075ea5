"""The gold as output against an edit of it (Amigo, Gonzalo & Verdejo 2013, section 5: what Table 9 shows of its
systems), and against every other organization.

Each statement begins with "any gold that lists a document", with tail unless it is closed, and says how many
occurrences the gold has beyond one for each document: none, or as many as `extra`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from axiometrics.core.case import Case
from axiometrics.verification.statements import Statement, where
from axiometrics.verification.statements.levels import Level, broken, documents, levels, places, repeats, without

Edited = Callable[[list[Level], list[Level]], object]
"""The levels of the gold and of the worse output -> whether this is how they differ."""


def _is_gold(shown: Case, *, extra: int, tail: bool, bound: tuple[str, ...]) -> bool:
    """Whether the gold is one of the reading, and the outputs of these roles are the gold."""
    sides = (shown.gold, *shown.outputs.values())
    return (
        len(shown.gold.documents) > 0
        and all(side.tail is tail for side in sides)
        and repeats(shown.gold) <= extra
        and all(levels(shown.outputs[role]) == levels(shown.gold) for role in bound)
    )


def _edit(edited: Edited, *, extra: int = 0, tail: bool = True) -> Statement:
    """Better is the gold, and worse is the gold with this edit."""

    def holds(shown: Case) -> bool:
        gold = _is_gold(shown, extra=extra, tail=tail, bound=("better",))
        return gold and bool(edited(levels(shown.gold), levels(shown.outputs["worse"])))

    return where(holds)


# a cluster of any level is split in two; on a higher level this costs more than on a lower one, for clusters of one
# size and parts of the same sizes


def _two_levels(extra: int) -> Statement:
    def holds(shown: Case) -> bool:
        if not _is_gold(shown, extra=extra, tail=True, bound=("shallow_better", "deep_better")):
            return False
        gold = levels(shown.gold)
        shallow, deep = (broken(gold, levels(shown.outputs[role])) for role in ("shallow_worse", "deep_worse"))
        return shallow is not None and deep is not None and shallow[0] < deep[0] and shallow[1] == deep[1]

    return where(holds)


# two clusters of one level that share no document are merged


def _merged(gold: list[Level], worse: list[Level]) -> bool:
    return broken(worse, gold) is not None


# a document that the gold does not list is added: to a cluster, as a cluster of its own, or on a level of its own


def _listed(of: list[Level]) -> set[str]:
    return {document for level in of for document in documents(level)}


def _noisy(gold: list[Level], worse: list[Level]) -> bool:
    new = _listed(worse) - _listed(gold)
    if len(new) != 1:
        return False
    (document,) = new
    once = sum(documents(level)[document] for level in worse) == 1
    return once and without(worse, document) == gold


# one of the documents of the gold is left out, with all its occurrences; or one occurrence of a document with others


def _removed(gold: list[Level], worse: list[Level]) -> bool:
    return any(without(gold, document) == worse for document in _listed(gold))


def _one_occurrence(gold: list[Level], worse: list[Level]) -> bool:
    for document in _listed(gold):
        stands = list(places(gold, document))
        if sum(gold[i][cluster] for i, cluster in stands) > 1 and any(
            without(gold, document, i, cluster) == worse for i, cluster in stands
        ):
            return True
    return False


# the levels stand in reverse order, and some document is on another level than before


def _reversed(gold: list[Level], worse: list[Level]) -> bool:
    moved = [documents(level) for level in gold] != [documents(level) for level in gold[::-1]]
    return worse == gold[::-1] and moved


# of the gold and the gold with its levels in reverse order, neither scores higher than the other


def _either_way(*, extra: int = 0, tail: bool = True) -> Statement:
    def holds(shown: Case) -> bool:
        if not _is_gold(shown, extra=extra, tail=tail, bound=()):
            return False
        gold, better, worse = (levels(side) for side in (shown.gold, shown.outputs["better"], shown.outputs["worse"]))
        turned = gold[::-1]
        return turned != gold and ((better, worse) in [(gold, turned), (turned, gold)])

    return where(holds)


# any other organization, which differs from the gold: at all, in the documents on its levels, or in its clusters


def _anywhere(gold: list[Level], worse: list[Level]) -> bool:
    return gold != worse


def _in_levels(gold: list[Level], worse: list[Level]) -> bool:
    return [documents(level) for level in gold] != [documents(level) for level in worse]


def _in_clusters(gold: list[Level], worse: list[Level]) -> bool:
    flat = [sorted(sorted(cluster) for level in side for cluster in level.elements()) for side in (gold, worse)]
    return flat[0] != flat[1]


def _best(differ: Edited, extra: int = 0) -> Statement:
    def holds(shown: Case) -> bool:
        gold = _is_gold(shown, extra=extra, tail=True, bound=("better",))
        worse = shown.outputs["worse"]
        return gold and repeats(worse) <= extra and bool(differ(levels(shown.gold), levels(worse)))

    return where(holds)


STATEMENTS: Mapping[str, Statement] = {
    "broken-cluster@distinct": _edit(broken),
    "broken-cluster@repeated": _edit(broken, extra=1),
    "broken-cluster-level@distinct": _two_levels(0),
    "broken-cluster-level@repeated": _two_levels(2),
    "merged-clusters@distinct": _edit(_merged),
    "merged-clusters@repeated": _edit(_merged, extra=1),
    "noisy-document@distinct": _edit(_noisy),
    "noisy-document@repeated": _edit(_noisy, extra=1),
    "noisy-document@weak": _edit(_noisy),
    "removed-document@distinct": _edit(_removed),
    "removed-document@repeated": _edit(_removed, extra=1),
    "removed-document@one-occurrence": _edit(_one_occurrence, extra=1),
    "reversed-levels@tail": _edit(_reversed),
    "reversed-levels@closed": _edit(_reversed, tail=False),
    "reversed-levels@repeated": _edit(_reversed, extra=1),
    "levels-keep-clusters@tail": _either_way(),
    "levels-keep-clusters@closed": _either_way(tail=False),
    "levels-keep-clusters@repeated": _either_way(extra=1),
    "gold-is-best@strict": _best(_anywhere),
    "gold-is-best@levels": _best(_in_levels),
    "gold-is-best@clusters": _best(_in_clusters),
    "gold-is-best@weak": _best(_anywhere),
    "gold-is-best@repeated": _best(_anywhere, extra=1),
    "gold-is-best@repeated-levels": _best(_in_levels, extra=1),
    "gold-is-best@repeated-clusters": _best(_in_clusters, extra=1),
    "gold-is-best@repeated-weak": _best(_anywhere, extra=1),
}
