"""Metrics of ordered classes: those of classes in any order, and those that look at how far classes are apart.

A formula sees the table of gold classes by predicted classes, in the order of the classes. The formulas of the former
are those of `metrics/filtering`, so that a metric has the same values in both tasks.
"""
