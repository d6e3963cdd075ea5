"""Edits in real organizations: all that the families of small cases know, no others, and no two the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.edits import EditPlaces
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.generators import organization_moves as moves
from axiometrics.generators.organization_embedded import Embedded, flat
from axiometrics.generators.organizations import Edit, Shape, labelled, named, renamed, shapes
from axiometrics.verification.statements import admitted

parse = Organization.parse
EDITED = {
    constraint.id: constraint
    for constraint in registry.constraints()
    if constraint.task == "organization" and constraint.edits is not None
}


def places(name: str, gold: Organization, output: Organization) -> EditPlaces:
    edits = EDITED[name].edits
    assert edits is not None
    return edits.places(gold, output)


def all_cases(places: EditPlaces) -> list[Case]:
    assert places.counts([0], False) is None
    return [places.case(number) for number in range(places.number)]


def pairs(size: int, shared: int) -> Iterator[tuple[Shape, Shape]]:
    """Every output of so many documents up to names, with every gold of `known` of them and one document more."""
    for output in shapes(size):
        chosen = (*range(shared), size)
        for gold in labelled(chosen):
            yield gold, output


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("embedded-filtering-priority", moves.stepped),
        ("embedded-ranking-priority", moves.exchanged),
        ("embedded-deepness", moves.exchanged_twice),
        ("embedded-confidence", moves.appended),
    ],
)
def test_the_places_of_documents_that_move_are_those_of_the_family(name: str, move: Edit) -> None:
    made = 0
    golds = [(gold, output) for size, shared in ((3, 2), (4, 2)) for gold, output in pairs(size, shared)]
    for gold, output in golds if name != "embedded-deepness" else DEEP:
        sides = named(gold, True), named(output, True)
        fresh = max(d for side in (gold, output) for level in side for cluster in level for d in cluster) + 2
        edits = []
        for case in all_cases(places(name, *sides)):
            renaming = {d: d for output in case.outputs.values() for d in output.documents} | {"new": f"d{fresh}"}
            edits.append(
                tuple(sorted((role, str(tidied(output.renamed(renaming)))) for role, output in case.outputs.items()))
            )
        expected = {
            tuple(sorted((role, str(tidied(named(shape, True)))) for role, shape in outputs.items()))
            for outputs, _ in move(gold, output)
        }
        assert len(set(edits)) == len(edits)
        assert set(edits) == expected, (str(sides[0]), str(sides[1]))
        made += len(edits)
    assert made > 10


def tidied(organization: Organization) -> Organization:
    """With the clusters of each level, and the documents of each, in order."""
    return Organization([sorted(sorted(c) for c in level) for level in organization.levels if level], organization.tail)


DEEP = [
    (renamed(gold, dict(enumerate(order))), output)
    for gold in (((((0,), (1,))),), ((((0,),)), ((1,),)), (((0,), (1,), (2,)),))
    for order in ((0, 3, 4, 1, 2), (1, 4, 0, 2, 3), (0, 2, 3, 1, 4))
    for output in (
        tuple(((d,),) for d in range(5)),
        (((0,), (1,)), ((2,),), ((3,),), ((4,),)),
        (((0,),), ((1,), (2,)), ((3,), (4,)), ((5,),)),
    )
]
"""Golds and outputs of several levels."""


def rewritten(name: str) -> Embedded:
    family = EDITED[name].readings[0].judged
    assert isinstance(family, Embedded)
    return family


@pytest.mark.parametrize("name", ["embedded-homogeneity", "embedded-completeness"])
@pytest.mark.few(1)
def test_the_places_of_clusters_are_all_changes_that_the_default_reading_admits(name: str) -> None:
    made = 0
    for gold, output in pairs(3, 3):
        sides = named(gold, True), named(output, True)
        cases = all_cases(places(name, *sides))
        admitted = set()
        for shape in labelled((0, 1, 2)):
            case = Case(sides[0], {"better": named(shape, True), "worse": sides[1]})
            if rewritten(name).admits(case) is None:
                admitted.add(case.outputs["better"])
        assert len({case.outputs["better"] for case in cases}) == len(cases)
        assert {case.outputs["better"] for case in cases} == admitted, (str(sides[0]), str(sides[1]))
        assert all(case.outputs["worse"] == sides[1] and case.gold == sides[0] for case in cases)
        made += len(cases)
    assert made > 10


REAL = (
    "{a1 a2 a3 a4} {b1 b2} {c1 c2} x y > {e1 e2 e3} {f1 f2} g h > ...",
    "{a1 a2 a3} {b1 b2} {c1 c2} {x y} > {a4 e1} {e2 e3} {f1 f2} {g h} n > ...",
)


@pytest.mark.parametrize("name", ["embedded-rag-bag", "embedded-size-vs-quantity"])
@pytest.mark.parametrize("tail", [True, False])
def test_edits_of_two_clusters_are_cases_of_the_clustering_constraint_on_one_level(name: str, tail: bool) -> None:
    gold, output = map(parse, REAL)
    if not tail:
        gold = parse(f"{str(gold).removesuffix('...')}n")
        output = parse(str(output).removesuffix(" > ..."))
    cases = all_cases(places(name, gold, output))
    # a stray: with a, b or c in x y, with e or f in g h; of large errors: a with b and c
    assert len(cases) == {"embedded-rag-bag": 3 + 2, "embedded-size-vs-quantity": 1}[name]
    clustering = registry.match_constraints(f"clustering:{name.removeprefix('embedded-')}")[0]
    for case in cases:
        assert case.gold.tail == tail
        everything = case.gold.documents.union(*(output.documents for output in case.outputs.values()))
        case_of_clusters = Case(
            flat(case.gold, everything), {role: flat(output, everything) for role, output in case.outputs.items()}
        )
        assert clustering.reading("strong").judged.admits(case_of_clusters) is None, case.edit
        level = int(case.edit.partition("level ")[2].partition(":")[0]) - 1
        assert [i for i in range(len(output.levels)) if changed(case, i)] == [level]


def changed(case: Case, i: int) -> bool:
    first, second = ({frozenset(c) for c in side.levels[i]} for side in case.outputs.values())
    return first != second


def test_a_ranking_with_many_places_is_numbered_without_listing_them() -> None:
    names = [f"d{i}" for i in range(4000)]
    output = Organization.ranking(names)
    gold = Organization([[[d] for d in names[::2]]], tail=True)
    numbered = places("embedded-deepness", gold, output)
    falls = range(0, 3999, 2)  # a listed document above one that is not
    assert numbered.number == sum(k for k in range(len(falls)))
    case = numbered.case(numbered.number - 1)
    assert case.edit.endswith("once of its levels 3999 and 4000 (deep)")
    deepness = EDITED["embedded-deepness"]
    assert not isinstance(admitted(deepness, deepness.reading("levels"), case), str)
    flat_levels = Organization.filtering(names[:2000], names[2000:])
    wide = places("embedded-ranking-priority", Organization([[[d] for d in names[:1000]]], tail=True), parse("a > ..."))
    assert wide.number == 0
    pairs_of = places("embedded-ranking-priority", flat_levels, flat_levels)
    assert pairs_of.number == 2000 * 2000


@pytest.mark.parametrize(
    ("gold", "output", "why"),
    [
        ("a b > a", "a > b", "gold lists a document twice"),
        ("a > b", "{a b} {a}", "system output lists a document twice"),
        ("a > ...", "a > b", "one of gold and system output has a tail"),
        ("a > b", "a > c", "list different documents"),
    ],
)
def test_organizations_in_which_no_edit_can_be_made_are_refused(gold: str, output: str, why: str) -> None:
    with pytest.raises(TaskError, match=why):
        places("embedded-ranking-priority", parse(gold), parse(output))


def test_impact_counts_what_the_definitions_say() -> None:
    import axiometrics as ax
    from axiometrics.core.exact import sign

    gold, output = map(parse, REAL)
    impact = ax.impact(gold=gold, systems=output, metrics=["rs-priority", "rs-relatedness"])
    assert (impact.left_out, impact.missing) == ({}, ())
    assert {row.constraint.id for row in impact.rows} == set(EDITED)
    for row in impact.rows:
        edits, definition = row.constraint.edits, registry.definition(row.metric)
        assert edits is not None
        assert definition is not None
        cases = all_cases(edits.places(gold, output))
        signs = []
        for case in cases:
            scores = {role: definition(output, case.gold) for role, output in case.outputs.items()}
            signs.append(sign(edits.demand.excess(scores)))
        assert (row.places, row.edits, row.violated) == (
            len(cases),
            len(cases),
            sum(difference <= 0 for difference in signs),
        )
