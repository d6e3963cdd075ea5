"""Every example of docs/impact.md is what is printed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.cli import main

PAGE = (Path(__file__).parents[3] / "docs" / "impact.md").read_text(encoding="utf-8")


def test_the_examples_are_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"```csv (\S+)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    examples = re.findall(r"```\n\$ axiometrics (.*?)\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for line, expected in examples:
        result = CliRunner().invoke(main, line.split())
        assert result.exit_code == 0, result.stderr
        assert result.stdout.rstrip("\n") == expected.rstrip("\n"), line


def test_the_constraints_that_have_edits_are_those_of_the_table() -> None:
    listed = re.findall(r"^\| ([\w:-]+) \| ", PAGE, re.MULTILINE)[1:]
    having = {constraint.name for constraint in registry.constraints() if constraint.edits is not None}
    named = [name for entry in listed for name in having if entry in (name, name.partition(":")[2])]
    assert set(named) == having
    assert len(listed) == len(having)
