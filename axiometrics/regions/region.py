"""A region: for which values of one parameter a metric satisfies a constraint, in parts, each with an argument for
every value in it.

An argument is a proof (docs/proofs.md) in which the parameter is a symbol, x, or, where a constraint demands one case
only, such a case for every value. The end points are not stated: they are computed from the inequalities that describe
the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from math import ceil
from typing import Any

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import ParameterError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.page import Presentable
from axiometrics.core.parameter import Parameter
from axiometrics.kernel.check_proof import SCHEMA, ProofError, prove, read_claim, read_term
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.declared import entries_in
from axiometrics.proving.instances import FormulaScorer
from axiometrics.proving.theorem import Proof
from axiometrics.symbolic.sets import SYMBOL, Interval, solved, united
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import smallest
from axiometrics.verification.regions.comparison import SAMPLES, linking, samples
from axiometrics.verification.regions.evaluations import SEARCHED, evaluated_by, evaluations
from axiometrics.verification.regions.scales import Scale


class Parametrized(Proof):
    """An argument in which the symbol x stands for the parameter, or for a number by which the parameter is given.
    `given` are the inequalities that describe the values that the argument is about.

    Attributes
    ----------
    beginning : of a threshold, the text of the n from which on the argument is about every n; it may depend on x
    n : of a threshold, the one n that the argument is about
    case : for a value of the parameter, the one case that the argument is about
    """

    def __init__(
        self, metric: Metric, constraint: Constraint, reading: Reading, part: ArguedPart, scale: Scale
    ) -> None:
        super().__init__(metric, constraint, reading, part.holds)
        self.scale, self.parameter = scale, scale.parameter
        self.given = [*scale.facts, *part.given]
        self.constants = tuple(fact for fact in scale.facts if fact == f"{SYMBOL} > 0")
        self.symbols = {SYMBOL: scale.domain.whole}
        self.scope.symbols.update(self.symbols)
        self.scope.assume(self.given)
        self.facts = list(self.given)
        self.beginning = ""
        self.n: int | None = None
        self.case: Callable[[Fraction], Case] | None = None

    def about(self, *names: str, start: int | str | None = None) -> None:  # type: ignore[override]  # one demand, plain
        """Use these quantities, and x."""
        self.beginning = "" if start is None else str(start)
        self.symbols = {**self.symbols, **{name: self.vocabulary.quantities[name].whole for name in names}}
        self.scope.symbols.update(self.symbols)
        facts = [
            fact.text
            for fact in self.vocabulary.facts_of(self.reading.name, self.demand.words)
            if read_claim(fact.text).term.symbols <= set(names)
        ]
        self.facts = [*self.given, *facts, *([f"n - ({self.beginning}) >= 0"] if self.beginning else [])]
        self.scope.assume(self.facts)

    @property
    def goal(self) -> str:
        """The claim about the excess that the last step has to show."""
        if self.n is not None or self.case is not None:
            return _goal_of_one(self.constraint, self.reading, self.holds, self.excess)
        if self.constraint.quantifier is Quantifier.EXISTS and self.holds and self.beginning:
            return f"-({self.excess}) > 0"
        if self.constraint.quantifier is not Quantifier.EVENTUALLY and self.holds is not (
            self.constraint.quantifier.over_cases
        ):
            raise NotProvedError(
                f"that {self.constraint.name} {'holds' if self.holds else 'fails'} is shown by one case"
            )
        return super().goal

    def value(self, name: str) -> str:
        """A parameter of the metric in the notation of terms; for the parameter that varies, a term in x."""
        return f"({self.scale.value})" if name == self.parameter.name else super().value(name)

    def number(self, text: str) -> str:
        """A term in the metric's parameters, above 0."""
        return f"({read_term(text)})"

    def evaluate(self, claim: str, name: str = "") -> str:
        """Show a claim about a number by its exact value; where x is in it, by what is evident."""
        return self.evident(claim, name) if self.scope.claim(claim).term.symbols else super().evaluate(claim, name)


def always(case: Case) -> Callable[[Fraction], Case]:
    """The same case for each value of the parameter."""
    return lambda value: case


def tied(case: Callable[[Fraction], Case]) -> Callable[[Parametrized], object]:
    """The scores of a case are tied."""

    def show(p: Parametrized) -> None:
        p.case = case
        p.excess = "0"
        p.evaluate(p.goal)

    return show


