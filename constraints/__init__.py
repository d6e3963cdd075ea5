"""Constraints, imported as `axiometrics.constraints`. Each task has a folder, and each constraint a file. The folder is
the list.

A constraint is data: a statement with its source, its readings, and for each reading a family of cases. The search,
single cases, random cases and the cases that `verify` recognises all come from this one declaration, so that they
always mean the same. `axiometrics.generators` makes the cases; `vocabularies/` hold the quantities that proofs use. A
constraint names a metric only as a control: for each reading one metric that satisfies it, and one that violates it.
"""

if __name__ != "axiometrics.constraints":
    raise ImportError(
        f"this folder is the package axiometrics.constraints, not {__name__}: install the project "
        f"and import it by that name"
    )
