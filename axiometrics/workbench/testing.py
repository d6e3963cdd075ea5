"""What the pytest plugin does once a test asks for it: tests made of metrics and constraints, and their verdicts as
pytest tells them.
"""

from __future__ import annotations

import inspect
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.candidates.configuration import Configuration, configuration
from axiometrics.candidates.declaration import NO_POLICY, Policy, undefined_policy
from axiometrics.candidates.introductions import broken_laws
from axiometrics.candidates.selection import Named, constraints, demand_reading, of_tasks, tasks_of
from axiometrics.candidates.selection import metrics as named_metrics
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError, ParameterError
from axiometrics.core.metric import Metric
from axiometrics.running.cache import Cache, default_folder
from axiometrics.running.candidate import Candidate
from axiometrics.running.settings import Search, Sizes
from axiometrics.workbench.checks import CheckSettings, UnexpectedVerdictError, explanation, find, in_short, problem
from axiometrics.workbench.collected import CollectedCell, Gatherer, Sender
from axiometrics.workbench.corpus import Corpus
from axiometrics.workbench.evidence import required
from axiometrics.workbench.expectations import GLOB, VIOLATIONS, Expectation, Key, configured, resolve, violations
from axiometrics.workbench.labels import label
from axiometrics.workbench.places import of_test, origin, target


class LawWarning(UserWarning):
    """A metric of the user breaks a law of implementation."""


class PinWarning(UserWarning):
    """A pinned counterexample cannot be judged any more: the metric has no value there, or none that decides."""


