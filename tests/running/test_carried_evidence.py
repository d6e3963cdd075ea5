"""Evidence carried between readings that imply one another, and what contradicts itself, which is told."""

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from msgspec import structs

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import AnyEvidence, Exhaustive, NotApplicable, Proven, Refuted, Regional, Undetermined
from axiometrics.registry.implications import Link, Place
from axiometrics.running.candidate import builtin
from axiometrics.running.carried_evidence import Carried, carried
from axiometrics.verification import verify_cell


def searched(
    metric: str, reading: str, evidence: AnyEvidence, holds: bool | None = True, constraint: str = "clustering:rag-bag"
) -> Cell:
    of, _, name = constraint.partition(":")
    message = "" if holds is not None else "why"
    return Cell(of, registry.metric(metric).id, name, reading, holds, evidence, message=message)


def searched_cell(metric: str, reading: str, constraint: str = "clustering:rag-bag", size: int | None = None) -> Cell:
    """The cell as the search finds it."""
    matrix = ax.matrix(metrics=[metric], constraints=[constraint], reading="all", max_size=size)
    return matrix.cell(metric, constraint, reading)


def after(*cells: Cell) -> list[Cell]:
    """The cells with what follows, where nothing contradicts itself."""
    made = carrying(*cells)
    assert (made.declarations, made.verdicts) == ((), ())
    return made.cells


def carrying(*cells: Cell) -> Carried:
    metrics = [builtin(registry.metric(name)) for name in dict.fromkeys(cell.metric for cell in cells)]
    return carried(cells, metrics)


def contradicted(cell: Cell, *others: Cell) -> str:
    """What is said of a cell that cannot be right, which becomes an error and changes no other cell."""
    made = carrying(cell, *others)
    (sentence,) = made.verdicts
    assert (made.declarations, made.cells[1:]) == ((), list(others))
    wrong = made.cells[0]
    assert sentence.startswith(
        f"two verdicts contradict each other, so {cell.metric}/{cell.task}:{cell.constraint}@{cell.reading} is shown"
    )
    assert sentence.endswith(wrong.message)
    assert (wrong.holds, wrong.evidence.kind, wrong.counterexample, wrong.relation) == (None, "error", None, None)
    assert _timeless(Cell.from_json(wrong.to_json())) == _timeless(wrong)
    return wrong.message


def test_a_counterexample_refutes_what_implies_its_reading() -> None:
    picture = searched_cell("purity", "picture")
    cells = after(
        searched("purity", "strong", Exhaustive(True, 9, 6)),
        searched("purity", "sizes", Exhaustive(True, 9, 6)),
        picture,
    )
    assert cells[2] == picture
    for cell in cells[:2]:
        assert cell.holds is False
        assert cell.relation == picture.relation
        assert cell.counterexample == picture.counterexample
        evidence = cell.evidence
        assert isinstance(evidence, Refuted)
        assert (evidence.minimal, evidence.searched, evidence.size) == (False, 6, 8)
        assert evidence.carried == "clustering:rag-bag@picture"
        rag_bag = next(c for c in registry.constraints() if c.id == "rag-bag")
        assert verify_cell(cell.to_json(), rag_bag, {}).status == "verified"
        assert _timeless(Cell.from_json(cell.to_json())) == _timeless(cell)


def test_a_smaller_counterexample_replaces_a_larger_one_that_need_not_be_minimal() -> None:
    smaller, larger = searched_cell("purity", "universal"), searched_cell("purity", "picture")
    assert smaller.counterexample is not None
    assert larger.counterexample is not None
    assert smaller.counterexample["documents"] < larger.counterexample["documents"]
    unproved_least = structs.replace(larger, reading="sizes", evidence=Refuted(True, 5, 8, minimal=False))
    cell, _ = after(unproved_least, smaller)
    assert cell.counterexample == smaller.counterexample
    minimal = structs.replace(unproved_least, evidence=Refuted(True, 5, 8, minimal=True))
    assert "says that no such case violates it" in contradicted(minimal, smaller)
    smallest = structs.replace(smaller, reading="sizes")
    assert after(smallest, larger) == [smallest, larger]


