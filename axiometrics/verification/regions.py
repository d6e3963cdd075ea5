"""A saved region, or a cell that one settles, checked: its proofs, its end points by their inequalities, and the metric by its definition.

The arguments, in which the parameter is a symbol, are re-proved, each from the facts of its part alone. That they are about the metric is put to the test
at values in each part, of which the proof's digest draws some, and on both sides of the end points.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, count, islice
from math import ceil
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.exact import sign
from axiometrics.core.metric import decimal
from axiometrics.core.organization import Organization
from axiometrics.verification.fields import field, organization, shorten
from axiometrics.verification.names import RANGES, VARIANTS, Bound
from axiometrics.verification.proofs import checking
from axiometrics.verification.proofs.checking import LARGEST_DUEL, MOST_WORK, Scores, check_link, small_and_deeper, smallest, view_of
from axiometrics.verification.proofs.reading import Claim, read_claim, read_term, shortened
from axiometrics.verification.proofs.rules import prove
from axiometrics.verification.proofs.scope import Scope
from axiometrics.verification.proofs.sets import SYMBOL, End, Interval, carried, domain, image, quotient, solved, united
from axiometrics.verification.proofs.terms import Atom, ProofError, Term, at_most, evaluated, substituted
from axiometrics.verification.scorers import Defined, MismatchError
from axiometrics.verification.thresholds import A_BEATS_B, MOST, START, check_threshold

SCHEMA = "axiometrics/region/1"

SAMPLES, LINKED, DUELS = 3, 12, 4
"""Values in each interval of a part, and the smallest cases, or duels, on which an argument is compared with the metric there."""

NEAR = (Fraction(1, 10**3), Fraction(1, 10**6))
"""How near to an end of an interval it is also compared, as shares of the interval, or as they are where it has no other end."""

BESIDE = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1, 5))
"""How far from an end point a metric is evaluated, the first that cases of reasonable length tell about."""

DIGITS = 10
"""Digits of an end point that is not rational, where it is shown."""

DRAWN, TRIED, REACH = 4, 24, 100
"""Values that the digest of the proof draws in each interval, how often at most for duels that are not too long, and how far these go on: the beginning
of their argument is no greater, and they are no further from it."""

SEARCHED, DUELLED, LONGEST = 40, 12, 400
"""Cases, and n from 2 on, looked through at one value of the parameter, beside those of the arguments; and the greatest n of a duel among these."""

CLOSE = 1e-12
"""Within this share two floats near to an end point count as the same: libraries differ in the last digits."""

X = Term.atom(Atom(SYMBOL))


@dataclass(frozen=True)
class Meaning:
    """What x stands for in the proofs of a region: the parameter, or what the parameter is a quotient of linear terms in.

    Attributes
    ----------
    parameter, shown : the parameter, and what inequalities of parts are about
    value, inverse : the parameter as a term in x; x as a term in the parameter, which is written x there
    range, domain : where the parameter and x lie
    """

    parameter: str
    shown: str
    value: Term
    inverse: Term
    range: Interval
    domain: Interval

    @property
    def plain(self) -> bool:
        """Whether x is the parameter itself."""
        return self.value.equals(X)

    def x(self, value: Fraction) -> Fraction:
        """What x is at a value of the parameter."""
        found = evaluated(self.inverse, {SYMBOL: value})
        assert isinstance(found, Fraction)
        return found

    def values(self, intervals: Iterable[Interval]) -> list[Interval]:
        """The values of the parameter for these x."""
        if self.plain:
            return united(intervals)
        moved = (image(interval, self.value, self.inverse, self.range) for interval in intervals)
        return united(interval for interval in moved if interval is not None)


@dataclass(frozen=True)
class Part:
    """Values of x for which the constraint is said to hold or fail: `given` and where they lie, as intervals of x and of the parameter; its proofs."""

    holds: bool
    given: tuple[Claim, ...]
    intervals: tuple[Interval, ...]
    values: tuple[Interval, ...]
    proofs: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Checked:
    """What of a region holds: where the constraint does, as intervals of the parameter, the parts that say so, and what was checked, in words."""

    meaning: Meaning
    parts: tuple[Part, ...]
    holds: tuple[Interval, ...]
    words: str


def check_region(data: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> str:
    """What was checked of a saved region, in words.

    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is malformed.
    """
    checked = _checked(data, constraint, reading, metric, where)
    stored = field(data, "holds", list, where=where)
    rough = [interval.to_json() for interval in checked.holds]
    if len(stored) != len(rough) or not all(map(_near, rough, stored)):
        _demand_same("holds", rough, stored)
    return checked.words


def check_told(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> str:
    """What was checked of the regions that a cell tells with their arguments, in words; nothing where it tells none.

    Each has to be as the cell says it, and to say of the metric's own value of the parameter what the cell says.
    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is malformed.
    """
    return "; ".join(checked.words for checked in _told(cell, constraint, reading, metric, where))


def check_settled(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> str:
    """What was checked of a cell that regions settle: these, and of a threshold, that the n it lists are as they say and as some recomputed ones are.

    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is malformed.
    """
    regions = _told(cell, constraint, reading, metric, where)
    if not regions:
        raise MismatchError("the evidence is a region, but none is saved with its arguments")
    words = [checked.words for checked in regions]
    if constraint.quantifier is not Quantifier.FOR_ALL:
        words.append(_check_duels(cell, regions, constraint, reading, metric, where))
    return "; ".join(words)


def _told(cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> list[Checked]:
    """The regions of a cell that have their arguments, each checked."""
    detail = field(field(cell, "evidence", Mapping, where=where), "detail", Mapping, where=where)
    found = []
    for i, told in enumerate(field(detail, "region", list, where=where) if "region" in detail else [], 1):
        place = f"{where}: region {i}"
        if not isinstance(told, Mapping):
            raise FileError(f"{place} is {shorten(told)}, expected an object")
        if "exact" not in told:
            continue
        checked = _checked({"metric": cell["metric"], "param": told.get("param"), "exact": told["exact"]}, constraint, reading, metric, place)
        name, within = checked.meaning.parameter, checked.meaning.range
        _demand_same(f"holds by {name}", holds_words(checked.holds, name, within), field(told, "holds", str, where=place))
        own = metric.values[name]
        if not isinstance(own, Fraction):
            raise MismatchError(f"{name} is no number in {shorten(cell['metric'])}: a region by it says nothing of this cell")
        if cell.get("holds") is not any(own in interval for interval in checked.holds):
            raise MismatchError(f"the region by {name} and the cell say the opposite of each other at {name} = {decimal(own)}")
        found.append(checked)
    return found


def _check_duels(cell: Mapping[str, Any], regions: Sequence[Checked], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> str:
    """The n that were scanned, of which some are recomputed; an n0 has to follow from them and from where an argument begins."""
    detail = cell["evidence"]["detail"]
    listed, last = field(detail, "n", list, where=where), field(detail, "scanned", int, where=where)
    holds = bool(listed)
    if constraint.quantifier is Quantifier.EVENTUALLY:
        n0 = field(detail, "n0", int, type(None), where=where)
        if n0 is not None and not (cell["holds"] and any(_begins(checked, metric, last + 1) for checked in regions)):
            raise MismatchError(f"n0 = {n0} does not follow: no argument begins by n = {last + 1}")
        if n0 is None and last in listed and last <= MOST:  # by what was scanned alone
            claimed = {n for n in listed if type(n) is int}
            n0 = next((n + 1 for n in range(last, START - 1, -1) if n not in claimed), START)
        holds, detail = n0 is not None, {**detail, "n0": n0}
    scanned = {**cell, "holds": holds, "evidence": {**cell["evidence"], "detail": detail}}
    return check_threshold(scanned, reading.cases, constraint.quantifier, Defined(metric), where)


def _begins(checked: Checked, metric: Bound, latest: int) -> bool:
    """Whether an argument about the metric's own value of the parameter begins no later than that."""
    own = metric.values[checked.meaning.parameter]
    assert isinstance(own, Fraction)
    x = checked.meaning.x(own)
    proofs = (proof for part in checked.parts if any(x in interval for interval in part.intervals) for proof in part.proofs)
    return any("from" in proof and first(proof["from"], x, latest) is not None for proof in proofs)


