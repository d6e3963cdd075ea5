"""What constraints do to a gold organization, or ask of an output beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from axiometrics.generators.organizations import (
    Cluster,
    Edit,
    Outputs,
    Shape,
    added,
    documents,
    rewritten,
    tidy,
)

Difference = Callable[[Shape, Shape], bool]
"""Gold and output -> whether they differ in what a reading looks at."""


# --- any other organization


def anywhere(gold: Shape, output: Shape) -> bool:
    """Whether two organizations differ in levels or clusters."""
    return gold != output


def in_levels(gold: Shape, output: Shape) -> bool:
    """Whether two organizations differ in which documents stand on which level."""
    return _on_levels(gold) != _on_levels(output)


def in_clusters(gold: Shape, output: Shape) -> bool:
    """Whether two organizations differ in their clusters, whatever the levels."""
    flat = [sorted(cluster for level in side for cluster in level) for side in (gold, output)]
    return flat[0] != flat[1]


def _on_levels(shape: Shape) -> list[list[int]]:
    return [sorted(d for cluster in level for d in cluster) for level in shape]


def against(differ: Difference) -> Edit:
    """The edit that compares the gold (better) with an output that differs from it in this way."""

    def edit(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
        if differ(gold, output):
            yield {"better": gold, "worse": output}, "the gold against another organization"

    return edit


# --- clusters broken and merged


def splits(cluster: Cluster) -> Iterator[tuple[Cluster, Cluster]]:
    """The ways to split a cluster in two, each once."""
    first, *rest = cluster
    for size in range(len(rest)):
        for beside in combinations(rest, size):
            yield (first, *beside), tuple(d for d in rest if d not in beside)


def _broken(gold: Shape) -> Iterator[tuple[int, tuple[int, int], Shape]]:
    """For each split of a cluster in two: the level, the sizes of the parts, and the organization after it."""
    for i, level in enumerate(gold):
        for j, cluster in enumerate(level):
            for first, second in splits(cluster) if len(cluster) > 1 else ():
                small, large = sorted((len(first), len(second)))
                parted = rewritten(gold, i, i + 1, [[*level[:j], first, second, *level[j + 1 :]]])
                yield i, (small, large), parted


def broken_clusters(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with a cluster split in two."""
    for i, sizes, shape in _broken(gold):
        yield {"better": gold, "worse": shape}, f"a cluster on level {i + 1} split in {sizes[0]} and {sizes[1]}"


def merged_clusters(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with two clusters of a level, without a document in common, made one."""
    for _, _, shape, words in _merged(gold):
        yield {"better": gold, "worse": shape}, words


def _merged(gold: Shape) -> Iterator[tuple[int, tuple[int, int], Shape, str]]:
    """For each two clusters of a level that can be made one: the level, their sizes, and the organization after it."""
    for i, level in enumerate(gold):
        for first, second in combinations(range(len(level)), 2):
            if not set(level[first]) & set(level[second]):
                rest = [cluster for j, cluster in enumerate(level) if j not in (first, second)]
                shape = rewritten(gold, i, i + 1, [[*rest, level[first] + level[second]]])
                small, large = sorted((len(level[first]), len(level[second])))
                yield i, (small, large), shape, f"two clusters on level {i + 1} merged"


def broken_at_two_levels(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """Two clusters of one size on different levels, each split in parts of the same sizes: the loss of the higher
    split, and the loss of the lower.
    """
    for (i, sizes, high), (j, same, low) in combinations(_broken(gold), 2):
        if i < j and sizes == same:
            outputs = {"shallow_better": gold, "shallow_worse": high, "deep_better": gold, "deep_worse": low}
            yield outputs, f"a cluster split in {sizes[0]} and {sizes[1]} on level {i + 1}, or one on level {j + 1}"


def _broken_at(gold: Shape, parted: Shape) -> tuple[int, tuple[int, int]] | None:
    """The level and the sizes of the parts, where a merger takes an output back to the gold. A cluster of k documents
    has 2^(k-1) - 1 splits, and an output has few mergers.
    """
    return next(((i, sizes) for i, sizes, shape, _ in _merged(parted) if shape == gold), None)


def is_broken(gold: Shape, outputs: Outputs) -> bool:
    """Whether `broken_clusters` makes these outputs."""
    return outputs["better"] == gold and _broken_at(gold, outputs["worse"]) is not None


def is_broken_at_two_levels(gold: Shape, outputs: Outputs) -> bool:
    """Whether `broken_at_two_levels` makes these outputs."""
    shallow, deep = (_broken_at(gold, outputs[f"{side}_worse"]) for side in ("shallow", "deep"))
    if shallow is None or deep is None or shallow[0] >= deep[0] or shallow[1] != deep[1]:
        return False
    return outputs["shallow_better"] == outputs["deep_better"] == gold


# --- documents removed and added


def removed_documents(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself without one of its documents, all occurrences of it."""
    for d in sorted(documents(gold)):
        left = [[tuple(e for e in cluster if e != d) for cluster in level] for level in gold]
        yield {"better": gold, "worse": tidy(left)}, "a document removed"


def removed_occurrences(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself without one occurrence of a document that has others."""
    held = Counter(d for level in gold for cluster in level for d in cluster)
    for i, level in enumerate(gold):
        for j, cluster in enumerate(level):
            for d in cluster:
                if held[d] > 1:
                    kept = tuple(e for e in cluster if e != d)
                    left = rewritten(gold, i, i + 1, [[*level[:j], kept, *level[j + 1 :]]])
                    yield {"better": gold, "worse": left}, f"one of {held[d]} occurrences of a document removed"


def noisy_documents(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with a document more, at each place there is: in a cluster, alone on a level, on a level
    of its own.
    """
    for shape in added(gold, len(documents(gold))):
        yield {"better": gold, "worse": shape}, "a document added that the gold does not list"


# --- levels in reverse order


def _turned(gold: Shape) -> Shape | None:
    """The levels in reverse order, None where each level has the documents it had."""
    return gold[::-1] if in_levels(gold, gold[::-1]) else None


def reversed_levels(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold against itself with its levels in reverse order."""
    turned = _turned(gold)
    if turned is not None:
        yield {"better": gold, "worse": turned}, "the levels in reverse order"


def reversed_either_way(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The gold and its reverse as better and worse, and the other way round: neither may gain."""
    turned = _turned(gold)
    if turned is not None:
        yield {"better": gold, "worse": turned}, "the levels in reverse order (worse)"
        yield {"better": turned, "worse": gold}, "the levels in reverse order (better)"
