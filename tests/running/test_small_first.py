"""A metric of the user is searched at the small sizes first: its first cells come soon, and a budget keeps them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.candidates.selection import candidate
from axiometrics.core.cell import Cell
from axiometrics.running import run as runner
from axiometrics.running.settings import Search

SLOW = """
import time
def metric(gains, ideal):
    time.sleep({seconds})
    return sum(gain / rank for rank, gain in enumerate(gains, 1))
"""
Run = Callable[..., Any]


def of(folder: Path, seconds: float) -> str:
    path = folder / "slow.py"
    path.write_text(SLOW.format(seconds=seconds))
    return f"{path}:metric"


def constraints() -> list[Any]:
    return [c for name in ("priority", "deepness", "confidence") for c in registry.match_constraints(f"ranking:{name}")]


def test_a_budget_keeps_what_the_small_sizes_give(tmp_path: Path) -> None:
    """To size 10 the 11 readings take some 15,000 calls, so half a minute; the small sizes take a second."""
    metric = candidate(of(tmp_path, 0.002), "ranking")
    cells = {cell.constraint: cell for cell in runner.run([metric], constraints(), Search(budget=8.0))}
    assert cells["priority"].holds is True
    assert cells["priority"].evidence.size == 4
    assert cells["priority"].message == runner.SMALL_ALONE
    assert cells["confidence"].holds is False


def test_each_cell_is_told_as_it_is_settled_and_the_last_one_counts(tmp_path: Path) -> None:
    subject, settled = candidate(of(tmp_path, 0), "ranking"), list[Cell]()
    search = Search.of("6,thresholds=30", max_examples=5)
    matrix = runner.run([subject], constraints(), search, settled=settled.append)
    sizes = [cell.evidence.size for cell in settled if (cell.constraint, cell.reading) == ("priority", "universal")]
    assert sizes == [4, 6]
    whole = runner.run([subject], constraints(), search)
    assert [(c.constraint, c.holds, c.evidence.size) for c in matrix] == [
        (c.constraint, c.holds, c.evidence.size) for c in whole
    ]


def test_metrics_of_ours_are_searched_once() -> None:
    settled: list[Cell] = []
    runner.run([candidate("rr")], constraints()[:1], Search.of("5"), settled=settled.append)
    assert len({(cell.constraint, cell.reading) for cell in settled}) == len(settled)


def test_quick_searches_the_small_sizes_alone(tmp_path: Path, command: Run) -> None:
    ran = command("check", of(tmp_path, 0), "--quick", "--format", "csv", "-c", "priority", "-c", "deepness-threshold")
    rows = [line.split(",") for line in ran.out.splitlines()[1:]]
    assert {row[2]: row[6] for row in rows} == {"priority": "4", "deepness-threshold": "20"}


@pytest.mark.parametrize("name", ["clustering:rag-bag", "clustering:size-vs-quantity"])
def test_the_small_sizes_of_a_reading_have_cases(name: str) -> None:
    (constraint,) = registry.match_constraints(name)
    for reading in constraint.readings:
        if not reading.finite:
            size = Search().small(constraint, reading).size
            assert any(True for _ in reading.judged.blocks(size))
