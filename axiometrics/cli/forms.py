"""The formats of commands that show something other than a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.cli.options import output_in
from axiometrics.cli.output import Output

output = output_in("text", "markdown", "json")


def write(destination: Output, form: str, data: Callable[[], Mapping[str, Any]], text: Callable[[bool], str]) -> None:
    """Write a finding: its JSON, or its text, which is told whether it is to be markdown."""
    from axiometrics.reports.json import document
    from axiometrics.reports.parts.tables import only_ascii

    if form == "json":
        destination.write(document(data()))
    else:
        written = text(form == "markdown")
        destination.write(only_ascii(written) if destination.only_ascii else written)
