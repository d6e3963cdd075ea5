"""Check a constraint: its cases are the cases of its statement, and its controls show that some metric satisfies it and
another violates it.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

from axiometrics import registry
from axiometrics.comparison.strength.measurement import small_sizes
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.evidence import Refuted
from axiometrics.core.metric import Metric
from axiometrics.judging import ExactJudge
from axiometrics.search import Effort, search
from axiometrics.testing.cases import check_cases
from axiometrics.testing.demands import demand
from axiometrics.verification import Terms, verify_document

MANY = 300
"""The number of cases that can be searched in a moment, though they are scored one by one."""

RELATIONS = {"tied", "reversed", "unequal", "exceeded", "unattained"}
"""The relations of scores that violate a demand."""


def check_constraint(constraint: Constraint | str, reading: str | None = None) -> None:
    """Raise `AssertionError` unless a constraint is declared, searched and re-verified as a constraint of axiometrics
    has to be.

    * Statement, source and the statement of each reading are there.
    * The family of the cases fulfils the protocol of its kind. The smallest cases, and random ones, are admitted by the
      plain statement of the reading in `axiometrics.verification.statements`, or by the family where there is none. Of
      their golds and outputs, exchanged in every way, the family and the statement admit the same cases, and not all.
    * The blocks hold the cases that are listed, each once and smallest first.
    * The metric that the reading names in `keeps` satisfies it and is defined on every case; the metric in `breaks`
      violates it, and `verify` accepts the counterexample. Both are searched as far as mutants are, and at least to the
      first violation. For a description, the two have different profiles.

    Parameters
    ----------
    constraint : a constraint, or the name (`task:id`) of one that is registered
    reading : the name of the only reading to look at; None for all
    """
    checked = _constraint(constraint)
    name = f"constraint {checked.name}"
    demand(checked.statement.strip(), name, "its statement is empty", "say in one sentence what is demanded")
    demand(checked.source.strip(), name, "its source is empty", "name the paper, with the section")
    for looked_at in checked.readings if reading is None else (checked.reading(reading),):
        check_cases(checked, looked_at)
        check_controls(checked, looked_at)


def _constraint(constraint: Constraint | str) -> Constraint:
    if isinstance(constraint, Constraint):
        return constraint
    meant = registry.match_constraints(constraint)
    demand(len(meant) == 1, f"constraint {constraint}", f"{len(meant)} constraints have that name", "write task:id")
    return meant[0]


# --- controls


def check_controls(constraint: Constraint, reading: Reading) -> None:
    """Raise `AssertionError` unless one control of a reading satisfies it and the other violates it."""
    name = f"{constraint.name}@{reading.name}"
    keeps, breaks = (_control(constraint, control, name) for control in (reading.keeps, reading.breaks))
    if constraint.quantifier is Quantifier.DESCRIBES:
        _demand_profiles(constraint, reading, (keeps, breaks), name)
        return
    size = searched(constraint, reading)
    cells = search(constraint, reading, [ExactJudge(keeps), ExactJudge(breaks)], Effort(size, examples=0))
    _demand_satisfied(cells[0], name)
    _demand_violated(constraint, reading, cells[1], size, name)


def _control(constraint: Constraint, control: str, name: str) -> Metric:
    try:
        metric = registry.judged_metric(control, constraint.task)
    except AxiometricsError as error:
        demand(False, name, f"its control {control!r} is not a metric that is known ({error})", "name another metric")
        raise
    cure = "name a metric of the task of the constraint"
    demand(metric.task == constraint.task, name, f"its control {control} is a metric of {metric.task}", cure)
    return metric


@cache
def searched(constraint: Constraint, reading: Reading) -> int | None:
    """The size to which the controls are searched: the declared size for mutants, and at least the size of the first
    violation. Where no size is declared, one size more, as long as there are few cases. A finite reading has its own
    size (None).
    """
    declared = small_sizes([constraint]).of(constraint, reading)
    if reading.finite or not constraint.quantifier.over_cases:
        return declared
    first = first_violation(constraint, reading)
    largest = reading.cases.largest(None)
    if declared is not None:
        return min(max(declared, first), largest)
    further = first < largest and len(list(islice(reading.judged.cases(first + 1), MANY + 1)))
    return first + 1 if further and further <= MANY else first


def first_violation(constraint: Constraint, reading: Reading) -> int:
    """The smallest size with a case that the control named in `breaks` violates."""
    judges, largest = [ExactJudge(registry.judged_metric(reading.breaks, constraint.task))], reading.cases.largest(None)
    for size in range(1, largest + 1):
        if search(constraint, reading, judges, Effort(size, examples=0))[0].holds is False:
            return size
    problem = f"{reading.breaks}, which it names in `breaks`, violates no case up to size {largest}"
    raise AssertionError(
        f"{constraint.name}@{reading.name}: {problem}: the cases are not what the statement says, "
        f"or name another control"
    )


def _demand_satisfied(cell: Cell, name: str) -> None:
    control = f"{cell.metric}, which it names in `keeps`,"
    shown = f"\n{cell.counterexample}" if cell.counterexample is not None else cell.message
    problem = f"{control} does not satisfy it: {cell.evidence.kind} {shown}"
    demand(cell.holds is True, name, problem, "the cases are not what the statement says, or name another control")
    demand(cell.evidence.exact and cell.evidence.cases, name, f"{control} was not decided exactly", "list some cases")
    undefined = "undefined" in cell.evidence.to_json()["detail"]
    demand(not undefined, name, f"{control} is undefined on some cases", "name a control that is always defined")


def _demand_violated(constraint: Constraint, reading: Reading, cell: Cell, size: int | None, name: str) -> None:
    # a scan refutes neither "for some n" nor "from some n on"; where a proof does, the tests of proofs check it
    failed = cell.holds is False or (cell.unwitnessed and not constraint.quantifier.over_cases)
    problem = f"{cell.metric}, which it names in `breaks`, does not violate it: {cell.evidence.kind}"
    demand(failed, name, problem, "the cases are not what the statement says, or name another control")
    if not constraint.quantifier.over_cases:
        scanned = cell.evidence.to_json()["detail"]["scanned"]
        demand(scanned == size, name, f"{scanned} of {size} sizes were scanned", "scan every n up to the size")
        return
    demand(cell.relation in RELATIONS, name, f"the violation is {cell.relation!r}", f"expected one of {RELATIONS}")
    # the size of topics is not their number of documents: only a case of one document is known to be the least
    last = reading.judged.complete(reading.cases.largest(None))
    assert isinstance(cell.evidence, Refuted)
    least = cell.evidence.minimal or cell.evidence.grid or last == 1
    demand(least, name, "the counterexample is not the least one", "search every smaller case before it")
    verified = verify_document(cell.to_json(), [constraint], Terms({}, 1))
    refused = [item for item in verified if item.status != "verified"]
    problem = (
        f"`verify` does not accept the counterexample of {cell.metric}: {', '.join(item.reason for item in refused)}"
    )
    demand(verified and not refused, name, problem, "the statement, the cases and the definition have to agree")


def _demand_profiles(constraint: Constraint, reading: Reading, controls: tuple[Metric, Metric], name: str) -> None:
    judges = [ExactJudge(control) for control in controls]
    cells = search(constraint, reading, judges, Effort(searched(constraint, reading), examples=0))
    profiles = [cell.evidence.to_json()["detail"].get("profile") for cell in cells]
    described = all((cell.holds, cell.evidence.kind) == (None, "descriptive") for cell in cells)
    problem = f"its controls have the profiles {profiles}"
    demand(described and profiles[0] != profiles[1], name, problem, "name two metrics that it tells apart")
