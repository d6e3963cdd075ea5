"""That an excess is the metric's: forged ones are found out, on cases that nobody can foresee.

What these comparisons cannot refuse: a metric or an excess that differs only on cases that are never drawn. A cell says
so itself: its `link` is `proved`, or the number of cases and the largest of them.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy

from axiometrics import api, registry
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.kernel.check_proof import ProofError, declare, prove
from axiometrics.proving.instances import FormulaScorer, instances
from axiometrics.verification import Terms, Verified, verify_cell
from axiometrics.verification.instances import Instance
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import demand_short, larger_instances, small_and_deeper
from axiometrics.verification.scorers import scorer

JSON = dict[str, Any]


@cache
def _saved(metric: str, constraint: str, reading: str) -> JSON:
    (saved,) = (cell.to_json() for cell in api.matrix([metric], [constraint], reading).cells)
    return saved


def saved(metric: str, constraint: str, reading: str) -> JSON:
    return copy.deepcopy(_saved(metric, constraint, reading))


def verified(cell: JSON, seed: int) -> Verified:
    (constraint,) = registry.match_constraints(f"{cell['task']}:{cell['constraint']}")
    return verify_cell(cell, constraint, Terms({}, seed))


@pytest.mark.parametrize(
    ("metric", "constraint", "reading", "quantity"),
    [
        ("f-max", "clustering:rag-bag", "universal", "R"),
        ("f-max-cluster", "clustering:size-vs-quantity", "strong", "P"),
        ("jaccard", "clustering:homogeneity", "universal", "P"),
    ],
)
def test_an_excess_that_interpolates_the_smallest_cases_is_found_out(
    metric: str, constraint: str, reading: str, quantity: str
) -> None:
    """A polynomial through the required differences of the first cases, by two quantities that tell these apart; each
    of the cells is refuted by a larger case.
    """
    (about,) = registry.match_constraints(constraint)
    where, judge = about.reading(reading), scorer(metric, {}, task=about.task)
    vocabulary = vocabulary_of(about)
    assert judge is not None
    assert vocabulary is not None
    x, n = sympy.symbols(f"{quantity} n")
    points: dict[Fraction, tuple[Any, Any]] = {}
    for case in small_and_deeper(about, where, None):
        scores = {role: judge.score(case.outputs[role], case.gold) for role in where.demand.roles}
        excess = where.demand.excess(scores)
        values = Instance(case, vocabulary).measure([quantity, "n"], {})
        at = Fraction(values[quantity]) * 1000 + Fraction(values["n"])  # type: ignore[arg-type]
        points.setdefault(at, (excess, case))
    sought = [(sympy.Rational(str(at)), sympy.Rational(str(excess))) for at, (excess, _) in points.items()]
    forged = sympy.expand(sympy.interpolate(sought, x).subs(x, 1000 * x + n))
    proof = {
        "metric": metric,
        "symbols": {quantity: False, "n": True},
        "facts": [],
        "define": [],
        "excess": str(forged),
        "steps": [],
    }
    first = [case for _, case in points.values()]
    assert check_link(proof, about, where, first, judge).cases == len(first) > 4
    for seed in (1, 2):
        with pytest.raises(ProofError, match="the excess is not that of the metric"):
            check_link(proof, about, where, larger_instances(proof, about, where, 10**6, seed, 20), judge)


def test_a_fact_that_does_not_hold_on_a_case_is_found_out() -> None:
    """There is no case of one document, and there are cases of two: what is said of three or more is false of these."""
    (about,) = registry.match_constraints("clustering:homogeneity")
    where, judge = about.reading("universal"), scorer("purity", {})
    assert judge is not None
    cell = saved("purity", "homogeneity", "universal")
    proof = cell["evidence"]["detail"]["proof"]
    cases = list(small_and_deeper(about, where, None))
    assert check_link(proof, about, where, cases, judge).cases > 4
    false = {**proof, "symbols": {**proof["symbols"], "n": True}, "facts": [*proof["facts"], "n - 3 >= 0"]}
    with pytest.raises(ProofError, match="n - 3 >= 0 does not hold on gold"):
        check_link(false, about, where, cases, judge)


@pytest.mark.parametrize("fitted", [range(2, 8), pytest.param((*range(2, 11), 22), marks=pytest.mark.slow)])
def test_an_excess_that_was_fitted_to_some_duels_is_found_out(fitted: Sequence[int]) -> None:
    """A polynomial through these n, and far below 0 beyond, 'proves' that RBP(p=0.99) fails its threshold for every n;
    the second one to sixty, however its digest was ground.
    """
    p, n = Fraction(99, 100), sympy.Symbol("n")
    points = [(k, sympy.Rational(str((1 - p) - (p**k - p ** (2 * k))))) for k in fitted]
    bound = sympy.prod([(n - k) ** 2 for k, _ in points]) / 1000
    text = str(sympy.expand(sympy.interpolate(points, n) - bound))
    step = {"id": "s", "claim": f"-({text}) > 0", "rule": "sturm", "by": "n", "of": ["n - 2 >= 0"]}
    cell = saved("rbp(p=0.99)", "deepness-threshold", "prose")
    proof = {
        "schema": "axiometrics/proof/1",
        "metric": "rbp(p=0.99)",
        "constraint": "ranking:deepness-threshold",
        "reading": "prose",
        "holds": False,
        "words": "",
        "start": 2,
        "symbols": {"n": True},
        "facts": ["n - 2 >= 0"],
        "define": [],
        "excess": text,
        "steps": [step],
    }
    assert prove(proof)
    cell["holds"], cell["evidence"]["kind"] = False, "proof"
    cell["evidence"]["detail"] = {"n": [], "n0": None, "scanned": 60, "proof": proof}
    outcome = verified(cell, 1)
    assert (outcome.status, "the excess is not that of the metric" in outcome.reason) == ("failed", True), outcome
    (about,) = registry.match_constraints("deepness-threshold")
    judge = scorer("rbp(p=0.99)", {})
    assert judge is not None
    for seed in range(3):
        with pytest.raises(ProofError, match="the excess is not that of the metric"):
            check_link(
                proof,
                about,
                about.readings[0],
                larger_instances(proof, about, about.readings[0], 10**6, seed, 200),
                judge,
            )


@pytest.mark.parametrize(
    "change",
    [
        {"excess": "n**13"},
        {"define": [["a", "n**7"], ["b", "a*a"]], "excess": "b"},
        {"excess": "log(n**9*s**4)"},
        {"excess": "1/(n - 5)**13"},
        {"excess": " + ".join(["n"] * 2000)},
    ],
)
def test_an_excess_is_no_longer_than_a_formula_has_to_be(change: JSON) -> None:
    """Two quantities: degree 12 is the greatest."""
    for excess, refused in ({"excess": "n**12"}, False), (change, True):
        proof = {"symbols": {"n": True, "s": True}, "facts": ["n - 9 > 0", "s > 0"], "define": [], **excess}
        scope = declare(proof)
        if refused:
            with pytest.raises(ProofError, match=r"the excess (has|is of degree)"):
                demand_short(proof, scope)
        else:
            demand_short(proof, scope)


def test_the_cases_are_those_of_the_seed() -> None:
    cell = saved("bcubed-f", "completeness", "universal")
    proof = cell["evidence"]["detail"]["proof"]
    (about,) = registry.match_constraints("completeness")
    drawn = [
        [str(i.case.outputs["worse"]) for i in larger_instances(proof, about, about.readings[0], 10**6, seed, 30)]
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert max(len(text) for text in drawn[0]) > 60


def late(formula: Any, size: Any, beyond: int) -> Any:
    """The formula, and half of it where a case is larger."""

    def changed(counts: Any, **values: Any) -> Any:
        value = formula(counts, **values)
        return np.where(np.asarray(size(counts) > beyond), value / 2, value)

    return changed


@pytest.mark.parametrize(
    ("metric", "constraint", "reading", "size"),
    [
        ("bcubed-f", "completeness", "universal", lambda counts: counts.documents),
        ("purity", "homogeneity", "universal", lambda counts: counts.documents),
        ("f", "filtering:priority", "interior", lambda counts: counts.documents),
        ("ap", "ranking:priority", "universal", lambda counts: counts.length),
    ],
)
def test_code_that_is_wrong_beyond_24_documents_is_not_proved(
    metric: str, constraint: str, reading: str, size: Any
) -> None:
    (about,) = registry.match_constraints(constraint)
    where, good = about.reading(reading), registry.metric(metric)
    proof = saved(metric, constraint, reading)["evidence"]["detail"]["proof"]
    assert check_link(proof, about, where, instances(proof, about, where, good, 3), FormulaScorer(good)).cases
    bad = dataclasses.replace(good, formula=late(good.formula, size, 24))
    with pytest.raises(ProofError, match="the excess is not that of the metric"):
        check_link(proof, about, where, instances(proof, about, where, bad, 3), FormulaScorer(bad))
