"""The golds and outputs that metrics of scorings can score, and the drawing of a case."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.core.errors import TaskError
from axiometrics.core.scores import Relevance, Scores


def demand_numbers(system: Scores, gold: Relevance) -> None:
    """Raise `TaskError` unless the two sides are scores and a relevance."""
    if not isinstance(system, Scores) or not isinstance(gold, Relevance):
        raise TaskError(
            f"a scoring has the scores of a system and a relevance, not {type(system).__name__} and "
            f"{type(gold).__name__}: write both as document:number, such as d1:0.8"
        )


def draw(gold: Relevance, outputs: Mapping[str, Scores]) -> str:
    """A line a document: its relevance, then its scores, with `*` where they differ from the first output's.

    >>> print(draw(Relevance.parse("d1:1"), {"better": Scores.parse("d1:1"), "worse": Scores.parse("d1:1/2")}))
    document  gold  better  worse
    d1        1     1       1/2 *
    """
    first = next(iter(outputs.values()), Scores(()))
    listed = dict.fromkeys([*gold.numbers, *(d for output in outputs.values() for d in output.numbers)])
    table = [["document", "gold", *outputs]]
    for document in listed:
        cells = [_shown(gold.numbers.get(document))]
        for output in outputs.values():
            number = output.numbers.get(document)
            cells.append(f"{_shown(number)}{' *' if number != first.numbers.get(document) else ''}")
        table.append([document, *cells])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table
    )


def _shown(number: object) -> str:
    return "-" if number is None else str(number)
