"""The smallest separating case against a search by definition: labelled golds and outputs, one by one, scored by the
second implementation of every metric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates import selection
from axiometrics.comparison import compared_formula, sides
from axiometrics.comparison.compared_metric import ComparedMetric
from axiometrics.comparison.separation import Separation, pair, separate
from axiometrics.comparison.separation.page import pair_page
from axiometrics.comparison.walk import kinds
from axiometrics.core.case import Case
from axiometrics.core.errors import TargetError, UndecidedError
from axiometrics.core.exact import log, sign, sqrt
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.task import Outputs, task
from axiometrics.judging import ExactJudge
from axiometrics.judging.orders import order, ordered, written
from axiometrics.judging.outputs import exact, floats
from axiometrics.reports.text import page
from axiometrics.search import Decision
from axiometrics.tasks.clustering.names import alike
from tests.partitions import set_partitions

Size = tuple[int, int]
World = Callable[[int], list[tuple[Organization, list[Organization]]]]


def side(name: str, task: str | None = None) -> ComparedMetric:
    candidate = selection.candidate(name, task)
    return sides.side(candidate, task or candidate.tasks[0])


def separated(first: str, second: str, task: str | None = None, **options: Any) -> Separation:
    sides = side(first, task), side(second, task)
    return separate(sides, task or registry.metric(second).task, **options)


def every(name: str, documents: int, *, closed: bool = False, trait: str = "") -> Iterator[Outputs]:
    """The golds of a task's plain world, or of that of a trait, with their outputs."""
    (world,) = (world for world in task(name).worlds if world.trait == trait)
    return world.outputs(documents, closed)


# --- by definition: every name told apart


@cache
def clusterings(documents: int) -> list[tuple[Organization, list[Organization]]]:
    outputs = [Organization.clustering(parts) for parts in set_partitions([f"d{i}" for i in range(documents)])]
    return [(gold, outputs) for gold in outputs]


@cache
def filterings(documents: int) -> list[tuple[Organization, list[Organization]]]:
    names = [f"d{i}" for i in range(documents)]
    chosen = [set(some) for size in range(documents + 1) for some in combinations(names, size)]
    outputs = [
        Organization.filtering([d for d in names if d in some], [d for d in names if d not in some]) for some in chosen
    ]
    return [(gold, outputs) for gold in outputs]


def runs(names: list[str]) -> list[Organization]:
    return [Organization.ranking(run) for length in range(1, len(names) + 1) for run in permutations(names, length)]


@cache
def rankings(documents: int, grades: int = 1, closed: bool = False) -> list[tuple[Organization, list[Organization]]]:
    """Golds that grade the documents in every way, one at least above 0; those of grade 0 are listed in a closed gold
    only.
    """
    names = [f"d{i}" for i in range(documents)]
    worlds = []
    for given in product(range(grades + 1), repeat=documents):
        if any(given):
            levels = [
                [[d] for d, grade in zip(names, given, strict=True) if grade == g]
                for g in range(grades, -1 if closed else 0, -1)
            ]
            worlds.append((Organization(levels, tail=not closed), runs(names)))
    return worlds


@cache
def organizations(documents: int) -> list[tuple[Organization, list[Organization]]]:
    """Organizations of some of the documents, each once, above a tail."""
    names = [f"d{i}" for i in range(documents)]
    outputs = set()
    for size in range(1, documents + 1):
        for some in combinations(names, size):
            for parts in set_partitions(list(some)):
                for places in product(range(len(parts)), repeat=len(parts)):
                    if set(places) == set(range(max(places) + 1)):
                        outputs.add(
                            Organization(
                                [
                                    [c for c, place in zip(parts, places, strict=True) if place == i]
                                    for i in range(max(places) + 1)
                                ],
                                tail=True,
                            )
                        )
    return [(gold, sorted(outputs, key=str)) for gold in outputs]


def defined(name: str) -> Any:
    """The definition that re-checks verdicts; it shares nothing with the metric."""
    definition = registry.definition(name)
    assert definition is not None
    return definition


