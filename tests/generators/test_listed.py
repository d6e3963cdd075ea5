"""The plain door for constraints: cases that a generator lists one by one. A constraint written so is held to the same
constraint as a batched family has it, which shares no code with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import NO_LOSS, Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import DeclarationError
from axiometrics.core.family import CaseFamily
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.rankings import AdjacentSwaps
from axiometrics.judging import ExactJudge
from axiometrics.search import Effort, search
from axiometrics.verification.check import verify_document

METRICS = ("ap", "p@2", "p@10", "rr", "dcg", "rbp", "ndcg", "auc", "bpref")
"""Among them metrics that need every document listed in the gold: auc, and some that violate Priority."""


def swaps(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """Every run of relevant and irrelevant documents, relevant ones that it does not retrieve, and each place where a
    relevant document stands directly above an irrelevant one.
    """
    names = [f"d{i}" for i in range(1, documents + 1)]
    for length in range(2, documents + 1):
        for hits in product((True, False), repeat=length):
            relevant = [name for name, hit in zip(names, hits, strict=False) if hit] + names[length:]
            for i in range(length - 1):
                if hits[i] and not hits[i + 1]:
                    run = names[:length]
                    worse = [*run[:i], run[i + 1], run[i], *run[i + 2 :]]
                    gold = Organization([[[name] for name in relevant]], tail=True)
                    yield gold, Organization.ranking(run), Organization.ranking(worse)


PLAIN = PlainCases(swaps, default=5, greatest=5, closable=True)


@pytest.fixture(scope="module")
def priority() -> Constraint:
    return registry.match_constraints("ranking:priority")[0]


def cells_of(constraint: Constraint, family: CaseFamily, size: int = 5) -> list[Cell]:
    reading = Reading("universal", "any run, any number of relevant documents", family, "ap", "p@10")
    judges = [ExactJudge(registry.metric(name)) for name in METRICS]
    return list(search(replace(constraint, readings=(reading,)), reading, judges, Effort(size, examples=0)))


def test_the_plain_generator_lists_as_many_cases_as_a_formula_says() -> None:
    """A run of n ranks has (n - 1) 2^(n - 2) places where a relevant document stands above an irrelevant one."""
    for documents in range(1, 6):
        listed = list(PLAIN.cases(documents))
        assert len(listed) == sum((n - 1) * 2 ** (n - 2) for n in range(2, documents + 1))
        assert {case.documents for case in listed} <= {documents}


def test_each_verdict_is_that_of_the_batched_family(priority: Constraint) -> None:
    """The verdict, the relation, the scores and the smallest counterexample, which is minimal in both."""
    plain, batched = cells_of(priority, PLAIN), cells_of(priority, AdjacentSwaps())
    assert {cell.holds for cell in plain} == {True, False}
    for plain_cell, batched_cell in zip(plain, batched, strict=True):
        assert (plain_cell.metric, plain_cell.holds, plain_cell.relation) == (
            batched_cell.metric,
            batched_cell.holds,
            batched_cell.relation,
        )
        if plain_cell.counterexample is not None:
            assert batched_cell.counterexample is not None
            assert (plain_cell.evidence.minimal, plain_cell.evidence.size) == (True, batched_cell.evidence.size)
            for key in ("documents", "scores"):
                assert plain_cell.counterexample[key] == batched_cell.counterexample[key]
            case = task("ranking").case(plain_cell.counterexample.data)
            assert case.size == task("ranking").case(batched_cell.counterexample.data).size
            assert AdjacentSwaps().admits(case) is None


def test_a_metric_that_needs_a_closed_gold_is_scored_on_closed_golds(priority: Constraint) -> None:
    (cell,) = [cell for cell in cells_of(priority, PLAIN) if cell.metric == "auc"]
    assert (cell.holds, cell.evidence.kind) == (True, "exhaustive")
    for case in PLAIN.cases(3):
        assert PLAIN.admits(case) is None
        assert PLAIN.admits(case.closed()) is None
        assert PlainCases(swaps).admits(case.closed()) is not None or case.closed() == case


def test_saved_counterexamples_are_verified(priority: Constraint) -> None:
    """`verify` asks the constraint whether the case is one of its own, and finds out a case that was changed."""
    reading = replace(priority.readings[0], cases=PLAIN)
    constraint = replace(priority, id="plain-priority", vocabulary="", readings=(reading,))
    judges = [ExactJudge(registry.metric(name)) for name in METRICS]
    cells = search(constraint, reading, judges, Effort(5, examples=0))
    broken = [json.loads(json.dumps(cell.to_json())) for cell in cells if cell.holds is False]
    spoilt = [{**cell, "counterexample": {**cell["counterexample"], "documents": 9}} for cell in broken]
    for saved, status in ((broken, "verified"), (spoilt, "failed")):
        assert [outcome.status for outcome in verify_document(saved, [constraint], {})] == [status] * len(broken)
    assert len(broken) > 1


def test_a_case_that_the_generator_does_not_list_is_refused() -> None:
    gold, first, second = (Organization.parse(text) for text in ("d1 > ...", "d1 > d2 > ...", "d2 > d1 > ..."))
    assert PLAIN.admits(Case(gold, {"better": first, "worse": second})) is None
    turned = PLAIN.admits(Case(gold, {"better": second, "worse": first}))
    assert turned == "the generator of the constraint does not list this case"
    large = Organization.ranking([f"d{i}" for i in range(1, 8)])
    assert "cases are listed up to 5" in str(PLAIN.admits(Case(gold, {"better": large, "worse": large})))
    named = PlainCases(swaps, recognise=lambda case: None if case.gold == gold else "another gold")
    assert named.admits(Case(gold, {"better": large, "worse": large})) is None


def test_a_case_of_several_outputs_is_recognised_by_each_of_them() -> None:
    """A saved case shows one output of a role, or all of them; an output that is not listed is refused."""
    gold, *runs = (Organization.parse(text) for text in ("d1 > ...", "d1 > d2 > ...", "d2 > d1 > ...", "{d1 d2} > ..."))
    family = PlainCases(
        lambda documents: [Case(gold, {"better": tuple(runs[:2]), "worse": runs[1]})] * (documents == 2)
    )
    for shown in (tuple(runs[:2]), *runs[:2]):
        assert family.admits(Case(gold, {"worse": runs[1], "better": shown})) is None
    for better, worse in ((runs[2], runs[1]), (runs[0], runs[0])):
        assert family.admits(Case(gold, {"better": better, "worse": worse})) is not None


def test_a_case_with_a_gold_of_its_own_for_a_role_is_recognised_with_that_gold_alone() -> None:
    gold, other_gold, *runs = (
        Organization.parse(text) for text in ("d1 > ...", "d2 > ...", "d1 > d2 > ...", "d2 > d1 > ...")
    )
    outputs = {"better": runs[0], "worse": runs[1]}
    family = PlainCases(lambda documents: [Case(gold, outputs, golds={"worse": other_gold})] * (documents == 2))
    assert family.admits(Case(gold, outputs, golds={"worse": other_gold})) is None
    for golds in ({}, {"worse": gold}, {"better": other_gold}):
        assert family.admits(Case(gold, outputs, golds=golds)) is not None


def test_a_saved_case_whose_gold_lists_every_document_is_stated_with_that_gold() -> None:
    """A metric that needs closed golds is verified on them, and not on the gold that the generator lists."""
    (case, *_) = PLAIN.cases(3)
    closed = case.closed()
    stated = PLAIN.stated(Case(closed.gold, closed.outputs))
    assert not isinstance(stated, str)
    assert stated.gold == closed.gold != case.gold


def test_a_case_of_another_number_of_documents_is_refused() -> None:
    with pytest.raises(DeclarationError, match="lists a case of 3 documents when it is asked for 2"):
        list(PlainCases(lambda documents: swaps(documents + 1)).cases(2))


@pytest.mark.parametrize("listed", [[1, 2, 3], "abc", (1, 2), (1, 2, 3, 4)])
def test_what_is_not_gold_better_and_worse_is_refused(listed: Any) -> None:
    with pytest.raises(DeclarationError, match=r"expected \(gold, better, worse\) or a Case"):
        list(PlainCases(lambda documents: [listed]).cases(2))


def test_cases_that_are_listed_twice_count_once_and_cases_may_be_made_by_hand() -> None:
    def twice(documents: int) -> Iterator[Any]:
        yield from swaps(documents)
        for gold, better, worse in swaps(documents):
            yield Case(gold, {"better": better, "worse": worse}, "in words")

    assert list(PlainCases(twice).cases(3)) == list(PlainCases(swaps).cases(3))


def test_another_demand_is_made_of_the_same_cases(priority: Constraint) -> None:
    """A tie violates that the score falls, and does not violate that it does not rise."""
    strict, weak = cells_of(priority, PLAIN, 3), cells_of(priority, replace(PLAIN, demand=NO_LOSS), 3)
    tied = [cell.metric for cell in strict if cell.relation == "tied"]
    assert tied
    assert all(cell.holds for cell in weak if cell.metric in tied)
