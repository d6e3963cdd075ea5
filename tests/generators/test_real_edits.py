"""Edits in real outputs, against the families of cases that they are an image of: in every small output, the edits are
all changes of it that the family admits, and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.aggregates import Confusion, Contingency, Gains
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import EditPlaces, ListedEdits, RealEdits
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.generators.overlap_edits import combination
from axiometrics.tasks.clustering.signatures import partitions

parse = Organization.parse

EDITED = [constraint for constraint in registry.constraints() if constraint.edits is not None]
BY_NAME = {constraint.name: constraint for constraint in EDITED}


def edits(constraint: Constraint) -> RealEdits:
    assert constraint.edits is not None
    return constraint.edits


def all_cases(places: EditPlaces) -> list[Case]:
    return [places.case(number) for number in range(places.number)]


def clusterings(documents: int) -> list[Organization]:
    return [
        Organization.clustering(
            [[f"d{i}" for i, j in enumerate(labels) if j == cluster] for cluster in sorted({*labels})]
        )
        for labels in partitions(documents)
    ]


def classes_by_size(documents: int) -> list[Organization]:
    """The golds up to renaming: one for each list of class sizes."""
    by_sizes = {tuple(sorted(map(len, gold.levels[0]))): gold for gold in clusterings(documents)}
    return list(by_sizes.values())


def small_pairs(of: str) -> Iterator[tuple[Organization, Organization]]:
    """Golds with real outputs: all of a small size."""
    if of == "clustering":
        for n in (1, 2, 3, 4):
            yield from product(classes_by_size(n), clusterings(n))
    elif of == "filtering":
        for n in (1, 2, 3, 4):
            documents = [f"d{i}" for i in range(n)]
            for relevant, chosen in product(
                range(n + 1), (c for k in range(n + 1) for c in combinations(documents, k))
            ):
                gold = Organization.filtering(documents[:relevant], documents[relevant:])
                yield gold, Organization.filtering(chosen, [d for d in documents if d not in chosen])
    else:
        documents = ["r1", "r2", "r3", "n1", "n2"]
        gold = parse("r1 r2 r3 > ...")
        for length in range(1, 5):
            for run in permutations(documents, length):
                if [d for d in run if d[0] == "n"] == sorted(d for d in run if d[0] == "n"):
                    yield gold, Organization.ranking(run)


def others(of: str, gold: Organization, output: Organization) -> Iterator[Organization]:
    """Whatever an edit might make of an output."""
    if of == "clustering":
        yield from clusterings(len(gold.documents))
    elif of == "filtering":
        documents = sorted(gold.documents)
        for chosen in (c for k in range(len(documents) + 1) for c in combinations(documents, k)):
            yield Organization.filtering(chosen, [d for d in documents if d not in chosen])
    else:
        run = [d for _, _, d in output.occurrences()]
        yield from map(Organization.ranking, permutations(run))
        yield Organization.ranking([*run, "new"])


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("clustering:homogeneity", "worse"),
        ("clustering:completeness", "worse"),
        ("filtering:priority", "worse"),
        ("ranking:priority", "better"),
        ("ranking:confidence", "better"),
    ],
)
def test_the_edits_of_an_output_are_all_changes_of_it_that_the_family_admits(name: str, real: str) -> None:
    constraint = BY_NAME[name]
    family, of = constraint.readings[0].judged, constraint.task
    made = 0
    by_key: dict[tuple[int, str], list[Organization]] = {}
    for gold, output in small_pairs(of):
        cases = all_cases(edits(constraint).places(gold, output))
        other_role = {"better": "worse", "worse": "better"}[real]
        assert all(case.outputs[real] == output and case.gold == gold for case in cases)
        changed = [case.outputs[other_role] for case in cases]
        assert len(set(changed)) == len(changed)
        key = (len(gold.documents), "" if of != "ranking" else str(output))
        candidates = by_key.setdefault(key, list(dict.fromkeys(others(of, gold, output))))
        admitted = {
            candidate
            for candidate in candidates
            if candidate != output and family.admits(Case(gold, {real: output, other_role: candidate})) is None
        }
        assert set(changed) == admitted, (str(gold), str(output))
        made += len(changed)
    assert made > 20


def meeting(gold: Organization, case: Case, name: str) -> tuple[Organization, Organization]:
    """The gold and the output of which both outputs of a case are edits."""
    better, worse = (case.outputs[role].levels[0] for role in ("better", "worse"))
    if name == "clustering:rag-bag":
        (new,) = next(c for c in gold.levels[0] if len(c) == 1 and stands_apart(c[0], better, worse))
        kept = ([d for d in cluster if d != new] for cluster in worse)
        left = Organization.clustering([cluster for cluster in gold.levels[0] if cluster != (new,)])
        return left, Organization.clustering([cluster for cluster in kept if cluster])
    whole = {frozenset(c) for c in better} | {frozenset(c) for c in worse}
    return gold, Organization.clustering([sorted(c) for c in whole if not any(c < larger for larger in whole)])


def stands_apart(document: str, *sides: tuple[tuple[str, ...], ...]) -> bool:
    left, right = ({*next(c for c in side if document in c)} - {document} for side in sides)
    return bool(left and right) and not left & right


@pytest.mark.parametrize(("name", "sizes"), [("clustering:rag-bag", (5, 6)), ("clustering:size-vs-quantity", (7, 8))])
def test_every_small_case_is_an_edit_of_the_output_that_both_its_sides_are_made_of(
    name: str, sizes: tuple[int, ...]
) -> None:
    constraint = BY_NAME[name]
    made = 0
    for size in sizes:
        for case in constraint.reading("strong").judged.cases(size):
            gold, output = meeting(case.gold, case, name)
            names = {"new": next(iter(case.gold.documents - gold.documents), "new")}
            edited = []
            for edit in all_cases(edits(constraint).places(gold, output)):
                as_named = {d: names.get(d, d) for d in edit.gold.documents}
                edited.append({role: o.renamed(as_named) for role, o in edit.outputs.items()})
            shape = Counter(shape_of(case.gold, case.outputs))
            assert any(Counter(shape_of(case.gold, outputs)) == shape for outputs in edited), str(case.edit)
            made += 1
    assert made >= 4


def shape_of(gold: Organization, outputs: object) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """The clusters of the outputs by role, each as its counts by class: documents of one class are not told apart."""
    class_of = {d: i for i, cluster in enumerate(gold.levels[0]) for d in cluster}
    assert isinstance(outputs, dict)
    return [
        (role, tuple(sorted(Counter(class_of[d] for d in cluster).items())))
        for role, output in outputs.items()
        for cluster in output.levels[0]
    ]


def test_every_edit_for_size_and_quantity_is_a_case_of_its_strong_reading() -> None:
    constraint = BY_NAME["clustering:size-vs-quantity"]
    gold = parse("{a1 a2 a3 a4 a5} {b1 b2 b3 b4} {c1 c2} {d1 d2 d3} {e1 e2 e3 e4 e5}")
    output = parse("{a1 a2 a3} {a4 a5} {b1 b2} {b3 b4} {c1 c2} {d1 d2} {d3 e1} {e2 e3 e4 e5}")
    places = edits(constraint).places(gold, output)
    cases = all_cases(places)
    # of a, n = 2: two of b (twice), c, d: 2 + 2 + 1; of e, n = 3: three of a, b (twice), c, d: 1 * (2 + 2 + 1) + 2
    assert places.number == len(cases) == len({tuple(map(str, case.outputs.values())) for case in cases}) == 5 + 7
    assert {constraint.reading("strong").judged.admits(case) for case in cases} == {None}


def test_every_edit_for_a_stray_among_different_classes_is_a_case_of_its_strong_reading() -> None:
    constraint = BY_NAME["clustering:rag-bag"]
    strong = constraint.reading("strong").judged
    made = 0
    for gold, output in product(classes_by_size(5), clusterings(5)):
        class_of = {d: i for i, cluster in enumerate(gold.levels[0]) for d in cluster}
        held = [Counter(class_of[d] for d in cluster) for cluster in output.levels[0]]
        clean = [c for c in held if len(c) == 1 and c.total() > 1]
        noisy = [c for c in held if max(c.values()) <= c.total() / 2]
        cases = all_cases(edits(constraint).places(gold, output))
        assert len(cases) == len(clean) * len(noisy)
        for case in cases:
            joined = next(c for c in case.outputs["better"].levels[0] if "new" in c)
            kept = next(c for c in case.outputs["worse"].levels[0] if "new" in c)
            strays = Counter(class_of[d] for d in joined if d != "new")
            drawn_alike = max(strays.values()) == 1 and class_of[kept[0]] not in strays
            assert (strong.admits(case) is None) == drawn_alike
            made += 1
    assert made > 40


def test_a_document_of_a_lower_grade_is_not_taken_for_an_irrelevant_one() -> None:
    """Priority and deepness exchange a relevant document, of any grade, and an irrelevant one; both relevant documents
    of a pair have one grade.
    """
    gold, run = parse("h1 h2 > r1 r2 > ..."), parse("h1 > r1 > n1 > h2 > n2 > r2 > n3 > ...")
    swaps = all_cases(edits(BY_NAME["ranking:priority"]).places(gold, run))
    falls = {str(case.outputs["worse"]) for case in swaps}
    assert falls == {
        "h1 > n1 > r1 > h2 > n2 > r2 > n3 > ...",
        "h1 > r1 > n1 > n2 > h2 > r2 > n3 > ...",
        "h1 > r1 > n1 > h2 > n2 > n3 > r2 > ...",
    }
    (pair,) = all_cases(edits(BY_NAME["ranking:deepness"]).places(gold, run))
    assert str(pair.outputs["shallow_worse"]).startswith("h1 > n1 > r1 >")
    assert str(pair.outputs["deep_worse"]).endswith("> n3 > r2 > ...")


def test_every_pair_of_swaps_is_a_case_of_its_family() -> None:
    constraint = BY_NAME["ranking:deepness"]
    gold = parse("r1 r2 r3 r4 > ...")
    for grades in product("rn", repeat=7):
        if grades.count("r") <= 4:
            seen: Counter[str] = Counter()
            run = [f"{g}{seen.update(g) or seen[g]}" for g in grades]
            cases = all_cases(edits(constraint).places(gold, Organization.ranking(run)))
            falls = "".join(grades).count("rn")
            assert len(cases) == comb(falls, 2)
            assert {constraint.readings[0].judged.admits(case) for case in cases} <= {None}
    graded = edits(constraint).places(parse("h1 h2 > r1 > ..."), parse("h1 > n1 > r1 > n2 > h2 > n3 > ..."))
    assert [case.edit for case in all_cases(graded)] == [
        "a relevant document and the irrelevant one directly below it are exchanged in the real run, once at ranks 1 "
        "and 2 (shallow), once at ranks 5 and 6 (deep)"
    ]


def plain(counts: Any) -> list[Any]:
    """What formulas see, without the order of clusters and classes."""
    if isinstance(counts, Contingency):
        return [
            sorted(sorted(filter(None, column)) for column in table.T.tolist() if any(column)) for table in counts.table
        ]
    if isinstance(counts, Confusion):
        return list(np.stack([counts.tp, counts.fp, counts.fn, counts.tn], axis=-1).tolist())
    assert isinstance(counts, Gains)
    return [
        [run[: int(length)], counts.counts.tolist()[0], counts.irrelevant.tolist()[0], counts.unlimited]
        for run, length in zip(counts.gains.tolist(), np.broadcast_to(counts.length, len(counts.gains)), strict=True)
    ]


REAL = {
    "clustering": (
        "{a1 a2 a3 a4 a5} {b1 b2 b3 b4} {c1 c2} {d1 d2 d3}",
        "{a1 a2 a3} {a4 a5} {b1 b2} {c1 c2} {d1 d2} {d3 b3} b4",
    ),
    "filtering": ("a b c > d e f", "a d e > b c f"),
    "ranking": ("r1 r2 > s1 s2 s3 > ...", "n1 > r1 > n2 > s1 > n3 > n4 > s2 > n5 > ..."),
}


COUNTED = [
    constraint
    for constraint in EDITED
    if constraint.task in REAL and constraint.name != "clustering:size-vs-quantity-overlap"
]
"""The constraints on these three tasks whose edits have counts. Clusterings that overlap have none."""


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("constraint", COUNTED, ids=lambda c: c.name)
def test_what_formulas_see_of_edits_is_what_they_see_of_the_cases(constraint: Constraint, exact: bool) -> None:
    gold, output = map(parse, REAL[constraint.task])
    golds = [gold] if constraint.task != "ranking" else [gold, gold.closed(output.documents)]
    for own_gold in golds:
        places = edits(constraint).places(own_gold, output)
        numbers = range(places.number)
        counts = places.counts(numbers, exact)
        assert counts is not None
        assert len(numbers) > 0
        seen = task(constraint.task).counts
        assert seen is not None
        for role, stack in counts.items():
            quantities = plain(stack)
            quantities = quantities * len(numbers) if len(quantities) == 1 else quantities
            cases = [places.case(number) for number in numbers]
            assert quantities == [plain(seen(case.outputs[role], case.gold, exact=exact))[0] for case in cases]


def test_no_edit_has_a_place_where_nothing_fits() -> None:
    for name, gold, output in (
        ("clustering:homogeneity", "{a b} c", "{a b} c"),
        ("clustering:completeness", "{a b} c", "{a b} c"),
        ("clustering:rag-bag", "{a b} c d", "{a b} c d"),
        ("clustering:size-vs-quantity", "{a b c} {d e}", "{a b c} {d e}"),
        ("filtering:priority", "a b > {}", "a > b"),
        ("ranking:priority", "a > ...", "b > a > ..."),
        ("ranking:deepness", "a > ...", "a > b > ..."),
        ("ranking:confidence", "a > ...", "..."),
    ):
        assert edits(BY_NAME[name]).places(parse(gold), parse(output)).number == 0


def test_outputs_of_another_task_are_refused() -> None:
    for name, gold, output in (
        ("clustering:rag-bag", "a b", "a > b"),
        ("clustering:rag-bag", "a b", "a {b a}"),
        ("clustering:rag-bag", "a b", "a c"),
        ("filtering:priority", "a > b", "a b"),
        ("filtering:priority", "a > b", "a > c"),
        ("ranking:priority", "a > ...", "{a b}"),
        ("ranking:priority", "a a > ...", "a > b > ..."),
        ("ranking:priority", "a > b", "a > c > ..."),
    ):
        with pytest.raises(TaskError):
            _ = edits(BY_NAME[name]).places(parse(gold), parse(output)).number


def test_edits_may_be_written_out_as_cases() -> None:
    def reversals(gold: Organization, output: Organization) -> Iterator[Case]:
        run = [d for _, _, d in output.occurrences()]
        yield Case(gold, {"better": output, "worse": Organization.ranking(run[::-1])}, "reversed")

    places = ListedEdits.of(reversals)(parse("a > ..."), parse("a > b > ..."))
    assert (places.number, str(places.case(0).outputs["worse"])) == (1, "b > a > ...")
    assert places.counts([0], False) is None


def test_edits_of_clusters_that_overlap_are_cases_of_the_constraint() -> None:
    """In outputs that are nothing but a class and pairs outside it, all cases of the family, and no others."""
    constraint = BY_NAME["clustering:size-vs-quantity-overlap"]
    family = constraint.reading("distinct").judged
    for text in (
        "{a1 a2 a3} {b1 b2} {b2 b3}",
        "{a1 a2 a3} {b1 b2} {b1 b2}",
        "{a1 a2 a3 a4} {b1 b2} {b2 b3} {b1 b3}",
    ):
        whole = parse(text)
        cases = all_cases(edits(constraint).places(whole, whole))
        assert len(cases) == len({str(case.outputs) for case in cases}) == len(whole.levels[0][0])
        assert {family.admits(case) for case in cases} == {None}
    with_more = parse("{a1 a2 a3} {a2 x} {b1 b2} {b2 b3} {b1 b2} {c1 c2} {d1 d2}")
    output = parse("{a1 a2 a3} {a2 x} {b1 b2} {b2 b3} {b1 b2} {c1 d1} {c2 d2}")
    cases = all_cases(edits(constraint).places(with_more, output))
    # three documents, and two of the three whole pairs outside the class: one more shares a document with it
    assert len(cases) == len({str(case.outputs) for case in cases}) == 3 * comb(3, 2)


def test_clusters_that_do_not_overlap_have_no_edits_of_overlap() -> None:
    constraint = BY_NAME["clustering:size-vs-quantity-overlap"]
    whole = parse("{a1 a2 a3} {b1 b2} {c1 c2}")
    assert edits(constraint).places(whole, whole).number == 0
    for gold, output in (("a > b", "a b"), ("a b", "a c")):
        with pytest.raises(TaskError):
            edits(constraint).places(parse(gold), parse(output))


def test_a_combination_has_its_number() -> None:
    numbered = [combination(number, 3) for number in range(comb(7, 3))]
    assert sorted(numbered) == sorted(tuple(reversed(combined)) for combined in combinations(range(7), 3))
