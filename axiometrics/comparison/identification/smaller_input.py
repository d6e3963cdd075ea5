"""Reduce a drawn input on which two metrics differ, as long as they differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import chain

from axiometrics.comparison.identification import label_inputs
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.organization import Organization
from axiometrics.core.task import Task

SECONDS = 4.0
"""The seconds after which an input is not reduced further."""


def smaller(task: Task, block: InputBlock, k: int, differs: Callable[[InputBlock], bool]) -> tuple[InputBlock, int]:
    """A block with the reduced input, and the number of the input there. Items are left out in halves, quarters,
    eighths and so on, as long as the two metrics differ on the remaining items.
    """
    start, best = time.monotonic(), (block, k)
    items = _items(block.inputs[k])
    chunk = len(items) // 2
    while chunk:
        place = 0
        while place < len(items):
            if time.monotonic() - start > SECONDS:
                return best
            fewer = [*items[:place], *items[place + chunk :]]
            made = _with(task, block.inputs[k], fewer, block.trait) if fewer else None
            if made is not None and differs(made):
                items, best = fewer, (made, 0)
            else:
                place += chunk
        chunk //= 2
    return best


def _items(example: Input) -> list[str] | list[int]:
    if example.call is not None:
        return list(range(example.documents))
    return list(
        dict.fromkeys(document for *_, document in chain(example.output.occurrences(), example.gold.occurrences()))
    )


def _with(task: Task, example: Input, items: Sequence[str] | Sequence[int], trait: str) -> InputBlock | None:
    """The input with these items alone; None where no such input exists."""
    if example.call is not None:
        return label_inputs.block("drawn", [[(example.call[0][i], example.call[1][i]) for i in items]])
    kept = frozenset(items)
    for whole in (True, False):
        try:
            gold, output = _restricted(example.gold, kept, True), _restricted(example.output, kept, whole)
            return InputBlock.alone("drawn", task, Input(output, gold, len(items)), trait)
        except AxiometricsError:
            continue
    return None


def _restricted(value: Organization, kept: frozenset[object], whole: bool) -> Organization:
    """An organization of these documents only; `whole` keeps the levels that become empty."""
    levels = [
        [left for cluster in level if (left := [document for document in cluster if document in kept])]
        for level in value.levels
    ]
    return Organization([level for level in levels if level or whole], value.tail)
