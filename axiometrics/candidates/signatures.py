"""Signatures: how a user's metric is called, and how an organization becomes the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from axiometrics.candidates.containment.call import ARGUMENTS
from axiometrics.core.errors import TargetError
from axiometrics.core.organization import Organization

F = TypeVar("F", bound=Callable[..., Any])


def _labels(system: Organization, gold: Organization) -> list[Any]:
    documents = [d for _, _, d in gold.occurrences()]
    sides = ({d: j for _, j, d in organization.occurrences()} for organization in (gold, system))
    return [[side[d] for d in documents] for side in sides]


def _classification(system: Organization, gold: Organization) -> list[Any]:
    documents = [d for _, _, d in gold.occurrences()]
    firsts = ({d for i, _, d in organization.occurrences() if i == 0} for organization in (gold, system))
    return [[int(d in first) for d in documents] for first in firsts]


def _ranked_gains(system: Organization, gold: Organization) -> list[Any]:
    grades = gold.grades()
    return [
        [grades.get(d, 0) for _, _, d in system.occurrences()],
        [grade for grade in sorted(grades.values(), reverse=True) if grade > 0],
    ]


def _trec(system: Organization, gold: Organization) -> list[Any]:
    ranked = [d for _, _, d in system.occurrences()]
    return [gold.grades(), {d: float(len(ranked) - i) for i, d in enumerate(ranked)}]


def _scores(system: Organization, gold: Organization) -> list[Any]:
    grades, run = _trec(system, gold)
    return [list(grades.values()), [run.get(d, 0.0) for d in grades]]


def _organization(system: Organization, gold: Organization) -> list[Any]:
    return [system.to_json(), gold.to_json()]


@dataclass(frozen=True)
class Signature:
    """How a metric is called: `plain` gives what is passed by position as plain data; `closed` says that every document
    is listed in the gold.
    """

    name: str
    call: str
    tasks: tuple[str, ...]
    parameters: tuple[tuple[str, ...], ...]
    plain: Callable[[Organization, Organization], list[Any]]
    closed: bool = False

    def arguments(self, system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
        """What is passed by position; `number` is the type of gains."""
        return ARGUMENTS[self.name](self.plain(system, gold), number)


SIGNATURES = {
    s.name: s
    for s in (
        Signature("labels", "f(labels_true, labels_pred)", ("clustering",), (("labels_true", "labels_pred"),), _labels),
        Signature(
            "classification", "f(y_true, y_pred) with 0/1", ("filtering",), (("y_true", "y_pred"),), _classification
        ),
        Signature("gains", "f(gains, ideal), gains in rank order", ("ranking",), (("gains", "ideal"),), _ranked_gains),
        Signature(
            "trec",
            "f(qrel, run), {doc: grade} and {doc: score}",
            ("ranking",),
            (("qrel", "run"), ("qrels", "run")),
            _trec,
            closed=True,
        ),
        Signature(
            "scores",
            "f(y_true, y_score), per judged document",
            ("ranking",),
            (("y_true", "y_score"),),
            _scores,
            closed=True,
        ),
        Signature(
            "organization",
            "f(system, gold)",
            ("clustering", "filtering", "ranking"),
            (("system", "gold"),),
            _organization,
        ),
    )
}
"""The signatures of a user's metric, by name."""


@dataclass(frozen=True)
class Declaration:
    """What is known of a user's metric beyond its code: by `@metric(...)`, by the options of a command, or inferred."""

    task: str | None = None
    signature: str | None = None
    exact: bool = False
    graded: bool = False
    overlapping: bool = False
    inferred: str = ""


def metric(
    *,
    task: str | None = None,
    signature: str | None = None,
    exact: bool = False,
    graded: bool = False,
    overlapping: bool = False,
) -> Callable[[F], F]:
    """Say how a metric of yours is to be called and judged; the function stays what it is.

    Parameters
    ----------
    task : `clustering`, `filtering` or `ranking`, where the signature leaves it open
    signature : one of `labels`, `classification`, `gains`, `trec`, `scores`, `organization`
    exact : it takes and returns exact numbers (`Fraction`), and is then decided exactly
    graded : gains beyond 0/1 mean something to it
    overlapping : it is defined where documents stand in several clusters (signature `organization`)

    >>> @metric(task="clustering", signature="labels")
    ... def mine(labels_true, labels_pred):
    ...     return 1.0
    >>> mine([0], [0])
    1.0
    """
    if signature is not None and signature not in SIGNATURES:
        raise TargetError(f"no signature {signature!r}: known are {', '.join(SIGNATURES)}")

    def mark(function: F) -> F:
        function.__dict__["__axiometrics__"] = Declaration(task, signature, exact, graded, overlapping)
        return function

    return mark
