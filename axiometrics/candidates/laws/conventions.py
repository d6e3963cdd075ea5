"""What an implementation gives on degenerate inputs, beside what ours gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics import registry
from axiometrics.candidates import SIGNATURES, Declaration
from axiometrics.candidates.laws.calling import call, same
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization

DEGENERATE = {
    "clustering": {
        "one document": ("a", "a"),
        "one class in one cluster": ("{a b}", "{a b}"),
        "one class, split": ("a b", "{a b}"),
        "classes of one, joined": ("{a b}", "a b"),
        "clusters and classes of one": ("a b", "a b"),
        "one class split further": ("a b c", "{a b} c"),
        "independent": ("{a b} {c d}", "{a c} {b d}"),
    },
    "filtering": {
        "nothing positive": ("{} > a b", "a > b"),
        "nothing relevant": ("a > b", "{} > a b"),
        "neither positive nor relevant": ("{} > a b", "{} > a b"),
        "all positive": ("a b > {}", "a > b"),
        "all relevant": ("a > b", "a b > {}"),
        "all positive and relevant": ("a b > {}", "a b > {}"),
        "all wrong": ("a > b", "b > a"),
    },
    "ranking": {
        "nothing relevant": ("a > b", "{} > a b"),
        "nothing retrieved": ("...", "a > b"),
        "nothing relevant, nothing retrieved": ("...", "{} > a b"),
        "nothing relevant retrieved": ("b", "a > b"),
        "all relevant": ("a > b", "a b > {}"),
        "one document": ("a", "a > {}"),
    },
}
"""Degenerate inputs by task and name: system output and gold in the text form of organizations."""


@dataclass(frozen=True)
class Convention:
    """A degenerate input, what the implementation gives, and what our metric of the same definition gives: empty
    without one.
    """

    name: str
    system: str
    gold: str
    theirs: str
    ours: str
    alike: bool | None


def conventions(function: Callable[..., Any], declared: Declaration, task: str, ours: str = "") -> Iterator[Convention]:
    """The degenerate inputs of a task, asked of an implementation and of our metric named `ours`.

    Values are rounded to six digits in writing; `alike` compares them to the error bound, an undefined value of ours
    with nan or an exception.
    """
    assert declared.signature is not None
    for name, (system, gold) in DEGENERATE[task].items():
        sides = Organization.parse(system), Organization.parse(gold)
        found = call(function, SIGNATURES[declared.signature].arguments(*sides, int))
        written, value = _ours(ours, *sides) if ours else ("", None)
        alike = None
        if value is not None:
            alike = (
                same(found.value, value)
                if math.isfinite(value)
                else isinstance(found.value, str) or not math.isfinite(found.value)
            )
        yield Convention(name, system, gold, str(found), written, alike)


def _ours(name: str, system: Organization, gold: Organization) -> tuple[str, float | None]:
    try:
        value = registry.metric(name).exact(system, gold)
    except TaskError:
        return "", None
    if isinstance(value, float):
        return "undefined", math.nan
    return str(value) if isinstance(value, Fraction) else f"{float(value):.6g}", float(value)
