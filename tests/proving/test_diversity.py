"""Theorems about metrics of diversity: what is proved, and what is not; facts hold of
small and of larger topics; and no proof shows more than it says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.core.vocabulary import Vocabulary, vocabulary_of
from axiometrics.generators.larger import larger_cases
from axiometrics.kernel.check_proof import prove, read_claim
from axiometrics.proving.theorem import Larger, Theorem, entries_about
from axiometrics.running.settled_cells import provable
from axiometrics.symbolic.signs import sign
from axiometrics.verification.instances import Instance, holds_of
from axiometrics.verification.proofs import check_argument, smallest

CONSTRAINTS = [c for c in registry.constraints() if c.task == "diversity" and c.vocabulary]

PROVED = {
    "bounded@plain": {"i-rec@10", "ndcg-ia@10", "err-ia@2", "alpha-ndcg@2(ideal=exact)", "nrbp", "div-q", "idiv-q@10"},
    "positive@plain": {"i-rec@2", "alpha-ndcg@10", "nrbp(printed=yes)", "idiv-q@3", "q-ia", "ap-ia"},
    "novelty@plain": {"i-rec@10", "err-ia@10", "alpha-ndcg@10", "nrbp", "rr-ia", "idiv-ndcg@10"},
    "minor-intents@any-rank": {"i-rec@10", "1-call-ia@3", "idiv-ndcg@10(gamma=1)"},
    "intent-probability@single": {"ndcg-ia@10", "q-ia", "idiv-ndcg@10", "div-q@10"},
    "intent-probability@pool": {"err-ia@10", "rr-ia", "div-ndcg@10", "idiv-q@10"},
    "graded@plain": {"ndcg-ia@10", "err-ia@3", "q-ia", "div-q", "idiv-ndcg@2"},
    "no-double-discount@covered": {"i-rec@10", "ndcg-ia@3", "div-q@10", "idiv-q@10", "q-ia"},
    "no-double-discount@any": {"precision-ia@10", "div-ndcg@2", "ap-ia", "div-q"},
    "full-range@every-topic": {
        "i-rec@3",
        "1-call-ia@2",
        "alpha-ndcg@3",
        "alpha-ndcg@2(ideal=exact)",
        "div-q",
        "s-precision",
    },
    "full-range@paper": {"i-rec@10", "s-recall-lmin", "div-ndcg@2"},
    "tractable-ideal@global-gain": {"div-ndcg@10", "div-q@2"},
    "tractable-ideal@own": {"precision-ia@2", "ndcg-ia@3", "div-q", "s-precision(rho=0.5)"},
    "one-list@plain": {"ndcg-ia@2", "q-ia"},
}
"""Some metrics that each reading is proved for."""

NOT_PROVED = {
    "bounded@plain": {"alpha-ndcg@10"},
    "novelty@plain": {"ndcg-ia@10", "alpha-ndcg@10(alpha=0)", "idiv-q@10(gamma=0)"},
    "minor-intents@any-rank": {"idiv-q@10", "alpha-ndcg@10", "nrbp"},
    "intent-probability@pool": {"ndcg-ia@10", "q-ia"},
    "graded@plain": {"alpha-ndcg@10", "div-q(beta=0)", "idiv-ndcg@10(gamma=1)"},
    "no-double-discount@any": {"i-rec@10", "nrbp"},
    "full-range@every-topic": {"idiv-ndcg@2", "ndcg-ia@10", "nrbp"},
    "tractable-ideal@own": {"i-rec@3", "alpha-ndcg@2", "err-ia@10"},
    "one-list@plain": {"i-rec@10", "q-ia(beta=0)"},
}
"""Metrics that it is false of: a theorem about them would have to be wrong."""


def of(name: str) -> tuple[Constraint, Reading]:
    constraint, _, reading = name.partition("@")
    (declared,) = registry.match_constraints(f"diversity:{constraint}")
    return declared, declared.reading(reading)


@pytest.mark.few(4)
@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    constraint, reading = of(name)
    assert all(provable(registry.metric(metric), constraint, reading) for metric in PROVED[name])


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_is_not_proved(name: str) -> None:
    constraint, reading = of(name)
    assert not any(provable(registry.metric(metric), constraint, reading) for metric in NOT_PROVED[name])


def test_no_proof_shows_anything_else(
    shows_nothing_else: Callable[[dict[str, Any], Constraint, Reading], None],
) -> None:
    for name, metrics in PROVED.items():
        constraint, reading = of(name)
        if reading.judged.demand.by == ">":
            for base in metrics:
                metric = registry.metric(base)
                (entry,) = (e for e in entries_about(metric, constraint, reading) if isinstance(e, Theorem))
                proof = entry.prove(metric, constraint, reading)
                check_argument(proof, constraint, reading, True)
                if proof["excess"] not in {"w", "B"}:
                    shows_nothing_else(proof, constraint, reading)


def constructed(vocabulary: Vocabulary, demand: Demand, case: Case, given: dict[str, Any]) -> dict[str, Any]:
    """In the place of several outputs, one that the vocabulary constructs."""
    several = [role for role in demand.roles if type(case.outputs[role]) is tuple]
    return {role: next(iter(vocabulary.outputs.values())).of(case, given) for role in several}


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=lambda constraint: constraint.id)
def test_facts_hold_of_every_setting_of_the_parameters(constraint: Constraint) -> None:
    """Whatever alpha, p, beta and the ideal are, at their ends too."""
    vocabulary = vocabulary_of(constraint)
    assert vocabulary is not None
    ends = [registry.metric(name).values for name in ENDS]
    settings = [{name: value for values in ends[k::2] for name, value in values.items()} for k in (0, 1)]
    for reading in (r for r in constraint.readings if not r.finite):
        family = reading.within(3).cases
        cases = [*smallest(reading.within(3), 30), *larger_cases(family, Random(3), 12, named=True)]
        for case in cases:
            demand = case.asked(reading.judged.demand)
            facts = vocabulary.facts_of(reading.name, demand.words)
            names = {name for fact in facts for name in read_claim(fact.text).term.symbols}
            for parameters in settings:
                given = {**parameters, "k": 3}
                shown = replace(case, outputs={**case.outputs, **constructed(vocabulary, demand, case, given)})
                values = Instance(shown, vocabulary).measure(names, given)
                for fact in facts:
                    assert holds_of(read_claim(fact.text), values), (fact.text, str(case.gold))


ENDS = (
    "alpha-ndcg@3(alpha=0)",
    "alpha-ndcg@3(alpha=1,ideal=exact)",
    "nrbp(alpha=0,p=0.9)",
    "nrbp(alpha=1,p=0.1,printed=yes)",
    "q-ia(beta=0)",
    "q-ia(beta=7)",
    "err-ia@3",
    "err-ia@3(gmax=intent)",
)
"""Metrics by two settings each: the first and the second of each pair belong together."""


def test_an_argument_about_one_intent_is_checked() -> None:
    facts = [fact for c in CONSTRAINTS for fact in (vocabulary_of(c) or pytest.fail("none")).facts if fact.each]
    assert len(facts) > 10
    assert all(prove(fact.each)[0] for fact in facts if fact.each)


LARGEST = ("alpha-ndcg@10", "nrbp", "idiv-q@10", "idiv-q@3", "idiv-q@2", "idiv-ndcg@10", "rr-ia", "ndcg-ia@10", "q-ia")

LARGER = [
    (metric, constraint, reading, entry)
    for metric in (*LARGEST, "s-precision")
    for constraint in CONSTRAINTS
    for reading in constraint.readings
    for entry in entries_about(registry.metric(metric), constraint, reading)
    if isinstance(entry, Larger) and not (reading.judged.demand.some or reading.judged.demand.greatest)
]
"""Where some run, or the best of several, is asked for, `test_diversity_larger` tries them all."""


def test_there_is_something_larger_of_each() -> None:
    assert len(LARGER) == 20


@pytest.mark.parametrize(("metric", "constraint", "reading", "entry"), LARGER, ids=lambda x: getattr(x, "id", x))
def test_what_is_larger_refutes_by_the_second_definition(
    metric: str, constraint: Constraint, reading: Reading, entry: Larger
) -> None:
    data, measure = task("diversity"), registry.metric(metric)
    definition = registry.definition(measure.id)
    assert definition is not None
    outputs = {role: data.output.parse(text) for role, text in entry.outputs}
    case = stated(reading.judged, _case(data.gold.parse(entry.gold), outputs))
    assert not isinstance(case, str), case
    demand = case.asked(reading.judged.demand)
    scores = {role: definition.function(outputs[role], case.gold, **measure.values) for role in demand.roles}
    assert not demand.met(sign(demand.excess(scores, case.bound)))


def _case(gold: Any, outputs: dict[str, Any]) -> Any:
    from axiometrics.core.case import Case

    return Case(gold, outputs)


def test_nothing_is_both_proved_and_refuted() -> None:
    metrics: list[Metric] = [registry.metric(name) for name in ("alpha-ndcg@10", "idiv-q@10(gamma=1)", "idiv-q@10")]
    for constraint in CONSTRAINTS:
        for reading in constraint.readings:
            for metric in metrics:
                kinds = {type(entry) for entry in entries_about(metric, constraint, reading)}
                assert not {Larger, Theorem} <= kinds
