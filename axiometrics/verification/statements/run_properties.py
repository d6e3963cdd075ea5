"""Properties of metrics of runs, after Moffat 2013 and Ferrante, Ferro & Maistrello 2015, from memory.

A run is read as what a metric may see of it: the number N of relevant documents in the collection, and by rank whether
the document is relevant. b0 and b1 are b with an irrelevant or a relevant document at its end. Each gold has one level
above a tail, or two levels without one, of which the lower has every irrelevant document; each run has a tail. Two
roles that are to have one score stand in one order: the smaller collection or run first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement

Seen = tuple[int, list[int]]
"""N, and the run by rank: 1 for a relevant document."""


def _seen(gold: Organization, run: Organization) -> Seen | None:
    if len(gold.levels) != (1 if gold.tail else 2) or gold.size != len(gold.documents) or not run.tail:
        return None
    if any(len(level) != 1 or len(level[0]) != 1 for level in run.levels) or run.size != len(run.documents):
        return None
    if any(len(cluster) != 1 for level in gold.levels for cluster in level):
        return None
    relevant = {document for (document,) in gold.levels[0]}
    if not gold.tail and not run.documents <= gold.documents:
        return None
    return (len(relevant), [int(d in relevant) for d in run.listed]) if relevant else None


def _where(roles: Sequence[str], holds: Callable[..., object]) -> Statement:
    """The cases in which `holds` is true of the facts that are seen of each role, in this order."""

    def cases(shown: Case, cut: int | None) -> tuple[Case, ...]:
        if set(shown.outputs) != set(roles) or any(type(output) is tuple for output in shown.outputs.values()):
            return ()
        if any(type(gold) is tuple for gold in shown.golds.values()):
            return ()
        seen = [_seen(shown.golds.get(role, shown.gold), shown.outputs[role]) for role in roles]
        return (shown,) if None not in seen and holds(*seen) else ()

    return cases


def _replacement(better: Seen, worse: Seen) -> bool:
    """The runs differ at one rank, where the better one has a relevant document."""
    if better[0] != worse[0] or len(better[1]) != len(worse[1]):
        return False
    changed = [(a, b) for a, b in zip(better[1], worse[1], strict=True) if a != b]
    return changed == [(1, 0)]


def _appended(bit: int) -> Callable[[Seen, Seen], bool]:
    return lambda longer, shorter: longer[0] == shorter[0] and longer[1] == [*shorter[1], bit]


def _localization(first: Seen, second: Seen) -> bool:
    return first[1] == second[1] and first[0] < second[0]


def _in_order(first: Seen, second: Seen) -> bool:
    """By the greater of N and the ranks, then by N, by the ranks, and by the run."""
    keys = [(max(relevant, len(run)), relevant, len(run), run) for relevant, run in (first, second)]
    return keys[0] < keys[1]


def _is_ideal(seen: Seen) -> bool:
    relevant, run = seen
    return bool(run) and sum(run) == min(relevant, len(run)) and run == sorted(run, reverse=True)


def _realizable(first: Seen, second: Seen) -> bool:
    return _in_order(first, second) and _is_ideal(first) and _is_ideal(second)


def _realizable_full(first: Seen, second: Seen) -> bool:
    return _in_order(first, second) and all(run == [1] * relevant for relevant, run in (first, second))


def _zero(first: Seen, second: Seen) -> bool:
    return _in_order(first, second) and not any(first[1]) and not any(second[1])


def _additive(first: Seen, second: Seen, both: Seen, none: Seen) -> bool:
    runs = [seen[1] for seen in (first, second, both, none)]
    if len({seen[0] for seen in (first, second, both, none)}) > 1 or len({len(run) for run in runs}) > 1:
        return False
    ranks = zip(*runs, strict=True)
    if (sum(runs[0]), runs[1]) > (sum(runs[1]), runs[0]):  # each two once: the one with fewer, or with the first, first
        return False
    return any(runs[0]) and any(runs[1]) and all(d == 0 and a + b == c for a, b, c, d in ranks)


BETTER, EQUAL = ("better", "worse"), ("one", "other")

STATEMENTS: Mapping[str, Statement] = {
    "replacement@any": _where(BETTER, _replacement),
    "append-relevant@any": _where(BETTER, _appended(1)),
    "extension@any": _where(BETTER, _appended(0)),
    "tail-neutral@any": _where(EQUAL, _appended(0)),
    "localization@any": _where(EQUAL, _localization),
    "realizable@any": _where(EQUAL, _realizable),
    "realizable-full@any": _where(EQUAL, _realizable_full),
    "zero@any": _where(EQUAL, _zero),
    "additive@any": _where(("one", "other", "both", "none"), _additive),
}
