"""A region: for which values of one parameter a metric satisfies a constraint, in parts, each with an argument for every value in it.

An argument is a proof (docs/proofs.md) in which the parameter is a symbol, x, or, where a constraint demands one case only, such a case for every
value. The end points are not stated: they are computed from the inequalities that describe the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import chain, islice
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import ParameterError
from axiometrics.core.exact import Exact, sign
from axiometrics.core.metric import Metric, Parameter
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.regions.sets import SYMBOL, Interval, domain, solved, united
from axiometrics.proving.settling import Own
from axiometrics.proving.theorem import Proof
from axiometrics.verification.proofs.checking import SCHEMA, check_link
from axiometrics.verification.proofs.reading import Claim, read_claim, read_term
from axiometrics.verification.proofs.rules import prove
from axiometrics.verification.proofs.terms import ProofError, Term, evaluated, substituted
from axiometrics.verification.thresholds import A_BEATS_B

LINKED, DUELS, SAMPLES = 12, 4, 3
"""Cases, duels, and values of a part on which an argument is compared with the metric."""

SEARCHED = 40
"""Cases looked through at one value of the parameter, beside those of the arguments."""


class Parametrized(Proof):
    """An argument with the parameter as the symbol x. `given` describes the values that it is about.

    Attributes
    ----------
    beginning : of a threshold, the text of the n from which on the argument is about every n; it may depend on x
    n : of a threshold, the one n that the argument is about
    case : for a value of the parameter, the one case that the argument is about
    """

    def __init__(self, metric: Metric, constraint: Constraint, reading: Reading, part: Part, parameter: Parameter) -> None:
        super().__init__(metric, constraint, reading, part.holds)
        self.parameter = parameter
        self.given = [*domain(parameter)[1], *part.given]
        self.symbols = {SYMBOL: parameter.integer or parameter.cut}
        self.scope.symbols.update(self.symbols)
        self.scope.assume(self.given)
        self.facts = list(self.given)
        self.beginning = ""
        self.n: int | None = None
        self.case: Callable[[Fraction], Case] | None = None

    def about(self, *names: str, start: int | str | None = None) -> None:
        """Speak of these quantities, and of x."""
        self.beginning = "" if start is None else str(start)
        self.symbols = {**self.symbols, **{name: self.view.quantities[name].whole for name in names}}
        self.scope.symbols.update(self.symbols)
        known = [text for text in self.view.facts_of(self.reading.name) if read_claim(text).term.symbols <= set(names)]
        self.facts = [*self.given, *known, *([f"n - ({self.beginning}) >= 0"] if self.beginning else [])]
        self.scope.assume(self.facts)

    @property
    def goal(self) -> str:
        """What the last step has to show of the excess."""
        if self.n is not None or self.case is not None:
            return _goal_of_one(self.constraint, self.holds, self.excess)
        return super().goal

    def value(self, name: str) -> str:
        """A parameter of the metric; x for the one that varies."""
        return SYMBOL if name == self.parameter.name else super().value(name)

    def evaluate(self, claim: str, name: str = "") -> str:
        """A claim about a number; where x is in it, one that is evident."""
        return self.evident(claim, name) if self.scope.claim(claim).term.symbols else super().evaluate(claim, name)


def _goal_of_one(constraint: Constraint, holds: bool, excess: str) -> str:
    if constraint.quantifier is Quantifier.EXISTS:
        return f"-({excess}) > 0" if holds else f"{excess} >= 0"
    if constraint.quantifier is Quantifier.FOR_ALL and not holds:
        return f"-({excess}) >= 0"
    raise NotProvedError(f"one case does not settle that {constraint.name} {'holds' if holds else 'fails'}")


@dataclass(frozen=True)
class Part:
    """Values of the parameter x, for which the constraint holds or fails.

    Attributes
    ----------
    given : inequalities in x that describe them, none for all values
    show : builds the argument: for every case, for every n from its beginning on, or for one case (or n)
    before : of a threshold that fails for every n, the n before that beginning, and what builds the argument about one of them
    words : the argument in a sentence
    """

    holds: bool
    given: tuple[str, ...]
    words: str
    show: Callable[[Parametrized], object]
    before: tuple[Sequence[int], Callable[[Parametrized, int], object]] | None = None


@dataclass(frozen=True)
class Region:
    """What is known of metrics under readings of a constraint, by a parameter; `parts` of a metric and a reading, `when` for which settings of the others."""

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    parameter: str
    parts: Callable[[Metric, str], Sequence[Part]]
    when: Callable[[Metric], bool] = lambda metric: True


@dataclass(frozen=True)
class Shown:
    """An argument of a part, as data, and the case or n it is about where it is about one."""

    proof: Mapping[str, Any]
    n: int | None
    case: Callable[[Fraction], Case] | None


@dataclass(frozen=True)
class Evaluated:
    """What exact evaluation says at one value: whether the constraint held on what was tried, and what that was."""

    value: Fraction
    holds: bool
    words: str


@dataclass(frozen=True)
class Found:
    """A region, computed and checked.

    Attributes
    ----------
    metric, constraint, reading, parameter : what it is about
    holds : the intervals on which the constraint holds
    parts : each part with its intervals and its arguments
    evaluated : the values that were evaluated exactly, on both sides of each end point and inside of each interval
    linked : how many cases the arguments were compared with the metric on
    """

    metric: Metric
    constraint: Constraint
    reading: Reading
    parameter: Parameter
    holds: tuple[Interval, ...]
    parts: tuple[tuple[Part, tuple[Interval, ...], tuple[Shown, ...]], ...]
    evaluated: tuple[Evaluated, ...]
    linked: int

    @property
    def current(self) -> bool:
        """Whether the constraint holds for the metric's own value of the parameter."""
        value = self.metric.values[self.parameter.name]
        return isinstance(value, Fraction) and any(value in interval for interval in self.holds)


