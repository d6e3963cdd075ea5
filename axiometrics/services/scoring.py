"""The page that `score` shows, made from an evaluation: scores with tests of their differences, or an explanation of
where scores are lost.

The command line reads files and Python has objects. Both make an `Evaluation` of their data and call this module, so
that both get the same answer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from axiometrics import registry
from axiometrics.candidates import selection
from axiometrics.comparison.impact.called import called_scores
from axiometrics.comparison.impact.outputs import of_files
from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.page import Facts, Page, Section
from axiometrics.core.progress import Progress, silent
from axiometrics.evaluation import credits_page, loss_page, scores_page
from axiometrics.evaluation.credits import contrasts, credited
from axiometrics.evaluation.loss import explain
from axiometrics.evaluation.loss_cases import DEFAULTS, RELATIONS, cases
from axiometrics.evaluation.run_scores import TREC_EVAL, Conventions
from axiometrics.evaluation.scores import CalledColumn, ScoreTable, Wanted
from axiometrics.evaluation.scoring import Evaluation, nothing_in
from axiometrics.evaluation.significance import LEVEL, ROUNDS, TESTS, USUAL_TESTS, comparisons_of
from axiometrics.registry import studies
from axiometrics.registry.tasks import scored_in
from axiometrics.running.candidate import Candidate
from axiometrics.tasks.filtering import DECIDED

PAIRS = ("first", "all")
"""The pairs of systems whose difference can be tested (`Testing.pairs`)."""

CORRECTIONS = ("holm", "bonferroni", "fdr", "none")
"""The corrections of p for the number of comparisons."""


class Answer(NamedTuple):
    """The result, the remarks for the user, and the reason if there is nothing to write."""

    page: Page
    remarks: Sequence[str]
    problem: str


@dataclass(frozen=True)
class Testing:
    """The settings for testing the differences of systems.

    Attributes
    ----------
    pairs : `first` tests each system against the first one, and `all` tests all pairs of systems
    tests : the paired tests, of `t`, `randomization` and `bootstrap`
    correction : how p is corrected for the number of comparisons: `holm`, `bonferroni`, `fdr` or `none`
    rounds, seed : the number of random draws, and their seed
    level : a difference is significant where p is below it
    """

    pairs: str
    tests: Sequence[str] = USUAL_TESTS
    correction: str = "holm"
    rounds: int = ROUNDS
    seed: int = 0
    level: float = LEVEL

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise ParameterError(f"max_p: {self.level!r} is not a probability: give a number above 0 and below 1")
        for name, values, possible in (
            ("compare", (self.pairs,), PAIRS),
            ("tests", self.tests, TESTS),
            ("correction", (self.correction,), CORRECTIONS),
        ):
            if wrong := [value for value in values if value not in possible]:
                raise ParameterError(f"{name}: {wrong[0]!r} is none of {', '.join(possible)}")


@dataclass(frozen=True)
class Request:
    """The metrics that the user wants.

    Attributes
    ----------
    named : our requested metrics whose names have one meaning; none where nothing is requested
    parameters : values of parameters; they also apply to the default metrics
    names, study : the names, globs and study of the request
    called : the requested metrics of users
    task : the task that decides where a name has several meanings; None where the user does not name one
    """

    named: Sequence[Wanted]
    parameters: Mapping[str, str]
    names: tuple[str, ...] = ()
    study: str | None = None
    called: Sequence[Candidate] = ()
    task: str | None = None

    @classmethod
    def of(
        cls,
        metrics: Sequence[str] = (),
        study: str | None = None,
        parameters: Mapping[str, str] | None = None,
        called: Sequence[Candidate] = (),
        task: str | None = None,
    ) -> Request:
        """The metrics that names, globs and a study mean. A name with several meanings is settled when the data are
        known.

        Raises `UnknownNameError` for a name that is not known.
        """
        clear, values = selection.clear(metrics), parameters or {}
        used = values if len(clear) == len(set(metrics)) else {}
        return cls(metrics_wanted(list(clear), study, used), values, tuple(metrics), study, called, task)

    @property
    def tasks(self) -> frozenset[str]:
        """The tasks of the requested metrics."""
        return frozenset({want.metric.task for want in self.named} | {of for own in self.called for of in own.tasks})

    def settled(self, evaluation: Evaluation) -> Request:
        """The request with the meaning that its names have for the data that were read.

        Raises `UnknownNameError` for a name that still has several meanings, and for a name that means, for these data,
        a metric that we do not have.
        """
        if not self.names:
            return self
        scored = set(scored_in(evaluation.kind.name))
        others = {want.metric.task for want in self.named}
        usual = {registry.metric(name).task for name in evaluation.defaults()}
        if evaluation.label_reading.notes:  # the labels may be decisions, too
            usual |= DECIDED
        at_hand = scored & {self.task or ""} or scored & others or usual
        named = metrics_wanted(self.names, self.study, self.parameters, at_hand=at_hand)
        selection.demand_ours(self.names, scored, at_hand)
        return replace(self, named=named)

    def or_default(self, names: Sequence[str]) -> Sequence[Wanted]:
        """Our requested metrics or, where no metric is requested, the metrics with these names."""
        if self.called:
            return self.named
        return self.named or metrics_wanted(names, None, self.parameters, by_default=True)

    def scores(
        self, evaluation: Evaluation, conventions: Conventions = TREC_EVAL, progress: Progress = silent
    ) -> ScoreTable:
        """The scores of all systems by the requested metrics. Raises `TaskError` for a metric of a user that does not
        score the values in the files.
        """
        wanted = self.or_default(evaluation.defaults(conventions.ties))
        ours = [(want.metric.id, want.metric.id) for want in wanted]
        selection.demand_names_apart([*ours, *((own.id, own) for own in self.called)])
        columns = [_column(candidate, evaluation) for candidate in self.called]
        scores = evaluation.score(evaluation.fitting(wanted) if wanted else [], conventions, progress)
        if self.called:
            outputs = of_files(evaluation, progress)
            for candidate, column in zip(self.called, columns, strict=True):
                scores.add_called(column, called_scores(candidate, outputs, column.task, conventions))
            scores.read_as = evaluation.read_as(scores.columns)
        return scores


def _column(candidate: Candidate, evaluation: Evaluation) -> CalledColumn:
    """The column of a user's metric, in the first of its tasks whose values the files hold."""
    tasks = scored_in(evaluation.kind.name)
    for task in candidate.tasks:
        if task in tasks:
            return CalledColumn(candidate.id, candidate.display, task)
    raise TaskError(
        f"{candidate.id} is a metric of {' or '.join(candidate.tasks)}, and {evaluation.gold.path} holds "
        f"{evaluation.kind.what}: take one of {' or '.join(tasks)}"
    )


