"""Signatures: how a user's metric is called, and how a system output and a gold become the arguments of a call."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SmallInputs:
    """The small inputs on which the laws of implementation are tried.

    Attributes
    ----------
    make : documents, the traits of the metric and a source of chance -> every input of that many documents; with a
        source of chance, some random ones
    size : documents up to which every input is tried
    long : documents of a few long inputs that come last, where a metric may look at the first ranks only
    """

    make: Callable[[int, frozenset[str], random.Random | None], Iterator[tuple[Any, ...]]]
    size: int = 3
    long: tuple[int, ...] = ()


def no_values(arguments: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """Says of any arguments that no system output and gold are known for which they stand."""
    return None


@dataclass(frozen=True)
class Signature:
    """How a user's metric is called.

    Attributes
    ----------
    name : as `--signature` has it; no two signatures share one
    call : the call in words, such as `f(labels_true, labels_pred)`
    parameters : the names of the first two parameters that tell this signature, where nothing else does
    plain : system output and gold -> what is passed by position, as plain data that JSON can carry
    build : that plain data and the type of whole numbers -> the arguments of the call
    closed : whether the arguments list every document, so that the gold must list them all
    inputs : the small inputs of the laws of implementation, as arguments; None where the task gives them
    values : arguments -> the system output and the gold that they stand for, None where there are no such values
    """

    name: str
    call: str
    parameters: tuple[tuple[str, ...], ...]
    plain: Callable[[Any, Any], list[Any]]
    build: Callable[[Any, type], tuple[Any, ...]]
    closed: bool = False
    inputs: SmallInputs | None = None
    values: Callable[[tuple[Any, ...]], tuple[Any, Any] | None] = no_values

    def arguments(self, system: Any, gold: Any, number: type) -> tuple[Any, ...]:
        """What is passed by position; `number` is the type of whole numbers, `int` or `Fraction`."""
        return self.build(self.plain(system, gold), number)
