"""The command line. Data go to stdout, and all else to stderr. A mistake of the user is one line and exit code 2; an
error of axiometrics is exit code 3.

A command parses its arguments and passes them on; Python can compute everything that a command can. Each command is a
file of `commands/`, which is loaded only when the command is called, so that `--help` is quick. Options that several
commands have are declared once, in `options`. Results go through `output` to a report. Before anything is computed, the
command checks that it can write its files.

One module with all commands was rejected, because each start would then import every package of axiometrics.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import shlex
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from axiometrics import __version__
from axiometrics.cli import commands, memory, printed, streams
from axiometrics.cli.outcome import AS_EXPECTED, INTERNAL, INTERRUPTED, USAGE, say
from axiometrics.core.errors import AxiometricsError, ContradictionError, FileError
from axiometrics.core.stderr import tell

GROUPS = {
    "Your metric": {
        "check": "Show which constraints your own metrics satisfy; for CI.",
        "identify": "Find the known definition that a metric computes.",
        "compare": "Find out whether two metrics give the same values.",
    },
    "Your data": {
        "score": "Score files: TREC runs, labels, organizations.",
        "impact": "Count the violations of a metric in real outputs.",
        "meta": "Compare metrics on the outputs of real systems.",
    },
    "Look up": {
        "matrix": "Show which metrics satisfy which constraints, with evidence.",
        "explain": "Explain one verdict: the demand, the case drawn, the proof.",
        "recommend": "Find the metrics that satisfy the constraints you require.",
        "separate": "Show the smallest case on which two metrics disagree.",
        "region": "Show the exact parameter values for which a constraint holds.",
        "possible": "Find out whether any metric can satisfy several constraints.",
        "conventions": "Show which values at 0/0 keep which constraints.",
        "list": "List metrics, constraints, tasks, open cells and more.",
    },
    "Papers": {
        "audit": "Compare the claims of papers with what is computed.",
        "atlas": "Write a static web site of matrices with all evidence.",
    },
    "Proof and CI": {
        "verify": "Re-check saved verdicts with independent code.",
        "diff": "Show what changed between two saved matrices.",
        "audit-library": "Try the metrics of a library on constraints and laws.",
        "strength": "Show how many faulty metrics each constraint rejects.",
    },
    "Build": {
        "scaffold": "Write the first files of a metric, constraint, task and more.",
        "doctor": "Check the installation.",
    },
}
"""The commands, grouped by what a person wants to do, in the order in which the help lists them. Each has its line of
the help, so that no command is loaded for the list. Commands that are not named here follow under `FURTHER`.
"""

FURTHER = "Further commands"
"""The heading of the commands that `GROUPS` does not name."""

LINES = {name: line for group in GROUPS.values() for name, line in group.items()}
"""The line of the help of each command in `GROUPS`."""


class FailedError(click.ClickException):
    """An error whose text is one line, with its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Commands(click.Group):
    """The commands in the folder. Each is loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        names = {info.name.replace("_", "-") for info in pkgutil.iter_modules(commands.__path__)}
        return [*(name for name in LINES if name in names), *sorted(names - set(LINES))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}").COMMAND
        command.short_help = LINES.get(cmd_name, command.short_help)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by groups, all in one column."""
        names = self.list_commands(ctx)
        groups = {group: [name for name in lines if name in names] for group, lines in GROUPS.items()}
        groups[FURTHER] = [name for name in names if name not in LINES]
        width = max(map(len, names))
        for group, members in groups.items():
            if members:
                with formatter.section(group):
                    formatter.write_dl([(name.ljust(width), self._line(ctx, name)) for name in members])

    def _line(self, ctx: click.Context, name: str) -> str:
        command = None if name in LINES else self.get_command(ctx, name)
        return LINES.get(name, "") if command is None else command.get_short_help_str()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names, and the other arguments."""
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names and not ctx.resilient_parsing:
            close = difflib.get_close_matches(args[0], names, 1)
            raise click.UsageError(
                f"there is no command {args[0]!r}: "
                + (f"did you mean {close[0]}?" if close else f"the commands are {', '.join(names)}"),
                ctx,
            )
        ctx.meta["line"] = shlex.join(["axiometrics", *args])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and turn each error into one line."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            raise click.Abort from None  # otherwise click begins a line for it
        except AxiometricsError as error:
            raise FailedError(str(error), USAGE) from error
        except Exception as error:
            contradiction = error if isinstance(error, ContradictionError) else error.__cause__
            if isinstance(contradiction, ContradictionError):
                *others, last = contradiction.sentences
                for sentence in others:
                    say(f"error: {sentence}")
                raise FailedError(last, INTERNAL) from error
            if ctx.meta.get("verbose"):
                tell(traceback.format_exc())
            advice = "" if ctx.meta.get("verbose") else "; -v shows the traceback"
            raise FailedError(f"internal error: {type(error).__name__}: {error}{advice}", INTERNAL) from error

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit."""
        extra["standalone_mode"] = False
        arguments = sys.argv[1:] if args is None else []  # the output of a call from a program is not kept
        if args is None:
            streams.take_over()
            memory.keep()
        if threading.current_thread() is threading.main_thread():
            for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):
                if signal.getsignal(signal.Signals[name]) == signal.SIG_DFL:  # under nohup the signal is ignored
                    # finished work is written, as on Ctrl-C
                    signal.signal(signal.Signals[name], signal.default_int_handler)
        try:
            if (text := printed.recall(arguments)) is not None:
                printed.write(text)
                sys.exit(AS_EXPECTED)
            code = super().main(args, prog_name or "axiometrics", *rest, **extra)
        except click.ClickException as error:
            hint = f" (see {error.ctx.command_path} -h)" if isinstance(error, click.UsageError) and error.ctx else ""
            say(f"error: {error.format_message()}{hint}", getattr(error.__cause__, "question", False))
            code = error.code if isinstance(error, FailedError) else USAGE
        except FileError as error:
            say(f"error: {error}")
            code = USAGE
        except (click.Abort, KeyboardInterrupt):
            say("interrupted")
            code = INTERRUPTED
        if not code and arguments:
            printed.keep(arguments)
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, message="axiometrics %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Which formal constraints does an evaluation metric satisfy, and on what evidence?

    \b
    Examples:
      axiometrics check metrics.py:my_metric    a metric of yours
      axiometrics score qrels.txt run.txt       results of yours
      axiometrics matrix                        Table 6 of Amigo et al. 2013
      axiometrics explain ap deepness           the case on which AP fails, drawn

    `axiometrics COMMAND -h` begins with examples; `--help-all` shows all options.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
