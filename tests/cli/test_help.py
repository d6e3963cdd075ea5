"""What `-h` says: every command in a line of its own, options that commands share written the same."""

from __future__ import annotations

from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from axiometrics.cli import ORDER, commands, main, options

NAMES = tuple(main.list_commands(click.Context(main)))


def command(name: str) -> click.Command:
    found: click.Command = import_module(f"{commands.__name__}.{name.replace('-', '_')}").COMMAND
    return found


def test_the_commands_are_told_whole_each_in_a_line() -> None:
    told = CliRunner().invoke(main, ["-h"]).stdout.partition("Commands:\n")[2].splitlines()
    lines = dict(line.split(maxsplit=1) for line in told)
    assert list(lines) == list(NAMES)
    for name, line in lines.items():
        assert line == ORDER[name]
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


APART = {
    ("audit-library", "--metric"),  # names of the library
    ("recommend", "--require"),  # a constraint, where `check` asks for evidence
    ("score", "--ties"),  # how documents with equal scores are ordered, where `separate` asks whether a tie counts
    ("score", "--undefined"),  # of topics
    ("score", "--seed"),  # has no default, since it is refused without --compare
    ("verify", "--seed"),  # by default a new one in each run
    ("region", "--reading"),  # one alone
    ("separate", "--max-size"),  # of one kind of inputs, as the next two
    ("identify", "--max-size"),
    ("compare", "--max-size"),
    ("audit", "--strict"),
    ("meta", "--rounds"),
    ("scaffold", "--task"),  # has a default
    ("atlas", "--output"),  # a folder
}
"""Options with another meaning, or another kind of value, than those of the same name elsewhere."""


def test_an_option_is_written_the_same_and_takes_the_same_wherever_it_means_the_same() -> None:
    forms: dict[str, dict[tuple[object, ...], list[str]]] = {}
    apart = set()
    for name in NAMES:
        for option in command(name).params:
            if isinstance(option, click.Option):
                long = next(text for text in option.opts if text.startswith("--"))
                form = (
                    *option.opts,
                    *option.secondary_opts,
                    option.metavar,
                    option.multiple,
                    option.is_flag,
                    type(option.type),
                    option.to_info_dict()["default"] or None,
                )
                if (name, long) in APART:
                    apart.add((name, long))
                else:
                    forms.setdefault(long, {}).setdefault(form, []).append(name)
    assert {long: found for long, found in forms.items() if len(found) > 1} == {}
    assert apart == APART


def test_what_reads_outputs_shares_how_they_are_read() -> None:
    """An error about a packed file names --max-unpacked: each command that reads such files must have it."""

    @click.command()
    @options.files_of_outputs
    def bare() -> None:
        """Only what they share."""

    shared = {option.name: shape(option) for option in bare.params}
    for name, expected in (
        ("score", set(shared)),
        ("impact", set(shared)),
        ("meta", {"columns", "unpacked", "drop_self"}),
    ):
        found = {option.name: shape(option) for option in command(name).params if option.name in shared}
        assert found == {option: shared[option] for option in expected}, name


def test_quiet_says_the_same_of_stderr_everywhere() -> None:
    for name in NAMES:
        for option in command(name).params:
            if isinstance(option, click.Option) and option.name == "quiet":
                assert str(option.help).startswith("Show neither progress nor remarks on stderr, only errors."), name


def test_what_belongs_together_is_offered_together() -> None:
    """Who may choose a format may choose its place and its look; who may hush a command may ask it to say more."""
    for name in NAMES:
        offered = {text for option in command(name).params for text in option.opts}
        look = {"--format", "--output", "--color", "--ascii"}
        assert look & offered in (set(), {"--output"}, look), name
        assert {"--cache-dir", "--no-cache"} & offered in (set(), {"--cache-dir", "--no-cache"}), name
        assert "--verbose" in offered, name
        assert "--progress" not in offered or "--quiet" in offered, name
        assert "--signature" not in offered or "--timeout" in offered, f"{name} calls metrics of yours"


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


def test_a_command_that_has_no_line_yet_is_told_by_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ORDER, "doctor")
    told = CliRunner().invoke(main, ["-h"]).stdout
    (line,) = (line.split(maxsplit=1)[1] for line in told.splitlines() if line.split()[:1] == ["doctor"])
    assert line != ""
