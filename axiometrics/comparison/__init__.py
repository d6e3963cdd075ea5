"""Compares metrics, constraints and matrices with each other.

`separation` finds the smallest case on which two metrics prefer different outputs; `strength` measures how many metrics
with a planted mistake each constraint rejects; `differences` tells what changed between two saved matrices.
"""
