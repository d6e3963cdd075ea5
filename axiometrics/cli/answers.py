"""Commands whose answer grows: each step gives a larger part of the answer, and the last step gives all of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

import click

from axiometrics.cli.outcome import INTERRUPTED, say
from axiometrics.cli.output import Output
from axiometrics.cli.progress import Progress
from axiometrics.core.page import Presentable

Answer = TypeVar("Answer", bound=Presentable)


def last_answer(
    ctx: click.Context, output: Output, progress: Progress, answers: Callable[[Progress], Generator[Answer]]
) -> Answer:
    """The whole answer. On Ctrl-C, the part that is known is written; for a file, it goes to a partial file beside the
    named one. Then the command ends.
    """
    last: Answer | None = None
    try:
        with progress as tell, closing(answers(tell)) as growing:
            for answer in growing:
                last = answer
    except KeyboardInterrupt:
        if last is None:
            raise
        output.show(last.page(), finished=False)
        where = f"; what was found went to {', '.join(output.partial)}" if output.partial else ""
        say(f"interrupted: this is not all{where}")
        ctx.exit(INTERRUPTED)
    assert last is not None
    return last
