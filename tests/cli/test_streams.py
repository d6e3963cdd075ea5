"""Commands whose stdout or stderr is closed, full, or read by nobody: they do their work, and the exit code says it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import axiometrics
from axiometrics.core.stderr import tell

FILES = {"mine.py": "def f(gains, ideal):\n    return sum(g / (i + 1) for i, g in enumerate(gains))\n"}
MATRIX = "matrix -m rr -c confidence --max-size 3"
CHECK = "check mine.py:f --form gains -c ranking:priority -c confidence --max-size 3 --max-examples 2"
CLOSED = "error: cannot write to stdout: it is closed; where a command has -o, -o FILE writes to a file"
FULL = "error: cannot write to stdout: No space left on device"

pytestmark = [
    pytest.mark.usefixtures("files_here"),
    pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams"),
]


def ran(line: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, in which `ax` is the program."""
    around = {**os.environ, "PYTHONPATH": str(Path(axiometrics.__file__).parents[1])}
    script = f'set -o pipefail; ax() {{ "{sys.executable}" -m axiometrics "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, env=around, timeout=300)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"ax {MATRIX} -o found.json <&- >&- 2>&-", 0),
        pytest.param(f"ax {MATRIX} -o found.json >&-", 0, marks=pytest.mark.thorough),
        pytest.param(f"ax {MATRIX} -o found.json 2>&-", 0, marks=pytest.mark.thorough),
        pytest.param(f"ax {MATRIX} -o found.json >/dev/full 2>/dev/full", 0, marks=pytest.mark.slow),
        pytest.param(f"ax {CHECK} -o found.json >&-", 1, marks=pytest.mark.thorough),
        pytest.param(f"ax {CHECK} -o found.json 2>&-", 1, marks=pytest.mark.thorough),
        pytest.param(f"ax {CHECK} -o found.json -j 2 <&- >&- 2>&-", 1, marks=pytest.mark.slow),
        pytest.param(f"ax {CHECK} -o found.json -o - 2>&1 | true", 1, marks=pytest.mark.slow),
    ],
)
def test_the_work_is_done_and_the_file_written(line: str, code: int) -> None:
    ended = ran(line)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert "error" not in ended.stderr
    saved = json.loads(Path("found.json").read_text(encoding="utf-8"))
    assert saved["complete"] if "complete" in saved else saved["cells"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"ax {MATRIX} >&-", CLOSED),
        pytest.param("ax list tasks >/dev/null; ax list tasks >&-", CLOSED, marks=pytest.mark.slow),
        pytest.param("ax check -h >/dev/full", FULL, marks=pytest.mark.slow),
        *(
            pytest.param(line, message, marks=pytest.mark.thorough)
            for line, message in (
                (f"ax {CHECK} -q >&-", CLOSED),
                ("ax >&-", CLOSED),
                ("ax --version >&-", CLOSED),
                ("ax check -h >&-", CLOSED),
                ("ax list tasks >/dev/null; ax list tasks >/dev/full", FULL),
                (f"ax {MATRIX} >/dev/full", FULL),
            )
        ),
    ],
)
def test_data_that_cannot_be_printed_are_an_error(line: str, message: str) -> None:
    ended = ran(line)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"axiometrics: {message}\n")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("ax check -h", marks=pytest.mark.slow),
        *(pytest.param(f"ax {line}", marks=pytest.mark.thorough) for line in ("--help", "list metrics", MATRIX)),
    ],
)
def test_a_reader_who_goes_away_is_not_an_error(line: str) -> None:
    ended = ran(f"{line} | true")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.thorough
def test_nothing_can_be_told_of_a_mistake() -> None:
    assert [ran(f"ax {line} 2>&-").returncode for line in ("nope", "check nope.py:f", f"{MATRIX} >&-")] == [2, 2, 2]


def test_a_program_without_a_console_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    tell("lost\n")


def test_the_terminal_is_as_wide_as_it_is() -> None:
    """In the program itself, which has a stdout of its own."""
    import pty
    import struct
    from fcntl import ioctl
    from termios import TIOCSWINSZ

    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    around = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    around["PYTHONPATH"] = str(Path(axiometrics.__file__).parents[1])
    command = [sys.executable, "-m", "axiometrics", "list", "tasks", "--color", "never"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=around) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the terminal is closed
                break
            if not part:
                break
            text += part
    os.close(ours)
    assert process.returncode == 0
    lengths = [len(line.rstrip()) for line in text.decode().splitlines()]
    assert 40 < max(lengths) <= 60
