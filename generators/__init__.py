"""Generators, imported as `axiometrics.generators`."""

if __name__ != "axiometrics.generators":
    raise ImportError(
        f"this folder is the package axiometrics.generators, not {__name__}: install the project "
        f"and import it by that name"
    )