def _goal_of_one(constraint: Constraint, reading: Reading, holds: bool, excess: str) -> str:
    if constraint.quantifier is Quantifier.EXISTS:
        return f"-({excess}) > 0" if holds else f"{excess} >= 0"
    if constraint.quantifier.over_cases and (reading.finite or not holds):
        if reading.demand.by not in {">", ">="}:
            raise NotProvedError(f"a region cannot be about the demand {reading.demand.words!r}")
        if holds:
            return f"{excess} {'>' if reading.demand.strict else '>='} 0"
        return f"-({excess}) {'>=' if reading.demand.strict else '>'} 0"
    raise NotProvedError(f"one case cannot show that {constraint.name} {'holds' if holds else 'fails'}")


@dataclass(frozen=True)
class ArguedPart:
    """Values of the parameter x, for which the constraint holds or fails.

    Attributes
    ----------
    given : inequalities in x that describe them, none for all values
    show : builds the argument: for every case, for every n from its beginning on, or for one case (or n); where all
        cases of a reading with finitely many are to hold, it is called for each, which it finds as `case`
    before : of a threshold that fails for every n, the n before that beginning, and what builds the argument about one
        of them
    words : the argument in a sentence
    """

    holds: bool
    given: tuple[str, ...]
    words: str
    show: Callable[[Parametrized], object]
    before: tuple[Sequence[int], Callable[[Parametrized, int], object]] | None = None


def everywhere(
    holds: bool, words: str, show: Callable[[Parametrized], object]
) -> Callable[[Metric, str], Sequence[ArguedPart]]:
    """The parts of a region in which one argument covers all values of the parameter."""
    return lambda metric, reading: (ArguedPart(holds, (), words, show),)


@dataclass(frozen=True)
class Region:
    """The verdicts on metrics under readings of a constraint, by the value of a parameter.

    Attributes
    ----------
    metrics : bases of the metrics
    constraint, readings, parameter : the constraint, its readings and the parameter of the verdicts
    parts : of a metric and a reading, parts that follow on each other from one end of the parameter's range to the
        other
    when : for which settings of the other parameters
    scale : the meaning of x
    narrowing : parameters that the arguments allow for, although they narrow what a metric looks at
    """

    metrics: tuple[str, ...]
    constraint: str
    readings: tuple[str, ...]
    parameter: str
    parts: Callable[[Metric, str], Sequence[ArguedPart]]
    when: Callable[[Metric], bool] = lambda metric: True
    scale: Callable[[Metric, Parameter], Scale] = lambda metric, parameter: Scale.of(parameter)
    narrowing: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Shown:
    """An argument of a part, as data, with its n or its case if the argument is about one n or one case. Where it is
    about one case, the data hold everything that `verify` needs to make the case again.
    """

    proof: Mapping[str, Any]
    n: int | None
    case: Callable[[Fraction], Case] | None


@dataclass(frozen=True)
class EvaluatedValue:
    """The result of exact evaluation at one value: whether the constraint held on the cases that were tried, and these
    cases in words.
    """

    value: Fraction
    holds: bool
    words: str


@dataclass(frozen=True, repr=False)
class EstablishedRegion(Presentable):
    """A region, computed and checked.

    Attributes
    ----------
    metric, constraint, reading, scale : what it is about
    holds : the values of the parameter for which the constraint holds
    parts : each part with its intervals of x and its arguments
    evaluated : the values that were evaluated exactly, on both sides of each end point and inside of each interval
    linked : how many cases the arguments were compared with the metric on
    """

    metric: Metric
    constraint: Constraint
    reading: Reading
    scale: Scale
    holds: tuple[Interval, ...]
    parts: tuple[tuple[ArguedPart, tuple[Interval, ...], tuple[Shown, ...]], ...]
    evaluated: tuple[EvaluatedValue, ...]
    linked: int

    @property
    def current(self) -> bool:
        """Whether the constraint holds for the metric's own value of the parameter."""
        value = self.metric.values[self.scale.parameter.name]
        return isinstance(value, Fraction) and value in self

    def __contains__(self, value: Fraction) -> bool:
        return any(value in interval for interval in self.holds)


@cache
def regions() -> tuple[Region, ...]:
    """All regions that are declared in the folders beside this file, where each family of metrics has a file."""
    return tuple(entries_in("axiometrics.regions"))


