"""120 files and values of people: each gives the right numbers, or the question, or the refusal with its cure."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import axiometrics as ax
from axiometrics.core.errors import AxiometricsError
from tests.evaluation.data_of_people.files import FILES
from tests.evaluation.data_of_people.values import VALUES

if TYPE_CHECKING:
    from tests.conftest import Ran


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_the_right_numbers_or_is_asked_or_refused(
    name: str, command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = FILES[name]
    monkeypatch.chdir(tmp_path)
    for path, content in example.files.items():
        Path(path).write_bytes(content if isinstance(content, bytes) else content.encode())
    ran = command("score", *example.words, "--format", "json", "-o", "scores.json")
    if example.right is None:
        assert ran.code == 2, ran
        assert (example.question or example.refused) in ran.err
        assert len(ran.err.splitlines()) == 1
        assert not Path("scores.json").exists()
        return
    assert ran.code == 0, ran.err
    data = json.loads(Path("scores.json").read_text(encoding="utf-8"))
    values = {row["metric"]: row["value"] for row in data["rows"] if row["topic"] == "all"}
    assert {metric: values[metric] for metric in example.right} == pytest.approx(example.right, abs=1e-6)
    assert data["read_as"].startswith("read as: ")
    assert example.read_as in data["read_as"]


@pytest.mark.parametrize(
    "words",
    [
        ("impact", "gold", "system", "-m", "f", "-c", "filtering:priority"),
        ("score", "gold", "system", "--explain", "-m", "rs-filtering"),
        ("score", "gold", "system", "--explain", "--as", "decisions"),
    ],
)
def test_a_positive_label_holds_for_edits_and_explanations(
    words: tuple[str, ...], command: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text("m1,spam\nm2,ham\nm3,spam\nm4,ham\n", encoding="utf-8")
    Path("system").write_text("m1,spam\nm2,spam\nm3,ham\nm4,ham\n", encoding="utf-8")
    assert command(*words).code in (2, 5)  # without the option nothing says which label is positive
    ran = command(*words, "--positive", "spam")
    assert ran.code == 0, ran.err
    assert "m1" in ran.out or "Priority" in ran.out


@pytest.mark.parametrize("name", VALUES)
def test_a_value_gives_the_right_numbers_or_is_asked_or_refused(name: str) -> None:
    example = VALUES[name]
    if not example.right:
        with pytest.raises(AxiometricsError) as raised:
            ax.score(gold=example.gold, system=example.system, metrics=example.metrics, **example.more)
        assert (example.question or example.refused) in str(raised.value)
        return
    scores = ax.score(gold=example.gold, system=example.system, metrics=example.metrics, **example.more)
    assert list(scores.values()) == pytest.approx(example.right, abs=1e-6)


def test_few_of_them_are_asked_or_refused() -> None:
    questions = [*(example.question for example in FILES.values()), *(example.question for example in VALUES.values())]
    refused = [*(example.refused for example in FILES.values()), *(example.refused for example in VALUES.values())]
    assert len(questions) >= 120
    assert sum(map(bool, questions)) <= 15
    assert sum(map(bool, refused)) <= 15
