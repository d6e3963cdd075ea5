"""The floats of the filter against the exact values, over whole worlds: the search clears a case on their word, so they
must be far better than its margin.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import Real, sign
from axiometrics.core.margins import FORMULA_ERROR, FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import margin
from axiometrics.generators.filterings import ConfusionTables
from axiometrics.generators.runs import Alike, Runs, golds
from axiometrics.generators.tables import tables
from tests.metrics.variants import variants


def of_task(task: str, graded: bool | None = None) -> list[str]:
    """Ids of the metrics of a task, with other settings of their parameters."""
    metrics = [
        name
        for metric in registry.metrics(controls=True)
        if metric.task == task and graded in (None, "graded" in metric.traits)
        for name in variants(metric)
    ]
    return list(dict.fromkeys(metrics))


def in_worlds(names: list[str], small: int, large: int) -> list[Any]:
    """Each metric with the largest documents or ranks of a small world; one with its default parameters also with those
    of a large one, which takes long: one in four in CI, all in `make test-thorough`.
    """
    defaults = {metric.id for metric in registry.metrics(controls=True)}
    marks = [pytest.mark.slow, *[pytest.mark.thorough] * 3]
    return [
        *((name, small) for name in names),
        *(
            pytest.param(name, large, marks=marks[i % len(marks)])
            for i, name in enumerate(name for name in names if name in defaults)
        ),
    ]


# --- worlds


@cache
def contingency_tables(documents: int) -> Array:
    """Every table of that many documents up to isomorphism, padded to a square."""
    squares = []
    for columns in tables(documents):
        square = np.zeros((documents, documents), dtype=np.int64)
        row = len(columns[0]) - 1
        for j, column in enumerate(columns):
            square[: len(column) - 1, j] = column[:-1]
            square[row : row + column[-1], j] = 1
            row += column[-1]
        assert square.sum() == documents
        squares.append(square)
    return np.array(squares)


def runs_with_golds(length: int, grades: int, step: int) -> tuple[Array, Array, Array]:
    """Every `step`-th run of that length with a gold that holds what it retrieves: grades, the gold's counts,
    irrelevant documents of the collection.
    """
    universe = Runs(length, golds(grades, max(length, 2)))
    which, gold = divmod(Alike(universe, {}).numbers, len(universe.golds))
    digits = np.array([universe.run(int(number)) for number in which[::step]], dtype=np.int8)
    return digits, universe.counts[gold][::step], (digits == 0).sum(-1) + np.arange(len(digits)) % 3


def ranking_worlds(grades: int, longest: int = 7) -> Iterator[tuple[Array, Array, Array]]:
    """Binary: all runs to length 7 against all golds; graded: all to length 4, and a sample of those of 5 to 7
    ranks.
    """
    for length in range(longest + 1):
        yield runs_with_golds(length, grades, 1 if grades == 1 or length < 5 else {5: 11, 6: 47, 7: 251}[length])


# --- the comparison


def compare(metric: Metric, floats: Any, exacts: Any) -> int:
    """Hold the values of both kinds of counts against each other; how many were defined."""
    with np.errstate(all="ignore"):
        approximate = np.asarray(metric.evaluate(floats)).ravel()
    assert approximate.dtype == np.float64
    decided = np.asarray(metric.evaluate(exacts)).ravel()
    assert approximate.shape == decided.shape
    defined = 0
    for float_value, value in zip(approximate.tolist(), decided.tolist(), strict=True):
        if isinstance(value, float):
            assert math.isnan(value), f"{metric.id}: the float {value!r} among exact values"
            assert math.isnan(float_value)
            continue
        assert isinstance(value, (int, Fraction, Real))
        defined += 1
        true = float(value)
        assert abs(float_value - true) <= FORMULA_ERROR * max(1.0, abs(true)), (metric.id, float_value, str(value))
    return defined


@pytest.mark.few(20)
@pytest.mark.parametrize(("name", "largest"), in_worlds(of_task("clustering"), 5, 6))
def test_clustering(name: str, largest: int) -> None:
    metric = registry.metric(name, ("clustering",))
    defined = sum(
        compare(metric, *(Contingency.of(contingency_tables(n), exact) for exact in (False, True)))
        for n in range(1, largest + 1)
    )
    assert defined > (300 if largest == 6 else 90)


@pytest.mark.parametrize("name", of_task("filtering"))
def test_filtering(name: str) -> None:
    metric = registry.metric(name, ("filtering",))
    defined = 0
    for n in range(1, 9):
        world = ConfusionTables(n).tables
        defined += compare(metric, Confusion.of(world), Confusion.of(world, exact=True))
    assert defined > 300


@pytest.mark.few(40)
@pytest.mark.parametrize(("name", "longest"), in_worlds(of_task("ranking"), 5, 7))
def test_binary_runs(name: str, longest: int) -> None:
    """In the collection that the metric looks at, unlimited or closed; bpref in both."""
    metric = registry.metric(name, ("ranking",))
    for unlimited in (True, False) if metric.base == "bpref" else (not metric.closed,):
        defined = 0
        for gains, counts, irrelevant in ranking_worlds(1, longest):
            kinds = (Gains.of(gains, counts, irrelevant, unlimited=unlimited, exact=exact) for exact in (False, True))
            defined += compare(metric, *kinds)
        if metric.values.get("rel") is None:  # with it nothing is relevant in a binary world
            assert defined > (700 if longest == 7 else 60)


@pytest.mark.few(16)
@pytest.mark.parametrize(("name", "longest"), in_worlds(of_task("ranking", graded=True), 5, 7))
def test_graded_runs(name: str, longest: int) -> None:
    metric = registry.metric(name, ("ranking",))
    defined = 0
    for gains, counts, irrelevant in ranking_worlds(2, longest):
        kinds = (
            Gains.of(gains, counts, irrelevant, unlimited=not metric.closed, exact=exact) for exact in (False, True)
        )
        defined += compare(metric, *kinds)
    share = 3 if "rel=2" in name else 1  # an ideal may then be made of the runs with a grade of 2 alone
    assert defined > (700 if longest == 7 else 300) / share


@pytest.mark.parametrize("name", ["v-measure", "nmi(average=geometric)", "fowlkes-mallows"])
def test_values_that_floats_cannot_tell_apart_are_decided(name: str) -> None:
    """Neighbours in the order of the floats: a tie is recognised as one, never left undecided, whatever roots and
    logarithms it is made of.
    """
    metric = registry.metric(name, ("ranking",))
    ties = 0
    for n in range(2, 6):
        world = contingency_tables(n)
        values = [
            value
            for value in np.asarray(metric.evaluate(Contingency.of(world, exact=True))).ravel().tolist()
            if isinstance(value, Real)
        ]
        values.sort(key=float)
        for before, after in pairwise(values):
            if abs(float(before) - float(after)) < 1e-11:
                assert sign(before - after) == 0
                ties += 1
    assert ties > 10


def test_the_margin_grows_with_the_scores() -> None:
    small, large = margin(np.array([0.5]), np.array([-0.25])), margin(np.array([8.0]), np.array([-16.0]))
    assert (small.item(), large.item()) == (FORMULA_ROUNDING, 16 * FORMULA_ROUNDING)


# --- many outputs at once


RANKED = [
    (" > ".join(run), gold)
    for run in permutations("abcd")
    for gold in ("a b > ...", "a > b > ...", "a > ...", "a b > c d", "a > b > c > d", "b c d > ...")
] + [("c", "a > b > ..."), ("b > a", "a > b > ..."), ("e > b > a", "a > b > ...")]
PARTED = [(left, right) for left, right in product(("{a b} c", "{a b c}", "a b c", "{a c} b", "{a b} {b c}"), repeat=2)]
KEPT = [(left, right) for left, right in product(("a > b c", "a b > c", "c b > a", "a b c"), repeat=2)]
OUTPUTS = {"ranking": RANKED, "clustering": PARTED, "filtering": KEPT}


@pytest.mark.few(64)
@pytest.mark.parametrize("name", [name for task in OUTPUTS for name in of_task(task)])
def test_many_outputs_at_once_have_the_floats_of_one_by_one(name: str) -> None:
    """The outputs have counts of different shapes, and the direct form scores some of them."""
    metric = registry.metric(name, tuple(OUTPUTS))
    pairs = [tuple(map(Organization.parse, pair)) for pair in OUTPUTS[metric.task]]
    taken = [(output, gold) for output, gold in pairs if scores(metric, output, gold)]
    wanted = [metric.rounded(output, gold) for output, gold in taken]
    assert len(taken) > 3
    np.testing.assert_array_equal(metric.all_rounded(taken), wanted)


def scores(metric: Metric, output: Organization, gold: Organization) -> bool:
    """Whether the metric scores this pair. If it refuses the pair alone, it has to refuse it among others, too."""
    try:
        metric.rounded(output, gold)
    except TaskError as error:
        with pytest.raises(TaskError, match=re.escape(str(error))):
            metric.all_rounded([(output, gold), (output, gold)])
        return False
    return True


def test_what_has_no_form_in_floats_is_scored_exactly() -> None:
    """If a direct form gives a float, this is refused, although only a float is asked for."""
    pair = Organization.parse("a"), Organization.parse("a > ...")
    third = Metric("third", "Third", "organization", "test", "here", direct=lambda output, gold: Fraction(1, 3))
    assert third.all_rounded([pair, pair]) == [1 / 3, 1 / 3]
    with pytest.raises(ArithmeticError, match="float"):
        replace(third, direct=lambda output, gold: 1 / 3).all_rounded([pair])
