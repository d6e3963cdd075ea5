"""Recognise objects of Python that hold golds and systems: label arrays, dictionaries, frames, tuples of ir_measures,
pairs of ids, objects of ranx.

The shape of an object tells what it is, so that no library has to be imported to recognise its objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import FileError
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.id_pairs import IdPairs
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.plain_data import ONE_QUERY, PlainSide, is_container, plain_of_table
from axiometrics.evaluation.tables import GivenTable, labels_of, qrels_of, run_of, table_of_records
from axiometrics.evaluation.trec import Qrels, Run

Held: TypeAlias = IdPairs | PlainSide | Labels | Qrels | Run | npt.NDArray[Any]


def held(value: Any, path: str, gold: bool = False) -> Held:
    """Convert the object of a gold or a system into a side of an evaluation, as far as the object alone tells what it
    is. Error messages call it by `path`. A matrix stays as it is. Raises `FileError` for an object of an unknown form.
    """
    if isinstance(value, (Labels, Qrels, PlainSide, IdPairs)):
        return value
    table = _frame(value, path)
    if table is not None:
        return _of_table(table, gold)
    if type(value).__module__.partition(".")[0] == "ranx":
        value = value.to_dict()
    if isinstance(value, Mapping):
        if gold and not value:
            raise FileError(f"{path} judges no document: give {{query: {{document: grade}}}}, or a label for each item")
        return PlainSide(path, value or {"query": {}})
    if isinstance(value, np.ma.MaskedArray):
        _demand_unmasked(value, path)
        value = value.data
    if isinstance(value, Set) and not all(isinstance(element, tuple) for element in value):
        raise FileError(
            f"{path} is {shown(type(value).__name__)}, in which labels have no order: give a list with one label "
            f"for each item"
        )
    if isinstance(value, str | Path):
        raise FileError(
            f"{path} is {shown(type(value).__name__)}: to score files, use ax.evaluate(gold=..., systems=[...]); "
            f"ax.Organization.parse(text) makes an organization"
        )
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        rows = value if isinstance(value, (np.ndarray, list, tuple)) or hasattr(value, "__array__") else list(value)
        if (side := _of_rows(rows, path, gold)) is not None:
            return side
    raise FileError(
        f"{path} is {shown(type(value).__name__)}: expected an organization (ax.Organization(levels)), "
        f"labels (one for each item), {{query: {{document: number}}}}, a frame with named columns, "
        f"tuples of query, document and number, pairs of ids, or Qrels and Run of ranx"
    )


def as_one_query(gold: Any, systems: Mapping[str, Any], choices: DataChoices) -> tuple[Any, Mapping[str, Any]]:
    """The sides as lists of ids of one query, if the metrics are of rankings and either the gold is a set or all sides
    are lists of texts. Lists of numbers stay as they are, because they may be grades and scores.
    """
    of_texts = all(
        isinstance(side, list | tuple) and set(map(type, side)) == {str} for side in (gold, *systems.values())
    )
    is_set = isinstance(gold, Set) and not any(isinstance(element, tuple) for element in gold)
    if choices.labelled is not False or not (of_texts or is_set):
        return gold, systems
    return {ONE_QUERY: gold}, {name: {ONE_QUERY: side} for name, side in systems.items()}


def read_gold(gold: Any) -> Any:
    """Read a gold that will be scored with several systems, so that it is read once. A gold whose meaning depends on
    the systems stays open.
    """
    side = held(gold, "the gold", gold=True)
    return side.judged() if isinstance(side, PlainSide) and side.is_by_query else side


def _of_rows(rows: Any, path: str, gold: bool) -> Held | None:
    """Convert rows, lists of ids, labels, or a matrix. None for any other object."""
    if isinstance(rows, Sequence) and len(rows) and isinstance(rows[0], tuple):
        return _of_table(_table_of_tuples(rows, path, gold), gold)
    if isinstance(rows, list) and rows and isinstance(rows[0], dict):
        return _of_table(table_of_records(path, rows), gold)
    if isinstance(rows, list | tuple) and (side := PlainSide(path, rows)).has_lists:
        return side
    if isinstance(rows, list | tuple) and any(map(is_container, set(map(type, rows)))):
        return None
    column = rows if isinstance(rows, list | tuple) else np.asarray(rows)
    if isinstance(column, np.ndarray) and column.ndim == 2 and column.size and column.dtype.kind in "iuf":
        return column
    if not len(column):
        raise FileError(f"{path} is empty: give one label for each item")
    if isinstance(column, np.ndarray) and (column.ndim != 1 or column.dtype.kind not in "iufbUSO"):
        return None
    return Labels.of(path, None, column, unit="place")


def _of_table(table: GivenTable, gold: bool) -> Held:
    if (lists := plain_of_table(table)) is not None and lists[not gold] is not None:
        return PlainSide(table.path, lists[not gold])
    if table.is_pairs:
        return IdPairs.of_table(table)
    if table.is_labels() and not table.is_retrieval():
        return labels_of(table)
    return qrels_of(table) if gold else run_of(table)


def _frame(value: Any, path: str) -> GivenTable | None:
    """The columns of a frame of pandas, polars (a lazy frame is collected) or pyarrow. None for any other object."""
    if hasattr(value, "column_names") and hasattr(value, "to_pydict"):
        return GivenTable(path, dict(zip(value.column_names, value.columns, strict=True)), frame=True)
    if hasattr(value, "collect_schema") and hasattr(value, "collect"):
        value = value.collect()
    columns = getattr(value, "columns", None)
    if columns is None or not hasattr(value, "shape"):
        return None
    return GivenTable(path, {str(column): value[column] for column in columns}, frame=True)


def _table_of_tuples(rows: Sequence[Any], path: str, gold: bool) -> GivenTable:
    """The table of tuples of query, document and number, with the field names of ir_measures or without names. Tuples
    of two values are pairs of ids.
    """
    fields = ("query_id", "doc_id", "relevance" if gold else "score")
    if all(hasattr(rows[0], field) for field in fields):
        rows = [tuple(getattr(row, field) for field in fields) for row in rows]
    names = ("left", "right") if all(len(row) == 2 for row in rows) else fields
    for i, row in enumerate(rows, 1):
        if len(row) < len(names):
            raise FileError(f"{path}, row {i}: {len(row)} values, expected query, document and number")
    return GivenTable(path, {name: [row[k] for row in rows] for k, name in enumerate(names)}, frame=True)


def _demand_unmasked(value: npt.NDArray[Any], path: str) -> None:
    """Raise `FileError` if a value of a numpy array is masked, because a masked value is neither a label nor a
    number.
    """
    masked = np.argwhere(np.ma.getmaskarray(value))
    if len(masked):
        place = ", ".join(str(k + 1) for k in masked[0])
        missing = "no label" if value.ndim == 1 else "no number"
        raise FileError(f"{path} has {missing} in place {place}, which is masked: give one, or leave it out")


def demand_one_order(gold: Any, system: Any) -> None:
    """Raise `FileError` if two series of pandas have the same index in different orders. Labels are compared by their
    places, but the user of a series means the index.
    """
    if not all(hasattr(side, "to_frame") and hasattr(side, "index") for side in (gold, system)):
        return
    gold_index, system_index = gold.index, system.index
    if (
        len(gold_index) == len(system_index)
        and not gold_index.equals(system_index)
        and set(gold_index) == set(system_index)
    ):
        raise FileError(
            "the index of the gold and that of the system hold the same names in different orders: give both sides as "
            "series.to_dict(), to compare labels by name, or as series.to_numpy(), to compare them by place"
        )
