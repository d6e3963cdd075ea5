"""Which definition a metric computes: what is left of the catalogue once every different one is thrown out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from axiometrics.candidates import introductions
from axiometrics.candidates.called import BOUND
from axiometrics.candidates.conduct import Conduct, conduct
from axiometrics.comparison.identification.catalogue import (
    CUTS,
    catalogue,
    fitted,
    is_cut,
    named,
    number_of_own,
    variants,
)
from axiometrics.comparison.identification.comparison import (
    Agreement,
    agreement,
    compare,
    conventions,
)
from axiometrics.comparison.identification.inputs import InputBlock
from axiometrics.comparison.identification.label_definitions import LABELLED
from axiometrics.comparison.identification.ties import TieRules, tie_rules
from axiometrics.comparison.identification.tried_inputs import Inputs, ask
from axiometrics.comparison.identification.values import (
    PLAIN,
    AffineScale,
    Ours,
    Theirs,
    ValueSource,
    compared,
    differing,
    source,
    speaks_of,
)
from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.metric import Metric
from axiometrics.core.page import Page, Presentable
from axiometrics.core.parameter import Parameter
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate, builtin
from axiometrics.running.settings import Progress

FEW = 4
"""Documents of the inputs on which the nearest definitions are chosen before all inputs are looked at."""

FINALISTS = 8
"""Definitions that are compared with a metric on all inputs to find the nearest."""

POINTS = 48
"""Values of a number at which the search for the right one begins."""

ENOUGH = 200
"""Pairs of values from which a scale is fitted at most."""

MOSTLY, REDUCED = Fraction(1, 2), Fraction(1, 2)
"""The least share of the inputs on which a metric has a value that a definition needs to have one too, to be its:
conventions left out; and of a definition of another task that is reduced to this one, conventions counted.
"""

TOLERANCE = 2.0**-30
"""To what share a fitted number, or a scale, is taken for a simple one."""

NAMED_SCALES = {
    "ln 2": math.log(2),
    "1/ln 2": 1 / math.log(2),
    "log10 2": math.log10(2),
    "1/log10 2": 1 / math.log10(2),
    "ln 10": math.log(10),
    "1/ln 10": 1 / math.log(10),
}
"""Factors that another base of the logarithm makes."""


@dataclass(frozen=True, repr=False)
class Identification(Presentable):
    """Which definition a metric computes.

    Attributes
    ----------
    target : the metric
    task : whose inputs were tried
    metric : the definition that it equals, or the nearest; None where no input gave a value to compare
    equal : whether it equals that definition
    also : further definitions that it equals on these inputs; each lacks a value on no more of them than the first
    scale : by what the definition is multiplied, and what is added
    agreement : on how many inputs the two are equal, the smallest on which they differ, and what they give at 0/0
    searched : by the name of each world that counts, the documents to which it was searched whole
    beyond : for each trait that the definition does not have, how often the two are equal on inputs with it
    exact : whether the values were compared exactly; else to within an error bound
    named : the definition whose name the metric has, if any
    constant : the one value that the metric has on all inputs, which is no definition; None where it has several
    ties : what it makes of documents that share a place; None where no call tells of such, or no definition is equal
    conduct : how it behaves where definitions say nothing; None where that was not measured
    """

    target: str
    task: str
    metric: Metric | None
    equal: bool
    also: tuple[str, ...]
    scale: AffineScale
    agreement: Agreement
    searched: dict[str, int]
    beyond: dict[str, Agreement]
    exact: bool
    named: str = ""
    constant: float | None = None
    ties: TieRules | None = None
    conduct: Conduct | None = None

    @property
    def definition(self) -> str:
        """The id of the definition that it equals, or of the nearest; empty where there is none."""
        return "" if self.metric is None else self.metric.id

    @property
    def upto(self) -> int:
        """The documents to which every input was tried."""
        return min(self.searched.values(), default=0)

    def to_json(self) -> dict[str, Any]:
        """The identification as JSON, as `identify --format json` writes it for one target."""
        from axiometrics.comparison.identification import document

        return document.identifications([self])

    def page(self) -> Page:
        """The identification as a page."""
        from axiometrics.comparison.identification.page import identified_page

        return identified_page([self])


def scale_words(number: float) -> str:
    """A factor as people write it.

    >>> scale_words(0.6931471805599453), scale_words(-2.0), scale_words(1 / 3)
    ('ln 2', '-2', '1/3')
    """
    for word, value in NAMED_SCALES.items():
        for sign in (1, -1):
            if abs(number - sign * value) <= TOLERANCE:
                return word if sign > 0 else f"-{word}"
    simple = Fraction(number).limit_denominator(1000)
    return str(simple) if abs(float(simple) - number) <= TOLERANCE * max(1.0, abs(number)) else f"{number:.9g}"


def identify(
    candidate: Candidate,
    task: str | None = None,
    *,
    size: int | None = None,
    seed: int = 0,
    progress: Progress = lambda done, total, what: None,
) -> Identification:
    """Which definition of the catalogue a metric computes, or the nearest one; of a metric of several tasks, in the
    task in which it is found, or comes nearest.

    Parameters
    ----------
    candidate : a metric, of ours or not
    task : where it is called in the same way in several
    size : documents to which all inputs are tried, as far as the world of the task goes; unless given, as many as keep
        the inputs of each world within a few thousands
    seed : the seed with which larger inputs are drawn
    """
    tasks = candidate.tasks if task is None else (task,)
    found = []
    for i, one in enumerate(tasks):
        progress(i, len(tasks), f"{candidate.id} as a metric of {one}")
        found.append(_IdentitySearch(candidate, one, size, seed).found())
        if found[-1].equal:
            break
    best = max(found, key=lambda one: (one.equal, one.agreement.share))
    return replace(best, conduct=conduct(candidate, best.task))


def misnamed(candidate: Candidate, task: str, size: int, cache: Cache | None = None) -> list[str]:
    """In words, where a user's metric differs from the one of ours whose name it has. Nothing if it has none of our
    names, if it is that metric in some variant, or if no input up to this size tells the two apart.
    """
    ours = named(candidate.id, task)
    if ours is None or candidate.metric is not None:
        return []
    like = builtin(ours)

    def differing() -> Iterator[str]:
        if not _IdentitySearch(candidate, task, size, 0).is_some(ours):
            found = compare(candidate, like, task, size=size, facts=False)
            yield from [] if found.agreement.difference is None else [found.short]

    modules = (__name__, *filter(None, [like.home]))
    return introductions.remembered(f"misnamed to {size}", modules, candidate, task, cache, differing)


@dataclass(frozen=True)
class EqualDefinition:
    """The id of a definition that a metric equals, and the number of inputs on which the two were compared."""

    id: str
    inputs: int


def equal_definition(candidate: Candidate, task: str, size: int, cache: Cache | None = None) -> EqualDefinition | None:
    """The definition of a task that a user's metric equals wherever both have a value: on all inputs up to this size,
    on drawn larger ones, and on calls that are written in other ways. None where there is none.
    """
    if candidate.metric is not None:
        return None

    def found() -> Iterator[str]:
        equal = _IdentitySearch(candidate, task, size, 0).own()
        yield from () if equal is None else (equal.id, str(equal.inputs))

    told = introductions.remembered(f"equal to {size}", (__name__,), candidate, task, cache, found)
    return EqualDefinition(told[0], int(told[1])) if told else None


class _IdentitySearch:
    """The search for the definition of one metric in one task."""

    def __init__(self, candidate: Candidate, task: str, size: int | None, seed: int) -> None:
        judge = candidate.judge(task)
        self.candidate, self.task = candidate, task
        cuts = any(p.cut for metric in catalogue(task) for p in metric.parameters)
        self.inputs = Inputs.of([judge], task, size, cuts, seed)
        self.target: ValueSource = source(judge, task)
        ask(self.inputs, self.target)
        self.named = named(candidate.id, task) if candidate.metric is None else None
        self._missing: dict[str, int] = {}
        """By definition, on how many small inputs it has no value where the target has one."""

    def found(self) -> Identification:
        """The definition that is left, or the nearest; none where the target has no value anywhere, or only one."""
        numbers = np.concatenate([self.target.values(b).numbers for b in self.inputs.blocks(self.inputs.tried)])
        known = numbers[~np.isnan(numbers)]
        if not _several(known):
            found = self._identification(None, False, PLAIN, ())
            return replace(found, constant=float(known[0])) if known.size else found
        for scaled in (False, True):
            left = [*self._left(self._candidates(), scaled)]
            if not left and not scaled:
                left = [*self._left(self._fits(catalogue(self.task)), scaled)]
            if left:
                left.sort(key=self._rank)
                metric, scale = left[0]
                also = tuple(one.id for one, _ in left[1:] if self._missing[one.id] <= self._missing[metric.id])
                found = self._identification(metric, True, scale, also)
                return replace(found, ties=self._ties(metric, scale))
        nearest = self._nearest()
        return self._identification(nearest, False, PLAIN, ())

    def _ties(self, metric: Metric, scale: AffineScale) -> TieRules | None:
        return tie_rules(self.target, metric, scale) if isinstance(self.target, Theirs) else None

    def own(self) -> EqualDefinition | None:
        """The best definition of the task itself that is left, with the number of inputs on which it was compared."""
        numbers = np.concatenate([self.target.values(b).numbers for b in self.inputs.blocks(self.inputs.tried)])
        if not _several(numbers[~np.isnan(numbers)]):
            return None
        own = catalogue(self.task)[: number_of_own(self.task)]
        speaking = [metric for metric in own if speaks_of(metric, "", self.inputs.closed)]
        left = [*self._left((one for metric in speaking for one in variants(metric)), False)]
        left = left or [*self._left(self._fits(speaking), False)]
        if not left:
            return None
        metric, scale = min(left, key=self._rank)
        compared = self._agreement(metric, scale)
        return EqualDefinition(metric.id, compared.compared + compared.drawn + compared.written)

    def is_some(self, metric: Metric) -> bool:
        """Whether the target is some variant of this metric."""
        return any(True for tried in (variants(metric), self._fits([metric])) for _ in self._left(tried, False))

    def _candidates(self) -> Iterator[Metric]:
        for metric in catalogue(self.task):
            if self._may_be(metric):
                yield from variants(metric)

    def _may_be(self, metric: Metric) -> bool:
        return speaks_of(metric, "", self.inputs.closed) and (LABELLED in metric.traits or not self._speaks_of_labels)

    def _blocks(self, metric: Metric) -> Iterator[InputBlock]:
        """The blocks that count, those first that tell most definitions apart in little time."""
        allowed = frozenset(metric.traits)
        mine = [block for block in self.inputs.drawn if not block.trait or block.trait in allowed]
        yield from sorted((block for block in mine if not block.is_large), key=lambda block: not block.trait)
        yield from (block for one in self.inputs.counted(allowed) for block in reversed(one.blocks))
        yield from (block for block in self.inputs.written if not block.trait or block.trait in allowed)
        yield from (block for block in mine if block.is_large)

    def _left(self, metrics: Iterator[Metric], scaled: bool) -> Iterator[tuple[Metric, AffineScale]]:
        """Those of the metrics that are equal wherever they are compared, and that is on many inputs."""
        for metric in metrics:
            try:
                scale = self._survives(Ours(metric), scaled)
            except (AxiometricsError, ArithmeticError):
                continue
            if scale is not None:
                yield metric, scale

    @cached_property
    def _speaks_of_labels(self) -> bool:
        """Whether only definitions for several labels are left: the target has values on more than two, and is on two
        what such a definition is. What is Accuracy there, and not beyond, is no other definition's either.
        """
        if LABELLED not in self.inputs.tried:
            return False
        wider = [metric for metric in catalogue(self.task) if LABELLED in metric.traits]
        narrow = [Ours(replace(metric, traits=metric.traits - {LABELLED})) for metric in wider]
        return any(self._survives(one, scaled) is not None for one in narrow for scaled in (False, True))

    def _survives(self, ours: Ours, scaled: bool) -> AffineScale | None:
        """The scale by which the target equals the definition on every block; None where there is none.

        A scale is fitted to the first two values of the definition that differ, and needs a third one to be more than
        what two values always have. A definition that has one value wherever it is compared, as nDCG@1 has whose ideal
        is the first rank, says nothing of the target.
        """
        scale = None if scaled else PLAIN
        seen: list[InputBlock] = []
        own = ours.metric.base in {one.base for one in catalogue(self.task)[: number_of_own(self.task)]}
        having = agreeing = missing = 0
        values: list[Array] = []
        pairs: list[tuple[float, float]] = []
        for block in self._blocks(ours.metric):
            first, second = self.target.values(block), ours.values(block)
            both = compared(first, second)
            if block.kind == "world":
                having += int((~np.isnan(first.numbers) & ~(second.by_convention & own)).sum())
                agreeing += int(both.sum())
                missing += int((~np.isnan(first.numbers) & np.isnan(second.numbers)).sum())
            if not both.any():
                continue
            seen.append(block)
            values.append(first.numbers[both])
            if scaled and len(pairs) < ENOUGH:
                pairs += zip(second.numbers[both].tolist(), first.numbers[both].tolist(), strict=True)
                if not _is_function(pairs):
                    return None
            blocks = [block]
            if scale is None and (scale := _fitted_scale(pairs)) is not None:
                blocks = seen
            if scale is not None and any(differing(self.target, ours, one, scale).any() for one in blocks):
                return None
        self._missing[ours.metric.id] = missing
        if not values:
            return None
        several = len({round(value, 9) for value, _ in pairs}) > 2 if scaled else _several(np.concatenate(values))
        enough = agreeing >= (MOSTLY if own else REDUCED) * having
        return scale if several and agreeing and enough else None

    def _fits(self, bases: Sequence[Metric]) -> Iterator[Metric]:
        """Metrics with one number, at the values of it that make them equal to the target on some input; only those on
        counts, since the others take too long.
        """
        for base in bases:
            for metric in variants(base) if self._may_be(base) else ():
                parameter = fitted(metric)
                if parameter is not None and not is_cut(metric) and metric.formula is not None:
                    yield from self._fit(metric, parameter)

    def _fit(self, metric: Metric, parameter: Parameter) -> Iterator[Metric]:
        allowed = [b for b in self.inputs.drawn if not b.trait or b.trait in metric.traits][:6]
        for block in sorted(allowed, key=lambda block: not block.trait):
            wanted = float(self.target.values(block).numbers[0])
            if math.isnan(wanted):
                continue

            def excess(x: float, block: InputBlock = block, wanted: float = wanted) -> float:
                values = Ours(metric.with_values(**{parameter.name: Fraction(x)})).values(block)
                return float(values.numbers[0]) - wanted

            points = _points(parameter)
            heights = [excess(x) for x in points]
            if max(heights) - min(heights) < 1e-6:
                continue
            for x, y, at, after in zip(points, points[1:], heights, heights[1:], strict=False):
                if at == 0 or at * after < 0:
                    yield metric.with_values(**{parameter.name: _root(excess, x, y, at)})
            return

    def _rank(self, left: tuple[Metric, AffineScale]) -> tuple[Any, ...]:
        """What equal definitions are ordered by: the target's own task, more inputs on which they are equal, fewer
        traits, fewer parameters, fewer of them set, the name that the target has.
        """
        metric, scale = left
        bases = [one.base for one in catalogue(self.task)]
        place = bases.index(metric.base)
        changed = sum(metric.values[p.name] != p.default for p in metric.parameters)
        reduced = place >= number_of_own(self.task)
        worlds = len(self.inputs.counted(frozenset(metric.traits)))
        if not reduced:
            beyond = self._beyond(metric, scale).values()
            worlds += sum(one.difference is None and one.compared > 0 for one in beyond)
        other_name = self.named is None or self.named.base != metric.base
        return reduced, -worlds, len(metric.traits), len(metric.parameters), changed, other_name, place

    def _nearest(self) -> Metric | None:
        """The definition of the task that is equal most often: chosen on a few inputs, then among the first on all."""
        own = catalogue(self.task)[: number_of_own(self.task)]
        pool = [m for base in own for m in _without_cuts(base)]
        pool = [metric for metric in pool if speaks_of(metric, "", self.inputs.closed)]
        best = self._first(pool, FINALISTS)
        cut = [
            metric.with_values(**{p.name: k}) for metric in best[:3] for p in metric.parameters if p.cut for k in CUTS
        ]
        finalists = self._first([*best, *cut], FINALISTS)
        if self.named is not None and self.named.id not in {metric.id for metric in finalists}:
            finalists.append(self.named)
        shares = [(self._agreement(metric).share, metric) for metric in finalists]
        top = max((share for share, _ in shares), default=0.0)
        equal = [metric for share, metric in shares if share == top]
        mine = [metric for metric in equal if self.named is not None and metric.base == self.named.base]
        return next(iter(mine or equal), None)

    def _first(self, metrics: Sequence[Metric], number: int) -> list[Metric]:
        """Those that are equal most often on small and on drawn inputs, and then nearest by their values."""
        return sorted(metrics, key=self._closeness)[:number]

    def _closeness(self, metric: Metric) -> tuple[float, float]:
        ours, equal, number, away = Ours(metric), 0, 0, 0.0
        for block in self._small(metric):
            try:
                first, second = self.target.values(block), ours.values(block)
            except (AxiometricsError, ArithmeticError):
                return 1.0, math.inf
            counted = ~np.isnan(first.numbers) & ~second.by_convention
            gaps = np.abs(first.numbers[counted] - second.numbers[counted])
            equal += int((gaps <= TOLERANCE).sum())
            number += int(counted.sum())
            away += float(np.minimum(np.nan_to_num(gaps, nan=1), 10).sum())
        return (1 - equal / number, away / number) if number else (1.0, math.inf)

    def _small(self, metric: Metric) -> Iterator[InputBlock]:
        for one in self.inputs.counted(frozenset(metric.traits)):
            yield from (block for block in one.blocks if block.inputs[0].documents <= FEW)
        yield from [block for block in self.inputs.drawn if not block.trait][:20]

    def _agreement(self, metric: Metric, scale: AffineScale = PLAIN) -> Agreement:
        return agreement(self.target, Ours(metric), self.inputs.blocks(frozenset(metric.traits)), scale)

    def _identification(
        self, metric: Metric | None, equal: bool, scale: AffineScale, also: tuple[str, ...]
    ) -> Identification:
        claimed = "" if self.named is None else self.named.id
        exact = self.target.exact and scale.plain
        if metric is None:
            return Identification(
                self.candidate.id, self.task, None, False, (), PLAIN, Agreement(), {}, {}, exact, claimed
            )
        allowed = frozenset(metric.traits)
        found = self._agreement(metric, scale)
        found.conventions = conventions(self.target, Ours(metric), self.inputs, allowed, equal, scale)
        searched = {one.world.name: one.last for one in self.inputs.counted(allowed)}
        beyond = self._beyond(metric, scale)
        return Identification(
            self.candidate.id, self.task, metric, equal, also, scale, found, searched, beyond, exact, claimed
        )

    def _beyond(self, metric: Metric, scale: AffineScale) -> dict[str, Agreement]:
        """How the target compares on the inputs that have a trait which the definition does not have."""
        return {
            one.world.trait: agreement(self.target, Ours(metric), one.blocks, scale)
            for one in self.inputs.worlds
            if one.world.trait and one.world.trait not in metric.traits
        }


def _several(values: Array) -> bool:
    """Whether there are different values among these."""
    return bool(values.size) and bool(np.ptp(values) > TOLERANCE * max(1.0, float(np.abs(values).max())))


def _fitted_scale(pairs: Sequence[tuple[float, float]]) -> AffineScale | None:
    """The scale that turns the least and the greatest first number of the pairs into the second ones; None where these
    two are too near each other.
    """
    low, high = min(pairs), max(pairs)
    if high[0] - low[0] < 1e-3:
        return None
    factor = (high[1] - low[1]) / (high[0] - low[0])
    return AffineScale(_simple(factor), _simple(low[1] - factor * low[0])) if abs(factor) > TOLERANCE else None


def _is_function(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether equal first numbers always stand with equal second ones."""
    ordered = sorted(pairs)
    return all(b[0] - a[0] > BOUND or abs(b[1] - a[1]) <= 1e-6 * max(1.0, abs(b[1])) for a, b in pairwise(ordered))