def known(metric: Metric, constraint: Constraint | None = None, reading: Reading | None = None) -> list[Region]:
    """The regions that are declared for a metric with its values of parameters. Where a constraint or a reading is
    given, only the regions of this constraint or reading.
    """
    return [
        region
        for region in regions()
        if metric.base in region.metrics
        and (constraint is None or region.constraint == constraint.name)
        and (reading is None or reading.name in region.readings)
        and metric.narrowing <= region.narrowing
        and region.when(metric)
    ]


def described(metric: Metric, constraint: Constraint, reading: Reading) -> list[tuple[Parameter, tuple[Interval, ...]]]:
    """The parameters by which a region is declared, each with the values for which the constraint holds. The arguments
    are not made here; `region` makes them.
    """
    by_parameter = []
    for entry in known(metric, constraint, reading):
        parameter = next(p for p in metric.parameters if p.name == entry.parameter)
        scale = entry.scale(metric, parameter)
        holds = united(
            x for part in entry.parts(metric, reading.name) if part.holds for x in solved(part.given, scale.domain)
        )
        by_parameter.append((parameter, tuple(scale.values(holds))))
    return by_parameter


def region(metric: Metric, constraint: Constraint, reading: Reading, parameter: str) -> EstablishedRegion:
    """The exact set of values of a parameter for which the constraint holds.

    Raises `ParameterError` where the metric has no such parameter, or if no region by it is declared.
    """
    metric = metric.reduced(constraint.task)
    reading = reading.asked_of(metric)
    declared = next((p for p in metric.parameters if p.name == parameter), None)
    if declared is None or not declared.is_number:
        having = [p.name for p in metric.parameters if p.is_number]
        raise ParameterError(
            f"{metric.id} has no number {parameter!r} as a parameter: "
            f"{'it has ' + ', '.join(having) if having else 'it has none'}"
        )
    entries = [entry for entry in known(metric, constraint, reading) if entry.parameter == parameter]
    if not entries:
        instead = _known_instead(metric, constraint, reading, parameter)
        raise ParameterError(
            f"no region is known for {metric.id} under {constraint.id} ({reading.name}) by {parameter}; {instead}"
        )
    return establish(entries[0], metric, constraint, reading, declared)


@cache
def established(metric: str, constraint: str, reading: str, parameter: str) -> EstablishedRegion:
    """The region by names. Its arguments are checked, which takes seconds, once in a process."""
    declared = registry.constraint(constraint)
    return region(registry.metric(metric), declared, declared.reading(reading), parameter)


def _known_instead(metric: Metric, constraint: Constraint, reading: Reading, parameter: str) -> str:
    """The regions that are known instead, in words: the same region with other settings of the parameters, or else
    other regions of the metric, or else the metrics that have any.
    """
    judged = registry.judged_in(metric.task)
    entries = (entry for entry in regions() if entry.constraint.partition(":")[0] in judged)
    of = [entry for entry in entries if metric.base in entry.metrics]
    same = [e for e in of if (e.constraint, e.parameter) == (constraint.name, parameter) and reading.name in e.readings]
    if settings := _settings(metric, same):
        return f"a region is known with {settings}"
    if there := sorted(
        {f"{e.constraint.partition(':')[2]} by {e.parameter} ({', '.join(e.readings)})" for e in of if e.when(metric)}
    ):
        return f"known of {metric.base}: {'; '.join(there)}"
    if settings := _settings(metric, of):
        return f"regions of {metric.base} are known with {settings} (docs/regions.md)"
    return f"regions are known for {', '.join(sorted({base for entry in regions() for base in entry.metrics}))}"


def _settings(metric: Metric, entries: Sequence[Region]) -> str:
    """The fewest parameters, other than numbers, that have to be set otherwise for one of these regions to be known, in
    each way to do so; a cut as id@k.
    """
    open_to: list[list[tuple[Parameter, str | Fraction | None]]] = [
        [(p, choice) for choice in p.choices] for p in metric.parameters if p.choices
    ]
    open_to += [[(p, None), (p, Fraction(1))] for p in metric.parameters if p.cut and metric.values[p.name] is None]
    ways = [[(p, to) for p, to in way if to is not None and to != metric.values[p.name]] for way in product(*open_to)]
    sufficient = [
        way
        for way in ways
        if way and any(entry.when(metric.with_values(**{p.name: to for p, to in way})) for entry in entries)
    ]
    fewest = min(map(len, sufficient), default=0)
    return " or ".join(
        " and ".join(f"{metric.base}@{p.name}" if p.cut else f"{p.name}={to}" for p, to in way)
        for way in sufficient
        if len(way) == fewest
    )


