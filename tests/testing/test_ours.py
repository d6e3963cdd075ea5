"""Everything that the house declares passes what `axiometrics.testing` asks of additions."""

from __future__ import annotations

import pytest

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.task import Task
from axiometrics.registry.tasks import tasks
from axiometrics.reports.parts.formats import formats
from axiometrics.testing import check_metric, check_report, check_task
from axiometrics.testing.cases import check_cases
from axiometrics.testing.constraints import check_controls

LOOKS_AT_NAMES = "first-name"
"""The control of the constraint that no metric may look at names: it is the only one that does."""

METRICS = [f"{metric.task}:{metric.id}" for metric in registry.metrics(controls=True) if metric.id != LOOKS_AT_NAMES]
READINGS = [pytest.param(c, r, id=f"{c.name}-{r.name}") for c in registry.constraints() for r in c.readings]


@pytest.mark.parametrize("name", METRICS)
def test_metric(name: str) -> None:
    check_metric(name, max_size=2)


@pytest.mark.thorough
@pytest.mark.parametrize("name", METRICS)
def test_metric_on_larger_inputs(name: str) -> None:
    check_metric(name)


def test_the_control_that_looks_at_names_is_told() -> None:
    with pytest.raises(AssertionError, match="with other names"):
        check_metric(LOOKS_AT_NAMES)


@pytest.mark.parametrize(("constraint", "reading"), READINGS)
def test_cases_of_a_constraint(constraint: Constraint, reading: Reading) -> None:
    check_cases(constraint, reading)


@pytest.mark.few(36)
@pytest.mark.parametrize(("constraint", "reading"), READINGS)
def test_controls_of_a_constraint(constraint: Constraint, reading: Reading) -> None:
    check_controls(constraint, reading)


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_task(task: Task) -> None:
    check_task(task)


@pytest.mark.parametrize("name", formats())
def test_report(name: str) -> None:
    check_report(name)
