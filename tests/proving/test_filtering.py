"""Theorems about filtering: each proves, speaks of its metric by two implementations, and shows nothing that is false;
and what the view says is so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.exact import sign
from axiometrics.core.organization import Organization
from axiometrics.kernel.check_proof import ProofError, read_term
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import entries_about
from axiometrics.proving.theorems.filtering import counts
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link
from tests.proving.demands import (
    Proof,
    definition,
    demand_facts,
    demand_nothing_else,
    demand_of_metric,
    others,
    theorem_about,
    vocabulary,
)

PRIORITY = registry.constraint("filtering:priority")
BOTH = ("universal", "interior")
PROVED = {
    **dict.fromkeys(
        (
            "accuracy",
            "macro-accuracy",
            "utility",
            "utility(tp=1,fp=-2,fn=0.5,tn=-1)",
            "lam(smoothing=0.5)",
            "kappa",
            "mcc",
        ),
        BOTH,
    ),
    **dict.fromkeys(("f", "f(beta=0.5)", "rs-filtering"), ("interior",)),
}
"""What is proved, of these settings of the parameters."""

REFUTED = {
    **dict.fromkeys(("utility(tp=1,fp=0,fn=0,tn=0)", "lam", "precision", "recall", "f(beta=0)"), BOTH),
    **dict.fromkeys(("f", "rs-filtering"), ("universal",)),
}
"""What the search refutes."""

CELLS = [(metric, reading) for metric, readings in PROVED.items() for reading in readings]


def table(tp: int, fp: int, fn: int, tn: int) -> tuple[Organization, Organization]:
    """Gold and output with these counts."""
    sets = {
        name: [f"{name}{i}" for i in range(count)] for name, count in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn))
    }
    gold = [sets["tp"] + sets["fn"], sets["fp"] + sets["tn"]]
    output = [sets["tp"] + sets["fp"], sets["fn"] + sets["tn"]]
    return tuple(Organization([[[d] for d in level] for level in levels]) for levels in (gold, output))  # type: ignore[return-value]


def moved(tp: int, fp: int, fn: int, tn: int, relevant: bool) -> Case:
    """A case: a false negative, or a false positive, is set right."""
    gold, worse = table(tp, fp, fn, tn)
    document = "fn0" if relevant else "fp0"
    positive, negative = ([d for cluster in level for d in cluster if d != document] for level in worse.levels)
    (positive if relevant else negative).append(document)
    return Case(
        gold, {"worse": worse, "better": Organization([[[d] for d in level] for level in (positive, negative)])}
    )


@cache
def cases(reading: str) -> Sequence[Case]:
    """The smallest cases, and random larger ones."""
    family, random = PRIORITY.reading(reading).judged, Random(reading)
    low = int(reading == "interior")
    drawn = []
    for relevant in (True, False) * 8:
        top = random.choice((1, 4, 12))
        tp, tn = (random.randint(low, low + top) for _ in range(2))
        fp, fn = (random.randint(0, top) for _ in range(2))
        fp, fn = (fp, fn + 1) if relevant else (fp + 1, fn)
        if tp + fn and fp + tn:
            drawn.append(moved(tp, fp, fn, tn, relevant))
    return [*chain.from_iterable(family.cases(n) for n in range(1, 6)), *drawn]


def proof_of(metric: str, reading: str) -> Proof:
    cell = registry.metric(metric), PRIORITY, PRIORITY.reading(reading)
    return theorem_about(*cell).prove(*cell)


@pytest.mark.parametrize("reading", BOTH)
def test_the_cases_are_cases(reading: str) -> None:
    family = PRIORITY.reading(reading).judged
    assert {family.admits(case) for case in cases(reading)} == {None}
    assert max(case.documents for case in cases(reading)) > 20


@pytest.mark.few(6)
@pytest.mark.parametrize(("metric", "reading"), CELLS)
def test_theorems_prove_and_speak_of_the_metric(metric: str, reading: str) -> None:
    where, proof = PRIORITY.reading(reading), proof_of(metric, reading)
    demand_of_metric(proof, registry.metric(metric), PRIORITY, where, cases(reading))
    for other in others(read_term(proof["excess"])):
        with pytest.raises((ProofError, ZeroDivisionError), match=r"the excess is not|divides|above 0|division"):
            check_link(
                {**proof, "excess": str(other)}, PRIORITY, where, cases(reading), definition(metric, "filtering")
            )


@pytest.mark.parametrize(("metric", "reading"), CELLS)
def test_the_steps_show_nothing_else(metric: str, reading: str) -> None:
    demand_nothing_else(proof_of(metric, reading), PRIORITY, PRIORITY.reading(reading))


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("metric", "reading"), [(metric, reading) for metric, readings in REFUTED.items() for reading in readings]
)
def test_a_theorem_says_nothing_of_what_is_violated(metric: str, reading: str) -> None:
    where, about = PRIORITY.reading(reading), registry.metric(metric)
    signs = {sign(where.demand.excess(scores)) for scores in _scores(metric, reading)}
    assert min(signs) <= 0
    assert not entries_about(about, PRIORITY, where)
    judge = definition(metric, "filtering")
    for theorem in counts.ENTRIES:
        with pytest.raises((NotProvedError, ProofError, KeyError, ZeroDivisionError)):
            check_link(theorem.prove(about, PRIORITY, where), PRIORITY, where, cases(reading), judge)


def _scores(metric: str, reading: str) -> list[dict[str, Any]]:
    about = registry.metric(metric)
    all_scores = [
        {role: about.exact(output, case.gold) for role, output in case.outputs.items()} for case in cases(reading)
    ]
    return [scores for scores in all_scores if not any(isinstance(value, float) for value in scores.values())]


def test_verdicts_are_those_of_the_search() -> None:
    for metric, reading in CELLS:
        assert {sign(PRIORITY.reading(reading).demand.excess(scores)) for scores in _scores(metric, reading)} == {1}


@pytest.mark.parametrize("reading", BOTH)
def test_facts_hold(reading: str) -> None:
    seen = vocabulary(PRIORITY)
    demand_facts(seen, [fact.text for fact in seen.facts_of(reading)], cases(reading), seen.quantities, {})


def test_quantities_are_those_of_the_tables() -> None:
    seen = vocabulary(PRIORITY)
    for relevant in (True, False):
        case = moved(2, 3, 4, 5, relevant)
        positive, negative = (5, 9)
        values = Instance(case, seen).measure(seen.quantities, {})
        step = 1 if relevant else -1
        expected = {
            "R": 6,
            "I": 8,
            "P_worse": positive,
            "N_worse": negative,
            "P_better": positive + step,
            "N_better": negative - step,
        }
        assert {name: values[name] for name in expected} == expected
        assert values["Q_worse"] == 5 * 9 * 6 * 8
    empty = Instance(moved(0, 0, 2, 3, True), seen).measure(["Q_worse", "Q_better"], {})
    assert empty == {"Q_worse": 1, "Q_better": 1 * 4 * 2 * 3}
