"""The inventory: the tasks, metrics, constraints, studies and claims, each as data and as a page; and the quantities of
a constraint that proofs use.

All of it is read from the declarations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from axiometrics.core.errors import UnknownNameError
from axiometrics.core.page import Column, Facts, Page, Section, Table

if TYPE_CHECKING:
    from axiometrics.core.constraint import Constraint
    from axiometrics.core.vocabulary import Fact, Vocabulary

WHAT = ("metrics", "constraints", "forms", "studies", "tasks", "claims")
"""The sorts of things that are listed."""

_COUNTED = ("metrics", "constraints")
"""The sorts of things that are counted for each task."""


def inventory_page(sort: str, task: str | None = None, verbose: bool = False) -> Page:
    """A page that lists all things of one sort; with a task, only those of this task. With `verbose`, it also shows the
    questions that constraints ask in plain words.
    """
    own = {"metrics": _metrics_sections, "studies": _study_sections}
    sections = list(own[sort](task)) if sort in own else [Section("", [_table(sort, task)])]
    if sort == "constraints":
        sections += _question_sections(task) if verbose else ()
        sections += _edits_sections(task)
    return Page("", sections, "", lambda: {sort: list(_described(sort, task))}, lambda: _records(sort, task))


def _question_sections(task: str | None) -> Iterator[Section]:
    """The questions that constraints ask in plain words."""
    from axiometrics import registry

    rows = [(c.name, c.question) for c in registry.constraints() if c.question and task in (None, c.task)]
    if rows:
        yield Section(
            "As questions (yes: the metric satisfies it)", [columns(rows, ("constraint", 0), ("question", 0.6))]
        )


def _edits_sections(task: str | None) -> Iterator[Section]:
    """The constraints with edits in real outputs, and the reasons why the others have none."""
    from axiometrics import registry
    from axiometrics.comparison.no_edits import without_edits

    names: dict[str, list[str]] = {}
    for constraint in registry.constraints():
        if task in (None, constraint.task) and (
            words := "it has edits" if constraint.edits is not None else without_edits(constraint)
        ):
            names.setdefault(words, []).append(constraint.name)
    if set(names) - {"it has edits"}:
        rows = [(", ".join(listed), words) for words, listed in names.items()]
        table = columns(rows, ("constraints", 0.5), ("edits", 0.4))
        yield Section("Edits in real outputs (axiometrics impact)", [table])


def _records(sort: str, task: str | None) -> Table:
    """A row for each entry of the JSON, with its fields as columns."""
    entries = list(_described(sort, task))
    if sort == "claims":
        entries = [{"study": study["name"], **claim} for study in entries for claim in study["claims"]]
    names = dict.fromkeys(key for entry in entries for key in entry)
    return Table(tuple(map(Column, names)), [[_flat(entry.get(name)) for name in names] for entry in entries])


def _flat(value: Any) -> Any:
    """A value as the text of one cell of a table. Semicolons divide the parts of a list."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_flat(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(str(_flat(part)) for part in value)
    return value


def _described(sort: str, task: str | None) -> Iterator[dict[str, Any]]:
    """The entries as they stand in JSON."""
    from axiometrics import registry
    from axiometrics.registry import studies

    if sort == "claims":
        yield from _claims()
    elif sort == "studies":
        for study in studies.studies().values():
            shown = studies.metrics([study]) if task is None else registry.metrics_of(task, studies.metrics([study]))
            metrics = [metric.id for metric in shown]
            chosen = [c for c in studies.constraints([study]) if task in (None, c.task)]
            if metrics or chosen:
                constraints = [{"constraint": c.name, "readings": [r.name for r in c.readings]} for c in chosen]
                said = {"name": study.name, "title": study.title, "source": study.source}
                yield {**said, "metrics": metrics, "constraints": constraints, "claims": study.claims is not None}
    elif sort == "tasks":
        yield from _tasks(task)
    elif sort == "forms":
        yield from _forms(task)
    elif sort == "metrics":
        listed = registry.metrics() if task is None else registry.metrics_of(task)
        yield from ({**metric.describe(), "also_called": registry.other_names.also_called(metric)} for metric in listed)
    else:
        own = [constraint for constraint in registry.constraints() if task in (None, constraint.task)]
        yield from ({**constraint.describe(), "question": constraint.question} for constraint in own)


