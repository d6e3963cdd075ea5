"""The page "Which metric should I use?": questions with pictures, and a table of metrics that the answers filter.

The source of the page contains every verdict, so that the page needs no server. The script only hides rows: without
script the whole table is shown, and a reader compares the columns that the answers name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from axiometrics.core.case import Case
from axiometrics.core.cell import Cell, drawn_values
from axiometrics.reports.atlas import figures
from axiometrics.reports.atlas.site import _environment, _static, style
from axiometrics.reports.parts.tables import legend, mark


@dataclass(frozen=True)
class AskedOption:
    """An answer that a reader can choose, with its meaning and the columns of the constraints that it requires."""

    word: str
    means: str
    requires: Sequence[str]


@dataclass(frozen=True)
class AskedQuestion:
    """A question on the page, with the case that is drawn beside it."""

    name: str
    words: str
    options: Sequence[AskedOption]
    task: str
    case: Case

    @property
    def pictures(self) -> Mapping[str, Markup]:
        """The gold and the outputs of the case as pictures, by role. If the case cannot be drawn, its text stands under
        an empty role.
        """
        drawings = figures.outputs(self.case.gold, self.case.outputs) if self.case.is_single else None
        if drawings is None:
            return {"": Markup("<pre>{}</pre>").format(drawn_values(self.task, self.case))}
        return {role.replace("_", " "): picture for role, picture in drawings.items()}


@dataclass(frozen=True)
class AdvisedTask:
    """A task with its questions, and the cells by metric and column. A column is a constraint in one reading.

    Attributes
    ----------
    answered : the answers that hold for the whole table, as options of the command line
    """

    name: str
    words: str
    questions: Sequence[AskedQuestion]
    columns: Mapping[str, str]
    rows: Mapping[str, Mapping[str, Cell]]
    answered: str = ""

    @property
    def anchor(self) -> str:
        """The anchor of the section."""
        return "-".join([self.name, *self.answered.replace("-", "").split()])

    @property
    def heading(self) -> str:
        """The heading of the section: the task and its subject."""
        return f"{self.name.capitalize()}: {self.words}"

    @property
    def options(self) -> str:
        """The task and the options with which the command begins."""
        return " ".join(filter(None, [self.name, self.answered]))

    @property
    def shown(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """The rows of the table: the name of a metric and, for each column, the sign, the verdict and the kind of
        evidence.
        """
        return [
            (name, [self._shown(column, cells[column]) for column in self.columns]) for name, cells in self.rows.items()
        ]

    def _shown(self, column: str, cell: Cell) -> dict[str, Any]:
        verdict = {True: "holds", False: "fails", None: "neither"}[cell.holds]
        return {"column": column, "mark": mark(cell), "verdict": verdict, "kind": cell.evidence.kind}

    @property
    def legend(self) -> list[str]:
        """The meanings of the signs in the table."""
        return legend([cell for cells in self.rows.values() for cell in cells.values()])


def which_metric(tasks: Sequence[AdvisedTask], made: Markup | str = "", home: str = "") -> str:
    """Return the page, which needs no other file. `made` says how the page was made, and `home` is the address of the
    pages that it is one of.
    """
    template = _environment().get_template("which_metric.html")
    script, own = Markup(_static("which-metric.js")), Markup(style())
    return template.render(tasks=tasks, style=own, script=script, made=made, home=home)
