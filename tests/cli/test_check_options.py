"""Every option of `check`, tried with one process and with two: the options are those that the command declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from axiometrics import registry
from axiometrics.cli.commands.check import COMMAND
from axiometrics.reports.parts.formats import reports
from axiometrics.running import run as running
from axiometrics.running.settings import Search

TARGET = "mine.py:f"
FILES = {
    "mine.py": "def f(gains, ideal):\n    return sum(g / (i + 1) for i, g in enumerate(gains))\n",
    "own.toml": '[targets]\n"mine.py:f" = "mine.py:f"\n',
    "expected.txt": f"{TARGET}/confidence=violated\n",
}
VALUES: dict[str, list[list[str]]] = {
    "config": [[], ["--config", "own.toml"]],
    "task": [[], ["--task", "ranking"]],  # the only task in which the metric can be called
    "signature": [[], ["--signature", "gains"]],
    "accept": [[], ["--accept", "accepted-{jobs}.toml"]],
    "timeout": [[], ["--timeout", "20"]],
    "undefined": [[], ["--undefined", "where-defined"], ["--undefined", "error"], ["--undefined", "0"]],
    "study": [[], ["--study", "amigo2013"], ["--study", "all"]],
    "constraints": [[], ["-c", "ranking:priority", "-c", "confidence", "-c", "deepness"]],
    "reading": [[], ["--reading", "all"]],
    "max_size": [["--max-size", "3,thresholds=5"]],
    "max_examples": [["--max-examples", "2"]],
    "budget": [[], ["--budget", "500"]],
    "seed": [[], ["--seed", "3"]],
    "jobs": [[]],  # which the test itself gives
    "backend": [[], ["--backend", "loky"]],  # dask has its own tests, which start a cluster
    "cluster": [[], ["--cluster", "tcp://127.0.0.1:1"]],
    "cache_dir": [["--cache-dir", "{jobs}"]],
    "expect": [[], ["--expect", f"{TARGET}/confidence=violated"]],
    "expected_file": [[], ["--expected", "expected.txt"]],
    "require": [[], ["--require", "exhaustive:3"]],
    "corpus": [[], ["--corpus", "corpus-{jobs}"]],
    "form": [[], ["--format", "json"]],
    "to": [
        ["-o", "-"],
        [],
        ["-o", "-", *(word for report in reports() for word in ("-o", f"{{jobs}}{report.suffix}"))],
        ["-o", "-", "-o", "{jobs}.json"],
    ],
    "names": [[], ["--name", "confidence=Trust"]],
    "groups": [[], ["--group", "*=Ours"]],
}
"""Values of each option that takes any text, as arguments; `{jobs}` is the number of processes. A choice and a switch
have theirs declared.
"""

pytestmark = pytest.mark.usefixtures("files_here")
Run = Callable[..., Any]


def alternatives(option: click.Option) -> list[list[str]]:
    """The arguments by which an option can be given."""
    if isinstance(option.type, click.Choice) and option.name not in VALUES:
        return [[option.opts[-1], str(choice)] for choice in option.type.choices]
    if option.is_flag:
        return [[], *([name] for name in (option.opts[-1], *option.secondary_opts))]
    assert option.name in VALUES, f"VALUES lacks arguments of {option.opts[-1]}"
    return VALUES[option.name]


def lines() -> Iterator[list[str]]:
    """Command lines in which each argument of each option stands at least once."""
    declared = [alternatives(parameter) for parameter in COMMAND.params if isinstance(parameter, click.Option)]
    for i in range(max(map(len, declared))):
        yield [word for words in declared for word in words[i % len(words)]]


def without_times(text: str) -> str:
    return re.sub(r'("seconds": |in )[0-9.]+', "", text)


@pytest.mark.slow
@pytest.mark.parametrize("line", [" ".join(line) for line in lines()])
def test_every_option_works_with_two_processes_as_with_one(line: str, command: Run) -> None:
    said = []
    for jobs in ("1", "2"):
        ran = command("check", TARGET, "-j", jobs, *line.format(jobs=jobs).split(" "))
        assert ran.code in (0, 1), ran.err
        assert "because of an error" not in ran.err
        errors = sorted(
            line.replace(f"corpus-{jobs}", "corpus").replace(f"accepted-{jobs}", "accepted")
            for line in without_times(ran.err).splitlines()
        )
        said.append((ran.code, without_times(ran.out), errors))
    assert said[0] == said[1]


def test_a_search_of_nothing_by_two_processes() -> None:
    constraint = registry.match_constraints("ranking:priority")[0]
    assert len(running.run([], [constraint], Search(jobs=2))) == 0


@pytest.mark.parametrize(
    "place", ["axiometrics.comparison.guidance.alike", "axiometrics.comparison.guidance.next_step"]
)
def test_an_error_in_a_hint_is_one_line(place: str, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise running.FailedRunError(None) from ValueError("max()\nof nothing")  # type: ignore[arg-type]

    small = ("--max-size", "3,thresholds=12", "--max-examples", "0", "--no-laws")
    whole = command("check", TARGET, *small)
    monkeypatch.setattr(place, fails)
    failing = command("check", TARGET, *small)
    assert (failing.code, failing.out) == (whole.code, whole.out)
    (line,) = set(failing.err.splitlines()) - set(whole.err.splitlines())
    assert line.startswith("axiometrics: warning: the ")
    assert line.endswith(" is left out, because of an error: ValueError: max() of nothing")


def test_an_error_in_a_picture_is_one_line(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    whole = command("region", "rbp", "priority", "p")

    def fails(*arguments: object, **more: object) -> None:
        raise ValueError("the font is broken")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", fails)
    ran = command("region", "rbp", "priority", "p", "--plot", str(tmp_path / "a.svg"))
    assert (ran.code, ran.out) == (0, whole.out)
    assert ran.err == (
        "axiometrics: warning: the picture is left out, because of an error: ValueError: the font is broken\n"
    )
