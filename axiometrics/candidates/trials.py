"""Trial calls, which test the ways to call a metric and collect what speaks against each of them.

A function of two arguments gives numbers for many things that it was not written for: a measure of lists of names takes
lists of labels, and a measure of decisions takes clusterings. A verdict on such numbers has nothing to do with the
metric. So each way to call the metric is a hypothesis (`Hypothesis`). It is tried on golds and outputs, each output of
a size with each gold of that size. Some of them are longer than the cut-offs in use. The following defects speak
against a hypothesis (`Trial.against`): the metric is constant, or ignores what one argument means, or its value changes
when the same data is written in another way, or an output scores higher than the perfect one, or all outputs but
perfect ones have the same value. `candidates.inference` decides between the hypotheses that are left.

Trial calls run in the process that contains the metric, so that they can neither end nor hang the run.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

from axiometrics.candidates.containment.call import Answer, Caller, Failed, Number
from axiometrics.candidates.hypotheses import Hypothesis
from axiometrics.candidates.invariance import rewritten
from axiometrics.core.case import Case
from axiometrics.core.margins import SINGLE_SUM_ROUNDING
from axiometrics.core.organization import Organization
from axiometrics.core.rational import rounded
from axiometrics.core.task import task as task_of
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry.tasks import signature as signature_of

SIZES = (4, 6, 15)
"""The numbers of documents of the golds and outputs that are crossed. The last ones go beyond a cut-off of 10."""

DRAWS = 150
"""The number of random golds and outputs from which the longest are taken."""

REWRITTEN = 6
"""The number of pairs of gold and output that are also written in other ways."""

LARGE = 50
"""The greatest label of the calls that are tried. Some metrics take time in proportion to the greatest label."""

AT_ONCE = 16
"""The number of calls between two looks at the clock, where the time is limited."""

SHARE_OF_TRIALS = 0.4
"""The share of the time after which no trial call is made. The rest of the time is for finding out what the metric
computes.
"""

FAILING = 10
"""The number of failed calls after which a hypothesis is given up, if no call gave a number."""


@dataclass(frozen=True)
class Crossing:
    """Golds and outputs of one size, and the perfect output of each gold. Each output is scored with each gold."""

    golds: tuple[Any, ...]
    outputs: tuple[Any, ...]
    perfect: tuple[Any, ...]


@cache
def grids(signature: str, task: str) -> tuple[Crossing, ...]:
    """The golds and outputs on which each way to call with this signature is tried. They are the same each time, so
    that the values of different ways can be compared.
    """
    of, chance = task_of(task), random.Random(7)
    assert of.inputs is not None
    made = []
    for n in SIZES:
        drawn = [pair for _ in range(DRAWS) for pair in of.inputs.make(n, frozenset(), chance)]
        if signature_of(signature).tied is not None and not signature_of(signature).names:
            # in shorter outputs, the other documents share the last place
            drawn = [pair for pair in drawn if pair[0].size == n]
        outputs = _chosen(drawn, lambda pair: pair[0], lambda output: output.size)
        golds = _chosen(drawn, lambda pair: pair[1], lambda gold: of.perfect(gold).size)
        if signature_of(signature).closed:
            everything = {f"output {k}": output for k, output in enumerate(outputs)}
            golds = tuple(Case(gold, everything).closed().gold for gold in golds)
            if signature_of(signature).names:
                golds = (*golds[:-1], _partly_judged(golds[-1]))
                outputs = (*outputs[:-1], _late(golds[0]))
        made.append(Crossing(golds, outputs, tuple(map(of.perfect, golds))))
    return tuple(made)


def _partly_judged(gold: Any) -> Any:
    """A gold in which half of the irrelevant documents are not judged."""
    grades = gold.grades()
    left_out = {document for document, grade in grades.items() if not grade}
    dropped = sorted(left_out)[::2]
    return Organization.graded({document: grade for document, grade in grades.items() if document not in dropped})


def _late(gold: Any) -> Any:
    """An output of one document: the relevant document that stands last in a list of the relevant documents. Where gold
    and output are exchanged, a cut-off is applied to the gold, and leaves this document out of a long gold.
    """
    *_, last = (document for document, grade in gold.grades().items() if grade)
    return Organization.parse(f"{last} > ...")


def _chosen(drawn: Sequence[Any], side: Callable[[Any], Any], size: Callable[[Any], int]) -> tuple[Any, ...]:
    """Up to three different values: the two longest and the shortest."""
    ordered = sorted(dict.fromkeys(map(side, drawn)), key=size)
    return tuple(dict.fromkeys([ordered[-1], ordered[-2], ordered[0]]))


@dataclass
class Trial:
    """The results of the trial calls of a metric in one way to call it.

    Attributes
    ----------
    hypothesis : the way to call the metric
    values : the value of each output of each gold; nan where the metric has none, or fails
    best : the value of the perfect output of each gold; nan likewise
    reasons : the reasons why calls failed
    against : what speaks against the way, by the name of the defect, with the calls that show it
    loss : whether the perfect output scores lower than others more often than higher
    called : the call that is shown to people: the first of the clearest calls (`telling`) that gave a number
    calls : the number of calls that were made
    died : whether a call ended or hung the process of the metric
    drift : in words, how the metric gave another value for the same call; empty where it did not
    unfinished : whether the time did not allow all calls
    """

    hypothesis: Hypothesis
    values: list[float] = field(default_factory=list)
    best: list[float] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    against: dict[str, str] = field(default_factory=dict)
    loss: bool = False
    called: Any = None
    calls: int = 0
    died: bool = False
    drift: str = ""
    unfinished: bool = False

    @property
    def numbers(self) -> list[float]:
        """The values that are numbers."""
        return [value for value in self.values if value == value]

    @property
    def distinct(self) -> int:
        """The number of different values, up to rounding."""
        return len({round(value, 6) for value in (*self.values, *self.best) if value == value})

    @property
    def varied(self) -> bool:
        """Whether there are different numbers, and at least half of the calls give a number."""
        return self.distinct > 1 and 2 * len(self.numbers) >= len(self.values)


def tried(caller: Caller, hypothesis: Hypothesis, limit: TimeLimit = NO_LIMIT) -> Trial:
    """Call a metric in one way on all golds and outputs, as far as a limit of time allows, and collect what speaks
    against that way.
    """
    return _Trying(caller, hypothesis, limit).done()


class _Trying:
    """Makes the calls of one trial."""

    def __init__(self, caller: Caller, hypothesis: Hypothesis, limit: TimeLimit) -> None:
        self.caller, self.hypothesis, self.limit = caller, hypothesis, limit
        self.signature = hypothesis.of
        self.trial = Trial(hypothesis)
        self.answers: dict[str, Answer] = {}
        self.ended = False

    def ask(self, calls: Sequence[Any]) -> list[float]:
        """The value of each call; nan where there is none."""
        at_once = None if self.limit.seconds is None else AT_ONCE
        todo = list({repr(call): call for call in calls if repr(call) not in self.answers}.items())
        while todo and not self.ended:
            if self.limit.is_over(SHARE_OF_TRIALS):
                self.trial.unfinished = self.ended = True
                break
            answers = self.caller.attempt(self.hypothesis.how, [call for _, call in todo[:at_once]])
            for (key, _), answer in zip(todo, answers, strict=False):
                self.answers[key] = answer
                if isinstance(answer, Failed):
                    self.trial.reasons.append(answer.reason)
            self.trial.calls += len(answers)
            self.trial.died = not answers
            self.ended = not answers or (
                len(self.trial.reasons) >= FAILING
                and not any(isinstance(answer, Number) for answer in self.answers.values())
            )
            todo = todo[len(answers) :]
        return [_number(self.answers.get(repr(call))) for call in calls]

    def done(self) -> Trial:
        """Make all calls of the trial, and return it."""
        every = grids(self.hypothesis.signature, self.hypothesis.task)
        plain = self.signature.plain
        tables = []
        for grid in every:
            calls = self._calls(grid)
            values = self.ask(calls)
            if self.ended and not self.trial.unfinished:
                break
            tables.append(_rows(grid, values))
            numbers = [call for call, value in zip(calls, values, strict=True) if value == value]
            shown = [] if self.trial.called is None else [self.trial.called]
            self.trial.called = max([*shown, *numbers], key=telling, default=None)
            if self.ended:
                break
        self.trial.values = [value for table in tables for row in table for value in row[:-1]]
        self.trial.best = [row[-1] for table in tables for row in table]
        if self.ended or not self.trial.numbers:
            if self.trial.called is None:
                grid = every[0]
                self.trial.called = plain(grid.outputs[0], grid.golds[0])
            return self.trial
        if not self.trial.varied:
            number = self.trial.numbers[0]
            few = self.trial.distinct > 1
            self.trial.against["constant"] = "few calls give a number" if few else f"every call gives {number:g}"
            return self.trial
        self._direction(tables)
        if not alike(self.trial.numbers):
            self._ignored(tables)
            self._meant(every)
        elif all(map(math.isfinite, self.trial.numbers)):  # floats tell no numbers beyond them apart
            self.trial.against["outputs alike"] = "all outputs but perfect ones have the same value"
            # Only perfect outputs have another value. So each perfect output is scored with each gold, too: without it,
            # nothing would show that the metric ignores an argument.
            crossed = tuple(
                replace(grid, outputs=tuple(dict.fromkeys((*grid.outputs, *grid.perfect)))) for grid in every
            )
            self._ignored([_rows(grid, self.ask(self._calls(grid))) for grid in crossed])
            self._meant(crossed)
        self._written(every)
        self._again(every[0])
        return self.trial

    def _calls(self, grid: Crossing) -> list[Any]:
        """The calls that score, with each gold of a grid, each output and then the perfect output of this gold."""
        plain = self.signature.plain
        return [plain(output, gold) for gold in grid.golds for output in (*grid.outputs, best_of(grid, gold))]

    def _again(self, grid: Crossing) -> None:
        """Note a drift where a second call with the same arguments, made after all others, gives another value."""
        call = self.signature.plain(grid.outputs[0], grid.golds[0])
        (before,) = self.ask([call])
        answers = self.caller.attempt(self.hypothesis.how, [call])
        after = _number(answers[0] if answers else None)
        if before == before and after == after and not near(before, after):
            self.trial.drift = f"disagreed with itself: {before!r}, then {after!r}"

    def _direction(self, tables: Sequence[Sequence[Sequence[float]]]) -> None:
        """Find out whether the perfect output is the best or the worst, and note a defect where it is neither."""
        better = worse = 0
        for *others, best in (row for table in tables for row in table):
            if best == best:
                better += sum(value > best and not near(value, best) for value in others)
                worse += sum(value < best and not near(value, best) for value in others)
        self.trial.loss = better > worse
        if better and worse:
            self.trial.against["perfect"] = "an output is rewarded above the perfect one"
        elif not better and not worse:
            self.trial.against["perfect"] = "the perfect output is not told from others"

    def _ignored(self, tables: Sequence[Sequence[Sequence[float]]]) -> None:
        """Note a defect where the value is the same for every gold, or for every output."""
        rows = [[value for value in row[:-1] if value == value] for table in tables for row in table]
        columns = [
            [value for value in column if value == value]
            for table in tables
            for column in zip(*(row[:-1] for row in table), strict=True)
        ]
        if all(alike(column) for column in columns) and not self.signature.ideal:
            self.trial.against["gold ignored"] = "the value is the same for every gold"
        if all(alike(row) for row in rows):
            self.trial.against["output ignored"] = "the value is the same for every output"

    def _written(self, every: Sequence[Crossing]) -> None:
        """Note a defect where the value depends on the way in which the same data is written."""
        chance = random.Random(3)
        pairs = [(output, gold) for grid in every for output, gold in zip(grid.outputs, grid.golds, strict=False)]
        pairs.append((every[-1].outputs[-1], every[-1].golds[0]))
        best = [(output, gold) for grid in every for output, gold in zip(grid.perfect, grid.golds, strict=True)]
        for output, gold in (*pairs[-REWRITTEN:], *best[: REWRITTEN // 2]):
            every_way = rewritten(self.signature, output, gold, chance, True)
            ways = [way for way in every_way if way[0] not in self.trial.against and not _is_large(way[2])]
            calls = [call for _, before, after, _ in ways for call in (before, after)]
            values = iter(self.ask(calls))
            for (name, before, after, _), first, second in zip(ways, values, values, strict=True):
                if first == first and second == second and not near(first, second):
                    shown = (f"f({str(call)[1:-1]}) = {v:.6g}" for call, v in ((before, first), (after, second)))
                    self.trial.against.setdefault(name, f"it breaks {name}: {', '.join(shown)}")

    def _meant(self, every: Sequence[Crossing]) -> None:
        """Note a defect where a change of what the arguments mean (`Signature.meant`) does not change the value."""
        for name, change in self.signature.meant.items():
            equal = 0
            for grid in every:
                pairs = self._changed(grid, change)
                equal += len(pairs)
                if not all(near(a, b) for a, b in pairs):
                    break  # one such pair shows that the meaning has an effect
            else:
                if equal:
                    self.trial.against[name] = f"the value stays the same when {name}"

    def _changed(self, grid: Crossing, change: Callable[[Any], Any]) -> list[tuple[float, float]]:
        """The values of the calls of a grid before and after a change, where both are numbers."""
        calls = [self.signature.plain(output, gold) for output, gold in product(grid.outputs, grid.golds)]
        changes = [(call, changed) for call in calls if (changed := change(call)) is not None and changed != call]
        before, after = self.ask([call for call, _ in changes]), self.ask([changed for _, changed in changes])
        return [(a, b) for a, b in zip(before, after, strict=True) if a == a and b == b]


def telling(call: Sequence[Any]) -> int:
    """How clearly a call shows people the way in which a metric is called. It shows most where each side has different
    values, and the two sides differ.

    >>> telling(([1, 1], [1, 1])), telling(([0, 1], [1, 0])), telling(({"d1": 0, "d2": 1}, {"d1": 0, "d2": 0}))
    (2, 5, 4)
    """
    sides = [list(side.values()) if isinstance(side, Mapping) else side for side in call]
    different = [len(set(map(repr, side))) if isinstance(side, Sequence) else 1 for side in sides]
    return sum(min(2, number) for number in different) + int(call[0] != call[-1])


def _is_large(call: Any) -> bool:
    """Whether a call has a label or a grade above `LARGE`. Some metrics loop over the range of such numbers."""
    sides = (side.values() if isinstance(side, dict) else side for side in call)
    return any(isinstance(number, int | float) and abs(number) > LARGE for side in sides for number in side)


def best_of(grid: Crossing, gold: Any) -> Any:
    """The perfect output for a gold of a grid."""
    return grid.perfect[grid.golds.index(gold)]


def near(first: float, second: float) -> bool:
    """Whether two values may be equal, in single precision."""
    return first == second or abs(first - second) <= SINGLE_SUM_ROUNDING * max(1.0, abs(first), abs(second))


def alike(values: Sequence[float]) -> bool:
    """Whether all of these values may be equal."""
    return not values or all(near(value, values[0]) for value in values)


def _rows(grid: Crossing, values: Sequence[float]) -> list[Sequence[float]]:
    """The values of the calls of a grid, one row for each gold."""
    width = len(grid.outputs) + 1
    return [values[i : i + width] for i in range(0, len(values), width)]


def _number(answer: Answer | None) -> float:
    return rounded(answer.value) if isinstance(answer, Number) else math.nan


__all__ = ["Crossing", "Trial", "best_of", "grids", "near", "telling", "tried"]