@cache
def regions() -> tuple[Region, ...]:
    """All that are declared."""
    return tuple(chain.from_iterable(import_module(f"axiometrics.proving.regions.{task}").ENTRIES for task in ("filtering", "ranking")))


def known(metric: Metric, constraint: Constraint | None = None, reading: Reading | None = None) -> list[Region]:
    """The regions of a metric with its parameters as they are, of a constraint and a reading where given."""
    return [
        region
        for region in regions()
        if metric.base in region.metrics
        and (constraint is None or region.constraint == constraint.name)
        and (reading is None or reading.name in region.readings)
        and region.when(metric)
    ]


def region(metric: Metric, constraint: Constraint, reading: Reading, parameter: str) -> Found:
    """The exact set of values of a parameter for which the constraint holds.

    Raises `ParameterError` where the metric has no such parameter, or nobody has declared a region by it.
    """
    declared = next((p for p in metric.parameters if p.name == parameter), None)
    if declared is None or declared.choices:
        having = [p.name for p in metric.parameters if not p.choices]
        raise ParameterError(f"{metric.id} has no number {parameter!r} as a parameter: {'it has ' + ', '.join(having) if having else 'it has none'}")
    found = [entry for entry in known(metric, constraint, reading) if entry.parameter == parameter]
    if not found:
        there = sorted({f"{e.constraint.partition(':')[2]} by {e.parameter} ({', '.join(e.readings)})" for e in known(metric)})
        of = f"regions of {metric.base}: {'; '.join(there)}" if there else f"regions are known of {', '.join(sorted({b for r in regions() for b in r.metrics}))}"
        raise ParameterError(f"no region is known of {metric.id} under {constraint.id} ({reading.name}) by {parameter}; {of}")
    return establish(found[0], metric, constraint, reading, declared)


def establish(entry: Region, metric: Metric, constraint: Constraint, reading: Reading, parameter: Parameter) -> Found:
    """A region with its arguments checked, its end points computed, and both sides of each evaluated.

    Raises `AssertionError` where something declared is not so.
    """
    where = f"{metric.base}/{constraint.id}@{reading.name} by {parameter.name}"
    whole, _ = domain(parameter)
    parts, linked = [], 0
    for part in entry.parts(metric, reading.name):
        intervals = tuple(solved(part.given, whole))
        try:
            shown = tuple(_argued(part, metric, constraint, reading, parameter))
            for argument in shown:
                for value in [v for interval in intervals for v in interval.samples(SAMPLES)]:
                    linked += _linked(argument, metric, constraint, reading, parameter, value)
        except (NotProvedError, ProofError) as error:
            raise AssertionError(f"{where}: {' and '.join(part.given) or 'all'}: {error}") from error
        parts.append((part, intervals, shown))
    holds = tuple(united(interval for part, intervals, _ in parts if part.holds for interval in intervals))
    found = Found(metric, constraint, reading, parameter, holds, tuple(parts), (), linked)
    values = _values(found, whole)
    for value in values:
        if sum(value in interval for _, intervals, _ in parts for interval in intervals) != 1:
            raise AssertionError(f"{where}: {value} is in none, or in several, of the parts")
    tried = tuple(_evaluate(found, value) for value in values)
    for one in tried:
        if one.holds is not any(one.value in interval for interval in holds):
            raise AssertionError(f"{where}: evaluated at {one.value}: {one.words}, the region says otherwise")
    return replace(found, evaluated=tried)


