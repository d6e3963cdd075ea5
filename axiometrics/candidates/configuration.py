"""The committed configuration of a project: its metrics, the names to show, how each is called, and what is expected.

Nobody reads or keeps a command line that names ten metrics with their options. So a project may have a file
`axiometrics.toml` beside its `pyproject.toml`. With this file, `axiometrics check` needs no TARGET; every command that
takes a TARGET, Python and pytest accept the names of the file; and the file lists the violations that the project
accepts, with their reasons. A table in `pyproject.toml` was rejected, because the file is also for people who check the
metrics of libraries and have no Python project. An option of the command line has priority over the file, and the
settings in a TARGET have priority over both.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from axiometrics import registry
from axiometrics.candidates.declaration import NO_POLICY, Policy, limits_of
from axiometrics.candidates.expression import how, with_path_from
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.selection import Named, candidate, clear, settled
from axiometrics.core.errors import FileError, ParameterError, TargetError
from axiometrics.core.files import named_in_errors, whole_text
from axiometrics.core.metric import Metric
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate

FILE = "axiometrics.toml"
"""The name of the file. It is read where it stands in the current folder."""

KEYS = {
    "target": str, "task": str, "form": str, "signature": str, "order": str, "undefined": (str, int, float),
    "lower-is-better": bool, "group": str, "violations": dict, "range": list,
}  # fmt: skip
"""The settings that a metric of the file may have, each with the types that its value may have."""

WORDS: Mapping[type, str] = {str: "a text", dict: "a table", bool: "true or false", int: "a number", list: "a list"}
"""The types in words, for error messages."""


@dataclass(frozen=True)
class Configured:
    """A metric of the file.

    Attributes
    ----------
    name : the name to show
    target : the TARGET; the path of its file starts at the current folder
    task, signature : as the options `--task` and `--form`
    policy : the direction of the metric, its range, and what is done where it has no value
    group : the family in which reports list the metric; empty for the family of all metrics of the user
    violations : the constraints that the metric is expected to violate, each with the reason
    """

    name: str
    target: str
    task: str | None = None
    signature: str | None = None
    policy: Policy = field(default_factory=Policy)
    group: str = ""
    violations: Mapping[str, str] = field(default_factory=dict)

    def candidate(
        self,
        task: str | None,
        signature: str | None,
        timeout: float | None,
        policy: Policy = NO_POLICY,
        cache: Cache | None = None,
        limit: TimeLimit = NO_LIMIT,
    ) -> Candidate:
        """The metric as a candidate for the runner, with the name and the group of the file. The arguments have
        priority over the settings of the file.
        """
        decided = {name: value for name, value in asdict(policy).items() if value is not None}
        how = task or self.task, signature or self.signature, timeout, replace(self.policy, **decided), cache, limit
        try:
            loaded = candidate(self.target, *how)
        except AmbiguousForm as question:
            raise question.listed(self.target, "" if self.name == self.target else self.name) from None
        family = {"family": self.group} if self.group else {}
        display = {"display": self.name} if self.name != self.target else {}
        return replace(loaded, about={**loaded.about, **display, **family})

    def expected(self, path: str) -> Iterator[tuple[str, str, str, str]]:
        """Yield the violations that are expected. Each is given by the TARGET, the constraint, the reading (empty where
        none is named), and the reason with its place in the file.
        """
        for named, why in self.violations.items():
            constraint, _, reading = named.partition("@")
            yield self.target, constraint, reading, f"{path}, {self.name}: {why}"


@dataclass(frozen=True)
class Configuration:
    """The content of a configuration file: its path, which is empty where there is no file, and its metrics."""

    path: str = ""
    metrics: tuple[Configured, ...] = ()

    def of(self, text: str) -> Configured | None:
        """The metric that the file lists under this name or TARGET."""
        return next((metric for metric in self.metrics if text in (metric.name, metric.target)), None)

    def candidate(
        self,
        metric: Named,
        task: str | None = None,
        signature: str | None = None,
        timeout: float | None = None,
        policy: Policy = NO_POLICY,
        cache: Cache | None = None,
        limit: TimeLimit = NO_LIMIT,
        at_hand: Collection[str] = (),
    ) -> Candidate:
        """A metric as a candidate for the runner. A name or TARGET that the file lists gets the settings of the file;
        all others go to `selection.candidate`. The tasks `at_hand` decide where the name of one of our metrics has
        several meanings.
        """
        listed = self.of(metric) if isinstance(metric, str) else None
        if listed is not None:
            return listed.candidate(task, signature, timeout, policy, cache, limit)
        return candidate(settled(metric, at_hand), task, signature, timeout, policy, cache, limit)

    def one_named(
        self,
        name: str,
        task: str | None,
        signature: str | None,
        timeout: float | None = None,
        limit: TimeLimit = NO_LIMIT,
    ) -> Candidate:
        """The metric that a command names. `task` and `signature` say how a TARGET is called; they do not apply to our
        metrics.
        """
        if self._is_ours(name):
            return self.candidate(name, timeout=timeout, limit=limit, at_hand=() if task is None else (task,))
        return self.candidate(name, task, signature, timeout, limit=limit)

    def beside(
        self, names: Sequence[Named | Candidate], task: str | None, signature: str | None, timeout: float | None = None
    ) -> list[Candidate]:
        """The metrics that a command compares with each other. Where our metrics among them are all of one task, the
        others are called as metrics of this task.
        """
        ours = [metric for metric in names if isinstance(metric, str) and self._is_ours(metric)]
        tasks = {metric.task for of in clear(ours).values() for metric in of}
        tasks |= {task for entry in names if isinstance(entry, Candidate) for task in entry.tasks}
        of = task or (tasks.pop() if len(tasks) == 1 else None)
        return [
            self.one_named(metric, of, signature, timeout)
            if isinstance(metric, str)
            else metric
            if isinstance(metric, Candidate)
            else candidate(metric, of if callable(metric) else None, signature if callable(metric) else None, timeout)
            for metric in names
        ]

    def is_own(self, metric: Named) -> bool:
        """Whether a metric belongs to the user: a function, a TARGET or a metric of the file."""
        return not self._is_ours(metric) if isinstance(metric, str) else not isinstance(metric, Metric)

    def _is_ours(self, name: str) -> bool:
        return self.of(name) is None and (":" not in name or registry.is_named(name))

    def requested(self, targets: Sequence[str], at_hand: Collection[str] = ()) -> list[Configured]:
        """The metrics that a command names, by name or TARGET; all metrics of the file where the command names none.
        The tasks `at_hand` decide where the name of one of our metrics has several meanings.

        Raises `TargetError` where neither the command nor the file names a metric.
        """
        if targets:
            ids = (text if self.of(text) else str(settled(text, at_hand)) for text in targets)
            return [self.of(text) or Configured(text, text) for text in ids]
        if not self.metrics:
            raise TargetError(
                f"no TARGET is named: write module:function or path/to/file.py:function, or list your metrics in {FILE}"
            )
        return list(self.metrics)


def configuration(path: str | None = None) -> Configuration:
    """Read the file of that path or, without a path, the `axiometrics.toml` of the current folder. Where this does not
    exist, the configuration is empty.

    Raises `FileError` for a file that cannot be read or has unknown entries.
    """
    if path is None:
        if not Path(FILE).is_file():
            return Configuration()
        path = FILE
    with named_in_errors(path):
        text = whole_text(path)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is not TOML: {error}") from None
    _demand(path, "it", data, {"targets": dict, "groups": dict, "study": dict})
    folder = os.path.dirname(path)
    groups = data.get("groups", {})
    _demand(path, "groups", groups, dict.fromkeys(groups, str))
    metrics = tuple(_metric(path, folder, name, said, groups) for name, said in data.get("targets", {}).items())
    return Configuration(path, metrics)


def _metric(path: str, folder: str, name: str, said: Any, groups: Mapping[str, str]) -> Configured:
    said = {"target": said} if isinstance(said, str) else said
    where = f"targets.{name}"
    if not isinstance(said, dict) or "target" not in said:
        raise FileError(f'{path}: {where} names no TARGET: write {name} = "module:function", or target = in its table')
    _demand(path, where, said, KEYS)
    violations = said.get("violations", {})
    _demand(path, f"{where}.violations", violations, dict.fromkeys(violations, str))
    empty = [constraint for constraint, why in violations.items() if not why.strip()]
    if empty:
        raise FileError(f"{path}: {where}.violations.{empty[0]} has no reason: write why the violation is expected")
    target = with_path_from(folder, "", said["target"])
    return Configured(
        name,
        target,
        said.get("task"),
        how(said, None),
        Policy(said.get("lower-is-better"), said.get("undefined"), _limits(path, where, said)),
        said.get("group") or next((group for glob, group in groups.items() if fnmatchcase(said["target"], glob)), ""),
        violations,
    )


def _limits(path: str, where: str, said: Mapping[str, Any]) -> tuple[float, float] | None:
    try:
        return limits_of(said["range"]) if "range" in said else None
    except ParameterError as error:
        raise FileError(f"{path}: {where}: {error}") from None


def _demand(path: str, where: str, said: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    for key, value in said.items():
        if key not in types:
            raise FileError(f"{path}: {where} has {key!r}, which is not known: known are {', '.join(types)}")
        kind = types[key]
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            wanted = " or ".join(WORDS[kind] for kind in kinds if kind is not float)
            raise FileError(f"{path}: {key!r} of {where} is {value!r}: write {wanted}")
