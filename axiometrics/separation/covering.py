"""The smallest set of cases that separates all metrics of a task from each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.metric import Metric
from axiometrics.separation.kinds import Kind, kinds
from axiometrics.separation.naming import alike
from axiometrics.separation.outputs import Outputs, every
from axiometrics.separation.pair import Progress
from axiometrics.separation.ranks import UNDEFINED, order

SIZES = {"clustering": 6, "filtering": 8, "ranking": 6, "organization": 3, "graded": 4, "overlapping": 3}
"""Documents of the cases to choose from unless told."""

SECONDS = 60.0
"""How long the integer program may take."""

NONE = 2
"""Stands for the preference of a metric that is undefined on one of two outputs, or of which it could not be decided."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Chosen:
    """A case of the set: what each metric makes of it (1: it prefers x, -1: y, 0: a tie, None: undefined), and the pairs that it separates."""

    case: Case
    preferences: tuple[int | None, ...]
    separates: frozenset[Pair]


@dataclass
class Cover:
    """The smallest set of cases that separates metrics pair by pair.

    Attributes
    ----------
    metrics, task, ties : which metrics, of what task, and whether a tie against a preference counts
    searched : the kinds of cases, and the documents up to which each was searched
    chosen : the set, smaller cases first
    alike : pairs of metrics that no case searched separates
    cases, candidates : pairs of outputs compared, and how many different sets of pairs of metrics they separate, those within another left out
    minimal : whether no smaller set of the cases searched does as much, as proved by the integer program
    least : what it proved that every such set has at least
    undecided : outputs of which an exact comparison could not be decided, by metric
    """

    metrics: tuple[Metric, ...]
    task: str
    ties: bool
    searched: dict[str, int] = field(default_factory=dict)
    chosen: tuple[Chosen, ...] = ()
    alike: tuple[Pair, ...] = ()
    cases: int = 0
    candidates: int = 0
    minimal: bool = True
    least: int = 0
    undecided: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Candidate:
    """Where the smallest case of a vector of preferences is."""

    size: tuple[int, int]
    outputs: Outputs
    x: int
    y: int

    def case(self) -> Case:
        return Case(self.outputs.gold, {"x": self.outputs.output(self.x), "y": self.outputs.output(self.y)})


def cover(
    metrics: Sequence[Metric],
    task: str,
    *,
    ties: bool = False,
    size: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = lambda i, n, what: None,
) -> Cover:
    """The smallest set of cases, each a gold and two outputs, of which one at least separates each two of the metrics.

    What separates two metrics is said at `separate`. The cases to choose from are all up to `size` documents; metrics that know no grades, or no
    overlapping clusters, have no preference on cases with such. The set is found by an integer program, which proves that it is smallest or,
    after `seconds`, says how small one could be. Of cases that separate the same pairs the smallest stands for all.
    """
    result = Cover(tuple(metrics), task, ties)
    found: dict[bytes, _Candidate] = {}
    searched = kinds(task, metrics, size, SIZES)
    last = max(kind.last for kind in searched)
    for documents in range(1, last + 1):
        progress(documents - 1, last, f"cases of {documents} documents")
        for kind in searched:
            if documents <= kind.last:
                for outputs in every(task, documents, **kind.options):
                    _collect(result, found, outputs, kind)
                result.searched[kind.name] = documents
    progress(last, last, "the smallest set")
    _choose(result, found, seconds)
    return result


def _collect(result: Cover, found: dict[bytes, _Candidate], outputs: Outputs, kind: Kind) -> None:
    """Keep for each vector of preferences on two outputs of this gold the smallest case."""
    places = np.full((len(result.metrics), len(outputs)), UNDEFINED)
    for row, metric in enumerate(result.metrics):
        if kind.speaks(metric):
            ranked = order(metric, outputs)
            places[row] = np.where(ranked.unsure, UNDEFINED, ranked.places)
            if ranked.unsure.any():
                result.undecided[metric.id] = result.undecided.get(metric.id, 0) + int(ranked.unsure.sum())
    result.cases += outputs.pairs
    for i in range(len(outputs) - 1):
        others = np.flatnonzero(outputs.fresh | outputs.fresh[i])
        others = others[others > i]
        if not len(others):
            continue
        here, there = places[:, i, None], places[:, others]
        signs = np.where((here == UNDEFINED) | (there == UNDEFINED), NONE, np.sign(here - there)).astype(np.int8).T
        vectors, first = np.unique(_upright(signs), axis=0, return_index=True)
        for vector, k in zip(vectors, first, strict=True):
            j = int(others[k])
            x, y = (i, j) if (vector == signs[k]).all() else (j, i)
            size = (outputs.documents, int(outputs.gold.size + outputs.occurrences[i] + outputs.occurrences[j]))
            known = found.get(vector.tobytes())
            if known is None or size < known.size:
                found[vector.tobytes()] = _Candidate(size, outputs, x, y)


