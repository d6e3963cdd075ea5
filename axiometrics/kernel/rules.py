"""The rules by which a step of a proof follows from what is known. Each rule recomputes the certificate of the step.

A step is `{"id", "claim", "rule", ...}`; the docstring of its rule names its remaining fields. `of` names claims that
were shown before, or facts by their text. If a rule needs the sign of a term, the sign is a claim that is known here,
or evident from known claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd, lcm
from typing import Any

from axiometrics.kernel import log_bounds
from axiometrics.kernel.functions import log_of, power_of, sqrt_of
from axiometrics.kernel.notation import GREATEST_EXPONENT, Claim, read_term, shortened
from axiometrics.kernel.polynomials import Atom, Polynomial, ProofError
from axiometrics.kernel.scope import Scope
from axiometrics.kernel.signs import sign
from axiometrics.kernel.substitution import derivative, substituted
from axiometrics.kernel.terms import Term
from axiometrics.kernel.values import evaluated

Step = Mapping[str, Any]

MOST_VALUES = 20_000
"""The whole numbers that one step may try."""


def run(steps: Sequence[Step], scope: Scope) -> Claim:
    """Check the steps in their order, and keep each claim. The claim of the last step is the result. Raises
    `ProofError` at the first step that fails.
    """
    shown = None
    for step in steps:
        name, text, rule = (_text(step, key) for key in ("id", "claim", "rule"))
        try:
            shown = scope.claim(text)
            if rule not in RULES:
                raise ProofError(f"no rule {shortened(rule)}: there are {', '.join(sorted(RULES))}")
            RULES[rule](step, shown, scope)
            if name in scope.claims:
                raise ProofError(f"{name} is the name of another claim")
        except ProofError as error:
            raise ProofError(f"step {name}: {error}") from None
        scope.add(name, shown)
    if shown is None:
        raise ProofError("no step at all")
    return shown


def _text(step: Step, key: str) -> str:
    value = step.get(key) if isinstance(step, Mapping) else None
    if not isinstance(value, str):
        raise ProofError(f"a step has a text {key!r}, found {shortened(repr(value))}")
    return value


def _list(step: Step, key: str) -> list[Any]:
    value = step.get(key)
    if not isinstance(value, list):
        raise ProofError(f"{key} is a list, found {shortened(repr(value))}")
    return value


def _known(step: Step, scope: Scope, number: int | None = None) -> list[Claim]:
    names = _list(step, "of")
    if number is not None and len(names) != number:
        raise ProofError(f"of names {number} claims, found {len(names)}")
    return [scope.get(name) for name in names if isinstance(name, str)]


def _positive(step: Step, claim: Claim, scope: Scope) -> None:
    """The term is a quotient, `numerator` over `denominator`, of polynomials without negative coefficients in
    quantities known not to be negative.

    `from` names these: a fresh name for each claim or fact, standing for its term. `zero` maps claims `term = 0` to
    what multiplies them. The numerator may be 0 where the claim is not strict.
    """
    named = step.get("from")
    if not isinstance(named, Mapping) or claim.relation == "=":
        raise ProofError("from maps names to claims, and the claim is not an equation")
    known = {name: scope.get(fact) for name, fact in named.items()}
    if taken := [name for name in known if name in scope.symbols or not name.isidentifier()]:
        raise ProofError(f"{taken[0]} cannot be a name in a certificate")
    strict = {name for name, fact in known.items() if fact.strict}
    whole = Term.number(1)
    for key in ("numerator", "denominator"):
        part = read_term(_text(step, key))
        if stray := sorted(part.symbols - set(known)):
            raise ProofError(f"the {key} speaks of {stray[0]}, which from does not name")
        if part.factors or any(atom.op != "name" for atom in part.atoms):
            raise ProofError(f"the {key} is a polynomial in what from names")
        for monomial, c in part.numerator.terms.items():
            if c < 0:
                raise ProofError(f"the {key} has the negative coefficient {c}")
            if odd := [atom.text for atom, power in monomial if known[atom.text].relation == "="]:
                raise ProofError(f"{odd[0]} is 0: name it under zero")
        if (key == "denominator" or claim.strict) and not any(
            all(atom.text in strict for atom, _ in m) for m in part.numerator.terms
        ):
            raise ProofError(f"the {key} may be 0")
        value = substituted(part, {name: fact.term for name, fact in known.items()})
        whole = whole * value if key == "numerator" else whole / value
    if not (whole + _nothing(step, scope)).equals(claim.term):
        raise ProofError("the certificate is another term than the claim's")


def _nothing(step: Step, scope: Scope) -> Term:
    """The sum of multiples of terms known to be 0: `zero` maps claims to what multiplies their terms."""
    total = Term.number(0)
    for name, text in step.get("zero", {}).items():
        known = scope.get(name)
        if known.relation != "=":
            raise ProofError(f"{name} does not say that its term is 0")
        factor = scope.term(text)
        scope.demand_defined(factor)
        total = total + factor * known.term
    return total


def _identity(step: Step, claim: Claim, scope: Scope) -> None:
    """The term is 0 as it stands, or a sum of multiples of terms known to be 0, `zero` (claim to multiplier)."""
    if claim.relation != "=":
        raise ProofError("identity shows equations")
    if not claim.term.equals(_nothing(step, scope)):
        raise ProofError("the term is not 0 as it stands")


def _log(step: Step, claim: Claim, scope: Scope) -> None:
    """log(u) > 0 where u - 1 > 0 is known or evident, log(u) >= 0 where u - 1 >= 0 is; `at` is u."""
    u = scope.term(_text(step, "at"))
    if claim.relation == "=" or not claim.term.equals(log_of(u)):
        raise ProofError(f"the claim is about log({u})")
    _demand_above(u - Term.number(1), claim.strict, scope)


def _demand_above(term: Term, strict: bool, scope: Scope) -> None:
    if not scope.above(term, strict):
        raise ProofError(f"nothing here says that {term} {'>' if strict else '>='} 0: show it first")


def _log_bound(step: Step, claim: Claim, scope: Scope) -> None:
    """log(u) - (1 - 1/u) >= 0 and u - 1 - log(u) >= 0 for u > 0, strict where u - 1 > 0 or 1 - u > 0 is known or
    evident; `at` is u. The arguments that show it are checked first.
    """
    _demand_bounds()
    u, one = scope.term(_text(step, "at")), Term.number(1)
    _demand_above(u, True, scope)
    forms = (log_of(u) - (one - one / u), u - one - log_of(u))
    if claim.relation == "=" or not any(claim.term.equals(form) for form in forms):
        raise ProofError("neither log(u) - (1 - 1/u) nor u - 1 - log(u)")
    if claim.strict and not (scope.above(u - one, True) or scope.above(one - u, True)):
        raise ProofError(f"strict only where {u} is not 1: show it first")


@cache
def _demand_bounds() -> None:
    """Raise `ProofError` unless the bounds of logarithms follow by the other rules."""
    for argument in log_bounds.ARGUMENTS:
        prove(argument)


def _log_product(step: Step, claim: Claim, scope: Scope) -> None:
    """A sum of whole multiples of logarithms is 0, their arguments' powers making 1; each argument is above 0. `parts`
    lists [multiple, argument].
    """
    total, product = Term.number(0), Term.number(1)
    for times, text in _list(step, "parts"):
        if type(times) is not int or abs(times) > GREATEST_EXPONENT:
            raise ProofError("parts lists whole multiples and arguments")
        u = scope.term(text)
        _demand_above(u, True, scope)
        total, product = total + Term.number(times) * log_of(u), product * u**times
    if (
        claim.relation != "="
        or not (claim.term.equals(total) or claim.term.equals(-total))
        or not product.equals(Term.number(1))
    ):
        raise ProofError("the powers of the arguments do not make 1, or the claim is another")


def _sqrt(step: Step, claim: Claim, scope: Scope) -> None:
    """sqrt(u)**2 - u = 0 for u >= 0, `at` being u; or sqrt(u) - sqrt(v) > 0 (>= 0) where u - v > 0 (>= 0) and v >= 0,
    `at` being u and `against` v.
    """
    u = scope.term(_text(step, "at"))
    if claim.relation == "=":
        _demand_above(u, False, scope)
        if not claim.term.equals(sqrt_of(u) ** 2 - u):
            raise ProofError("not the square of that root")
        return
    v = scope.term(_text(step, "against"))
    _demand_above(v, False, scope)
    _demand_above(u - v, claim.strict, scope)
    if not claim.term.equals(sqrt_of(u) - sqrt_of(v)):
        raise ProofError("the claim is not about the difference of these roots")


def _power(step: Step, claim: Claim, scope: Scope) -> None:
    """power(u, e) - power(b, e) >= 0 for u >= b > 0 and e >= 0, strict for u > b and e > 0; `base`, `below` and
    `exponent` are u, b and e.

    Without `below`, `base` is b, and 1 - power(b, e) what follows. With `times`, f, it is power(b, e)*power(b, f) -
    power(b, e + f) = 0 for b > 0.
    """
    if "times" in step:
        b, e, f = (scope.term(_text(step, key)) for key in ("base", "exponent", "times"))
        _demand_above(b, True, scope)
        if claim.relation != "=" or not claim.term.equals(power_of(b, e) * power_of(b, f) - power_of(b, e + f)):
            raise ProofError(
                "power(base, exponent)*power(base, times) - power(base, exponent + times) = 0 is what follows"
            )
        return
    keys = ("below", "base") if "below" in step else ("base",)
    b, *above = (scope.term(_text(step, key)) for key in keys)
    u, e = above[0] if above else Term.number(1), scope.term(_text(step, "exponent"))
    _demand_above(b, True, scope)
    _demand_above(u - b, claim.strict, scope)
    _demand_above(e, claim.strict, scope)
    if claim.relation == "=" or not claim.term.equals(power_of(u, e) - power_of(b, e)):
        raise ProofError(
            "power(base, exponent) - power(below, exponent) is what follows, or without `below` 1 - "
            "power(base, exponent)"
        )


def _derivative(step: Step, claim: Claim, scope: Scope) -> None:
    """A term in x that is not below 0 at `low` and does not fall from there on is not below 0 for x >= low.

    `start` are steps that show the term at low to be >= 0 (> 0); `slope`, steps that show its derivative to be >= 0 (>
    0) where all that is known of x is `x - low >= 0`. Strict if the start is, or if the slope is and x - low > 0.
    """
    x = _text(step, "by")
    if x not in scope.symbols:
        raise ProofError(f"{x} is not a symbol here")
    low = scope.term(_text(step, "low"))
    if x in low.symbols:
        raise ProofError(f"low depends on {x}")
    beyond = Term.atom(Atom(x)) - low
    _demand_above(beyond, False, scope)
    at_start = run(_list(step, "start"), scope.inner())
    along = scope.beyond(x, low)
    rising = run(_list(step, "slope"), along)
    along.demand_defined(claim.term)
    if not at_start.term.equals(substituted(claim.term, {x: low})):
        raise ProofError("the start shows another term")
    if not rising.term.equals(derivative(claim.term, x)) or rising.relation == "=":
        raise ProofError("the slope shown is not that of the term")
    if claim.relation == "=" or (
        claim.strict and not (at_start.strict or (rising.strict and scope.above(beyond, True)))
    ):
        raise ProofError("neither start nor slope is strict")


def _cases(step: Step, claim: Claim, scope: Scope) -> None:
    """The claim in two cases, one of which there is: `cases` lists {"assume", "steps"}, the assumptions being u >= 0
    and -u > 0 (or >= 0), or u >= 0 and -u - 1 >= 0 for a whole number u. The last step of each says the claim."""
    cases = _list(step, "cases")
    if len(cases) != 2:
        raise ProofError("two cases")
    assumed = []
    for case in cases:
        within = scope.inner()
        text = _text(case, "assume")
        assumption = within.claim(text)
        assumed.append(assumption)
        within.add(text, assumption)
        if not run(_list(case, "steps"), within).implies(claim):
            raise ProofError(f"the case {text} shows something else")
    one, other = assumed
    if "=" in (one.relation, other.relation):
        raise ProofError("the cases do not cover all")
    opposite = (one.term + other.term).is_zero and not (one.strict and other.strict)
    whole = (
        all(c.relation == ">=" for c in assumed)
        and (one.term + other.term).equals(Term.number(-1))
        and scope.is_whole(one.term)
    )
    if not opposite and not whole:
        raise ProofError("the cases do not cover all")


def _finite(step: Step, claim: Claim, scope: Scope) -> None:
    """The one symbol in the claim is a whole number between two bounds, `of` says (x - low >= 0 and high - x >= 0):
    each value is tried, exactly.
    """
    x = _text(step, "by")
    if not scope.symbols.get(x, False) or claim.term.symbols - {x}:
        raise ProofError(f"{x} is the one symbol in the claim, a whole number")
    below, above = _known(step, scope, 2)
    symbol = Term.atom(Atom(x))
    low, high = (symbol - below.term).value, (symbol + above.term).value
    if low is None or high is None or "=" in (below.relation, above.relation):
        raise ProofError(f"of says {x} - low >= 0 and high - {x} >= 0, in this order")
    first, last = -(-low // 1), high // 1
    if last - first >= MOST_VALUES:
        raise ProofError(f"{last - first + 1} values are too many")
    for value in range(int(first), int(last) + 1):
        _demand_sign(claim, {x: Fraction(value)}, f"{x} = {value}")


def _evaluate(step: Step, claim: Claim, scope: Scope) -> None:
    """The claim is about a number: its sign is computed."""
    if claim.term.symbols:
        raise ProofError("the claim is about more than a number")
    _demand_sign(claim, {}, "the value")


def _demand_sign(claim: Claim, values: Mapping[str, Fraction], where: str) -> None:
    try:
        found = sign(evaluated(claim.term, values))
    except ZeroDivisionError:
        raise ProofError(f"{where}: undefined") from None
    if not (found > 0 or (found == 0 and not claim.strict)) or (claim.relation == "=" and found):
        raise ProofError(f"{where}: the sign is {found}")


def _sturm(step: Step, claim: Claim, scope: Scope) -> None:
    """A polynomial in x above 0 for x >= low (and x <= high, where given): above 0 at low, and Sturm's chain counts no
    root beyond.

    `by` is x, `of` says x - low >= 0 and perhaps high - x >= 0, with numbers.
    """
    x = _text(step, "by")
    symbol = Term.atom(Atom(x))
    bounds = _known(step, scope)
    low = (symbol - bounds[0].term).value if bounds else None
    high = (symbol + bounds[1].term).value if len(bounds) > 1 else None
    if low is None or any(bound.relation == "=" for bound in bounds) or (len(bounds) > 1 and high is None):
        raise ProofError(f"of says {x} - low >= 0, and perhaps high - {x} >= 0, with numbers")
    if (
        claim.term.factors
        or claim.term.symbols != {x}
        or any(atom.op != "name" for atom in claim.term.atoms)
        or claim.relation == "="
    ):
        raise ProofError(f"Sturm counts roots of polynomials in {x}")
    chain = sturm_chain(coefficients(claim.term.numerator))
    if scaled_value(chain[0], low) <= 0:
        raise ProofError(f"the polynomial is not above 0 at {low}")
    if changes(chain, low) != changes(chain, high) or (high is not None and scaled_value(chain[0], high) <= 0):
        raise ProofError("the polynomial has a root there")


def coefficients(p: Polynomial) -> list[Fraction]:
    """The coefficients of a polynomial in one atom, the highest power first."""
    powers = {sum(power for _, power in monomial): c for monomial, c in p.terms.items()}
    return [powers.get(i, Fraction(0)) for i in range(max(powers), -1, -1)]


def sturm_chain(p: list[Fraction]) -> list[list[int]]:
    """Sturm's chain of a polynomial: the polynomial, its derivative, and negated remainders, up to the last that is not
    0. Each is multiplied by a number above 0 that makes its coefficients whole.
    """
    degree = len(p) - 1
    chain = [p, [c * (degree - i) for i, c in enumerate(p[:-1])]]
    while len(chain[-1]) > 1:
        rest = list(chain[-2])
        divisor = chain[-1]
        while len(rest) >= len(divisor):
            factor = rest[0] / divisor[0]
            rest = [
                c - factor * d for c, d in zip(rest, divisor + [Fraction(0)] * (len(rest) - len(divisor)), strict=True)
            ][1:]
        while rest and not rest[0]:
            rest = rest[1:]
        if not rest:
            break
        chain.append([-c for c in rest])
    return [_whole(q) for q in chain if q]


def _whole(p: list[Fraction]) -> list[int]:
    shared = lcm(*(c.denominator for c in p))
    whole = [c.numerator * (shared // c.denominator) for c in p]
    common = gcd(*whole) or 1
    return [c // common for c in whole]


def scaled_value(p: Sequence[Fraction | int], x: Fraction) -> Fraction | int:
    """The value of a polynomial at x, times a power of the denominator of x. It has the same sign as the value. Where
    the coefficients are whole numbers, it is a whole number too, so no fraction has to be reduced."""
    numerator, denominator = x.numerator, x.denominator
    total: Fraction | int = 0
    power = 1
    for c in p:
        total, power = total * numerator + c * power, power * denominator
    return total


def changes(chain: list[list[int]], x: Fraction | None) -> int:
    """The number of changes of sign along the chain at x, or (None) at infinity."""
    values = [q[0] if x is None else scaled_value(q, x) for q in chain]
    return sum((a < 0) != (b < 0) for a, b in pairwise([v for v in values if v]))


def _sum(step: Step, claim: Claim, scope: Scope) -> None:
    """A sum against one that telescopes: `sum` is sum(k, a, b, u), `total` is G(k), and `each` are steps that show u -
    (G(k+1) - G(k)) >= 0 (<= 0, = 0) for whole k from a to b. Then sum - (G(b+1) - G(a)) >= 0 (<= 0, = 0), where b - a +
    1 >= 0; strict if each difference is, and b - a + 1 > 0."""
    (atom,) = scope.term(_text(step, "sum")).atoms or (None,)
    if atom is None or atom.op != "sum":
        raise ProofError("sum is one sum")
    k, low, high, body = atom.args
    symbol = Term.atom(Atom(k))
    within = scope.summing(atom)
    total = within.term(_text(step, "total"))
    within.demand_defined(total)
    one = Term.number(1)
    step_up = substituted(total, {k: symbol + one}) - total
    shown = run(_list(step, "each"), within)
    telescoped = substituted(total, {k: high + one}) - substituted(total, {k: low})
    difference = Term.atom(atom) - telescoped
    _demand_above(high - low + one, claim.strict, scope)
    if claim.strict and not shown.strict:
        raise ProofError("strict only where each difference is")
    for direction in (1, -1):
        factor = Term.number(direction)
        if (
            shown.term.equals(factor * (body - step_up))
            and claim.term.equals(factor * difference)
            and (shown.relation == "=" or claim.relation != "=")
        ):
            return
    raise ProofError("the terms are not compared as the claim says")


def _lemma(step: Step, claim: Claim, scope: Scope) -> None:
    """A statement with a proof of its own, `lemma` ({"symbols", "facts", "define", "steps"}), at values of its symbols
    and of the names that it defines, `at`; each of its facts is known here, and each of its definitions."""
    lemma = step.get("lemma")
    if not isinstance(lemma, Mapping) or not isinstance(step.get("at"), Mapping):
        raise ProofError("a lemma has symbols, facts and steps, and at its values")
    proved, declared = prove(lemma)
    values = {name: scope.term(text) for name, text in step["at"].items()}
    for value in values.values():
        scope.demand_defined(value)
    if set(values) != set(declared.symbols):
        raise ProofError("at gives each symbol of the lemma a value")
    for name, whole in declared.symbols.items():
        if whole and not scope.is_whole(values[name]):
            raise ProofError(f"{name} is a whole number in the lemma")
    for text in [*lemma["facts"], *(f"{name} := {term}" for name, term in lemma.get("define", []))]:
        fact = declared.get(text)
        wanted = Claim(substituted(fact.term, values), fact.relation)
        holds = any(known.implies(wanted) for known in scope.claims.values()) or (
            wanted.relation == "=" and wanted.term.is_zero
        )
        if not holds and not (wanted.relation != "=" and scope.above(wanted.term, wanted.strict)):
            raise ProofError(f"the lemma needs {wanted}: show it first")
    if not Claim(substituted(proved.term, values), proved.relation).implies(claim):
        raise ProofError("the lemma says something else")


def prove(argument: Mapping[str, Any]) -> tuple[Claim, Scope]:
    """Check an argument by itself; what it shows, and the scope of its facts.

    It is {"symbols": {name: whole number or not}, "facts": [...], "define": [[name, term], ...], "steps": [...]}; a
    definition may use those before it, and is known as the equation `name := term`.
    """
    declared = declare(argument)
    return run(_list(argument, "steps"), declared.inner()), declared


def declare(argument: Mapping[str, Any]) -> Scope:
    """The symbols, facts and definitions of an argument. Raises `ProofError` if they are malformed, or if a definition
    does not have a value everywhere.
    """
    symbols, facts = argument.get("symbols"), argument.get("facts")
    if not isinstance(symbols, Mapping) or not isinstance(facts, list):
        raise ProofError("an argument has symbols, facts and steps")
    if stray := [name for name, whole in symbols.items() if not str(name).isidentifier() or type(whole) is not bool]:
        raise ProofError(
            f"{shortened(str(stray[0]))} is not a symbol: a name is wanted, and true for a whole number or false"
        )
    scope = Scope(dict(symbols))
    scope.assume(facts)
    for name, text in argument.get("define", []):
        scope.define(name, text)
    return scope


def _evident(step: Step, claim: Claim, scope: Scope) -> None:
    """The sign is that of the term's parts: coefficients, atoms of known sign, bounds of symbols."""
    if claim.relation == "=" or not scope.above(claim.term, claim.strict):
        raise ProofError("that is not evident here")


