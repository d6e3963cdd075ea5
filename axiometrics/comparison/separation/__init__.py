"""Separate metrics: find the smallest case on which two of them prefer different outputs, and the smallest set of cases
that separates all of them.

Two metrics that agree on every collection at hand may still mean different things, and one small case shows it
best. `pair` goes through all golds with all their outputs, fewest documents first; `case_sets` does so for all
pairs of metrics at once, and `program` chooses the fewest cases by an integer program that proves how few there can
be. A `ComparedMetric` gives the preferences of a metric. Built-in metrics give the exact order of outputs, and floats
are only a filter. Pairs that nothing separates are reported, and for some of them `reasons` states why they agree in
every size. Random cases were rejected: the case that they find is not the smallest, and finding no case means little.
"""

from axiometrics.comparison.separation.case_sets import Chosen, Cover, cover
from axiometrics.comparison.separation.pair import SeparatingPair, Separation, separate

__all__ = ["Chosen", "Cover", "SeparatingPair", "Separation", "cover", "separate"]
