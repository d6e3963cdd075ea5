"""Measure how many metrics with a deliberate mistake each constraint rejects.

A constraint that every metric satisfies says nothing. What it is worth shows in the mistakes that it notices: so
metrics of ours are changed by a named operator (an index off by one, a sign, a mean for a product), and each
constraint is asked of the changed ones, in worlds of small cases. `by_task` holds the changed metrics,
`measurement` asks, `page` and `document` show. Mutants equal in value to their original on all cases compared do
not count. The mistakes are written by hand, since a constraint should notice what people get wrong, and not what a
change of characters breaks.
"""

from axiometrics.comparison.strength.document import StrengthDocument
from axiometrics.comparison.strength.measurement import equal, strength
from axiometrics.comparison.strength.mutant import OPERATORS, Mutant, mutants

__all__ = ["OPERATORS", "Mutant", "StrengthDocument", "equal", "mutants", "strength"]
