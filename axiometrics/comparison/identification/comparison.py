"""Compare two metrics by their values: whether they are equal on every input, and if not, where they first differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.conduct import ConductFact, conduct
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_formula import ComparedFormula
from axiometrics.comparison.compared_metric import ComparedMetric, MetricValues
from axiometrics.comparison.identification.agreement_scale import PLAIN, AffineScale
from axiometrics.comparison.identification.departures import apart
from axiometrics.comparison.identification.shown_input import is_shown_whole, sides
from axiometrics.comparison.identification.smaller_input import smaller
from axiometrics.comparison.identification.tried import tried
from axiometrics.comparison.identification.tried_inputs import Inputs, ask
from axiometrics.comparison.identification.values import compared, differing, source
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.page import Presentable
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import in_common
from axiometrics.running.candidate import Candidate


@dataclass(frozen=True)
class ValueDifference:
    """An input on which two metrics have different values.

    Attributes
    ----------
    input : the gold and the output; its `call` is set where the difference shows only in this way of writing them
    values : the value of the first metric and of the second
    exact : the two exact values as text, where both are exact
    arguments : the arguments of the call as plain data, where the first metric is called
    drawn : the number of documents that a drawn input had when it was drawn; 0 where all smaller inputs were tried
    block : the block that holds the input
    """

    input: Input
    values: tuple[float, float]
    exact: tuple[str, str] | None = None
    arguments: list[Any] | None = None
    drawn: int = 0
    block: InputBlock | None = None


@dataclass(frozen=True)
class ConventionApart:
    """Two different results of two metrics on an input where a 0/0 decides, or where one of them has no value.

    Attributes
    ----------
    where : the name of a degenerate input, or `0/0`
    values : the value of the first metric and of the second; None where there is no value. Where the first has none,
        the second may have other values on other inputs than the one that is shown
    why : the reason why the first has no value, where it raised an error
    inputs : the number of inputs like the one that is shown
    input : the smallest of these inputs
    """

    where: str
    values: tuple[float | None, float | None]
    inputs: int
    input: Input
    why: str = ""


@dataclass
class Agreement:
    """The result of comparing two metrics on blocks of inputs.

    Attributes
    ----------
    inputs : the number of inputs of worlds on which the first metric has a value
    compared, equal : the number of them on which both have a value that no convention gives, and of these, the number
        on which the two values are the same
    difference : the smallest input with different values, if any
    conventions : the different results where a 0/0 decides
    largest : the number of documents of the largest drawn input
    drawn, written : the numbers of drawn and of written inputs that were compared
    drawn_equal : the number of drawn inputs with the same value
    """

    inputs: int = 0
    equal: int = 0
    compared: int = 0
    drawn: int = 0
    written: int = 0
    drawn_equal: int = 0
    largest: int = 0
    difference: ValueDifference | None = None
    conventions: list[ConventionApart] = field(default_factory=list)

    @property
    def whole_share(self) -> float:
        """The share of inputs with equal values among the small and the drawn inputs."""
        number = self.inputs + self.drawn
        return (self.equal + self.drawn_equal) / number if number else 0.0

    @property
    def share(self) -> float:
        """The share of small inputs with equal values; an input on which the second metric has no value does not count
        as equal.
        """
        return self.equal / self.inputs if self.inputs else 0.0


def agreement(
    left: ComparedMetric, right: ComparedMetric, blocks: Iterable[InputBlock], scale: AffineScale = PLAIN
) -> Agreement:
    """Compare two metrics on these blocks, apart from conventions."""
    result = Agreement()
    least: tuple[tuple[int, int], InputBlock, int] | None = None
    for block in blocks:
        first, second = left.values(block), right.values(block)
        both, apart = compared(first, second), differing(left, right, block, scale)
        number = int(both.sum())
        if block.kind == "world":
            result.inputs += int((~np.isnan(first.numbers) & ~second.by_convention).sum())
            result.compared += number
            result.equal += number - int(apart.sum())
        elif block.kind == "drawn":
            result.drawn += number
            result.drawn_equal += number - int(apart.sum())
            result.largest = max(result.largest, block.inputs[0].documents if number else 0)
        else:
            result.written += number
        for k in np.flatnonzero(apart).tolist():
            if least is None or block.inputs[k].place < least[0]:
                least = block.inputs[k].place, block, k
    if least is not None:
        result.difference = _difference(left, right, *least[1:])
    return result


def _difference(left: ComparedMetric, right: ComparedMetric, block: InputBlock, k: int) -> ValueDifference:
    values = float(left.values(block).numbers[k]), float(right.values(block).numbers[k])
    exact = (str(left.exactly(block, k)), str(right.exactly(block, k))) if left.exact and right.exact else None
    arguments = left.call(block.inputs[k]) if isinstance(left, ComparedCalls) else None
    drawn = block.inputs[k].documents if block.kind == "drawn" else 0
    return ValueDifference(block.inputs[k], values, exact, arguments, drawn, block)


def made_smaller(
    left: ComparedMetric, right: ComparedMetric, task: str, result: Agreement, scale: AffineScale = PLAIN
) -> Agreement:
    """The agreement with a smaller input on which the two metrics differ, where the smallest one found was drawn."""
    difference = result.difference
    if difference is None or not difference.drawn or difference.block is None:
        return result
    k = [item is difference.input for item in difference.block.inputs].index(True)

    def differs(block: InputBlock) -> bool:
        return bool(differing(left, right, block, scale).any())

    least = _difference(left, right, *smaller(task_of(task), difference.block, k, differs))
    return replace(result, difference=replace(least, drawn=difference.drawn))


def conventions(
    left: ComparedMetric,
    right: ComparedMetric,
    inputs: Inputs,
    traits: Set[str],
    equal: bool,
    scale: AffineScale = PLAIN,
) -> list[ConventionApart]:
    """The different results of two metrics where one has no value, or a convention gives it. Named inputs come first,
    then the others by their number. If the two metrics are otherwise `equal`, a difference on a named input counts as
    one of convention too, whatever our formula says there.
    """
    alike: dict[tuple[str, float | None, float | None, str], list[tuple[Input, str, float | None]]] = {}
    places = [(name, block) for name, block in inputs.degenerate]
    places += [("0/0", block) for searched in inputs.counted(traits) for block in searched.blocks]
    for where, block in places:
        first, second = left.values(block), right.values(block)
        both = compared(first, second)
        for k, item in enumerate(block.inputs):
            theirs, ours = _number(first, k), _number(second, k)
            if ours is not None:
                ours = scale.factor * ours + scale.offset
            if (both[k] and (where == "0/0" or not equal)) or _alike(theirs, ours, scale.slack):
                continue
            why = first.reasons.get(k, "")
            key = where, _rounded(theirs), None if theirs is None else _rounded(ours), why
            alike.setdefault(key, []).append((item, why, _rounded(ours)))
    listed = []
    for (where, theirs, _, why), items in sorted(
        alike.items(), key=lambda entry: (entry[0][0] == "0/0", -len(entry[1]))
    ):
        smallest, _, ours = min(items, key=lambda item: item[0].place)
        listed.append(ConventionApart(where, (theirs, ours), len(items), smallest, why))
    return listed


def _number(values: MetricValues, k: int) -> float | None:
    number = float(values.numbers[k])
    return None if math.isnan(number) else number


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 9) + 0.0


def _alike(first: float | None, second: float | None, slack: float) -> bool:
    """Whether two values are written as the same number. Rounding alone can make two floats of one value."""
    if first is None or second is None:
        return first is second
    return abs(first - second) <= slack or f"{first + 0.0:g}" == f"{second + 0.0:g}"


@dataclass(frozen=True, repr=False)
class MetricComparison(Presentable):
    """The comparison of two metrics.

    Attributes
    ----------
    names : the names of the two metrics
    task : the task in which they are compared
    searched : by the name of each world, the number of documents up to which it was searched completely
    agreement : the number of inputs on which they are equal, and the smallest input on which they differ
    exact : whether both give exact numbers; otherwise values are equal to within an error bound
    conduct : the facts of behaviour, by name, that are known of both metrics and differ
    calling : for each of the two, how it is called if it is a user's (`Candidate.calling`)
    """

    names: tuple[str, str]
    task: str
    searched: dict[str, int]
    agreement: Agreement
    exact: bool
    conduct: tuple[tuple[str, ConductFact, ConductFact], ...] = ()
    calling: tuple[Mapping[str, Any], ...] = ()

    @property
    def equal(self) -> bool:
        """Whether the two metrics are equal wherever both have a value, and both have a value on some input."""
        return self.agreement.difference is None and self.agreement.compared > 0 and not self.departures

    @property
    def tried(self) -> str:
        """The inputs that were tried, in words."""
        return tried(self.searched, self.agreement, self.task)

    @property
    def departures(self) -> list[tuple[str, ConductFact, ConductFact]]:
        """The facts of behaviour by which the two metrics differ, even where they are equal on plain inputs."""
        return apart(self.conduct)

    @property
    def short(self) -> str:
        """A line that names an input on which the first metric differs from the second; empty where no difference was
        found.
        """
        difference = self.agreement.difference
        if difference is None:
            return ""
        first, second = difference.values
        shown = difference.arguments is not None and is_shown_whole(difference.input)
        written = f", called with {', '.join(map(str, difference.arguments or ()))}" if shown else ""
        gold, output = sides(difference.input)
        return (
            f"this is not our {self.names[1]}: differs on gold {gold}, output {output}"
            f"{written}: {first:.6g}, where {self.names[1]} is {second:.6g}"
        )


def compare(
    left: Candidate,
    right: Candidate,
    task: str | None = None,
    *,
    size: int | None = None,
    seed: int = 0,
    facts: bool = True,
) -> MetricComparison:
    """Compare two metrics by their values on every small input, and on written and drawn inputs. With `facts`, compare
    also their behaviour where definitions say nothing.

    Raises `TaskError` where they have no task in common, `ParameterError` where they have several and none is named.
    """
    common = in_common(left.tasks, right.tasks, task)
    if not common:
        raise TaskError(
            f"{left.id} is a metric of {' or '.join(left.tasks)}, {right.id} of {' or '.join(right.tasks)}: "
            f"name two metrics of one task{'' if task is None else f', {task}'}"
        )
    if len(common) > 1:
        raise ParameterError(f"{left.id} and {right.id} are both of {' and '.join(common)}: say which with --task")
    judges = [candidate.judge(common[0]) for candidate in (left, right)]
    cuts = any(getattr(judge, "cut", None) is not None or isinstance(judge, BlackBox) for judge in judges)
    inputs = Inputs.of(judges, common[0], size, cuts, seed)
    first, second = (source(judge, common[0]) for judge in judges)
    ask(inputs, first, second)
    ours = [frozenset(each.metric.traits) for each in (first, second) if isinstance(each, ComparedFormula)]
    traits = frozenset.intersection(inputs.tried, *ours)
    result = made_smaller(first, second, common[0], agreement(first, second, inputs.blocks(traits)))
    result.conventions = conventions(first, second, inputs, traits, result.difference is None)
    searched = {each.world.name: each.last for each in inputs.counted(traits)}
    exact, calling = first.exact and second.exact, (left.calling, right.calling)
    behaviour = conduct(left, common[0]).differing(conduct(right, common[0])) if facts else ()
    return MetricComparison((left.id, right.id), common[0], searched, result, exact, tuple(behaviour), calling)
