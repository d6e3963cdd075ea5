"""Metrics, imported as `axiometrics.metrics`."""

if __name__ != "axiometrics.metrics":
    raise ImportError(
        f"this folder is the package axiometrics.metrics, not {__name__}: install the project and "
        f"import it by that name"
    )