def _checked(data: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Bound, where: str) -> Checked:
    """What of a region holds, but for how the file shows the values of the parameter."""
    try:
        meaning = _meaning(data, metric, where)
        parts = _parts(data, meaning, where)
        holds = _check_intervals(data, meaning, parts, metric, where)
        steps, linked, stored = 0, 0, 0
        for part in parts:
            _check_part(part, data, meaning, constraint, reading)
            for proof in part.proofs:
                steps += len(proof["steps"])
                for interval in part.values:
                    same, further = _linked(proof, part, interval, meaning, constraint, reading, metric)
                    stored, linked = stored + same, linked + same + further
        if data["exact"]["linked"] != stored:
            raise MismatchError(f"linked is {shorten(data['exact']['linked'])}, and the proofs are compared with the metric on {stored} cases")
        evaluations = _check_evaluated(data, meaning, parts, holds, constraint, reading, metric, where)
    except (AxiometricsError, MismatchError, ProofError):
        raise
    except (TypeError, AttributeError, LookupError, ValueError, ArithmeticError, RecursionError) as error:  # the file is anybody's
        raise ProofError(f"the region is malformed: {type(error).__name__}: {error}") from None
    proofs = sum(len(part.proofs) for part in parts)
    words = (
        f"{proofs} proofs with {meaning.shown} as a symbol, {steps} steps, hold, and their excess is the metric's on {linked} cases; "
        f"the end points follow; recomputed at {evaluations} values of {meaning.parameter}"
    )
    return Checked(meaning, tuple(parts), tuple(holds), words)