def _argued(part: Part, metric: Metric, constraint: Constraint, reading: Reading, parameter: Parameter) -> list[Shown]:
    """The arguments of a part, checked. Raises `NotProvedError` or `ProofError` where one does not go through."""
    p = Parametrized(metric, constraint, reading, part, parameter)
    part.show(p)
    shown = [_checked(p)]
    before: Sequence[int] = ()
    if part.before is not None:
        before, show = part.before
        for n in before:
            one = Parametrized(metric, constraint, reading, part, parameter)
            one.n = n
            show(one, n)
            shown.append(_checked(one))
    if constraint.quantifier is Quantifier.EXISTS and not part.holds:
        begins = read_term(p.beginning).value if p.beginning else None
        if begins is None or sorted(before) != list(range(2, int(begins))):
            raise NotProvedError("to fail for every n, each n from 2 to the beginning of the argument is to be shown")
    return shown


def _checked(p: Parametrized) -> Shown:
    one = p.n is not None or p.case is not None
    threshold = p.constraint.quantifier is not Quantifier.FOR_ALL
    if one and set(p.symbols) != {SYMBOL}:
        raise NotProvedError("an argument about one case speaks of x alone")
    if threshold and not one and not p.beginning:
        raise NotProvedError("an argument about a threshold has a beginning")
    data = {"schema": SCHEMA, "metric": p.metric.id, "constraint": p.constraint.name, "reading": p.reading.name, "holds": p.holds, "excess": p.excess, **p.to_json()}
    data.update({"from": p.beginning} if p.beginning else {"n": p.n} if p.n is not None else {})
    allowed = {*p.given, *([] if one else p.view.facts_of(p.reading.name)), *([f"n - ({p.beginning}) >= 0"] if p.beginning else [])}
    if stray := [fact for fact in data["facts"] if fact not in allowed]:
        raise ProofError(f"{stray[0]} is no fact here")
    reached, _ = prove(data)
    goal = read_claim(p.goal)
    if not reached.implies(goal):
        raise ProofError(f"it shows {reached}, not {p.goal}")
    return Shown(data, p.n, p.case)


def _linked(shown: Shown, metric: Metric, constraint: Constraint, reading: Reading, parameter: Parameter, value: Fraction) -> int:
    """On how many cases the excess of an argument, at this value of the parameter, is the metric's required difference."""
    bound = metric.with_values(**{parameter.name: value})
    if shown.n is not None or shown.case is not None:
        case = _one_case(shown, reading, value, metric.closed)
        difference = _excess(bound, constraint, reading, case)
        said = evaluated(read_term(shown.proof["excess"]) if not shown.proof["define"] else _expanded(shown.proof), {SYMBOL: value})
        if difference is None or sign(difference - said) != 0:
            raise ProofError(f"at {value}: the excess is not the metric's on {case}")
        return 1
    proof = _at(shown.proof, value, bound)
    cases: list[Case]
    if constraint.quantifier is Quantifier.FOR_ALL:
        cases = list(islice(chain.from_iterable(reading.cases.cases(n) for n in range(1, reading.cases.largest(None) + 1)), LINKED))
    else:
        first = _first(shown.proof["from"], value)
        cases = [reading.cases.case(n, metric.closed) for n in range(first, first + DUELS)] if first <= SEARCHED else []
    return check_link(proof, constraint, reading, cases, Own(bound))


def _expanded(proof: Mapping[str, Any]) -> Term:
    """The excess with the definitions put in."""
    term = read_term(proof["excess"])
    for name, text in reversed(proof["define"]):
        term = substituted(term, {name: read_term(text)})
    return term


