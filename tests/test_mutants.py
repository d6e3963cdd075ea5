"""Mutants: metrics with one mistake in them. A constraint that the original satisfies rejects each, or the constraints would be blind to it.

Not every mistake shows in small worlds: entropy whose clusters all weigh alike fails homogeneity only from some fifteen documents on (`a^10 b c d|e|f`).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.arithmetic import Array, like, log2, over, ratio, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.verdict import Cell
from axiometrics.metrics.clustering.counting_pairs import _counts
from axiometrics.metrics.clustering.entropy import class_entropy, homogeneity_score
from axiometrics.metrics.ranking.average_precision import ideal_cumulative_gain
from axiometrics.metrics.ranking.reliability_sensitivity import sensitivity
from axiometrics.search import Effort, ExactJudge, search

CAPS = {"clustering": 6, "filtering": 5, "ranking": 6}
APART = {"size-vs-quantity": 7, "deepness-threshold": 40, "closeness-threshold": 40}


def readings(task: str) -> list[tuple[Any, Any]]:
    return [(c, r) for c in registry.constraints() if c.task == task for r in c.readings if not r.needs and c.id != "non-informative"]


def cells(metric: Metric) -> dict[tuple[str, str], Cell]:
    """What is found of a metric under every reading, in small worlds."""
    judge = ExactJudge(metric)
    found = {}
    for constraint, reading in readings(metric.task):
        cap = None if reading.finite else APART.get(constraint.id, CAPS[metric.task])
        (found[constraint.id, reading.name],) = search(constraint, reading, [judge], Effort(cap, examples=0))
    return found


@cache
def satisfied(name: str) -> frozenset[tuple[str, str]]:
    return frozenset(key for key, cell in cells(registry.metric(name)).items() if cell.holds)


# --- clustering --------------------------------------------------------------------------------------------------------------------


def bcubed_of(values: Callable[[Array], Array]) -> Callable[[Contingency], Array]:
    """BCubed F with something other than the squared counts."""

    def formula(t: Contingency) -> Array:
        p, r = (over(over(values(t.table), sizes).sum((-1, -2)), t.documents) for sizes in (t.clusters[..., None, :], t.classes[..., :, None]))
        return over(2 * p * r, p + r)

    return formula


def bcubed_precision_only(t: Contingency) -> Array:
    return over(over(t.table * t.table, t.clusters[..., None, :]).sum((-1, -2)), t.documents)


def purity_of_the_least_class(t: Contingency) -> Array:
    return over(t.table.min(-2).sum(-1), t.documents)


def purity_of_the_largest_cluster(t: Contingency) -> Array:
    return over(t.table.max(-2).max(-1), t.documents)


def purity_counting_clusters(t: Contingency) -> Array:
    return over(t.table.max(-2).sum(-1), t.n_clusters)


def rand_without_pairs_apart(t: Contingency) -> Array:
    both, _, _, every = _counts(t)
    return over(both, every)


def jaccard_without_false_positives(t: Contingency) -> Array:
    both, _, classes, _ = _counts(t)
    return ratio(both, classes, 1)


def edit_distance_with_free_merges(t: Contingency) -> Array:
    return over(t.table.max(-2).sum(-1), t.documents)


def v_measure_without_completeness(t: Contingency) -> Array:
    return homogeneity_score(t)


# --- filtering ---------------------------------------------------------------------------------------------------------------------


def f_without_false_positives(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fn, 0)


def f_without_false_negatives(t: Confusion) -> Array:
    return ratio(2 * t.tp, 2 * t.tp + t.fp, 0)


def accuracy_of_the_positive(t: Confusion) -> Array:
    return ratio(t.tp, t.documents)


def utility_that_rewards_false_positives(t: Confusion) -> Array:
    return np.asarray(2 * t.tp + t.fp)


def squared_mcc(t: Confusion) -> Array:
    difference = t.tp * t.tn - t.fp * t.fn
    return ratio(difference * difference, t.positive * t.relevant * t.negative * t.irrelevant, 0)


def lam_of_one_class(t: Confusion) -> Array:
    return ratio(sqrt(t.tp + 1), sqrt(t.tp + 1) + sqrt(t.fn + 1))


def macro_accuracy_with_the_margins_mixed_up(t: Confusion) -> Array:
    return ratio(t.tp, t.positive, 0) + ratio(t.tn, t.irrelevant, 0)


# --- ranking -----------------------------------------------------------------------------------------------------------------------


def ap_of_the_ranks_above(r: Gains) -> Array:
    """Off by one: the precision before the relevant document is seen."""
    return ratio((r.relevant * over(np.cumsum(r.relevant, axis=-1) - r.relevant, r.ranks)).sum(-1), r.total)


def ap_of_the_whole_run(r: Gains) -> Array:
    return ratio((r.relevant * over(r.relevant.sum(-1), r.length)[..., None]).sum(-1), r.total)


def ap_with_squared_ranks_upside_down(r: Gains) -> Array:
    return ratio((r.relevant * r.ranks).sum(-1), r.total)


def precision_without_cutoff(r: Gains) -> Array:
    return over(r.relevant.sum(-1), r.length)


def rank_instead_of_reciprocal(r: Gains) -> Array:
    first = over(r.relevant, r.ranks).max(-1, initial=0)
    return np.asarray(-over(like(1, r.gains), first))


def dcg_without_discount(r: Gains) -> Array:
    return np.asarray(r.gains.sum(-1))


def dcg_with_a_linear_discount(r: Gains) -> Array:
    return np.asarray((r.gains * (100 - r.ranks)).sum(-1))


def dcg_that_multiplies(r: Gains) -> Array:
    return np.asarray((r.gains * log2(r.ranks + 1)).sum(-1))


def rbp_without_ranks(r: Gains) -> Array:
    return np.asarray(r.relevant.sum(-1) * like(1, r.gains))


def rbp_with_impatience_inverted(r: Gains) -> Array:
    return np.asarray((r.relevant * over(r.ranks, 1 + r.ranks)).sum(-1))


def err_without_ranks(r: Gains) -> Array:
    """The chance to be satisfied at all."""
    return np.asarray(1 - np.prod(1 - over(r.relevant, like(2, r.gains)), axis=-1))


def q_without_ranks(r: Gains) -> Array:
    cumulative = np.cumsum(r.relevant, axis=-1) + np.cumsum(r.gains, axis=-1)
    return ratio((r.relevant * over(cumulative, 1 + ideal_cumulative_gain(r))).sum(-1), r.total)


def tbg_in_no_time(r: Gains) -> Array:
    return np.asarray(r.relevant.sum(-1) * like(1, r.gains))


def sensitivity_alone(r: Gains) -> Array:
    return sensitivity(r, Fraction(30), Fraction(4, 5), "listed")


MUTANTS: list[tuple[str, Callable[..., Array], str]] = [
    ("bcubed-f", bcubed_of(lambda table: table), "counts not squared"),
    ("bcubed-f", bcubed_of(lambda table: like(table > 0, table)), "presence instead of counts"),
    ("bcubed-f", bcubed_precision_only, "no recall"),
    ("bcubed-f", rand_without_pairs_apart, "pairs instead of documents"),
    ("purity", purity_of_the_least_class, "min for max"),
    ("purity", purity_of_the_largest_cluster, "max for sum"),
    ("purity", purity_counting_clusters, "divided by the clusters, not the documents"),
    ("rand", rand_without_pairs_apart, "agreement to part is forgotten"),
    ("jaccard", jaccard_without_false_positives, "pairs wrongly together are forgotten"),
    ("entropy", class_entropy, "rows and columns exchanged"),
    ("v-measure", v_measure_without_completeness, "no completeness"),
    ("edit-distance", edit_distance_with_free_merges, "merges cost nothing"),
    ("f", f_without_false_positives, "fp is forgotten"),
    ("f", f_without_false_negatives, "fn is forgotten"),
    ("accuracy", accuracy_of_the_positive, "tn is forgotten"),
    ("utility", utility_that_rewards_false_positives, "sign of fp"),
    ("mcc", squared_mcc, "the sign is lost"),
    ("lam(smoothing=1)", lam_of_one_class, "one class only"),
    ("macro-accuracy", macro_accuracy_with_the_margins_mixed_up, "precision for recall"),
    ("ap", ap_of_the_ranks_above, "off by one"),
    ("ap", ap_of_the_whole_run, "precision of the whole run"),
    ("ap", ap_with_squared_ranks_upside_down, "ranks instead of their reciprocals"),
    ("p@10", precision_without_cutoff, "no cutoff"),
    ("rr", rank_instead_of_reciprocal, "rank for reciprocal rank"),
    ("dcg", dcg_without_discount, "no discount"),
    ("dcg", dcg_with_a_linear_discount, "linear discount"),
    ("dcg", dcg_that_multiplies, "times for divided by"),
    ("rbp", rbp_without_ranks, "rank is ignored"),
    ("rbp", rbp_with_impatience_inverted, "deeper is better"),
    ("err", err_without_ranks, "rank is ignored"),
    ("q-measure", q_without_ranks, "rank is ignored"),
    ("tbg", tbg_in_no_time, "time stands still"),
    ("rs-ranking", sensitivity_alone, "no reliability"),
]


@pytest.mark.parametrize(("original", "formula", "mistake"), MUTANTS, ids=[f"{name}: {mistake}".replace(" ", "_") for name, _, mistake in MUTANTS])
def test_a_constraint_that_the_original_satisfies_rejects_the_mutant(original: str, formula: Callable[..., Array], mistake: str) -> None:
    task = registry.metric(original).task
    found = cells(Metric("mutant", "Mutant", task, "mutant", mistake, formula))
    assert satisfied(original), "the original satisfies nothing that could tell"
    rejecting = {key for key in satisfied(original) if found[key].holds is False}
    assert rejecting, f"{original} with {mistake} passes for the original"
    for key in rejecting:
        if found[key].evidence.kind == "counterexample":
            assert found[key].evidence.minimal


def test_an_equal_formula_is_not_rejected() -> None:
    """The net is not torn either: the same metric under another name satisfies the same readings."""
    for name in ("bcubed-f", "f", "ap", "rbp"):
        metric = registry.metric(name)
        assert metric.formula is not None
        formula = metric.formula
        twin = Metric("twin", "Twin", metric.task, "mutant", "", lambda counts, formula=formula, values=metric.values: formula(counts, **values))
        assert {key for key, cell in cells(twin).items() if cell.holds} == satisfied(name)
