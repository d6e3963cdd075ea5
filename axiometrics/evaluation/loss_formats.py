"""Explanations as text, Markdown, CSV and JSON. The first two show the costliest and sum the rest; the others have
every document.
"""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from tabulate import tabulate

from axiometrics.core.decimals import decimals
from axiometrics.core.metric import decimal
from axiometrics.evaluation.formats import escaped
from axiometrics.evaluation.loss import DOCUMENTS, EXACT, PAIRS, Explanation, Side, remainder, too_many
from axiometrics.evaluation.loss_drawing import Drawing, beside, percent
from axiometrics.evaluation.loss_words import TAIL, Words, lacking, named, reading
from axiometrics.evaluation.scores import counted
from axiometrics.relations.weights import Number

SCHEMA = "axiometrics/explanation/1"
COLUMNS = ("system", "side", "relation", "document", "weight", "lost")

TOP = 10
"""Documents and relations that are shown one by one, unless asked otherwise."""

SHORT, LONG = 7, 20
"""Characters up to which a fraction is shown in a table, and elsewhere."""

LEAST = Fraction(1, 10**5)
"""Numbers below this are shown by their first digit and power of ten."""

BITS = 3300
"""A fraction whose denominator is greater, so has some thousand digits, is a float in JSON."""

T = TypeVar("T")

HEADINGS = (
    ("document", ""),
    ("weight", "in system"),
    ("lost", "for R"),
    ("weight", "in gold"),
    ("lost", "for S"),
    ("share of", "all loss"),
)


# --- text and Markdown


def text(explanations: Sequence[Explanation], top: int, width: int) -> str:
    """Both sides drawn, then documents and relations by what they cost, for each explanation in turn."""
    return "\n\n\n".join("\n\n".join(filter(None, _parts(one, top, width))) for one in explanations) + "\n"


def _parts(one: Explanation, top: int, width: int) -> Iterator[str]:
    title = _title(one)
    yield f"{title}\n{'-' * min(len(title), width)}\n" + "\n".join(_values(one))
    drawing, *drawings = beside(one, width)
    yield drawing
    yield _wrapped(_legend(one, drawings), width)
    if one.lost:
        headings = ["\n".join(heading).strip() for heading in HEADINGS]
        drawn = tabulate(
            _documents(one, top), headings, tablefmt="simple", disable_numparse=True, colalign=("left", *["right"] * 5)
        )
        yield "\n".join(line.rstrip() for line in drawn.splitlines())
    for side in _losing(one):
        rows = _relations(one, side, top)
        margins = [max(len(row[i]) for row in rows) for i in range(2)]
        starts = [f"{lost:>{margins[0]}}  {share:>{margins[1]}}  " for lost, share, _ in rows]
        lines = (
            _wrapped(words, width, start, " " * len(start)) for start, (_, _, words) in zip(starts, rows, strict=True)
        )
        yield "\n".join([f"{_heading(side)}:", *lines])
    if notes := _notes(one):
        yield "\n".join(_wrapped(note, width, later="    ") for note in notes)


def markdown(explanations: Sequence[Explanation], top: int, width: int) -> str:
    """The same under headings, with tables that Markdown knows."""
    return "\n\n".join("\n\n".join(filter(None, _sections(one, top, width))) for one in explanations) + "\n"


def _sections(one: Explanation, top: int, width: int) -> Iterator[str]:
    yield f"## {escaped(_title(one))}"
    yield "\n".join(f"- {escaped(line)}" for line in _values(one))
    drawing, *drawings = beside(one, width)
    yield f"```\n{drawing}\n```"
    yield escaped(_legend(one, drawings))
    if one.lost:
        yield _piped([" ".join(heading).strip() for heading in HEADINGS], _documents(one, top), 0)
    for side in _losing(one):
        yield f"{escaped(_heading(side))}:"
        yield _piped(["lost", "share", "relation"], _relations(one, side, top), 2)
    if notes := _notes(one):
        yield "\n".join(f"- {escaped(note)}" for note in notes)


