"""`axiometrics list`: the tasks, metrics, constraints, studies and claims files there are, the quantities of which
proofs speak, and the cells that no proof settles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options, printed
from axiometrics.cli.options import Target
from axiometrics.cli.output import Output
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.page import Column, Facts, Page, Part, Section, Table

if TYPE_CHECKING:
    from axiometrics.core.cell import Cell
    from axiometrics.core.constraint import Constraint
    from axiometrics.core.matrix import Matrix
    from axiometrics.core.vocabulary import Fact, Vocabulary

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


@click.command("list")
@click.argument(
    "what", type=click.Choice(["metrics", "constraints", *STUDIES, "tasks", "claims", "open", "quantities"])
)
@click.argument("constraint", required=False, metavar="[CONSTRAINT]", shell_complete=completion.constraints)
@options.metrics
@options.study
@options.constraints
@options.task
@options.output_of_pages()
@options.verbose
def list_(what: str, constraint: str | None, to: Sequence[Target], **asked: Any) -> None:
    """The metrics (with their default parameters), constraints, studies or claims files there are, with sources; or the
    tasks, with the signatures by which functions are called, and the documents to which small cases are enumerated.

    `open` lists the cells, in all readings, that neither a proof nor a counterexample settles, the lemmas that proofs
    take on trust, with what was tried, and the proofs whose formula is only tested on cases, with why; it computes
    them, and says so where there is none. Without -m and --study they are those of the default matrix.

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
    output.show(_page(what, constraint, of))
    if what != "open" and all(target.path is None for target in to):
        printed.allow()


def _lacking(asked: _OpenOptions) -> list[dict[str, Any]]:
    """What of the papers of the studies that are named cannot be computed, and why."""
    from axiometrics.registry import studies

    chosen = studies.asked(asked.study) if asked.study else ()
    return [{"study": study.name, "what": what, "why": why} for study in chosen for what, why in study.lacking]


def _page(what: str, constraint: str | None, of: _OpenOptions) -> Page:
    if constraint is not None:
        return _quantities_page(constraint, of.task)
    if what == "open":
        return _open_page(of)
    own = {"metrics": _metrics_sections, **dict.fromkeys(STUDIES, _study_sections)}
    sections = list(own[what](of)) if what in own else [Section("", [_table(what, of)])]
    if what == "constraints":
        sections += _edits_sections(of.task)
    return Page("", sections, "", lambda: {what: list(_described(what, of))})


def _edits_sections(task: str | None) -> Iterator[Section]:
    """Which constraints have edits in real outputs, and why others have none."""
    from axiometrics import registry
    from axiometrics.comparison.no_edits import without_edits

    of = [one for one in registry.constraints() if task in (None, one.task)]
    told = [("have edits", ", ".join(one.name for one in of if one.edits is not None))]
    told += [(f"{one.name} has none", without_edits(one)) for one in of]
    if any(words for _, words in told):
        yield Section("Edits in real outputs (axiometrics impact)", [Facts([pair for pair in told if pair[1]])])


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


def _table(what: str, asked: _OpenOptions) -> Table:
    """A row an entry."""
    from axiometrics import registry

    task = asked.task
    if what == "claims":
        rows = []
        for entry in _claims():
            places = Counter(claim["source"] for claim in entry["claims"])
            told = "; ".join(f"{place}: {count}" for place, count in places.items())
            rows.append((entry["name"], entry["source"], told))
        return _columns(rows, ("claims", 0.14), ("of", 0.4), ("claims by where", 0.4))
    if what == "tasks":
        rows = []
        for entry in _tasks(task):
            worlds = "; ".join(f"{w['name']}: {w['default']}, {w['greatest']}" for w in entry["worlds"])
            asked_by = ["; ".join(entry[key]) for key in ("signatures", "traits")]
            rows.append((entry["name"], entry["title"], *asked_by, worlds, *(entry[key] for key in _COUNTED)))
        return _columns(
            rows,
            *(("task", 0), ("title", 0.12), ("signatures", 0.12), ("traits", 0.12)),
            *(("worlds: documents unless told, at most", 0.2), ("metrics", 0), ("constraints", 0)),
        )
    declared = [
        (one.name, ", ".join(reading.name for reading in one.readings), one.statement, one.source)
        for one in registry.constraints()
        if task in (None, one.task)
    ]
    return _columns(declared, ("constraint", 0.22), ("readings", 0.16), ("statement", 0.3), ("source", 0.2))


