"""A third opinion: sympy confirms every `positive` step of every built-in proof, by its own algebra.

The kernel says of such a step that a term is a quotient of two polynomials without negative coefficients in quantities
that are not negative. Here the same texts are read by another reader into sympy's polynomials, the quantities are put
in, and the two sides are multiplied out. The coefficients are read off `sympy.Poly`. Nothing of the kernel takes part.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import reduce
from math import lcm
from typing import Any

import pytest
import sympy
from sympy.polys.rings import ring

from axiometrics import registry
from axiometrics.core.metric import Metric
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.regions.region import Region, argued, regions

Quotient = tuple[Any, Any]
"""Numerator and denominator, as polynomials over sympy's rational numbers."""


# --- reading ---


def symbol(name: str) -> sympy.Symbol:
    return sympy.Symbol(name, positive=True)


def plain(node: ast.expr) -> sympy.Expr:
    """A text as sympy's expression. Symbols are said to be positive, for powers to be taken apart as they may be."""
    match node:
        case ast.Constant(int(value)):
            return sympy.Integer(value)
        case ast.Name(name):
            return symbol(name)
        case ast.UnaryOp(ast.USub(), of):
            return -plain(of)
        case ast.BinOp(left, ast.Add(), right):
            return plain(left) + plain(right)
        case ast.BinOp(left, ast.Sub(), right):
            return plain(left) - plain(right)
        case ast.BinOp(left, ast.Mult(), right):
            return plain(left) * plain(right)
        case ast.BinOp(left, ast.Div(), right):
            return plain(left) / plain(right)
        case ast.BinOp(left, ast.Pow(), right):
            return plain(left) ** plain(right)
        case ast.Call(ast.Name("log"), [of]):
            return sympy.expand_log(sympy.log(sympy.cancel(plain(of))))
        case ast.Call(ast.Name("sqrt"), [of]):
            return sympy.sqrt(sympy.cancel(plain(of)))
        case ast.Call(ast.Name("exp2"), [of]):
            return sympy.Integer(2) ** plain(of)
        case ast.Call(ast.Name("power"), [base, exponent]):
            return sympy.expand(sympy.cancel(plain(base)) ** sympy.expand(plain(exponent)), power_base=True)
        case ast.Call(ast.Name("sum"), [ast.Name(k), low, high, body]):
            return sympy.Function("total")(symbol(k), *(sympy.cancel(plain(part)) for part in (low, high, body)))
    raise AssertionError(ast.unparse(node))


