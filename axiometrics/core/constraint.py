"""A constraint as data: its statement, its readings, and for each reading the family of cases it quantifies over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Protocol, cast

from axiometrics.core.case import Demand
from axiometrics.core.edits import RealEdits
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.family import (
    CaseFamily,
    Cases,
    DuelFamily,
    SeriesFamily,
    chosen,
    following,
    follows_cut,
    ranks_of,
    within,
)
from axiometrics.core.implication import Implication
from axiometrics.core.parameter import Parameter, Value, cut_off


class Quantifier(Enum):
    """How the cases of a reading make its verdict."""

    FOR_ALL = "for all cases"
    FOR_ALL_EXISTS = "for every gold there is an output"
    EXISTS = "there is an n"
    EVENTUALLY = "from some n on, for all"
    DESCRIBES = "describes, does not judge"

    @property
    def over_cases(self) -> bool:
        """Whether the reading holds if every case meets its demand, so that one case refutes it."""
        return self in {Quantifier.FOR_ALL, Quantifier.FOR_ALL_EXISTS}


class Parameterized(Protocol):
    """A metric or its definition, with values of parameters."""

    @property
    def parameters(self) -> Sequence[Parameter]:
        """The parameters, of which one may say how many ranks are looked at."""
        ...

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of each parameter, by name."""
        ...


@dataclass(frozen=True)
class Reading:
    """One way to read a constraint.

    Attributes
    ----------
    name, statement : the texts that reports show; `worse -> better` means that the score has to rise
    cases : the family of cases, from `axiometrics.generators`: a `CaseFamily`, or for a threshold a `DuelFamily`, or
        for a description a `SeriesFamily` (`core.family`). The batched search, the single cases, the Hypothesis
        strategy and the recogniser of `verify` are all made from it
    keeps, breaks : the id of a metric that is known to satisfy the reading, and of a metric that is known to violate it
        (for a descriptive reading, of two metrics with different profiles)
    finite : whether the family has finitely many cases, so that a search of all of them is a proof
    needs : `graded` or `overlapping`, if a metric must declare this trait to be judged
    called : the default size of the search for a user's metric, if it differs from that of the task
    strength : the default size of the search for mutants, if it differs from that of the task
    whom : who needs the reading, if a constraint has several; readings are declared in the order of importance for most
        users
    cut : the rank at which the metric stops looking for which this is the reading, if its cases depend on that rank
        (`within`)
    chosen : the values of parameters of the metric for which this is the reading, if its cases depend on them
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
    cut: int | None = None
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def judged(self) -> CaseFamily:
        """The cases of a reading that is neither a threshold nor a description. All of them are judged."""
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
        """The demand on the scores of each case or duel. A description has no demand."""
        return cast(CaseFamily | DuelFamily, self.cases).demand

    def within(self, cut: int | None) -> Reading:
        """The reading for a metric that looks at so many ranks; its family may depend on this number."""
        if cut is None or not follows_cut(self.cases):
            return self
        return replace(self, cases=within(self.cases, cut), cut=cut)

    def asked_of(self, metric: Parameterized | None) -> Reading:
        """The reading for a metric: its family may depend on the cut-off, and on values of parameters that the
        statement speaks of. Of a black box (None) neither is known.
        """
        if metric is None:
            return self
        return self.following(metric.values).within(cut_off(metric.parameters, metric.values))

    def following(self, values: Mapping[str, Value]) -> Reading:
        """The reading for a metric with these values of the parameters that its statement speaks of."""
        choice = chosen(self.cases, values)
        if not choice:
            return self
        return replace(self, cases=following(self.cases, values), chosen=tuple(choice.items()))

    def too_short(self, cut: int | None) -> str | None:
        """Why the reading has no case for a metric that looks at so many ranks; None if it has cases."""
        least = ranks_of(self.cases)
        if cut is None or cut >= least:
            return None
        return f"a case has at least {least} ranks, and the metric looks at {cut}"


@dataclass(frozen=True)
class Constraint:
    """A formal constraint on metrics of one task; the first of its readings is the default.

    Attributes
    ----------
    vocabulary : the name of the module that declares the quantities of the cases that proofs use (`core.vocabulary`);
        without it nothing is proved about the constraint. It is a name because the search does not need the vocabulary
    implications : which readings of the constraint imply which (`core.implication`); an implication between readings of
        two constraints is declared by the constraint of the stronger reading
    edits : how cases are made from real outputs (`core.edits`), or None
    unedited : why no edit of a real output can be a case of the constraint, if the quantifier and the demand do not
        tell it
    question : what a user may ask, in plain words, that is answered with yes where a metric satisfies the constraint
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
    question: str = ""

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
        declared = ", ".join(reading.name for reading in self.readings)
        raise UnknownNameError(f"{self.name} has no reading {name!r}: it has {declared}")

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
