"""The options that commands share. Names from the registry are looked up only when a command runs, so that `-h` loads
nothing large.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from axiometrics.cli import completion
from axiometrics.cli.help import SpelledOption
from axiometrics.core.errors import ParameterError
from axiometrics.core.files import demand_writable
from axiometrics.core.pictures import demand_matplotlib, demand_suffix
from axiometrics.core.report import Report
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.formats import by_suffix, formats, report, reports
from axiometrics.running.backends import BACKENDS, demand_backend

if TYPE_CHECKING:
    from axiometrics.evaluation.choices import DataChoices

F = TypeVar("F", bound=Callable[..., Any])


class _Registered(click.Choice[str]):
    """Names that the registry knows. The registry is loaded only when an option is read or its help is shown."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names
        super().__init__([])

    @property
    def choices(self) -> tuple[str, ...]:
        """The names, in the order of the registry."""
        return tuple(self._names())

    @choices.setter
    def choices(self, names: object) -> None:
        """Ignore the names that `click` sets, because the registry is read each time."""


def _of_tasks(ask: Callable[[Any], Iterable[str]]) -> _Registered:
    def names() -> Iterable[str]:
        from axiometrics.registry import tasks

        return ask(tasks)

    return _Registered(names)


def _kinds_of_data() -> Iterable[str]:
    from axiometrics.evaluation.scoring import READINGS
    from axiometrics.registry.tasks import file_kinds

    return *file_kinds(), *READINGS


TASKS = _of_tasks(lambda tasks: tasks.names())
"""The names of the tasks."""

FILE_KINDS = _Registered(_kinds_of_data)
"""The kinds of files that tasks read."""


