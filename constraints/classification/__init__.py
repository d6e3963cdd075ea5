"""Constraints on metrics of two classes, after Gösgens et al. 2021.

They are the properties of that paper (symmetry, greatest and least agreement, monotonicity, distance, constant
baseline), asked of a gold class and a predicted class for each item. Most have readings for two classes and for more;
the latter are for metrics with the trait `several-classes`. Several readings demand that the gold, or both sides, have
items of both classes, because many metrics are 0/0 otherwise.
"""
