"""The relations of the constraints of a task, as the atlas shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axiometrics.core.page import Page, Part, Section
from axiometrics.core.task import task as task_of
from axiometrics.possibility.document import CertificateLine, PossibleDocument
from axiometrics.possibility.possible_page import WeightedCases
from axiometrics.possibility.relations import TaskRelations
from axiometrics.reports.atlas.addresses import slug
from axiometrics.reports.atlas.lattices import ConstraintLattice, LatticeEdge


def constraint_lattice(relations: TaskRelations) -> ConstraintLattice:
    """The drawing with its arguments, and the size at which they hold."""
    sets = relations.sets
    titles = {name: short(name) for name in sets.constraints}
    together = [[titles[name] for name in names] for names in sets.together]
    edges = [*_implications(relations), *_conflicts(sets)]
    return ConstraintLattice(sets.task, list(_says(relations)), titles, edges, together)


def short(name: str) -> str:
    """The name of a constraint without its task.

    >>> short("ranking:priority@universal"), short("ranking:priority@single")
    ('priority', 'priority (single)')
    """
    constraint, _, reading = name.partition(":")[2].partition("@")
    return constraint if reading in ("any", "plain", "universal") else f"{constraint} ({reading})"


def _says(relations: TaskRelations) -> Iterator[str]:
    size, nested = relations.sets.size, task_of(relations.sets.task).nested
    at = (
        f"up to {size} ranks and relevant documents"
        if nested
        else f"of exactly {task_of(relations.sets.task).items(size)}"
    )
    yield (
        f"Each constraint is taken in its first reading, and every case {at}: can any function of gold and output, "
        f"known or not, satisfy several of them?"
    )
    yield (
        "A conflict holds at every larger size, too, since these cases stay cases; an implication is said of this size "
        "only."
        if nested
        else "Nothing is said of other sizes."
    )
    if not relations.complete:
        yield "This is not all: the time did not suffice, or something could not be decided."


def _implications(relations: TaskRelations) -> Iterator[LatticeEdge]:
    for (first, second), answer in relations.implied.items():
        label = f"{short(first)} implies {short(second)}"
        shown = _argued(answer.task, answer.certificates[0]) if answer.certificates else []
        count = len(answer.certificates)
        says = (
            f"To each case of {short(second)} there is such an argument, {count} in all. This is the first; a weight "
            "below 0 says that the demand of the case is not met, which the other lines contradict."
            if count
            else f"Each case of {short(second)} demands what a case of {short(first)} demands of the same values."
        )
        yield _edge(label, (first, second), True, [says, *shown])


def _conflicts(sets: PossibleDocument) -> Iterator[LatticeEdge]:
    for names, lines in zip(sets.conflicts, sets.certificates, strict=True):
        yield _edge(" and ".join(map(short, names)), names, False, _argued(sets.task, lines))


def _edge(label: str, names: Sequence[str], follows: bool, parts: Sequence[Part]) -> LatticeEdge:
    page = Page("", [Section("", list(parts))], "", dict)
    return LatticeEdge(slug(label), label, names, follows, page)


def _argued(task: str, lines: Sequence[CertificateLine]) -> list[Part]:
    return list(WeightedCases(task, lines).parts())
