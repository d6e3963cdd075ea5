"""What separates metrics: the smallest case on which two of them prefer different outputs, and the smallest set of
cases that tells all apart.
"""

from axiometrics.comparison.separation.case_sets import Chosen, Cover, cover
from axiometrics.comparison.separation.pair import ComparedMetric, SeparatingPair, Separation, separate

__all__ = ["Chosen", "ComparedMetric", "Cover", "SeparatingPair", "Separation", "cover", "separate"]
