"""Theorems about two classes, and about indices of pairs, which are such metrics of pairs: each proves, speaks of its
metric by two implementations, and shows nothing that is false; the facts hold on every small case.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint
from axiometrics.kernel.check_proof import ProofError
from axiometrics.proving.theorem import entries_about
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import check_argument
from tests.proving.demands import definition, demand_facts, demand_of_metric, theorem_about, vocabulary

OF_GOLD = ("accuracy", "balanced-accuracy", "informedness", "sebastiani-k", "kappa")
OF_PAIRS = ("rand", "adjusted-rand", "jaccard", "pair-f", "cc", "sokal-sneath-1")
PROVED = {
    ("monotonicity", "both-in-gold"): (*OF_GOLD, "mcc"),
    ("monotonicity", "both"): ("sba",),
    ("symmetry", "any"): ("accuracy",),
    ("symmetry", "both"): ("accuracy", "kappa", "mcc", "sba", "f", "jaccard"),
    ("class-symmetry", "any"): ("accuracy",),
    ("class-symmetry", "both-in-gold"): OF_GOLD,
    ("class-symmetry", "both"): (*OF_GOLD, "mcc", "sba"),
    ("gold-is-best", "any"): ("accuracy",),
    ("gold-is-best", "both-in-gold"): (*OF_GOLD, "f", "f(beta=1/2)", "f(beta=2)", "jaccard", "g-mean"),
    ("gold-is-best", "both"): ("mcc", "sba"),
    ("all-wrong-is-worst", "any"): ("accuracy",),
    ("all-wrong-is-worst", "both-in-gold"): OF_GOLD,
    ("all-wrong-is-worst", "both"): ("mcc", "sba"),
    ("equal-self-agreement", "both-in-gold"): (*OF_GOLD, "f", "jaccard", "g-mean", "mcc", "sba", "recall"),
    ("clustering:symmetry", "non-trivial"): (*OF_PAIRS, "fowlkes-mallows"),
    ("clustering:gold-is-best", "non-trivial"): OF_PAIRS,
    ("clustering:gold-is-best", "any"): ("rand",),
    ("clustering:equal-self-agreement", "non-trivial"): (*OF_PAIRS, "fowlkes-mallows", "pair-precision"),
    ("constant-baseline", "both-expected-table"): (
        *("balanced-accuracy", "informedness", "kappa", "mcc", "mcc-angle", "sba", "sebastiani-k"),
    ),
}
VIOLATED = {
    "monotonicity": ("f", "precision", "recall", "g-mean", "confusion-entropy"),
    "symmetry": ("balanced-accuracy", "informedness", "precision", "recall", "sebastiani-k"),
    "class-symmetry": ("f", "jaccard", "precision", "recall"),
    "gold-is-best": ("f(beta=0)", "precision", "recall"),
    "all-wrong-is-worst": ("f", "g-mean", "jaccard", "precision", "recall"),
    "constant-baseline": ("accuracy", "f", "g-mean", "confusion-entropy"),
    "clustering:symmetry": ("pair-precision", "pair-recall", "purity"),
    "clustering:gold-is-best": ("pair-precision", "pair-recall", "purity"),
    "clustering:equal-self-agreement": ("mutual-information",),
}
CELLS = [(metric, *where) for where, metrics in PROVED.items() for metric in metrics]


def named(constraint: str) -> Constraint:
    return registry.constraint(constraint if ":" in constraint else f"classification:{constraint}")


@cache
def cases(constraint: str, reading: str) -> tuple[Case, ...]:
    family = named(constraint).reading(reading).judged
    largest = 9 if constraint == "constant-baseline" else 5
    return tuple(chain.from_iterable(family.cases(n) for n in range(1, largest + 1)))


@pytest.mark.few(6)
@pytest.mark.parametrize(("metric", "constraint", "reading"), CELLS)
def test_theorems_prove_and_speak_of_the_metric(metric: str, constraint: str, reading: str) -> None:
    about = named(constraint)
    where, ours = about.reading(reading), registry.metric(metric, (about.task,)).reduced(about.task)
    proof = theorem_about(ours, about, where).prove(ours, about, where)
    check_argument(proof, about, where, True)
    judged = cases(constraint, reading)
    demand_of_metric(proof, ours, about, where, judged)
    other = {**proof, "excess": f"({proof['excess']}) + 1"}
    with pytest.raises(ProofError):
        check_link(other, about, where, judged, definition(metric, about.task))


@pytest.mark.parametrize("constraint", VIOLATED)
def test_no_theorem_is_about_what_is_violated(constraint: str) -> None:
    about = named(constraint)
    for metric in VIOLATED[constraint]:
        assert not any(
            entries_about(registry.metric(metric, (about.task,)), about, reading) for reading in about.readings
        )


@pytest.mark.parametrize(("constraint", "reading"), [*PROVED, ("monotonicity", "both")])
def test_facts_hold(constraint: str, reading: str) -> None:
    seen = vocabulary(named(constraint))
    facts = [fact.text for fact in seen.facts_of(reading)]
    demand_facts(seen, facts, cases(constraint, reading), seen.quantities, {})
