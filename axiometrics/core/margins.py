"""Every margin of the source and its reason: how far floats may be apart and yet tell nothing.

Where a formula of ours is judged, exact arithmetic decides, and a margin only says which cases are left to it. Where a
user's function returns floats, a difference within a margin is no verdict. A test looks for margins that stand
elsewhere, so that one reason does not get two values.

A margin is a share of the greatest number that is compared, or of 1 where all are smaller, unless it says more.
Verification has margins of its own, at the end: what trusts floats too far in a search must not be trusted again there.
"""

from __future__ import annotations

# Rounding.

DOUBLE_PRECISION = 2.0**-52
"""The unit in the last place of 1 in a float of Python."""

PRECISIONS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23}
"""The unit in the last place of 1 in types of arrays and tensors that have less digits than a float of Python."""

DOUBLE_ROUNDING = 2.0**-40
"""The most by which rounding may change a metric in double precision: thousands of roundings of 2**-53 stay below it.
Within this margin no difference of a user's metric is a verdict, nothing is below a bound, and nothing is lost.
"""

SINGLE_ROUNDING = 2.0**-20
"""The most by which rounding in single precision may change a value: a dozen roundings of 2**-24. The margin tells
where a library may have computed in single precision; no verdict rests on it.
"""

SINGLE_SUM_ROUNDING = 2.0**-17
"""The same of values that are sums of some hundred terms in single precision: trial calls are short, but not all."""

FORMULA_ROUNDING = 2.0**-30
"""The most by which rounding may change one of our formulas, or a table of numbers: a difference within this margin is
left to exact arithmetic, or is none.

Formulas take well under a thousand roundings of 2**-53 each on numbers of the scores' own size; the margin leaves a
factor of thousands, and the tests measure the floats of whole worlds against the exact values.
"""

FORMULA_ERROR = FORMULA_ROUNDING / 1000
"""How far a float of a formula may lie from the exact value, in tests. A search clears a case where floats differ by
more than `FORMULA_ROUNDING`, so that a case is cleared wrongly only where they lie hundreds of times further off.
"""

UNDERFLOW = 2.0**-900
"""Scores below this number are not trusted as floats, since they may have lost digits to underflow."""

# Numbers of systems and runs.

TIED_MEANS = 2.0**-47
"""Means over topics, or over all outputs of given sizes, that differ by no more are tied: floats cannot tell their
order. It is as small as sums of some hundred roundings allow, since values of ERR truly differ by less than 1e-12.
"""

READ_AS_FRACTION = 2.0**-50
"""A score of a user's function that is so near to a fraction with a denominator up to 4096 is read as that fraction,
where a tie is no fault: a few roundings of 2**-53. Between 0 and 1 there are 2**22 such fractions, so that another
number is that near to one of them with a chance of 2**-27.
"""

EQUAL_STATISTICS = 1e-12
"""A statistic of a test that is less by so small a share is the same: its numbers were added in a different order."""

SCORES_IN_SINGLE = 2.0**-16
"""Scores of ranks that differ by less may be equal in single precision, in which some libraries keep them."""

# What a fit takes for equal.

FITTED_NUMBER = 2.0**-30
"""A fitted number, or a scale, that is so near to a simple number is taken for it. A fit computes with a few values,
each of which has some roundings, and with their differences, which lose digits.
"""

WRITTEN_DIGITS = 1e-12
"""Values that are so near to numbers of a few decimal digits are rounded to them: only the last digits of a float can
be off.
"""

ADDED_TO_DIVISOR = 1e-6
"""The greatest difference that a small number added to a divisor makes: people add 1e-12 to 1e-7."""

SAME_FUNCTION = 1e-6
"""Values of one function at equal arguments may be as far apart: they may have such a number in a divisor."""

LEAST_SPREAD = 1e-3
"""Values that are nearer to each other fix no scale: their own error, divided by their distance, would be too great."""

POWER_OF_TEN = 1e-3
"""How much the logarithm of a number may lie above a whole one and still count as it."""

LEFT_OVER = 1e-6
"""The error that a fit leaves, as a share of the spread of the values, below which the values may be equal."""

FIT_STEP = 1e-6
"""The step by which a slope is measured, as a share of the range: about the third root of what a float
can tell, at which the errors of rounding and of the step are alike.
"""

FIT_AT_REST = 1e-16
"""A step of a fit that is smaller than this, less than the last digit, changes nothing."""

FITTED_PARAMETER = 1e-8
"""How near to a simple fraction a fitted parameter must be to be taken for it: a fit by slopes is not exact to more."""

FITTED_ROUGHLY = 0.02
"""The same where the values that it was fitted to are rounded."""

# Solvers of linear programs.

SOLVED_INTEGER = 1e-6
"""How far above a whole number the bound of an integer program may lie and still be taken for it: the solver keeps each
of its conditions to 1e-7 only."""

SOLVED_ZERO = 1e-7
"""A value of a linear program below this number is taken as 0. The value only chooses the candidates that are tried in
fractions, and the fractions decide; the solver keeps each of its conditions to as much.
"""

TAKEN_ROW = 1e-9
"""A relaxed program that takes no more of a row than this takes nothing of it, not a share."""

# Numbers that were written.

SHOWN_DIGITS = 1e-5
"""The distance that a number shown with six digits may have from the exact number, as a share of the exact number."""

# Verification.

OTHER_MACHINE = 1e-9
"""Floats of two runs, of another machine maybe, that differ by no more are the same: the last digits differ between
machines and libraries. A definition that a saved file calls the nearest may be further off by as much.
"""

END_POINT = 1e-12
"""Two floats near to an end point of a region that differ by no more are the same: each is the exact end point but for
the last digits, in which libraries differ.
"""
