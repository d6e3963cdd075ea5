"""Numbers by document: the relevance that users give (URS), and the scores that a system gives (SRS).

The paper that introduces the Average Distance Measure compares, document by document, two numbers between 0 and 1. An
organization cannot hold them: its levels are an order without distances. So the task `scoring` has values of its own,
which stand here, as `Organization` does, because generators, definitions and constraints all speak of them. The two
types hold the same and are told apart, so that a gold is never taken for an output.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from axiometrics.core.errors import AxiometricsError

_NUMBER = re.compile(r"\d{1,30}(/\d{1,30}|\.\d{0,30})?|\.\d{1,30}", re.ASCII)


class ScoresError(AxiometricsError, ValueError):
    """Numbers by document that cannot be: a malformed text, or a number outside [0, 1]."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """Documents with a number from 0 to 1 each. The order in which they are written means nothing.

    >>> str(Scores.parse("d1:0.8 d2:2/5"))
    'd1:4/5 d2:2/5'
    """

    TYPE: ClassVar[str] = ""

    pairs: tuple[tuple[str, Fraction], ...]

    def __post_init__(self) -> None:
        for document, number in self.pairs:
            if not document or not document.isprintable() or any(mark in document for mark in ": \t"):
                raise ScoresError(f"{document!r} cannot name a document: use a word without colon or space")
            if not isinstance(number, Fraction) or not 0 <= number <= 1:
                raise ScoresError(f"{document} has the number {number}: expected one from 0 to 1")
        if len(self.numbers) < len(self.pairs):
            raise ScoresError(f"a document has two numbers in {self}: write each document once")

    @classmethod
    def of(cls, numbers: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> Self:
        """Numbers by document: whole numbers, fractions, or texts such as `0.8`; floats are refused as not exact."""
        pairs = numbers.items() if isinstance(numbers, Mapping) else numbers
        return cls(tuple((str(document), _number(document, number)) for document, number in pairs))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `document:number` for each document, or lines of a document and its number."""
        lines = [line.split() for line in text.splitlines() if line.strip()]
        if lines and all(len(words) == 2 and not _pair(words[1]) for words in lines):
            return cls.of([(words[0], words[1]) for words in lines])
        pairs = []
        for part in text.split():
            document, colon, number = part.rpartition(":")
            if not colon or not document:
                raise ScoresError(f"{part!r} has no number: write document:number, such as d1:0.8")
            pairs.append((document, number))
        return cls.of(pairs)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read the JSON form `{"type": ..., "numbers": {"d1": "4/5"}}`."""
        if not isinstance(data, dict) or data.keys() != {"type", "numbers"} or not isinstance(data["numbers"], dict):
            raise ScoresError(f'expected {{"type": "{cls.TYPE}", "numbers": {{"d1": "4/5"}}}}, found {str(data)[:60]}')
        if data["type"] != cls.TYPE:
            raise ScoresError(f"the type is {str(data['type'])[:60]!r}, expected {cls.TYPE!r}")
        return cls.of(data["numbers"])

    def to_json(self) -> dict[str, Any]:
        """The JSON form, in the order in which the value was written."""
        return {"type": self.TYPE, "numbers": {document: str(number) for document, number in self.pairs}}

    @cached_property
    def numbers(self) -> dict[str, Fraction]:
        """The number of each document."""
        return dict(self.pairs)

    @cached_property
    def _key(self) -> tuple[str, frozenset[tuple[str, Fraction]]]:
        return self.TYPE, frozenset(self.pairs)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Numbers) else NotImplemented

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return " ".join(f"{document}:{number}" for document, number in self.pairs)

    @cached_property
    def documents(self) -> frozenset[str]:
        """The documents that have a number."""
        return frozenset(document for document, _ in self.pairs)

    @property
    def size(self) -> int:
        """How many documents have a number."""
        return len(self.pairs)

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Self:
        """The same numbers under other names; with a seed, written in another order."""
        pairs = [(names[document], number) for document, number in self.pairs]
        if seed is not None:
            random.Random(seed).shuffle(pairs)
        return type(self)(tuple(pairs))


class Scores(Numbers):
    """The output of a system: an estimate of the relevance of each document that the system scores (SRS)."""

    TYPE = "scores"


class Relevance(Numbers):
    """The gold of users: the relevance of each document that they judged (URS)."""

    TYPE = "relevance"


def _pair(word: str) -> bool:
    return ":" in word


def _number(document: Any, number: Any) -> Fraction:
    if isinstance(number, str) and _NUMBER.fullmatch(number):
        try:
            return Fraction(number)
        except ZeroDivisionError:
            pass
    if isinstance(number, (int, Fraction)) and not isinstance(number, bool):
        return Fraction(number)
    raise ScoresError(f"{document} has {str(number)[:60]!r}: expected a number from 0 to 1, such as 0.8 or 4/5")
