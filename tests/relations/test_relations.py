"""The fast relations against the O(n^2) definition of `axiometrics.verification`, which shares no code with them, and
against hand counts.
"""

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.errors import OrganizationError, ParameterError
from axiometrics.core.organization import Organization
from axiometrics.definitions.organization import reliability as definition
from axiometrics.metrics.organization import reliability as metrics
from axiometrics.relations import (
    READINGS,
    Arrays,
    breakdown,
    clustering,
    clustering_rs,
    coded,
    codes,
    concordance,
    concordant_sums,
    curve,
    kernels,
    overlaps,
    priority,
    priority_rs,
    relatedness_rs,
    reliability,
    repeated,
    sensitivity,
    weights,
)
from axiometrics.relations import arrays as arrays_module
from axiometrics.relations.concordance import concordant
from axiometrics.relations.judgement import NOTHING, ONE_LEVEL
from axiometrics.relations.ordering import ordering
from axiometrics.relations.weights import weigh

parse = Organization.parse
N, WN, C = Fraction(5), Fraction(2, 3), Fraction(5, 2)


def mixed(rng: random.Random, pool: int) -> Organization:
    """Levels of overlapping clusters, empty levels and repeated clusters among them, of some of the documents; with or
    without tail.
    """
    names = [f"d{i}" for i in rng.sample(range(pool), rng.randint(1, pool))]
    levels = [
        [rng.sample(names, rng.randint(1, min(4, len(names)))) for _ in range(rng.randint(0, 3))]
        for _ in range(rng.randint(0, 5))
    ]
    if levels and levels[0] and rng.random() < 0.3:
        levels[-1].append(list(levels[0][0]))
    return Organization(levels, tail=rng.random() < 0.6 or not levels)


def ranked(rng: random.Random, pool: int) -> Organization:
    """One document a level, a few of them twice."""
    names = [f"d{i}" for i in rng.sample(range(pool), rng.randint(0, pool))]
    names += rng.choices(names, k=rng.randint(0, 2)) if names else []
    return Organization.ranking(names, tail=rng.random() < 0.7 or not names)


def partition(rng: random.Random, pool: int) -> Organization:
    clusters = [[f"d{i}" for i in range(pool) if rng.random() < 0.8 and i % 5 == k] for k in range(5)]
    return Organization([[cluster for cluster in clusters if cluster]], tail=rng.random() < 0.3)


def drawn(seed: int, count: int, pools: tuple[int, ...] = (3, 6, 10, 20)) -> list[tuple[Organization, Organization]]:
    rng = random.Random(seed)
    makers = (mixed, mixed, ranked, partition)
    return [(rng.choice(makers)(rng, pool), rng.choice(makers)(rng, pool)) for pool in rng.choices(pools, k=count)]


def both_ways(system: Organization, gold: Organization) -> tuple[Arrays, Arrays]:
    (coded_system, coded_gold), _ = coded(system, gold)
    return coded_system, coded_gold


# --- the definition


MANY = [300, pytest.param(2500, marks=pytest.mark.thorough)]
"""How many pairs are drawn."""


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize("reading", READINGS)
def test_priority_is_the_definition(reading: str, many: int) -> None:
    for system, gold in drawn(1, many):
        coded_system, coded_gold = both_ways(system, gold)
        expected = definition.reliability_priority(system, gold, N, WN, reading)
        assert priority.judge(coded_system, coded_gold, C, reading).value == expected, (system, gold)
        assert priority.judge(coded_gold, coded_system, C, reading).value == definition.sensitivity_priority(
            system, gold, N, WN, reading
        ), (system, gold)
        in_floats = priority.judge(coded_system, coded_gold, float(C), reading).value
        assert type(in_floats) is float
        assert abs(in_floats - float(expected)) < 1e-12


