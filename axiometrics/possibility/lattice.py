"""Find all smallest sets of constraints that cannot hold together, and all greatest sets that can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from axiometrics.possibility.exact import Answer, Certificate, NotDecided, ValueTable, decided_with
from axiometrics.possibility.question import Question
from axiometrics.possibility.sharing import Perform, one_by_one
from axiometrics.possibility.time_limit import ending, is_up

ROUND = 8
"""The number of sets that are tried at a time."""

Set = frozenset[str]
"""Names of constraints."""


Needed = Mapping[str, frozenset[int]]
"""By the name of a constraint, the positions of some of its rows."""


@dataclass
class Lattice:
    """The knowledge of which sets of some constraints can hold together.

    Attributes
    ----------
    conflicts : smallest sets that cannot hold together, with the certificate of each
    together : greatest sets that can hold together, with the values of each
    undetermined : sets that could not be decided
    needed : by constraint, the positions of the rows that some set needed; the next program begins with these
    """

    conflicts: dict[Set, Certificate] = field(default_factory=dict)
    together: dict[Set, ValueTable] = field(default_factory=dict)
    undetermined: set[Set] = field(default_factory=set)
    needed: Needed = field(default_factory=dict)


@dataclass(frozen=True)
class SettledSet:
    """The result for one set.

    Attributes
    ----------
    names : the set itself where it can hold together or was not decided; otherwise a smallest conflict in it
    left_open : smaller sets that were tried on the way and not decided
    needed : as in the lattice
    """

    names: Set
    answer: Answer
    left_open: frozenset[Set] = frozenset()
    needed: Needed = field(default_factory=dict)


def explore(
    question: Question, lattice: Lattice, progress: Callable[[int, int, str], object], perform: Perform = one_by_one
) -> Iterator[bool]:
    """Fill the lattice set by set, yielding False after each. At the end, when the lattice is complete, True is
    yielded; where the time is up, it never is.

    A set of which nothing is known is taken as large as possible. If it can hold together, no greater set can. If it
    cannot, constraints are taken out of it, as long as the rest cannot hold together. `ROUND` such sets are taken at a
    time, however many processes there are, so that the answer does not depend on the number of processes.
    """
    while seeds := list(islice(_unknown(question.names, lattice), ROUND)):
        needed = lattice.needed
        with closing(perform((_settled, (question, seed, lattice.needed)) for seed in seeds)) as results:
            for settled in results:
                needed = joined(needed, settled.needed)
                number = len(lattice.conflicts) + len(lattice.together)
                progress(number, number + len(seeds), f"{_keep(settled, lattice)}: {', '.join(sorted(settled.names))}")
                yield False
        lattice.needed = needed
        with ending(question.end):
            if is_up():
                return
    yield True


def _keep(settled: SettledSet, lattice: Lattice) -> str:
    """Put the result for a set into the lattice, and return it in words."""
    lattice.undetermined |= settled.left_open
    if isinstance(settled.answer, ValueTable):
        lattice.together[settled.names] = settled.answer
        return "can hold together"
    if isinstance(settled.answer, Certificate):
        lattice.conflicts.setdefault(settled.names, settled.answer)
        return "cannot hold together"
    lattice.undetermined.add(settled.names)
    return "not decided"


def _unknown(names: Sequence[str], lattice: Lattice) -> Iterator[Set]:
    """Sets of which nothing is known yet, as large as possible; none where the lattice is complete.

    No set with a known conflict in it is taken. Below a set that could not be decided, smaller sets are tried.
    """
    taken: set[Set] = set()
    for left_out in _hitting(sorted(lattice.conflicts, key=len), frozenset()):
        seed = _grown(frozenset(names) - left_out, names, lattice)
        if seed not in taken and not _is_known(seed, lattice):
            taken.add(seed)
            yield seed
    if not taken:
        below = (open_set - {name} for open_set in _larger_first(lattice.undetermined) for name in sorted(open_set))
        yield from dict.fromkeys(less for less in below if not _is_known(less, lattice))


def _larger_first(sets: Iterable[Set]) -> Sequence[Set]:
    return sorted(sets, key=lambda names: (-len(names), sorted(names)))


def _is_known(names: Set, lattice: Lattice) -> bool:
    """Whether the set was tried, or is decided by the results for other sets."""
    return (
        names in lattice.undetermined
        or any(names <= greater for greater in lattice.together)
        or any(conflict <= names for conflict in lattice.conflicts)
    )


def _grown(seed: Set, names: Sequence[str], lattice: Lattice) -> Set:
    """The set, made larger by one constraint after the other, as long as it contains no known conflict."""
    for name in names:
        if not any(conflict <= seed | {name} for conflict in lattice.conflicts):
            seed |= {name}
    return seed


def _hitting(conflicts: Sequence[Set], chosen: Set) -> Iterator[Set]:
    """Sets with at least one constraint of each conflict."""
    open_conflict = next((conflict for conflict in conflicts if not conflict & chosen), None)
    if open_conflict is None:
        yield chosen
        return
    for name in sorted(open_conflict):
        yield from _hitting(conflicts, chosen | {name})


def joined(needed: Needed, more: Needed) -> Needed:
    """The positions in either of the two, by constraint."""
    return {**needed, **{name: needed.get(name, frozenset()) | places for name, places in more.items()}}


def _settled(question: Question, seed: Set, needed: Needed) -> SettledSet:
    """The result for a set. Where the set cannot hold together, the result is that of a smallest set in it that a
    certificate names.
    """
    answer, needed = _answer(question, seed, needed)
    if not isinstance(answer, Certificate):
        return SettledSet(seed, answer, needed=needed)
    names, left_open = _named(answer), set[Set]()
    for name in sorted(names):
        if name not in names:
            continue
        less, needed = _answer(question, names - {name}, needed)
        if isinstance(less, Certificate):
            answer, names = less, _named(less)
        elif isinstance(less, NotDecided):
            left_open.add(names - {name})
    return SettledSet(names, answer, frozenset(left_open), needed)


def _answer(question: Question, names: Set, needed: Needed) -> tuple[Answer, Needed]:
    """The answer for these constraints, and the needed rows, including those that this answer needed."""
    order = sorted(names)
    first = [needed.get(name, frozenset()) for name in order]
    rows = question.rows(order)
    with ending(question.end):
        answer, added = decided_with(rows, len(question.orbits), first)
    return answer, joined(needed, dict(zip(order, added, strict=True)))


def _named(certificate: Certificate) -> Set:
    return frozenset(row.place.name for _, row in certificate.weights)
