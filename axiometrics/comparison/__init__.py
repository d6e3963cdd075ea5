"""Compare metrics, constraints and matrices with each other.

A matrix shows the verdicts of one metric at a time. People who have to choose a metric ask how two metrics differ,
which constraints are worth asking for, and which verdicts have changed since an earlier matrix. `separation` finds the
smallest case on which two metrics prefer different outputs. `strength` measures how many metrics with a deliberate
mistake each constraint rejects. `recommendation` finds the metrics that satisfy given requirements. `differences` lists
the changes between two saved matrices.

Modules that compare the values of metrics ask a `compared_metric` for values, preferences and decisions. The inputs
come from `walk` (every gold with all its outputs, smallest first) and from `inputs` (the same inputs as blocks, other
ways to write them, and larger inputs that are drawn).

All of them compare exact values, or verdicts with their evidence. Correlations over collections were rejected as an
answer: they say how often metrics agree on some data, and not whether they can disagree.
"""