@pytest.mark.parametrize("many", MANY)
def test_clustering_is_the_definition(many: int) -> None:
    for system, gold in drawn(2, many):
        coded_system, coded_gold = both_ways(system, gold)
        expected = [
            f(system, gold, N, WN, "listed")
            for f in (definition.reliability_clustering, definition.sensitivity_clustering)
        ]
        assert clustering.judge(coded_system, coded_gold, C).value == expected[0], (system, gold)
        assert clustering.judge(coded_gold, coded_system, C).value == expected[1], (system, gold)
        assert np.allclose(
            relatedness_rs(coded_system, coded_gold, float(C)), [float(value) for value in expected], rtol=0, atol=1e-12
        )


def test_many_levels_on_both_sides_are_the_definition() -> None:
    """Long enough that neither side has few levels: the points are parted, not summed level by level."""
    rng = random.Random(3)
    for reading in READINGS * 4:
        names = [f"d{i}" for i in range(70)]
        run = Organization.ranking(rng.sample(names, 60))
        gold = Organization(
            [[[d] for d in rng.sample(names, rng.randint(1, 4))] for _ in range(25)], tail=rng.random() < 0.7
        )
        assert reliability(run, gold, n=N, wn=WN, reading=reading, exact=True) == definition.reliability_priority(
            run, gold, N, WN, reading
        )
        assert sensitivity(run, gold, n=N, wn=WN, reading=reading, exact=True) == definition.sensitivity_priority(
            run, gold, N, WN, reading
        )


@pytest.mark.parametrize(
    ("shared", "of_system", "of_gold"),
    [(30, 0, 0), (30, 0, 1), (30, 2, 0), (29, 1, 2), (15, 15, 0), (14, 8, 20), (0, 20, 20), (1, 30, 20)],
)
def test_strict_rankings_are_the_definition(shared: int, of_system: int, of_gold: int) -> None:
    """One document a level on both sides; none, few or most of the documents on one side only."""
    rng = random.Random(shared)
    common = [f"d{i}" for i in range(shared)]
    run, gold_documents = (
        [*common, *(f"{name}{i}" for i in range(extra))] for name, extra in (("s", of_system), ("g", of_gold))
    )
    for reading, tail in product(READINGS, (True, False)):
        system = Organization.ranking(rng.sample(run, len(run)))
        gold = Organization([[[document]] for document in rng.sample(gold_documents, len(gold_documents))], tail=tail)
        r, s = (
            f(system, gold, N, WN, reading) for f in (definition.reliability_priority, definition.sensitivity_priority)
        )
        assert (
            reliability(system, gold, n=N, wn=WN, reading=reading, exact=True),
            sensitivity(system, gold, n=N, wn=WN, reading=reading, exact=True),
        ) == (
            r,
            s,
        )
        assert priority_rs(*both_ways(system, gold), float(C), reading) == pytest.approx(
            (float(r), float(s)), rel=0, abs=1e-12
        )


def test_metrics_are_the_definitions() -> None:
    named = [
        (metric.with_values(n=N, wn=WN), defined.with_values(n=N, wn=WN))
        for metric in registry.metrics()
        for defined in definition.DEFINITIONS
        if metric.base == defined.base
    ]
    assert len(named) == len(definition.DEFINITIONS)
    for (system, gold), reading in product(drawn(4, 60), READINGS):
        for metric, own in named:
            assert metric.with_values(reading=reading).exact(system, gold) == own.with_values(reading=reading)(
                system, gold
            ), (
                metric.id,
                system,
                gold,
            )


def test_the_plain_way_is_the_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = list(product(drawn(17, 60, (3, 5, 8)), ("priority", "clustering"), READINGS, (True, False)))
    values = []
    for pairs in (0, 10**9):
        monkeypatch.setattr("axiometrics.relations.scores._PLAIN", pairs)
        values.append(
            [reliability(*pair, relation, reading=reading, exact=exact) for pair, relation, reading, exact in cases]
        )
    for (_, _, _, exact), fast, plain in zip(cases, *values, strict=True):
        assert type(fast) is type(plain)
        assert fast == plain if exact else abs(fast - plain) < 1e-12