def _metrics_sections(asked: _OpenOptions) -> Iterator[Section]:
    """A section a task."""
    from axiometrics import registry

    for task in registry.tasks.names():
        rows = [
            (m.id, m.display, "; ".join([m.family, m.source, *(f"{p.name}: {p.meaning}" for p in m.parameters)]))
            for m in registry.metrics()
            if m.task == task
        ]
        if rows and asked.task in (None, task):
            columns = ("metric", 0.3), ("notation", 0.22), ("family, source, parameters", 0.36)
            yield Section(task, [_columns(rows, *columns)])


def _study_sections(asked: _OpenOptions) -> Iterator[Section]:
    """A section a study."""
    for entry in _described(STUDIES[0], asked):
        named = "\n".join(f"{c['constraint']}: {', '.join(c['readings'])}" for c in entry["constraints"])
        facts = [("title", entry["title"]), ("source", entry["source"]), ("metrics", ", ".join(entry["metrics"]))]
        yield Section(entry["name"], [Facts([*facts, ("constraints", named)])])


def _columns(rows: Sequence[Sequence[Any]], *columns: tuple[str, float]) -> Table:
    """A table with these headings, each with the share of the width that its column has."""
    return Table(tuple(Column(heading, share=share) for heading, share in columns), rows)


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
                {
                    "fact": fact.text,
                    "mark": str(fact.mark),
                    "why": fact.why,
                    "each": _each(fact),
                    **({"demands": list(fact.demands)} if fact.demands else {}),
                }
                for fact in vocabulary.facts_of(reading.name)
            ]
            outputs = [{"name": name, "means": made.means} for name, made in vocabulary.outputs.items()]
            yield {
                "constraint": constraint.name,
                "reading": reading.name,
                "quantities": quantities,
                "facts": facts,
                **({"outputs": outputs} if outputs else {}),
            }


def _quantities_page(name: str, task: str | None) -> Page:
    """The quantities of a constraint, and its facts with the readings that they hold in."""
    sections = []
    for constraint in _speaking(name, task):
        vocabulary = _vocabulary(constraint)
        readings = [reading.name for reading in constraint.readings]
        quantities = [
            (name, "whole number" if quantity.whole else "number", quantity.means)
            for name, quantity in vocabulary.quantities.items()
        ]
        known = {reading: vocabulary.facts_of(reading) for reading in readings}
        within = [(fact, [reading for reading in readings if fact in known[reading]]) for fact in vocabulary.facts]
        facts = [
            (fact.text, str(fact.mark), "all" if own == readings else ", ".join(own), _why(fact))
            for fact, own in within
            if own  # constraints may share a vocabulary, with facts of readings that only one of them has
        ]
        tables = [
            _columns(quantities, ("quantity", 0.1), ("is a", 0.12), ("meaning", 0.6)),
            _columns(facts, ("fact", 0.32), ("mark", 0.1), ("readings", 0.12), ("why it holds", 0.4)),
        ]
        if vocabulary.outputs:
            outputs = [(name, made.means) for name, made in vocabulary.outputs.items()]
            tables.append(_columns(outputs, ("output", 0.25), ("meaning", 0.6)))
        sections.append(Section(f"{constraint.name}, readings {', '.join(readings)}", tables))
    return Page("", sections, "", lambda: {"quantities": list(_vocabularies(name, task))})


def _vocabulary(constraint: Constraint) -> Vocabulary:
    from axiometrics.core.vocabulary import vocabulary_of

    found = vocabulary_of(constraint)
    assert found is not None
    return found


def _each(fact: Fact) -> str | None:
    """What the kernel checks of each term of the sum that a fact is about."""
    return None if fact.each is None else str(fact.each["steps"][-1]["claim"])


def _why(fact: Fact) -> str:
    """Why a fact holds, in which cases of a reading that makes several demands, and what the kernel checks of each
    term.
    """
    where = f" (in cases that demand {' or '.join(fact.demands)})" if fact.demands else ""
    each = "" if fact.each is None else f". Of each term the kernel checks {_each(fact)}"
    return f"{fact.why}{where}{each}"