# --- what x is, and where ------------------------------------------------------------------------------------------------------------


def _meaning(data: Mapping[str, Any], metric: Bound, where: str) -> Meaning:
    """What x is, the term that puts it for the parameter being the inverse of the one that puts the parameter for it."""
    name = field(data, "param", str, where=where)
    if name not in metric.values or name not in RANGES:
        numbers = [key for key in metric.values if key in RANGES]
        raise MismatchError(f"{metric.base} has no number {shorten(name)} as a parameter: it has {', '.join(numbers) or 'none'}")
    if name in VARIANTS and metric.values.get(VARIANTS[name][0]) != VARIANTS[name][1]:
        raise MismatchError(f"{name} means nothing without {'='.join(VARIANTS[name])}")
    symbol = field(field(data, "exact", Mapping, where=where), "symbol", Mapping, where=where)
    written, is_, value, shown = (field(symbol, key, str, where=f"{where}: symbol") for key in ("name", "is", "value", "shown"))
    if written != SYMBOL:
        raise MismatchError(f"the symbol of the proofs is {shorten(written)}, expected {SYMBOL!r}")
    of, inverse = read_term(value), _renamed(read_term(is_), name)
    if not substituted(inverse, {SYMBOL: of}).equals(X):
        raise MismatchError(f"x = {shorten(is_)} is not what {name} = {shorten(value)} says")
    whole, _ = domain(RANGES[name])
    if (shown == name) is not of.equals(X):
        raise MismatchError(f"inequalities are said to be about {shorten(shown)}, and proofs about x = {shorten(is_)}")
    if of.equals(X):
        return Meaning(name, shown, of, inverse, whole, whole)
    quotient(of)
    return Meaning(name, shown, of, inverse, whole, carried(whole, inverse))


def _renamed(term: Term, name: str) -> Term:
    """A term in one name with x in its place."""
    if stray := sorted(term.symbols - {name}):
        raise ProofError(f"{term}: {stray[0]} has no place here, {name} has")
    return substituted(term, {name: X})


def _parts(data: Mapping[str, Any], meaning: Meaning, where: str) -> list[Part]:
    found = []
    for i, part in enumerate(field(data["exact"], "parts", list, where=where), 1):
        place = f"{where}: part {i}"
        if not isinstance(part, Mapping):
            raise FileError(f"{place} is {shorten(part)}, expected an object")
        holds, texts, proofs = field(part, "holds", bool, where=place), field(part, "given", list, where=place), field(part, "proofs", list, where=place)
        if not all(isinstance(proof, Mapping) for proof in proofs):
            raise FileError(f"{place}: a proof is an object")
        given = []
        scope = _known(meaning, ())
        for text in texts:
            claim = read_claim(text)
            given.append(Claim(_renamed(claim.term, meaning.shown), claim.relation))
            scope.demand_defined(given[-1].term)
        intervals = solved([str(claim) for claim in given], meaning.domain)
        found.append(Part(holds, tuple(given), tuple(intervals), tuple(meaning.values(intervals)), tuple(proofs)))
    return found


def _known(meaning: Meaning, given: Iterable[Claim]) -> Scope:
    """What is known of x: where it lies, and what a part is given by."""
    scope = Scope({SYMBOL: meaning.plain and meaning.range.whole})
    for bound, low in ((meaning.domain.low, True), (meaning.domain.high, False)):
        if bound is not None:
            assert bound.value is not None
            beyond = X - Term.number(bound.value) if low else Term.number(bound.value) - X
            scope.add(f"{'above' if low else 'below'}", Claim(beyond, ">=" if (meaning.domain.low_closed if low else meaning.domain.high_closed) else ">"))
    for i, claim in enumerate(given):
        scope.demand_defined(claim.term)
        scope.add(f"given {i}", claim)
    return scope


