"""A constraint as data: its statement, its readings, and for each reading the family of cases it quantifies over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, cast

from axiometrics.core.case import Demand
from axiometrics.core.edits import RealEdits
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.family import CaseFamily, Cases, DuelFamily, SeriesFamily, ranks_of, within
from axiometrics.core.implication import Implication


class Quantifier(Enum):
    """How the cases of a reading make its verdict."""

    FOR_ALL = "for all cases"
    FOR_ALL_EXISTS = "for every gold there is an output"
    EXISTS = "there is an n"
    EVENTUALLY = "from some n on, for all"
    DESCRIBES = "describes, does not judge"

    @property
    def over_cases(self) -> bool:
        """Whether the verdict is that every case of the reading meets its demand, so that one case refutes it."""
        return self in {Quantifier.FOR_ALL, Quantifier.FOR_ALL_EXISTS}


@dataclass(frozen=True)
class Reading:
    """One way to read a constraint.

    Attributes
    ----------
    name, statement : as reports show them; worse -> better, a strict gain being required
    cases : the family of cases, from `axiometrics.generators`; the one declaration from which the batched search, the
        single cases, the Hypothesis strategy and the recogniser of `verify` derive. A `CaseFamily`; a `DuelFamily` of
        a threshold, a `SeriesFamily` of a description (`core.family` says what is asked of each, and why)
    keeps, breaks : ids of a metric known to satisfy the reading and of one known to fail it (for a descriptive reading,
        of two profiles)
    finite : whether the cases are all there are, so that having searched them is a proof
    needs : `graded` or `overlapping`, where a metric must declare that to be judged
    called : the size to which a user's metric is searched unless told, where it is not the size of the task
    strength : the size to which mutants are searched unless told, where it is not the size of the task
    whom : who should care for the reading, where a constraint has several; readings are declared in the order in which
        they matter to most
    """

    name: str
    statement: str
    cases: Cases
    keeps: str
    breaks: str
    finite: bool = False
    needs: str = ""
    called: int | None = None
    strength: int | None = None
    whom: str = ""

    @property
    def judged(self) -> CaseFamily:
        """The cases, all of which are judged: of a reading that is neither a threshold nor a description."""
        return cast(CaseFamily, self.cases)

    @property
    def duels(self) -> DuelFamily:
        """The duels of a threshold."""
        return cast(DuelFamily, self.cases)

    @property
    def series(self) -> SeriesFamily:
        """The series of a description."""
        return cast(SeriesFamily, self.cases)

    @property
    def demand(self) -> Demand:
        """What is asked of the scores of each case, or duel; a description asks for nothing."""
        return cast(CaseFamily | DuelFamily, self.cases).demand

    def within(self, cut: int | None) -> Reading:
        """The reading as it is asked of a metric that looks at so many ranks, where its family makes a difference."""
        cases = within(self.cases, cut)
        return self if cases is self.cases else replace(self, cases=cases)

    def too_short(self, cut: int | None) -> str | None:
        """Why no case, of any size, is asked of a metric that looks at so many ranks; None where there are cases."""
        least = ranks_of(self.cases)
        if cut is None or cut >= least:
            return None
        return f"a case has at least {least} ranks, and the metric looks at {cut}"


@dataclass(frozen=True)
class Constraint:
    """A formal constraint on metrics of one task; the first of its readings is the default.

    Attributes
    ----------
    vocabulary : the module that declares the quantities of its cases in which proofs speak (`core.vocabulary`); without
        one, nothing is proved about the constraint. A name, and not the vocabulary itself, since the search does
        without it
    implications : which readings follow from which of its own (`core.implication`); one that follows from a reading of
        another constraint is declared by the constraint of the stronger reading
    edits : how its cases are made of real outputs (`core.edits`); None where nobody has said it
    unedited : why no edit of a real output can be one of its cases, where its quantifier and its demand do not tell
    """

    id: str
    task: str
    title: str
    statement: str
    source: str
    readings: tuple[Reading, ...]
    quantifier: Quantifier = Quantifier.FOR_ALL
    vocabulary: str = ""
    implications: tuple[Implication, ...] = ()
    edits: RealEdits | None = None
    unedited: str = ""

    def __post_init__(self) -> None:
        if not self.readings:
            raise DeclarationError(f"constraint {self.name} has no reading: declare at least one")
        names = [reading.name for reading in self.readings]
        if len(set(names)) < len(names):
            raise DeclarationError(f"constraint {self.name} declares a reading twice: {', '.join(names)}")
        for reading in self.readings:
            if not reading.keeps or not reading.breaks or reading.keeps == reading.breaks:
                raise DeclarationError(
                    f"reading {reading.name} of {self.name} needs two controls: a metric that satisfies it "
                    f"and another that fails it"
                )

    @property
    def name(self) -> str:
        """The id with its task, unique among all constraints."""
        return f"{self.task}:{self.id}"

    def reading(self, name: str | None = None) -> Reading:
        """The reading of that name, or the default one."""
        for reading in self.readings:
            if name is None or reading.name == name:
                return reading
        known = ", ".join(reading.name for reading in self.readings)
        raise UnknownNameError(f"{self.name} has no reading {name!r}: it has {known}")

    def describe(self) -> dict[str, Any]:
        """The constraint as the JSON of a matrix has it."""
        readings = [reading.name for reading in self.readings]
        return {
            "id": self.id,
            "task": self.task,
            "statement": self.statement,
            "source": self.source,
            "readings": readings,
        }
