"""The join of a computed matrix with pinned evidence, so that a shorter search does not lose a counterexample that an
earlier search has found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from msgspec import structs

from axiometrics.core.cell import Cell, with_differences
from axiometrics.core.constraint import Constraint
from axiometrics.core.matrix import Matrix
from axiometrics.running.candidate import Candidate
from axiometrics.search import Judge
from axiometrics.services.corpus import Corpus, replayed
from axiometrics.services.expectations import Key, key, name


@dataclass
class Pinning:
    """The pinned evidence of a run; empty where the run has none. It is read before the run, joined with the result,
    and written after it.
    """

    corpus: Corpus | None
    candidates: Sequence[Candidate]
    chosen: Sequence[Constraint]
    pinned: Mapping[Key, Cell] = field(default_factory=dict)
    replayed: set[Key] = field(default_factory=set)
    unjudged: Mapping[Key, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: str | Path | None, candidates: Sequence[Candidate], chosen: Sequence[Constraint]) -> Pinning:
        """The pinned evidence of a folder about the cells of a run; empty where no folder is named.

        Raises `FileError` where a file is damaged.
        """
        if folder is None:
            return cls(None, candidates, chosen)
        corpus = Corpus.at(folder, writing=True)
        return cls(corpus, candidates, chosen, pins(corpus, candidates, chosen))

    def joined(self, matrix: Matrix) -> Matrix:
        """The matrix with the pinned counterexamples that the search did not find."""
        if self.corpus is None:
            return matrix
        parts = joined(matrix, self.pinned, self.corpus, self.candidates, self.chosen)
        whole, self.replayed, self.unjudged = parts
        return whole

    def pin(self, whole: Matrix, shown: Matrix, expected: Collection[Key] = ()) -> list[str]:
        """Pin the cells that are shown or expected. Returns the changes in words."""
        if self.corpus is None:
            return []
        wanted = {*map(key, shown), *expected} - set(self.unjudged)
        return [
            *(
                f"{name(cell)}: the search found no violation, the pinned counterexample is one"
                for cell in whole
                if key(cell) in self.replayed
            ),
            *self.corpus.pin(cell for cell in whole if key(cell) in wanted),
        ]

    def warnings(self, whole: Matrix) -> Iterator[str]:
        """The cells whose pinned counterexample could not be judged, each with the reason."""
        return (f"{name(cell)}: {said}" for cell in whole if (said := self.unjudged.get(key(cell))))


def pins(corpus: Corpus, candidates: Iterable[Candidate], constraints: Sequence[Constraint]) -> dict[Key, Cell]:
    """The pinned evidence about the cells of a run. Raises `FileError` where a file is damaged."""
    keys = (
        (c.task, s.id, c.id, r.name) for s in candidates for c in constraints if c.task in s.tasks for r in c.readings
    )
    return {of: cell for of in keys if (cell := corpus.pinned(of)) is not None}


def joined(
    matrix: Matrix,
    pinned: Mapping[Key, Cell],
    corpus: Corpus,
    candidates: Iterable[Candidate],
    constraints: Iterable[Constraint],
) -> tuple[Matrix, set[Key], dict[Key, str]]:
    """The matrix, in which pinned counterexamples stand where the search found no violation; the cells that come from
    them; and, by cell, the reason why a pinned counterexample could not be judged.

    Each counterexample is tried again on its metric. Where the metric no longer violates the constraint on it, it is
    passed over; where the metric fails on it, the cell is an error.
    """
    by_place = {(candidate.id, task): candidate for candidate in candidates for task in candidate.judged_in}
    by_name = {c.name: c for c in constraints}
    judges: dict[tuple[str, str], Judge] = {}
    cells, taken = [], set()
    unjudged: dict[Key, str] = {}
    for cell in matrix:
        pin = pinned.get(key(cell))
        if pin is None or cell.holds is False or cell.evidence.kind == "error" or pin.counterexample is None:
            cells.append(cell)
            continue
        whose = (cell.metric, cell.task)
        if whose not in judges:
            judges[whose] = by_place[whose].judge(cell.task)
        again = replayed(
            pin, by_name[f"{cell.task}:{cell.constraint}"].reading(cell.reading), judges[whose], corpus.file(key(cell))
        )
        if isinstance(again, str):
            unjudged[key(cell)], again = again, None
        if again is not None and again.holds is False:
            taken.add(key(cell))
        cells.append(cell if again is None else _beside(again, cell))
    return replace(matrix, cells=tuple(with_differences(cells))), taken, unjudged


def _beside(again: Cell, searched: Cell) -> Cell:
    """The replayed cell, with the number of cases and the seconds of the search added."""
    evidence = structs.replace(
        again.evidence, cases=again.evidence.cases + searched.evidence.cases, seconds=searched.evidence.seconds
    )
    return structs.replace(again, evidence=evidence)
