"""Read files in other forms than those of TREC and label files: tables, JSON of ranx and of labels, arrays of numpy,
coreference keys.

The caller of a function says what the file holds (judgements, a run, labels); the function tells the form of the file
by its content.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.core.progress import Progress, silent
from axiometrics.core.task import FileKind
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import Source, in_memory, shown
from axiometrics.evaluation.grades import finite
from axiometrics.evaluation.labels import Labels, is_label, read_labels
from axiometrics.evaluation.parquet import PARQUET
from axiometrics.evaluation.plain_data import PlainSide, plain_of_table
from axiometrics.evaluation.tables import (
    NOTHING_SAID,
    NUMPY,
    GivenTable,
    TableColumns,
    json_of,
    labels_of,
    qrels_of,
    run_of,
    table_of,
)
from axiometrics.evaluation.trec import QRELS as TREC_QRELS
from axiometrics.evaluation.trec import RUN as TREC_RUN
from axiometrics.evaluation.trec import Layout, Qrels, Run, read_qrels, read_run
from axiometrics.tasks.organizations import LABELS, QRELS

_COREFERENCE = re.compile(r"#begin document\b")
_MARKS = re.compile(r"\(\d+\)|\(\d+|\d+\)")


def kind_by_form(source: Source, said: TableColumns = NOTHING_SAID) -> FileKind | None:
    """The kind of a gold, if the form of its file tells the kind. None for other files, such as plain text, whose lines
    have to tell it.

    Raises `FileError` if the form is known and its content is not.
    """
    content = source.loaded().content or b""
    if content.startswith(NUMPY):
        return LABELS
    said = _meant(source, content, said, TREC_QRELS, "grade")
    table = table_of(source, said)
    if table is not None:
        if table.is_retrieval(said):
            return QRELS
        if table.is_labels(said):
            return LABELS
        if content.startswith(PARQUET) or source.text().lstrip().startswith("{"):
            table.demand("query", said)
        return None
    if _COREFERENCE.match(source.text().lstrip()):
        return LABELS
    data = json_of(source)
    if isinstance(data, list) and data and all(map(is_label, data)):
        return LABELS
    return QRELS if PlainSide(source.path, data).is_by_query else None


@in_memory
def judgements(source: Source, said: TableColumns = NOTHING_SAID, progress: Progress = silent) -> Qrels:
    """Read judgements in any form. Raises `FileError` in the same cases as `read_qrels`."""
    held, said = _opened(source, said, progress, TREC_QRELS, "grade")
    if isinstance(held, GivenTable):
        return qrels_of(held, said)
    return held.judged() if isinstance(held, PlainSide) else read_qrels(held, progress)


def system_run(
    source: Source | Run, said: TableColumns = NOTHING_SAID, progress: Progress = silent, drop_self: bool = False
) -> Run:
    """The run of a system, from memory or from a file in any of the known forms. `drop_self` drops documents that have
    the id of their topic. Raises `FileError` in the same cases as `read_run`.
    """
    run = source if isinstance(source, Run) else _run(source, said, progress)
    return run.without_own_ids() if drop_self else run


@in_memory
def _run(source: Source, said: TableColumns, progress: Progress) -> Run:
    held, said = _opened(source, said, progress, TREC_RUN, "score", "rank")
    if isinstance(held, GivenTable):
        return run_of(held, said)
    return held.ranked() if isinstance(held, PlainSide) else read_run(held, progress)


@in_memory
def labels(source: Source, header: str = "auto", are_labels: bool = False, said: TableColumns = NOTHING_SAID) -> Labels:
    """Read labels in any form. Raises `FileError` in the same cases as `read_labels`."""
    content = source.loaded().content or b""
    if content.startswith(NUMPY):
        return Labels.of(source.path, None, _array(source.path, content), unit="place")
    table = table_of(source, said)
    if table is not None and table.is_labels(said):
        return labels_of(table, said, header)
    text = source.text()
    if _COREFERENCE.match(text.lstrip()):
        return _coreference(source, text)
    data = json_of(source)
    if isinstance(data, list):
        return Labels.of(source.path, None, data, unit="place")
    side = PlainSide(source.path, data)
    return side.labels() if side.has_values else read_labels(source, header, are_labels)


def labels_of_sides(sources: Iterable[Source], choices: DataChoices, progress: Progress = silent) -> list[Labels]:
    """Read the labels in the files of all sides, by the choices of the user. Lists in JSON are read last: their meaning
    depends on the documents of the other files.
    """
    are_labels, read, lists = choices.kind is not None, dict[int, Labels](), dict[int, PlainSide]()
    for i, source in enumerate(sources):
        loaded = source.loaded(progress)
        if (side := plain_side(loaded)).has_lists:
            lists[i] = side
        else:
            read[i] = labels(loaded, choices.header, are_labels, choices.columns)
    documents = {name for of in read.values() for name in of.names} if lists else set()
    both = {**read, **{i: side.labels_beside(documents) for i, side in lists.items()}}
    return [both[i] for i in sorted(both)]


def plain_side(source: Source) -> PlainSide:
    """The JSON data of a file whose content has been read. The data are None if the file does not hold JSON."""
    packed = (source.content or b"").startswith((PARQUET, NUMPY))
    return PlainSide(source.path, None if packed else json_of(source))


def _opened(
    source: Source, said: TableColumns, progress: Progress, layout: Layout, *numbers: str
) -> tuple[Source | GivenTable | PlainSide, TableColumns]:
    """Open a file and tell its form. Returns the file itself if it holds lines of TREC, which may be too many for the
    memory; else the table or the JSON data in it. The second value is what the user says about the columns of this
    file.
    """
    first, pieces = source.begun(progress)
    start = first.lstrip()
    said = _meant(source, first, said, layout, *numbers)
    if not start.startswith((b"{", b"[", PARQUET, NUMPY)) and not said.roles and not _has_header(source, first):
        return replace(source, pieces=pieces), said
    loaded = replace(source, pieces=pieces).loaded()
    if start.startswith(NUMPY):
        source.fail(None, "an array of numpy, which holds labels: judgements and runs need topics and documents")
    table = table_of(loaded, said)
    lists = None if table is None else plain_of_table(table)
    if table is not None and lists is None:
        return table, said
    side = plain_side(loaded) if lists is None else PlainSide(source.path, lists[layout is TREC_RUN])
    if side.data is None:
        return loaded, said
    if not (side.is_by_query or (side.has_lists and isinstance(side.data, dict))):
        source.fail(
            None,
            'JSON that is neither {"topic": {"document": number}}, {"topic": [documents]} nor one object a line: write '
            "one of them",
        )
    return side, said


def _meant(source: Source, first: bytes, said: TableColumns, layout: Layout, *numbers: str) -> TableColumns:
    """The user's choice of columns, if it applies to this file. Numbers of columns are given for both sides, and one
    side may have another form. They do not apply to a table whose header is known. They apply to lines of TREC only if
    they name the column of the number.
    """
    if not said.numbered or "query" not in said.roles:
        return said
    lines = (line.split() for line in first.splitlines() if not line.lstrip().startswith(b"#"))
    words = next(filter(None, lines), [])
    trec = len(words) >= len(layout.columns) and finite(words[layout.number].decode(errors="replace")) is not None
    if (trec and not said.roles.keys() & set(numbers)) or _has_header(source, first):
        return NOTHING_SAID
    return said


def _has_header(source: Source, first: bytes) -> bool:
    """Whether the first line names the columns of a table of topics and documents."""
    line = next((line for line in first.splitlines() if line.strip()), b"")
    if not line or b"\0" in line or not line.removeprefix(b"\xef\xbb\xbf").isascii():
        return False
    table = table_of(replace(source, content=line + b"\n", kept={}))
    return table is not None and table.is_retrieval()


def _array(path: str, content: bytes) -> list[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy warns of headers in an old form, but reads them
            array = np.load(BytesIO(content), allow_pickle=False)
        # texts of length 0 take no place in the file, so that there may be any number of them
        items = array.tolist() if array.ndim == 1 and array.size <= len(content) else []
    except Exception as error:  # numpy has Python parse the header, which raises errors of several modules
        cure = "save it by numpy.save, as numbers or texts (labels.astype(str)) and not as objects of Python"
        raise FileError(f"{path}: the array cannot be read ({' '.join(str(error).split())}): {cure}") from None
    if array.ndim != 1:
        raise FileError(f"{path}: an array of shape {array.shape}: labels are one dimension, one for each item")
    if array.size > len(content):
        raise FileError(f"{path}: an array of {array.size} empty places: give a label for each item")
    return list(items)


def _coreference(source: Source, text: str) -> Labels:
    """Read the mentions of a CoNLL key, each as a document in the cluster of its chain. `(3` begins a mention of chain
    3, `3)` ends the mention of chain 3 that was begun last, `(3)` is a mention of one word. A mention is named by its
    document and part, and by the numbers of its first and last word.
    """
    rows: list[tuple[str, str, int]] = []
    document, word = "", 0
    begun: dict[str, list[int]] = {}
    for line, written in enumerate(text.splitlines(), 1):
        stripped = written.strip()
        if stripped.startswith("#begin document"):
            document, word, begun = stripped.removeprefix("#begin document").strip(), 0, {}
        elif stripped.startswith("#end document"):
            open_chains = [chain for chain, places in begun.items() if places]
            if open_chains:
                source.fail(line, f"chain {open_chains[0]} begins a mention that does not end: write {open_chains[0]})")
        elif stripped and not stripped.startswith("#"):
            column = stripped.split()[-1]
            if column not in ("-", "_") and "".join(_MARKS.findall(column)) != column.replace("|", ""):
                source.fail(line, f"{shown(column)} is not a mark of coreference: write (3, 3), (3) or -, parted by |")
            for mark in _MARKS.findall(column):
                number = mark.strip("()")
                if mark.startswith("("):
                    begun.setdefault(number, []).append(word)
                if mark.endswith(")"):
                    if not begun.get(number):
                        source.fail(line, f"chain {number} ends a mention that does not begin: write ({number} before")
                    rows.append((f"{document} {begun[number].pop()}-{word}", f"{document} {number}", line))
            word += 1
    if not rows:
        source.fail(None, "a coreference key without mentions: write (3) in the last column for a mention of chain 3")
    return Labels.of(source.path, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
