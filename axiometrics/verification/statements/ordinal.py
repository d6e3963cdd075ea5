"""The constraints on ordered classes (after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement

MOST = 4
"""Classes of a case at most."""

Numbers = dict[str, int]
"""The number of the class of each item, 1 being the lowest."""

Call = tuple[Numbers, Numbers, int]
"""The gold and the prediction that are scored, and how many classes there are."""


def _numbers(of: Organization) -> Numbers | None:
    numbers: Numbers = {}
    for number, level in enumerate(of.levels, 1):
        for cluster in level:
            for item in cluster:
                if item in numbers:
                    return None
                numbers[item] = number
    return None if of.tail else numbers


def _call(shown: Case, role: str) -> Call | None:
    """Return the gold and the prediction of a role, and the number of classes; None unless both put the same items into
    the same 2 to 4 classes.
    """
    (call,) = shown.calls(role)
    gold, predicted = _numbers(call.gold), _numbers(call.output)
    classes = len(call.gold.levels)
    if gold is None or predicted is None or len(call.output.levels) != classes or not 2 <= classes <= MOST:
        return None
    return (gold, predicted, classes) if gold and gold.keys() == predicted.keys() else None


# Q(s, g) = Q(f(s), f(g)), f strictly increasing; here f moves one class by one step, and leaves the others as they are


def _invariance(first: Call, second: Call) -> bool:
    (gold, predicted, classes), (gold_after, predicted_after, same_classes) = first, second
    if classes != same_classes or gold.keys() != gold_after.keys():
        return False
    f: dict[int, int] = {}
    for before, after in ((gold, gold_after), (predicted, predicted_after)):
        for item in before:
            if f.setdefault(before[item], after[item]) != after[item]:
                return False
    if any(f[a] >= f[b] for a, b in combinations(sorted(f), 2)):
        return False
    return sum(abs(after - before) for before, after in f.items()) == 1


def _used(first: Call, second: Call) -> bool:
    return True


def _used_in_gold(first: Call, second: Call) -> bool:
    return all(set(predicted.values()) <= set(gold.values()) for gold, predicted, _ in (first, second))


# s' differs from s only where s(d) > s'(d) >= g(d), or s(d) < s'(d) <= g(d); here in one item, by one step


def _monotonicity(better: Call, worse: Call) -> bool:
    (gold, after, classes), (gold_again, before, same_classes) = better, worse
    moved = [item for item in gold if before.get(item) != after[item]]
    if gold != gold_again or classes != same_classes or len(moved) != 1:
        return False
    s, nearer, g = before[moved[0]], after[moved[0]], gold[moved[0]]
    return abs(s - nearer) == 1 and (s > nearer >= g or s < nearer <= g)


# n_c1 > n_c3, c1 < c2 < c3: in the perfect output one c1 item is moved to c2, or one c3 item


def _errors(better: Call, worse: Call) -> tuple[int, int, int] | None:
    """The classes c1, c2 and c3; None where the two are not a case."""
    (gold, b, classes), (gold_again, w, same_classes) = better, worse
    if gold != gold_again or classes != same_classes:
        return None
    wrong = [[item for item in gold if side[item] != gold[item]] for side in (b, w)]
    if [len(items) for items in wrong] != [1, 1]:
        return None
    (first,), (second,) = wrong
    c1, c3, c2 = gold[first], gold[second], b[first]
    sizes = [list(gold.values()).count(c) for c in (c1, c3)]
    return (c1, c2, c3) if w[second] == c2 and c1 < c2 < c3 and sizes[0] > sizes[1] else None


def _imbalance(better: Call, worse: Call) -> bool:
    return _errors(better, worse) is not None


def _neighbours(better: Call, worse: Call) -> bool:
    c1, c2, c3 = _errors(better, worse) or (0, 0, 0)
    return _all_classes(better, worse) and c2 - c1 == 1 == c3 - c2


# "any": a class may lack items; "all-classes": every class occurs in the gold


def _any(first: Call, second: Call) -> bool:
    return True


def _all_classes(first: Call, second: Call) -> bool:
    gold, _, classes = first
    return len(set(gold.values())) == classes


Condition = Callable[[Call, Call], bool]


def _statement(roles: tuple[str, str], *conditions: Condition) -> Statement:
    def stated(shown: Case, cut: int | None) -> Iterator[Case]:
        values = (*shown.outputs.values(), *shown.golds.values())
        if shown.parameters or set(shown.outputs) != set(roles) or any(type(value) is tuple for value in values):
            return
        first, second = (_call(shown, role) for role in roles)
        if first is not None and second is not None and all(holds(first, second) for holds in conditions):
            yield shown

    return stated


EITHER, BETTER = ("one", "other"), ("better", "worse")


def _either(holds: Condition) -> Condition:
    """Return the condition that holds of two calls in one of their two orders."""
    return lambda first, second: holds(first, second) or holds(second, first)


STATEMENTS: Mapping[str, Statement] = {
    "ordinal-invariance@used": _statement(EITHER, _used, _either(_invariance)),
    "ordinal-invariance@used-in-gold": _statement(EITHER, _used_in_gold, _either(_invariance)),
    "ordinal-monotonicity@any": _statement(BETTER, _any, _monotonicity),
    "ordinal-monotonicity@all-classes": _statement(BETTER, _all_classes, _monotonicity),
    "imbalance@any": _statement(BETTER, _any, _imbalance),
    "imbalance@all-classes": _statement(BETTER, _all_classes, _imbalance),
    "imbalance@neighbours": _statement(BETTER, _neighbours, _imbalance),
}
