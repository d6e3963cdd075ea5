"""R*S over clustering relations of any organization; on clusterings (one level, no tail) it is `rs-clustering`."""

from axiometrics.core.metric import Metric
from axiometrics.metrics.organization.reliability import PARAMETERS, in_floats, rs_clustering

METRICS = (
    Metric(
        "rs-relatedness",
        "R*S(clustering)",
        "organization",
        "reliability-sensitivity",
        "Amigo, Gonzalo & Verdejo 2013, section 3",
        direct=rs_clustering,
        fast=in_floats(rs_clustering),
        parameters=PARAMETERS,
        agrees={"clustering": "rs-clustering"},
    ),
)
