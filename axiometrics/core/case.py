"""A case: one gold, the outputs that are compared on it, and the demand on their scores.

Most constraints ask that one score be above another. Others ask for equal scores, for a score or a difference within a
bound, for the mean of several scores, for scores against different golds, or that some output attain a value. A
`Demand` says which of these is asked, and a `Case` carries what differs from case to case: the bound, the golds by
role, the parameters by role, and its own demand where a constraint has several parts. The alternative, a class for each
kind of constraint, was rejected: the search, the exact decision, `explain` and `verify` would then each know all kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from axiometrics.core.errors import DeclarationError
from axiometrics.core.margins import DOUBLE_ROUNDING
from axiometrics.core.rational import rational

FAILURES: Mapping[str, Mapping[int, str]] = {
    ">": {0: "tied", -1: "reversed"},
    ">=": {-1: "reversed"},
    "=": {1: "unequal", -1: "unequal"},
    "<=": {1: "exceeded"},
    "defined": {-1: "unattained"},
}
"""By each comparison, the relation that a failure has: by the sign of the signed sum less the bound."""


@dataclass(frozen=True)
class Demand:
    """The demand of a constraint on the scores of its outputs: how their signed sum over `roles` compares with the
    bound of the case, which is 0 by default.

    Attributes
    ----------
    roles, signs : the outputs by name, and whether the score of each is added (1), subtracted (-1) or only tells the
        order of outputs (0, `Case.falling`)
    words : the demand as reports show it
    by : `>`, `>=`, `=` or `<=`; or `defined`: every score has to be a number, and an undefined score is the failure.
        For all remaining demands a case with an undefined score is skipped
    some : for a role with several outputs, whether at least one of them has to meet the demand; otherwise the mean of
        their scores counts
    greatest : for a role with several outputs, whether the greatest of their scores counts in place of the mean
    below : a role and a number; the demand is made only if the score of the role is below the number

    >>> GAIN.excess({"better": 3, "worse": 1})
    2
    """

    roles: tuple[str, ...]
    signs: tuple[int, ...]
    words: str
    by: str = ">"
    some: bool = False
    greatest: bool = False
    below: tuple[str, Fraction] | None = None

    def __post_init__(self) -> None:
        if self.by not in FAILURES:
            raise DeclarationError(f"a demand compares by {', '.join(FAILURES)}, not by {self.by!r}")
        if not self.roles or len(self.roles) != len(self.signs) or set(self.signs) - {1, -1, 0}:
            raise DeclarationError(f"the demand {self.words!r} needs one sign, 1, -1 or 0, for each of its roles")
        if not any(self.signs):
            raise DeclarationError(f"the demand {self.words!r} compares no score: give one role the sign 1 or -1")
        if self.some and (len(self.roles) != 1 or self.greatest):
            raise DeclarationError(f"the demand {self.words!r} asks for some output: it has one role")

    @property
    def strict(self) -> bool:
        """Whether a tie fails the demand."""
        return self.by == ">"

    def excess(self, scores: Mapping[str, Any], bound: Any = 0) -> Any:
        """The signed sum minus the bound; `met` says whether its sign meets the demand."""
        first, *rest = (pair for pair in zip(self.roles, self.signs, strict=True) if pair[1])
        total = scores[first[0]] if first[1] > 0 else -scores[first[0]]
        for role, signed in rest:
            total = total + scores[role] if signed > 0 else total - scores[role]
        return total - bound if bound else total

    def made(self, scores: Mapping[str, Any]) -> bool:
        """Whether the demand is made for a case with these scores. For floats, only if rounding cannot change the
        answer.
        """
        if self.below is None:
            return True
        role, limit = self.below
        score = scores[role]
        return bool(score < (float(limit) - DOUBLE_ROUNDING if isinstance(score, float) else limit))

    def met(self, sign: int) -> bool:
        """Whether the demand is met if the signed sum minus the bound has this sign.

        >>> GAIN.met(0), NO_LOSS.met(0), NO_LOSS.met(-1)
        (False, True, False)
        """
        return sign not in FAILURES[self.by]

    def relation(self, sign: int) -> str:
        """The word for a failure of that sign: `tied`, `reversed`, ...; empty if the demand is met.

        >>> GAIN.relation(0), GAIN.relation(-1), GAIN.relation(1)
        ('tied', 'reversed', '')
        """
        return "" if self.met(sign) else "unattained" if self.some else FAILURES[self.by][sign]

    def to_json(self, bound: Fraction) -> dict[str, Any]:
        """The demand with the bound of a case, as the JSON of a counterexample has it."""
        signs = dict(zip(self.roles, self.signs, strict=True))
        data = {"signs": signs, "by": self.by, "bound": str(bound), "words": self.words}
        below = {"below": {self.below[0]: str(self.below[1])}} if self.below else {}
        kinds = {kind: True for kind in ("some", "greatest") if getattr(self, kind)}
        return data | kinds | below

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Demand:
        """The demand of that JSON; its bound is the case's."""
        signs = data["signs"]
        below = next(((role, rational(limit)) for role, limit in data.get("below", {}).items()), None)
        some, greatest = (data.get(kind, False) for kind in ("some", "greatest"))
        return cls(tuple(signs), tuple(signs.values()), data["words"], data["by"], some, greatest, below)


