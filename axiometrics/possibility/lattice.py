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
    """A set of which nothing is known yet, as large as possible; None where the lattice has all.

    No set with a known conflict in it is taken. Below a set that could not be decided, smaller sets are tried.
    """
    for left_out in _hitting(sorted(lattice.conflicts, key=len), frozenset()):
        seed = _grown(frozenset(names) - left_out, names, lattice)
        if not _is_known(seed, lattice):
            return seed
    below = (known - {name} for known in sorted(lattice.undetermined, key=len, reverse=True) for name in sorted(known))
    return next((less for less in below if not _is_known(less, lattice)), None)


def _is_known(names: Set, lattice: Lattice) -> bool:
    """Whether the set was tried, or what is known of others decides it."""
    return (
        names in lattice.undetermined
        or any(names <= known for known in lattice.together)
        or any(conflict <= names for conflict in lattice.conflicts)
    )


def _grown(seed: Set, names: Sequence[str], lattice: Lattice) -> Set:
    """The set with each further constraint that makes no known conflict."""
    for name in names:
        if not any(conflict <= seed | {name} for conflict in lattice.conflicts):
            seed |= {name}
    return seed


def _hitting(conflicts: Sequence[Set], chosen: Set) -> Iterator[Set]:
    """Sets with a constraint out of each conflict."""
    open_conflict = next((conflict for conflict in conflicts if not conflict & chosen), None)
    if open_conflict is None:
        yield chosen
        return
    for name in sorted(open_conflict):
        yield from _hitting(conflicts, chosen | {name})


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
    return frozenset(row.place.name for _, row in certificate.weights)
