"""The checks of one run of pytest: its options read, the metrics that its tests name, and what was found.

Tests are written in three files, which stand one above the other: `check_run` is what all tests of a run share,
`checked_constraint` what one test does, and `generated_tests` makes tests of the marks of a function.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.candidates.configuration import FILE, Configuration, Configured, configuration
from axiometrics.candidates.containment import describe
from axiometrics.candidates.declaration import NO_POLICY, Policy, undefined_policy
from axiometrics.candidates.import_records import broken_laws
from axiometrics.candidates.selection import Named
from axiometrics.core.cell import Cell
from axiometrics.core.errors import AxiometricsError, ParameterError
from axiometrics.core.metric import Metric
from axiometrics.reports.parts.remarks import LOSSES
from axiometrics.running.cache import Cache, default_folder
from axiometrics.running.candidate import Candidate
from axiometrics.running.settings import Search, Sizes
from axiometrics.services.acceptance import Accepting, demand_acceptable
from axiometrics.services.checks import CheckSettings
from axiometrics.services.collected import CollectedCell, Gatherer, Sender
from axiometrics.services.corpus import Corpus
from axiometrics.services.evidence import required
from axiometrics.services.expectations import Expectation, configured
from axiometrics.services.places import of_test, origin, target
from axiometrics.services.remarks import Remark


class LawWarning(UserWarning):
    """A metric of the user breaks a law of implementation."""


class LossWarning(UserWarning):
    """A user's metric looks like a loss, and nothing declares whether it is one. Its negative is judged."""


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
    remarks : what is to be said after the next verdict
    losses : the metrics of which it was said that they look like losses, each with the task
    file : the metrics of the project, with what it says of them
    accepts : the file into which violations that nothing expects are written; empty where they fail
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
    accepts: str = ""
    remarks: list[Remark] = field(default_factory=list)
    losses: set[tuple[str, str]] = field(default_factory=set)

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
        remarks: list[Remark] = []
        accepts = (given["config"] or FILE) if config.getoption("axiometrics_accept") else ""
        settings = CheckSettings(
            search,
            required(given["require"], "--axiometrics-require"),
            None if given["corpus"] is None else Corpus.at(given["corpus"], writes),
            None if config.getoption("axiometrics_no_cache") else Cache(_folder(given["cache_dir"]), _later(remarks)),
        )
        return cls(
            settings,
            config.rootpath,
            given["max_size"] is not None,
            given["max_examples"] is not None,
            _seconds(given["timeout"], "--axiometrics-timeout"),
            laws=_laws(given["laws"] or "warn"),
            undefined=None if given["undefined"] is None else undefined_policy(given["undefined"]),
            file=configuration(None if accepts and not os.path.exists(accepts) else given["config"]),
            accepts=accepts,
            remarks=remarks,
        )

    def candidate(
        self, metric: Named, task: str | None, signature: str | None, policy: Policy = NO_POLICY
    ) -> Candidate:
        """The candidate for a metric, as the runner needs it. The other arguments describe a metric of the user."""
        listed = isinstance(metric, str) and self.file.of(metric) is not None
        if isinstance(metric, Metric) or (isinstance(metric, str) and not listed and registry.is_named(metric)):
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
        """Report the laws of implementation that a user's metric breaks: by one warning for each metric, or by a
        failure of each of its tests.
        """
        if self.laws == "off" or one.metric is not None:
            return
        key = (metric if isinstance(metric, str) else id(metric), task)
        if key not in self.broken:
            laws = broken_laws(one, task, self.settings.cache)
            said = [f"axiometrics: {one.id} breaks the law {found}" for found in laws]
            self.broken[key] = metric, said  # the metric is kept, so that its id stays its own
            self.remarks += [Remark(text, LawWarning) for text in said if self.laws == "warn"]
        self.remarks += [Remark(text, None) for text in self.broken[key][1] if self.laws == "fail"]

    def heed_loss(self, one: Candidate, cell: Cell) -> None:
        """Warn, once for each metric, that its negative is judged because of its values alone."""
        if cell.evidence.loss == "inferred" and (one.id, cell.task) not in self.losses:
            self.losses.add((one.id, cell.task))
            said = f"axiometrics: {one.id} is called as {one.about.get('called', '')}, and {LOSSES['inferred']}"
            self.remarks.append(Remark(f"{said}; say lower_is_better=True or False", LossWarning))

    def place(self, metric: Named, one: Candidate, part: str) -> tuple[str, bool]:
        """The name of a metric in a corpus, and whether it is a name of the metric's own, or only of the test.

        `part` is the part of the test's id that says what is checked.
        """
        if not callable(metric) or one.metric is not None:
            return one.id, True
        own, test = origin(metric), os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        return own or of_test(test, self.root, part, one.id), own is not None

    def expectations(self, metrics: Iterable[Named]) -> list[Expectation]:
        """The violations that the project's configuration expects of those of these metrics that it lists."""
        listed = [
            self.file.of(metric) if isinstance(metric, str) else self._of_function(metric)
            for metric in metrics
            if isinstance(metric, str) or callable(metric)
        ]
        return configured(self.file, filter(None, listed))

    def _of_function(self, function: Callable[..., Any]) -> Configured | None:
        """What the file says of a function that a test names, if it lists its TARGET; by the name that tests know."""
        named = target(function)
        listed = None if named is None else self.file.of(named)
        return None if listed is None else replace(listed, target=describe(function).name)

    def searching(self, max_size: int | str | None, max_examples: int | None) -> CheckSettings:
        """The settings of a test; an option of the command line overrides them."""
        asked = self.settings.search
        if not self.sized and max_size is not None:
            asked = replace(asked, sizes=Sizes.read(max_size))
        if not self.drawn:
            asked = replace(asked, max_examples=max_examples)
        return replace(self.settings, search=asked)


CHECK_RUN = pytest.StashKey[CheckRun]()


def check_run(config: pytest.Config) -> CheckRun:
    """The checks of this run."""
    if CHECK_RUN not in config.stash:
        config.stash[CHECK_RUN] = CheckRun.of(config)
    return config.stash[CHECK_RUN]


def prepare(config: pytest.Config) -> None:
    """Read the options before any test runs, so that a mistake is reported first, and prepare the gathering of
    reports.
    """
    try:
        checks = check_run(config)
        path, corpus = (
            config.getoption("axiometrics_report"),
            checks.settings.corpus if config.getoption("axiometrics_pin") else None,
        )
        if path is None and corpus is None and not checks.accepts:
            return
        checks.found = []
        config.pluginmanager.register(Sender(checks.found), "axiometrics-sender")
        if not hasattr(config, "workerinput"):
            settings = {**checks.settings.search.to_json(), "reading": "all"}
            if checks.accepts:
                demand_acceptable(checks.accepts)
            accepting = Accepting(checks.accepts, checks.file) if checks.accepts else None
            config.pluginmanager.register(Gatherer(path, settings, corpus, accepting), "axiometrics-gatherer")
    except AxiometricsError as error:
        raise pytest.UsageError(str(error)) from None


def _later(remarks: list[Remark]) -> Callable[[str], None]:
    return lambda text: remarks.append(Remark(text))


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
