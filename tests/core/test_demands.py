"""Each kind of demand, on filterings: searched, decided, saved, verified, drawn, and found out where it is forged.

The expected verdicts are worked by hand: accuracy is the share of documents in their right set.
"""

from __future__ import annotations

import copy
import json
import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from axiometrics import registry
from axiometrics.candidates.targets import candidate
from axiometrics.core.case import EQUAL, GAIN, NO_LOSS, NUMBER, Case, Demand
from axiometrics.core.cell import Cell, drawn
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import DeclarationError
from axiometrics.core.exact import exp2
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases
from axiometrics.judging import ExactJudge
from axiometrics.schemas import schema
from axiometrics.search import Effort, search
from axiometrics.verification.check import verify_document

Side = tuple[bool, ...]


def filtering(sides: Side) -> Organization:
    names = [f"d{i}" for i in range(1, len(sides) + 1)]
    return Organization.filtering(
        *([n for n, yes in zip(names, sides, strict=True) if yes is of] for of in (True, False))
    )


def sides(documents: int) -> Iterator[tuple[Side, Side]]:
    """Every gold with every output."""
    yield from product(product((True, False), repeat=documents), repeat=2)


def turned(documents: int) -> Iterator[Case]:
    """The two sets change places in the gold and in the output: as many documents are right as before."""
    for gold, output in sides(documents):
        other_gold, other = (filtering(tuple(not yes for yes in side)) for side in (gold, output))
        yield Case(filtering(gold), {"one": filtering(output), "other": other}, golds={"other": other_gold})


CHANGE = Demand(("output", "changed"), (1, -1), "score(output) - score(changed) <= share of documents that move", "<=")


def changes(documents: int) -> Iterator[Case]:
    """The difference of two outputs is at most the share of documents on which they differ."""
    for gold, output in sides(documents):
        for changed in product((True, False), repeat=documents):
            yield moved(Case(filtering(gold), {"output": filtering(output), "changed": filtering(changed)}))


def moved(case: Case) -> Case:
    accepted = [{d for c in output.levels[0] for d in c} for output in case.outputs.values()]
    bound = Fraction(len(accepted[0] ^ accepted[1]), len(case.gold.documents))
    return Case(case.gold, case.outputs, bound=bound)


def means(documents: int) -> Iterator[Case]:
    """An output is at least as good as the mean over all outputs where it is the gold."""
    everything = tuple(filtering(side) for side in product((True, False), repeat=documents))
    for gold in everything:
        yield Case(gold, {"better": gold, "worse": everything})


def means_that_are_better(documents: int) -> Iterator[Case]:
    """The mean over all outputs is at least as good as an output with one document in the wrong set."""
    everything = tuple(filtering(side) for side in product((True, False), repeat=documents))
    for gold, output in sides(documents):
        if sum(map(operator.ne, gold, output)) == 1:
            yield Case(filtering(gold), {"better": everything, "worse": filtering(output)})


REACHES = Demand(("best",), (1,), "score(best) = bound", "=", some=True)


def reaches(documents: int) -> Iterator[Case]:
    """For every gold some output has the score 1, and some the score 0."""
    everything = tuple(filtering(side) for side in product((True, False), repeat=documents))
    for gold in everything:
        for value in (0, 1):
            yield Case(gold, {"best": everything}, demand=WORDS[value], bound=Fraction(value))


WORDS = [Demand(("best",), (1,), f"some output scores {value}", "=", some=True) for value in (0, 1)]


def betas(documents: int) -> Iterator[Case]:
    for gold, output in sides(documents):
        parameters = {"one": {"beta": Fraction(1)}, "other": {"beta": Fraction(2)}}
        yield Case(filtering(gold), {"one": filtering(output), "other": filtering(output)}, parameters=parameters)


def numbers(documents: int) -> Iterator[Case]:
    for gold, output in sides(documents):
        yield Case(filtering(gold), {"output": filtering(output)})


