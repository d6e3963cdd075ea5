"""The protocols of families: the functions by which the other packages know the cases of a reading.

A reading quantifies over cases, and four parts of the house look at them in different ways. The search goes through all
small cases, in blocks and smallest first. The sampling draws larger ones. Counterexamples are carried to readings that
may have the same case. Proofs are compared with single cases. A family is the one declaration from which all four
derive, so that they cannot come to mean different cases. `generators.listed.PlainCases` makes a family of a plain
generator; the other families in `generators/` implement the protocol for speed.

`verify` sees one saved case and must say whether it is of the constraint, without asking the search. It does not ask
the family either, for what a family forgets would be forgotten twice: it has a plain statement of each reading
(`verification.statements`), to which tests hold the family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from axiometrics.core.case import Case, Demand


@runtime_checkable
class Family(Protocol):
    """The sizes of a family. A family is a hashable value, because results about its cases are kept under it."""

    def __hash__(self) -> int: ...

    @property
    def unit(self) -> str:
        """The unit of sizes, in words: documents, ranks or n. Messages and legends name it."""
        ...

    def largest(self, cap: int | None) -> int:
        """The size that is searched under a cap; without a cap, the default size.

        It is never above the cap, nor above the size to which the family can be searched in reasonable time; only a
        description has a grid that no cap changes. Evidence states it, so it must be the size that `blocks` reaches.
        """
        ...


class CaseBlock(Protocol):
    """Some cases that are judged together, because scoring them together is faster."""

    @property
    def least(self) -> int:
        """The documents of the smallest case. The search stops before a block that cannot have a smaller violation."""
        ...

    def __len__(self) -> int:
        """How many cases there are, which `verify` compares with the number that a file tells."""
        ...

    def judge(self, values: Any, closed: bool, below: tuple[int, int] | None, finer: Any = None) -> Any:
        """Score all cases by `values`, and return how many cases there are, how many are undefined, and, in the order
        of size, those that floats do not clear (`generators.blocks.FilteredCases`).
        """
        ...


@runtime_checkable
class CaseFamily(Family, Protocol):
    """The cases of a reading for all of which a demand is made."""

    @property
    def demand(self) -> Demand:
        """The demand on the scores of a case; its roles name the outputs."""
        ...

    def complete(self, largest: int) -> int:
        """The documents up to which no case is left out by a search of that size.

        A counterexample is called minimal only up to this number. It differs from `largest` where sizes do not count
        documents: a run of n ranks names more documents than n if the gold lists documents that are not retrieved.
        """
        ...

    def blocks(self, cap: int | None = None) -> Iterator[CaseBlock]:
        """All cases up to `largest(cap)`, in blocks whose `least` never falls: the search rests on that order."""
        ...

    def cases(self, size: int, /) -> Iterator[Case]:
        """Cases of that size one by one, from the definition; slow, and apart from `blocks`, which tests hold to it.

        Finite readings are verified by them: there each case must be yielded at its own size. Proofs are compared with
        the smallest of them. A family that counts ranks yields those of smaller sizes too.
        """
        ...

    def admits(self, case: Case, /) -> str | None:
        """Why the case is not one of the constraint, or None if it is.

        It is asked of cases of other readings, and `verify` asks it of saved cases of a constraint of another package.
        So it looks at gold and outputs alone, trusts no name of a document, and admits a case whose gold has been
        closed for a metric that needs every document listed.
        """
        ...


def stated(
    family: CaseFamily, case: Case, words: str = "", parameters: Mapping[str, Any] = MappingProxyType({})
) -> Case | str:
    """A saved case as a case of the constraint, with its demand; or, in words, why the constraint has no such case.

    Where the constraint has several cases of the same outputs, `words` and `parameters` say which is meant: the words
    of its demand, and by role the texts of the values of parameters.

    A family whose cases are plain says with `admits` whether this is one. A family whose cases have bounds, golds or
    demands of their own has a method `stated` that finds these anew.
    """
    own = getattr(family, "stated", None)
    if own is not None:
        answer: Case | str = own(case, words, parameters)
        return answer
    if not case.is_plain:
        return "the cases of this constraint have one output for each role, and one gold"
    return family.admits(case) or case


@runtime_checkable
class DuelFamily(Family, Protocol):
    """Duels of two outputs, one duel for each n, as a threshold needs them."""

    @property
    def demand(self) -> Demand:
        """The demand that the first output wins."""
        ...

    @property
    def first_n(self) -> int:
        """The least n."""
        ...

    def relevant(self, n: int, /) -> int:
        """The relevant documents in the collection."""
        ...

    def runs(self, n: int, /) -> tuple[Sequence[int], Sequence[int]]:
        """The first and the second output of that n, as grades in rank order."""
        ...

    def universe(self, cap: int | None) -> Any:
        """Both outputs of every n up to `largest(cap)`, to be scored together (`generators.blocks.Universe`)."""
        ...

    def case(self, n: int, closed: bool = False) -> Case:
        """The duel of that n; `closed` lists every document in the gold."""
        ...

    def admits(self, case: Case, /) -> str | None:
        """Why the case is not such a duel, or None if it is."""
        ...


@runtime_checkable
class SeriesFamily(Family, Protocol):
    """Series of random outputs, which describe a metric and judge nothing."""

    def series(self, cap: int | None) -> Iterator[tuple[str, Any]]:
        """For each gold up to `largest(cap)` its name, and the random outputs of each step with their chances."""
        ...


Cases = CaseFamily | DuelFamily | SeriesFamily
"""The family of cases over which a reading quantifies."""


def parameters_of(family: Cases) -> tuple[str, ...]:
    """The parameters of metrics whose values distinguish the roles of a family's cases: as a rule none."""
    names: tuple[str, ...] = getattr(family, "parameters", ())
    return names


