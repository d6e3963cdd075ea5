"""What the tests of the plain statements share: cases that a family lists and draws, and free ones that nobody chose.

A free case is a gold and outputs that no family made: every small world of the task (`WORLDS`), and listed cases that
were changed by chance (`CHANGES`, by the type of a value). A task that has neither in the tables of its `free_*` module
is compared on cases whose golds and outputs are exchanged with those of other cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice, permutations, product
from random import Random
from typing import Any

from axiometrics import registry
from axiometrics.core import family as families
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.family import CaseFamily, demands_of, followed_by, follows_cut
from axiometrics.generators.draws import Chance, RefusedError
from axiometrics.generators.larger import larger_cases
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.generators.topic_cases import AnyTopic
from axiometrics.verification.statements import Statement, statement

CUTS = (None, 1, 2, 3)
"""Ranks at which a metric stops looking, for families whose cases depend on it."""

CHOICES = {"base": ("shortest", "best")}
"""The values of the parameters on which cases depend."""

LISTED = 200
"""Listed cases of a reading, about, among which free cases are looked for."""

MADE = 60
"""Listed cases of a reading that are admitted one by one; larger listings give as many, spread over the sizes."""

DRAWN = 15
"""Larger cases that are drawn of each reading."""

FREE = 800
"""Cases of the small worlds, for each reading; of the larger worlds as many are drawn."""

DEAR = 6
"""How many times fewer cases are tried where each has many outputs."""

CHANGED = 100
"""Listed cases of each reading that are changed."""

SELDOM = {"classification": 3, "ordinal": 3}
"""Tasks of whose changed cases few are cases again: how many times as many are changed."""

DUELS = 20
"""The n from which on no duel is listed: more than the free cases have."""

MOST_CHANGED = 10
"""Documents of the largest case that is changed: to recognise larger ones takes some families minutes."""

LOOKUPS = 1000
"""Renamings that are tried, for each reading, to find free cases among the listed ones."""

MOST = 7
"""Documents of the largest case that is looked for among the listed ones: it is renamed in all ways."""

UNLISTED: set[str] = set()
"""Tasks whose free cases are not looked for among the listed ones, since their sizes do not count documents, or their
numbers are free; `test_small_worlds` does so.
"""

World = tuple[Any, Sequence[Any]]
"""A gold, and the outputs that are judged against it."""

WORLDS: dict[str, Callable[[], Iterator[World]]] = {}
"""By task, every small gold with its outputs."""

CHANGES: dict[type, Callable[[Any, Sequence[str], Random], Any]] = {}
"""By the type of a value: the value, the documents of the case, and chance -> a value that differs a little."""

NAMES: dict[str, Callable[[Case], Any]] = {}
"""By task or by the name of a constraint, what a case is whatever the names of its documents, where that can be said at
once; None of a case that no family lists.
"""

NORMAL: dict[str, Callable[[Any], Any]] = {}
"""By task, a gold or an output without what means nothing in the task: two that become equal are the same case."""


@dataclass(frozen=True)
class Place:
    """A reading, for a metric that looks at so many ranks and has these values of the parameters it speaks of."""

    constraint: Constraint
    reading: Reading
    cut: int | None = None

    def __str__(self) -> str:
        name = f"{self.constraint.name}@{self.reading.name}"
        cut = "" if self.cut is None else f", cut-off {self.cut}"
        return name + cut + "".join(f", {parameter}={value}" for parameter, value in self.reading.chosen)

    @property
    def family(self) -> Any:
        return self.reading.cases

    @property
    def task(self) -> str:
        return self.constraint.task

    @property
    def says(self) -> Statement:
        """The plain statement."""
        plain = statement(self.task, self.constraint.id, self.reading.name)
        assert plain is not None, self
        return plain

    def plain(self, shown: Case) -> list[Case]:
        """The cases that the plain statement finds in a gold and outputs."""
        return list(self.says(shown, self.cut, **dict(self.reading.chosen)))

    def recognised(self, shown: Case) -> bool:
        """Whether the family says that a gold and outputs are one of its cases."""
        if not any(set(demand.roles) <= set(shown.outputs) for demand in demands_of(self.family)):
            return False
        return not isinstance(families.stated(self.family, shown), str)

    @cached_property
    def listing(self) -> tuple[list[Case], int]:
        """Listed cases, sizes in their order, and the documents up to which they are all there are."""
        cases: list[Case] = []
        complete, family = 0, self.family
        if not isinstance(family, CaseFamily):
            return [family.case(n, closed) for n in range(2, DUELS) for closed in (False, True)], 0
        for size in range(1, family.largest(None) + 1):
            some = list(islice(family.cases(size), 4 * LISTED))
            cases += some
            if len(some) == 4 * LISTED:
                break
            complete = family.complete(size)
            if len(cases) > LISTED:
                break
        return cases, complete

    @cached_property
    def listed_names(self) -> frozenset[Any]:
        """The listed cases by their names."""
        cases, complete = self.listing
        some = [case for case in cases if case.documents <= min(complete, MOST) or self.naming]
        if self.task == "ranking":
            some += [case.closed() for case in some]
        return frozenset(self.name(case, order(sorted(documents(case)))) for case in some) - {None}

    @property
    def naming(self) -> Callable[[Case], Any] | None:
        """What a case is whatever the names of its documents, where that can be said at once."""
        return NAMES.get(self.constraint.name, NAMES.get(self.task))

    def name(self, shown: Case, names: Mapping[str, str]) -> Any:
        """What a case is with these names of documents."""
        if self.naming:
            return self.naming(shown)
        normal = NORMAL.get(self.task, lambda value: value)

        def named(value: Any) -> Any:
            if type(value) is tuple:
                return tuple(map(named, value))
            return normal(value.renamed({d: names.get(d, d) for d in value.documents}))

        golds = sorted((role, named(gold)) for role, gold in shown.golds.items())
        return named(shown.gold), tuple((role, named(shown.outputs[role])) for role in sorted(shown.outputs)), *golds


def places(constraint: Constraint, reading: Reading) -> Iterator[Place]:
    """A reading for each cut-off, and each value of a parameter, that makes a difference to it."""
    names = followed_by(reading.cases)
    for values in product(*(CHOICES[name] for name in names)):
        chosen = dict(zip(names, values, strict=True))
        followed = reading.following(chosen)
        for cut in CUTS if follows_cut(reading.cases) else (None,):
            if reading.too_short(cut) is None:
                yield Place(constraint, followed.within(cut), cut)


def stated_readings() -> Iterator[tuple[Constraint, Reading]]:
    """Every reading of the house that judges cases and is written a second time."""
    for constraint, reading in judging_readings():
        if statement(constraint.task, constraint.id, reading.name) is not None:
            yield constraint, reading


def judging_readings() -> Iterator[tuple[Constraint, Reading]]:
    """Every reading of the house that judges cases."""
    foreign = {constraint.name for constraint in registry.extensions().constraints}
    for constraint in registry.constraints():
        if constraint.name not in foreign and constraint.quantifier is not Quantifier.DESCRIBES:
            yield from ((constraint, reading) for reading in constraint.readings)


def order(names: Sequence[str]) -> dict[str, str]:
    """New names for documents in this order."""
    return {name: f"d{i}" for i, name in enumerate(names)}


def documents(case: Case) -> frozenset[str]:
    return frozenset().union(*(value.documents for value in case.values))


def shown(case: Case, demand: Demand, chance: Random) -> Case:
    """A case as a file shows it: its golds and outputs, of several outputs to be tried the one that came nearest."""
    if case.asked(demand).some:
        (role,) = case.asked(demand).roles
        case = case.showing(role, chance.randrange(len(case.calls(role))))
    return Case(case.gold, case.outputs, golds=case.golds)


def same(left: Case, right: Case, demand: Demand) -> bool:
    """Whether two cases demand the same of the same outputs, with the same bound and parameters."""
    questions = left.asked(demand), right.asked(demand)
    if questions[0] != questions[1] or left.bound != right.bound or dict(left.parameters) != dict(right.parameters):
        return False
    calls = [[{call[:2] for call in case.calls(role)} for role in questions[0].roles] for case in (left, right)]
    return calls[0] == calls[1] and _falling_of(left) == _falling_of(right)


def _falling_of(case: Case) -> dict[str, set[tuple[Any, Any]]]:
    """For each role, the outputs that count together with the orders that they need."""
    return {
        role: set(zip([call.output for call in case.calls(role)], orders, strict=True))
        for role, orders in case.falling.items()
    }


def made(place: Place, chance: Random, times: int = 1) -> Iterator[Case]:
    """Cases of the family: listed ones, the same with golds that list every document, and larger ones; `times` as many
    as are tried as a rule.
    """
    cases, _ = place.listing
    most = times * MADE
    some = cases if len(cases) <= most else [cases[i * len(cases) // most] for i in range(most)]
    yield from some
    if place.task == "ranking" or getattr(place.family, "closable", False):
        yield from (case.closed() for case in some)
    yield from drawn(place, chance, times)


def drawn(place: Place, chance: Random, times: int = 1) -> Iterator[Case]:
    """Larger cases of the family."""
    yield from larger_cases(place.family, chance, times * DRAWN, named=True)
    if drawable(place.family):
        for _ in range(times * DRAWN):
            try:
                yield random_case(place.family, Chance(chance.randrange(2**32)), chance.randint(2, 6))
            except RefusedError:
                continue


def free(place: Place, chance: Random, times: int = 1) -> Iterator[Case]:
    """Golds and outputs that no family chose, with the roles of a demand; `times` as many as are tried as a rule.

    Where a case has all orders of the documents of a topic, fewer are tried, because each takes a hundred times as
    long.
    """
    share = DEAR if isinstance(place.family, AnyTopic) or demands_of(place.family)[0].some else 1
    for demand in demands_of(place.family):
        yield from _worlds(place, demand.roles, chance, times * FREE // share)
    yield from _changed(place, chance, times * CHANGED * SELDOM.get(place.task, 1) // share)


def _worlds(place: Place, roles: Sequence[str], chance: Random, most: int) -> Iterator[Case]:
    """All small worlds, the outputs of each gold in all roles; of the larger ones as many cases by chance."""
    worlds, left = sorted(_golds(place.task), key=lambda world: len(world[1])), most
    for at, (gold, outputs) in enumerate(worlds):
        left -= len(outputs) ** len(roles)
        if left < 0:
            for gold, outputs in chance.choices(worlds[at:], k=most):
                yield Case(gold, {role: chance.choice(outputs) for role in roles})
            return
        for several in product(outputs, repeat=len(roles)):
            yield Case(gold, dict(zip(roles, several, strict=True)))


@cache
def _golds(of: str) -> tuple[World, ...]:
    return tuple(WORLDS[of]()) if of in WORLDS else ()


def _changed(place: Place, chance: Random, number: int) -> Iterator[Case]:
    cases = [*place.listing[0], *(case for case in drawn(place, chance) if case.documents <= MOST_CHANGED)]
    few = [shown(case, place.reading.demand, chance) for case in chance.sample(cases, min(len(cases), LISTED))]
    if not few:
        return
    for _ in range(number):
        case = chance.choice(few)
        for _ in range(chance.randint(1, 3)):
            case = changed(case, chance.choice(few), chance)
        yield case


def changed(case: Case, donor: Case, chance: Random) -> Case:
    """The case with a role, a gold or an output exchanged, or with a value that differs a little."""
    role, second = chance.choices(list(case.outputs), k=2)
    what, outputs, golds = chance.randrange(10), dict(case.outputs), dict(case.golds)
    names = sorted(documents(case))
    if what == 0:
        outputs[role], outputs[second] = outputs[second], outputs[role]
    elif what == 1:
        outputs[role] = donor.outputs.get(role, outputs[role])
    elif what == 2:
        return replace(case, gold=donor.gold)
    elif what == 3 and golds:
        golds[chance.choice(list(golds))] = chance.choice([case.gold, donor.gold, *golds.values()])
    elif what < 6:
        return replace(case, gold=_edited(case.gold, names, chance))
    else:
        outputs[role] = _edited(outputs[role], names, chance)
    return replace(case, outputs=outputs, golds=golds)


def _edited(value: Any, names: Sequence[str], chance: Random) -> Any:
    if type(value) is tuple:
        at = chance.randrange(len(value))
        return (*value[:at], _edited(value[at], names, chance), *value[at + 1 :])
    change = CHANGES.get(type(value))
    try:
        return value if change is None else change(value, names, chance)
    except AxiometricsError:
        return value


@dataclass
class Lookups:
    """What looks for free cases among the listed ones, as long as it may."""

    place: Place
    left: int = LOOKUPS

    def finds(self, case: Case) -> bool | None:
        """Whether a case is, but for the names of documents, a listed one; None where that is not to be known."""
        if self.place.task in UNLISTED:
            return None
        names = sorted(documents(case))
        if len(names) > min(self.place.listing[1], MOST) or self.left <= 0:
            return None
        for names_in_order in (names,) if self.place.naming else permutations(names):
            self.left -= 1
            name = self.place.name(case, order(names_in_order))
            if name is None or not self.place.listed_names:
                return None
            if name in self.place.listed_names:
                return True
        return False
