"""Every example of docs/comparing.md is what is printed: the commands are run one after the other in one folder."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics.cli import main
from axiometrics.mutation import OPERATORS
from axiometrics.separation.outputs import SIZES

PAGE = (Path(__file__).parents[1] / "docs" / "comparing.md").read_text(encoding="utf-8")


def test_the_examples_are_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    versions = iter(range(9))
    codes = []
    for language, text in re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL):
        if language == "python":
            number = next(versions)  # a module of its own each time, as for a command line that starts anew
            (tmp_path / f"mine{number}.py").write_text(text, encoding="utf-8")
            continue
        for example in re.split(r"^\$ axiometrics ", text, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            if "mine.py" in line:
                line = line.replace("mine.py", f"mine{number}.py")
            if line.startswith("diff"):
                for name in ("old", "new"):
                    saved = tmp_path / f"{name}.json"
                    saved.write_text(re.sub(r"mine\d\.py", "mine.py", saved.read_text(encoding="utf-8")), encoding="utf-8")
            result = CliRunner().invoke(main, [word.strip("'") for word in line.split()])
            codes.append(result.exit_code)
            assert result.stdout.rstrip("\n") == expected.rstrip("\n"), line
    assert codes == [0] * (len(codes) - 1) + [1]
    assert len(codes) == 8


def test_the_operators_are_all_there() -> None:
    listed = dict(re.findall(r"^\| ([\w ]+) \| (.+) \|$", PAGE.partition("| operator | the mistake |")[2].partition("\n\n")[0], re.MULTILINE))
    assert listed == OPERATORS


def test_the_sizes_are_those_that_are_searched() -> None:
    found = [tuple(map(int, pair)) for pair in re.findall(r"\| (\d+), (\d+) \|$", PAGE, re.MULTILINE)]
    assert found == [SIZES[name] for name in ("clustering", "overlapping", "filtering", "ranking", "graded", "organization")]
