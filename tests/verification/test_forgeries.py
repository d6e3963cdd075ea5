"""Cells and proofs that were tampered with, or made up, by somebody who knows how they are checked: none passes."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import mpmath
import pytest

from axiometrics import api, registry
from axiometrics.core.organization import Organization
from axiometrics.kernel.check_proof import ProofError, prove
from axiometrics.verification import Verification, whole_matrix
from axiometrics.verification import proofs as checking
from axiometrics.verification.check import Verified, verify_document

JSON = dict[str, Any]


@cache
def _saved(metric: str, constraint: str, reading: str) -> JSON:
    matrix = api.matrix(metrics=[metric], constraints=[constraint], reading=reading)
    (saved,) = (cell.to_json() for cell in matrix.cells)
    return saved


def saved(metric: str, constraint: str, reading: str) -> JSON:
    return copy.deepcopy(_saved(metric, constraint, reading))


def verified(cell: Mapping[str, Any]) -> Verified:
    (outcome,) = verify_document(cell, registry.constraints(), {})
    return outcome


def refused(cell: Mapping[str, Any], reason: str) -> None:
    outcome = verified(cell)
    assert (outcome.status, reason in outcome.reason) == ("failed", True), outcome


# --- arguments that show 0 > 0


def shows_nothing(reason: str, *steps: JSON) -> None:
    with pytest.raises(ProofError, match=reason):
        prove({"symbols": {}, "facts": [], "define": [], "steps": list(steps)})


def test_a_lemma_is_applied_only_where_its_definitions_hold() -> None:
    equal = {"id": "s", "claim": "y - x - 1 = 0", "rule": "identity", "zero": {"y := x + 1": "1"}}
    more = {
        "id": "t",
        "claim": "y - x > 0",
        "rule": "positive",
        "from": {},
        "numerator": "1",
        "denominator": "1",
        "zero": {"s": "1"},
    }
    lemma = {"symbols": {"x": False}, "facts": [], "define": [["y", "x + 1"]], "steps": [equal, more]}
    shows_nothing(
        "the lemma needs -1 = 0",
        {"id": "a", "claim": "0 > 0", "rule": "lemma", "lemma": lemma, "at": {"x": "0", "y": "0"}},
    )
    assert prove(
        {
            "symbols": {},
            "facts": [],
            "steps": [{"id": "a", "claim": "1 > 0", "rule": "lemma", "lemma": lemma, "at": {"x": "2", "y": "3"}}],
        }
    )


def test_a_symbol_is_a_name() -> None:
    between = [
        {"id": "s1", "claim": "log(2) - 1/10 >= 0", "rule": "evaluate"},
        {"id": "s2", "claim": "9/10 - log(2) >= 0", "rule": "evaluate"},
    ]
    none = {"id": "s3", "claim": "0 > 0", "rule": "finite", "by": "log(2)", "of": ["s1", "s2"]}
    lemma = {"symbols": {"log(2)": True}, "facts": [], "steps": [*between, none]}
    shows_nothing("not a symbol", {"id": "a", "claim": "0 > 0", "rule": "lemma", "lemma": lemma, "at": {"log(2)": "1"}})
    for symbols in ({"x": 1}, {"x": 0.0}, {"x": "true"}, {"": True}):
        with pytest.raises(ProofError, match="not a symbol"):
            prove({"symbols": symbols, "facts": [], "steps": [{"id": "a", "claim": "1 > 0", "rule": "evident"}]})


def test_a_sum_goes_from_a_whole_number_to_a_whole_number() -> None:
    nothing = "sum(k, 0, 1/2, 0)"
    each = [{"id": "e", "claim": "0 = 0", "rule": "identity"}]
    shows_nothing(
        "whole numbers",
        {"id": "z", "claim": f"{nothing} = 0", "rule": "sum", "sum": nothing, "total": "0", "each": each},
    )
    for symbols, facts in (({"x": False}, ["x - 1 >= 0"]), ({"x": True}, ["x - 1 >= 0"])):
        step = {
            "id": "a",
            "claim": "sum(k, 0, x, 1) - (x + 1) = 0",
            "rule": "sum",
            "sum": "sum(k, 0, x, 1)",
            "total": "k",
        }
        argument = {
            "symbols": symbols,
            "facts": facts,
            "steps": [step | {"each": [{"id": "e", "claim": "1 - 1 = 0", "rule": "identity"}]}],
        }
        if symbols["x"]:
            assert prove(argument)
        else:
            with pytest.raises(ProofError, match="whole numbers"):
                prove(argument)


@pytest.mark.slow
def test_a_proof_takes_no_more_work_than_any_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_WORK", 200_000)
    cell = saved("ap", "priority", "universal")
    proof = cell["evidence"]["detail"]["proof"]
    proof["steps"].insert(0, {"id": "big", "claim": "power(i + N, 4000) + i > 0", "rule": "evident"})
    refused(cell, "grows beyond all measure")


@pytest.mark.parametrize("claim", ["power(x + y, 100000) > 0", "sum(k, 1, 10**9, 1/k) > 0", "x**10000 > 0"])
def test_nothing_is_computed_without_end(claim: str) -> None:
    step = {"id": "a", "claim": claim, "rule": "evident" if "x" in claim else "evaluate"}
    with pytest.raises(ProofError):
        prove({"symbols": {"x": False, "y": False}, "facts": ["x > 0", "y > 0"], "steps": [step]})


# --- proofs of another metric


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("constraint", "reading"),
    [
        ("priority", "universal"),
        ("priority", "graded"),
        ("deepness", "same-run"),
        pytest.param("deepness", "any-context", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("cut", [pytest.param(10, marks=pytest.mark.thorough), 25])
def test_a_proof_is_not_that_of_a_metric_that_stops_looking(constraint: str, reading: str, cut: int) -> None:
    cell = saved("ndcg", constraint, reading)
    assert verified(cell).status == "verified"
    cell["metric"] = cell["evidence"]["detail"]["proof"]["metric"] = f"ndcg@{cut}"
    refused(cell, "the excess is not that of the metric")


def hardly_above(k: int) -> str:
    """log(k) less a fraction, above 0 by less than 2^-600."""
    with mpmath.workprec(1000):
        return f"log({k}) - {int(mpmath.floor(mpmath.log(k) * 2**600))}/{2**600}"


@pytest.mark.parametrize(("metric", "constraint"), [("rr", "priority"), ("ap", "confidence"), ("dcg", "confidence")])
def test_an_excess_hides_nothing_below_the_precision_of_the_link(metric: str, constraint: str) -> None:
    """What divides by nearly 0 is enclosed by the whole line, and a tie is nearly what is above 0: neither is the
    required difference.
    """
    dividend, divisor = hardly_above(2), hardly_above(3)
    small = [
        {"id": "one", "claim": f"{dividend} > 0", "rule": "evaluate"},
        {"id": "other", "claim": f"{divisor} > 0", "rule": "evaluate"},
    ]
    quotient = {"rule": "positive", "from": {"q1": "one", "q2": "other"}, "numerator": "q1", "denominator": "q2"}
    for excess, rule in (
        (f"({dividend})/({divisor})", quotient),
        (dividend, {"rule": "evaluate"}),
        (f"1/{2**600}", {"rule": "evaluate"}),
    ):
        proof = {
            "schema": "axiometrics/proof/1",
            "metric": metric,
            "constraint": f"ranking:{constraint}",
            "reading": "universal",
            "holds": True,
            "words": "",
        }
        proof |= {
            "symbols": {},
            "facts": [],
            "define": [],
            "excess": excess,
            "steps": [*small, {"id": "last", "claim": f"{excess} > 0", **rule}],
        }
        assert prove(proof)
        cell = saved(metric, constraint, "universal")
        cell |= {"holds": True, "counterexample": None}
        cell["evidence"] |= {"kind": "proof", "detail": {"proof": proof}}
        refused(cell, "the excess is not that of the metric")


# --- thresholds


@pytest.mark.parametrize(
    ("metric", "holds", "detail"),
    [("rbp", False, {"n": [], "n0": None, "scanned": 2}), ("ap", True, {"n": [3], "n0": 3, "scanned": 3})],
)
def test_a_proof_of_a_threshold_is_saved_with_it(metric: str, holds: bool, detail: JSON) -> None:
    cell = saved(metric, "deepness-threshold", "prose")
    cell["holds"], cell["evidence"]["detail"] = holds, detail
    refused(cell, "the evidence is a proof, but the file holds none")


def test_a_witness_is_recomputed_wherever_it_is() -> None:
    cell = saved("rbp", "closeness-threshold", "prose")
    assert verified(cell).status == "verified"
    cell["metric"] = "rr"
    cell["evidence"]["detail"] = {"n": [100], "scanned": 200}
    refused(cell, "at n = 100 B does not win")


@pytest.mark.parametrize(
    ("metric", "n", "scanned", "wrong"),
    [
        ("tbg", [*range(2, 61)], 400, 61),
        ("tbg", [*range(2, 62), *range(100, 400)], 400, 99),
        ("tbg", [*range(2, 62), *range(100, 401)], 400, 99),
        ("rbp", [*range(2, 6), 52], 400, 52),
        ("p@10", [*range(2, 9), 246], 400, 246),
        ("p@10", [*range(2, 8)], 400, 8),
        ("ap", [*range(2, 1000)], 4000, 2),
        ("ap", [*range(3, 1000)], 4000, 1000),
    ],
)
def test_where_a_list_of_n_begins_and_ends_is_recomputed(metric: str, n: list[int], scanned: int, wrong: int) -> None:
    """However far up: for TBG B wins to n = 61, and for AP from 3 on."""
    cell = saved(metric, "closeness-threshold", "prose")
    cell["evidence"]["detail"] |= {"n": n, "scanned": scanned}
    outcome = verified(cell)
    assert outcome.status == "failed"
    at = int(re.match(r"at n = (\d+) B ", outcome.reason).group(1))  # type: ignore[union-attr]
    assert at in {wrong, wrong + 1}


def test_a_later_n0_is_found_out_where_there_is_no_proof() -> None:
    cell = saved("tbg", "deepness-threshold", "prose")
    cell["evidence"] |= {"kind": "exhaustive", "detail": {"n": list(range(200, 401)), "n0": 200, "scanned": 400}}
    refused(cell, "at n = 199 A wins when computed again")


def test_a_list_that_begins_too_often_is_not_recomputed_for_hours() -> None:
    cell = saved("ap", "closeness-threshold", "prose")
    cell["evidence"]["detail"] |= {"n": list(range(3, 4000, 2)), "scanned": 4000}
    refused(cell, "times, more than the 100 that are recomputed")


def test_the_n_listed_are_those_that_the_proof_speaks_of() -> None:
    cell = saved("tbg", "deepness-threshold", "prose")
    assert verified(cell).status == "verified"
    last = cell["evidence"]["detail"]["scanned"]
    late = copy.deepcopy(cell)
    late["evidence"]["detail"] |= {"n0": 200, "n": list(range(200, last + 1))}
    refused(late, "n = 62 is not listed")
    cell = saved("ap", "deepness-threshold", "prose")
    cell["evidence"]["detail"]["n"].append(last - 1)
    refused(cell, f"n = {last - 1} is listed")


@pytest.mark.parametrize("kind", ["proof", "exhaustive", "sampled", "not-applicable", "region"])
def test_a_counterexample_is_evidence_of_that_kind(kind: str) -> None:
    cell = saved("rr", "priority", "universal")
    assert verified(cell).status == "verified"
    cell["evidence"]["kind"] = kind
    refused(cell, "the file holds a counterexample")


# --- cuts, floats, whole files


@pytest.mark.few(3)
@pytest.mark.parametrize("k", [pytest.param(50, marks=pytest.mark.slow), 1999, 2001, 5000])
@pytest.mark.parametrize(
    ("constraint", "reading"), [("priority", "universal"), ("deepness", "same-run"), ("deepness", "single")]
)
def test_a_proof_of_the_whole_run_is_none_of_a_cut_however_deep(k: int, constraint: str, reading: str) -> None:
    cell = saved("ndcg", constraint, reading)
    assert verified(cell).status == "verified"
    cell["metric"] = cell["evidence"]["detail"]["proof"]["metric"] = f"ndcg@{k}"
    assert verified(cell).status == "failed"


@pytest.mark.parametrize("place", ["start", "unread"])
def test_a_float_that_nobody_reads_is_refused(place: str) -> None:
    cell = saved("rbp", "priority", "universal")
    cell["evidence"]["detail"]["proof"][place] = [{"a": 0.5}]
    refused(cell, "a proof must not have floats, but this one has 0.5")


def test_the_size_of_a_counterexample_is_its_own() -> None:
    cell = saved("rr", "priority", "universal")
    cell["evidence"]["size"] -= 1
    refused(cell, "but the file says that its size is")


def test_a_whole_file_agrees_with_its_cells() -> None:
    matrix = api.matrix(["rr", "ap"], ["ranking:priority"], max_size=4, max_examples=0).to_json()
    assert [item.status for item in verify_document(matrix, registry.constraints(), {})] == ["verified", "verified"]
    twice = {**matrix, "cells": [*matrix["cells"], matrix["cells"][0]], "counts": {}}
    *_, double, counted = verify_document(twice, registry.constraints(), {})
    assert (double.status, double.reason) == ("failed", "there are 2 cells of this name")
    assert (counted.constraint, counted.status, counted.reason) == (
        "counts",
        "failed",
        "the cells are counterexample 2, proof 1",
    )


@pytest.mark.parametrize("cut", [("better",), ("worse",), ("better", "worse")])
def test_runs_that_end_where_others_go_on_are_not_those_of_a_swap(cut: tuple[str, ...]) -> None:
    """R*S keeps Priority. It scores a run without a tail 0 here, so that cutting the better run made a violation."""
    (about,) = registry.match_constraints("ranking:priority")
    of = registry.definition("rs-ranking")
    assert of is not None
    case = next(about.readings[0].judged.cases(2))
    outputs = {
        role: Organization(output.levels, output.tail and role not in cut) for role, output in case.outputs.items()
    }
    scores = {role: of(output, case.gold) for role, output in outputs.items()}
    relation = "tied" if scores["better"] == scores["worse"] else "reversed"
    cell = {
        "task": "ranking",
        "metric": "rs-ranking",
        "constraint": "priority",
        "reading": "universal",
        "holds": False,
        "differs": [],
        "evidence": {"kind": "counterexample", "exact": True, "cases": 1, "size": 2, "minimal": True, "detail": {}},
        "relation": relation,
        "counterexample": {
            "gold": case.gold.to_json(),
            "outputs": {role: output.to_json() for role, output in outputs.items()},
            "scores": {role: str(score) for role, score in scores.items()},
            "documents": case.documents,
        },
        "message": "",
    }
    refused(cell, "are not a case of")


def test_a_duel_is_of_runs_that_go_on() -> None:
    (about,) = registry.match_constraints("closeness-threshold")
    duels = about.readings[0].duels
    case = duels.case(3)
    assert duels.admits(case) is None
    for role, output in case.outputs.items():
        ended = {**case.outputs, role: Organization(output.levels, False)}
        assert duels.admits(replace(case, outputs=ended)) is not None


@pytest.mark.parametrize(
    ("part", "change", "reason"),
    [
        ("constraints", {"statement": "the score rises"}, "its statement is"),
        ("constraints", {"source": "nobody"}, "its source is"),
        ("constraints", {"readings": ["universal", "odd"]}, "its readings is"),
        ("constraints", {"id": "deepness"}, "constraints does not list it"),
        ("metrics", {"id": "mine"}, "metrics does not list it"),
    ],
)
def test_a_file_says_what_its_metrics_and_constraints_are(part: str, change: JSON, reason: str) -> None:
    matrix = api.matrix(["rr"], ["ranking:priority"], max_size=4, max_examples=0).to_json()
    matrix[part][0].update(change)
    failed = [i.reason for i in verify_document(matrix, registry.constraints(), {}) if i.status == "failed"]
    assert any(reason in message for message in failed), failed


@pytest.mark.parametrize(
    ("version", "statement", "status"),
    [
        ("0.1.0", "a relevant document that moves up raises the score", "reworded"),
        ("0.2.0", "a relevant document that moves up raises the score", "failed"),
        ("0.2.0 ", "the score rises", "failed"),
        ("00.1.0", "the score rises", "failed"),
        (None, "the score rises", "failed"),
        ("0.1.0", ["the score rises"], "failed"),
    ],
)
def test_only_a_different_version_states_a_constraint_in_different_words(
    version: Any, statement: Any, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cells are checked by the statement of this version, which is told beside that of the file."""
    monkeypatch.setattr(whole_matrix, "__version__", "0.2.0")
    matrix = api.matrix(["rr"], ["ranking:priority"], max_size=4, max_examples=0).to_json()
    own = matrix["constraints"][0]["statement"]
    matrix["version"], matrix["constraints"][0]["statement"] = version, statement
    cell, about = verify_document(matrix, registry.constraints(), {})
    assert (cell.status, about.status) == ("verified", status)
    assert own[:50] in about.reason
    summary = str(Verification((cell, about), 1))
    assert ("reworded 1" in summary, "not re-run 0" in summary) == (status == "reworded", True)
