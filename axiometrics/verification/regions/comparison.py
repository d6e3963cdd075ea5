"""Checks whether the proofs of a region are about the metric: their excess and the metric's are compared at values of
the parameter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.metric import decimal
from axiometrics.kernel.check_proof import ProofError
from axiometrics.symbolic.sets import SYMBOL, Interval
from axiometrics.verification.links import check_link
from axiometrics.verification.proofs import small_and_deeper, smallest
from axiometrics.verification.regions.cases import LONGEST, case_at, first
from axiometrics.verification.regions.scales import SavedPart, Scale
from axiometrics.verification.scorers import Defined

SAMPLES, LINKED, DUELS = 3, 12, 4
"""Values in each interval of a part, and the smallest cases, or duels, on which an argument is compared with the metric
there.
"""

NEAR = (Fraction(1, 10**3), Fraction(1, 10**6))
"""How near to an end of an interval it is also compared, as shares of the interval, or as they are where it has no
other end.
"""

DRAWN, TRIED, REACH = 4, 24, 100
"""Values that the digest of the proof draws in each interval, how often at most for duels that are not too long, and
how far these go on: the beginning of their argument is no greater, and they are no further from it."""


def count_linked(
    proof: Mapping[str, Any],
    part: SavedPart,
    interval: Interval,
    scale: Scale,
    constraint: Constraint,
    reading: Reading,
    metric: Definition,
) -> tuple[int, int]:
    """Return on how many cases the excess of a proof is the metric's, at values in an interval of the parameter: first
    the number that `linked` of a region counts, then the number of further cases.
    """

    def compared(value: Fraction, cases: Sequence[Case]) -> int:
        bound = at(metric, scale.parameter.name, value)
        try:
            symbols = {SYMBOL: scale.x(value)}
            number = check_link(proof, constraint, reading, cases, Defined(bound), bound.values, symbols).cases
        except ProofError as error:
            raise ProofError(f"at {scale.parameter.name} = {decimal(value)}: {error}") from None
        if not number and ("n" in proof or "case" in proof):
            raise ProofError(
                f"at {scale.parameter.name} = {decimal(value)}: the metric is undefined on the case of an argument"
            )
        return number

    values = samples(interval, part.intervals, scale)
    stored = sum(compared(value, linking(proof, scale.x(value), constraint, reading)) for value in values)
    further = sum(
        compared(value, cases) for value, cases in _tried(proof, interval, values, scale, constraint, reading, metric)
    )
    if not stored + further:
        raise ProofError(
            f"a proof is compared with the metric at no {scale.parameter.name}: no case is there, or "
            f"none that is short enough"
        )
    return stored, further


def samples(values: Interval, of: Iterable[Interval], scale: Scale) -> list[Fraction]:
    """Return some values of the parameter in an interval: values of the interval itself and, where x is not the
    parameter, values to which these intervals of x are mapped.

    An argument may begin early at an ordinary x alone: R*S by Wn with a great n where c is small, which is near Wn = 1.
    """
    sampled = values.samples(SAMPLES)
    if not scale.plain:
        carried_over = (scale.at(x) for interval in of for x in interval.samples(SAMPLES))
        sampled += [value for value in carried_over if value in values]
    return list(dict.fromkeys(sampled))


def linking(proof: Mapping[str, Any], x: Fraction, constraint: Constraint, reading: Reading) -> list[Case]:
    """Return the cases on which an argument is always compared with the metric at an x. `linked` of a region counts
    those on which the metric is defined.
    """
    return _cases(proof, x, constraint, reading, range(DUELS))


def _tried(
    proof: Mapping[str, Any],
    interval: Interval,
    sampled: Sequence[Fraction],
    scale: Scale,
    constraint: Constraint,
    reading: Reading,
    metric: Definition,
) -> Iterator[tuple[Fraction, list[Case]]]:
    """Yield further values in an interval with cases of the proof: values near the ends, and values that the digest of
    the proof draws.
    """
    for value in (value for value in _near_ends(interval) if value not in sampled):
        yield value, linking(proof, scale.x(value), constraint, reading)[:DUELS]
    drawn = (
        (value, _cases(proof, scale.x(value), constraint, reading, (further,), REACH))
        for value, further in _drawn(proof, interval)
    )
    yield from islice(((value, cases) for value, cases in drawn if cases), DRAWN)
    if interval.point or "n" in proof or "case" in proof or "from" in proof:
        return
    value = sampled[0]
    yield value, list(small_and_deeper(constraint, reading, at(metric, scale.parameter.name, value)))


def _near_ends(interval: Interval) -> Iterator[Fraction]:
    """Yield the rational end points that are in an interval, and values as near to the ends as `NEAR` says. Near an
    end, an excess may differ from what it is further in.
    """
    room = (
        interval.high.number - interval.low.number
        if interval.low is not None and interval.high is not None
        else Fraction(1)
    )
    for end, inward in ((interval.low, 1), (interval.high, -1)):
        if end is not None:
            steps = (Fraction(0), Fraction(1)) if interval.whole else (Fraction(0), *(share * room for share in NEAR))
            for step in steps:
                places = 1
                while step and places * step < 10:
                    places *= 10
                value = end.number + inward * step
                value = Fraction(round(value * places), places) if step and not interval.whole else value
                if value in interval:
                    yield value


def _cases(
    proof: Mapping[str, Any],
    x: Fraction,
    constraint: Constraint,
    reading: Reading,
    further: Iterable[int],
    latest: int = LONGEST,
) -> list[Case]:
    """Return cases of a proof at an x: the case that it is about; or duels so much further than its beginning, none if
    that is later than `latest`; or the smallest cases.
    """
    if "n" in proof:
        return [reading.duels.case(proof["n"])]
    if "case" in proof:
        return [case_at(proof["case"], constraint, reading, x)]
    if "from" in proof:
        begin = first(proof["from"], x)
        return [] if begin is None or begin > latest else [reading.duels.case(begin + n) for n in further]
    return list(smallest(reading, LINKED))


def _drawn(proof: Mapping[str, Any], interval: Interval) -> Iterator[tuple[Fraction, int]]:
    """Yield values in an interval, and numbers to `REACH`, drawn by the digest of a proof. Nobody can fit an excess to
    them, because a change of the proof draws other values.
    """
    if interval.point:
        return
    text = json.dumps(proof, sort_keys=True)
    low, high = (None if end is None else end.number for end in (interval.low, interval.high))
    for i in range(TRIED):
        digest = hashlib.sha256(f"{i} {text}".encode()).digest()
        share, further = (
            Fraction(int.from_bytes(digest[:6], "big"), 2**48),
            int.from_bytes(digest[6:10], "big") % (REACH + 1),
        )
        room = high - low if low is not None and high is not None else Fraction(10 ** (digest[10] % 4))
        start = low if low is not None else high - room if high is not None else -room * (digest[11] % 2)
        places = 1 if interval.whole else 10**6
        while not interval.whole and places * room < 10**5:
            places *= 10
        value = Fraction(round((start + room * share) * places), places)
        if value in interval:
            yield value, further


def at(metric: Definition, parameter: str, value: Fraction) -> Definition:
    """A metric at a value of its parameter."""
    return metric.with_values(**{parameter: value})
