"""Checks the parts of a saved matrix that no single cell can show: cells that occur twice or are missing, counts that
differ from the cells, entries of metrics and constraints that are not right, and lists of readings with another verdict
that do not fit the cells.

A file says which cells it covers (`axiometrics.core.coverage`), so one that was cut out is a failure. That cells were
taken out, and the statement with them or rewritten, cannot be seen: a matrix may hold any cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from axiometrics import __version__, registry
from axiometrics.core.cell import reached
from axiometrics.core.coverage import gaps
from axiometrics.core.documents import Document
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.matrix import SCHEMA, ConstraintEntry, MatrixDocument, MetricEntry
from axiometrics.verification.fields import field, shorten

Found = tuple[str, str, str, str, str]
"""The fields of a checked item: metric, constraint, reading, status, reason."""

REWORDED = "reworded"
"""The status of a constraint that a file of a different version states in different words: nothing of it is left open,
since its cells are checked as this version states it, so it is counted only where it is there.
"""

_NUMBERS = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)

OF_USERS = ("inferred", "breaks", "loss")
"""Fields that only the entry of a user's metric has."""

NAMED = ("base", "params", "display", "family", "task")
"""Fields of the entry of a built-in metric that a report shows."""


def as_a_whole(data: Any, cells: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    """Yield what is wrong with a document as a whole, and the cells that its run did not finish. Raises `FileError` if
    data is malformed.
    """
    names = Counter((cell["metric"], f"{cell['task']}:{cell['constraint']}", cell["reading"]) for cell in cells)
    for name, number in names.items():
        if number > 1:
            yield (*name, "failed", f"there are {number} cells of this name")
    yield from _differing(cells)
    if isinstance(data, Mapping):
        _demand_form(data)
        yield from _unknown_fields(data)
        yield from _missing(data)
        yield from _covered(data)
        yield from _counts(data.get("counts"), cells)
        yield from wrong_entries(data.get("metrics"), data.get("version"))
        yield from _wrong_constraints(data.get("constraints"), data.get("version"))
        yield from _without_entry(data, cells)


FORM = {"settings": Mapping, "metrics": list, "constraints": list}
"""By name, the kind of each field of a matrix beside its cells."""


def _demand_form(data: Mapping[str, Any]) -> None:
    """Raise `FileError` where a field beside the cells, or a name in it, is of another kind."""
    for name, kind in FORM.items():
        if name in data:
            field(data, name, kind, type(None), where="the matrix")
    for entry in _objects(data.get("constraints")):
        for name in ("id", "task"):
            field(entry, name, str, where="a constraint of the matrix")
        for reading in field(entry, "readings", list, where="a constraint of the matrix"):
            if not isinstance(reading, str):
                raise FileError(f"a reading of a constraint of the matrix is {shorten(reading)}, expected a text")


def _unknown_fields(data: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the fields of a saved matrix, and of its entries, that no matrix has. Other documents are read by their
    types, which refuse such fields.
    """
    if data.get("schema") != SCHEMA:
        return
    entries: list[tuple[str, Mapping[str, Any], type[Document]]] = [("matrix", data, MatrixDocument)]
    entries += [("metrics", entry, MetricEntry) for entry in _objects(data.get("metrics"))]
    entries += [("constraints", entry, ConstraintEntry) for entry in _objects(data.get("constraints"))]
    for part, entry, kind in entries:
        for name in sorted(entry.keys() - set(kind.__struct_fields__)):
            yield str(entry.get("id", "matrix")), part, "all", "failed", f"there is no field {shorten(name)}"


def _objects(entries: Any) -> list[Mapping[str, Any]]:
    return [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []


def _missing(data: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the cells that the run of a saved matrix did not finish, if it was stopped. Nothing is known of these
    cells.
    """
    if "complete" not in data:
        return
    cells = data.get("missing_cells", [])
    if not isinstance(cells, list) or data["complete"] is not (not cells) or data.get("missing", 0) != len(cells):
        why = f"complete is {shorten(data['complete'])}, missing {shorten(data.get('missing', 0))}"
        yield "matrix", "complete", "all", "failed", f"{why}, and other cells are named"
        return
    for cell in cells:
        if not isinstance(cell, Mapping) or cell.keys() != {"task", "metric", "constraint", "reading"}:
            raise FileError("a cell that is missing is named by task, metric, constraint and reading")
        names = (str(cell["metric"]), f"{cell['task']}:{cell['constraint']}", str(cell["reading"]))
        yield (*names, "not re-run", "the run was stopped before this cell was finished")


def _covered(data: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the cells that the file says it covers and does not have, and the cells that it has without saying so."""
    try:
        wrong = gaps(data)
    except ValueError as error:
        yield "matrix", "covers", "all", "failed", str(error)
        return
    except (KeyError, TypeError, AttributeError):
        raise FileError("what the matrix covers is told as cells, digest and products") from None
    for metric, reading, lost in wrong:
        why = (
            "cut out: the matrix says that it covers this cell"
            if lost
            else "the matrix does not say that it covers this cell"
        )
        constraint, _, name = reading.rpartition("@")
        yield metric, constraint, name, "failed", why


def _counts(stated: Any, cells: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    if stated is None:
        return
    counted = Counter(str(cell["evidence"]["kind"]) for cell in cells)
    if not isinstance(stated, Mapping) or {kind: number for kind, number in stated.items() if number} != counted:
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(counted.items()))
        yield "matrix", "counts", "all", "failed", f"the cells are {kinds}"


def known_entry(name: str, entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the description of the built-in metric of that id, of the task that the entry names; None if there is
    none.
    """
    task = entry.get("task")
    return (
        registry.metric(name, (task,) if isinstance(task, str) else ()).describe() if registry.is_metric(name) else None
    )


def wrong_entries(entries: Any, version: Any) -> Iterator[Found]:
    """Yield the entries of built-in metrics that do not describe the metrics of these ids. In a file of a different
    version, further parameters and another text about the source are accepted.
    """
    compared = NAMED if version != __version__ else (*NAMED, "source")
    for entry in entries if isinstance(entries, list) else ():
        name = entry.get("id") if isinstance(entry, Mapping) else None
        if not isinstance(name, str):
            raise FileError(f"a metric is an object with an id, not {shorten(entry)}")
        try:
            declared = known_entry(name, entry)
        except AxiometricsError:
            declared = None
        if declared is not None and compared is NAMED and isinstance(entry.get("params"), Mapping):
            declared["params"] = {part: declared["params"].get(part) for part in entry["params"]}
        if declared is not None and (stray := [part for part in OF_USERS if part in entry]):
            yield (
                name,
                "metrics",
                "all",
                "failed",
                f"it is a built-in metric, and {stray[0]} is said of users' metrics only",
            )
        wrong = [] if declared is None else [part for part in compared if entry.get(part) != declared[part]]
        if declared is not None and wrong:
            said, true = shorten(entry.get(wrong[0])), shorten(declared[wrong[0]])
            yield name, "metrics", "all", "failed", f"its {wrong[0]} is {true}, the file says {said}"


def _wrong_constraints(entries: Any, version: Any) -> Iterator[Found]:
    """Yield the entries of constraints that do not describe these constraints. A study may look at some readings only
    and has its own default, so the readings may stand in any order. A later version may have more readings, and a
    different version may state a constraint in different words; the words cannot be compared, so they are shown beside
    those of this version, by which cells are checked.
    """
    constraints = registry.constraints_by_name()
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, Mapping):
            raise FileError(f"a constraint is an object, not {shorten(entry)}")
        declared = constraints.get(f"{entry.get('task')}:{entry.get('id')}")
        if declared is None:
            continue
        said = entry.get("readings")
        true = declared.describe()
        listed = said if isinstance(said, list) else ()
        true["readings"] = [
            name for k, name in enumerate(listed) if name in true["readings"] and name not in listed[:k]
        ]
        for part in true:
            if entry.get(part) != true[part]:
                yield declared.name, "constraints", "all", *_differs(part, true[part], entry.get(part), version)


def _differs(part: str, true: Any, said: Any, version: Any) -> tuple[str, str]:
    """Return the status of an entry with a field that differs from the declaration here, and the reason."""
    if part != "statement" or not isinstance(said, str) or not _is_different(version):
        return "failed", f"its {part} is {shorten(true)}, the file says {shorten(said)}"
    return REWORDED, (
        f"its statement is {true!r}, by which the cells are checked; version {version}, which saved the file, says "
        f"{shorten(said)}"
    )


def _is_different(version: Any) -> bool:
    """Whether this is the number of a different version."""
    numbers = _NUMBERS.fullmatch(version) if isinstance(version, str) else None
    return numbers is not None and version != __version__


def _without_entry(data: Mapping[str, Any], cells: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    """Yield the metrics and constraints that cells name and the file does not list, and those that it lists twice."""
    for part, names in (("metrics", ("metric",)), ("constraints", ("task", "constraint"))):
        if not isinstance(data.get(part), list):
            continue
        keys = ("id",) if part == "metrics" else ("task", "id")
        listed = {tuple(entry.get(key) for key in keys) for entry in data[part]}
        named = Counter(f"{entry.get('task')}:{entry.get('id')}" for entry in data[part])
        for name, number in named.items():
            if number > 1:
                yield name, part, "all", "failed", f"{part} lists it {number} times"
        for key in dict.fromkeys(tuple(cell[name] for name in names) for cell in cells):
            if key not in listed:
                yield ":".join(map(str, key)), part, "all", "failed", f"cells are about it, and {part} does not list it"


def _differing(cells: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    """Yield the cells whose list of readings with another verdict contradicts the cells of these readings."""
    beside: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    for cell in cells:
        beside.setdefault((cell["metric"], cell["task"], cell["constraint"]), []).append(cell)
    for cell in cells:
        differs = cell.get("differs")
        elsewhere = cell.get("elsewhere", {})
        if (
            not isinstance(differs, list)
            or not isinstance(elsewhere, Mapping)
            or not isinstance(cell.get("holds"), bool)
        ):
            continue
        alike = beside[cell["metric"], cell["task"], cell["constraint"]]
        judged = [neighbour for neighbour in alike if isinstance(neighbour.get("holds"), bool)]
        named = cell["metric"], f"{cell['task']}:{cell['constraint']}", cell["reading"]
        for why in (*_unlike(cell, differs, elsewhere, judged), *_unknown(cell, differs, elsewhere)):
            yield (*named, "failed", why)


def _unlike(
    cell: Mapping[str, Any], differs: Sequence[Any], elsewhere: Mapping[str, Any], judged: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield in words where a cell and the cells of other readings in the file contradict each other."""
    for neighbour in judged:
        far = reached(str(neighbour["evidence"]["kind"]), neighbour["evidence"].get("size"))
        if (neighbour["holds"] is not cell["holds"]) is not (neighbour["reading"] in differs):
            says = "the same" if neighbour["holds"] is cell["holds"] else "another"
            yield f"the reading {neighbour['reading']} has {says} verdict, and differs says otherwise"
        elif (
            neighbour["holds"]
            and neighbour["reading"] in differs
            and elsewhere
            and elsewhere.get(neighbour["reading"]) != far
        ):
            yield f"the reading {neighbour['reading']} is known to hold by {far}, and elsewhere says otherwise"


def _unknown(cell: Mapping[str, Any], differs: Sequence[Any], elsewhere: Mapping[str, Any]) -> Iterator[str]:
    """Yield, in words, each statement of a cell about a reading that its constraint does not have, or that cannot
    differ from the reading of the cell.
    """
    name = f"{cell['task']}:{cell['constraint']}"
    declared = registry.constraints_by_name().get(name)
    readings = [reading.name for reading in declared.readings] if declared else list(map(str, differs))
    for reading in (*differs, *elsewhere):
        if reading not in readings or differs.count(reading) != 1 or reading == cell["reading"]:
            yield f"{shorten(reading)} is not another reading with another verdict"
