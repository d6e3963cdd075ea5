"""The tests that are generated from the marks of a function: one for each metric and each constraint of its task."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from axiometrics.candidates.arguments import demand
from axiometrics.candidates.declaration import Policy
from axiometrics.candidates.expression import with_order
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.selection import Named, constraints, demand_reading, evident_task, tasks_of
from axiometrics.candidates.selection import metrics as named_metrics
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError, ParameterError
from axiometrics.running.candidate import Candidate
from axiometrics.services.check_run import CheckRun, check_run
from axiometrics.services.checked_constraint import AskedConstraint, CheckedConstraint
from axiometrics.services.expectations import GLOB, VIOLATIONS, resolve, violations
from axiometrics.services.labels import label


def generate(
    metafunc: pytest.Metafunc, marks: Sequence[pytest.Mark], declared: Callable[..., pytest.MarkDecorator]
) -> None:
    """Generate the tests of a function: one for each metric of the marks and each constraint of its task. A mark takes
    the arguments of `declared`, with their defaults.
    """
    missing = {"metric", "constraint"} - set(metafunc.fixturenames)
    try:
        if missing:
            raise ParameterError(
                f"it takes no {' and no '.join(sorted(missing, reverse=True))}: give it both, in any order"
            )
        params = [
            param
            for mark in marks
            for param in _params(check_run(metafunc.config), _options_of(mark, inspect.signature(declared)))
        ]
    except AxiometricsError as error:
        raise pytest.Collector.CollectError(f"axiometrics: {metafunc.definition.nodeid}: {error}") from None
    metafunc.parametrize(("metric", "constraint"), params)


def _options_of(mark: pytest.Mark, declared: inspect.Signature) -> dict[str, Any]:
    try:
        bound = declared.bind(*mark.args, **mark.kwargs)
    except TypeError as error:
        raise ParameterError(f"the marker {mark.name}: {error}") from None
    bound.apply_defaults()
    for name, value in bound.arguments.items():
        demand(name, str(declared.parameters[name].annotation), value)
    return bound.arguments


def _params(checks: CheckRun, options: Mapping[str, Any]) -> Iterator[Any]:
    metrics, task, reading = (options[name] for name in ("metrics", "task", "reading"))
    signature = with_order(options["form"] or options["signature"], options["order"])
    if metrics is None:
        metrics = [configured.name for configured in checks.file.requested(())]
    if isinstance(metrics, str) or callable(metrics) or not isinstance(metrics, Iterable):
        raise ParameterError(f"metrics is {metrics!r}: give a list of functions and names")
    names = _named(options["constraints"])
    policy = Policy(options["lower_is_better"], options["undefined"], evident_task=evident_task(names))
    pairs, unclear = [], []
    for metric in metrics:
        try:
            pairs += _candidates(checks, metric, task, signature, policy)
        except AmbiguousForm as error:
            unclear.append((error, metric))
    ids = [candidate.id for candidate, _ in pairs]
    if len(set(ids)) < len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise ParameterError(f"two metrics are called {twice!r}: give one a name of its own, in its __name__")
    chosen = constraints(names, tasks_of((candidate for candidate, _ in pairs), task))
    for question, metric in unclear:
        yield pytest.param(metric, AskedConstraint(question), id=f"{label(question.target)}-form")
    if not pairs and unclear:
        return
    if not chosen:
        raise ParameterError(
            f"no constraint {'chosen ' if names else ''}is of a task of {', '.join(ids) or 'no metric'}"
        )
    demand_reading(reading, chosen)
    settings = checks.searching(options["max_size"], options["max_examples"])
    said = violations(options["expected_violations"], [(candidate.id, metric) for candidate, metric in pairs])
    expecting = [*checks.expectations(metric for _, metric in pairs), *said]
    expected = resolve(expecting, [candidate for candidate, _ in pairs], chosen, reading)
    ran = set()
    for candidate, metric in pairs:
        having = [c for c in chosen if c.task in candidate.tasks]
        for constraint in having:
            name = constraint.id if sum(c.id == constraint.id for c in having) == 1 else constraint.name
            for read in _readings(constraint, reading):
                ran.add((constraint.task, candidate.id, constraint.id, read))
                listed = checks.file.of(metric) if isinstance(metric, str) else None
                part = f"{label(candidate.id if listed is None else listed.name)}-{name}-{read}"
                yield pytest.param(
                    metric,
                    CheckedConstraint(checks, constraint, read, settings, expected, task, signature, part, policy),
                    id=part,
                )
    for of, expectation in expected.items():
        if of not in ran and expectation.literal and expectation.strict:
            raise ParameterError(
                f"{VIOLATIONS} names {of[2]}@{of[3]} of {of[1]}, and reading={reading!r} leaves it out: "
                f"nothing would check it"
            )


def _named(names: Iterable[str] | None) -> list[str]:
    if isinstance(names, str):
        raise ParameterError(f"constraints is {names!r}: give a list of names")
    return list(names or ())


def _candidates(
    checks: CheckRun, metric: Named, task: str | None, signature: str | None, policy: Policy
) -> list[tuple[Candidate, Named]]:
    """The metrics that an element of the list names. Each is given as a candidate and as the argument of the test; for
    one of our metrics, this argument is its id.
    """
    named = (
        isinstance(metric, str)
        and checks.file.of(metric) is None
        and any(mark in metric for mark in GLOB)
        and ":" not in metric
    )
    elements = named_metrics([str(metric)], task) if named else [metric]
    candidates = [checks.candidate(element, task, signature, policy) for element in elements]
    for candidate in candidates:
        if task not in (None, *candidate.tasks):
            raise ParameterError(
                f"{candidate.id} is a metric of {' and '.join(candidate.tasks)}, and task is {task!r}: leave one out"
            )
    return [(candidate, metric if candidate.metric is None else candidate.id) for candidate in candidates]


def _readings(constraint: Constraint, wanted: str) -> list[str]:
    names = [reading.name for reading in constraint.readings]
    return names[:1] if wanted == "default" else [name for name in names if wanted in ("all", name)]
