"""Organizations against brute force over names, and the cases of each constraint on them against its statement."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.organization_edits import broken_at_two_levels, merged_clusters, splits
from axiometrics.generators.organization_worlds import AnyOutput, EachOnce, GoldItself
from axiometrics.generators.organizations import (
    Edits,
    Shape,
    documents,
    labelled,
    least_name,
    levels,
    named,
    renamed,
    shapes,
    up_to,
)
from axiometrics.verification.statements import admitted
from tests.families import family_of

Shapes = tuple[Shape, ...]
A055887 = [1, 3, 8, 22, 59, 160, 431]
"""Sequences of partitions of whole numbers, by their sum."""

A083355 = [1, 4, 23, 175, 1662]
"""Sequences of partitions of sets: the same, names told apart."""

DECLARED = {
    f"{c.id}-{r.name}": (c, r)
    for c in registry.constraints()
    if c.task == "organization"
    for r in c.readings
    if isinstance(r.cases, Edits) and not isinstance(r.cases.world, EachOnce)
}
READINGS = {name: reading for name, (_, reading) in DECLARED.items()}
every_reading = pytest.mark.parametrize("reading", READINGS.values(), ids=list(READINGS))


@cache
def naive_levels(number: int, occurrences: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every level of that many occurrences of documents below `number`: multisets of sets."""
    if not occurrences:
        return ((),)
    clusters = [c for size in range(1, occurrences + 1) for c in combinations(range(number), size)]
    return tuple({tuple(sorted((c, *rest))) for c in clusters for rest in naive_levels(number, occurrences - len(c))})


@cache
def naive(number: int, occurrences: int) -> tuple[Shape, ...]:
    """Every organization of that many occurrences of documents below `number`, of some of them or all."""
    if not occurrences:
        return ((),)
    return tuple(
        (level, *below)
        for top in range(1, occurrences + 1)
        for level in naive_levels(number, top)
        for below in naive(number, occurrences - top)
    )


def extra_of(family: Edits) -> int:
    """The occurrences that a gold of the family may have beyond one for each document."""
    assert isinstance(family.world, GoldItself | AnyOutput)
    return family.world.extra


def quick(family: Edits) -> int:
    """Documents up to which the cases of a family are looked at one by one."""
    return 4 - (extra_of(family) > 0) - isinstance(family.world, AnyOutput)


def numbered(organization: Organization) -> Shape:
    return tuple(
        tuple(sorted(tuple(sorted(int(d[1:]) - 1 for d in cluster)) for cluster in level))
        for level in organization.levels
    )


def test_without_repeats_they_are_as_many_as_listed() -> None:
    assert [len(shapes(n)) for n in range(1, 8)] == A055887
    assert [len(labelled(tuple(range(n)))) for n in range(1, 6)] == A083355