def exact_sign(difference: Any) -> int:
    return sign(difference) if abs(float(difference)) < 1e-9 else 1 if difference > 0 else -1


def places(name: str, gold: Organization, outputs: list[Organization]) -> list[int | None]:
    """The place of each output, equal for ties; None where the metric is undefined."""
    scores = [defined(name)(output, gold) for output in outputs]
    levels: list[Any] = []
    for score in scores:
        if score is not None and all(exact_sign(level - score) != 0 for level in levels):
            levels.append(score)
    levels.sort(key=float)
    return [
        None if score is None else next(i for i, level in enumerate(levels) if exact_sign(level - score) == 0)
        for score in scores
    ]


def smallest(left: str, right: str, worlds: list[World], size: int, ties: bool = False) -> Size | None:
    """The least size of a case on which two metrics differ, by trying all."""
    sizes: list[Size] = []
    for documents in range(1, size + 1):
        for world in worlds:
            for gold, outputs in world(documents):
                both = list(zip(outputs, places(left, gold, outputs), places(right, gold, outputs), strict=True))
                for (x, a, b), (y, c, d) in combinations([entry for entry in both if None not in entry], 2):
                    first, second = np.sign(a - c), np.sign(b - d)  # type: ignore[operator]
                    if (first != second) if ties else first * second < 0:
                        sizes.append(Case(gold, {"x": x, "y": y}).size)
    return min(sizes, default=None)


@cache
def covers(documents: int) -> list[tuple[Organization, list[Organization]]]:
    """Clusterings of these documents, overlapping or not, with one occurrence at most more than documents."""
    names = [f"d{i}" for i in range(documents)]
    clusters = [list(some) for size in range(1, documents + 1) for some in combinations(names, size)]
    chosen = (some for count in range(1, documents + 2) for some in combinations_with_replacement(clusters, count))
    outputs = [
        Organization.clustering(some)
        for some in chosen
        if set().union(*some) == set(names) and sum(map(len, some)) <= documents + 1
    ]
    return [(gold, outputs) for gold in outputs]


def graded(documents: int) -> list[tuple[Organization, list[Organization]]]:
    return rankings(documents, grades=2)


def closed(documents: int) -> list[tuple[Organization, list[Organization]]]:
    return rankings(documents, closed=True)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "worlds", "size"),
    [
        ("v-measure", "bcubed-f", [clusterings], 3),
        ("rand", "adjusted-rand", [clusterings], 4),
        ("rs-clustering", "bcubed-f", [clusterings], 4),
        ("clustering:jaccard", "pair-f", [clusterings], 4),
        ("purity", "bcubed-precision", [clusterings], 4),
        ("bcubed-extended-f", "rs-clustering", [covers], 3),
        ("bcubed-extended-precision", "bcubed-extended-f", [covers], 2),
        ("f", "rs-filtering", [filterings], 4),
        ("precision", "recall", [filterings], 4),
        ("lam", "macro-accuracy", [filterings], 4),
        ("f", "utility", [filterings], 4),
        ("ap", "rr", [rankings], 4),
        ("rbp", "rbp(p=0.5)", [rankings], 4),
        ("p@10", "r-precision", [rankings], 3),
        ("ap", "auc", [closed], 3),
        ("dcg", "ndcg", [rankings, graded], 2),
        ("ndcg", "err", [rankings, graded], 2),
        ("rs-priority", "rs-relatedness", [organizations], 2),
        ("reliability-priority", "rs-priority", [organizations], 2),
    ],
)
def test_the_smallest_case_is_that_of_a_search_by_definition(
    first: str, second: str, worlds: list[World], size: int, ties: bool
) -> None:
    expected = smallest(first, second, worlds, size, ties)
    separation = separated(first, second, size=size, ties=ties)
    assert (separation.found and separation.found.case.size) == expected
    if separation.found is None:
        assert max(separation.searched.values()) == size
        return
    assert separation.minimal
    case = separation.found.case
    for name, decision in zip((first, second), separation.found.decisions, strict=True):
        scores = [defined(name)(case.outputs[role], case.gold) for role in ("x", "y")]
        assert decision.sign == exact_sign(scores[0] - scores[1])
    signs = [decision.sign for decision in separation.found.decisions]
    assert (signs[0] != signs[1]) if ties else sorted(signs) == [-1, 1]  # type: ignore[type-var]


