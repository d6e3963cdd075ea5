"""The questions about a task, asked on a terminal, each with a picture."""

from __future__ import annotations

import shutil
import sys
import textwrap
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
        listed = (f"  {i} {name:<16}{words}" for i, (name, words) in enumerate(TASKS.items(), 1))
        click.echo("\n".join(["What do you evaluate?", *map(_wrapped, listed)]))
        task = _chosen("Your task", list(TASKS))
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
    listed = (f"  {i} {answer.word:<9}{answer.means}" for i, answer in enumerate(question.answers, 1))
    words = "\n".join(map(_wrapped, listed))
    click.echo(f"\n{_wrapped(f'{number} of {many}. {question.words}')}\n\n{drawn}\n\n{words}")
    return _chosen("Your answer", [answer.word for answer in question.answers])


def _wrapped(line: str) -> str:
    """The line within the width of the terminal; its continuation stands further in."""
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * 6, break_long_words=False)


def _chosen(prompt: str, words: Sequence[str]) -> str:
    """The word that is written, or whose number or beginning is; asked again until one is."""

    def meant(text: str) -> str:
        said = text.strip().lower()
        if said.isdecimal() and 0 < int(said) <= len(words):
            return words[int(said) - 1]
        hits = [word for word in words if word == said] or [word for word in words if said and word.startswith(said)]
        if len(hits) != 1:
            raise click.UsageError(f"{text!r} is none of these: write {', '.join(words)}, or a number from 1 on")
        return hits[0]

    answer: str = click.prompt(f"{prompt} ({', '.join(words)})", value_proc=meant)
    return answer
