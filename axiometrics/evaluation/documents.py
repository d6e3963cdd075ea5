"""Decide which documents of labels count. It treats documents without a label, documents that one side lacks, and
noise.

All sides of an evaluation are treated together, so that every system is scored on the same documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.decisions import plain_label
from axiometrics.evaluation.files import shown
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.scores import counted

MISSING = frozenset(
    (
        *("", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A"),
        *("NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
    )
)
"""The texts that stand for a missing label. pandas takes the same texts for missing values when it reads a table."""


@dataclass(frozen=True)
class CountedDocuments:
    """The labels of the documents that count, and sentences about the documents that were left out or changed.

    Attributes
    ----------
    gold, systems : the labels
    notes : for each rule that changed something, what it changed
    golds : the gold for each system, if documents are left out pairwise; else empty
    """

    gold: Labels
    systems: tuple[Labels, ...]
    notes: tuple[str, ...] = ()
    golds: tuple[Labels, ...] = ()


def counted_documents(gold: Labels, systems: Sequence[Labels], choices: DataChoices = AS_THEY_ARE) -> CountedDocuments:
    """The labels of the documents that count by the choices of the user.

    Raises `FileError` for a missing label, unless the user says what missing labels mean.
    """
    sides, notes = [gold, *systems], []
    if choices.missing == "pairwise":
        return _pairwise(gold, systems, choices)
    if choices.missing != "label":
        without = {name for side in sides for name in _unlabelled(side, choices.missing == "refuse")}
        if without:
            notes.append(f"{counted(len(without), 'item')} without a label left out")
            sides = [_without(side, without) for side in sides]
    if choices.documents != "same":
        names = [set(side.names) for side in sides]
        kept = names[0] if choices.documents == "gold" else set.intersection(*names)
        others = set.union(*names) - kept
        if not kept:
            raise FileError(f"{gold.path}: no item is on both sides: name the items alike")
        if others:
            where = "that the gold lacks" if choices.documents == "gold" else "that are not on both sides"
            notes.append(f"{counted(len(others), 'item')} {where} left out")
            sides = [_without(side, others) for side in sides]
    if choices.noise is not None:
        sides, note = _noise_handled(sides, choices)
        notes.append(note)
    return CountedDocuments(sides[0], tuple(sides[1:]), tuple(notes))


def _pairwise(gold: Labels, systems: Sequence[Labels], choices: DataChoices) -> CountedDocuments:
    """The labels of the documents that count, with a gold of its own for each system. A document is left out of a pair
    if the gold or the system gives it no label.
    """
    alone = replace(choices, missing="drop")
    each = [counted_documents(gold, [system], alone) for system in systems]
    notes = tuple(f"{pair.systems[0].path}: {note}" for pair in each for note in pair.notes)
    return CountedDocuments(
        _without(gold, set(_unlabelled(gold, False))),
        tuple(pair.systems[0] for pair in each),
        notes,
        tuple(pair.gold for pair in each),
    )


def _rows_labelled(side: Labels, labels: Sequence[str]) -> list[int]:
    """The rows that have one of these labels."""
    words = side.coded.texts
    codes = [code for code, word in enumerate(words) if word in labels]
    return np.flatnonzero(np.isin(side.coded.codes, codes)).tolist() if codes else []


def _unlabelled(side: Labels, refuse: bool) -> list[str]:
    """The documents whose label is missing. If `refuse`, raises `FileError` for the first one."""
    if side.coded.words.dtype.kind in "iub":
        return []
    rows = _rows_labelled(side, sorted(MISSING & set(side.coded.texts)))
    if not rows:
        return []
    names = side.names
    if refuse:
        label = side.coded.texts[side.coded.codes[rows[0]]]
        missing = f"the label {shown(label)}, which stands for a missing one" if label else "no label"
        more = f" (and {len(rows) - 1} more)" if len(rows) > 1 else ""
        raise FileError(
            f"{side.path}, {side.unit} {side.line(rows[0])}: item {shown(names[rows[0]])} has {missing}{more}: write "
            f"a label, or say --missing drop (in Python missing='drop') to leave such items out of all sides, "
            f"--missing pairwise to leave each out where it is missing, or --missing label if it is a label"
        )
    return [names[row] for row in rows]


def _without(side: Labels, names: set[str]) -> Labels:
    """The labels without those of the named documents. Raises `FileError` if no document is left."""
    kept = [row for row, name in enumerate(side.names) if name not in names]
    if len(kept) == side.count:
        return side
    if not kept:
        raise FileError(f"{side.path}: no item is left: every one of them is left out")
    return side.rows(kept)


def _noise_handled(sides: list[Labels], choices: DataChoices) -> tuple[list[Labels], str]:
    """The sides after noise was dropped or given a cluster for each document, and a sentence that says how many
    documents that are.
    """
    noise = plain_label(choices.noise or "")
    rows = [_rows_labelled(side, [word for word in side.coded.texts if plain_label(word) == noise]) for side in sides]
    if not any(rows):
        raise FileError(f"{sides[0].path}: no item on any side has the noise label {shown(choices.noise or '')}")
    names = {side.names[row] for side, of in zip(sides, rows, strict=True) for row in of}
    if choices.noise_items == "drop":
        return [_without(side, names) for side in sides], f"{counted(len(names), 'item')} of noise left out"
    return (
        [side.alone(of) if of else side for side, of in zip(sides, rows, strict=True)],
        f"{counted(len(names), 'item')} of noise, each a cluster of its own",
    )
