"""Filterings: tables and moves against enumeration over documents, the recogniser, and the random outputs of the
descriptive constraint.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.generators.filterings import ConfusionTables, ExpectedTables, RandomSubsets, UnitMoves, moved, organize

Table = tuple[int, int, int, int]


def family(reading: str) -> UnitMoves:
    (priority,) = registry.match_constraints("filtering:priority")
    cases = priority.reading(reading).cases
    assert isinstance(cases, UnitMoves)
    return cases


def table_of(output: Organization, gold: Organization) -> Table:
    positive, relevant = ({d for cluster in side.levels[0] for d in cluster} for side in (output, gold))
    tp = len(positive & relevant)
    return tp, len(positive) - tp, len(relevant) - tp, len(gold.documents) - len(positive | relevant)


@pytest.mark.parametrize("documents", [0, 1, 2, 5, 8])
def test_tables_are_every_way_to_split_the_documents_in_four(documents: int) -> None:
    world = ConfusionTables(documents)
    listed = [tuple(table) for table in world.tables.tolist()]
    assert len(listed) == len(set(listed)) == len(world) == comb(documents + 3, 3)
    assert all(sum(table) == documents and min(table) >= 0 for table in listed)


@pytest.mark.parametrize("documents", [1, 3, 4])
def test_tables_are_what_filterings_of_named_documents_amount_to(documents: int) -> None:
    world = ConfusionTables(documents)
    expected = {tuple(Counter(kinds)[kind] for kind in range(4)) for kinds in product(range(4), repeat=documents)}
    listed = set()
    for k in range(len(world)):
        output, gold = world.outputs(k, True)
        assert table_of(output, gold) == tuple(world.tables[k])
        listed.add(table_of(output, gold))
    assert listed == expected
    assert len({world.signature(k, True) for k in range(len(world))}) == len(world)


# --- moves


def naive_moves(documents: int, interior: bool) -> Counter[tuple[Table, Table]]:
    """Every filtering of named documents, every document moved the right way; each pair of tables once."""
    moves = set()
    for relevance in product((True, False), repeat=documents):
        if len(set(relevance)) < 2:
            continue
        for positive in product((True, False), repeat=documents):
            for moving in range(documents):
                if positive[moving] != relevance[moving]:
                    after = [relevance[i] if i == moving else positive[i] for i in range(documents)]
                    tables = [
                        tuple(Counter(zip(side, relevance, strict=True))[kind] for kind in KINDS)
                        for side in (positive, after)
                    ]
                    if not interior or all(table[0] >= 1 and table[3] >= 1 for table in tables):
                        moves.add((tables[0], tables[1]))
    return Counter(moves)  # type: ignore[arg-type]


KINDS = [(True, True), (True, False), (False, True), (False, False)]
"""Positive and relevant: tp, fp, fn, tn."""


@pytest.mark.parametrize("reading", ["universal", "interior"])
@pytest.mark.parametrize("documents", [1, 2, 3, 4, 5])
def test_cases_are_the_naive_moves_each_once(reading: str, documents: int) -> None:
    counts = Counter(
        (table_of(case.outputs["worse"], case.gold), table_of(case.outputs["better"], case.gold))
        for case in family(reading).cases(documents)
    )
    assert counts == naive_moves(documents, reading == "interior")


def test_moves_are_as_many_as_the_formula_says() -> None:
    """C(n+2, 3) tables have a false negative, and as many a false positive; without those of one class, C(n+2, 3) -
    C(n+1, 1) each.
    """
    for documents in range(1, 10):
        assert sum(1 for _ in family("universal").cases(documents)) == 2 * (comb(documents + 2, 3) - documents)
    for documents in range(3, 10):
        # tp >= 1 and tn >= 1 in both tables: one of them, the other and the document that moves are given, the rest is
        # free
        assert sum(1 for _ in family("interior").cases(documents)) == 2 * comb(documents, 3)


@pytest.mark.few(2)
@pytest.mark.parametrize("reading", ["universal", "interior"])
@pytest.mark.parametrize("name", ["accuracy", "f", "mcc"])
def test_blocks_hold_and_score_the_same_cases(reading: str, name: str) -> None:
    moves, metric = family(reading), registry.metric(name)
    seen: Counter[tuple[int, Table, Table]] = Counter()
    for block in moves.blocks(6):
        assert (block.sizes(np.arange(len(block))) == (block.least, 3 * block.least)).all()
        values = {}
        for role, (universe, index) in block.places.items():
            scored = np.concatenate([metric.evaluate(counts) for counts, _ in universe.chunks()])
            values[role] = scored[index]
        for k in range(len(block)):
            case = block.case(k, True)
            assert moves.admits(case) is None
            assert case.size == (block.least, 3 * block.least)
            for role, output in case.outputs.items():
                assert values[role][k] == pytest.approx(float(metric.exact(output, case.gold)), abs=1e-12)
                universe, index = block.places[role]
                same, gold = universe.outputs(int(index[k]), True)
                assert table_of(same, gold) == table_of(output, case.gold)
            seen[
                block.least, table_of(case.outputs["worse"], case.gold), table_of(case.outputs["better"], case.gold)
            ] += 1
    assert seen == Counter(
        (n, table_of(case.outputs["worse"], case.gold), table_of(case.outputs["better"], case.gold))
        for n in range(1, 7)
        for case in moves.cases(n)
    )


def filtering_case(gold: str, worse: str, better: str) -> Case:
    return Case(Organization.parse(gold), {"worse": Organization.parse(worse), "better": Organization.parse(better)})


@pytest.mark.parametrize(
    ("reading", "gold", "worse", "better"),
    [
        ("universal", "a > b", "{} > a b", "a > b"),
        ("universal", "a > b", "a b > {}", "a > b"),
        ("universal", "a > b", "b > a", "a b > {}"),
        ("universal", "{a c} > b d", "b > {a c d}", "{} > a b c d"),
        ("interior", "a c > b d", "a > b c d", "a c > b d"),
        ("interior", "a c > b d", "a b > c d", "a > b c d"),
    ],
)
def test_a_move_the_right_way_is_admitted(reading: str, gold: str, worse: str, better: str) -> None:
    assert family(reading).admits(filtering_case(gold, worse, better)) is None


@pytest.mark.parametrize(
    ("reading", "gold", "worse", "better", "problem"),
    [
        ("universal", "a > b", "a > b", "{} > a b", "not worse with one document moved the right way"),
        ("universal", "a > b", "{} > a b", "b > a", "not worse with one document moved the right way"),
        ("universal", "a > b", "b > a", "a > b", "not worse with one document moved the right way"),
        ("universal", "a c > b", "{} > a b c", "a c > b", "not worse with one document moved the right way"),
        ("universal", "a > b", "a > b", "a > b", "not worse with one document moved the right way"),
        ("universal", "a b > {}", "{} > a b", "a > b", "the gold has only one class"),
        ("universal", "{} > a b", "a b > {}", "a > b", "the gold has only one class"),
        ("universal", "a > b", "{} > a", "a > {}", "not filterings of the same documents"),
        ("universal", "a b", "{} > a b", "a > b", "not filterings of the same documents"),
        ("universal", "a > b > ...", "{} > a b", "a > b", "not filterings of the same documents"),
        ("universal", "a > a b", "{} > a b", "a > b", "not filterings of the same documents"),
        ("interior", "a > b", "{} > a b", "a > b", "does not speak of these tables"),
        ("interior", "a c > b", "a b > c", "a > b c", "does not speak of these tables"),
    ],
)
def test_anything_else_is_refused_with_its_reason(
    reading: str, gold: str, worse: str, better: str, problem: str
) -> None:
    reason = family(reading).admits(filtering_case(gold, worse, better))
    assert reason is not None
    assert problem in reason


def test_the_document_that_moves_keeps_its_name() -> None:
    into = moved((1, 1, 2, 1), (2, 1, 1, 1), "in")
    assert into.outputs["worse"] == Organization.parse("r1 n1 > r2 r3 n2")
    assert into.outputs["better"] == Organization.parse("r1 r2 n1 > r3 n2")
    out = moved((1, 2, 0, 0), (1, 1, 0, 1), "out")
    assert out.outputs["better"] == Organization.parse("r1 n1 > n2")
    assert organize((1, 0, 1, 2))[1] == Organization.parse("r1 r2 > n1 n2")


# --- random outputs


def test_expected_tables_are_independent_of_relevance() -> None:
    """Positive rate x, prevalence pi: tp = x pi n and so on, whole numbers all."""
    series = list(ExpectedTables().series(None))
    assert [name for name, _ in series] == [f"prevalence {Fraction(i, 12)}" for i in range(1, 12)]
    for i, (_, steps) in enumerate(series, 1):
        assert len(steps) == 11
        for k, [(chance, pair)] in enumerate(steps, 1):
            x, prevalence, n = Fraction(k, 12), Fraction(i, 12), 144
            assert chance == 1
            assert [Fraction(count) for count in table_of(*pair)] == [
                x * prevalence * n,
                x * (1 - prevalence) * n,
                (1 - x) * prevalence * n,
                (1 - x) * (1 - prevalence) * n,
            ]


def test_random_subsets_have_the_chances_of_all_subsets() -> None:
    """Against every subset of that size, listed."""
    for name, steps in RandomSubsets().series(6):
        relevant, n = int(name.split()[0]), int(name.split()[2])
        assert len(steps) == n - 1
        for s, drawn in enumerate(steps, 1):
            counted: Counter[Table] = Counter()
            for subset in combinations(range(n), s):
                tp = sum(document < relevant for document in subset)
                counted[tp, s - tp, relevant - tp, n - relevant - (s - tp)] += 1
            assert {table_of(*pair): chance for chance, pair in drawn} == {
                table: Fraction(times, comb(n, s)) for table, times in counted.items()
            }
            assert sum(chance for chance, _ in drawn) == 1


def test_the_mean_of_accuracy_over_all_subsets_is_that_of_the_expected_table() -> None:
    """For a metric that is linear in the counts the two readings agree."""
    accuracy = registry.metric("accuracy")
    for name, steps in RandomSubsets().series(7):
        relevant, n = int(name.split()[0]), int(name.split()[2])
        for s, drawn in enumerate(steps, 1):
            mean = sum(chance * accuracy.exact(*pair) for chance, pair in drawn)
            x, prevalence = Fraction(s, n), Fraction(relevant, n)
            assert mean == x * prevalence + (1 - x) * (1 - prevalence)