RIGHT = Demand(("output",), (1,), "score(output) = 1", "=")
WRONG = Demand(("output",), (-1,), "score(output) < 1")


def identities(documents: int) -> Iterator[Case]:
    """Q = 1 exactly for the gold itself: two demands in one reading."""
    for gold, output in sides(documents):
        if gold == output:
            yield Case(filtering(gold), {"output": filtering(output)}, demand=RIGHT, bound=Fraction(1))
        else:
            yield Case(filtering(gold), {"output": filtering(output)}, demand=WRONG, bound=Fraction(-1))


BEST = Demand(("better", "worse"), (1, -1), "greatest score(better) >= score(worse)", ">=", greatest=True)


def bests(documents: int) -> Iterator[Case]:
    """The gold itself or its opposite is at least as good as any output."""
    for gold, output in sides(documents):
        better = (filtering(gold), filtering(tuple(not yes for yes in gold)))
        yield Case(filtering(gold), {"better": better, "worse": filtering(output)})


CHOSEN = Demand(
    ("better", "worse", "first", "none"), (1, -1, 0, 0), "score(the one chosen) >= score(worse)", ">=", greatest=True
)


def choices(documents: int) -> Iterator[Case]:
    """All documents are accepted if the first one alone scores no less than none, and none if it scores no more."""
    for gold in product((True, False), repeat=documents):
        every, first, none = (filtering((yes, *(label,) * (documents - 1))) for yes, label in CORNERS)
        outputs = {"better": (every, none), "worse": none, "first": first, "none": none}
        yield Case(filtering(gold), outputs, falling={"better": (("first", "none"), ("none", "first"))})


CORNERS = ((True, True), (True, False), (False, False))


FAMILIES = {
    "turned": PlainCases(turned, 2, 3, EQUAL),
    "bound": PlainCases(changes, 2, 2, CHANGE, recognise=moved),
    "means": PlainCases(means, 2, 3, NO_LOSS),
    "better means": PlainCases(means_that_are_better, 3, 3, NO_LOSS),
    "reaches": PlainCases(reaches, 2, 3, REACHES),
    "betas": PlainCases(betas, 2, 2, EQUAL, parameters=("beta",)),
    "numbers": PlainCases(numbers, 2, 2, NUMBER),
    "best": PlainCases(bests, 2, 3, BEST),
    "choice": PlainCases(choices, 3, 3, CHOSEN),
    "identity": PlainCases(identities, 2, 2, GAIN),
}
EXPECTED = [
    ("turned", "accuracy", None, {}),
    # the one document is relevant and accepted; turned, nothing is accepted, and precision is 0 by its convention
    ("turned", "precision", "unequal", {"one": "1", "other": "0"}),
    ("bound", "accuracy", None, {}),
    ("bound", "precision", "exceeded", {}),
    ("means", "accuracy", None, {}),
    ("means", "utility(tp=-1,fp=0,fn=0,tn=0)", "reversed", {"better": "-1", "worse": "-1/2"}),
    # of three documents, one is in the wrong set; the greatest score of all outputs would be 1
    ("better means", "accuracy", "reversed", {"better": "1/2", "worse": "2/3"}),
    ("reaches", "accuracy", None, {}),
    ("reaches", "recall", "unattained", {"best": "0"}),  # nothing is relevant: 0 by its convention
    ("reaches", "utility(tp=1,fp=0,fn=0,tn=0)", "unattained", {"best": "0"}),
    ("betas", "f(beta=0.5)", "unequal", {}),
    ("betas", "accuracy", None, {}),
    ("numbers", "accuracy", None, {}),
    ("numbers", "lam", "unattained", {"output": None}),
    ("numbers", "precision", None, {}),
    ("best", "accuracy", None, {}),
    # the opposite of the gold accepts nothing relevant; the mean of the two would be less than its 0
    ("best", "utility(tp=-1,fp=0,fn=0,tn=0)", None, {}),
    # gold and opposite accept one of two documents, and every accepted one counts
    ("best", "utility(tp=1,fp=1,fn=0,tn=0)", "reversed", {"better": "1", "worse": "2"}),
    # the first of three documents is relevant: all are accepted, and none would be better
    ("choice", "accuracy", "reversed", {"better": "1/3", "worse": "2/3", "first": "1", "none": "2/3"}),
    ("choice", "recall", None, {}),
    ("identity", "accuracy", None, {}),
    ("identity", "recall", "unequal", {"output": "0"}),
    ("identity", "rs-filtering", "unequal", {"output": "0"}),
]


