"""Cells: each holds the verdict on one metric under one reading of one constraint, with its evidence. Nothing is
computed here."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from axiometrics.core.case import Case, Demand
from axiometrics.core.decimals import folded, scores_text, written
from axiometrics.core.documents import Data, Document, Name, Positive, Rule, Score, exactly, read, when
from axiometrics.core.escapes import one_line
from axiometrics.core.evidence import (
    AnyEvidence,
    ByParameter,
    Descriptive,
    ParameterRegion,
    Refuted,
    Scan,
    Scanned,
    Undetermined,
    flat,
)
from axiometrics.core.page import CaseDrawing, Drawing, Page, Presentable, Section, Table
from axiometrics.core.task import task as task_of

Relation = Annotated[str, Meta(pattern="^(tied|reversed|unequal|exceeded|unattained)$")]

Reach = Annotated[str, Meta(pattern="^(proof|region|sampled|(exhaustive|grid)(:[0-9]+)?)$")]
"""How far it is known that a constraint holds, as `reach` says it."""

SIZED = ("exhaustive", "grid")
"""The kinds of evidence that reach to a size."""


class DemandData(Document, frozen=True, omit_defaults=True):
    """The demand on the scores of a counterexample: how their signed sum compares with a bound, in words and by its
    parts. A score with the sign 0 serves only to order outputs. With `some`, one of several outputs had to meet the
    demand; with `greatest`, the greatest score of several outputs counts. With `below`, the demand is made only where a
    score is below a number.
    """

    signs: dict[str, Literal[1, -1, 0]]
    by: Literal[">", ">=", "=", "<=", "defined"]
    bound: str
    words: str
    some: bool = False
    greatest: bool = False
    below: dict[str, str] | UnsetType = UNSET


class CounterexampleData(Document, frozen=True, omit_defaults=True):
    """A counterexample in JSON: gold and outputs in the JSON of the task's data, and the scores of the outputs by role.

    An exact score is a text, a fraction or an expression that sympy reads; the score of a metric in floats is a number;
    null is an undefined score, where the constraint is about that. A list of outputs has one score, the mean of theirs
    or, if the demand says so, the greatest.

    Attributes
    ----------
    demanded : the demand, if it differs from the demand of the reading on all its cases
    golds : the golds of roles that are not judged against `gold`
    parameters : by role, values of parameters with which the metric scored its output
    tried : the number of outputs of which the best one is shown
    each : by role of which the mean counts, the score of each of its outputs
    """

    gold: Data
    outputs: dict[str, Data | list[Data]]
    scores: dict[str, Score | None]
    documents: Positive
    demanded: DemandData | UnsetType = UNSET
    golds: dict[str, Data | list[Data]] | UnsetType = UNSET
    parameters: dict[str, dict[str, str]] | UnsetType = UNSET
    tried: Positive | UnsetType = UNSET
    each: dict[str, list[Score]] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.outputs.keys() != self.scores.keys():
            raise ValueError("the outputs and the scores of a counterexample have the same roles")
        for role, scores in (self.each or {}).items():
            outputs = self.outputs.get(role)
            if not isinstance(outputs, list) or len(outputs) != len(scores):
                raise ValueError(f"each of the outputs of {role} has one score")


def drawn(of: str, data: Mapping[str, Any], demand: Demand | None = None) -> str:
    """A counterexample of a task, given as its JSON, drawn: gold, outputs, scores, and the difference demanded."""
    return str(case_drawing(of, data, demand).drawn)


def case_drawing(of: str, data: Mapping[str, Any], demand: Demand | None = None) -> CaseDrawing:
    """A counterexample of a task, given as its JSON, as a part of a page. It holds the case too, for formats that have
    pictures.
    """
    data = _printable(data)
    case, each = task_of(of).case(data), data.get("each", {})
    values = _drawn_means(case, each) if each else drawn_values(of, case)
    parts = []
    if case.tried:
        parts.append(f"This is the best of {case.tried} outputs, all of which were tried.")
    settings = [
        f"{role} is scored with {', '.join(f'{name}={value}' for name, value in own.items())}"
        for role, own in case.parameters.items()
    ]
    parts += [line for line in ["\n".join(settings)] if line]
    said = "\n\n".join([*parts, scores_text(data["scores"], case.demand or demand, case.bound, means=each)])
    return CaseDrawing(f"{values}\n\n{said}", flows=True, case=case if case.is_single else None, said=said)


def values_drawing(of: str, case: Case) -> CaseDrawing:
    """The gold and the outputs of a case as a part of a page, without scores."""
    return CaseDrawing(drawn_values(of, case), flows=True, case=case if case.is_single else None)


def _drawn_means(case: Case, each: Mapping[str, Sequence[Any]]) -> str:
    """By role, the gold and a line for each output: its score, and the output."""
    blocks = []
    for role in case.outputs:
        calls = case.calls(role)
        scores = [written(score) for score in each.get(role, ())] or [""]
        widest = max(map(len, scores))
        lines = [f"  {score.ljust(widest)}  {call.output}" for score, call in zip(scores, calls, strict=True)]
        blocks.append("\n".join([f"{role}: {len(calls)} output{'s' * (len(calls) > 1)}, gold {calls[0].gold}", *lines]))
    return "\n\n".join(blocks)


def _printable(data: Any) -> Any:
    """The JSON with every name in one line: a saved counterexample may be from somebody else."""
    match data:
        case str():
            return one_line(data)
        case Mapping():
            return {_printable(key): _printable(value) for key, value in data.items()}
        case list() | tuple():
            return [_printable(value) for value in data]
    return data


def drawn_values(of: str, case: Case) -> str:
    """The golds and outputs of a case, drawn."""
    return "\n\n".join(task_of(of).draw(gold, outputs) for gold, outputs in _by_gold(case))


def _by_gold(case: Case) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each gold of a case with the outputs that are judged against it; several outputs of a role are numbered."""
    sides: list[tuple[Any, dict[str, Any]]] = []
    for role in case.outputs:
        calls = case.calls(role)
        for k, call in enumerate(calls, 1):
            if not sides or sides[-1][0] != call.gold:
                sides.append((call.gold, {}))
            sides[-1][1][f"{role} {k}" if len(calls) > 1 else role] = call.output
    yield from sides


