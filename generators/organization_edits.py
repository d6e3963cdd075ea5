"""What constraints do to a gold organization, and how what was done is recognised; `edit` works on shapes, its
recogniser on organizations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.generators.organizations import (
    Cluster,
    Edit,
    Outputs,
    Shape,
    added,
    documents,
    labelled,
    levels,
    named,
    placed,
    tidy,
)

Recognise = Callable[[Case], str | None]
Difference = Callable[[Organization, Organization], bool]
"""Gold and output -> whether they differ in what a reading looks at."""


def anywhere(gold: Organization, output: Organization) -> bool:
    """They differ in levels or clusters."""
    return levels(gold) != levels(output)


def in_levels(gold: Organization, output: Organization) -> bool:
    """They differ in what documents stand on which level."""
    return placed(gold) != placed(output)


def in_clusters(gold: Organization, output: Organization) -> bool:
    """They differ in their clusters, whatever the levels."""
    return sum(levels(gold), Counter[frozenset[str]]()) != sum(levels(output), Counter[frozenset[str]]())


# --- any other organization


def others(differ: Difference, extra: int = 0) -> Edit:
    """The gold against every other organization that differs so, gold and output naming as many documents together as
    asked.

    The output has at most `extra` occurrences more than documents.
    """

    def edit(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
        own, whole = sorted(documents(gold)), named(gold, True)
        new = range(len(own), number)
        for size in range(len(own) + 1):
            for kept in combinations(own, size):
                for output in labelled((*kept, *new), extra):
                    if differ(whole, named(output, True)):
                        yield {"better": gold, "worse": output}, "the gold against another organization"

    return edit


def is_other(differ: Difference, extra: int = 0) -> Recognise:
    """Better is the gold, worse another organization with at most `extra` occurrences more than documents, which
    differs so.
    """

    def recognise(case: Case) -> str | None:
        if case.outputs["worse"].size > len(case.outputs["worse"].documents) + extra:
            return f"documents are repeated in worse more often than {extra} times"
        return _against_gold(case, differ, "worse does not differ from the gold in what the reading looks at")

    return recognise


def _against_gold(case: Case, fits: Difference, otherwise: str) -> str | None:
    if anywhere(case.gold, case.outputs["better"]):
        return "better is not the gold"
    return None if fits(case.gold, case.outputs["worse"]) else otherwise


# --- clusters broken and merged


def splits(cluster: Cluster) -> Iterator[tuple[Cluster, Cluster]]:
    """The ways to split a cluster in two, each once."""
    first, *rest = cluster
    for size in range(len(rest)):
        for beside in combinations(rest, size):
            yield (first, *beside), tuple(d for d in rest if d not in beside)


def _broken(gold: Shape) -> Iterator[tuple[int, tuple[int, int], Shape]]:
    """Level, sizes of the parts and what comes of it, for each cluster split in two."""
    for i, level in enumerate(gold):
        for j, cluster in enumerate(level):
            for one, other in splits(cluster) if len(cluster) > 1 else ():
                small, large = sorted((len(one), len(other)))
                yield (
                    i,
                    (small, large),
                    tidy([*map(list, gold[:i]), [*level[:j], one, other, *level[j + 1 :]], *map(list, gold[i + 1 :])]),
                )


def broken_clusters(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with a cluster split in two."""
    for i, sizes, shape in _broken(gold):
        yield {"better": gold, "worse": shape}, f"a cluster on level {i + 1} split in {sizes[0]} and {sizes[1]}"


