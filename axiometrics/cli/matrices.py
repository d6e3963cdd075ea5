"""The parts that `matrix` and `check` share: they run a request, show the result, and compare it with the expected
verdicts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from axiometrics.candidates.configuration import Configuration
from axiometrics.candidates.selection import constraints, demand_reading, narrowed, tasks_of
from axiometrics.cli.expectations import accepted, failures, passed_over, read_all, undetermined
from axiometrics.cli.options import STDOUT, Target
from axiometrics.cli.outcome import AS_EXPECTED, INTERRUPTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.comparison.known_verdicts import with_known_verdicts
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.matrix import Matrix
from axiometrics.core.verdicts import WORDS
from axiometrics.running.backends import Spreading
from axiometrics.running.cache import Cache, default_folder
from axiometrics.running.candidate import Candidate
from axiometrics.running.run import ContradictedRunError, FailedRunError, InterruptedRunError, run
from axiometrics.running.settings import Search
from axiometrics.services import acceptance
from axiometrics.services.evidence import required
from axiometrics.services.expectations import Expectation, Key, key, resolve
from axiometrics.services.pinned import Pinning

LEAST, SEARCHING = 0.1, 0.9
"""The seconds of its budget that a search has at least, however long it took to load the metrics; and the share of a
budget after which a search ends, because its last steps, the laws and the hints take the rest.
"""

TOLD = 20
"""The most cells that are reported one by one."""


def cache_of(folder: str | None, is_off: bool) -> Cache | None:
    """The cache that `--cache-dir` and `--no-cache` name; None where no cells are kept."""
    return None if is_off else Cache(Path(folder) if folder else default_folder(), say)


@dataclass
class MatrixRequest:
    """The matrix that a command requests by its options."""

    search: Search
    study: str | None = None
    constraints: Sequence[str] = ()
    task: str | None = None
    reading: str = "default"
    to: Sequence[Target] = (STDOUT,)
    progress: str = "auto"
    quiet: bool = False
    expect: Sequence[str] = ()
    expected_file: str | None = None
    configured: Sequence[Expectation] = ()
    fail_on: str | None = None
    require: str | None = None
    accept: str | None = None
    file: Configuration = field(default_factory=Configuration)
    calling: Mapping[str, Any] = field(default_factory=dict)
    corpus: str | None = None
    backend: str = "loky"
    cluster: str | None = None
    cache_dir: str | None = None
    no_cache: bool = False
    settings: dict[str, Any] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> MatrixRequest:
        """The request with the options of a command, given by their names. Options that are not fields of the request
        are settings of the search.
        """
        own = {name: value for name, value in options.items() if name in cls.__dataclass_fields__}
        return cls(Search.of(**{name: value for name, value in options.items() if name not in own}), **own)

    def chosen(self, candidates: Sequence[Candidate]) -> list[Constraint]:
        """The requested constraints that belong to the tasks of the metrics."""
        return constraints(self.constraints, tasks_of(candidates, self.task), self.study)

    @property
    def cache(self) -> Cache | None:
        """The cache of finished cells; None where no cells are kept."""
        return cache_of(self.cache_dir, self.no_cache)

    def _search(self) -> Search:
        """The search with the rest of the budget, which counts from the beginning of the command."""
        if self.search.budget is None:
            return self.search
        left = SEARCHING * self.search.budget - (time.monotonic() - self.began)
        return replace(self.search, budget=max(left, LEAST))

    def computed(self, candidates: Sequence[Candidate], chosen: Sequence[Constraint]) -> Matrix:
        """The matrix of all readings. Raises `InterruptedRunError` or `FailedRunError` with the cells that were
        finished, and `ContradictedRunError` with all cells.
        """
        first = {c.name: c.readings[0].name for c in chosen}
        with Progress("none" if self.quiet else self.progress) as progress:

            def tell(cell: Cell) -> None:
                if self.reading in ("all", cell.reading) or (
                    self.reading == "default" and cell.reading == first[f"{cell.task}:{cell.constraint}"]
                ):
                    progress.settled(cell)

            return run(
                candidates,
                chosen,
                self._search(),
                readings="all",
                settings=self.settings,
                progress=progress,
                settled=tell,
                cache=self.cache,
                spreading=Spreading(self.backend, self.cluster),
            )


@dataclass(frozen=True)
class _PassConditions:
    """The conditions on the verdicts of a run. Where the run does not meet them, the command exits with 1.

    Attributes
    ----------
    expectations : the expected verdicts of the options, of files and of the configuration
    expected : the cells of the run that these name, each with its expectation
    mode : the verdicts that fail the run: a value of `--fail-on`, or `contradicted`, where only a cell that contradicts
        an expectation fails it
    required : the kind of evidence that a verdict in favour needs, and its least size
    """

    expectations: Sequence[Expectation]
    expected: Mapping[Key, Expectation]
    mode: str
    required: tuple[str, int] | None

    @classmethod
    def of(
        cls, request: MatrixRequest, candidates: Sequence[Candidate], chosen: Sequence[Constraint], fail_on: str
    ) -> _PassConditions:
        expectations = [*request.configured, *read_all(request.expect, request.expected_file)]
        expected = resolve(expectations, candidates, chosen, request.reading)
        mode = request.fail_on or ("contradicted" if expected and fail_on == "none" else fail_on)
        return cls(expectations, expected, mode, required(request.require))

    @property
    def made(self) -> bool:
        """Whether anything can fail the run."""
        return self.mode != "none" or self.required is not None

    def expected_violations(self, shown: Matrix) -> int:
        """The number of violated cells whose violation is expected."""
        saying = {place for place, expectation in self.expected.items() if not expectation.holds}
        return sum(cell.holds is False and key(cell) in saying for cell in shown)

    def problems(self, shown: Matrix, whole: Matrix) -> list[str]:
        """The reasons why the run fails, a line for each cell."""
        return list(failures(shown, whole, self.expected, self.mode, self.required))

    def undetermined(self, shown: Matrix, problems: Sequence[str]) -> list[str]:
        """A line for each undetermined cell that does not fail the run, where there are conditions on verdicts."""
        lines = undetermined(shown) if self.mode != "none" else ()
        return [line for line in lines if not any(problem.startswith(line) for problem in problems)]


@dataclass(frozen=True)
class Finished:
    """A run that was shown: the matrix of all readings, the part of it that was shown, and its constraints."""

    whole: Matrix
    shown: Matrix
    constraints: Sequence[Constraint]


def show(
    candidates: Sequence[Candidate],
    request: MatrixRequest,
    fail_on: str,
    then: Callable[[Finished], None] | None = None,
) -> int:
    """Run a request, show the result, and return the exit code. `fail_on` is used where the request has no value for
    it.

    `then` is called with a run that was finished. With `then`, violations that the table on stdout shows are counted on
    stderr, and not listed there.
    """
    chosen = request.chosen(candidates)
    if not chosen:
        say(f"error: nothing was evaluated: {_nothing(candidates, request)}")
        return NOTHING
    demand_reading(request.reading, chosen)
    about = [candidate.about for candidate in candidates]
    request = replace(
        request, to=[replace(target, arranged=target.arranged.of(about, chosen)) for target in request.to]
    )
    conditions = _PassConditions.of(request, candidates, chosen, fail_on)
    pinning = Pinning.of(request.corpus, candidates, chosen)
    started = time.monotonic()
    output = Output(request.to)
    if request.accept is not None:
        acceptance.demand_acceptable(request.accept)
    contradicted: ContradictedRunError | None = None
    try:
        whole = request.computed(candidates, chosen)
    except ContradictedRunError as finished:
        contradicted, whole = finished, finished.matrix
    except (InterruptedRunError, FailedRunError) as stopped:
        return _show_stopped(stopped, request, output, pinning, conditions)
    whole = pinning.joined(whole)
    plain, whole = whole, with_known_verdicts(whole, candidates, chosen, request.search, request.cache)
    shown = narrowed(whole, request.reading)
    written: list[str] = []
    if request.accept is not None:
        new = acceptance.unexpected(shown, conditions.expected)
        accepting = [acceptance.acceptance(cell, cell.metric, chosen) for cell in new]
        written = acceptance.accept(request.accept, request.file, accepting, request.calling)
        conditions = replace(conditions, expected={**conditions.expected, **acceptance.accepted(new, request.accept)})
    problems = conditions.problems(shown, whole)
    output.show(shown, unexpected=problems if conditions.made else None, expected=conditions.expected_violations(shown))
    changes = pinning.pin(
        plain, narrowed(plain, request.reading), conditions.expected
    )  # the plugin pins the same cells
    if not request.quiet:
        _tell("pinned", changes)
    if click.get_current_context().meta["verbose"]:
        say(f"{len(whole)} cells in {time.monotonic() - started:.1f} s, {len(shown)} of them shown")
        from axiometrics.reports.parts.tables import counts_line

        say(f"of the cells shown: {counts_line(shown, every=True)}")
    for line in written:
        say(line)
    _tell("unexpected", problems if then is None else _beside_the_table(problems, request))
    if not request.quiet:
        _tell("expected", list(accepted(whole, conditions.expected)))
        _tell("warning", list(pinning.warnings(whole)))
        _tell("warning", list(passed_over(conditions.expectations, candidates)))
        _tell("warning", conditions.undetermined(shown, problems))
    if then is not None:
        then(Finished(whole, shown, chosen))
    if contradicted is not None:
        raise contradicted
    return UNEXPECTED if problems else AS_EXPECTED


def _show_stopped(
    stopped: InterruptedRunError | FailedRunError,
    request: MatrixRequest,
    output: Output,
    pinning: Pinning,
    conditions: _PassConditions,
) -> int:
    """Show and pin the cells that a run finished before it was stopped, and return the exit code. The error that ended
    the run is raised again.
    """
    whole = pinning.joined(stopped.matrix)
    shown = narrowed(whole, request.reading)
    output.show(shown, finished=False)
    pinning.pin(whole, shown, conditions.expected)
    to = f" to {' and '.join(output.partial)}" if output.partial else ""
    how = "interrupted" if isinstance(stopped, InterruptedRunError) else "stopped"
    say(f"{how}: what was finished is written{to}, cells: {len(shown)}, missing: {len(shown.missing)}")
    if stopped.__cause__ is not None:
        raise stopped.__cause__ from None
    return INTERRUPTED


def _beside_the_table(problems: Sequence[str], request: MatrixRequest) -> list[str]:
    """The problems. Mere violations are only counted where the table with them is shown on stdout."""
    read = any(target.path is None and target.form in ("text", "markdown") for target in request.to)
    seen = [problem for problem in problems if read and f": {WORDS[False]}" in problem and "expected" not in problem]
    rest = [problem for problem in problems if problem not in seen]
    many = f"{len(seen)} violations that no --expect names" if len(seen) > 1 else "a violation that no --expect names"
    return [*rest, *([many] if seen else [])]


def _tell(label: str, lines: Sequence[str]) -> None:
    for line in lines[:TOLD]:
        say(f"{label}: {line}")
    if len(lines) > TOLD:
        say(f"{label}: and {len(lines) - TOLD} more")


def _nothing(candidates: Sequence[Candidate], request: MatrixRequest) -> str:
    if not candidates:
        return f"none of the metrics chosen is of the task {request.task}"
    of = " or ".join(sorted({task for candidate in candidates for task in candidate.tasks}))
    chosen = "chosen " if request.constraints or request.task or request.study else ""
    inferred = [candidate for candidate in candidates if candidate.about.get("settled_by") in ("name", "values")]
    cure = ": if one of them is called otherwise, say so by --task or --form" if inferred else ""
    return f"the metrics chosen are of {of}, and no constraint {chosen}is{cure}"
