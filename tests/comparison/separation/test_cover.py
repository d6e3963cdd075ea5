"""The smallest set of cases that separates metrics, against a search through all sets of all labelled cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.comparison.separation import Cover, cover, program
from axiometrics.comparison.separation.program import (
    apart,
    fewest_possible,
    greedy,
    maximal,
    smallest_cover,
    words_needed,
)
from axiometrics.comparison.separation.reasons import REASONS
from axiometrics.core.arithmetic import Array
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.task import Outputs, World, task
from axiometrics.judging.orders import order
from tests.comparison.separation.test_separate import every


def metrics(*names: str) -> list[Metric]:
    return [registry.metric(name, ("clustering",)) for name in names]


Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Changes the plain world of a task for a test."""

    def changed(name: str, **fields: Any) -> None:
        former = task(name)
        worlds = (replace(former.worlds[0], **fields), *former.worlds[1:])
        monkeypatch.setitem(registry.tasks._built_in(), name, replace(former, worlds=worlds))

    return changed


def fewer(world: World, kept: Callable[[int, Outputs], bool]) -> Callable[[int, bool], Iterator[Outputs]]:
    """The golds of a world that are kept."""
    return lambda documents, closed: (
        outputs for outputs in world.outputs(documents, closed) if kept(documents, outputs)
    )


def preference(left: Any, right: Any) -> int | None:
    """What exact scores of x and y say: 1 for x, -1 for y, None where one is undefined."""
    return None if left != left or right != right else sign(left - right)


def separated_by_hand(chosen: Sequence[Metric], task: str, size: int, ties: bool) -> set[frozenset[tuple[int, int]]]:
    """For every case of the task the pairs of metrics that it separates, by the exact scores of its outputs."""
    separations = set()
    for documents in range(1, size + 1):
        for outputs in every(task, documents):
            scores = [[metric.exact(outputs.output(k), outputs.gold) for k in range(len(outputs))] for metric in chosen]
            for i, j in combinations(range(len(outputs)), 2):
                says = [preference(row[i], row[j]) for row in scores]
                pairs = set()
                for (a, left), (b, right) in combinations(enumerate(says), 2):
                    if left is not None and right is not None and (left != right if ties else left * right < 0):
                        pairs.add((a, b))
                separations.add(frozenset(pairs))
    return separations


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("task", "names", "size"),
    [
        (
            "clustering",
            ("purity", "inverse-purity", "bcubed-f", "rand", "adjusted-rand", "jaccard", "pair-f", "rs-clustering"),
            4,
        ),
        ("filtering", ("f", "precision", "recall", "accuracy", "lam", "rs-filtering"), 4),
        ("ranking", ("ap", "rr", "p@10", "rbp", "rs-ranking"), 4),
    ],
)
def test_no_smaller_set_of_any_cases_separates_as_many_pairs(
    task: str, names: tuple[str, ...], size: int, ties: bool
) -> None:
    chosen = metrics(*names)
    covering = cover(chosen, task, ties=ties, size=size)
    sets = separated_by_hand(chosen, task, size, ties)
    everything = frozenset[tuple[int, int]]().union(*sets)
    assert set(covering.alike) == set(combinations(range(len(chosen)), 2)) - everything
    assert frozenset[tuple[int, int]]().union(*(case.separates for case in covering.chosen)) == everything
    assert covering.minimal
    assert covering.least == len(covering.chosen)
    largest = [candidate for candidate in sets if not any(candidate < larger for larger in sets)]
    assert not any(
        frozenset[tuple[int, int]]().union(*some) == everything
        for some in combinations(largest, len(covering.chosen) - 1)
    )
    stopped = covering.searched[task]
    assert covering.cases == sum(outputs.pairs for n in range(1, stopped + 1) for outputs in every(task, n))
    if stopped < size:  # no larger case could help
        assert len(covering.chosen) == covering.floor
        assert set(covering.alike) == set(covering.reasons)


def check_preferences(covering: Cover) -> None:
    for chosen in covering.chosen:
        for metric, said in zip(covering.metrics, chosen.preferences, strict=True):
            if said is not None:
                assert (
                    preference(*(metric.exact(output, chosen.case.gold) for output in chosen.case.outputs.values()))
                    == said
                ), metric.id
        pairs = set()
        for (a, left), (b, right) in combinations(enumerate(chosen.preferences), 2):
            if left is not None and right is not None and (left != right if covering.ties else left * right < 0):
                pairs.add((a, b))
        assert chosen.separates == pairs


def test_what_metrics_are_said_to_prefer_is_what_they_score() -> None:
    check_preferences(cover([m for m in registry.metrics() if m.task == "filtering"], "filtering", size=5))
    check_preferences(cover([m for m in registry.metrics() if m.task == "ranking"], "ranking", size=4))
    check_preferences(
        cover(metrics("bcubed-extended-f", "rs-clustering", "v-measure"), "clustering", size=3, ties=True)
    )


