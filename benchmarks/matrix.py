"""The default matrix, cold and from the cache, beside `python -c 'import numpy, sympy'`: `make bench`, or
`python benchmarks/matrix.py`.

All are processes of their own, with the byte code of all modules written before, as it is where a package has been
installed. The yardstick is the import of what the matrix is computed with, which no run can do without.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from _timing import Row, Work, Yardstick, machine, measured, table

TITLE = "The default matrix"

IMPORT = [sys.executable, "-c", "import numpy, sympy"]
COMMANDS: Sequence[tuple[str, float]] = (
    ("matrix --no-cache", 12),
    ("matrix", 3),
)
"""Command lines, each with how many times its yardstick it may take."""


def run(command: Sequence[str], folder: str) -> Work:
    """Run a command to its end, with a cache and byte code of its own."""
    around = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPYCACHEPREFIX": folder}
    around.pop("PYTHONDONTWRITEBYTECODE", None)
    return lambda: subprocess.run(command, env=around, capture_output=True, check=True)


def row(words: str, most: float, folder: str) -> Row:
    """A command beside its yardstick; the first run of it, which is not timed, fills the cache."""
    command = [sys.executable, "-m", "axiometrics", *words.split(), "--progress", "none"]
    yardstick = Yardstick("python -c 'import numpy, sympy'", run(IMPORT, folder), most)
    return measured(f"axiometrics {words}", run(command, folder), yardstick, rounds=3)


def main() -> None:
    """Write the table to standard output."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(words, most, folder) for words, most in COMMANDS]
    sys.stdout.write(f"{machine()}\n\n{table(rows)}\n")


if __name__ == "__main__":
    main()