@pytest.mark.parametrize(
    "evidence",
    [
        Exhaustive(True, 9, 8),
        Exhaustive(True, 9, 11),
        Proven(True, 9, 5, method="by hand"),
        Regional(True, 9, 5, method="by hand"),
    ],
    ids=lambda evidence: f"{evidence.kind}-{evidence.size}",
)
def test_what_excludes_a_counterexample_contradicts_it(evidence: AnyEvidence) -> None:
    said = contradicted(searched("purity", "sizes", evidence), searched_cell("purity", "picture"))
    assert said.startswith(
        f"its evidence ({evidence.kind}) says that no such case violates it, and the counterexample "
    )
    assert "of clustering:rag-bag@picture is a case of it that does: (gold " in said


def test_a_counterexample_of_a_stronger_reading_is_tried_where_it_is_a_case_of_the_weaker_one() -> None:
    """A proof of the weaker reading whose excess is not that of the metric does not stand beside it."""
    universal = searched_cell("purity", "universal")
    strong = structs.replace(universal, reading="strong")
    assert contradicted(searched("purity", "universal", Proven(True, 9, 5, method="forged")), strong)
    _, refuted = after(strong, searched("purity", "universal", Exhaustive(True, 9, 4)))
    assert (refuted.holds, refuted.counterexample) == (False, universal.counterexample)
    # the figure is one case, and that of the universal reading is another one
    picture = searched("purity", "picture", Proven(True, 1, 8, method="finite"))
    assert after(universal, picture)[1] == picture


def test_a_tie_of_a_stronger_reading_does_not_refute_a_weaker_one_that_allows_it() -> None:
    """Reliability alone is 1 for a part of the gold, too: tied, where only more than a tie is enough."""
    strict = searched_cell("reliability-priority", "strict", "organization:gold-is-best", 2)
    assert (strict.holds, strict.relation) == (False, "tied")
    weak = searched(
        "reliability-priority", "weak", Proven(True, 9, 3, method="by hand"), True, "organization:gold-is-best"
    )
    assert after(strict, weak) == [strict, weak]


def test_what_is_not_known_is_refuted_and_what_does_not_apply_stays() -> None:
    picture = searched_cell("purity", "picture")
    cell, _ = after(searched("purity", "sizes", Undetermined(True, 9, tried=["so"]), None), picture)
    assert (cell.holds, cell.message) == (False, "")
    lacking = searched("rand", "distinct", NotApplicable(True, 0), None, "clustering:size-vs-quantity-overlap")
    weaker = searched_cell("rand", "picture", "clustering:size-vs-quantity")
    assert weaker.holds is False
    assert after(lacking, weaker)[0] == lacking


def test_a_case_that_does_not_refute_the_stronger_reading_is_an_error() -> None:
    """As when the scores that are saved are not the metric's: the cell that shows the case is wrong."""
    wrong = structs.replace(searched_cell("purity", "picture"), metric=registry.metric("bcubed-f").id)
    said = contradicted(wrong, searched("bcubed-f", "sizes", Exhaustive(True, 9, 6)))
    assert "does not violate it when the scores are computed again" in said


def declaring(monkeypatch: pytest.MonkeyPatch, *links: Link) -> None:
    monkeypatch.setattr("axiometrics.running.carried_evidence.implications", lambda: links)


@cache
def place(name: str) -> Place:
    of, _, reading = name.partition("@")
    (constraint,) = registry.match_constraints(of)
    return Place(constraint, constraint.reading(reading))


