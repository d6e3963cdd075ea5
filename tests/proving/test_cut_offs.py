"""Metrics that look at the first k ranks only satisfy the deepness threshold, whatever k is: from n = k on, none of the
many below is seen. A scan that ends before that decides nothing.
"""

from __future__ import annotations

from math import log2

import pytest

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.verification import verify_cell

CUT = (
    *("p@{k}", "p(k={k},per=retrieved)", "r@{k}", "r(k={k},per=reachable)", "success@{k}", "judged@{k}", "rr@{k}"),
    *("ap@{k}", "ap(k={k},per=reachable)", "q-measure@{k}", "rbp(p=0.99,k={k})", "err@{k}"),
    *("dcg@{k}", "dcg(k={k},gain=exp)", "dcg(k={k},discount=jarvelin,b=10)", "dcg(k={k},discount=power,a=0.5)"),
    *("ndcg@{k}", "ndcg(k={k},gain=exp)", "ndcg(k={k},ideal=run)", "ndcg(k={k},discount=jarvelin,b=3)"),
    "ndcg(k={k},discount=power,a=1)",
)


def cells(metric: str, constraint: str, scanned: int) -> list[Cell]:
    chosen = registry.constraint(f"ranking:{constraint}")
    search = Search.of(f"thresholds={scanned}")
    return list(run([builtin(registry.metric(metric))], [chosen], search, readings="all"))


def verified(cell: Cell) -> bool:
    (chosen,) = (c for c in registry.constraints() if c.id == cell.constraint)
    return verify_cell(cell.to_json(), chosen, {}).status == "verified"


@pytest.mark.few(6)
@pytest.mark.parametrize("name", CUT)
def test_what_is_cut_does_not_look_deep(name: str) -> None:
    """Scanned to n = 12, with the cut-off below and beyond it."""
    for cut in (5, 40):
        for cell in cells(name.format(k=cut), "deepness-threshold", 12):
            assert (cell.holds, cell.evidence.kind) == (True, "proof"), cell
            assert cell.scan
            assert (cell.scan.n0 is None) is (cut > 12)
            assert verified(cell)


@pytest.mark.parametrize("metric", ["rr@5", "success@5", "err@5"])
def test_where_nothing_below_ever_wins_a_scan_to_the_cut_off_decides(metric: str) -> None:
    for cell in cells(metric, "closeness-threshold", 12):
        assert (cell.holds, cell.evidence.kind) == (False, "proof")
        assert verified(cell)
    for cell in cells(metric, "closeness-threshold", 3):
        assert (cell.holds, cell.unwitnessed) == (None, True)
        assert verified(cell)


def test_dcg_at_500_is_decided_before_its_cut_off_is_reached() -> None:
    """The ranks n + 1 to 500 are worth less than 1 from n = 492 on."""
    worth = {n: sum(1 / log2(rank + 1) for rank in range(n + 1, 501)) for n in (491, 492)}
    assert worth[491] > 1.001
    assert worth[492] < 0.999
    short, whole = (cells("dcg@500", "deepness-threshold", scanned)[0] for scanned in (400, 500))
    assert (short.holds, short.evidence.kind, short.scan and short.scan.n0) == (True, "proof", None)
    assert (whole.holds, whole.evidence.kind, whole.scan and whole.scan.n0) == (True, "proof", 492)


@pytest.mark.parametrize("metric", ["dcg@3000", "ap@3000"])
def test_a_region_decides_where_a_proof_would_begin_late(metric: str) -> None:
    for cell in cells(metric, "deepness-threshold", 12):
        assert (cell.holds, cell.evidence.kind) == (True, "region")
        assert verified(cell)