def test_blocks_do_not_change_the_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [both_ways(*pair) for pair in drawn(5, 150)]
    whole = [(priority.judge(a, b, C, "tail-lookup").value, clustering.judge(a, b, C).value) for a, b in cases]
    floats = [relatedness_rs(a, b) for a, b in cases]
    monkeypatch.setattr(repeated, "_CELLS", 1)
    monkeypatch.setattr(overlaps, "_PAIRS", 1)
    monkeypatch.setattr(clustering, "_ROOM", 0)
    assert [(priority.judge(a, b, C, "tail-lookup").value, clustering.judge(a, b, C).value) for a, b in cases] == whole
    assert np.allclose([relatedness_rs(a, b) for a, b in cases], floats, rtol=0, atol=1e-12)


def test_nothing_is_enumerated_without_repeated_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((priority, "repeated_pairs"), (clustering, "overlapping_pairs")):
        monkeypatch.delattr(module, name)
    rng = np.random.default_rng(6)
    system, gold = Arrays.ranking(rng.permutation(1000)), Arrays.graded(rng.integers(0, 40, 900))
    assert min(priority_rs(system, gold)) > 0
    assert min(clustering_rs(rng.integers(0, 5, 1000), rng.integers(0, 5, 1000))) > 0
    twice = Arrays.of([0, 1, 0], [0, 1, 2])
    # repeated by the judge only: still no enumeration
    assert priority.judge(Arrays.ranking([0, 1]), twice, C).value > 0
    with pytest.raises(NameError, match="repeated_pairs"):
        priority.judge(twice, Arrays.ranking([0, 1]), C)


# --- concordances, numba


def points(rng: np.random.Generator) -> tuple[Any, Any, tuple[int, int], Any, Any]:
    """Two orders with ties and without, and values of points that stand on both sides of the pairs or on one."""
    size, rows, columns = rng.integers(0, 90), rng.integers(1, 70), rng.integers(1, 70)
    x = np.arange(size) if rng.random() < 0.4 else np.sort(rng.integers(0, rows, size))
    role = rng.integers(0, 3, size) if rng.random() < 0.5 else np.zeros(size)
    values = rng.integers(1, 1000, size)
    return (
        x,
        rng.integers(0, columns, size),
        (max(int(rows), int(size)), int(columns)),
        values * (role != 1),
        values * (role != 2),
    )


def test_concordances_are_what_they_say() -> None:
    rng = np.random.default_rng(7)
    for _ in range(400):
        x, y, shape, upper, lower = points(rng)
        before = (x[:, np.newaxis] < x) & (y[:, np.newaxis] < y)
        expected = (upper[:, np.newaxis] * before).sum(axis=0) * (lower != 0) + (lower * before).sum(axis=1) * (
            upper != 0
        )
        assert concordant(x, y, shape, upper.astype(float), lower.astype(float), False).tolist() == expected.tolist()
        assert concordant(x, y, shape, upper.astype(object), lower.astype(object)).tolist() == expected.tolist()


