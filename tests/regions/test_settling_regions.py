"""Cells that a search leaves open, settled by the region of a parameter: against sums written out, and against what a
search further on finds.
"""

import math
from itertools import count
from typing import Any

import pytest
from msgspec import structs

from axiometrics import auditing, registry
from axiometrics.auditing.cells import conclusive, evidence_words
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import Exhaustive, Scan
from axiometrics.core.metric import Metric
from axiometrics.regions import cells_by_region as regional
from axiometrics.regions.region import described, established
from axiometrics.reports.parts.tables import legend, mark
from axiometrics.running import settled_cells
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes
from axiometrics.running.settled_cells import settle
from axiometrics.verification import verify_cell
from axiometrics.verification.regions.scales import Scale

POWER = "dcg(discount=power,a=0.95)"


def parts(metric: str, constraint: str, reading: str = "prose") -> tuple[Metric, Constraint, Reading]:
    declared = next(c for c in registry.constraints() if c.id == constraint and c.task == "ranking")
    return registry.metric(metric), declared, declared.reading(reading)


def searched(metric: str, constraint: str, sizes: str = "thresholds=20") -> Cell:
    measure, declared, _ = parts(metric, constraint)
    return run([builtin(measure)], [declared], search=Search(sizes=Sizes.read(sizes))).cells[0]


def open_cell(
    metric: str, constraint: str, holds: bool, scan: Scan | None = None, reading: str = "prose"
) -> tuple[Cell, Metric, Constraint, Reading]:
    measure, declared, read = parts(metric, constraint, reading)
    evidence = Exhaustive(True, 9, 10, scan=scan)
    return Cell("ranking", measure.id, declared.id, read.name, holds, evidence), measure, declared, read


@pytest.mark.parametrize(
    ("metric", "constraint", "holds", "says"),
    [
        (POWER, "closeness-threshold", True, "B wins at every n from 1048576 on"),  # 2^(1/0.05)
        (POWER, "deepness-threshold", False, "A wins at no n from 1048576 on"),
        ("rs-ranking(n=10)", "closeness-threshold", False, "B wins at no n"),
        ("rbp(p=0.9999)", "deepness-threshold", True, "A wins at every n from 99980001 on"),  # (p/(1 - p))^2
        ("p@3000", "deepness-threshold", True, "A wins at every n from 3000 on"),
    ],
)
def test_a_cell_that_a_search_leaves_open_is_settled(metric: str, constraint: str, holds: bool, says: str) -> None:
    cell = searched(metric, constraint)
    assert (cell.holds, cell.evidence.kind, cell.evidence.size) == (holds, "region", 20)
    assert cell.message.startswith(says)
    assert cell.scan
    assert cell.scan.scanned == 20
    (exact,) = [region.exact for region in cell.regions if region.exact]
    assert exact["current"] is holds
    assert all(part["proofs"] for part in exact["parts"])


def test_the_sums_are_as_the_region_says() -> None:
    """n documents at ranks n + 1 to 2n against one at rank 1, by the definitions, in floats that are nowhere near a
    tie.
    """

    def power(n: int) -> float:
        return math.fsum(rank**-0.95 for rank in range(n + 1, 2 * n + 1))

    # closeness holds from somewhere between on, deepness fails
    assert power(400) < 0.99 < 1.01 < power(2000) < power(4000)

    def rbp(n: int) -> float:
        return math.fsum(0.9999**rank for rank in range(n, 2 * n))

    assert rbp(400) > 100
    assert rbp(100_000) < 0.5 > rbp(200_000)

    def rs(n: int) -> bool:
        """B beats A: exactly, where W10 = 0.8."""
        metric, _, reading = parts("rs-ranking(n=10)", "closeness-threshold")
        case = reading.duels.case(n, False)
        single, many = (metric.exact(case.outputs[role], case.gold) for role in ("one_on_top", "many_below"))
        return bool(many > single)

    assert not any(rs(n) for n in range(2, 60))


def test_a_search_that_goes_far_enough_finds_what_the_region_said() -> None:
    metric, constraint, _ = parts("dcg(discount=power,a=0.9)", "closeness-threshold")
    first = next(n for n in count(2) if sum(rank**-0.9 for rank in range(n + 1, 2 * n + 1)) > 1)
    short = run([builtin(metric)], [constraint], readings="prose", search=Search.of(f"thresholds={first - 1}")).cells[0]
    far = run([builtin(metric)], [constraint], readings="prose", search=Search.of(f"thresholds={first}")).cells[0]
    assert (short.holds, short.evidence.kind, short.evidence.to_json()["detail"]["n"]) == (True, "region", [])
    assert (far.holds, far.evidence.kind, far.evidence.to_json()["detail"]["n"]) == (True, "proof", [first])


