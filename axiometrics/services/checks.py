"""One metric checked under one reading of a constraint, as a test does: first by pinned evidence, then by a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.page import Page
from axiometrics.core.task import task
from axiometrics.reports.parts.words import verdict
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.services.corpus import Corpus, replayed
from axiometrics.services.evidence import grounds, unmet
from axiometrics.services.expectations import Expectation
from axiometrics.services.explanation import explanation as explain
from axiometrics.services.places import target


class FailedCheckError(AssertionError):
    """The failure of a check. Its message explains the failure; `short` has two shorter texts that fit on one line."""

    def __init__(self, message: str, short: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.short = short


class UnexpectedVerdictError(FailedCheckError):
    """A verdict that fails a test."""


def in_short(cell: Cell, wrong: str) -> tuple[str, ...]:
    """The fault of a cell in a few words, and in more words."""
    if cell.holds is not False or cell.relation is None:
        return f"✘ {cell.evidence.kind}", wrong
    size = "" if cell.counterexample is None else f" on {task(cell.task).items(cell.counterexample.data['documents'])}"
    return f"✘ {cell.relation}", verdict(cell), f"{verdict(cell)}{size}"


@dataclass(frozen=True)
class CheckSettings:
    """The settings of a test: how far it searches, and where its evidence is pinned.

    Attributes
    ----------
    search : the settings of the search
    required : the kind of evidence that a verdict in favour needs, and its least size
    corpus : the folder of pinned counterexamples, which are tried before any search
    cache : the cache in which finished cells are kept
    """

    search: Search = field(default_factory=Search)
    required: tuple[str, int] | None = None
    corpus: Corpus | None = None
    cache: Cache | None = None


def find(
    candidate: Candidate, constraint: Constraint, reading: str, settings: CheckSettings, place: str
) -> tuple[Cell, str]:
    """Return a cell, and a text. The cell is the counterexample that is pinned for the metric of this `place`, if it
    still is a counterexample; else it is the cell that a search finds. The text says why a pinned counterexample could
    not be judged; it is empty where there is no such counterexample.

    Raises `FileError` where a file of the corpus is damaged.
    """
    chosen, unjudged = constraint.reading(reading), ""
    if settings.corpus is not None:
        of = constraint.task, place, constraint.id, reading
        pinned = settings.corpus.pinned(of)
        cell = (
            None
            if pinned is None
            else replayed(pinned, chosen, candidate.judge(constraint.task), settings.corpus.file(of))
        )
        if isinstance(cell, str):
            unjudged = cell
        elif cell is not None:
            return structs.replace(cell, metric=candidate.id), ""
    alone = replace(constraint, readings=(chosen,))
    (searched,) = run([candidate], [alone], settings.search, readings="all", cache=settings.cache)
    return searched, unjudged


def problem(cell: Cell, expected: Expectation | None, required: tuple[str, int] | None) -> str:
    """The reason why a cell fails its test, in one line; empty where it passes.

    An expected violation is strict: any other verdict fails, except a scan without a witness.
    """
    if cell.evidence.kind == "error":
        return f"error, {cell.message}"
    if expected is not None and not expected.met_by(cell):
        words = (
            f"{verdict(cell)}{' ' + grounds(cell) if cell.holds else ''}{', ' + cell.message if cell.message else ''}"
        )
        settled = cell.holds and cell.evidence.kind in {"proof", "region"}
        cure = f"remove it from {expected.where}" if settled else f"search further, or remove it from {expected.where}"
        return f"the violation expected ({expected.why}) is not there: found {words}; {cure}, or look at what changed"
    if expected is None and cell.holds is False:
        return verdict(cell)
    return "" if required is None else unmet(cell, required)


def explanation(
    cell: Cell, constraint: Constraint, candidate: Candidate, metric: Any, calling: Mapping[str, str]
) -> str:
    """An explanation of a cell: the demand, the drawn case, the scores and, where the metric has a name, a line of
    Python that shows the case again.
    """
    again = target(metric) if callable(metric) and candidate.metric is None else candidate.id
    named = structs.replace(cell, metric=again or candidate.id)
    alone = replace(constraint, readings=(constraint.reading(cell.reading),))  # of the others nothing is known here
    instead = "Run this test to see it again; define the metric at the top of a module to have it named in Python."
    judge = None if cell.scan is None else candidate.judge(constraint.task)  # nothing else needs the metric
    section = explain(
        *(named, alone, candidate.display, judge, calling),
        again=instead if again is None else "",
        candidate=candidate,
    )
    return str(Page("", [section], "", dict))
