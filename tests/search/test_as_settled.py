"""A cell is there as soon as it is settled, while the search goes on for other metrics; blocks come smallest first, on
which this rests.
"""

from itertools import pairwise

import pytest

from axiometrics import registry
from axiometrics.comparison.strength.measurement import small_sizes
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.task import task
from axiometrics.judging import ExactJudge
from axiometrics.search import Effort, as_settled, search

CASES = [
    (c, r)
    for c in registry.constraints()
    if c.quantifier is Quantifier.FOR_ALL and task(c.task).sizes.strength is not None
    for r in c.readings
]


def judges(*names: str) -> list[ExactJudge]:
    return [ExactJudge(registry.metric(name)) for name in names]


def test_a_metric_that_fails_early_waits_for_no_other() -> None:
    (constraint,) = registry.match_constraints("ranking:priority")
    calls: list[str] = []

    def tick(what: str) -> bool:
        calls.append(what)
        return True

    when = {
        cell.metric: len(calls)
        for cell in as_settled(
            constraint, constraint.readings[0], judges("ap", "p@1", "p@2"), Effort(5, examples=0), tick
        )
    }
    lengths = [int(what.split()[-1]) for what in calls]
    assert lengths == [2, 3, 3, 4, 4, 4, 5, 5, 5, 5], "a block for each rank of each length"
    assert when == {"p@2": lengths.index(3), "p@1": lengths.index(4), "ap": len(lengths)}


@pytest.mark.parametrize(("constraint", "reading"), CASES, ids=[f"{c.name}-{r.name}" for c, r in CASES])
def test_no_block_has_smaller_cases_than_one_before(constraint: Constraint, reading: Reading) -> None:
    sizes = [block.least for block in reading.judged.blocks(small_sizes([constraint]).of(constraint, reading))]
    assert sizes
    assert all(before <= after for before, after in pairwise(sizes))


def test_search_has_the_same_cells_in_the_order_of_the_judges() -> None:
    (constraint,) = registry.match_constraints("confidence")
    names = ["ap", "p@1", "rs-ranking", "ndcg"]
    cells = search(constraint, constraint.readings[0], judges(*names), Effort(4))
    assert [cell.metric for cell in cells] == [registry.metric(name).id for name in names]
    settled = as_settled(constraint, constraint.readings[0], judges(*names), Effort(4))
    assert {cell.metric: (cell.holds, cell.evidence.kind, cell.evidence.cases) for cell in settled} == {
        cell.metric: (cell.holds, cell.evidence.kind, cell.evidence.cases) for cell in cells
    }
