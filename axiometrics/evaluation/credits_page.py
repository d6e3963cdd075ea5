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


def remarks_on(found: Sequence[Credited]) -> list[str]:
    """The remarks on the runs, such as what makes a score smaller, each once."""
    return list(dict.fromkeys(remark for one in found for remark in one.remarks))


def page(found: Sequence[Credited], differences: Sequence[Contrast], top: int) -> Page:
    """Return the page. It shows `top` documents one by one."""
    return Page(
        title="",
        sections=[*(_of_score(one, top) for one in found), *(_of_difference(one, top) for one in differences)],
        schema=SCHEMA,
        data=lambda: {
            "scores": [_score(one) for one in found],
            "differences": [_difference(one) for one in differences],
            "remarks": remarks_on(found),
        },
        records=lambda: Table.records(
            COLUMNS,
            [
                *(
                    (one.system, "", one.metric.id, credit.document, float(credit.brought))
                    for one in found
                    for credit in one.credits
                ),
                *(
                    (
                        one.after.system,
                        one.before.system,
                        one.after.metric.id,
                        change.document,
                        float(change.difference),
                    )
                    for one in differences
                    for change in one.changes
                ),
            ],
        ),
    )


def _of_score(one: Credited, top: int) -> Section:
    of = "" if one.topic is None else f", topic {one.topic}"
    labels = one.topic is None
    rows: list[tuple[Any, ...]] = [
        (credit.document, credit.place, credit.grade, float(credit.brought)) for credit in one.credits[:top]
    ]
    rest = one.credits[top:]
    if rest:
        rows.append((f"{len(rest)} others", "", "", float(sum((credit.brought for credit in rest), Fraction(0)))))
    rows.append(("sum", "", "", float(one.value)))
    columns = (
        Column("document"),
        Column("cluster" if labels else "rank", "right"),
        Column("class" if labels else "grade", "right"),
        Column("brings", "right", DIGITS),
    )
    return Section(f"{one.system}: {one.metric.display} = {float(one.value):.{DIGITS}f}{of}", [Table(columns, rows)])


def _of_difference(one: Contrast, top: int) -> Section:
    def row(name: str, *numbers: Any) -> tuple[Any, ...]:
        return (name, *numbers)

    labels = one.after.topic is None
    what = "cluster" if labels else "rank"
    rows = [
        row(
            change.document,
            change.before.place if change.before else None,
            change.after.place if change.after else None,
            float(change.before.brought) if change.before else 0.0,
            float(change.after.brought) if change.after else 0.0,
            float(change.difference),
        )
        for change in one.changes[:top]
    ]
    rest = one.changes[top:]
    if rest:
        left = float(sum((change.difference for change in rest), Fraction(0)))
        rows.append(row(f"{len(rest)} others", "", "", "", "", left))
    rows.append(row("sum", "", "", float(one.before.value), float(one.after.value), float(one.difference)))
    columns = (
        Column("document"),
        Column(f"{what},\n{one.before.system}", "right"),
        Column(f"{what},\n{one.after.system}", "right"),
        Column(f"brings,\n{one.before.system}", "right", DIGITS),
        Column(f"brings,\n{one.after.system}", "right", DIGITS),
        Column("difference", "right", DIGITS),
    )
    heading = (
        f"{one.after.system} less {one.before.system}: {one.after.metric.display} {float(one.difference):+.{DIGITS}f}"
    )
    return Section(heading, [Table(columns, rows)])


def _numbers(values: Sequence[Any], exact: bool) -> tuple[list[Any], bool]:
    """Exact numbers as texts that sympy can parse, long ones as floats, and whether all of them are exact."""
    written = [str(value) if exact else "" for value in values]
    found = [text if 0 < len(text) <= LONGEST else float(value) for text, value in zip(written, values, strict=True)]
    return found, exact and all(isinstance(one, str) for one in found)


def _score(one: Credited) -> dict[str, Any]:
    brought, exact = _numbers([credit.brought for credit in one.credits], one.exact)
    return {
        "system": one.system,
        "gold": one.gold,
        "topic": one.topic,
        "metric": one.metric.id,
        "exact": exact,
        "value": float(one.value),
        "documents": [
            {
                "document": credit.document,
                "place": credit.place,
                "grade": credit.grade,
                "brought": number,
            }
            for credit, number in zip(one.credits, brought, strict=True)
        ],
    }


def _difference(one: Contrast) -> dict[str, Any]:
    differences, exact = _numbers([change.difference for change in one.changes], one.before.exact and one.after.exact)
    return {
        "system": one.after.system,
        "less": one.before.system,
        "metric": one.after.metric.id,
        "exact": exact,
        "difference": float(one.difference),
        "documents": [
            {"document": change.document, "difference": number}
            for change, number in zip(one.changes, differences, strict=True)
        ],
    }