# --- where it holds ------------------------------------------------------------------------------------------------------------------


def _check_intervals(data: Mapping[str, Any], meaning: Meaning, parts: Sequence[Part], metric: Bound, where: str) -> list[Interval]:
    """Where the constraint holds, by the inequalities of the parts, which is what the file says."""
    if united(interval for part in parts for interval in part.intervals) != [meaning.domain]:
        raise MismatchError("the parts do not follow on each other from one end of the range to the other")
    sides = [[interval for part in parts if part.holds is holds for interval in part.intervals] for holds in (True, False)]
    if any(one.shares(other) for one in sides[0] for other in sides[1]):
        raise MismatchError("a value is in two parts, of which one says that the constraint holds and the other that it fails")
    holds = meaning.values(sides[0])
    exact, name = data["exact"], meaning.parameter
    if field(exact, "linked", int, where=where) < 1:
        raise MismatchError("linked says that the proofs were compared with the metric on no case")
    _demand_same("exact.holds", [interval.exact(name) for interval in holds], field(exact, "holds", list, where=where))
    _demand_same("exact.whole", meaning.domain.whole, field(exact, "whole", bool, where=where))
    own = metric.values[name]
    current = isinstance(own, Fraction) and any(own in interval for interval in holds)
    _demand_same("exact.current", current, field(exact, "current", bool, where=where))
    return holds


def _demand_same(what: str, found: object, stored: object) -> None:
    if json.dumps(found) != json.dumps(stored):
        raise MismatchError(f"{what} is {shorten(found)} by the inequalities of the parts, the file says {shorten(stored)}")


def _near(found: Mapping[str, Any], stored: Any) -> bool:
    """Whether an interval in floats is as the file has it."""
    if not isinstance(stored, Mapping) or set(stored) != set(found):
        return False
    for key, value in found.items():
        other = stored[key]
        if isinstance(value, float) and type(other) in (int, float):
            if not math.isclose(value, other, rel_tol=CLOSE):
                return False
        elif value is not other:
            return False
    return True


# --- why it is so --------------------------------------------------------------------------------------------------------------------


def _check_part(part: Part, data: Mapping[str, Any], meaning: Meaning, constraint: Constraint, reading: Reading) -> None:
    """The proofs of a part, step by step, and that together they show what it says."""
    about = {"schema": checking.SCHEMA, "metric": data["metric"], "constraint": constraint.name, "reading": reading.name, "holds": part.holds}
    for proof in part.proofs:
        for key, value in about.items():
            if proof.get(key) != value or type(proof.get(key)) is not type(value):
                raise ProofError(f"a proof is about {key} {shorten(proof.get(key))}, the part about {value!r}")
        _check_proof(proof, part, meaning, constraint, reading)
    kinds = [next((key for key in ("n", "case", "from") if key in proof), "") for proof in part.proofs]
    expected = {
        (Quantifier.FOR_ALL, True): {""},
        (Quantifier.FOR_ALL, False): {"case"},
        (Quantifier.EXISTS, True): {"n", "from"},
        (Quantifier.EXISTS, False): {"n", "from"},
        (Quantifier.EVENTUALLY, True): {"from"},
        (Quantifier.EVENTUALLY, False): {"from"},
    }.get((constraint.quantifier, part.holds), set())
    if not kinds or not set(kinds) <= expected:
        told = {"": "every case", "n": "one n", "case": "one case", "from": "every n from one on"}
        wanted = " or ".join(told[kind] for kind in sorted(expected)) or "nothing"
        raise ProofError(f"that {constraint.id} {'holds' if part.holds else 'fails'} is shown by an argument about {wanted}, and by no other")
    if constraint.quantifier is Quantifier.EXISTS and not part.holds:
        begins = [read_term(proof["from"]).value for proof in part.proofs if "from" in proof]
        least = min((begin for begin in begins if begin is not None), default=None)
        shown = {proof["n"] for proof in part.proofs if "n" in proof}
        if least is None or least > LARGEST_DUEL or not set(range(2, ceil(least))) <= shown:
            raise ProofError(f"to fail for every n, each n from 2 to the beginning of an argument about all greater ones, {LARGEST_DUEL} at most, is shown")


