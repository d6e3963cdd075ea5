"""The constraints on the similarity of two clusterings (after Gösgens, Tikhonov & Prokhorenkova 2021; from memory)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import factorial, prod

from axiometrics.core.case import EQUAL, GAIN, Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement

Groups = frozenset[frozenset[str]]
"""A partition: its parts."""

Compared = Mapping[str, tuple[Groups, list[Groups]]]
"""By role, the gold and the outputs that are scored."""


def _groups(of: Organization) -> Groups | None:
    parts = frozenset(map(frozenset, of.levels[0])) if len(of.levels) == 1 and not of.tail else frozenset()
    return parts if parts and of.size == len(of.documents) == len(frozenset().union(*parts)) else None


def _compared(shown: Case) -> Compared | None:
    """Return by role the gold and the outputs that are scored; None unless each role has one gold, and all are
    partitions, each output of the documents of its gold.
    """
    by_role: dict[str, tuple[Groups, list[Groups]]] = {}
    for role in shown.outputs:
        for call in shown.calls(role):
            gold, output = _groups(call.gold), _groups(call.output)
            if gold is None or output is None or call.gold.documents != call.output.documents:
                return None
            if by_role.setdefault(role, (gold, []))[0] != gold:
                return None
            by_role[role][1].append(output)
    return by_role


def _items(partition: Groups) -> frozenset[str]:
    return frozenset().union(*partition)


def _joined(partition: Groups) -> set[frozenset[str]]:
    """The pairs of documents that a partition puts together."""
    return {frozenset(pair) for part in partition for pair in combinations(part, 2)}


def _sizes(partition: Groups) -> list[int]:
    return sorted(map(len, partition))


# "non-trivial": neither all items together nor all apart; "any": all partitions


def _trivial(partition: Groups) -> bool:
    return len(partition) == 1 or all(len(part) == 1 for part in partition)


def _non_trivial(of: Compared) -> bool:
    return not any(_trivial(side) for gold, outputs in of.values() for side in (gold, *outputs))


def _any(of: Compared) -> bool:
    return True


# V(A, B) = V(B, A)


def _symmetry(gold_a: Groups, a: Groups, gold_b: Groups, b: Groups) -> bool:
    return gold_a == b and gold_b == a and gold_a != gold_b


# V(A, A) is one number for all A of the same items; those with parts of the same sizes are the same up to names


def _equal_self_agreement(gold_a: Groups, a: Groups, gold_b: Groups, b: Groups) -> bool:
    return (
        gold_a == a and gold_b == b and len(_items(gold_a)) == len(_items(gold_b)) and _sizes(gold_a) != _sizes(gold_b)
    )


# V(A, B) < V(A, A) for B != A


def _gold_is_best(better_gold: Groups, better: Groups, worse_gold: Groups, worse: Groups) -> bool:
    return better_gold == worse_gold == better and worse != better


# V is least exactly where no pair is together in both, and none is apart in both


def _all_wrong(gold: Groups, output: Groups) -> bool:
    every = {frozenset(pair) for pair in combinations(_items(gold), 2)}
    return bool(every) and _joined(gold) ^ _joined(output) == every


def _minimal_agreement(of: Compared) -> bool:
    (gold_a, (a, *_)), (gold_b, (b, *_)) = of.values()
    if set(of) == {"one", "other"}:  # the two are equally bad
        return _all_wrong(gold_a, a) and _all_wrong(gold_b, b) and (gold_a, a) == (b, gold_b)
    return len(_items(gold_a)) == len(_items(gold_b)) and not _all_wrong(gold_a, a) and _all_wrong(gold_b, b)


# V rises in N11 and N00 and falls in N10 and N01, the other three fixed


def _numbers(gold: Groups, output: Groups) -> tuple[int, int, int, int]:
    these, those = _joined(gold), _joined(output)
    every = len(list(combinations(_items(gold), 2)))
    return len(these & those), len(these - those), len(those - these), every - len(these | those)


def _strong_monotonicity(better_gold: Groups, better: Groups, worse_gold: Groups, worse: Groups) -> bool:
    gains = [x - y for x, y in zip(_numbers(better_gold, better), _numbers(worse_gold, worse), strict=True)]
    good = [gains[0] > 0, gains[3] > 0, gains[1] < 0, gains[2] < 0]
    return sum(map(bool, gains)) == 1 and any(good)


# the same, where some pair is right and some pair is wrong


def _mixed(better_gold: Groups, better: Groups, worse_gold: Groups, worse: Groups) -> bool:
    tables = [_numbers(better_gold, better), _numbers(worse_gold, worse)]
    return _strong_monotonicity(better_gold, better, worse_gold, worse) and all(
        n[0] + n[3] and n[1] + n[2] for n in tables
    )


def _of_two(holds: Callable[[Groups, Groups, Groups, Groups], bool]) -> Callable[[Compared], bool]:
    """Return a condition on all roles that asks `holds` of the gold and the output of the first role, and of those of
    the second role.
    """

    def holds_of_roles(of: Compared) -> bool:
        (gold_a, (a, *_)), (gold_b, (b, *_)) = of.values()
        return holds(gold_a, a, gold_b, b)

    return holds_of_roles


# d(A, C) <= d(A, B) + d(B, C), d(A, B) being how far V(A, B) is below the score of a gold as its own output


def _distance(of: Compared) -> bool:
    calls = {role: (gold, outputs[0]) for role, (gold, outputs) in of.items()}
    (first, second), (_, third) = calls["first_second"], calls["second_third"]
    wanted = {"second_third": (second, third), "first_third": (first, third), "second_second": (second, second)}
    return all(calls[role] == of_role for role, of_role in wanted.items()) and second not in {first, third}


# the mean of V(A, B) over all B with given sizes is one number, whatever A and these sizes


def _every(sizes: list[int], outputs: list[Groups]) -> bool:
    """Whether these are all partitions with parts of these sizes, each once."""
    alike = prod(factorial(sizes.count(size)) for size in set(sizes))
    number = factorial(sum(sizes)) // prod(map(factorial, sizes)) // alike
    return len(outputs) == len(set(outputs)) == number and all(_sizes(output) == sizes for output in outputs)


def _baseline(of: Compared) -> bool:
    (gold_a, _), (gold_b, _) = of.values()
    kinds = [(_sizes(gold), _sizes(outputs[0])) for gold, outputs in of.values()]
    whole = all(_every(_sizes(outputs[0]), outputs) for _, outputs in of.values())
    return whole and kinds[0] != kinds[1] and len(_items(gold_a)) == len(_items(gold_b))


# the same of one gold


def _baseline_of_one(of: Compared) -> bool:
    golds = [gold for gold, _ in of.values()]
    return golds[0] == golds[1] and _baseline(of)


_DEMANDS: Mapping[str, Callable[[Compared], bool]] = {
    "symmetry": _of_two(_symmetry),
    "equal-self-agreement": _of_two(_equal_self_agreement),
    "gold-is-best": _of_two(_gold_is_best),
    "minimal-agreement": _minimal_agreement,
    "distance": _distance,
    "constant-baseline": _baseline,
    "strong-monotonicity": _of_two(_strong_monotonicity),
}

_MEANS = {_baseline, _baseline_of_one}


def _statement(holds: Callable[[Compared], bool], domain: Callable[[Compared], bool]) -> Statement:
    def stated(shown: Case, cut: int | None) -> Iterator[Case]:
        several = all(type(output) is tuple for output in shown.outputs.values())
        one_each = all(type(output) is not tuple for output in shown.outputs.values())
        if shown.parameters or not (several if holds in _MEANS else one_each):
            return
        of = _compared(shown)
        if of is not None and domain(of) and holds(of):
            demand = EQUAL if set(of) == {"one", "other"} else GAIN
            own = demand if holds is _minimal_agreement else shown.demand
            yield Case(shown.gold, shown.outputs, shown.edit, own, golds=shown.golds)

    return stated


_DOMAINS = {"any": _any, "non-trivial": _non_trivial}
_SUFFIXED = {
    "constant-baseline": ("-each-gold", _baseline_of_one),
    "strong-monotonicity": ("-mixed", _of_two(_mixed)),
}

STATEMENTS: Mapping[str, Statement] = {
    **{
        f"{constraint}@{reading}": _statement(holds, domain)
        for constraint, holds in _DEMANDS.items()
        for reading, domain in _DOMAINS.items()
        if (constraint, reading) != ("minimal-agreement", "non-trivial")
    },
    **{
        f"{constraint}@{reading}{suffix}": _statement(holds, domain)
        for constraint, (suffix, holds) in _SUFFIXED.items()
        for reading, domain in _DOMAINS.items()
    },
}
