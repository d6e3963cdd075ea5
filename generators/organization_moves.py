"""Filtering and ranking constraints within larger organizations: documents moved between the levels of any output,
judged against any gold.

A document that the gold does not list stands in its tail, below its levels; what is moved is alone in its cluster
before and after, so that no cluster changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from axiometrics.core.case import GAIN, Case, Demand
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Block, BySize
from axiometrics.generators.listed import listed_block
from axiometrics.generators.organizations import (
    Outputs,
    Shape,
    documents,
    labelled,
    levels,
    once_named,
    shapes,
    tidy,
)

Move = Callable[[Shape, Shape], Iterator[tuple[Outputs, str]]]
"""A gold and an output -> the outputs by role, and in words what was done."""

KINDS = ("plain", "levels", "clustered")
"""What golds and outputs are: without clusters, one document a level in the output; without clusters; any."""


@dataclass(frozen=True)
class Moves(BySize):
    """Every small gold and output, each document listed once, and each way to move documents of the output.

    Attributes
    ----------
    move : makes the outputs of a gold and an output
    recognise : why the outputs of a case are none of the move's, or None; looks at the organizations alone, whatever
        their size
    kind : one of `KINDS`
    tail : whether gold and outputs have the tail; without it they list the same documents
    same : whether gold and outputs list the same documents even with tail
    grades : the most levels of a gold, None for any number
    sets : levels of the gold, and the most of an output, where they are bounded
    pairs : the exchanges of two documents that a case holds; 0 where one document is moved or added
    fresh : documents that the move adds
    default, greatest : documents searched unless told, and at most
    further : a part of this family that is searched beyond its default size, up to its own
    """

    move: Move
    recognise: Callable[[Case], str | None]
    kind: str = "clustered"
    tail: bool = True
    same: bool = False
    grades: int | None = None
    sets: int | None = None
    pairs: int = 0
    fresh: int = 0
    default: int = 4
    greatest: int = 5
    demand: Demand = GAIN
    further: Moves | None = None

    def cases(self, number: int) -> Iterator[Case]:
        """Every case of that many documents, once up to names."""
        yield from _cases(self, number)

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """All cases up to the cap, by the number of documents, and beyond it those of `further`, unless the cap is
        below the default.
        """
        largest = self.largest(cap)
        beyond = 0 if self.further is None or largest < self.default else self.further.default
        for number in range(1, max(largest, beyond) + 1):
            family = self if number <= largest or self.further is None else self.further
            found = _cases(family, number)
            if found:
                yield listed_block(self.demand, found, number, (family, number))

    def moves(self, gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
        """The outputs of each move of an output, and in words what was done, as far as they have no more levels than
        they may.
        """
        if self.sets in (None, len(gold)):
            for outputs, words in self.move(gold, output):
                if self.sets is None or all(len(shape) <= self.sets for shape in outputs.values()):
                    yield outputs, words

    def fits_output(self, output: Shape) -> bool:
        """Whether the documents of an output stand as the kind says."""
        return self.kind == "clustered" or all(
            len(cluster) == 1 and (self.kind == "levels" or len(level) == 1) for level in output for cluster in level
        )

    def admits(self, case: Case) -> str | None:
        """Why the case is not an instance, or None; looks at the organizations alone."""
        sides = (case.gold, *case.outputs.values())
        if any(organization.tail != self.tail for organization in sides):
            return f"gold and outputs are to {'have a' if self.tail else 'be without'} tail"
        if any(organization.size != len(organization.documents) for organization in sides):
            return "a document is repeated"
        if not case.gold.documents:
            return "the gold lists nothing"
        if (self.same or not self.tail) and any(
            output.documents != case.gold.documents for output in case.outputs.values()
        ):
            return "gold and outputs do not list the same documents"
        return self._other_kind(case) or self.recognise(case)

    def _other_kind(self, case: Case) -> str | None:
        sides = [levels(organization) for organization in (case.gold, *case.outputs.values())]
        if self.kind != "clustered" and any(len(cluster) > 1 for side in sides for level in side for cluster in level):
            return "a cluster holds several documents"
        if self.kind == "plain" and any(level.total() > 1 for side in sides[1:] for level in side):
            return "a level of an output holds several documents"
        if self.grades is not None and len(sides[0]) > self.grades:
            return f"the gold is to have {self.grades} levels at most"
        if self.sets is not None and (len(sides[0]) != self.sets or any(len(side) > self.sets for side in sides)):
            return f"the gold is to have {self.sets} levels, and the outputs no more"
        return None


@cache
def _cases(family: Moves, number: int) -> tuple[Case, ...]:
    return once_named(_moved(family, number), family.tail)


def _moved(family: Moves, named: int) -> Iterator[tuple[Shape, Outputs, str]]:
    number = named - family.fresh
    same = family.same or not family.tail
    for own in range(number if same else 1, number + 1):
        for output in filter(family.fits_output, shapes(own)):
            for kept in (own,) if same else range(own + 1):
                for known in combinations(range(own), kept):
                    chosen = (*known, *range(own, number))
                    for gold in _golds(chosen, family.kind == "clustered", family.grades):
                        for outputs, words in family.moves(gold, output):
                            yield gold, outputs, words


@cache
def _golds(chosen: tuple[int, ...], clustered: bool, grades: int | None) -> tuple[Shape, ...]:
    known = labelled(chosen) if clustered else ordered(chosen)
    return tuple(gold for gold in known if gold and (grades is None or len(gold) <= grades))


@cache
def ordered(chosen: tuple[int, ...]) -> tuple[Shape, ...]:
    """Every organization of exactly these documents without clusters: as many as there are weak orders (OEIS A000670).

    >>> [len(ordered(tuple(range(n)))) for n in range(5)]
    [1, 1, 3, 13, 75]
    """
    if not chosen:
        return ((),)
    tops = (top for size in range(1, len(chosen) + 1) for top in combinations(chosen, size))
    return tuple(
        (tuple((d,) for d in top), *below)
        for top in tops
        for below in ordered(tuple(d for d in chosen if d not in top))
    )


def grades(gold: Shape) -> dict[int, int]:
    """The level of each document of the gold."""
    return {d: i for i, level in enumerate(gold) for cluster in level for d in cluster}


def standing(organization: Organization) -> Mapping[str, int]:
    """The level of each document listed, counting the levels that have any."""
    return {d: i for i, level in enumerate(levels(organization)) for cluster in level for d in cluster}


# --- two documents exchanged


def _lone(shape: Shape, i: int) -> list[int]:
    return [cluster[0] for cluster in shape[i] if len(cluster) == 1]


def _exchanges(gold: Shape, output: Shape) -> Iterator[tuple[int, tuple[int, int], Shape]]:
    """The exchanges of two documents that the output has in the order of the gold. Each entry holds the number of the
    upper level, the gold levels of the two documents, and the output after the exchange.
    """
    grade, tail = grades(gold), len(gold)
    for i, d, e, changed in _neighbours_exchanged(output):
        stands = grade.get(d, tail), grade.get(e, tail)
        if stands[0] < stands[1]:
            yield i, stands, changed


@cache
def _neighbours_exchanged(output: Shape) -> tuple[tuple[int, int, int, Shape], ...]:
    """Every exchange of two documents that are alone in their clusters and stand on neighbouring levels. Each entry
    holds the number of the upper level, the upper document, the lower document, and the output after the exchange.
    The result is the same for every gold, so it is kept.
    """
    found = []
    for i in range(len(output) - 1):
        for d in _lone(output, i):
            for e in _lone(output, i + 1):
                name = {d: e, e: d}
                changed = [[tuple([name.get(f, f) for f in cluster]) for cluster in level] for level in output]
                found.append((i, d, e, tidy(changed)))
    return tuple(found)


def exchanged(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output, and itself with two documents of neighbouring levels, the upper one higher in the gold too,
    exchanged.
    """
    for i, _, shape in _exchanges(gold, output):
        yield {"better": output, "worse": shape}, f"documents of levels {i + 1} and {i + 2} exchanged"