def test_an_n0_that_does_not_follow_is_not_said() -> None:
    """At a = 0.95 A wins at every n to 20, and not for good; RBP(p=0.8) to 20 does, and its argument is from n = 16
    on.
    """
    assert searched(POWER, "deepness-threshold").evidence.to_json()["detail"]["n0"] is None
    wins = list(range(6, 21))
    cell = settle(*open_cell("rbp(p=0.8)", "deepness-threshold", True, Scan(20, wins, 6)))
    assert (cell.holds, cell.evidence.to_json()["detail"]["n0"]) == (True, 6)
    assert (
        settle(*open_cell("rbp(p=0.9)", "deepness-threshold", True, Scan(20, wins, 6))).evidence.to_json()["detail"][
            "n0"
        ]
        is None
    )


def test_duels_that_an_argument_contradicts_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settled_cells, "entries_about", lambda *cell: [])
    lost_at_18 = [n for n in range(6, 21) if n != 18]
    with pytest.raises(AssertionError, match="the duels say otherwise"):
        settle(*open_cell("rbp(p=0.8)", "deepness-threshold", True, Scan(20, lost_at_18, 19)))


def test_regions_that_say_the_opposite_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    own = described

    def opposite(*cell: Any) -> Any:
        (wn, within), (n, _) = own(*cell)
        return [(wn, within), (n, Scale.of(n).values([Scale.of(n).domain]))]

    monkeypatch.setattr(regional, "described", opposite)
    with pytest.raises(AssertionError, match="say the opposite of each other"):
        settle(*open_cell("rs-ranking(n=10)", "closeness-threshold", False, Scan(10, [])))


def test_a_region_is_established_once_for_all_values() -> None:
    before = established.cache_info().misses
    for metric in ("rs-ranking(n=11,wn=0.8)", "rs-ranking(n=11,wn=0.9)", "rs-ranking(n=11,wn=0.99)"):
        cell = settle(*open_cell(metric, "closeness-threshold", False, Scan(10, [])))
        assert (cell.holds, cell.evidence.kind) == (False, "region")
    assert established.cache_info().misses == before + 1


def test_an_extreme_value_takes_no_longer() -> None:
    """2^(10^9) has 3 * 10^8 digits: it is not written out."""
    cell = settle(*open_cell("dcg(discount=power,a=0.999999999)", "closeness-threshold", False, Scan(10, [])))
    assert (cell.holds, cell.evidence.kind) == (True, "region")
    assert "from about 10^301029995 on" in cell.message


def test_a_case_that_a_region_knows_is_a_counterexample() -> None:
    """nDCG@12 does not see what happens below rank 12, wherever the search stopped."""
    cell = settle(*open_cell("ndcg@12", "priority", True, reading="universal"))
    assert (cell.holds, cell.evidence.kind, cell.evidence.minimal, cell.relation) == (
        False,
        "counterexample",
        False,
        "tied",
    )
    assert cell.evidence.size is not None
    assert cell.evidence.size > 12
    constraint = parts("ndcg@12", "priority", "universal")[1]
    assert verify_cell(cell.to_json(), constraint, {}).status == "verified"
    # too many documents to show
    assert settle(*open_cell("ndcg@100000", "priority", True, reading="universal")).evidence.kind == "region"


def test_what_holds_in_every_case_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settled_cells, "entries_about", lambda *cell: [])
    cell = settle(*open_cell("rbp(p=0.3)", "priority", True, reading="universal"))
    assert (cell.holds, cell.evidence.kind) == (True, "region")
    assert cell.message.startswith("no case violates it: ")
    assert cell.message.endswith("; it holds for every p (0 < p < 1)")


def test_reports_show_a_region_as_its_sign_and_count_it_apart() -> None:
    metric, constraint, _ = parts(POWER, "closeness-threshold")
    matrix = run([builtin(metric)], [constraint], search=Search(sizes=Sizes.read("thresholds=20")))
    (cell,) = matrix.cells
    assert (mark(cell), mark(cell, ascii=True), matrix.counts["region"]) == ("✔", "Y", 1)
    assert legend(matrix) == ["✔ the metric satisfies the constraint: proved"]
    failed = searched("rs-ranking(n=10)", "closeness-threshold")
    assert mark(structs.replace(failed, differs=())) == "✘"
    assert evidence_words(cell).startswith("settled by a region: B wins at every n from 1048576 on")
    assert conclusive(cell)
    assert conclusive(failed)


@pytest.mark.slow
def test_r_and_s_for_any_setting_is_settled_for_each() -> None:
    """Section 4.4.1: the claim is about any parameter setting; that it fails below c = 3.372 is no longer left to the n
    that were scanned.
    """
    document = auditing.read_claims("amigo2013")
    claims = [
        dict(claim, max_size="thresholds=10")
        for claim in document["claims"]
        if claim["id"] == "4.4.1/any/closeness-threshold"
    ]
    (finding,) = auditing.audit({**document, "claims": claims})
    listed = [outcome for outcome in finding.result.outcomes if "listed" in outcome.reading]
    assert [(outcome.agrees, outcome.conclusive) for outcome in listed] == [(False, True)] * 2
    failed = {
        cell.metric: cell.evidence.kind
        for cell in finding.result.cells
        if cell.holds is False and "listed" in cell.metric and cell.reading == "prose"
    }
    assert failed == {
        "rs-ranking(n=10,wn=0.8,reading=listed)": "region",
        "rs-ranking(n=1,wn=0.5,reading=listed)": "region",
    }
