"""The second, plain and exact definition of every metric: by it everything else is judged.

A verdict that one implementation found and the same implementation confirms may rest on a slip in it. Therefore every
metric is written twice. In `metrics/` it is a formula over counts, made for speed: stacks of tables, floats first, then
the same formula on exact numbers. Here it is written the way its paper states it, as loops over documents, pairs and
ranks, in exact numbers from the first line, and slow. The two share no code: a definition imports neither metrics nor
the search, nor the arithmetic and the counts that formulas use, and import-linter holds it to that. `verification/`
recomputes with definitions every score that a saved verdict rests on, and the tests hold them to examples worked by
hand, to scikit-learn, scipy, trec_eval and bcubed, and to what papers prove.

A folder is the list: each file of a task's folder declares `DEFINITIONS`, a tuple of `Definition`, as each file of
`metrics/` declares `METRICS`. A definition states the parameters with their ranges and defaults a second time, since a
default is part of what the paper says; a test compares the two statements. The modules beside the folders are what
several files use. Other distributions bring the definitions of their metrics with `Metric(definition=...)` or by the
entry point `axiometrics.definitions`, and these judge as ours do.

Rejected: a second formula over the same counts, since a wrong count would be wrong twice; and definitions in floats,
since ties, which decide most counterexamples, cannot be seen in floats. What two files of a task share here (such as
`runs.py`) is a common cause of error that only the examples worked by hand exclude.

A function takes an output and a gold and its parameters by name. It gives a `Fraction` or an exact real, or None where
the metric is undefined, and it refuses data that are not of its task with a `TaskError`.
"""
