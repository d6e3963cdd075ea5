"""The constraints on two classes (after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import comb

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement

Classes = tuple[frozenset[str], frozenset[str]]
"""The positive and the negative items."""

Calls = Mapping[str, tuple[Classes, list[Classes]]]
"""By role, the gold and the predictions that are scored."""


def _classes(of: Organization) -> Classes | None:
    if len(of.levels) != 2 or of.tail or len(of.listed) > len(set(of.listed)):
        return None
    first, second = (frozenset(item for cluster in level for item in cluster) for level in of.levels)
    return first, second


def _calls(shown: Case) -> Calls | None:
    """What is scored in each role; None unless all are two classes of the same items, of
    which there is at least one."""
    found: dict[str, tuple[Classes, list[Classes]]] = {}
    for role in shown.outputs:
        for call in shown.calls(role):
            gold, predicted = _classes(call.gold), _classes(call.output)
            if gold is None or predicted is None or found.setdefault(role, (gold, []))[0] != gold:
                return None
            found[role][1].append(predicted)
    every = [side for gold, predictions in found.values() for side in (gold, *predictions)]
    items = {positive | negative for positive, negative in every}
    return found if len(items) == 1 and all(items) else None


# "any": gold and prediction may lack a class; "both-in-gold": every gold has both; "both": every prediction, too


def _any(calls: Calls) -> bool:
    return True


def _both_in_gold(calls: Calls) -> bool:
    return all(all(gold) for gold, _ in calls.values())


def _both(calls: Calls) -> bool:
    return _both_in_gold(calls) and all(all(side) for _, predictions in calls.values() for side in predictions)


# V(A, B) = V(B, A)


def _symmetry(one: Classes, a: Classes, other: Classes, b: Classes) -> bool:
    return one == b and other == a and one != other


# V(A, B) does not change if the two classes are exchanged in A and in B


def _class_symmetry(one: Classes, a: Classes, other: Classes, b: Classes) -> bool:
    return other == one[::-1] and b == a[::-1]


# V(A, A) is one number for all golds A of the same items; golds of one size are the same up to names of items


def _equal_self_agreement(one: Classes, a: Classes, other: Classes, b: Classes) -> bool:
    return one == a and other == b and len(one[0]) != len(other[0])


# V(A, A) > V(A, B) for B != A


def _gold_is_best(one: Classes, better: Classes, other: Classes, worse: Classes) -> bool:
    return one == other == better and worse != better


# V(A, not A) < V(A, B) for every other B


def _all_wrong_is_worst(one: Classes, better: Classes, other: Classes, worse: Classes) -> bool:
    return one == other == worse[::-1] and better != worse


# correcting one error, the gold fixed, raises V


def _monotonicity(one: Classes, better: Classes, other: Classes, worse: Classes) -> bool:
    changed = better[0] ^ worse[0]
    return one == other and len(changed) == 1 and changed <= one[0] & better[0] | one[1] & better[1]


# the score of the expected table: of p positive items and q predicted so, p q / n are both, a whole number


def _expected(gold: Classes, predicted: Classes) -> bool:
    items = len(gold[0] | gold[1])
    return len(gold[0] & predicted[0]) * items == len(gold[0]) * len(predicted[0])


def _expected_tables(one: Classes, a: Classes, other: Classes, b: Classes) -> bool:
    sizes = (len(one[0]), len(a[0])) != (len(other[0]), len(b[0]))
    return sizes and _expected(one, a) and _expected(other, b)


def _of_two(holds: Callable[[Classes, Classes, Classes, Classes], bool]) -> Callable[[Calls], bool]:
    """What is asked of the gold and the prediction of the first role, and of those of the second."""

    def asked(calls: Calls) -> bool:
        (one, (a, *more)), (other, (b, *others)) = calls.values()
        return not more and not others and holds(one, a, other, b)

    return asked


# d(A, C) <= d(A, B) + d(B, C) with d(A, B) = c - V(A, B)


def _distance(calls: Calls) -> bool:
    if any(len(predictions) != 1 for _, predictions in calls.values()):
        return False
    pairs = {role: (gold, predictions[0]) for role, (gold, predictions) in calls.items()}
    (first, second), (_, third) = pairs["first_second"], pairs["second_third"]
    return (
        pairs["second_third"] == (second, third)
        and pairs["first_third"] == (first, third)
        and pairs["second_second"] == (second, second)
    )


# the mean of V(A, B) over all B with a given number of positive items is one number, whatever A and that number


def _baseline(calls: Calls) -> bool:
    sizes = []
    for gold, predictions in calls.values():
        items, number = sorted(gold[0] | gold[1]), len(predictions[0][0])
        if len(predictions) != comb(len(items), number):
            return False
        if {positive for positive, _ in predictions} != set(map(frozenset, combinations(items, number))):
            return False
        sizes.append((len(gold[0]), number))
    return len(set(sizes)) == len(sizes)


DEMANDS: Mapping[str, Callable[[Calls], bool]] = {
    "symmetry": _of_two(_symmetry),
    "class-symmetry": _of_two(_class_symmetry),
    "equal-self-agreement": _of_two(_equal_self_agreement),
    "gold-is-best": _of_two(_gold_is_best),
    "all-wrong-is-worst": _of_two(_all_wrong_is_worst),
    "monotonicity": _of_two(_monotonicity),
    "distance": _distance,
    "constant-baseline": _baseline,
}


def _statement(holds: Callable[[Calls], bool], domain: Callable[[Calls], bool]) -> Statement:
    def stated(shown: Case, cut: int | None) -> Iterator[Case]:
        several = all(type(output) is tuple for output in shown.outputs.values())
        calls = _calls(shown) if several is (holds is _baseline) and not shown.parameters else None
        if calls is not None and domain(calls) and holds(calls):
            yield shown

    return stated


_DOMAINS = {"any": _any, "both-in-gold": _both_in_gold, "both": _both}

STATEMENTS: Mapping[str, Statement] = {
    **{
        f"{constraint}@{reading}": _statement(holds, domain)
        for constraint, holds in DEMANDS.items()
        for reading, domain in _DOMAINS.items()
    },
    **{
        f"constant-baseline@{reading}-expected-table": _statement(_of_two(_expected_tables), domain)
        for reading, domain in _DOMAINS.items()
    },
}