GAIN = Demand(("better", "worse"), (1, -1), "score(better) > score(worse)")
NO_LOSS = Demand(("better", "worse"), (1, -1), "score(better) >= score(worse)", ">=")
AT_LEAST_0 = Demand(("output",), (-1,), "score(output) >= 0", "<=")
AT_MOST_1 = Demand(("output",), (1,), "score(output) <= 1", "<=")
LARGER_LOSS = Demand(
    ("shallow_better", "shallow_worse", "deep_better", "deep_worse"),
    (1, -1, -1, 1),
    "score(shallow_better) - score(shallow_worse) > score(deep_better) - score(deep_worse)",
)
A_BEATS_B = Demand(("one_on_top", "many_below"), (1, -1), "score(A_n) > score(B_n)")
EQUAL = Demand(("one", "other"), (1, -1), "score(one) = score(other)", "=")
EQUAL_MEANS = Demand(("one", "other"), (1, -1), "mean of score(one) = mean of score(other)", "=")
TRIANGLE = Demand(
    ("first_second", "second_third", "first_third", "second_second"),
    (1, 1, -1, -1),
    "score(first_second) + score(second_third) - score(first_third) - score(second_second) <= 0",
    "<=",
)
NUMBER = Demand(("output",), (1,), "score(output) is a number", "defined")


