"""The page of `credits`: the greatest contributions of documents to each score, and to each difference of two systems.
Tables for people sum the rest; CSV and JSON have every document.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from axiometrics.core.page import Column, Page, Section, Table
from axiometrics.evaluation.credits import Contrast, Credited

SCHEMA = "axiometrics/credits/1"
COLUMNS = ("system", "less", "metric", "document", "brought")
DIGITS = 6

LONGEST = 400
"""The greatest number of characters of an exact number in JSON. Longer numbers become floats."""


def remarks_on(scores: Sequence[Credited]) -> list[str]:
    """The remarks on the runs, each once, such as the reasons that make a score smaller."""
    return list(dict.fromkeys(remark for score in scores for remark in score.remarks))


def page(scores: Sequence[Credited], differences: Sequence[Contrast], top: int) -> Page:
    """Return the page. It shows `top` documents one by one."""
    return Page(
        title="",
        sections=[*(_of_score(entry, top) for entry in scores), *(_of_difference(entry, top) for entry in differences)],
        schema=SCHEMA,
        data=lambda: {
            "scores": [_score(score) for score in scores],
            "differences": [_difference(contrast) for contrast in differences],
            "remarks": remarks_on(scores),
        },
        records=lambda: Table.records(
            COLUMNS,
            [
                *(
                    (score.system, "", score.metric.id, credit.document, float(credit.brought))
                    for score in scores
                    for credit in score.credits
                ),
                *(
                    (
                        contrast.after.system,
                        contrast.before.system,
                        contrast.after.metric.id,
                        change.document,
                        float(change.difference),
                    )
                    for contrast in differences
                    for change in contrast.changes
                ),
            ],
        ),
    )


def _of_score(score: Credited, top: int) -> Section:
    of = "" if score.topic is None else f", topic {score.topic}"
    labels = score.topic is None
    rows: list[tuple[Any, ...]] = [
        (credit.document, credit.place, credit.grade, float(credit.brought)) for credit in score.credits[:top]
    ]
    rest = score.credits[top:]
    if rest:
        rows.append((f"{len(rest)} others", "", "", float(sum((credit.brought for credit in rest), Fraction(0)))))
    rows.append(("sum", "", "", float(score.value)))
    columns = (
        Column("document"),
        Column("cluster" if labels else "rank", "right"),
        Column("class" if labels else "grade", "right"),
        Column("brings", "right", DIGITS),
    )
    return Section(
        f"{score.system}: {score.metric.display} = {float(score.value):.{DIGITS}f}{of}", [Table(columns, rows)]
    )


def _of_difference(contrast: Contrast, top: int) -> Section:
    def row(name: str, *numbers: Any) -> tuple[Any, ...]:
        return (name, *numbers)

    labels = contrast.after.topic is None
    place = "cluster" if labels else "rank"
    rows = [
        row(
            change.document,
            change.before.place if change.before else None,
            change.after.place if change.after else None,
            float(change.before.brought) if change.before else 0.0,
            float(change.after.brought) if change.after else 0.0,
            float(change.difference),
        )
        for change in contrast.changes[:top]
    ]
    rest = contrast.changes[top:]
    if rest:
        left = float(sum((change.difference for change in rest), Fraction(0)))
        rows.append(row(f"{len(rest)} others", "", "", "", "", left))
    rows.append(
        row("sum", "", "", float(contrast.before.value), float(contrast.after.value), float(contrast.difference))
    )
    columns = (
        Column("document"),
        Column(f"{place},\n{contrast.before.system}", "right"),
        Column(f"{place},\n{contrast.after.system}", "right"),
        Column(f"brings,\n{contrast.before.system}", "right", DIGITS),
        Column(f"brings,\n{contrast.after.system}", "right", DIGITS),
        Column("difference", "right", DIGITS),
    )
    systems = f"{contrast.after.system} less {contrast.before.system}"
    heading = f"{systems}: {contrast.after.metric.display} {float(contrast.difference):+.{DIGITS}f}"
    return Section(heading, [Table(columns, rows)])


def _numbers(values: Sequence[Any], exact: bool) -> tuple[list[Any], bool]:
    """Exact numbers as texts that sympy can parse, long ones as floats, and whether all of them are exact."""
    written = [str(value) if exact else "" for value in values]
    shortened = [
        text if 0 < len(text) <= LONGEST else float(value) for text, value in zip(written, values, strict=True)
    ]
    return shortened, exact and all(isinstance(number, str) for number in shortened)


def _score(score: Credited) -> dict[str, Any]:
    brought, exact = _numbers([credit.brought for credit in score.credits], score.exact)
    return {
        "system": score.system,
        "gold": score.gold,
        "topic": score.topic,
        "metric": score.metric.id,
        "exact": exact,
        "value": float(score.value),
        "documents": [
            {
                "document": credit.document,
                "place": credit.place,
                "grade": credit.grade,
                "brought": number,
            }
            for credit, number in zip(score.credits, brought, strict=True)
        ],
    }


def _difference(contrast: Contrast) -> dict[str, Any]:
    differences, exact = _numbers(
        [change.difference for change in contrast.changes], contrast.before.exact and contrast.after.exact
    )
    return {
        "system": contrast.after.system,
        "less": contrast.before.system,
        "metric": contrast.after.metric.id,
        "exact": exact,
        "difference": float(contrast.difference),
        "documents": [
            {"document": change.document, "difference": number}
            for change, number in zip(contrast.changes, differences, strict=True)
        ],
    }
