"""Clustering constraints within larger organizations: on one level they are what they were, and on several all that
their statements say.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.organization_edits import splits
from axiometrics.generators.organization_embedded import TAIL, Embedded, flat, placements
from axiometrics.generators.organizations import Shape, documents, labelled, named
from tests.families import family_of

READINGS = {
    f"{c.id}-{r.name}": r
    for c in registry.constraints()
    if c.task == "organization"
    for r in c.readings
    if isinstance(r.cases, Embedded)
}
every_reading = pytest.mark.parametrize("reading", READINGS.values(), ids=list(READINGS))

LEAST = {"homogeneity": 2, "completeness": 2, "rag-bag": 5, "size-vs-quantity": 7}
"""Documents of the smallest case."""

Triple = tuple[Shape, Shape, Shape]
Shapes = tuple[Shape, ...]


def least(name: str) -> int:
    return next(size for constraint, size in LEAST.items() if constraint in name)


# --- the special case, and all cases


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("constraint", "sizes"),
    [("homogeneity", (2, 3, 4)), ("completeness", (2, 3, 4)), ("rag-bag", (5, 6)), ("size-vs-quantity", (7,))],
)
def test_on_one_level_it_is_the_constraint_on_clusterings(
    name_of: Callable[[Case], Shapes], constraint: str, sizes: tuple[int, ...]
) -> None:
    family = family_of(READINGS[f"embedded-{constraint}-closed"], Embedded)
    declared = registry.constraint(f"clustering:{constraint}")
    for number in sizes:
        once = [
            case
            for case in family.cases(number)
            if all(len(o.levels) == 1 for o in (case.gold, *case.outputs.values()))
        ]
        expected = list(declared.reading("universal").judged.cases(number))
        assert len(once) == len(expected) > 0
        if number < 7:
            assert set(map(name_of, once)) == set(map(name_of, expected))


def every_pair(number: int, tail: bool) -> Iterator[tuple[Shape, Shape]]:
    """Every gold and every output of that many documents together, all names told apart."""
    subsets = [kept for size in range(number + 1) for kept in combinations(range(number), size)]
    for own in subsets:
        for listed in subsets:
            if set(own) | set(listed) == set(range(number)) and (tail or own == listed):
                yield from ((gold, output) for gold in labelled(own) for output in labelled(listed))


def exchanged_clusters(output: Shape, i: int, gone: list[int], come: list[tuple[int, ...]]) -> Shape:
    level = tuple(
        sorted(
            [cluster for j, cluster in enumerate(output[i]) if j not in gone]
            + [tuple(sorted(cluster)) for cluster in come]
        )
    )
    return (*output[:i], level, *output[i + 1 :])


def together(gold: Shape, d: int, e: int) -> bool:
    return any(d in cluster and e in cluster for level in gold for cluster in level)


def one_level(gold: Shape, cluster: tuple[int, ...]) -> bool:
    return any(set(cluster) <= documents((level,)) for level in gold)


def homogeneity(number: int, tail: bool, level: bool) -> Iterator[Triple]:
    """A cluster is split in parts no document of one of which is in a cluster of the gold with one of the other."""
    for gold, output in every_pair(number, tail):
        for i, clusters in enumerate(output):
            for j, cluster in enumerate(clusters):
                for left, right in splits(cluster):
                    apart = not any(together(gold, d, e) for d in left for e in right)
                    if apart and set(cluster) & documents(gold) and (not level or one_level(gold, cluster)) and right:
                        yield gold, exchanged_clusters(output, i, [j], [left, right]), output


def completeness(number: int, tail: bool, level: bool) -> Iterator[Triple]:
    """Two clusters of a level within one cluster of the gold are merged."""
    for gold, output in every_pair(number, tail):
        for i, clusters in enumerate(output):
            for j, k in combinations(range(len(clusters)), 2):
                merged = clusters[j] + clusters[k]
                if any(set(merged) <= set(cluster) for classes in gold for cluster in classes):
                    yield gold, exchanged_clusters(output, i, [j, k], [merged]), output


@pytest.mark.parametrize("reading", [name for name in READINGS if least(name) == 2])
def test_the_cases_are_all_that_the_statement_says(
    name_of: Callable[[Case], Shapes], naive_name: Callable[[Shapes], Shapes], reading: str
) -> None:
    family = family_of(READINGS[reading], Embedded)
    definition = homogeneity if "homogeneity" in reading else completeness
    for number in (1, 2, 3):
        cases = list(family.cases(number))
        assert all(all(side.levels) for case in cases for side in (case.gold, *case.outputs.values())), "an empty level"
        names = list(map(name_of, cases))
        assert len(names) == len(set(names)), "a case twice"
        assert set(names) == set(map(naive_name, definition(number, family.tail, family.together)))


def test_their_number_where_they_are_many() -> None:
    """Places of the clean class, two strays and the new document: weak orders, 1, 3, 13, 75 for up to four; the strays
    may be exchanged (Burnside).
    """
    assert len(list(READINGS["embedded-rag-bag-closed"].judged.cases(5))) == (75 + 13) // 2
    in_tail = 75 + 3 * 13 + 3 * 3 + 1, 13 + 3 + 3 + 1
    assert len(list(READINGS["embedded-rag-bag-levels"].judged.cases(5))) == sum(in_tail) // 2
    assert len(list(READINGS["embedded-rag-bag-level"].judged.cases(5))) == 1
    for reading, expected in (("level", 1), ("levels", (13 + 3) // 2), ("closed", (13 + 3) // 2)):
        assert len(list(READINGS[f"embedded-size-vs-quantity-{reading}"].judged.cases(7))) == expected


def test_placements_leave_no_level_out() -> None:
    assert list(placements([[0], [1]], [False, False], 2)) == [(0, 0), (0, 1), (1, 0)]
    assert list(placements([[0]], [True], 1)) == [(TAIL,), (0,)]


# --- search, recogniser


@pytest.mark.few(3)
@every_reading
def test_every_case_is_admitted_and_turned_round_none_is(reading: Reading) -> None:
    family = family_of(reading, Embedded)
    smallest = next(number for number in range(2, 8) if list(family.cases(number)))
    for number in (smallest, smallest + 1):
        for case in list(family.cases(number))[:400]:
            assert family.admits(case) is None, case
            assert case.documents == number
            assert (
                family.admits(Case(case.gold, {"better": case.outputs["worse"], "worse": case.outputs["better"]}))
                is not None
            )
            turned = {role: Organization(output.levels, not family.tail) for role, output in case.outputs.items()}
            assert family.admits(Case(Organization(case.gold.levels, not family.tail), turned)) is not None


def test_flat() -> None:
    assert flat(Organization.parse("{a b} > c d > ..."), frozenset("abcdz")) == Organization.parse("{a b} c d z")


def test_an_empty_level_changes_nothing(case_of: Callable[..., Case]) -> None:
    assert (
        READINGS["embedded-homogeneity-levels"].judged.admits(case_of("a > b > ...", "a b > ...", "{} > {a b} > ..."))
        is None
    )
    assert named(((),), True) == Organization.parse("{} > ...")
