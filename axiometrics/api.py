"""What `import axiometrics` offers in Python; the command line has the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from axiometrics import registry
from axiometrics.candidates.declaration import NO_POLICY, Policy
from axiometrics.candidates.selection import Named, constraints, demand_reading, subject, tasks_of, with_study
from axiometrics.candidates.selection import metrics as named_metrics
from axiometrics.comparison.identification import Identification, MetricComparison
from axiometrics.comparison.identification import compare as find_comparison
from axiometrics.comparison.identification import identify as find_identity
from axiometrics.comparison.impact import Impact, measure
from axiometrics.comparison.impact.outputs import of_objects
from axiometrics.comparison.impact.reason import reasoned
from axiometrics.comparison.impact.selection import with_edits
from axiometrics.comparison.recommendation import Recommendation
from axiometrics.comparison.recommendation import recommend as find_recommendation
from axiometrics.core.case import Case
from axiometrics.core.errors import ParameterError
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric
from axiometrics.evaluation.given import LABELLED, Retrieved, given
from axiometrics.evaluation.run_scores import TREC_EVAL, mean
from axiometrics.evaluation.scores import MEAN
from axiometrics.relations import reliability, sensitivity
from axiometrics.running.run import Subject, run
from axiometrics.running.settings import Search

__all__ = ["check", "compare", "identify", "impact", "matrix", "recommend", "reliability", "score", "sensitivity"]


def matrix(
    metrics: Iterable[Named] | None = None,
    constraints: Iterable[str] | None = None,
    reading: str = "default",
    *,
    study: str | None = None,
    task: str | None = None,
    signature: str | None = None,
    max_size: int | str | None = None,
    max_examples: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
) -> Matrix:
    """The satisfaction matrix of metrics under the constraints of their tasks.

    Parameters
    ----------
    metrics : names and globs of ours, TARGETs (`module:attribute`, `path/to/file.py:attribute`) and functions; by
        default those of the study, or of amigo2013
    constraints : names (`id` or `task:id`) and globs; by default those of the study or, without one, those of the first
        study that looks at the task of a metric
    reading : `default` (the first of each constraint), `all`, or a name
    study : a study by name, or `all`; `axiometrics list studies` shows them
    task, signature : what the user's metrics among them are, where it cannot be inferred; `task` also leaves out what
        is of another
    max_size : `N`, or as `--max-size` has it, e.g. `"7,rag-bag=11"`
    max_examples, seed : random cases beyond the enumerated ones, and what they are drawn by
    jobs : processes
    budget : seconds, after which what is unfinished is `undetermined`
    timeout : seconds that one call of a user's metric may take (10 for a TARGET); with it a function is called in a
        fork of this process
    lower_is_better : whether the user's metrics are losses, whose negatives are judged; None has that told from the
        perfect output
    undefined : what is done where a user's metric returns nan or divides by 0: `where-defined` passes the case over,
        `error` makes the cell an error, and a number is taken in place of the value

    >>> matrix(["ap", "rbp"], ["deepness"], max_size=5).cell("rbp", "deepness").holds
    True
    """
    subjects = [
        s
        for asked in (with_study((), study) if metrics is None else metrics)
        for s in _subjects(asked, task, signature, timeout, Policy(lower_is_better, undefined))
    ]
    return _run(
        subjects,
        constraints,
        reading,
        study,
        task,
        Search.of(max_size, max_examples=max_examples, seed=seed, jobs=jobs, budget=budget),
    )


def check(
    metric: Named,
    *,
    task: str | None = None,
    signature: str | None = None,
    constraints: Iterable[str] | None = None,
    reading: str = "default",
    study: str | None = None,
    max_size: int | str | None = None,
    max_examples: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
) -> Matrix:
    """A matrix with one row, of a metric of yours (or of ours); what it takes is said at `matrix`.

    >>> def mine(gains, ideal):
    ...     return sum(gain / 2**rank for rank, gain in enumerate(gains))
    >>> check(mine, constraints=["ranking:priority"], max_size=4, max_examples=0).cell("mine", "priority").holds
    True
    """
    subjects = [subject(metric, task, signature, timeout, Policy(lower_is_better, undefined))]
    return _run(
        subjects,
        constraints,
        reading,
        study,
        task,
        Search.of(max_size, max_examples=max_examples, seed=seed, jobs=jobs, budget=budget),
    )


def _subjects(
    asked: Named,
    task: str | None,
    signature: str | None,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
) -> list[Subject]:
    if isinstance(asked, str) and any(mark in asked for mark in "*?[") and ":" not in asked:
        return [subject(metric) for metric in named_metrics([asked], task)]
    if isinstance(asked, str) and registry.is_metric(asked):
        found = registry.metric(asked)
        return [subject(found)] if task in (None, found.task) else []
    return [subject(asked, task, signature, timeout, policy)]


def _run(
    subjects: Iterable[Subject],
    asked: Iterable[str] | None,
    reading: str,
    study: str | None,
    task: str | None,
    search: Search,
) -> Matrix:
    once = list({s.id: s for s in subjects}.values())
    chosen = constraints(asked or (), tasks_of(once, task), study)
    demand_reading(reading, chosen)
    return run(once, chosen, search, readings=reading)


def score(
    *,
    gold: Any,
    system: Any,
    metrics: Iterable[Named],
    exact: bool = False,
    task: str | None = None,
    signature: str | None = None,
    topics: str = "mean",
) -> dict[str, Any]:
    """The scores of a system output against a gold, by the ids of the metrics; floats, or exact numbers (`nan` where
    undefined).

    Parameters
    ----------
    gold, system : organizations (or values of another task); labels, one for each document, as lists, arrays or series,
        or by document in dictionaries; grades and scores as `{query: {document: number}}`, as `{document: number}` for
        one query, as frames with named columns, as tuples of ir_measures, or as `Qrels` and `Run` of ranx
    metrics : names of ours, TARGETs and functions
    exact : exact numbers in place of floats
    task, signature : what a function of yours is, where it cannot be inferred
    topics : of several queries the `mean`, by the conventions of `axiometrics score` (trec_eval -c); or `each`, which
        gives the scores by query

    >>> from axiometrics import Organization
    >>> gold, system = Organization.parse("a b > ..."), Organization.parse("a > c > b > ...")
    >>> score(gold=gold, system=system, metrics=["ap", "p@2"], exact=True)
    {'ap': Fraction(5, 6), 'p@2': Fraction(1, 2)}
    >>> score(gold={"q1": {"d1": 1}}, system={"q1": {"d2": 2.0, "d1": 1.0}}, metrics=["rr"])
    {'rr': 0.5}
    >>> score(gold=[0, 0, 1, 1], system=[0, 0, 0, 0], metrics=["bcubed-precision"], exact=True)
    {'bcubed-precision': Fraction(1, 2)}
    """
    if topics not in ("mean", "each"):
        raise ParameterError(f"topics={topics!r} is neither mean nor each")
    subjects = [
        one
        for asked in metrics
        for one in (
            _subjects(asked, None, signature)
            if task is None or not callable(asked)
            else [subject(asked, task, signature)]
        )
    ]
    held = None
    if not (hasattr(gold, "renamed") and hasattr(system, "renamed")):
        held = given(gold, system, any(found.tasks[0] in LABELLED for found in subjects))
    scores: dict[str, Any] = {}
    for found in subjects:
        judge: Any = found.judge(found.tasks[0])
        metric = judge.metric if isinstance(getattr(judge, "metric", None), Metric) else None

        def one(output: Any, judged: Any, judge: Any = judge, metric: Metric | None = metric) -> Any:
            if metric is not None:
                return metric.exact(output, judged) if exact else metric.value(output, judged)
            closed = Case(judged, {"system": output}).closed().gold if judge.closed else judged
            return judge.score(output, closed)

        if held is None:
            values = {MEAN: one(system, gold)}
        elif metric is not None:
            values = (
                held.values(metric, exact, TREC_EVAL)
                if isinstance(held, Retrieved)
                else {MEAN: held.value(metric, exact)}
            )
        elif isinstance(held, Retrieved):
            values = {topic: one(output, judged) for topic, output, judged in held.organizations()}
            values[MEAN] = mean(np.array(list(values.values()), dtype=np.float64))
        else:
            values = {MEAN: one(*held.organizations)}
        scores[found.id] = {topic: value if exact else float(value) for topic, value in values.items()}
    if topics == "mean":
        return {metric: values[MEAN] for metric, values in scores.items()}
    by_topic: dict[str, Any] = {}
    for metric_id, values in scores.items():
        for topic, value in values.items():
            if topic != MEAN or len(values) == 1:
                by_topic.setdefault(topic, {})[metric_id] = value
    return by_topic


def impact(
    *,
    gold: Any,
    systems: Any,
    metrics: Iterable[Named],
    constraints: Iterable[str] | None = None,
    max_edits: int = 1000,
    seed: int = 0,
    why: tuple[Named, Named] | None = None,
    task: str | None = None,
    signature: str | None = None,
) -> Impact:
    """How often metrics violate constraints in real outputs: the edits of each constraint are made in them, and it is
    decided exactly which of these a metric does not reward.

    Parameters
    ----------
    gold : as at `score`
    systems : by name, the outputs of systems, each as at `score`; or one output alone, which is called `system`
    metrics : names of ours, TARGETs and functions
    constraints : names and globs of constraints that have edits; all of them unless given
    max_edits, seed : edits of a constraint that are made, where there are more so many drawn, and what they are drawn
        by
    why : two metrics of which it is to be explained why they order two of the systems differently
    task, signature : what a function of yours is, where it cannot be inferred

    >>> gold = [0, 0, 0, 1, 1, 2, 3]
    >>> found = impact(gold=gold, systems=[0, 0, 0, 1, 2, 2, 2], metrics=["v-measure", "bcubed-f"],
    ...     constraints=["rag-bag"])
    >>> [(row.metric, row.edits, row.violated) for row in found.rows]
    [('v-measure', 1, 1), ('bcubed-f', 1, 0)]
    """
    subjects = [one for asked in metrics for one in _subjects(asked, task if callable(asked) else None, signature)]
    two = [one for asked in why or () for one in _subjects(asked, task if callable(asked) else None, signature)]
    named = systems if _depth(systems) > _depth(gold) else {"system": systems}
    tasks = dict.fromkeys(of for one in (*subjects, *two) for of in one.tasks)
    outputs = of_objects(gold, named, any(of in LABELLED for of in tasks))
    chosen = with_edits(list(constraints or ()), tasks)
    found = measure(outputs, subjects, chosen, max_edits, seed)
    if why is None:
        return found
    if len(two) != 2:
        raise ParameterError(f"why={why!r} does not name two metrics")
    scores = [
        {
            name: score(gold=gold, system=system, metrics=[asked], task=task, signature=signature)[one.id]
            for name, system in named.items()
        }
        for asked, one in zip(why, two, strict=True)
    ]
    return reasoned(found, outputs, two, scores, chosen)


def _depth(value: Any) -> int:
    """How many dictionaries stand within each other; 0 for what is not a dictionary."""
    return 1 + _depth(next(iter(value.values()), None)) if isinstance(value, dict) else 0


def call(metric: Named, arguments: Sequence[Any], *, task: str | None = None, signature: str | None = None) -> Any:
    """The value of a metric of yours for the arguments of one call, given as plain data: lists, dictionaries, and the
    JSON of organizations. `explain` shows such calls of a metric for which it matters how a case is written.

    >>> def mine(labels_true, labels_pred):
    ...     return float(labels_true[0] == labels_pred[0])
    >>> call(mine, [[0, 1], [1, 0]])
    0.0
    """
    found = subject(metric, task, signature)
    judge: Any = found.judge(found.tasks[0])
    if not hasattr(judge, "call"):
        raise ParameterError(f"{found.id} is a metric of ours, which takes outputs and golds: use score")
    return judge.call(list(arguments))


def recommend(
    task: str | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    *,
    among: str | None = None,
    max_size: int | str | None = None,
    jobs: int = 1,
) -> Recommendation:
    """The metrics of a task that satisfy the constraints that are required, and violate those that are forbidden; where
    none does, the sets of requirements to give up. What it takes is said at `comparison.recommendation.recommend`.

    >>> [metric.id for metric in recommend("filtering", ["priority"], among="amigo2013", max_size=6).metrics][:1]
    ['utility(tp=2,fp=-1,fn=0,tn=0)']
    """
    return find_recommendation(task, require, forbid, among=among, search=Search.of(max_size, jobs=jobs))


def identify(
    metric: Named,
    *,
    task: str | None = None,
    signature: str | None = None,
    max_size: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
) -> Identification:
    """Which known definition a metric computes, or the nearest one with the smallest input on which the values differ.

    Parameters
    ----------
    metric : a function, a TARGET, or a metric of ours
    task, signature : what the metric is, where it cannot be inferred
    max_size : documents to which every input is tried; unless given, as many as make a few thousand inputs
    seed : what larger inputs are drawn by
    timeout : seconds that one call may take, as at `matrix`

    >>> def mine(gains, ideal):
    ...     return sum(gains[:3]) / 3
    >>> identify(mine, max_size=4).definition
    'p@3'
    """
    own = callable(metric) or (isinstance(metric, str) and ":" in metric)
    found = subject(metric, task if own else None, signature if own else None, timeout)
    return find_identity(found, task, size=max_size, seed=seed)


def compare(
    one: Named,
    other: Named,
    *,
    task: str | None = None,
    signature: str | None = None,
    max_size: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
) -> MetricComparison:
    """Whether two metrics give the same values on every small input and on drawn larger ones; what it takes is said at
    `identify`.

    >>> found = compare("rand", "adjusted-rand", max_size=3)
    >>> found.equal, found.agreement.difference.exact
    (False, ('1/3', '0'))
    """

    def found(metric: Named) -> Subject:
        own = callable(metric) or (isinstance(metric, str) and ":" in metric)
        return subject(metric, task, signature, timeout) if own else subject(metric)

    return find_comparison(found(one), found(other), task, size=max_size, seed=seed)
