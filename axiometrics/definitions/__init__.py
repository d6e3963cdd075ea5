"""The second, plain and exact definition of every metric. All other code is judged by it.

If one implementation finds a verdict and the same implementation confirms it, a mistake in it stays unseen. Therefore
every metric is written twice. In `metrics/` it is a formula over counts, made for speed: stacks of tables, floats
first, then the same formula on exact numbers. Here it is written as its paper states it: loops over documents, pairs
and ranks, in exact numbers from the first line, and slow. The two share no code: a definition imports neither metrics
nor the search, nor the arithmetic and the counts that formulas use, and import-linter enforces this. `verification/`
recomputes with definitions every score that a saved verdict rests on. Tests compare the definitions with examples
worked by hand, with scikit-learn, scipy, trec_eval and bcubed, and with what papers prove.

A folder is the list: each file of a task's folder declares `DEFINITIONS`, a tuple of `Definition`, as each file of
`metrics/` declares `METRICS`. A definition states the parameters with their ranges and defaults a second time, because
a default is part of what the paper says; a test compares the two statements. The modules beside the folders are used by
several files. Further distributions add the definitions of their metrics with `Metric(definition=...)` or by the entry
point `axiometrics.definitions`; they are used as the built-in ones are.

Rejected: a second formula over the same counts, because a wrong count would then be wrong twice; and definitions in
floats, because ties, which decide most counterexamples, cannot be seen in floats. If two files of a task share a module
here (such as `runs.py`), an error in it affects both, and only the examples worked by hand can show it.

A function takes an output and a gold, and its parameters by name. It returns a `Fraction` or an exact real, or None
where the metric is undefined. It raises a `TaskError` for data of a different task.
"""
