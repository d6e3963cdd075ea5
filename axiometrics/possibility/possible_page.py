"""An answer of `possible` as a page: the table of a metric, or inequalities between cases that are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Reading
from axiometrics.core.documents import written
from axiometrics.core.family import grid_of
from axiometrics.core.page import Cell, Column, Facts, Page, Section, Table, page_of
from axiometrics.core.task import task as task_of
from axiometrics.possibility.document import CertificateLine, PossibleDocument, TableEntry
from axiometrics.possibility.orbits import Orbits

SHOWN = 20
"""The number of values of a table that are shown; files have all values."""

GROWS = {
    ("impossible", "nested"): "Cases of this size are cases of every larger size, so that it is impossible there, too.",
    ("impossible", "embedded"): (
        "Each line was checked to be a case again with one, two and three further documents, which stand alike in gold "
        "and outputs: the same lines are a contradiction there."
    ),
    ("impossible", "this size only"): "Nothing is said of other sizes.",
    ("possible", "nested"): "Cases of smaller sizes are among these, so that it is possible there, too.",
    ("possible", "this size only"): "Nothing is said of other sizes.",
}
"""The sentence on further sizes, by the answer and by the way in which it grows."""


TOTAL = (
    "This speaks of metrics that have a value for every pair of this size. One that is undefined somewhere may satisfy "
    "the constraints where it is defined."
)
"""The sentence on what an impossibility leaves open."""


@page_of.register
def possible_page(document: PossibleDocument) -> Page:
    """The answer in a sentence, the evidence for it, and the sizes for which it holds."""
    sections = [Section("", [in_words(document), *_remarks(document)])]
    if document.conflicts or document.together or document.open:
        sections += list(_lattice(document))
    elif document.certificate:
        sections.append(Section("Why", list(argued(document))))
    elif document.table is not None and document.near is None:
        sections.append(
            Section("A metric that does", [_table(document.task, document.table), *_left_out(document.table)])
        )
    return Page(
        "Can any metric do this?", sections, document.schema, lambda: written(document), lambda: _records(document)
    )


def argued(document: PossibleDocument) -> Iterator[Table | str]:
    """The certificate of an answer, if it has one."""
    if document.certificate:
        yield from WeightedCases(document.task, document.certificate).parts()


def _unit(document: PossibleDocument) -> str:
    return task_of(document.task).unit("ranks" if task_of(document.task).nested else "documents")


def in_words(document: PossibleDocument) -> str:
    """The answer in a sentence."""
    names = ", ".join(document.constraints) or "nothing"
    unit = _unit(document).removesuffix("s") if document.size == 1 else _unit(document)
    at = f"at {'most ' if unit.startswith('rank') else ''}{document.size} {unit}"
    if document.near is not None:
        near = document.near
        return (
            f"{near.metric} is {near.distance} of its range away from a metric that satisfies "
            f"{document.task}:{near.constraint}@{near.reading} {at}, if equal scores are allowed: {near.cases} of "
            f"{near.of} demands are not met."
        )
    if document.implies is not None:
        implied = {
            "yes": "Every metric that satisfies {names} satisfies {name} {at}.",
            "no": "Some metric satisfies {names} and not {name} {at}.",
            "undetermined": "Whether {names} implies {name} {at} could not be decided.",
        }[document.implies.answer]
        return implied.format(names=names, name=document.implies.name, at=at)
    without = f", and violate {', '.join(document.negated)}" if document.negated else ""
    says = {
        "possible": f"Possible: some metric can satisfy {names}{without} {at}.",
        "impossible": f"Impossible: no metric can satisfy {names}{without} {at}.",
        "undetermined": f"Undetermined: whether a metric can satisfy {names}{without} {at} could not be decided.",
    }
    return says[document.answer]


def _remarks(document: PossibleDocument) -> Iterator[str]:
    grows = GROWS.get((document.answer, str(document.grows)))
    if grows and document.near is None and not document.conflicts and document.implies is None:
        yield grows
    if (
        document.answer == "impossible"
        and document.near is None
        and not document.conflicts
        and document.implies is None
    ):
        yield TOTAL
    own = {f"{document.task}:{line.constraint}@{line.reading}" for line in document.certificate or ()}
    if len(own) == 1 and not document.conflicts and document.implies is None:
        yield f"The cases of {own.pop()} contradict each other at this size, whatever else is asked."
    shown = document.answer if document.implies is None else document.implies.answer
    if document.reason and shown == "undetermined" and not (document.conflicts or document.open):
        yield f"Not decided: {document.reason}."
    if document.without_cases:
        yield f"No case of this size: {', '.join(document.without_cases)}."
    grids = sorted({grid_of(_reading(name).cases) for name in document.constraints} - {""})
    if grids and document.answer == "possible":
        yield f"The cases lie on a grid ({'; '.join(grids)}), and the table has the values there alone."
    if (
        document.answer == "possible"
        and not document.conflicts
        and document.table
        and len({e.value for e in document.table}) == 1
    ):
        yield "A metric that has the same value everywhere does."


def _reading(name: str) -> Reading:
    constraint, _, reading = name.partition("@")
    return registry.constraint(constraint).reading(reading)


def _table(task: str, entries: Sequence[TableEntry]) -> Table:
    of = task_of(task)
    rows: list[list[Cell]] = [
        [str(of.gold.from_json(e.gold)), str(of.output.from_json(e.output)), Fraction(e.value)] for e in entries[:SHOWN]
    ]
    return Table((Column("gold"), Column("output"), Column("value", "right")), rows, keys=2)


def _left_out(entries: Sequence[TableEntry]) -> list[str]:
    left = len(entries) - SHOWN
    return [f"{left} more values are in the file that -o table.json or -o table.csv writes."] if left > 0 else []


def _records(document: PossibleDocument) -> Table:
    if document.table is not None:
        of = task_of(document.task)
        rows = [[str(of.gold.from_json(e.gold)), str(of.output.from_json(e.output)), e.value] for e in document.table]
        return Table.records(("gold", "output", "value"), rows)
    said = WeightedCases(document.task, document.certificate or ())
    rows = [
        [line.weight, line.constraint, line.reading, text] for line, text in zip(said.lines, said.said, strict=True)
    ]
    return Table.records(("weight", "constraint", "reading", "demand"), rows)


class WeightedCases:
    """The lines of a certificate, with a number for each value of a metric that occurs in them.

    Attributes
    ----------
    said : for each line, its comparison of these values
    """

    def __init__(self, task: str, lines: Sequence[CertificateLine]) -> None:
        self.task, self.lines = task_of(task), lines
        self.orbits = Orbits(self.task)
        self.said = [self._line(line) for line in lines]

    def _line(self, line: CertificateLine) -> str:
        case = self.task.case(line.case)
        demand = case.asked(_reading(f"{self.task.name}:{line.constraint}@{line.reading}").demand)
        above = [self._value(case, role) for role, sign in zip(demand.roles, demand.signs, strict=True) if sign > 0]
        below = [self._value(case, role) for role, sign in zip(demand.roles, demand.signs, strict=True) if sign < 0]
        right = " + ".join([*below, *([str(case.bound)] if case.bound or not below else [])])
        return f"{' + '.join(above) or 0} {demand.by} {right}"

    def _value(self, case: Case, role: str) -> str:
        values = [f"v{self.orbits.number(call.output, call.gold) + 1}" for call in case.calls(role)]
        return values[0] if type(case.outputs[role]) is not tuple else f"mean({', '.join(values)})"

    def parts(self) -> Iterator[Table | str]:
        """The lines, the statement on their sum, and the gold and the output of each value."""
        rows = [
            [line.weight, text, f"{line.constraint}@{line.reading}", str(self.task.gold.from_json(line.case["gold"]))]
            for line, text in zip(self.lines, self.said, strict=True)
        ]
        headings = (Column("times", "right"), Column("demand"), Column("constraint"), Column("gold"))
        yield Table(headings, rows, keys=2)
        yield "Added up with these weights, the values cancel, and what is left is false."
        values = [[f"v{k}", str(gold), str(output)] for k, (output, gold) in enumerate(self.orbits.representatives, 1)]
        yield Table((Column("value"), Column("gold"), Column("output")), values, "The values, up to renaming")


def _lattice(document: PossibleDocument) -> Iterator[Section]:
    """The conflicts with their arguments, and the greatest sets that can hold together."""
    for names, lines in zip(document.conflicts, document.certificates, strict=True):
        yield Section(f"Cannot hold together: {', '.join(names)}", list(WeightedCases(document.task, lines).parts()))
    if document.together:
        yield Section(
            "Can hold together", [Facts([", ".join(names) or "no constraint" for names in document.together])]
        )
    if document.open:
        yield Section("Not decided", [Facts([", ".join(names) for names in document.open])])
    if not document.complete:
        yield Section("", ["This is not all: the search was interrupted, or its time was up."])
