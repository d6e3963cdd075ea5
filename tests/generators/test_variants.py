"""Variants of a case: twins of its documents, and the case without one of them."""

from __future__ import annotations

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.generators.variants import MANY, beside, renumbered, variants, without


def case_of(gold: str, better: str, worse: str) -> Case:
    sides = [Organization.parse(text) for text in (gold, better, worse)]
    return Case(sides[0], {"better": sides[1], "worse": sides[2]}, "exchanged")


CASE = case_of("a > b > ...", "a > b > ...", "b > a > ...")


def test_a_document_has_as_many_variants_as_there_are_places() -> None:
    """One twin or several, at one of 5 places in the gold and one of 5 in the outputs, not at none; and no document."""
    assert len(list(variants(CASE.gold, CASE))) == 2 * (2 * (5 * 5 - 1) + 1)


def test_all_outputs_are_edited_alike() -> None:
    for variant in variants(CASE.gold, CASE):
        better, worse = variant.outputs["better"], variant.outputs["worse"]
        assert better.documents == worse.documents
        assert variant.documents in (1, 3, 2 + MANY)


def test_outputs_that_are_one_stay_one() -> None:
    output = Organization.parse("a > b > ...")
    case = Case(CASE.gold, {"shallow_better": output, "deep_better": output})
    assert all(
        variant.outputs["shallow_better"] is variant.outputs["deep_better"] for variant in variants(case.gold, case)
    )


def test_documents_of_one_stretch_have_twins_once() -> None:
    """Of nine documents in a row that the gold has on one level, only one is edited, besides the two exchanged."""
    run = " > ".join(f"x{i}" for i in range(9))
    case = case_of(f"{run.replace(' >', '')} a > b > ...", f"{run} > a > b > ...", f"{run} > b > a > ...")
    assert len(list(variants(case.gold, case))) == 3 * 49


def test_twins_stand_at_each_place() -> None:
    of = Organization.parse("a > {b c} d > ...")
    assert str(beside(of, "b", ["x"], "cluster")) == "a > {b c x} d > ..."
    assert str(beside(of, "b", ["x"], "level")) == "a > {b c} d x > ..."
    assert str(beside(of, "b", ["x", "y"], "above")) == "a > x > y > {b c} d > ..."
    assert str(beside(of, "b", ["x"], "below")) == "a > {b c} d > x > ..."
    assert beside(of, "b", ["x"], "nowhere") is of
    assert beside(of, "z", ["x"], "level") is of


def test_what_is_left_without_a_document() -> None:
    assert str(without(Organization.parse("a > {b c} > ..."), "b")) == "a > c > ..."
    assert without(Organization.parse("a > ..."), "a") == Organization([], tail=True)
    assert without(Organization.parse("a"), "a") == Organization([[]], tail=False)


def test_documents_are_named_as_the_first_output_lists_them() -> None:
    named = renumbered(case_of("z > y > ...", "y > x > ...", "x > y > ..."))
    assert [str(side) for side in (named.gold, *named.outputs.values())] == [
        "d3 > d1 > ...",
        "d1 > d2 > ...",
        "d2 > d1 > ...",
    ]


def test_golds_of_another_type_have_no_variants() -> None:
    assert list(variants([0, 0, 1], CASE)) == []
