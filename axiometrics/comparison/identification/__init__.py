"""Find the known definition that a metric computes.

The first question of users about a library is whether a metric is the one that its name says, and if not, on which
input it differs. So a metric is run on every small input of its task (the world of the task, as for `separate` and
`strength`), on larger inputs that are drawn, and on calls that are written in other ways. Its values are compared with
those of every declared metric in every variant of its parameters (`catalogue`). A definition is rejected at the first
input on which the two values differ; the remaining definitions are compared on all inputs. Where none remains, the
nearest definition is the one that is equal most often, and the smallest input on which the values differ is shown.

Values that come from 0/0 are treated apart: where one of the two metrics has no value, or our formula falls back on a
convention, a difference refutes nothing and is reported as a convention.

A metric that gives exact numbers is compared exactly. A metric that gives floats is compared to within the error bound
of a black box, which the answer states. Looking at names, code or documentation of the metric instead was rejected,
because these are in doubt. Fitting every parameter numerically was rejected too: parameters with a choice of few values
are listed, and only one number at a time is fitted, so that the answer is a name that people know.
"""

from axiometrics.comparison.identification.comparison import MetricComparison, compare
from axiometrics.comparison.identification.identity import Identification
from axiometrics.comparison.identification.questions import equal_definition, identify, misnamed

__all__ = ["Identification", "MetricComparison", "compare", "equal_definition", "identify", "misnamed"]
