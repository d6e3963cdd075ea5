"""Metrics, imported as `axiometrics.metrics`. Each task has a folder, and each family of metrics a file. The folder is
the list.

A metric is a record around a formula on counts (`axiometrics.core.aggregates`). The same formula runs on floats, to
filter millions of cases, and on exact numbers, to decide. So it uses the functions of `axiometrics.core.arithmetic`,
and states what happens at 0/0. Higher is better: a loss is negated, and its docstring says so.
`axiometrics.definitions` defines each metric a second time, in plain loops; neither package imports the other.
"""

if __name__ != "axiometrics.metrics":
    raise ImportError(
        f"this folder is the package axiometrics.metrics, not {__name__}: install the project and "
        f"import it by that name"
    )
