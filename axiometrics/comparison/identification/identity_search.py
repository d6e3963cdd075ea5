"""The search for the definition of one metric in one task: every definition with a different value is removed from the
catalogue, and the remaining ones are ordered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.identification.agreement_scale import (
    AS_IT_IS,
    PLAIN,
    AcceptedScale,
    AffineScale,
    off_by,
    rounded_likeness,
)
from axiometrics.comparison.identification.catalogue import (
    catalogue,
    fitted,
    is_cut,
    is_narrowed,
    number_of_own,
    variants,
)
from axiometrics.comparison.identification.comparison import Agreement, agreement, conventions, made_smaller
from axiometrics.comparison.identification.exchange import exchanged
from axiometrics.comparison.identification.identity import Identification
from axiometrics.comparison.identification.name_claims import claim_of, promised
from axiometrics.comparison.identification.nearest_definition import NearestSearch
from axiometrics.comparison.identification.parameter_fits import fits
from axiometrics.comparison.identification.ties import SHARE_OF_TIES, TieEntry, tie_rules
from axiometrics.comparison.identification.tried_inputs import Inputs, ask
from axiometrics.comparison.identification.values import compared, differing, gaps, source, speaks_of
from axiometrics.comparison.inputs import InputBlock
from axiometrics.comparison.label_counts import SEVERAL
from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import ADDED_TO_DIVISOR, FITTED_NUMBER
from axiometrics.core.metric import Metric
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.running.candidate import Candidate

ENOUGH = 200
"""The greatest number of pairs of values from which a scale is fitted."""

MOSTLY = Fraction(1, 2)
"""The least share of the inputs on which the target has a value and on which a definition must also have one to be
accepted. Inputs at which a convention decides do not count, except for a definition of another task that is reduced to
this one.
"""

SHARE_OF_CALLS, SHARE_OF_FITS, SHARE_OF_SEARCH = 0.5, 0.7, 0.85
"""The shares of the time limit after which the metric is no longer called, no further number is fitted, and no further
definition is looked at. The rest of the time is for the nearest definition, conventions and conduct.
"""

UNTIED = "The time was up (--budget) before equal scores were looked at."


class IdentitySearch:
    """The search for the definition of one metric in one task."""

    def __init__(
        self, candidate: Candidate, task: str, size: int | None, seed: int, limit: TimeLimit = NO_LIMIT
    ) -> None:
        judge = candidate.judge(task)
        self.candidate, self.task, self.limit = candidate, task, limit
        cuts = any(p.cut for metric in catalogue(task) for p in metric.parameters)
        self.inputs = Inputs.of([judge], task, size, cuts, seed)
        self.target: ComparedMetric = source(judge, task)
        self.called_whole = ask(self.inputs, self.target, limit=limit, share=SHARE_OF_CALLS)
        self.claim = claim_of(candidate.id, task) if candidate.metric is None else None
        self.looked_at: set[str] = set()
        self.searched_whole = True
        self._silent: set[str] = set()
        """Definitions without a value where the target has several values; others are preferred to these."""
        self._missing: dict[str, int] = {}
        """By definition, the number of small inputs on which it has no value and the target has one."""
        self._uncompared: set[tuple[Any, ...]] = set()
        """Definitions that could be compared on no input, by name and by parameters other than cut-offs."""

    def answer(self) -> Identification:
        """The definition that remains, or the nearest one. There is no definition where the target has no value
        anywhere, or only one value.
        """
        numbers = self._numbers()
        if drift := self._drift():
            return replace(self._identification(None, False, PLAIN, ()), drift=drift)
        if not _several(numbers):
            answer = self._identification(None, False, PLAIN, ())
            return replace(answer, constant=float(numbers[0])) if numbers.size else answer
        silent: list[tuple[Metric, AffineScale]] = []
        for stage in self._stages(numbers):
            left = [*stage]
            if speaking := [entry for entry in left if entry[0].id not in self._silent]:
                return self._equal(speaking)
            silent = silent or left
        if silent:
            return self._equal(silent)
        if others := self._exchanged():
            return replace(self._identification(others[0], True, PLAIN, ()), exchanged=True)
        return self._identification(self._nearest().metric(), False, PLAIN, ())

    def _equal(self, left: Sequence[tuple[Metric, AffineScale]]) -> Identification:
        """The identification with the best of the remaining definitions."""
        (metric, scale), *others = sorted(left, key=self._rank)
        also = tuple(
            definition.id for definition, _ in others if self._missing[definition.id] <= self._missing[metric.id]
        )
        answer, expected = self._identification(metric, True, scale, also), self._exchanged_name(metric)
        ties = self._ties(metric, scale)
        if ties is None and self._may_tie() and self.limit.is_over(SHARE_OF_TIES):
            answer = replace(answer, unfinished=" ".join(filter(None, [answer.unfinished, UNTIED])))
        return replace(answer, ties=ties, expected=expected, exchanged=bool(expected))

    def _may_tie(self) -> bool:
        """Whether a call can give two documents the same place."""
        return isinstance(self.target, ComparedCalls) and self.target.judge.signature.tied is not None

    def _drift(self) -> str:
        """The words that say that the target gives another value when it is asked again; empty where it does not."""
        if not isinstance(self.target, ComparedCalls):
            return ""
        return self.target.judge.declared.drift or self.target.drift(self.inputs.worlds[0].blocks[:1])

    def _unfinished(self) -> str:
        """The steps for which there was no time, in words; empty where everything was tried."""
        said = [] if self.called_whole else ["the metric was not called on all inputs"]
        if not self.searched_whole:
            said.append(f"{len(self.looked_at):,} definitions were looked at, and not all ways to compare them")
        return f"The time was up (--budget): {'; '.join(said)}." if said else ""

    def _numbers(self) -> Array:
        """The values of the target on small and on drawn inputs. Written inputs are left out: unlike them, each gold
        here has something relevant.
        """
        blocks = [block for block in self.inputs.blocks(self.inputs.tried) if block.kind != "written"]
        numbers = np.concatenate([np.empty(0), *(self.target.values(block).numbers for block in blocks)])
        return np.asarray(numbers[~np.isnan(numbers)])

    def _stages(self, numbers: Array) -> Iterator[Iterator[tuple[Metric, AffineScale]]]:
        """The remaining definitions in stages, in the order in which people would name them: definitions of the task
        itself, with a fitted number, rounded, times a factor; definitions of other tasks; and definitions except for a
        small number in a divisor.
        """
        own, further = self._own, catalogue(self.task)[number_of_own(self.task) :]
        yield self._left(self._of(own))
        for like in filter(None, (AS_IT_IS, rounded_likeness(numbers, scaled=False))):
            if like.slack.slack:
                yield self._left(self._of(own), like)
            yield self._left(self._fits(own, like), like)
        for like in filter(None, (AcceptedScale(scaled=True), rounded_likeness(numbers, scaled=True))):
            yield self._left(self._of(own), like)
            yield self._left(self._fits(own, like), like)
        yield self._left(self._of(further))
        yield self._left(self._fits(further, AS_IT_IS))
        small = AcceptedScale(slack=AffineScale(within=ADDED_TO_DIVISOR))
        if not self.target.exact:
            yield ((metric, self._within(metric)) for metric, _ in self._left(self._of(own), small))
        yield self._left(self._of(further), AcceptedScale(scaled=True))

    def _within(self, metric: Metric) -> AffineScale:
        """The scale with the greatest distance between the values of the target and those of a definition that is close
        to it.
        """
        ours, blocks = ComparedFormula(metric), self.inputs.blocks(frozenset(metric.traits))
        away = [gaps(self.target.values(block), ours.values(block)) for block in blocks]
        return AffineScale(within=off_by(np.concatenate(away)))

    def _exchanged_name(self, metric: Metric) -> str:
        """The definition that a part of the target's name promises, if the target computes it with both arguments
        exchanged, and computes another definition as it is called; otherwise empty.
        """
        hint = promised(self.candidate.id, self.task) if self.candidate.metric is None else None
        if hint is None or hint.base == metric.base:
            return ""
        return next(iter(definition.id for definition in self._exchanged([hint])), "")

    def _exchanged(self, bases: Sequence[Metric] = ()) -> list[Metric]:
        """The definitions that the target equals once both arguments of its calls are exchanged."""
        judge = exchanged(self.target.judge) if isinstance(self.target, ComparedCalls) else None
        if judge is None or self.limit.is_over(SHARE_OF_SEARCH):
            return []
        swapped, blocks = ComparedCalls(judge), list(self.inputs.blocks(self.inputs.tried))
        if swapped.ask(blocks, self.limit, SHARE_OF_SEARCH) < len(blocks):
            self.searched_whole = False
            return []
        mine, self.target = self.target, swapped
        try:
            return [metric for metric, _ in sorted(self._left(self._of(bases or self._own)), key=self._rank)]
        finally:
            self.target = mine

    def _ties(self, metric: Metric, scale: AffineScale) -> TieEntry | None:
        return tie_rules(self.target, metric, scale, self.limit) if isinstance(self.target, ComparedCalls) else None

    def own(self) -> tuple[Metric, int] | None:
        """The best remaining definition of the task itself, with the number of inputs on which it was compared; None
        where none remains.
        """
        if not _several(self._numbers()) or self._drift():
            return None
        for stage in (self._of(self._own), self._fits(self._own, AS_IT_IS)):
            if left := [entry for entry in self._left(stage) if entry[0].id not in self._silent]:
                metric, scale = min(left, key=self._rank)
                compared = self._agreement(metric, scale)
                return metric, compared.compared + compared.drawn + compared.written
        return None

    def is_some(self, metric: Metric) -> bool:
        """Whether the target equals some variant of this metric."""
        return any(True for tried in (variants(metric), self._fits([metric], AS_IT_IS)) for _ in self._left(tried))

    @cached_property
    def _own(self) -> Sequence[Metric]:
        """The definitions of the task itself. In the catalogue, those of other tasks follow them."""
        return catalogue(self.task)[: number_of_own(self.task)]

    @cached_property
    def _own_bases(self) -> frozenset[str]:
        return frozenset(metric.base for metric in self._own)

    def _of(self, bases: Sequence[Metric]) -> Iterator[Metric]:
        """Every variant of those metrics that can have a value on the inputs."""
        for metric in bases:
            if self._may_be(metric):
                yield from variants(metric)

    def _may_be(self, metric: Metric) -> bool:
        return speaks_of(metric, "", self.inputs.closed) and (SEVERAL in metric.traits or not self._speaks_of_labels)

    def _blocks(self, metric: Metric) -> Iterator[InputBlock]:
        """The blocks that count for a metric. The blocks that separate most definitions in little time come first."""
        allowed = frozenset(metric.traits)
        mine = [block for block in self.inputs.drawn if not block.trait or block.trait in allowed]
        yield from sorted((block for block in mine if not block.is_large), key=lambda block: not block.trait)
        yield from (block for searched in self.inputs.counted(allowed) for block in reversed(searched.blocks))
        yield from (block for block in self.inputs.written if not block.trait or block.trait in allowed)
        yield from (block for block in mine if block.is_large)

    def _left(self, metrics: Iterator[Metric], like: AcceptedScale = AS_IT_IS) -> Iterator[tuple[Metric, AffineScale]]:
        """Yield the metrics that equal the target wherever the two are compared, provided that the two are compared on
        enough inputs; as many as the time allows.
        """
        for metric in metrics:
            if self.limit.is_over(SHARE_OF_SEARCH):
                self.searched_whole = False
                return
            self.looked_at.add(metric.id)
            if is_cut(metric) and is_narrowed(metric) and _but_for_cut(metric) in self._uncompared:
                continue  # where no gold has the grade that counts, no cut-off gives a value
            try:
                scale = self._survives(ComparedFormula(metric), like)
            except (AxiometricsError, ArithmeticError):
                continue
            if scale is not None:
                yield metric, scale

    @cached_property
    def _speaks_of_labels(self) -> bool:
        """Whether only definitions for several labels come into question: the target has values on more than two
        labels, and on two labels it equals such a definition. A target that is Accuracy on two labels and not beyond is
        not another two-label definition either.
        """
        if SEVERAL not in self.inputs.tried:
            return False
        wider = [metric for metric in catalogue(self.task) if SEVERAL in metric.traits]
        narrow = [ComparedFormula(replace(metric, traits=metric.traits - {SEVERAL})) for metric in wider]
        return any(
            self._survives(definition, like) is not None
            for definition in narrow
            for like in (AS_IT_IS, AcceptedScale(scaled=True))
        )

    def _survives(self, ours: ComparedFormula, like: AcceptedScale) -> AffineScale | None:
        """The scale by which the target equals the definition on every block; None where there is no such scale.

        A scale is fitted to the first two values of the definition that differ. A third value is needed, since some
        scale always fits two values. A definition that has one value wherever it is compared says nothing about the
        target: nDCG@1, whose ideal is the first rank, is such a definition.
        """
        scale = None if like.scaled else like.slack
        seen: list[InputBlock] = []
        own = ours.metric.base in self._own_bases
        having = agreeing = missing = 0
        values: list[Array] = []
        pairs: list[tuple[float, float]] = []
        at_0_0: list[tuple[float, float]] = []
        for block in self._blocks(ours.metric):
            first, second = self.target.values(block), ours.values(block)
            both = compared(first, second)
            resting = second.by_convention | np.isnan(second.numbers)
            at_0_0 += zip(first.numbers[resting].tolist(), second.numbers[resting].tolist(), strict=True)
            if block.kind == "world" and (block.trait or not is_narrowed(ours.metric)):
                having += int((~np.isnan(first.numbers) & ~(second.by_convention & own)).sum())
                agreeing += int(both.sum())
                missing += int((~np.isnan(first.numbers) & np.isnan(second.numbers)).sum())
            if not both.any():
                continue
            seen.append(block)
            values.append(first.numbers[both])
            if like.scaled and len(pairs) < ENOUGH:
                pairs += zip(second.numbers[both].tolist(), first.numbers[both].tolist(), strict=True)
                if not like.is_function(pairs):
                    return None
            blocks = [block]
            if scale is None and (scale := like.fitted(pairs)) is not None:
                blocks = seen
            if scale is not None and any(differing(self.target, ours, earlier, scale).any() for earlier in blocks):
                return None
        self._missing[ours.metric.id] = missing
        if not values:
            self._uncompared.add(_but_for_cut(ours.metric))
            return None
        several = len({round(value, 9) for value, _ in pairs}) > 2 if like.scaled else _several(np.concatenate(values))
        enough = agreeing >= MOSTLY * having
        if not _may_be_convention(at_0_0):
            self._silent.add(ours.metric.id)
        return scale if several and agreeing and enough else None

    def _fits(self, bases: Sequence[Metric], like: AcceptedScale) -> Iterator[Metric]:
        """Yield metrics with one number, at the values of this number that make them equal to the target on some
        inputs. Only metrics on counts are fitted, since the other metrics take too long.
        """
        for base in bases:
            for metric in variants(base) if self._may_be(base) else ():
                if self.limit.is_over(SHARE_OF_FITS):
                    return
                parameter = fitted(metric)
                if parameter is not None and not is_cut(metric) and metric.formula is not None:
                    try:
                        yield from fits(metric, parameter, self.target, self._telling(metric), like)
                    except (AxiometricsError, ArithmeticError):
                        continue

    def _telling(self, metric: Metric) -> list[InputBlock]:
        """A few blocks on which a metric is fitted: for each world that counts, the block on which the target has the
        most different values.
        """
        return [
            max(searched.blocks, key=lambda b: len(np.unique(np.round(self.target.values(b).numbers, 6))))
            for searched in self.inputs.counted(frozenset(metric.traits))
            if searched.blocks
        ]

    def _rank(self, left: tuple[Metric, AffineScale]) -> tuple[Any, ...]:
        """The key by which equal definitions are ordered: the target's own task first, then more inputs on which they
        are equal, fewer traits, fewer parameters, fewer parameters that are set, and the name of the target.
        """
        metric, scale = left
        bases = [definition.base for definition in catalogue(self.task)]
        place = bases.index(metric.base)
        changed = sum(metric.values[p.name] != p.default for p in metric.parameters)
        reduced = place >= number_of_own(self.task)
        worlds = len(self.inputs.counted(frozenset(metric.traits)))
        if not reduced:
            beyond = self._beyond(metric, scale).values()
            worlds += sum(result.difference is None and result.compared > 0 for result in beyond)
        other_name = self.claim is None or self.claim.metric.base != metric.base
        return reduced, -worlds, len(metric.traits), len(metric.parameters), changed, other_name, place

    def _nearest(self) -> NearestSearch:
        return NearestSearch(
            self.target, self.inputs, self._own, None if self.claim is None else self.claim.metric, self.limit
        )

    def _agreement(self, metric: Metric, scale: AffineScale = PLAIN) -> Agreement:
        return agreement(self.target, ComparedFormula(metric), self.inputs.blocks(frozenset(metric.traits)), scale)

    def _identification(
        self, metric: Metric | None, equal: bool, scale: AffineScale, also: tuple[str, ...]
    ) -> Identification:
        exact = self.target.exact and scale.plain
        if metric is None:
            agreement = Agreement(inputs=self._tried_number())
            searched = {each.world.name: each.last for each in self.inputs.worlds}
            return Identification(
                self.candidate.id,
                self.task,
                None,
                False,
                (),
                PLAIN,
                agreement,
                searched,
                {},
                exact,
                self.claim,
                unfinished=self._unfinished(),
            )
        allowed = frozenset(metric.traits)
        agreement = made_smaller(self.target, ComparedFormula(metric), self.task, self._agreement(metric, scale), scale)
        agreement.conventions = conventions(self.target, ComparedFormula(metric), self.inputs, allowed, equal, scale)
        searched = {each.world.name: each.last for each in self.inputs.counted(allowed)}
        beyond = self._beyond(metric, scale)
        return Identification(
            self.candidate.id,
            self.task,
            metric,
            equal,
            also,
            scale,
            agreement,
            searched,
            beyond,
            exact,
            self.claim,
            unfinished="" if equal and self.called_whole else self._unfinished(),
        )

    def _tried_number(self) -> int:
        """The number of small inputs on which the target has a value."""
        blocks = (block for searched in self.inputs.worlds for block in searched.blocks)
        return sum(int((~np.isnan(self.target.values(block).numbers)).sum()) for block in blocks)

    def _beyond(self, metric: Metric, scale: AffineScale) -> dict[str, Agreement]:
        """The agreement of the target with a definition on the inputs with a trait that the definition does not have,
        by trait.
        """
        return {
            searched.world.trait: agreement(self.target, ComparedFormula(metric), searched.blocks, scale)
            for searched in self.inputs.worlds
            if searched.world.trait and searched.world.trait not in metric.traits
        }


def _but_for_cut(metric: Metric) -> tuple[Any, ...]:
    """The name of a metric and its parameters that are not cut-offs."""
    return metric.base, *(metric.values[p.name] for p in metric.parameters if not p.cut)


def _several(values: Array) -> bool:
    """Whether these values differ from one another."""
    return bool(values.size) and bool(np.ptp(values) > FITTED_NUMBER * max(1.0, float(np.abs(values).max())))


def _may_be_convention(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether the first values may come from a convention where the second values do. If the second value is the same
    everywhere, the first must be 0, 1 or one further number: a metric with more values there computes more than a
    convention.
    """
    theirs = {round(first, 9) for first, _ in pairs if not math.isnan(first)} - {0.0, 1.0}
    return len(theirs) <= 1 or len({round(second, 9) for _, second in pairs if not math.isnan(second)}) > 1
