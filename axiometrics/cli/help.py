"""The texts that `-h` and `--help-all` print for a command.

People who ask for help want to begin, and a page of forty options hides how to begin. So the text of `-h` fits on a
screen: it says what the command does, and shows the three commonest examples, and the commonest options with a sentence
each. `--help-all` prints the whole docstring and every option. Both texts are made from the docstring of the command:
its first paragraph is the summary, and the examples stand at its end, the commonest first.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

import click

EXAMPLES = "Examples:"
"""The line before the examples in the docstring of a command."""

SHOWN = 3
"""The number of examples that `-h` shows."""
LONGEST = 70
"""The most characters of an option with its values that `-h` shows in a line of a terminal."""


class SpelledOption(click.Option):
    """An option that keeps older spellings: they are accepted, and `--help-all` names them behind its help."""

    def __init__(self, names: Sequence[str], *, older: Sequence[str] = (), **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.older = tuple(older)
        if older:
            which = "is the older spelling" if len(older) == 1 else "are older spellings"
            self.help = f"{self.help} {' and '.join(older)} {which}."

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add the older spellings to the parser. No help and no error shows them."""
        shown, self.opts = self.opts, [*self.opts, *self.older]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


class BriefCommand(click.Command):
    """A command with a short and a long help. The short help shows the options in `first`; where none are named, it
    shows all.
    """

    def __init__(self, *arguments: Any, first: str = "", **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.first = first.split()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with `--help-all` behind `--help`."""
        return [*super().get_params(ctx), _HELP_ALL]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the short help."""
        self.format_usage(ctx, formatter)
        summary, examples = _parts(self.help or "")
        with formatter.indentation():
            for text in (summary, "\n".join(["\b", EXAMPLES, *examples[:SHOWN]]) if examples else ""):
                if text:
                    formatter.write_paragraph()
                    formatter.write_text(text)
        with formatter.section("Options"):
            formatter.write_dl(list(filter(None, (self._brief(option, ctx) for option in self.get_params(ctx)))))

    def _brief(self, option: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
        """The names of an option and one sentence about it, as `-h` shows them. A long list of values is left out."""
        record = option.get_help_record(ctx)
        if record is None or (self.first and not {"--help", "--help-all", *self.first} & set(option.opts)):
            return None
        names = record[0] if len(record[0]) <= LONGEST else re.sub(r"\[.*\]", str(option.name).upper(), record[0])
        return names, first_sentence(record[1])

    def whole_help(self, ctx: click.Context) -> str:
        """The whole docstring, and every option with its whole text."""
        formatter = ctx.make_formatter()
        super().format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")


def command(name: str | None = None, *, first: str = "") -> Callable[[Callable[..., Any]], BriefCommand]:
    """Make a function a command. Its `-h` shows the options named in `first`; where none are named, it shows all."""
    return click.command(name, cls=BriefCommand, first=first)


def first_sentence(text: str) -> str:
    """The first sentence of the text that explains an option.

    >>> first_sentence("The number of rounds. Default: 100.  [x>=0]")
    'The number of rounds.'
    """
    return re.split(r"(?<=\.)(?<!e\.g\.)(?<!i\.e\.)\s+", text, maxsplit=1)[0]


def _parts(text: str) -> tuple[str, list[str]]:
    """The first paragraph of a docstring, and the lines of its examples."""
    described, _, examples = inspect.cleandoc(text).partition(f"\b\n{EXAMPLES}\n")
    summary = described.strip().split("\n\n", 1)[0]
    return summary, [line for line in examples.splitlines() if line.strip()]


def _show_all(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        assert isinstance(ctx.command, BriefCommand)
        click.echo(ctx.command.whole_help(ctx))
        ctx.exit()


_HELP_ALL = click.Option(
    ["--help-all"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_all,
    help="Show all options, and explain more.",
)
