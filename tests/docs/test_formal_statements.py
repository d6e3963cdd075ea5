"""Every constraint of a study is stated in words and as a formula on the site, with the reason why it matters."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.registry.studies import studies

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [(DOCS / name).read_text(encoding="utf-8") for name in ("theory.md", "formal-statements.md")]
STATED = {
    name: body
    for page in PAGES
    for name, body in re.findall(r"<!-- about ([\w:-]+) -->\n(.*?)<!-- end -->", page, re.DOTALL)
}
LOOKED_AT = sorted({choice.constraint for study in studies().values() for choice in study.choices})


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_constraint_has_a_formula_and_a_reason(name: str) -> None:
    (constraint,) = registry.match_constraints(name)
    assert constraint.statement
    assert STATED[name].startswith("**Formally.** ")
    formula = re.search(r"^\$\$(.+?)\$\$$", STATED[name], re.MULTILINE | re.DOTALL)
    assert formula is not None
    assert "Q" in formula[1]
    assert re.search(r"^\*\*Why it matters\.\*\* \w", STATED[name], re.MULTILINE)


def test_no_constraint_is_stated_twice_or_unknown() -> None:
    names = Counter(name for page in PAGES for name in re.findall(r"<!-- about ([\w:-]+) -->", page))
    assert set(names.values()) == {1}
    assert names.keys() <= {constraint.name for constraint in registry.constraints()}