def test_metrics_that_know_no_grades_have_no_say_on_graded_golds() -> None:
    covering = cover(metrics("dcg", "err", "ap"), "ranking", size=2)
    graded = [chosen for chosen in covering.chosen if chosen.case.gold.top_grade == 2]
    assert graded
    assert all(chosen.preferences[2] is None for chosen in graded)


def test_metrics_that_nothing_separates() -> None:
    covering = cover(metrics("jaccard", "pair-f"), "clustering", size=5)
    assert (covering.chosen, covering.alike, covering.minimal) == ((), ((0, 1),), True)


def test_two_metrics_that_one_case_separates() -> None:
    covering = cover(metrics("precision", "recall"), "filtering", size=4)
    assert len(covering.chosen) == covering.least == 1
    assert covering.alike == ()


def test_rows_within_others_are_left_out_and_the_first_of_equals_stays() -> None:
    rows = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 0], [0, 0, 0]], dtype=bool)
    assert maximal(rows).tolist() == [1, 2]
    assert maximal(np.zeros((2, 3), dtype=bool)).tolist() == [0]


# --- the integer program, by itself


def said(metrics: int, count: int, seed: int, ways: int) -> tuple[Array, list[tuple[int, int]]]:
    """Cases drawn at random, each saying one of `ways` things of a metric or nothing, and the pairs that they
    separate.
    """
    words = np.random.default_rng(seed).integers(0, ways + 1, (count, metrics))
    pairs = list(combinations(range(metrics), 2))
    return np.stack(
        [np.asarray((words[:, a] != words[:, b]) & (words[:, a] > 0) & (words[:, b] > 0)) for a, b in pairs], axis=1
    ), pairs


@pytest.mark.parametrize(("metrics", "count", "ways"), [(4, 8, 2), (6, 14, 2), (8, 16, 2), (6, 12, 3)])
def test_the_fewest_rows_are_those_of_a_search_through_all_sets(metrics: int, count: int, ways: int) -> None:
    by_greed = []
    for seed in range(8):
        separates, pairs = said(metrics, count, seed, ways)
        everything = np.asarray(separates.any(0))
        fewest = next(
            k
            for k in range(1, count + 1)
            if any(separates[list(some)][:, everything].any(0).all() for some in combinations(range(count), k))
        )
        chosen, proved, least = smallest_cover(separates, pairs, metrics, ways, 10.0)
        assert (len(chosen), proved, least) == (fewest, True, fewest)
        assert separates[chosen][:, everything].any(0).all()
        assert words_needed(len(apart(separates, pairs, metrics)), ways) <= fewest
        assert fewest_possible(separates, pairs, metrics, ways) <= fewest
        by_greed.append(len(greedy(separates[:, everything])) - fewest)
    assert min(by_greed) >= 0
    assert metrics == 4 or max(by_greed) > 0  # else greed would do


def test_conditions_that_are_added_hold_of_every_set_that_separates_all() -> None:
    """Each is asked of all sets of rows that separate everything: none may break it, or a smaller set would be shut
    out.
    """
    seen = 0
    for seed, ways, metrics in ((1, 2, 6), (2, 2, 7), (3, 3, 6)):
        separates, pairs = said(metrics, 9, seed, ways)
        between = apart(separates, pairs, metrics)
        conditions = list(program._broken(separates, pairs, between, ways, np.full(9, 0.05)))
        seen += len(conditions)
        everything = np.asarray(separates.any(0))
        for size in range(1, 10):
            for some in map(list, combinations(range(9), size)):
                if separates[some][:, everything].any(0).all():
                    assert all(row[some].sum() >= number for row, number in conditions)
    assert seen > 20


def test_out_of_time_a_cover_is_still_one_and_is_not_said_to_be_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scipy.optimize.milp", lambda *_, **__: SimpleNamespace(x=None, mip_dual_bound=None))
    separates, pairs = said(8, 16, 0, 2)
    chosen, proved, least = smallest_cover(separates, pairs, 8, 2, 0.0)
    assert separates[chosen][:, separates.any(0)].any(0).all()
    assert not proved
    assert least == words_needed(len(apart(separates, pairs, 8)), 2) < len(chosen)


def test_cases_tell_no_more_metrics_apart_than_they_can_say_different_things() -> None:
    for ways, cases in ((2, 3), (3, 2)):
        assert words_needed(ways**cases, ways) == cases
        assert words_needed(ways**cases + 1, ways) == cases + 1


# --- what is known to order alike, and what only seems to
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", REASONS.values(), ids=lambda reason: f"{reason.first}, {reason.second}")
def test_one_metric_is_a_rising_function_of_the_other(reason: Any) -> None:
    """Exactly, on every case of up to four documents; and of values of one gold, the greater has the greater image."""
    first, second = metrics(reason.first, reason.second)
    options: list[dict[str, Any]] = [{}] if first.task == "clustering" else [{}, {"closed": True}, {"trait": "graded"}]
    compared = 0
    for documents, more in product(range(1, 5 if first.task == "clustering" else 4), options):
        for outputs in every(first.task, documents, **more):
            images = []
            for k in range(len(outputs)):
                value, image = (metric.exact(outputs.output(k), outputs.gold) for metric in (first, second))
                assert sign(reason.image(value, outputs.gold) - image) == 0
                images.append((value, image))
            compared += len(images)
            assert (order(first, outputs).places == order(second, outputs).places).all()
    assert compared > 40


