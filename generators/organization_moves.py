"""What constraints do to an output of any gold: documents are moved between its levels.

A document that the gold does not list stands in its tail, below its levels; what is moved is alone in its cluster
before and after, so that no cluster changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from axiometrics.generators.organizations import Edit, Outputs, Shape, documents, rewritten

EDITED = 64
"""Outputs whose moves are kept. In a world, the golds of one output come one after the other."""


def grades(gold: Shape) -> dict[int, int]:
    """The level of each document of the gold."""
    return {d: i for i, level in enumerate(gold) for cluster in level for d in cluster}


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


@lru_cache(maxsize=EDITED)
def _neighbours_exchanged(output: Shape) -> tuple[tuple[int, int, int, Shape], ...]:
    """Every exchange of two documents that are alone in their clusters and stand on neighbouring levels. Each entry
    holds the number of the upper level, the upper document, the lower document, and the output after the exchange.
    They are the same for every gold, so they are kept.
    """
    exchanges = []
    for i in range(len(output) - 1):
        for d in _lone(output, i):
            for e in _lone(output, i + 1):
                name = {d: e, e: d}
                changed = [[tuple([name.get(f, f) for f in c]) for c in level] for level in output[i : i + 2]]
                exchanges.append((i, d, e, rewritten(output, i, i + 2, changed)))
    return tuple(exchanges)


def exchanged(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output, and itself with two documents of neighbouring levels, the upper one higher in the gold too,
    exchanged.
    """
    for i, _, shape in _exchanges(gold, output):
        yield {"better": output, "worse": shape}, f"documents of levels {i + 1} and {i + 2} exchanged"


def exchanged_twice(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """The same exchange, of documents of the same gold levels, on two levels and on two others below them."""
    exchanges = list(_exchanges(gold, output))
    for i, high, shallow in exchanges:
        for j, low, deep in exchanges:
            if i + 1 < j and high == low:
                outputs = {
                    "shallow_better": output,
                    "shallow_worse": shallow,
                    "deep_better": output,
                    "deep_worse": deep,
                }
                yield outputs, f"documents of levels {i + 1} and {i + 2} exchanged, or of levels {j + 1} and {j + 2}"


# --- one document moved a step


@lru_cache(maxsize=EDITED)
def _steps(output: Shape) -> tuple[tuple[int, bool, tuple[int, ...], Shape], ...]:
    """Every way to move a document that is alone in its cluster by one step: to the next level, or to a new level of
    its own. Each entry holds the document, whether it moves up, the documents whose order relative to it changes, and
    the output after the move. They are the same for every gold, so they are kept.
    """
    steps = []
    for i, level in enumerate(output):
        for d in _lone(output, i):
            rest = [cluster for cluster in level if cluster != (d,)]
            mates = tuple(e for cluster in rest for e in cluster)
            for up in (True, False):
                j = i - 1 if up else i + 1
                if 0 <= j < len(output):
                    there = [*output[j], (d,)]
                    joined = rewritten(output, min(i, j), max(i, j) + 1, [there, rest] if up else [rest, there])
                    steps.append((d, up, mates + tuple(e for cluster in output[j] for e in cluster), joined))
                if mates:
                    alone = rewritten(output, i, i + 1, [[(d,)], rest] if up else [rest, [(d,)]])
                    steps.append((d, up, mates, alone))
    return tuple(steps)


def stepped(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output (worse), and itself with a lone document moved a step the way the gold has it, past none that the gold
    puts on the other side.
    """
    grade, tail = grades(gold), len(gold)
    for d, up, passed, shape in _steps(output):
        sides = [(grade.get(e, tail) - grade.get(d, tail)) * (1 if up else -1) for e in passed]
        if min(sides) >= 0 and any(sides):
            yield {"better": shape, "worse": output}, f"a document moved one step {'up' if up else 'down'}"


def in_sets(number: int, move: Edit) -> Edit:
    """The moves of a gold of so many levels after which no output has more."""

    def bounded(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
        for outputs, words in move(gold, output) if len(gold) == number else ():
            if all(len(shape) <= number for shape in outputs.values()):
                yield outputs, words

    return bounded


def kept_apart(move: Edit) -> Edit:
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


# --- a document appended


def appended(gold: Shape, output: Shape) -> Iterator[tuple[Outputs, str]]:
    """An output that lists a document of the gold, and itself with one that the gold does not list on a level of its
    own below all others.
    """
    shared = documents(gold) & documents(output)
    if shared:
        new = max(documents(gold) | documents(output)) + 1
        yield {"better": output, "worse": (*output, ((new,),))}, "a document appended that the gold does not list"
