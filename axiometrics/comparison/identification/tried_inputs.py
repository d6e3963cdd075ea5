"""The inputs on which metrics are compared. They are collected together with the answers of metrics that are called,
because only the answers show what a form can express and what the time allows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.laws.calls import plain_data
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.identification import label_inputs, large_inputs
from axiometrics.comparison.inputs import (
    CALLED,
    OURS,
    InputBlock,
    Searched,
    degenerate,
    drawn,
    of_world,
    written,
)
from axiometrics.comparison.label_counts import ORDERED, SEVERAL
from axiometrics.core.task import Task
from axiometrics.core.task import task as task_of
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit

SECONDS = 30.0
"""The seconds that the calls with more than two labels may take. Where calls take long, inputs of fewer items are
tried.
"""

FIRST = 40
"""The number of blocks that are asked first, to see whether the metric can be called in its form."""

DRAWN = 12
"""The number of drawn inputs of few items with more than two labels."""


@dataclass
class Inputs:
    """The inputs on which one metric or two are compared with others.

    Attributes
    ----------
    task : the task of the inputs
    worlds : all small inputs, the plain world first
    written : the smallest inputs in other ways to write them, for a metric that is called
    drawn : larger inputs, drawn at random
    closed : whether golds list every document
    size : the number of documents up to which all inputs are tried; None for as many as take a reasonable time
    seed : the seed of the drawn inputs
    """

    task: Task
    worlds: Sequence[Searched]
    written: Sequence[InputBlock]
    drawn: Sequence[InputBlock]
    closed: bool
    size: int | None = None
    seed: int = 0

    @classmethod
    def of(cls, judges: Sequence[Any], task: str, size: int | None, cuts: bool, seed: int) -> Inputs:
        """The inputs for these judges, which all have to be of the task."""
        of, boxes = task_of(task), [judge for judge in judges if isinstance(judge, BlackBox)]
        closed = any(judge.closed for judge in judges)
        traits = frozenset.intersection(*(frozenset(judge.traits) for judge in judges))
        # inputs of more than two classes are added where the calls are known to take them (`_widen`)
        beyond = [trait for trait in of.traits if trait.name not in {SEVERAL, ORDERED}]
        tried = ["", *(trait.name for trait in beyond if trait.harmless or trait.name in traits)]
        most = CALLED if boxes else OURS
        signatures = [box.signature for box in boxes]
        return cls(
            of,
            [of_world(world, closed, size, most, signatures) for world in of.worlds if world.trait in tried],
            # two metrics may be called in different ways
            [b for box in boxes for trait in tried for b in written(of, box.signature, trait, plain_data)]
            if len({box.signature.name for box in boxes}) == 1
            else [],
            [block for trait in tried for block in drawn(of, trait, closed, cuts, seed, signatures)],
            closed,
            size,
            seed,
        )

    @cached_property
    def degenerate(self) -> list[tuple[str, InputBlock]]:
        """The inputs on which definitions often divide 0 by 0, by name."""
        return [
            (name, InputBlock.alone("degenerate", self.task, example))
            for name, example in degenerate(self.task, self.closed)
        ]

    @property
    def tried(self) -> frozenset[str]:
        """The traits of the worlds beyond the plain one."""
        return frozenset(searched.world.trait for searched in self.worlds if searched.world.trait)

    def without(self, failing: Set[str]) -> None:
        """Leave out the inputs of worlds with these traits."""
        self.worlds = [searched for searched in self.worlds if searched.world.trait not in failing]
        self.written = [block for block in self.written if block.trait not in failing]
        self.drawn = [block for block in self.drawn if block.trait not in failing]

    def keep(self, kept: Set[int]) -> None:
        """Leave out all blocks except these, given by their `id`. In a world, the whole size of a missing block and all
        larger sizes are left out.
        """
        worlds = []
        for searched in self.worlds:
            lost = [block.inputs[0].documents for block in searched.blocks if id(block) not in kept]
            last = min(lost, default=searched.last + 1) - 1
            worlds.append(
                replace(searched, last=last, blocks=[b for b in searched.blocks if b.inputs[0].documents <= last])
            )
        self.worlds = worlds
        self.degenerate = [(name, block) for name, block in self.degenerate if id(block) in kept]
        self.written = [block for block in self.written if id(block) in kept]
        self.drawn = [block for block in self.drawn if id(block) in kept]

    def counted(self, traits: Set[str]) -> list[Searched]:
        """The worlds that count for a metric with these traits: the plain one and those of its traits."""
        return [searched for searched in self.worlds if not searched.world.trait or searched.world.trait in traits]

    def blocks(self, traits: Set[str]) -> Iterator[InputBlock]:
        """Every block that counts for a metric with these traits, except the degenerate ones."""
        yield from (block for searched in self.counted(traits) for block in searched.blocks)
        yield from (block for block in (*self.written, *self.drawn) if not block.trait or block.trait in traits)


def ask(inputs: Inputs, *sources: ComparedMetric, limit: TimeLimit = NO_LIMIT, share: float = 1.0) -> bool:
    """Ask the metrics that are called for all their values, many calls at once. Return whether this share of the time
    was enough. Inputs with a trait are left out where one of the metrics has no value in the whole world of this trait,
    and so are the inputs for which there was no time.
    """
    called, whole = [metric for metric in sources if isinstance(metric, ComparedCalls)], True
    for metric in called:
        named = [block for _, block in inputs.degenerate]
        small = sorted(inputs.blocks(inputs.tried), key=lambda block: block.inputs[0].documents)
        blocks = [*named, *small]
        reached = metric.ask(blocks[: len(named) + FIRST], limit, share)
        reached += metric.ask(blocks[reached:], limit, share)
        if reached < len(blocks):
            whole = False
            inputs.keep({id(block) for block in blocks[:reached]})
        silent = (
            searched.world.trait
            for searched in inputs.worlds
            if searched.world.trait and not _speaks(metric, searched.blocks)
        )
        inputs.without(set(silent))
    if whole and all(_takes_labels(inputs.task.name, metric) for metric in sources):
        _widen(inputs, called, limit, share)
    if called and whole and inputs.size is None:
        _grow(inputs, called, limit, share)
    return whole


def _takes_labels(task: str, metric: ComparedMetric) -> bool:
    """Whether a metric can have values on more than two labels."""
    if isinstance(metric, ComparedCalls):
        return label_inputs.serves(task, metric.judge.how)
    return isinstance(metric, ComparedFormula) and SEVERAL in metric.metric.traits


def _speaks(metric: ComparedCalls, blocks: Sequence[InputBlock]) -> bool:
    """Whether a metric has a value on some input of these blocks."""
    return not all(np.isnan(metric.values(block).numbers).all() for block in blocks)


def _widen(inputs: Inputs, called: Sequence[ComparedCalls], limit: TimeLimit, share: float) -> None:
    """Add the inputs with more than two labels, unless one of the metrics has no value where three labels occur."""
    every, last = label_inputs.searched(inputs.size), 0
    for items in range(1, every.last + 1):
        blocks = [block for block in every.blocks if block.inputs[0].documents == items]
        pace = max((metric.pace for metric in called), default=0.0)
        if items > 2 and pace * sum(len(block.inputs) for block in blocks) > SECONDS:
            break
        if not all(metric.ask(blocks, limit, share) == len(blocks) for metric in called):
            break
        if items == 2 and not all(_knows_three(metric, blocks) for metric in called):
            return
        last = items
    if last < 2:
        return
    kept = [block for block in every.blocks if block.inputs[0].documents <= last]
    chance = random.Random(inputs.seed)
    larger = [label_inputs.drawn(items, label_inputs.LABELS, chance) for items in range(5, 5 + DRAWN)]
    larger = larger[: min((metric.ask(larger, limit, share) for metric in called), default=len(larger))]
    inputs.worlds = [*inputs.worlds, replace(every, last=last, blocks=kept)]
    inputs.drawn = [*inputs.drawn, *larger]


def _grow(inputs: Inputs, called: Sequence[ComparedCalls], limit: TimeLimit, share: float) -> None:
    """Add drawn inputs with ten times as many items each time, as long as one call takes little time."""
    chance, before = random.Random(inputs.seed), 0.0
    signatures, labelled = [metric.judge.signature for metric in called], SEVERAL in inputs.tried
    for items in large_inputs.STEPS:
        begun = perf_counter()
        blocks = list(large_inputs.large_blocks(inputs.task, signatures, inputs.closed, labelled, items, chance))
        slowest = 0.0
        for metric, block in product(called, blocks):
            if not metric.ask([block], limit, share):
                return
            slowest = max(slowest, metric.pace)
        if not all(metric.judge.answers for metric in called):
            return
        inputs.drawn = [*inputs.drawn, *blocks]
        expected = 10 * (perf_counter() - begun)
        if limit.is_over(share) or (limit.seconds is not None and expected > share * limit.seconds / 2):
            return
        if large_inputs.next_takes(slowest, before) > large_inputs.SECONDS:
            return
        before = slowest


def _knows_three(metric: ComparedCalls, blocks: Sequence[InputBlock]) -> bool:
    """Whether a metric has a value on some input of these blocks in which three labels occur."""
    return any(
        label_inputs.distinct(item) > 2 and not np.isnan(number)
        for block in blocks
        for item, number in zip(block.inputs, metric.values(block).numbers, strict=True)
    )
