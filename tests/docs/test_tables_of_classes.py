"""The tables of docs/two-classes.md and docs/several-classes.md say what the saved matrices of the studies have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("page", "study", "readings", "narrower"),
    [
        ("two-classes.md", "gosgens2021-classification", ("both", "any"), "both only"),
        ("several-classes.md", "multiclass", ("all-classes", "several"), "all classes only"),
    ],
)
def test_the_table_is_the_matrix(page: str, study: str, readings: tuple[str, str], narrower: str) -> None:
    words = {(True, True): "yes", (True, False): narrower, (False, False): "no"}
    saved = json.loads((ROOT / "tests" / "matrices" / f"{study}.json").read_text(encoding="utf-8"))
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    section = text.partition("## What holds")[2].partition("\n## ")[0]
    heading, _, *rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    columns = [name.strip("`") for name in heading[1:]]
    metrics = {key.removeprefix("classification: ").partition(" / ")[0] for key in saved if " / " in key}
    assert {name.strip("`") for name, *_ in rows} == metrics
    for name, *cells in rows:
        of = f"classification: {name.strip('`')}"
        verdicts = [tuple(saved[f"{of} / {c}@{reading}"]["holds"] for reading in readings) for c in columns]
        assert cells == [words[verdict] for verdict in verdicts], name
