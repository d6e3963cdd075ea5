"""The choices of an author for the table of a matrix: the names of rows and columns, the groups of rows, and the width
of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from axiometrics.core import names
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import ParameterError


@dataclass(frozen=True)
class Arrangement:
    """The choices of an author for one table.

    Attributes
    ----------
    names : by the name of a metric (its id, or the name that reports show) or of a constraint (`id` or `task:id`), the
        text that is shown for it; `of` allows other spellings, too
    groups : by a pattern of ids, the heading for the metrics that match it. The first pattern that matches counts; an
        empty heading is not shown. Metrics that match no pattern stay under their family
    width : the greatest width of LaTeX tables: a `page`, or a `column` of a page with two columns
    verbose : whether notes are whole, and the legend says what proofs rest on
    """

    names: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    width: str = "page"
    verbose: bool = False

    def metric(self, entry: Mapping[str, Any]) -> str:
        """Return the name of a metric, which is given as its entry in a matrix."""
        return self.names.get(entry["id"], self.names.get(entry["display"], str(entry["display"])))

    def constraint(self, task: str, constraint: str, title: str) -> str:
        """Return the name of a constraint."""
        return self.names.get(f"{task}:{constraint}", self.names.get(constraint, title))

    def group(self, entry: Mapping[str, Any], family: str) -> str:
        """Return the heading under which a metric stands."""
        return next((title for glob, title in self.groups.items() if _matches(entry["id"], glob)), family)

    def ordered(self, headings: Iterable[str]) -> list[str]:
        """Return the headings in the order of the groups. The headings of families follow."""
        places = list(dict.fromkeys(self.groups.values()))
        return sorted(headings, key=lambda heading: places.index(heading) if heading in places else len(places))

    def of(self, metrics: Sequence[Mapping[str, Any]], constraints: Sequence[Constraint]) -> Arrangement:
        """Return this arrangement for a table of these metrics and constraints. Its names may be in any spelling.

        Raises `ParameterError` for a name or a pattern that fits nothing in the table, and for a name that fits several
        metrics.
        """
        for glob in self.groups:
            if not any(_matches(entry["id"], glob) for entry in metrics):
                raise ParameterError(
                    f"--group {glob!r} matches no metric of the table; it has "
                    f"{', '.join(entry['id'] for entry in metrics)}"
                )
        shown = {meant: text for name, text in self.names.items() for meant in _meant(name, metrics, constraints)}
        return replace(self, names=shown)


def _meant(name: str, metrics: Sequence[Mapping[str, Any]], constraints: Sequence[Constraint]) -> list[str]:
    """Return the id of the metric that a name means, or the names of the constraints. Constraints of two tasks may
    share an id, so that one name may mean two of them.
    """
    meant = [entry["id"] for entry in names.described(name, metrics)]
    if len(meant) > 1:
        raise ParameterError(f"--name {name!r} means {', '.join(meant)}: name one")
    meant = meant or [c.name for c in constraints if name in (c.id, c.name)]
    meant = meant or [c.name for c in constraints if names.alike(name, c.id, c.name, c.title)]
    if not meant:
        ids, ours = (", ".join(choices) for choices in ([m["id"] for m in metrics], [c.name for c in constraints]))
        raise ParameterError(
            f"--name {name!r}: the table has no metric or constraint of this name; it has the metrics {ids} and the "
            f"constraints {ours}"
        )
    return meant


def _matches(metric: str, glob: str) -> bool:
    return metric == glob or fnmatchcase(metric, glob)


PLAIN = Arrangement()
"""The arrangement of an author who chooses nothing: names and families are as they are declared."""