def _check_proof(proof: Mapping[str, Any], part: Part, meaning: Meaning, constraint: Constraint, reading: Reading) -> None:
    """That a proof shows what the part says, by its steps, and takes nothing for granted but what holds of every x in the part."""
    kinds = [key for key in ("n", "case", "from") if key in proof]
    if len(kinds) > 1:
        raise ProofError(f"a proof is about {kinds[0]} and {kinds[1]}")
    seen = view_of(constraint)
    symbols, facts, text = (proof.get(key) for key in ("symbols", "facts", "excess"))
    if not isinstance(symbols, Mapping) or not isinstance(facts, list) or not isinstance(text, str) or not isinstance(proof.get("define"), list):
        raise ProofError("a proof has symbols, facts, definitions, an excess and steps")
    if SYMBOL in seen.quantities or SYMBOL not in symbols:
        raise ProofError(f"{SYMBOL} is a symbol of a proof about a region, and no quantity of {constraint.name}")
    one = kinds in (["n"], ["case"])
    for name, whole in symbols.items():
        if name != SYMBOL and (one or name not in seen.quantities):
            raise ProofError(f"{name} is no symbol of a proof about {'one case' if one else constraint.name}")
        if whole and not (meaning.plain and meaning.range.whole if name == SYMBOL else seen.quantities[name].whole):
            raise ProofError(f"{name} need not be a whole number")
    allowed = [*part.given, *(() if one else map(read_claim, seen.facts_of(reading.name)))]
    if kinds == ["n"] and (type(proof["n"]) is not int or not 2 <= proof["n"] <= LONGEST):
        raise ProofError(f"n is a whole number from 2 to {LONGEST}, found {shorten(proof['n'])}")
    if kinds == ["from"]:
        begins = read_term(proof["from"])
        if stray := sorted(begins.symbols - {SYMBOL}):
            raise ProofError(f"the beginning {shortened(proof['from'])} depends on {stray[0]}")
        _known(meaning, part.given).demand_defined(begins)
        allowed.append(Claim(Term.atom(Atom("n")) - begins, ">="))
    for fact in facts:
        claim = read_claim(fact)
        if not any(known.implies(claim) for known in allowed) and not (claim.term.symbols == {SYMBOL} and _everywhere(fact, claim, meaning)):
            raise ProofError(f"{shortened(fact)} is no fact of this part of the region, nor of {constraint.name} ({reading.name})")
    with at_most(MOST_WORK):
        shown, scope = prove(proof)
    if not shown.implies(_goal(constraint, reading, part.holds, scope.term(text))):
        raise ProofError(f"it shows {shortened(str(shown))}, which is not what the part says of the excess")


def _everywhere(fact: str, claim: Claim, meaning: Meaning) -> bool:
    """Whether an inequality holds wherever x lies."""
    _known(meaning, ()).demand_defined(claim.term)
    return solved([fact], meaning.domain) == [meaning.domain]


def _goal(constraint: Constraint, reading: Reading, holds: bool, excess: Term) -> Claim:
    """What a proof has to show of the excess, be it about every case or one of them."""
    if constraint.quantifier is Quantifier.FOR_ALL:
        strict: bool = reading.cases.demand.strict
        return Claim(excess, ">" if strict else ">=") if holds else Claim(-excess, ">=" if strict else ">")
    if constraint.quantifier is Quantifier.EXISTS:
        return Claim(-excess, ">") if holds else Claim(excess, ">=")
    return Claim(excess, ">") if holds else Claim(-excess, ">=")


# --- whether it is about the metric --------------------------------------------------------------------------------------------------


def _linked(
    proof: Mapping[str, Any], part: Part, interval: Interval, meaning: Meaning, constraint: Constraint, reading: Reading, metric: Bound
) -> tuple[int, int]:
    """On how many cases the excess of a proof is the metric's, at values in an interval of the parameter: where `linked` counts, and beyond that."""

    def compared(value: Fraction, cases: Sequence[Case]) -> int:
        bound = _at(metric, meaning.parameter, value)
        try:
            found = check_link(proof, constraint, reading, cases, Defined(bound), bound.values, {SYMBOL: meaning.x(value)})
        except ProofError as error:
            raise ProofError(f"at {meaning.parameter} = {decimal(value)}: {error}") from None
        if not found and ("n" in proof or "case" in proof):
            raise ProofError(f"at {meaning.parameter} = {decimal(value)}: the metric is undefined on the case of an argument")
        return found

    values = samples(interval, part.intervals, meaning.value)
    stored = sum(compared(value, linking(proof, meaning.x(value), reading)) for value in values)
    further = sum(compared(value, cases) for value, cases in _tried(proof, interval, values, meaning, constraint, reading, metric))
    if not stored + further:
        raise ProofError(f"a proof is compared with the metric at no {meaning.parameter}: no case is there, or none that is short enough")
    return stored, further


