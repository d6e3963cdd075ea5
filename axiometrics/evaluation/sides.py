"""Read the gold and its systems together, because one side may tell what another side leaves open.

Files and objects of Python come here once each side has a form: pairs of ids, plain lists and dictionaries, labels,
judgements, or a run. A side that is judgements, a run or labels decides how plain sides are read. If all sides are
plain, `plain_data` finds the reading that fits all of them. Files that tell their content by themselves, such as those
of TREC, are not read together but one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from axiometrics.core.errors import FileError
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import FileKind
from axiometrics.evaluation import id_pairs
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.column_names import ANNOTATORS
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.forms import labels, plain_side
from axiometrics.evaluation.id_pairs import LINKS, PAIRS, IdPairs
from axiometrics.evaluation.kinds import are_of_run
from axiometrics.evaluation.labels import LOOKED_AT, Labels
from axiometrics.evaluation.plain_data import CLUSTERS, ID_LISTS, QUERY, PlainSide, plain_of_table, reading_of
from axiometrics.evaluation.tables import NUMPY, GivenTable, compared_labels, table_of
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.organizations import DECISIONS, QRELS

LINKS_AS_THEY_STAND = "pairs of ids, as they stand"
"""The words for links that are read as decisions."""

TWO_ANNOTATORS = "two annotators"
"""The words for two columns of annotators. The first annotator takes the place of the gold."""

HOW = {ID_LISTS: "lists of ids for each query", CLUSTERS: "lists of members for each cluster", QUERY: "one query"}
"""The words for data that were read by each of these readings."""

Side: TypeAlias = IdPairs | PlainSide | Labels | Qrels | Run | Source
"""The types of a side. A file whose reading is put off is a run."""


@dataclass(frozen=True)
class ReadTogether:
    """A gold and its systems after they were read.

    Attributes
    ----------
    kind : the kind of their content
    gold, systems : judgements and runs, or labels
    how : the way in which they were read, in words, if their kind does not tell it
    settled : whether it is settled that labels are clusters, or decisions
    """

    kind: FileKind
    gold: Qrels | Labels
    systems: tuple[Run | Source, ...] | tuple[Labels, ...]
    how: str = ""
    settled: bool = False


def together(gold: Side, systems: Sequence[Side], choices: DataChoices) -> ReadTogether:
    """Read the sides by what all of them tell. Raises `FileError` if they do not fit each other, and if nothing decides
    how they are read.
    """
    sides = [gold, *systems]
    pairs = [side for side in sides if isinstance(side, IdPairs)]
    if pairs:
        if (lacking := next((side for side in sides if not isinstance(side, IdPairs)), None)) is not None:
            raise FileError(
                f"{lacking.path}: {pairs[0].path} holds pairs of ids, and this side does not: give both alike"
            )
        return _pairs(pairs[0], pairs[1:], choices)
    plain = [side for side in sides if isinstance(side, PlainSide)]
    decided = [side for side in sides if not (isinstance(side, PlainSide) and side.is_open)]
    if not decided:
        lists = [side for side in plain if side.has_lists]
        documents = {key for side in plain if lists and side.has_values for key in side.keys}
        if lists and documents and all(side.members == documents for side in lists):
            return _labels([side.labels() if side.has_values else side for side in plain], choices)
        return _plain(plain[0], plain[1:], choices)
    first = decided[0]
    unlike = next((side for side in decided if isinstance(side, Labels) != isinstance(first, Labels)), None)
    if unlike is not None:
        first_form, other_form = ("labels" if isinstance(side, Labels) else "topics" for side in (first, unlike))
        raise FileError(f"{first.path} holds {first_form} and {unlike.path} {other_form}: give both in the same form")
    if isinstance(first, Labels):
        return _labels(sides, choices)
    judged = gold.judged() if isinstance(gold, PlainSide) else gold
    runs = tuple(side.ranked() if isinstance(side, PlainSide) else side for side in systems)
    how = HOW[ID_LISTS] if isinstance(gold, PlainSide) and gold.has_lists else ""
    return ReadTogether(QRELS, judged, runs, how)  # type: ignore[arg-type]


def _labels(sides: Sequence[Side], choices: DataChoices) -> ReadTogether:
    """Read sides of which some are labels. The other sides are plain data, and are read as labels, too; lists are read
    by the documents that the labels name.
    """
    read = [side for side in sides if isinstance(side, Labels)]
    documents = {name for side in read for name in side.names} if len(read) < len(sides) else set()
    gold, *systems = (side.labels_beside(documents) if isinstance(side, PlainSide) else side for side in sides)
    assert isinstance(gold, Labels)
    for system in systems:
        assert isinstance(system, Labels)
        if gold.documents is None and system.documents is None and gold.count != system.count:
            raise FileError(
                f"{gold.count} labels in the gold and {system.count} in the system: give one for each item, or "
                "{query: [ids]} where these are ids"
            )
    return ReadTogether(choices.label_kind, gold, tuple(systems))  # type: ignore[arg-type]


def _plain(gold: PlainSide, systems: Sequence[PlainSide], choices: DataChoices) -> ReadTogether:
    """Read lists and dictionaries by the one reading that fits all of them."""
    reading = reading_of(gold, systems, choices)
    how = HOW.get(reading, "")
    if reading in (ID_LISTS, QUERY):
        return ReadTogether(QRELS, gold.judged(), tuple(side.ranked() for side in systems), how)
    first, *others = (side.labels(reading) for side in (gold, *(system.in_order_of(gold) for system in systems)))
    return ReadTogether(choices.label_kind, first, tuple(others), how, settled=reading == CLUSTERS)


def _pairs(gold: IdPairs, systems: Sequence[IdPairs], choices: DataChoices) -> ReadTogether:
    """Read pairs by the reading that the user names, or else by the reading that fits the metrics. Raises `FileError`
    if nothing decides.
    """
    if not systems:
        raise FileError(f"{gold.path}: it holds pairs of ids, and no SYSTEM is given: name a second file")
    are_links = bool(choices.tasks) and DECIDED.issuperset(choices.tasks)
    is_open = not choices.tasks or (bool(DECIDED.intersection(choices.tasks)) and not are_links)
    if choices.kind not in (PAIRS, LINKS) and is_open:
        raise FileError(
            f"{gold.path} holds pairs of ids, which can be read in two ways: each pair is a decision, right or wrong "
            f"as it stands (--as {LINKS}); or pairs are closed to clusters, so that r1-r2 and r2-r3 imply r1-r3 (--as "
            f"{PAIRS}): say which"
        )
    if choices.kind == LINKS or (choices.kind is None and are_links):
        gold_labels, system_labels = id_pairs.links(gold, systems)
        return ReadTogether(DECISIONS, gold_labels, system_labels, LINKS_AS_THEY_STAND, settled=True)
    gold_labels, system_labels = id_pairs.closed_pairs(gold, systems)
    return ReadTogether(
        choices.label_kind, gold_labels, system_labels, "pairs of ids, closed to clusters", settled=True
    )


def read_together(
    source: Source, others: Sequence[Source], choices: DataChoices, progress: Progress = silent
) -> ReadTogether | None:
    """Read files whose gold shows its meaning only beside the systems, or holds both sides. None for other files."""
    if choices.columns.numbered or (source.content or b"").startswith(NUMPY):
        return None
    table = table_of(source, choices.columns)
    if table is not None and plain_of_table(table) is None and not _holds_pairs(table, choices):
        return _compared(source, table, others, choices)
    gold = _side(source, choices, gold=True)
    if isinstance(gold, PlainSide) and (gold.is_by_query or not gold.is_open):
        return None
    if not others:
        if table is None or isinstance(gold, IdPairs):
            return None if table is None else together(gold, (), choices)
        retrieved = _side(source, choices, gold=False)
        return together(gold, (retrieved,), choices)
    return together(gold, [_system(system, choices, progress) for system in others], choices)


def _system(source: Source, choices: DataChoices, progress: Progress) -> Side:
    """Read the file of a system. A run of TREC, which may be too large for the memory, stays a file."""
    first, pieces = source.begun(progress)
    lines = [line for line in first.splitlines()[:LOOKED_AT] if not line.lstrip().startswith(b"#")]
    begun = replace(source, pieces=pieces)
    if are_of_run([line.decode(errors="replace").split() for line in lines]):
        return source if Path(source.path).is_file() else begun
    return _side(begun.loaded(progress), choices, gold=False)


def _holds_pairs(table: GivenTable, choices: DataChoices) -> bool:
    return table.is_pairs and not choices.columns.roles and choices.kind in (None, PAIRS, LINKS)


def _side(source: Source, choices: DataChoices, gold: bool) -> Side:
    """Read a file whose content is in memory, for a gold that does not tell its reading by itself."""
    table = table_of(source, choices.columns)
    if table is None:
        side = plain_side(source)
        if gold or side.is_open or side.is_by_query:
            return side
        is_run = False
    elif (lists := plain_of_table(table)) is not None:
        if lists[not gold] is None:
            role = "relevant" if gold else "retrieved"
            raise FileError(f"{source.path}: no column holds the {role} ids of the queries: name one of them {role}")
        return PlainSide(source.path, lists[not gold])
    elif _holds_pairs(table, choices):
        return IdPairs.of_table(table)
    else:
        is_run = table.is_retrieval(choices.columns)
    return source if is_run else labels(source, choices.header, choices.kind is not None, choices.columns)


def _compared(source: Source, table: GivenTable, others: Sequence[Source], choices: DataChoices) -> ReadTogether | None:
    """Read the columns of one table, if it is the only file. None if the table does not hold both sides, or is only a
    table of labels beside other files. Raises `FileError` if it holds both sides and further files are given.
    """
    if not table.is_compared(choices.columns):
        return None
    if others:
        gold, system = (table.demand(side, choices.columns) for side in ("gold", "system"))
        if all(system.path != source.path for system in others) and (
            table.is_labels(choices.columns) and not {"gold", "system"} & choices.columns.roles.keys()
        ):
            return None
        raise FileError(
            f"{source.path}: it holds both sides, {gold} and {system}, in two columns: leave SYSTEM out, and say "
            f"--columns gold={gold},system={system} if these are the columns"
        )
    (gold, gold_labels), *systems = compared_labels(table, choices.columns).items()
    names = ", ".join(name for name, _ in systems)
    how = f"gold in column {gold}, {'system in column' if len(systems) == 1 else 'systems in columns'} {names}"
    if len(systems) == 1 and all(name.lower() in of for name, of in zip((gold, names), ANNOTATORS, strict=True)):
        how = f"{TWO_ANNOTATORS}, in the columns {gold} and {names}"
    return ReadTogether(choices.label_kind, gold_labels, tuple(labels for _, labels in systems), how)
