"""The smallest set of cases that separates all metrics of a task from each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import ceil

import numpy as np

from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.separation.pair import separate
from axiometrics.comparison.separation.program import (
    Pair,
    apart,
    fewest_possible,
    maximal,
    smallest_cover,
    words_needed,
)
from axiometrics.comparison.separation.reasons import REASONS
from axiometrics.comparison.walk import CaseKind, Walk, kinds
from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError, UndecidedError
from axiometrics.core.metric import Metric
from axiometrics.core.page import Presentable
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import Outputs
from axiometrics.core.task import task as task_of
from axiometrics.judging.orders import UNDEFINED, order
from axiometrics.judging.signs import sign_if_decided

SECONDS = 300.0
"""The seconds that the integer program may take."""

CHUNK = 256
"""The number of outputs that are compared with all others at once."""

TIE, FIRST, SECOND, NONE = range(4)
"""The opinion of a metric on two outputs, in two bits: it ties them, prefers the first, prefers the second, or has no
opinion because it is undefined or could not be decided.
"""

PREFERENCES = {TIE: 0, FIRST: 1, SECOND: -1, NONE: None}
"""The opinions as a `Chosen` holds them."""

ALONE = b"alone"
"""The beginning of the keys of cases that were found for two metrics alone."""

DIGITS = 32
"""The number of opinions in a word of 64 bits."""

FIRSTS = np.uint64(0x5555555555555555)
"""The bits of a word that say that the first output is preferred."""


@dataclass(frozen=True)
class Chosen:
    """A case of the set: the opinion of each metric on the case (1: the metric prefers x, -1: it prefers y, 0: a tie,
    None: undefined), and the pairs of metrics that the case separates.
    """

    case: Case
    preferences: tuple[int | None, ...]
    separates: frozenset[Pair]


@dataclass(repr=False)
class Cover(Presentable):
    """The smallest set of cases that separates metrics pair by pair.

    Attributes
    ----------
    metrics, task, ties : the metrics, their task, and whether a tie against a preference separates
    searched : by kind of cases, the number of documents up to which it was searched for all metrics
    chosen : the set, smaller cases first
    alike : pairs of metrics that no case searched separates
    alone : the alike pairs that were also searched two by two, as `separate` does, with the sizes searched
    reasons : the alike pairs that order the outputs of every gold alike, with the reason; the two orders were the same
        in all cases searched
    cases, candidates : the number of pairs of outputs compared, and of the different sets of pairs of metrics that
        they separate, without the sets within another set
    further : the number of candidates that were found by searching two metrics alone
    minimal : whether the integer program proved that no smaller set of the cases searched separates as many pairs
    least : the proved least number of cases of every such set
    floor : the fewest cases that could do as much whatever their size: n cases separate at most `2 ** n` metrics
        (`3 ** n` with ties)
    undecided : by metric, the number of outputs that could not be compared exactly with some other output
    """

    metrics: tuple[Metric, ...]
    task: str
    ties: bool
    searched: dict[str, int] = field(default_factory=dict)
    chosen: tuple[Chosen, ...] = ()
    alike: tuple[Pair, ...] = ()
    alone: dict[Pair, dict[str, int]] = field(default_factory=dict)
    reasons: dict[Pair, str] = field(default_factory=dict)
    cases: int = 0
    candidates: int = 0
    further: int = 0
    minimal: bool = True
    least: int = 0
    floor: int = 0
    undecided: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _ChoosableCase:
    """A case, which is made only when it is needed, and the opinion of each metric on it."""

    size: tuple[int, int]
    case: Callable[[], Case]
    says: tuple[int, ...]


def cover(
    metrics: Sequence[Metric],
    task: str,
    *,
    ties: bool = False,
    size: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = silent,
) -> Cover:
    """The smallest set of cases, each a gold and two outputs, such that at least one of them separates each two of the
    metrics.

    `separate` defines when a case separates two metrics. The cases to choose from are all cases up to `size` documents.
    Metrics that are not defined on grades, or on overlapping clusters, have no preference on cases with these. Pairs
    that no case separates are searched by `separate` where it knows further cases, and the case that it finds is added.
    The set is found by an integer program, which proves that it is smallest or, after `seconds`, says how small one
    could be. Of cases that separate the same pairs, the smallest stands for all. The search ends early where no case of
    any size could help: all pairs are separated, except those known to order alike, by the fewest possible cases
    (`floor`).
    """
    result = Cover(tuple(metrics), task, ties)
    choosable: dict[bytes, _ChoosableCase] = {}
    walk = Walk(kinds(task, metrics, size, "cover"), progress, result.searched)
    for a, b in combinations(range(len(metrics)), 2):
        reason = REASONS.get(frozenset((metrics[a].id, metrics[b].id)))
        if reason is not None:
            result.reasons[a, b] = reason.words
    last = walk.last
    for documents, cases in walk.sizes():
        for kind, outputs in cases:
            _collect(result, choosable, outputs, kind)
        if documents < last and not _left(result, choosable):
            progress(documents, last, f"the smallest set of {len(choosable)}")
            if _choose(result, choosable, seconds, hopeful=True):
                return result
    for a, b in _left(result, choosable):
        progress(last, last, f"{metrics[a].id} and {metrics[b].id} alone")
        _alone(result, choosable, (a, b), size, walk.kinds)
    progress(last, last, f"the smallest set of {len(choosable)}")
    _choose(result, choosable, seconds)
    return result


def _collect(result: Cover, choosable: dict[bytes, _ChoosableCase], outputs: Outputs, kind: CaseKind) -> None:
    """For each way in which two outputs of this gold separate the metrics, keep the smallest case."""
    result.cases += outputs.pairs
    if not outputs.pairs:
        return
    places = _places(result, outputs, kind)
    for a, b in list(result.reasons):
        if kind.speaks(result.metrics[a]) and kind.speaks(result.metrics[b]) and (places[a] != places[b]).any():
            del result.reasons[a, b]
    for start in range(0, len(outputs), CHUNK):
        rows = np.arange(start, min(start + CHUNK, len(outputs)))
        first, second = np.nonzero(
            (outputs.fresh[rows, None] | outputs.fresh[None, :]) & (np.arange(len(outputs)) > rows[:, None])
        )
        if len(first):
            _keep(result, choosable, outputs, places, rows[first], second)


def _places(result: Cover, outputs: Outputs, kind: CaseKind) -> Array:
    """The places of the outputs in the order of each metric; `UNDEFINED` where the metric has no value or could not be
    decided.
    """
    places = np.full((len(result.metrics), len(outputs)), UNDEFINED, dtype=np.int32)
    for row, metric in enumerate(result.metrics):
        if kind.speaks(metric):
            ranked = order(metric, outputs)
            places[row] = np.where(ranked.unsure, UNDEFINED, ranked.places)
            if ranked.unsure.any():
                result.undecided[metric.id] = result.undecided.get(metric.id, 0) + int(ranked.unsure.sum())
    return places


def _keep(
    result: Cover, choosable: dict[bytes, _ChoosableCase], outputs: Outputs, places: Array, first: Array, second: Array
) -> None:
    """Of these pairs of outputs, keep the smallest for each way in which they separate the metrics."""
    codes = _codes(places, first, second, result.ties)
    upright, turned = _upright(codes)
    several = np.flatnonzero(_separating(upright, result.ties))
    if not len(several):
        return
    distinct, number = (
        np.unique(upright[several], axis=0, return_inverse=True) if upright.shape[1] > 1 else _unique(upright[several])
    )
    number = number.reshape(-1)
    keys = [row.tobytes() for row in distinct]
    new = np.array([key not in choosable or choosable[key].size[0] == outputs.documents for key in keys])
    several, number = several[new[number]], number[new[number]]
    sizes = outputs.gold.size + outputs.occurrences[first[several]] + outputs.occurrences[second[several]]
    by_size = np.lexsort((sizes, number))
    starts = by_size[np.flatnonzero(np.diff(number[by_size], prepend=-1))]
    for at in starts.tolist():
        key, size, k = keys[number[at]], (outputs.documents, int(sizes[at])), several[at]
        if key not in choosable or size < choosable[key].size:
            i, j = (int(first[k]), int(second[k])) if not turned[k] else (int(second[k]), int(first[k]))
            choosable[key] = _ChoosableCase(size, partial(_case, outputs, i, j), _says(places[:, i], places[:, j]))


def _case(outputs: Outputs, i: int, j: int) -> Case:
    return Case(outputs.gold, {"x": outputs.output(i), "y": outputs.output(j)})


def _unique(words: Array) -> tuple[Array, Array]:
    distinct, number = np.unique(words[:, 0], return_inverse=True)
    return distinct[:, None], number


def _codes(places: Array, first: Array, second: Array, ties: bool) -> Array:
    """The opinions of the metrics on pairs of outputs, the first metric in the highest bits. Without `ties`, a tie is
    coded as no opinion.

    Shape (pairs, words). The digit 3 is a tie where ties count, and 0 is always an opinion that separates nothing.
    """
    words = np.zeros((len(first), ceil(len(places) / DIGITS)), dtype=np.uint64)
    for row, of in enumerate(places):
        left, right = of[first], of[second]
        said = (left > right).astype(np.uint64) | ((left < right).astype(np.uint64) << np.uint64(1))
        if ties:
            said[left == right] = 3
        said[(left == UNDEFINED) | (right == UNDEFINED)] = 0
        words[:, row // DIGITS] |= said << np.uint64(2 * (DIGITS - 1 - row % DIGITS))
    return words


def _upright(words: Array) -> tuple[Array, Array]:
    """The opinions turned so that the first metric with a preference prefers x, since swapping the outputs changes
    nothing; and a mask of the rows that were turned.
    """
    swapped = ((words & FIRSTS) << np.uint64(1)) | ((words >> np.uint64(1)) & FIRSTS)
    turned = np.zeros(len(words), dtype=bool)
    for word in reversed(range(words.shape[1])):
        straight, mirrored = words[:, word], swapped[:, word]
        turned = np.where(straight != mirrored, mirrored < straight, turned)
    return np.where(turned[:, None], swapped, words), turned


def _separating(words: Array, ties: bool) -> Array:
    """Whether two of the metrics have different opinions."""
    firsts, seconds = words & FIRSTS, (words >> np.uint64(1)) & FIRSTS
    said = [(firsts & ~seconds).any(1), (seconds & ~firsts).any(1), (firsts & seconds).any(1)]
    return np.asarray(np.sum(said, axis=0) > 1 if ties else said[0] & said[1])


def _says(first: Array, second: Array) -> tuple[int, ...]:
    """The opinion of each metric on two outputs with these places."""
    said = np.where(first > second, FIRST, np.where(first < second, SECOND, TIE))
    return tuple(np.where((first == UNDEFINED) | (second == UNDEFINED), NONE, said).tolist())


def _left(result: Cover, choosable: dict[bytes, _ChoosableCase]) -> list[Pair]:
    """The pairs of metrics that no case separates, except those for which a reason is known."""
    pairs = list(combinations(range(len(result.metrics)), 2))
    says = np.array([candidate.says for candidate in choosable.values()]).reshape(-1, len(result.metrics))
    covered = np.asarray(_separated(says, pairs, result.ties).any(axis=0))
    return [
        pair for pair, is_covered in zip(pairs, covered, strict=True) if not is_covered and pair not in result.reasons
    ]


def _alone(
    result: Cover, choosable: dict[bytes, _ChoosableCase], pair: Pair, size: int | None, searched: Sequence[CaseKind]
) -> None:
    """Search for a case of two metrics where `separate` knows cases that were not searched here, and add the case."""
    both = [result.metrics[k] for k in pair]
    done = {(kind.name, kind.closed): kind.last for kind in searched}
    if all(done.get((kind.name, kind.closed), 0) >= kind.last for kind in kinds(result.task, both, size)):
        return
    if any(
        _separated(np.array([candidate.says]), [pair], result.ties).any()
        for key, candidate in choosable.items()
        if key.startswith(ALONE)
    ):
        return
    first, second = map(ComparedFormula, both)
    separation = separate((first, second), result.task, ties=result.ties, size=size)
    if separation.found is None:
        result.alone[pair] = separation.searched
        return
    case = separation.found.case
    result.further += 1
    choosable[ALONE + bytes([result.further])] = _ChoosableCase(
        case.size, lambda: case, tuple(_said(metric, case) for metric in result.metrics)
    )


def _said(metric: Metric, case: Case) -> int:
    """The opinion of a metric on a case; `NONE` where the metric is not defined on it."""
    try:
        first, second = (metric.exact(output, case.gold) for output in case.outputs.values())
    except (TaskError, UndecidedError):
        return NONE
    said = None if first != first or second != second else sign_if_decided(lambda: first - second)
    return NONE if said is None else (TIE, FIRST, SECOND)[said]


def _choose(result: Cover, choosable: dict[bytes, _ChoosableCase], seconds: float, hopeful: bool = False) -> bool:
    """Choose the set, and return whether no larger cases could do with fewer. If `hopeful`, choose only where that may
    be so.
    """
    pairs = list(combinations(range(len(result.metrics)), 2))
    keys = sorted(choosable, key=lambda key: (choosable[key].size, key))
    says = np.array([choosable[key].says for key in keys]).reshape(-1, len(result.metrics))
    separates = _separated(says, pairs, result.ties)
    covered = np.asarray(separates.any(axis=0))
    result.alike = tuple(pair for pair, is_covered in zip(pairs, covered, strict=True) if not is_covered)
    result.reasons = {pair: words for pair, words in result.reasons.items() if pair in result.alike}
    if not covered.any():
        return False
    kept = maximal(separates)
    result.candidates = len(kept)
    ways = 3 if result.ties else 2
    result.floor = words_needed(len(apart(separates, pairs, len(result.metrics))), ways)
    if hopeful and fewest_possible(separates[kept], pairs, len(result.metrics), ways) > result.floor:
        return False
    chosen, result.minimal, result.least = smallest_cover(separates[kept], pairs, len(result.metrics), ways, seconds)
    result.chosen = tuple(
        Chosen(
            task_of(result.task).alike(choosable[keys[k]].case()),
            tuple(PREFERENCES[said] for said in says[k]),
            frozenset(pair for pair, yes in zip(pairs, separates[k], strict=True) if yes),
        )
        for k in sorted(kept[c] for c in chosen)
    )
    return len(chosen) == result.floor


def _separated(says: Array, pairs: Sequence[Pair], ties: bool) -> Array:
    """For each row of opinions, mark the pairs of metrics that it separates; shape (rows, pairs)."""
    first, second = (says[:, [pair[side] for pair in pairs]] for side in range(2))
    if ties:
        return np.asarray((first != second) & (first != NONE) & (second != NONE))
    return np.asarray(first * second == FIRST * SECOND)
