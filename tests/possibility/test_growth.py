"""For which sizes an answer holds besides its own, judged by the cases that families list at those sizes."""

from __future__ import annotations

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.task import task as task_of
from axiometrics.generators.listed import PlainCases
from axiometrics.possibility.asking import together
from axiometrics.possibility.growth import FURTHER, embeds, grown_case
from axiometrics.possibility.orbits import Orbits
from axiometrics.possibility.question import question
from axiometrics.possibility.row_lists import rows
from axiometrics.possibility.rows import Row, row_of
from axiometrics.registry.implications import Place
from tests.possibility.linear import linear


@pytest.mark.parametrize("place", linear("ranking"), ids=str)
def test_cases_of_rankings_are_cases_of_larger_sizes(place: Place) -> None:
    """What `nested` rests on."""
    orbits = Orbits(task_of("ranking"))
    smaller, larger = ({row.comparison for row in rows(place, size, orbits)} for size in (2, 3))
    assert smaller <= larger


GROWING = [
    place
    for task in ("clustering", "filtering", "classification")
    for place in linear(task)
    if not place.reading.finite
]


@pytest.mark.parametrize("place", GROWING, ids=str)
def test_what_embeds_is_listed_at_the_larger_sizes(place: Place) -> None:
    """The plain statement says that a grown case is one; the family, which does not ask it, has to list it."""
    of = question([place], size=next(size for size in range(1, 12) if any(place.reading.judged.cases(size))))
    embedded = [row for row in of.rows()[:20] if embeds(of.task, row)]
    larger = {row.comparison for row in rows(place, of.size + 1, of.orbits)} if embedded else set()
    for row in embedded:
        assert row_of(place, grown_case(of.task, row.case, FURTHER[0]), of.orbits).comparison in larger
    if place.constraint.id == "constant-baseline" and not place.reading.name.endswith("expected-table"):
        assert not embedded
    if place.name in ("clustering:homogeneity@universal", "classification:monotonicity@any"):
        assert embedded


HOMOGENEITY = registry.constraint("clustering:homogeneity").reading("universal").judged


def exchanged(case: Case) -> Case:
    return Case(case.gold, {"better": case.outputs["worse"], "worse": case.outputs["better"]})


def test_an_embedded_impossibility_is_one_at_the_larger_sizes() -> None:
    family = PlainCases(
        lambda documents: map(exchanged, HOMOGENEITY.cases(documents)),
        recognise=lambda case: HOMOGENEITY.admits(exchanged(case)),
    )
    reading = Reading("reversed", "a test", family, keeps="rand", breaks="purity")
    contrary = Place(Constraint("contrary", "clustering", "contrary", "a test", "a test", (reading,)), reading)
    own = registry.constraint("clustering:homogeneity")
    places = [Place(own, own.reading("universal")), contrary]
    assert together(question(places, size=2)).grows == "embedded"
    assert [together(question(places, size=size)).answer for size in (3, 4, 5)] == ["impossible"] * 3


def test_an_impossibility_of_one_size_may_vanish_at_the_next() -> None:
    names = [f"classification:{name}@both" for name in ("distance", "monotonicity", "constant-baseline")]
    answers = [ax.possible(names, size=size) for size in (3, 4)]
    assert [answer.answer for answer in answers] == ["impossible", "possible"]
    assert [answer.grows for answer in answers] == ["this size only"] * 2
    assert "Nothing is said of other sizes." in str(answers[0])


def test_a_certificate_of_rankings_holds_at_larger_sizes_and_a_table_at_smaller_ones() -> None:
    refuted = ax.possible(["ranking:append-relevant", "ranking:realizable"], size=2)
    assert (refuted.answer, refuted.grows) == ("impossible", "nested")
    assert ax.possible(["ranking:append-relevant", "ranking:realizable"], size=4).answer == "impossible"
    names = ["ranking:priority", "ranking:deepness@any-context"]
    table = ax.possible(names, size=4)
    assert (table.answer, table.grows) == ("possible", "nested")
    pairs = {(str(entry.gold), str(entry.output)) for entry in table.table or ()}
    smaller = ax.possible(names, size=3).table or ()
    assert {(str(entry.gold), str(entry.output)) for entry in smaller} <= pairs


def test_nothing_is_said_of_other_sizes_where_a_constraint_is_to_be_violated() -> None:
    """A larger size has more cases of it, and a smaller one may not have the case that is violated."""
    forbidden = ax.possible("ranking:priority", violates="ranking:priority@single", size=3)
    assert (forbidden.answer, forbidden.grows) == ("impossible", "this size only")
    assert ax.possible("ranking:priority@single", violates="ranking:priority", size=3).grows == "this size only"


@pytest.mark.parametrize("task", ["organization", "scoring", "diversity", "in-context"])
def test_of_other_tasks_an_answer_speaks_of_its_size_only(task: str) -> None:
    assert ax.possible(f"{task}:*", size=2).grows == "this size only"


def test_a_line_with_another_demand_is_not_a_case_at_a_larger_size() -> None:
    """A case that the statement does not know does not embed."""
    of = question(linear("clustering")[:1], size=4)
    row = next(row for row in of.rows() if embeds(of.task, row))
    turned = Case(row.case.gold, dict.fromkeys(row.case.outputs, row.case.gold))
    assert not embeds(of.task, Row(row.place, turned, row.coefficients, row.by, row.bound))
