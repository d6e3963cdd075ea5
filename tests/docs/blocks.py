"""The code blocks of a page of the documentation, run one after the other in one folder.

* A `python` block that begins with `# NAME.py` is written to that file; another is executed, with `>>>` as a doctest.
* A `toml`, `text` or `csv` block that begins with `# NAME.SUFFIX`, or has the name behind its language, is written.
* A `console` block holds lines `$ axiometrics ...` or `$ pytest ...`, each with what is printed below it: the result,
  or all that a terminal shows. A line `...` stands for any lines, and `...` within a line for any text. A command ends
  without an error of usage, unless the lines below it show the error.
* `<!-- FILE is that of PAGE -->` writes the file as a block of another page writes it.
* `<!-- not run: WHY -->` above a block says why it is not run; `<!-- needs: PACKAGE -->` that it is run where a package
  is installed; `<!-- run by tests/... -->` at the top of a page that a test of its own runs.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from axiometrics.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WIDTH = "110"
"""The width, in characters, of the terminal whose output the pages show."""

_BLOCK = re.compile(
    r"^(?:<!-- ((?:not run|needs): [^>]*?) -->\n)?```(\w*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
_BORROWED = re.compile(r"^<!-- (\S+) is that of (\S+\.md) -->$", re.MULTILINE)
_ELSEWHERE = re.compile(r"^<!-- run by (tests/[\w/.]+) -->$", re.MULTILINE)


class Block(NamedTuple):
    """A block with its place."""

    language: str
    text: str
    line: int
    skipped: str
    name: str


def pages() -> list[Path]:
    """Every page that is written by hand."""
    return sorted(path for path in DOCS.rglob("*.md") if "generated" not in path.relative_to(DOCS).parts)


def elsewhere(page: Path) -> str | None:
    """The test that runs the blocks of a page, where it is not this one."""
    match = _ELSEWHERE.search(page.read_text(encoding="utf-8"))
    return match[1] if match else None


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        skipped, language, name, body = match.groups()
        needed = (skipped or "").partition("needs: ")[2]
        if needed and find_spec(needed):
            skipped = ""
        yield Block(language, body, text[: match.start()].count("\n") + 1, skipped or "", name or "")


def borrowed(page: Path) -> Iterator[tuple[str, str]]:
    """The files that a page takes from other pages: the name of each, and its text."""
    for file, page_name in _BORROWED.findall(page.read_text(encoding="utf-8")):
        (text,) = (block.text for block in blocks(DOCS / page_name) if block.text.startswith(f"# {file}\n"))
        yield file, text


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it is said to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.replace("\\\n", " ").rstrip("\n").split("\n")
        yield command, lines


def run(command: str, usage: bool = False) -> tuple[str, str]:
    """What a command of ours prints as its result, and all that it prints; it may end with an error of usage."""
    words = shlex.split(command, comments=True)
    if words[0] == "pytest":
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words[1:]],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([".", str(ROOT)])},
        )
        printed = re.sub(r" in [\d.]+s( \([\d:]+\))?", "", ran.stdout)
        return printed, printed
    assert words[0] == "axiometrics", (
        f"{command!r} is not a command of axiometrics: say above the block why it is not run"
    )
    result = CliRunner(env={"COLUMNS": WIDTH}).invoke(main, words[1:])
    assert result.exit_code in {0, 1, *([2] if usage else [])}, f"{command!r} exits {result.exit_code}: {result.output}"
    return result.stdout, result.output


def matches(wanted: list[str], printed: str) -> bool:
    """Whether the lines are those that were printed, `...` standing for any lines or any text."""
    parts = [
        r"(?:.*\n)*?" if line.strip() == "..." else rf"{'.*'.join(map(re.escape, line.rstrip().split('...')))} *\n"
        for line in wanted
    ]
    return re.fullmatch("".join(parts), printed.rstrip("\n") + "\n") is not None


def perform(page: Path, folder: Path) -> dict[str, int]:
    """Run the blocks of a page in a folder; how many there were of each kind. Raises `AssertionError`."""
    counts = {"run": 0, "not run": 0}
    names: dict[str, Any] = {}
    os.chdir(folder)
    for file, text in borrowed(page):
        Path(folder, file).write_text(text, encoding="utf-8")
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        file = block.name or (re.match(r"# (\S+\.\w+)\n", block.text) or ["", ""])[1]
        if block.skipped or (block.language in {"", "text", "toml", "csv", "json", "bibtex", "yaml"} and not file):
            assert block.skipped or block.language, f"{where}: name the language of the block, or why it is not run"
            counts["not run"] += bool(block.skipped)
            continue
        counts["run"] += 1
        if block.language == "console":
            for command, lines in commands(block.text):
                printed = run(command, any(line.startswith("axiometrics: error: ") for line in lines))
                right = not lines or any(matches(lines, text) for text in printed)
                assert right, f"{where}: {command} prints\n{printed[-1]}"
        elif file:
            Path(folder, file).write_text(block.text, encoding="utf-8")
        elif ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, names, where, str(page), block.line)
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert not runner.failures, f"{where}: an example does not hold"
        else:
            assert block.language == "python", f"{where}: a block of {block.language!r} cannot be run: say why"
            exec(compile(block.text, where, "exec"), names)
    return counts
