"""What shells complete: by the protocol of click in this process, and once in a real bash, zsh and fish."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.cli import completion, main
from axiometrics.registry import studies

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
Completed = Callable[[str], list[str]]


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Completed:
    """What bash is told for a line, in an empty folder; the cursor stands at its end."""
    monkeypatch.chdir(tmp_path)

    def ask(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        monkeypatch.setenv("_AXIOMETRICS_COMPLETE", "bash_complete")
        with pytest.raises(SystemExit) as stopped:
            main([])
        assert stopped.value.code == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out.splitlines()

    return ask


def test_metrics_constraints_and_studies_are_those_of_the_registry(completed: Completed) -> None:
    bases = dict.fromkeys(metric.base for metric in registry.metrics())
    assert completed("axiometrics matrix -m ") == [f"plain,{base}" for base in bases]
    ids = dict.fromkeys(constraint.id for constraint in registry.constraints())
    assert completed("axiometrics matrix -c ") == [f"plain,{name}" for name in ids]
    assert completed("axiometrics matrix --study ") == [f"plain,{name}" for name in (*studies.studies(), "all")]
    named = [constraint.name for constraint in registry.constraints() if constraint.task == "filtering"]
    assert completed("axiometrics matrix -c filtering:") == [f"plain,{name}" for name in named]


def test_readings_are_those_of_the_constraints_on_the_line(completed: Completed) -> None:
    deepness = registry.constraint("ranking:deepness")
    readings = [reading.name for reading in deepness.readings]
    expected = [f"plain,{name}" for name in ("default", "all", *readings)]
    assert completed("axiometrics explain ap deepness --reading ") == expected
    assert completed("axiometrics matrix -c ranking:deepness --reading ") == expected
    assert set(expected) < set(completed("axiometrics matrix --reading "))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("axiometrics matri", ["plain,matrix"]),
        ("axiometrics matrix -m adjusted_rand_scor", ["plain,adjusted_rand_score"]),
        ("axiometrics matrix --stud", ["plain,--study"]),
        ("axiometrics matrix -m bcubed-f -c homogeneit", ["plain,homogeneity"]),
        ("axiometrics matrix --task clusterin", ["plain,clustering"]),
        ("axiometrics matrix --format jso", ["plain,json"]),
        ("axiometrics region rbp deepness ", ["plain,p", "plain,k", "plain,rel"]),
        ("axiometrics explain bcubed-f rag-ba", ["plain,rag-bag"]),
        ("axiometrics check my_met", ["file,my_met"]),
        ("axiometrics verify mat", ["file,mat"]),
        ("axiometrics list metric", ["plain,metrics"]),
        ("axiometrics recommend --require rag-ba", ["plain,rag-bag"]),
        ("axiometrics no-such-command x", []),
    ],
)
def test_what_a_line_is_completed_to(line: str, words: list[str], completed: Completed) -> None:
    assert [word for word in completed(line) if word] == words


def test_targets_are_those_of_the_configuration_too(completed: Completed) -> None:
    Path("axiometrics.toml").write_text('[targets]\nrandom-metric = "m:f"\n', encoding="utf-8")
    assert completed("axiometrics check ran") == ["plain,random-metric", "plain,rand"]
    Path("axiometrics.toml").write_text("[targets\n", encoding="utf-8")
    assert completed("axiometrics check ran") == ["plain,rand"]


def test_the_names_are_read_again_only_where_they_may_have_changed(
    completed: Completed, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = completed("axiometrics matrix -m ")

    def never() -> Any:
        raise AssertionError("the names were kept")

    monkeypatch.setattr(completion, "_declared", never)
    assert completed("axiometrics matrix -m ") == whole
    changed = {"metrics": {"new": "New"}, "parameters": {}, "constraints": {}, "studies": {}}
    monkeypatch.setattr(completion, "_declared", lambda: changed)
    monkeypatch.setattr(completion, "_times", lambda: iter([("a file", 1)]))
    assert completed("axiometrics matrix -m ") == ["plain,new"]
    Path(os.environ["AXIOMETRICS_CACHE_DIR"], "completion.json").write_text("[1", encoding="utf-8")
    assert completed("axiometrics matrix -m ") == ["plain,new"]


def test_a_cache_that_cannot_be_written_hinders_nobody(completed: Completed, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").touch()
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(Path("file", "below").resolve()))
    assert completed("axiometrics matrix -m bcubed-f") == ["plain,bcubed-f"]


def test_a_key_press_loads_nothing_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys, atexit; from axiometrics.cli import main\n"
        "atexit.register(lambda: print(*{'numpy', 'sympy', 'scipy', 'hypothesis', 'tabulate'} & set(sys.modules)))\n"
        "main([])"
    )
    said = {"COMP_WORDS": "axiometrics matrix -m bcubed-f", "COMP_CWORD": "3", "PYTHONPATH": str(ROOT)}
    for name, value in (*said.items(), ("_AXIOMETRICS_COMPLETE", "bash_complete")):
        monkeypatch.setenv(name, value)
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert "numpy" in first.stdout, "the names are read, and kept"
    assert second.stdout == "plain,bcubed-f\n\n"


SHELLS = {
    "bash": ("--norc", "COMP_WORDS=(axiometrics matrix -m bcubed-f); COMP_CWORD=3; {source}\n"
             "_axiometrics_completion axiometrics; printf '%s\\n' \"${{COMPREPLY[@]}}\""),
    "fish": ("--no-config", "{source}\ncomplete -C 'axiometrics matrix -m bcubed-f' | string split -f1 \\t"),
}  # fmt: skip
"""How a shell is asked without a terminal what it would complete."""


@pytest.mark.parametrize("shell", SHELLS)
def test_the_line_of_the_page_serves_a_real_shell(shell: str, tmp_path: Path) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"no {shell} is installed")
    (line,) = [text for text in PAGE.splitlines() if f"{shell}_source" in text and not text.startswith("|")]
    program = tmp_path / "axiometrics"
    program.write_text(f"#!{sys.executable}\nfrom axiometrics.cli import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    option, script = SHELLS[shell]
    around = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [path, option, "-c", script.format(source=line)], env=around, capture_output=True, text=True, check=False
    )
    assert (ran.stdout.split(), ran.stderr) == (["bcubed-f"], "")


def test_the_page_has_a_line_for_each_shell() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert PAGE.count(f"_AXIOMETRICS_COMPLETE={shell}_source axiometrics") == 1
    assert "axiometrics" in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