class Reader:
    """Reads terms into polynomials over everything that is neither a number nor made by + - * / and whole powers."""

    def __init__(self, *texts: str) -> None:
        self.trees = {text: ast.parse(text, mode="eval").body for text in texts}
        factors = [pair for tree in self.trees.values() for pair in self._factors(tree)]
        self.roots: dict[sympy.Expr, int] = {}
        for base, exponent in factors:
            if not exponent.is_Integer:
                self.roots[base] = lcm(self.roots.get(base, 1), exponent.q)
        atoms = sorted({base for base, _ in factors if not base.is_Rational} | set(self.roots), key=str)
        self.ring, *generators = ring([f"a{i}" for i in range(len(atoms) or 1)], sympy.QQ)
        self.generators = dict(zip(atoms, generators, strict=False))

    def _factors(self, node: ast.expr) -> Iterator[tuple[sympy.Expr, sympy.Rational]]:
        match node:
            case ast.Name() | ast.Call():
                for part in sympy.Add.make_args(plain(node)):
                    yield from factors(part)
            case ast.UnaryOp(_, of) | ast.BinOp(of, ast.Pow(), _):
                yield from self._factors(of)
            case ast.BinOp(left, _, right):
                yield from self._factors(left)
                yield from self._factors(right)

    def of(self, text: str, values: Mapping[str, Quotient] | None = None) -> Quotient:
        """The term, with values in the place of names where they are given."""
        return self._of(self.trees[text], values or {})

    def _of(self, node: ast.expr, values: Mapping[str, Quotient]) -> Quotient:
        match node:
            case ast.Constant(int(value)):
                return self.ring(value), self.ring(1)
            case ast.Name(name) if name in values:
                return values[name]
            case ast.Name() | ast.Call():
                return reduce(plus, (self._product(part) for part in sympy.Add.make_args(plain(node))))
            case ast.UnaryOp(ast.USub(), of):
                above, below = self._of(of, values)
                return -above, below
            case ast.BinOp(left, ast.Pow(), right):
                above, below = self._of(left, values)
                exponent = int(plain(right))
                return (above**exponent, below**exponent) if exponent >= 0 else (below**-exponent, above**-exponent)
            case ast.BinOp(left, operation, right):
                left_quotient, right_quotient = self._of(left, values), self._of(right, values)
                if isinstance(operation, ast.Mult):
                    return left_quotient[0] * right_quotient[0], left_quotient[1] * right_quotient[1]
                if isinstance(operation, ast.Div):
                    return left_quotient[0] * right_quotient[1], left_quotient[1] * right_quotient[0]
                return plus(
                    left_quotient,
                    right_quotient if isinstance(operation, ast.Add) else (-right_quotient[0], right_quotient[1]),
                )
        raise AssertionError(ast.unparse(node))

    def _product(self, part: sympy.Expr) -> Quotient:
        above = below = self.ring(1)
        for base, exponent in factors(part):
            if exponent.is_Integer and base.is_Rational:
                factor, power = self.ring(sympy.QQ(base.p, base.q)), int(exponent)
            else:
                factor, power = self.generators[base], int(exponent * self.roots.get(base, 1))
            above, below = (above * factor**power, below) if power > 0 else (above, below * factor**-power)
        return above, below

    def is_zero(self, polynomial: Any) -> bool:
        """Whether a polynomial is 0, once whole powers of a root are numbers."""
        reduced = self.ring(0)
        for powers, c in polynomial.terms():
            left = list(powers)
            for base, root in self.roots.items():
                i = self.ring.gens.index(self.generators[base])
                c, left[i] = c * sympy.QQ(base.p, base.q) ** (left[i] // root), left[i] % root
            reduced += self.ring({tuple(left): c})
        return not reduced


def factors(part: sympy.Expr) -> Iterator[tuple[sympy.Expr, sympy.Rational]]:
    """What a product is made of, each with its exponent: numbers, symbols, functions, and powers without a number in
    the exponent. The exponent is whole, but of numbers.
    """
    for factor in sympy.Mul.make_args(part):
        base, exponents = factor.as_base_exp()
        for exponent in sympy.Add.make_args(exponents):
            times, of = exponent.as_coeff_Mul()
            if times.is_Integer or (base.is_Rational and of == 1):
                yield base**of, times
            else:
                yield base ** (abs(times) * of), sympy.sign(times)


def plus(left: Quotient, right: Quotient) -> Quotient:
    if left[1] == right[1]:
        return left[0] + right[0], left[1]
    return left[0] * right[1] + right[0] * left[1], left[1] * right[1]


# --- the steps, with what is known where they stand ---


def halves(claim: str) -> tuple[str, str]:
    """The term and the relation of a claim."""
    for relation in (">=", ">", "="):
        if claim.endswith(f" {relation} 0"):
            return claim.removesuffix(f" {relation} 0"), relation
    raise AssertionError(claim)


def steps_of(argument: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, str]]]:
    facts = {fact: fact for fact in argument["facts"]}
    facts |= {f"{name} := {term}": f"{name} - ({term}) = 0" for name, term in argument.get("define", [])}
    yield from within(argument["steps"], facts)


def within(steps: list[Mapping[str, Any]], outer: Mapping[str, str]) -> Iterator[tuple[Any, Mapping[str, str]]]:
    """Each step, and the claims known before it by their names."""
    facts = dict(outer)
    for step in steps:
        if step["rule"] == "derivative":
            yield from within(step["start"], facts)
            yield from within(step["slope"], {**facts, "beyond": f"{step['by']} - ({step['low']}) >= 0"})
        elif step["rule"] == "cases":
            for case in step["cases"]:
                yield from within(case["steps"], {**facts, case["assume"]: case["assume"]})
        elif step["rule"] == "sum":
            k, low, high = (ast.unparse(part) for part in ast.parse(step["sum"], mode="eval").body.args[:3])
            ends = {f"{k} from": f"{k} - ({low}) >= 0", f"{k} to": f"{high} - {k} >= 0"}
            yield from within(step["each"], {**facts, **ends})
        elif step["rule"] == "lemma":
            yield from steps_of(step["lemma"])
        yield step, dict(facts)
        facts[step["id"]] = step["claim"]


def demand_confirmed(step: Mapping[str, Any], facts: Mapping[str, str]) -> None:
    """That the claim is the quotient that the step says, and the quotient above 0 (or not below)."""
    term, relation = halves(step["claim"])
    named = {name: halves(facts[claim]) for name, claim in step["from"].items()}
    zero = [(halves(facts[claim]), factor) for claim, factor in step.get("zero", {}).items()]
    assert all(said == "=" for (_, said), _ in zero)
    parts = step["numerator"], step["denominator"]
    strict = {symbol(name) for name, (_, said) in named.items() if said == ">"}
    for part, positive in zip(parts, (relation == ">", True), strict=True):
        names = [symbol(name) for name in named] or [symbol("none")]
        polynomial = sympy.Poly(plain(ast.parse(part, mode="eval").body), *names)
        assert all(c >= 0 for c in polynomial.coeffs()), step["claim"]
        monomials = [{g for g, power in zip(names, powers, strict=True) if power} for powers in polynomial.monoms()]
        assert not positive or any(monomial <= strict for monomial in monomials), step["claim"]
    assert not any(said == "=" for _, said in named.values())
    texts = [text for text, _ in named.values()] + [text for (text, _), factor in zero for text in (text, factor)]
    reader = Reader(term, *texts, *(factor for _, factor in zero), *parts)
    values = {name: reader.of(text) for name, (text, _) in named.items()}
    (above, below), (numerator, denominator) = (reader.of(part, values) for part in parts)
    rest = reader.of(term)
    for (text, _), factor in zero:
        coefficient, quotient = reader.of(factor), reader.of(text)
        rest = plus(rest, (-coefficient[0] * quotient[0], coefficient[1] * quotient[1]))
    assert reader.is_zero(rest[0] * below * numerator - above * denominator * rest[1]), step["claim"]


