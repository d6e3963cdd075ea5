"""Proofs and counterexamples of readings that follow from one another: both cannot stand in one file."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from axiometrics import api, registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.kernel.check_proof import ProofError
from axiometrics.registry.implications import Place
from axiometrics.services.counterexample_files import counterexamples
from axiometrics.verification import Verified, verify_document
from axiometrics.verification.confrontation import KnownCase, confronted
from axiometrics.verification.scorers import scorer
from axiometrics.verification.shipped_cases import FOLDER, ShippedCounterexample


def in_files() -> list[ShippedCounterexample]:
    lines = [line for file in Path(str(FOLDER)).glob("*.jsonl") for line in file.read_bytes().splitlines()]
    return [json.decode(line, type=ShippedCounterexample) for line in lines]


def test_a_proof_is_confronted_with_the_cases_of_its_reading_alone() -> None:
    (about,) = registry.match_constraints("completeness")
    cell: Any = api.matrix(["bcubed-f"], ["completeness"], "all").cells[0].to_json()
    place, judge = Place(about, about.readings[0]), scorer("bcubed-f", {})
    assert judge is not None
    merger = Case(
        Organization.parse("{a b c}"),
        {"better": Organization.parse("{a b c}"), "worse": Organization.parse("{a b} c")},
    )
    nothing = Case(merger.gold, {"better": merger.gold, "worse": merger.gold})
    cases = [KnownCase(case, "", {}, True) for case in (merger, nothing)]
    assert confronted(cell, place, judge, cases) == (1, "")
    purity = scorer("purity", {})
    assert purity is not None
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        confronted(cell, place, purity, cases)


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
    by_reading = {item.reading: item for item in verify_document([strong, forged], registry.constraints(), {})}
    assert by_reading["universal"].status == "failed"
    assert "confronted with " in by_reading["strong"].reason


JSON = dict[str, Any]


def turned(cell: JSON, kind: str, size: int, cases: int) -> JSON:
    """A cell with a counterexample, said to hold on evidence of a kind."""
    turned = copy.deepcopy(cell) | {"holds": True, "counterexample": None, "relation": None, "differs": []}
    turned.pop("elsewhere", None)
    turned["evidence"] |= {"kind": kind, "size": size, "cases": cases, "minimal": None, "detail": {}}
    return turned


def verified(cell: JSON) -> Verified:
    (outcome,) = verify_document([cell], registry.constraints(), {})
    return outcome


@pytest.mark.parametrize("kind", ["exhaustive", "sampled"])
def test_a_cell_that_holds_is_confronted_with_what_ships(kind: str) -> None:
    """The smallest case in which AP violates Deepness has eight documents, on runs of eight ranks: a search to 16 ranks
    would have met it.
    """
    (cell,) = (cell.to_json() for cell in api.matrix(["ap"], ["ranking:deepness"]).cells)
    assert cell["counterexample"]["documents"] == 8
    outcome = verified(turned(cell, kind, 16, 6_057_966))
    assert (outcome.status, "a counterexample contradicts the cell" in outcome.reason) == ("failed", True), outcome


def test_a_larger_counterexample_is_a_remark() -> None:
    """What was searched to five ranks is true as it is stated; that more is known is told beside it."""
    (cell,) = api.matrix(["ap"], ["ranking:deepness"], max_size=5).cells
    outcome = verified(cell.to_json())
    assert (outcome.status, "a case of size 8 violates" in outcome.remark) == ("nothing to check", True), outcome
    assert "\nremark: ap/ranking:deepness@same-run: " in f"\n{api.verify(cell)}"


def test_of_larger_counterexamples_the_smallest_is_told() -> None:
    (cell,) = api.matrix(["ap"], ["ranking:deepness"], max_size=5).cells
    about, judge = registry.constraint("ranking:deepness"), scorer("ap", {})
    assert judge is not None
    runs = {
        "shallow_better": "n1 > n2 > n3 > n4 > r1 > n5 > r2 > n6",
        "shallow_worse": "n1 > n2 > n3 > n4 > n5 > r1 > r2 > n6",
        "deep_better": "n1 > n2 > n3 > n4 > r1 > n5 > r2 > n6",
        "deep_worse": "n1 > n2 > n3 > n4 > r1 > n5 > n6 > r2",
    }
    smallest, larger = (
        KnownCase(
            Case(
                Organization.parse("r1 r2 > ..."),
                {role: Organization.parse(f"{run} > {more}...") for role, run in runs.items()},
            ),
            "",
            {},
            True,
        )
        for more in ("", "n7 > ")
    )
    for cases in ((smallest, larger), (larger, smallest)):
        number, said = confronted(cell.to_json(), Place(about, about.reading(cell.reading)), judge, cases)
        assert (number, "a case of size 8 violates" in said) == (2, True), said


def test_a_setting_that_no_study_names_is_confronted_with_the_cases_of_its_reading() -> None:
    (cell,) = (cell.to_json() for cell in api.matrix(["rr"], ["ranking:priority"]).cells)
    outcome = verified(turned(cell | {"metric": "rbp(p=0.0001)"}, "sampled", 16, 99))
    assert "contradicts" not in outcome.reason, "RBP satisfies Priority for each p"
    outcome = verified(turned(cell | {"metric": "p@7"}, "sampled", 16, 99))
    assert "contradicts" in outcome.reason, outcome


@pytest.mark.parametrize("metric", ["rr", "purity"])
def test_what_is_computed_now_is_what_ships(metric: str) -> None:
    now = list(counterexamples(api.matrix([metric], reading="all")))
    assert now
    own = [shipped for shipped in in_files() if shipped.metric == metric]
    assert [shipped for shipped in now if shipped not in own] == [], "run `make proofs` and commit what it writes"


@pytest.mark.few(20)
@pytest.mark.parametrize(
    "shipped", in_files(), ids=lambda shipped: f"{shipped.metric}/{shipped.constraint}@{shipped.reading}"
)
def test_each_case_that_ships_is_a_counterexample(shipped: ShippedCounterexample) -> None:
    task, _, constraint = shipped.constraint.partition(":")
    evidence = {"kind": "counterexample", "exact": True, "cases": 1, "minimal": False}
    evidence |= {"size": shipped.counterexample["documents"], "detail": {}}
    cell = {
        "task": task,
        "metric": shipped.metric,
        "constraint": constraint,
        "reading": shipped.reading,
        "holds": False,
    }
    cell |= {"relation": shipped.relation, "counterexample": shipped.counterexample, "evidence": evidence}
    outcome = verified(cell)
    assert outcome.status == "verified", outcome
