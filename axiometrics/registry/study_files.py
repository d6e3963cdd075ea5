"""Read studies from files, for papers without a package. Where `--study` takes a name, it also takes a path.

A study chooses metrics and constraints, and perhaps claims. In TOML it is a table `[study]`, in the file
that lists the author's metrics (`[targets]`, docs/your-metrics.md), so that all metrics of a paper stand together. A
claims file is also a study: it chooses the metrics and constraints that its claims name. So `matrix` and `audit` take
the same files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from axiometrics import registry
from axiometrics.core.errors import FileError
from axiometrics.core.files import named_in_errors, whole_text
from axiometrics.core.study import ConstraintChoice, Study

SUFFIXES = (".toml", ".json")
"""The suffixes of files that may hold a study."""

KEYS = {"title": str, "source": str, "metrics": list, "constraints": list, "claims": str}
"""The keys that `[study]` may have, with the types of their values."""


def is_file(name: str) -> bool:
    """Whether a name of a study is the path of a file.

    >>> is_file("paper/study.toml"), is_file("amigo2013")
    (True, False)
    """
    return name.endswith(SUFFIXES)


def lists_metrics(study: str | None) -> str | None:
    """The path of a study if its file may list metrics of its author; None for other studies.

    >>> lists_metrics("paper.toml"), lists_metrics("claims.json"), lists_metrics(None)
    ('paper.toml', None, None)
    """
    return study if study is not None and study.endswith(".toml") else None


def study_in(path: str) -> Study:
    """Read the study in a file: a table `[study]` in TOML, or a claims file in JSON.

    Raises `FileError` if the file does not hold a study, and `UnknownNameError` for a constraint or a metric that does
    not exist.
    """
    with named_in_errors(path):
        text = whole_text(path)
    try:
        data = tomllib.loads(text) if path.endswith(".toml") else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is not {'TOML' if path.endswith('.toml') else 'JSON'}: {error}") from None
    return _of_claims(path, data) if path.endswith(".json") else _of_table(path, data)


def _of_table(path: str, data: Mapping[str, Any]) -> Study:
    said = data.get("study")
    if not isinstance(said, dict):
        raise FileError(f'{path} holds no study: write a table [study] with constraints = ["task:id"] and metrics')
    _demand(path, said)
    choices = _choices(said.get("constraints", ()))
    targets = data.get("targets", {})
    names = said.get("metrics", [*targets])
    own = tuple(dict.fromkeys(name for name in names if name in targets or _is_target(name)))
    ours = _ids((name for name in names if name not in own), {choice.task for choice in choices})
    claims = Path(path).parent / said["claims"] if "claims" in said else None
    return Study(
        name=path,
        title=said.get("title") or Path(path).stem,
        source=said.get("source") or path,
        metrics=ours,
        constraints=choices,
        claims=claims,
        own=own,
    )


def _demand(path: str, said: Mapping[str, Any]) -> None:
    """Raise `FileError` if the table has an unknown key, or a value of a wrong type."""
    for key, value in said.items():
        if key not in KEYS:
            raise FileError(f"{path}: [study] has {key!r}, which is not known: known are {', '.join(KEYS)}")
        texts = value if isinstance(value, list) else [value]
        if not isinstance(value, KEYS[key]) or not all(isinstance(text, str) and text.strip() for text in texts):
            wanted = "a text" if KEYS[key] is str else "a list of texts"
            raise FileError(f"{path}: {key!r} of [study] is {value!r}: write {wanted}")


def _is_target(name: str) -> bool:
    return ":" in name and not registry.is_named(name)


def _ids(names: Iterable[str], tasks: set[str]) -> tuple[str, ...]:
    """The ids of registered metrics as a study holds them. An id has its task, unless all constraints are of the task
    of the metric.
    """
    metrics = [registry.metric(name, tasks) for name in names]
    return tuple(
        dict.fromkeys(metric.id if tasks == {metric.task} else f"{metric.task}:{metric.id}" for metric in metrics)
    )


def _choices(names: Iterable[str]) -> tuple[ConstraintChoice, ...]:
    """The constraints that names and globs mean. A reading that is to be computed stands behind `@`."""
    readings: dict[str, list[str]] = {}
    for name in names:
        pattern, _, reading = name.partition("@")
        for constraint in registry.match_constraints(pattern):
            chosen = readings.setdefault(constraint.name, [])
            chosen += [constraint.reading(reading).name] if reading else []
    return tuple(ConstraintChoice(name, tuple(dict.fromkeys(chosen))) for name, chosen in readings.items())


def _of_claims(path: str, data: Any) -> Study:
    """The study of all metrics and constraints that claims name. The audit reads the claims themselves."""
    claims = data.get("claims") if isinstance(data, dict) else None
    families = data.get("families", {}) if isinstance(data, dict) else {}
    if not isinstance(claims, list) or not isinstance(families, dict):
        raise FileError(f"{path} holds no claims: docs/claims.md says what a claims file is")
    metrics: dict[str, None] = {}
    choices: dict[str, ConstraintChoice] = {}
    for claim in claims:
        if isinstance(claim, dict) and isinstance(claim.get("constraint"), str):
            named = list(_metrics_of(claim, families))
            meant = _choices([claim["constraint"]])
            ids = _ids(named, {choice.task for choice in meant})
            metrics |= dict.fromkeys(ids)
            tasks = {registry.metric(name, {choice.task for choice in meant}).task for name in ids}
            choices |= {choice.constraint: choice for choice in meant if choice.task in tasks}
    if not metrics:
        raise FileError(f"{path}: no claim names a metric and a constraint: a matrix needs both")
    return Study(
        name=path,
        title=Path(path).stem,
        source=str(data.get("source") or path),
        metrics=tuple(metrics),
        constraints=tuple(choices.values()),
        claims=Path(path),
    )


def _metrics_of(claim: Mapping[str, Any], families: Mapping[str, Any]) -> Iterator[str]:
    """The names of metrics in one claim: its metric, or the metric of each reading that it gives, and the members of
    its family.
    """
    named = claim.get("metric", ())
    family = families.get(str(claim.get("family")), {})
    members = family.get("members", ()) if isinstance(family, dict) else ()
    for name in [named] if isinstance(named, str) else [*(named.values() if isinstance(named, dict) else ()), *members]:
        if isinstance(name, str):
            yield name