def _computed(asked: _OpenOptions) -> Matrix:
    """The matrix asked for, in all readings."""
    from axiometrics.candidates import selection
    from axiometrics.running.candidate import builtin
    from axiometrics.running.run import run

    names = selection.with_study(asked.metrics, asked.study)
    candidates = [builtin(metric) for metric in selection.metrics(names, asked.task, asked.parameters)]
    tasks = selection.tasks_of(candidates, asked.task)
    return run(candidates, selection.constraints(asked.constraints, tasks, asked.study), readings="all")


def _open(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The cells whose verdict may change with the size searched, and what failed, or why nothing could be tried."""
    from axiometrics import registry
    from axiometrics.verification.proofs import unspoken

    known = {constraint.name: constraint for constraint in registry.constraints()}
    why = cache(lambda name, reading: unspoken(known[name], known[name].reading(reading)))
    for cell in matrix:
        if cell.evidence.kind in OPEN:
            beyond = why(f"{cell.task}:{cell.constraint}", cell.reading)
            found = {key: getattr(cell, key) for key in ("task", "metric", "constraint", "reading", "holds")}
            yield {
                **found,
                "kind": cell.evidence.kind,
                "size": cell.evidence.size,
                "tried": getattr(cell.evidence, "tried", []),
                **({"beyond": beyond} if beyond else {}),
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


def _tested(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The proofs whose excess is compared with the metric on cases alone, by where its derivation from the definition
    stops.
    """
    from axiometrics import registry
    from axiometrics.verification.proofs import why_link_is_tested

    known = {constraint.name: constraint for constraint in registry.constraints()}
    cells: dict[str, list[str]] = {}
    for cell in matrix:
        proof, link = (getattr(cell.evidence, name, None) for name in ("proof", "link"))
        if proof is not None and link != "proved":
            constraint = known[f"{cell.task}:{cell.constraint}"]
            why = why_link_is_tested(proof, constraint, constraint.reading(cell.reading))
            cells.setdefault(why, []).append(_name(cell))
    for why, names in cells.items():
        yield {"stops": why, "cells": names}


def _name(cell: Cell) -> str:
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def _open_page(asked: _OpenOptions) -> Page:
    """The open cells; where there is none, what all are, in words. Then what proofs take on trust, the proofs whose
    formula is not derived from the definition of the metric, and what of the papers is not computed.
    """
    matrix = _computed(asked)
    cells, lemmas, lacking = list(_open(matrix)), list(_lemmas(matrix)), _lacking(asked)
    tested = list(_tested(matrix))
    rows = [
        (
            f"{found['metric']}/{found['constraint']}@{found['reading']}",
            f"{found['kind']} {found['size']}",
            "; ".join(found["tried"]) or f"nothing: {found.get('beyond', 'no theorem is about it')}",
        )
        for found in cells
    ]
    trusted = [(one["lemma"], len(one["cells"]), one["tried"]) for one in lemmas]
    compared = [("; ".join(one["cells"]), one["stops"]) for one in tested]
    missing = [(one["what"], one["why"]) for one in lacking]
    parts: list[Part] = [
        _columns(rows, ("cell", 0.4), ("searched", 0.14), ("tried", 0.4)) if rows else _settled(asked, matrix)
    ]
    parts += [_columns(trusted, ("lemma, taken on trust", 0.44), ("proofs", 0), ("tried", 0.4))] if trusted else []
    parts += (
        [_columns(compared, ("formula compared with the metric on cases", 0.4), ("not derived, because", 0.5))]
        if compared
        else []
    )
    parts += [_columns(missing, ("of the paper, not computed", 0.4), ("because", 0.5))] if missing else []
    more = {"lemmas": lemmas, "tested": tested, "lacking": lacking}
    data = {"open": cells} | {name: found for name, found in more.items() if found}
    return Page("", [Section("", parts)], "", lambda: data)


def _settled(asked: _OpenOptions, matrix: Matrix) -> str:
    """What is said where no cell is open."""
    of = f" of {asked.task}" if asked.task else ""
    if not len(matrix):
        return f"No cell is open: {'what was asked for' if asked.words else 'the default matrix'} has none{of}."
    where = "asked for" if asked.words else "in the default matrix"
    settled = ", ".join(f"{kind} {count}" for kind, count in matrix.counts.items() if count)
    return (
        f"No cell is open: none of the {len(matrix)} cells{of} {where}, all readings counted, is "
        f"left to a search ({settled})."
    )


COMMAND = list_
