"""Tell the meaning of lists, sets and dictionaries of a gold and its systems, from JSON or from Python.

One side alone does not tell what it means: `{"a": ["x", "y"]}` may be a query with its documents, a cluster with its
members, or a document with its labels, and `{"d1": 1}` a document with its grade or with its label. So all sides are
looked at together. If they fit several readings, the metrics that the user names decide, or the kind that the user
names. If nothing decides, the data are refused, and the message names the readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.evaluation.by_topic import by_name, grades, scores
from axiometrics.evaluation.choices import AS_THEY_ARE, LABELLED, DataChoices
from axiometrics.evaluation.files import first_repeated, shown
from axiometrics.evaluation.grades import finite
from axiometrics.evaluation.label_codes import is_missing, named
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.tables import GivenTable
from axiometrics.evaluation.trec import Qrels, Run

ID_LISTS, CLUSTERS, LABELS, QUERY = "id-lists", "cluster-sets", "labels", "qrels"
"""The readings, by their names in `--as`."""

IN_WORDS = {
    ID_LISTS: "for each query the ids of its documents",
    CLUSTERS: "for each cluster its members",
    LABELS: "for each item its label",
    QUERY: "for each document of one query its grade or score",
}
"""For each reading, what the data mean."""

ONE_QUERY = "query"
"""The name of the query, if the data do not name it."""


@dataclass(frozen=True)
class PlainSide:
    """The data of one side, whose meaning may depend on the other sides.

    Attributes
    ----------
    path : the file, or how messages call the object
    data : a dictionary or a list
    """

    path: str
    data: Any

    @cached_property
    def _types(self) -> set[type]:
        """The types of the values. A large dictionary has few of them, so that the values need not be looked at one by
        one.
        """
        return set(map(type, self.data.values() if isinstance(self.data, Mapping) else self.data))

    @cached_property
    def has_lists(self) -> bool:
        """Whether the values are lists or sets of ids. In a dictionary some of the values may be a single id."""
        if not isinstance(self.data, (Mapping, list, tuple)):
            return False
        listed = {of for of in self._types if issubclass(of, (list, tuple, Set))}
        alone = self._types - listed
        if not listed or any(map(is_container, alone)) or (alone and not isinstance(self.data, Mapping)):
            return False
        if self._types <= {tuple} and not isinstance(self.data, Mapping):
            return False  # rows, such as query, document and number
        values = self.data.values() if isinstance(self.data, Mapping) else self.data
        return not any(is_container(type(element)) for of in values if type(of) in listed for element in of)

    @cached_property
    def has_values(self) -> bool:
        """Whether the data are a dictionary whose values are labels or numbers."""
        return isinstance(self.data, Mapping) and bool(self.data) and not any(map(is_container, self._types))

    @cached_property
    def is_by_query(self) -> bool:
        """Whether the data are a dictionary of dictionaries, of which each holds plain values."""
        if not isinstance(self.data, Mapping) or not all(issubclass(of, Mapping) for of in self._types):
            return False
        inner = {of for values in self.data.values() for of in set(map(type, values.values()))}
        return bool(self.data) and not any(map(is_container, inner))

    @property
    def is_open(self) -> bool:
        """Whether the meaning of the data depends on the other side."""
        return self.has_lists or self.has_values

    @property
    def values(self) -> list[Any]:
        """The values of the dictionary or the list. Among lists of ids, a single id becomes a list."""
        values = list(self.data.values() if isinstance(self.data, Mapping) else self.data)
        return [of if is_container(type(of)) else [of] for of in values] if self.has_lists else values

    @property
    def keys(self) -> list[str]:
        """The names of the values. The values of a list are named by their places from 1 on."""
        if isinstance(self.data, Mapping):
            return list(by_name(self.path, "name", self.data))
        return list(map(str, range(1, len(self.data) + 1)))

    @property
    def rows(self) -> list[tuple[str, Any]]:
        """All ids in the lists, each with the name of its list."""
        return [(key, element) for key, of in zip(self.keys, self.values, strict=True) for element in of]

    @property
    def members(self) -> set[str]:
        """The set of all ids in the lists."""
        return {named(element) for of in self.values for element in of}

    @property
    def ordered(self) -> bool:
        """Whether each list has an order; a set does not have one."""
        return not any(isinstance(of, Set) for of in self.values)

    def judged(self) -> Qrels:
        """The data as judgements. An id in a list is relevant."""
        if self.is_by_query or not self.has_lists:
            return grades(self.path, self.data if self.is_by_query else {ONE_QUERY: self.data})
        return grades(self.path, {key: dict.fromkeys(of, 1) for key, of in zip(self.keys, self.values, strict=True)})

    def ranked(self) -> Run:
        """The data as a run. The ids in a list are ranked in its order."""
        if self.is_by_query or not self.has_lists:
            return scores(self.path, self.data if self.is_by_query else {ONE_QUERY: self.data})
        topics: dict[str, dict[Any, int]] = {}
        for key, of in zip(self.keys, self.values, strict=True):
            ids = list(of)
            if (again := first_repeated(ids)) is not None:
                twice = shown(named(ids[again]))
                raise FileError(f"{self.path}: query {shown(key)} lists {twice} twice: keep its first place")
            topics[key] = {name: len(ids) - i for i, name in enumerate(ids)}
        return scores(self.path, topics)

    def labels(self, reading: str = LABELS) -> Labels:
        """The data as labels. Plain values are the labels of their keys. With the reading `LABELS`, the ids in a list
        are labels of the name of the list; with another reading, the name of the list is the label of its ids.
        """
        if not self.has_lists:
            side_labels = Labels.of(self.path, list(self.data), self.data.values(), unit="place")
            return replace(side_labels, are_keys=set(map(type, self.data)) == {str})
        rows = self.rows if reading == LABELS else [(element, key) for key, element in self.rows]
        if not rows:
            raise FileError(f"{self.path} labels no item: give a label for each item")
        documents, labels = map(list, zip(*rows, strict=True))
        side_labels = Labels.of(self.path, documents, labels, unit="place")
        side_labels.demand_once()
        return side_labels

    def in_order_of(self, side: PlainSide) -> PlainSide:
        """The data in the order of a side that has the same documents; the data as they are if it has others. Here a
        label costs one look-up, and to match the names later would take twice as long.
        """
        if not (self.has_values and side.has_values and len(self.data) == len(side.data)):
            return self
        if list(self.data) == list(side.data):
            return self
        try:
            return PlainSide(self.path, dict(zip(side.data, map(self.data.__getitem__, side.data), strict=True)))
        except KeyError:
            return self

    def labels_beside(self, documents: Set[str]) -> Labels:
        """The data as labels, if another side has labels of these documents. If more of these documents are members of
        the lists than are their names, the lists are clusters.
        """
        are_members = self.has_lists and len(self.members & documents) > len(set(self.keys) & documents)
        return self.labels(CLUSTERS if are_members else LABELS)


def is_container(of: type) -> bool:
    """Whether a value of this type holds several values."""
    return issubclass(of, (Mapping, list, tuple, Set, np.ndarray)) and of is not type(np.ma.masked)


def plain_of_table(table: GivenTable) -> tuple[Any, Any] | None:
    """The relevant and the retrieved ids of each query, if cells of the table are lists of ids. An element is None if
    the table has no such column. None for any other table.
    """
    query = table.column("query", AS_THEY_ARE.columns)
    begin_with_lists = (name for name, cells in table.columns.items() if isinstance(next(iter(cells), None), list))
    listed = [name for name in begin_with_lists if all(isinstance(cell, list) for cell in table.cells(name))]
    if not listed or (query is None and len(listed) == len(table.columns)):
        return None
    if query is None:
        table.fail(None, "its rows hold lists of ids, and no column is the query: name one of the columns query")
    topics = [named(cell) for cell in table.cells(query)]
    sides: list[dict[str, Any] | None] = []
    for role in ("relevant", "retrieved"):
        column = table.column(role, AS_THEY_ARE.columns)
        column = column if column in listed else None
        if column is None and len(listed) == 1 and table.column(_OTHER[role], AS_THEY_ARE.columns) not in listed:
            column = listed[0]
        if column is None:
            sides.append(None)
            continue
        if (again := first_repeated(topics)) is not None:
            table.fail(again, f"query {shown(topics[again])} occurs twice: keep one row of each query")
        sides.append(dict(zip(topics, table.cells(column), strict=True)))
    return sides[0], sides[1]


_OTHER = {"relevant": "retrieved", "retrieved": "relevant"}


def reading_of(gold: PlainSide, systems: Sequence[PlainSide], choices: DataChoices = AS_THEY_ARE) -> str:
    """The only reading that fits all sides, the metrics and the choices of the user.

    >>> reading_of(PlainSide("gold", {"q1": ["a", "b"]}), [PlainSide("system", {"q1": ["b", "x"]})])
    'id-lists'

    Raises `FileError` where the sides do not fit each other, and where they fit several readings and nothing decides.
    """
    fitting = _fitting(gold, systems, choices)
    if choices.kind is None:
        if {CLUSTERS, LABELS} <= set(fitting):  # the same names on both sides are documents, if members have several
            fitting.remove(LABELS if all(map(_is_partition, (gold, *systems))) else CLUSTERS)
        if gold.has_lists and ID_LISTS in fitting and LABELS in fitting and not choices.tasks:
            fitting.remove(LABELS)  # documents with several labels are rare, and are read if a metric asks for them
    if not fitting:
        if gold.has_lists and not any(map(len, gold.values)):
            raise FileError(f"{gold.path} labels no item: give a label for each item")
        raise FileError(
            f"{gold.path} and {systems[0].path} do not hold the same kind of data: give both as {{query: {{document: "
            f"number}}}}, {{query: [ids]}}, {{item: label}} or lists of clusters, with the same names on both sides"
        )
    wanted = fitting
    if choices.kind is not None:
        wanted = [
            reading for reading in fitting if reading == choices.kind or (reading, choices.kind) == (ID_LISTS, QUERY)
        ]
    elif choices.tasks:
        ranked = any(task not in LABELLED for task in choices.tasks)
        wanted = [reading for reading in fitting if (ranked if reading in (ID_LISTS, QUERY) else choices.labelled)]
    if len(wanted) == 1:
        return wanted[0]
    if not wanted:
        by = f"--as {choices.kind}" if choices.kind else f"metrics of {' and '.join(sorted(choices.tasks))}"
        raise FileError(
            f"{gold.path} holds {' or '.join(IN_WORDS[reading] for reading in fitting)}, which does not fit {by}"
        )
    meant = "; ".join(f"{IN_WORDS[reading]} (--as {reading})" for reading in wanted)
    raise FileError(
        f"{gold.path} and {systems[0].path} can be read in {len(wanted)} ways: {meant}: say which, or name a metric by "
        f"-m that only one of them fits"
    )


def _fitting(gold: PlainSide, systems: Sequence[PlainSide], choices: DataChoices) -> list[str]:
    sides = [gold, *systems]
    fitting = []
    if all(side.has_values for side in sides):
        fitting = [QUERY, LABELS]
        numbers = all(_number(value) is not None for side in sides for value in side.values)
        if not numbers or any(isinstance(value, bool) for value in gold.values):
            fitting.remove(QUERY)
        elif choices.kind is None and not choices.tasks and _are_scores(systems):
            fitting.remove(LABELS)
        return fitting
    if all(side.has_lists or side.has_values for side in sides):
        named_alike = all(isinstance(side.data, Mapping) and set(side.keys) == set(gold.keys) for side in sides)
        fitting = [LABELS] if named_alike else []
    if not all(side.has_lists or side.is_by_query for side in sides):
        return fitting
    has_order = all(side.ordered or side.is_by_query for side in systems)
    if has_order and all(set(gold.keys) & set(side.keys) for side in systems):
        fitting.append(ID_LISTS)
    if all(side.has_lists for side in sides) and all(side.members == gold.members for side in systems):
        fitting.append(CLUSTERS)
    return fitting


def _is_partition(side: PlainSide) -> bool:
    return sum(map(len, side.values)) == len(side.members)


def _are_scores(systems: Sequence[PlainSide]) -> bool:
    """Whether the numbers of all systems look like scores: some are not whole, or all are different."""
    for side in systems:
        numbers = [_number(value) for value in side.values]
        if all(number == int(number) for number in numbers if number is not None) and (
            len(set(numbers)) < len(numbers) or len(numbers) == 1
        ):
            return False
    return True


def _number(value: Any) -> float | None:
    return None if isinstance(value, (str, bytes)) or is_missing(value) else finite(value)
