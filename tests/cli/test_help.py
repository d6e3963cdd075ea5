"""What `-h` says: every command in a line of its own, options that commands share written the same."""

from __future__ import annotations

import re
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from axiometrics.cli import FURTHER, GROUPS, LINES, commands, main, options
from axiometrics.cli.help import BriefCommand

NAMES = tuple(main.list_commands(click.Context(main)))


def command(name: str) -> click.Command:
    module_command: click.Command = import_module(f"{commands.__name__}.{name.replace('-', '_')}").COMMAND
    return module_command


TERMINAL = {"COLUMNS": "80"}


def printed_help(*line: str) -> list[str]:
    ran = CliRunner(env=TERMINAL).invoke(main, line, prog_name="axiometrics")
    assert (ran.exit_code, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_the_commands_stand_in_groups_each_whole_in_a_line() -> None:
    text = printed_help("-h")
    groups: dict[str, dict[str, str]] = {}
    for line in text[text.index("Options:") + 1 :]:
        if line.endswith(":"):
            groups[line.removesuffix(":")] = {}
        elif groups and line:
            name, said = line.split(maxsplit=1)
            groups[list(groups)[-1]][name] = said
    assert groups == GROUPS
    assert [name for lines in groups.values() for name in lines] == list(NAMES)
    assert all(line.endswith(".") for line in LINES.values())
    assert len(set(LINES.values())) == len(LINES)


@pytest.mark.parametrize("name", NAMES)
def test_the_short_help_fits_a_screen_and_begins_with_examples(name: str) -> None:
    lines = printed_help(name, "-h")
    assert len(lines) <= 48
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"Usage: axiometrics {name}")
    examples = [line for line in lines if line.startswith("    axiometrics ")]
    begun = [line.strip() for line in (command(name).help or "").splitlines() if line.startswith("      axiometrics ")]
    assert [line.strip() for line in examples] == begun[:3]
    assert not examples or lines.index(examples[-1]) < lines.index("Options:")
    assert lines[-1].split()[0] == "--help-all"


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_help_tells_of_every_option(name: str) -> None:
    whole = "\n".join(printed_help(name, "--help-all"))
    assert f"Usage: axiometrics {name}" in whole
    for option in command(name).params:
        if isinstance(option, click.Option):
            assert set(re.findall(r"--[\w-]+", whole)) >= {text for text in option.opts if text.startswith("--")}
            assert option.help, f"{name} {option.opts[-1]} has no help"


@pytest.mark.parametrize("name", NAMES)
def test_the_short_help_names_options_that_there_are(name: str) -> None:
    made = command(name)
    assert isinstance(made, BriefCommand)
    assert set(made.first) <= {text for option in made.params for text in option.opts}


@pytest.mark.parametrize(
    ("line", "older", "newer"),
    [
        (
            ("check", "ap", "-c", "confidence", "--max-size", "3", "-q", "--fail-on", "none"),
            "--max-examples",
            "--draws",
        ),
        (("meta", "no-such-file", "run"), "--rounds", "--draws"),
        (("meta", "no-such-file", "run"), "--alpha", "--max-p"),
        (("score", "no-such-file", "run", "--compare", "first"), "--rounds", "--draws"),
        (("impact", "no-such-file", "run"), "--max-edits", "--draws"),
    ],
)
def test_an_older_spelling_is_accepted_and_named_behind_the_help(line: tuple[str, ...], older: str, newer: str) -> None:
    ran = [CliRunner().invoke(main, [*line, spelling, "100"]) for spelling in (older, newer)]
    assert (ran[0].exit_code, ran[0].output) == (ran[1].exit_code, ran[1].output)
    assert "No such option" not in ran[0].output
    whole = " ".join(" ".join(printed_help(line[0], "--help-all")).split())
    assert f"{older} is the older spelling." in whole
    assert older not in " ".join(printed_help(line[0], "-h"))


def shape(option: click.Parameter) -> tuple[object, ...]:
    """What there is to tell of a parameter."""
    return option.name, option.opts, option.to_info_dict()


def test_check_and_matrix_share_their_options() -> None:
    @click.command()
    @options.of_matrices
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
    ("meta", "--max-p"),  # has a default, as next to --compare it has none
    *((name, "--draws") for name in ("meta", "score", "impact")),  # each with its own default
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
    assert {long: ways for long, ways in forms.items() if len(ways) > 1} == {}
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
        shapes = {option.name: shape(option) for option in command(name).params if option.name in shared}
        assert shapes == {option: shared[option] for option in expected}, name


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
    monkeypatch.delitem(LINES, "doctor")
    text = printed_help("-h")
    after = text[text.index(f"{FURTHER}:") :]
    (line,) = (line.split(maxsplit=1)[1] for line in after if line.split()[:1] == ["doctor"])
    assert line != ""