def constraint(name: str) -> Constraint:
    reading = Reading("plain", "as listed", FAMILIES[name], "accuracy", "precision")
    quantifier = Quantifier.FOR_ALL_EXISTS if name == "reaches" else Quantifier.FOR_ALL
    return Constraint(name, "filtering", name, "what is listed", "here", (reading,), quantifier)


def judged(name: str, metric: str) -> Cell:
    declared = constraint(name)
    (cell,) = search(declared, declared.readings[0], [ExactJudge(registry.metric(metric))], Effort(None, examples=0))
    return cell


@pytest.mark.parametrize(("name", "metric", "relation", "scores"), EXPECTED)
def test_each_demand_has_the_verdict_worked_by_hand(
    name: str, metric: str, relation: str | None, scores: dict[str, Any]
) -> None:
    cell = judged(name, metric)
    assert (cell.holds, cell.relation) == (relation is None, relation)
    if relation is None:
        return
    assert cell.counterexample is not None
    assert cell.evidence.minimal
    assert scores.items() <= cell.counterexample["scores"].items()
    again = Cell.from_json(json.loads(json.dumps(cell.to_json())))
    assert again.to_json() == cell.to_json()
    assert drawn("filtering", cell.counterexample.data, FAMILIES[name].demand).endswith(f", {relation}") or scores
    assert [item.status for item in verify_document([cell.to_json()], [constraint(name)], {})] == ["verified"]


def test_what_exists_is_shown_by_a_witness() -> None:
    cell = judged("reaches", "accuracy")
    witness = getattr(cell.evidence, "witness")  # noqa: B009
    assert witness["tried"] == 2  # of one document there are two outputs
    assert witness["demanded"]["words"] == "some output scores 0"


def test_a_failure_to_reach_shows_the_best_output_and_how_many_were_tried() -> None:
    """One relevant document, and 1 is the most that can be gained; irrelevant documents gain nothing."""
    cell = judged("reaches", "utility(tp=1,fp=0,fn=0,tn=0)")
    assert cell.counterexample is not None
    assert (cell.counterexample["tried"], cell.counterexample["documents"]) == (2, 1)
    assert "best of 2 outputs" in drawn("filtering", cell.counterexample.data)


def test_a_metric_without_the_parameter_holds_by_its_declaration() -> None:
    cell = judged("betas", "accuracy")
    assert (cell.evidence.kind, cell.message) == (
        "proof",
        "the metric has no parameter beta, so each of its values is the same",
    )
    (checked,) = verify_document([cell.to_json()], [constraint("betas")], {})
    assert (checked.status, checked.reason) == ("verified", "the definition has no parameter beta")
    forged = {**cell.to_json(), "metric": "f(beta=1)"}
    assert [item.status for item in verify_document([forged], [constraint("betas")], {})] == ["failed"]


def test_undefined_scores_skip_a_case_unless_the_demand_is_about_them() -> None:
    """Lam% is undefined on many small filterings, such as those where everything is right."""
    lam = registry.metric("lam")
    cases = [case for documents in (1, 2) for case in FAMILIES["turned"].cases(documents)]
    missing = [case for case in cases if isinstance(lam.exact(case.outputs["one"], case.gold), float)]
    assert 0 < judged("turned", "lam").evidence.undefined == len(missing) < len(cases) == 4 + 16
    assert judged("numbers", "lam").evidence.undefined == 0