def _table(sort: str, task: str | None) -> Table:
    """A table with a row for each entry."""
    from axiometrics import registry

    if sort == "claims":
        rows = []
        for entry in _claims():
            places = Counter(claim["source"] for claim in entry["claims"])
            counts = "; ".join(f"{place}: {count}" for place, count in places.items())
            rows.append((entry["name"], entry["source"], counts))
        return columns(rows, ("claims", 0.14), ("of", 0.4), ("claims by where", 0.4))
    if sort == "forms":
        rows = [(form["form"], form["calls"][0], ", ".join(form["tasks"])) for form in _forms(task)]
        return columns(rows, ("form", 0), ("call", 0.5), ("tasks", 0.28))
    if sort == "tasks":
        rows = []
        for entry in _tasks(task):
            worlds = "; ".join(f"{w['name']}: {w['default']}, {w['greatest']}" for w in entry["worlds"])
            asked_by = ["; ".join(entry[key]) for key in ("forms", "traits")]
            rows.append((entry["name"], entry["title"], *asked_by, worlds, *(entry[key] for key in _COUNTED)))
        return columns(
            rows,
            *(("task", 0), ("title", 0.12), ("forms", 0.12), ("traits", 0.12)),
            *(("worlds: documents unless told, at most", 0.2), ("metrics", 0), ("constraints", 0)),
        )
    declared = [
        (c.name, ", ".join(reading.name for reading in c.readings), c.statement, c.source)
        for c in registry.constraints()
        if task in (None, c.task)
    ]
    return columns(declared, ("constraint", 0.22), ("readings", 0.16), ("statement", 0.3), ("source", 0.2))


def _forms(task: str | None) -> Iterator[dict[str, Any]]:
    """The forms in which functions are called: each with its calls in words and its tasks."""
    from axiometrics.registry.tasks import called_by, signatures

    calls: dict[str, list[str]] = {}
    tasks: dict[str, list[str]] = {}
    for signature in signatures().values():
        own = signature.public or signature.name
        for name, call in ((own, signature.call), *((form.public or own, form.call) for form in signature.forms)):
            calls.setdefault(name, []).append(call if "f(" in call else f"f(gold, output), {call}")
            tasks.setdefault(name, []).extend(called_by(signature.name))
    for name, every in calls.items():
        of = list(dict.fromkeys(tasks[name]))
        if task is None or task in of:
            yield {"form": name, "calls": list(dict.fromkeys(every)), "tasks": of}


def _metrics_sections(task: str | None) -> Iterator[Section]:
    """The sections of metrics, one for each task."""
    from axiometrics import registry
    from axiometrics.registry.other_names import also_called

    for of in registry.tasks.names():
        rows = [
            (
                m.id,
                m.display,
                _short(name for of in also_called(m).values() for name in of),
                "; ".join([m.family, m.source, *(f"{p.name}: {p.meaning}" for p in m.parameters)]),
            )
            for m in (registry.metrics() if task is None else registry.metrics_of(of))
            if task is not None or m.task == of
        ]
        if rows and task in (None, of):
            shares = ("metric", 0.22), ("notation", 0.16), ("also called", 0.24), ("family, source, parameters", 0.28)
            yield Section(of, [columns(rows, *shares)])


LONGEST = 32
"""The most characters of other names in a table, so that a narrow terminal has room for the column. `explain METRIC`
shows all names.
"""


def _short(other_names: Iterable[str]) -> str:
    """Names in one cell of a table, each spelling once."""
    from axiometrics.core.names import plain

    return ", ".join({plain(name): name for name in other_names if len(name) <= LONGEST}.values())


def _study_sections(task: str | None) -> Iterator[Section]:
    """The sections of studies, one for each study."""
    for entry in _described("studies", task):
        named = "\n".join(f"{c['constraint']}: {', '.join(c['readings'])}" for c in entry["constraints"])
        facts = [("title", entry["title"]), ("source", entry["source"]), ("metrics", ", ".join(entry["metrics"]))]
        yield Section(entry["name"], [Facts([*facts, ("constraints", named)])])


