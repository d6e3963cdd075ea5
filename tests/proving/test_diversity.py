"""Theorems about metrics of diversity: facts hold of small and of larger topics, and what larger cases refute."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.metric import Metric
from axiometrics.core.vocabulary import Vocabulary
from axiometrics.generators.larger import larger_cases
from axiometrics.kernel.check_proof import prove, read_claim
from axiometrics.proving.theorem import Larger, Theorem, entries_about
from axiometrics.verification.proofs import smallest
from tests.proving.demands import demand_facts, refuted_by, vocabulary

CONSTRAINTS = [c for c in registry.constraints() if c.task == "diversity" and c.vocabulary]


def constructed(spoken: Vocabulary, demand: Demand, case: Case, given: dict[str, Any]) -> dict[str, Any]:
    """In the place of several outputs, one that the vocabulary constructs."""
    several = [role for role in demand.roles if type(case.outputs[role]) is tuple]
    return {role: next(iter(spoken.outputs.values())).of(case, given) for role in several}


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=lambda constraint: constraint.id)
def test_facts_hold_of_every_setting_of_the_parameters(constraint: Constraint) -> None:
    """Whatever alpha, p, beta and the ideal are, at their ends too."""
    spoken = vocabulary(constraint)
    ends = [registry.metric(name).values for name in ENDS]
    settings = [{name: value for values in ends[k::2] for name, value in values.items()} for k in (0, 1)]
    for reading in (r for r in constraint.readings if not r.finite):
        family = reading.within(3).cases
        cases = [*smallest(reading.within(3), 30), *larger_cases(family, Random(3), 12, named=True)]
        for case in cases:
            demand = case.asked(reading.judged.demand)
            facts = [fact.text for fact in spoken.facts_of(reading.name, demand.words)]
            names = {name for fact in facts for name in read_claim(fact).term.symbols}
            for parameters in settings:
                given = {**parameters, "k": 3}
                shown = replace(case, outputs={**case.outputs, **constructed(spoken, demand, case, given)})
                demand_facts(spoken, facts, [shown], names, given)


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
    facts = [fact for c in CONSTRAINTS for fact in vocabulary(c).facts if fact.each]
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
    assert all(refuted_by(entry, registry.metric(metric), reading))


def test_nothing_is_both_proved_and_refuted() -> None:
    metrics: list[Metric] = [registry.metric(name) for name in ("alpha-ndcg@10", "idiv-q@10(gamma=1)", "idiv-q@10")]
    for constraint in CONSTRAINTS:
        for reading in constraint.readings:
            for metric in metrics:
                kinds = {type(entry) for entry in entries_about(metric, constraint, reading)}
                assert not {Larger, Theorem} <= kinds
