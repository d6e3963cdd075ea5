"""The conventions of a metric as a page."""

from __future__ import annotations

from axiometrics.core.documents import written
from axiometrics.core.page import Column, Page, Section, Table, page_of
from axiometrics.possibility.conventions_document import ConventionsDocument, NumberRange
from axiometrics.verification.expressions import read_exact

UNFINISHED = "This is not all: the search was interrupted."

LONG = 12
"""The greatest number of characters of a number that is shown exactly."""


@page_of.register
def conventions_page(document: ConventionsDocument) -> Page:
    """For each constraint the numbers that keep it satisfied, and the numbers that keep all satisfied."""
    rows = [
        [f"{entry.constraint}@{entry.reading}", said(entry.values), entry.reason or "-"] for entry in document.keeps
    ]
    many = f"{document.inputs} input{'' if document.inputs == 1 else 's'} of size {document.size} ({document.task})"
    inputs = f"{document.metric} is 0/0 at {many}."
    table = Table((Column("constraint"), Column("values that keep it"), Column("why none does", share=0.5)), rows)
    if not any(entry.values for entry in document.keeps):
        every = "No value keeps any of these constraints."
    elif document.all:
        every = f"All constraints that some value keeps are kept by: {said(document.all)}."
    else:
        every = "No value keeps all constraints that some value keeps."
    return Page(
        "Which values may stand at 0/0?",
        [Section("", [inputs, table, every, *([] if document.complete else [UNFINISHED])])],
        document.schema,
        lambda: written(document),
        lambda: Table.records(("constraint", "values", "reason"), rows),
    )


def said(ranges: list[NumberRange]) -> str:
    """Ranges in words.

    >>> said([NumberRange("1/2", None, False, False)]), said([NumberRange("1", "1", True, True)]), said([])
    ('above 1/2', '1', 'none')
    """
    return " or ".join(map(_range_words, ranges)) or "none"


def _range_words(of: NumberRange) -> str:
    if of.from_ is not None and of.from_ == of.to:
        return _number(of.from_)
    start = None if of.from_ is None else f"{'at least' if of.from_closed else 'above'} {_number(of.from_)}"
    end = None if of.to is None else f"{'at most' if of.to_closed else 'below'} {_number(of.to)}"
    return " and ".join(filter(None, (start, end))) or "any number"


def _number(text: str) -> str:
    """The text of a number for people; files have the exact number."""
    return text if len(text) <= LONG else f"about {float(read_exact(text)):.6g}"