def columns(rows: Sequence[Sequence[Any]], *columns: tuple[str, float]) -> Table:
    """A table with these headings, each with the share of the width that its column has."""
    return Table(tuple(Column(heading, share=share) for heading, share in columns), rows)


def _tasks(named: str | None) -> Iterator[dict[str, Any]]:
    """The tasks, with the numbers of their metrics and constraints."""
    from axiometrics import registry

    constraints = Counter(constraint.task for constraint in registry.constraints())
    for task in registry.tasks.tasks():
        if named in (None, task.name):
            yield {
                "name": task.name,
                "title": task.title,
                "forms": [form["form"] for form in _forms(task.name)],
                "signatures": [signature.name for signature in task.signatures],
                "traits": [trait.name for trait in task.traits],
                "worlds": [{"name": w.name, "default": w.default, "greatest": w.greatest} for w in task.worlds],
                "metrics": len(registry.metrics_of(task.name)),
                "constraints": constraints[task.name],
            }


def _claims() -> Iterator[dict[str, Any]]:
    """The claims files of the package, with the statement of each claim."""
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
                "completed": claim.completed,
                "published": claim.published,
            }
            for claim in claims_of(document)
        ]
        yield {"name": name, "source": document.get("source", ""), "claims": claims}


def _speaking(name: str, task: str | None) -> list[Constraint]:
    """The constraints of that name that have a vocabulary. Raises `UnknownNameError` where none has one."""
    from axiometrics import registry

    meant = [constraint for constraint in registry.match_constraints(name) if task in (None, constraint.task)]
    speaking = [constraint for constraint in meant if constraint.vocabulary]
    if not speaking:
        having = ", ".join(constraint.name for constraint in registry.constraints() if constraint.vocabulary)
        raise UnknownNameError(
            f"{', '.join(constraint.name for constraint in meant) or f'{name!r} (of {task})'} has no vocabulary, "
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


def quantities_page(name: str, task: str | None = None) -> Page:
    """The quantities of a constraint, and its facts with the readings in which they hold."""
    sections = []
    for constraint in _speaking(name, task):
        vocabulary = _vocabulary(constraint)
        readings = [reading.name for reading in constraint.readings]
        quantities = [
            (name, "whole number" if quantity.whole else "number", quantity.means)
            for name, quantity in vocabulary.quantities.items()
        ]
        facts_by_reading = {reading: vocabulary.facts_of(reading) for reading in readings}
        within = [
            (fact, [reading for reading in readings if fact in facts_by_reading[reading]]) for fact in vocabulary.facts
        ]
        facts = [
            (fact.text, str(fact.mark), "all" if own == readings else ", ".join(own), _why(fact))
            for fact, own in within
            if own  # constraints may share a vocabulary, with facts of readings that only one of them has
        ]
        tables = [
            columns(quantities, ("quantity", 0.1), ("is a", 0.12), ("meaning", 0.6)),
            columns(facts, ("fact", 0.32), ("mark", 0.1), ("readings", 0.12), ("why it holds", 0.4)),
        ]
        if vocabulary.outputs:
            outputs = [(name, made.means) for name, made in vocabulary.outputs.items()]
            tables.append(columns(outputs, ("output", 0.25), ("meaning", 0.6)))
        sections.append(Section(f"{constraint.name}, readings {', '.join(readings)}", tables))
    return Page("", sections, "", lambda: {"quantities": list(_vocabularies(name, task))})


def _vocabulary(constraint: Constraint) -> Vocabulary:
    from axiometrics.core.vocabulary import vocabulary_of

    vocabulary = vocabulary_of(constraint)
    assert vocabulary is not None
    return vocabulary


def _each(fact: Fact) -> str | None:
    """The statement about each term of a sum that the kernel checks, for a fact about the sum."""
    return None if fact.each is None else str(fact.each["steps"][-1]["claim"])


def _why(fact: Fact) -> str:
    """The reason why a fact holds; the cases to which the fact applies, where a reading makes several demands; and the
    statement about each term that the kernel checks.
    """
    where = f" (in cases that demand {' or '.join(fact.demands)})" if fact.demands else ""
    each = "" if fact.each is None else f". Of each term the kernel checks {_each(fact)}"
    return f"{fact.why}{where}{each}"
