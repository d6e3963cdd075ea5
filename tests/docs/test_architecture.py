"""docs/architecture.md shows the rooms as they import each other, names files that exist, and walks as commands go."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.test_imports import imports

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DRAWING = (ROOT / "docs" / "_static" / "rooms.svg").read_text(encoding="utf-8")

FILE = re.compile(r"`([\w/]+/\w+\.(?:py|md))`")


def section(heading: str) -> str:
    """The text of a section of the page."""
    return re.split(r"^#+ ", PAGE.partition(f" {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def reached(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs of rooms of which the first reaches the second over some arrows."""
    paths = set(pairs)
    while more := {(a, d) for a, b in paths for c, d in paths if b == c} - paths:
        paths |= more
    return paths


def test_the_arrows_of_the_drawing_are_the_imports() -> None:
    folders = [ROOT / room for room in ("axiometrics", "constraints", "generators", "metrics", "reports")]
    paths = {path.relative_to(ROOT).with_suffix(""): path for folder in folders for path in folder.rglob("*.py")}
    names = {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}
    files = {f"axiometrics.{name.removeprefix('axiometrics.')}": path for name, path in names.items()}
    files["axiometrics"] = files.pop("axiometrics.axiometrics")
    imported = {
        (module.split(".")[1], other_module.split(".")[1])
        for module, path in files.items()
        if module not in ("axiometrics", "axiometrics.__main__")
        for other_module in imports(module, path, files)
    }
    imported = {(room, other) for room, other in imported if room != other}
    drawn = set(re.findall(r"<title>(\w+) imports (\w+)</title>", DRAWING))
    assert drawn <= imported
    assert reached(drawn) == reached(imported)


def test_the_drawing_is_the_one_that_is_drawn() -> None:
    assert runpy.run_path(str(ROOT / "docs" / "_site" / "rooms.py"))["drawing"]() == DRAWING
    assert "(_static/rooms.svg)" in PAGE


def test_each_room_is_in_the_drawing_and_in_the_table() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (contract["layers"] for contract in settings["contracts"] if contract["type"] == "layers")
    rooms = re.findall(r"\w+", " ".join(layer for layer in layers if not layer.startswith("(")))
    assert sorted(re.findall(r"^\| `(\w+)` \|", section("The rooms"), re.MULTILINE)) == sorted(rooms)
    assert set(re.findall(r">(\w+)</text>", DRAWING)) == set(rooms)


def test_each_file_that_is_named_is_there() -> None:
    named = FILE.findall(PAGE)
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert PAGE.count("\n") <= 250


def test_twenty_questions_have_an_answer() -> None:
    rows = [row.strip("| ").split(" | ") for row in section("Where do I change ...?").splitlines() if "|" in row][2:]
    assert len(rows) >= 20
    assert [what for what, where in rows if not FILE.search(where)] == []


MINE = '''
def my_p(run, relevant):
    """Return the share of relevant documents in the run."""
    return sum(document in relevant for document in run) / len(run) if run else 0.0
'''

FILES = {
    "my.py": MINE,
    "q.qrels": "1 0 d1 1\n1 0 d2 0\n1 0 d3 1\n",
    "r.run": "1 Q0 d1 1 3 r\n1 Q0 d2 2 2 r\n1 Q0 d3 3 1 r\n",
}

FIRST_CALLS = """
import json, sys
from pathlib import Path

root, out, *words = sys.argv[1:]
seen, done = [], set()

def importing(frame):
    "Whether a call is made while a module is imported: such a call declares, and does no work."
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename != "<string>":
            return True
        frame = frame.f_back
    return False

def note(frame, event, _):
    name = frame.f_code.co_filename
    if event == "call" and name.startswith(root) and name not in done and not importing(frame):
        done.add(name)
        seen.append(str(Path(name).resolve().relative_to(Path(root).resolve())))

from axiometrics.__main__ import main
sys.argv = words
sys.setprofile(note)
try:
    main()
except SystemExit:
    pass
finally:
    sys.setprofile(None)
    Path(out).write_text(json.dumps(seen))
"""
"""Runs a command line, and saves the files of ours in the order in which a function of each is first called."""


def first_calls(command: str, folder: Path) -> list[str]:
    """The files that a command passes, in their order."""
    out = folder / "calls.json"
    words = [sys.executable, "-c", FIRST_CALLS, f"{ROOT}{os.sep}", str(out), *command.split()]
    given: Mapping[str, str] = {**os.environ, "AXIOMETRICS_CACHE_DIR": str(folder / "cache")}
    ended = subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr, ended.stderr
    files: list[str] = json.loads(out.read_text(encoding="utf-8"))
    return files


@pytest.mark.slow
@pytest.mark.parametrize("walk", ["A case", "A user's metric", "A qrels file", "A proof", "A page"])
def test_a_walk_passes_its_files_in_their_order(walk: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if "ap.json" in section(walk):
        first_calls("axiometrics matrix -m ap -c ranking:priority -o ap.json", tmp_path)
    words, *items = re.split(r"^\d+\. ", section(walk), flags=re.MULTILINE)
    command = re.findall(r"`(axiometrics [^`]+)`", words)[0]
    if walk == "A user's metric":
        command += " --budget 300"  # a slow machine needs more than the usual time for the first calls
    named = FILE.findall(" ".join(items))
    assert len(named) >= 5
    passed = first_calls(command, tmp_path)
    assert [name for name in named if name not in passed] == []
    assert sorted(named, key=passed.index) == named