def smoothings(documents: int) -> Iterator[Case]:
    """The same score without smoothing, said as a value of the parameter: floats are not asked."""
    for gold, output in sides(documents):
        parameters = {role: {"smoothing": Fraction(0)} for role in EQUAL.roles}
        outputs = dict.fromkeys(EQUAL.roles, filtering(output))
        yield Case(filtering(gold), outputs, parameters=parameters)


def test_a_case_that_is_undefined_is_counted_as_such_alone_where_floats_are_not_asked() -> None:
    family = PlainCases(smoothings, 2, 2, EQUAL, parameters=("smoothing",))
    reading = Reading("plain", "as listed", family, "accuracy", "precision")
    declared = Constraint("smoothed", "filtering", "Smoothed", "what is listed", "here", (reading,))
    lam = registry.metric("lam")
    (cell,) = search(declared, reading, [ExactJudge(lam)], Effort(None, examples=0))
    listed = [case for documents in (1, 2) for case in family.cases(documents)]
    missing = sum(isinstance(lam.exact(case.outputs["one"], case.gold), float) for case in listed)
    assert 0 < missing < len(listed)
    assert (cell.holds, cell.evidence.cases, cell.evidence.undefined) == (True, len(listed) - missing, missing)


def test_an_output_that_cannot_be_decided_is_not_taken_for_one_that_misses_the_score() -> None:
    """The gold as output scores so near to 1 that no precision tells it from 1; no other output comes near."""
    near = exp2(Fraction(1, 2**5000))

    def value(system: Organization, gold: Organization) -> object:
        return near if system == gold else Fraction(1, 2)

    def ones(documents: int) -> Iterator[Case]:
        yield next(case for case in reaches(documents) if case.bound == 1)

    reading = replace(constraint("reaches").readings[0], cases=PlainCases(ones, 1, 1, WORDS[1]))
    declared = replace(constraint("reaches"), readings=(reading,))
    metric = Metric("near", "Near", "filtering", "made up", "made up", direct=value)
    (cell,) = search(declared, reading, [ExactJudge(metric)], Effort(None, examples=0))
    assert (cell.holds, cell.evidence.kind) == (None, "undetermined")


