"""Compares metrics, constraints and matrices with each other.

A matrix shows the verdicts of one metric at a time. Somebody who has to choose a metric asks how two metrics differ,
which constraints are worth asking for, and what has changed since an earlier matrix. `separation` finds the smallest
case on which two metrics prefer different outputs. `strength` measures how many metrics with a deliberate mistake each
constraint rejects. `recommendation` finds the metrics that satisfy given requirements. `differences` lists what changed
between two saved matrices.

Whoever compares metrics asks a `compared_metric` for values, preferences and decisions, and takes the inputs from
`walk` (every gold with all its outputs, smallest first) and `inputs` (these as blocks, other ways to write them, and
larger ones that are drawn).

All of them compare exact values, or verdicts with their evidence. Correlations over collections were rejected as an
answer: they say how often metrics agree on some data, and not whether they can disagree.
"""
