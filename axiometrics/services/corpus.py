"""Pinned evidence: a folder with one small file a cell, for a project to commit.

Nothing in it is believed. A pinned counterexample is tried again on the metric as it is now, under the constraint as it
is now; whatever else a file says is searched for again. A file has no times and nothing that depends on what else was
run, so that it changes only when the evidence does.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import structs

from axiometrics.core.case import Case, Demand
from axiometrics.core.cell import SIZED, Cell, Counterexample
from axiometrics.core.constraint import Reading
from axiometrics.core.documents import parse
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.evidence import AnyEvidence, Erroneous, Refuted
from axiometrics.core.family import stated
from axiometrics.core.files import write_whole
from axiometrics.core.margins import OTHER_MACHINE
from axiometrics.core.task import task
from axiometrics.core.verdicts import WORDS
from axiometrics.search import Decision, Judge, MetricFailedError
from axiometrics.services.evidence import weight
from axiometrics.services.expectations import Key, key
from axiometrics.services.labels import file_label
from axiometrics.services.places import beside

LIMIT = 2**20
"""The most bytes that a file of a corpus may have. The files that we write have a few thousand."""

WIDTH = 120
"""The most characters of a part of a file that stands on one line."""

REPLAYED = "replayed"
"""The method of a cell whose counterexample was pinned, and not found by a search."""


@dataclass(frozen=True)
class Corpus:
    """A folder of pinned evidence: `TASK/METRIC/CONSTRAINT.READING.json`.

    A metric of the user is named there by the path of its file from where the folder is, whatever the folder at hand:
    `metrics.py:mine` beside `metrics.py`.
    """

    folder: Path

    @classmethod
    def at(cls, path: str | Path, writing: bool) -> Corpus:
        """The corpus in a folder, which is made if it is to be written and not there.

        Raises `FileError` where there is none, or none can be made or written.
        """
        folder = Path(path)
        if writing:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FileError(f"cannot make the corpus {str(path)!r}: {error.strerror or error}") from None
        if not folder.is_dir():
            raise FileError(
                f"no corpus in {str(path)!r}: name a folder; `axiometrics check --corpus` and "
                f"--axiometrics-pin make one"
            )
        if writing and not os.access(folder, os.W_OK | os.X_OK):
            raise FileError(f"cannot write to the corpus {str(path)!r}: permission denied")
        return cls(folder)

    def file(self, of: Key) -> Path:
        """The path of the file in which the evidence for a cell is pinned."""
        task, metric, constraint, reading = self._named(of)
        return self.folder / task / file_label(metric) / f"{constraint}.{reading}.json"

    def _named(self, of: Key) -> Key:
        task, metric, constraint, reading = of
        return task, beside(metric, self.folder), constraint, reading

    def pinned(self, of: Key) -> Cell | None:
        """The pinned cell, or None where none is pinned.

        Raises `FileError`, naming the file, where it is too large, not JSON, damaged, or about another cell.
        """
        path, named = self.file(of), self._named(of)
        if not path.exists():
            return None
        cell = _read(path)
        if key(cell) != named:
            raise FileError(
                f"{str(path)!r} is about {'/'.join(key(cell))}, expected {'/'.join(named)}: delete it, it is made anew"
            )
        return structs.replace(cell, metric=of[1])

    def pin(self, cells: Iterable[Cell]) -> list[str]:
        """Write the cells that are decided and not pinned as they are; which were pinned with another verdict, or on
        stronger evidence, in words.

        What could not be determined, or failed, leaves what is pinned alone, and so does a counterexample that was
        tried again and scores as it did. Raises `FileError` where a file cannot be written.
        """
        changes = []
        for cell in cells:
            if cell.evidence.kind in {"undetermined", "error"}:
                continue
            path, before = self.file(key(cell)), self.pinned(key(cell))
            if before is not None and (_alike(_content(before), _content(cell)) or _stands(before, cell)):
                continue
            named = self._named(key(cell))[1]
            _write(path, text(structs.replace(cell, metric=named)))
            if before is not None and (
                before.verdict != cell.verdict or (cell.holds and weight(before) > weight(cell))
            ):
                changes.append(
                    f"{named}/{cell.constraint}@{cell.reading}: pinned as {_words(before)}, is now {_words(cell)}"
                )
        return changes


def text(cell: Cell) -> str:
    """A cell as its file has it: the JSON of a cell without times and without what other readings say, which
    `axiometrics verify` reads.
    """
    return _laid_out(_content(cell), 0) + "\n"


def replayed(pinned: Cell, reading: Reading, judge: Judge, where: Path) -> Cell | str | None:
    """A pinned counterexample tried again: the cell if it is one for this metric and reading as they are now; None if
    it is not; in words, why this is not known: the metric has no value there, or no sign of the difference is sure.

    The cell does not say that the counterexample is of least size: what is smaller was searched when it was found,
    maybe on another metric. If the metric fails on the case, that is the cell. Raises `FileError` where an organization
    cannot be read.
    """
    found = _known_case(pinned, reading, judge, where)
    if found is None:
        return None
    shown, known = found
    before = pinned.evidence
    if before.loss or before.breaks:  # else a pinned case is tried without probes
        judge.prepare(0)
    try:
        decision = _decided_again(before, known.closed() if judge.closed else known, reading.demand, judge)
    except MetricFailedError as failure:
        evidence = Erroneous(judge.exact, 0, shown.documents, input=failure.data)
        return structs.replace(
            pinned, holds=None, evidence=evidence, relation=None, counterexample=None, message=str(failure), differs=()
        )
    if decision.sign is None:
        what = "has no value" if decision.reason == "undefined" else f"cannot be decided ({decision.reason})"
        return (
            f"the pinned counterexample {what} now, on gold {known.gold}, outputs "
            f"{', '.join(f'{role} {_told(known.outputs[role])}' for role in decision.scores)}: it stays pinned; "
            f"--undefined says what a missing value counts for, or delete {str(where)!r}"
        )
    return _refuted_again(pinned, known, reading.demand, decision, judge) if decision.failed else None


def _known_case(pinned: Cell, reading: Reading, judge: Judge, where: Path) -> tuple[Case, Case] | None:
    """The case of a pinned counterexample, and the same as a case of the reading; None where the metric cannot be asked
    about it.
    """
    if pinned.counterexample is None or judge.serves(reading) is not None:
        return None
    case = _case(pinned.task, pinned.counterexample.data, where)
    if set(case.outputs) != set(case.asked(reading.demand).roles):
        return None
    parameters = pinned.counterexample.data.get("parameters", {})
    known = stated(reading.judged, case, case.demand.words if case.demand else "", parameters)
    return None if isinstance(known, str) else (case, known)


def _decided_again(before: AnyEvidence, case: Case, demand: Demand, judge: Judge) -> Decision:
    """The metric's decision about the case now, by the pinned calls if there are any."""
    if isinstance(before, Refuted) and before.calls:
        return judge.recalled(case, demand, before.calls, before.order)
    return judge.decide(case, demand)


