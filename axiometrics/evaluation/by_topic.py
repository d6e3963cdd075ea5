"""Build judgements and runs from numbers by topic and document. Tables, JSON, and lists and objects of Python come
here.

Files of TREC are read by whole columns (`trec`), which is faster, and become the same types.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import FileError
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.grades import TOP, finite, grade_of, wrong_grade
from axiometrics.evaluation.label_codes import named
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.trec import Listed, Qrels, Run

T = TypeVar("T")

Place = Callable[[str, str], str]
"""A function that says, for an error message, where the number of a topic and a document stands."""

Numbers = Mapping[Any, Mapping[Any, Any]]
"""Numbers by topic and document. The names of topics and documents may be numbers, too."""


def grades(path: str, data: Numbers, place: Place | None = None, rated: bool = False) -> Qrels:
    """Build judgements from grades by topic and document; `rated` says that the grades are ratings.

    Raises `FileError` for a grade that is not a number of a few decimals, or is above `TOP`.

    >>> grades("gold", {"q1": {"d1": 1.0, "d2": -1}}).topics
    {'q1': {'d1': 1}}
    """
    topics: dict[str, Mapping[Any, Any]] = {}
    for topic, of in by_name(path, "topic", data).items():
        if topic == MEAN:
            where = _place(path, place, topic, next(iter(of), ""))[0]
            raise FileError(f"{where}: a topic is called {MEAN!r}, as the mean over topics is: rename it")
        topics[topic] = of if _has_texts(of) and _has_grades(of) else _judged(path, topic, of, place)
    if not topics:
        raise FileError(f"{path}: no topics: give {{topic: {{document: grade}}}}")
    return Qrels.graded(path, topics, rated=rated)


def _judged(path: str, topic: str, of: Mapping[Any, Any], place: Place | None) -> dict[str, Any]:
    judged = {}
    for document, written in by_name(path, "document", of).items():
        grade = grade_of(written)
        if grade is None or grade > TOP:
            where, whose = _place(path, place, topic, document)
            raise FileError(f"{where}: {wrong_grade(written, whose)}")
        judged[document] = grade
    return judged


def scores(path: str, data: Numbers, place: Place | None = None, ranks: Numbers | None = None) -> Run:
    """Build a run from scores by topic and document; `ranks` are the ranks that stand beside the scores.

    Raises `FileError` for a score that is not a finite number.
    """
    topics: dict[str, Listed] = {}
    for topic, of in by_name(path, "topic", data).items():
        column = _numbers(of) if _has_texts(of) else None
        if column is None:
            of = by_name(path, "document", of)
            for document, written in of.items():
                if finite(written) is None:
                    where, whose = _place(path, place, topic, document)
                    word = shown(str(written))
                    raise FileError(f"{where}: score {word}{whose} is not a finite number: write a decimal, e.g. 12.5")
            column = np.fromiter(map(float, of.values()), np.float64, len(of))
        if of:
            beside = [] if ranks is None else list(map(finite, ranks[topic].values()))
            numbers = [np.array(beside, dtype=np.float64)] if beside and None not in beside else []
            topics[topic] = Listed(list(of), [column], [np.arange(len(of))], numbers, falling=not numbers)
    return Run(path, topics)


def _place(path: str, place: Place | None, topic: str, document: str) -> tuple[str, str]:
    """The place of a number for an error message. If the place does not name the document, a second text does."""
    if place is None:
        return path, f" of document {shown(document)} of topic {shown(topic)}"
    return path + place(topic, document), ""


def by_name(path: str, noun: str, data: Mapping[Any, T]) -> dict[str, T]:
    """The values by their keys as texts. Raises `FileError` if two keys have the same text, as 1 and "1" have."""
    by_text: dict[str, T] = {}
    for key, value in data.items():
        name = named(key)
        if name in by_text:
            raise FileError(
                f"{path}: {noun} {shown(name)} occurs twice, as a number and as a text: keep one of the two"
            )
        by_text[name] = value
    return by_text


def _has_texts(of: Mapping[Any, Any]) -> bool:
    """Whether all keys are texts. `join` finds this out in a third of the time that a look at each type takes."""
    try:
        "".join(of)
    except TypeError:
        return False
    return True


def _has_grades(of: Mapping[Any, Any]) -> bool:
    """Whether all values are whole numbers from 0 to 255, as nearly all grades are. If not, the caller has to find out
    whether a grade is only larger, or negative, or is wrong.
    """
    try:
        bytes(of.values())
    except (TypeError, ValueError):
        return False
    return True


def _numbers(of: Mapping[Any, Any]) -> npt.NDArray[np.float64] | None:
    """The values as an array of finite floats. None if a value is not a number, is not finite, or is too large for a
    float.
    """
    try:
        column = np.array(array("d", list(of.values())))  # numpy alone would accept texts such as "1.5"
    except (TypeError, ValueError, OverflowError):
        return None
    return column if np.isfinite(column).all() else None