def samples(values: Interval, of: Iterable[Interval], value: Term) -> list[Fraction]:
    """Some values of the parameter in an interval: some of its own, and where x is not the parameter, some that these intervals of x are taken to.

    An argument may begin early at an ordinary x alone: R*S by Wn with a great n where c is small, which is near Wn = 1.
    """
    found = values.samples(SAMPLES)
    if not value.equals(X):
        carried_over = (evaluated(value, {SYMBOL: x}) for interval in of for x in interval.samples(SAMPLES))
        found += [one for one in carried_over if isinstance(one, Fraction) and one in values]
    return list(dict.fromkeys(found))


def linking(proof: Mapping[str, Any], x: Fraction, reading: Reading) -> list[Case]:
    """The cases on which an argument is compared with the metric at an x in any event: those that `linked` of a region counts, where it is defined."""
    return _cases(proof, x, reading, range(DUELS))


def _tried(
    proof: Mapping[str, Any], interval: Interval, sampled: Sequence[Fraction], meaning: Meaning, constraint: Constraint, reading: Reading, metric: Bound
) -> Iterator[tuple[Fraction, list[Case]]]:
    """Further values in an interval, and cases of the proof there: near its ends, and some that the proof's digest draws."""
    for value in (value for value in _near_ends(interval) if value not in sampled):
        yield value, linking(proof, meaning.x(value), reading)[:DUELS]
    drawn = ((value, _cases(proof, meaning.x(value), reading, (further,), REACH)) for value, further in _drawn(proof, interval))
    yield from islice(((value, cases) for value, cases in drawn if cases), DRAWN)
    if interval.point or "n" in proof or "case" in proof or "from" in proof:
        return
    value = sampled[0]
    yield value, list(small_and_deeper(constraint, reading, _at(metric, meaning.parameter, value)))


def _near_ends(interval: Interval) -> Iterator[Fraction]:
    """The end points that are in an interval and rational, and values as near to them as `NEAR` says: an excess may be another there than further in."""
    room = interval.high.number - interval.low.number if interval.low is not None and interval.high is not None else Fraction(1)
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


def _cases(proof: Mapping[str, Any], x: Fraction, reading: Reading, further: Iterable[int], latest: int = LONGEST) -> list[Case]:
    """Cases of a proof at an x: the one it is about, or duels so much further than its beginning, unless that is late, or small ones."""
    if "n" in proof:
        return [reading.cases.case(proof["n"])]
    if "case" in proof:
        return [case_at(proof["case"], reading, x)]
    if "from" in proof:
        begin = first(proof["from"], x)
        return [] if begin is None or begin > latest else [reading.cases.case(begin + n) for n in further]
    return list(smallest(reading, LINKED))


def _drawn(proof: Mapping[str, Any], interval: Interval) -> Iterator[tuple[Fraction, int]]:
    """Values in an interval, and numbers to `REACH`, as the digest of a proof has it: nobody fits an excess to these."""
    if interval.point:
        return
    text = json.dumps(proof, sort_keys=True)
    low, high = (None if end is None else end.number for end in (interval.low, interval.high))
    for i in range(TRIED):
        digest = hashlib.sha256(f"{i} {text}".encode()).digest()
        share, further = Fraction(int.from_bytes(digest[:6], "big"), 2**48), int.from_bytes(digest[6:10], "big") % (REACH + 1)
        room = high - low if low is not None and high is not None else Fraction(10 ** (digest[10] % 4))
        start = low if low is not None else high - room if high is not None else -room * (digest[11] % 2)
        places = 1 if interval.whole else 10**6
        while not interval.whole and places * room < 10**5:
            places *= 10
        value = Fraction(round((start + room * share) * places), places)
        if value in interval:
            yield value, further


def _at(metric: Bound, parameter: str, value: Fraction) -> Bound:
    return Bound(metric.base, {**metric.values, parameter: value})


