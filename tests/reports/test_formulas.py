"""Formulas are shown simplified and equal to what is checked. The kernel is the judge: it shares no code with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import axiometrics
from axiometrics.kernel.check_proof import read_claim, read_term
from axiometrics.reports.parts.formulas import simplified

SHIPPED = Path(axiometrics.__file__).parent / "proving" / "shipped"


def _proofs() -> Iterator[dict[str, Any]]:
    for file in SHIPPED.glob("*.jsonl"):
        yield from (
            proof for line in file.read_text(encoding="utf-8").splitlines() if (proof := json.loads(line).get("proof"))
        )


@pytest.mark.slow
def test_every_formula_of_the_shipped_proofs_is_shown_as_an_equal_one() -> None:
    claims = {text for proof in _proofs() for text in [*proof["facts"], *(step["claim"] for step in proof["steps"])]}
    terms = {text for proof in _proofs() for text in [proof["excess"], *(term for _, term in proof["define"])]}
    shorter = 0
    for text in claims:
        shown = simplified(text)
        shorter += shown != text
        if shown != text:
            assert read_claim(text).implies(read_claim(shown)), text
            assert read_claim(shown).implies(read_claim(text)), text
    for text in terms:
        shown = simplified(text)
        shorter += shown != text
        assert shown == text or read_term(text).equals(read_term(shown)), text
    assert shorter > 300


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(1 + 0)*(c + 1)/N*(1/(i + (1)*A))", "(c + 1)/(N*(i + A))"),
        ("-(-G/T) >= 0", "G/T >= 0"),
        ("(x + 1)*(x + 1)/(x + 1)**2", "1"),
        ("(2*a + 2*b)/(a + b)", "2"),
        ("(a + b)*(a - b)", "(a + b)*(a - b)"),
        ("x/(y/z)", "x*z/y"),
        ("(1/2)*x - (1/2)*x", "0"),
        ("sum(k, 1, n + 0, (1)*k/k)", "sum(k, 1, n, 1)"),
        ("n - 1 + 2 = 0", "n + 1 = 0"),
        ("1/(a - a)", "1/(a - a)"),
        ("x**n*1", "x**n*1"),
        ("no formula", "no formula"),
    ],
)
def test_what_a_reader_expects(text: str, shown: str) -> None:
    assert simplified(text) == shown