def _refuted_again(pinned: Cell, known: Case, demand: Demand, decision: Decision, judge: Judge) -> Cell:
    """The cell of a pinned counterexample that still is a counterexample."""
    case, before = decision.shown or known, pinned.evidence
    scores = {role: judge.show(score) for role, score in decision.scores.items()}
    return structs.replace(
        pinned,
        holds=False,
        evidence=Refuted(
            judge.exact,
            1,
            case.documents,
            minimal=False,
            method=REPLAYED,
            convention="; ".join(decision.conventions) or None,
            calls=dict(decision.calls),
            order=list(decision.order),
            loss=before.loss,
            breaks=before.breaks,
            undefined_as=before.undefined_as,
        ),
        relation=decision.relation,
        counterexample=Counterexample.of(case, scores, case.asked(demand)),
        message="",
        differs=(),
    )


def _told(output: Any) -> str:
    return " and ".join(map(str, output)) if type(output) is tuple else str(output)


def _case(of: str, data: Mapping[str, Any], where: Path) -> Case:
    try:
        return task(of).case(data)
    except (AxiometricsError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise FileError(f"{str(where)!r} is damaged ({_short(error)}): delete it, it is made anew") from None


def _read(path: Path) -> Cell:
    try:
        if not path.is_file():
            raise FileError(f"{str(path)!r} is not a file: a corpus holds nothing else")
        with path.open("rb") as stream:
            content = stream.read(LIMIT + 1)
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    if len(content) > LIMIT:
        raise FileError(
            f"{str(path)!r} has more than {LIMIT:,} bytes: pinned evidence is small; delete it, it is made anew"
        )
    try:
        data = parse(content)
        evidence = {**data["evidence"], "seconds": 0.0}
        return Cell.from_json({**data, "evidence": evidence, "differs": ()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileError(f"{str(path)!r} is not pinned evidence ({_short(error)}): delete it, it is made anew") from None


def _short(error: Exception) -> str:
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return said if len(said) <= 160 else f"{said[:157]}..."


def _write(path: Path, content: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def _content(cell: Cell) -> dict[str, Any]:
    data = cell.to_json()
    evidence = {name: value for name, value in data.pop("evidence").items() if name != "seconds"}
    del data["differs"]
    return {**data, "evidence": evidence}


def _stands(pinned: Cell, cell: Cell) -> bool:
    """Whether the cell shows the pinned counterexample with the same scores."""
    again = isinstance(cell.evidence, Refuted) and cell.evidence.method == REPLAYED
    if not again or pinned.counterexample is None or cell.counterexample is None:
        return False
    return pinned.relation == cell.relation and _alike(pinned.counterexample.data, cell.counterexample.data)


def _alike(one: Any, other: Any) -> bool:
    """Whether two contents are equal. Floats may differ by as much as two machines do."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=OTHER_MACHINE, abs_tol=OTHER_MACHINE**2)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(one[name], other[name]) for name in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    return type(one) is type(other) and bool(one == other)


def _words(cell: Cell) -> str:
    to = f" to {cell.evidence.size}" if cell.evidence.kind in SIZED else ""
    found = str(cell.verdict) if cell.holds is None and cell.verdict else cell.evidence.kind
    return {
        True: f"{WORDS[True]} ({cell.evidence.kind}{to})",
        False: f"{WORDS[False]}{', ' + cell.relation if cell.relation else ''}",
        None: found,
    }[cell.holds]


def _laid_out(value: Any, depth: int) -> str:
    """JSON in which each part that fits stands on one line."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, (dict, list, tuple)) or not value or len(flat) + 2 * depth <= WIDTH - 2:
        return flat
    inner, outer = "  " * (depth + 1), "  " * depth
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {_laid_out(part, depth + 1)}" for name, part in value.items()
        ]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{outer}}}"
    return "[\n" + ",\n".join(inner + _laid_out(part, depth + 1) for part in value) + f"\n{outer}]"
