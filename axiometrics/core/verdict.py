"""Verdicts: what was found about a metric and a reading of a constraint, and on what evidence. Nothing here
computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from axiometrics.core import names
from axiometrics.core.case import Case, Demand
from axiometrics.core.decimals import scores_text
from axiometrics.core.errors import FileError, UnknownNameError
from axiometrics.core.task import task as task_of

SCHEMA = "axiometrics/matrix/1"

KINDS = (
    "proof",
    "exhaustive",
    "sampled",
    "region",
    "counterexample",
    "descriptive",
    "not-applicable",
    "undetermined",
    "error",
)
"""The kinds of evidence; each has its own count, and none stands in for another."""

_ALLOWED: dict[str, tuple[bool | None, ...]] = {
    "proof": (True, False),
    "exhaustive": (True, False),
    "sampled": (True,),
    "region": (True, False),
    "counterexample": (False,),
    "descriptive": (None,),
    "not-applicable": (None,),
    "undetermined": (None,),
    "error": (None,),
}


@dataclass(frozen=True)
class Evidence:
    """On what a verdict rests.

    Attributes
    ----------
    kind : one of `KINDS`
    exact : whether exact arithmetic decided (a black box in floats cannot)
    cases : cases examined
    size : what was searched through, in the unit of the constraint (documents, ranks, n), or of a counterexample its
        documents
    minimal : for a counterexample, whether everything smaller was searched
    seconds : time taken; the one field that differs between equal runs
    detail : what the kind adds: `method`, `convention`, `undefined`, `within_bound`, `n`, `n0`, `scanned`, `profile`,
        ...
    """

    kind: str
    exact: bool
    cases: int
    size: int | None = None
    minimal: bool | None = None
    seconds: float = 0.0
    detail: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The evidence as the JSON of a matrix has it."""
        return {
            "kind": self.kind,
            "exact": self.exact,
            "cases": self.cases,
            "size": self.size,
            "minimal": self.minimal,
            "seconds": round(self.seconds, 6),
            "detail": dict(self.detail),
        }


def drawn(of: str, data: Mapping[str, Any], demand: Demand | None = None) -> str:
    """A counterexample of a task, given as its JSON, drawn: gold, outputs, scores, and the difference demanded."""
    kind = task_of(of)
    case = kind.case(data)
    return f"{kind.draw(case.gold, case.outputs)}\n\n{scores_text(data['scores'], demand)}"


@dataclass(frozen=True)
class Counterexample:
    """A case on which a metric fails, with its scores (exact ones as strings) and the number of documents; `data` is
    its JSON. It prints drawn.
    """

    data: Mapping[str, Any]
    demand: Demand | None = field(default=None, compare=False, repr=False)
    """What was demanded, where it is not the strict demand of these roles."""
    task: str = field(default="", compare=False, repr=False)
    """The task whose data gold and outputs are; a cell says it."""

    @classmethod
    def of(cls, case: Case, scores: Mapping[str, Any], demand: Demand) -> Counterexample:
        """A case with the scores of its outputs by role, as they are to be shown.

        >>> from axiometrics.core.case import GAIN
        >>> from axiometrics.core.organization import Organization
        >>> gold, run = Organization.parse("a > ..."), Organization.parse("a > ...")
        >>> Counterexample.of(Case(gold, {"better": run, "worse": run}), {"better": "1", "worse": "1"},
        ...     GAIN)["documents"]
        1
        """
        data = case.to_json()
        return cls(
            {"gold": data["gold"], "outputs": data["outputs"], "scores": dict(scores), "documents": data["documents"]},
            demand,
        )

    def __str__(self) -> str:
        return drawn(self.task, self.data, self.demand)

    def __repr__(self) -> str:
        return f"Counterexample({dict(self.data)!r})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    def __getitem__(self, key: str) -> Any:
        return self.data[key]


@dataclass(frozen=True)
class Cell:
    """What is known of one metric under one reading of one constraint; `holds` cannot claim more than the evidence's
    kind allows.
    """

    task: str
    metric: str
    constraint: str
    reading: str
    holds: bool | None
    evidence: Evidence
    relation: str | None = None
    counterexample: Counterexample | None = None
    message: str = ""
    differs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.evidence.kind not in _ALLOWED:
            raise ValueError(f"no kind of evidence {self.evidence.kind!r}: there are {', '.join(KINDS)}")
        if self.holds not in _ALLOWED[self.evidence.kind]:
            raise ValueError(f"evidence of kind {self.evidence.kind} cannot carry holds={self.holds}")
        if self.holds is True and self.evidence.cases < 1:
            raise ValueError(f"{self.metric}/{self.constraint}: a verdict that rests on no case is no verdict")
        if self.holds is not False and (self.relation is not None or self.counterexample is not None):
            raise ValueError(f"{self.metric}/{self.constraint}: only a failure has a relation and a counterexample")
        if self.evidence.kind == "counterexample" and self.counterexample is None:
            raise ValueError(f"{self.metric}/{self.constraint}: a counterexample is missing")
        if self.counterexample is not None and not self.counterexample.task:
            object.__setattr__(self, "counterexample", replace(self.counterexample, task=self.task))

    @property
    def verdict(self) -> Any:
        """What readings are compared by: holds, or the profile of a descriptive cell."""
        return self.evidence.detail.get("profile") if self.evidence.kind == "descriptive" else self.holds

    def to_json(self) -> dict[str, Any]:
        """The cell as the JSON of a matrix has it."""
        return {
            "task": self.task,
            "metric": self.metric,
            "constraint": self.constraint,
            "reading": self.reading,
            "holds": self.holds,
            "differs": list(self.differs),
            "evidence": self.evidence.to_json(),
            "relation": self.relation,
            "counterexample": None if self.counterexample is None else dict(self.counterexample.data),
            "message": self.message,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Cell:
        """Read the JSON form back. Raises `KeyError`, `TypeError` or `ValueError` where it is none."""
        for name, kinds in _CELL.items():
            _demand(data[name], kinds, name)
        for name, kinds in _EVIDENCE.items():
            _demand(data["evidence"][name], kinds, name)
        found = data["counterexample"]
        for name, kinds in _COUNTEREXAMPLE.items() if found is not None else ():
            _demand(found[name], kinds, name)
        return cls(
            data["task"],
            data["metric"],
            data["constraint"],
            data["reading"],
            data["holds"],
            Evidence(**{name: data["evidence"][name] for name in _EVIDENCE}),
            data["relation"],
            None if found is None else Counterexample(found),
            data["message"],
            tuple(data["differs"]),
        )


_CELL: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("task", "metric", "constraint", "reading", "message"), (str,)),
    "holds": (bool, type(None)),
    "evidence": (Mapping,),
    "relation": (str, type(None)),
    "counterexample": (Mapping, type(None)),
    "differs": (list, tuple),
}
_EVIDENCE: dict[str, tuple[type, ...]] = {
    "kind": (str,),
    "exact": (bool,),
    "cases": (int,),
    "size": (int, type(None)),
    "minimal": (bool, type(None)),
    "seconds": (int, float),
    "detail": (Mapping,),
}
_COUNTEREXAMPLE: dict[str, tuple[type, ...]] = {
    "gold": (Mapping,),
    "outputs": (Mapping,),
    "scores": (Mapping,),
    "documents": (int,),
}