def establish(
    entry: Region, metric: Metric, constraint: Constraint, reading: Reading, parameter: Parameter
) -> EstablishedRegion:
    """A region with its arguments checked, its end points computed, and both sides of each evaluated.

    Raises `AssertionError` where something declared is not so.
    """
    where, scale = f"{metric.base}/{constraint.id}@{reading.name} by {parameter.name}", entry.scale(metric, parameter)
    parts, linked = [], 0
    scorer = partial(_scorer, metric, parameter.name)
    for part in entry.parts(metric, reading.name):
        intervals = tuple(solved(part.given, scale.domain))
        try:
            shown = tuple(
                _with_case(argument, intervals) for argument in argued(part, metric, constraint, reading, scale)
            )
            for argument in shown:
                for values in _samples(scale, intervals):
                    compared = sum(
                        _linked(argument, constraint, reading, scorer(value), scale.x(value)) for value in values
                    )
                    if not compared:
                        raise ProofError(
                            "there is no case on which an argument can be compared with the metric: it begins too late "
                            "at every value that was tried"
                        )
                    linked += compared
        except (NotProvedError, ProofError) as error:
            raise AssertionError(f"{where}: {' and '.join(part.given) or 'all'}: {error}") from error
        parts.append((part, intervals, shown))
    if united(interval for _, intervals, _ in parts for interval in intervals) != [scale.domain]:
        raise AssertionError(f"{where}: the parts do not follow on each other from one end of the range to the other")
    sides = [
        [interval for part, intervals, _ in parts if part.holds is side for interval in intervals]
        for side in (True, False)
    ]
    if any(left.shares(right) for left in sides[0] for right in sides[1]):
        raise AssertionError(
            f"{where}: a value is in two parts: one says that the constraint holds, and the other that it fails"
        )
    holds = united(interval for part, intervals, _ in parts if part.holds for interval in intervals)
    draft = EstablishedRegion(metric, constraint, reading, scale, tuple(scale.values(holds)), tuple(parts), (), linked)
    tried = tuple(_evaluations(draft, scorer))
    for evaluated in tried:
        if evaluated.holds is not (evaluated.value in draft):
            raise AssertionError(
                f"{where}: evaluated at {evaluated.value}: {evaluated.words}, but the region says the opposite"
            )
    return replace(draft, evaluated=tried)


@lru_cache(maxsize=256)
def _scorer(metric: Metric, parameter: str, value: Fraction) -> FormulaScorer:
    """The metric at a value of its parameter. It remembers scores, as most regions ask for the same small cases."""
    return FormulaScorer(metric.with_values(**{parameter: value}))


def _samples(scale: Scale, intervals: Sequence[Interval]) -> list[list[Fraction]]:
    """Some values of the parameter for these x, interval by interval."""
    return [samples(interval, intervals, scale) for interval in scale.values(intervals)]


def argued(part: ArguedPart, metric: Metric, constraint: Constraint, reading: Reading, scale: Scale) -> list[Shown]:
    """The arguments of a part, checked by the kernel and not yet compared with the metric. Raises `NotProvedError` or
    `ProofError` where one does not go through.
    """
    each: Sequence[Case | None] = list(smallest(reading, None)) if part.holds and reading.finite else [None]
    shown = []
    for case in each:
        p = Parametrized(metric, constraint, reading, part, scale)
        p.case = None if case is None else always(case)
        part.show(p)
        shown.append(_checked(p))
    before: Sequence[int] = ()
    if part.before is not None:
        before, show = part.before
        for n in before:
            argument = Parametrized(metric, constraint, reading, part, scale)
            argument.n = n
            show(argument, n)
            shown.append(_checked(argument))
    if constraint.quantifier is Quantifier.EXISTS and not part.holds:
        begins = read_term(p.beginning).value if p.beginning else None
        if begins is None or sorted(before) != list(range(2, ceil(begins))):
            raise NotProvedError(
                "to show that the constraint fails for every n, show each n from 2 to the beginning of the argument too"
            )
    return shown