@dataclass(eq=False, repr=False)
class CheckRun:
    """The checks of one test run.

    Attributes
    ----------
    settings : how far they search
    root : the folder that node ids of tests begin from
    sized, drawn : whether an option says how far, and how many random cases, so that no test does
    timeout : seconds that one call of a metric may take; with it a function is called in a fork of this process
    found : what they found since the last report of a test, where there is one who gathers it
    known : the metrics named so far, which are not loaded again for each test
    laws : what a broken law of implementation does: `warn`, `fail` or `off`
    undefined : what an option says that is done where a metric has no value, whatever a test says
    broken : the laws that metrics break, as far as they were held to them
    file : the metrics of the project, with what it says of them
    """

    settings: CheckSettings
    root: Path
    sized: bool
    drawn: bool
    timeout: float | None = None
    found: list[CollectedCell] | None = None
    known: dict[tuple[str, str | None, str | None, Policy], Candidate] = field(default_factory=dict)
    laws: str = "warn"
    undefined: str | None = None
    broken: dict[Any, tuple[Any, list[str]]] = field(default_factory=dict)
    file: Configuration = field(default_factory=Configuration)

    @classmethod
    def of(cls, config: pytest.Config) -> CheckRun:
        """As the options say. Raises `AxiometricsError` where one of them is a mistake."""
        given = {
            name: config.getoption(f"axiometrics_{name}")
            for name in (
                "corpus",
                "max_size",
                "max_examples",
                "seed",
                "require",
                "timeout",
                "laws",
                "undefined",
                "cache_dir",
                "config",
            )
        }
        writes = bool(config.getoption("axiometrics_pin"))
        if writes and given["corpus"] is None:
            raise ParameterError("--axiometrics-pin: name the folder with --axiometrics-corpus=DIR")
        search = Search.of(
            given["max_size"],
            max_examples=_number(given["max_examples"], "--axiometrics-max-examples"),
            seed=_number(given["seed"], "--axiometrics-seed") or 0,
        )
        settings = CheckSettings(
            search,
            required(given["require"], "--axiometrics-require"),
            None if given["corpus"] is None else Corpus.at(given["corpus"], writes),
            None if config.getoption("axiometrics_no_cache") else Cache(_folder(given["cache_dir"]), warnings.warn),
        )
        return cls(
            settings,
            config.rootpath,
            given["max_size"] is not None,
            given["max_examples"] is not None,
            _seconds(given["timeout"], "--axiometrics-timeout"),
            laws=_laws(given["laws"] or "warn"),
            undefined=None if given["undefined"] is None else undefined_policy(given["undefined"]),
            file=configuration(given["config"]),
        )

    def candidate(
        self, metric: Named, task: str | None, signature: str | None, policy: Policy = NO_POLICY
    ) -> Candidate:
        """A metric as the runner takes it; `task`, `signature` and `policy` say what a metric of the user is."""
        listed = isinstance(metric, str) and self.file.of(metric) is not None
        if isinstance(metric, Metric) or (isinstance(metric, str) and not listed and registry.is_metric(metric)):
            return self.file.candidate(metric)
        if not isinstance(metric, str):
            return self.file.candidate(metric, task, signature, self.timeout, self._policy(policy))
        asked = (metric, task, signature, self._policy(policy))
        if asked not in self.known:
            cache = self.settings.cache
            self.known[asked] = self.file.candidate(metric, task, signature, self.timeout, self._policy(policy), cache)
        return self.known[asked]

    def _policy(self, policy: Policy) -> Policy:
        return policy if self.undefined is None else replace(policy, undefined=self.undefined)

    def heed_laws(self, metric: Named, one: Candidate, task: str) -> None:
        """Tell the laws of implementation that a metric of the user breaks: a warning, once for each metric, or a
        failure of each of its tests.
        """
        __tracebackhide__ = True
        if self.laws == "off" or one.metric is not None:
            return
        key = (metric if isinstance(metric, str) else id(metric), task)
        if key not in self.broken:
            laws = broken_laws(one, task, self.settings.cache)
            said = [f"axiometrics: {one.id} breaks the law {found}" for found in laws]
            self.broken[key] = metric, said  # the metric is kept, so that its id stays its own
            for text in said if self.laws == "warn" else ():
                warnings.warn(text, LawWarning, stacklevel=2)
        if self.laws == "fail" and self.broken[key][1]:
            raise pytest.fail.Exception("\n".join(self.broken[key][1]), pytrace=False)

    def place(self, metric: Named, one: Candidate, part: str) -> tuple[str, bool]:
        """What names a metric in a corpus, and whether that is a name of its own, not the test's; `part` of the test's
        id tells what is checked.
        """
        if not callable(metric) or one.metric is not None:
            return one.id, True
        own, test = origin(metric), os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        return own or of_test(test, self.root, part, one.id), own is not None

    def expectations(self, metrics: Iterable[Named]) -> list[Expectation]:
        """The violations that the file of the project expects of those of these metrics that it lists."""
        listed = [self.file.of(metric) for metric in metrics if isinstance(metric, str)]
        return configured(self.file, filter(None, listed))

    def searching(self, max_size: int | str | None, max_examples: int | None) -> CheckSettings:
        """The settings that a test asks for, unless an option does."""
        asked = self.settings.search
        if not self.sized and max_size is not None:
            asked = replace(asked, sizes=Sizes.read(max_size))
        if not self.drawn:
            asked = replace(asked, max_examples=max_examples)
        return replace(self.settings, search=asked)

    def check_one(
        self,
        metric: Named,
        constraint: str,
        *,
        reading: str | None = None,
        expected: str | None = None,
        task: str | None = None,
        signature: str | None = None,
        max_size: int | str | None = None,
        max_examples: int | None = None,
        lower_is_better: bool | None = None,
        undefined: str | float | None = None,
    ) -> Cell:
        """Check a metric under a constraint: what the fixture offers."""
        __tracebackhide__ = True
        try:
            policy = Policy(lower_is_better, undefined)
            one = self.candidate(metric, task, signature, policy)
            chosen = of_tasks(constraint, one)
            of = chosen.reading(reading).name
            reasons = self.expectations([metric])
            if expected is not None:
                reasons.append(Expectation(one.id, chosen.name, of, False, "expected=", why=expected))
            settings = self.searching(max_size, max_examples)
            checked = CheckedConstraint(
                self, chosen, of, settings, resolve(reasons, [one], [chosen], of), task, signature, policy=policy
            )
        except AxiometricsError as mistake:
            raise mistake.with_traceback(None) from None
        return checked.check(metric)


