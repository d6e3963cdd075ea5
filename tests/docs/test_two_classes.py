"""The table of docs/two-classes.md says what the saved matrix of the study has."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAVED = json.loads((ROOT / "tests" / "matrices" / "gosgens2021-classification.json").read_text(encoding="utf-8"))
WORDS = {(True, True): "yes", (True, False): "both only", (False, False): "no"}


def test_the_table_of_two_classes_is_the_matrix() -> None:
    page = (ROOT / "docs" / "two-classes.md").read_text(encoding="utf-8")
    heading, _, *rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    columns = [re.sub("`", "", name) for name in heading[1:]]
    metrics = {key.removeprefix("classification: ").partition(" / ")[0] for key in SAVED if " / " in key}
    assert {name.strip("`") for name, *_ in rows} == metrics
    for name, *cells in rows:
        of = f"classification: {name.strip('`')}"
        verdicts = [tuple(SAVED[f"{of} / {c}@{reading}"]["holds"] for reading in ("both", "any")) for c in columns]
        assert cells == [WORDS[verdict] for verdict in verdicts], name
