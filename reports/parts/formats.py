"""Find the report formats. Each file in `reports/` declares one format, and a format needs no entry elsewhere."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import axiometrics.reports
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.report import Report

FIRST = ("text", "markdown", "latex", "html", "json", "csv", "badge")
"""The order in which formats are offered. Formats that are not named here follow in alphabetical order."""


@cache
def formats() -> tuple[str, ...]:
    """Return the names of the formats, without importing any of them.

    >>> "json" in formats()
    True
    """
    names = {info.name for info in pkgutil.iter_modules(axiometrics.reports.__path__) if not info.ispkg}
    return (*(name for name in FIRST if name in names), *sorted(names - set(FIRST)))


@cache
def report(name: str) -> Report:
    """Return the report of this name.

    Raises `UnknownNameError` where there is none, `DeclarationError` where its file does not declare it.
    """
    if name not in formats():
        raise UnknownNameError(f"no format {name!r}: known are {', '.join(formats())}")
    module = importlib.import_module(f"{axiometrics.reports.__name__}.{name}")
    declared = getattr(module, "REPORT", None)
    if not isinstance(declared, Report) or declared.name != name:
        raise DeclarationError(f"{module.__file__} must declare REPORT, a Report named {name!r}")
    return declared


def reports() -> tuple[Report, ...]:
    """Return all reports."""
    return tuple(report(name) for name in formats())


def by_suffix(name: str) -> Report | None:
    """Return the report whose suffix this name ends with, or None. If two suffixes fit, the longer one counts."""
    fitting = [report for report in reports() if name.lower().endswith(report.suffix)]
    return max(fitting, key=lambda report: len(report.suffix), default=None)
