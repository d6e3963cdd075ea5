"""A margin stands in `core/margins.py`, with its reason, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from axiometrics.core import margins

ROOT = Path(__file__).parents[2]
FILE = Path(margins.__file__).resolve()
NAMES = {name for name in vars(margins) if name.isupper()}

SMALL = 1e-4
"""Floats below it are margins; shares and pauses are larger."""

HINT = re.compile(r"\d[eE]-\d|\*\* ?-|0\.0000")
"""What a line has where such a number is written, among others. Few files have one, and only these are parsed."""


def source() -> Iterator[tuple[Path, str]]:
    for folder in ("axiometrics", "constraints", "generators", "metrics", "reports"):
        for path in {path.resolve() for path in (ROOT / folder).rglob("*.py")} - {FILE}:
            yield path, path.read_text(encoding="utf-8")


def written_margins(text: str) -> list[str]:
    """The small floats and negative powers of numbers in a source text."""
    nodes = ast.walk(ast.parse(text)) if HINT.search(text) else ()
    return [str(ast.get_source_segment(text, node)) for node in nodes if _is_power(node) or _is_small(node)]


def _is_small(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value < SMALL


def _is_power(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(ast.Constant(), ast.Pow(), ast.UnaryOp(ast.USub(), ast.Constant())):
            return True
    return False


@pytest.mark.parametrize(
    ("text", "margins"),
    [
        ("a <= 1e-9 * b", ["1e-9"]),
        ("if a - 0.00001 > b: pass", ["0.00001"]),
        ("NEAR = 2.0**-30", ["2.0**-30"]),
        ("10 ** -digits, 0.5, 2**30, 1e9, '1e-9'", []),
    ],
)
def test_a_margin_is_seen(text: str, margins: list[str]) -> None:
    assert written_margins(text) == margins


def test_a_margin_stands_in_the_file_of_margins() -> None:
    others = {str(path.relative_to(ROOT)): written_margins(text) for path, text in source()}
    assert len(others) > 500
    assert {path: numbers for path, numbers in others.items() if numbers} == {}


def test_each_margin_has_a_reason_and_a_use() -> None:
    body = ast.parse(FILE.read_text(encoding="utf-8")).body
    reasons = {
        node.targets[0].id
        for node, after in pairwise(body)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(after, ast.Expr)
    }
    assert reasons == NAMES
    words = set(re.findall(r"\b[A-Z][A-Z_]+\b", "\n".join(text for _, text in source())))
    assert words >= NAMES
