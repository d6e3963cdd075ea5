"""A document that is loaded is shown and saved again like what a command found; the file is the judge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax

FOUND: dict[str, Callable[[], Any]] = {
    "audit": lambda: ax.audit("dellamea2004"),
    "region": lambda: ax.region("rbp", "closeness-threshold", "p"),
    "compare": lambda: ax.compare("rand", "adjusted-rand", max_size=3),
    "identify": lambda: ax.identify("p@3", max_size=2),
    "recommend": lambda: ax.recommend("filtering", ["priority"], among="amigo2013", max_size=4),
    "separation": lambda: ax.separate("rand", "adjusted-rand", max_size=4),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in ("audit", "identify") else ()) for name in FOUND]
)
def test_a_loaded_document_is_saved_as_it_was(name: str, tmp_path: Path) -> None:
    first, again = tmp_path / "first.json", tmp_path / "again.json"
    FOUND[name]().save(first)
    loaded = ax.load(first)
    assert loaded.to_json() == json.loads(first.read_text(encoding="utf-8"))
    loaded.save(again)
    assert json.loads(again.read_text(encoding="utf-8")) == json.loads(first.read_text(encoding="utf-8"))
    assert ax.load(again) == loaded
    for suffix in (".md", ".html", ".txt", ".tex"):
        loaded.save(tmp_path / f"again{suffix}")
    assert len(str(loaded)) > 20


@pytest.mark.slow
def test_a_saved_audit_shows_what_speaks_against_the_paper_first(tmp_path: Path) -> None:
    audit = ax.audit("dellamea2004")
    audit.save(tmp_path / "a.json")
    loaded = ax.load(tmp_path / "a.json")
    verdicts = [row[-1] for row in loaded.page().sections[0].parts[0].rows]
    unordered = [finding.verdict for finding in audit.findings]
    assert sorted(verdicts) == sorted(unordered)
    assert verdicts[: unordered.count("contradicted")] == ["contradicted"] * unordered.count("contradicted")
    assert f"agrees {unordered.count('agrees')}" in str(loaded)


def test_numbers_of_a_saved_document_are_numbers(tmp_path: Path) -> None:
    ax.region("rbp", "closeness-threshold", "p").save(tmp_path / "r.json")
    assert "1.0" in str(ax.load(tmp_path / "r.json"))
