"""The question that an evaluation gets, and its answer: the wanted metrics, the rows of scores, and remarks on them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from typing import Any

from axiometrics.core.errors import AxiometricsError, TaskError
from axiometrics.core.metric import Metric

MEAN = "all"
"""The name in place of a topic, in rows that hold the mean."""


@dataclass(frozen=True)
class Wanted:
    """A metric that an evaluation is asked for.

    Attributes
    ----------
    named : whether the user wrote its name, so that it is an error if the metric does not apply. A metric that came
        with a glob, with a study or by default is left out instead
    mentioned : whether a remark says that it was left out
    """

    metric: Metric
    named: bool = True
    mentioned: bool = True


@dataclass(frozen=True)
class CalledColumn:
    """A metric of a user, as a column of scores."""

    id: str
    display: str
    task: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One value of a system, on a topic (`all` for the mean), by a metric (its id). It is None if the metric is
    undefined.
    """

    system: str
    topic: str
    metric: str
    value: float | None


@dataclass
class ScoreTable:
    """The scores of all systems, and sentences about them. The rows are in the order of system, topic and metric.

    Attributes
    ----------
    metrics : the registered metrics
    called : the metrics of users, which are not registered
    rows : the values
    facts : sentences about the numbers, e.g. the number of topics of the means; they stand below the tables
    remarks : sentences that a user should look at, e.g. about missing topics; they go to stderr
    settings : the conventions by which the scores were computed
    topics : by system, the topics in both files, those of the gold that the system lacks, and those of the system that
        the gold lacks
    read_as : the line that says how the data were read
    by_reading : whether metrics of decisions stand in a table of their own, since nothing says whether labels are
        clusters or decisions
    """

    metrics: tuple[Metric, ...]
    rows: list[ScoreRow] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    topics: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    read_as: str = ""
    by_reading: bool = False
    called: list[CalledColumn] = field(default_factory=list)

    @property
    def columns(self) -> tuple[Metric | CalledColumn, ...]:
        """The metrics of the rows."""
        return (*self.metrics, *self.called)

    def add_called(self, metric: CalledColumn, scores: Mapping[str, Mapping[str, Any]]) -> None:
        """Add the scores of a metric of a user: a row for each system and topic, below the rows of other metrics
        there.
        """
        self.called.append(metric)
        rows: dict[tuple[str, str], list[ScoreRow]] = {}
        for row in self.rows:
            rows.setdefault((row.system, row.topic), []).append(row)
        for system, values in scores.items():
            for topic, value in values.items():
                number = None if value != value else float(value)
                rows.setdefault((system, topic), []).append(ScoreRow(system, topic, metric.id, number))
        self.rows = [row for of in rows.values() for row in of]

    def add(self, system: str, topic: str, values: Iterable[float]) -> None:
        """Add a row for each metric. A value that is nan becomes None."""
        self.rows += [
            ScoreRow(system, topic, metric.id, None if value != value else value)
            for metric, value in zip(self.metrics, values, strict=True)
        ]


class FormulaError(TaskError):
    """The formula of a metric raised an error instead of giving a value. Such a metric is, as a rule, of another
    package.
    """

    def __init__(self, metric: Metric, error: BaseException) -> None:
        message = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))
        super().__init__(
            f"{metric.id}: its formula raised {message}: leave it out, or mend the package that declares it"
        )
        self.metric = metric


@contextmanager
def asking(metric: Metric) -> Iterator[None]:
    """Run the formula of a metric, and raise its errors as `FormulaError`. Errors of this package, which are about the
    input, and a `KeyboardInterrupt` pass unchanged. Text that the formula prints goes to stderr, so that it does not
    mix with the scores.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (AxiometricsError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise FormulaError(metric, error) from error


def counted(number: int, noun: str, several: str = "") -> str:
    """A number and the name of the counted things. `several` is the plural if it is not the singular with an s.

    >>> counted(1, "topic"), counted(0, "topic"), counted(2, "class", "classes")
    ('1 topic', '0 topics', '2 classes')
    """
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"
