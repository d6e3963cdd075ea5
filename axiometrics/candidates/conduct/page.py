"""The facts of metrics as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axiometrics import registry
from axiometrics.candidates.conduct.document import SCHEMA, document
from axiometrics.candidates.conduct.facts import Conduct
from axiometrics.core.page import Facts, Page, Section, Table, page_of


def _other_names(target: str) -> Iterator[Facts]:
    """The names that libraries and people use for one of our metrics."""
    if registry.is_metric(target) and (line := registry.other_names.also_called_line(registry.metric(target))):
        yield Facts([("also called", line)])


def conduct_page(conducts: Sequence[Conduct]) -> Page:
    """The facts of each metric under its name."""
    rows = [
        (conduct.target, conduct.task, name, fact.word, fact.input, "" if fact.value is None else fact.value)
        for conduct in conducts
        for name, fact in conduct.facts.items()
    ]
    return Page(
        title="",
        sections=[Section(conduct.target, [*_other_names(conduct.target), conduct.part]) for conduct in conducts],
        schema=SCHEMA,
        data=lambda: document(conducts),
        records=lambda: Table.records(("target", "task", "name", "word", "input", "value"), rows),
    )


@page_of.register
def _page(conduct: Conduct) -> Page:
    return conduct_page([conduct])
