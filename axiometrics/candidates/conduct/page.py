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


def conduct_page(found: Sequence[Conduct]) -> Page:
    """The facts of each metric under its name."""
    rows = [
        (one.target, one.task, name, fact.word, fact.input, "" if fact.value is None else fact.value)
        for one in found
        for name, fact in one.facts.items()
    ]
    return Page(
        title="",
        sections=[Section(one.target, [*_other_names(one.target), one.part]) for one in found],
        schema=SCHEMA,
        data=lambda: document(found),
        records=lambda: Table.records(("target", "task", "name", "word", "input", "value"), rows),
    )


@page_of.register
def _page(found: Conduct) -> Page:
    return conduct_page([found])
