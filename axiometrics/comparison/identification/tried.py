"""The inputs that were tried, in words: a sentence about equal metrics may not claim more than was tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from axiometrics.candidates.conduct import Conduct
from axiometrics.comparison.identification import departures, label_inputs
from axiometrics.core.task import task as task_of
from axiometrics.tasks.filtering import DECIDED


class DrawnInputs(Protocol):
    """The number of drawn inputs that were compared, and the documents of the largest."""

    drawn: int
    largest: int


def tried(searched: Mapping[str, int], numbers: DrawnInputs, task: str, facts: Conduct | None = None) -> str:
    """The inputs that were tried, in words.

    >>> from axiometrics.comparison.identification.comparison import Agreement
    >>> tried({"filtering": 12, "labels": 4}, Agreement(drawn=200, largest=100_000), "filtering")
    'every input with up to 12 documents (with 4 labels: up to 4), and 200 drawn ones of up to 100,000'
    """
    plain, *others = searched.items()
    words = f"every input with up to {task_of(task).items(plain[1])}"
    if task in DECIDED and not others:
        words += " and two labels"
    for name, last in others:
        of = f"with {label_inputs.LABELS} labels" if name == label_inputs.WORLD.name else name
        words += f" ({of}: up to {last})"
    if numbers.drawn:
        words += f", and {numbers.drawn:,} drawn ones of up to {numbers.largest:,}"
    return words + _beside(facts)


def _beside(facts: Conduct | None) -> str:
    """The inputs that golds and outputs cannot hold, in words: the inputs that were tried, and the inputs that were
    not.
    """
    having, raising = departures.tried(facts)
    words = f"; {_joined(having)} were tried too" if having else ""
    if raising:
        words += f"; it has no value on {_joined(raising)}"
    missing = departures.missing(facts)
    return words + (f"; {_joined(missing)} were not tried" if missing else "")


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