class Counterexample(Presentable):
    """A case on which a metric fails, with its scores and the number of documents. It prints itself drawn.

    Attributes
    ----------
    data : its JSON, in the form of `CounterexampleData`
    demand : the demand, if it is not the strict demand on these roles
    task : the task of gold and outputs, which a cell names

    Two counterexamples with the same data are equal.
    """

    JSON: ClassVar[type[Document]] = CounterexampleData

    def __init__(self, data: Mapping[str, Any], demand: Demand | None = None, task: str = "") -> None:
        self.data, self.demand, self.task = data, demand, task

    @classmethod
    def of(
        cls, case: Case, scores: Mapping[str, Any], demand: Demand, each: Mapping[str, Any] | None = None
    ) -> Counterexample:
        """A case with the scores of its outputs by role, as they are to be shown; `each` has, by role of which the mean
        counts, the scores of its outputs.

        >>> from axiometrics.core.case import GAIN
        >>> from axiometrics.core.organization import Organization
        >>> gold, run = Organization.parse("a > ..."), Organization.parse("a > ...")
        >>> Counterexample.of(Case(gold, {"better": run, "worse": run}), {"better": "1", "worse": "1"},
        ...     GAIN)["documents"]
        1
        """
        data = case.to_json(demand)
        first = {"gold": data.pop("gold"), "outputs": data.pop("outputs"), "scores": dict(scores)}
        return cls(first | data | ({"each": dict(each)} if each else {}), demand)

    @classmethod
    def from_json(cls, data: Any) -> Counterexample:
        """Read the JSON form. Raises `ValueError` where it is not one."""
        try:
            read(data, CounterexampleData)
        except ValueError as error:
            raise ValueError(f"the counterexample: {error}") from None
        return cls(data)

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return dict(self.data)

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Counterexample) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """Drawn as its task draws it; outside a cell, which says the task, the values as JSON has them."""
        if self.task:
            return folded(drawn(self.task, self.data, self.demand))
        values = {"gold": self.data["gold"], **self.data["outputs"]}
        lines = [f"{role}: {json.dumps(value)}" for role, value in values.items()]
        return folded("\n".join([*lines, "", scores_text(self.data["scores"], self.demand)]))

    def __repr__(self) -> str:
        return f"Counterexample({dict(self.data)!r})"

    def page(self) -> Page:
        """The case drawn; its records are the outputs, written as the task writes them, with their scores."""
        drawing = case_drawing(self.task, self.data, self.demand) if self.task else Drawing(str(self))
        return Page("", [Section("", [drawing])], "", self.to_json, self._records)

    def _records(self) -> Table:
        """Role, output and score; a list of outputs has one score."""
        read = task_of(self.task).output.from_json if self.task else None
        rows = [
            (role, str(read(output)) if read and isinstance(output, dict) else json.dumps(output), data["scores"][role])
            for data in (self.data,)
            for role, output in data["outputs"].items()
        ]
        return Table.records(("role", "output", "score"), rows)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]