def merged_clusters(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with two clusters of a level, without a document in common, made one."""
    for i, level in enumerate(gold):
        for one, other in combinations(range(len(level)), 2):
            if not set(level[one]) & set(level[other]):
                rest = [cluster for j, cluster in enumerate(level) if j not in (one, other)]
                shape = tidy([*map(list, gold[:i]), [*rest, level[one] + level[other]], *map(list, gold[i + 1 :])])
                yield {"better": gold, "worse": shape}, f"two clusters on level {i + 1} merged"


def broken_at(whole: Organization, parted: Organization) -> tuple[int, list[int]] | None:
    """The level (of those that have clusters) and the sizes of the parts, where `parted` is `whole` with one cluster
    split in two; else None.
    """
    before, after = levels(whole), levels(parted)
    changed = [i for i, (one, other) in enumerate(zip(before, after, strict=False)) if one != other]
    if len(before) != len(after) or len(changed) != 1:
        return None
    gone, come = before[changed[0]] - after[changed[0]], after[changed[0]] - before[changed[0]]
    if gone.total() != 1 or come.total() != 2:
        return None
    (cluster,), (one, *other) = gone.elements(), come.elements()
    whole_again = not one & other[0] and one | other[0] == cluster
    return (changed[0], sorted((len(one), len(other[0])))) if whole_again else None


def is_broken(case: Case) -> str | None:
    """Better is the gold, worse the gold with a cluster split."""
    return _against_gold(
        case,
        lambda gold, worse: broken_at(gold, worse) is not None,
        "worse is not the gold with a cluster split in two",
    )


def is_merged(case: Case) -> str | None:
    """Better is the gold, worse the gold with two clusters of a level merged."""
    return _against_gold(
        case,
        lambda gold, worse: broken_at(worse, gold) is not None,
        "worse is not the gold with two clusters of a level merged",
    )


def broken_at_two_levels(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """Two clusters of one size on different levels, each split in parts of the same sizes: what the higher costs, and
    what the lower.
    """
    for (i, sizes, high), (j, same, low) in combinations(_broken(gold), 2):
        if i < j and sizes == same:
            outputs = {"shallow_better": gold, "shallow_worse": high, "deep_better": gold, "deep_worse": low}
            yield outputs, f"a cluster split in {sizes[0]} and {sizes[1]} on level {i + 1}, or one on level {j + 1}"


def is_broken_at_two_levels(case: Case) -> str | None:
    """Both better outputs are the gold; the shallow one is broken at a higher level than the deep one, in parts of the
    same sizes.
    """
    if any(anywhere(case.gold, case.outputs[role]) for role in ("shallow_better", "deep_better")):
        return "shallow_better or deep_better is not the gold"
    shallow, deep = (broken_at(case.gold, case.outputs[role]) for role in ("shallow_worse", "deep_worse"))
    if shallow is None or deep is None:
        return "shallow_worse or deep_worse is not the gold with a cluster split in two"
    return (
        None
        if shallow[0] < deep[0] and shallow[1] == deep[1]
        else "the clusters are not split alike, the shallow one on a higher level"
    )


# --- documents removed and added


def removed_documents(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself without one of its documents, all occurrences of it."""
    for d in sorted(documents(gold)):
        yield (
            {
                "better": gold,
                "worse": tidy([[tuple(e for e in cluster if e != d) for cluster in level] for level in gold]),
            },
            "a document removed",
        )


def removed_occurrences(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself without one occurrence of a document that has others."""
    held = Counter(d for level in gold for cluster in level for d in cluster)
    for i, level in enumerate(gold):
        for j, cluster in enumerate(level):
            for d in cluster:
                if held[d] > 1:
                    left = [
                        [tuple(e for e in c if (k, m, e) != (i, j, d)) for m, c in enumerate(other)]
                        for k, other in enumerate(gold)
                    ]
                    yield {"better": gold, "worse": tidy(left)}, f"one of {held[d]} occurrences of a document removed"


def _without(organization: Organization, document: str) -> Organization:
    return Organization(
        [[kept for c in level if (kept := [d for d in c if d != document])] for level in organization.levels], True
    )


def is_without_document(case: Case) -> str | None:
    """Better is the gold, worse the gold without one of its documents."""
    gone = case.gold.documents - case.outputs["worse"].documents

    def differ(gold: Organization, worse: Organization) -> bool:
        return len(gone) == 1 and not anywhere(_without(gold, *gone), worse)

    return _against_gold(case, differ, "worse is not the gold without one of its documents")


def is_without_occurrence(case: Case) -> str | None:
    """Better is the gold, worse the gold with one occurrence less of a document that keeps others."""
    gold, worse = case.gold, case.outputs["worse"]
    if case.gold.documents != worse.documents or gold.size != worse.size + 1:
        return "worse is not the gold with one occurrence less of a document that keeps others"
    for i, j, d in gold.occurrences():
        left = [
            [kept for m, c in enumerate(level) if (kept := [e for e in c if (k, m, e) != (i, j, d)])]
            for k, level in enumerate(gold.levels)
        ]
        if not anywhere(Organization(left, True), worse):
            return _against_gold(case, anywhere, "worse is the gold")
    return "worse is not the gold with one occurrence less of a document that keeps others"


def noisy_documents(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with a document more, at each place there is: in a cluster, alone on a level, on a level
    of its own.
    """
    for shape in added(gold, len(documents(gold))):
        yield {"better": gold, "worse": shape}, "a document added that the gold does not list"


def is_noisy(case: Case) -> str | None:
    """Better is the gold, worse the gold with one occurrence of another document."""
    new = case.outputs["worse"].documents - case.gold.documents

    def differ(gold: Organization, worse: Organization) -> bool:
        return len(new) == 1 and worse.size == gold.size + 1 and not anywhere(_without(worse, *new), gold)

    return _against_gold(case, differ, "worse is not the gold with a document more, once")


# --- levels in reverse order


def _turned(gold: Shape) -> Shape | None:
    """The levels in reverse order, None where each level has the documents it had."""
    held = [Counter(d for cluster in level for d in cluster) for level in gold]
    return gold[::-1] if held != held[::-1] else None


def reversed_levels(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with its levels in reverse order."""
    turned = _turned(gold)
    if turned is not None:
        yield {"better": gold, "worse": turned}, "the levels in reverse order"


def reversed_either_way(gold: Shape, number: int) -> Iterator[tuple[Outputs, str]]:
    """The gold and its reverse as better and worse, and the other way round: neither may gain."""
    turned = _turned(gold)
    if turned is not None:
        yield {"better": gold, "worse": turned}, "the levels in reverse order (worse)"
        yield {"better": turned, "worse": gold}, "the levels in reverse order (better)"


def _is_reverse(gold: Organization, output: Organization) -> bool:
    return levels(output) == levels(gold)[::-1] and in_levels(gold, output)


def is_reversed(case: Case) -> str | None:
    """Better is the gold, worse the gold with its levels in reverse order."""
    return _against_gold(case, _is_reverse, "worse is not the gold with its levels, unlike ones, in reverse order")


def is_reversed_either_way(case: Case) -> str | None:
    """One output is the gold, the other the gold with its levels in reverse order."""
    better, worse = (case.outputs[role] for role in ("better", "worse"))
    pairs = ((better, worse), (worse, better))
    fits = any(not anywhere(case.gold, one) and _is_reverse(case.gold, other) for one, other in pairs)
    return None if fits else "the outputs are not the gold and the gold with its levels, unlike ones, in reverse order"