def _checked(p: Parametrized) -> Shown:
    single = p.n is not None or p.case is not None
    threshold = not p.constraint.quantifier.over_cases
    if single and set(p.symbols) != {SYMBOL}:
        raise NotProvedError("an argument about one case may use x only")
    if threshold and not single and not p.beginning:
        raise NotProvedError("an argument about a threshold must say from which n it holds")
    about = {"metric": p.metric.id, "constraint": p.constraint.name, "reading": p.reading.name, "holds": p.holds}
    data = {"schema": SCHEMA, **about, "excess": p.excess, **p.to_json()}
    data.update({"from": p.beginning} if p.beginning else {"n": p.n} if p.n is not None else {})
    allowed = {
        *p.given,
        *([] if single else (fact.text for fact in p.vocabulary.facts_of(p.reading.name))),
        *([f"n - ({p.beginning}) >= 0"] if p.beginning else []),
    }
    if stray := [fact for fact in data["facts"] if fact not in allowed]:
        raise ProofError(f"{stray[0]} is not a fact of these cases")
    reached, _ = prove(data)
    goal = read_claim(p.goal)
    if not reached.implies(goal):
        raise ProofError(f"it shows {reached}, not {p.goal}")
    return Shown(data, p.n, p.case)


def _with_case(shown: Shown, intervals: Sequence[Interval]) -> Shown:
    """The argument with its case, which has to be the same for each x, or the same below x irrelevant documents. Raises
    `NotProvedError` for any other case.
    """
    if shown.case is None:
        return shown
    values = [x for interval in intervals for x in interval.samples(SAMPLES)]
    same = _alike([shown.case(x) for x in values])
    above = {} if same is not None else {"above": SYMBOL}
    if same is None and all(x.denominator == 1 for x in values):
        same = _alike([_without_top(shown.case(x), int(x)) for x in values])
    if same is None:
        raise NotProvedError(
            f"the case of an argument is the same for each {SYMBOL}, or but for {SYMBOL} irrelevant "
            f"documents on top, n1, n2, ..."
        )
    outputs = {role: output.to_json() for role, output in same.outputs.items()}
    return replace(shown, proof={**shown.proof, "case": {**above, "gold": same.gold.to_json(), "outputs": outputs}})


def _alike(cases: Sequence[Case | None]) -> Case | None:
    """The case that all of these are; None where they differ."""
    return cases[0] if cases and all(case == cases[0] for case in cases) else None


def _without_top(case: Case, above: int) -> Case | None:
    """The case without the irrelevant documents on top, None where other documents stand there."""
    on_top = Organization.ranking([f"n{i}" for i in range(1, above + 1)]).levels
    if any(output.levels[:above] != on_top for output in case.outputs.values()):
        return None
    return Case(
        case.gold, {role: Organization(output.levels[above:], output.tail) for role, output in case.outputs.items()}
    )


def _linked(shown: Shown, constraint: Constraint, reading: Reading, scorer: FormulaScorer, x: Fraction) -> int:
    """The number of cases on which the excess of an argument, at this x, is the metric's required difference."""
    cases = linking(shown.proof, x, constraint, reading)
    scorer.prepare(cases)
    linked = check_link(shown.proof, constraint, reading, cases, scorer, scorer.metric.values, {SYMBOL: x}).cases
    if not linked and (shown.n is not None or shown.case is not None):
        raise ProofError(f"at {x}: the metric is undefined on {cases[0]}")
    return linked


# --- exact evaluation


def _evaluations(region: EstablishedRegion, scorer: Callable[[Fraction], FormulaScorer]) -> list[EvaluatedValue]:
    """The results of exact evaluation at the metric's own value, at values inside of each interval, and on both sides
    of each end point, as near as cases allow.
    """
    current = region.metric.values[region.scale.parameter.name]
    sampled = [value for _, own, _ in region.parts for values in _samples(region.scale, own) for value in values]
    sampled += [current] if isinstance(current, Fraction) else []
    intervals = [interval for _, own, _ in region.parts for interval in region.scale.values(own)]
    at = evaluations(
        intervals, sampled, region.scale.range, cache(lambda value: _evaluate(region, value, scorer(value)))
    )
    return [EvaluatedValue(value, *outcome) for value, outcome in sorted(at.items())]


def _evaluate(region: EstablishedRegion, value: Fraction, scorer: FormulaScorer) -> tuple[bool, str] | None:
    """Whether the constraint holds at a value, as far as cases that are evaluated exactly tell; None where these are
    too long.
    """
    x = region.scale.x(value)
    proofs = [a.proof for part, own, shown in region.parts if any(x in interval for interval in own) for a in shown]
    if region.constraint.quantifier.over_cases:
        scorer.prepare(smallest(region.reading, None if region.reading.finite else SEARCHED))
    return evaluated_by(proofs, x, value in region, region.constraint, region.reading, scorer)
