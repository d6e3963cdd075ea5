"""Probes: calls that show a custom, with the values that each known custom would give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from axiometrics.candidates.conduct.facts import OR, ConductFact
from axiometrics.candidates.conduct.subject import Call, Subject, value_of
from axiometrics.candidates.laws.calls import CallResult, is_number, same

Summary: TypeAlias = Callable[[Sequence[float]], float]

RAISES = "raises"
"""The word for a metric that raises an exception on a probe."""

NO_NUMBER = "returns no number"
"""The word for a metric that returns something else than a number on a probe, such as one value for each topic."""

OTHERWISE = "otherwise"
"""The word for a metric whose values are those of no custom that was tried."""

SHORT = 120
"""The most characters of a call that can be shown whole."""


@dataclass(frozen=True)
class Custom:
    """A custom, and the calls that give the value of a metric that follows it.

    Attributes
    ----------
    word : the name of the custom
    calls : plain calls, in which the custom plays no role
    summary : takes the values of these calls, and returns the value of the custom
    note : a further explanation for people
    """

    word: str
    calls: tuple[Call, ...]
    summary: Summary = fmean
    note: str = ""

    def expected(self, subject: Subject) -> CallResult | None:
        """The value of the custom; None where a summary of plain calls is needed and one of them gives no number."""
        results = subject.ask(self.calls)
        if len(results) == 1:
            return results[0]
        if not all(is_number(result.value) for result in results):
            return None
        value = self.summary([float(result.value) for result in results])
        return CallResult(value, bound=max(_rounding(subject), *(result.bound for result in results)))


def _rounding(subject: Subject) -> float:
    """The error of a metric that rounds its values to a few digits; 0 where the metric does not seem to round."""
    numbers = [float(result.value) for result in subject.results.values() if is_number(result.value)]
    digits = next(
        (digits for digits in range(2, 7) if all(round(number, digits) == number for number in numbers)), None
    )
    return 0.0 if digits is None or all(round(number, 1) == number for number in numbers) else 10.0**-digits


@dataclass(frozen=True)
class Probe:
    """A call, and the customs that may explain its value."""

    call: Call
    customs: tuple[Custom, ...]


def settled(
    subject: Subject,
    name: str,
    probes: Sequence[Probe],
    otherwise: Callable[[Subject, Probe, CallResult], str] = lambda subject, probe, result: OTHERWISE,
) -> ConductFact | None:
    """The custom that a metric follows on every probe, with a short call that distinguishes it from most other customs;
    or several customs, where no probe distinguishes them.

    The word is `RAISES` or `NO_NUMBER` where a call of a probe gives no number although a plain call does. The result
    is None where no probe distinguishes customs, or where the metric has no value on the plain calls either. Each
    custom must stand at the same place in all probes.
    """
    subject.ask(
        [call for probe in probes for call in (probe.call, *(c for custom in probe.customs for c in custom.calls))]
    )
    left = list(range(len(probes[0].customs)))
    counted, raised = [], []
    for probe in probes:
        (result,) = subject.ask([probe.call])
        expected = [custom.expected(subject) for custom in probe.customs]
        if not any(value is not None and is_number(value.value) for value in expected):
            continue
        if isinstance(result.value, str):
            raised.append((probe, result))
            continue
        counted.append((probe, result, expected))
        left = [i for i in left if expected[i] is None or _is(expected[i], result)]
    if raised:
        probe, result = raised[0]
        word = RAISES if str(result.value).startswith("raised") else NO_NUMBER
        return ConductFact(name, word, subject.written(probe.call), value_of(result))
    if not counted:
        return None
    if not left:
        none = [
            (probe, result) for probe, result, expected in counted if not any(_is(value, result) for value in expected)
        ]
        probe, result = (none or [entry[:2] for entry in counted])[0]
        word = otherwise(subject, probe, result)
        note = f"none of: {', '.join(dict.fromkeys(c.word for c in probe.customs))}" if word == OTHERWISE else ""
        return ConductFact(name, word, subject.written(probe.call), value_of(result), note)
    apart = [
        (sum(not _is(value, result) for value in expected), probe, result)
        for probe, result, expected in counted
        if not all(_is(value, result) for value in expected)
    ]
    if not apart:
        return None
    short = [entry for entry in apart if len(str(entry[1].call)) <= SHORT] or apart
    _, probe, result = max(short, key=lambda entry: entry[0])
    customs = [probes[0].customs[i] for i in left]
    word = OR.join(dict.fromkeys(custom.word for custom in customs))
    note = customs[0].note if len(customs) == 1 else ""
    return ConductFact(name, word, subject.written(probe.call), value_of(result), note)


def _is(value: CallResult | None, result: CallResult) -> bool:
    return value is not None and same(value, result)
