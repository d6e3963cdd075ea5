"""One constraint as a test checks it, and its verdicts as outcomes of pytest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from axiometrics.candidates.declaration import NO_POLICY, Policy
from axiometrics.candidates.expression import keywords, with_order
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.selection import Named, evident_task, of_tasks
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError
from axiometrics.reports.parts.words import verdict
from axiometrics.running.candidate import Candidate
from axiometrics.services.check_run import CheckRun
from axiometrics.services.checks import CheckSettings, UnexpectedVerdictError, explanation, find, in_short, problem
from axiometrics.services.collected import CollectedCell
from axiometrics.services.evidence import grounds
from axiometrics.services.expectations import Expectation, Key, resolve
from axiometrics.services.places import target
from axiometrics.services.remarks import Remark, failures_of


class PinWarning(UserWarning):
    """A pinned counterexample cannot be judged any more: the metric has no value on it, or the sign of the difference
    is not certain.
    """


@dataclass(frozen=True, eq=False)
class CheckedConstraint:
    """A constraint in one reading, with the verdicts that are expected of the metrics. A test gets it in the argument
    `constraint`.
    """

    run: CheckRun
    constraint: Constraint
    reading: str
    settings: CheckSettings
    expected: Mapping[Key, Expectation]
    task: str | None
    signature: str | None
    part: str = ""
    """The part of the test's id that says which metric, constraint and reading are checked."""
    policy: Policy = NO_POLICY

    @property
    def id(self) -> str:
        """The id of the constraint."""
        return self.constraint.id

    @property
    def statement(self) -> str:
        """The statement of the constraint."""
        return self.constraint.statement

    def __repr__(self) -> str:
        return f"<constraint {self.constraint.name}, reading {self.reading}>"

    def check(self, metric: Named) -> Cell:
        """Return the cell where its verdict is as expected.

        Raises `UnexpectedVerdictError` for any other verdict, and `TaskError` for a metric of another task. An expected
        violation is an xfail of pytest, and a descriptive cell is a skip. Pinned evidence that cannot be read or
        written is a failure of one line.
        """
        __tracebackhide__ = True
        try:
            candidate = self.run.candidate(metric, self.task, self.signature, self.policy)
            of_tasks(self.constraint.name, candidate)
        except AxiometricsError as mistake:
            raise mistake.with_traceback(None) from None
        self.run.heed_laws(metric, candidate, self.constraint.task)
        try:
            place, own = self.run.place(metric, candidate, self.part)
            cell, unjudged = find(candidate, self.constraint, self.reading, self.settings, place)
        except AxiometricsError as error:
            raise pytest.fail.Exception(f"axiometrics: {error}", pytrace=False) from None
        self.run.heed_loss(candidate, cell)
        if unjudged:
            said = f"axiometrics: {cell.metric}/{cell.constraint}@{cell.reading}: {unjudged}"
            self.run.remarks.append(Remark(said, PinWarning))
        if self.run.collected is not None:
            named = target(metric) or "" if callable(metric) and candidate.metric is None else ""
            accepted = self._accepted(cell, candidate, metric)
            self.run.collected.append(CollectedCell(candidate.about, cell, named, place, own, not unjudged, accepted))
        outcome = self._outcome(cell, candidate, metric)
        remarks, self.run.remarks[:] = list(self.run.remarks), []
        if failures := failures_of(remarks):
            outcome = _with_failures(cell, outcome, failures)
        if outcome is not None:
            raise outcome
        return cell

    def _accepted(self, cell: Cell, candidate: Candidate, metric: Named) -> str:
        """The TARGET under which a violation is accepted; empty where the violation is not accepted, or where the
        metric has no TARGET.
        """
        if not self.run.accepts or cell.holds is not False or self._expectation(cell) is not None:
            return ""
        if callable(metric) and candidate.metric is None:
            return target(metric) or ""
        return candidate.id

    def _expectation(self, cell: Cell) -> Expectation | None:
        return self.expected.get((cell.task, cell.metric, cell.constraint, cell.reading))

    def _outcome(self, cell: Cell, candidate: Candidate, metric: Named) -> BaseException | None:
        """The exception of pytest for a failure, an expected failure or a skip; None where the test passes."""
        __tracebackhide__ = True
        try:
            self._tell(cell, candidate, metric)
        except (UnexpectedVerdictError, pytest.xfail.Exception, pytest.skip.Exception) as outcome:
            return outcome
        return None

    def _tell(self, cell: Cell, candidate: Candidate, metric: Named) -> None:
        """Raise the exception of pytest for a failure, an expected failure or a skip, if the cell calls for one."""
        __tracebackhide__ = True
        if self._accepted(cell, candidate, metric):
            pytest.xfail(f"violates, and written to {self.run.accepts} as expected")
        expected = self._expectation(cell)
        wrong = problem(cell, expected, self.settings.required)
        if wrong:
            calling = keywords(self.task, self.signature) if candidate.metric is None else {}
            explained = explanation(cell, self.constraint, candidate, metric, calling)
            raise UnexpectedVerdictError(
                f"{cell.metric}/{cell.constraint}@{cell.reading}: {wrong}\n\n{explained}", in_short(cell, wrong)
            )
        if expected is not None and not cell.unwitnessed:
            pytest.xfail(f"violates, as expected: {expected.why}")
        if cell.verdict is not None and cell.holds is None:
            pytest.skip(f"the constraint describes, and does not judge: {cell.verdict}")
        if cell.holds is None:
            pytest.skip(f"{verdict(cell)}: {cell.message}")


