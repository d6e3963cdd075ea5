"""The facts about the conduct of a metric, by their names."""

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
"""The name of each fact, in the order of the table, and its subject in words."""

OR = " or "
"""Stands between customs that no call distinguishes."""

OF_INPUTS = ("values", "perfect")
"""The facts that are about all inputs that were tried."""


@dataclass(frozen=True)
class ConductFact:
    """A fact about the conduct of a metric.

    Attributes
    ----------
    name : one of `NAMES`
    word : what the metric does
    input : a call that shows the fact, as people write it; empty where the fact is about many calls
    value : the result of this call: a number, or a text where it gave none; None where there is no value (0/0, nan)
    note : a further explanation for people
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
        return f"{self.word}{note}: {self.input} {self.gives}"

    @property
    def gives(self) -> str:
        """The result of the call in words."""
        return _gives(self.value)


def _gives(value: float | str | None) -> str:
    if value is None:
        return "has no value"
    return value if isinstance(value, str) else f"gives {value:.6g}"


@dataclass(frozen=True, repr=False)
class Conduct(Presentable):
    """The facts about the conduct of one metric.

    Attributes
    ----------
    target, task : the metric, and the task of the calls
    facts : by their names, in the order of `NAMES`; a name is missing where the form of the metric cannot show the fact
    inputs : the kind of inputs that were tried: the signature, and the traits that the metric understands
    is_whole : whether the time allowed all calls
    """

    target: str
    task: str
    facts: Mapping[str, ConductFact]
    inputs: str = ""
    is_whole: bool = True

    def __getitem__(self, name: str) -> ConductFact:
        """The fact of that name. Raises `KeyError` where there is none."""
        return self.facts[name]

    @property
    def part(self) -> Facts:
        """The facts as a part of a page."""
        lines = [(NAMES[name], fact.said) for name, fact in self.facts.items()]
        return Facts(lines, "How it behaves (facts that calls have shown, not faults):")

    def differing(self, other: Conduct) -> list[tuple[str, ConductFact, ConductFact]]:
        """The facts that both metrics have and that differ, each with the fact of this metric and that of the other.
        The facts about all inputs are compared only where both metrics were tried on the same inputs.
        """
        shared = [name for name in self.facts if name in other.facts]
        if self.inputs != other.inputs:
            shared = [name for name in shared if name not in OF_INPUTS]
        pairs = [(name, self.facts[name], other.facts[name]) for name in shared]
        return [
            (name, mine, theirs)
            for name, mine, theirs in pairs
            if not set(mine.word.split(OR)) & set(theirs.word.split(OR))
        ]
