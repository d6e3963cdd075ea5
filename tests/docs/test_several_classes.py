"""The table of docs/several-classes.md says what the saved matrix of the study has."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAVED = json.loads((ROOT / "tests" / "matrices" / "multiclass.json").read_text(encoding="utf-8"))
WORDS = {(True, True): "yes", (True, False): "all classes only", (False, False): "no"}


def test_the_table_of_several_classes_is_the_matrix() -> None:
    page = (ROOT / "docs" / "several-classes.md").read_text(encoding="utf-8")
    section = page.partition("## What holds")[2].partition("## What libraries")[0]
    heading, _, *rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    columns = [name.strip("`") for name in heading[1:]]
    metrics = {key.removeprefix("classification: ").partition(" / ")[0] for key in SAVED if " / " in key}
    assert {name.strip("`") for name, *_ in rows} == metrics
    for name, *cells in rows:
        of = f"classification: {name.strip('`')}"
        verdicts = [
            tuple(SAVED[f"{of} / {c}@{reading}"]["holds"] for reading in ("all-classes", "several")) for c in columns
        ]
        assert cells == [WORDS[verdict] for verdict in verdicts], name