def _piped(headings: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    align = ["left" if i == left else "right" for i in range(len(headings))]
    return str(
        tabulate(
            [[escaped(cell) for cell in row] for row in rows],
            headings,
            tablefmt="pipe",
            disable_numparse=True,
            colalign=align,
        )
    )


def _title(one: Explanation) -> str:
    comparison = one.comparison
    topic = f", topic {comparison.topic}" if comparison.topic is not None else ""
    parameters = [f"n = {decimal(comparison.n)}, Wn = {decimal(comparison.wn)}"] * (
        comparison.system.tail or comparison.gold.tail
    )
    parameters += [f"reading {comparison.reading}"] * (comparison.relation == "priority")
    told = f" ({', '.join(parameters)})" if parameters else ""
    return f"{comparison.system_path} against {comparison.gold_path}{topic}: {comparison.relation} relations{told}"


def _values(one: Explanation) -> list[str]:
    lines = []
    for side in (one.reliability, one.sensitivity):
        why = lacking(side, one.comparison.relation) or (
            f"{_number(side.lost)} is lost" if side.lost else "nothing is lost"
        )
        lines.append(f"{side.name} = {_number(side.value)}; {why}")
    return [*lines, f"R*S = {_number(one.rs)}"]


def _number(number: Number) -> str:
    """A number exactly, if that is short, and in decimals.

    >>> _number(Fraction(1, 3)), _number(Fraction(1)), _number(Fraction(10**12, 10**13 + 1))
    ('1/3 = 0.333333...', '1', '0.099999...')
    """
    exact = _exact(number)
    if exact is None or len(exact) > LONG:
        return decimals(number)
    return f"{exact} = {decimals(number)}" if "/" in exact else exact


def _exact(number: Number) -> str | None:
    """A fraction as such; None for a float, and for one of a thousand digits."""
    return str(number) if isinstance(number, Fraction) and number.denominator.bit_length() <= BITS else None


def _legend(one: Explanation, drawings: Sequence[Drawing]) -> str:
    drawn = list(zip(("system", "gold"), (one.reliability, one.sensitivity), drawings, strict=True))
    said = []
    if one.lost:
        marks = " and ".join(f"of {side.name} in the {what}" for what, side, _ in drawn if side.lost)
        said.append(f"In brackets: the share of the loss that falls on a document there, {marks}.")
    elif not (one.reliability.costs.lacking or one.sensitivity.costs.lacking):
        said.append("Nothing is lost: each relation of the system is in the gold, and each of the gold in the system.")
    for what, side, drawing in drawn:
        if drawing.left_out:
            share = f", {percent(drawing.share)} of the loss" if side.lost else ""
            rest = f"{drawing.left_out:,} of {counted(side.own.size, 'occurrence')}{share}"
            said.append(f"The {what} is drawn by its costliest documents; the rest ({rest}) is only counted.")
    return " ".join(said)


def _documents(one: Explanation, top: int) -> list[list[str]]:
    """The costliest documents, the others as one, and the sums."""
    shown, rest = _parted(one.rows, top)
    numbers: list[list[Number | None]] = []
    for costs, total, others in (
        ([row.system for row in shown], one.reliability, any(row.system for row in rest)),
        ([row.gold for row in shown], one.sensitivity, any(row.gold for row in rest)),
    ):
        whole = (
            ([cost.weight if cost else None for cost in costs], total.costs.weight),
            ([cost.lost if cost else None for cost in costs], total.lost),
        )
        numbers += [[*column, remainder(number, column) if others else None, number] for column, number in whole]
    names = [*(named(row.document) for row in shown), f"{len(rest):,} others", "sum"]
    shares = [
        percent(one.share(lost))
        for lost in (*(row.lost for row in shown), remainder(one.lost, [row.lost for row in shown]), one.lost)
    ]
    cells = _alike([number for column in numbers for number in column])
    columns = [cells[i : i + len(names)] for i in range(0, len(cells), len(names))]
    rows = [list(row) for row in zip(names, *columns, shares, strict=True)]
    return rows if rest else [*rows[:-2], rows[-1]]


def _relations(one: Explanation, side: Side, top: int) -> list[list[str]]:
    """The costliest relations of a side, the others as one, and the sum: what is lost, its share of all that the side
    loses, and words.
    """
    words = Words(one.comparison, side)
    shown, rest = _parted([cost for cost in side.relations or () if cost.lost], top)
    lost = [
        *(cost.lost for cost in shown),
        *([remainder(side.lost, [cost.lost for cost in shown])] if rest else []),
        side.lost,
    ]
    told = [*(words.told(cost) for cost in shown), *([f"{len(rest):,} others"] if rest else []), f"1 - {side.name}"]
    return [list(row) for row in zip(_alike(lost), (percent(side.share(number)) for number in lost), told, strict=True)]


def _losing(one: Explanation) -> list[Side]:
    """The sides whose losses are listed relation by relation."""
    return [side for side in (one.reliability, one.sensitivity) if side.lost and side.relations is not None]


def _heading(side: Side) -> str:
    return f"What {side.name} loses, by relations of the {'system' if side.name == 'R' else 'gold'}"


def _parted(items: Sequence[T], top: int) -> tuple[list[T], list[T]]:
    """The first ones and the others; a single other is not worth a line of its own."""
    cut = top if len(items) > top + 1 else len(items)
    return list(items[:cut]), list(items[cut:])


def _alike(numbers: Sequence[Number | None]) -> list[str]:
    """Numbers alike: as fractions where all of them are short, else in decimals.

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


def _wrapped(line: str, width: int, first: str = "", later: str = "") -> str:
    return textwrap.fill(
        line, width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def _notes(one: Explanation) -> list[str]:
    """What the numbers rest on, and what is not shown."""
    comparison = one.comparison
    notes = [*comparison.notes, reading(comparison)]
    if not one.exact:
        notes.append(
            f"In floats, not exactly: a side has more than {EXACT:,} occurrences; a loss below a "
            f"trillionth of a document's weight counts as none."
        )
    for side, what in ((one.reliability, "system"), (one.sensitivity, "gold")):
        if side.lost and side.relations is None:
            notes.append(f"Relations of the {what} are not listed one by one: {_too_many(side, comparison.relation)}.")
    return [note for note in notes if note]


def _too_many(side: Side, relation: str) -> str:
    if number := too_many(side.own, relation):
        thing, limit = ("documents", DOCUMENTS) if relation == "priority" else ("pairs in clusters", PAIRS)
        return f"{number:,} {thing} are more than {limit:,}"
    return "the other side is too large"


# --- CSV and JSON


def comma_separated(explanations: Sequence[Explanation], top: int, width: int) -> str:
    """A line for each document of each side, the costliest first; the tail is `...`, and a document of that name in
    quotation marks.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in explanations:
        for side in (one.reliability, one.sensitivity):
            for cost in side.costs.documents:
                document = cost.document if cost.document not in (None, TAIL) else named(cost.document)
                writer.writerow(
                    (
                        one.comparison.system_path,
                        side.name,
                        one.comparison.relation,
                        document,
                        float(cost.weight),
                        float(cost.lost),
                    )
                )
    return written.getvalue()


def json(explanations: Sequence[Explanation], top: int, width: int) -> str:
    """Everything: parameters, organizations, every document, and every relation that loses something, where they are
    listed.
    """
    from axiometrics.reports.json import document

    return document({"schema": SCHEMA, "explanations": [_object(one) for one in explanations]})


def _object(one: Explanation) -> dict[str, Any]:
    comparison = one.comparison
    return {
        "system": comparison.system_path,
        "gold": comparison.gold_path,
        "topic": comparison.topic,
        "relation": comparison.relation,
        "n": str(comparison.n),
        "wn": str(comparison.wn),
        "reading": comparison.reading,
        "exact": one.exact,
        "organizations": {"system": comparison.system.to_json(), "gold": comparison.gold.to_json()},
        "rs": _json(one.rs),
        "reliability": _side(one, one.reliability),
        "sensitivity": _side(one, one.sensitivity),
        "notes": _notes(one),
    }


def _side(one: Explanation, side: Side) -> dict[str, Any]:
    words = Words(one.comparison, side)
    relations = None
    if side.relations is not None:
        relations = [
            {
                "documents": list(cost.documents),
                "weight": _json(cost.weight),
                "lost": _json(cost.lost),
                "times": cost.times,
                "found": cost.found,
                "words": words.told(cost),
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


FORMATS: dict[str, Callable[[Sequence[Explanation], int, int], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": comma_separated,
    "json": json,
}
"""What writes explanations, so many of the costliest, that wide, by the name of the format."""
