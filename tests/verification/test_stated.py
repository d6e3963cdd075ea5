"""What a forged file states beside its verdict and argument: refused where it cannot be so."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from axiometrics import api, registry
from axiometrics.verification.check import Verified, verify_document

JSON = dict[str, Any]


@cache
def _matrix() -> JSON:
    """A proof with a witness, one by an argument, and a counterexample."""
    data = api.matrix(["purity"], ["homogeneity", "rag-bag"]).to_json()
    return copy.deepcopy(data)


@cache
def _sought() -> JSON:
    """A cell of a constraint that asks for a run with score 1, searched up to two articles."""
    return api.matrix(["i-rec"], ["diversity:full-range"], reading="every-topic", max_size=2).cells[0].to_json()


def matrix() -> JSON:
    return copy.deepcopy(_matrix())


def cell(kind: str) -> JSON:
    (saved,) = (entry for entry in matrix()["cells"] if entry["evidence"]["kind"] == kind)
    return saved  # type: ignore[no-any-return]


def verified(data: Any) -> list[Verified]:
    return verify_document(data, registry.constraints(), {})


def failures(data: Any) -> list[str]:
    return [item.reason for item in verified(data) if item.status == "failed"]


def detail(**more: Any) -> Callable[[JSON], None]:
    return lambda data: data["evidence"]["detail"].update(more)


def proof(**more: Any) -> Callable[[JSON], None]:
    return lambda data: data["evidence"]["detail"]["proof"].update(more)


def step(**more: Any) -> Callable[[JSON], None]:
    return lambda data: data["evidence"]["detail"]["proof"]["steps"][0].update(more)


def shown() -> JSON:
    of = cell("counterexample")["counterexample"]
    return {name: of[name] for name in ("gold", "outputs")}


FORGED: dict[str, tuple[str, Callable[[JSON], None], str]] = {
    "a message of a proof": ("proof", lambda c: c.update(message="for every metric"), "has no message"),
    "a message of a counterexample": ("counterexample", lambda c: c.update(message="a slip"), "has no message"),
    "a witness of a proof": ("proof", lambda c: detail(witness=shown())(c), "no output is sought"),
    "a witness of a counterexample": ("counterexample", lambda c: detail(witness=shown())(c), "no output is sought"),
    "a reduction": ("proof", detail(reduction="one intent"), "is judged through None"),
    "a doubtful case of none": ("proof", lambda c: detail(first=shown())(c), "says that there is none"),
    "a reading that is none": ("counterexample", detail(carried="clustering:rag-bag@weather"), "says nothing about"),
    "a reading of which it is no case": (
        "counterexample",
        detail(carried="clustering:homogeneity@universal"),
        "says nothing about",
    ),
    "the reading itself": ("counterexample", detail(carried="clustering:rag-bag@universal"), "says nothing about"),
    "a link checked elsewhere": ("proof", detail(link_checked="by a friend"), "the link is checked"),
    "a field of a proof": ("proof", proof(reviewed="yes"), "a proof has no field 'reviewed'"),
    "a field of a step": ("proof", step(note="trivial"), "has no field 'note'"),
    "a field of another rule": ("proof", step(total="0"), "has no field 'total'"),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_a_cell_states_and_cannot_be_so_is_refused(what: str) -> None:
    kind, forge, reason = FORGED[what]
    data = cell(kind)
    assert not failures(data)
    forge(data)
    (said,) = failures(data)
    assert reason in said


ENTRIES: dict[str, tuple[Callable[[JSON], None], str]] = {
    "a field of the document": (lambda d: d.update(reviewed="yes"), "there is no field 'reviewed'"),
    "a field of a metric": (lambda d: d["metrics"][0].update(rank=1), "there is no field 'rank'"),
    "a field of a constraint": (lambda d: d["constraints"][0].update(weight=1), "there is no field 'weight'"),
    "an invariance that a built-in metric breaks": (lambda d: d["metrics"][0].update(breaks=["label-names"]), "breaks"),
    "a built-in metric that is a loss": (lambda d: d["metrics"][0].update(loss="told"), "loss is said of users'"),
    "how a built-in metric is called": (lambda d: d["metrics"][0].update(inferred="labels"), "inferred is said"),
}


@pytest.mark.parametrize("what", ENTRIES)
def test_what_a_document_states_and_cannot_be_so_is_refused(what: str) -> None:
    forge, reason = ENTRIES[what]
    data = matrix()
    assert not failures(data)
    forge(data)
    (said,) = failures(data)
    assert reason in said


def test_a_witness_is_a_case_with_an_output_as_demanded() -> None:
    data = copy.deepcopy(_sought())
    assert data["evidence"]["detail"]["witness"]
    assert not failures(data)
    wrong = copy.deepcopy(data)
    wrong["evidence"]["detail"]["witness"]["outputs"]["run"] = {"levels": [[["x1"]]], "tail": True}
    (said,) = failures(wrong)
    assert "not as demanded" in said
    data["evidence"]["detail"]["witness"]["demanded"]["bound"] = "2"
    (said,) = failures(data)
    assert "the constraint demands" in said


def test_a_witness_with_a_gold_of_its_own_is_judged_against_that_gold() -> None:
    data = api.matrix(["adm"], ["scoring:full-range"], reading="some-gold").cells[0].to_json()
    assert data["evidence"]["detail"]["witness"]["golds"]
    assert not failures(data)

    def said(**forged: Any) -> str:
        wrong = copy.deepcopy(data)
        wrong["evidence"]["detail"]["witness"] |= forged
        (why,) = failures(wrong)
        return why

    nothing = {"type": "relevance", "numbers": {}}
    assert "not a case of some-gold" in said(golds={"best": nothing}), "a score that is undefined attains nothing"
    assert "not one that was tried" in said(gold={"type": "relevance", "numbers": {"d1": "1"}})
    assert "not as demanded" in said(golds={"best": {"type": "relevance", "numbers": {"d1": "1"}}})
    assert "there are 25 outputs to try" in said(tried=999)
    assert "no field 'more'" in said(more=1)


ALLOWED: dict[str, Callable[[JSON], None]] = {
    "seconds": lambda c: c["evidence"].update(seconds=1e6),
    "random cases": detail(sampled=99),
    "cases on the way": detail(climbed=99),
    "a convention": detail(convention="0/0 = 1"),
    "cases in doubt": detail(within_bound=3),
}


@pytest.mark.parametrize("what", ALLOWED)
def test_what_is_not_refused(what: str) -> None:
    """They say what a run did. If one of these is refused one day, so much the better: move it to the list above."""
    data = cell("proof")
    ALLOWED[what](data)
    assert not failures(data)


def test_a_verdict_that_says_less_than_was_found_is_not_called_verified() -> None:
    data = cell("counterexample")
    data.update(holds=None, message="out of time", relation=None, counterexample=None)
    data["evidence"].update(kind="undetermined", minimal=None)
    assert [item.status for item in verified(data)] == ["nothing to check"]


def test_a_counterexample_that_is_a_case_of_a_weaker_reading_too_is_verified_there() -> None:
    """It is found under `any-rank`, and replaces only the last of the redundant documents."""
    matrix = api.matrix(["alpha-ndcg@3"], ["minor-intents"], "all")
    last = next(cell.to_json() for cell in matrix if cell.reading == "last-rank")
    assert last["evidence"]["detail"]["carried"] == "diversity:minor-intents@any-rank"
    assert not failures(last)
