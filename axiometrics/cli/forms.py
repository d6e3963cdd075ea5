"""The formats of commands that show something other than a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from axiometrics.cli.options import together
from axiometrics.cli.output import Output

FORMS = {"text": ".txt", "markdown": ".md", "json": ".json"}

output = together(
    click.option("--format", "form", type=click.Choice(list(FORMS)), help="Default: by the suffix of --output, else text."),
    click.option("-o", "--output", "path", type=click.Path(dir_okay=False), metavar="FILE", help="Write there instead of to stdout."),
)


def write(destination: Output, form: str | None, data: Callable[[], Mapping[str, Any]], text: Callable[[bool], str]) -> None:
    """Write a finding: its JSON, or its text, which is told whether it is to be markdown."""
    from axiometrics.reports.json import document
    from axiometrics.tables import only_ascii

    suffix = Path(destination.path).suffix if destination.path is not None else ""
    chosen = form or next((name for name, known in FORMS.items() if known == suffix.lower()), "text")
    if chosen == "json":
        destination.write(document(data()))
    else:
        written = text(chosen == "markdown")
        destination.write(only_ascii(written) if destination.only_ascii else written)