def first(beginning: str, x: Fraction, most: int = LONGEST) -> int | None:
    """The first n of an argument at an x, None where it is beyond the most asked for."""
    try:
        least = evaluated(read_term(beginning), {SYMBOL: x})
        near = least if isinstance(least, Fraction) else Fraction(float(least))
    except (ProofError, OverflowError):
        return None
    return None if near > most else next(n for n in count(max(2, ceil(near) - 1)) if least <= n)


def case_at(data: Mapping[str, Any], reading: Reading, x: Fraction) -> Case:
    """The case that an argument is about, at an x. Raises `ProofError` where it is none of the reading.

    It is {"gold", "outputs"}, and with "above": "x" there are as many irrelevant documents, n1, n2, ..., on top of each output.
    """
    on_top = []
    if "above" in data:
        if data["above"] != SYMBOL or x.denominator != 1 or not 0 <= x <= LARGEST_DUEL:
            raise ProofError(f"above says how many documents are on top, {SYMBOL}, which is {x}: a whole number to {LARGEST_DUEL} is wanted")
        on_top = [[[f"n{i}"]] for i in range(1, int(x) + 1)]
    roles = reading.cases.demand.roles
    if set(data["outputs"]) != set(roles):
        raise ProofError(f"the outputs of a case are {', '.join(roles)}")
    read = {role: organization(data["outputs"][role], f"output {role}") for role in roles}
    outputs = {role: Organization([*on_top, *output.levels], output.tail) for role, output in read.items()}
    case = Case(organization(data["gold"], "gold"), outputs)
    if problem := reading.cases.admits(case):
        raise ProofError(f"the case of an argument, at {x}, is none of the reading: {problem}")
    return case


# --- exact evaluation ----------------------------------------------------------------------------------------------------------------


def excess(case: Case, constraint: Constraint, reading: Reading, scorer: Scores) -> Any:
    """The required difference of the scores, None where one is undefined."""
    demand = reading.cases.demand if constraint.quantifier is Quantifier.FOR_ALL else A_BEATS_B
    judged = case.closed() if scorer.closed else case
    scores = {role: scorer.score(judged.outputs[role], judged.gold) for role in demand.roles}
    return None if any(score is None for score in scores.values()) else demand.excess(scores)


def evaluation(constraint: Constraint, reading: Reading, scorer: Scores, special: Sequence[Case], begins: Sequence[int | None]) -> tuple[bool, str] | None:
    """Whether the constraint holds as far as cases tell, and what was looked at; None where the n that are wanted are too great.

    `special` are cases that are looked at before the smallest, and `begins` n from which on arguments are, None where too great. Both belong to
    arguments about the value at which the scorer scores; of a threshold that is there for some n, to one that says that there is.
    """

    def wins(n: int) -> int:
        found = excess(reading.cases.case(n, scorer.closed), constraint, reading, scorer)
        return 0 if found is None else sign(found)

    if constraint.quantifier is Quantifier.FOR_ALL:
        tried = 0
        for case in chain(special, smallest(reading, SEARCHED)):
            difference = excess(case, constraint, reading, scorer)
            if difference is not None and not reading.cases.demand.met(sign(difference)):
                return False, f"a violation with {case.documents} documents"
            tried += difference is not None
        return True, f"no violation in {tried} cases"
    if constraint.quantifier is Quantifier.EXISTS:
        winning = next((n for n in (*range(2, DUELLED + 1), *(begin or LONGEST for begin in begins)) if wins(n) < 0), None)
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
    proofs: Sequence[Mapping[str, Any]], x: Fraction, inside: bool, constraint: Constraint, reading: Reading, scorer: Scores
) -> tuple[bool, str] | None:
    """The same at an x, by the arguments about it; None also where the case of one has too many documents. `inside`: whether the constraint holds there."""
    cases = [proof["case"] for proof in proofs if "case" in proof]
    if x > LARGEST_DUEL and any("above" in case for case in cases):
        return None
    begins = [first(proof["from"], x) for proof in proofs if "from" in proof] if inside or constraint.quantifier is not Quantifier.EXISTS else []
    return evaluation(constraint, reading, scorer, [case_at(case, reading, x) for case in cases], begins)


Evaluation = Callable[[Fraction], tuple[bool, str] | None]
"""What exact evaluation says at a value of the parameter, None where it cannot tell."""


