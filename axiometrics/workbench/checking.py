"""One metric checked under one reading of a constraint, as a test does: pinned evidence first, then the search; what speaks against it, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from axiometrics.core.constraint import Constraint
from axiometrics.core.verdict import Cell
from axiometrics.explaining import explain_cell
from axiometrics.runner import Sizes, Subject, run
from axiometrics.wording import verdict
from axiometrics.workbench.corpus import Corpus, replayed
from axiometrics.workbench.evidence import unmet
from axiometrics.workbench.expecting import Expectation
from axiometrics.workbench.places import origin, target


class UnexpectedVerdictError(AssertionError):
    """A verdict that fails a test; the message explains it."""


@dataclass(frozen=True)
class Effort:
    """How far a test searches, and where its evidence is pinned.

    Attributes
    ----------
    sizes, examples, seed : as the runner takes them
    required : the kind of evidence that a verdict in favour needs, and its least size
    corpus : where pinned counterexamples are, which are tried before any search
    writes : whether what is found is pinned there
    """

    sizes: Sizes = field(default_factory=Sizes)
    examples: int | None = None
    seed: int = 0
    required: tuple[str, int] | None = None
    corpus: Corpus | None = None
    writes: bool = False


def find(subject: Subject, constraint: Constraint, reading: str, effort: Effort, metric: Any = None) -> Cell:
    """The cell: a pinned counterexample that still is one, or else what the search finds.

    A function given as `metric` is named in the corpus by where it is defined; what is pinned under its bare name alone is tried too, and pinned anew.
    Raises `FileError` where what is pinned is damaged, or cannot be written.
    """
    name = (origin(metric) if callable(metric) and subject.metric is None else None) or subject.id
    of, bare = ((constraint.task, one, constraint.id, reading) for one in (name, subject.id))
    corpus, asked = effort.corpus, constraint.reading(reading)
    pinned = None if corpus is None else corpus.pinned(of) or corpus.pinned(bare)
    cell = None if corpus is None or pinned is None else replayed(pinned, asked, subject.judge(constraint.task), corpus.file(of))
    if cell is None:
        alone = replace(constraint, readings=(asked,))
        (cell,) = run([subject], [alone], readings="all", sizes=effort.sizes, max_examples=effort.examples, seed=effort.seed)
    if corpus is not None and effort.writes:
        corpus.pin(replace(one, metric=name) for one in (pinned, cell) if one is not None)
    return replace(cell, metric=subject.id)


def problem(cell: Cell, expected: Expectation | None, required: tuple[str, int] | None) -> str:
    """Why a cell fails its test, in a line, or nothing.

    An expected violation is strict: whatever else is found fails.
    """
    if cell.evidence.kind == "error":
        return f"error, {cell.message}"
    if expected is not None and cell.holds is not False:
        found = f"{verdict(cell)}{', ' + cell.message if cell.message else ''}"
        return f"the violation expected ({expected.why}) is not there: found {found}; remove it from {expected.where}, or look at what changed"
    if expected is None and cell.holds is False:
        return verdict(cell)
    return "" if required is None else unmet(cell, required)


def explanation(cell: Cell, constraint: Constraint, subject: Subject, metric: Any, calling: Mapping[str, str]) -> str:
    """What is demanded, the organizations drawn, the scores and, where the metric can be named, a line of Python that shows them again."""
    again = target(metric) if callable(metric) and subject.metric is None else subject.id
    named = replace(cell, metric=again or subject.id)
    alone = replace(constraint, readings=(constraint.reading(cell.reading),))  # of the others nothing is known here
    text = explain_cell(named, alone, str(subject.entry["display"]), subject.judge(constraint.task), calling).rstrip("\n")
    if again is None:
        # the last paragraph is that line, and it cannot name a function inside another
        return text.rpartition("\n\n")[0] + "\n\nagain     run this test; define the metric at the top of a module to have it named in a line of Python"
    return text
