"""Files whose reading shows only when the gold and all systems are looked at together.

These are one table with a column for each side, pairs of ids, and JSON of lists and dictionaries. All other files say
by themselves what they hold, and runs among them are read one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from axiometrics.core.errors import FileError
from axiometrics.core.task import FileKind
from axiometrics.evaluation import id_pairs
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import Progress, Source, silent
from axiometrics.evaluation.forms import json_of, labels_of_sides
from axiometrics.evaluation.id_pairs import LINKS, PAIRS, IdPairs
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.parquet import PARQUET
from axiometrics.evaluation.plain_data import (
    CLUSTERS,
    ID_LISTS,
    QUERY,
    PlainSide,
    is_plain,
    plain_of_table,
    read_plain,
)
from axiometrics.evaluation.tables import NUMPY, GivenTable, compared_labels, table_of
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.tasks.filtering import TASK as FILTERING
from axiometrics.tasks.organizations import DECISIONS, QRELS
from axiometrics.tasks.organizations import LABELS as CLASSES

LINKS_AS_THEY_STAND = "pairs of ids, as they stand"
"""How links are read."""


@dataclass(frozen=True)
class ReadTogether:
    """What was read of a gold and its systems.

    Attributes
    ----------
    kind : what they hold
    gold, systems : judgements and runs, or labels
    how : how they were read, in words, where their kind does not say it
    settled : whether it is settled that labels are clusters, or decisions
    """

    kind: FileKind
    gold: Qrels | Labels
    systems: tuple[Run, ...] | tuple[Labels, ...]
    how: str = ""
    settled: bool = False


def read_together(
    source: Source, others: Sequence[Source], choices: DataChoices, progress: Progress = silent
) -> ReadTogether | None:
    """What the files hold; None for files that say by themselves what they hold."""
    content = source.content or b""
    if content.startswith(NUMPY) or choices.columns.numbered:
        return None
    if not content.startswith(PARQUET) and not source.text().strip():
        return None
    table = table_of(source, choices.columns)
    if table is None:
        data = None if content.startswith(PARQUET) else json_of(source)
        side = PlainSide(source.path, data)
        if is_plain(data) or (side.is_by_query and others and all(map(_begins_as_json, others))):
            return _plain(source, side, others, choices, progress)
        return None
    if (lists := plain_of_table(table)) is not None:
        return _listed(source, lists, others, choices, progress)
    if table.is_pairs and not choices.columns.roles and choices.kind in (None, PAIRS, LINKS):
        return _pairs(IdPairs.of_table(table), [_pair_table(other, choices, progress) for other in others], choices)
    return _compared(source, table, others, choices)


def _compared(source: Source, table: GivenTable, others: Sequence[Source], choices: DataChoices) -> ReadTogether | None:
    """The two columns of one table, if it is the only file; a table that is given twice is refused."""
    if not table.is_compared(choices.columns):
        return None
    gold, system = (table.demand(side, choices.columns) for side in ("gold", "system"))
    if others:
        if all(other.path != source.path for other in others) and (
            table.is_labels(choices.columns) and not {"gold", "system"} & choices.columns.roles.keys()
        ):
            return None
        raise FileError(
            f"{source.path}: it holds both sides, {gold} and {system}, in two columns: leave SYSTEM out, and say "
            f"--columns gold={gold},system={system} if these are the columns"
        )
    here, there = compared_labels(table, choices.columns)
    return ReadTogether(choices.label_kind, here, (there,), f"gold in column {gold}, system in column {system}")


def _plain(
    source: Source, gold: PlainSide, others: Sequence[Source], choices: DataChoices, progress: Progress
) -> ReadTogether | None:
    """JSON of lists or dictionaries; None where a system is no such JSON, so that the gold alone has to say it."""
    loaded = [other.loaded(progress) for other in others]
    sides = []
    for other in loaded:
        begins = (other.content or b"").lstrip()[:1] in (b"{", b"[")
        side = PlainSide(other.path, json_of(other) if begins else None)
        if not (is_plain(side.data) or side.is_by_query):
            if not gold.has_values:
                return None
            here, *there = labels_of_sides((source, *loaded), choices)  # beside labels the values can only be labels
            return ReadTogether(choices.label_kind, here, tuple(there))
        sides.append(side)
    if not sides or all(side.is_by_query for side in (gold, *sides)):
        return None
    return read_sides(gold, sides, choices)


def _begins_as_json(other: Source) -> bool:
    """Whether a file, which can be read twice, begins as JSON does."""
    return Path(other.path).is_file() and other.begun()[0].lstrip().startswith(b"{")


def _listed(
    source: Source,
    lists: tuple[object, object],
    others: Sequence[Source],
    choices: DataChoices,
    progress: Progress,
) -> ReadTogether:
    """Tables whose cells are lists of ids: both sides in one, or a table for each."""
    relevant, retrieved = lists
    if relevant is None:
        raise FileError(f"{source.path}: no column holds the relevant ids of the queries: name one of them relevant")
    gold = PlainSide(source.path, relevant)
    if not others:
        if retrieved is None:
            raise FileError(f"{source.path}: no column holds the retrieved ids: name it retrieved, or give a SYSTEM")
        return read_sides(gold, [PlainSide(source.path, retrieved)], choices)
    sides = []
    for other in others:
        loaded = other.loaded(progress)
        table = table_of(loaded)
        of = plain_of_table(table) if table is not None else None
        data = json_of(loaded) if of is None else of[1]
        if not is_plain(data):
            raise FileError(f"{other.path}: the gold holds lists of ids, and this file does not: give both alike")
        sides.append(PlainSide(other.path, data))
    return read_sides(gold, sides, choices)


def read_sides(gold: PlainSide, systems: Sequence[PlainSide], choices: DataChoices) -> ReadTogether:
    """Lists and dictionaries of a gold and its systems. Raises `FileError` as `read_plain` does."""
    sides = read_plain(gold, systems, choices)
    how = HOW.get(sides.reading, "")
    if isinstance(sides.gold, Qrels):
        return ReadTogether(QRELS, sides.gold, sides.systems, how)
    return ReadTogether(choices.label_kind, sides.gold, sides.systems, how, settled=sides.reading == CLUSTERS)


HOW = {ID_LISTS: "lists of ids for each query", CLUSTERS: "lists of members for each cluster", QUERY: "one query"}
"""What is said of data that were read by these readings."""


def _pair_table(other: Source, choices: DataChoices, progress: Progress) -> IdPairs:
    table = table_of(other.loaded(progress))
    if table is None or not table.is_pairs:
        raise FileError(f"{other.path}: the gold holds pairs of ids, and this file does not: give both alike")
    return IdPairs.of_table(table)


def _pairs(gold: IdPairs, systems: Sequence[IdPairs], choices: DataChoices) -> ReadTogether:
    """Pairs by the reading that the user names, or that fits the metrics. Raises `FileError` where nothing decides."""
    if not systems:
        raise FileError(f"{gold.path}: it holds pairs of ids, and no SYSTEM is given: name a second file")
    links = bool(choices.tasks) and set(choices.tasks) == {FILTERING.name}
    if choices.kind not in (PAIRS, LINKS) and (not choices.tasks or (not links and FILTERING.name in choices.tasks)):
        raise FileError(
            f"{gold.path} holds pairs of ids, which can be read in two ways: each pair is a decision, right or wrong "
            f"as it stands (--as {LINKS}); or pairs are closed to clusters, so that r1-r2 and r2-r3 imply r1-r3 (--as "
            f"{PAIRS}): say which"
        )
    if choices.kind == LINKS or (choices.kind is None and links):
        here, there = id_pairs.links(gold, systems)
        return ReadTogether(DECISIONS, here, there, LINKS_AS_THEY_STAND, settled=True)
    here, there = id_pairs.closed_pairs(gold, systems)
    return ReadTogether(CLASSES, here, there, "pairs of ids, closed to clusters", settled=True)
