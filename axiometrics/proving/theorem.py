"""Theorems: which metrics keep (or break) a reading of a constraint, and the argument that shows it, for each setting
of their parameters.

A theorem's author states the required difference of the scores (the excess) in quantities of a case, and steps that
show its sign.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.kernel.notation import read_claim, read_term
from axiometrics.kernel.polynomials import ProofError
from axiometrics.proving.argument import Argument, NotProvedError
from axiometrics.proving.declared import entries_in
from axiometrics.verification.proofs import SCHEMA, check_argument, demand_short


class Proof(Argument):
    """The argument about a metric, in the quantities of the constraint's vocabulary: `about` them, the `excess`, and
    steps of which the last shows the `goal`.
    """

    def __init__(self, metric: Metric, constraint: Constraint, reading: Reading, holds: bool) -> None:
        super().__init__({}, [])
        vocabulary = vocabulary_of(constraint)
        if vocabulary is None:
            raise NotProvedError(f"{constraint.name} declares no vocabulary")
        self.metric, self.constraint, self.reading, self.holds = metric, constraint, reading, holds
        self.vocabulary = vocabulary
        self.excess = ""
        self.start: int | str | None = None
        self.constants: tuple[str, ...] = ()
        """Ids of the claims that `number`s are above 0, where they are names."""

    def about(self, *names: str, start: int | str | None = None) -> None:
        """Speak of these quantities; the vocabulary's facts about them alone are known. `start` is the n from which on
        a threshold is spoken of.

        It is a number, or a term where a parameter is a symbol.
        """
        self.start = start
        self.symbols = {name: self.vocabulary.quantities[name].whole for name in names}
        self.scope.symbols.update(self.symbols)
        from_start = [] if start is None else [f"n - {start} >= 0"]
        self.facts = [
            text
            for text in [*(fact.text for fact in self.vocabulary.facts_of(self.reading.name)), *from_start]
            if read_claim(text).term.symbols <= set(names)
        ]
        self.scope.assume(self.facts)

    @property
    def goal(self) -> str:
        """What the last step has to show of the excess."""
        if self.constraint.quantifier.over_cases:
            by = self.reading.demand.by
            return f"-({self.excess}) >= 0" if by == "<=" else f"{self.excess} {by} 0"
        if self.constraint.quantifier is Quantifier.EVENTUALLY:
            return f"{self.excess} > 0" if self.holds else f"-({self.excess}) >= 0"
        return f"{self.excess} >= 0"

    def value(self, name: str) -> str:
        """A parameter of the metric as terms have it, e.g. `(4/5)`."""
        return f"({self.metric.values[name]})"

    def number(self, text: str) -> str:
        """The value of a term in the metric's parameters, above 0, as terms have it."""
        return f"({read_term(text).value})"


@dataclass(frozen=True)
class Theorem:
    """A statement about metrics under readings of a constraint.

    Attributes
    ----------
    metrics : bases of the metrics it is about
    constraint, readings : what they keep, or break (`holds`)
    words : the argument in a sentence or two
    show : builds the argument; raises `NotProvedError` where it does not go through
    when : for which settings of the parameters it is meant
    """

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    words: str
    show: Callable[[Proof], object]
    holds: bool = True
    when: Callable[[Metric], bool] = lambda metric: True

    def prove(self, metric: Metric, constraint: Constraint, reading: Reading) -> dict[str, Any]:
        """The proof as data, checked. Raises `NotProvedError` where there is none."""
        proof = Proof(metric, constraint, reading, self.holds)
        self.show(proof)
        data = {
            "schema": SCHEMA,
            "metric": metric.id,
            "constraint": constraint.name,
            "reading": reading.name,
            "holds": self.holds,
            "words": self.words,
            **({} if proof.start is None else {"start": proof.start}),
            "excess": proof.excess,
            **proof.to_json(),
        }
        try:
            _, scope = check_argument(data, constraint, reading, self.holds)
            demand_short(data, scope)
        except ProofError as error:
            raise NotProvedError(f"{metric.id}/{constraint.id}@{reading.name}: the checker refuses: {error}") from None
        return data


@dataclass(frozen=True)
class Larger:
    """A counterexample larger than what is searched by default: gold and outputs (by role) in text form, for these
    metrics.
    """

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    gold: str
    outputs: tuple[tuple[str, str], ...]
    words: str
    when: Callable[[Metric], bool] = lambda metric: True


@dataclass(frozen=True)
class Open:
    """Cells that resist: what was tried, and where it stopped."""

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    tried: str
    when: Callable[[Metric], bool] = lambda metric: True


Entry = Theorem | Larger | Open


@cache
def entries() -> tuple[Entry, ...]:
    """All that is declared in the folders of `theorems`, a file a family."""
    return tuple(entries_in("axiometrics.proving.theorems"))


def entries_about(metric: Metric, constraint: Constraint, reading: Reading) -> list[Entry]:
    """What is declared about a cell."""
    return [
        entry
        for entry in entries()
        if metric.base in entry.metrics
        and entry.constraint == constraint.name
        and reading.name in entry.readings
        and not metric.narrowed
        and entry.when(metric)
    ]