# --- what is searched


@pytest.mark.parametrize(
    ("name", "world", "options"),
    [
        ("clustering", clusterings, {}),
        ("filtering", filterings, {}),
        ("ranking", rankings, {}),
        ("ranking", graded, {"trait": "graded"}),
        ("ranking", closed, {"closed": True}),
        ("clustering", covers, {"trait": "overlapping"}),
        ("organization", organizations, {}),
    ],
)
def test_every_output_stands_for_those_that_differ_in_names(name: str, world: World, options: dict[str, Any]) -> None:
    """Each labelled gold and output is a renaming of one that is listed, and of one only."""
    for documents in (1, 2, 3):
        listed = [
            (outputs.gold, outputs.output(k))
            for outputs in every(name, documents, **options)
            for k in range(len(outputs))
            if outputs.fresh[k]
        ]
        names = [f"d{i}" for i in range(documents)]

        def unnamed(
            gold: Organization, output: Organization, names: list[str] = names
        ) -> frozenset[tuple[Organization, Organization]]:
            own = sorted(gold.documents | output.documents)
            maps = (dict(zip(own, image, strict=True)) for image in permutations(names, len(own)))
            return frozenset((renamed(gold, name), renamed(output, name)) for name in maps)

        kinds_listed = [unnamed(*entry) for entry in listed]
        assert len(set(kinds_listed)) == len(listed)
        whole = {
            unnamed(gold, output)
            for gold, outputs in world(documents)
            for output in outputs
            if len(gold.documents | output.documents) == documents
            and ("overlapping" not in options.values() or max(gold.size, output.size) > documents)
        }
        assert set(kinds_listed) == whole


def renamed(organization: Organization, name: dict[str, str]) -> Organization:
    return Organization(
        [[[name[d] for d in cluster] for cluster in level] for level in organization.levels], organization.tail
    )


def test_kinds_follow_what_two_metrics_have_in_common() -> None:
    metric = registry.metric

    def named(*names: str, size: int | None = None) -> list[tuple[str, int, bool]]:
        listed = kinds(metric(names[0]).task, [metric(name) for name in names], size)
        return [(kind.name, kind.last, kind.closed) for kind in listed]

    assert named("ap", "dcg") == [("ranking", 8, False)]
    assert named("err", "dcg", size=5) == [("ranking", 5, False), ("graded", 5, False)]
    assert named("ranking:kendall-tau", "dcg", size=100) == [("ranking", 12, True), ("graded", 8, True)]
    assert named("bcubed-f", "bcubed-extended-f") == [("clustering", 8, False)]
    assert [name for name, _, _ in named("rs-clustering", "bcubed-extended-f")] == ["clustering", "overlapping"]


# --- exact orders


def picked(numbers: Sequence[Any]) -> Callable[[Sequence[int]], list[Any]]:
    return lambda some: [numbers[k] for k in some]


def test_near_numbers_are_ordered_exactly_and_equal_ones_tie() -> None:
    tiny = Fraction(1, 10**30)
    numbers = [
        log(6),
        log(2) + log(3),
        log(6) + tiny,
        Fraction(0),
        sqrt(2) * sqrt(3),
        sqrt(6),
        sqrt(6) - tiny,
        log(6) - tiny,
    ]
    ordering = ordered(np.array([float(number) for number in numbers]), picked(numbers))
    assert ordering.places.tolist() == [2, 2, 3, 0, 5, 5, 4, 1]
    assert not ordering.unsure.any()


