"""Assertions of pytest about a metric, besides constraints: laws, conventions at 0/0, and that it equals a known
metric.
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
    """A metric is not the one that a test says it is."""


class ConventionError(FailedCheckError):
    """A metric gives another value on a degenerate input than a test says."""


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
        """The finding, where the metric obeys the law. Raises `BrokenLawError` with the two calls where it does not; a
        law that says nothing of the metric is a skip of pytest.
        """
        __tracebackhide__ = True
        one = _called(metric, self.task, self.signature, self.file)
        judge = one.judge(one.tasks[0])
        assert isinstance(judge, BlackBox)
        judge.prepare(0)
        (found,) = laws.check(laws.Through(judge), judge.declared, one.tasks[0], (self.law,))
        if found.holds is False:
            raise BrokenLawError(f"{one.id} breaks the law {found}", ("✘ law", f"breaks {self.law.name}"))
        if found.holds is None:
            pytest.skip(str(found))
        return found


def law_params(
    metrics: Iterable[Named],
    names: Sequence[str] | None,
    task: str | None,
    signature: str | None,
    file: str | None = None,
) -> list[Any]:
    """The parameters of tests of laws: a metric and a law each.

    The laws are those named, or every law about the metric's form. `file` is the configuration of the project.
    """
    known = {law.name: law for law in LAWS}
    for name in names or ():
        if name not in known:
            raise UnknownNameError(f"no law {name!r}: known are {', '.join(known)}")
    params = []
    for metric in metrics:
        one = _called(metric, task, signature, file)
        judge: Any = one.judge(one.tasks[0])
        for law in (known[name] for name in names or known):
            if names or judge.signature.name in law.vary:
                checked = CheckedLaw(law, task, signature, file)
                params.append(pytest.param(metric, checked, id=f"{label(one.id)}-{law.name}"))
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
    one, other = _called(metric, task, with_order(form or signature, order), file), candidate(name)
    found = compare(one, other, task, size=max_size, facts=False)
    if not found.agreement.compared:
        raise AnotherMetricError(f"no input gives both {one.id} and {name} a value\n\n{found}", ("✘ no value",))
    if found.agreement.difference is not None:
        raise AnotherMetricError(f"{one.id}: {found.short}\n\n{found}", ("✘ not it", f"is not {name}"))
    if conventions and found.agreement.conventions:
        raise AnotherMetricError(
            f"{one.id} is {name} but for its values at 0/0\n\n{found}", ("✘ 0/0", "differs at 0/0")
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
    one = _called(metric, task, with_order(form or signature, order), file)
    judge: Any = one.judge(one.tasks[0])
    known = {given.name: given for given in laws.conventions(laws.Through(judge), judge.declared, one.tasks[0])}
    wrong = []
    for name, value in expected.items():
        if name not in known:
            raise ParameterError(f"{one.tasks[0]} has no degenerate input {name!r}: known are {', '.join(known)}")
        found = _number(known[name].theirs)
        if (found is None) is not (value is None) or (
            found is not None
            and value is not None
            and abs(found - value) > max(DOUBLE_ROUNDING, SHOWN_DIGITS * abs(value))
        ):
            said = "no value" if value is None else f"{value:g}"
            given = known[name]
            wrong.append(f"{name}: gold {given.gold}, output {given.system} gives {given.theirs}, expected {said}")
    if wrong:
        raise ConventionError(f"{one.id} at 0/0: " + "\n".join(wrong), ("✘ 0/0", f"{len(wrong)} at 0/0"))


def _number(text: str) -> float | None:
    """The number as text with six digits; None where there is no number."""
    try:
        value = float(text.partition(",")[0])
    except ValueError:
        return None
    return None if math.isnan(value) else value


def _called(metric: Named, task: str | None, signature: str | None, file: str | None) -> Candidate:
    one = configuration(file).candidate(metric, task, signature)
    if one.metric is not None:
        raise ParameterError(f"{one.id} is a built-in metric: give a function or a TARGET")
    return one
