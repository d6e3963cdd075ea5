"""What `-h` says: every command in a line of its own, options that commands share written the same."""

from __future__ import annotations

from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from axiometrics.cli import commands, main, options

NAMES = tuple(main.list_commands(click.Context(main)))


def command(name: str) -> click.Command:
    found: click.Command = import_module(f"{commands.__name__}.{name.replace('-', '_')}").COMMAND
    return found


def test_the_commands_are_told_whole_each_in_a_line() -> None:
    told = CliRunner().invoke(main, ["-h"]).stdout.partition("Commands:\n")[2].splitlines()
    lines = dict(line.split(maxsplit=1) for line in told)
    assert list(lines) == list(NAMES)
    for name, line in lines.items():
        assert line == command(name).short_help
        assert line.endswith(".")
    assert len(set(lines.values())) == len(lines)


@pytest.mark.parametrize("name", NAMES)
def test_help_tells_of_every_option(name: str) -> None:
    printed = CliRunner().invoke(main, [name, "-h"], prog_name="axiometrics")
    assert printed.exit_code == 0
    assert f"Usage: axiometrics {name}" in printed.stdout
    for option in command(name).params:
        if isinstance(option, click.Option):
            assert option.opts[-1] in printed.stdout
            assert option.help, f"{name} {option.opts[-1]} has no help"


def shape(option: click.Parameter) -> tuple[object, ...]:
    """What there is to tell of a parameter."""
    return option.name, option.opts, option.to_info_dict()


def test_check_and_matrix_share_their_options() -> None:
    @click.command()
    @options.asked
    def bare() -> None:
        """Only what they share."""

    shared = [shape(option) for option in bare.params]
    assert len(shared) > 20
    for name in ("check", "matrix"):
        assert [shape(option) for option in command(name).params][-len(shared) :] == shared


@pytest.mark.parametrize("arguments", [("region", "rbp", "priority", "p"), ("list", "metrics")])
def test_the_traceback_is_where_the_error_says(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> object:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("axiometrics.registry.metric", fails)
    monkeypatch.setattr("axiometrics.registry.metrics", fails)
    short = CliRunner().invoke(main, arguments)
    assert short.exit_code == 3
    assert short.stderr == "axiometrics: error: internal error: ZeroDivisionError: ours; -v shows the traceback\n"
    assert "Traceback" in CliRunner().invoke(main, [*arguments, "-v"]).stderr