def test_a_written_form_is_shared_by_equal_numbers_alone() -> None:
    assert written(log(12) / log(5)) == written((2 * log(2) + log(3)) / log(5))
    assert written(log(8) * log(3)) == written(3 * log(3) * log(2))
    assert written(log(2) - log(2)) == written(Fraction(0))
    assert written(log(Fraction(2, 3))) == written(-log(Fraction(3, 2)))
    different = [
        log(2),
        log(3),
        log(2) * log(2),
        2 * log(2),
        sqrt(2),
        log(2) / log(3),
        log(3) / log(2),
        Fraction(2),
        log(2) + 1,
    ]
    assert len(set(map(written, different))) == len(different)


def test_undefined_values_have_no_place() -> None:
    ordering = ordered(np.array([0.5, np.nan, 0.25]), picked([Fraction(1, 2), None, Fraction(1, 4)]))
    assert ordering.places.tolist() == [1, -1, 0]


def test_what_cannot_be_decided_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(number: Any) -> int:
        raise UndecidedError("too near")

    monkeypatch.setattr("axiometrics.judging.orders.sign", undecided)
    numbers = [sqrt(2), sqrt(2) + Fraction(1, 10**30), Fraction(5)]
    ordering = ordered(np.array([float(number) for number in numbers]), picked(numbers))
    assert ordering.unsure.tolist() == [True, True, False]


@pytest.mark.parametrize("name", ["v-measure", "mcc", "ndcg", "rs-clustering", "lam", "ranking:kendall-tau"])
def test_orders_of_whole_worlds_are_those_of_the_exact_values(name: str) -> None:
    metric = registry.metric(name)
    for outputs in every(metric.task, 3, closed=metric.closed):
        ordering = order(metric, outputs)
        values = [metric.exact(outputs.output(k), outputs.gold) for k in range(len(outputs))]
        for (i, left), (j, right) in combinations(enumerate(values), 2):
            if left == left and right == right:
                assert np.sign(ordering.places[i] - ordering.places[j]) == exact_sign(left - right)
        assert [place == -1 for place in ordering.places] == [value != value for value in values]


# --- names, ties, black boxes


def test_names_make_the_outputs_alike_and_change_no_score() -> None:
    parse = Organization.parse
    case = Case(parse("{a1 a2 a3} {b1 b2}"), {"x": parse("{a1 a2} {a3 b1 b2}"), "y": parse("{a2 a3} a1 {b1 b2}")})
    named = alike(case)
    assert named.outputs["y"] == parse("{a1 a2} a3 {b1 b2}")
    for name in ("v-measure", "bcubed-f"):
        assert [registry.metric(name).exact(output, case.gold) for output in case.outputs.values()] == [
            registry.metric(name).exact(output, named.gold) for output in named.outputs.values()
        ]
    ranked = Case(parse("a > ..."), {"x": parse("a > b > ..."), "y": parse("b > a > ...")})
    assert alike(ranked) is ranked
    wide = Case(parse("{a b c d e f g h i}"), {"x": parse("{a b c d e f g h} i"), "y": parse("a {b c d e f g h i}")})
    assert alike(wide) is wide