@dataclass(frozen=True, eq=False)
class CheckedConstraint:
    """What a test gets as `constraint`: a constraint in one reading, with what is expected of the metrics."""

    run: CheckRun
    constraint: Constraint
    reading: str
    settings: CheckSettings
    expected: Mapping[Key, Expectation]
    task: str | None
    signature: str | None
    part: str = ""
    """The part of the test's id that tells what is checked."""
    policy: Policy = NO_POLICY

    @property
    def id(self) -> str:
        """The id of the constraint."""
        return self.constraint.id

    @property
    def statement(self) -> str:
        """What the constraint demands."""
        return self.constraint.statement

    def __repr__(self) -> str:
        return f"<constraint {self.constraint.name}, reading {self.reading}>"

    def check(self, metric: Named) -> Cell:
        """The cell, where it speaks for the metric.

        Raises `UnexpectedVerdictError` where it does not, `TaskError` for a metric of another task. A violation that is
        expected is an xfail of pytest, a cell that judges nothing a skip, and pinned evidence that cannot be read or
        written a failure of one line.
        """
        __tracebackhide__ = True
        try:
            one = self.run.candidate(metric, self.task, self.signature, self.policy)
            of_tasks(self.constraint.name, one)
        except AxiometricsError as mistake:
            raise mistake.with_traceback(None) from None
        self.run.heed_laws(metric, one, self.constraint.task)
        try:
            place, own = self.run.place(metric, one, self.part)
            cell, unjudged = find(one, self.constraint, self.reading, self.settings, place)
        except AxiometricsError as error:
            raise pytest.fail.Exception(f"axiometrics: {error}", pytrace=False) from None
        if unjudged:
            said = f"axiometrics: {cell.metric}/{cell.constraint}@{cell.reading}: {unjudged}"
            warnings.warn(said, PinWarning, stacklevel=2)
        if self.run.found is not None:
            named = target(metric) or "" if callable(metric) and one.metric is None else ""
            self.run.found.append(CollectedCell(one.entry, cell, named, place, own, not unjudged))
        expected = self.expected.get((cell.task, cell.metric, cell.constraint, cell.reading))
        wrong = problem(cell, expected, self.settings.required)
        if wrong:
            calling = {
                name: value
                for name, value in (("task", self.task), ("signature", self.signature))
                if value and one.metric is None
            }
            told = explanation(cell, self.constraint, one, metric, calling)
            raise UnexpectedVerdictError(
                f"{cell.metric}/{cell.constraint}@{cell.reading}: {wrong}\n\n{told}", in_short(cell, wrong)
            )
        if expected is not None:
            pytest.xfail(f"violated, as expected: {expected.why}")
        if cell.holds is None:
            word = (
                f"describes, judges nothing: {cell.verdict}"
                if cell.verdict is not None
                else f"{cell.evidence.kind}: {cell.message}"
            )
            pytest.skip(word)
        return cell


CHECK_RUN = pytest.StashKey[CheckRun]()


def check_run(config: pytest.Config) -> CheckRun:
    """The checks of this run."""
    if CHECK_RUN not in config.stash:
        config.stash[CHECK_RUN] = CheckRun.of(config)
    return config.stash[CHECK_RUN]


def prepare(config: pytest.Config) -> None:
    """Read the options, so that a mistake is told before anything runs, and have the parts of a report gathered."""
    try:
        checks = check_run(config)
        path, corpus = (
            config.getoption("axiometrics_report"),
            checks.settings.corpus if config.getoption("axiometrics_pin") else None,
        )
        if path is None and corpus is None:
            return
        checks.found = []
        config.pluginmanager.register(Sender(checks.found), "axiometrics-sender")
        if not hasattr(config, "workerinput"):
            settings = {**checks.settings.search.to_json(), "reading": "all"}
            config.pluginmanager.register(Gatherer(path, settings, corpus), "axiometrics-gatherer")
    except AxiometricsError as error:
        raise pytest.UsageError(str(error)) from None


