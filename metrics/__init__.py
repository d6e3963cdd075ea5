"""Metrics, imported as `axiometrics.metrics`: a folder a task, a file a family of metrics; the folder is the list.

A metric is a record around a formula on counts (`axiometrics.core.aggregates`). The same formula runs on floats,
where it filters millions of cases, and on exact numbers, where it decides; so it uses the functions of
`axiometrics.core.arithmetic`, and what happens at 0/0 is stated, never left to a library. Higher is better: a loss
is negated, and says so. `axiometrics.definitions` states each metric a second time, in plain loops; neither asks
the other.
"""

if __name__ != "axiometrics.metrics":
    raise ImportError(
        f"this folder is the package axiometrics.metrics, not {__name__}: install the project and "
        f"import it by that name"
    )
