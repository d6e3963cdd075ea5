"""Free golds and outputs of the tasks on organizations: clustering, filtering, ranking, and the full one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from tests.verification.statements.harness import CHANGES, NAMES, NORMAL, WORLDS, World

Levels = tuple[tuple[tuple[str, ...], ...], ...]


@cache
def clusterings(documents: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Every way to put each of these documents into one cluster."""
    if not documents:
        return ((),)
    first, rest = documents[0], documents[1:]
    return tuple(
        ((first, *mates), *others)
        for size in range(len(rest) + 1)
        for mates in combinations(rest, size)
        for others in clusterings("".join(d for d in rest if d not in mates))
    )


@cache
def organizations(documents: str) -> tuple[Levels, ...]:
    """Every way to put each of these documents into one cluster of one level, no level being empty."""
    if not documents:
        return ((),)
    return tuple(
        (level, *below)
        for size in range(1, len(documents) + 1)
        for top in combinations(documents, size)
        for level in clusterings("".join(top))
        for below in organizations("".join(d for d in documents if d not in top))
    )


def subsets(documents: str) -> Iterator[str]:
    for size in range(len(documents) + 1):
        yield from map("".join, combinations(documents, size))


def clustering_worlds() -> Iterator[World]:
    """Partitions of up to five documents, and overlapping clusterings of three."""
    for number in range(1, 6):
        outputs = [Organization.clustering(clusters) for clusters in clusterings("abcde"[:number])]
        yield from ((gold, outputs) for gold in outputs)
    sets = [("a", "b", "c"), ("a", "b"), ("a", "c"), ("b", "c"), ("a",), ("b",), ("c",), ("a", "b"), ("b", "c")]
    covers = [Organization.clustering(some) for size in range(2, 6) for some in combinations(sets, size)]
    yield from ((gold, covers) for gold in dict.fromkeys(covers))


def filtering_worlds() -> Iterator[World]:
    """Filterings of up to four documents, and outputs that are not filterings of the same documents."""
    for documents in subsets("abcd"):
        sets = [
            Organization.filtering(list(some), [d for d in documents if d not in some]) for some in subsets(documents)
        ]
        strange = [Organization.parse(text) for text in ("a b > c > d", "a > b c > ...", "a b", "a > b a", "{a b} > c")]
        yield from ((gold, [*sets, *strange]) for gold in [*sets, *strange])


def classification_worlds() -> Iterator[World]:
    """Those of filtering, and three classes of up to three documents."""
    yield from filtering_worlds()
    for documents in ("a", "ab", "abc"):
        sides = [
            Organization([[[d] for d, number in zip(documents, side, strict=True) if number == k] for k in range(3)])
            for side in product(range(3), repeat=len(documents))
        ]
        yield from ((gold, sides) for gold in sides)


def of_classes(case: Case) -> object:
    """What a case of classes is whatever the names of items: by role, the numbers of items by gold class and predicted
    class. Two outputs that have to score the same are exchanged. None where a side is malformed.
    """
    roles = []
    for role in sorted(case.outputs):
        cells = []
        for output, gold, _ in case.calls(role):
            number = len(gold.levels)
            if number < 2 or any(
                len(side.levels) != number or side.tail or side.documents != gold.documents for side in (output, gold)
            ):
                return None
            places = [{d: k for k, _, d in side.occurrences()} for side in (gold, output)]
            pairs = sorted((places[0][d], places[1][d]) for d in gold.documents)
            cells.append((number, tuple(pairs)))
        roles.append(tuple(sorted(cells)))
    return tuple(sorted(roles) if "one" in case.outputs else roles)


def ordered_worlds() -> Iterator[World]:
    """Two and three ordered classes of up to three items, four of two, and outputs that are not of these classes."""
    strange = [
        Organization.parse(text) for text in ("a > b > {} > {} > {}", "a > b > ...", "a b", "a > b a", "{a b} > {}")
    ]
    for documents, classes in [(d, c) for c in (2, 3) for d in subsets("abc")] + [("ab", 4)]:
        sides = [
            Organization(
                [[d] for d, number in zip(documents, numbers, strict=True) if number == of] for of in range(classes)
            )
            for numbers in product(range(classes), repeat=len(documents))
        ]
        yield from ((gold, [*sides, *strange]) for gold in [*sides, *strange])


