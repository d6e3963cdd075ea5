"""Pinned evidence: a folder that a project commits, with one small file for each cell.

No file is believed. A pinned counterexample is tried again on the present metric under the present constraint, and all
other verdicts are searched for again. A file holds no times, and nothing that depends on the rest of the run, so it
changes only when the evidence changes.
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
"""The most characters of a part of a file that is written on one line."""

REPLAYED = "replayed"
"""The method of a cell whose counterexample was pinned, and not found by a search."""


@dataclass(frozen=True)
class Corpus:
    """A folder of pinned evidence: `TASK/METRIC/CONSTRAINT.READING.json`.

    A metric of the user is named in it by the path of its file, which begins where the corpus lies, whatever the
    current folder is: `metrics.py:mine` beside `metrics.py`.
    """

    folder: Path

    @classmethod
    def at(cls, path: str | Path, writing: bool) -> Corpus:
        """The corpus in a folder. With `writing`, a missing folder is made.

        Raises `FileError` where there is no such folder, or where it cannot be made or written to.
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
        """Write the cells that are decided and differ from the pinned ones. Returns, in words, which cells were pinned
        with another verdict or on stronger evidence.

        A cell that is undetermined or an error does not replace a pinned cell, and neither does a counterexample that
        was tried again and has the same scores. Raises `FileError` where a file cannot be written.
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
    """A cell as the text of its file: the JSON of a cell without times and without the verdicts of other readings.
    `axiometrics verify` reads it.
    """
    return _laid_out(_content(cell), 0) + "\n"


def replayed(pinned: Cell, reading: Reading, judge: Judge, where: Path) -> Cell | str | None:
    """Try a pinned counterexample again. The result is the cell, if it is a counterexample for this metric and reading
    as they are now; None, if it is not; and a text that says why this is not known, if the metric has no value on it or
    the sign of the difference is not certain.

    The cell does not claim that the counterexample is of least size, because smaller cases were searched when it was
    found, and the metric may have changed since. If the metric fails on the case, the cell is an error. Raises
    `FileError` where a value of the case cannot be read.
    """
    cases = _known_case(pinned, reading, judge, where)
    if cases is None:
        return None
    shown, stated_case = cases
    before = pinned.evidence
    if before.loss or before.breaks:  # else a pinned case is tried without probes
        judge.prepare(0)
    try:
        decision = _decided_again(before, stated_case.closed() if judge.closed else stated_case, reading.demand, judge)
    except MetricFailedError as failure:
        evidence = Erroneous(judge.exact, 0, shown.documents, input=failure.data)
        return structs.replace(
            pinned, holds=None, evidence=evidence, relation=None, counterexample=None, message=str(failure), differs=()
        )
    if decision.sign is None:
        fault = "has no value" if decision.reason == "undefined" else f"cannot be decided ({decision.reason})"
        return (
            f"the pinned counterexample {fault} now, on gold {stated_case.gold}, outputs "
            f"{', '.join(f'{role} {_told(stated_case.outputs[role])}' for role in decision.scores)}: it stays pinned; "
            f"--undefined says what a missing value counts for, or delete {str(where)!r}"
        )
    return _refuted_again(pinned, stated_case, reading.demand, decision, judge) if decision.failed else None


def _known_case(pinned: Cell, reading: Reading, judge: Judge, where: Path) -> tuple[Case, Case] | None:
    """The case of a pinned counterexample, as it was saved and as a case of the reading; None where the reading does
    not apply to the metric, or the case is not one of the reading.
    """
    if pinned.counterexample is None or judge.serves(reading) is not None:
        return None
    case = _case(pinned.task, pinned.counterexample.data, where)
    if set(case.outputs) != set(case.asked(reading.demand).roles):
        return None
    parameters = pinned.counterexample.data.get("parameters", {})
    stated_case = stated(reading.judged, case, case.demand.words if case.demand else "", parameters)
    return None if isinstance(stated_case, str) else (case, stated_case)


def _decided_again(before: AnyEvidence, case: Case, demand: Demand, judge: Judge) -> Decision:
    """The metric's decision about the case now, by the pinned calls where there are any."""
    if isinstance(before, Refuted) and before.calls:
        return judge.recalled(case, demand, before.calls, before.order)
    return judge.decide(case, demand)


def _refuted_again(pinned: Cell, stated_case: Case, demand: Demand, decision: Decision, judge: Judge) -> Cell:
    """The cell of a pinned counterexample that still is a counterexample."""
    case, before = decision.shown or stated_case, pinned.evidence
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


def _alike(first: Any, second: Any) -> bool:
    """Whether two contents are equal. Floats may differ as much as the results of two machines do."""
    if isinstance(first, float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=OTHER_MACHINE, abs_tol=OTHER_MACHINE**2)
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return first.keys() == second.keys() and all(_alike(first[name], second[name]) for name in first)
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(_alike, first, second))
    return type(first) is type(second) and bool(first == second)


def _words(cell: Cell) -> str:
    to = f" to {cell.evidence.size}" if cell.evidence.kind in SIZED else ""
    undecided = str(cell.verdict) if cell.holds is None and cell.verdict else cell.evidence.kind
    return {
        True: f"{WORDS[True]} ({cell.evidence.kind}{to})",
        False: f"{WORDS[False]}{', ' + cell.relation if cell.relation else ''}",
        None: undecided,
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
