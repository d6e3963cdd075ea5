"""What fails a run on the command line and what fails a test of pytest are the same cells: an expectation is met only
by what it names.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs

import axiometrics as ax
from axiometrics.cli.expectations import failures
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import TYPES
from axiometrics.core.matrix import Matrix
from axiometrics.services.checks import problem
from axiometrics.services.evidence import unmet
from axiometrics.services.expectations import Expectation, key

VIOLATED = Expectation("ap", "confidence", "", False, "--expect", why="known")
HOLDS = replace(VIOLATED, holds=True)
CELL = ax.matrix(["ap"], ["confidence"], max_size=3).cells[0]


def cell(holds: bool | None, kind: str, size: int | None = None) -> Cell:
    """A cell with this verdict."""
    if kind == "counterexample":
        return CELL
    evidence = TYPES[kind](True, 7, size, **({"profile": "hump"} if kind == "descriptive" else {}))
    return structs.replace(
        CELL, holds=holds, evidence=evidence, relation=None, counterexample=None, message="" if holds else "so it is"
    )


CELLS = {
    "proved": cell(True, "proof"),
    "exhaustive": cell(True, "exhaustive", 6),
    "sampled": cell(True, "sampled"),
    "violated": cell(False, "counterexample"),
    "refuted": cell(False, "exhaustive", 6),
    "undetermined": cell(None, "undetermined"),
    "error": cell(None, "error"),
    "not-applicable": cell(None, "not-applicable"),
    "descriptive": cell(None, "descriptive"),
}
REQUIRED = {
    "nothing": None,
    "exhaustive": ("exhaustive", 0),
    "exhaustive:6": ("exhaustive", 6),
    "exhaustive:7": ("exhaustive", 7),
    "proof": ("proof", 0),
}


def failure(
    searched: Cell, expectation: Expectation | None, mode: str = "unexpected", required: tuple[str, int] | None = None
) -> str:
    """What the command line says of a cell."""
    matrix = Matrix((), (), (searched,), {}, "")
    return "".join(
        failures(matrix, matrix, {} if expectation is None else {key(searched): expectation}, mode, required)
    ).partition(": ")[2]


@pytest.mark.parametrize("required", REQUIRED.values(), ids=REQUIRED)
@pytest.mark.parametrize("expected", [None, VIOLATED], ids=["no-expectation", "violated"])
@pytest.mark.parametrize("searched", CELLS.values(), ids=CELLS)
def test_both_fail_on_the_same_cells(
    searched: Cell, expected: Expectation | None, required: tuple[str, int] | None
) -> None:
    assert bool(failure(searched, expected, required=required)) == bool(problem(searched, expected, required))


@pytest.mark.parametrize("expectation", [VIOLATED, HOLDS], ids=["violated", "holds"])
@pytest.mark.parametrize("mode", ["unexpected", "violation", "undetermined", "contradicted"])
def test_only_the_verdict_that_is_named_meets_an_expectation(expectation: Expectation, mode: str) -> None:
    met = {name for name, searched in CELLS.items() if not failure(searched, expectation, mode)}
    named = {name for name, searched in CELLS.items() if searched.holds is expectation.holds}
    assert met == (set() if mode == "violation" and not expectation.holds else named)
    assert not any(failure(searched, expectation, "none") for searched in CELLS.values())


def test_the_undetermined_is_told_with_what_was_expected() -> None:
    assert failure(CELLS["undetermined"], VIOLATED) == "undetermined, so it is; expected violates (--expect)"
    assert failure(CELLS["undetermined"], None) == ""
    assert failure(CELLS["undetermined"], None, "undetermined") == "undetermined, so it is"


@pytest.mark.parametrize(
    ("required", "lacking"),
    [
        ("exhaustive", {"sampled", "undetermined", "error"}),
        ("exhaustive:6", {"sampled", "undetermined", "error"}),
        ("exhaustive:7", {"exhaustive", "sampled", "undetermined", "error"}),
        ("proof", {"exhaustive", "sampled", "undetermined", "error"}),
    ],
)
def test_what_is_not_known_to_hold_on_such_evidence_lacks_it(required: str, lacking: set[str]) -> None:
    needed = REQUIRED[required]
    assert needed is not None
    assert {name for name, searched in CELLS.items() if unmet(searched, needed)} == lacking
    assert {name for name, searched in CELLS.items() if failure(searched, None, "none", needed)} == lacking
    assert re.fullmatch(
        r"undetermined, so it is; required is (proof|exhaustive( to \d)?)", unmet(CELLS["undetermined"], needed)
    )
