"""Compare metrics, constraints and matrices with each other.

A matrix shows the verdicts of one metric at a time. Somebody who has to choose a metric asks how two metrics differ,
which constraints are worth asking for, and what has changed since an earlier matrix. `separation` finds the smallest
case on which two metrics prefer different outputs. `strength` measures how many metrics with a deliberate mistake each
constraint rejects. `recommendation` finds the metrics that satisfy given requirements. `differences` lists what changed
between two saved matrices.

Each of these modules asks a `compared_metric` for values, preferences and decisions. The inputs come from `walk` (every
gold with all its outputs, smallest first) and from `inputs` (the same inputs as blocks, other ways to write them, and
larger inputs that are drawn).

All of them compare exact values, or verdicts with their evidence. Correlations over collections were rejected as an
answer: they say how often metrics agree on some data, and not whether they can disagree.
"""