class Cell(Document, Presentable, frozen=True):
    """The verdict on one metric under one reading of one constraint, with its evidence.

    `holds` cannot claim more than the kind of the evidence allows. `differs` are the readings of the constraint with a
    different verdict. For those of them that hold, `elsewhere` has the kind and the size of the evidence: `proof`,
    `exhaustive:9`, `grid:3`.
    """

    COLUMNS: ClassVar[Sequence[str]] = (
        *("task", "metric", "constraint", "reading", "holds", "kind", "size", "relation", "documents"),
    )

    RULES: ClassVar[Sequence[Rule]] = (
        *(
            when(
                {"evidence": {"properties": {"kind": {"const": kind.__struct_config__.tag}}}},
                {
                    "holds": kind.HOLDS,
                    **({"message": {"minLength": 1}} if kind.REASON else {}),
                    **({} if kind.SHOWS else {"relation": None, "counterexample": None}),
                },
            )
            for kind in get_args(AnyEvidence)
        ),
        when(
            {"evidence": {"properties": {"kind": {"const": "counterexample"}}}},
            {"relation": {"type": "string"}, "counterexample": {"type": "object"}},
        ),
        when({"holds": (True, None)}, {"relation": None, "counterexample": None}),
        when({"holds": True}, {"evidence": {"properties": {"cases": {"minimum": 1}}}}),
    )

    task: Name
    metric: Name
    constraint: Name
    reading: Name
    holds: bool | None
    evidence: AnyEvidence
    relation: Relation | None = None
    counterexample: Counterexample | None = None
    message: str = ""
    differs: tuple[Name, ...] = ()
    elsewhere: dict[str, Reach] | UnsetType = UNSET

    def through(self, reduction: str | None) -> Cell:
        """The cell of a metric that was judged through a reduction of that name; the same where there was none."""
        if reduction is None:
            return self
        return replace(self, evidence=replace(self.evidence, reduction=reduction))

    def __post_init__(self) -> None:
        if self.holds not in self.evidence.HOLDS:
            raise ValueError(f"evidence of kind {self.evidence.kind} cannot carry holds={self.holds}")
        if self.holds is True and self.evidence.cases < 1:
            raise ValueError(f"{self.metric}/{self.constraint}: a verdict that rests on no case is not a verdict")
        if self.holds is not False and (self.relation is not None or self.counterexample is not None):
            raise ValueError(f"{self.metric}/{self.constraint}: only a failure has a relation and a counterexample")
        if isinstance(self.evidence, Refuted) and (self.counterexample is None or self.relation is None):
            raise ValueError(f"{self.metric}/{self.constraint}: a counterexample is missing, or its relation")
        if not self.evidence.SHOWS and (self.relation is not None or self.counterexample is not None):
            raise ValueError(f"{self.metric}/{self.constraint}: evidence of kind {self.evidence.kind} shows no case")
        if self.counterexample is not None and not self.counterexample.task:
            shown = self.counterexample
            force_setattr(self, "counterexample", Counterexample(shown.data, shown.demand, self.task))

    @property
    def verdict(self) -> Any:
        """The value by which readings are compared: `holds`, or the profile of a descriptive cell."""
        return self.evidence.profile if isinstance(self.evidence, Descriptive) else self.holds

    @property
    def scan(self) -> Scan | None:
        """The result for each n of a threshold, if the cell is about a threshold."""
        return self.evidence.scan if isinstance(self.evidence, Scanned) else None

    @property
    def unwitnessed(self) -> bool:
        """Whether "some n", or "from some n on", has no witness among the n that were scanned: no violation."""
        return isinstance(self.evidence, Undetermined) and self.scan is not None

    @property
    def regions(self) -> list[ParameterRegion]:
        """For which values of each parameter the constraint is known to hold."""
        return self.evidence.region if isinstance(self.evidence, ByParameter) else []

    def row(self) -> tuple[Any, ...]:
        """The cell as a row of a table with `COLUMNS`."""
        documents = None if self.counterexample is None else self.counterexample["documents"]
        rest = (self.evidence.kind, self.evidence.size, self.relation, documents)
        return (self.task, self.metric, self.constraint, self.reading, self.holds, *rest)

    def page(self) -> Page:
        """The cell explained. The explanation stands floors above, and is asked by name."""
        page: Page = importlib.import_module("axiometrics.services.explanation").cell_page(self)
        return page

    def __repr__(self) -> str:
        said = "" if self.verdict is None else f"{self.verdict if self.holds is None else f'holds={self.holds}'}, "
        of = f"{self.task}:{self.constraint}@{self.reading}"
        return f"<Cell {self.metric} / {of}: {said}{self.evidence.kind}>"

    def to_json(self) -> dict[str, Any]:
        """The cell as the JSON of a matrix has it."""
        return {
            "task": self.task,
            "metric": self.metric,
            "constraint": self.constraint,
            "reading": self.reading,
            "holds": self.holds,
            "differs": list(self.differs),
            **({"elsewhere": self.elsewhere} if self.elsewhere else {}),
            "evidence": self.evidence.to_json(),
            "relation": self.relation,
            "counterexample": None if self.counterexample is None else dict(self.counterexample.data),
            "message": self.message,
        }

    @classmethod
    def from_json(cls, data: Any) -> Cell:
        """Read the JSON form back. Raises `ValueError` where it is not one."""
        return read(flattened(data), cls)


