"""Every example of docs/comparing.md is what is printed: the commands are run one after the other in one folder."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison.separation import cover
from axiometrics.comparison.separation.reasons import REASONS
from axiometrics.comparison.strength import OPERATORS
from tests.begun import is_begun
from tests.docs import blocks

WORLDS = {world.name: world for task in registry.tasks.tasks() for world in task.worlds}
FILE = blocks.DOCS / "comparing.md"
PAGE = FILE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_examples_are_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    number = 0  # of the module: a module of its own for each version, as for a command line that starts anew
    for _, text in blocks.borrowed(FILE):
        (tmp_path / "mine0.py").write_text(text, encoding="utf-8")
    codes = []
    for language, text in re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL):
        if language == "python":
            number += 1
            (tmp_path / f"mine{number}.py").write_text(text, encoding="utf-8")
            continue
        for example in re.split(r"^\$ axiometrics ", text, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            if "mine.py" in line:
                line = line.replace("mine.py", f"mine{number}.py")
            if line.startswith("diff"):
                for name in ("old", "new"):
                    saved = tmp_path / f"{name}.json"
                    plain = json.loads(re.sub(r"mine\d\.py", "mine.py", saved.read_text(encoding="utf-8")))
                    del plain["covers"]  # the digest of the cells under the name that the module had
                    saved.write_text(json.dumps(plain), encoding="utf-8")
            result = CliRunner().invoke(main, [word.strip("'") for word in line.split()])
            codes.append(result.exit_code)
            if expected.strip():  # of some commands, the page shows no output
                assert result.stdout.rstrip("\n") == expected.rstrip("\n"), line
    assert codes == [0] * (len(codes) - 1) + [1]
    assert len(codes) == 13


def test_the_operators_are_all_there() -> None:
    listed = dict(
        re.findall(
            r"^\| ([\w ]+) \| (.+) \|$",
            PAGE.partition("| operator | the mistake |")[2].partition("\n\n")[0],
            re.MULTILINE,
        )
    )
    assert listed == OPERATORS


def test_the_sizes_are_those_that_are_searched() -> None:
    sizes = [tuple(map(int, pair)) for pair in re.findall(r"\| (\d+), (\d+) \|$", PAGE, re.MULTILINE)]
    assert sizes == [
        (WORLDS[name].default, WORLDS[name].greatest)
        for name in ("clustering", "overlapping", "filtering", "ranking", "graded", "organization")
    ]


def test_the_sizes_of_sets_are_those_that_are_searched() -> None:
    rows = re.findall(
        r"^\| (\w+) \| (\d+)(?:, (?:golds of two grades|overlapping) (\d+))?",
        PAGE.partition("| task | documents searched |")[2],
        re.MULTILINE,
    )
    of_page = {task: (int(size), int(more or 0)) for task, size, more in rows}
    sizes = {name: world.cover for name, world in WORLDS.items()}
    further = {"ranking": sizes["graded"], "clustering": sizes["overlapping"]}
    assert of_page == {
        task: (sizes[task], further.get(task, 0)) for task in ("filtering", "ranking", "clustering", "organization")
    }


def test_the_sets_of_all_metrics_are_as_large_as_the_page_says() -> None:
    """Of the two tasks that take no time; of the others, that what is said to be known of pairs is declared."""
    for task, done in (("filtering", "16; done at 10"), ("organization", "3")):
        result = cover([metric for metric in registry.metrics() if metric.task == task and not is_begun(metric)], task)
        assert f"| {task} | {done} | {len(result.chosen)} cases, no fewer of any size | none |" in PAGE
        assert (result.alike, len(result.chosen), max(result.searched.values())) == (
            (),
            result.floor,
            int(done.split()[-1]),
        )
    tasks = [metric.task for reason in REASONS.values() for metric in registry.metrics_named(reason.first)[:1]]
    assert f"| {tasks.count('ranking')} pair, known why: DCG and nDCG |" in PAGE
    assert f"| {tasks.count('clustering')} pairs, known why |" in PAGE
