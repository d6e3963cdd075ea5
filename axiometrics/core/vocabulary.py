"""A vocabulary: the quantities of a constraint's cases in which proofs speak, with the facts that hold of them.

A proof about all cases of a constraint cannot list the cases. It speaks of numbers that every case has (the rank of the
upper document, the size of the larger cluster) and takes for granted what holds of these numbers in every case. The
vocabulary of a constraint is where both are declared, once for all proofs. A constraint names the module of its
vocabulary (`Constraint.vocabulary`), which is loaded when a proof needs it: the search does without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import DeclarationError
from axiometrics.core.exact import Exact


class Mark(StrEnum):
    """On what the truth of a fact rests.

    A `DEFINITION` is true by what the reading or the quantity is. What is `ARITHMETIC` follows from the definitions by
    counting, by rearranging finite sums, or by what the kernel checks. A `LEMMA` is a mathematical statement that is
    taken on trust.
    """

    DEFINITION = "definition"
    ARITHMETIC = "arithmetic"
    LEMMA = "lemma"


@dataclass(frozen=True)
class Quantity:
    """A number that every case has.

    Attributes
    ----------
    means : in words
    of : how it is taken from a case as the vocabulary sees it
    whole : whether it is a whole number
    given : instead of `of`, how it is taken from a case where it depends on the metric's parameters
    score : instead of both, where it is a score: the function of the metric's definition, and the role of the output
    """

    means: str
    of: Callable[[Any], Exact | int] | None = None
    whole: bool = False
    given: Callable[[Case, Mapping[str, Any]], Exact | int] | None = None
    score: tuple[Callable[..., Any], str] | None = None

    def __post_init__(self) -> None:
        if self.score is not None:
            object.__setattr__(self, "given", self._scored)

    def _scored(self, case: Case, parameters: Mapping[str, Any]) -> Exact:
        assert self.score is not None
        function, role = self.score
        (call,) = case.calls(role)
        found: Exact = function(call.output, call.gold, **{**parameters, **call.parameters})
        return found


@dataclass(frozen=True)
class Fact:
    """What holds of quantities in every case of these readings (of all readings unless given), on what that rests, and
    why it holds.

    Attributes
    ----------
    demands : where the cases of a reading make different demands, the words of those in whose cases it holds
    each : where the fact is about a sum, the argument about one of its terms, which the kernel checks; `why` says how
        the terms add up
    tried : of a lemma, what was tried to prove it, and where that stopped
    """

    text: str
    mark: Mark
    why: str
    readings: tuple[str, ...] = ()
    demands: tuple[str, ...] = ()
    each: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    tried: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Construction:
    """An output that is made of a case with several outputs in a role, as one of them: a proof shows of it that some
    output is as demanded, or what the greatest score is at least.

    Attributes
    ----------
    means : in words
    of : the output, given the case and the metric's parameters; or the output and its gold, where outputs have golds of
        their own
    """

    means: str
    of: Callable[[Case, Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Kind:
    """Some of the cases of a sketch: what holds of them, and of the others does not.

    Attributes
    ----------
    values : quantities of which it is known here what they are
    not_negative, positive, zero : numbers that a definition may take as such
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    not_negative: tuple[Any, ...] = ()
    positive: tuple[Any, ...] = ()
    zero: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Sketch:
    """All cases of a reading at once: outputs in symbols by role, as definitions take them in place of documents, and
    the values of the quantities (for one that depends on the metric's parameters, a function of these); and numbers
    that a definition may take as not negative or as above 0, as the facts say.

    `forks` are kinds of its cases, of which each case is of one in each fork. They are looked at apart where a
    definition, or a proof, asks what is not known of all cases: whether there is a single cluster, say.
    """

    outputs: Mapping[str, Any]
    values: Mapping[str, Any]
    not_negative: tuple[Any, ...] = ()
    positive: tuple[Any, ...] = ()
    zero: tuple[Any, ...] = ()
    forks: tuple[tuple[Kind, ...], ...] = ()

    def apart(self, names: Iterable[str]) -> list[Sketch]:
        """Its cases by their kinds: by the first fork that says what one of these quantities is, or else the first.

        There are none where it has no forks.
        """
        if not self.forks:
            return []
        wanted = set(names)
        fork = next((fork for fork in self.forks if any(wanted & set(kind.values) for kind in fork)), self.forks[0])
        left = tuple(other for other in self.forks if other is not fork)
        return [
            Sketch(
                self.outputs,
                {**self.values, **kind.values},
                (*self.not_negative, *kind.not_negative),
                (*self.positive, *kind.positive),
                (*self.zero, *kind.zero),
                left,
            )
            for kind in fork
        ]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The quantities and facts of a constraint.

    Attributes
    ----------
    see : takes a case, and returns the value from which the quantities are taken
    quantities : by name, as proofs write it
    facts : what proofs may take for granted; tests hold them to every small case
    outputs : by name, outputs that are made of a case, which proofs may speak of
    sketches : the name of a reading -> sketches of which each case of it is an instance of one, if there are any: on
        them the definitions of metrics are executed, to derive the required difference
    """

    see: Callable[[Case], Any]
    quantities: Mapping[str, Quantity]
    facts: tuple[Fact, ...]
    sketches: Callable[[str], Iterable[Sketch]] = lambda reading: ()
    outputs: Mapping[str, Construction] = field(default_factory=dict)

    def facts_of(self, reading: str, demand: str | None = None) -> list[Fact]:
        """The facts of a reading; with the words of a demand, those that hold in the cases that make it."""
        return [
            fact
            for fact in self.facts
            if (not fact.readings or reading in fact.readings)
            and (demand is None or not fact.demands or demand in fact.demands)
        ]


def vocabulary_of(constraint: Constraint) -> Vocabulary | None:
    """The vocabulary of a constraint, None where it declares none.

    Raises `DeclarationError` where the module that it names has no vocabulary.
    """
    return _vocabulary_in(constraint.vocabulary) if constraint.vocabulary else None


@cache
def _vocabulary_in(module: str) -> Vocabulary:
    try:
        found = import_module(module).VOCABULARY
    except (ImportError, AttributeError) as error:
        raise DeclarationError(
            f"the vocabulary {module!r} cannot be loaded: {error}; name a module that declares VOCABULARY"
        ) from None
    if not isinstance(found, Vocabulary):
        raise DeclarationError(f"{module}: VOCABULARY is a {type(found).__name__}, expected a Vocabulary")
    return found
