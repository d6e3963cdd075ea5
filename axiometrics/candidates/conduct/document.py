"""The facts of metrics as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from axiometrics.candidates.conduct.facts import Conduct, ConductFact
from axiometrics.core.documents import Document, Name, written
from axiometrics.core.saved_document import SavedDocument

SCHEMA: Final = "axiometrics/conduct/1"


class ConductEntry(Document, frozen=True):
    """A fact of how a metric behaves.

    Attributes
    ----------
    word : what the metric does
    input : a call that shows the fact, as people write it; empty where the fact is about many calls
    value : the result of the call; a text where it raises, null where it has no value
    """

    word: Name
    input: str
    value: float | str | None


class ConductTarget(Document, frozen=True):
    """The facts of one metric, by their names."""

    target: Name
    task: Name
    conduct: dict[Name, ConductEntry]


class ConductDocument(SavedDocument, frozen=True):
    """The document that `axiometrics explain METRIC --format json` writes."""

    schema: Literal["axiometrics/conduct/1"]
    targets: list[ConductTarget]


def entry(fact: ConductFact) -> ConductEntry:
    """A fact as an entry of the document."""
    return ConductEntry(fact.word, fact.input, fact.value)


def entries(conduct: Conduct | None) -> dict[str, ConductEntry]:
    """The facts of a metric as entries, by their names; empty where they were not measured."""
    return {} if conduct is None else {name: entry(fact) for name, fact in conduct.facts.items()}


def document(conducts: Sequence[Conduct]) -> dict[str, Any]:
    """The facts of several metrics as JSON."""
    return written(
        ConductDocument(SCHEMA, [ConductTarget(conduct.target, conduct.task, entries(conduct)) for conduct in conducts])
    )


DOCUMENT = ConductDocument
