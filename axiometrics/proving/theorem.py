"""Theorems: which metrics satisfy (or violate) a reading of a constraint, with the argument that shows it for each
setting of their parameters.

The author of a theorem states the required difference of the scores (the excess) in the quantities of a case, and the
steps that show its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import demands_of
from axiometrics.core.metric import Metric
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.kernel.check_proof import SCHEMA, ProofError, read_claim, read_term
from axiometrics.proving.argument import Argument, NotProvedError
from axiometrics.proving.declared import entries_in
from axiometrics.verification.proofs import check_argument, demand_short


class Proof(Argument):
    """The argument about a metric, in the quantities of the constraint's vocabulary: the quantities that it is `about`,
    the `excess`, and steps of which the last shows the `goal`. If the cases of the reading make several demands, it is
    the part for the cases with `demand`.
    """

    def __init__(
        self, metric: Metric, constraint: Constraint, reading: Reading, holds: bool, part: Demand | None = None
    ) -> None:
        super().__init__({}, [])
        vocabulary = vocabulary_of(constraint)
        if vocabulary is None:
            raise NotProvedError(f"{constraint.name} declares no vocabulary")
        self.metric, self.constraint, self.reading, self.holds = metric, constraint, reading, holds
        self.vocabulary = vocabulary
        self.demand = part or reading.demand
        self.excess = ""
        self.beyond: dict[str, Any] = {} if part is None else {"demand": part.words}
        """The fields of the argument beside symbols, facts, excess and steps (`verification.parts`)."""
        self.start: int | str | None = None
        self.constants: tuple[str, ...] = ()
        """Ids of the claims that `number`s are above 0, where they are names."""

    def about(
        self,
        *names: str,
        start: int | str | None = None,
        outputs: Mapping[str, str] | None = None,
        given: str = "",
        where: Sequence[str] = (),
    ) -> None:
        """Use these quantities. Of the vocabulary, only the facts about them are known.

        Attributes
        ----------
        start : for a threshold, the first n of the statement: a number, or a term if a parameter is a symbol
        outputs, given, where : constructed outputs; the amount by which a score is below the limit of the demand; and
            divisors that are above 0 if the metric has a value (`verification.parts`)
        """
        self.start = start
        more = {"outputs": dict(outputs or {}), "given": given, "where": list(where)}
        self.beyond |= {name: value for name, value in more.items() if value}
        self.symbols = {name: self.vocabulary.quantities[name].whole for name in names}
        self.scope.symbols.update(self.symbols)
        others = [*([] if start is None else [f"n - {start} >= 0"]), *where, *([f"{given} > 0"] if given else [])]
        facts = self.vocabulary.facts_of(self.reading.name, self.demand.words)
        self.facts = [
            text for text in [*(fact.text for fact in facts), *others] if read_claim(text).term.symbols <= set(names)
        ]
        self.scope.assume(self.facts)

    @property
    def goal(self) -> str:
        """The claim about the excess that the last step has to show."""
        if self.constraint.quantifier.over_cases:
            by = self.demand.by
            if by == "defined":
                return f"{self.excess} - ({self.excess}) = 0"
            return f"-({self.excess}) >= 0" if by == "<=" else f"{self.excess} {by} 0"
        if self.constraint.quantifier is Quantifier.EVENTUALLY:
            return f"{self.excess} > 0" if self.holds else f"-({self.excess}) >= 0"
        return f"{self.excess} >= 0"

    def value(self, name: str) -> str:
        """A parameter of the metric in the notation of terms, e.g. `(4/5)`."""
        return f"({self.metric.values[name]})"

    def number(self, text: str) -> str:
        """The value of a term in the metric's parameters, which is above 0, in the notation of terms."""
        return f"({read_term(text).value})"

    def to_json(self) -> dict[str, Any]:
        """The argument as data, with its excess."""
        return {**self.beyond, "excess": self.excess, **super().to_json()}


@dataclass(frozen=True)
class Theorem:
    """A statement about metrics under readings of a constraint.

    Attributes
    ----------
    metrics : the bases of its metrics
    constraint, readings : what the metrics satisfy or violate (`holds`)
    words : the argument in a sentence or two
    show : a function that builds the argument; it raises `NotProvedError` if a step cannot be shown
    when : a function that says for which settings of the parameters the theorem is meant
    narrowing : parameters that the argument allows for, although they narrow what a metric looks at
    """

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    words: str
    show: Callable[[Proof], object]
    holds: bool = True
    when: Callable[[Metric], bool] = lambda metric: True
    narrowing: frozenset[str] = frozenset()

    def prove(self, metric: Metric, constraint: Constraint, reading: Reading) -> dict[str, Any]:
        """The proof as data, after a check. Raises `NotProvedError` if there is none."""
        demands = demands_of(reading.cases)  # type: ignore[arg-type]  # descriptions have no theorems
        proofs = [
            Proof(metric, constraint, reading, self.holds, *([demand] if len(demands) > 1 else []))
            for demand in demands
        ]
        for proof in proofs:
            self.show(proof)
        proof, *others = proofs
        data = {
            "schema": SCHEMA,
            "metric": metric.id,
            "constraint": constraint.name,
            "reading": reading.name,
            "holds": self.holds,
            "words": self.words,
            **({} if proof.start is None else {"start": proof.start}),
            **proof.to_json(),
            **({"others": [part.to_json() for part in others]} if others else {}),
        }
        try:
            _, scope = check_argument(data, constraint, reading, self.holds)
            demand_short(data, scope)
        except ProofError as error:
            raise NotProvedError(f"{metric.id}/{constraint.id}@{reading.name}: the checker refuses: {error}") from None
        return data


@dataclass(frozen=True)
class Larger:
    """A counterexample that is larger than the cases searched by default: gold and outputs (by role) in text form, for
    these metrics.
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
    """Cells that are neither proved nor refuted: the attempts, and where they stopped."""

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    tried: str
    when: Callable[[Metric], bool] = lambda metric: True


Entry = Theorem | Larger | Open


@cache
def entries() -> tuple[Entry, ...]:
    """All declarations in the folders of `theorems`, where each family of metrics has a file."""
    return tuple(entries_in("axiometrics.proving.theorems"))


def entries_about(metric: Metric, constraint: Constraint, reading: Reading) -> list[Entry]:
    """The declarations about one cell."""
    return [
        entry
        for entry in entries()
        if metric.base in entry.metrics
        and entry.constraint == constraint.name
        and reading.name in entry.readings
        and metric.narrowing <= (entry.narrowing if isinstance(entry, Theorem) else frozenset())
        and entry.when(metric)
    ]
