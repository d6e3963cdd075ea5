"""The facts that are told of a metric, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from axiometrics.core.page import Facts, Presentable

NAMES: Mapping[str, str] = {
    "unjudged": "a document without judgement",
    "repeated": "a document that is listed twice",
    "unanswered-topic": "a topic without an answer",
    "topics": "several topics",
    "ties": "equal scores",
    "negative-grade": "a grade below 0",
    "fractional-grade": "a grade that is not whole",
    "unknown-label": "a label that the gold does not have",
    "perfect": "the perfect output",
    "empty-gold": "an empty gold",
    "empty-output": "an empty output",
    "values": "values seen",
    "symmetric": "gold and output exchanged",
}
"""The name of each fact, in the order of the table, and what it is about in words."""

OR = " or "
"""Stands between customs that no call told apart."""

OF_INPUTS = ("values", "perfect")
"""The facts that are told of all inputs that were tried."""


@dataclass(frozen=True)
class ConductFact:
    """One fact.

    Attributes
    ----------
    name : one of `NAMES`
    word : what the metric does
    input : a call that shows it, as people write it
    value : what this call gives: a number, or in words what came instead; None where there is no value (0/0, nan)
    note : more of it, for people
    """

    name: str
    word: str
    input: str
    value: float | str | None
    note: str = ""

    @property
    def said(self) -> str:
        """The fact in one line, with the call that shows it."""
        note = f" ({self.note})" if self.note else ""
        if not self.input:
            return f"{self.word}{note}"
        return f"{self.word}{note}: {self.input} {_gives(self.value)}"


def _gives(value: float | str | None) -> str:
    if value is None:
        return "has no value"
    return value if isinstance(value, str) else f"gives {value:.6g}"


@dataclass(frozen=True, repr=False)
class Conduct(Presentable):
    """What is told of a metric.

    Attributes
    ----------
    target, task : the metric, and the task of the calls
    facts : by their names, in the order of `NAMES`; a name is missing where the form of the metric cannot show the fact
    inputs : which inputs were tried, by the signature and what the metric understands in a case
    is_whole : whether the time allowed all calls
    """

    target: str
    task: str
    facts: Mapping[str, ConductFact]
    inputs: str = ""
    is_whole: bool = True

    def __getitem__(self, name: str) -> ConductFact:
        """The fact of that name. Raises `KeyError` where none is told."""
        return self.facts[name]

    @property
    def part(self) -> Facts:
        """The facts as a part of a page."""
        told = [(NAMES[name], fact.said) for name, fact in self.facts.items()]
        return Facts(told, "How it behaves (facts that calls have shown, not faults):")

    def differing(self, other: Conduct) -> list[tuple[str, ConductFact, ConductFact]]:
        """The facts that are told of both and are not the same, with what is told of this metric and of the other.
        Greatest and least values of different inputs are not compared.
        """
        shared = [name for name in self.facts if name in other.facts]
        if self.inputs != other.inputs:
            shared = [name for name in shared if name not in OF_INPUTS]
        pairs = [(name, self.facts[name], other.facts[name]) for name in shared]
        return [
            (name, one, another)
            for name, one, another in pairs
            if not set(one.word.split(OR)) & set(another.word.split(OR))
        ]
