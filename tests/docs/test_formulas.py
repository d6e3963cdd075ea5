"""The formulas that the documentation sets are those of the metrics: they are read from the page and computed."""

from __future__ import annotations

import itertools
import re
import runpy
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Confusion
from axiometrics.core.organization import Organization

FORMULAS: dict[str, str] = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "_site" / "formulas.py"))[
    "of_metrics"
]()
COUNTS = ["tp", "fp", "fn", "tn"]


def _argument(text: str, start: int) -> tuple[str, int]:
    """What stands in the braces that open there, and where they end."""
    depth = 0
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[start + 1 : end], end + 1
    raise ValueError(text)


def python(text: str) -> str:
    """A formula of fractions, roots, powers and products as Python has it."""
    for command, sign in ((r"\frac", "({})/({})"), (r"\sqrt", "sqrt({})")):
        while (at := text.find(command)) >= 0:
            parts, end = [], at + len(command)
            for _ in range(sign.count("{}")):
                part, end = _argument(text, end)
                parts.append(python(part))
            text = f"{text[:at]}({sign.format(*parts)}){text[end:]}"
    text = text.replace(r"\left", "").replace(r"\right", "").replace(r"\cdot", "*").replace(r"\,", " ")
    text = text.replace(r"\beta", "1").replace("^", "**")
    text = re.sub(r"(\))\s*(?=[(\w])|(\b\d+)(?=[a-z])", r"\1\2*", text)
    return re.sub(r"(?<=[\w)])\s+(?=[a-z(])", " * ", text.strip())


def tables() -> list[dict[str, int]]:
    return [dict(zip(COUNTS, counts, strict=True)) for counts in itertools.product(range(1, 5), repeat=4)]


TWO_CLASSES = [
    name
    for name, text in FORMULAS.items()
    if name.partition(":")[0] in ("filtering", "classification") and re.fullmatch(r"\$[^$]+\$", text)
]


@pytest.mark.parametrize("name", TWO_CLASSES)
def test_a_formula_of_two_classes_has_the_values_of_its_metric(name: str) -> None:
    code = compile(python(FORMULAS[name].strip("$")), name, "eval")
    metric = registry.metric(name)
    found = metric.evaluate(Confusion(*(np.array([float(one[key]) for one in tables()]) for key in COUNTS)))
    assert [eval(code, {"sqrt": sqrt}, one) for one in tables()] == pytest.approx(found.tolist())
    assert len(TWO_CLASSES) > 8


PAIRS = [
    name
    for name, text in FORMULAS.items()
    if re.fullmatch(r"\$(?:\\frac|\\sqrt|[tkcp\d\s{}()+\\,-])+\$", text) and name.startswith("clustering:")
]


@pytest.mark.parametrize("name", PAIRS)
def test_a_formula_of_pairs_has_the_values_of_its_metric(name: str) -> None:
    code = compile(python(FORMULAS[name].strip("$")), name, "eval")
    metric = registry.metric(name)
    gold = Organization.parse("{a b c} {d e f}")
    for text in ("{a b} {c d e} {f}", "{a b c d} {e f}", "{a d} {b e} {c f}"):
        output = Organization.parse(text)
        assert eval(code, {"sqrt": sqrt}, counted(output, gold)) == pytest.approx(metric.value(output, gold)), text
    assert len(PAIRS) > 5


def counted(output: Organization, gold: Organization) -> dict[str, Any]:
    """How many pairs are together in a cluster and in a class, in a cluster, in a class, and in all."""
    sides = [
        {frozenset(pair) for part in one.levels[0] for pair in itertools.combinations(part, 2)}
        for one in (output, gold)
    ]
    of = {"t": len(sides[0] & sides[1]), "k": len(sides[0]), "c": len(sides[1]), "p": 15}
    return {name: Fraction(number) for name, number in of.items()}


def test_each_formula_is_that_of_a_metric() -> None:
    names = {f"{metric.task}:{metric.base}" for metric in registry.metrics()}
    assert set(FORMULAS) <= names
