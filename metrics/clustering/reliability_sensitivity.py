"""R*S over clustering relations (Amigo et al. 2013, section 4.2): BCubed F on partitions, each occurrence its own
item where clusters overlap.
"""

from fractions import Fraction

from axiometrics.core.aggregates import Contingency
from axiometrics.core.arithmetic import Array
from axiometrics.core.metric import Metric
from axiometrics.metrics.clustering.bcubed import bcubed_f
from axiometrics.metrics.organization.reliability import PARAMETERS, in_floats, rs_clustering


def on_partitions(t: Contingency, n: Fraction, wn: Fraction, reading: str) -> Array:
    """R*S of clusterings that do not overlap: BCubed F.

    There R is BCubed precision and S is BCubed recall (section 4.2). The parameters n, wn and reading change nothing,
    because every item of such a collection is listed. The range is (0, 1].
    """
    return bcubed_f(t)


METRICS = (
    Metric(
        "rs-clustering",
        "R*S",
        "clustering",
        "reliability-sensitivity",
        "Amigo, Gonzalo & Verdejo 2013, sections 3 and 4.2",
        on_partitions,
        direct=rs_clustering,
        fast=in_floats(rs_clustering),
        parameters=PARAMETERS,
        shown=lambda values: "R*S",
    ),
)
