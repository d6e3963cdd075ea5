"""Find the studies: the built-in ones, which are the folders of `axiometrics/studies/`, then those of other packages.

A user names a study by `--study`. If he names none, the constraints of a metric are those of the first study that
looks at its task. So a constraint that no study names is computed only if a user names the constraint itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial

from axiometrics import registry
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.core.study import ALL, Study, choices_of
from axiometrics.registry.study_files import SUFFIXES, is_file, study_in


@cache
def studies() -> Mapping[str, Study]:
    """All studies by name: the built-in ones, the default one first, then those of other packages.

    Raises `DeclarationError` if a built-in one names a metric, constraint or reading that does not exist.
    """
    ours = registry.our_studies()
    by_name = registry.constraints_by_name()
    for study in ours:
        study.demand_known(partial(registry.metric, at_hand=study.tasks), by_name.get)
    return {study.name: study for study in (*ours, *registry.extensions().studies)}


def asked(name: str) -> tuple[Study, ...]:
    """The study of that name or in that file, or all studies for `all`. Raises `UnknownNameError` if there is no such
    study.

    >>> [study.name for study in asked("organization")]
    ['organization']
    """
    if name == ALL:
        return tuple(studies().values())
    if name not in studies() and is_file(name):
        return (study_in(name),)
    if name not in studies():
        listed = ", ".join([*sorted(studies()), ALL])
        raise UnknownNameError(f"no study {name!r}: known are {listed}, and files that end in {' or '.join(SUFFIXES)}")
    return (studies()[name],)


def metrics(chosen: Iterable[Study]) -> list[Metric]:
    """The metrics of the studies, each once, in the order of the studies.

    >>> [metric.id for metric in metrics(asked("amigo2013"))][-2:]
    ['tbg', 'rs-ranking(n=30,wn=0.8,reading=listed)']
    """
    listed = [registry.metric(name, study.tasks) for study in chosen for name in study.metrics]
    return list({(metric.task, metric.id): metric for metric in listed}.values())


def own_metrics(chosen: Iterable[Study]) -> list[str]:
    """The names of the metrics of authors, which studies in files list, each once."""
    return list(dict.fromkeys(name for study in chosen for name in study.own))


def constraints(chosen: Iterable[Study]) -> list[Constraint]:
    """The constraints of the studies, each once, by task and in the order of the studies. Each has the readings that
    any of the studies chose.

    >>> [constraint.name for constraint in constraints(asked("amigo2013"))][:2]
    ['clustering:homogeneity', 'clustering:completeness']
    """
    by_name = registry.constraints_by_name()
    in_readings: dict[str, list[Constraint]] = {}
    for choice in (choice for study in chosen for choice in study.choices):
        in_readings.setdefault(choice.constraint, []).append(choice.of(by_name[choice.constraint]))
    merged = [
        replace(same[0], readings=tuple({reading.name: reading for c in same for reading in c.readings}.values()))
        for same in in_readings.values()
    ]
    return sorted(merged, key=lambda constraint: registry.tasks.place(constraint.task))


def of_tasks(tasks: Iterable[str]) -> list[Constraint]:
    """The constraints of these tasks that are computed if the user names none. For each task, these are the constraints
    of the first study that looks at the task.

    A task that no study looks at has all its constraints.

    >>> len(of_tasks(["filtering"]))
    2
    """
    wanted = set(tasks)
    by_name = registry.constraints_by_name()
    listed: list[Constraint] = []
    for task in registry.tasks.names():
        if task in wanted:
            chosen = choices_of(studies().values(), task)
            listed += [choice.of(by_name[choice.constraint]) for choice in chosen] or [
                constraint for constraint in by_name.values() if constraint.task == task
            ]
    return listed
