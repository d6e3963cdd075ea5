"""Scores that lie close together, against exact numbers and against what formulas say by arithmetic."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.comparison.impact.closeness import (
    FORMULA_DOCUMENTS,
    Finer,
    counted_documents,
    emptied,
    grown,
    trusted,
)
from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.arithmetic import decimals
from axiometrics.core.case import GAIN, LARGER_LOSS, NUMBER, Demand
from axiometrics.core.exact import sign
from axiometrics.core.margins import FORMULA_ROUNDING, UNDERFLOW
from axiometrics.core.metric import Metric
from axiometrics.tasks.ranking import TASK as RANKING

METRICS = [metric for metric in registry.metrics() if metric.task == RANKING.name and metric.formula is not None]
BY_RANK = [metric for metric in METRICS if metric.adds_up == "rank"]


def stack(runs: Sequence[Sequence[int]], exact: bool) -> Gains:
    """The counts of runs of grades 0 to 2, of which the gold lists two more each."""
    return Gains.of(runs, [[8, 8]], [20], unlimited=False, exact=exact)


def swaps(seed: int, ranks: int = 12) -> dict[str, list[list[int]]]:
    """Two edits as those of deepness are, by role."""
    chance = random.Random(seed)
    runs = [[chance.choice([0, 0, 1, 2]) for _ in range(ranks)] for _ in range(2)]
    places = [sorted(chance.sample(range(ranks - 1), 2)) for _ in runs]

    def swapped(run: list[int], i: int) -> list[int]:
        return [*run[:i], run[i + 1], run[i], *run[i + 2 :]]

    shallow, deep = ([swapped(run, pair[k]) for run, pair in zip(runs, places, strict=True)] for k in (0, 1))
    return {"shallow_better": runs, "shallow_worse": shallow, "deep_better": runs, "deep_worse": deep}


def exact_excesses(metric: Metric, runs: dict[str, list[list[int]]], demand: Demand, counts: Any = None) -> list[Any]:
    counts = counts or {role: stack(of, True) for role, of in runs.items()}
    scores = {role: np.broadcast_to(metric.evaluate(of), 2).tolist() for role, of in counts.items()}
    return [demand.excess({role: of[k] for role, of in scores.items()}) for k in range(2)]


@pytest.mark.parametrize("metric", BY_RANK, ids=lambda metric: metric.id)
def test_ranks_that_agree_may_be_emptied(metric: Metric) -> None:
    for seed in range(2):
        runs = swaps(seed, 7)
        fewer = emptied(metric, {role: stack(of, True) for role, of in runs.items()}, LARGER_LOSS)
        assert fewer is not None
        assert sum(int((of.gains > 0).sum()) for of in fewer.values()) < sum(map(np.count_nonzero, runs.values()))
        pairs = zip(
            exact_excesses(metric, runs, LARGER_LOSS), exact_excesses(metric, runs, LARGER_LOSS, fewer), strict=True
        )
        assert all(sign(left - right) == 0 for left, right in pairs)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_decimals_tell_no_sign_that_exact_numbers_do_not(metric: Metric) -> None:
    seen: set[int] = set()
    for seed in range(3):
        runs = swaps(seed)
        counts = {role: stack(of, False) for role, of in runs.items()}
        signs = Finer(metric).of(object()).signs(counts, [0, 1], LARGER_LOSS, relative=False)
        assert signs == [sign(excess) for excess in exact_excesses(metric, runs, LARGER_LOSS)]
        seen.update(signs)
    assert seen


def test_nothing_is_emptied_where_that_would_change_the_difference() -> None:
    counts = {role: stack(of, False) for role, of in swaps(0).items()}
    pair = {"better": counts["shallow_better"], "worse": counts["shallow_worse"]}
    assert emptied(registry.metric("dcg"), pair, GAIN) is not None
    assert emptied(registry.metric("ap"), pair, GAIN) is None, "what stands above makes a difference"
    assert emptied(registry.metric("ndcg(ideal=run)"), pair, GAIN) is None, "its divisor differs"
    assert emptied(registry.metric("dcg"), {"output": counts["deep_worse"]}, NUMBER) is None, "no difference is asked"
    longer = {**pair, "worse": stack([[0] * 13] * 2, False)}
    assert emptied(registry.metric("dcg"), longer, GAIN) is None, "the runs are not of one length"


def test_runs_against_golds_of_their_own_are_compared_whole() -> None:
    better = stack([[1, 0, 0]], False)
    worse = Gains.of([[0, 1, 0]], [[1, 0]], [20], unlimited=False)
    assert emptied(registry.metric("dcg"), {"better": better, "worse": worse}, GAIN) is None
    golds = Gains.of([[1, 0], [0, 1]], [[1, 0], [2, 0]], [3, 3])
    assert emptied(registry.metric("dcg"), {"better": golds, "worse": golds}, GAIN) is None


def test_floats_that_may_have_lost_digits_are_not_trusted() -> None:
    below, above = UNDERFLOW / 2, 1e-200
    assert trusted([np.array([below, above, 0.0])]).tolist() == [np.inf, above * 2.0**-30, np.inf]


def test_what_a_swap_costs_far_below_is_told() -> None:
    """A swap at rank i costs RBP (1 - p)^2 p^(i - 1), which is above 0, and falls with i; at rank 299 it is 1e-596."""
    run = {f"{'r' if i % 2 else 'n'}{i:03}": 300 - i for i in range(1, 301)}
    gold = {name: 1 for name in run if name[0] == "r"}
    impact = ax.impact(
        gold={"q": gold},
        systems={"q": run},
        metrics=["rbp(p=0.01)"],
        constraints=["priority", "deepness"],
        max_edits=200,
    )
    assert [(row.edits, row.violated) for row in impact.rows] == [(150, 0), (200, 0)]


def test_the_bound_of_floats_grows_with_the_documents_that_formulas_see() -> None:
    run = stack([[1, 0, 2]], False)
    assert counted_documents({"better": run, "worse": run}) == 3 + 16
    table = Contingency.of([[[3, 1], [0, 5]]])
    assert counted_documents({"better": table}) == 9
    assert counted_documents({"better": Confusion.of([[10**9, 1, 1, 1]])}) == 10**9 + 3
    assert [grown(2.0**-30, n, 1 << 14) for n in (1, 1 << 14, 1 << 20)] == [2.0**-30, 2.0**-30, 2.0**-24]


def test_floats_of_kappa_are_within_the_bound_where_nearly_all_documents_are_kept() -> None:
    """1 - E, by which kappa divides, is 10^-11 here, and a share of 5e-6 of it is rounding."""
    kappa, counts = registry.metric("kappa"), [447183330679, 1, 2, 2]
    rounded, true = (kappa.evaluate(Confusion.of([counts], exact)).item() for exact in (False, True))
    assert FORMULA_ROUNDING < abs(rounded - true) < grown(FORMULA_ROUNDING, sum(counts), FORMULA_DOCUMENTS)


CLOSE_TABLES = [
    table
    for n in (10, 1000, 1 << 14, 10**5, 10**6)
    for table in (
        [[n - 1, 0], [0, 1]],
        [[n - 1, 0], [1, 0]],
        [[n - 2, 1], [1, 0]],
        [[n - 3, 1], [1, 1]],
        [[n // 2, n // 2 - 1], [n // 2 - 1, n // 2]],
        [[n // 2, n // 2], [n // 2, n // 2]],
        [[n // 3 + 1, n // 3, n // 3], [n // 3, n // 3 + 1, n // 3]],
    )
]
"""Tables of 10 to 10^6 documents with nearly all of them in one place, or nearly or wholly independent."""


@pytest.mark.parametrize("name", ["adjusted-rand", "v-measure", "nmi"])
def test_floats_of_metrics_that_divide_by_small_differences_are_within_the_bound(name: str) -> None:
    """Against decimals of 60 digits."""
    metric = registry.metric(name)
    for table in CLOSE_TABLES:
        rounded = np.asarray(metric.evaluate(Contingency.of([table]))).item()
        with decimals(60):
            true = Decimal(np.asarray(metric.evaluate(Contingency.of([table], exact=True))).item())
            bound = Decimal(grown(FORMULA_ROUNDING, sum(map(sum, table)), FORMULA_DOCUMENTS))
            assert abs(Decimal(rounded) - true) < bound, (table, rounded, true)


@pytest.mark.parametrize("documents", [10, 1000, 1 << 14, 10**5, 10**6])
def test_floats_of_kappa_are_within_the_bound_on_tables_that_are_nearly_equal(documents: int) -> None:
    kappa = registry.metric("kappa")
    for few in ([1, 0, 0], [0, 1, 1], [1, 1, 1], [2, 1, 0]):
        for where in range(4):
            counts = [*few[:where], documents - sum(few), *few[where:]]
            rounded, true = (kappa.evaluate(Confusion.of([counts], exact)).item() for exact in (False, True))
            assert abs(rounded - true) < grown(FORMULA_ROUNDING, documents, FORMULA_DOCUMENTS), (counts, rounded, true)


@pytest.mark.thorough
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_floats_of_long_runs_are_within_the_bound(metric: Metric) -> None:
    """Ten thousand ranks against decimals of 60 digits: within a thousandth of the bound."""
    chance = np.random.default_rng(1)
    run = ((chance.random(10_000) < 0.3) * chance.integers(1, 4, 10_000)).tolist()
    gold = [[1250] * 3], [100_000]
    value = float(np.asarray(metric.evaluate(Gains.of([run], *gold, unlimited=False))).item())
    with decimals(60):
        finer = Decimal(np.asarray(metric.evaluate(Gains.of([run], *gold, unlimited=False, exact=True))).item())
        assert abs(Decimal(value) - finer) < Decimal(2.0**-40) * max(Decimal(1), abs(finer))