def _seconds(most: int) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """A callback that reads a time above 0 and up to this number of seconds. It refuses nan and infinities."""

    def read(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
        try:
            seconds = None if text is None else float(text)
        except ValueError:
            seconds = math.nan
        if seconds is not None and not 0 < seconds <= most:
            raise click.BadParameter(
                f"{text!r} is not a time: write a number of seconds above 0 and up to {most}", ctx, param
            )
        return seconds

    return read


def number_of_jobs(ctx: click.Context, param: click.Parameter, text: str) -> int:
    """The number of processes that `--jobs` sets. With `auto`, it is the number of processors that this process may
    use.
    """
    if text == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not re.fullmatch("0*[1-9][0-9]{0,5}", text):
        raise click.BadParameter(
            f"{text!r} is not a number of processes: write auto, or a number from 1 to 999,999", ctx, param
        )
    return int(text)


def _parameters(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for text, (name, equals, value) in zip(texts, pairs, strict=True):
        if not (name and equals and value):
            raise click.BadParameter(f"{text!r} is not a parameter: write name=value, e.g. p=0.95", ctx, param)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _verbose(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    ctx.meta["verbose"] = value
    return value


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, listed in this order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


metrics = together(
    click.option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        metavar="NAME",
        shell_complete=completion.metrics,
        help="A metric, for example ap, ndcg@10 or 'rbp(p=0.95)', or a pattern with *. Repeatable.",
    ),
    click.option(
        "--param",
        "parameters",
        multiple=True,
        metavar="K=V",
        callback=_parameters,
        help="Set parameter K to V in every metric that has this parameter. Repeatable.",
    ),
)


def study_for(use: str) -> Callable[[F], F]:
    """`--study` of a command. `use` says which part of the study the command uses."""
    return click.option(
        "--study",
        metavar="NAME|FILE|all",
        shell_complete=completion.studies,
        help=f"{use} `list studies` shows the studies; a FILE holds a study of yours (docs/papers.md).",
    )


study = study_for("The metrics and constraints of a study, or of all.")
task = click.option("--task", type=TASKS, help="Consider this task only.")


def _order(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
    """Keep the order of the arguments for `_form`."""
    if value is not None:
        ctx.meta["order"] = "gold-first" if value else "output-first"


def _form(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The form, followed by the order where one is set."""
    return " ".join(filter(None, [value, ctx.meta.get("order")])) or None


def calling(form: str | None) -> dict[str, str | None]:
    """The options that set a form and the order behind it."""
    parts = (form or "").split()
    orders = [part for part in parts if part in ("gold-first", "output-first")]
    names = [part for part in parts if part not in orders]
    return {"--form": names[0] if names else None, **{f"--{order}": "" for order in orders}}


called = together(
    click.option(
        "--form",
        "signature",
        cls=SpelledOption,
        older=("--signature",),
        metavar="NAME",
        callback=_form,
        help="How your metrics are called: labels, decisions, gains, id-lists, qrel-run, scores, organization, or "
        "another of `list forms`.",
    ),
    click.option(
        "--gold-first/--output-first",
        "order",
        default=None,
        is_eager=True,
        expose_value=False,
        callback=_order,
        help="Which of its two arguments a metric of yours takes first.",
    ),
)
signature = together(
    click.option(
        "--task", type=TASKS, help="The task of your metrics, if it cannot be inferred. Only its constraints are tried."
    ),
    called,
)


def seed_of(drawn: str) -> Callable[[F], F]:
    """The option `--seed` of a command that draws at random. `drawn` names what is drawn, for its help."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help=f"The seed of {drawn}. Default: 0.",
    )


def draws(
    name: str, text: str, least: int, most: int | None = None, default: int | None = None, *, older: str
) -> Callable[[F], F]:
    """The option `--draws`, which sets how many cases a command draws. `text` is its help."""
    return click.option(
        "--draws",
        name,
        cls=SpelledOption,
        older=(older,),
        type=click.IntRange(min=least, max=most),
        metavar="N",
        default=default,
        help=text,
    )


def documents(text: str) -> Callable[[F], F]:
    """The option `--max-size` of a command that searches one kind of inputs. `text` is its help."""
    return click.option("--max-size", type=click.IntRange(min=1), metavar="N", help=text)


all_inputs = together(
    documents("The greatest number of documents with which every input is tried."),
    seed_of("the larger inputs that are drawn"),
)
accept = click.option(
    "--accept",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the violations that no expectation names into this file (axiometrics.toml) as expected, each with a "
    "reason to fill in, and exit with 0. Comments and the order of what is there stay.",
)
time_of_search = click.option(
    "--budget",
    callback=_seconds(10**8),
    metavar="SECONDS",
    help="The longest time for one target. After it, the answer is what was found so far. Default: 60.",
)
time_of_question = click.option(
    "--budget",
    callback=_seconds(10**8),
    metavar="SECONDS",
    help="What is not decided after this time is undetermined. The cases are listed in any case. Default: no limit.",
)
timeout = click.option(
    "--timeout",
    callback=_seconds(10**6),
    metavar="SECONDS",
    help="The longest time that one call of your metric may take. Default: 10, and 60 for the first call in a process, "
    "since some metrics are compiled then.",
)
policy = together(
    click.option(
        "--lower-is-better/--higher-is-better",
        "lower_is_better",
        default=None,
        help="Whether your metrics are losses. The negative of a loss is judged. By default this is inferred from the "
        "score of the perfect output.",
    ),
    click.option(
        "--undefined",
        metavar="where-defined|error|VALUE",
        help="Undefined values of your metric (nan, or a division by 0): skip the case (where-defined, the default), "
        "make the cell an error, or use this number as the value.",
    ),
)
config = click.option(
    "--config",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="A file that lists the metrics of a project with their names, forms and expected violations "
    "(docs/your-metrics.md). "
    "Default: axiometrics.toml in the current folder, if it exists.",
)
constraints = click.option(
    "-c",
    "--constraint",
    "constraints",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.constraints,
    help="A constraint (`id` or `task:id`), or a pattern with *. Repeatable.",
)
reading = click.option(
    "--reading",
    default="default",
    metavar="NAME|default|all",
    shell_complete=completion.readings,
    help="Which reading of each constraint is shown: the first one (default), all readings, or the one with this name.",
)
columns = click.option(
    "--columns",
    metavar="ROLE=COLUMN,...",
    help="Which columns of tables hold the query, document, grade, score, rank or label: names, or numbers that begin "
    "with 1 if there is no header. If one table holds both sides: gold=NAME,system=NAME (system= again for each more "
    "system) and, if a column names the rows, item=NAME; SYSTEM is then left out.",
)
unpacked = click.option(
    "--max-unpacked",
    "unpacked",
    type=click.IntRange(min=0),
    metavar="MIB",
    default=1024,
    help="The greatest size to which a packed file may unpack; 0 for any size. Default: 1024.",
)
drop_self = click.option(
    "--drop-self",
    is_flag=True,
    default=None,
    help="Read runs without the documents that have the id of their topic: a query that is itself a document of the "
    "collection is often retrieved first.",
)
files_of_outputs = together(
    click.option("--as", "kind", type=FILE_KINDS, help="The kind of GOLD, if its content does not show it."),
    columns,
    click.option(
        "--header",
        type=click.Choice(["auto", "yes", "no"]),
        help="Whether label files begin with a header. auto (default): if the first line names the columns.",
    ),
    click.option(
        "--probabilities",
        metavar="FILE",
        help="For qrels with intents: a file with lines of topic, intent and probability. Without it all intents are "
        "equally likely.",
    ),
    unpacked,
    click.option(
        "--positive",
        metavar="LABEL",
        help="The label that means yes, for metrics of decisions. Needed unless labels are 1 and 0, 1 and -1, true and "
        "false, or similar ones.",
    ),
    click.option("--noise", metavar="LABEL", help="The label of items that belong to no cluster, for example -1."),
    click.option(
        "--noise-items",
        type=click.Choice(["alone", "drop"]),
        help="With --noise: each of these items is a cluster of its own (alone, default), or they are left out "
        "(drop), from all files.",
    ),
    click.option(
        "--documents",
        type=click.Choice(["same", "both", "gold"]),
        help="Which items of labels count. same (default): all files must have the same. both: those that all "
        "files have. gold: those of GOLD.",
    ),
    click.option(
        "--missing",
        type=click.Choice(["refuse", "drop", "pairwise", "label"]),
        help="What an empty label, NA or null means. refuse (default): an error. drop: its item is left out, from "
        "all files. pairwise: its item is left out where this SYSTEM or GOLD lacks the label. label: it is a label "
        "as all others.",
    ),
    click.option(
        "--class-order",
        "classes",
        metavar="LIST",
        help="All classes in their order, the lowest first, as low,middle,high: for metrics that depend on it. Numbers "
        "need no order.",
    ),
    drop_self,
)
"""The options that say how GOLD and SYSTEM are read."""


def choices_of(settings: Mapping[str, Any], tasks: Iterable[str] = ()) -> DataChoices:
    """The choices about the data that the options of a command make. `tasks` are the tasks of the named metrics."""
    from axiometrics.evaluation.choices import DataChoices
    from axiometrics.evaluation.tables import TableColumns

    names = ("kind", "header", "positive", "noise", "documents", "missing", "drop_self")
    said = {name: settings.get(name) for name in names}
    said["noise_items"] = settings.get("noise_items")
    if said["noise_items"] is not None and said["noise"] is None:
        raise click.UsageError("--noise-items means nothing without --noise: add it")
    return DataChoices(
        columns=TableColumns.parse(settings["columns"] or ""),
        unpacked=settings["unpacked"] * 2**20 or None,
        tasks=frozenset(tasks),
        classes=tuple(word.strip() for word in (settings.get("classes") or "").split(",") if word.strip()),
        task=settings.get("task"),
        **{name: value for name, value in said.items() if value is not None},
    )


def demand_meant(ctx: click.Context, kind: str, gold: str, more: Mapping[str, Sequence[str]] | None = None) -> None:
    """Raise an error for options that have no effect on files of this kind: those of `files_of_outputs`, and those in
    `more`, which gives the kinds that each option is about.
    """
    from axiometrics.tasks.diversity import TOPIC_QRELS
    from axiometrics.tasks.organizations import DECISIONS, LABELS, ORDERED, QRELS

    labels = (LABELS.name, DECISIONS.name, ORDERED.name)
    of = {
        **dict.fromkeys(("header", "documents", "missing", "classes"), labels),
        "positive": labels[:2],
        "noise": (LABELS.name,),
        "columns": (QRELS.name, *labels),
        "probabilities": (TOPIC_QRELS.name,),
        "drop_self": (QRELS.name, TOPIC_QRELS.name),
    }
    for name, meant in {**of, **(more or {})}.items():
        if ctx.params[name] is not None and kind not in meant:
            raise click.UsageError(
                f"--{name.replace('_', '-')} is for {' and '.join(meant)}, and {gold} holds {kind}: leave it out, or "
                f"say --as {meant[0]}",
                ctx,
            )


jobs = click.option(
    "-j",
    "--jobs",
    default="1",
    metavar="N|auto",
    callback=number_of_jobs,
    help="The number of processes that compute at the same time.",
)


def sizes(default: str = "") -> Callable[[F], F]:
    """`--max-size` of a command that searches constraints. `default` is its default, where this is not the default of
    the constraints.
    """
    return click.option(
        "--max-size",
        metavar="N[,NAME=N...]",
        help="The greatest size that is searched, for example 7, or 7,ranking=11,thresholds=1000: one number for all, "
        "and others by constraint or task." + (f" Default: {default}." if default else ""),
    )


effort = together(
    sizes(),
    draws(
        "max_examples",
        "The number of random cases that are tried beyond the sizes searched.",
        0,
        older="--max-examples",
    ),
    click.option(
        "--budget",
        callback=_seconds(10**8),
        metavar="SECONDS",
        help="Stop after this time. A cell that is not finished then is undetermined, or of a metric of yours the one "
        "that the small sizes give.",
    ),
    click.option(
        "--quick",
        is_flag=True,
        help="Search the small sizes alone: about four documents, and n up to 20 of a threshold. No random cases.",
    ),
    seed_of("the random cases"),
    jobs,
)
cached = together(
    click.option(
        "--cache-dir",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="The folder in which finished cells are kept, so that a stopped command continues where it was stopped. "
        "Default: the folder that AXIOMETRICS_CACHE_DIR names, or else the cache folder of the system.",
    ),
    click.option(
        "--no-cache",
        is_flag=True,
        help="Compute every cell anew and keep none, for example because your metric looks at the clock.",
    ),
)
places = together(
    click.option(
        "--backend",
        metavar="|".join(BACKENDS),
        default="loky",
        callback=lambda ctx, param, value: demand_backend(value),
        help="Where the processes of --jobs run: on this machine (loky), or on a Dask cluster (dask).",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="The address of the Dask scheduler. Default: the address in DASK_SCHEDULER_ADDRESS.",
    ),
)
storage = together(places, cached)


@dataclass(frozen=True)
class Target:
    """A file to write, or stdout (None), with the format, and whether it is in ASCII and in colours."""

    path: str | None
    form: str
    ascii: bool = False
    color: str = "auto"
    arranged: Arrangement = PLAIN


STDOUT = Target(None, "text")
"""Text on stdout."""


def _picture(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The file of a picture. A file that cannot be written is refused before anything is computed."""
    if path is not None:
        try:
            demand_suffix(path)
            demand_matplotlib()
            demand_writable(path)
        except ParameterError as error:
            raise click.BadParameter(str(error), ctx, param) from None
        except OSError as error:
            raise click.BadParameter(f"cannot write {path!r}: {error.strerror or error}", ctx, param) from None
    return path


plot = click.option(
    "--plot",
    "drawing",
    type=click.Path(dir_okay=False),
    callback=_picture,
    metavar="FILE",
    help="Also draw the result into this file (.png, .svg or .pdf). This needs the extra [plot].",
)


def output_of_pages(*, records: bool = False, badges: bool = False) -> Callable[[F], F]:
    """The options `--format` and `--output` of a command whose result is a page. The command gets both as `to`. The
    options offer every format that shows pages; formats of records and of badges are offered only where the page has
    records or a badge. The default is text.
    """

    def shown(form: Report) -> bool:
        return form.page is not None and (records or not form.of_records) and (badges or not form.of_badges)

    return _output(lambda: [form.name for form in reports() if shown(form)])


NOTED = "axiometrics"
"""The beginning of the names under which options are kept that are read before the files are known."""


def _noted(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    ctx.meta[f"{NOTED}.{param.name}"] = value


def _noted_pairs(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> None:
    """Keep the texts that are shown in place of names. The name or pattern before = may hold another = in
    parentheses.
    """
    pairs = {}
    for text in texts:
        match = re.fullmatch(r"((?:[^=()]|\([^()]*\))+)=(.*)", text, re.DOTALL)
        if match is None:
            raise click.BadParameter(f"{text!r} is not {param.metavar}: write, for example, {EXAMPLES[param.name]}")
        pairs[match[1].strip()] = " ".join(match[2].split())
    ctx.meta[f"{NOTED}.{param.name}"] = pairs


EXAMPLES = {"names": "'rbp(p=0.8)=RBP'", "groups": "'bcubed*=BCubed'"}
"""An example of the value of each option of this kind."""

_EAGER: dict[str, Any] = {"is_eager": True, "expose_value": False}
"""These options are read before `--output`, which needs their values. The command itself does not get them."""

arranged = together(
    click.option(
        "--name",
        "names",
        multiple=True,
        metavar="METRIC|CONSTRAINT=TEXT",
        callback=_noted_pairs,
        help=f"Show this text in place of the name of a metric or constraint, for example {EXAMPLES['names']}. "
        f"Repeatable.",
        **_EAGER,
    ),
    click.option(
        "--group",
        "groups",
        multiple=True,
        metavar="PATTERN=HEADING",
        callback=_noted_pairs,
        help=f"Put the metrics that match under this heading, for example {EXAMPLES['groups']}. Repeatable. '*=' "
        f"removes "
        "all headings.",
        **_EAGER,
    ),
    click.option(
        "--width",
        type=click.Choice(["page", "column"]),
        default="page",
        callback=_noted,
        help="Whether a LaTeX table must fit a page or a column of a page (docs/papers.md). Default: page.",
        **_EAGER,
    ),
)


def _output(known_names: Callable[[], Sequence[str]]) -> Callable[[F], F]:
    def targets(ctx: click.Context, param: click.Parameter, paths: tuple[str, ...]) -> tuple[Target, ...]:
        if ctx.resilient_parsing:  # a shell completes, and nothing is written
            return ()
        names = known_names()
        form, ascii, color = (ctx.meta[f"{NOTED}.{name}"] for name in ("form", "ascii", "color"))  # read before
        named = [_named(path, form, names) for path in paths or ("-",)]
        wishes = {name: ctx.meta.get(f"{NOTED}.{name}") for name in ("names", "groups", "width")}
        arranged = Arrangement(**{name: wish for name, wish in wishes.items() if wish})
        arranged = replace(arranged, verbose=bool(ctx.meta.get("verbose")))
        return tuple(Target(path, form, ascii, color, arranged) for path, form in dict.fromkeys(named))

    return together(
        click.option(
            "--format",
            "form",
            type=_Registered(known_names),
            help="The format of stdout and of every --output. By default a file has the format of its suffix, and "
            "stdout has text. A suffix of a different format is refused.",
            callback=_noted,
            **_EAGER,
        ),
        click.option(
            "-o",
            "--output",
            "to",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            multiple=True,
            callback=targets,
            help="Write to this file and not to stdout, in the format of the suffix of the file. Repeatable. - means "
            "stdout.",
        ),
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="Whether text on stdout has colours. auto: on a terminal only, unless NO_COLOR or FORCE_COLOR is set "
            "(docs/terminal.md).",
            callback=_noted,
            **_EAGER,
        ),
        click.option(
            "--ascii",
            is_flag=True,
            help="Write ASCII only, with letters for the signs. This is the default if stdout is not UTF-8.",
            callback=_noted,
            **_EAGER,
        ),
    )


def _named(path: str, form: str | None, names: Sequence[str]) -> tuple[str | None, str]:
    """The file and its format. The format is the named one, which the suffix must not contradict, or else the format of
    the suffix; a name without a suffix gets the default. A badge is JSON, so .json does not contradict it.
    """
    if path == "-":
        return None, form or names[0]
    of_suffix, suffix = by_suffix(path), Path(path).suffix
    if form is not None:
        if of_suffix is not None and not report(form).suffix.endswith(of_suffix.suffix):
            raise click.BadParameter(
                f"{path!r} has the suffix of {of_suffix.name}, and --format says {form}: end it in "
                f"{report(form).suffix}, or leave --format out"
            )
        return path, form
    if not suffix:
        return path, names[0]
    if of_suffix is None:
        suffixes = ", ".join(f"{offered.suffix} ({offered.name})" for offered in reports() if offered.name in names)
        raise click.BadParameter(
            f"{path!r} has the suffix {suffix!r}, which is not that of a format: end it in {suffixes}, or say --format"
        )
    if of_suffix.name not in names:
        raise click.BadParameter(
            f"{path!r} has the suffix of {of_suffix.name}, which this command does not write: "
            f"it writes {', '.join(names)}"
        )
    return path, of_suffix.name


output = _output(lambda: formats())
verbose = click.option(
    "-v",
    "--verbose",
    is_flag=True,
    is_eager=True,
    callback=_verbose,
    expose_value=False,
    help="Say more, for example how long the command took, and show the traceback of an internal error.",
)


def quiet_for(more: str = "") -> Callable[[F], F]:
    """`-q` and `-v` of a command. `more` says which part of the output `-q` leaves on stdout, where it leaves less."""
    said = "Show neither progress nor remarks on stderr, only errors."
    return together(click.option("-q", "--quiet", is_flag=True, help=f"{said} {more}".strip()), verbose)


how_far = click.option(
    "--progress",
    type=click.Choice(["auto", "plain", "none"]),
    default="auto",
    help="How progress is shown. auto: a bar with an estimate of the time left on a terminal, and otherwise a line "
    "from time "
    "to time; short work shows nothing. plain: lines. none: nothing.",
)
progress = together(how_far, quiet_for())
expectations = together(
    click.option(
        "--expect",
        multiple=True,
        metavar="METRIC/CONSTRAINT[@READING]=holds|violated",
        help="A verdict that you expect, which does not make the command exit with 1. satisfies and violates are "
        "read too. Repeatable.",
    ),
    click.option(
        "--expected",
        "expected_file",
        type=click.Path(),
        metavar="FILE",
        help="A file of expected verdicts, one on each line. # begins a comment.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(["unexpected", "violation", "undetermined", "none"]),
        help=(
            "When the command exits with 1. unexpected: on a violation or an error that you did not expect; violation: "
            "on any violation; undetermined: on any violation or undetermined cell; none: never."
        ),
    ),
    click.option(
        "--require",
        metavar="exhaustive[:N]|proof",
        help="The evidence that is required: also exit with 1 if the evidence that a constraint holds is weaker than "
        "this, or if a cell is undetermined.",
    ),
)
corpus = click.option(
    "--corpus",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help=(
        "A folder, to be committed, with the evidence of each cell in a file. The counterexamples in it are tried "
        "first, and the evidence that this run finds is written into it."
    ),
)
of_matrices = together(study, constraints, reading, effort, storage, expectations, corpus, output, arranged, progress)
"""The options that `matrix` and `check` share: the constraints, the effort, the expected verdicts, and the form of the
result (`cli.matrices.MatrixRequest`).
"""
