"""Checks what `verify --strict` requires of a document beyond its cells: that this version wrote the document, or could
have written it.

Without strictness, a file of a different version may be verified: its cells are checked as this version states them,
and what was said in different words is told. A strict check leaves nothing that was only told. So the version, the
statements, the sources and the settings have to be those of this version, each metric has to be one that can be looked
at, and no name may hold signs that cannot be printed: a terminal obeys them, and a reader does not see them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from axiometrics import __version__
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.matrix import SCHEMA
from axiometrics.verification.fields import shorten
from axiometrics.verification.whole_matrix import Found, known_entry

MESSAGES = ("message",)
"""The fields whose texts may have several lines: a user's metric raised an error with this text."""

SETTINGS = ("max_size", "max_examples", "seed", "reading")
"""The settings that a matrix records."""


def strictly_wrong(data: Any, targets: Collection[str]) -> Iterator[Found]:
    """Yield what is wrong with a document whose items were all checked; `targets` are users' metrics by name."""
    for text in dict.fromkeys(_unprintable(data)):
        yield "document", "names", "all", "failed", f"{shorten(text)} has signs that cannot be printed"
    if not isinstance(data, Mapping):
        return
    if "version" in data and data["version"] != __version__:
        said = f"this is version {__version__}, the file was saved by version {shorten(data['version'])}"
        yield "document", "version", "all", "failed", said
    yield from _sources(data.get("metrics"), targets)
    if data.get("schema") == SCHEMA:
        yield from _settings(data)


def _unprintable(data: Any) -> Iterator[str]:
    """Yield the texts of a document, keys among them, that contain characters that cannot be printed."""
    if isinstance(data, str):
        if not data.isprintable():
            yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _unprintable(key)
            if key not in MESSAGES:
                yield from _unprintable(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from _unprintable(value)


def _sources(entries: Any, targets: Collection[str]) -> Iterator[Found]:
    """Yield the metrics that neither the package nor the caller knows, and the built-in metrics for which the file
    states another source.
    """
    for entry in entries if isinstance(entries, list) else ():
        name = str(entry["id"])
        if name in targets:
            continue
        try:
            declared = known_entry(name, entry)
        except AxiometricsError:
            declared = None
        if declared is None:
            why = "it is not a built-in metric, and no --target was given for it"
            yield name, "metrics", "all", "failed", why
        elif entry != declared:
            wrong = min(part for part in {*entry, *declared} if entry.get(part) != declared.get(part))
            said = f"its {wrong} is {shorten(declared.get(wrong))}, the file says {shorten(entry.get(wrong))}"
            yield name, "metrics", "all", "failed", said


def _settings(data: Mapping[str, Any]) -> Iterator[Found]:
    """Yield the settings that a matrix cannot have, and a reading in the settings that does not fit the cells."""
    settings = data.get("settings")
    if not isinstance(settings, Mapping) or set(SETTINGS) != set(settings):
        yield "matrix", "settings", "all", "failed", f"the settings are {', '.join(SETTINGS)}, as numbers or names"
        return
    declared = {f"{entry['task']}:{entry['id']}": entry["readings"] for entry in data.get("constraints") or ()}
    wanted_reading = settings["reading"]
    for name in dict.fromkeys(f"{cell['task']}:{cell['constraint']}" for cell in data["cells"]):
        there = {cell["reading"] for cell in data["cells"] if f"{cell['task']}:{cell['constraint']}" == name}
        wanted = declared.get(name, [])[:1] if wanted_reading == "default" else [wanted_reading]
        if wanted_reading != "all" and sorted(there) != wanted:
            said = (
                f"the reading asked for is {shorten(wanted_reading)}, and there are cells of {', '.join(sorted(there))}"
            )
            yield "matrix", "settings", "all", "failed", said
            return
