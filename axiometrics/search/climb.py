"""Climbs beyond the enumerated sizes from small cases towards a violation. Each step goes to the cases whose required
difference is smallest.

Violations that are too large to be enumerated are seldom found by random draws, because they need many documents of few
kinds at the right places: weights are greatest at the top, and differences are smallest at the bottom. The variants of
a case (`axiometrics.generators.variants`) have more documents of a kind, or fewer. The climb takes the variants that
come nearest to a violation, and the variants of these, for as many decisions as it may take. It knows neither tasks
nor metrics, so any family serves whose cases have variants.

Nearness is the required difference, to so many places that rounding in floats leaves equal ones equal. Where a demand
compares two differences, it is also the required difference over the spread of the scores: else a climb would only make
all scores alike. Both are followed side by side. Floats decide a case where they clear their margin, since a climb only
looks for a case: the cases that it finds are decided exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.family import CaseFamily
from axiometrics.core.organization import Level, Organization
from axiometrics.search.decisions import Decision
from axiometrics.search.judge import FilteringJudge, MetricFailedError

MOST, SHRINKING = 600, 200
"""Decisions that a climb may take, and further ones to make a violation smaller."""

STARTS, LISTED = 40, 400
"""Cases that a climb starts from, and of how many of the smallest of a size they are taken."""

LARGEST = 30
"""The number of documents of the largest case that is tried. Beyond it, differences are smaller than what anybody would
call a violation.
"""

BEAM = 3
"""How many cases each kind of nearness keeps at a step."""

BATCH = 64
"""How many cases are scored together, in floats."""

PLACES = 12
"""The decimal places to which required differences are compared. The floats of equal scores differ by less."""

KEPT = 128
"""How many cases have their variants cached, because the next metrics often reach the same cases."""

Variants = Callable[[Any, Case], Iterator[Case]]
"""A function from the gold of a case and the case to cases that differ little from it. These need not be cases of the
family.
"""

Named = tuple[Hashable, Case]
"""A case with a key. Cases that differ only in the names of their documents have the same key."""


@dataclass
class Climb:
    """The result of a climb.

    Attributes
    ----------
    tried : how many cases were decided
    violation : a violation from which no variant takes a document away, or None
    """

    tried: int = 0
    violation: tuple[Case, Decision] | None = None


@dataclass
class _Climber:
    judge: FilteringJudge
    family: CaseFamily
    variants: Variants
    most: int
    climb: Climb = field(default_factory=Climb)
    known: set[Hashable] = field(default_factory=set)

    def decided(self, cases: Iterable[Named]) -> Iterator[tuple[Case, Decision]]:
        """Decide the cases that were not decided before, as long as decisions are left. Give each with its decision."""
        new = ((key, case) for key, case in cases if key not in self.known)
        while batch := list(islice(new, min(BATCH, self.most - self.climb.tried))):
            decisions = self.judge.filtered([self.asked(case) for _, case in batch], self.family.demand)
            for (key, case), decision in zip(batch, decisions, strict=True):
                self.known.add(key)
                self.climb.tried += 1
                if decision.sign is not None:
                    yield case, decision

    def steps(self, case: Case) -> Sequence[Named]:
        """The variants of a case that are cases of the family."""
        return _steps(self.family, self.variants, case.gold, tuple(case.outputs.items()), case.edit)

    def asked(self, case: Case) -> Case:
        """Return the case as the metric takes it. Some metrics need a gold that lists every document."""
        return case.closed() if self.judge.closed else case

    def violated(self, decision: Decision) -> bool:
        return decision.sign is not None and not self.family.demand.met(decision.sign)

    def nearest(self, decided: list[tuple[Case, Decision]]) -> list[tuple[Case, Decision]]:
        """The cases that come nearest to a violation, by each kind of nearness."""
        demand, chosen = self.family.demand, dict[int, tuple[Case, Decision]]()
        kinds = (_difference, _share) if len(demand.roles) > 2 else (_difference,)
        for near in kinds:
            order = sorted(
                range(len(decided)), key=lambda i: near(demand.excess(decided[i][1].scores), decided[i][1].scores)
            )
            chosen |= {i: decided[i] for i in order[:BEAM]}
        return list(chosen.values())

    def go(self, starts: Iterable[Named]) -> None:
        """Climb from these cases until a violation is found, no variant is new, or no decision is left."""
        new = self.until_violated(self.decided(starts))
        while new and self.climb.violation is None:
            new = self.until_violated(pair for case, _ in self.nearest(new) for pair in self.decided(self.steps(case)))

    def until_violated(self, decided: Iterable[tuple[Case, Decision]]) -> list[tuple[Case, Decision]]:
        """Return the decided cases up to the first violation, and keep that violation."""
        seen = []
        for pair in decided:
            seen.append(pair)
            if self.violated(pair[1]):
                self.climb.violation = pair
                break
        return seen

    def shrink(self) -> None:
        """Make the violation smaller, as long as a variant with fewer documents is a violation too."""
        self.known.clear()
        self.most = self.climb.tried + SHRINKING
        while self.climb.violation is not None:
            case, _ = self.climb.violation
            smaller = ((key, variant) for key, variant in self.steps(case) if variant.size < case.size)
            smallest = next((pair for pair in self.decided(smaller) if self.violated(pair[1])), None)
            if smallest is None:
                return
            self.climb.violation = smallest


def climb(
    judge: FilteringJudge, family: CaseFamily, variants: Variants, beyond: int, seed: int = 0, most: int = MOST
) -> Climb:
    """Climb from the smallest cases of a family, of at most `beyond` documents; equal for equal seeds.

    A metric that fails on a case ends the climb, with what it found before.
    """
    climber = _Climber(judge, family, variants, most)
    if family.demand.by not in {">", ">="}:  # an equality has no nearness, and a bound is not the family's
        return climber.climb
    try:
        climber.go(_admitted(family, _starts(family, beyond, seed)))
        climber.shrink()
    except MetricFailedError:
        pass
    if climber.climb.violation is not None:
        case = climber.asked(climber.climb.violation[0])
        climber.climb.violation = case, judge.decide(case, family.demand)
    return climber.climb


@lru_cache(maxsize=KEPT)
def _steps(
    family: CaseFamily, variants: Variants, gold: Any, outputs: tuple[tuple[str, Any], ...], edit: str
) -> tuple[Named, ...]:
    """The variants of a case that are cases of the family. They are the same for all metrics, so they are kept."""
    return tuple(_admitted(family, variants(gold, Case(gold, dict(outputs), edit))))


def _admitted(family: CaseFamily, cases: Iterable[Case]) -> Iterator[Named]:
    """Yield those of the cases that are in the family, each with its key. Of several cases with one key, only the first
    is yielded.
    """
    seen: set[Hashable] = set()
    for case in cases:
        if case.is_plain and family.admits(case) is None and case.documents <= LARGEST:
            key = _renamed(case)
            if key not in seen:
                seen.add(key)
                yield key, case


def _starts(family: CaseFamily, beyond: int, seed: int) -> Iterator[Case]:
    """Some of the smallest cases of the least two sizes that have any."""
    chance, sizes = random.Random(seed), 0
    for size in range(1, beyond + 1):
        listed = list(islice(family.cases(size), LISTED))
        if listed:
            yield from chance.sample(listed, min(STARTS, len(listed)))
            sizes += 1
        if sizes == 2:
            return


def _difference(excess: Any, scores: Mapping[str, Any]) -> float:
    return round(float(excess), PLACES)


def _share(excess: Any, scores: Mapping[str, Any]) -> float:
    values = [float(score) for score in scores.values()]
    spread = round(max(values) - min(values), PLACES)
    return _difference(excess, scores) / spread if spread else float("inf")


def _renamed(case: Case) -> Hashable:
    """Return the case with its documents numbered in their order of appearance: equal only for cases that differ in
    names alone.
    """
    number: dict[str, int] = {}

    def numbered(level: Level) -> Hashable:
        if len(level) == 1 and len(level[0]) == 1:
            return number.setdefault(level[0][0], len(number))
        return tuple(sorted([tuple(sorted([number.setdefault(d, len(number)) for d in c])) for c in level]))

    return tuple(
        (tuple([numbered(level) for level in side.levels]), side.tail) if isinstance(side, Organization) else side
        for side in (*case.outputs.values(), case.gold)
    )
