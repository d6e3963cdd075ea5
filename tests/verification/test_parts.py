"""Proofs with parts, constructed outputs and premises of their own: what is missing or made up is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import cut_off
from axiometrics.kernel.check_proof import ProofError
from axiometrics.proving.instances import FormulaScorer, instances
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument, lemmas

JSON = dict[str, Any]


@cache
def proved(metric: str, name: str) -> tuple[Metric, Constraint, Reading, JSON]:
    constraint, _, reading = name.partition("@")
    (declared,) = registry.match_constraints(constraint)
    of = registry.metric(metric)
    cut = declared.reading(reading).within(cut_off(of.parameters, of.values))
    (theorem,) = (entry for entry in entries_about(of, declared, cut) if isinstance(entry, Theorem))
    return of, declared, cut, theorem.prove(of, declared, cut)


def checked(metric: str, name: str, change: Callable[[JSON], object]) -> None:
    """Check a proof that was changed, its argument and then its link."""
    of, constraint, reading, proof = proved(metric, name)
    changed = copy.deepcopy(proof)
    change(changed)
    check_argument(changed, constraint, reading, True)
    check_link(changed, constraint, reading, instances(changed, constraint, reading, of, 0), FormulaScorer(of))


def refused(metric: str, name: str, change: Callable[[JSON], object], reason: str) -> None:
    with pytest.raises(ProofError, match=reason):
        checked(metric, name, change)


IDENTITY, CLOSE, EVERY = "scoring:identity@plain", "scoring:gamma-sector@close", "scoring:full-range@every-gold"
RANGE, IDEAL = "diversity:full-range@every-topic", "diversity:tractable-ideal@global-gain"


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        ("adm", IDENTITY),
        ("adm", CLOSE),
        ("sector-recall", EVERY),
        ("adm", "scoring:swets-4@plain"),
        ("i-rec@2", RANGE),
        ("div-ndcg@2", IDEAL),
        ("ep-gr", "thorough:ideal-scores-1@plain"),
        ("nxcg@2", "focused:ideal-scores-1@plain"),
        ("eprum-level", "best-in-context:closer-raises-eprum@level"),
    ],
)
def test_as_it_is_proved_it_is_accepted(metric: str, name: str) -> None:
    checked(metric, name, lambda proof: None)


def test_no_demand_is_without_a_part() -> None:
    refused("adm", IDENTITY, lambda proof: proof.pop("others"), "no part about the demand")
    refused("adm", IDENTITY, lambda proof: proof["others"].append(proof["others"][0]), "expected each of")
    refused("adm", IDENTITY, lambda proof: proof.update(demand="score(output) > 7"), "expected each of")
    refused("adm", CLOSE, lambda proof: proof.update(others=[]), "must not have parts")


def test_a_part_has_the_facts_of_its_demand() -> None:
    def borrowed(proof: JSON) -> None:
        (wrong,) = proof["others"]
        wrong["facts"].append("A = 0")

    refused("adm", IDENTITY, borrowed, "is not a fact of scoring:identity")


def test_a_reading_has_no_facts_of_the_demands_of_another() -> None:
    refused("adm", "scoring:swets-4@plain", lambda proof: proof["facts"].append("A > 0"), "is not a fact")


def test_parts_are_about_the_metric_each() -> None:
    def greater(proof: JSON) -> None:
        (wrong,) = proof["others"]
        wrong["excess"] = "2*A/N"
        wrong["steps"][-1] |= {"claim": "2*A/N > 0", "numerator": "2*far"}

    refused("adm", IDENTITY, greater, "the excess is not that of the metric")


def test_what_is_given_is_how_far_the_score_is_below() -> None:
    def more(proof: JSON) -> None:
        proof["given"] = "2*A/N"
        proof["facts"] = ["N > 0", "2*A/N > 0"]
        proof["steps"][-1] |= {"from": {"far": "2*A/N > 0", "many": "N > 0"}, "denominator": "2*(many + 1)"}

    refused("adm", CLOSE, more, "not the distance of the score from 1")
    refused("adm", CLOSE, lambda proof: proof.pop("given"), "`given` is only")
    refused("adm", IDENTITY, lambda proof: proof.update(given="A/N"), "`given` is only")


def test_where_is_about_divisors_that_are_not_negative() -> None:
    name = "scoring:bounded@plain"

    def another(proof: JSON) -> None:
        proof["where"].append("b - a > 0")
        proof["facts"].append("b - a > 0")

    refused("sector-precision", name, another, "does not state that a divisor of the excess is above 0")

    def unknown(proof: JSON) -> None:
        proof["facts"] = [fact for fact in proof["facts"] if fact != "a >= 0"]

    refused("sector-precision", name, unknown, "nothing says that a \\+ b is not below 0")


def test_a_value_has_divisors_that_are_shown_to_be_above_0() -> None:
    name = "scoring:swets-4@plain"
    refused("adm", name, lambda proof: proof["facts"].remove("N > 0"), "N divides")
    refused("adm", name, lambda proof: proof.update(where=["N > 0"]), "must be empty if the proof shows")


def test_an_output_is_one_that_counts() -> None:
    refused("i-rec@2", RANGE, lambda proof: proof["outputs"].update(run="all"), "not an output that stands for")
    refused("i-rec@2", RANGE, lambda proof: proof.pop("outputs"), "must name this output")
    refused(
        "i-rec@2",
        RANGE,
        lambda proof: proof["outputs"].update(run="irrelevant"),
        "the excess is not that of the metric",
    )
    refused(
        "div-ndcg@2", IDEAL, lambda proof: proof.update(outputs={"run": "by gain"}), "not an output that stands for"
    )
    refused("div-ndcg@2", IDEAL, lambda proof: proof["outputs"].update(sorted="least cover"), "not one of the outputs")


def test_lemmas_of_all_parts_are_counted() -> None:
    _, constraint, reading, proof = proved("ndcg-ia@2", "diversity:one-list@plain")
    assert [lemma.partition(":")[0] for lemma in lemmas(proof, constraint, reading)] == ["D > 0"]
    assert not lemmas({**proof, "others": []}, constraint, reading)
