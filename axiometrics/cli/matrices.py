"""What `matrix` and `check` share: run, show, and judge what was found by what was expected."""

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
"""Seconds that a search has at least of its budget, however long it took to load the metrics; and the share of a budget
after which it ends, since what it has begun, the laws and the hints take the rest.
"""

TOLD = 20
"""Cells that are told one by one."""


def cache_of(folder: str | None, is_off: bool) -> Cache | None:
    """Where `--cache-dir` and `--no-cache` have finished cells kept; None where they are not."""
    return None if is_off else Cache(Path(folder) if folder else default_folder(), say)


@dataclass
class MatrixRequest:
    """The matrix that a command was asked for, as its options have it."""

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
        """From the options of a command by their names: those that are not fields here are settings of the search."""
        own = {name: value for name, value in options.items() if name in cls.__dataclass_fields__}
        return cls(Search.of(**{name: value for name, value in options.items() if name not in own}), **own)

    def chosen(self, candidates: Sequence[Candidate]) -> list[Constraint]:
        """The constraints asked for, of the tasks of the metrics."""
        return constraints(self.constraints, tasks_of(candidates, self.task), self.study)

    @property
    def cache(self) -> Cache | None:
        """Where finished cells are kept, None where they are not."""
        return cache_of(self.cache_dir, self.no_cache)

    def _search(self) -> Search:
        """The search with what is left of the budget, which counts from the beginning of the command."""
        if self.search.budget is None:
            return self.search
        left = SEARCHING * self.search.budget - (time.monotonic() - self.began)
        return replace(self.search, budget=max(left, LEAST))

    def computed(self, candidates: Sequence[Candidate], chosen: Sequence[Constraint]) -> Matrix:
        """The matrix of all readings. Raises `InterruptedRunError` or `FailedRunError` with what was finished, and
        `ContradictedRunError` with all of it.
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
    """What the caller asks of the verdicts of a run: where they differ, it exits 1.

    Attributes
    ----------
    expectations : what options, files and the configuration say of verdicts
    expected : the cells of the run that these name
    mode : what fails the run: a value of `--fail-on`, or `contradicted`, where only an expectation can
    required : the kind of evidence that a verdict in favour needs, and its least size
    """

    expectations: Sequence[Expectation]
    expected: Mapping[Key, Expectation]
    mode: str
    required: tuple[str, int] | None

    @classmethod
    def of(
        cls, asked: MatrixRequest, candidates: Sequence[Candidate], chosen: Sequence[Constraint], fail_on: str
    ) -> _PassConditions:
        expectations = [*asked.configured, *read_all(asked.expect, asked.expected_file)]
        expected = resolve(expectations, candidates, chosen, asked.reading)
        mode = asked.fail_on or ("contradicted" if expected and fail_on == "none" else fail_on)
        return cls(expectations, expected, mode, required(asked.require))

    @property
    def made(self) -> bool:
        """Whether anything can fail the run."""
        return self.mode != "none" or self.required is not None

    def expected_violations(self, shown: Matrix) -> int:
        """The number of cells that are violated, as an expectation says."""
        saying = {place for place, one in self.expected.items() if not one.holds}
        return sum(cell.holds is False and key(cell) in saying for cell in shown)

    def problems(self, shown: Matrix, whole: Matrix) -> list[str]:
        """What fails the run, a line for each cell."""
        return list(failures(shown, whole, self.expected, self.mode, self.required))

    def undetermined(self, shown: Matrix, problems: Sequence[str]) -> list[str]:
        """A line for each undetermined cell that fails nothing, where anything about verdicts is asked."""
        lines = undetermined(shown) if self.mode != "none" else ()
        return [line for line in lines if not any(problem.startswith(line) for problem in problems)]


@dataclass(frozen=True)
class Finished:
    """A run that was shown: the matrix of all readings, the part of it that was shown, and its constraints."""

    whole: Matrix
    shown: Matrix
    constraints: Sequence[Constraint]


def show(
    candidates: Sequence[Candidate], asked: MatrixRequest, fail_on: str, then: Callable[[Finished], None] | None = None
) -> int:
    """Run, show, and say how to exit; `fail_on` where the caller did not say.

    `then` is told of a run that was finished. Its violations that the table on stdout shows are then counted on stderr,
    and not told one by one.
    """
    chosen = asked.chosen(candidates)
    if not chosen:
        say(f"error: nothing was evaluated: {_nothing(candidates, asked)}")
        return NOTHING
    demand_reading(asked.reading, chosen)
    about = [candidate.about for candidate in candidates]
    asked = replace(asked, to=[replace(target, arranged=target.arranged.of(about, chosen)) for target in asked.to])
    conditions = _PassConditions.of(asked, candidates, chosen, fail_on)
    pinning = Pinning.of(asked.corpus, candidates, chosen)
    started = time.monotonic()
    output = Output(asked.to)
    if asked.accept is not None:
        acceptance.demand_acceptable(asked.accept)
    contradicted: ContradictedRunError | None = None
    try:
        whole = asked.computed(candidates, chosen)
    except ContradictedRunError as finished:
        contradicted, whole = finished, finished.matrix
    except (InterruptedRunError, FailedRunError) as stopped:
        return _show_stopped(stopped, asked, output, pinning, conditions)
    whole = pinning.joined(whole)
    plain, whole = whole, with_known_verdicts(whole, candidates, chosen, asked.search, asked.cache)
    shown = narrowed(whole, asked.reading)
    written: list[str] = []
    if asked.accept is not None:
        new = acceptance.unexpected(shown, conditions.expected)
        accepting = [acceptance.acceptance(cell, cell.metric, chosen) for cell in new]
        written = acceptance.accept(asked.accept, asked.file, accepting, asked.calling)
        conditions = replace(conditions, expected={**conditions.expected, **acceptance.accepted(new, asked.accept)})
    problems = conditions.problems(shown, whole)
    output.show(shown, unexpected=problems if conditions.made else None, expected=conditions.expected_violations(shown))
    changes = pinning.pin(plain, narrowed(plain, asked.reading), conditions.expected)  # what the plugin pins
    if not asked.quiet:
        _tell("pinned", changes)
    if click.get_current_context().meta["verbose"]:
        say(f"{len(whole)} cells in {time.monotonic() - started:.1f} s, {len(shown)} of them shown")
        from axiometrics.reports.parts.tables import counts_line

        say(f"of the cells shown: {counts_line(shown, every=True)}")
    for line in written:
        say(line)
    _tell("unexpected", problems if then is None else _beside_the_table(problems, asked))
    if not asked.quiet:
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
    asked: MatrixRequest,
    output: Output,
    pinning: Pinning,
    conditions: _PassConditions,
) -> int:
    """Show and pin what a run finished before it was stopped, and say how to exit; the error that ended it is raised
    again.
    """
    whole = pinning.joined(stopped.matrix)
    shown = narrowed(whole, asked.reading)
    output.show(shown, finished=False)
    pinning.pin(whole, shown, conditions.expected)
    to = f" to {' and '.join(output.partial)}" if output.partial else ""
    how = "interrupted" if isinstance(stopped, InterruptedRunError) else "stopped"
    say(f"{how}: what was finished is written{to}, cells: {len(shown)}, missing: {len(shown.missing)}")
    if stopped.__cause__ is not None:
        raise stopped.__cause__ from None
    return INTERRUPTED


def _beside_the_table(problems: Sequence[str], asked: MatrixRequest) -> list[str]:
    """The problems, those that are nothing but a violation counted where a reader of stdout sees the table."""
    read = any(target.path is None and target.form in ("text", "markdown") for target in asked.to)
    seen = [problem for problem in problems if read and f": {WORDS[False]}" in problem and "expected" not in problem]
    rest = [problem for problem in problems if problem not in seen]
    many = f"{len(seen)} violations that no --expect names" if len(seen) > 1 else "a violation that no --expect names"
    return [*rest, *([many] if seen else [])]


def _tell(what: str, lines: Sequence[str]) -> None:
    for line in lines[:TOLD]:
        say(f"{what}: {line}")
    if len(lines) > TOLD:
        say(f"{what}: and {len(lines) - TOLD} more")


def _nothing(candidates: Sequence[Candidate], asked: MatrixRequest) -> str:
    if not candidates:
        return f"none of the metrics chosen is of the task {asked.task}"
    of = " or ".join(sorted({task for candidate in candidates for task in candidate.tasks}))
    chosen = "chosen " if asked.constraints or asked.task or asked.study else ""
    inferred = [candidate for candidate in candidates if candidate.about.get("settled_by") in ("name", "values")]
    cure = ": if one of them is called otherwise, say so by --task or --form" if inferred else ""
    return f"the metrics chosen are of {of}, and no constraint {chosen}is{cure}"