def test_a_declaration_that_a_case_contradicts_is_told_and_changes_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figure of Rag Bag is not a case of `universal`, in which all clusters but the two are without noise."""
    picture = searched_cell("purity", "picture")
    holding = searched("purity", "universal", Exhaustive(True, 9, 9))
    lacking = Link((place("rag-bag@universal"),), place("rag-bag@picture"), lambda case: case, "clustering:rag-bag")
    declaring(monkeypatch, lacking, lacking)
    made = carrying(holding, picture)
    assert (made.cells, made.verdicts) == ([holding, picture], ())
    (sentence,) = made.declarations
    assert sentence.startswith(
        "a declaration is wrong: it is declared that clustering:rag-bag@universal implies clustering:rag-bag@picture "
        "(`implications` of the constraint clustering:rag-bag). The case (gold "
    )
    assert "is a case of clustering:rag-bag@picture, and clustering:rag-bag@universal does not admit it (" in sentence


def test_a_carry_that_raises_or_changes_the_case_is_an_error_of_the_declaration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cells = searched("purity", "sizes", Exhaustive(True, 9, 6)), searched_cell("purity", "picture")

    def exchanged(case: Case) -> Case:
        return replace(case, outputs={"better": case.outputs["worse"], "worse": case.outputs["better"]})

    def failing(case: Case) -> Case:
        raise KeyError("worst")

    places = (place("rag-bag@sizes"),), place("rag-bag@picture")
    declaring(monkeypatch, Link(*places, failing, "mine"))
    made = carrying(*cells)
    assert made.cells == list(cells)
    assert "and `carry` raised KeyError on it: 'worst'" in made.declarations[0]
    declaring(monkeypatch, Link(*places, exchanged, "mine"))
    assert "does not admit it (" in carrying(*cells).declarations[0]


def test_nothing_is_proved_by_a_declaration_that_one_of_the_smallest_cases_contradicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each case of `universal` is a case of `sizes`, and not the other way round."""
    universal = proved("bcubed-f", "clustering:rag-bag", "universal")
    sizes = searched("bcubed-f", "sizes", Exhaustive(True, 9, 6))
    turned = Link((place("rag-bag@universal"),), place("rag-bag@sizes"), lambda case: case, "mine")
    declaring(monkeypatch, turned)
    made = carrying(universal, sizes)
    assert made.cells == [universal, sizes]
    assert made.declarations[0].endswith("Nothing was proved by this declaration")


def test_a_counterexample_of_a_ranking_is_one_of_an_organization() -> None:
    """R*S fails Priority in a graded ranking of 12 documents; a ranking is an organization, with one document a level,
    and 12 documents are more than a search of organizations reaches.
    """
    matrix = ax.matrix(metrics=["rs-priority"], constraints=["embedded-ranking-priority"], reading="all", max_size="2")
    for reading in ("plain", "levels", "clustered"):
        cell = matrix.cell("rs-priority", "embedded-ranking-priority", reading)
        assert cell.holds is False
        assert cell.counterexample is not None
        assert cell.counterexample["documents"] == 12
        assert isinstance(cell.evidence, Refuted)
        assert cell.evidence.carried == "ranking:priority@graded"


def test_metrics_that_agree_share_counterexamples_that_a_run_found() -> None:
    """R*S fails Priority in filtering where there is nothing to find, and so it does within organizations."""
    cells = after(
        searched("rs-priority", "two-levels", Exhaustive(True, 1, 1), True, "organization:embedded-filtering-priority"),
        searched_cell("rs-filtering", "universal", "filtering:priority"),
    )
    assert cells[0].holds is False
    assert cells[0].counterexample == structs.replace(cells[1], task="organization").counterexample


def test_cells_of_metrics_that_do_not_agree_stay_as_they_are() -> None:
    cells = [
        searched(
            "reliability-priority", "plain", Exhaustive(True, 1, 1), True, "organization:embedded-ranking-priority"
        ),
        searched_cell("rs-ranking", "graded", "ranking:priority", 4),
    ]
    assert after(*cells) == cells


def at_first(labels_true: Sequence[int], labels_pred: Sequence[int]) -> float:
    """BCubed F below nine documents, and from there on nothing."""
    if len(labels_true) >= 9:
        return 0.0
    both = Counter(zip(labels_true, labels_pred, strict=True))
    sizes = Counter(labels_pred), Counter(labels_true)
    precision, recall = (
        sum(n * n / size[pair[1 - i]] for pair, n in both.items()) / len(labels_true) for i, size in enumerate(sizes)
    )
    return 2 * precision * recall / (precision + recall)