def grid_of(family: Cases) -> str:
    """The numbers and shapes that a family is searched on, in words, where cases of one size may have any of infinitely
    many numbers: scores, probabilities, lengths of text. Empty where all cases up to a size are searched.
    """
    words: str = getattr(family, "grid", "")
    return words


def demands_of(family: CaseFamily | DuelFamily) -> tuple[Demand, ...]:
    """All demands that the cases of a family make, as it declares them: as a rule one."""
    declared: tuple[Demand, ...] = getattr(family, "demands", ())
    return declared or (family.demand,)


def ranks_of(family: Cases) -> int:
    """The ranks that every run of a family has at least; most families do not say, since all but the first count."""
    least: int = getattr(family, "ranks", 1)
    return least


def follows_cut(family: Cases) -> bool:
    """Whether the cases depend on the rank at which a metric stops looking."""
    return hasattr(family, "within")


def within(family: Cases, cut: int | None) -> Cases:
    """The family as it is asked of a metric that looks at so many ranks: the same, unless it has a method `within`."""
    if cut is None or not follows_cut(family):
        return family
    made: Cases = family.within(cut)  # type: ignore[union-attr]
    return made


def followed_by(family: Cases) -> Mapping[str, str]:
    """The parameters of a metric, besides its cut-off, on whose values the cases depend, as a rule none; with the value
    that is meant where a metric has no such parameter.

    A statement may speak of something that the metric itself has to choose, such as the recall base.
    """
    values: Mapping[str, str] = getattr(family, "follows", {})
    return values


def chosen(family: Cases, values: Mapping[str, Any]) -> Mapping[str, str]:
    """The parameters that a family follows, by name, each with the value that the metric has; the family's default
    where the metric has no such parameter.
    """
    return {name: values.get(name, default) for name, default in followed_by(family).items()}


def following(family: Cases, values: Mapping[str, Any]) -> Cases:
    """The family as it is asked of a metric with these values of parameters: the same, unless it follows some."""
    choice = chosen(family, values)
    if not choice:
        return family
    made: Cases = family.following(choice)  # type: ignore[union-attr]
    return made
