"""Proofs and counterexamples of readings that follow from one another: both cannot stand in one file."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from axiometrics import api, registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.kernel.polynomials import ProofError
from axiometrics.verification import verify_document
from axiometrics.verification.confrontation import confronted
from axiometrics.verification.scorers import scorer


def test_a_proof_is_confronted_with_the_cases_of_its_reading_alone() -> None:
    (about,) = registry.match_constraints("completeness")
    cell: Any = api.matrix(["bcubed-f"], ["completeness"], "all").cells[0].to_json()
    proof, judge = cell["evidence"]["detail"]["proof"], scorer("bcubed-f", {})
    assert judge is not None
    merger = Case(
        Organization.parse("{a b c}"),
        {"better": Organization.parse("{a b c}"), "worse": Organization.parse("{a b} c")},
    )
    nothing = Case(merger.gold, {"better": merger.gold, "worse": merger.gold})
    assert confronted(proof, about, about.readings[0], [merger, nothing], judge) == 1
    other = scorer("purity", {})
    assert other is not None
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        confronted(proof, about, about.readings[0], [merger], other)


def test_a_counterexample_of_an_implied_reading_refutes_a_proof() -> None:
    """A file says that a metric is proved under `strong`, and shows where it fails under `universal`: the search does
    not say so of any metric, so the counterexample is one of another metric, by whose name the proof goes.
    """
    cells = [
        cell.to_json()
        for cell in api.matrix(["bcubed-f", "purity"], ["rag-bag"], "all", max_size=6).cells
        if cell.reading in ("universal", "strong")
    ]
    proofs = [cell for cell in cells if cell["metric"] == "bcubed-f" and cell["evidence"]["kind"] == "proof"]
    (refuted,) = (cell for cell in cells if cell["metric"] == "purity" and cell["reading"] == "universal")
    (strong,) = (cell for cell in proofs if cell["reading"] == "strong")
    forged = copy.deepcopy(refuted)
    forged["metric"] = "bcubed-f"
    strong["differs"], forged["differs"] = ["universal"], ["strong"]
    found = {item.reading: item for item in verify_document([strong, forged], registry.constraints(), {})}
    assert found["universal"].status == "failed"
    assert "confronted with 1 counterexamples" in found["strong"].reason