class Call(NamedTuple):
    """One score for which a case asks: the score of an output against a gold, with these values of parameters."""

    output: Any
    gold: Any
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """One instance of a constraint: `outputs` by role, judged against `gold`; `edit` says in words how they differ.

    Gold and outputs are `Data` of the constraint's task.

    Attributes
    ----------
    gold : the gold of all roles for which `golds` has none
    outputs : by role, an output or a tuple of outputs; the demand says whether their mean, the greatest or one counts
    demand : the demand on this case, if it differs from the demand of its family
    bound : the number with which the signed sum of the scores is compared
    golds : the golds of roles that are judged against a gold of their own; for a role with several outputs, a gold or a
        tuple with a gold for each
    parameters : by role, values of parameters with which a metric scores its output, if it has such parameters
    falling : of a role with several outputs whose greatest score counts, for each of them the roles whose scores must
        not rise in this order; an output for which they do is left out
    tried : if the case shows the best of several outputs, the number of outputs
    """

    gold: Any
    outputs: Mapping[str, Any]
    edit: str = ""
    demand: Demand | None = None
    bound: Fraction = Fraction(0)
    golds: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tried: int = 0
    falling: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    def asked(self, family: Demand) -> Demand:
        """The demand on the case: its own, or else that of its family."""
        return family if self.demand is None else self.demand

    @property
    def is_plain(self) -> bool:
        """Whether each role has one output, judged against the gold of the case, and the demand is the family's."""
        return not self.demand and not self.bound and self.is_single

    @property
    def is_single(self) -> bool:
        """Whether each role has one output, judged against the gold of the case."""
        several = any(type(output) is tuple for output in self.outputs.values())
        return not several and not self.golds and not self.parameters

    def calls(self, role: str) -> tuple[Call, ...]:
        """The scores that a role asks for: one, or one for each of its outputs."""
        outputs, gold = self.outputs[role], self.golds.get(role, self.gold)
        parameters = self.parameters.get(role, {})
        if type(outputs) is not tuple:
            return (Call(outputs, gold, parameters),)
        golds = gold if type(gold) is tuple else (gold,) * len(outputs)
        return tuple(Call(output, own, parameters) for output, own in zip(outputs, golds, strict=True))

    def showing(self, role: str, index: int) -> Case:
        """The case with one of the outputs of a role, and the number of outputs from which it was taken."""
        calls = self.calls(role)
        golds = {role: calls[index].gold} if role in self.golds else {}
        return replace(self, outputs={role: calls[index].output}, golds=golds, tried=len(calls))

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The golds and outputs of the case."""
        return (self.gold, *_each(self.golds.values()), *_each(self.outputs.values()))

    @cached_property
    def documents(self) -> int:
        """The distinct documents named by gold and outputs together."""
        return len(frozenset().union(*(value.documents for value in self.values)))

    @cached_property
    def occurrences(self) -> int:
        """The occurrences in gold and outputs together."""
        return sum(int(value.size) for value in self.values)

    @property
    def size(self) -> tuple[int, int]:
        """The size by which cases are ordered: the number of documents, then the number of occurrences."""
        return self.documents, self.occurrences

    def closed(self) -> Case:
        """The same case in a closed collection, where the gold lists every document of the outputs.

        Only tasks with the trait `closed` have such cases; their golds have a method `closed(documents)`.
        """
        listed = {d for output in _each(self.outputs.values()) for d in output.documents}
        gold = self.gold.closed(listed)
        if gold is self.gold and not self.golds:
            return self
        golds = {
            role: tuple(part.closed(listed) for part in own) if type(own) is tuple else own.closed(listed)
            for role, own in self.golds.items()
        }
        return replace(self, gold=gold, golds=golds)

    def to_json(self, family: Demand | None = None) -> dict[str, Any]:
        """The case as the JSON of a counterexample has it: gold, outputs, the number of documents, and its own golds,
        parameters and number of tries, if it has any. The demand is that of the `family`, or else that of the case. It
        is left out of a plain case that compares by > or >=.
        """
        data = {
            "gold": self.gold.to_json(),
            "outputs": {role: _to_json(output) for role, output in self.outputs.items()},
            "documents": self.documents,
        }
        demand = family or self.demand
        if demand is not None and not (self.is_plain and demand.by in {">", ">="}):
            data["demanded"] = demand.to_json(self.bound)
        if self.golds:
            data["golds"] = {role: _to_json(gold) for role, gold in self.golds.items()}
        if self.parameters:
            data["parameters"] = {
                role: {name: str(value) for name, value in own.items()} for role, own in self.parameters.items()
            }
        return data | ({"tried": self.tried} if self.tried else {})


def first_difference(left: Iterable[object], right: Iterable[object]) -> int:
    """The first place, from 1, at which two sequences of one length differ, such as two runs of a case.

    >>> first_difference("abc", "axc")
    2
    """
    return next(place for place, (mine, theirs) in enumerate(zip(left, right, strict=True), 1) if mine != theirs)


def _each(values: Any) -> Sequence[Any]:
    return [part for value in values for part in (value if type(value) is tuple else (value,))]


def _to_json(value: Any) -> Any:
    return [part.to_json() for part in value] if type(value) is tuple else value.to_json()
