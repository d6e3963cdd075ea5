"""Assertions about a metric in tests, besides constraints: that it obeys the laws of implementation, that it has
certain values at 0/0, and that it equals a known metric.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from axiometrics.candidates import laws
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.configuration import configuration
from axiometrics.candidates.expression import with_order
from axiometrics.candidates.laws.declared import LAWS, Law
from axiometrics.candidates.laws.findings import LawFinding
from axiometrics.candidates.selection import Named, candidate
from axiometrics.comparison.identification import compare
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.core.margins import DOUBLE_ROUNDING, SHOWN_DIGITS
from axiometrics.running.candidate import Candidate
from axiometrics.services.checks import FailedCheckError
from axiometrics.services.labels import label


class BrokenLawError(FailedCheckError):
    """A law of implementation is broken."""


class AnotherMetricError(FailedCheckError):
    """A metric does not have the values of the metric that a test names."""


class ConventionError(FailedCheckError):
    """On a degenerate input, a metric gives another value than the test names."""


@dataclass(frozen=True)
class CheckedLaw:
    """A law of implementation, as a test gets it in the argument `law`."""

    law: Law
    task: str | None
    signature: str | None
    file: str | None = None

    @property
    def id(self) -> str:
        """The name of the law."""
        return self.law.name

    @property
    def statement(self) -> str:
        """The statement of the law."""
        return self.law.statement

    def __repr__(self) -> str:
        return f"<law {self.law.name}>"

    def check(self, metric: Named) -> LawFinding:
        """Return the finding where the metric obeys the law. Where the law does not apply to the metric, the test is
        skipped. Raises `BrokenLawError` with the two calls where the metric breaks the law.
        """
        __tracebackhide__ = True
        candidate = _called(metric, self.task, self.signature, self.file)
        judge = candidate.judge(candidate.tasks[0])
        assert isinstance(judge, BlackBox)
        judge.prepare(0)
        (finding,) = laws.check(laws.Through(judge), judge.declared, candidate.tasks[0], (self.law,))
        if finding.holds is False:
            raise BrokenLawError(f"{candidate.id} breaks the law {finding}", ("✘ law", f"breaks {self.law.name}"))
        if finding.holds is None:
            pytest.skip(str(finding))
        return finding


def law_params(
    metrics: Iterable[Named],
    names: Sequence[str] | None,
    task: str | None,
    signature: str | None,
    file: str | None = None,
) -> list[Any]:
    """The parameters of tests of laws. Each holds a metric and a law.

    The laws are those with the given names; without names, all laws about the form of the metric. `file` is the
    configuration of the project.
    """
    declared_laws = {law.name: law for law in LAWS}
    for name in names or ():
        if name not in declared_laws:
            raise UnknownNameError(f"no law {name!r}: known are {', '.join(declared_laws)}")
    params = []
    for metric in metrics:
        candidate = _called(metric, task, signature, file)
        judge: Any = candidate.judge(candidate.tasks[0])
        for law in (declared_laws[name] for name in names or declared_laws):
            if names or judge.signature.name in law.vary:
                checked = CheckedLaw(law, task, signature, file)
                params.append(pytest.param(metric, checked, id=f"{label(candidate.id)}-{law.name}"))
    return params


def assert_same_as(
    metric: Named,
    name: str,
    *,
    conventions: bool = False,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    signature: str | None = None,
    max_size: int | None = None,
    file: str | None = None,
) -> None:
    """Fail unless a metric gives the same values as another one. The plugin documents the arguments."""
    __tracebackhide__ = True
    called, named = _called(metric, task, with_order(form or signature, order), file), candidate(name)
    comparison = compare(called, named, task, size=max_size, facts=False)
    if not comparison.agreement.compared:
        raise AnotherMetricError(f"no input gives both {called.id} and {name} a value\n\n{comparison}", ("✘ no value",))
    if comparison.agreement.difference is not None:
        raise AnotherMetricError(f"{called.id}: {comparison.short}\n\n{comparison}", ("✘ not it", f"is not {name}"))
    if conventions and comparison.agreement.conventions:
        raise AnotherMetricError(
            f"{called.id} is {name} but for its values at 0/0\n\n{comparison}", ("✘ 0/0", "differs at 0/0")
        )


def assert_conventions(
    metric: Named,
    expected: Mapping[str, float | None],
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    signature: str | None = None,
    file: str | None = None,
) -> None:
    """Fail unless a metric gives these values on the degenerate inputs of its task. The plugin documents the
    arguments.
    """
    __tracebackhide__ = True
    candidate = _called(metric, task, with_order(form or signature, order), file)
    judge: Any = candidate.judge(candidate.tasks[0])
    measured = {
        convention.name: convention
        for convention in laws.conventions(laws.Through(judge), judge.declared, candidate.tasks[0])
    }
    wrong = []
    for name, value in expected.items():
        if name not in measured:
            raise ParameterError(
                f"{candidate.tasks[0]} has no degenerate input {name!r}: known are {', '.join(measured)}"
            )
        number = _number(measured[name].theirs)
        if (number is None) is not (value is None) or (
            number is not None
            and value is not None
            and abs(number - value) > max(DOUBLE_ROUNDING, SHOWN_DIGITS * abs(value))
        ):
            said = "no value" if value is None else f"{value:g}"
            convention = measured[name]
            wrong.append(
                f"{name}: gold {convention.gold}, output {convention.system} gives {convention.theirs}, expected {said}"
            )
    if wrong:
        raise ConventionError(f"{candidate.id} at 0/0: " + "\n".join(wrong), ("✘ 0/0", f"{len(wrong)} at 0/0"))


def _number(text: str) -> float | None:
    """The number that a text with six digits states; None where the text is not a number."""
    try:
        value = float(text.partition(",")[0])
    except ValueError:
        return None
    return None if math.isnan(value) else value


def _called(metric: Named, task: str | None, signature: str | None, file: str | None) -> Candidate:
    called = configuration(file).candidate(metric, task, signature)
    if called.metric is not None:
        raise ParameterError(f"{called.id} is a built-in metric: give a function or a TARGET")
    return called