@dataclass(frozen=True, eq=False)
class AskedConstraint:
    """The argument `constraint` of a test whose metric can be called in several ways. Its check fails with the
    question.
    """

    question: AmbiguousForm

    def check(self, metric: Named) -> Cell:
        """Fail with the question."""
        __tracebackhide__ = True
        raise pytest.fail.Exception(f"axiometrics: {self.question}", pytrace=False)


def _with_failures(cell: Cell, outcome: BaseException | None, failures: Sequence[str]) -> BaseException:
    """The failure of a test: the verdict first, and after it the remarks that fail the test too."""
    said = "\n".join(failures)
    if isinstance(outcome, UnexpectedVerdictError):
        return UnexpectedVerdictError(f"{outcome}\n\n{said}", outcome.short)
    why = f" ({outcome})" if outcome is not None else f" {grounds(cell)}" if cell.holds else ""
    shown = f"axiometrics: {cell.metric}/{cell.constraint}@{cell.reading}: {verdict(cell)}{why}"
    return pytest.fail.Exception(f"{shown}\n{said}", pytrace=False)


def check_one(
    run: CheckRun,
    metric: Named,
    constraint: str,
    *,
    reading: str | None = None,
    expected: str | None = None,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    max_size: int | str | None = None,
    max_examples: int | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    signature: str | None = None,
) -> Cell:
    """Check a metric under a constraint. This is what the fixture calls."""
    __tracebackhide__ = True
    try:
        policy = Policy(lower_is_better, undefined, evident_task=evident_task([constraint]))
        how = with_order(form or signature, order)
        candidate = run.candidate(metric, task, how, policy)
        chosen = of_tasks(constraint, candidate)
        of = chosen.reading(reading).name
        reasons = run.expectations([metric])
        if expected is not None:
            reasons.append(Expectation(candidate.id, chosen.name, of, False, "expected=", why=expected))
        settings = run.searching(max_size, max_examples)
        checked = CheckedConstraint(
            run, chosen, of, settings, resolve(reasons, [candidate], [chosen], of), task, how, policy=policy
        )
    except AxiometricsError as mistake:
        raise mistake.with_traceback(None) from None
    return checked.check(metric)
