"""The tables of docs/ordered-classes.md say what the saved matrix of the study has, and what `possible` answers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import axiometrics as ax

ROOT = Path(__file__).parents[2]
SAVED = json.loads((ROOT / "tests" / "matrices" / "amigo2020-ordinal.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "ordered-classes.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The lines of the table below a heading of the page, the head first."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[re.sub("`", "", cell) for cell in line.strip("| ").split(" | ")] for line in lines]


def test_the_table_of_verdicts_is_the_matrix() -> None:
    (_, *columns), *rows = table("What holds")
    assert {name for name, *_ in rows} == {
        key.removeprefix("ordinal: ").partition(" / ")[0] for key in SAVED if " / " in key
    }
    for name, *cells in rows:
        verdicts = [SAVED[f"ordinal: {name} / {column}"]["holds"] for column in columns]
        assert cells == ["yes" if verdict else "no" for verdict in verdicts], name


@pytest.mark.slow
@pytest.mark.parametrize("imbalance", ["neighbours", "all-classes", "any"])
def test_the_table_of_what_is_possible_is_decided(imbalance: str) -> None:
    _, *rows = table("What is possible")
    for invariance, monotonicity, answer in rows:
        readings = [
            f"ordinal-invariance@{invariance}",
            f"ordinal-monotonicity@{monotonicity}",
            f"imbalance@{imbalance}",
        ]
        possible = ax.possible([f"ordinal:{name}" for name in readings], size=4)
        assert possible.answer == answer, readings
