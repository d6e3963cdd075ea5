"""What `matrix` and `check` share: run, show, and judge what was found by what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from axiometrics.cli.expectations import failures, read_all, resolve, undetermined
from axiometrics.cli.options import required
from axiometrics.cli.outcome import AS_EXPECTED, INTERRUPTED, NOTHING, UNEXPECTED, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.verdict import Matrix
from axiometrics.runner import InterruptedRunError, Sizes, Subject, run
from axiometrics.selection import constraints, demand_reading, narrowed

TOLD = 20
"""Undetermined cells and failures that are told one by one."""


@dataclass
class Asked:
    """What a command was asked for, as its options have it."""

    constraints: Sequence[str] = ()
    task: str | None = None
    reading: str = "default"
    max_size: str | None = None
    max_examples: int | None = None
    budget: float | None = None
    seed: int = 0
    jobs: int = 1
    form: str | None = None
    path: str | None = None
    color: str = "never"
    ascii: bool = False
    progress: str = "auto"
    quiet: bool = False
    expect: Sequence[str] = ()
    expected_file: str | None = None
    fail_on: str | None = None
    require: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)

    def chosen(self, subjects: Sequence[Subject]) -> list[Constraint]:
        """The constraints asked for, of the tasks of the metrics."""
        return [c for c in constraints(self.constraints, self.task) if any(c.task in subject.tasks for subject in subjects)]

    def computed(self, subjects: Sequence[Subject], chosen: Sequence[Constraint]) -> Matrix:
        """The matrix of all readings. Raises `InterruptedRunError` with what was finished."""
        sizes = Sizes.read(self.max_size)
        with Progress("none" if self.quiet else self.progress) as progress:
            return run(
                subjects,
                chosen,
                readings="all",
                sizes=sizes,
                max_examples=self.max_examples,
                seed=self.seed,
                jobs=self.jobs,
                budget=self.budget,
                settings=self.settings,
                progress=progress,
            )


def show(subjects: Sequence[Subject], asked: Asked, fail_on: str) -> int:
    """Run, show, and say how to exit; `fail_on` where the caller did not say."""
    chosen = asked.chosen(subjects)
    _demand_reading(asked.reading, chosen)
    need = required(asked.require)
    expected = resolve(read_all(asked.expect, asked.expected_file), subjects, chosen, asked.reading)
    Sizes.read(asked.max_size)
    with Output(asked.path, asked.ascii, asked.color) as output:
        form = output.report(asked.form)
        interrupted = False
        try:
            whole = asked.computed(subjects, chosen)
        except InterruptedRunError as stopped:
            whole, interrupted = stopped.matrix, True
        shown = narrowed(whole, asked.reading)
        if interrupted or len(shown):
            output.show(shown, form)
        elif not len(shown):
            say(f"error: nothing was evaluated: {_nothing(subjects, asked)}")
            raise SystemExit(NOTHING)
    if interrupted:
        say(f"interrupted: {len(shown)} cells were finished, and are written")
        return INTERRUPTED
    if expected and asked.fail_on is None and fail_on == "none":
        # what was expected was said for a reason: only what contradicts it fails
        problems = failures(shown.__class__((), (), ()), whole, expected, "unexpected", need)
        return _judged([*problems, *failures(shown, whole, {}, "none", need)], shown, asked)
    return _judged(list(failures(shown, whole, expected, asked.fail_on or fail_on, need)), shown, asked, warn=(asked.fail_on or fail_on) != "none")


def _judged(problems: list[str], shown: Matrix, asked: Asked, warn: bool = False) -> int:
    doubtful = [line for line in undetermined(shown) if line not in problems] if warn and not asked.quiet else []
    for what, lines in (("warning", doubtful), ("unexpected", problems)):
        for line in lines[:TOLD]:
            say(f"{what}: {line}")
        if len(lines) > TOLD:
            say(f"{what}: and {len(lines) - TOLD} more")
    if problems and not asked.quiet:
        say("`axiometrics explain METRIC CONSTRAINT` draws the case")
    return UNEXPECTED if problems else AS_EXPECTED


def _demand_reading(reading: str, chosen: Sequence[Constraint]) -> None:
    try:
        demand_reading(reading, chosen)
    except UnknownNameError as error:
        raise UnknownNameError(f"--reading: {error}") from None


def _nothing(subjects: Sequence[Subject], asked: Asked) -> str:
    if not subjects:
        return "no metric of the task is among those chosen"
    of = ", ".join(sorted({task for subject in subjects for task in subject.tasks}))
    return f"no constraint chosen is one of {of}, the task of the metrics chosen" if asked.constraints or asked.task else f"there is no constraint of {of} metrics"


