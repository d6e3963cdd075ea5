"""From a gold and systems, files of any kind, to scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from axiometrics.core.errors import FileError, TaskError
from axiometrics.core.task import FileKind
from axiometrics.evaluation import kinds
from axiometrics.evaluation.files import UNPACKED, Progress, Source, shown, silent
from axiometrics.evaluation.forms import judgements, labels
from axiometrics.evaluation.intents import TopicQrels, read_topic_qrels, score_topics
from axiometrics.evaluation.label_scores import score_labels
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.organizations import Organized, read_value, score_organizations
from axiometrics.evaluation.run_scores import TREC_EVAL, Conventions, score_runs
from axiometrics.evaluation.scores import FormulaError, ScoreTable, Wanted
from axiometrics.evaluation.tables import NOTHING_SAID, TableColumns
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.registry.tasks import file_kinds, scored_in
from axiometrics.tasks.diversity import TOPIC_QRELS
from axiometrics.tasks.organization import TASK as MIXED
from axiometrics.tasks.organizations import LABELS, ORGANIZATIONS, QRELS

Gold: TypeAlias = Qrels | TopicQrels | Labels | Organized


@dataclass(frozen=True)
class Evaluation:
    """A gold and the systems to be scored; runs in files are read only when they are scored.

    Attributes
    ----------
    kind : what the gold holds
    gold : the gold
    runs : where the gold is qrels, with intents or without, the systems
    systems : where it is not, the systems
    overlap : whether elements of a run may overlap where their task forbids it
    columns : which columns of tables hold what, where the user says so
    """

    kind: FileKind
    gold: Gold
    runs: tuple[Source | Run, ...] = ()
    systems: tuple[Labels | Organized, ...] = ()
    overlap: bool = False
    columns: TableColumns = NOTHING_SAID

    @classmethod
    def read(
        cls,
        gold: str,
        systems: Sequence[str],
        kind: str | None = None,
        header: str = "auto",
        progress: Progress = silent,
        probabilities: str | None = None,
        columns: TableColumns = NOTHING_SAID,
        unpacked: int | None = UNPACKED,
    ) -> Evaluation:
        """Read the files; `kind` where it is not to be told by the content of the gold, which then is read whole;
        `probabilities`, a table of the probabilities of intents, where the gold has intents; `unpacked`, the bytes that
        a gzip file may unpack to, None for any number.

        Raises `FileError` with file, line and cure for what cannot be read.
        """
        others = tuple(Source(path, most=unpacked) for path in dict.fromkeys(systems))
        if kind == QRELS.name:
            judged = judgements(Source(gold, most=unpacked), columns, progress)
            return cls(file_kinds()[kind], judged, runs=others, columns=columns)
        source = Source(gold, most=unpacked).loaded(progress)
        found = file_kinds()[kind] if kind else kinds.kind_of(source, columns)
        if found.name == TOPIC_QRELS.name:
            table = None if probabilities is None else Source(probabilities, most=unpacked)
            return cls(found, read_topic_qrels(source, table, progress), runs=others)
        if probabilities is not None:
            raise FileError(
                f"{gold}: --probabilities is for files with intents, and this file holds {found.what}: leave out "
                f"--probabilities"
            )
        if found.name == QRELS.name:
            return cls(found, judgements(source, columns), runs=others, columns=columns)
        if found.name == LABELS.name:
            return cls(
                found,
                labels(source, header, kind is not None, columns),
                systems=tuple(labels(other.loaded(progress), header, kind is not None, columns) for other in others),
            )
        value = read_value(source, found)
        loaded = tuple(other.loaded(progress) for other in others)
        if kind is None and found.name == ORGANIZATIONS.name:
            for other in loaded:
                kinds.demand_plain_organization(other)
        return cls(
            found,
            value,
            systems=tuple(read_value(other, found, system=True) for other in loaded),
        )

    def defaults(self, ties: str = "trec") -> tuple[str, ...]:
        """The metrics that are shown unless asked otherwise. R*S, whose expectation takes too many orders, is not among
        them with `ties=expected`.
        """
        if any(isinstance(one, Labels) and one.overlap for one in (self.gold, *self.systems)):
            return kinds.OVERLAPPING
        return tuple(name for name in self.kind.defaults if ties == "trec" or name != "rs-ranking")

    def fitting(self, wanted: Iterable[Wanted]) -> list[Wanted]:
        """The metrics that score files of this kind, each once.

        Raises `TaskError` for a named one that does not, and where none does.
        """
        asked = list(wanted)
        tasks = scored_in(self.kind.name)
        of = " or ".join(tasks)
        for one in asked:
            if one.named and one.metric.task not in tasks:
                hint = " (rs-ranking is the R*S of runs)" if one.metric.task == MIXED.name else ""
                if self.kind == QRELS and one.metric.task in scored_in(TOPIC_QRELS.name):
                    hint = f"; if its second column names intents, say --as {TOPIC_QRELS.name}"
                raise TaskError(
                    f"{one.metric.id} is a metric of {one.metric.task}, and {self.gold.path} holds "
                    f"{self.kind.what}: take one of {of}{hint}"
                )
        found = {one.metric.id: one for one in sorted(asked, key=lambda one: one.named) if one.metric.task in tasks}
        if not found:
            raise TaskError(
                f"no metric that you named is a metric of {of}, and {self.gold.path} holds {self.kind.what}"
            )
        return [found[id] for id in dict.fromkeys(one.metric.id for one in asked) if id in found]

    def score(
        self, wanted: Sequence[Wanted], conventions: Conventions = TREC_EVAL, progress: Progress = silent
    ) -> ScoreTable:
        """The rows; a metric whose formula raises is left out, and that is said.

        Raises `FormulaError` where such a metric is named, or is the only one, and as `score_runs`, `score_labels` and
        `score_organizations` do.
        """
        remarks: list[str] = []
        while True:
            try:
                scores = self._scores(wanted, conventions, progress)
            except FormulaError as error:
                others = [one for one in wanted if one.metric.id != error.metric.id]
                if not others or any(one.named for one in wanted if one.metric.id == error.metric.id):
                    raise
                wanted = others
                remarks.append(f"left out: {error}")
            else:
                scores.remarks += remarks
                return scores

    def _scores(self, wanted: Sequence[Wanted], conventions: Conventions, progress: Progress) -> ScoreTable:
        if isinstance(self.gold, Qrels):
            metrics = [one.metric for one in wanted]
            return score_runs(self.gold, self.runs, metrics, conventions, progress, self.columns)
        if isinstance(self.gold, TopicQrels):
            both = conventions.topics == "both"
            return score_topics(self.gold, self.runs, [one.metric for one in wanted], both, progress)
        if isinstance(self.gold, Labels):
            return score_labels(self.gold, [one for one in self.systems if isinstance(one, Labels)], wanted, progress)
        return score_organizations(
            self.gold, [one for one in self.systems if isinstance(one, Organized)], wanted, progress, self.overlap
        )


def nothing_in(scores: ScoreTable) -> str:
    """Why nothing was evaluated: no run has a topic of the gold. Empty where one has."""
    if not scores.topics or any(found["both"] for found in scores.topics.values()):
        return ""
    path, found = next(iter(scores.topics.items()))
    others = " or any other run" if len(scores.topics) > 1 else ""
    theirs, ours = (shown(found[side][0]) if found[side] else "none" for side in ("extra", "missing"))
    return f"no topic of the gold is in {path}{others}: it has {theirs}, the gold {ours}; name the topics alike"