def _first(beginning: str, value: Fraction) -> int:
    """The first n of an argument at a value of the parameter."""
    least = evaluated(read_term(beginning), {SYMBOL: value})
    assert isinstance(least, Fraction)
    return max(2, -(-least.numerator // least.denominator))


def _at(proof: Mapping[str, Any], value: Fraction, bound: Metric) -> dict[str, Any]:
    """A proof with the parameter put in."""

    def put_in(text: str) -> str:
        return str(substituted(read_term(text), {SYMBOL: Term.number(value)}))

    facts = [fact for fact in proof["facts"] if SYMBOL not in read_claim(fact).term.symbols]
    symbols = {name: is_whole for name, is_whole in proof["symbols"].items() if name != SYMBOL}
    define = [[name, put_in(text)] for name, text in proof["define"]]
    return {**proof, "metric": bound.id, "symbols": symbols, "facts": facts, "define": define, "excess": put_in(proof["excess"])}


def _one_case(shown: Shown, reading: Reading, value: Fraction, closed: bool) -> Case:
    if shown.case is None:
        return reading.cases.case(shown.n, closed)  # type: ignore[no-any-return]
    case = shown.case(value)
    problem = reading.cases.admits(case)
    if problem:
        raise ProofError(f"at {value}: {case} is none of the reading: {problem}")
    return case


def _excess(metric: Metric, constraint: Constraint, reading: Reading, case: Case) -> Exact | None:
    """The required difference of the scores, None where one is undefined."""
    demand = reading.cases.demand if constraint.quantifier is Quantifier.FOR_ALL else A_BEATS_B
    scores = {role: Own(metric).score(case.outputs[role], case.gold) for role in demand.roles}
    return None if any(score is None for score in scores.values()) else demand.excess(scores)


# --- exact evaluation ----------------------------------------------------------------------------------------------------------------


def _values(found: Found, whole: Interval) -> list[Fraction]:
    """Values on both sides of each end point, end points that are rational, and values inside of each interval."""
    intervals = [interval for _, own, _ in found.parts for interval in own]
    values = [value for interval in intervals for value in interval.samples(SAMPLES)]
    for end in {end for interval in intervals for end in (interval.low, interval.high) if end is not None}:
        low, high = end.between()
        step = Fraction(1) if whole.whole else Fraction(1, 1000)
        values += [low - step, low, high] if low < high else [low - step, low, low + step]
    current = found.metric.values[found.parameter.name]
    values += [current] if isinstance(current, Fraction) else []
    return sorted({value for value in values if value in whole})


def _evaluate(found: Found, value: Fraction) -> Evaluated:
    """Whether the constraint holds at a value, as far as cases that are evaluated exactly tell."""
    bound = found.metric.with_values(**{found.parameter.name: value})
    constraint, reading = found.constraint, found.reading
    arguments = [a for part, own, shown in found.parts if any(value in interval for interval in own) for a in shown]
    if constraint.quantifier is Quantifier.FOR_ALL:
        special = [_one_case(a, reading, value, bound.closed) for a in arguments if a.case is not None]
        ordinary = islice(chain.from_iterable(reading.cases.cases(n) for n in range(1, reading.cases.largest(None) + 1)), SEARCHED)
        tried = 0
        for case in chain(special, ordinary):
            difference = _excess(bound, constraint, reading, case)
            if difference is not None and not reading.cases.demand.met(sign(difference)):
                return Evaluated(value, False, f"a violation with {case.documents} documents")
            tried += difference is not None
        return Evaluated(value, True, f"no violation in {tried} cases")
    duels = range(2, SEARCHED // 2)
    if constraint.quantifier is Quantifier.EXISTS:
        winning = [n for n in duels if _wins(bound, constraint, reading, n) < 0]
        return Evaluated(value, bool(winning), f"B wins at n = {', '.join(map(str, winning[:5]))}{' ...' * (len(winning) > 5)}" if winning else f"B wins at no n to {duels[-1]}")
    (begin,) = [_first(a.proof["from"], value) for a in arguments]
    tried_n = [begin, begin + 1, begin + 5]
    wins = [_wins(bound, constraint, reading, n) > 0 for n in tried_n]
    return Evaluated(value, all(wins), f"A {'wins' if all(wins) else 'does not win'} at n = {', '.join(map(str, tried_n))}")


def _wins(metric: Metric, constraint: Constraint, reading: Reading, n: int) -> int:
    difference = _excess(metric, constraint, reading, reading.cases.case(n, metric.closed))
    return 0 if difference is None else sign(difference)


def claims_of(part: Part, parameter: str) -> list[Claim]:
    """The inequalities of a part in the parameter's own name."""
    return [Claim(substituted(claim.term, {SYMBOL: read_term(parameter)}), claim.relation) for claim in map(read_claim, part.given)]
