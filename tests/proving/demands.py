"""Demands of several test files on theorems: a proof is about its metric and shows its claim alone, and the facts that
it takes for granted are true.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.core.vocabulary import Vocabulary, vocabulary_of
from axiometrics.kernel.check_proof import ProofError, Term, read_claim, substituted
from axiometrics.proving.instances import FormulaScorer
from axiometrics.proving.theorem import Larger, Theorem, entries_about
from axiometrics.symbolic.signs import sign
from axiometrics.verification.instances import Instance, holds_of
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument
from axiometrics.verification.scorers import Scorer, scorer

Proof = dict[str, Any]


def reading_named(name: str) -> tuple[Constraint, Reading]:
    """The constraint and the reading with this name, `task:constraint@reading`."""
    constraint, _, reading = name.partition("@")
    of = registry.constraint(constraint)
    return of, of.reading(reading)


def theorem_about(metric: Metric, constraint: Constraint, reading: Reading) -> Theorem:
    """The one theorem about a cell."""
    (theorem,) = (entry for entry in entries_about(metric, constraint, reading) if isinstance(entry, Theorem))
    return theorem


def vocabulary(constraint: Constraint) -> Vocabulary:
    spoken = vocabulary_of(constraint)
    assert spoken is not None
    return spoken


def definition(metric: str, of_task: str) -> Scorer:
    """The definition of a metric, which judges cases of the task."""
    independent = scorer(metric, {}, task=of_task)
    assert independent is not None
    return independent


def demand_of_metric(
    proof: Proof, metric: Metric, constraint: Constraint, reading: Reading, cases: Sequence[Case]
) -> None:
    """In each case the excess is that of the metric, by its definition and by its formula."""
    for judge in (definition(proof["metric"], constraint.task), FormulaScorer(metric)):
        assert check_link(proof, constraint, reading, cases, judge).cases == len(cases)


def demand_nothing_else(proof: Proof, constraint: Constraint, reading: Reading) -> None:
    """The steps do not show the opposite too, or a greater excess, or anything without the facts that they name."""
    excess = proof["excess"]
    for other in (f"-({excess})", f"({excess}) - 1", f"({excess}) - ({excess})**2"):
        claimed = deepcopy(proof)
        claimed["excess"] = other
        with pytest.raises(ProofError):
            check_argument(claimed, constraint, reading, True)
        claimed["steps"][-1]["claim"] = f"{other} > 0"
        with pytest.raises(ProofError):
            check_argument(claimed, constraint, reading, True)
    named = {fact for step in proof["steps"] for fact in (*step.get("from", {}).values(), *step.get("zero", {}))} & set(
        proof["facts"]
    )
    for left in ([], *([other for other in proof["facts"] if other != fact] for fact in named)):
        with pytest.raises(ProofError):
            check_argument({**proof, "facts": left}, constraint, reading, True)


def others(excess: Term) -> list[Term]:
    """Wrong forms of an excess: the excess doubled, the excess plus its square, and for each symbol the excess in which
    1 is added to that symbol.
    """
    one_more = [
        substituted(excess, {atom.text: Term.atom(atom) + Term.number(1)}) for atom in excess.atoms if atom.op == "name"
    ]
    return [excess * Term.number(2), excess + excess * excess, *one_more]


def demand_facts(
    spoken: Vocabulary, facts: Iterable[str], cases: Iterable[Case], names: Iterable[str], parameters: Mapping[str, Any]
) -> None:
    """In each case the facts hold of the quantities that are measured in it."""
    claims = {fact: read_claim(fact) for fact in facts}
    measured = list(names)
    for case in cases:
        values = Instance(case, spoken).measure(measured, parameters)
        for fact, claim in claims.items():
            assert holds_of(claim, values), (fact, str(case))


def refuted_by(larger: Larger, metric: Metric, reading: Reading) -> list[bool]:
    """Whether the larger case refutes the metric by its definition, in each way to complete it."""
    of = registry.definition(metric.id)
    assert of is not None
    data = task(metric.task)
    outputs = {role: data.output.parse(text) for role, text in larger.outputs}
    made = stated(reading.judged, Case(data.gold.parse(larger.gold), outputs))
    assert not isinstance(made, str), made
    outcomes = []
    for case in (made,) if isinstance(made, Case) else made:
        demand = case.asked(reading.judged.demand)
        scores = {role: of.function(outputs[role], case.gold, **metric.values) for role in demand.roles}
        outcomes.append(not demand.met(sign(demand.excess(scores, case.bound))))
    return outcomes
