"""Find which readings imply which other readings, by the declarations of the constraints.

`core.implication` says what an implication is, and why it is declared. Here the names in declarations become readings,
so that the code that carries evidence, the verifier and the tests use one list. An implication of another distribution
about a constraint that is not installed is left out, because it says nothing about the installed ones. The built-in
implications must name known readings.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from axiometrics import registry
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.family import stated
from axiometrics.core.metric import Metric


@dataclass(frozen=True)
class Place:
    """A reading together with its constraint."""

    constraint: Constraint
    reading: Reading

    @cached_property
    def name(self) -> str:
        """The name in declarations of implications: `task:constraint@reading`."""
        return f"{self.constraint.name}@{self.reading.name}"

    @property
    def demand(self) -> Demand:
        """The demand that the reading makes on the scores of a case."""
        demand: Demand = self.reading.demand
        return demand

    def stated(self, case: Case, cut: int | None = None) -> Case | str:
        """The case in the form of this reading, for a metric that looks at so many ranks; or, as a text, the reason why
        it is not a case of the reading.

        An exception of the family, such as one of another package raises on an unexpected case, is a reason, too.
        """
        try:
            return stated(self.reading.within(cut).judged, case)
        except Exception as error:
            return f"its family raised {type(error).__name__}: {error}"

    def __str__(self) -> str:
        return self.name


class FalseImplicationError(Exception):
    """A case of the weaker reading is not a case of any of the readings that are declared to imply it."""


@dataclass(frozen=True)
class Link:
    """An implication with its readings. `carry` turns each case of `weaker` into a case of one of `stronger`.

    `source` names the constraint that declares it.
    """

    stronger: tuple[Place, ...]
    weaker: Place
    carry: Callable[[Case], Case]
    source: str = ""

    def __str__(self) -> str:
        many = len(self.stronger) > 1
        implies = f"{' and '.join(map(str, self.stronger))} {'together imply' if many else 'implies'} {self.weaker}"
        return f"{implies} (`implications` of the constraint {self.source})"

    def admitting(self, case: Case, cut: int | None = None) -> tuple[Place, Case]:
        """The stronger reading that admits a case of the weaker one, and the case in the form of that reading, for a
        metric that looks at so many ranks.

        Raises `FalseImplicationError` if no stronger reading admits it, because the declaration is then wrong.
        """
        try:
            there = self.carry(case)
        except Exception as error:
            raise self.contradicted(case, f"`carry` raised {type(error).__name__} on it: {error}", cut) from error
        reasons = []
        for place in self.stronger:
            stated = place.stated(there, cut)
            if not isinstance(stated, str):
                return place, stated
            reasons.append(f"{place} does not admit it ({stated})")
        raise self.contradicted(case, " and ".join(reasons), cut)

    def contradicted(self, case: Case, why: str, cut: int | None = None) -> FalseImplicationError:
        """The error for a case of the weaker reading that contradicts the declaration. `why` is the reason."""
        of = "" if cut is None else f", for a metric that looks at {cut} rank{'s' if cut > 1 else ''}"
        return FalseImplicationError(
            f"a declaration is wrong: it is declared that {self}. The case {shown(case)} is a case of {self.weaker}"
            f"{of}, and {why}. Correct the declaration, or the cases of one of these readings. "
            f"Nothing was proved by this declaration"
        )


def shown(case: Case) -> str:
    """A case in one line."""
    outputs = "; ".join(f"{role} {output}" for role, output in case.outputs.items())
    return f"(gold {case.gold}; {outputs})"


@cache
def implications() -> tuple[Link, ...]:
    """All implications that the constraints declare.

    Raises `DeclarationError` if a built-in one names a reading that is not declared, or if its stronger readings do not
    demand at least what the weaker one demands. Such an implication of another package is left out; for the second
    mistake a line on stderr says so.
    """
    places = {
        Place(c, r).name: Place(c, r)
        for c in registry.constraints()
        if c.quantifier is Quantifier.FOR_ALL
        for r in c.readings
    }
    foreign = {c.name for c in registry.extensions().constraints}
    links = []
    for constraint in registry.constraints():
        for declared in constraint.implications:
            names = [
                name if "@" in name else f"{constraint.name}@{name}" for name in (*declared.stronger, declared.weaker)
            ]
            if unknown := [name for name in names if name not in places]:
                if constraint.name in foreign:
                    continue
                raise DeclarationError(
                    f"{constraint.name} declares an implication about {unknown[0]}, which is not a reading of a "
                    f"constraint for all cases: write task:constraint@reading, or a reading of its own"
                )
            *stronger, weaker = (places[name] for name in names)
            try:
                for place in stronger:
                    _demand_weaker(place, weaker)
            except DeclarationError as error:
                if constraint.name not in foreign:
                    raise
                problem = f"{error}; the implication is left out"
                logging.getLogger("axiometrics").warning("axiometrics: warning: %s", problem)
                continue
            links.append(Link(tuple(stronger), weaker, declared.carry, constraint.name))
    return tuple(links)


@cache
def _about() -> dict[str, list[Link]]:
    """By the name of each reading, the implications in which it is one of the stronger readings."""
    by_place: dict[str, list[Link]] = {}
    for link in implications():
        for name in dict.fromkeys(place.name for place in link.stronger):
            by_place.setdefault(name, []).append(link)
    return by_place


def _demand_weaker(stronger: Place, weaker: Place) -> None:
    """Raise `DeclarationError` unless the stronger reading demands of a case the same as the weaker one, or more."""
    more, less = stronger.demand, weaker.demand
    same = (more.signs, more.some, more.greatest) == (less.signs, less.some, less.greatest)
    if not same or (more.by, less.by) not in {(less.by, less.by), (">", ">=")}:
        raise DeclarationError(
            f"{stronger} is declared to imply {weaker}, and asks for {more.words}, which does not imply {less.words}"
        )


def following(names: Collection[str]) -> set[str]:
    """The names of all readings that these readings imply together, including these readings.

    >>> sorted(following({"clustering:rag-bag@sizes"}))
    ['clustering:rag-bag@picture', 'clustering:rag-bag@sizes', 'clustering:rag-bag@universal']
    """
    implied = set(names)
    grown = True
    while grown:
        new = {
            link.weaker.name for link in implications() if {place.name for place in link.stronger} <= implied
        } - implied
        grown = bool(new)
        implied |= new
    return implied


def weaker(name: str) -> Iterator[tuple[Place, Callable[[Case], Case]]]:
    """The readings whose cases can refute the named reading. Each comes with a function that turns its cases into cases
    of the named reading. Where the named reading implies the weaker one only together with other readings, the result
    may be a case of one of these instead; `admits` tells whether it is a case of the named reading.

    >>> [place.name for place, _ in weaker("clustering:rag-bag@strong")]
    ['clustering:rag-bag@sizes', 'clustering:rag-bag@universal', 'clustering:rag-bag@picture']
    """
    seen = {name}
    waiting: list[tuple[str, Callable[[Case], Case]]] = [(name, lambda case: case)]
    while waiting:
        at, carried = waiting.pop(0)
        for link in _about().get(at, ()):
            if link.weaker.name not in seen:
                seen.add(link.weaker.name)
                through = _after(carried, link.carry)
                yield link.weaker, through
                waiting.append((link.weaker.name, through))


def _after(last: Callable[[Case], Case], first: Callable[[Case], Case]) -> Callable[[Case], Case]:
    return lambda case: last(first(case))


def agreeing(metric: Metric, task: str) -> Metric | None:
    """The metric of that task that gives the same values as this metric on the data of the task, with the parameters
    that both have. It is the metric itself if the metric is of the task, or if the task has the same data. None if no
    such metric is declared.

    >>> agreeing(registry.metric("rs-priority(n=2)"), "ranking").id
    'rs-ranking(n=2,wn=0.8,reading=listed)'
    """
    if task in registry.tasks.with_same_data(metric.task):
        return metric
    base = metric.agrees.get(task)
    if base is None:
        return None
    try:
        counterpart = registry.metric(base, (task,))
    except UnknownNameError:
        raise DeclarationError(f"{metric.base} says that it agrees with {base}, which is not declared") from None
    both = [p for p in counterpart.parameters if p.name in metric.values]
    meant = [p.name for p in both if p.when is None or metric.values.get(p.when[0]) == p.when[1]]
    return counterpart.with_values(**{name: metric.values[name] for name in meant})
