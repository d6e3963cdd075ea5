"""A call of a user's metric: its arguments from plain data, its result, and the answer as plain data."""

from __future__ import annotations

import contextlib
import math
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from json import dumps
from numbers import Real as RealNumber
from typing import Any, NamedTuple, Protocol

import numpy as np

from axiometrics.core import escapes
from axiometrics.core.margins import DOUBLE_PRECISION, PRECISIONS
from axiometrics.registry.tasks import signature

LONGEST = 4000
"""The most characters of an exact number, and of the text of an error. Python reads no longer integers."""

SHOWN = 80
"""The number of characters that are shown of the text that a metric prints."""

_SHORT = re.compile("|".join(sorted(PRECISIONS)))

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""The address in the text of an object. It differs from run to run, so a text that is saved must not hold it."""

_EXACT = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
"""An exact number in an answer. The process of a metric may write anything, so the text is compared before it is
read.
"""


class CallForm(NamedTuple):
    """The way in which a case becomes a call: the name of the signature, whether numbers are exact (`Fraction`), and
    the form of the arguments, as `Signature.called` takes it.
    """

    signature: str
    exact: bool
    form: str = ""


@dataclass(frozen=True)
class Number:
    """A finite number. `precision` is the unit in the last place of 1 in the type that was returned."""

    value: float | Fraction
    precision: float = DOUBLE_PRECISION


@dataclass(frozen=True)
class Failed:
    """A call that returned no number. `reason` says what the metric did, such as `raised ValueError`.

    Where `late` is true, the input is not to blame: the failure was only noticed at its call.
    """

    reason: str
    late: bool = False


@dataclass(frozen=True)
class Undefined:
    """A call without a value: the metric returned nan or divided by 0. `reason` says which."""

    reason: str


Answer = Number | Undefined | Failed


class Caller(Protocol):
    """An object that calls a user's metric."""

    def ask(self, call: CallForm, cases: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers to cases as plain data, in order, up to the first that fails. Without `blames`, the cause of an
        exception is not looked for.
        """
        ...

    def again(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers of another process; none where there is no other process."""
        ...

    def attempt(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers to cases as plain data up to the first that fails, for a trial. No input is blamed for a failure.
        There are no answers where the process ended or hung.
        """
        ...

    def renew(self) -> None:
        """Go on with a new process, so that no verdict depends on the state that trial calls left behind."""
        ...


def plain_answer(function: Callable[..., Any], call: CallForm, case: Any) -> Any:
    """Call the metric once. The result is a float, or an object with one of the keys `exact`, `short`, `undefined` and
    `failed`. Only `KeyboardInterrupt` is not caught.
    """
    number = Fraction if call.exact else int
    of = signature(call.signature)
    arguments = of.build(case, number)
    try:
        value = of.called(function, call.form, arguments)
    except KeyboardInterrupt:
        raise
    except ZeroDivisionError as error:
        return {"undefined": f"raised {one_line(error)}"}
    except BaseException as error:
        return {"failed": f"raised {one_line(error)}"}
    try:
        if not all(_unchanged(argument, side, number) for argument, side in zip(arguments, case, strict=True)):
            return {"failed": "changed its input"}
        return _plain_number(value, call.exact)
    except BaseException as error:
        return {"failed": f"returned or left behind what cannot be read ({one_line(error)})"}


def _unchanged(argument: Any, side: Any, number: type) -> bool:
    """Whether an argument still equals the data from which it was made, including the type of each part. The types are
    compared first, so that no object that the metric may have put there is compared by a method of its own.
    """
    if isinstance(argument, np.ndarray):
        fresh = np.array(side)
        return bool(
            argument.dtype == fresh.dtype and argument.shape == fresh.shape and argument.tobytes() == fresh.tobytes()
        )
    if hasattr(argument, "to_json"):
        return dumps(argument.to_json(), sort_keys=True) == dumps(side, sort_keys=True)
    if isinstance(argument, dict):
        parts, before = [*argument, *argument.values()], [*side, *side.values()]
        return [*map(type, parts)] == [*map(type, before)] and parts == before
    return _alike(argument, side, number)


def _alike(argument: Any, side: Any, number: type) -> bool:
    """Whether (nested) lists still equal the plain data from which they were made. In plain data a text stands for a
    fraction.
    """
    if isinstance(side, list):
        if type(argument) is not list or len(argument) != len(side):
            return False
        if set(map(type, argument)) == {number} and set(map(type, side)) == {number}:
            return argument == side  # numbers alone, the usual case
        return all(_alike(part, plain, number) for part, plain in zip(argument, side, strict=True))
    if isinstance(side, str):
        return type(argument) in {float, Fraction} and bool(argument == type(argument)(Fraction(side)))
    return type(argument) in {number, type(side)} and bool(argument == side)


def _part_of(value: Any) -> str:
    """The words that say how a TARGET names the first part of a result with parts, or its number; else empty."""
    keys = list(value)[:1] if type(value) is dict else [0] if isinstance(value, (list, tuple, np.ndarray)) else []
    names = [dumps(key) for key in keys if type(key) in (int, str)]
    if names and len(value):
        return f" (TARGET[{names[0]}] is its first part)"
    number = next((name for name in ("score", "value") if isinstance(getattr(value, name, None), int | float)), None)
    return "" if number is None else f" (TARGET[{dumps(number)}] is its number)"


def _plain_number(value: Any, exact: bool) -> Any:
    if type(value) is float and not exact and math.isfinite(value):
        return value
    if isinstance(value, np.ma.MaskedArray) and value.ndim == 0 and value.mask:
        return {"undefined": "returned a masked value"}
    value, precision = scalar(value)
    if not isinstance(value, (RealNumber, np.number, Decimal)):
        return {"failed": f"returned {_short(value)}, which is not a number{_part_of(value)},"}
    if not isinstance(value, (complex, np.complexfloating)) and value != value:
        return {"undefined": "returned nan"}
    if exact:
        if not isinstance(value, (int, Fraction)):
            return {"failed": f"declares itself exact but returned the {_type_name(value)} {_short(value)}"}
        return _exactly(value)
    if isinstance(value, (complex, np.complexfloating)):
        return {"failed": f"returned {_short(value)}"}
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        is_exact = isinstance(value, (int, Fraction)) or (isinstance(value, Decimal) and value.is_finite())
        return _exactly(value) if is_exact else {"failed": f"returned {_short(value)}"}
    return number if precision is None else {"short": [number, precision]}


def _exactly(value: Any) -> Any:
    """The answer for an exact number, which may be greater than any float."""
    if isinstance(value, Decimal) and abs(value.adjusted()) > LONGEST:
        return {"failed": f"returned {_short(value)}, which has more than {LONGEST} digits,"}
    number = Fraction(value)
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    if bits * math.log10(2) > LONGEST:
        return {"failed": f"returned an exact number of more than {LONGEST} digits"}
    return {"exact": str(number)}


def scalar(value: Any) -> tuple[Any, float | None]:
    """The number in an array or a tensor without dimensions, and anything else unchanged; and the unit in the last
    place of 1 in its type, where the type has fewer digits than a Python float, else None.

    >>> scalar(np.array(0.5, dtype=np.float32))
    (np.float32(0.5), 1.1920928955078125e-07)
    """
    kept = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    is_number = isinstance(kept, (RealNumber, np.number, np.bool_))
    if not is_number and getattr(kept, "shape", None) == () and hasattr(kept, "item"):
        kept = kept.item()  # a tensor
    kept = bool(kept) if isinstance(kept, np.bool_) else kept
    whole = isinstance(kept, (bool, int, Fraction, Decimal))
    short = None if whole else _SHORT.search(str(getattr(value, "dtype", "")))
    return kept, None if short is None else PRECISIONS[short[0]]


def read_answer(data: Any) -> Answer:
    """Read an answer from plain data. Raises `ValueError` where the data is not an answer."""
    if isinstance(data, float) and math.isfinite(data):
        return Number(data)
    if isinstance(data, dict) and len(data) == 1:
        ((key, value),) = data.items()
        if key in {"failed", "undefined"} and isinstance(value, str):
            return (Failed if key == "failed" else Undefined)(printable(value)[:LONGEST])
        if key == "exact" and isinstance(value, str) and len(value) <= LONGEST + 4 and _EXACT.fullmatch(value):
            return Number(Fraction(value))
        if (
            key == "short"
            and isinstance(value, list)
            and [type(part) for part in value] == [float, float]
            and all(map(math.isfinite, value))
        ):
            return Number(value[0], min(max(value[1], DOUBLE_PRECISION), 1.0))
    raise ValueError("no answer")


class Here:
    """Calls a function in this process, where nothing can stop or limit it. The function's prints go to stderr, and its
    warnings are dropped.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def ask(self, call: CallForm, cases: Sequence[Any], blames: bool = True) -> list[Answer]:
        """The answers in order, up to the first that fails."""
        answers: list[Answer] = []
        with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
            warnings.simplefilter("ignore")
            for case in cases:
                answers.append(read_answer(plain_answer(self.function, call, case)))
                if isinstance(answers[-1], Failed):
                    break
        return answers

    def again(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """No answers, because there is only this process."""
        return []

    def attempt(self, call: CallForm, cases: Sequence[Any]) -> list[Answer]:
        """The answers in order, up to the first that fails."""
        return self.ask(call, cases)

    def renew(self) -> None:
        """Do nothing, because there is only this process."""


def printable(text: str) -> str:
    """A text from outside, as one line that can be written anywhere. Unprintable characters are escaped, and addresses,
    which differ between runs, are left out.

    >>> printable("two\\nlines \\x1b[31m \\ud800 <object at 0x7f00>")
    'two lines \\\\x1b[31m \\\\ud800 <object>'
    """
    return escapes.one_line(_ADDRESS.sub("", " ".join(text.split())))


def one_line(error: Any) -> str:
    """An exception in one line of at most 300 characters, whatever its own methods do."""
    text = _tried(lambda: str(error))
    return f"{_type_name(error)}{': ' + text if text else ''}"[:300]


def _short(value: Any) -> str:
    text = _tried(lambda: repr(value)) or f"an object of type {_type_name(value)}"
    return text if len(text) <= 60 else text[:57] + "..."


def _type_name(value: Any) -> str:
    return _tried(lambda: type(value).__name__) or "object"


def _tried(text: Callable[[], str]) -> str:
    """A text that code of a user makes; empty where that code fails."""
    try:
        return printable(text()[:LONGEST])
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""
