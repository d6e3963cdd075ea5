"""Re-checks saved answers of `possible`. A certificate contradicts itself: each line is a case of its constraint, the
weighted sum of the demands is 0, and the remaining inequality is false. A table of values has to meet the demand of
every case.

No linear program is solved here. A certificate names the renamings under which two pairs of gold and output are one, so
that nothing has to be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.rational import rational
from axiometrics.core.task import Task, task
from axiometrics.verification.counterexamples import read_case
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError
from axiometrics.verification.statements import admitted
from axiometrics.verification.whole_matrix import Found

SCHEMA = "axiometrics/possible/1"

Sums = dict[Any, Fraction]
"""By a pair of an output and a gold, the factor of its value."""


def check_possible(data: Mapping[str, Any], constraints: Mapping[str, Constraint]) -> Iterator[Found]:
    """Re-check an answer: yield one item for its table or its certificate, and one for each certificate of a set.

    Raises `FileError` where data is malformed.
    """
    where = "an answer of possible"
    name = field(data, "task", str, where=where)
    of = task(name)
    size = field(data, "size", int, where=where)
    named = _names(data, "constraints", where)
    negated = _names(data, "negated", where) if "negated" in data else []
    implies = data.get("implies") or {}
    contrary = [*negated, *([str(implies["name"])] if implies.get("answer") == "yes" else [])]
    item = "a table" if data.get("table") is not None else "a certificate", name, str(size)
    answer = field(data, "answer", str, where=where)
    try:
        if answer == "possible" and data.get("table") is not None:
            refuted = [*negated, *([str(implies["name"])] if implies.get("answer") == "no" else [])]
            _demand_none(data, "certificate")
            said = _table(data["table"], of, size, named, refuted, constraints, where)
            _demand_growth(data, of, [], bool(contrary or refuted), constraints, where)
            yield (*item, "verified", said)
        elif answer == "impossible" and data.get("certificate") is not None:
            _demand_none(data, "table")
            lines = field(data, "certificate", list, where=where)
            said = _certificate(lines, of, size, set(named), set(negated), constraints, where)
            _demand_growth(data, of, lines, bool(negated), constraints, where)
            yield (*item, "verified", said)
        elif answer in ("possible", "impossible") and not (contrary or data.get("near")):
            raise MismatchError(f"the answer is {answer!r}, and neither a table nor a certificate shows it")
        else:
            yield (*item, "nothing to check", "no table and no certificate was saved")
    except (AxiometricsError, MismatchError) as error:
        if isinstance(error, FileError):
            raise
        yield (*item, "failed", " ".join(str(error).split()))
    yield from _sets(data, of, named, contrary, constraints, where)
    if contrary and (answer == "impossible" or implies.get("answer") == "yes"):
        left = _left_out(data.get("certificates", []), of, size, named, contrary, constraints, where)
        if left:
            yield "certificates", name, str(size), "failed", left


def _sets(
    data: Mapping[str, Any],
    of: Task,
    named: Sequence[str],
    contrary: Sequence[str],
    constraints: Mapping[str, Constraint],
    where: str,
) -> Iterator[Found]:
    """Yield one item for each further certificate: the certificate of a conflict, or of a case that every metric has to
    meet.
    """
    certificates = field(data, "certificates", list, where=where) if "certificates" in data else []
    conflicts = field(data, "conflicts", list, where=where) if "conflicts" in data else []
    sets = conflicts if conflicts else [named] * len(certificates)
    if len(sets) != len(certificates):
        yield "certificates", of.name, "all", "failed", "a conflict has no certificate, or one has no conflict"
        return
    for place, (names, lines) in enumerate(zip(sets, certificates, strict=True), 1):
        item = f"certificate {place}", of.name, str(data["size"])
        try:
            if set(names) - set(named):
                raise MismatchError(f"the conflict names {shorten(min(set(names) - set(named)))}, which was not asked")
            said = _certificate(lines, of, int(data["size"]), set(names), set(contrary), constraints, where)
            yield (*item, "verified", said)
        except (AxiometricsError, MismatchError) as error:
            if isinstance(error, FileError):
                raise
            yield (*item, "failed", " ".join(str(error).split()))


def _demand_size(case: Case, of: Task, size: int, reading: Reading, where: str) -> None:
    """Raise `MismatchError` if a case is not of the size that the answer speaks of. Where sizes are nested, only a
    greater case is refused.
    """
    if of.nested:
        calls = [call for role in case.outputs for call in case.calls(role)]
        own = max(len(named.documents) for call in calls for named in (call.output, call.gold))
    elif reading.judged.unit != "documents":
        return  # what such a size counts is known to the family of cases alone
    else:
        own = case.documents
    if own > size or (own < size and not of.nested):
        raise MismatchError(f"{where} is a case of size {own}, and the answer speaks of size {size}")


def _demand_growth(
    data: Mapping[str, Any],
    of: Task,
    lines: Sequence[Any],
    violates: bool,
    constraints: Mapping[str, Constraint],
    where: str,
) -> None:
    """Raise `MismatchError` if the answer claims more of other sizes than follows. Answers of nested sizes hold for
    other sizes unless a constraint is to be violated. Lines are embedded if each is still a case after one, two and
    three documents are added that stand alone in gold and outputs.
    """
    growth = data.get("grows")
    if growth not in ("nested", "embedded"):
        return
    if violates or (growth == "nested") is not of.nested or not (of.nested or lines):
        raise MismatchError(f"the file says that the answer grows ({growth}), which does not follow from it")
    for number, line in enumerate(lines if growth == "embedded" else [], 1):
        constraint, reading = _reading(f"{of.name}:{line['constraint']}@{line['reading']}", constraints)
        case, demand = _case(line, of, constraint, reading, f"{where}: line {number}")
        grown: Case | None = case
        for further in ("extra1", "extra2", "extra3"):
            grown = None if grown is None else _with_further(of, grown, further)
            if grown is None or isinstance(admitted(constraint, reading, grown, demand.words), str):
                raise MismatchError(f"line {number} is not a case with further documents, and the file says embedded")


def _with_further(of: Task, case: Case, document: str) -> Case | None:
    """Return the case with one more document in gold and outputs; None if the task has no way to add one."""
    several = any(type(value) is tuple for value in (*case.outputs.values(), *case.golds.values()))
    if of.grown is None or several or document in case.gold.documents:
        return None
    outputs = {role: of.grown(output, document) for role, output in case.outputs.items()}
    golds = {role: of.grown(gold, document) for role, gold in case.golds.items()}
    return Case(of.grown(case.gold, document), outputs, demand=case.demand, bound=case.bound, golds=golds)


def _left_out(
    certificates: Sequence[Any],
    of: Task,
    size: int,
    named: Sequence[str],
    contrary: Sequence[str],
    constraints: Mapping[str, Constraint],
    where: str,
) -> str:
    """Return in words which case of the constraints that cannot be violated has no certificate; empty if each has one.

    A case needs none whose comparison some constraint that has to hold demands itself.
    """
    own = {key for name in named for key, _ in _comparisons(name, of, size, constraints)}
    choices = [
        {(name, key, way) for key, by in _comparisons(name, of, size, constraints) for way in _ways(by)}
        - {(name, key, way) for key in own for way in (-1, 1)}
        for name in contrary
    ]
    shown = set()
    for lines in certificates:
        against = set()
        for line in lines:
            name = f"{of.name}:{line['constraint']}@{line['reading']}"
            if name in contrary and name not in named:
                case, demand = _case(line, of, *_reading(name, constraints), where)
                weight = _fraction(str(line["weight"]), where)
                against.add((name, _comparison(of, case, demand)[0], 1 if weight > 0 else -1))
        shown.add(frozenset(against))
    for choice in product(*choices):
        parts = chain.from_iterable(combinations(choice, many) for many in range(len(choice) + 1))
        if not any(frozenset(part) in shown for part in parts):
            names = ", ".join(contrary)
            return f"no certificate shows that some case of {names} has to be met, and the file says that all have to"
    return ""


Comparison = tuple[frozenset[tuple[Any, Fraction]], str, Fraction]
"""The demand of a case on values: a sum over pairs under the names of the task, a comparison, and a bound."""


def _ways(by: str) -> tuple[int, ...]:
    """Return the signs of the ways to miss a comparison: from below, and for an equality also from above."""
    return (-1, 1) if by == "=" else (-1,)


def _comparisons(
    name: str, of: Task, size: int, constraints: Mapping[str, Constraint]
) -> Iterator[tuple[Comparison, str]]:
    reading = _reading(name, constraints)[1]
    sizes = range(1, size + 1) if of.nested else [size]
    for case in chain.from_iterable(map(reading.judged.cases, sizes)):
        yield _comparison(of, case, case.asked(reading.demand))


def _comparison(of: Task, case: Case, demand: Demand) -> tuple[Comparison, str]:
    total: Sums = {}
    turned = -1 if demand.by == "<=" else 1
    for role, sign in zip(demand.roles, demand.signs, strict=True):
        calls = case.calls(role)
        for call in calls:
            pair = _own_names(of, call.output, call.gold)
            total[pair] = total.get(pair, Fraction(0)) + Fraction(turned * sign, len(calls))
    by = ">=" if demand.by == "<=" else demand.by
    return (frozenset((pair, share) for pair, share in total.items() if share), by, turned * case.bound), by


def _demand_none(data: Mapping[str, Any], name: str) -> None:
    if data.get(name) is not None:
        raise MismatchError(f"the answer is {data['answer']!r}, and the file has a {name}, too")


def _names(data: Mapping[str, Any], key: str, where: str) -> list[str]:
    return [str(name) for name in field(data, key, list, where=where)]


def _reading(name: str, constraints: Mapping[str, Constraint]) -> tuple[Constraint, Reading]:
    of, _, reading = name.partition("@")
    if of not in constraints:
        raise MismatchError(f"there is no constraint {shorten(of)}")
    return constraints[of], constraints[of].reading(reading)


def _certificate(
    lines: Any,
    of: Task,
    size: int,
    named: set[str],
    contrary: set[str],
    constraints: Mapping[str, Constraint],
    where: str,
) -> str:
    """Check the lines of a certificate; return what was checked, in words. Raises `MismatchError` unless the lines
    contradict each other.
    """
    if not isinstance(lines, list) or not lines:
        raise MismatchError("the certificate has no line")
    total: Sums = {}
    bound, strict = Fraction(0), False
    for number, line in enumerate(lines, 1):
        at = f"{where}: line {number}"
        weight = _fraction(field(line, "weight", str, where=at), at)
        name = f"{of.name}:{field(line, 'constraint', str, where=at)}@{field(line, 'reading', str, where=at)}"
        against = name in contrary and name not in named
        if name not in named | contrary:
            raise MismatchError(f"line {number} is of {shorten(name)}, which was not asked")
        case, demand = _case(line, of, *_reading(name, constraints), at)
        _demand_size(case, of, size, _reading(name, constraints)[1], at)
        sign = -1 if demand.by == "<=" else 1
        demand_weight(weight, demand, against, number)
        for pair, share in _sums(line, case, demand, at).items():
            total[pair] = total.get(pair, Fraction(0)) + weight * sign * share
        bound += weight * sign * case.bound
        strict = strict or (demand.by != ">" if against else demand.by == ">")
    left = next((pair for pair, share in total.items() if share), None)
    if left is not None:
        raise MismatchError(f"the values do not cancel: output {left[0]} on gold {left[1]} has weight {total[left]}")
    if bound < 0 or (bound == 0 and not strict):
        raise MismatchError("what is left of the sum is true: no line is strict, and the bounds do not contradict it")
    return f"{len(lines)} cases, their renamings, and a sum that is false"


def demand_weight(weight: Fraction, demand: Demand, against: bool, number: int) -> None:
    """Raise `MismatchError` for a weight that a line cannot have. The weight of an inequality has to be above 0, or
    below 0 if the line says that its demand is not met.
    """
    if not weight or (demand.by != "=" and (weight < 0) != against):
        raise MismatchError(f"line {number} has the weight {weight}, which its demand {demand.words!r} cannot have")


def _fraction(text: str, where: str) -> Fraction:
    try:
        return rational(text)
    except ValueError:
        raise FileError(f"{where}: {shorten(text)} is not a fraction") from None


def _case(
    line: Mapping[str, Any], of: Task, constraint: Constraint, reading: Reading, where: str
) -> tuple[Case, Demand]:
    """Return the case of a line as the plain statement of its constraint states it, and its demand."""
    saved = field(line, "case", Mapping, where=where)
    shown = read_case(of.name, saved, reading.demand, where)
    words = saved["demanded"]["words"] if "demanded" in saved else ""
    case = admitted(constraint, reading, shown, words, saved.get("parameters", {}))
    if isinstance(case, str):
        raise MismatchError(f"{where} is not a case of {constraint.name}@{reading.name}: {case}")
    demand = case.asked(reading.demand)
    same = (shown.gold, dict(shown.outputs), dict(shown.golds)) == (case.gold, dict(case.outputs), dict(case.golds))
    if not same:
        raise MismatchError(f"{where} has other golds or outputs than the case of {constraint.name}@{reading.name}")
    if any(case.parameters.values()) or demand.some or demand.greatest or demand.below or demand.by == "defined":
        raise MismatchError(f"{where}: the demand {demand.words!r} is no linear comparison")
    demanded = saved.get("demanded")
    if demanded is not None and dict(demanded) != demand.to_json(case.bound):
        raise MismatchError(f"{where}: the demand is {demand.words!r} with bound {case.bound}, the file says otherwise")
    return case, demand


def _sums(line: Mapping[str, Any], case: Case, demand: Demand, where: str) -> Sums:
    """Return the values that a line speaks of, under their new names, each with its factor."""
    renamings = field(line, "renamings", Mapping, where=where)
    total: Sums = {}
    for role, sign in zip(demand.roles, demand.signs, strict=True):
        calls, saved = case.calls(role), renamings.get(role)
        maps = saved if isinstance(saved, list) else [saved]
        if len(maps) != len(calls):
            raise MismatchError(f"{where} has {len(maps)} renamings of {role}, and {len(calls)} outputs")
        for call, names in zip(calls, maps, strict=True):
            pair = _renamed(call.output, call.gold, names, where)
            total[pair] = total.get(pair, Fraction(0)) + Fraction(sign, len(calls))
    return total


def _renamed(output: Any, gold: Any, names: Any, where: str) -> tuple[Any, Any]:
    """Return a pair of output and gold under new names for its documents; unchanged if no names are given."""
    if not isinstance(names, Mapping):
        raise FileError(f"{where}: a renaming is an object of names, not {shorten(names)}")
    if not names:
        return output, gold
    documents = gold.documents | output.documents
    if set(names) != documents or len(set(names.values())) != len(names):
        raise MismatchError(f"{where}: the renaming does not give each document of the pair a name of its own")
    return output.renamed(names), gold.renamed(names)


def _table(
    entries: Any,
    of: Task,
    size: int,
    named: Sequence[str],
    refuted: Sequence[str],
    constraints: Mapping[str, Constraint],
    where: str,
) -> str:
    """Check a table of values; return what was checked, in words. Raises `MismatchError` if a constraint is not met on
    some case, or if a constraint that is said to be violated is met on every case.
    """
    values: Sums = {}
    for entry in entries:
        gold, output = of.gold.from_json(entry["gold"]), of.output.from_json(entry["output"])
        pair = _own_names(of, output, gold)
        if pair in values:
            raise MismatchError(f"the table has two values for output {output} on gold {gold}")
        values[pair] = _fraction(str(entry["value"]), where)
    number = 0
    for name in named:
        for case, demand, excess in _judged(name, of, size, values, constraints):
            number += 1
            if not demand.met((excess > 0) - (excess < 0)):
                raise MismatchError(f"{name} is not met on gold {case.gold}: {demand.words}")
    for name in refuted:
        cases = _judged(name, of, size, values, constraints)
        if all(demand.met((excess > 0) - (excess < 0)) for _, demand, excess in cases):
            raise MismatchError(f"{name} is met on every case, and the file says that it is violated")
    return f"all {number} cases of {len(named)} constraints"


def _own_names(of: Task, output: Any, gold: Any) -> tuple[Any, Any]:
    names = of.orbit(output, gold)
    return (output.renamed(names), gold.renamed(names)) if names else (output, gold)


def _judged(
    name: str, of: Task, size: int, values: Sums, constraints: Mapping[str, Constraint]
) -> Iterator[tuple[Case, Demand, Fraction]]:
    """Yield the cases of a constraint, each with its demand and the excess of its values."""
    reading = _reading(name, constraints)[1]
    sizes = range(1, size + 1) if of.nested else [size]
    for case in chain.from_iterable(map(reading.judged.cases, sizes)):
        demand = case.asked(reading.demand)
        scores = {}
        for role in demand.roles:
            pairs = [_own_names(of, call.output, call.gold) for call in case.calls(role)]
            missing = next((pair for pair in pairs if pair not in values), None)
            if missing is not None:
                raise MismatchError(f"the table has no value for output {missing[0]} on gold {missing[1]}")
            scores[role] = sum((values[pair] for pair in pairs), Fraction(0)) / len(pairs)
        yield case, demand, demand.excess(scores, case.bound)
