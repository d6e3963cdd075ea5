"""The page "Which metric should I use?": questions with their pictures, and a table of metrics that answers filter.

Every verdict stands in the source of the page, so that it needs no server, and says the same without script: then the
whole table is shown, and a reader compares the columns that his answers name. The script only hides rows.
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
    """An answer to choose, what it means, and the columns of the constraints that it asks for."""

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
        """The gold and the outputs of the case by role; or the text under an empty role."""
        found = figures.outputs(self.case.gold, self.case.outputs) if self.case.is_single else None
        if found is None:
            return {"": Markup("<pre>{}</pre>").format(drawn_values(self.task, self.case))}
        return {role.replace("_", " "): picture for role, picture in found.items()}


@dataclass(frozen=True)
class AdvisedTask:
    """A task with its questions, and the cells by metric and column. Columns are constraints in a reading.

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
        """The name of the section in links."""
        return "-".join([self.name, *self.answered.replace("-", "").split()])

    @property
    def heading(self) -> str:
        """The task and what it is about."""
        return f"{self.name.capitalize()}: {self.words}"

    @property
    def options(self) -> str:
        """What the command line begins with."""
        return " ".join(filter(None, [self.name, self.answered]))

    @property
    def shown(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """The rows: the name of a metric, and for each column its sign, its verdict and its evidence."""
        return [
            (name, [self._shown(column, cells[column]) for column in self.columns]) for name, cells in self.rows.items()
        ]

    def _shown(self, column: str, cell: Cell) -> dict[str, Any]:
        verdict = {True: "holds", False: "fails", None: "neither"}[cell.holds]
        return {"column": column, "mark": mark(cell), "verdict": verdict, "kind": cell.evidence.kind}

    @property
    def legend(self) -> list[str]:
        """What the signs of the table mean."""
        return legend([cell for cells in self.rows.values() for cell in cells.values()])


def which_metric(tasks: Sequence[AdvisedTask], made: Markup | str = "", home: str = "") -> str:
    """The page, which needs nothing else; `made` says how it was made, and `home` is the address of the pages that it
    is one of.
    """
    template = _environment().get_template("which_metric.html")
    script, own = Markup(_static("which-metric.js")), Markup(style())
    return template.render(tasks=tasks, style=own, script=script, made=made, home=home)
