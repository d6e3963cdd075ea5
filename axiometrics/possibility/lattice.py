"""All smallest sets of constraints that cannot hold together, and all greatest sets that can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from axiometrics.possibility.exact import Answer, Certificate, NotDecided, ValueTable, decided
from axiometrics.possibility.question import Question

Set = frozenset[str]
"""Names of constraints."""


@dataclass
class Lattice:
    """What is known of the sets of some constraints.

    Attributes
    ----------
    conflicts : smallest sets that cannot hold together, with the certificate of each
    together : greatest sets that can, with the values of each
    undetermined : sets of which neither was shown
    """

    conflicts: dict[Set, Certificate] = field(default_factory=dict)
    together: dict[Set, ValueTable] = field(default_factory=dict)
    undetermined: set[Set] = field(default_factory=set)


def explore(question: Question, lattice: Lattice, told: Callable[[int, int, str], object]) -> Iterator[bool]:
    """Fill the lattice set by set; at last, when it has all, the value is true.

    A set of which nothing is known is taken as large as possible. If it can hold together, no greater one can. If not,
    constraints are taken out of it, as long as the rest cannot.
    """
    names = question.names
    while (seed := _unknown(names, lattice)) is not None:
        answer = _answer(question, seed)
        known = len(lattice.conflicts) + len(lattice.together)
        if isinstance(answer, ValueTable):
            lattice.together[seed] = answer
            told(known, known + 1, f"can hold together: {', '.join(sorted(seed))}")
        elif isinstance(answer, Certificate):
            conflict, certificate = _smallest(question, seed, answer, lattice)
            lattice.conflicts[conflict] = certificate
            told(known, known + 1, f"cannot hold together: {', '.join(sorted(conflict))}")
        else:
            lattice.undetermined.add(seed)
            told(known, known + 1, f"not decided: {', '.join(sorted(seed))}")
        yield False
    yield True


def _unknown(names: Sequence[str], lattice: Lattice) -> Set | None:
    """A greatest set that contains no conflict, is in no set that can hold together, and is not undecided itself."""
    for left_out in _hitting(sorted(lattice.conflicts, key=len), frozenset()):
        seed = frozenset(names) - left_out
        for candidate in _grown(seed, names, lattice):
            if candidate not in lattice.undetermined and not any(candidate <= known for known in lattice.together):
                return candidate
    return next(_below_undetermined(lattice), None)


def _grown(seed: Set, names: Sequence[str], lattice: Lattice) -> Iterator[Set]:
    for name in names:
        if name not in seed and not any(conflict <= seed | {name} for conflict in lattice.conflicts):
            seed |= {name}
    yield seed


def _hitting(conflicts: Sequence[Set], chosen: Set) -> Iterator[Set]:
    """Sets with a constraint out of each conflict."""
    open_conflict = next((conflict for conflict in conflicts if not conflict & chosen), None)
    if open_conflict is None:
        yield chosen
        return
    for name in sorted(open_conflict):
        yield from _hitting(conflicts, chosen | {name})


def _below_undetermined(lattice: Lattice) -> Iterator[Set]:
    """Sets with one constraint less than one that is undecided, of which nothing is known."""
    for known in sorted(lattice.undetermined, key=len, reverse=True):
        for name in sorted(known):
            less = known - {name}
            if (
                less not in lattice.undetermined
                and not any(less <= one for one in lattice.together)
                and not any(conflict <= less for conflict in lattice.conflicts)
            ):
                yield less


def _answer(question: Question, names: Set) -> Answer:
    return decided(question.rows(sorted(names)), len(question.orbits))


def _smallest(question: Question, names: Set, certificate: Certificate, lattice: Lattice) -> tuple[Set, Certificate]:
    """A smallest set that cannot hold together, of those that a certificate names."""
    needed = _named(certificate)
    for name in sorted(needed):
        if name not in needed:
            continue
        answer = _answer(question, needed - {name})
        if isinstance(answer, Certificate):
            certificate, needed = answer, _named(answer)
        elif isinstance(answer, NotDecided):
            lattice.undetermined.add(needed - {name})
    return needed, certificate


def _named(certificate: Certificate) -> Set:
    return frozenset(row.name for _, row in certificate.weights)
