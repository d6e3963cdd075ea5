"""Every example of docs/impact.md is what is printed; a line `...` stands for any lines."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics.cli import main
from tests.docs import blocks

PAGE = (blocks.DOCS / "impact.md").read_text(encoding="utf-8")


def test_the_examples_are_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"```csv (\S+)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    examples = re.findall(r"```\n\$ axiometrics (.*?)\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for line, expected in examples:
        result = CliRunner().invoke(main, line.split())
        assert result.exit_code == 0, result.stderr
        assert blocks.matches(expected.rstrip("\n").split("\n"), result.stdout), line
