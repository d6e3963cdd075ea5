"""The acceptance of existing violations: they are written into axiometrics.toml as expected violations, each with a
reason that the user fills in.

A project that begins to check its metrics has violations that it will not mend. Without this module, its authors would
have to type a line for each of them. The file is edited with tomlkit, which keeps the comments and the order of the
file. An editor of our own was rejected, because it would have to know each way to write a key in TOML. The new text is
read and compared with the intended content before it replaces the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics.candidates.configuration import Configuration
from axiometrics.candidates.expression import with_path_from
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import FileError
from axiometrics.core.files import demand_writable, named_in_errors, whole_text, write_whole
from axiometrics.services.expectations import Expectation, Key, key

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

REASON = "to do: write why this violation is accepted"
"""The reason that stands in the file until somebody writes one."""


@dataclass(frozen=True)
class Acceptance:
    """A violation that is accepted.

    Attributes
    ----------
    target : the TARGET of the metric; the path of its file begins in the current folder
    constraint : the constraint, with `@reading` where the reading is not the first
    """

    target: str
    constraint: str


@dataclass(frozen=True)
class Accepting:
    """A file into which accepted violations are written, with its content."""

    path: str
    file: Configuration


def acceptance(cell: Cell, target: str, constraints: Iterable[Constraint]) -> Acceptance:
    """The violation that a cell shows. The name of its constraint is followed by the reading, unless this is the first
    reading.
    """
    own = next(c for c in constraints if (c.task, c.id) == (cell.task, cell.constraint))
    reading = "" if own.readings[0].name == cell.reading else f"@{cell.reading}"
    return Acceptance(target, f"{own.name}{reading}")


def unexpected(cells: Iterable[Cell], expected: Mapping[Key, Expectation]) -> list[Cell]:
    """The violations that no expectation of the file names."""
    return [cell for cell in cells if cell.holds is False and key(cell) not in expected]


def accepted(cells: Iterable[Cell], path: str) -> dict[Key, Expectation]:
    """The expectations for these violations, as the file states them from now on."""
    return {key(cell): Expectation(cell.metric, cell.constraint, cell.reading, False, path) for cell in cells}


def demand_acceptable(path: str) -> None:
    """Raise `FileError` for a file that cannot be written."""
    with named_in_errors(path, "write"):
        demand_writable(path)


def accept(
    path: str, file: Configuration, accepted: Sequence[Acceptance], settings: Mapping[str, Any] | None = None
) -> list[str]:
    """Write violations into a file, and return the sentences that say what was written. A metric that the file does not
    list is added to it, with its `settings`.
    """
    if not accepted:
        return [f"no violation is new: {path} is as it was"]
    import tomlkit

    with named_in_errors(path):
        text = whole_text(path) if Path(path).exists() else ""
    document = tomlkit.parse(text)
    wanted = document.unwrap()
    for violation in accepted:
        name = _name(file, violation.target, wanted.get("targets", {}), path)
        _note(document, wanted, name, violation, path, settings or {})
    _replace(path, tomlkit.dumps(document), wanted)
    many = "1 violation is" if len(accepted) == 1 else f"{len(accepted)} violations are"
    return [f"{many} written to {path} as expected: write a reason in place of {REASON!r}"]


def _name(file: Configuration, target: str, listed: Mapping[str, Any], path: str) -> str:
    """The name under which the file lists a TARGET, or a new one."""
    configured = file.of(target)
    if configured is not None:
        return configured.name
    there = with_path_from("", os.path.dirname(path), target)
    for name, said in listed.items():
        if there == (said if isinstance(said, str) else said["target"]):
            return name
    base = target.rpartition(":")[2]
    return base if base not in listed else there


def _note(
    document: TOMLDocument,
    wanted: dict[str, Any],
    name: str,
    violation: Acceptance,
    path: str,
    settings: Mapping[str, Any],
) -> None:
    """Note one violation in the document. Note it also in the plain data that the new text of the document has to
    mean.
    """
    import tomlkit

    plain = wanted.setdefault("targets", {})
    if "targets" not in document:
        document["targets"] = tomlkit.table(is_super_table=True)
    targets: Any = document["targets"]
    if name not in targets:
        there = with_path_from("", os.path.dirname(path), violation.target)
        table, fields = tomlkit.table(), {"target": there, **settings}
        for part, value in fields.items():
            table.add(part, value)
        targets[name], plain[name] = table, fields
    elif isinstance(plain[name], str):
        short = targets[name]
        inline = tomlkit.inline_table()
        inline.update({"target": str(short)})
        targets[name], plain[name] = inline, {"target": plain[name]}
        if short.trivia.comment:
            targets[name].comment(short.trivia.comment.lstrip("# "))
    entry = targets[name]
    if "violations" not in entry:
        is_inline = isinstance(entry, tomlkit.items.InlineTable)
        entry["violations"] = tomlkit.inline_table() if is_inline else tomlkit.table()
    entry["violations"][violation.constraint] = REASON
    plain[name].setdefault("violations", {})[violation.constraint] = REASON


def _replace(path: str, text: str, wanted: Mapping[str, Any]) -> None:
    """Replace the content of a file in one step, after a check that the new text says what is wanted."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        said = None
    if said != wanted:
        raise FileError(f"{path} cannot be edited: its tables are written in a way that tomlkit does not keep")
    with named_in_errors(path, "write"):
        write_whole(path, text)
