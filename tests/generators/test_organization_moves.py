"""Filtering and ranking constraints within larger organizations: where nothing is around they are what they were, else
all that their statements say.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.organization_moves import exchanged_twice
from axiometrics.generators.organization_worlds import EachOnce, ordered
from axiometrics.generators.organizations import Edits, Shape, documents, labelled, named, renamed
from tests.families import family_of

READINGS = {
    f"{c.id}-{r.name}": r
    for c in registry.constraints()
    if c.task == "organization"
    for r in c.readings
    if isinstance(r.cases, Edits) and isinstance(r.cases.world, EachOnce)
}
every_reading = pytest.mark.parametrize("reading", READINGS.values(), ids=list(READINGS))

Shapes = tuple[Shape, ...]
A000670 = [1, 1, 3, 13, 75, 541]
"""Weak orders."""


def test_two_exchanges_that_are_compared_share_no_level() -> None:
    """1 and 3 of the first gold level are exchanged with 2 and 4 of the second: on four levels, or on three."""
    gold: Shape = (((1,), (3,)), ((2,), (4,)))
    apart, joined = (((1,),), ((2,),), ((3,),), ((4,),)), (((1,),), ((2,), (3,)), ((4,),))
    assert [words for _, words in exchanged_twice(gold, apart)] == [
        "documents of levels 1 and 2 exchanged, or of levels 3 and 4"
    ]
    assert list(exchanged_twice(gold, joined)) == []


def world_of(family: Edits) -> EachOnce:
    """The golds and outputs that the family edits."""
    assert isinstance(family.world, EachOnce)
    return family.world


def quick(family: Edits) -> tuple[int, ...]:
    """Sizes whose cases are looked at one by one."""
    if world_of(family).seats < 4:
        return 2, 3
    return (4,) if world_of(family).kind == "clustered" else (4, 5)


def declared(name: str) -> Reading:
    """The reading of a constraint of another task, as `task:id-reading`."""
    return next(r for c in registry.constraints() for r in c.readings if f"{c.name}-{r.name}" == name)


# --- the special cases


@pytest.mark.parametrize(("reading", "same"), [("two-levels", "universal"), ("interior", "interior")])
def test_without_clusters_it_is_the_constraint_on_filterings(
    name_of: Callable[[Case], Shapes], reading: str, same: str
) -> None:
    """An output of one level stands for two filterings, one of its sets being empty."""
    family = family_of(READINGS[f"embedded-filtering-priority-{reading}"], Edits)
    for number in range(2, 5):
        alone = [
            case
            for case in family.cases(number)
            if all(len(c) == 1 for o in (case.gold, *case.outputs.values()) for level in o.levels for c in level)
        ]
        expected = [name_of(case) for case in declared(f"filtering:priority-{same}").judged.cases(number)]
        assert set(map(name_of, alone)) == set(expected)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "constraint", ["ranking:priority-universal", "ranking:deepness-same-run", "ranking:confidence-universal"]
)
def test_with_a_gold_of_one_level_it_is_the_constraint_on_rankings(
    name_of: Callable[[Case], Shapes], constraint: str
) -> None:
    """As far as the documents go that both name: a run of the constraint on rankings may miss some of the gold's."""
    which = constraint.removeprefix("ranking:").partition("-")[0]
    family = family_of(READINGS[f"embedded-{'ranking-' if which == 'priority' else ''}{which}-plain"], Edits)
    sizes = range(2, 6) if which != "deepness" else range(4, 6)
    names = {name_of(case) for number in sizes for case in family.cases(number) if len(case.gold.levels) == 1}
    runs = [case for length in range(1, 6) for case in declared(constraint).judged.cases(length)]
    expected = {name_of(case) for case in runs if case.documents < 6 and len(case.gold.levels) == 1}
    assert names == expected
    assert len(names) > 2


@pytest.mark.parametrize("number", [2, 3])
def test_graded_golds_too(name_of: Callable[[Case], Shapes], number: int) -> None:
    family = family_of(READINGS["embedded-ranking-priority-plain"], Edits)
    names = {name_of(case) for case in family.cases(number) if len(case.gold.levels) == 2}
    runs = [
        case for length in range(1, number + 1) for case in declared("ranking:priority-graded").judged.cases(length)
    ]
    assert names == {name_of(case) for case in runs if case.documents == number and all(case.gold.levels)}


# --- all that the statements say


