"""Calls that show a custom, and the customs between which they decide."""

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
NO_NUMBER = "returns no number"
OTHERWISE = "otherwise"
"""What is said of a metric whose values are those of no custom that was tried."""

SHORT = 120
"""Characters of a call that can be shown as it is."""


@dataclass(frozen=True)
class Custom:
    """What a metric that follows a custom would give: the value of a plain call, or a summary of several.

    Attributes
    ----------
    word : what the custom is called
    calls : plain calls
    summary : their values -> the value of the custom
    note : more of it, for people
    """

    word: str
    calls: tuple[Call, ...]
    summary: Summary = fmean
    note: str = ""

    def expected(self, subject: Subject) -> CallResult | None:
        """The value of the custom; None where a plain call has no number."""
        results = subject.ask(self.calls)
        if len(results) == 1:
            return results[0]
        if not all(is_number(result.value) for result in results):
            return None
        value = self.summary([float(result.value) for result in results])
        return CallResult(value, bound=max(_rounding(subject), *(result.bound for result in results)))


def _rounding(subject: Subject) -> float:
    """What a metric that rounds its values to a few digits may have changed; 0 where it does not seem to round."""
    numbers = [float(result.value) for result in subject.known.values() if is_number(result.value)]
    digits = next((digits for digits in range(2, 7) if all(round(one, digits) == one for one in numbers)), None)
    return 0.0 if digits is None or all(round(one, 1) == one for one in numbers) else 10.0**-digits


@dataclass(frozen=True)
class Probe:
    """A call, and what customs would give in its place."""

    call: Call
    customs: tuple[Custom, ...]


def settled(
    subject: Subject,
    name: str,
    probes: Sequence[Probe],
    otherwise: Callable[[Subject, Probe, CallResult], str] = lambda subject, probe, result: OTHERWISE,
) -> ConductFact | None:
    """The custom that a metric follows on every probe, with a short call that tells it from most others; or several
    customs, where no probe tells them apart.

    It is `RAISES` or `NO_NUMBER` where the calls do so and the plain ones do not, and None where no probe tells customs
    apart, or the metric has no value on the plain calls either. Customs with the same word and note stand at the same
    place of each probe.
    """
    subject.ask([call for probe in probes for call in (probe.call, *(c for one in probe.customs for c in one.calls))])
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
        none = [(probe, result) for probe, result, expected in counted if not any(_is(one, result) for one in expected)]
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
