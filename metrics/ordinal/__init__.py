"""Metrics of ordered classes: those that look at how far classes are apart in their order. Metrics of classes in any
order, such as accuracy, stand in the task filtering, and are judged here through its reduction.
"""