MINE = """
def same(y_true, y_pred):
    tp = sum(1 for t, p in zip(y_true, y_pred) if t and p)
    return 2 * tp / (sum(y_true) + sum(y_pred)) if tp else 0.0

def opposite(y_true, y_pred):
    return -same(y_true, y_pred)

def slightly(y_true, y_pred):
    return same(y_true, y_pred) + 1e-15 * sum(y_pred)

def flat(y_true, y_pred):
    return 0.5

def fails_on_two(y_true, y_pred):
    if len(y_true) == 2:
        raise ValueError("two are too few")
    return same(y_true, y_pred)

def fails(y_true, y_pred):
    raise ValueError("never")

calls = []

def fickle(y_true, y_pred):
    calls.append(1)
    return float(len(calls))

def anything(system, gold):
    return float(system.size)

def huge(y_true, y_pred):
    return 10**400 * sum(1 for t, p in zip(y_true, y_pred) if t and p)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Callable[[str], ComparedMetric]:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")

    def compared(name: str) -> ComparedMetric:
        candidate = targets.load(f"{tmp_path / 'mine.py'}:{name}", "filtering")
        return sides.side(candidate, "filtering")

    return compared


def test_a_metric_of_the_user_that_is_ours_is_ordered_alike(mine: Callable[[str], ComparedMetric]) -> None:
    separation = separate((mine("same"), side("f")), "filtering", size=5, ties=True)
    assert (separation.found, separation.undecided, separation.undefined) == (None, 0, 0)
    assert separation.cases == sum(outputs.pairs for n in range(1, 6) for outputs in every("filtering", n))


def test_a_metric_of_the_user_that_turns_ours_round_is_told_at_once(mine: Callable[[str], ComparedMetric]) -> None:
    separation = separate((side("f"), mine("opposite")), "filtering")
    assert separation.found is not None
    assert separation.found.case.size == (1, 3)  # the one document is relevant, and is positive or not
    assert [decision.sign for decision in separation.found.decisions] in ([1, -1], [-1, 1])


def test_a_difference_within_the_error_bound_is_no_preference_and_is_counted(
    mine: Callable[[str], ComparedMetric],
) -> None:
    separation = separate((mine("slightly"), side("f(beta=2)")), "filtering", size=3)
    without = separate((side("f"), side("f(beta=2)")), "filtering", size=3)
    assert (separation.found is None) == (without.found is None)
    ties = separate((mine("slightly"), mine("same")), "filtering", size=2, ties=True)
    assert ties.found is None
    assert ties.undecided > 0


def test_a_metric_of_the_user_that_fails_everywhere_is_compared_nowhere(mine: Callable[[str], ComparedMetric]) -> None:
    separation = separate((mine("fails"), side("f")), "filtering", size=1)
    assert separation.cases == 0
    assert separation.undefined == sum(outputs.pairs for outputs in every("filtering", 1))
    assert "never" in next(iter(separation.failures.values()))


@pytest.mark.slow  # a new process for each input that fails
def test_where_a_metric_of_the_user_fails_it_has_no_value(mine: Callable[[str], ComparedMetric]) -> None:
    separation = separate((mine("fails_on_two"), side("f")), "filtering", size=3)
    two = sum(outputs.pairs for outputs in every("filtering", 2))
    assert separation.undefined == two
    assert "two are too few" in next(iter(separation.failures.values()))


def test_a_metric_that_disagrees_with_itself_is_an_error(mine: Callable[[str], ComparedMetric]) -> None:
    with pytest.raises(TargetError, match="disagreed with itself"):
        separate((mine("fickle"), side("f")), "filtering", size=3)


def test_scores_that_no_float_holds_are_compared_exactly(mine: Callable[[str], ComparedMetric]) -> None:
    """The true positives alone: Precision is also lowered by what is wrongly retrieved."""
    assert separate((mine("huge"), side("recall")), "filtering", size=3, ties=True).found is None
    separating = separate((mine("huge"), side("precision")), "filtering", size=3).found
    assert separating is not None
    assert separating.case.documents == 3
    assert {abs(score) for score in separating.decisions[0].scores.values()} == {10**400, 2 * 10**400}


def test_an_undecided_pair_is_counted_and_no_claim_of_least_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an exact comparison fails the pair is left open, and a later case is not said to be the smallest."""
    decide = ExactJudge.decide

    def partly(judge: ExactJudge, case: Case, demand: Any) -> Any:
        decision = decide(judge, case, demand)
        return decision if case.documents > 4 else Decision(None, decision.scores, reason="undecided")

    def unsure(metric: Metric, outputs: Any) -> Any:
        ordering = order(metric, outputs)
        return (
            type(ordering)(ordering.places, np.ones(len(outputs), dtype=bool)) if outputs.documents == 4 else ordering
        )

    monkeypatch.setattr(ExactJudge, "decide", partly)
    monkeypatch.setattr(compared_formula, "order", unsure)
    separation = separated("rand", "adjusted-rand", size=5)
    assert separation.found is not None
    assert separation.found.case.documents == 5
    assert separation.undecided == 98  # all pairs of four documents
    assert not separation.minimal