def test_a_reason_that_a_case_contradicts_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = next(iter(REASONS.values()))
    monkeypatch.setitem(REASONS, frozenset(("jaccard", "rand")), wrong)
    monkeypatch.setitem(REASONS, frozenset(("purity", "bcubed-precision")), wrong)
    covering = cover(metrics("jaccard", "rand", "pair-f", "purity", "bcubed-precision"), "clustering", size=4)
    assert set(covering.reasons) == {(0, 2)}
    assert {(0, 2), (3, 4)} <= set(covering.alike)


def test_what_two_metrics_alone_are_separated_by_separates_them_in_a_set(change: Change) -> None:
    """Pairs that prefer the same outputs in every case of up to six documents; of those of eight, the golds that it
    takes.
    """
    golds = {(6, 2), (5, 3), (7, 1), (4, 3, 1)}
    plain = task("clustering").worlds[0]
    change("clustering", outputs=fewer(plain, lambda _, outputs: tuple(map(len, outputs.gold.levels[0])) in golds))
    covering = cover(
        metrics("purity", "inverse-purity", "class-entropy", "pair-recall", "bcubed-precision", "bcubed-recall"),
        "clustering",
    )
    assert covering.alike == ()
    late = {(0, 4), (1, 3), (1, 5), (2, 3), (3, 5)}
    assert late <= frozenset[tuple[int, int]]().union(*(case.separates for case in covering.chosen))
    check_preferences(covering)


def test_two_rankings_that_every_case_of_eight_documents_leaves_alike(change: Change) -> None:
    """P@10 and TBG, of ten documents of which four are relevant."""
    plain = task("ranking").worlds[0]
    change("ranking", outputs=fewer(plain, lambda documents, outputs: documents == 10 and outputs.gold.size == 4))
    covering = cover(metrics("p@10", "tbg"), "ranking")
    assert (covering.alike, len(covering.chosen), covering.floor) == ((), 1, 1)
    check_preferences(covering)


def test_a_set_is_chosen_from_cases_no_smaller_than_those_of_two_metrics() -> None:
    worlds = [world for task in registry.tasks.tasks() for world in task.worlds]
    assert len(worlds) >= 6
    assert all(world.default <= world.cover <= world.greatest for world in worlds)


def test_a_pair_is_searched_by_itself_where_it_has_cases_of_its_own(change: Change) -> None:
    """With cases for all up to two documents only, the cases that separate further pairs come from the search of
    two.
    """
    change("filtering", cover=2)
    chosen = metrics("precision", "recall", "accuracy", "f")
    covering = cover(chosen, "filtering")
    assert covering.searched["filtering"] == 2
    assert covering.further > 0
    assert covering.alike == ()
    assert any(case.case.documents > 2 for case in covering.chosen)
    check_preferences(covering)
    change("filtering", cover=2, default=3)
    shorter = cover(chosen, "filtering")
    assert shorter.alike
    assert shorter.alone == {pair: {"filtering": 3} for pair in shorter.alike}


def test_a_pair_is_searched_by_itself_where_only_others_need_closed_golds() -> None:
    """AUC closes the golds of all; of P@10 and TBG, which do not need that, those above a tail are searched as well."""
    covering = cover(metrics("auc", "p@10", "tbg"), "ranking", size=4)
    assert covering.alone == {(1, 2): {"ranking": 4}}


def test_a_search_ends_where_no_larger_case_could_help() -> None:
    covering = cover(metrics("utility", "f", "lam", "rs-filtering"), "filtering")
    assert len(covering.chosen) == covering.floor == 2
    assert covering.searched["filtering"] < task("filtering").worlds[0].cover
    shorter = cover(covering.metrics, "filtering", size=covering.searched["filtering"] - 1)
    assert shorter.alike or len(shorter.chosen) > 2


def test_more_metrics_than_a_word_holds_are_told_apart() -> None:
    """Thirty-five metrics of two words: F for as many beta, which order alike next to each other, and precision and
    recall at the ends.
    """
    many = [registry.metric("f").with_values(beta=f"1/{k}") for k in range(33, 0, -1)]
    many = [*metrics("precision"), *many, *metrics("recall")]
    covering = cover(many, "filtering", size=4)
    check_preferences(covering)
    few = cover([many[0], many[-1]], "filtering", size=4)
    assert (0, 34) in frozenset[tuple[int, int]]().union(*(case.separates for case in covering.chosen))
    assert len(few.chosen) == 1
    sets = separated_by_hand(many, "filtering", 4, False)
    assert frozenset[tuple[int, int]]().union(*(case.separates for case in covering.chosen)) == frozenset[
        tuple[int, int]
    ]().union(*sets)
