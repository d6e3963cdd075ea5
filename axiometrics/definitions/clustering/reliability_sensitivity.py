"""R*S of a clustering (Amigo et al. 2013, section 4.2)."""

from axiometrics.core.counted import GREATEST
from axiometrics.core.definition import Definition
from axiometrics.definitions.organization.reliability import PARAMETERS, rs_clustering

DEFINITIONS = (Definition("rs-clustering", rs_clustering, PARAMETERS, counted=GREATEST, second_form=True),)