def _demand(value: Any, kinds: tuple[type, ...], name: str) -> None:
    if not isinstance(value, kinds):
        raise TypeError(f"{name} is a {type(value).__name__}, not {' or '.join(kind.__name__ for kind in kinds)}")


@dataclass(frozen=True)
class Matrix:
    """The satisfaction matrix: cells by metric, constraint and reading, with what the metrics and constraints are.

    >>> Matrix(metrics=(), constraints=(), cells=()).counts["proof"]
    0
    """

    metrics: tuple[Mapping[str, Any], ...]
    constraints: tuple[Mapping[str, Any], ...]
    cells: tuple[Cell, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def counts(self) -> dict[str, int]:
        """How many cells rest on each kind of evidence."""
        found = Counter(cell.evidence.kind for cell in self.cells)
        return {kind: found[kind] for kind in KINDS}

    def cell(self, metric: str, constraint: str, reading: str | None = None) -> Cell:
        """The cell of a metric (its id or any equal spelling; a base alone takes the first) and a constraint (`id` or
        `task:id`).

        Without a reading, the first one the matrix holds. Raises `UnknownNameError` where there is none.
        """
        ids = [entry["id"] for entry in self.metrics if metric in (entry["id"], entry["display"])] or [
            entry["id"]
            for entry in self.metrics
            if (name := names.parse(metric)) and name[0] == entry["base"] and names.agrees(name[1], entry["params"])
        ]
        for cell in self.cells:
            if (
                cell.metric in ids[:1]
                and constraint in (cell.constraint, f"{cell.task}:{cell.constraint}")
                and reading in (None, cell.reading)
            ):
                return cell
        raise UnknownNameError(
            f"no cell {metric}/{constraint}{'@' + reading if reading else ''} in this matrix: it has "
            f"{len(self.cells)} cells"
        )

    def to_json(self) -> dict[str, Any]:
        """The document that the shipped JSON schema describes."""
        return {
            "schema": SCHEMA,
            "version": self.version,
            "settings": dict(self.settings),
            "metrics": [dict(entry) for entry in self.metrics],
            "constraints": [dict(entry) for entry in self.constraints],
            "cells": [cell.to_json() for cell in self.cells],
            "counts": self.counts,
        }

    @classmethod
    def from_json(cls, data: Any) -> Matrix:
        """Read a saved matrix. Raises `FileError` where the document is none."""
        if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
            found = data.get("schema") if isinstance(data, Mapping) else type(data).__name__
            raise FileError(
                f"no matrix: expected a JSON object with schema {SCHEMA!r}, found {found!r}; save one "
                f"with --format json"
            )
        try:
            for name, kinds in {
                "cells": (list,),
                "metrics": (list,),
                "constraints": (list,),
                "settings": (Mapping,),
                "version": (str,),
            }.items():
                _demand(data[name], kinds, name)
            for entry in (*data["metrics"], *data["constraints"]):
                _demand(entry["id"], (str,), "an id")
            for entry in data["constraints"]:
                _demand(entry["task"], (str,), "the task of a constraint")
            cells = tuple(map(Cell.from_json, data["cells"]))
            return cls(tuple(data["metrics"]), tuple(data["constraints"]), cells, data["settings"], data["version"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FileError(
                f"a damaged matrix ({type(error).__name__}: {error}): save it again with --format json"
            ) from None


def with_differences(cells: Iterable[Cell]) -> list[Cell]:
    """The cells, each told which other readings of its constraint give its metric another verdict."""
    listed = list(cells)
    judged = [cell for cell in listed if cell.verdict is not None]

    def others(cell: Cell) -> tuple[str, ...]:
        if cell.verdict is None:
            return ()
        same = (o for o in judged if (o.metric, o.constraint, o.task) == (cell.metric, cell.constraint, cell.task))
        return tuple(o.reading for o in same if o.verdict != cell.verdict)

    return [replace(cell, differs=others(cell)) for cell in listed]
