"""Which case is to blame where a process ends of what a call left behind, some time after it was answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from axiometrics.candidates.containment.calling import Answer, Failed, Number

BATCH = 256
"""Cases sent at once."""

SUSPECTS, BACK = 4096, 10.0
"""Of so many answers at most, and so many seconds, it is asked whether the process died of what came before them."""

LATER = " some time after it was called"
"""What is added to how a process ended where the call that it ended of had been answered."""

SELDOM = f"{LATER}, but not each time,"
"""The same where no call is found of which it ends again."""

Wrong = tuple[str, int]
"""What goes wrong with a process, and after how many answers."""

Trial = Callable[[Sequence[Any]], Wrong | None]
"""What goes wrong in a new process that is asked these cases and left alone for a moment."""


def recent(answered: Sequence[tuple[float, Any]]) -> list[Any]:
    """The cases that are suspected, of those that were answered, each with when it was."""
    return [asked for when, asked in answered if when >= answered[-1][0] - BACK]


def tried(batch: Callable[[Sequence[Any]], tuple[list[Answer], str | None]], cases: Sequence[Any]) -> Wrong | None:
    """What goes wrong in a process that is asked these cases, batch by batch."""
    for done in range(0, len(cases), BATCH):
        found, wrong = batch(cases[done : done + BATCH])
        numbers = [answer for answer in found if isinstance(answer, Number)]
        if wrong is not None or len(numbers) < len(found):
            return wrong or str(getattr(found[-1], "reason", "")), done + len(numbers)
    return None


def blamed(
    trial: Trial, before: Sequence[Any], case: Any, wrong: Wrong | None, alone: Wrong | None
) -> tuple[Any, Failed] | None:
    """The first case after which the process ends, and how it fails, None where there is none.

    `case` is the one under way, None where there was none or it hung; `wrong` is what goes wrong with those before it,
    `alone` with it alone.
    """
    if wrong is not None:
        return _first(trial, before, [], wrong)
    if alone is not None:
        return case, Failed(alone[0] + LATER * alone[1])
    if case is not None and (wrong := trial([*before, case])) is not None:
        return _first(trial, before, [case], wrong)
    return None


def _first(trial: Trial, before: Sequence[Any], last: Sequence[Any], wrong: Wrong) -> tuple[Any, Failed]:
    """The first of these cases with which, and the last, a new process ends, given what goes wrong with all, and after
    how many answers.
    """
    few, many = 0, min(wrong[1] + 1, len(before))
    while many - few > 1:
        middle = (few + many) // 2
        found = trial([*before[:middle], *last])
        few, many = (middle, many) if found is None else (few, min(found[1] + 1, middle))
    reason = (trial([*before[:many], *last]) or wrong)[0]
    return before[many - 1], Failed(reason + LATER)
