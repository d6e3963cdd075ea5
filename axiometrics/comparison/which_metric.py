"""The page "Which metric should I use?" with its verdicts, from the same questions that `recommend` asks."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from axiometrics import registry
from axiometrics.comparison.recommendation import choice, wider
from axiometrics.comparison.task_pictures import pictured_case
from axiometrics.comparison.task_questions import TASKS, TaskQuestion, left_open_by, questions_of, reading_by
from axiometrics.core.cell import Cell
from axiometrics.core.progress import Progress, silent
from axiometrics.core.study import ConstraintChoice
from axiometrics.reports.atlas.advice import AdvisedTask, AskedOption, AskedQuestion, which_metric
from axiometrics.running.cache import Cache
from axiometrics.running.run import run
from axiometrics.running.settings import Search


def page(
    search: Search | None = None,
    cache: Cache | None = None,
    progress: Progress = silent,
    made: Markup | str = "",
    home: str = "",
) -> str:
    """The page in HTML, for every task that has questions. `made` says how the page was made, and `home` is the address
    of the pages that it is one of.
    """
    each = [(task, *kind) for task in TASKS for kind in _kinds(task)]
    return which_metric([_advised(*section, search, cache, progress) for section in each], made, home)


def _kinds(task: str) -> list[tuple[str, Mapping[str, str]]]:
    """The variants of a task on the page: its words, and the answer that sets the reading of its questions. Each such
    answer makes a separate section of the page.
    """
    choosing = [question for question in questions_of(task) if question.chooses_reading]
    if not choosing:
        return [(TASKS[task], {})]
    return [(answer.means, {question.name: answer.word}) for question in choosing for answer in question.answers]


def _advised(
    task: str, words: str, chosen: Mapping[str, str], search: Search | None, cache: Cache | None, progress: Progress
) -> AdvisedTask:
    """A task with the cells of the metrics to choose from, under each constraint that some answer asks for."""
    names = list(left_open_by(task, chosen))
    readings = {name: _reading(task, name) for name in names}
    wanted: dict[str, list[str]] = {}
    for constraint, reading in readings.values():
        wanted.setdefault(constraint, []).append(reading)
    # other readings are not shown, so they are not searched
    looked_at = [ConstraintChoice(name, tuple(of)).of(registry.constraint(name)) for name, of in wanted.items()]
    matrix = run(
        choice(wider(task, readings.values()), task),
        looked_at,
        search,
        readings="all",
        cache=cache,
        progress=progress,
    )
    cells: dict[str, dict[tuple[str, str], Cell]] = {}
    for cell in matrix:
        cells.setdefault(cell.metric, {})[f"{cell.task}:{cell.constraint}", cell.reading] = cell
    rows = {
        str(entry["display"]): {name: cells[entry["id"]][place] for name, place in readings.items()}
        for entry in matrix.metrics
    }
    questions = [question for question in questions_of(task, reading_by(task, chosen)) if not question.chooses_reading]
    said = " ".join(f"--{name} {word}" for name, word in chosen.items())
    return AdvisedTask(task, words, list(map(_asked, questions)), _titles(readings), rows, said)


def _reading(task: str, name: str) -> tuple[str, str]:
    """The constraint and the reading that `id[@reading]` means."""
    id, _, reading = name.partition("@")
    constraint = registry.constraint(f"{task}:{id}")
    return constraint.name, constraint.reading(reading or None).name


def _titles(readings: dict[str, tuple[str, str]]) -> dict[str, str]:
    """By name, the title of a constraint, followed by the reading where it is not the first one."""
    titles = {}
    for name, (constraint, reading) in readings.items():
        declared = registry.constraint(constraint)
        titles[name] = declared.title if declared.readings[0].name == reading else f"{declared.title}, {reading}"
    return titles


def _asked(question: TaskQuestion) -> AskedQuestion:
    options = [AskedOption(answer.word, answer.means, answer.requires) for answer in question.answers]
    return AskedQuestion(question.name, question.words, options, question.task, pictured_case(question))
