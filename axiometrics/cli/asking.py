"""The questions about a task, asked on a terminal, each with a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from axiometrics.cli.options import STDOUT, Target
from axiometrics.comparison.task_questions import TASKS, TaskQuestion, questions_of, reading_by


def can_ask(to: Sequence[Target]) -> bool:
    """Whether the command can ask the user: stdin and stdout are terminals, and the result is text on stdout."""
    return list(to) == [STDOUT] and sys.stdin.isatty() and sys.stdout.isatty()


def answers_of(task: str | None) -> tuple[str, dict[str, str]]:
    """The task, and the answers by the names of the questions. Ctrl-C, or the end of the input, raises
    `click.Abort`.
    """
    if task is None:
        click.echo("\n".join(["What do you evaluate?", *(f"  {name:<16}{words}" for name, words in TASKS.items())]))
        task = click.prompt("Your task", type=click.Choice(list(TASKS)))
    answers: dict[str, str] = {}
    names = [question.name for question in questions_of(task)]
    for i, name in enumerate(names, 1):
        now = {
            question.name: question
            for question in (*questions_of(task), *questions_of(task, reading_by(task, answers)))
        }
        if reading_by(task, answers) and now[name].single:
            continue
        answers[name] = _answer(now[name], i, len(names))
    return task, answers


def _answer(question: TaskQuestion, number: int, many: int) -> str:
    from axiometrics.comparison.task_pictures import picture

    drawn = "\n".join(f"    {line}".rstrip() for line in picture(question).splitlines())
    words = "\n".join(f"  {answer.word:<9}{answer.means}" for answer in question.answers)
    click.echo(f"\n{number} of {many}. {question.words}\n\n{drawn}\n\n{words}")
    said: str = click.prompt("Your answer", type=click.Choice([answer.word for answer in question.answers]))
    return said