def exchanged_twice(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The same exchange, of documents of the same gold levels, on two levels and on two others below them."""
    found = list(_exchanges(gold, output))
    for i, high, shallow in found:
        for j, low, deep in found:
            if i + 1 < j and high == low:
                outputs = {
                    "shallow_better": output,
                    "shallow_worse": shallow,
                    "deep_better": output,
                    "deep_worse": deep,
                }
                yield outputs, f"documents of levels {i + 1} and {i + 2} exchanged, or of levels {j + 1} and {j + 2}"


def _exchange(gold: Organization, better: Organization, worse: Organization) -> tuple[int, tuple[int, int]] | None:
    """The level of the upper document and the gold levels of the two, where worse is better with two lone documents
    exchanged against the gold's order.
    """
    before, after, grade = standing(better), standing(worse), standing(gold)
    if set(before) != set(after):
        return None
    changed = sorted((d for d in before if before[d] != after[d]), key=lambda d: before[d])
    if len(changed) != 2 or before[changed[1]] != before[changed[0]] + 1:
        return None
    d, e = changed
    name = {d: e, e: d}
    renamed = [
        Counter({frozenset(name.get(f, f) for f in cluster): k for cluster, k in level.items()})
        for level in levels(better)
    ]
    lone = all(frozenset({f}) in level for f, level in ((d, levels(better)[before[d]]), (e, levels(better)[before[e]])))
    tail = len(levels(gold))
    stands = grade.get(d, tail), grade.get(e, tail)
    return (before[d], stands) if lone and renamed == levels(worse) and stands[0] < stands[1] else None


def is_exchanged(case: Case) -> str | None:
    """Worse is better with two lone documents of neighbouring levels exchanged against the gold's order."""
    if _exchange(case.gold, case.outputs["better"], case.outputs["worse"]) is None:
        return "worse is not better with two lone documents of neighbouring levels exchanged against the gold's order"
    return None


def is_exchanged_twice(case: Case) -> str | None:
    """From one output, the same exchange on two levels and on two others below them."""
    outputs = case.outputs
    if levels(outputs["shallow_better"]) != levels(outputs["deep_better"]):
        return "shallow_better and deep_better differ"
    shallow, deep = (
        _exchange(case.gold, outputs[f"{side}_better"], outputs[f"{side}_worse"]) for side in ("shallow", "deep")
    )
    if shallow is None or deep is None:
        return (
            "a worse output is not the better one with two lone documents of neighbouring levels "
            "exchanged against the gold's order"
        )
    return (
        None
        if shallow[0] + 1 < deep[0] and shallow[1] == deep[1]
        else "the exchanges are not alike, the shallow one wholly above the deep one"
    )


# --- one document moved a step


@cache
def _steps(output: Shape) -> tuple[tuple[int, bool, tuple[int, ...], Shape], ...]:
    """Every way to move a document that is alone in its cluster by one step: to the next level, or to a new level of
    its own. Each entry holds the document, whether it moves up, the documents whose order relative to it changes, and
    the output after the move. The result is the same for every gold, so it is kept.
    """
    found = []
    for i, level in enumerate(output):
        for d in _lone(output, i):
            rest = [cluster for cluster in level if cluster != (d,)]
            mates = tuple(e for cluster in rest for e in cluster)
            left = [*map(list, output[:i]), rest, *map(list, output[i + 1 :])]
            for up in (True, False):
                j = i - 1 if up else i + 1
                if 0 <= j < len(output):
                    joined = [[*other, (d,)] if k == j else other for k, other in enumerate(left)]
                    found.append((d, up, mates + tuple(e for cluster in output[j] for e in cluster), tidy(joined)))
                if mates:
                    at = i if up else i + 1
                    found.append((d, up, mates, tidy([*left[:at], [(d,)], *left[at:]])))
    return tuple(found)


def stepped(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output (worse), and itself with a lone document moved a step the way the gold has it, past none that the gold
    puts on the other side.
    """
    grade, tail = grades(gold), len(gold)
    for d, up, passed, shape in _steps(output):
        sides = [(grade.get(e, tail) - grade.get(d, tail)) * (1 if up else -1) for e in passed]
        if min(sides) >= 0 and any(sides):
            yield {"better": shape, "worse": output}, f"a document moved one step {'up' if up else 'down'}"


def _place(organization: Organization, d: str) -> tuple[list[Counter[frozenset[str]]], int] | None:
    """The levels without a lone document, and where it stands: 2k + 1 on level k of them, 2k alone above level k; None
    where it is not alone in a cluster.
    """
    rest: list[Counter[frozenset[str]]] = []
    place = None
    for level in levels(organization):
        if level[frozenset({d})]:
            mates = level - Counter({frozenset({d}): 1})
            place = 2 * len(rest) + bool(mates)
            level = mates
        if level:
            rest.append(level)
    return None if place is None else (rest, place)


def is_stepped(case: Case) -> str | None:
    """Better is worse with a lone document moved a step the way the gold has it, past none that the gold puts on the
    other side.
    """
    better, worse = case.outputs["better"], case.outputs["worse"]
    grade, tail = standing(case.gold), len(levels(case.gold))
    for d in sorted(better.documents & worse.documents):
        after, before = _place(better, d), _place(worse, d)
        if after is None or before is None or after[0] != before[0]:
            continue
        start, end = before[1], after[1]
        if not (abs(end - start) == 1 or (abs(end - start) == 2 and start % 2)):
            continue
        low, high = sorted((start, end))
        passed = [
            e for k, level in enumerate(after[0]) if low <= 2 * k + 1 <= high for cluster in level for e in cluster
        ]
        sides = [(grade.get(e, tail) - grade.get(d, tail)) * (1 if end < start else -1) for e in passed]
        if min(sides) >= 0 and any(sides):
            return None
    return "better is not worse with a lone document moved one step the way the gold has it"


def kept_apart(move: Move) -> Move:
    """The moves that leave, before and after, a document of the gold's first level on the first level and one of its
    last on the last.
    """

    def interior(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
        held = documents(gold[:1]), documents(gold[-1:])
        for outputs, words in move(gold, output):
            if all(
                len(shape) > 1 and held[0] & documents(shape[:1]) and held[1] & documents(shape[-1:])
                for shape in outputs.values()
            ):
                yield outputs, words

    return interior


def is_kept_apart(case: Case) -> str | None:
    """As `is_stepped`, a document of the gold's first level being on the first level before and after, and one of its
    last on the last.
    """
    first, last = ({d for cluster in levels(case.gold)[i] for d in cluster} for i in (0, -1))
    for output in case.outputs.values():
        held = [{d for cluster in level for d in cluster} for level in levels(output)]
        if len(held) < 2 or not first & held[0] or not last & held[-1]:
            return "no document of the gold's first level stays on the first level, or none of its last on the last"
    return is_stepped(case)


# --- a document appended


def appended(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output that lists a document of the gold, and itself with one that the gold does not list on a level of its
    own below all others.
    """
    known = documents(gold) & documents(output)
    if known:
        new = max(documents(gold) | documents(output)) + 1
        yield {"better": output, "worse": (*output, ((new,),))}, "a document appended that the gold does not list"


def is_appended(case: Case) -> str | None:
    """Worse is better, which lists a document of the gold, with another that the gold does not list on a level of its
    own below all others.
    """
    better, worse = case.outputs["better"], case.outputs["worse"]
    new = worse.documents - better.documents
    if not case.gold.documents & better.documents:
        return "better lists no document of the gold"
    if len(new) != 1 or new & case.gold.documents or levels(worse) != [*levels(better), Counter([new])]:
        return "worse is not better with a document that the gold does not list on a level of its own below all others"
    return None
