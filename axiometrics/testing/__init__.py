"""Checks that every metric, constraint, task and report of axiometrics has to pass, for packages to run on their own.

A declaration that can be imported may still be wrong: a formula in floats that differs from the exact one, a constraint
that no metric violates, a world that lists a case twice, a format whose markup a name can end. The tests of the house
ask each addition the same questions. Packages of other people have the same need, so the checks are shipped, as
Hypothesis ships checks for its providers and scikit-learn for its estimators (`check_estimator`). The tests of the
house call these functions too, so that both sides always pass the same checks.

Each function returns nothing. It raises `AssertionError` for the first thing that does not hold; the text names the
addition, what was found, what was expected, and what to do. The alternative, a list of all faults, was rejected: one
fault often causes the next, and a test shows one error anyway.

What may be relied on: only small inputs are tried, and the functions say so. They decide with exact numbers. They do
not replace an example that is worked by hand: a formula and a definition that are wrong in the same way agree.
"""

from axiometrics.testing.constraints import check_constraint
from axiometrics.testing.metrics import check_metric
from axiometrics.testing.reports import check_report
from axiometrics.testing.tasks import check_task

__all__ = ["check_constraint", "check_metric", "check_report", "check_task"]