def test_the_loops_add_what_numpy_adds_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops themselves, not compiled: results are equal bit by bit; and so they are when blocks are finished one by
    one.
    """
    rng = np.random.default_rng(8)
    cases = []
    for _ in range(60):
        x, y, shape, upper, lower = points(rng)
        cases.append((x, y, shape, upper * rng.random(len(x)), lower * rng.random(len(x))))
    by_numpy = [concordant(*case, compiled=False).tolist() for case in cases]
    monkeypatch.setattr(concordant_sums, "_CHUNK", 1)
    assert [concordant(*case, compiled=False).tolist() for case in cases] == by_numpy
    monkeypatch.setattr(kernels, "steps", lambda size, compiled: (kernels.part, kernels.compare))
    assert [concordant(*case).tolist() for case in cases] == by_numpy


def test_a_reversed_order_has_no_concordance_and_one_near_it_none_below_0() -> None:
    size = 3000
    values = 7.5 / (7.5 + np.arange(size)) / (8.5 + np.arange(size))
    for ends in (0, 2):
        listed = np.arange(size)[::-1].copy()
        listed[:ends] = listed[:ends][::-1]
        sums = concordant_sums.by_parting(listed, values, values, False)
        exact = np.zeros(size)
        if ends:
            exact[-2:] = values[-1], values[-2]
        assert sums.min() == 0
        assert np.abs(sums - exact).max() <= (1e-14 if ends else 0)


def test_pieces_change_only_roundings(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [points(np.random.default_rng(seed)) for seed in range(80)]
    whole = [
        concordant(x, y % 3, (shape[0], 3), upper.astype(object), lower.astype(object)).tolist()
        for x, y, shape, upper, lower in cases
    ]
    monkeypatch.setattr(concordance, "_PIECE", 5)
    assert [
        concordant(x, y % 3, (shape[0], 3), upper.astype(object), lower.astype(object)).tolist()
        for x, y, shape, upper, lower in cases
    ] == whole


def test_levels_are_weighed_alike_in_any_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = Arrays.of(np.arange(60), np.sort(np.random.default_rng(14).integers(0, 20, 60)), levels=22, tail=True)
    for c in (C, float(C)):
        whole = weigh(levels, c)
        with monkeypatch.context() as patch:
            patch.setattr(weights, "_PIECE", 7)
            pieces = weigh(levels, c)
        assert [*pieces.each, *pieces.share, pieces.tail] == [*whole.each, *whole.share, whole.tail]
        assert type(pieces.each[0]) is type(whole.each[0])
    assert sum(whole.each * levels.sizes) + whole.tail == pytest.approx(1)


@pytest.mark.parametrize(
    "keys",
    [
        np.random.default_rng(15).permutation(70_000),
        np.arange(140_000, 0, -2),
        np.arange(140_000) // 2,
        np.random.default_rng(16).integers(0, 70_000, 300),
        [],
    ],
)
def test_orderings_are_those_of_a_stable_sort(keys: Any) -> None:
    keys = np.asarray(keys, dtype=np.int64)
    for order in (ordering(keys), ordering(keys, np.bincount(keys))):
        assert order.dtype == np.int64
        assert np.array_equal(order, np.argsort(keys, kind="stable"))


def test_numba_changes_nothing() -> None:
    pytest.importorskip("numba")
    rng = np.random.default_rng(9)
    for size, levels in ((5000, 5000), (3001, 200), (20, 30)):
        system, gold = Arrays.ranking(rng.permutation(size)), Arrays.graded(rng.integers(0, levels, size))
        assert priority_rs(system, gold, compiled=True) == priority_rs(system, gold, compiled=False)
        assert np.array_equal(
            priority.judge(gold, system, 7.5, compiled=True).kept,
            priority.judge(gold, system, 7.5, compiled=False).kept,
        )


def test_numba_waits_until_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels._compiled.cache_clear()
    assert kernels.steps(kernels.ENOUGH - 1, None) is None
    assert kernels.steps(10**9, False) is None
    monkeypatch.setattr(kernels, "find_spec", lambda name: None)
    assert kernels.steps(10**9, None) is None
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError, match=r"numba is not installed: pip install axiometrics\[fast\]"):
        kernels.steps(1, True)


def test_loops_are_compiled_anew_where_nothing_may_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def njit(function: object = None, cache: bool = False) -> object:
        if cache:
            raise RuntimeError("cannot cache function 'part': no locator available")
        return function

    kernels._compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    assert kernels.steps(1, True) == (kernels.part, kernels.compare)
    kernels._compiled.cache_clear()


def test_long_runs_are_the_sums_of_fractions() -> None:
    rng = np.random.default_rng(16)
    system, gold = Arrays.ranking(rng.permutation(700)), Arrays.graded(rng.permutation(900))
    for own, other in ((system, gold), (gold, system)):
        assert (
            abs(priority.judge(own, other, 7.5).value - float(priority.judge(own, other, Fraction(15, 2)).value))
            < 1e-12
        )
    assert priority_rs(system, system) == pytest.approx((1, 1), abs=1e-12)


# --- arrays


def test_arrays_say_what_organizations_say() -> None:
    for organization, arrays in (
        (Organization.ranking(["d1", "d0"]), Arrays.ranking([1, 0])),
        (Organization.graded({"d0": 1, "d1": 0, "d2": 3}), Arrays.graded([1, 0, 3])),
        (parse("d1 > d0 d2"), Arrays.graded([0, 1, 0], tail=False)),
        (Organization.clustering([["d0", "d2"], ["d1"]]), Arrays.clustering(["x", "y", "x"])),
        (parse("{d0 d1} > d2 {d0 d1} > {}"), Arrays.of([2, 1, 0, 0, 1], [1, 0, 0, 1, 1], [0, 0, 0, 1, 1], levels=3)),
        (parse("..."), Arrays.ranking([])),
    ):
        names = [f"d{i}" for i in range(3)]
        levels = [
            [[names[d] for d in arrays.document[(arrays.level == i) & (arrays.cluster == k)]] for k in range(9)]
            for i in range(len(arrays.sizes))
        ]
        assert (
            Organization([[cluster for cluster in level if cluster] for level in levels], arrays.tail) == organization
        )
        assert arrays.sizes.tolist() == [sum(map(len, level)) for level in organization.levels]
        assert arrays.repeats == (len(organization.documents) < organization.size)


def test_arrays_are_taken_where_organizations_are() -> None:
    grades, scores = np.array([0, 2, 1, 2]), np.array([0.5, 9.0, 1.0, 0.5])
    system, gold = parse("d1 > d2 > d0 d3"), parse("d1 d3 > d2 > d0")
    for function in (ax.reliability, ax.sensitivity):
        assert function(scores, grades) == pytest.approx(float(function(system, gold, exact=True)), abs=1e-15)
        assert function(scores, grades, exact=True) == function(system, gold, exact=True)
    run, graded = ax.Arrays.ranking([1, 3]), ax.Arrays.graded(grades)
    assert ax.reliability(run, graded, exact=True) == ax.reliability(
        parse("d1 > d3 > ..."), parse("d1 d3 > d2 > ..."), exact=True
    )
    labels = np.array(["x", "y", "y", "x"])
    assert ax.reliability(np.zeros(4, dtype=int), labels, "clustering", exact=True) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("system", "gold", "message"),
    [
        (np.zeros(2), np.zeros(3), "2 and 3 numbers: give one for each document"),
        (np.array([np.nan]), np.zeros(1), "one finite number"),
        (np.array(["x"]), np.zeros(1), "one finite number"),
        (np.zeros((1, 1)), np.zeros((1, 1)), "shape"),
        (np.zeros(1), parse("a"), "give both in the same form"),
    ],
)
def test_arrays_that_say_nothing_are_refused(system: Any, gold: Any, message: str) -> None:
    with pytest.raises(OrganizationError, match=message):
        ax.reliability(system, gold)


@pytest.mark.slow
def test_large_organizations_are_coded_once_while_they_live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays_module, "LARGE", 0)
    system, gold = parse("a > {b c} > ..."), parse("c > a b")
    (coded_system, coded_gold), names = coded(system, gold)
    again = coded(gold, system)
    assert again[0][1] is coded_system
    assert again[0][0] is coded_gold
    assert again[1] == names
    assert coded(parse("a > {b c} > ..."), gold)[0][0] is not coded_system
    del system, gold, again
    gc.collect()
    assert arrays_module._last == []


def test_sparse_numbers_are_numbered_afresh() -> None:
    labels = np.array([0, 10**12, 10**12, 5])
    assert Arrays.clustering(labels).cluster.tolist() == [0, 2, 2, 1]
    assert clustering_rs(labels, -labels) == (1, 1)
    (system, gold), ids = codes([10**12, 7], [7, 8])
    assert (system.tolist(), gold.tolist(), ids.tolist()) == ([2, 0], [0, 1], [7, 8, 10**12])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Arrays.ranking([0, -1]), "documents: expected a list of integers from 0"),
        (lambda: Arrays.ranking([0.5]), "found float64"),
        (lambda: Arrays.ranking([[1]]), r"of shape \(1, 1\)"),
        (lambda: Arrays.ranking([], tail=False), "without level and without tail"),
        (lambda: Arrays.of([0], [0, 1]), "1 documents, 2 levels"),
        (lambda: Arrays.of([0], [3], levels=2), "levels up to 3 of 2"),
        (lambda: Arrays.of([0], [0], [0, 1]), "1 documents, 2 clusters"),
        (lambda: Arrays.of([1, 1], [0, 0], [0, 0]), "document 1 occurs twice in a cluster"),
        (lambda: Arrays.ranking([10**15]), "number the documents from 0"),
    ],
)
def test_malformed_arrays_are_refused(make: Callable[[], Arrays], message: str) -> None:
    with pytest.raises(OrganizationError, match=message):
        make()


def test_parameters_are_checked() -> None:
    arrays = Arrays.ranking([0])
    for c in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ParameterError, match="expected a number above 0"):
            priority_rs(arrays, arrays, c)
    with pytest.raises(ParameterError, match="is none of listed, tail-lookup, tail-certain"):
        priority_rs(arrays, arrays, reading="seen")
    with pytest.raises(ParameterError, match="is none of listed"):
        reliability(parse("a"), parse("a"), "clustering", reading="seen")
    with pytest.raises(ParameterError, match="is none of priority, clustering"):
        reliability(parse("a"), parse("a"), "order")
    with pytest.raises(ParameterError, match="outside"):
        curve(30, 1)
    assert reliability(parse("a > ..."), parse("b a > ..."), c=C, exact=True) == reliability(
        parse("a > ..."), parse("b a > ..."), n=N, wn=WN, exact=True
    )


# --- forms, size


def test_partitions_and_filterings_are_the_same_code() -> None:
    rng = random.Random(10)
    for _ in range(60):
        labels = [[rng.randrange(4) for _ in range(9)] for _ in range(2)]
        true, pred = (
            Organization.clustering([[f"d{i}" for i in range(9) if labelling[i] == k] for k in sorted(set(labelling))])
            for labelling in labels
        )
        scores = clustering_rs(*labels)
        assert scores == pytest.approx(
            [float(registry.metric(f"bcubed-{name}").exact(pred, true)) for name in ("precision", "recall")], abs=1e-12
        )
        kept = [[f"d{i}" for i in range(9) if labelling[i] % 2] for labelling in labels]
        system, gold = (
            Organization.filtering(names, [f"d{i}" for i in range(9) if f"d{i}" not in names]) for names in kept
        )
        r, s = (f(system, gold, exact=True) for f in (reliability, sensitivity))
        assert metrics.harmonic(r, s) == registry.metric("rs-filtering").exact(system, gold)


@pytest.mark.parametrize("reading", READINGS)
def test_runs_are_the_same_code(reading: str) -> None:
    rng = random.Random(11)
    metric = registry.metric("rs-ranking").with_values(reading=reading)
    for _ in range(60):
        names = [f"d{i}" for i in range(8)]
        run = Organization.ranking(rng.sample(names, rng.randint(1, 8)))
        gold = Organization.graded({name: rng.randint(0, 2) for name in names} | {"d0": 1}, top=2)
        r, s = (f(run, gold, reading=reading, exact=True) for f in (reliability, sensitivity))
        assert metrics.harmonic(r, s) == metric.exact(run, gold)


def test_memory_is_a_small_multiple_of_the_input() -> None:
    size = 100_000
    rng = np.random.default_rng(12)
    ranks, grades, labels = rng.permutation(size), rng.permutation(size), rng.integers(0, 1000, (2, size))
    computations: list[Callable[[], object]] = [
        lambda: priority_rs(Arrays.ranking(ranks), Arrays.graded(grades), compiled=False),
        lambda: clustering_rs(*labels),
    ]
    for compute in computations:
        tracemalloc.start()
        compute()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 24 * 2 * ranks.nbytes


def test_documents_may_be_missing_and_repeated_in_long_runs() -> None:
    """5000 occurrences, against the definition on what the pairs of a repeated document add: scores stay shares, and
    move by little.
    """
    rng = np.random.default_rng(13)
    ranks = rng.permutation(5000)
    gold = Arrays.graded(rng.integers(0, 100, 4000))
    r, s = priority_rs(Arrays.ranking(ranks), gold)
    repeats = priority_rs(Arrays.ranking(np.concatenate([ranks, ranks[:3]])), gold)
    assert repeats == pytest.approx((r, s), abs=0.01)
    assert 0 < min(*repeats, r, s) < max(*repeats, r, s) < 1


# --- degenerate cases

FULL, CLOSED = parse("a {b c} > d > ..."), parse("{a b} > c")


def scores(
    system: str | Organization, gold: str | Organization, relation: str, reading: str = "listed"
) -> tuple[Any, Any]:
    system, gold = (
        parse(organization) if isinstance(organization, str) else organization for organization in (system, gold)
    )
    r, s = (f(system, gold, relation, n=N, wn=WN, reading=reading, exact=True) for f in (reliability, sensitivity))
    return r, s


@pytest.mark.parametrize("reading", READINGS)
def test_empty_system(reading: str) -> None:
    """No relation of its own: R = 0; the gold finds none of its own there, save what tail-certain grants above its
    tail.
    """
    for empty in ("...", "{}", "{} > {} > ..."):
        for gold in (FULL, CLOSED):
            r, s = scores(empty, gold, "priority", reading)
            assert r == 0
            assert (s > 0) == (reading == "tail-certain" and gold.tail)
    assert scores("...", CLOSED, "clustering") == (1, 0)
    assert scores("{}", CLOSED, "clustering") == (0, 0)
    assert scores("...", FULL, "clustering") == (1, C / (C + 4))  # the gold's tail is right


@pytest.mark.parametrize("reading", READINGS)
def test_empty_gold(reading: str) -> None:
    for empty in ("...", "{}"):
        r, s = scores(FULL, empty, "priority", reading)
        assert s == 0
        assert (r > 0) == (reading == "tail-certain")
    assert scores(FULL, "...", "clustering") == (C / (C + 4), 1)


@pytest.mark.parametrize("reading", READINGS)
def test_both_empty(reading: str) -> None:
    for system, gold in product(("...", "{}", "{} > ..."), repeat=2):
        assert scores(system, gold, "priority", reading) == (0, 0)
        assert scores(system, gold, "clustering", reading) == (system != "{}", gold != "{}")
        assert metrics.rs_priority(parse(system), parse(gold), N, WN, reading) == 0


def test_one_level_only() -> None:
    """Without tail there is no priority relation; with it, each document is above the tail. Empty levels beside it
    change nothing.
    """
    assert scores("{a b} c", CLOSED, "priority") == (0, 0)
    assert scores("{} > {a b} c > {}", CLOSED, "priority") == (0, 0)
    assert scores("a b > ...", "a b > ...", "priority") == (1, 1)
    assert scores("a b > ...", "{a b}", "priority") == (1, 0)
    assert scores("{a b} c", "{a b} > c", "clustering") == (1, 1)


def test_no_relation_of_a_kind_is_named() -> None:
    for text, of_priority, of_clustering in (
        ("...", NOTHING, ""),
        ("{}", NOTHING, NOTHING),
        ("a b", ONE_LEVEL, ""),
        ("a b > ...", "", ""),
        ("a > b", "", ""),
    ):
        for relation, expected in (("priority", of_priority), ("clustering", of_clustering)):
            losses = breakdown(parse(text), FULL, relation)
            assert (losses.reliability.lacking, losses.reliability.weight) == (expected, 0 if expected else 1)


# --- breakdown


@pytest.mark.parametrize("relation", ["priority", "clustering"])
def test_losses_add_up(relation: str) -> None:
    for (system, gold), reading in zip(drawn(14, 240, (3, 6, 10)), READINGS * 80, strict=True):
        losses = breakdown(system, gold, relation, N, WN, reading, relations=True)
        for side, own, other in ((losses.reliability, system, gold), (losses.sensitivity, gold, system)):
            assert side.value == getattr(definition, f"reliability_{relation}")(own, other, N, WN, reading)
            assert side.weight == (not side.lacking)
            for costs in (side.documents, side.relations):
                assert sum(cost.weight for cost in costs) == side.weight
                assert sum(cost.lost for cost in costs) == side.weight - side.value, (system, gold, reading)
                assert all(0 <= cost.lost <= cost.weight for cost in costs)
                assert [cost.lost for cost in costs] == sorted((cost.lost for cost in costs), reverse=True)
            assert {cost.document for cost in side.documents} == own.documents | ({None} if own.tail else set())
            assert all(
                cost.listed == (cost.document in other.documents)
                for cost in side.documents
                if cost.document is not None
            )
            assert all(cost.times >= 1 for cost in side.relations)


def test_losses_in_floats_are_those_of_fractions() -> None:
    for system, gold in drawn(15, 40):
        exact, floats = (breakdown(system, gold, c=C, exact=exact, relations=True) for exact in (True, False))
        assert type(floats.reliability.value) is float
        for own, other in ((exact.reliability, floats.reliability), (exact.sensitivity, floats.sensitivity)):
            lost = {cost.document: cost.lost for cost in other.documents}
            assert all(abs(float(cost.lost) - lost[cost.document]) < 1e-12 for cost in own.documents)
            of_pairs = {cost.documents: cost.lost for cost in other.relations}
            assert all(abs(float(cost.lost) - of_pairs[cost.documents]) < 1e-12 for cost in own.relations)


def test_a_breakdown_by_hand() -> None:
    """c = 1: the system weighs a 1/2, b 1/6, its tail 1/3; the gold has b only."""
    losses = breakdown(parse("a > b > ..."), parse("b > ..."), c=1, relations=True)
    side = losses.reliability
    assert side.value == Fraction(1, 5) * Fraction(1, 3) + Fraction(1, 2) * Fraction(1, 6)
    assert {cost.document: (cost.weight, cost.lost, cost.listed) for cost in side.documents} == {
        "a": (Fraction(1, 2), Fraction(1, 2), False),
        "b": (Fraction(1, 6), Fraction(1, 10), True),
        None: (Fraction(1, 3), Fraction(1, 4), True),
    }
    assert {cost.documents: (cost.weight, cost.lost, cost.times, cost.found) for cost in side.relations} == {
        ("a", "b"): (Fraction(4, 15), Fraction(4, 15), 1, 0),  # 1/2 * 1/6 / (1/2) + 1/6 * 1/2 / (5/6)
        ("a", None): (Fraction(7, 12), Fraction(7, 12), 1, 0),
        ("b", None): (Fraction(3, 20), Fraction(0), 1, 1),
    }
    assert losses.sensitivity.value == 1
    assert [
        (cost.documents, str(cost.lost))
        for cost in breakdown(parse("{a b}"), parse("a b"), "clustering", relations=True).reliability.relations
    ] == [
        (("a", "b"), "1/2"),
        (("a", "a"), "0"),
        (("b", "b"), "0"),
    ]
