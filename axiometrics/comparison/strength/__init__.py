"""Measure how many metrics with a deliberate mistake each constraint rejects.

A constraint that every metric satisfies says nothing. The worth of a constraint shows in the mistakes that it notices.
So built-in metrics are changed by a named operator (an index off by one, a sign, a mean for a product), and each
constraint is applied to the changed metrics, in worlds of small cases. `by_task` holds the changed metrics,
`measurement` applies the constraints, and `page` and `document` show the result. Mutants that equal their original in
value on all cases compared do not count. The mistakes are written by hand, since a constraint should notice the
mistakes that people make, and not those that a random change of characters makes.
"""

from axiometrics.comparison.strength.document import StrengthDocument
from axiometrics.comparison.strength.measurement import equal, strength
from axiometrics.comparison.strength.mutant import OPERATORS, Mutant, mutants

__all__ = ["OPERATORS", "Mutant", "StrengthDocument", "equal", "mutants", "strength"]
