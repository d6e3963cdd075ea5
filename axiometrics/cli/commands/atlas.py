"""`axiometrics atlas`: the static site of all studies."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.outcome import AS_EXPECTED, INTERRUPTED, say
from axiometrics.core.errors import FileError, ParameterError
from axiometrics.core.study import ALL

if TYPE_CHECKING:
    from axiometrics.core.cell import Cell
    from axiometrics.core.page import Page
    from axiometrics.reports.atlas import ConstraintLattice, StudyMatrix
    from axiometrics.search import Judge


@command(first="--output --study --audit --quick --max-size --jobs --cache-dir --progress")
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=completion.files)
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False),
    metavar="DIR",
    required=True,
    help="The folder of the site.",
)
@options.study_for("The studies that are computed if no FILE is given. Default: all.")
@click.option(
    "--audit/--no-audit", default=True, help="Whether the claims of the studies are audited, too. Default: --audit."
)
@click.option(
    "--severity",
    type=click.FloatRange(min=0),
    default=60.0,
    metavar="SECONDS",
    help="The time within which the severity of violations is computed, which `explain` shows, too; 0 leaves it out. "
    "Default: 60.",
)
@click.option(
    "--lattice",
    type=click.FloatRange(min=0),
    default=60.0,
    metavar="SECONDS",
    help="The time within which it is found what the constraints of each task exclude and imply, as `possible` tells "
    "it; 0 leaves these pages out. Default: 60.",
)
@options.effort
@options.storage
@options.progress
@click.pass_context
def atlas(
    ctx: click.Context,
    /,
    files: Sequence[str],
    folder: str,
    study: str | None,
    audit: bool,
    severity: float,
    lattice: float,
    **settings: Any,
) -> None:
    """Write a site that shows matrices. Open it in a browser, or put it on a web server; it needs no network.

    Without FILE, the matrices of all studies are computed in all readings, or taken from the cache. FILE is a
    matrix saved as JSON. A file that has the name of a study (amigo2013.json) is shown as that study. There is a
    page for each study, metric, constraint, reading and cell. The address of a cell does not change when other
    cells are added. A folder that exists must be empty or hold an atlas, whose files are replaced. Other files that
    were put into it, such as .git or CNAME, stay.

    \b
    Examples:
      axiometrics atlas -o site
      axiometrics atlas --study amigo2013 -j auto -o site
      axiometrics atlas saved/amigo2013.json -o site
    """
    from axiometrics.core.errors import ContradictionError
    from axiometrics.reports.atlas import demand_replaceable, site, write_site
    from axiometrics.running.run import FailedRunError, InterruptedRunError

    if files and study is not None:
        raise ParameterError(f"FILE is {files[0]!r} and --study is {study!r}: give only one of the two")
    demand_replaceable(folder)
    try:
        wrong: list[str] = []
        matrices = list(_saved(files) if files else _computed(study or ALL, settings, wrong))
        audits = dict(_audits(matrices, settings)) if audit else {}
        matrices = list(_severe(matrices, severity, settings)) if severity else matrices
        lattices = list(_lattices(matrices, lattice, settings)) if lattice else []
    except (InterruptedRunError, FailedRunError) as stopped:
        if isinstance(stopped, FailedRunError) and stopped.__cause__ is not None:
            raise stopped.__cause__ from None
        say("interrupted: the cells that were finished are kept in the cache, and no site is written")
        ctx.exit(INTERRUPTED)
    number = write_site(folder, site(matrices, audits, lattices))
    if not settings["quiet"]:
        say(f"{number} files in {folder!r}: open {str(Path(folder) / 'index.html')!r}")
    if wrong:
        raise ContradictionError(tuple(dict.fromkeys(wrong)))
    ctx.exit(AS_EXPECTED)


def _saved(files: Sequence[str]) -> Iterator[StudyMatrix]:
    """The matrices in files, each under the name of its file."""
    from axiometrics.core.matrix import saved
    from axiometrics.registry import studies
    from axiometrics.reports.atlas import StudyMatrix

    names = [Path(file).stem for file in files]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise FileError(f"two files are named {twice[0]!r}: their names become addresses, so give them different ones")
    for name, file in zip(names, files, strict=True):
        yield StudyMatrix(name, saved(file), studies.studies().get(name))


def _computed(named: str, settings: Mapping[str, Any], wrong: list[str]) -> Iterator[StudyMatrix]:
    """The matrices of studies in all readings. Contradictions between their verdicts are added to `wrong`, as
    sentences.
    """
    from axiometrics.candidates import selection
    from axiometrics.cli.matrices import MatrixRequest
    from axiometrics.registry import studies
    from axiometrics.reports.atlas import StudyMatrix
    from axiometrics.running.candidate import builtin
    from axiometrics.running.run import ContradictedRunError

    for study in studies.asked(named):
        candidates = [builtin(metric) for metric in studies.metrics([study])]
        chosen = selection.constraints((), selection.tasks_of(candidates), study.name)
        if candidates and chosen:
            try:
                matrix = MatrixRequest.of(settings).computed(candidates, chosen)
            except ContradictedRunError as finished:
                matrix = finished.matrix
                wrong += str(finished).splitlines()
            yield StudyMatrix(study.name, matrix, study)


def _severe(matrices: Sequence[StudyMatrix], seconds: float, settings: Mapping[str, Any]) -> Iterator[StudyMatrix]:
    """The matrices, in which violations by our metrics have their severity, as far as the time allows."""
    from axiometrics.cli.progress import Progress
    from axiometrics.possibility.severity import with_severities

    end = time.monotonic() + seconds
    with Progress("none" if settings["quiet"] else settings["progress"]) as tell:
        for entry in matrices:
            yield replace(entry, matrix=with_severities(entry.matrix, _judge, max(end - time.monotonic(), 0.0), tell))


def _lattices(
    matrices: Sequence[StudyMatrix], seconds: float, settings: Mapping[str, Any]
) -> Iterator[ConstraintLattice]:
    """The relations between the constraints of each task of the matrices. A task takes at most half of the time that is
    left, so that a task with many sets leaves time for the next one.
    """
    from axiometrics.cli.progress import Progress
    from axiometrics.possibility.relations import task_relations
    from axiometrics.possibility.relations_page import constraint_lattice

    end = time.monotonic() + seconds
    with Progress("none" if settings["quiet"] else settings["progress"]) as tell:
        for task in dict.fromkeys(cell.task for entry in matrices for cell in entry.matrix):
            relations = task_relations(task, max(end - time.monotonic(), 0.0) / 2, tell)
            if relations is not None and (relations.sets.conflicts or relations.implied):
                yield constraint_lattice(relations)


def _judge(cell: Cell) -> Judge | None:
    from axiometrics import registry
    from axiometrics.running.candidate import builtin

    is_ours = registry.is_metric(cell.metric)
    return builtin(registry.judged_metric(cell.metric, cell.task)).judge(cell.task) if is_ours else None


def _audits(matrices: Sequence[StudyMatrix], settings: Mapping[str, Any]) -> Iterator[tuple[str, Page]]:
    """The audits of the studies that have claims."""
    from axiometrics import auditing
    from axiometrics.cli.matrices import MatrixRequest
    from axiometrics.cli.progress import Progress
    from axiometrics.running.backends import Spreading

    kept = MatrixRequest.of(settings).cache
    claimed = [entry.name for entry in matrices if entry.name in auditing.builtin_claims()]
    with Progress("none" if settings["quiet"] else settings["progress"]) as tell:
        for name in claimed:
            spreading = Spreading(settings["backend"], settings["cluster"])
            yield name, auditing.audits([name], settings["jobs"], tell, kept, spreading).page()


COMMAND = atlas