def test_a_metric_of_a_user_never_holds_under_a_reading_whose_case_it_fails() -> None:
    """The search of `universal` reaches a violation of nine documents, and those of `sizes` and `strong` end before."""
    matrix = ax.check(
        at_first, task="clustering", form="labels", constraints=["rag-bag"], reading="all", max_examples=0
    )
    cells = {cell.reading: cell for cell in matrix}
    assert cells["universal"].evidence.size == 9
    for reading in ("sizes", "strong"):
        assert cells[reading].counterexample == cells["universal"].counterexample
        evidence = cells[reading].evidence
        assert isinstance(evidence, Refuted)
        assert (evidence.searched, evidence.exact) == (8, False)


def test_a_gold_that_lists_every_document_is_of_rankings_alone() -> None:
    """AUC asks for such golds, which no case of an organization has: nothing is carried, and nothing fails."""
    cells = [
        searched("rs-priority", "plain", Exhaustive(True, 1, 1), True, "organization:embedded-confidence"),
        searched_cell("auc", "universal", "ranking:confidence", 5),
    ]
    assert cells[1].counterexample is not None
    assert after(*cells) == cells


def test_carrying_does_not_depend_on_the_order_of_cells() -> None:
    cells = [
        searched("purity", "sizes", Exhaustive(True, 9, 4)),
        searched("purity", "strong", Exhaustive(True, 9, 4)),
        searched_cell("purity", "picture"),
        searched_cell("purity", "universal"),
    ]
    there, back = after(*cells), after(*reversed(cells))[::-1]
    assert [_timeless(cell) for cell in there] == [_timeless(cell) for cell in back]
    assert there[0].evidence.size == 5


def _timeless(cell: Cell) -> Cell:
    return structs.replace(cell, evidence=structs.replace(cell.evidence, seconds=0.0))


# --- proofs

SMALL = "clustering=5,rag-bag=5,filtering=3,ranking=5"


@cache
def proved(metric: str, constraint: str, reading: str) -> Cell:
    cell = ax.matrix(metrics=[metric], constraints=[constraint], reading=reading, max_size=SMALL).cell(
        metric, constraint, reading
    )
    assert isinstance(cell.evidence, Proven)
    assert cell.evidence.proof
    return cell


def verified(cell: Cell, **changed: Any) -> tuple[str, str]:
    data = copy.deepcopy(cell.to_json())
    for path, value in changed.items():
        *way, last = path.split("__")
        part = data["evidence"]["detail"]
        for step in way:
            part = part[int(step) if step.isdigit() else step]
        part[int(last) if last.isdigit() else last] = value
    constraint = registry.constraint(f"{cell.task}:{cell.constraint}")
    item = verify_cell(data, constraint, {})
    return item.status, item.reason


def test_a_proof_of_a_reading_proves_what_it_implies() -> None:
    stronger = proved("bcubed-f", "clustering:rag-bag", "sizes")
    _, cell = after(stronger, searched("bcubed-f", "universal", Exhaustive(True, 3, 6, tried=["so"])))
    assert cell.holds is True
    evidence = cell.evidence
    assert isinstance(evidence, Proven)
    assert isinstance(stronger.evidence, Proven)
    assert (evidence.cases, evidence.size, evidence.tried) == (3, 6, ["so"])
    assert [(proof.metric, proof.constraint, proof.reading, proof.proof) for proof in evidence.implied_by] == [
        ("bcubed-f", "clustering:rag-bag", "sizes", stronger.evidence.proof)
    ]
    assert evidence.lemmas == stronger.evidence.lemmas
    assert _timeless(Cell.from_json(cell.to_json())) == _timeless(cell)
    assert verified(cell)[0] == "verified"
    again = after(stronger, searched("bcubed-f", "universal", Undetermined(True, 7), None))[1]
    assert again.holds is True
    nothing = searched("bcubed-f", "universal", Undetermined(True, 0), None)
    assert after(stronger, nothing)[1] == nothing, "a verdict rests on a case at least"


