"""A class name is used once in the house, so that a name says which thing is meant."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_class_name_is_used_once() -> None:
    folders = ("axiometrics", "constraints", "generators", "metrics", "reports")
    files = {path.resolve() for folder in folders for path in (ROOT / folder).rglob("*.py")}
    names = Counter(
        node.name.lstrip("_")
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert len(names) > 300
    assert {name for name, times in names.items() if times > 1} == set()