def test_a_pair_is_undefined_where_one_metric_is() -> None:
    separation = separated("kappa", "mcc", size=3)
    by_hand = 0
    for documents in (1, 2, 3):
        for outputs in every("filtering", documents):
            values = [registry.metric("kappa").exact(outputs.output(k), outputs.gold) for k in range(len(outputs))]
            by_hand += sum(left != left or right != right for left, right in combinations(values, 2))
    assert separation.undefined == by_hand > 0


def test_a_case_is_not_said_to_be_least_where_one_kind_of_cases_was_searched_less_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    least = separated("ndcg", "err")
    assert least.found is not None
    assert least.found.case.gold.top_grade == 2
    assert least.minimal
    ranking = task("ranking")
    worlds = tuple(replace(world, default=1) if world.trait == "graded" else world for world in ranking.worlds)
    monkeypatch.setitem(registry.tasks._built_in(), "ranking", replace(ranking, worlds=worlds))
    separation = separated("ndcg", "err")
    assert separation.found is not None
    assert separation.found.case.documents > least.found.case.documents
    assert separation.searched["graded"] == 1
    assert not separation.minimal
    assert "not all having been searched: 3 documents (golds of two grades: 1)" in " ".join(
        page(pair_page(separation)).split()
    )


@pytest.mark.few(16)
@pytest.mark.parametrize("name", [f"{metric.task}:{metric.id}" for metric in registry.metrics()])
def test_what_is_scored_in_stacks_is_what_organizations_score(name: str) -> None:
    """Runs of several lengths share a stack: no metric may take the padding for ranks."""
    metric = registry.metric(name)
    traits = ["", *({"graded"} & metric.traits)]
    for documents, trait in product((1, 2, 3), traits):
        for outputs in every(metric.task, documents, closed=metric.closed, trait=trait):
            alone = [metric.exact(outputs.output(k), outputs.gold) for k in range(len(outputs))]
            np.testing.assert_allclose(floats(metric, outputs), list(map(float, alone)), rtol=1e-12, atol=1e-12)
            some = [k for k in reversed(range(len(outputs))) if alone[k] == alone[k]]
            for k, value in zip(some, exact(metric, outputs, some), strict=True):
                assert type(value) is type(alone[k])
                # what is written alike is equal; to decide it anew takes most of the time
                assert str(value) == str(alone[k]) or exact_sign(value - alone[k]) == 0


@pytest.mark.slow
def test_a_tie_within_the_error_bound_is_no_opposite_preference(mine: Callable[[str], ComparedMetric]) -> None:
    separation = separate((mine("flat"), side("f")), "filtering", size=3)
    assert (separation.found, separation.undecided) == (None, 0)
    ties = separate((mine("flat"), side("f")), "filtering", size=3, ties=True)
    assert ties.found is not None
    assert sorted(abs(decision.sign or 0) for decision in ties.found.decisions) == [0, 1]


def test_outputs_are_compared_a_stretch_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = separated("kappa", "mcc")
    monkeypatch.setattr(pair, "CHUNK", 1)
    separation = separated("kappa", "mcc")
    assert separation.found is not None
    assert whole.found is not None
    assert separation.found.case == whole.found.case
    assert separation.cases == whole.cases


def test_a_float_in_an_exact_order_is_refused() -> None:
    def rounded(counts: Any) -> Any:
        return (
            np.asarray([0.5] * len(counts.tp), dtype=object)
            if counts.tp.dtype == object
            else np.full(len(counts.tp), 0.5)
        )

    careless = Metric("careless", "careless", "filtering", "test", "none", formula=rounded)
    with pytest.raises(ArithmeticError, match=r"careless: the formula turned an exact number into the float 0\.5"):
        order(careless, next(outputs for outputs in every("filtering", 2)))


def test_floats_off_by_rounding_neither_break_a_tie_nor_turn_an_order() -> None:
    third = Fraction(1, 3)
    numbers = [third, third, third + Fraction(1, 10**18)]
    ordering = ordered(np.array([1 / 3 + 2e-15, 1 / 3, 1 / 3 - 2e-15]), picked(numbers))
    assert ordering.places.tolist() == [0, 0, 1]