RULES: dict[str, Callable[[Step, Claim, Scope], None]] = {
    "positive": _positive,
    "identity": _identity,
    "log": _log,
    "log-bound": _log_bound,
    "log-product": _log_product,
    "sqrt": _sqrt,
    "power": _power,
    "derivative": _derivative,
    "cases": _cases,
    "finite": _finite,
    "evaluate": _evaluate,
    "evident": _evident,
    "sturm": _sturm,
    "sum": _sum,
    "lemma": _lemma,
}
"""What each rule checks, by name."""

LEMMAS = {
    "derivative": "a term with a derivative that is not below 0 does not fall (the mean value theorem)",
    "sturm": "the changes of sign along Sturm's chain count the roots of a polynomial in an interval",
}
"""The rules that rest on a theorem which no step recomputes, with that theorem: it is taken on trust. Of the others,
`log`, `log-product`, `sqrt` and `power` say what these functions are, and the rest is arithmetic.
"""

SHOWN_BY = {"log-bound": "derivative"}
"""The rules whose statement is shown by steps of other rules, with the one of these that rests on a theorem."""


WHY_LEMMAS = {
    "derivative": (
        "The kernel works out the derivative and checks its sign by steps. That a term with such a derivative does not "
        "fall is a theorem about limits, which terms cannot speak of. No proof without it was tried"
    ),
    "sturm": (
        "The kernel works out the chain and counts its changes of sign. That these count the roots is a theorem about "
        "continuous functions, which terms cannot speak of. No proof without it was tried"
    ),
}
"""What was tried to show these theorems by steps, and where that stopped."""


def rules_of(steps: Any) -> set[str]:
    """The rules that steps use, including those of steps within them."""
    if isinstance(steps, Mapping):
        named = {steps["rule"]} if isinstance(steps.get("rule"), str) else set()
        return named.union(*(rules_of(part) for part in steps.values()))
    return set[str]().union(*map(rules_of, steps)) if isinstance(steps, list) else set()