def test_a_proof_goes_on_to_what_follows_from_what_follows() -> None:
    strong = proved("bcubed-f", "clustering:rag-bag", "strong")
    sizes, universal = (searched("bcubed-f", name, Exhaustive(True, 3, 6)) for name in ("sizes", "universal"))
    cell = after(universal, sizes, strong)[0]
    assert isinstance(cell.evidence, Proven)
    assert [proof.reading for proof in cell.evidence.implied_by] == ["strong"]
    assert verified(cell)[0] == "verified"


def test_a_proof_about_filtering_is_one_about_organizations_of_two_levels() -> None:
    """R*S of filtering satisfies Priority inside of the tables, and so does R*S of organizations."""
    stronger = proved("rs-filtering", "filtering:priority", "interior")
    cell = after(
        stronger,
        searched("rs-priority", "interior", Exhaustive(True, 770, 5), True, "organization:embedded-filtering-priority"),
    )[1]
    assert isinstance(cell.evidence, Proven)
    assert verified(cell)[0] == "verified"
    status, reason = verified(structs.replace(cell, metric=registry.metric("rs-relatedness").id))
    assert (status, "does not declare that it agrees with it" in reason) == ("failed", True)
    metric = "rs-priority(n=2,wn=0.8,reading=listed)"
    assert verified(structs.replace(cell, metric=metric))[0] == "failed"


def test_all_readings_that_imply_one_together_are_needed() -> None:
    """Cases of `plain` have one grade, as those of `universal`, or two."""
    metric = registry.metric("rs-ranking(reading=tail-certain)").id
    binary = structs.replace(proved("rs-ranking", "ranking:priority", "universal"), metric=metric)
    name, constraint = "rs-priority(reading=tail-certain)", "organization:embedded-ranking-priority"
    plain = searched(name, "plain", Exhaustive(True, 7, 5), True, constraint)
    assert after(binary, plain) == [binary, plain]
    graded = structs.replace(binary, reading="graded")
    cell = after(binary, graded, plain)[2]
    assert isinstance(cell.evidence, Proven)
    assert [proof.reading for proof in cell.evidence.implied_by] == ["universal", "graded"]


def test_forged_proofs_for_other_readings_fail() -> None:
    """What cannot be refused: a wrong declaration of an implication, which tests hold to all small cases."""
    stronger = proved("bcubed-f", "clustering:rag-bag", "universal")
    sizes = after(
        proved("bcubed-f", "clustering:rag-bag", "sizes"), searched("bcubed-f", "universal", Exhaustive(True, 3, 6))
    )[1]
    assert isinstance(sizes.evidence, Proven)
    assert isinstance(stronger.evidence, Proven)
    (proof,) = sizes.to_json()["evidence"]["detail"]["implied_by"]
    weaker = {**proof, "reading": "universal", "proof": dict(stronger.evidence.proof or {})}
    assert verified(structs.replace(sizes, reading="strong"), implied_by=[weaker])[0] == "failed"
    forged: list[tuple[Any, str]] = [
        ([], "holds no proof"),
        ("bcubed-f", "has metric, constraint, reading, proof"),
        ([{**proof, "more": 1}], "has metric, constraint, reading, proof"),
        ([{**proof, "reading": "strong"}], "the proof is about reading"),
        ([{**proof, "constraint": "clustering:homogeneity", "reading": "universal"}], "the proof is about constraint"),
        ([{**proof, "constraint": "clustering:nobody"}], "there is no constraint"),
        ([{**proof, "metric": "bcubed-recall"}], "the proof is about metric"),
        ([{**proof, "metric": "nobody"}], "has no definition"),
        ([{**proof, "proof": {**proof["proof"], "metric": "bcubed-precision"}, "metric": "bcubed-precision"}], ""),
        ([{**proof, "proof": {**proof["proof"], "steps": proof["proof"]["steps"][:-1]}}], ""),
        ([{**proof, "proof": {**proof["proof"], "excess": "1"}}], ""),
    ]
    for proofs, why in forged:
        status, reason = verified(sizes, implied_by=proofs)
        assert status == "failed", proofs
        assert why in reason
    assert verified(sizes, lemmas=99)[0] == "failed"
