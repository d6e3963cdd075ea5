"""Implications: which readings follow from which, as data that a constraint declares.

A reading implies another if every case of the other is one of its own cases, with the same demand or a stronger one.
Two verdicts are then not free: a metric that fails the weaker reading on a case fails the stronger one on the same
case, and a proof of the stronger reading proves the weaker one. Each reading is searched by itself, and not equally
far, so without this knowledge a matrix can show both "fails" and "holds up to 9 documents" where the first is a case of
the second.

It is declared, and not found by looking at the cases, because a search sees small cases only. Tests hold each
declaration to all small cases, and look for those that nobody declared. A subset of cases was rejected as the one form
of a declaration: a case of one task may have to be turned into a case of another (`carry`), and one reading may follow
from several others only together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from axiometrics.core.case import Case
from axiometrics.core.errors import DeclarationError


def unchanged(case: Case) -> Case:
    """The case as it is, for readings whose tasks have the same data."""
    return case


@dataclass(frozen=True)
class Implication:
    """Readings that imply another one together: each case of the weaker reading is a case of at least one of them.

    Attributes
    ----------
    stronger, weaker : names of readings: those of the constraint that declares it by their own names, others as
        `task:constraint@reading`
    carry : a case of the weaker reading -> the same case as the stronger readings have it, its outputs under the roles
        of their demand. The scores are equal: by the same metric, or, where the tasks differ, by metrics of which one
        says that it gives the values of the other (`Metric.agrees`)

    >>> Implication(("sizes",), "universal").stronger
    ('sizes',)
    """

    stronger: tuple[str, ...]
    weaker: str
    carry: Callable[[Case], Case] = unchanged

    def __post_init__(self) -> None:
        if not isinstance(self.stronger, tuple) or not self.stronger:
            raise DeclarationError(
                f"what implies {self.weaker} is {self.stronger!r}: expected a tuple of names of readings"
            )


def implies(stronger: str, *weaker: str) -> tuple[Implication, ...]:
    """The implications of each of the weaker readings by one reading alone, with the same cases.

    >>> [implied.weaker for implied in implies("strong", "sizes", "universal")]
    ['sizes', 'universal']
    """
    return tuple(Implication((stronger,), reading) for reading in weaker)
