"""The facts of metrics as a page."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.candidates.conduct.document import SCHEMA, document
from axiometrics.candidates.conduct.facts import Conduct
from axiometrics.core.page import Page, Section, Table


def conduct_page(found: Sequence[Conduct]) -> Page:
    """The facts of each metric under its name."""
    rows = [
        (one.target, one.task, name, fact.word, fact.input, "" if fact.value is None else fact.value)
        for one in found
        for name, fact in one.facts.items()
    ]
    return Page(
        title="",
        sections=[Section(one.target, [one.part]) for one in found],
        schema=SCHEMA,
        data=lambda: document(found),
        records=lambda: Table.records(("target", "task", "name", "word", "input", "value"), rows),
    )
