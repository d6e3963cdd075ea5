"""The formats of commands that show something other than a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.cli.options import output_in
from axiometrics.cli.output import Destination, Output

output = output_in("text", "markdown", "json")


def write(output: Output, data: Callable[[], Mapping[str, Any]], text: Callable[[bool], str]) -> None:
    """Write a finding: its JSON, or its text, which is told whether it is to be markdown."""
    from axiometrics.reports.json import document
    from axiometrics.reports.parts.tables import only_ascii

    def written(at: Destination) -> str:
        if at.form == "json":
            return document(data())
        found = text(at.form == "markdown")
        return only_ascii(found) if at.only_ascii else found

    output.write(written)