def evaluations(intervals: Iterable[Interval], sampled: Iterable[Fraction], within: Interval, evaluate: Evaluation) -> dict[Fraction, tuple[bool, str]]:
    """What exact evaluation says at these values, at end points of intervals, and on both sides of each within the parameter's range, as near as it can."""
    choices = [[value] for value in sampled]
    for end in dict.fromkeys(end for interval in intervals for end in (interval.low, interval.high) if end is not None):
        low, high = end.between()
        steps = (Fraction(1),) if within.whole else BESIDE
        choices += [[low], [high], [low - step for step in steps], [*([high] if low < high else []), *(high + step for step in steps)]]
    found: dict[Fraction, tuple[bool, str]] = {}
    for choice in choices:
        for value in choice:
            if value in found:
                break
            if value in within and (told := evaluate(value)) is not None:
                found[value] = told
                break
    return found


def _check_evaluated(
    data: Mapping[str, Any],
    meaning: Meaning,
    parts: Sequence[Part],
    holds: Sequence[Interval],
    constraint: Constraint,
    reading: Reading,
    metric: Bound,
    where: str,
) -> int:
    """At how many values the metric says what the file has, computed by its definition; all that have to be among them are."""

    @cache
    def evaluate(value: Fraction) -> tuple[bool, str] | None:
        x, inside = meaning.x(value), any(value in interval for interval in holds)
        proofs = [proof for part in parts if any(x in interval for interval in part.intervals) for proof in part.proofs]
        return evaluated_by(proofs, x, inside, constraint, reading, Defined(_at(metric, meaning.parameter, value)))

    listed = field(data["exact"], "evaluated", list, where=where)
    there = set()
    for i, one in enumerate(listed, 1):
        place = f"{where}: evaluated {i}"
        if not isinstance(one, Mapping):
            raise FileError(f"{place} is {shorten(one)}, expected an object")
        text, said, words = field(one, "at", str, where=place), field(one, "holds", bool, where=place), field(one, "words", str, where=place)
        value = _number(text, place)
        if value not in meaning.range:
            raise MismatchError(f"evaluated at {meaning.parameter} = {decimal(value)}, which is outside of its range")
        found = evaluate(value)
        if found != (said, words):
            told = "cannot be evaluated" if found is None else f"{'holds' if found[0] else 'fails'}, {found[1]}"
            raise MismatchError(f"at {meaning.parameter} = {decimal(value)} it {told}, the file says {'holds' if said else 'fails'}, {shorten(words)}")
        if said is not any(value in interval for interval in holds):
            raise MismatchError(f"at {meaning.parameter} = {decimal(value)} it {'holds' if said else 'fails'}, the region says otherwise")
        there.add(value)
    intervals = [(interval, part.intervals) for part in parts for interval in part.values]
    sampled = [value for interval, of in intervals for value in samples(interval, of, meaning.value)]
    if missing := sorted(evaluations((interval for interval, _ in intervals), sampled, meaning.range, evaluate).keys() - there):
        raise MismatchError(
            f"evaluated lacks {meaning.parameter} = {decimal(missing[0])}: inside of intervals and on both sides of each end point it is evaluated"
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


# --- in words ------------------------------------------------------------------------------------------------------------------------


def interval_text(interval: Interval, name: str) -> str:
    """An interval as inequalities.

    >>> from axiometrics.verification.proofs.sets import End, Interval
    >>> interval_text(Interval(End(Fraction(0)), End(Fraction(1)), False, True), "p"), interval_text(Interval(None, None), "p")
    ('0 < p <= 1', 'every p')
    """
    low, high = interval.low, interval.high
    if low is not None and low == high:
        return f"{name} = {number_text(low)}"
    below = "<=" if interval.low_closed else "<"
    above = "<=" if interval.high_closed else "<"
    if low is None or high is None:
        if low is not None:
            return f"{name} {below.replace('<', '>')} {number_text(low)}"
        return f"every {name}" if high is None else f"{name} {above} {number_text(high)}"
    return f"{number_text(low)} {below} {name} {above} {number_text(high)}"


def number_text(end: End) -> str:
    """An end point, with dots where its digits go on."""
    if end.value is not None:
        return decimal(end.value)
    return f"{decimal(Fraction(int(end.number * 10**DIGITS), 10**DIGITS))}..."


def holds_words(holds: Sequence[Interval], name: str, within: Interval) -> str:
    """The values of a parameter, which lies within an interval, for which a constraint holds, in a line."""
    if not holds:
        return f"no {name}"
    if list(holds) == [within]:
        return f"every {name}" + (f" ({interval_text(within, name)})" if within.low or within.high else "")
    return " and ".join(interval_text(interval, name) for interval in holds)
