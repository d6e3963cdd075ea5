"""The choices of a user about the data: which kind they are of, which columns count, and which documents are left out.

If the content of the data decides such a question, the user need not say anything. If it does not, the readers refuse
the data, and the message names the choice to make.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from axiometrics.core.errors import ParameterError
from axiometrics.core.task import FileKind
from axiometrics.evaluation.files import UNPACKED
from axiometrics.evaluation.tables import NOTHING_SAID, TableColumns
from axiometrics.tasks.clustering import TASK as CLUSTERING
from axiometrics.tasks.filtering import DECIDED
from axiometrics.tasks.ordinal import TASK as ORDINAL
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.organizations import DECISIONS, LABELS, ORDERED

LABELLED = DECIDED | {CLUSTERING.name, MIXED.name, ORDINAL.name}
"""The tasks whose metrics score labels."""

KNOWN = {
    "header": ("auto", "yes", "no"),
    "documents": ("same", "both", "gold"),
    "missing": ("refuse", "drop", "pairwise", "label"),
    "noise_items": ("alone", "drop"),
}
"""The words that are allowed for each choice that takes one of a few words. The first word is the default."""


@dataclass(frozen=True)
class DataChoices:
    """The choices of a user, which hold for all files or objects of one evaluation.

    Attributes
    ----------
    kind : the kind of the gold; None if the content of the data decides
    columns : which columns of tables hold what
    header : whether label files begin with the names of their columns; `auto`: if they look like names
    positive : the label that means yes where labels are decisions
    noise, noise_items : the label of documents that belong to no cluster; each of them is a cluster `alone`, or these
        documents are left out (`drop`)
    documents : which documents of labels count: both sides must have the `same`, those that `both` sides have, or those
        of the `gold`
    missing : what a label that is empty, NA or null means: it is an error (`refuse`), its document is left out
        of all sides (`drop`) or out of each pair of gold and system in which it is missing (`pairwise`), or it is a
        label as all others (`label`)
    classes : all classes in their order, the lowest first, where labels are classes whose order means something
    task : the task of which labels are the data, where the user says it
    drop_self : whether runs are read without the documents that have the id of their topic
    unpacked : the bytes to which a packed file may unpack; None for any number
    tasks : the tasks of the metrics that are named, which decide where data have several readings

    Raises `ParameterError` for a value that is not known.
    """

    kind: str | None = None
    columns: TableColumns = NOTHING_SAID
    header: str = "auto"
    positive: str | None = None
    noise: str | None = None
    noise_items: str = "alone"
    documents: str = "same"
    missing: str = "refuse"
    drop_self: bool = False
    unpacked: int | None = UNPACKED
    tasks: Collection[str] = ()
    classes: tuple[str, ...] = ()
    task: str | None = None

    @property
    def labelled(self) -> bool | None:
        """Whether one of the named metrics takes labels; None if no metric is named."""
        return any(task in LABELLED for task in self.tasks) if self.tasks else None

    @property
    def label_kind(self) -> FileKind:
        """The kind of file that labels are read as: decisions or ordered classes if the user says so, else labels."""
        said = {DECISIONS.name: DECISIONS, ORDERED.name: ORDERED}
        if self.kind is not None:
            return said.get(self.kind, LABELS)
        if self.task == ORDINAL.name or (self.tasks and {ORDINAL.name}.issuperset(self.tasks)):
            return ORDERED
        return DECISIONS if self.task in DECIDED else LABELS

    def __post_init__(self) -> None:
        for name, words in KNOWN.items():
            if (value := getattr(self, name)) not in words:
                raise ParameterError(f"{name}={value!r} is unknown: write {' or '.join(map(repr, words))}")


AS_THEY_ARE = DataChoices()
"""The default choices: the user says nothing about the data."""
