"""A toy task: each document gets a whole number as its mark, and the output is to guess the marks of the gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from axiometrics.core.errors import AxiometricsError, TaskError
from axiometrics.core.signature import Signature
from axiometrics.core.task import Examples, FileKind, Outputs, Task, TaskSizes, World


class MarksError(AxiometricsError, ValueError):
    """Marks that cannot be: malformed text, or a mark that is not a whole number from 0."""


@dataclass(frozen=True)
class Marks:
    """Documents with their marks, in the order of the names of the documents.

    >>> str(Marks.parse("b=1 a=0"))
    'a=0 b=1'
    """

    marks: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, marks: Mapping[str, int]) -> Marks:
        """Marks by document."""
        for document, mark in marks.items():
            if not isinstance(mark, int) or isinstance(mark, bool) or mark < 0:
                raise MarksError(f"the mark of {document!r} is {mark!r}: expected a whole number from 0")
        return cls(tuple(sorted(marks.items())))

    @classmethod
    def parse(cls, text: str) -> Marks:
        """Read `document=mark` for each document."""
        marks = {}
        for part in text.split():
            document, equals, mark = part.rpartition("=")
            if not equals or not document or not mark.isdigit():
                raise MarksError(f"{part!r} is not a mark: write document=mark, such as d1=2")
            marks[document] = int(mark)
        return cls.of(marks)

    @classmethod
    def from_json(cls, data: Any) -> Marks:
        """Read the JSON form `{"d1": 2}`."""
        if not isinstance(data, dict):
            raise MarksError(f'marks in JSON are an object such as {{"d1": 2}}, not {data!r}')
        return cls.of(data)

    def to_json(self) -> dict[str, int]:
        """The JSON form."""
        return dict(self.marks)

    def __str__(self) -> str:
        return " ".join(f"{document}={mark}" for document, mark in self.marks)

    @property
    def documents(self) -> frozenset[str]:
        """The documents that have a mark."""
        return frozenset(document for document, _ in self.marks)

    @property
    def size(self) -> int:
        """The number of marks."""
        return len(self.marks)

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Marks:
        """The marks under other names; there is no order to change."""
        return Marks.of({names[document]: mark for document, mark in self.marks})


def demand_same(system: Marks, gold: Marks) -> None:
    """Refuse marks of different documents."""
    missing = sorted(gold.documents ^ system.documents)
    if missing:
        raise TaskError(f"document {missing[0]!r} has a mark on one side only: mark it on both")


def every(documents: int, closed: bool = False) -> Iterator[Outputs]:
    """Every gold with marks 0 and 1, and every output, once up to names."""
    names = [f"d{i}" for i in range(1, documents + 1)]
    for marks in combinations_with_replacement((0, 1), documents):
        kept = sorted({tuple(sorted(zip(marks, guess, strict=True))) for guess in product((0, 1), repeat=documents)})
        outputs = [Marks.of(dict(zip(names, (guess for _, guess in pairs), strict=True))) for pairs in kept]
        sizes = np.full(len(outputs), documents)

        def output(k: int, outputs: list[Marks] = outputs) -> Marks:
            return outputs[k]

        yield Outputs(Marks.of(dict(zip(names, marks, strict=True))), documents, sizes, sizes > 0, None, output)


def _plain(system: Marks, gold: Marks) -> list[Any]:
    return [gold.to_json(), system.to_json()]


def _build(plain: Any, number: type) -> tuple[Any, ...]:
    return tuple(dict(side) for side in plain)


METRIC = '''"""A metric of marks, to be changed into yours."""

from axiometrics import metric


@metric(task="marking", signature="marks")
def {name}(marks, guesses):
    """The share of documents whose mark was guessed."""
    return sum(guesses[d] == mark for d, mark in marks.items()) / len(marks)
'''

TASK = Task(
    name="marking",
    title="Marking",
    gold=Marks,
    output=Marks,
    demand=demand_same,
    worlds=(World("marking", every, default=4, greatest=5, cover=4, equal=3),),
    signatures=(Signature("marks", "f(marks, guesses), {doc: mark}", (("marks", "guesses"),), _plain, _build),),
    degenerate={"one document": ("a=1", "a=1")},
    files=(
        FileKind(
            "marks",
            "marks",
            ("guessed",),
            data=Marks,
            looks=lambda text: all("=" in word for word in text.split()) and bool(text.split()),
        ),
    ),
    sizes=TaskSizes(called=4, strength=3),
    examples=lambda: Examples(metric=METRIC, size="3", controls=("guessed", "total")),
)
