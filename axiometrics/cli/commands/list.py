"""`axiometrics list`: the tasks, metrics, constraints, studies and claims files there are, the quantities of which
proofs speak, and the cells that no proof settles.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import options
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.core.errors import UnknownNameError

if TYPE_CHECKING:
    from axiometrics.core.cell import Cell
    from axiometrics.core.constraint import Constraint
    from axiometrics.core.matrix import Matrix
    from axiometrics.core.vocabulary import Fact, Vocabulary

WIDE = 48
"""Characters of a cell in a line of text."""

STUDIES = ("studies", "packs")
"""What lists the studies; the second is the older spelling."""

_COUNTED = ("metrics", "constraints")
"""What a task has a number of."""

OPEN = {"exhaustive", "sampled", "undetermined", "error"}
"""The kinds of evidence that settle nothing for every size."""


@dataclass(frozen=True)
class _OpenOptions:
    """Which cells `open` is asked about: none named, those of the default matrix."""

    task: str | None
    metrics: Sequence[str]
    study: str | None
    parameters: Mapping[str, str]
    constraints: Sequence[str]

    @property
    def words(self) -> str:
        """What there is only for `open`, and was given, as an option is written."""
        given = {
            "-m/--metric": self.metrics,
            "--study": self.study,
            "--param": self.parameters,
            "-c/--constraint": self.constraints,
        }
        return ", ".join(option for option, value in given.items() if value)


@click.command("list", short_help="Metrics, constraints, tasks, quantities, open cells and more.")
@click.argument(
    "what", type=click.Choice(["metrics", "constraints", *STUDIES, "tasks", "claims", "open", "quantities"])
)
@click.argument("constraint", required=False, metavar="[CONSTRAINT]")
@options.metrics
@options.study
@options.constraints
@options.task
@options.output_in("text", "markdown", "json")
@options.verbose
def list_(what: str, constraint: str | None, to: Sequence[Target], **asked: Any) -> None:
    """The metrics (with their default parameters), constraints, studies or claims files there are, with sources; or the
    tasks, with the signatures by which functions are called, and the documents to which small cases are enumerated.

    `open` lists the cells, in all readings, that neither a proof nor a counterexample settles, and the lemmas that
    proofs take on trust, with what was tried; it computes them, and says so where there is none. Without -m and --study
    they are those of the default matrix.

    `quantities CONSTRAINT` lists the vocabulary of a constraint: the quantities of its cases in which proofs speak, and
    the facts that proofs may take for granted, each a definition, arithmetic, or a lemma (taken on trust).

    \b
    Examples:
      axiometrics list metrics --task ranking
      axiometrics list constraints --format json
      axiometrics list studies
      axiometrics list tasks
      axiometrics list quantities ranking:priority
      axiometrics list open
      axiometrics list open -m 'rs-ranking(reading=tail-lookup)' -c confidence
    """
    of = _OpenOptions(**asked)
    if what != "open" and of.words:
        raise click.UsageError(f"{of.words}: only `list open` is about cells; `list {what}` takes --task alone")
    if what != "quantities" and constraint is not None:
        raise click.UsageError(f"{constraint!r}: only `list quantities` takes a constraint")
    if what == "quantities" and constraint is None:
        raise click.UsageError("`list quantities` takes a constraint, for example ranking:priority")
    output = Output(to)
    output.write(lambda at: _listed(what, constraint, of, at.form))


def _lacking(asked: _OpenOptions) -> list[dict[str, Any]]:
    """What of the papers of the studies that are named cannot be computed, and why."""
    from axiometrics.registry import studies

    chosen = studies.asked(asked.study) if asked.study else ()
    return [{"study": study.name, "what": what, "why": why} for study in chosen for what, why in study.lacking]


def _listed(what: str, constraint: str | None, of: _OpenOptions, form: str) -> str:
    if form == "json":
        from axiometrics.reports.json import document

        if what == "open":
            matrix = _computed(of)
            more = {"lemmas": list(_lemmas(matrix)), "lacking": _lacking(of)}
            return document({what: list(_open(matrix)), **{name: found for name, found in more.items() if found}})
        entries = _described(what, of) if constraint is None else _vocabularies(constraint, of.task)
        return document({what: list(entries)})
    if constraint is not None:
        return _vocabularies_text(constraint, of.task, form)
    if what != "open":
        return _tabulated(_table(what, of), form)
    matrix = _computed(of)
    trusted = [[one["lemma"], str(len(one["cells"])), one["tried"]] for one in _lemmas(matrix)]
    missing = [[one["what"], one["why"]] for one in _lacking(of)]
    tables = (
        (["lemma, taken on trust", "proofs", "tried"], trusted),
        (["of the paper, not computed", "because"], missing),
    )
    told = [_tabulated([header, *rows], form) for header, rows in tables if rows]
    return "\n".join([_open_text(of, matrix, form), *told])


def _tabulated(lines: Iterable[list[str]], form: str) -> str:
    from tabulate import tabulate

    header, *rows = lines
    rows = [
        [_filled(text) if form == "text" else text.replace("\n", "; ").replace("|", "\\|") for text in row]
        for row in rows
    ]
    return f"{tabulate(rows, header, tablefmt='pipe' if form == 'markdown' else 'simple', disable_numparse=True)}\n"


def _filled(text: str) -> str:
    return "\n".join(
        textwrap.fill(line, WIDE, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )


def _described(what: str, asked: _OpenOptions) -> Iterator[dict[str, Any]]:
    """The entries as JSON has them."""
    from axiometrics import registry
    from axiometrics.registry import studies

    task = asked.task
    if what == "claims":
        yield from _claims()
    elif what in STUDIES:
        for study in studies.studies().values():
            metrics = [metric.id for metric in studies.metrics([study]) if task in (None, metric.task)]
            chosen = [c for c in studies.constraints([study]) if task in (None, c.task)]
            if metrics or chosen:
                constraints = [{"constraint": c.name, "readings": [r.name for r in c.readings]} for c in chosen]
                said = {"name": study.name, "title": study.title, "source": study.source}
                yield {**said, "metrics": metrics, "constraints": constraints, "claims": study.claims is not None}
    elif what == "tasks":
        yield from _tasks(task)
    else:
        found: Any = registry.metrics() if what == "metrics" else registry.constraints()
        yield from (one.describe() for one in found if task in (None, one.task))


def _table(what: str, asked: _OpenOptions) -> Iterator[list[str]]:
    """A heading and a row an entry; the lines of a cell are texts of their own."""
    from axiometrics import registry

    task = asked.task
    if what == "claims":
        yield ["claims", "of", "claims by where"]
        for entry in _claims():
            places = Counter(claim["source"] for claim in entry["claims"])
            yield [entry["name"], entry["source"], "\n".join(f"{place}: {count}" for place, count in places.items())]
    elif what in STUDIES:
        yield ["study", "metrics", "constraints: readings"]
        for entry in _described(what, asked):
            named = "\n".join(f"{c['constraint']}: {', '.join(c['readings'])}" for c in entry["constraints"])
            yield [f"{entry['name']}\n{entry['title']}\n{entry['source']}", ", ".join(entry["metrics"]), named]
    elif what == "tasks":
        yield ["task", "signatures", "traits", "worlds: documents unless told, at most", "metrics", "constraints"]
        for entry in _tasks(task):
            worlds = "\n".join(f"{w['name']}: {w['default']}, {w['greatest']}" for w in entry["worlds"])
            asked_by = ["\n".join(entry[key]) for key in ("signatures", "traits")]
            yield [f"{entry['name']}\n{entry['title']}", *asked_by, worlds, *(str(entry[key]) for key in _COUNTED)]
    elif what == "metrics":
        yield ["metric", "notation", "source, parameters"]
        for (of, family), group in groupby(
            (m for m in registry.metrics() if task in (None, m.task)), lambda m: (m.task, m.family)
        ):
            yield [of.upper() if family == of else f"{of.upper()}: {family}", "", ""]
            yield from (
                [m.id, m.display, "\n".join([m.source, *(f"{p.name}: {p.meaning}" for p in m.parameters)])]
                for m in group
            )
    else:
        yield ["constraint", "readings", "statement, source"]
        for constraint in registry.constraints():
            if task in (None, constraint.task):
                yield [
                    constraint.name,
                    "\n".join(reading.name for reading in constraint.readings),
                    f"{constraint.statement}\n{constraint.source}",
                ]


def _tasks(named: str | None) -> Iterator[dict[str, Any]]:
    """The tasks, with how many metrics and constraints each has."""
    from axiometrics import registry

    counts = [Counter(one.task for one in found) for found in (registry.metrics(), registry.constraints())]
    for task in registry.tasks.tasks():
        if named in (None, task.name):
            yield {
                "name": task.name,
                "title": task.title,
                "signatures": [signature.name for signature in task.signatures],
                "traits": [trait.name for trait in task.traits],
                "worlds": [{"name": w.name, "default": w.default, "greatest": w.greatest} for w in task.worlds],
                **{key: count[task.name] for key, count in zip(_COUNTED, counts, strict=True)},
            }


def _claims() -> Iterator[dict[str, Any]]:
    """The claims files that come along, with what each claim says."""
    from axiometrics.auditing import builtin_claims, claims_of, read_claims

    for name in builtin_claims():
        document = read_claims(name)
        claims = [
            {
                "id": claim.id,
                "kind": claim.kind,
                "source": claim.source,
                "basis": claim.basis,
                "claim": claim.text,
                "published": claim.published,
            }
            for claim in claims_of(document)
        ]
        yield {"name": name, "source": document.get("source", ""), "claims": claims}


def _speaking(name: str, task: str | None) -> list[Constraint]:
    """The constraints of that name which have a vocabulary. Raises `UnknownNameError` where none has one."""
    from axiometrics import registry

    found = [constraint for constraint in registry.match_constraints(name) if task in (None, constraint.task)]
    speaking = [constraint for constraint in found if constraint.vocabulary]
    if not speaking:
        having = ", ".join(constraint.name for constraint in registry.constraints() if constraint.vocabulary)
        raise UnknownNameError(
            f"{', '.join(constraint.name for constraint in found) or f'{name!r} (of {task})'} has no vocabulary, "
            f"so no proof speaks of it; these constraints have one: {having}"
        )
    return speaking


def _vocabularies(name: str, task: str | None) -> Iterator[dict[str, Any]]:
    """The quantities and facts of each reading, as JSON has them."""
    for constraint in _speaking(name, task):
        vocabulary = _vocabulary(constraint)
        quantities = [
            {"name": name, "means": quantity.means, "whole": quantity.whole}
            for name, quantity in vocabulary.quantities.items()
        ]
        for reading in constraint.readings:
            facts = [
                {"fact": fact.text, "mark": str(fact.mark), "why": fact.why, "each": _each(fact)}
                for fact in vocabulary.facts_of(reading.name)
            ]
            yield {"constraint": constraint.name, "reading": reading.name, "quantities": quantities, "facts": facts}


def _vocabularies_text(name: str, task: str | None, form: str) -> str:
    """The quantities of a constraint, and its facts with the readings that they hold in."""
    parts = []
    for constraint in _speaking(name, task):
        vocabulary = _vocabulary(constraint)
        named = constraint.name, ", ".join(reading.name for reading in constraint.readings)
        quantities = [
            [name, "whole number" if quantity.whole else "number", quantity.means]
            for name, quantity in vocabulary.quantities.items()
        ]
        facts = [
            [fact.text, str(fact.mark), ", ".join(fact.readings) or "all", _why(fact)] for fact in vocabulary.facts
        ]
        parts += [
            f"{'## ' if form == 'markdown' else ''}{named[0]}, readings {named[1]}\n",
            _tabulated([["quantity", "is a", "meaning"], *quantities], form),
            _tabulated([["fact", "mark", "readings", "why it holds"], *facts], form),
        ]
    return "\n".join(parts)


def _vocabulary(constraint: Constraint) -> Vocabulary:
    from axiometrics.core.vocabulary import vocabulary_of

    found = vocabulary_of(constraint)
    assert found is not None
    return found


def _each(fact: Fact) -> str | None:
    """What the kernel checks of each term of the sum that a fact is about."""
    return None if fact.each is None else str(fact.each["steps"][-1]["claim"])


def _why(fact: Fact) -> str:
    """Why a fact holds, with what the kernel checks of each term."""
    return fact.why if fact.each is None else f"{fact.why}. Of each term the kernel checks {_each(fact)}"


def _computed(asked: _OpenOptions) -> Matrix:
    """The matrix asked for, in all readings."""
    from axiometrics.candidates import selection
    from axiometrics.running.run import builtin, run

    names = selection.with_study(asked.metrics, asked.study)
    subjects = [builtin(metric) for metric in selection.metrics(names, asked.task, asked.parameters)]
    tasks = selection.tasks_of(subjects, asked.task)
    return run(subjects, selection.constraints(asked.constraints, tasks, asked.study), readings="all")


def _open(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The cells whose verdict may change with the size searched, and what failed."""
    for cell in matrix:
        if cell.evidence.kind in OPEN:
            found = {key: getattr(cell, key) for key in ("task", "metric", "constraint", "reading", "holds")}
            yield {
                **found,
                "kind": cell.evidence.kind,
                "size": cell.evidence.size,
                "tried": getattr(cell.evidence, "tried", []),
            }