def of_ordered_classes(case: Case) -> object:
    """What a case of ordered classes is whatever the names of items: how many classes there are, and for each item its
    classes in all golds and outputs, those of two roles that have to score the same exchanged. None where a side is
    malformed.
    """
    sides = [side for role in sorted(case.outputs) for call in case.calls(role) for side in (call.gold, call.output)]
    classes = {len(side.levels) for side in sides}
    if len(classes) > 1 or any(
        side.tail or not side.is_partition or side.documents != sides[0].documents for side in sides
    ):
        return None
    numbers = [{d: k for k, _, d in side.occurrences()} for side in sides]
    rows = [tuple(side[d] for side in numbers) for d in sorted(sides[0].documents)]
    orders = [sorted(rows), *([sorted(row[2:] + row[:2] for row in rows)] if "one" in case.outputs else [])]
    return classes.pop(), tuple(min(orders))


def ranking_worlds() -> Iterator[World]:
    """Runs of up to four documents, with tail or without, against graded golds."""
    runs = [
        Organization.ranking(run, tail)
        for size in range(5)
        for run in permutations("abcd", size)
        for tail in ((True, False) if 0 < size < 3 else (True,))
    ]
    few = [run for run in runs if run.size < 4]
    golds = [
        Organization([[[d] for d in "abcd" if grades["abcd".index(d)] == grade] for grade in range(top, low, -1)], tail)
        for grades in product(range(4), repeat=4)
        for top in (1, 2, 3)
        for low, tail in ((0, True), (-1, False))
        if max(grades) <= top
    ]
    yield from ((gold, few if gold.top_grade > 2 else runs) for gold in dict.fromkeys(golds))


def organization_worlds() -> Iterator[World]:
    """All organizations of up to two documents; organizations of up to three of four, and some that repeat one."""
    for tail in (True, False):
        tiny = [
            Organization(levels, tail)
            for documents in ("", "a", "b", "z", "ab", "az")
            for levels in organizations(documents)
            if levels or tail
        ]
        yield from ((gold, tiny) for gold in tiny if "z" not in gold.documents)
        listed = [
            Organization(levels, tail)
            for documents in subsets("abc")
            for levels in organizations(documents)
            if levels or tail
        ]
        repeated = [
            Organization(levels, tail)
            for text in ("aab", "aabb", "aabc")
            for numbered in organizations("0123"[: len(text)])
            if (levels := _repeating(numbered, text))
        ]
        new = [Organization(levels, tail) for levels in organizations("abz")]
        yield from ((gold, [*listed, *new]) for gold in listed)
        yield from ((gold, [*repeated, *listed]) for gold in [*repeated, *listed])


def _repeating(levels: Levels, text: str) -> list[list[list[str]]] | None:
    """The organization in which each number is the document at that place of a text; None where a cluster repeats."""
    made = [[[text[int(d)] for d in cluster] for cluster in level] for level in levels]
    return None if any(len(set(cluster)) < len(cluster) for level in made for cluster in level) else made


def changed_organization(of: Organization, documents: Sequence[str], chance: Random) -> Organization:
    """An organization in which a document moves, goes, comes, stands twice or changes places, or levels or clusters
    are joined or parted, or the tail comes or goes.
    """
    levels = [[list(cluster) for cluster in level] for level in of.levels]
    clusters = [(level, cluster) for level in levels for cluster in level]
    level, cluster = chance.choice(clusters) if clusters else ([], [])
    document = chance.choice(cluster) if cluster else chance.choice(documents or ["new"])
    what, tail = chance.randrange(10), of.tail
    if what == 0:
        tail = not tail
    elif what == 1:
        levels.insert(chance.randrange(len(levels) + 1), [])
    elif what == 2 and len(levels) > 1:
        at = chance.randrange(len(levels) - 1)
        levels[at : at + 2] = [levels[at] + levels[at + 1]]
    elif what == 3 and len(level) > 1:
        level.remove(cluster)
        chance.choice(level).extend(cluster)
    elif what == 4 and len(cluster) > 1:
        cluster.remove(document)
        level.append([document])
    elif what > 7 and len(of.documents) > 1:
        first, second = chance.sample(sorted(of.documents), 2)
        return of.renamed({d: {first: second, second: first}.get(d, d) for d in of.documents})
    else:
        if what < 7 and cluster:
            cluster.remove(document)
            if not cluster:
                level.remove(cluster)
        if what > 5:
            document = chance.choice([*documents, "new"])
        if what != 5 or chance.random() < 0.8:
            into = chance.choice(levels) if levels and chance.random() < 0.7 else []
            if not any(into is level for level in levels):
                levels.insert(chance.randrange(len(levels) + 1), into)
            (chance.choice(into) if into and chance.random() < 0.4 else _new(into)).append(document)
    return Organization([level for level in levels if level or what == 1 or chance.random() < 0.3], tail)


