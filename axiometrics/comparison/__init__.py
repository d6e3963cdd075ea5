"""Compares metrics, constraints and matrices with each other.

A matrix says what holds of one metric at a time. Who has to choose asks what tells metrics apart, which constraints
are worth asking for, and what changed since last year: `separation` finds the smallest case on which two metrics
prefer different outputs, `strength` measures how many metrics with a planted mistake each constraint rejects,
`recommendation` finds the metrics that satisfy what is required, and `differences` tells what changed between two
saved matrices. All of them compare exact values or verdicts with their evidence. Correlations over collections were
rejected as an answer here: they say how often metrics agree on some data, and not whether they can disagree.
"""
