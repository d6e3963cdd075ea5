"""The pages of metrics of the site, as they are written for Sphinx: what a metric is at 0/0, how it behaves, its row,
and what no metric can have.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates.conduct import conduct
from axiometrics.core.metric import Metric
from axiometrics.possibility.relations import task_relations
from axiometrics.possibility.relations_page import constraint_lattice
from axiometrics.reports.atlas import views
from axiometrics.running.candidate import builtin

SITE = Path(__file__).parents[2] / "docs" / "_site"


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module that writes the pages. It imports the modules beside it by their short names."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(SITE))
    yield import_module("generated")
    for name in {path.stem for path in SITE.glob("*.py")} - before:
        sys.modules.pop(name, None)


def verdicts_on(metric: Metric, **cells: Any) -> SimpleNamespace:
    """What the page of a metric shows of verdicts and of conduct."""
    given = {"cells": [], "others": [], **cells}
    behaviour = {metric.name: conduct(builtin(metric)).facts}
    return SimpleNamespace(**given, behaviour=behaviour, chip=lambda view, name, root: f"<i>{view.mark} {name}</i>")


def page(generated: Any, metric: str) -> str:
    named = registry.metric(metric)
    text: str = generated.metric_page(named, verdicts_on(named))
    return text


def test_a_page_says_what_the_metric_is_at_zero_over_zero(generated: Any) -> None:
    """scikit-learn's precision is 0 and warns where nothing is called positive; AP has no value without relevance."""
    lines = page(generated, "precision").partition("## At 0/0")[2].splitlines()
    said = next(line for line in lines if line.startswith("- `precision` "))
    assert "is 0 for the gold `a > b` and the output `{} > a b`" in said
    assert "`sklearn precision_score` gives 0 and warns." in said
    assert "is undefined for the gold `...` and the output `n > ...`: nothing is relevant" in page(generated, "ap")


def test_each_row_of_the_tables_of_zero_over_zero_stands_on_the_page_of_its_metric(generated: Any) -> None:
    rows = generated.declared.zero_over_zero()
    text = "".join(path.read_text(encoding="utf-8") for path in generated.declared.CONVENTIONS)
    assert sum(map(len, rows.values())) == len(re.findall(r"^\| `", text, re.MULTILINE)) > 100
    assert not any(reason.startswith("the same") for of in rows.values() for *_, reason, _, _ in of)


def test_a_call_that_shows_how_a_metric_behaves_can_be_copied(generated: Any) -> None:
    """A call in a sentence would have the quotes of a sentence on the site."""
    row = next(line for line in page(generated, "ap").splitlines() if line.startswith("| a document without judgement"))
    call = re.findall("`(ap.*?)`", row)[0]
    assert call == "ap({'a': 1, 'n': 0}, {'u': 3.0, 'a': 2.0, 'n': 1.0})"
    assert row.endswith("gives 0.5 |")


def test_a_line_of_an_example_fits_a_telephone(generated: Any) -> None:
    for metric in ("ap", "filtering:f", "nmi"):
        code = page(generated, metric).partition("```python\n")[2].partition("```")[0]
        assert "ax.score(" in code
        assert max(map(len, code.splitlines())) <= 50


def test_a_page_says_what_no_metric_can_have_and_what_this_one_gives_up(
    generated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No metric of two classes has both monotonicity and a constant baseline. Accuracy has monotonicity, so it lacks
    the constant baseline.
    """
    relations = task_relations("classification", 60, size=2)
    assert relations is not None
    monkeypatch.setattr(generated.computed, "lattice", lambda task: constraint_lattice(relations))
    names = ["classification:monotonicity", "classification:constant-baseline"]
    cells = list(views.cells(ax.matrix("accuracy", names, max_size=4)).values())
    metric = registry.judged_metric("accuracy", "classification")
    text = generated.metric_page(metric, verdicts_on(metric, cells=cells))
    assert "<caption>Accuracy on data of classification</caption>" in text
    section = text.partition("## What no metric of classification can have")[2]
    lines = [line for line in section.splitlines() if "monotonicity" in line and "constant-baseline" in line]
    assert lines
    assert all("Constant Baseline</i>" in line and "Monotonicity</i>" not in line for line in lines)