def _upright(signs: Array) -> Array:
    """Preferences turned so that the first metric that has one prefers x: swapping the outputs changes nothing."""
    strict = np.abs(signs) == 1
    first = np.take_along_axis(signs, strict.argmax(-1)[:, None], -1)
    turned = np.where(strict, signs * np.where(first == -1, -1, 1), signs)
    return np.asarray(turned, dtype=np.int8)


def _choose(result: Cover, found: dict[bytes, _Candidate], seconds: float) -> None:
    pairs = list(combinations(range(len(result.metrics)), 2))
    keys = sorted(found, key=lambda key: (found[key].size, key))
    vectors = np.array([np.frombuffer(key, dtype=np.int8) for key in keys]).reshape(-1, len(result.metrics))
    separates = _separated(vectors, pairs, result.ties)
    kept = _maximal(separates)
    covered = np.asarray(separates[kept].any(axis=0))
    result.alike = tuple(pair for pair, is_covered in zip(pairs, covered, strict=True) if not is_covered)
    if not covered.any():
        return
    result.candidates = len(kept)
    chosen, result.minimal, result.least = _smallest_cover(separates[kept][:, covered], seconds)
    for k in sorted(kept[c] for c in chosen):
        preferences = tuple(None if sign == NONE else int(sign) for sign in vectors[k])
        result.chosen += (Chosen(alike(found[keys[k]].case()), preferences, frozenset(pair for pair, yes in zip(pairs, separates[k], strict=True) if yes)),)


def _separated(vectors: Array, pairs: Sequence[Pair], ties: bool) -> Array:
    """For each vector of preferences, which pairs of metrics it separates; shape (vectors, pairs)."""
    one, other = (vectors[:, [pair[side] for pair in pairs]] for side in range(2))
    if ties:
        return np.asarray((one != other) & (one != NONE) & (other != NONE))
    return np.asarray(one * other == -1)


def _maximal(separates: Array) -> Array:
    """The rows that are not within another row, of equal ones the first."""
    counts = separates.sum(-1)
    kept: list[int] = []
    for k in sorted(range(len(counts)), key=lambda k: (-counts[k], k)):
        if not kept or not (separates[kept] >= separates[k]).all(-1).any():
            kept.append(int(k))
    return np.array(sorted(kept), dtype=int)


def _smallest_cover(separates: Array, seconds: float) -> tuple[list[int], bool, int]:
    """The fewest rows that together have every column, whether that is proved, and how many are proved to be needed at least."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    columns = _maximal(~separates.T)  # a column that has all the rows of another is covered with it
    rows = len(separates)
    needs = LinearConstraint(separates[:, columns].T.astype(float), lb=1)
    answer = milp(np.ones(rows), integrality=np.ones(rows), bounds=Bounds(0, 1), constraints=needs, options={"time_limit": seconds})
    least = max(1, math.ceil(answer.mip_dual_bound - 1e-6)) if answer.mip_dual_bound is not None else 1
    chosen = _greedy(separates) if answer.x is None else np.flatnonzero(np.round(answer.x)).tolist()
    return chosen, len(chosen) == least, least


def _greedy(separates: Array) -> list[int]:
    """Rows that together have every column, each time the one that has most of those missing."""
    chosen: list[int] = []
    missing = np.ones(separates.shape[1], dtype=bool)
    while missing.any():
        chosen.append(int((separates & missing).sum(-1).argmax()))
        missing &= ~separates[chosen[-1]]
    return chosen
