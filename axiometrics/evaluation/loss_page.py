"""The page of explanations of the losses of R and S. Tables for people show the costliest documents and relations and
sum the rest; CSV and JSON have every one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from axiometrics.core.decimals import decimals
from axiometrics.core.metric import decimal
from axiometrics.core.page import Column, Drawing, Facts, Page, Part, Section, Table
from axiometrics.evaluation.loss import DOCUMENTS, EXACT, PAIRS, Explanation, LossSide, remainder, too_many
from axiometrics.evaluation.loss_drawing import beside, left_out, percent
from axiometrics.evaluation.loss_reasons import TAIL, LossWords, lacking, named, reading
from axiometrics.evaluation.scores import counted
from axiometrics.relations.weights import Number

SCHEMA = "axiometrics/explanation/1"
COLUMNS = ("system", "side", "relation", "document", "weight", "lost")

TOP = 10
"""The number of documents and of relations that are shown one by one, unless the user asks for another number."""

SHORT, LONG = 7, 20
"""The greatest number of characters of a fraction that is shown: `SHORT` in a table, `LONG` elsewhere. Longer ones are
shown in decimals.
"""

LEAST = Fraction(1, 10**5)
"""Smaller numbers are shown by their first digit and a power of ten."""

BITS = 3300
"""The greatest number of bits of the denominator of a fraction in JSON. A fraction with a greater one has about a
thousand digits, and becomes a float.
"""

T = TypeVar("T")

DOCUMENT_COLUMNS = (
    Column("document"),
    *(
        Column(heading, "right")
        for heading in ("weight\nin system", "lost\nfor R", "weight\nin gold", "lost\nfor S", "share of\nall loss")
    ),
)
RELATION_COLUMNS = (Column("lost", "right"), Column("share", "right"), Column("relation"))


def page(explanations: Sequence[Explanation], top: int = TOP, remarks: Sequence[str] = ()) -> Page:
    """Return the page, with a section for each explanation. It shows `top` documents and relations one by one. The
    remarks are a part of the JSON data.
    """
    return Page(
        title="",
        sections=[_section(explanation, top) for explanation in explanations],
        schema=SCHEMA,
        data=lambda: {"explanations": [_object(explanation) for explanation in explanations], "remarks": list(remarks)},
        records=lambda: Table.records(COLUMNS, [row for explanation in explanations for row in _records(explanation)]),
    )


def _section(explanation: Explanation, top: int) -> Section:
    """The section of an explanation: the drawings of both sides, then the documents and the relations, the costliest
    first.
    """
    parts: list[Part] = [Facts(_values(explanation)), Drawing(partial(beside, explanation)), _legend(explanation)]
    parts += [Table(DOCUMENT_COLUMNS, _documents(explanation, top))] if explanation.lost else []
    parts += [_relations(explanation, side, top) for side in _losing(explanation)]
    return Section(_title(explanation), [*parts, Facts(_notes(explanation))])


def _title(explanation: Explanation) -> str:
    comparison = explanation.comparison
    topic = f", topic {comparison.topic}" if comparison.topic is not None else ""
    parameters = [f"n = {decimal(comparison.n)}, Wn = {decimal(comparison.wn)}"] * (
        comparison.system.tail or comparison.gold.tail
    )
    parameters += [f"reading {comparison.reading}"] * (comparison.relation == "priority")
    settings = f" ({', '.join(parameters)})" if parameters else ""
    return f"{comparison.system_path} against {comparison.gold_path}{topic}: {comparison.relation} relations{settings}"


def _values(explanation: Explanation) -> list[str]:
    lines = []
    for side in (explanation.reliability, explanation.sensitivity):
        why = lacking(side, explanation.comparison.relation) or (
            f"{_number(side.lost)} is lost" if side.lost else "nothing is lost"
        )
        lines.append(f"{side.name} = {_number(side.value)}; {why}")
    return [*lines, f"R*S = {_number(explanation.rs)}"]


def _number(number: Number) -> str:
    """A number in decimals, and as a fraction if that is short.

    >>> _number(Fraction(1, 3)), _number(Fraction(1)), _number(Fraction(10**12, 10**13 + 1))
    ('1/3 = 0.333333...', '1', '0.099999...')
    """
    exact = _exact(number)
    if exact is None or len(exact) > LONG:
        return decimals(number)
    return f"{exact} = {decimals(number)}" if "/" in exact else exact


def _exact(number: Number) -> str | None:
    """The text of a fraction. None for a float, and for a fraction of a thousand digits."""
    return str(number) if isinstance(number, Fraction) and number.denominator.bit_length() <= BITS else None


def _legend(explanation: Explanation) -> str:
    drawn = [
        (name, side, left_out(side))
        for name, side in (("system", explanation.reliability), ("gold", explanation.sensitivity))
    ]
    said = []
    if explanation.lost:
        marks = " and ".join(f"of {side.name} in the {name}" for name, side, _ in drawn if side.lost)
        said.append(f"In brackets: the share of the loss that falls on a document there, {marks}.")
    elif not (explanation.reliability.costs.lacking or explanation.sensitivity.costs.lacking):
        said.append("Nothing is lost: each relation of the system is in the gold, and each of the gold in the system.")
    for name, side, (number, lost) in drawn:
        if number:
            share = f", {percent(side.share(lost))} of the loss" if side.lost else ""
            rest = f"{number:,} of {counted(side.own.size, 'occurrence')}{share}"
            said.append(f"The {name} is drawn by its costliest documents; the rest ({rest}) is only counted.")
    return " ".join(said)


def _documents(explanation: Explanation, top: int) -> list[list[str]]:
    """The rows of the costliest documents, a row for the other documents together, and a row for the sums."""
    shown, rest = _parted(explanation.rows, top)
    numbers: list[list[Number | None]] = []
    for costs, total, others in (
        ([row.system for row in shown], explanation.reliability, any(row.system for row in rest)),
        ([row.gold for row in shown], explanation.sensitivity, any(row.gold for row in rest)),
    ):
        whole = (
            ([cost.weight if cost else None for cost in costs], total.costs.weight),
            ([cost.lost if cost else None for cost in costs], total.lost),
        )
        numbers += [[*column, remainder(number, column) if others else None, number] for column, number in whole]
    names = [*(named(row.document) for row in shown), f"{len(rest):,} others", "sum"]
    shares = [
        percent(explanation.share(lost))
        for lost in (
            *(row.lost for row in shown),
            remainder(explanation.lost, [row.lost for row in shown]),
            explanation.lost,
        )
    ]
    cells = _alike([number for column in numbers for number in column])
    columns = [cells[i : i + len(names)] for i in range(0, len(cells), len(names))]
    rows = [list(row) for row in zip(names, *columns, shares, strict=True)]
    return rows if rest else [*rows[:-2], rows[-1]]


def _relations(explanation: Explanation, side: LossSide, top: int) -> Table:
    """The table of the costliest relations of a side, of the other relations together, and of the sum. Each row has the
    loss, its share of all that the side loses, and words.
    """
    words = LossWords(explanation.comparison, side)
    shown, rest = _parted([cost for cost in side.relations or () if cost.lost], top)
    lost = [
        *(cost.lost for cost in shown),
        *([remainder(side.lost, [cost.lost for cost in shown])] if rest else []),
        side.lost,
    ]
    texts_of_rows = [
        *(words.text(cost) for cost in shown),
        *([f"{len(rest):,} others"] if rest else []),
        f"1 - {side.name}",
    ]
    numbers, shares = _alike(lost), [percent(side.share(number)) for number in lost]
    wide, broad = (max(map(len, texts)) for texts in (numbers, shares))
    lines = [
        (f"{number:>{wide}}  {share:>{broad}}", text)
        for number, share, text in zip(numbers, shares, texts_of_rows, strict=True)
    ]
    return Table(
        RELATION_COLUMNS,
        list(zip(numbers, shares, texts_of_rows, strict=True)),
        caption=f"What {side.name} loses, by relations of the {'system' if side.name == 'R' else 'gold'}:",
        as_text=(Facts(lines),),
    )


def _losing(explanation: Explanation) -> list[LossSide]:
    """The sides whose losses are listed relation by relation."""
    return [
        side for side in (explanation.reliability, explanation.sensitivity) if side.lost and side.relations is not None
    ]


def _parted(items: Sequence[T], top: int) -> tuple[list[T], list[T]]:
    """The first items and the others. A single other item is put with the first ones, because a line for the rest would
    be as long as a line for this item.
    """
    cut = top if len(items) > top + 1 else len(items)
    return list(items[:cut]), list(items[cut:])


def _alike(numbers: Sequence[Number | None]) -> list[str]:
    """Numbers in one form: as fractions if all of these are short, and otherwise in decimals.

    >>> _alike([Fraction(1, 3), Fraction(0), None]), _alike([Fraction(1, 3), Fraction(1, 10**8), 1.0])
    (['1/3', '0', '-'], ['0.333333', '1e-08', '1'])
    """
    if all(number is None or ((exact := _exact(number)) is not None and len(exact) <= SHORT) for number in numbers):
        return ["-" if number is None else str(number) for number in numbers]
    return ["-" if number is None else _decimal(number) for number in numbers]


def _decimal(number: Number) -> str:
    if number == int(number):
        return str(int(number))
    return f"{float(number):.6f}" if number > LEAST else f"{float(number):.0e}"


def _notes(explanation: Explanation) -> list[str]:
    """Sentences about the basis of the numbers, and about relations that are not listed."""
    comparison = explanation.comparison
    notes = [*comparison.notes, reading(comparison)]
    if not explanation.exact:
        notes.append(
            f"In floats, not exactly: a side has more than {EXACT:,} occurrences; a loss below a "
            f"trillionth of a document's weight counts as none."
        )
    for side, name in ((explanation.reliability, "system"), (explanation.sensitivity, "gold")):
        if side.lost and side.relations is None:
            notes.append(f"Relations of the {name} are not listed one by one: {_too_many(side, comparison.relation)}.")
    return [note for note in notes if note]


def _too_many(side: LossSide, relation: str) -> str:
    if number := too_many(side.own, relation):
        thing, limit = ("documents", DOCUMENTS) if relation == "priority" else ("pairs in clusters", PAIRS)
        return f"{number:,} {thing} are more than {limit:,}"
    return "the other side is too large"


def _records(explanation: Explanation) -> list[tuple[str | float, ...]]:
    """A record for each document of each side, the costliest first; the tail is `...`, and a document of that name in
    quotation marks.
    """
    about = explanation.comparison
    return [
        (about.system_path, side.name, about.relation, document, float(cost.weight), float(cost.lost))
        for side in (explanation.reliability, explanation.sensitivity)
        for cost in side.costs.documents
        for document in [named(cost.document) if cost.document in (None, TAIL) else cost.document]
    ]


def _object(explanation: Explanation) -> dict[str, Any]:
    comparison = explanation.comparison
    return {
        "system": comparison.system_path,
        "gold": comparison.gold_path,
        "topic": comparison.topic,
        "relation": comparison.relation,
        "n": str(comparison.n),
        "wn": str(comparison.wn),
        "reading": comparison.reading,
        "exact": explanation.exact,
        "organizations": {"system": comparison.system.to_json(), "gold": comparison.gold.to_json()},
        "rs": _json(explanation.rs),
        "reliability": _side(explanation, explanation.reliability),
        "sensitivity": _side(explanation, explanation.sensitivity),
        "notes": _notes(explanation),
    }


def _side(explanation: Explanation, side: LossSide) -> dict[str, Any]:
    words = LossWords(explanation.comparison, side)
    relations = None
    if side.relations is not None:
        relations = [
            {
                "documents": list(cost.documents),
                "weight": _json(cost.weight),
                "lost": _json(cost.lost),
                "times": cost.times,
                "found": cost.found,
                "words": words.text(cost),
            }
            for cost in side.relations
            if cost.lost
        ]
    return {
        "value": _json(side.value),
        "lost": _json(side.lost),
        "lacking": side.costs.lacking,
        "documents": [
            {"document": cost.document, "weight": _json(cost.weight), "lost": _json(cost.lost), "listed": cost.listed}
            for cost in side.costs.documents
        ],
        "relations": relations,
    }


def _json(number: Number) -> str | float:
    """An exact number as a string, unless it is very long."""
    exact = _exact(number)
    return float(number) if exact is None else exact
