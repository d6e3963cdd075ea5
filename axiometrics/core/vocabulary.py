"""A vocabulary: the quantities of a constraint's cases that proofs use, with the facts that hold for them.

A proof about all cases of a constraint cannot list the cases. It uses numbers that every case has (the rank of the
upper document, the size of the larger cluster), and facts that hold for these numbers in every case. The vocabulary of
a constraint is where both are declared, once for all proofs. A constraint names the module of its vocabulary
(`Constraint.vocabulary`), which is loaded when a proof needs it. The search does not load it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import DeclarationError
from axiometrics.core.exact import Exact


class Mark(StrEnum):
    """The reason why a fact is true.

    A fact of the mark `SKETCH` follows from the sketches of all cases, which the kernel shows for each proof. A
    `DEFINITION` is true by the definition of the reading or of the quantity. `ARITHMETIC` follows from the
    definitions by counting, by rearranging finite sums, or by steps that the kernel checks. A `LEMMA` is a mathematical
    statement that is used without a proof.
    """

    SKETCH = "sketch"
    DEFINITION = "definition"
    ARITHMETIC = "arithmetic"
    LEMMA = "lemma"


@dataclass(frozen=True)
class Quantity:
    """A number that every case has.

    Attributes
    ----------
    means : the meaning in words
    of : a function that takes the quantity from a case, in the form that `Vocabulary.see` returns
    whole : whether the quantity is a whole number
    given : in place of `of`, a function of the case and the metric's parameters
    score : in place of both, for a score: the function of the metric's definition, and the role of the output
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
        score: Exact = function(call.output, call.gold, **{**parameters, **call.parameters})
        return score


@dataclass(frozen=True)
class Fact:
    """A statement about quantities that holds in every case of these readings (of all readings unless given), with its
    mark and the reason why it holds.

    Attributes
    ----------
    demands : if the cases of a reading make different demands, the words of the demands for whose cases the fact holds
    each : if the fact is about a sum, an argument about one of its terms, which the kernel checks; `why` says how the
        terms add up
    tried : for a lemma, which proof was tried, and where it stopped
    """

    text: str
    mark: Mark = Mark.SKETCH
    why: str = "the sketches of all cases show it"
    readings: tuple[str, ...] = ()
    demands: tuple[str, ...] = ()
    each: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    tried: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Construction:
    """One output that is constructed for a role with several outputs. A proof shows that this output meets the demand,
    or that the greatest score is at least as high as its score.

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
    """A part of the cases of a sketch, with the facts that hold for this part only.

    Attributes
    ----------
    values : the values of quantities that are known in this part
    not_negative, positive, zero : numbers that a definition may treat as not negative, positive, or zero
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    not_negative: tuple[Any, ...] = ()
    positive: tuple[Any, ...] = ()
    zero: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Sketch:
    """All cases of a reading at once, in symbols.

    It has the outputs by role, in the form that definitions take in place of documents; the values of the quantities,
    or a function of the metric's parameters where a quantity depends on them; and the numbers that are not negative, or
    above 0, by the facts.

    `forks` divide the cases into kinds: in each fork, each case belongs to one kind. The kinds are treated separately
    where a definition or a proof depends on something that differs between cases, such as whether there is a single
    cluster. `parameter_forks` gives the forks if they depend on the metric's parameters.

    `demand` is what these cases demand if the cases of the reading demand different things, and `bound` is their bound.
    """

    outputs: Mapping[str, Any]
    values: Mapping[str, Any]
    not_negative: tuple[Any, ...] = ()
    positive: tuple[Any, ...] = ()
    zero: tuple[Any, ...] = ()
    forks: tuple[tuple[Kind, ...], ...] = ()
    parameter_forks: Callable[[Mapping[str, Any]], tuple[tuple[Kind, ...], ...]] | None = None
    demand: Demand | None = None
    bound: Any = 0

    def apart(self, names: Iterable[str]) -> list[Sketch]:
        """Its cases by their kinds: by the first fork that says what one of these quantities is, or else the first.

        There are none where it has no forks.
        """
        if not self.forks:
            return []
        wanted = set(names)
        fork = next((fork for fork in self.forks if any(wanted & set(kind.values) for kind in fork)), self.forks[0])
        left = tuple(remaining for remaining in self.forks if remaining is not fork)
        return [
            replace(
                self,
                values={**self.values, **kind.values},
                not_negative=(*self.not_negative, *kind.not_negative),
                positive=(*self.positive, *kind.positive),
                zero=(*self.zero, *kind.zero),
                forks=left,
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
    facts : the statements that proofs may use; tests check them on every small case
    outputs : by name, outputs constructed from a case, which proofs may use
    sketches : the name of a reading -> its sketches, if there are any; each case is an instance of one of them. The
        definitions of metrics are executed on sketches, to derive the required difference
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
        vocabulary = import_module(module).VOCABULARY
    except (ImportError, AttributeError) as error:
        raise DeclarationError(
            f"the vocabulary {module!r} cannot be loaded: {error}; name a module that declares VOCABULARY"
        ) from None
    if not isinstance(vocabulary, Vocabulary):
        raise DeclarationError(f"{module}: VOCABULARY is a {type(vocabulary).__name__}, expected a Vocabulary")
    return vocabulary
