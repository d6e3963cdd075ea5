"""The constraints on classes (after Gösgens, Zhiyanov, Tikhonov & Prokhorenkova 2021): on two, of which the first is
positive, and on three and four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import comb

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement

Classes = tuple[frozenset[str], ...]
"""The items of each class; of two, the positive and the negative ones."""

Calls = Mapping[str, tuple[Classes, list[Classes]]]
"""By role, the gold and the predictions that are scored."""


def _classes(of: Organization) -> Classes | None:
    if len(of.levels) not in {2, 3, 4} or of.tail or len(of.listed) > len(set(of.listed)):
        return None
    return tuple(frozenset(item for cluster in level for item in cluster) for level in of.levels)


def _calls(shown: Case) -> Calls | None:
    """Return by role the gold and the predictions that are scored; None unless all of them have the same number of
    classes and the same items, at least one.
    """
    by_role: dict[str, tuple[Classes, list[Classes]]] = {}
    for role in shown.outputs:
        for call in shown.calls(role):
            gold, predicted = _classes(call.gold), _classes(call.output)
            if gold is None or predicted is None or by_role.setdefault(role, (gold, []))[0] != gold:
                return None
            by_role[role][1].append(predicted)
    every = [side for gold, predictions in by_role.values() for side in (gold, *predictions)]
    items = {frozenset().union(*side) for side in every}
    return by_role if len(items) == 1 and all(items) and len(set(map(len, every))) == 1 else None


# of two classes, "any": gold and prediction may lack a class; "both-in-gold": every gold has both; "both": every
# prediction, too; of three or four, "several": gold and prediction may lack a class; "all-classes": every gold has all


def _of_several(calls: Calls) -> bool:
    return any(len(gold) > 2 for gold, _ in calls.values())


def _any(calls: Calls) -> bool:
    return not _of_several(calls)


def _both_in_gold(calls: Calls) -> bool:
    return _any(calls) and all(all(gold) for gold, _ in calls.values())


def _both(calls: Calls) -> bool:
    return _both_in_gold(calls) and all(all(side) for _, predictions in calls.values() for side in predictions)


def _all_classes(calls: Calls) -> bool:
    return _of_several(calls) and all(all(gold) for gold, _ in calls.values())


# V(A, B) = V(B, A)


def _symmetry(gold_a: Classes, a: Classes, gold_b: Classes, b: Classes) -> bool:
    return gold_a == b and gold_b == a and gold_a != gold_b


# V(A, B) does not change if a class and the next one are exchanged in A and in B


def _class_symmetry(gold_a: Classes, a: Classes, gold_b: Classes, b: Classes) -> bool:
    turns = [(*range(k), k + 1, k, *range(k + 2, len(gold_a))) for k in range(len(gold_a) - 1)]
    if len(gold_a) > 2 and (gold_a, a) == (gold_b, b):
        return False
    return any(gold_b == tuple(gold_a[k] for k in turn) and b == tuple(a[k] for k in turn) for turn in turns)


# V(A, A) is one number for all golds A of the same items; golds of the same sizes are the same up to names of items


def _equal_self_agreement(gold_a: Classes, a: Classes, gold_b: Classes, b: Classes) -> bool:
    return gold_a == a and gold_b == b and list(map(len, gold_a)) != list(map(len, gold_b))


# V(A, A) > V(A, B) for B != A


def _gold_is_best(better_gold: Classes, better: Classes, worse_gold: Classes, worse: Classes) -> bool:
    return better_gold == worse_gold == better and worse != better


# V(A, not A) < V(A, B) for every other B


def _all_wrong_is_worst(better_gold: Classes, better: Classes, worse_gold: Classes, worse: Classes) -> bool:
    return better_gold == worse_gold == worse[::-1] and better != worse and len(better_gold) == 2


# correcting one error, the gold fixed, raises V


def _monotonicity(better_gold: Classes, better: Classes, worse_gold: Classes, worse: Classes) -> bool:
    changed = [item for before, after in zip(worse, better, strict=True) for item in after - before]
    return (
        better_gold == worse_gold
        and len(changed) == 1
        and any(changed[0] in a & b for a, b in zip(better_gold, better, strict=True))
    )


# the score of the expected table: of p positive items and q predicted so, p q / n are both, a whole number


def _expected(gold: Classes, predicted: Classes) -> bool:
    items = len(gold[0] | gold[1])
    return len(gold[0] & predicted[0]) * items == len(gold[0]) * len(predicted[0])


def _expected_tables(gold_a: Classes, a: Classes, gold_b: Classes, b: Classes) -> bool:
    sizes = (len(gold_a[0]), len(a[0])) != (len(gold_b[0]), len(b[0]))
    return sizes and _expected(gold_a, a) and _expected(gold_b, b)


def _of_two(holds: Callable[[Classes, Classes, Classes, Classes], bool]) -> Callable[[Calls], bool]:
    """Return a condition on all calls that asks `holds` of the gold and the prediction of the first role, and of those
    of the second role.
    """

    def holds_of_calls(calls: Calls) -> bool:
        (first_gold, (a, *more)), (second_gold, (b, *others)) = calls.values()
        return not more and not others and holds(first_gold, a, second_gold, b)

    return holds_of_calls


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


# the mean of V(A, B) over all B with given numbers of items in the classes is one number, whatever A and these numbers


def _baseline(calls: Calls) -> bool:
    sizes = []
    for gold, predictions in calls.values():
        items, numbers = sorted(frozenset().union(*gold)), tuple(map(len, predictions[0]))
        if len(predictions) != len(set(predictions)) or len(predictions) != _arrangements(numbers):
            return False
        if any(tuple(map(len, side)) != numbers for side in predictions) or len(items) != sum(numbers):
            return False
        sizes.append((tuple(map(len, gold)), numbers))
    return len(set(sizes)) == len(sizes)


def _arrangements(numbers: tuple[int, ...]) -> int:
    """Return how many ways there are to put that many items into each class."""
    ways, left = 1, sum(numbers)
    for number in numbers:
        ways, left = ways * comb(left, number), left - number
    return ways


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


_TWO = {"any": _any, "both-in-gold": _both_in_gold, "both": _both}
_MORE = {"several": _of_several, "all-classes": _all_classes}

STATEMENTS: Mapping[str, Statement] = {
    **{
        f"{constraint}@{reading}": _statement(holds, domain)
        for constraint, holds in DEMANDS.items()
        for reading, domain in (_TWO if constraint in {"distance", "all-wrong-is-worst"} else _TWO | _MORE).items()
    },
    **{
        f"constant-baseline@{reading}-expected-table": _statement(_of_two(_expected_tables), domain)
        for reading, domain in _TWO.items()
    },
}