@cache
def outputs_of(number: int) -> tuple[Shape, ...]:
    """Every organization of some of these documents, all names told apart."""
    return tuple(
        shape for size in range(number + 1) for kept in combinations(range(number), size) for shape in labelled(kept)
    )


def level_of(shape: Shape) -> dict[int, int]:
    return {d: i for i, level in enumerate(shape) for cluster in level for d in cluster}


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def lone(shape: Shape, d: int) -> bool:
    return any(cluster == (d,) for level in shape for cluster in level)


def without(shape: Shape, d: int) -> Shape:
    left = (tuple(cluster for cluster in level if cluster != (d,)) for level in shape)
    return tuple(level for level in left if level)


def is_a_swap(gold: Shape, better: Shape, worse: Shape) -> bool:
    """Two lone documents of neighbouring levels change places against the gold."""
    before, grade = level_of(better), level_of(gold)
    for d, e in permutations(before, 2):
        right_order = before[e] == before[d] + 1 and grade.get(d, 99) < grade.get(e, 99)
        if (
            right_order
            and lone(better, d)
            and lone(better, e)
            and renamed(better, {**{f: f for f in before}, d: e, e: d}) == worse
        ):
            return True
    return False


def is_a_step(gold: Shape, better: Shape, worse: Shape) -> bool:
    """A lone document moves one way without passing a whole level of others; whatever its order to changes, none the
    wrong way and one the right way.
    """
    before, after, grade = level_of(worse), level_of(better), level_of(gold)
    if set(before) != set(after):
        return False
    for d in before:
        if not (lone(worse, d) and lone(better, d) and without(worse, d) == without(better, d) and worse != better):
            continue
        old, new = ({e: sign(place[e] - place[d]) for e in place if e != d} for place in (before, after))
        changes = {e: new[e] - old[e] for e in old if new[e] != old[e]}
        turned = [e for e, change in changes.items() if abs(change) == 2]
        untied = [e for e, change in changes.items() if change and old[e] == 0]
        one_step = not turned and (not untied or all(abs(change) == 1 for change in changes.values()))
        wanted = [sign(grade.get(e, 99) - grade.get(d, 99)) * sign(change) for e, change in changes.items()]
        if one_step and min(wanted) >= 0 and any(wanted):
            return True
    return False


def is_one_more(gold: Shape, better: Shape, worse: Shape) -> bool:
    last = worse[-1:] if worse else ()
    return (
        bool(worse)
        and worse[:-1] == better
        and len(documents(last)) == 1
        and not documents(last) & documents(gold)
        and bool(documents(gold) & documents(better))
    )


STATEMENTS = {"ranking-priority": is_a_swap, "filtering-priority": is_a_step, "confidence": is_one_more}


def triples(family: Edits, number: int) -> Iterator[tuple[Shape, Shape, Shape]]:
    """Golds, betters and worses that name so many documents together and may make a case; the documents of the gold
    come first.
    """
    listed = outputs_of(number)
    for gold in (shape for shape in listed if shape and documents(shape) == set(range(len(documents(shape))))):
        for better, worse in product(listed, repeat=2):
            as_many = (
                len(documents(worse)) == len(documents(better)) + world_of(family).fresh
                and len(documents(gold) | documents(better) | documents(worse)) == number
            )
            if as_many and (family.tail or documents(gold) == documents(better) == documents(worse)):
                yield gold, better, worse


def of_kind(family: Edits, shapes: tuple[Shape, ...]) -> bool:
    world = world_of(family)
    levels = [level for shape in shapes for level in shape]
    if world.grades is not None and len(shapes[0]) > world.grades:
        return False
    if world.kind != "clustered" and any(len(cluster) > 1 for level in levels for cluster in level):
        return False
    if world.kind == "plain" and any(len(level) > 1 for shape in shapes[1:] for level in shape):
        return False
    return world.sets is None or (len(shapes[0]) == world.sets and all(len(shape) <= world.sets for shape in shapes))


def interior(gold: Shape, output: Shape) -> bool:
    return len(output) == 2 and all(documents(gold[i : i + 1]) & documents(output[i : i + 1]) for i in (0, 1))


