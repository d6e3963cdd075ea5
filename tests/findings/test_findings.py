"""Every page of docs/findings: the reproducer prints what the page says. Its library is the judge."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax

FOLDER = Path(__file__).parents[2] / "docs" / "findings"
OF_CONSTRAINTS = ("ranking-conflicts.md", "clustering-conflicts.md")
"""The pages that are about no library, which `test_conflicts.py` and `test_clustering_conflicts.py` judge."""

PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name not in ("README.md", *OF_CONSTRAINTS))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_reproducer_prints_what_the_page_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    (library, version), *_ = re.findall(r"^Library: `([\w-]+)` ([\w.]+)", text, re.MULTILINE)
    try:
        installed = metadata.version(library)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{library} is not installed")
    if installed != version:
        pytest.skip(f"the page is about {library} {version}, and {installed} is installed")
    (code, printed), *_ = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.DOTALL)
    assert len(code.splitlines()) <= 5
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, str(page), "exec"), {})
    assert heard.getvalue() == printed


def test_the_conll_average_violates_homogeneity() -> None:
    scores = pytest.importorskip("scorch.scores")

    def conll(labels_true: Any, labels_pred: Any) -> float:
        sides = [
            [{i for i, x in enumerate(side) if x == label} for label in set(side)]
            for side in (labels_true, labels_pred)
        ]
        return float(scores.conll2012(*sides))

    cell = ax.check(conll, constraints=["homogeneity"], max_size=4, max_examples=0).cell("conll", "homogeneity")
    assert (cell.holds, cell.relation) == (False, "reversed")


def test_every_page_is_in_the_list() -> None:
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (FOLDER / "README.md").read_text(encoding="utf-8")))
    assert listed == {*OF_CONSTRAINTS, *(page.name for page in PAGES)}
