"""Reports, imported as `axiometrics.reports`."""

if __name__ != "axiometrics.reports":
    raise ImportError(
        f"this folder is the package axiometrics.reports, not {__name__}: install the project and "
        f"import it by that name"
    )