# --- the proofs ---


def confirmed(arguments: Iterator[Mapping[str, Any]]) -> int:
    """How many different `positive` steps there are, each confirmed."""
    seen = set()
    for argument in arguments:
        for step, facts in steps_of(argument):
            if step["rule"] == "positive":
                key = repr((step, [facts[name] for name in (*step["from"].values(), *step.get("zero", {}))]))
                if key not in seen:
                    demand_confirmed(step, facts)
                    seen.add(key)
    return len(seen)


def metrics_of(task: str) -> list[Metric]:
    """The metrics of a task as lists show them and as studies name them."""
    named = [
        *registry.metrics(),
        *(registry.metric(name, study.tasks) for study in registry.our_studies() for name in study.metrics),
    ]
    return list({metric.id: metric for metric in named if metric.task == task}.values())


def proofs(task: str) -> Iterator[dict[str, Any]]:
    for constraint in registry.constraints():
        for reading in constraint.readings if constraint.task == task else ():
            for metric in metrics_of(task):
                for entry in entries_about(metric, constraint, reading):
                    if isinstance(entry, Theorem):
                        with suppress(NotProvedError):
                            yield entry.prove(metric, constraint, reading)


@pytest.mark.parametrize(
    ("task", "steps"), [("clustering", 90), ("filtering", 5), pytest.param("ranking", 100, marks=pytest.mark.thorough)]
)
def test_every_positive_step_of_every_proof(task: str, steps: int) -> None:
    assert confirmed(proofs(task)) >= steps


def test_every_positive_step_about_a_term_of_a_sum() -> None:
    vocabularies = [vocabulary_of(constraint) for constraint in registry.constraints() if constraint.vocabulary]
    facts = [fact for vocabulary in vocabularies if vocabulary is not None for fact in vocabulary.facts]
    assert confirmed(fact.each for fact in facts if fact.each is not None) >= 5


def parts_of(entry: Region) -> Iterator[Mapping[str, Any]]:
    """The arguments of a region, for each metric with its parameters as they are by default, and each reading."""
    (constraint,) = registry.match_constraints(entry.constraint)
    for metric in registry.metrics():
        is_judged = constraint.task in registry.judged_in(metric.task)
        if is_judged and metric.base in entry.metrics and entry.when(metric):
            parameter = next(p for p in metric.parameters if p.name == entry.parameter)
            for reading in entry.readings:
                judged = metric.reduced(constraint.task)
                for part in entry.parts(judged, reading):
                    about = constraint.reading(reading), entry.scale(judged, parameter)
                    yield from (shown.proof for shown in argued(part, judged, constraint, *about))


@pytest.mark.long
@pytest.mark.thorough
def test_every_positive_step_of_every_region() -> None:
    assert confirmed(proof for entry in regions() for proof in parts_of(entry)) >= 110


# --- what is not so is not confirmed ---

STEP = {
    "claim": "(x - 1)/(y + 1) > 0",
    "from": {"q": "x - 2 >= 0", "r": "y > 0"},
    "numerator": "1 + q",
    "denominator": "1 + r",
}
KNOWN = {"x - 2 >= 0": "x - 2 >= 0", "y > 0": "y > 0", "x - 3 = 0": "x - 3 = 0"}


def test_a_step_by_hand() -> None:
    demand_confirmed(STEP, KNOWN)
    demand_confirmed(
        {**STEP, "claim": "x + y - 2 > 0", "numerator": "1 + r", "denominator": "1", "zero": {"x - 3 = 0": "1"}}, KNOWN
    )
    root = {"claim": "exp2(3/4)*power(exp2(1/8), n + 2) > 0", "numerator": "2*a", "denominator": "1"}
    facts = {"a": "power(exp2(1/8), n) > 0"}
    demand_confirmed({**root, "from": {"a": "a"}}, facts)


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "(x - 1)/(y + 2) > 0"},
        {"numerator": "1 + 2*q"},
        {"numerator": "q - 1", "claim": "(x - 3)/(y + 1) > 0"},
        {"numerator": "q", "claim": "(x - 2)/(y + 1) > 0"},
        {"denominator": "q", "claim": "(x - 1)/(x - 2) > 0"},
        {"from": {"q": "x - 3 = 0", "r": "y > 0"}, "claim": "(x - 2)/(y + 1) > 0"},
        {"zero": {"x - 2 >= 0": "1"}},
        {"zero": {"x - 3 = 0": "1"}},
    ],
)
def test_a_step_that_does_not_hold_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        demand_confirmed({**STEP, **change}, KNOWN)
