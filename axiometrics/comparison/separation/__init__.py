"""What separates metrics: the smallest case on which two of them prefer different outputs, and the smallest set of
cases that tells all apart.
"""

from axiometrics.comparison.separation.case_sets import Chosen, Cover, cover
from axiometrics.comparison.separation.pair import Found, Separation, Side, separate

__all__ = ["Chosen", "Cover", "Found", "Separation", "Side", "cover", "separate"]