@pytest.mark.parametrize(("number", "extra"), [(1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
def test_all_of_them_once(naive_name: Callable[[Shapes], Shapes], number: int, extra: int) -> None:
    expected = {naive_name((shape,)) for shape in naive(number, number + extra) if len(documents(shape)) == number}
    names = [naive_name((shape,)) for shape in shapes(number, extra)]
    assert len(names) == len(set(names)), "one twice"
    assert set(names) == expected


def test_labelled_ones_are_all_there_are() -> None:
    assert set(labelled((0, 1), 1)) == {shape for n in (2, 3) for shape in naive(2, n) if documents(shape) == {0, 1}}
    assert {renamed(shape, {0: 4, 1: 7}) for shape in labelled((0, 1))} == set(labelled((4, 7)))
    assert labelled(()) == ((),)


def test_a_name_is_the_same_for_what_differs_in_names_only() -> None:
    for shape, second in product(up_to(3, 1)[:30], up_to(3, 0)):
        written = {
            least_name((renamed(shape, name), renamed(second, name)))
            for order in permutations(range(3))
            for name in [dict(enumerate(order))]
        }
        assert len(written) == 1


def test_splits_of_a_cluster() -> None:
    assert [len(list(splits(tuple(range(n))))) for n in (2, 3, 4)] == [1, 3, 7]  # 2^(n-1) - 1
    assert all(sorted(left + right) == [0, 1, 2, 3] and left and right for left, right in splits((0, 1, 2, 3)))


def test_clusters_are_merged_that_share_no_document() -> None:
    of = (((0,), (0, 1), (2,)),)
    worse = [outputs["worse"] for outputs, _ in merged_clusters(of, ())]
    assert worse == [(((0, 1), (0, 2)),), (((0,), (0, 1, 2)),)]


def test_clusters_on_two_levels_are_split_in_parts_of_the_same_sizes() -> None:
    of = (((0, 1),), ((2, 3, 4),), ((5, 6),))
    ((outputs, _),) = broken_at_two_levels(of, ())
    assert outputs["shallow_worse"] == (((0,), (1,)), *of[1:])
    assert outputs["deep_worse"] == (*of[:2], ((5,), (6,)))


def test_organizations_are_compared_level_by_level() -> None:
    left, right = Organization.parse("{a b} > {} > c > ..."), Organization.parse("{b a} > c > ...")
    assert levels(left) == levels(right)
    assert str(named((((0, 1),), ((1,),)), False)) == "{d1 d2} > d2"


@pytest.mark.few(8)
@every_reading
def test_every_case_is_admitted_and_comes_once(naive_name: Callable[[Shapes], Shapes], reading: Reading) -> None:
    family = family_of(reading, Edits)
    for number in range(1, quick(family) + 1):
        names = []
        for case in family.cases(number):
            assert family.admits(case) is None, case
            assert case.documents == number
            names.append(naive_name((numbered(case.gold), *map(numbered, case.outputs.values()))))
        assert len(names) == len(set(names)), "a case twice"


@every_reading
def test_turned_round_a_case_is_none(reading: Reading) -> None:
    family = family_of(reading, Edits)
    either_way = family.edit.__name__ == "reversed_either_way"
    for number in range(1, quick(family) + 1):
        for case in family.cases(number):
            first, second, *more = case.outputs
            turned = {
                first: case.outputs[second],
                second: case.outputs[first],
                **{role: case.outputs[role] for role in more},
            }
            assert (family.admits(Case(case.gold, turned)) is None) == either_way
            assert family.admits(Case(Organization(case.gold.levels, not family.tail), case.outputs)) is not None


def naive_pairs(family: Edits, number: int) -> Iterator[tuple[Shape, Shape]]:
    """Golds and outputs that name that many documents together, names told apart."""
    listed = [shape for n in range(number + extra_of(family) + 1) for shape in naive(number, n)]
    golds = [shape for shape in listed if shape and documents(shape) == set(range(len(documents(shape))))]
    for gold, output in product(golds, listed):
        if len(documents(gold) | documents(output)) == number and (output or family.tail):
            yield gold, output


# its halves are those of broken-cluster
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        pytest.param(name, numbers, marks=[pytest.mark.thorough if i % 6 else pytest.mark.slow] if 3 in numbers else [])
        for i, (name, reading) in enumerate(READINGS.items())
        if not name.startswith("broken-cluster-level")
        for numbers in ((1, 2), (3,))
        if not (3 in numbers and extra_of(family_of(reading, Edits)))
    ],
)
def test_the_cases_are_all_that_the_plain_statement_admits(
    naive_name: Callable[[Shapes], Shapes], name: str, numbers: tuple[int, ...]
) -> None:
    constraint, reading = DECLARED[name]
    family = family_of(reading, Edits)
    for number in numbers:
        expected = set()
        for gold, output in naive_pairs(family, number):
            for sides in ((gold, output), (output, gold)):
                case = Case(
                    named(gold, family.tail),
                    {role: named(shape, family.tail) for role, shape in zip(("better", "worse"), sides, strict=True)},
                )
                if not isinstance(admitted(constraint, reading, case), str):
                    expected.add(naive_name((gold, *sides)))
        names = {
            naive_name((numbered(case.gold), *map(numbered, case.outputs.values()))) for case in family.cases(number)
        }
        assert names == expected


def test_an_empty_level_changes_nothing(case_of: Callable[..., Case]) -> None:
    assert (
        READINGS["removed-document-distinct"].judged.admits(case_of("a > b > ...", "a > b > ...", "{} > b > ..."))
        is None
    )
