"""The texts that `list` and `explain` have printed, kept in the cache beside the cells.

To list the names of metrics, Python imports every file that declares one, and numpy. This takes eight times as long as
the start of a command that does nothing. So the text is kept, and printed again as long as nothing on which it may rest
has changed: the arguments, the terminal, the environment variables that say how to print, Python, the time and size of
every file of axiometrics, and the times of the folders from which Python imports. The files are compared, and not the
version, so that the text is also right where somebody edits an installed axiometrics.

A command states that its output rests on nothing else (`allow`). Where another package adds metrics or constraints,
nothing is kept, because the files of that package are not compared.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import axiometrics
from axiometrics.running.folder import default_folder

COMMANDS = ("list", "explain")
"""The commands whose texts are kept."""

VARIABLES = ("COLUMNS", "TERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""The environment variables that decide how output is printed, besides those of axiometrics."""

_printed: list[str] = []
_allowed = False


def allow() -> None:
    """State that the output of this command rests on axiometrics alone."""
    global _allowed
    _allowed = True


def write(text: str) -> None:
    """Print a text to the stdout that `streams` has set up."""
    _printed[:] = [*_printed, text] if sys.argv[1:2] and sys.argv[1] in COMMANDS else []
    sys.stdout.write(text)
    sys.stdout.flush()


def recall(arguments: Sequence[str]) -> str | None:
    """The text that the command printed before; None where it is not known, or where something has changed."""
    if arguments[:1] and arguments[0] in COMMANDS and not os.path.exists("axiometrics.toml"):
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            file = _file(arguments)
            kept = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            if kept["rests"] == _rests():
                return str(kept["text"])
    return None


def keep(arguments: Sequence[str]) -> None:
    """Keep the printed text, where the command has allowed it. A text that cannot be written is not kept."""
    from axiometrics.core.files import write_whole

    if not _allowed or _is_extended():
        return
    with suppress(OSError):
        file = _file(arguments)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps({"rests": _rests(), "text": "".join(_printed)}), lasting=False)


def _file(arguments: Sequence[str]) -> Path:
    out = sys.stdout
    columns = os.get_terminal_size(out.fileno()).columns if out.isatty() else None
    ours = [(name, value) for name, value in sorted(os.environ.items()) if name.startswith("AXIOMETRICS_")]
    said = [os.environ.get(name) for name in VARIABLES]
    named = [list(arguments), columns, out.encoding, ours, said, sys.version, sys.executable]
    return default_folder() / "printed" / blake2b(json.dumps(named).encode(), digest_size=16).hexdigest()


def _rests() -> str:
    """A digest of the times and sizes of all files of axiometrics, and of the times of the folders of imports."""
    digest = blake2b(digest_size=16)
    for folder in axiometrics.__path__:
        for name, time, size in _files(folder):
            digest.update(f"{name}\0{time}\0{size}\0".encode())
    for folder in sys.path:
        with suppress(OSError):
            digest.update(f"{folder}\0{os.stat(folder or '.').st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        else:
            status = entry.stat()
            yield entry.path, status.st_mtime_ns, status.st_size


def _is_extended() -> bool:
    """Whether another package adds something to axiometrics."""
    from importlib.metadata import entry_points

    return any(group.startswith("axiometrics.") for group in entry_points().groups)