def generate(
    metafunc: pytest.Metafunc, marks: Sequence[pytest.Mark], declared: Callable[..., pytest.MarkDecorator]
) -> None:
    """The tests of a function: one for each metric of the marks and each constraint of its task. A mark takes what
    `declared` takes, with its defaults.
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
            for param in _params(check_run(metafunc.config), _asked(mark, inspect.signature(declared)))
        ]
    except AxiometricsError as error:
        raise pytest.Collector.CollectError(f"axiometrics: {metafunc.definition.nodeid}: {error}") from None
    metafunc.parametrize(("metric", "constraint"), params)


def _asked(mark: pytest.Mark, declared: inspect.Signature) -> dict[str, Any]:
    try:
        bound = declared.bind(*mark.args, **mark.kwargs)
    except TypeError as error:
        raise ParameterError(f"the marker {mark.name}: {error}") from None
    bound.apply_defaults()
    return bound.arguments


def _params(checks: CheckRun, asked: Mapping[str, Any]) -> Iterator[Any]:
    metrics, task, signature, reading = (asked[name] for name in ("metrics", "task", "signature", "reading"))
    if metrics is None:
        metrics = [one.name for one in checks.file.asked(())]
    if isinstance(metrics, str) or callable(metrics) or not isinstance(metrics, Iterable):
        raise ParameterError(f"metrics is {metrics!r}: give a list of functions and names")
    policy = Policy(asked["lower_is_better"], asked["undefined"])
    given = [pair for metric in metrics for pair in _candidates(checks, metric, task, signature, policy)]
    ids = [one.id for one, _ in given]
    if len(set(ids)) < len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise ParameterError(f"two metrics are called {twice!r}: give one a name of its own, in its __name__")
    chosen = _chosen(asked["constraints"], tasks_of((one for one, _ in given), task))
    if not chosen:
        raise ParameterError(
            f"no constraint {'chosen ' if asked['constraints'] else ''}is of a task of {', '.join(ids) or 'no metric'}"
        )
    demand_reading(reading, chosen)
    settings = checks.searching(asked["max_size"], asked["max_examples"])
    said = violations(asked["expected_violations"], [(one.id, metric) for one, metric in given])
    expecting = [*checks.expectations(metric for _, metric in given), *said]
    expected = resolve(expecting, [one for one, _ in given], chosen, reading)
    ran = set()
    for one, metric in given:
        having = [c for c in chosen if c.task in one.tasks]
        for constraint in having:
            name = constraint.id if sum(c.id == constraint.id for c in having) == 1 else constraint.name
            for read in _readings(constraint, reading):
                ran.add((constraint.task, one.id, constraint.id, read))
                listed = checks.file.of(metric) if isinstance(metric, str) else None
                part = f"{label(one.id if listed is None else listed.name)}-{name}-{read}"
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


def _chosen(names: Iterable[str] | None, tasks: Iterable[str]) -> list[Constraint]:
    if isinstance(names, str):
        raise ParameterError(f"constraints is {names!r}: give a list of names")
    return constraints(names or (), tasks)


def _candidates(
    checks: CheckRun, metric: Named, task: str | None, signature: str | None, policy: Policy
) -> list[tuple[Candidate, Named]]:
    """The metrics that an element of the list means, each as the runner and as the test takes it; those of ours by
    their ids.
    """
    named = (
        isinstance(metric, str)
        and checks.file.of(metric) is None
        and any(mark in metric for mark in GLOB)
        and ":" not in metric
    )
    given = named_metrics([str(metric)], task) if named else [metric]
    found = [checks.candidate(one, task, signature, policy) for one in given]
    for one in found:
        if task not in (None, *one.tasks):
            raise ParameterError(
                f"{one.id} is a metric of {' and '.join(one.tasks)}, and task is {task!r}: leave one out"
            )
    return [(one, metric if one.metric is None else one.id) for one in found]


def _readings(constraint: Constraint, asked: str) -> list[str]:
    known = [reading.name for reading in constraint.readings]
    return known[:1] if asked == "default" else [name for name in known if asked in ("all", name)]


def _folder(text: str | None) -> Path:
    return Path(text) if text else default_folder()


def _laws(text: str) -> str:
    if text not in ("warn", "fail", "off"):
        raise ParameterError(f"--axiometrics-laws {text!r}: write warn, fail or off")
    return text


def _number(text: str | None, option: str) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ParameterError(f"{option} {text!r}: write a whole number from 0")
    return int(text)


def _seconds(text: str | None, option: str) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text) or float(text) == 0:
        raise ParameterError(f"{option} {text!r}: write seconds above 0")
    return float(text)