def flattened(data: Any) -> dict[str, Any]:
    """The JSON of a cell as the types have it. Raises `ValueError` where a field is missing or unknown."""
    optional = {"elsewhere"} - data.keys() if isinstance(data, Mapping) else set[str]()
    whole = exactly(data, (name for name in Cell.__struct_fields__ if name not in optional), "a cell")
    return {**whole, "evidence": flat(whole["evidence"])}


def with_differences(cells: Iterable[Cell]) -> list[Cell]:
    """The cells, each with the other readings of its constraint that give its metric a different verdict (`differs`),
    and how far the constraint is known to hold under these readings (`elsewhere`).
    """
    listed = list(cells)
    judged = [cell for cell in listed if cell.verdict is not None]

    def others(cell: Cell) -> list[Cell]:
        if cell.verdict is None:
            return []
        same = (o for o in judged if (o.metric, o.constraint, o.task) == (cell.metric, cell.constraint, cell.task))
        return [o for o in same if o.verdict != cell.verdict]

    return [
        replace(
            cell,
            differs=tuple(other.reading for other in differing),
            elsewhere={other.reading: reach(other) for other in differing if other.holds} or UNSET,
        )
        for cell in listed
        for differing in [others(cell)]
    ]


def reach(cell: Cell) -> str:
    """How far it is known that a constraint holds: the kind of the evidence, with the size of a search.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> reach(Cell("ranking", "ap", "priority", "universal", True, Exhaustive(True, 9, 8)))
    'exhaustive:8'
    """
    return reached(cell.evidence.kind, cell.evidence.size)


def reached(kind: str, size: int | None) -> str:
    """How far evidence of this kind and size reaches, in the form that `reach` returns."""
    return f"{kind}:{size}" if kind in SIZED and size is not None else kind
