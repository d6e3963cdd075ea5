"""The questions that `possible` answers, and their answers as documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from msgspec.structs import replace as changed

from axiometrics.core.errors import ParameterError
from axiometrics.core.exact import sign
from axiometrics.core.progress import Progress, silent
from axiometrics.core.reals import Exact
from axiometrics.possibility.document import (
    CertificateLine,
    DistanceFrom,
    ImpliedConstraint,
    PossibleDocument,
    TableEntry,
)
from axiometrics.possibility.exact import Answer, Certificate, NotDecided, ValueTable, decided
from axiometrics.possibility.growth import grows
from axiometrics.possibility.lattice import Lattice, explore
from axiometrics.possibility.near import Distance, Score, distance
from axiometrics.possibility.orbits import Orbits
from axiometrics.possibility.question import Question
from axiometrics.possibility.rows import Row
from axiometrics.possibility.sharing import Perform, one_by_one
from axiometrics.possibility.time_limit import ending

SCHEMA: Final = "axiometrics/possible/1"


def together(question: Question, progress: Progress = silent, perform: Perform = one_by_one) -> PossibleDocument:
    """Decide whether some metric satisfies all constraints that are asked for, and violates the negated ones.

    Where some are negated, one program is solved for each choice of cases that are not met, until one is possible.
    """
    progress(0, 1, f"rows of {len(question.by_name)} constraints at size {question.size}")
    negated = [place.name for place in question.more]
    if not negated:
        return document(question, _with_rows(question, []))
    _demand_cases(question, negated)
    unmet = [[contrary for row in question.by_name[name] for contrary in contraries(row)] for name in negated]
    answer, refuted = _first_possible(question, product(*unmet), prod(map(len, unmet)), progress, perform)
    certificates = _listed(question, refuted) if isinstance(answer, Certificate) else []
    return document(question, answer, negated=negated, certificates=certificates)


def implied(question: Question, progress: Progress = silent, perform: Perform = one_by_one) -> PossibleDocument:
    """Decide whether every metric that satisfies the constraints also satisfies one more constraint, at this size."""
    (more,) = question.more
    rows = question.rows()
    _demand_cases(question, [more.name])
    own = {row.comparison for row in rows}
    targets = [row for row in question.by_name[more.name] if row.comparison not in own]
    choices = [[contrary] for row in targets for contrary in contraries(row)]
    answer, refuted = _first_possible(question, choices, len(choices), progress, perform)
    if isinstance(answer, ValueTable):
        return document(question, answer, implies=ImpliedConstraint(more.name, "no"))
    undecided = len(refuted) < len(choices)
    return document(
        question,
        _with_rows(question, []),
        implies=ImpliedConstraint(more.name, "undetermined" if undecided else "yes"),
        certificates=[] if undecided else _listed(question, refuted),
    )


def _first_possible(
    question: Question, choices: Iterable[Sequence[Row]], total: int, progress: Progress, perform: Perform
) -> tuple[Answer, list[Certificate]]:
    """The values with which all rows and the rows of one choice hold. If no choice can hold, the certificate of the
    first choice; if some choice was not decided, the reason. The second result has the certificates of the choices
    known to be impossible. `total` is the number of choices.
    """
    refuted: list[Certificate] = []
    left_open: NotDecided | None = None
    with closing(perform((_with_rows, (question, chosen)) for chosen in choices)) as answers:
        for done, answer in enumerate(answers, 1):
            progress(done, total, "choices of cases that are not met")
            if isinstance(answer, ValueTable):
                return answer, refuted
            if isinstance(answer, NotDecided):
                left_open = answer
            else:
                refuted.append(answer)
    if refuted and len(refuted) == total:
        return refuted[0], refuted
    return left_open or NotDecided("some choice of cases was not decided"), refuted


def _with_rows(question: Question, more: Sequence[Row]) -> Answer:
    """Decide whether the constraints can hold together with some further rows."""
    rows = question.rows()
    with ending(question.end):
        return decided(rows.with_rows(more) if more else rows, len(question.orbits))


def _demand_cases(question: Question, names: Iterable[str]) -> None:
    """Raise `ParameterError` for a constraint that has no case of this size."""
    for name in names:
        if not question.by_name[name]:
            raise ParameterError(f"{name} has no case of size {question.size}: raise --size")


def contraries(row: Row) -> Iterator[Row]:
    """The comparisons that say that a row does not hold: one comparison, or for an equality each of two."""
    down = {number: -value for number, value in row.coefficients.items()}
    yield replace(row, coefficients=down, bound=-row.bound, by=">=" if row.strict else ">", turned=True)
    if row.by == "=":
        yield replace(row, by=">")


def _listed(question: Question, certificates: Iterable[Certificate]) -> list[list[CertificateLine]]:
    return [list(lines(question.orbits, certificate.weights)) for certificate in certificates]


def document(question: Question, answer: Answer, **more: Any) -> PossibleDocument:
    """The document of an answer."""
    outcome = {ValueTable: "possible", Certificate: "impossible", NotDecided: "undetermined"}[type(answer)]
    return PossibleDocument(
        SCHEMA,
        question.task.name,
        question.size,
        question.names,
        outcome,  # type: ignore[arg-type]
        grows(question, answer),
        list(table(question.orbits, answer.of)) if isinstance(answer, ValueTable) else None,
        list(lines(question.orbits, answer.weights)) if isinstance(answer, Certificate) else None,
        without_cases=question.without_cases,
        reason=answer.why if isinstance(answer, NotDecided) else "",
        **more,
    )


def table(orbits: Orbits, values: Mapping[int, Fraction]) -> Iterator[TableEntry]:
    """The value of every pair of output and gold in the cases; 0 where any value will do."""
    for number, (output, gold) in enumerate(orbits.representatives):
        yield TableEntry(gold.to_json(), output.to_json(), str(values.get(number, Fraction(0))))


def lines(orbits: Orbits, weights: Iterable[tuple[Fraction, Row]]) -> Iterator[CertificateLine]:
    """The lines of a certificate, inequalities first."""
    for weight, row in sorted(weights, key=lambda pair: (pair[1].by == "=", not pair[1].strict)):
        yield CertificateLine(
            str(-weight if row.turned else weight),
            row.place.constraint.id,
            row.place.reading.name,
            row.case.to_json(row.demand),
            {role: _renamings(orbits, row, role) for role in row.demand.roles},
        )


def _renamings(orbits: Orbits, row: Row, role: str) -> Any:
    names = [dict(orbits.names(call.output, call.gold)) for call in row.case.calls(role)]
    return names if type(row.case.outputs[role]) is tuple else names[0]


def lattice(
    question: Question, explored: Lattice, progress: Progress = silent, perform: Perform = one_by_one
) -> Iterator[PossibleDocument]:
    """All conflicts of the constraints that are asked for, and all greatest sets that can hold together. A document
    with the results so far is given after each set, and a complete one at the end.
    """
    names = question.names
    for complete in explore(question, explored, progress, perform):
        conflicts = sorted(explored.conflicts.items(), key=lambda pair: (len(pair[0]), _in_order(pair[0], names)))
        whole: Answer = conflicts[0][1] if conflicts else NotDecided("no set was decided")
        whole = next((values for subset, values in explored.together.items() if len(subset) == len(names)), whole)
        yield changed(
            document(question, whole),
            conflicts=[_in_order(conflict, names) for conflict, _ in conflicts],
            certificates=_listed(question, [certificate for _, certificate in conflicts]),
            together=[
                _in_order(subset, names)
                for subset in sorted(explored.together, key=lambda s: (-len(s), _in_order(s, names)))
            ],
            open=[
                _in_order(subset, names)
                for subset in sorted(explored.undetermined, key=lambda s: (len(s), _in_order(s, names)))
            ],
            complete=complete,
        )


def _in_order(names: Iterable[str], order: Sequence[str]) -> list[str]:
    return [name for name in order if name in set(names)]


def near(question: Question, metric: str, score: Score) -> PossibleDocument:
    """The distance of a metric from satisfying a constraint, as a share of its range, which is that of all its values
    at this size.
    """
    (place,) = question.places
    _demand_cases(question, question.names)
    gap, width = measured(question, score)
    if gap.most is None:
        return document(question, NotDecided("no function was shown to be as near"))
    if sign(gap.least) and not sign(width):
        raise ParameterError(
            f"{metric} has the same value everywhere at size {question.size}, so that there is no range of which its "
            "distance is a share: raise --size"
        )
    share = gap.share_of(width)
    worst = next(iter(gap.unmet), None)
    answer = _with_rows(question, [])
    return changed(
        document(question, answer),
        near=DistanceFrom(
            metric,
            place.constraint.id,
            place.reading.name,
            str(share),
            float(share),
            len(gap.unmet),
            gap.rows,
            worst.case.to_json(worst.demand) if worst else None,
        ),
        table=None,
        certificate=None,
    )


def measured(question: Question, score: Score) -> tuple[Distance, Exact]:
    """The distance of a metric from satisfying the constraints, and the width of its range at this size."""
    rows = question.rows()
    scored = {number: score(*pair) for number, pair in enumerate(question.every_pair())}
    values = {number: value for number, value in scored.items() if value is not None}
    width = max(values.values()) - min(values.values()) if values else Fraction(0)
    return distance(rows, values), width
