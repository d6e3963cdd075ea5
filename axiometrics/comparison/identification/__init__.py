"""Which known definition does a metric compute?

Users ask of a library first of all whether a metric is what its name says, and where not, on which input. So a metric
is run on every small input of its task (the task's world, as `separate` and `strength` have it), on drawn larger ones,
and on calls that are written in other ways, and its values are compared with those of every declared metric in every
variant of its parameters (`catalogue`). A definition is thrown out at the first input on which the two values differ;
what is left is compared on all inputs. Where nothing is left, the nearest definition is the one that is equal most
often, and the smallest input on which the values differ is shown.

Values on which a 0/0 decides are told apart: where one of the two has no value, or our formula falls back on a
convention, a difference refutes nothing and is reported as a convention.

A metric that gives exact numbers is compared exactly. One that gives floats is compared to within the error bound of a
black box, which the answer states. Looking at names, code or documentation of the metric instead was rejected: all
three are what is in doubt. Fitting every parameter numerically was rejected too: parameters with a choice of few values
are listed, and only one number at a time is fitted, so that the answer is a name that people know.
"""

from axiometrics.comparison.identification.comparison import MetricComparison, compare
from axiometrics.comparison.identification.identity import Identification
from axiometrics.comparison.identification.questions import equal_definition, identify, misnamed

__all__ = ["Identification", "MetricComparison", "compare", "equal_definition", "identify", "misnamed"]