def spoilt(saved: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cell with one thing changed."""

    def change(what: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        cell = copy.deepcopy(saved)
        what(cell)
        return cell

    shown = saved["counterexample"]
    yield "relation", change(lambda c: c.update(relation="tied" if c["relation"] != "tied" else "reversed"))
    yield "documents", change(lambda c: c["counterexample"].update(documents=7))
    yield "score", change(lambda c: c["counterexample"]["scores"].update({next(iter(shown["scores"])): "17/19"}))
    if "demanded" in shown:
        yield "bound", change(lambda c: c["counterexample"]["demanded"].update(bound="-3/7"))
        yield (
            "by",
            change(lambda c: c["counterexample"]["demanded"].update(by=">" if shown["demanded"]["by"] != ">" else "=")),
        )
        yield "words", change(lambda c: c["counterexample"]["demanded"].update(words="something else"))
    if "tried" in shown:
        yield "tried", change(lambda c: c["counterexample"].update(tried=99))
    for role, outputs in shown["outputs"].items():
        if isinstance(outputs, list):
            fewer = copy.deepcopy(saved)
            fewer["counterexample"]["outputs"][role].pop()
            yield "an output less", fewer
    if "parameters" in shown:
        yield "parameters", change(lambda c: c["counterexample"]["parameters"]["one"].update(beta="1/7"))


@pytest.mark.parametrize(("name", "metric"), [(name, metric) for name, metric, relation, _ in EXPECTED if relation])
def test_a_forged_counterexample_is_found_out(name: str, metric: str) -> None:
    saved = json.loads(json.dumps(judged(name, metric).to_json()))
    for what, cell in spoilt(saved):
        statuses = [item.status for item in verify_document([cell], [constraint(name)], {})]
        assert statuses == ["failed"], what


def test_the_schema_knows_what_a_case_has_of_its_own() -> None:
    cells = [judged(name, metric).to_json() for name, metric, relation, _ in EXPECTED if relation]
    document = {"schema": "axiometrics/matrix/1"}
    errors = [
        error.message
        for error in Draft202012Validator(schema("matrix")).iter_errors({**document, "cells": cells})
        if list(error.absolute_path)[:1] == ["cells"]
    ]
    assert not errors


def accuracy(y_true: Any, y_pred: Any) -> float:
    """In floats; the sum is made in an order that makes no difference."""
    return float((y_true == y_pred).sum()) / len(y_true)


def precision(y_true: Any, y_pred: Any) -> float:
    return float((y_true & y_pred).sum()) / float(y_pred.sum()) if y_pred.sum() else 0.0


def a_little_off(y_true: Any, y_pred: Any) -> float:
    """Nearly accuracy. The difference is within the error bound of floats, so that no sign is decided, and larger than
    the last digits, so that the value is not read as a simple fraction.
    """
    return float((y_true == y_pred).sum()) / len(y_true) + (int(y_pred.sum()) * 2.0**-48)


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("name", "metric", "relation", "kind"),
    [
        ("turned", accuracy, None, "exhaustive"),
        ("turned", precision, "unequal", "counterexample"),
        ("turned", a_little_off, None, "undetermined"),
        ("bound", accuracy, None, "exhaustive"),
        ("bound", precision, "exceeded", "counterexample"),
        ("means", accuracy, None, "exhaustive"),
        ("reaches", accuracy, None, "exhaustive"),
        ("numbers", precision, None, "exhaustive"),
        ("numbers", accuracy, None, "exhaustive"),
        ("best", accuracy, None, "exhaustive"),
        ("choice", accuracy, None, "exhaustive"),
        ("identity", accuracy, None, "exhaustive"),
        ("betas", accuracy, None, "not-applicable"),
    ],
)
def test_a_metric_in_floats_is_judged_alike(
    name: str, metric: Callable[..., float], relation: str | None, kind: str
) -> None:
    declared = constraint(name)
    judge = candidate(metric, "filtering", "classification").judge("filtering")
    (cell,) = search(declared, declared.readings[0], [judge], Effort(2, examples=0))
    assert (cell.evidence.kind, cell.relation) == (kind, relation), cell.message


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Demand(("a",), (1,), "?", "!="),
        lambda: Demand(("a",), (2,), "?"),
        lambda: Demand(("a", "b"), (1,), "?"),
        lambda: Demand(("a", "b"), (1, 1), "?", some=True),
        lambda: Demand(("a",), (0,), "?"),
        lambda: Demand(("a",), (1,), "?", some=True, greatest=True),
    ],
)
def test_a_demand_that_means_nothing_is_refused(wrong: Callable[[], Demand]) -> None:
    with pytest.raises(DeclarationError):
        wrong()


def ranks(length: int) -> Iterator[Case]:
    """Outputs of `length` positive documents, of three documents in all: sizes do not count documents."""
    gold = filtering((True, True, True))
    for side in product((True, False), repeat=3):
        if sum(side) == length:
            yield Case(gold, {"better": gold, "worse": filtering(side)})


def accepted(case: Case) -> int:
    return sum(map(len, case.outputs["worse"].levels[0]))


def test_sizes_may_count_something_else() -> None:
    family = PlainCases(ranks, 2, 3, NO_LOSS, unit="accepted documents", measure=accepted, reaches=lambda size: 0)
    assert [len(list(family.cases(size))) for size in (1, 2, 3)] == [3, 3, 1]
    assert [len(block) for block in family.blocks(2)] == [6]
    assert family.complete(2) == 0
    (case, *_) = family.cases(2)
    assert family.admits(case) is None
    assert family.admits(Case(filtering((True,)), case.outputs)) is not None