def _lemmas(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The lemmas that proofs of the matrix take on trust, with what was tried to prove them, and the cells."""
    from axiometrics import registry
    from axiometrics.verification.proofs import taken_on_trust

    known = {constraint.name: constraint for constraint in registry.constraints()}
    cells: dict[tuple[str, str], list[str]] = {}
    for cell in matrix:
        proof = getattr(cell.evidence, "proof", None)
        if proof is not None:
            constraint = known[f"{cell.task}:{cell.constraint}"]
            for lemma in taken_on_trust(proof, constraint, constraint.reading(cell.reading)):
                cells.setdefault((lemma.words, lemma.tried), []).append(_name(cell))
    for (words, tried), names in cells.items():
        yield {"lemma": words, "tried": tried, "cells": names}


def _name(cell: Cell) -> str:
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def _open_text(asked: _OpenOptions, matrix: Matrix, form: str) -> str:
    """The open cells as a table; where there is none, what all are, in words."""
    rows = []
    for found in _open(matrix):
        cell = f"{found['metric']}/{found['constraint']}@{found['reading']}"
        rows.append(
            [cell, f"{found['kind']} {found['size']}", "\n".join(found["tried"]) or "nothing: no theorem is about it"]
        )
    if rows:
        return _tabulated([["cell", "searched", "tried"], *rows], form)
    of = f" of {asked.task}" if asked.task else ""
    if not len(matrix):
        return f"No cell is open: {'what was asked for' if asked.words else 'the default matrix'} has none{of}.\n"
    where = "asked for" if asked.words else "in the default matrix"
    settled = ", ".join(f"{kind} {count}" for kind, count in matrix.counts.items() if count)
    return (
        f"No cell is open: none of the {len(matrix)} cells{of} {where}, all readings counted, is "
        f"left to a search ({settled}).\n"
    )


COMMAND = list_
