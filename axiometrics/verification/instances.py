"""A case as a vocabulary describes it: the values of its quantities, and whether facts hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.counted import Columns, GradedRun, Quadrants
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Vocabulary
from axiometrics.kernel.check_proof import Claim
from axiometrics.symbolic.signs import sign
from axiometrics.symbolic.values import evaluated


@dataclass(frozen=True, eq=False)
class Instance:
    """A case as a vocabulary describes it, shared by any number of proofs: each quantity is measured once, and each
    fact about such quantities is tried once.
    """

    case: Case
    vocabulary: Vocabulary
    quantities: dict[str, Exact] = field(default_factory=dict, repr=False)
    facts: dict[str, bool] = field(default_factory=dict, repr=False)

    @cached_property
    def closed(self) -> Case:
        """The case in a closed collection; one in counts is as it is."""
        return self.case if self.case.gold is None else self.case.closed()

    @cached_property
    def size(self) -> int:
        """The number of documents of the case, or the number of ranks of its longest run if the case is given by
        grades.
        """
        output = next(iter(self.case.outputs.values()))
        if isinstance(output, Columns):
            return sum(output.classes.values())
        if isinstance(output, GradedRun):
            return max(len(run.grades) for run in self.case.outputs.values())
        return sum(output) if isinstance(output, Quadrants) else self.case.documents

    @cached_property
    def seen(self) -> Any:
        """The view of the case from which the vocabulary takes quantities."""
        return self.vocabulary.see(self.case)

    def measure(self, names: Iterable[str], parameters: Mapping[str, Any]) -> dict[str, Exact]:
        """Return the values of the named quantities, for a metric with these parameters."""
        return {name: self._quantity(name, parameters) for name in names}

    def _quantity(self, name: str, parameters: Mapping[str, Any]) -> Exact:
        if name in self.quantities:
            return self.quantities[name]
        quantity = self.vocabulary.quantities[name]
        value = (
            quantity.of(self.seen)
            if quantity.of is not None
            else quantity.given(self.case, parameters)
            if quantity.given is not None
            else None
        )
        if value is None:
            raise ValueError(
                f"the quantity {name} is declared without a way to take it from a case: give `of` or `given`"
            )
        exact = Fraction(value) if isinstance(value, int) else value
        if quantity.of is not None:
            self.quantities[name] = exact
        return exact

    def bears_out(self, text: str, fact: Claim) -> bool:
        """Return whether a claim about measured quantities holds. None of these quantities may depend on a metric's
        parameters, because the answer is kept.
        """
        if text not in self.facts:
            self.facts[text] = holds_of(fact, self.quantities)
        return self.facts[text]


def holds_of(claim: Claim, values: Mapping[str, Exact]) -> bool:
    """Return whether a claim holds for these values of its symbols."""
    sign_of_term = sign(evaluated(claim.term, values))
    return sign_of_term == 0 if claim.relation == "=" else sign_of_term > 0 or (sign_of_term == 0 and not claim.strict)