@pytest.mark.few(3)
@pytest.mark.parametrize("reading", [name for name in READINGS if "deepness" not in name])
def test_the_cases_are_all_that_the_statement_says(
    name_of: Callable[[Case], Shapes], naive_name: Callable[[Shapes], Shapes], reading: str
) -> None:
    family = family_of(READINGS[reading], Edits)
    (says,) = (holds for constraint, holds in STATEMENTS.items() if constraint in reading)
    for number in (1, 2, 3):
        expected = {
            naive_name(shapes)
            for shapes in triples(family, number)
            if of_kind(family, shapes)
            and says(*shapes)
            and ("interior" not in reading or all(interior(shapes[0], side) for side in shapes[1:]))
        }
        names = [name_of(case) for case in family.cases(number)]
        assert len(names) == len(set(names)), "a case twice"
        assert set(names) == expected


def test_deepness_is_two_of_the_swaps_of_priority(
    name_of: Callable[[Case], Shapes], naive_name: Callable[[Shapes], Shapes]
) -> None:
    """Plain runs of four documents: the swap of the first two and of the last two, of documents of equal grades."""
    family = family_of(READINGS["embedded-deepness-plain"], Edits)
    run: Shape = tuple(((d,),) for d in range(4))
    swapped = [renamed(run, {**{d: d for d in range(4)}, i: i + 1, i + 1: i}) for i in (0, 2)]
    expected = set()
    for gold in outputs_of(4):
        grade = level_of(gold)
        high, low, other_high, other_low = (grade.get(d, 99) for d in range(4))
        if (high, low) == (other_high, other_low) and high < low and all(len(c) == 1 for level in gold for c in level):
            expected.add(naive_name((gold, run, swapped[0], run, swapped[1])))
    assert {name_of(case) for case in family.cases(4)} == expected
    assert len(expected) == 2


def test_orders_without_clusters() -> None:
    assert [len(ordered(tuple(range(n)))) for n in range(6)] == A000670
    for n in range(5):
        assert set(ordered(tuple(range(n)))) == {
            shape for shape in labelled(tuple(range(n))) if all(len(c) == 1 for level in shape for c in level)
        }


# --- search, recogniser


@pytest.mark.few(3)
@every_reading
def test_every_case_is_admitted_and_turned_round_none_is(reading: Reading) -> None:
    family = family_of(reading, Edits)
    for number in quick(family):
        for case in list(family.cases(number))[:200]:
            assert family.admits(case) is None, case
            assert case.documents == number
            first, second, *more = case.outputs
            turned = {
                first: case.outputs[second],
                second: case.outputs[first],
                **{role: case.outputs[role] for role in more},
            }
            assert family.admits(Case(case.gold, turned)) is not None
            assert family.admits(Case(Organization(case.gold.levels, not family.tail), case.outputs)) is not None


@pytest.mark.parametrize("reading", [name for name, reading in READINGS.items() if family_of(reading, Edits).further])
def test_beyond_its_size_a_part_of_the_family_is_searched(reading: str) -> None:
    declared = family_of(READINGS[reading], Edits)
    assert declared.further is not None
    assert declared.further.default == declared.default + 1
    last = 3 if world_of(declared).seats == 2 else 5
    part = replace(declared.further, default=last)
    family = replace(declared, default=last - 1, further=part)
    blocks = list(family.blocks())
    assert blocks[-1].least == last
    assert [blocks[-1].case(k, False) for k in range(len(blocks[-1]))] == list(part.cases(last))
    assert all(family.admits(case) is None and part.admits(case) is None for case in part.cases(last))
    assert [block.least for block in family.blocks(last - 2)] == [
        block.least for block in blocks if block.least < last - 1
    ]
    assert family.complete(last - 1) == last - 1


def test_what_is_bounded_is_refused_beyond(case_of: Callable[..., Case]) -> None:
    alike = family_of(READINGS["embedded-ranking-priority-levels"], Edits).further
    assert alike is not None
    assert alike.admits(case_of("a > b > ...", "a > b > ...", "b > a > ...")) is None
    assert alike.admits(case_of("a > b > ...", "a > b > z > ...", "b > a > z > ...")) is not None
    assert alike.admits(case_of("a > b > c > d > ...", "a > b > c d > ...", "b > a > c d > ...")) is not None


def test_an_empty_level_changes_nothing(case_of: Callable[..., Case]) -> None:
    assert (
        READINGS["embedded-ranking-priority-levels"].judged.admits(
            case_of("a > {} > b > ...", "a > {} > b > ...", "b > a > ...")
        )
        is None
    )
    assert named((), True) == Organization.parse("...")