def scored(
    evaluation: Evaluation,
    request: Request,
    conventions: Conventions = TREC_EVAL,
    testing: Testing | None = None,
    sort: str | None = None,
    per_topic: bool = False,
    progress: Progress = silent,
) -> Answer:
    """The scores of all systems and, on request, the tests of their differences.

    `sort` names the metric by which systems are ordered, the best first; `per_topic` shows topics, too.
    """
    scores = request.settled(evaluation).scores(evaluation, conventions, progress)
    order = _sorting(scores, sort)
    comparisons = []
    if testing is not None:
        every = testing.pairs == "all"
        how = (testing.tests, testing.correction, testing.rounds, testing.seed, testing.level)
        comparisons = comparisons_of(scores, every, *how)
    return Answer(scores_page.page(scores, per_topic, order, comparisons), scores.remarks, nothing_in(scores))


def _sorting(scores: ScoreTable, name: str | None) -> str:
    """The id of the metric by which the systems are sorted. Raises `ParameterError` where this metric is not shown."""
    if name is None:
        return ""
    ids = [metric.id for metric in scores.columns]
    called = [metric.id for metric in scores.called if name in (metric.id, metric.display)]
    wanted = called[0] if called else registry.metric(name, {metric.task for metric in scores.columns}).id
    if wanted not in ids:
        raise ParameterError(f"--sort {name}: it is not among the metrics shown, which are {', '.join(ids)}: add -m")
    return wanted


def explained(
    evaluation: Evaluation,
    request: Request,
    topic: str | None = None,
    top: int = loss_page.TOP,
    progress: Progress = silent,
) -> Answer:
    """The page that shows where R and S lose or, for metrics that are sums, how much each document contributes.

    `topic` is the topic that is explained, where the gold has several; `top` is the number of documents and relations
    that are shown one by one.
    """
    request = request.settled(evaluation)
    named = request.named
    if request.called:
        raise ParameterError(
            f"--explain is for built-in metrics, and {request.called[0].id} is a function: leave it out"
        )
    if named and not any(want.metric.base in RELATIONS for want in named):
        credits = credited(evaluation, named, topic, progress)
        line = evaluation.read_as(credit.metric for credit in credits)
        page = credits_page.page(credits, contrasts(credits), top)
        return Answer(_read_as(page, line), credits_page.remarks_on(credits), "")
    if evaluation.kind.name not in DEFAULTS:
        raise ParameterError(f"--explain is about R and S, which are not defined on {evaluation.kind.what}")
    wanted = request.or_default(DEFAULTS[evaluation.kind.name])
    lost = cases(evaluation, wanted, topic, progress)
    explanations = []
    for i, comparison in enumerate(lost.comparisons):
        progress(i, len(lost.comparisons), comparison.system_path)
        explanations.append(explain(comparison))
    line = evaluation.read_as(want.metric for want in wanted)
    return Answer(_read_as(loss_page.page(explanations, top, lost.remarks), line), lost.remarks, lost.nothing)


def _read_as(page: Page, line: str) -> Page:
    """A page that begins with the way in which the data were read."""
    return replace(
        page, sections=[Section("", [Facts([line])]), *page.sections], data=lambda: {"read_as": line, **page.data()}
    )


def metrics_wanted(
    metrics: Sequence[str],
    study: str | None,
    parameters: Mapping[str, str],
    by_default: bool = False,
    at_hand: Collection[str] = (),
) -> list[Wanted]:
    """Our metrics in the study, and then those that names and globs mean. The tasks `at_hand` decide where a name has
    several meanings.
    """
    of_study = studies.metrics(studies.asked(study)) if study else []
    patterns = [*(f"{metric.task}:{metric.id}" for metric in of_study), *metrics]
    if patterns:
        selection.metrics(patterns, None, parameters, at_hand)  # refuses a parameter that none of them has
    wanted: list[Wanted] = []
    for i, pattern in enumerate(patterns):
        parameter_names = {name for metric in registry.match_metrics(pattern, at_hand) for name in metric.values}
        named = i >= len(patterns) - len(metrics) and not by_default and not any(mark in pattern for mark in "*?[")
        chosen = selection.metrics(
            [pattern], None, {name: value for name, value in parameters.items() if name in parameter_names}, at_hand
        )
        wanted += [Wanted(metric, named, mentioned=not by_default) for metric in chosen]
    return wanted