def _without_cuts(metric: Metric) -> list[Metric]:
    """The variants of a metric but for cut-offs; of one that is not on counts, which takes long, the metric alone."""
    return [metric] if metric.formula is None else [one for one in variants(metric) if not is_cut(one)]


def _simple(number: float) -> float:
    """A number, or the simple fraction that it is but for rounding."""
    near = float(Fraction(number).limit_denominator(1000))
    return near if abs(near - number) <= TOLERANCE * max(1.0, abs(number)) else number


def _points(parameter: Parameter) -> list[float]:
    """Numbers across the range of a parameter."""
    low = -50.0 if parameter.low is None else float(parameter.low)
    high = parameter.high
    shares = [(i + 0.5) / POINTS for i in range(POINTS)]
    if high is not None:
        return [low + share * (float(high) - low) for share in shares]
    return [low + share / (1 - share) * 2 for share in shares]


def _root(excess: Any, low: float, high: float, at_low: float) -> Fraction:
    """The number between two others at which a function changes its sign; a simple fraction where one is as near."""
    for _ in range(80):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        value = excess(middle)
        if value == 0 or (value > 0) == (at_low > 0):
            low = middle
        else:
            high = middle
    near = Fraction(low).limit_denominator(1000)
    return near if abs(float(near) - low) <= 1e-9 * max(1.0, abs(low)) else Fraction(low)
