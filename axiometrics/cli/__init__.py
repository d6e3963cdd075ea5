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

ORDER = {
    "matrix": "Show which metrics obey which constraints, and the evidence.",
    "check": "Show which constraints your own metrics obey; for CI.",
    "explain": "Explain one verdict: the demand, the case drawn, the proof.",
    "verify": "Re-check saved verdicts with independent code.",
    "audit": "Compare the claims of papers with what is computed.",
    "identify": "Find the known definition that a metric computes.",
    "compare": "Find out whether two metrics give the same values.",
    "audit-library": "Try the metrics of a library on constraints and laws.",
    "region": "Show the exact parameter values for which a constraint holds.",
    "possible": "Find out whether any metric can satisfy several constraints.",
    "conventions": "Show which values at 0/0 keep which constraints.",
    "separate": "Show the smallest case on which two metrics disagree.",
    "strength": "Show how many faulty metrics each constraint rejects.",
    "score": "Score files: TREC runs, labels, organizations.",
    "meta": "Compare metrics on the outputs of real systems.",
    "impact": "Count how often a metric violates constraints in real outputs.",
    "diff": "Show what changed between two saved matrices.",
    "list": "List metrics, constraints, tasks, open cells and more.",
    "doctor": "Check the installation.",
    "scaffold": "Write the first files of a metric, constraint, task and more.",
    "atlas": "Write a static web site of matrices with all evidence.",
    "recommend": "Find the metrics that satisfy the constraints you require.",
}
"""The commands in the order in which they are listed, each with its line of the help, for which no command is loaded.
Commands that are not told of here follow.
"""


class FailedError(click.ClickException):
    """An error that has been put into one line, with its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Commands(click.Group):
    """The commands found in the folder, each loaded when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        found = {info.name.replace("_", "-") for info in pkgutil.iter_modules(commands.__path__)}
        return [*(name for name in ORDER if name in found), *sorted(found - set(ORDER))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}").COMMAND
        command.short_help = ORDER.get(cmd_name, command.short_help)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._line(ctx, name)) for name in self.list_commands(ctx)])

    def _line(self, ctx: click.Context, name: str) -> str:
        command = None if name in ORDER else self.get_command(ctx, name)
        return ORDER.get(name, "") if command is None else command.get_short_help_str()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with, and the other arguments."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known and not ctx.resilient_parsing:
            close = difflib.get_close_matches(args[0], known, 1)
            raise click.UsageError(
                f"there is no command {args[0]!r}: "
                + (f"did you mean {close[0]}?" if close else f"the commands are {', '.join(known)}"),
                ctx,
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what goes wrong becomes one line."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            raise click.Abort from None  # before click begins a line for it
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
            told = "" if ctx.meta.get("verbose") else "; -v shows the traceback"
            raise FailedError(f"internal error: {type(error).__name__}: {error}{told}", INTERNAL) from error

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit."""
        extra["standalone_mode"] = False
        asked = sys.argv[1:] if args is None else []  # nothing is kept of what a program calls
        if args is None:
            streams.take_over()
            memory.keep()
        if threading.current_thread() is threading.main_thread():
            for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):
                if signal.getsignal(signal.Signals[name]) == signal.SIG_DFL:  # nohup has it ignored
                    # what was finished is written, as on Ctrl-C
                    signal.signal(signal.Signals[name], signal.default_int_handler)
        try:
            if (text := printed.recall(asked)) is not None:
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
        if not code and asked:
            printed.keep(asked)
        sys.exit(code if isinstance(code, int) else 0)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, message="axiometrics %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Which formal constraints does an evaluation metric obey, and on what evidence?

    \b
    Examples:
      axiometrics matrix                          Table 6 of Amigo, Gonzalo & Verdejo 2013
      axiometrics matrix -m 'rbp(p=0.95)' -m ap --task ranking --reading all
      axiometrics check mypackage.metrics:my_metric
      axiometrics explain ap deepness             the case on which AP fails, drawn

    `axiometrics COMMAND -h` tells about a command.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
