"""Metrics of two classes beside those of filtering, which are judged here through the reduction of that task.

So a measure that both tasks know has one formula, in `metrics/filtering`, and is not declared again here. Metrics that
have a value for more than two classes have the trait `several-classes`.
"""
