"""Calls of an implementation. Every call gets arguments of its own. A result that is not a number is kept as a result,
too.
"""

from __future__ import annotations

import contextlib
import copy
import math
import re
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import bound_of
from axiometrics.candidates.containment.call import scalar
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.search import MetricFailedError

Arguments: TypeAlias = tuple[Any, ...]
Value: TypeAlias = float | str
"""A number (including nan and infinities), or else a text: the name of the exception, or `no number`."""


@dataclass(frozen=True)
class CallResult:
    """The value that a call gave, and whether it gave a warning."""

    value: Value
    warned: bool = False
    bound: float = DOUBLE_ROUNDING
    """The relative error that rounding may have made: a share of the greatest compared value, and of 1."""

    def __str__(self) -> str:
        return (self.value if isinstance(self.value, str) else f"{self.value + 0.0:.6g}") + (
            ", warns" if self.warned else ""
        )


class FailedCallError(ArithmeticError):
    """A metric that is called in another process gave no number.

    Attributes
    ----------
    kind : the name of the exception; `no number` where none was raised
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        raised = re.match(r"raised (\w+)", reason)
        self.kind = raised[1] if raised else "no number"


def fresh(arguments: Arguments) -> Arguments:
    """A copy of the arguments that a call may change. Values of a task are immutable, so they are not copied."""
    return tuple(argument if hasattr(argument, "to_json") else copy.copy(argument) for argument in arguments)


def call(function: Callable[..., Any], arguments: Arguments) -> CallResult:
    """The result of calling the function with exactly these objects."""
    with warnings.catch_warnings(record=True) as heard, contextlib.redirect_stdout(sys.stderr), np.errstate(all="warn"):
        warnings.simplefilter("always")
        try:
            result, precision = scalar(function(*arguments))
            value = _number(result)
        except FailedCallError as error:
            return CallResult(error.kind)
        except Exception as error:
            return CallResult(type(error).__name__)
    warned = any(not issubclass(warning.category, (DeprecationWarning, FutureWarning)) for warning in heard)
    bound = function.judge.error_bound if isinstance(function, Through) else bound_of(precision or 0.0)
    return CallResult(value, warned, bound)


@dataclass(frozen=True)
class Through:
    """A black box as a function of its arguments. It is called where the black box is called: in a process of its own,
    or in this process.

    An exception is a result like others. Its cause is not looked for, because this takes a new process each time, and
    minutes where a metric always raises.
    """

    judge: BlackBox

    def __call__(self, *arguments: Any) -> Any:
        """The value, greater where better. Raises `FailedCallError` where the metric fails."""
        if not self.judge.answers:
            raise FailedCallError("died or hung at a call before")
        try:
            value = self.judge.call(plain_data(arguments), blames=False)
        except MetricFailedError as failure:
            raise FailedCallError(str(failure)) from None
        return -value if self.judge.loss else value

    def ahead(self, calls: Sequence[Arguments]) -> None:
        """Request these calls together. They are to be made later, in this order."""
        if self.judge.answers:
            self.judge.ahead(list(map(plain_data, calls)))


def plain_data(arguments: Arguments) -> list[Any]:
    """Arguments as plain data that JSON can hold."""
    return [_plain(argument) for argument in arguments]


def _plain(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return argument.tolist()
    return argument.to_json() if hasattr(argument, "to_json") else argument


def _number(result: Any) -> Value:
    return (
        float(result)
        if isinstance(result, (Real, np.number)) and not isinstance(result, (complex, np.complexfloating))
        else "no number"
    )


def same(first: CallResult, second: CallResult) -> bool:
    """Whether two values are equal: numbers within the error bound of the black box, or the same text instead of a
    number.
    """
    difference = apart(first, second)
    return difference == 0 if difference is not None else str(first.value) == str(second.value)


def is_number(value: Value) -> bool:
    """Whether a value is a number. Infinities are numbers, and nan is not."""
    return not isinstance(value, str) and not math.isnan(value)


def apart(first: CallResult, second: CallResult) -> float | None:
    """The difference of two numbers: 0 within the error bound and between equal infinities; None where one of the
    values is not a number.

    >>> one, endless, none = map(CallResult, (1.0, math.inf, math.nan))
    >>> apart(endless, one), apart(endless, endless), apart(none, one)
    (inf, 0.0, None)
    """
    left, right = first.value, second.value
    if isinstance(left, str) or isinstance(right, str) or math.isnan(left) or math.isnan(right):
        return None
    if left == right:
        return 0.0
    difference = left - right
    bound = max(first.bound, second.bound) * max(1.0, abs(left), abs(right))
    return 0.0 if math.isfinite(difference) and abs(difference) <= bound else difference


def shown(arguments: Arguments) -> str:
    """Arguments in one line."""
    return ", ".join(map(_shown, arguments))


def _shown(argument: Any) -> str:
    if isinstance(argument, np.ndarray):
        return str(argument.tolist())
    if isinstance(argument, Mapping):
        return (
            "{"
            + ", ".join(
                f"{key}: {value:g}" if value == round(value, 3) else f"{key}: {value!r}"
                for key, value in argument.items()
            )
            + "}"
        )
    return str(argument)
