"""Exact evaluation: whether a metric meets a constraint at values of its parameter, as far as the cases show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import FileError
from axiometrics.core.metric import decimal
from axiometrics.core.task import task
from axiometrics.symbolic.sets import Interval
from axiometrics.symbolic.signs import sign
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.links import AnyScorer
from axiometrics.verification.proofs import LARGEST_DUEL, smallest
from axiometrics.verification.regions.cases import LONGEST, case_at, first
from axiometrics.verification.regions.comparison import at, samples
from axiometrics.verification.regions.scales import SavedPart, Scale
from axiometrics.verification.scorers import Defined, MismatchError

SEARCHED, DUELLED = 40, 12
"""Cases, and n from 2 on, looked through at one value of the parameter, beside those of the arguments."""

BESIDE = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1, 5))
"""The distances from an end point at which a metric is evaluated. The first distance at which cases of reasonable
length decide is taken.
"""


def excess(case: Case, constraint: Constraint, reading: Reading, scorer: AnyScorer) -> Any:
    """The required difference of the scores, None where one is undefined."""
    demand = reading.demand
    judged = case.closed() if scorer.closed else case
    scores = {role: scorer.score(judged.outputs[role], judged.gold) for role in demand.roles}
    return None if any(score is None for score in scores.values()) else demand.excess(scores, case.bound)


def evaluation(
    constraint: Constraint, reading: Reading, scorer: AnyScorer, special: Sequence[Case], begins: Sequence[int | None]
) -> tuple[bool, str] | None:
    """Return whether the constraint holds as far as the cases show, and what was looked at; None if the required n are
    too great.

    `special` are cases that are looked at before the smallest, and `begins` n from which on arguments are, None where
    too great. Both belong to arguments about the value at which the scorer scores; of a threshold that is there for
    some n, to one that says that there is.
    """

    def wins(n: int) -> int:
        difference = excess(reading.duels.case(n, scorer.closed), constraint, reading, scorer)
        return 0 if difference is None else sign(difference)

    if constraint.quantifier.over_cases:
        tried = 0
        looked_through = smallest(reading, None) if reading.finite else chain(special, smallest(reading, SEARCHED))
        for case in looked_through:
            difference = excess(case, constraint, reading, scorer)
            if difference is not None and not reading.demand.met(sign(difference)):
                return False, f"a violation with {task(constraint.task).items(case.documents)}"
            tried += difference is not None
        return True, f"no violation in {tried} cases"
    if constraint.quantifier is Quantifier.EXISTS:
        winning = next(
            (n for n in (*range(2, DUELLED + 1), *(begin or LONGEST for begin in begins)) if wins(n) < 0), None
        )
        if winning is not None:
            return True, f"B wins at n = {winning}"
        return None if None in begins else (False, f"B wins at no n to {DUELLED}")
    (begin,) = begins
    if begin is None:
        return None
    looked_at = [begin, begin + 1, begin + 5]
    always = all(wins(n) > 0 for n in looked_at)
    return always, f"A {'wins' if always else 'does not win'} at n = {', '.join(map(str, looked_at))}"


def evaluated_by(
    proofs: Sequence[Mapping[str, Any]],
    x: Fraction,
    inside: bool,
    constraint: Constraint,
    reading: Reading,
    scorer: AnyScorer,
) -> tuple[bool, str] | None:
    """Return the result of `evaluation` at an x, by the arguments about it; None also if the case of an argument has
    too many documents. `inside` says whether the constraint holds there.
    """
    cases = [proof["case"] for proof in proofs if "case" in proof]
    if x > LARGEST_DUEL and any("above" in case for case in cases):
        return None
    begins = (
        [first(proof["from"], x) for proof in proofs if "from" in proof]
        if inside or constraint.quantifier is not Quantifier.EXISTS
        else []
    )
    return evaluation(constraint, reading, scorer, [case_at(case, constraint, reading, x) for case in cases], begins)


Evaluation = Callable[[Fraction], tuple[bool, str] | None]
"""The result of exact evaluation at a value of the parameter; None where it cannot decide."""


def evaluations(
    intervals: Iterable[Interval], sampled: Iterable[Fraction], within: Interval, evaluate: Evaluation
) -> dict[Fraction, tuple[bool, str]]:
    """Return the results of exact evaluation at the sampled values, at end points of intervals, and on both sides of
    each end point within the range of the parameter, as near to it as possible.
    """
    choices = [[value] for value in sampled]
    for end in dict.fromkeys(end for interval in intervals for end in (interval.low, interval.high) if end is not None):
        low, high = end.between()
        steps = (Fraction(1),) if within.whole else BESIDE
        choices += [
            [low],
            [high],
            [low - step for step in steps],
            [*([high] if low < high else []), *(high + step for step in steps)],
        ]
    evaluated: dict[Fraction, tuple[bool, str]] = {}
    for choice in choices:
        for value in choice:
            if value in evaluated:
                break
            if value in within and (verdict := evaluate(value)) is not None:
                evaluated[value] = verdict
                break
    return evaluated


def check_evaluated(
    data: Mapping[str, Any],
    scale: Scale,
    parts: Sequence[SavedPart],
    holds: Sequence[Interval],
    constraint: Constraint,
    reading: Reading,
    metric: Definition,
    where: str,
) -> int:
    """Return at how many values the definition of the metric confirms the result in the file. All required values have
    to be among them.
    """

    @cache
    def evaluate(value: Fraction) -> tuple[bool, str] | None:
        x, inside = scale.x(value), any(value in interval for interval in holds)
        proofs = [proof for part in parts if any(x in interval for interval in part.intervals) for proof in part.proofs]
        return evaluated_by(proofs, x, inside, constraint, reading, Defined(at(metric, scale.parameter.name, value)))

    listed = field(data["exact"], "evaluated", list, where=where)
    there = set()
    for i, saved in enumerate(listed, 1):
        place = f"{where}: evaluated {i}"
        if not isinstance(saved, Mapping):
            raise FileError(f"{place} is {shorten(saved)}, expected an object")
        text, said, words = (
            field(saved, "at", str, where=place),
            field(saved, "holds", bool, where=place),
            field(saved, "words", str, where=place),
        )
        value = _number(text, place)
        if value not in scale.range:
            raise MismatchError(
                f"evaluated at {scale.parameter.name} = {decimal(value)}, which is outside of its range"
            )
        recomputed = evaluate(value)
        if recomputed != (said, words):
            result = (
                "cannot be evaluated"
                if recomputed is None
                else f"{'holds' if recomputed[0] else 'fails'}, {recomputed[1]}"
            )
            raise MismatchError(
                f"at {scale.parameter.name} = {decimal(value)} it {result}, the file says "
                f"{'holds' if said else 'fails'}, {shorten(words)}"
            )
        if said is not any(value in interval for interval in holds):
            raise MismatchError(
                f"at {scale.parameter.name} = {decimal(value)} it {'holds' if said else 'fails'}, the region "
                f"says otherwise"
            )
        there.add(value)
    intervals = [(interval, part.intervals) for part in parts for interval in part.values]
    sampled = [value for interval, of in intervals for value in samples(interval, of, scale)]
    if missing := sorted(
        evaluations((interval for interval, _ in intervals), sampled, scale.range, evaluate).keys() - there
    ):
        raise MismatchError(
            f"evaluated lacks {scale.parameter.name} = {decimal(missing[0])}: inside of intervals and on "
            f"both sides of each end point it is evaluated"
        )
    return len(listed)


def _number(text: str, where: str) -> Fraction:
    try:
        value = Fraction(text) if len(text) <= 100 else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None or str(value) != text:
        raise FileError(f"{where}: at is {shorten(text)}, expected a fraction in lowest terms")
    return value
