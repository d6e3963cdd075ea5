"""Checks that every metric, constraint, task and report of axiometrics must pass. Other packages can run them on their
own declarations.

A declaration that can be imported may still be wrong: a formula in floats that differs from the exact one, a constraint
that no metric violates, a world that lists a case twice, a format whose markup a name can end. The tests of
axiometrics check each addition for such faults. Packages of other people need the same checks, so the checks are a part
of axiometrics, as Hypothesis has checks for its providers and scikit-learn for its estimators (`check_estimator`). The
tests of axiometrics call these functions, so that its own declarations and those of others pass the same checks.

Each function returns nothing. It raises `AssertionError` for the first fault. The text names the addition, the fault,
what was expected, and what to do. A list of all faults was rejected, because one fault often causes the next, and a
test shows only one error.

The functions try small inputs only, as their docstrings say, and decide with exact numbers. They do not replace an
example that is worked by hand: a formula and a definition that are wrong in the same way agree.
"""

from axiometrics.testing.constraints import check_constraint
from axiometrics.testing.metrics import check_metric
from axiometrics.testing.reports import check_report
from axiometrics.testing.tasks import check_task

__all__ = ["check_constraint", "check_metric", "check_report", "check_task"]