def _new(level: list[list[str]]) -> list[str]:
    level.append([])
    return level[-1]


def without_clusters(of: Organization) -> Organization:
    """Of filterings, for which a cluster means nothing."""
    return Organization([[[d] for cluster in level for d in cluster] for level in of.levels], of.tail)


def graded_runs(case: Case) -> tuple[object, ...]:
    """Of rankings, the grades by rank, and how many documents of each grade the gold has, each listed once."""
    runs = {}
    for role, output in case.outputs.items():
        gold = case.golds.get(role, case.gold)
        grades = gold.grades()
        levels = [[grades.get(d, 0) for cluster in level for d in cluster] for level in output.levels]
        counts = sorted(grade for grade in grades.values() if grade)
        complete = gold.tail or output.documents <= gold.documents
        runs[role] = levels, output.tail, gold.top_grade, counts, complete
    return str(sorted(runs.items())), all(value.is_partition for value in case.values)


def compared_partitions(case: Case) -> Iterator[tuple[str, Organization, list[Organization]]]:
    """By role, a gold and the outputs that are scored against it, all partitions of the same documents."""
    for role in sorted(case.outputs):
        calls = case.calls(role)
        if all(side.is_partition and len(side.levels) == 1 for call in calls for side in (call.output, call.gold)):
            yield role, calls[0].gold, [call.output for call in calls]


def by_kinds(case: Case) -> object:
    """The kind of each gold with its output, two that have to score the same being exchanged."""
    return str(sorted(kind(gold, outputs) for _, gold, outputs in compared_partitions(case)))


def by_best_kind(case: Case) -> object:
    """The same, but for the worse output: all that every gold may have there score the same."""
    return str(sorted(kind(gold, outputs) for role, gold, outputs in compared_partitions(case) if role != "worse"))


def kind(gold: Organization, outputs: list[Organization]) -> list[tuple[int, ...]]:
    """For each document the sizes of its class, of its cluster, and of what these share; of several outputs the sizes
    of their clusters alone.
    """
    classes, clusters = (map(frozenset, side.levels[0]) for side in (gold, outputs[0]))
    if len(outputs) > 1:
        return [tuple(sorted(map(len, side))) for side in (classes, clusters)]
    places = product(list(classes), list(clusters))
    return sorted((len(a), len(b), len(a & b)) for a, b in places if a & b)


def by_pairs(case: Case) -> object:
    """The numbers of pairs of documents, by role, and whether a partition is trivial."""
    codes = []
    for role, gold, (output, *_) in compared_partitions(case):
        joined = [
            {frozenset(two) for part in side.levels[0] for two in combinations(part, 2)} for side in (gold, output)
        ]
        trivial = any(len(side.levels[0]) in {1, side.size} for side in (gold, output))
        codes.append((role, gold.size, len(joined[0] & joined[1]), *map(len, joined), trivial))
    return tuple(codes)


def without_empty_levels(of: Organization) -> Organization:
    """Of organizations, whose levels have no numbers."""
    levels = [level for level in of.levels if level]
    return Organization(levels or [[]], of.tail)


CHANGES[Organization] = changed_organization
WORLDS |= {
    "clustering": clustering_worlds,
    "filtering": filtering_worlds,
    "classification": classification_worlds,
    "ordinal": ordered_worlds,
    "ranking": ranking_worlds,
    "organization": organization_worlds,
}
NAMES |= {
    "ranking": graded_runs,
    "classification": of_classes,
    "ordinal": of_ordered_classes,
    "clustering:symmetry": by_kinds,
    "clustering:equal-self-agreement": by_kinds,
    "clustering:minimal-agreement": by_best_kind,
    "clustering:constant-baseline": by_kinds,
    "clustering:strong-monotonicity": by_pairs,
}
NORMAL |= {
    "filtering": without_clusters,
    "organization": without_empty_levels,
}
