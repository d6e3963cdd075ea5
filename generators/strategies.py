"""Random cases as Hypothesis strategies, and strategies of golds and outputs, for tests: those of axiometrics, and
those of packages that add metrics or constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.core.case import Case
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.topic import Topic
from axiometrics.generators.draws import Draws, RefusedError
from axiometrics.generators.larger_libraries import library
from axiometrics.generators.random_cases import drawable, random_case
from axiometrics.generators.scoring.grids import relevance, scores

__all__ = ["cases", "drawable", "libraries", "runs_of", "scorings", "topics"]


class Drawn(Draws):
    """Takes each number from Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        """The next number, which Hypothesis draws nearer to 0 where it can."""
        return low if low == high else self._draw(st.integers(low, high))


def cases(family: Any, beyond: int) -> st.SearchStrategy[Case]:
    """Cases of a family, mostly larger than `beyond` (in the family's unit). Shrinks towards fewer documents.

    Raises `TypeError` for a family of which no random case is drawn.
    """
    if not drawable(family):
        raise TypeError(f"no random case is drawn of {type(family).__name__}")
    return _cases(family, beyond)


@st.composite
def _cases(draw: Callable[..., Any], family: Any, beyond: int) -> Case:
    try:
        return random_case(family, Drawn(draw), beyond)
    except RefusedError:
        assume(False)
        raise


@st.composite
def libraries(draw: Callable[..., Any], most: int = 4, elements: int = 6) -> Library:
    """Libraries of up to so many articles of up to so many elements each; shrinks towards fewer and smaller ones."""
    return library(Drawn(draw), most, elements, 6, entered=True)


@st.composite
def topics(draw: Callable[..., Any], intents: int = 4, documents: int = 6, grades: int = 3) -> Topic:
    """Topics of diversity up to these sizes, with any probabilities of small denominators."""
    number = draw(st.integers(1, intents))
    weights = draw(st.lists(st.integers(1, 9), min_size=number, max_size=number))
    rows = [
        draw(st.dictionaries(st.integers(1, number), st.integers(1, grades), min_size=1))
        for _ in range(draw(st.integers(1, documents)))
    ]
    served = sorted({i for row in rows for i in row})
    whole = sum(weights[i - 1] for i in served)
    return Topic(
        {f"i{i}": Fraction(weights[i - 1], whole) for i in served},
        {f"d{k}": {f"i{i}": grade for i, grade in row.items()} for k, row in enumerate(rows, 1)},
    )


@st.composite
def runs_of(draw: Callable[..., Any], topic: Topic, irrelevant: int = 3) -> Organization:
    """Runs of any of the documents of a topic and some irrelevant ones, in any order."""
    names = [*topic.grades, *(f"x{k}" for k in range(1, irrelevant + 1))]
    return Organization.ranking(draw(st.lists(st.sampled_from(names), min_size=1, unique=True)))


@st.composite
def scorings(draw: Callable[..., Any], most: int = 6) -> tuple[Scores, Relevance]:
    """An output and a gold of the task `scoring`, with numbers that are simple fractions; all documents have both."""
    numbers = st.fractions(min_value=0, max_value=1, max_denominator=20)
    pairs = draw(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=most))
    estimates, wanted = zip(*pairs, strict=True)
    return scores(estimates), relevance(wanted)
