"""The checks of one run of pytest: its options, the metrics that its tests name, and the cells that the tests found.

The code that makes and runs tests is divided into three files, of which each imports the one before: `check_run` holds
what all tests of a run share, `checked_constraint` runs one test, and `generated_tests` makes tests from the marks of a
function.
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
    settings : the settings of the search
    root : the folder in which the node ids of tests begin
    sized, drawn : whether an option sets the size of the search, and the number of random cases; it then has priority
        over the settings of tests
    timeout : the seconds that one call of a metric may take; with a timeout, a function is called in a fork of this
        process
    collected : the cells since the last report of a test; None where nothing gathers them
    loaded : the candidates of the metrics that tests have named, so that a metric is not loaded again for each test
    laws : the effect of a broken law of implementation: `warn`, `fail` or `off`
    undefined : the policy for undefined values that an option sets; it has priority over the policy of a test
    broken : by metric and task, the laws of implementation that the metric breaks
    remarks : the remarks that are shown after the next verdict
    losses : the metrics, each with its task, about which a warning said that they look like losses
    file : the configuration of the project
    accepts : the file into which unexpected violations are written as expected; empty where they fail the test
    """

    settings: CheckSettings
    root: Path
    sized: bool
    drawn: bool
    timeout: float | None = None
    collected: list[CollectedCell] | None = None
    loaded: dict[tuple[str, str | None, str | None, Policy], Candidate] = field(default_factory=dict)
    laws: str = "warn"
    undefined: str | None = None
    broken: dict[Any, tuple[Any, list[str]]] = field(default_factory=dict)
    file: Configuration = field(default_factory=Configuration)
    accepts: str = ""
    remarks: list[Remark] = field(default_factory=list)
    losses: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def of(cls, config: pytest.Config) -> CheckRun:
        """The checks with the options of the command line. Raises `AxiometricsError` where an option cannot be read."""
        options = {
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
        if writes and options["corpus"] is None:
            raise ParameterError("--axiometrics-pin: name the folder with --axiometrics-corpus=DIR")
        search = Search.of(
            options["max_size"],
            max_examples=_number(options["max_examples"], "--axiometrics-max-examples"),
            seed=_number(options["seed"], "--axiometrics-seed") or 0,
        )
        remarks: list[Remark] = []
        accepts = (options["config"] or FILE) if config.getoption("axiometrics_accept") else ""
        settings = CheckSettings(
            search,
            required(options["require"], "--axiometrics-require"),
            None if options["corpus"] is None else Corpus.at(options["corpus"], writes),
            None if config.getoption("axiometrics_no_cache") else Cache(_folder(options["cache_dir"]), _later(remarks)),
        )
        return cls(
            settings,
            config.rootpath,
            options["max_size"] is not None,
            options["max_examples"] is not None,
            _seconds(options["timeout"], "--axiometrics-timeout"),
            laws=_laws(options["laws"] or "warn"),
            undefined=None if options["undefined"] is None else undefined_policy(options["undefined"]),
            file=configuration(None if accepts and not os.path.exists(accepts) else options["config"]),
            accepts=accepts,
            remarks=remarks,
        )

    def candidate(
        self, metric: Named, task: str | None, signature: str | None, policy: Policy = NO_POLICY
    ) -> Candidate:
        """The candidate for a metric, as the runner needs it. The other arguments say how a metric of the user is
        called.
        """
        listed = isinstance(metric, str) and self.file.of(metric) is not None
        if isinstance(metric, Metric) or (isinstance(metric, str) and not listed and registry.is_named(metric)):
            return self.file.candidate(metric)
        if not isinstance(metric, str):
            return self.file.candidate(metric, task, signature, self.timeout, self._policy(policy))
        named = (metric, task, signature, self._policy(policy))
        if named not in self.loaded:
            cache = self.settings.cache
            self.loaded[named] = self.file.candidate(metric, task, signature, self.timeout, self._policy(policy), cache)
        return self.loaded[named]

    def _policy(self, policy: Policy) -> Policy:
        return policy if self.undefined is None else replace(policy, undefined=self.undefined)

    def heed_laws(self, metric: Named, candidate: Candidate, task: str) -> None:
        """Report the laws of implementation that a user's metric breaks: by one warning for each metric, or by a
        failure of each of its tests.
        """
        if self.laws == "off" or candidate.metric is not None:
            return
        key = (metric if isinstance(metric, str) else id(metric), task)
        if key not in self.broken:
            laws = broken_laws(candidate, task, self.settings.cache)
            said = [f"axiometrics: {candidate.id} breaks the law {law}" for law in laws]
            self.broken[key] = metric, said  # the metric is kept, so that its id stays its own
            self.remarks += [Remark(text, LawWarning) for text in said if self.laws == "warn"]
        self.remarks += [Remark(text, None) for text in self.broken[key][1] if self.laws == "fail"]

    def heed_loss(self, candidate: Candidate, cell: Cell) -> None:
        """Warn, once for each metric, that its negative is judged because its values look like those of a loss."""
        if cell.evidence.loss == "inferred" and (candidate.id, cell.task) not in self.losses:
            self.losses.add((candidate.id, cell.task))
            called = candidate.about.get("called", "")
            said = f"axiometrics: {candidate.id} is called as {called}, and {LOSSES['inferred']}"
            self.remarks.append(Remark(f"{said}; say lower_is_better=True or False", LossWarning))

    def place(self, metric: Named, candidate: Candidate, part: str) -> tuple[str, bool]:
        """The name of a metric in a corpus, and whether this name is its own. A metric without a name of its own is
        named by the test.

        `part` is the part of the test's id that says what is checked.
        """
        if not callable(metric) or candidate.metric is not None:
            return candidate.id, True
        own, test = origin(metric), os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        return own or of_test(test, self.root, part, candidate.id), own is not None

    def expectations(self, metrics: Iterable[Named]) -> list[Expectation]:
        """The expected violations of the given metrics, as far as the project's configuration lists these metrics."""
        listed = [
            self.file.of(metric) if isinstance(metric, str) else self._of_function(metric)
            for metric in metrics
            if isinstance(metric, str) or callable(metric)
        ]
        return configured(self.file, filter(None, listed))

    def _of_function(self, function: Callable[..., Any]) -> Configured | None:
        """The entry of the configuration for the TARGET of a function that a test names, with the name under which
        tests know the function; None where the file does not list it.
        """
        named = target(function)
        listed = None if named is None else self.file.of(named)
        return None if listed is None else replace(listed, target=describe(function).name)

    def searching(self, max_size: int | str | None, max_examples: int | None) -> CheckSettings:
        """The settings of a test. An option of the command line has priority over them."""
        search = self.settings.search
        if not self.sized and max_size is not None:
            search = replace(search, sizes=Sizes.read(max_size))
        if not self.drawn:
            search = replace(search, max_examples=max_examples)
        return replace(self.settings, search=search)


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
        checks.collected = []
        config.pluginmanager.register(Sender(checks.collected), "axiometrics-sender")
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
