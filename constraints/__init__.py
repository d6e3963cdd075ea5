"""Constraints, imported as `axiometrics.constraints`."""

if __name__ != "axiometrics.constraints":
    raise ImportError(
        f"this folder is the package axiometrics.constraints, not {__name__}: install the project "
        f"and import it by that name"
    )
