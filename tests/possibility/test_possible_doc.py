"""Every session of docs/possible.md and docs/zero-over-zero.md is what is printed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics.cli import main

DOCS = Path(__file__).parents[2] / "docs"
SEED = re.compile(r"seed \d+")


@pytest.mark.parametrize(("page", "least"), [("possible", 4), ("zero-over-zero", 3)])
def test_the_sessions_are_what_is_printed(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = 0
    for text in re.findall(r"```\n(\$ .*?)```", (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL):
        for example in re.split(r"^\$ axiometrics ", text, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            result = CliRunner().invoke(main, [word.strip("'") for word in line.split()])
            assert result.exit_code in (0, 1), result.stderr
            assert SEED.sub("seed", result.stdout).rstrip("\n") == SEED.sub("seed", expected).rstrip("\n"), line
            lines += 1
    assert lines >= least
