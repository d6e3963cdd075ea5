"""Each check refuses an addition with one fault, and says what is wrong; the same addition without it passes."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.arithmetic import Array, ratio
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.page import Drawing, Page, Table
from axiometrics.core.report import Report
from axiometrics.core.task import FileKind, Outputs, Task
from axiometrics.generators.blocks import Block
from axiometrics.generators.draws import Draws
from axiometrics.generators.filterings import UnitMoves
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.random_cases import random_case
from axiometrics.registry.tasks import task
from axiometrics.reports.parts.formats import report
from axiometrics.testing import check_constraint, check_metric, check_report, check_task
from axiometrics.testing.cases import exchanged

# --- metrics


def share(t: Any) -> Any:
    """The share of documents in their right set. The range is [0, 1]."""
    return ratio(t.tp + t.tn, t.documents)


def plain_share(system: Organization, gold: Organization) -> Fraction | None:
    """The same, document by document."""
    accepted, relevant = (set().union(*side.levels[0]) if side.levels else set() for side in (system, gold))
    right = [(d in accepted) == (d in relevant) for d in gold.documents]
    return Fraction(sum(right), len(right)) if right else None


SHARE = Metric("share", "Share", "filtering", "filtering", "nobody", share, definition=plain_share)


def narrow(t: Any) -> Any:
    """The share of documents in their right set. The range is [0, 1)."""
    return share(t)


def of_all(t: Any) -> Any:
    """The share of the documents of all cases. The range is [0, 1]."""
    return ratio(t.tp + t.tn + 0 * t.documents, t.documents) * (t.tp.shape[0] if t.tp.ndim else 1)


def first_document(system: Organization, gold: Organization) -> Fraction:
    """1 if the document whose name comes first is accepted, and 0 if not. The range is [0, 1]."""
    return Fraction(min(system.documents, default="") in set().union(*system.levels[0]) if system.levels else False)


def precision(t: Any) -> Any:
    """The share of the accepted documents that are relevant. The range is [0, 1]; undefined where none is accepted."""
    return ratio(t.tp, t.tp + t.fp)


def precision_or_0(system: Organization, gold: Organization) -> Fraction:
    """The same, and 0 where no document is accepted."""
    accepted, relevant = (set().union(*side.levels[0]) if side.levels else set() for side in (system, gold))
    return Fraction(len(accepted & relevant), len(accepted)) if accepted else Fraction(0)


METRICS = {
    "its source is empty": replace(SHARE, source=""),
    "its formula has no docstring": replace(SHARE, formula=lambda t: share(t)),
    "it has no definition": replace(SHARE, definition=None),
    "the formula gives 1, the definition 0": replace(SHARE, definition=lambda system, gold: Fraction(0)),
    "the formula gives undefined, the definition 0": replace(SHARE, formula=precision, definition=precision_or_0),
    "the value 1 is outside the range": replace(SHARE, formula=narrow),
    "the float .many at once. is": replace(SHARE, formula=of_all),
    "the exact value raises ArithmeticError": replace(SHARE, formula=lambda t: t.tp * 0.5),
    "with other names": replace(SHARE, formula=None, direct=first_document, definition=first_document),
    "the float .one by one. is": replace(
        SHARE, formula=None, direct=plain_share, fast=lambda system, gold: 0.25, definition=plain_share
    ),
}
METRICS["the exact value raises ArithmeticError"].formula.__doc__ = "Half of tp."


def test_a_sound_metric_passes() -> None:
    check_metric(SHARE)


@pytest.mark.parametrize("words", METRICS)
def test_a_faulty_metric_is_refused(words: str) -> None:
    with pytest.raises(AssertionError, match=rf"^metric share: .*{words}"):
        check_metric(METRICS[words])


# --- constraints


def corrections(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """A gold with one relevant document, and an output that accepts an irrelevant one, too."""
    if documents > 1:
        first, second, *others = [f"d{i}" for i in range(documents)]
        gold = Organization.filtering([first], [second, *others])
        yield gold, gold, Organization.filtering([first, second], others)


def ties(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """The same with the roles exchanged, too: a case either way round."""
    for gold, better, worse in corrections(documents):
        yield gold, better, worse
        yield gold, worse, better


def two_moves(documents: int) -> Iterator[tuple[Organization, Organization, Organization]]:
    """An output that accepts two irrelevant documents: not a case of Priority, which moves one."""
    if documents > 2:
        names = [f"d{i}" for i in range(documents)]
        gold = Organization.filtering(names[:1], names[1:])
        yield gold, gold, Organization.filtering(names[:3], names[3:])


def moving_two() -> Constraint:
    """Priority of filtering with the wrong cases."""
    (priority,) = registry.match_constraints("filtering:priority")
    reading = replace(priority.readings[0], cases=PlainCases(two_moves, default=3, greatest=4))
    return replace(priority, readings=(reading,))


def constraint(listing: Callable[[int], Any] = corrections, **changed: Any) -> Constraint:
    """A constraint of filtering with one reading, in which something may be changed."""
    reading = replace(
        registry.match_constraints("filtering:priority")[0].readings[0],
        name="plain",
        cases=PlainCases(listing, default=3, greatest=4),
        finite=False,
        **{"keeps": "accuracy", "breaks": "recall", **changed},
    )
    return Constraint(
        "found-document", "filtering", "Found", "an irrelevant document is rejected", "nobody", (reading,)
    )


def better_is_gold(case: Case) -> str | None:
    """Whether the better output is the gold, whatever the worse one is."""
    return None if case.outputs["better"] == case.gold else "better is not the gold"


def admitting_more() -> Constraint:
    """Priority of filtering with right cases, which admits others too."""
    (priority,) = registry.match_constraints("filtering:priority")
    cases = PlainCases(corrections, default=3, greatest=4, recognise=better_is_gold)
    return replace(priority, readings=(replace(priority.readings[0], cases=cases),))


@dataclass(frozen=True)
class FaultyBatch(UnitMoves):
    """Moves whose blocks have one fault."""

    fault: str = ""

    def blocks(self, cap: int | None = None) -> Iterator[Block]:
        """The blocks, which hand over the first case for each, or say that all cases have one size."""
        for block in super().blocks(cap):

            def first(k: int, closed: bool, block: Block = block) -> Case:
                return block.case(0, closed)

            def alike(ks: Array, closed: bool = False, block: Block = block) -> Array:
                return np.full((len(ks), 2), (block.least, 0))

            yield replace(block, case=first) if self.fault == "case" else replace(block, sizes=alike)


class TurnedDraws(UnitMoves):
    """Moves of which random cases are drawn with their outputs exchanged."""


@random_case.register
def _turned(family: TurnedDraws, draw: Draws, beyond: int) -> Case:
    return exchanged(random_case(UnitMoves(family.where), draw, beyond))


def of_family(kind: type[UnitMoves], **fault: Any) -> Constraint:
    """Priority of filtering with a family of that kind."""
    (priority,) = registry.match_constraints("filtering:priority")
    family = priority.readings[0].cases
    assert isinstance(family, UnitMoves)
    cases = kind(family.where, family.default, family.greatest, **fault)
    return replace(priority, readings=(replace(priority.readings[0], cases=cases),))


CONSTRAINTS: dict[str, Callable[[], Constraint]] = {
    "and the plain statement refuses it": moving_two,
    "is admitted, and its plain statement differs": admitting_more,
    "is one case, which is not listed or comes twice": lambda: of_family(FaultyBatch, fault="case"),
    "a block hands over the sizes": lambda: of_family(FaultyBatch, fault="sizes"),
    "is made, and not admitted": lambda: of_family(TurnedDraws),
    "its source is empty": lambda: replace(constraint(), source=" "),
    "its statement is empty": lambda: constraint(statement=""),
    "there is no case up to the default size 3": lambda: constraint(lambda documents: []),
    "every case is admitted with its outputs exchanged": lambda: constraint(ties),
    "recall, which it names in `keeps`, does not satisfy it": lambda: constraint(keeps="recall", breaks="lam"),
    "accuracy, which it names in `breaks`, violates no case": lambda: constraint(keeps="f", breaks="accuracy"),
    "its control 'nothing' is not a metric": lambda: constraint(breaks="nothing"),
    "its control ap is a metric of ranking": lambda: constraint(keeps="ap"),
}


def test_a_sound_constraint_passes() -> None:
    check_constraint(constraint())


@pytest.mark.parametrize("words", CONSTRAINTS)
def test_a_faulty_constraint_is_refused(words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_constraint(CONSTRAINTS[words]())


# --- tasks

FILTERING = task("filtering")


def changed(**fields: Any) -> Task:
    """The task of filtering with its world changed, or its other fields."""
    return replace(FILTERING, **fields)


def world(change: Callable[[Outputs], Outputs]) -> Task:
    (plain,) = FILTERING.worlds

    def outputs(documents: int, closed: bool) -> Iterator[Outputs]:
        return map(change, plain.outputs(documents, closed))

    return changed(worlds=(replace(plain, outputs=outputs),))


def twice(of: Outputs) -> Outputs:
    return replace(of, output=lambda k: of.output(0))


def mirrored(of: Outputs) -> Outputs:
    """The last output becomes the one before it under other names, where the two have equally many documents."""
    names = {d: f"d{9 - int(d[1:])}" for d in of.gold.documents}
    return replace(of, gold=of.gold.renamed(names), output=lambda k: of.output(k))


def with_twin(of: Outputs) -> Outputs:
    """One output more, which is one of the others with two relevant documents exchanged."""
    relevant = sorted(set().union(*of.gold.levels[0])) if of.gold.levels else []
    turned = dict(zip(relevant[:2], relevant[1::-1], strict=True))
    for value in map(of.output, range(len(of))):
        twin = value.renamed({d: turned.get(d, d) for d in value.documents})
        if twin != value:
            sizes, fresh = np.append(of.occurrences, twin.size), np.append(of.fresh, True)
            return replace(
                of, occurrences=sizes, fresh=fresh, output=[*map(of.output, range(len(of))), twin].__getitem__
            )
    return of


class Forgetful(Organization):
    """An organization that forgets its tail in JSON."""

    @classmethod
    def from_json(cls, data: Any) -> Any:
        return Organization.from_json({"levels": data["levels"][:1], "tail": data["tail"]})


TASKS: dict[str, Callable[[], Task]] = {
    "its title is empty": lambda: changed(title=""),
    "it has no world": lambda: changed(worlds=()),
    "is listed twice": lambda: world(twice),
    "is, up to the names of documents,": lambda: world(with_twin),
    "occurrences are": lambda: world(lambda of: replace(of, occurrences=of.occurrences + 1)),
    "says 9 documents": lambda: world(lambda of: replace(of, documents=9)),
    "names 2 documents with its gold": lambda: world(mirrored),
    "equal, default, cover and greatest are": lambda: changed(worlds=(replace(FILTERING.worlds[0], equal=99),)),
    "is drawn as 'é'": lambda: changed(draw=lambda gold, outputs: "é"),
    "the JSON form of": lambda: changed(gold=Forgetful, output=Forgetful),
    "give each document its own name": lambda: changed(names=lambda documents, chance: dict.fromkeys(documents, "a")),
    "the degenerate input 'none' cannot be read": lambda: changed(degenerate={"none": ("}", "a")}),
    "is not plain data": lambda: changed(
        signatures=(replace(FILTERING.signatures[0], plain=lambda system, gold: [gold]),)
    ),
    "takes '<html>' for its own": lambda: changed(
        files=(FileKind("any", "anything", (), data=Organization, looks=lambda text: True),)
    ),
    "does not know": lambda: changed(
        files=(FileKind("any", "anything", (), data=Organization, looks=lambda text: False),)
    ),
}


@pytest.mark.parametrize("words", TASKS)
def test_a_faulty_task_is_refused(words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_task(TASKS[words](), max_size=2)


# --- reports


def without(*kinds: type) -> Report:
    """The text report, which leaves out parts of these kinds."""

    def page(written: Page) -> str:
        sections = [replace(s, parts=[p for p in s.parts if not isinstance(p, kinds)]) for s in written.sections]
        return report("text").show(replace(written, sections=sections))

    return replace(report("text"), page=page)


def marked(escape: Callable[[str], str]) -> Report:
    """Pages as HTML, whose texts are escaped by that function."""

    def page(written: Page) -> str:
        return f"<pre>{escape(report('text').show(written))}</pre>\n"

    return Report("page", ".html", lambda matrix: "<p>a matrix</p>\n", page)


REPORTS: dict[str, Callable[[], Report]] = {
    "the page lacks .*drawn": lambda: without(Drawing),
    "the page lacks .*cell mine": lambda: without(Table),
    "lines or tags": lambda: marked(str),
    "ends with": lambda: replace(report("text"), render=lambda matrix: "a matrix"),
    "a matrix without cells raises": lambda: replace(
        report("text"), render=lambda matrix: f"{matrix.cells[0].metric}\n" * 2
    ),
    "a page of no section raises": lambda: replace(
        report("text"), page=lambda written: report("text").show(written) + written.sections[0].heading[:0]
    ),
    "cannot be read as .json": lambda: replace(
        report("json"), page=lambda written: f'{{"title": "{written.title}"}}\n'
    ),
    "other characters with ascii=True": lambda: replace(
        report("text"), page=lambda written, ascii=False: report("text").show(written) + "é\n"
    ),
}


def test_a_report_of_few_lines_passes() -> None:
    check_report(marked(html.escape))


@pytest.mark.parametrize("words", REPORTS)
def test_a_faulty_report_is_refused(words: str) -> None:
    with pytest.raises(AssertionError, match=rf"^report \w+: .*{words}"):
        check_report(REPORTS[words]())
