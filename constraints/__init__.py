"""Constraints, imported as `axiometrics.constraints`: a folder a task, a file a constraint; the folder is the list.

A constraint is data: a statement with its source, its readings, and for each reading a family of cases. From that
one declaration come the search, single cases, random draws and what `verify` recognises, so that they cannot come
to mean different things. Cases are made in `axiometrics.generators`; `vocabularies/` hold the quantities in which
proofs speak of them. Constraints know no metric but by the names of their controls: one that satisfies a reading,
and one that fails it.
"""

if __name__ != "axiometrics.constraints":
    raise ImportError(
        f"this folder is the package axiometrics.constraints, not {__name__}: install the project "
        f"and import it by that name"
    )
