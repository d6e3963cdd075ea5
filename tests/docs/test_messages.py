"""The page on messages quotes parts of messages that the source really has."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_each_message_of_the_page_is_one_of_ours() -> None:
    page = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert len(quoted) > 8
    lines = (
        line
        for folder in ("axiometrics", "reports")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    literals = "\n".join(line for line in lines if '"' in line and '"""' not in line)
    assert [text for text in quoted if text not in literals] == []
