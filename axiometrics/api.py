"""The functions that `import axiometrics` offers in Python. The command line offers the same.

A function returns its result as a value of its own type. `print` shows the result as the command does, a notebook shows
it as HTML, `save` writes it in any format of the command, `to_json` gives the document that `load` reads again, and
`to_dataframe` gives its table. Python and the command line use the same cache of verdicts.
"""

from __future__ import annotations

import math
import os
import secrets
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from axiometrics import registry
from axiometrics.candidates.arguments import checked
from axiometrics.candidates.conduct import Conduct
from axiometrics.candidates.conduct import conduct as find_conduct
from axiometrics.candidates.configuration import configuration
from axiometrics.candidates.declaration import NO_POLICY, Policy
from axiometrics.candidates.expression import keywords, with_order
from axiometrics.candidates.selection import (
    Named,
    clear,
    demand_names_apart,
    demand_ours,
    demand_reading,
    evident_task,
    narrowed,
    of_tasks,
    tasks_of,
    with_study,
)
from axiometrics.candidates.selection import at_hand as tasks_at_hand
from axiometrics.candidates.selection import constraints as named_constraints
from axiometrics.candidates.selection import metrics as named_metrics
from axiometrics.comparison.identification import Identification, MetricComparison
from axiometrics.comparison.identification import compare as find_comparison
from axiometrics.comparison.identification import identify as find_identity
from axiometrics.comparison.impact import Impact, measure
from axiometrics.comparison.impact.called import called_scores
from axiometrics.comparison.impact.outputs import of_held, of_objects, read_both
from axiometrics.comparison.impact.reason import reasoned
from axiometrics.comparison.impact.selection import demanded, with_edits
from axiometrics.comparison.known_verdicts import with_known_verdicts
from axiometrics.comparison.recommendation import Recommendation
from axiometrics.comparison.recommendation import recommend as find_recommendation
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.documents import Document, parse, read, written
from axiometrics.core.errors import FileError, ParameterError, TaskError
from axiometrics.core.files import whole_text
from axiometrics.core.matrix import SCHEMA, Matrix
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.page import Page, Presentable
from axiometrics.core.rational import rounded
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.label_codes import named
from axiometrics.evaluation.metric_agreement import MetricAgreement, agreement
from axiometrics.evaluation.objects import read_gold
from axiometrics.evaluation.python_data import Retrieved
from axiometrics.evaluation.run_scores import TREC_EVAL, Conventions
from axiometrics.evaluation.scores import MEAN
from axiometrics.evaluation.tables import TableColumns
from axiometrics.registry.study_files import lists_metrics
from axiometrics.running.cache import Cache, default_folder
from axiometrics.running.candidate import Candidate, builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes

if TYPE_CHECKING:
    from axiometrics.auditing import Audit
    from axiometrics.comparison.diff_document import DiffDocument
    from axiometrics.comparison.separation import Cover, Separation
    from axiometrics.comparison.strength import StrengthDocument
    from axiometrics.evaluation.scoring import Evaluation
    from axiometrics.possibility.conventions_document import ConventionsDocument
    from axiometrics.possibility.document import PossibleDocument
    from axiometrics.regions.region import EstablishedRegion
    from axiometrics.services.scaffolding.placement import Begun
    from axiometrics.services.scoring import Answer, Request
    from axiometrics.services.soundness import Soundness
    from axiometrics.verification import Verification

Kept = bool | str | Path
"""Whether finished cells are kept and used again: True means the folder of the command line; another folder may be
named.
"""

ClassOrder = Sequence[str | float]
"""The labels of all classes in their order, the lowest first."""

ColumnNames = str | int | Sequence[str]
"""The column of a table for one role: its name or its number; or several names, for columns that hold systems."""


@checked
def matrix(
    metrics: Iterable[Named] | None = None,
    constraints: Iterable[str] | None = None,
    reading: str = "default",
    *,
    study: str | None = None,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    max_size: int | str | None = None,
    max_examples: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    cache: Kept = True,
    config: str | None = None,
) -> Matrix:
    """The satisfaction matrix of metrics under the constraints of their tasks.

    Parameters
    ----------
    metrics : names and globs of built-in metrics, TARGETs (`module:attribute`, `path/to/file.py:attribute`) and
        functions; by default the metrics of the study, or of amigo2013
    constraints : names (`id` or `task:id`) and globs; by default the constraints of the study or, without a study,
        those of the first study that looks at the task of a metric
    reading : `default` (the first of each constraint), `all`, or a name
    study : a study by name, `all`, or the path of a file that holds a study; `axiometrics list studies` shows the names
    task, form, order : the task, the form (docs/your-metrics.md) and the order of the arguments of your metrics, where
        they cannot be inferred; `task` also leaves out metrics and constraints of a different task
    max_size : the greatest number of documents of a case, or a text as for `--max-size`, such as `"7,rag-bag=11"`
    max_examples, seed : the number of random cases beyond the enumerated ones, and the seed by which they are drawn
    jobs : the number of processes
    budget : seconds; cells that are unfinished then are `undetermined`
    timeout : seconds that one call of your metric may take (10 for a TARGET); if it is given, a function is called in a
        fork of this process
    lower_is_better : whether your metrics are losses, whose negatives are judged; None decides it by the value of the
        perfect output
    undefined : what is done if your metric returns nan or divides by 0: `where-defined` skips the case, `error` makes
        the cell an error, and a number is used in place of the value
    cache : whether cells that were computed before are taken from the cache; a folder may be named. Cells of a TARGET
        are kept in the cache. Cells of a function are not, since its dependencies are not known
    config : a file that lists metrics by name, with their TARGETs, forms and groups (docs/your-metrics.md); by
        default `axiometrics.toml`, if it is in this folder. The arguments above take precedence over the file

    >>> matrix(["ap", "rbp"], ["deepness"], max_size=5).cell("rbp", "deepness").holds
    True
    """
    constraints = list(_listed(constraints or ()))
    named = list(with_study((), study) if metrics is None else _listed(metrics))
    policy = Policy(lower_is_better, undefined, evident_task=evident_task(constraints, study))
    at_hand = tasks_at_hand(task, constraints, study) or _tasks_of_names(named)
    how, config = with_order(form, order), config or lists_metrics(study)
    candidates = _each_named(named, lambda name: _candidates(name, task, how, timeout, policy, config, at_hand))
    return _run(
        candidates,
        constraints,
        reading,
        study,
        task,
        Search.of(max_size, max_examples=max_examples, seed=seed, jobs=jobs, budget=budget),
        cache,
    )


@checked
def check(
    metric: Named,
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
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
    cache: Kept = True,
    config: str | None = None,
    corpus: str | Path | None = None,
) -> Matrix:
    """A matrix with one row, for a metric of yours or a built-in metric. Arguments that `matrix` also has mean the
    same.

    Parameters
    ----------
    corpus : a folder of pinned evidence, as for `--corpus`. The counterexamples in it are tried again, so that a
        shorter search does not lose a counterexample that was found once. The evidence of the cells is written to the
        folder

    >>> def mine(gains, ideal):
    ...     return sum(gain / 2**rank for rank, gain in enumerate(gains))
    >>> check(mine, constraints=["ranking:priority"], max_size=4, max_examples=0).cell("mine", "priority").holds
    True
    """
    constraints = list(_listed(constraints or ()))
    config = config or lists_metrics(study)
    policy = Policy(lower_is_better, undefined, evident_task=evident_task(constraints, study))
    at_hand = tasks_at_hand(task, constraints, study)
    candidates = [candidate(metric, task, with_order(form, order), timeout, policy, config, at_hand)]
    return _run(
        candidates,
        constraints,
        reading,
        study,
        task,
        Search.of(max_size, max_examples=max_examples, seed=seed, jobs=jobs, budget=budget),
        cache,
        corpus,
    )


def _listed(named: Any) -> Iterable[Any]:
    """A list of names. A single name becomes a list of one."""
    return [named] if isinstance(named, str | Metric) or callable(named) else named


def candidate(
    metric: Named,
    task: str | None = None,
    signature: str | None = None,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    config: str | None = None,
    at_hand: Collection[str] = (),
) -> Candidate:
    """A metric in the form that the runner takes. A name of `axiometrics.toml` may be given, too."""
    return configuration(config).candidate(metric, task, signature, timeout, policy, at_hand=at_hand)


def _tasks_of_names(metrics: Iterable[Named], gold: Any = None, system: Any = None) -> set[str]:
    """The tasks that decide where one of our names has several meanings: the tasks of the other names, or else the
    tasks of the data.
    """
    from axiometrics.evaluation.object_evaluation import evaluation_of
    from axiometrics.registry.tasks import scored_in
    from axiometrics.tasks.organizations import QRELS

    names = {metric for metric in metrics if isinstance(metric, str) and registry.is_named(metric)}
    if isinstance(gold, Mapping) and any(issubclass(of, Mapping) for of in set(map(type, gold.values()))):
        scored = set(scored_in(QRELS.name))
        demand_ours(names, scored, scored)
        return scored
    meant = clear(names)
    tasks = {metric.task for of in meant.values() for metric in of}
    if tasks or len(meant) == len(names) or gold is None or hasattr(gold, "renamed"):
        return tasks
    evaluation = evaluation_of(gold, {"system": system})
    return {registry.metric(name).task for name in evaluation.defaults()}


def _candidates(
    metric: Named,
    task: str | None,
    signature: str | None,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    config: str | None = None,
    at_hand: Collection[str] = (),
) -> list[Candidate]:
    if isinstance(metric, str) and configuration(config).of(metric) is None:
        if any(mark in metric for mark in "*?[") and ":" not in metric:
            return [candidate(metric) for metric in named_metrics([metric], task)]
        if not signature and (":" not in metric or registry.is_named(metric)):
            loaded = candidate(metric, at_hand=at_hand)
            return [loaded] if task in (None, *loaded.tasks) else []
    return [candidate(metric, task, signature, timeout, policy, config, at_hand)]


def _for_data(
    named: Iterable[Named],
    task: str | None,
    how: str | None,
    timeout: float | None = None,
    policy: Policy = NO_POLICY,
    config: str | None = None,
    at_hand: Collection[str] = (),
) -> list[Candidate]:
    """The metrics with which data are scored. The task says how a metric of the user is called."""
    file = configuration(config)

    def of_name(name: Named) -> list[Candidate]:
        return _candidates(name, task if file.is_own(name) else None, how, timeout, policy, config, at_hand)

    return _each_named(named, of_name)


def _each_named(named: Iterable[Named], of_name: Callable[[Named], list[Candidate]]) -> list[Candidate]:
    """The metrics that several names mean. Raises `ParameterError` where two different metrics have the same id."""
    pairs = [(name, meant) for name in named for meant in of_name(name)]
    demand_names_apart((meant.id, name if meant.metric is None else "ours") for name, meant in pairs)
    return [meant for _, meant in pairs]


def _run(
    candidates: Iterable[Candidate],
    constraints: Iterable[str],
    reading: str,
    study: str | None,
    task: str | None,
    search: Search,
    cache: Kept,
    corpus: str | Path | None = None,
) -> Matrix:
    once = list({candidate.name: candidate for candidate in candidates}.values())
    chosen = named_constraints(constraints, tasks_of(once, task), study)
    demand_reading(reading, chosen)
    if corpus is None:
        searched = run(once, chosen, search, readings=reading, cache=_cells(cache))
        return with_known_verdicts(searched, once, chosen, search, _cells(cache))
    from axiometrics.services.pinned import Pinning

    pinning = Pinning.of(corpus, once, chosen)
    whole = pinning.joined(run(once, chosen, search, readings="all", cache=_cells(cache)))
    whole = with_known_verdicts(whole, once, chosen, search, _cells(cache))
    shown = narrowed(whole, reading)
    for line in [*pinning.pin(whole, shown), *pinning.warnings(whole)]:
        warnings.warn(line, stacklevel=4)
    return shown


def _cells(cache: Kept) -> Cache | None:
    """The cache that the argument names; None where it is False. A problem with the cache is a warning."""
    if cache is False:
        return None
    return Cache(default_folder() if cache is True else Path(cache), lambda text: warnings.warn(text, stacklevel=2))


@checked
def explain(
    metric: Named,
    constraint: str,
    reading: str = "default",
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    max_size: int | str | None = None,
    max_examples: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: float | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    cache: Kept = True,
    config: str | None = None,
) -> Page:
    """Why a metric satisfies or violates a constraint: the demand, a drawing of the case, exact scores, or the proof.

    The arguments are those of `matrix`. The JSON is that of the matrix of these cells.

    >>> print(str(explain("F", "filtering:priority", max_size=3)).splitlines()[0])
    F(beta=1) / Priority: violates, tied
    """
    from axiometrics.services.explanation import explanation_page

    policy = Policy(lower_is_better, undefined, evident_task=evident_task([constraint]))
    at_hand = tasks_at_hand(task, [constraint])
    loaded = candidate(metric, task, with_order(form, order), timeout, policy, config, at_hand)
    chosen = of_tasks(constraint, loaded)
    demand_reading(reading, [chosen])
    search = Search.of(max_size, max_examples=max_examples, seed=seed, jobs=jobs, budget=budget)
    whole = run([loaded], [chosen], search, readings="all", cache=_cells(cache))
    cells = narrowed(with_known_verdicts(whole, [loaded], [chosen], search, _cells(cache)), reading)
    calling = {name: value for name, value in (("task", task), ("form", form), ("order", order)) if value}
    own = calling if loaded.metric is None else {}
    return explanation_page(cells, chosen, loaded.display, loaded.judge(chosen.task), own, loaded)


@checked
def verify(
    found: Presentable | Mapping[str, Any] | Sequence[Any] | str | Path,
    *,
    targets: Iterable[str] = (),
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    strict: bool = False,
    work: float | None = None,
    seed: int | None = None,
    jobs: int = 1,
    config: str | None = None,
) -> Verification:
    """Re-check verdicts and regions with independent code.

    Parameters
    ----------
    found : a matrix, a cell, a region or a list of cells; the result of `load` for one of these, its JSON data, or the
        file in which it is saved
    targets : the TARGETs among the metrics that may be imported and run again
    config, task, form, order, timeout, lower_is_better, undefined : how these TARGETs are called, as for `matrix`
    strict : whether each search is repeated, too
    work : seconds of processor time for the check of one item; 0 for any number
    seed : the seed of the random cases on which proofs are compared with their metrics; unless given, a new seed

    >>> verify(matrix(["bcubed-f"], ["homogeneity"], max_size=4)).counts["verified"]
    1
    """
    from axiometrics.services.recheck import recheck

    documents = {str(found): _document(found)} if isinstance(found, str | Path) else {"it": _plain(found)}
    policy = Policy(lower_is_better, undefined)
    loaded = [candidate(target, task, with_order(form, order), timeout, policy, config) for target in targets]
    candidates = {candidate.id: candidate for candidate in loaded}
    drawn = secrets.randbelow(10**9) if seed is None else seed
    return recheck(
        documents, lambda name: candidates, task, drawn, timeout=timeout, strict=strict, work=work, jobs=jobs
    )


def _number(value: Any) -> Any:
    """A score as a float. A score that is greater than any float is unchanged."""
    return value if math.isinf(rounded(value)) else float(value)


def _plain(result: Any) -> Any:
    """The JSON of a result, or of a list of results."""
    if isinstance(result, Presentable):
        return result.to_json()
    if isinstance(result, Document):
        return written(result)
    if isinstance(result, Mapping):
        return result
    if isinstance(result, Iterable) and not isinstance(result, str):
        return [_plain(entry) for entry in result]
    raise ParameterError(
        f"{result!r} cannot be verified: give a matrix, a cell, a region, a list of these, or the JSON "
        "file in which they are saved"
    )


@checked
def region(metric: str, constraint: str, param: str, reading: str = "default") -> EstablishedRegion:
    """The exact set of values of a parameter for which a built-in metric satisfies a constraint.

    Raises `ParameterError` if no region has been proved for them. The error lists the regions that have been proved.

    >>> from fractions import Fraction
    >>> found = region("utility", "filtering:priority", "tp")
    >>> Fraction(1, 100) in found, Fraction(0) in found
    (True, False)
    """
    from axiometrics.regions.region import region as established

    about = registry.metric(metric, tasks_at_hand(None, [constraint]))
    chosen = of_tasks(constraint, builtin(about))
    demand_reading(reading, [chosen])
    return established(about, chosen, chosen.readings[0] if reading == "default" else chosen.reading(reading), param)


@checked
def separate(
    one: Named,
    other: Named,
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    ties: bool = False,
    max_size: int | None = None,
    timeout: float | None = None,
    config: str | None = None,
) -> Separation:
    """The smallest case on which two metrics prefer different outputs, or the size up to which there is none.

    Parameters
    ----------
    one, other : built-in metrics, TARGETs or functions
    task, form, order : the task, the form (docs/your-metrics.md) and the order of the arguments of your metric, where
        they cannot be inferred
    ties : whether a case also separates the two if one metric ties the outputs and the second prefers one
    max_size : the greatest number of documents searched
    timeout, config : as at `matrix`

    >>> separate("precision", "recall", max_size=4).found is not None
    True
    """
    from axiometrics.comparison.separation import separate as search
    from axiometrics.comparison.sides import common_task, side

    how = with_order(form, order)
    candidates = configuration(config).beside((one, other), task, how, timeout)
    of = common_task(candidates, task)
    first, second = (side(entry, of) for entry in candidates)
    calling = keywords(task, how) if any(entry.metric is None for entry in candidates) else {}
    return search((first, second), of, ties=ties, size=max_size, calling=calling)


@checked
def separate_all(task: str, *, study: str | None = None, ties: bool = False, max_size: int | None = None) -> Cover:
    """The smallest set of cases that separates each two metrics of a task, or of a study.

    >>> len(separate_all("filtering", max_size=2).metrics) > 1
    True
    """
    from axiometrics.comparison.separation import cover
    from axiometrics.registry import studies

    among = studies.metrics(studies.asked(study)) if study else None
    return cover(registry.metrics_of(task, among), task, ties=ties, size=max_size)


@checked
def possible(
    constraints: str | Iterable[str],
    *,
    violates: str | Iterable[str] = (),
    task: str | None = None,
    size: int | None = None,
    conflicts: bool = False,
    implies: str | None = None,
    near: Named | None = None,
    budget: float | None = None,
    jobs: int = 1,
) -> PossibleDocument:
    """Whether any metric can satisfy several constraints at once, at one size. The answer has the table of such a
    metric, whose `metric()` is a function, or a certificate that there is none.

    Parameters
    ----------
    constraints : names or patterns, each in its first reading or as `name@reading`
    violates : constraints of which some case must not be met
    task : the task, where names do not tell it
    size : exactly so many documents; of rankings at most so many ranks and relevant documents
    conflicts : find all smallest sets that cannot hold together, and all greatest sets that can
    implies : a constraint: does every metric that satisfies the constraints satisfy it?
    near : a metric: how far is it from one that satisfies the constraint, where equal scores are allowed?
    budget : the seconds after which what is not decided is undetermined; the list of cases is made in any case
    jobs : the number of processes; the answer is the same

    Raises `ParameterError` for a question that cannot be asked, `UnknownNameError` for an unknown name.

    >>> possible(["organization:gold-is-best", "organization:levels-keep-clusters"], size=3).answer
    'impossible'
    """
    from axiometrics.possibility.requests import PossibleRequest, answers
    from axiometrics.possibility.sharing import Sharing

    request = PossibleRequest(
        tuple(_listed(constraints)), tuple(_listed(violates)), task, size, implies, near, conflicts, budget
    )
    *_, answer = answers(request, sharing=Sharing(jobs))
    return answer


@checked
def conventions(
    metric: Named,
    constraints: str | Iterable[str] = (),
    *,
    task: str | None = None,
    size: int | None = None,
    jobs: int = 1,
) -> ConventionsDocument:
    """The values that may stand at the inputs where a metric divides 0 by 0, so that a constraint is kept, while all
    other values of the metric stay the same.

    Parameters
    ----------
    metric : a metric by its name, or a function
    constraints : names or patterns, as at `possible`; without them all of the task
    task, size, jobs : as at `possible`

    >>> conventions("fowlkes-mallows", "completeness", size=4).keeps[0].values[0].to
    '1/sqrt(6)'
    """
    from axiometrics.possibility.conventions_search import conventions as find
    from axiometrics.possibility.sharing import Sharing

    *_, answer = find(metric, tuple(_listed(constraints)), task, size, sharing=Sharing(jobs))
    return answer


@checked
def strength(
    constraints: Iterable[str] = (),
    *,
    task: str | None = None,
    reading: str = "default",
    max_size: int | str | None = None,
) -> StrengthDocument:
    """How many metrics with a deliberate mistake each constraint rejects. The arguments are those of `matrix`.

    >>> strength(["filtering:priority"], max_size=3).rows[0].constraint
    'priority'
    """
    from axiometrics.comparison.strength import mutants
    from axiometrics.comparison.strength import strength as measure

    chosen = named_constraints(_listed(constraints), registry.tasks.names() if task is None else [task])
    demand_reading(reading, chosen)
    sizes = None if max_size is None else Sizes.read(str(max_size))
    return measure(mutants(), chosen, reading=reading, sizes=sizes)


@checked
def audit(claims: str | Path = "amigo2013", *, jobs: int = 1, cache: Kept = True) -> Audit:
    """Compare the published claims of a study, or of a file, with what is computed in every reading.

    The name `all` means the claims of every study.

    >>> audit("dellamea2004").findings[0].study
    'dellamea2004'
    """
    from axiometrics import auditing

    return auditing.audits(auditing.claims_named(str(claims)), jobs, cache=_cells(cache))


@checked
def audit_library(
    library: str,
    metrics: Iterable[str] = (),
    *,
    parts: Iterable[str] = ("constraints", "laws", "conventions", "conduct"),
    reading: str = "default",
    max_size: int | str | None = None,
    seed: int = 0,
    jobs: int = 1,
    config: str | None = None,
) -> Page:
    """Check the metrics of a library, a module or a Python file against the constraints and the laws of implementation.

    Parameters
    ----------
    library : a library with an adapter (`sklearn`, `ranx`), a module, or a Python file
    metrics : names or patterns with `*`; all unless given
    parts : the parts of the audit that are made: `constraints`, `laws`, `conventions` and `conduct`
    reading, max_size, jobs, config : as at `matrix`
    seed : the seed by which random inputs are drawn

    >>> found = audit_library("sklearn", ["v_measure_score"], parts=["laws"])
    >>> "v_measure_score" in str(found)
    True
    """
    from axiometrics.candidates import library_audit
    from axiometrics.candidates.library_page import page

    demand_reading(reading, named_constraints((), registry.tasks.names()))
    sizes = None if max_size is None else Sizes.read(str(max_size))
    audited = library_audit.audit(
        library,
        tuple(_listed(metrics)),
        parts=tuple(_listed(parts)),
        sizes=sizes,
        reading=reading,
        jobs=jobs,
        seed=seed,
        file=configuration(config),
    )
    return page([audited])


@checked
def atlas(folder: str | Path, matrices: Mapping[str, Matrix], audits: Mapping[str, Audit] | None = None) -> int:
    """Write the static site that shows matrices, as `axiometrics atlas` does. Returns the number of its files.

    Parameters
    ----------
    folder : a new or empty folder, or one that holds an atlas, whose files are replaced; other files in it stay
    matrices : matrices by name; a matrix that has the name of a study is shown as that study
    audits : audits by the name of the study

    >>> import tempfile
    >>> atlas(tempfile.mkdtemp(), {"mine": matrix(["rr"], ["confidence"], max_size=3)}) > 5
    True
    """
    from axiometrics.registry import studies
    from axiometrics.reports.atlas import StudyMatrix, site, write_site

    named_studies = studies.studies()
    studied = [StudyMatrix(name, matrix, named_studies.get(name)) for name, matrix in matrices.items()]
    return write_site(str(folder), site(studied, {name: audit.page() for name, audit in (audits or {}).items()}))


@checked
def list_(
    what: str,
    constraint: str | None = None,
    *,
    task: str | None = None,
    metrics: Iterable[str] = (),
    constraints: Iterable[str] = (),
    study: str | None = None,
    cache: Kept = True,
) -> Page:
    """The page that `axiometrics list` shows. Its `to_json()` has the entries as data, its `to_dataframe()` as a table.

    Parameters
    ----------
    what : `metrics`, `constraints`, `studies`, `tasks`, `claims`, `quantities` or `open`
    constraint : with `quantities`, the constraint whose vocabulary is listed
    task : list only what belongs to this task
    metrics, constraints, study : with `open`, the cells that are looked at; by default those of the matrix of amigo2013
    cache : as at `matrix`; only `open` computes anything

    >>> [entry["name"] for entry in list_("tasks").to_json()["tasks"]][:3]
    ['clustering', 'filtering', 'ranking']
    """
    from axiometrics.services.listing import listing
    from axiometrics.services.open_cells import OpenRequest

    named = tuple(_listed(metrics)), tuple(_listed(constraints))
    return listing(what, constraint, OpenRequest(task, named[0], study, {}, named[1], _cells(cache)))


@checked
def doctor() -> Soundness:
    """Check the installation: the versions, the packages that are needed, and the declarations of metrics, constraints
    and reports. `print` of the result shows the page of `axiometrics doctor`.

    >>> doctor().problems
    0
    """
    from axiometrics.services.soundness import soundness

    return soundness()


@checked
def scaffold(
    what: str, name: str, *, task: str | None = None, folder: str | Path = ".", built_in: bool | None = None
) -> Begun:
    """Write the first files of a new metric, constraint, proof, task or study, and say what to do next. The files work
    as they are written.

    Parameters
    ----------
    what : `metric`, `definition`, `constraint`, `proof`, `task` or `study`
    name : its name; a definition and a proof have the name of their metric
    task : the task to which it belongs; `ranking` unless given
    folder : where the files are written
    built_in : whether to write the files of a built-in, or a file of your own; None decides by whether the folder is a
        checkout of axiometrics

    Raises `FileError` where one of the files exists: nothing is overwritten.

    >>> import tempfile
    >>> begun = scaffold("metric", "my_metric", folder=tempfile.mkdtemp())
    >>> [path.name for path in begun.files]
    ['my_metric.py', 'test_my_metric.py']
    """
    from axiometrics.services.scaffolding.placement import begin
    from axiometrics.tasks import USUAL

    begun = begin(what, name, task or USUAL, Path(folder), built_in)
    begun.write()
    return begun


@checked
def diff(old: Matrix | str | Path, new: Matrix | str | Path) -> DiffDocument:
    """What changed from one matrix to a second one. Each is a matrix, or the file in which it is saved.

    >>> before, after = (matrix(["rr"], ["confidence"], max_size=3) for _ in range(2))
    >>> diff(before, after).regressions
    ()
    """
    from axiometrics.comparison.differences import compare

    matrices = [saved if isinstance(saved, Matrix) else Matrix.from_json(_document(saved)) for saved in (old, new)]
    return compare(*matrices)


@checked
def load(path: str | Path) -> Any:
    """Read a JSON file that a command or `save` has written: a matrix, a cell, a list of cells, a counterexample, an
    organization, or a different document (see `axiometrics.schemas`).

    Returns a value of the type of the document, or plain data if the document has no type of its own.

    Raises `FileError` if the file cannot be read, is damaged, or holds no such document.
    """
    data = _document(path)
    try:
        if isinstance(data, list):
            return [Cell.from_json(cell) for cell in data]
        if not isinstance(data, Mapping):
            raise FileError(f"{str(path)!r} holds {type(data).__name__}, and nothing that axiometrics saves")
        if data.get("schema") == SCHEMA:
            return Matrix.from_json(data)
        if "schema" in data:
            return _typed(data)
        if "levels" in data:
            return Organization.from_json(data)
        if "outputs" in data:
            return Counterexample.from_json(data)
        return Cell.from_json(data)
    except FileError as error:
        raise FileError(f"{str(path)!r}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"{str(path)!r} holds nothing that axiometrics saves, or is damaged: {error}") from None


def _typed(data: Mapping[str, Any]) -> Any:
    """A document as a value of the type that its schema names; plain data where no type is declared."""
    from axiometrics.schemas import document_types

    kinds = document_types(str(data["schema"]))
    for kind in kinds[:-1]:
        with suppress(ValueError):
            return read(data, kind)
    return read(data, kinds[-1]) if kinds else data


def _document(path: str | Path) -> Any:
    """The JSON data of a file."""
    if not isinstance(path, str | os.PathLike):
        raise ParameterError(f"{path!r} is not a matrix and not a file: give the name of a JSON file that holds one")
    try:
        return parse(whole_text(path))
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"{str(path)!r} is not JSON: {error}; save it with .save('name.json')") from None


@checked
def score(
    *,
    gold: Any,
    system: Any,
    metrics: Iterable[Named],
    exact: bool = False,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    topics: str = "mean",
    ties: str = "trec",
    undefined: str = "zero",
    config: str | None = None,
    kind: str | None = None,
    positive: str | float | None = None,
    noise: str | float | None = None,
    noise_items: str = "alone",
    documents: str = "same",
    missing: str = "refuse",
    class_order: ClassOrder = (),
    drop_self: bool = False,
) -> dict[str, Any]:
    """The scores of a system output against a gold, by the ids of the metrics; floats, or exact numbers (`nan` where
    undefined).

    Parameters
    ----------
    gold, system : organizations (or values of another task); labels, one for each document, as lists, arrays or series,
        or by document in dictionaries; grades and scores as `{query: {document: number}}`, as `{document: number}` for
        one query, as frames with named columns, as tuples of ir_measures, or as `Qrels` and `Run` of ranx; pairs of ids
        as frames or tuples; ids of one query as lists of texts, or `{query: [ids]}`; or as matrices of numpy, a row for
        each query and a column for each document, where one row of scores may stand for all queries
    metrics : names of ours, TARGETs and functions
    exact : exact numbers in place of floats
    task, form, order : the task, the form (docs/your-metrics.md) and the order of the arguments of your function, where
        they cannot be inferred
    topics : of several queries the `mean`, by the conventions of `axiometrics score` (trec_eval -c); or `each`, which
        gives the scores by query
    ties : how documents of a ranking with equal scores are ordered: `trec`, as trec_eval orders them; or `expected`,
        which gives the exact mean over all their orders as a float, for built-in metrics
    undefined : how 0/0 counts on a query without relevant documents: `zero`, as in trec_eval; or `skip`, not at all
    config : as at `matrix`
    kind : how lists and dictionaries are read, where several readings fit: `id-lists` ({query: [ids]}), `cluster-sets`
        (a list of clusters, or {cluster: [members]}), `labels` ({document: label} or {document: [labels]}); and of
        pairs of ids: `links` (each is a decision) or `pairs` (they are closed to clusters)
    positive : the label that means yes, for metrics of decisions, unless labels are 1 and 0 or similar ones
    noise, noise_items : the label of documents that belong to no cluster; each of them is a cluster of its own
        (`alone`), or they are left out (`drop`)
    documents : which documents of labels count: both sides have the `same`, those that `both` have, or those of the
        `gold`
    missing : what a label that is missing means: an error (`refuse`), its document is left out of all sides (`drop`) or
        where it is missing (`pairwise`), or it is a label as all others (`label`)
    class_order : all classes in their order, the lowest first, where the labels are words and a metric depends on it
    drop_self : whether a run is scored without the documents that have the id of their query

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
    metrics = list(_listed(metrics))
    at_hand = _tasks_of_names(metrics, gold, system) if task is None else {task}
    candidates = _for_data(metrics, task, with_order(form, order), config=config, at_hand=at_hand)
    choices = _choices(kind, positive, noise, noise_items, documents, missing, class_order, drop_self)
    return _scores(candidates, gold, system, exact, topics, Conventions(ties, "gold", undefined), choices)


def _choices(
    kind: str | None,
    positive: str | float | None,
    noise: str | float | None,
    noise_items: str,
    documents: str,
    missing: str,
    class_order: ClassOrder,
    drop_self: bool,
    columns: Mapping[str, ColumnNames] | None = None,
    header: str = "auto",
    tasks: Collection[str] = (),
) -> DataChoices:
    """The choices that a user makes about the data. Raises `ParameterError` for an impossible choice."""
    positive, noise = (None if label is None else named(label) for label in (positive, noise))
    by_role = {role: [of] if isinstance(of, str | int) else of for role, of in (columns or {}).items()}
    roles = TableColumns.parse(",".join(f"{role}={name}" for role, names in by_role.items() for name in names))
    if noise is None and noise_items != "alone":
        raise ParameterError(f"noise_items={noise_items!r} means nothing without noise: name the label of noise")
    return DataChoices(
        kind=kind,
        columns=roles,
        header=header,
        positive=positive,
        noise=noise,
        noise_items=noise_items,
        documents=documents,
        missing=missing,
        classes=tuple(map(named, class_order)),
        drop_self=drop_self,
        tasks=tasks,
    )


def _scores(
    candidates: Sequence[Candidate],
    gold: Any,
    system: Any,
    exact: bool = False,
    topics: str = "mean",
    conventions: Conventions = TREC_EVAL,
    choices: DataChoices = AS_THEY_ARE,
) -> dict[str, Any]:
    """The scores of one system by metrics that were loaded. `gold` may be one that was already read."""
    held = read_both(gold, system, replace(choices, tasks=[candidate.tasks[0] for candidate in candidates]))
    judges = {candidate.id: candidate.judge(candidate.tasks[0]) for candidate in candidates}
    metrics = {name: of for name, judge in judges.items() if isinstance(of := getattr(judge, "metric", None), Metric)}
    retrieved = held.values(list(metrics.values()), exact, conventions) if isinstance(held, Retrieved) else {}
    scores: dict[str, Any] = {}
    for candidate in candidates:
        metric, values = metrics.get(candidate.id), retrieved.get(candidate.id, {})
        if metric is None:
            outputs = of_held({"system": held})
            values = called_scores(candidate, outputs, candidate.tasks[0], conventions)["system"]
        elif not isinstance(held, Retrieved):
            values = {MEAN: held.value(metric, exact)}
        scores[candidate.id] = {topic: value if exact else _number(value) for topic, value in values.items()}
    if topics == "mean":
        return {metric: values[MEAN] for metric, values in scores.items()}
    by_topic: dict[str, Any] = {}
    for metric_id, values in scores.items():
        for topic, value in values.items():
            if topic != MEAN or len(values) == 1:
                by_topic.setdefault(topic, {})[metric_id] = value
    return by_topic


@checked
def evaluate(
    *,
    gold: Any,
    systems: Any = None,
    metrics: Iterable[Named] = (),
    study: str | None = None,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    config: str | None = None,
    ties: str = "trec",
    topics: str = "gold",
    undefined: str = "zero",
    compare: str | None = None,
    tests: Iterable[str] = ("t",),
    correction: str = "holm",
    max_p: float = 0.05,
    rounds: int = 10_000,
    seed: int = 0,
    sort: str | None = None,
    per_topic: bool = False,
    kind: str | None = None,
    columns: Mapping[str, ColumnNames] | None = None,
    header: str = "auto",
    probabilities: str | Path | None = None,
    overlap: str = "refuse",
    positive: str | float | None = None,
    noise: str | float | None = None,
    noise_items: str = "alone",
    documents: str = "same",
    missing: str = "refuse",
    class_order: ClassOrder = (),
    drop_self: bool = False,
) -> Page:
    """The scores of several systems as a table, and tests of their differences: what `axiometrics score` shows.

    Remarks for the user, for example about topics that a system lacks, are warnings.

    Parameters
    ----------
    gold : the path of a file, or an object as at `score`
    systems : the paths of files or, where the gold is an object, the output of each system by its name
    metrics, study : names and globs of ours, TARGETs and functions, or a study whose metrics are taken; unless given,
        the metrics that are usual for such a gold
    task, form, order, config : as at `score`
    ties : how documents with equal scores in a run are ordered: `trec`, as trec_eval orders them; or `expected`, which
        gives the exact mean of the metric over all their orders
    topics : which topics a mean is over: all topics of the `gold`, or those that are in `both` files
    undefined : how 0/0 counts on a topic without relevant documents: `zero`, or `skip`, not at all
    compare : `first` tests the difference of each system from the first one over topics, and `all` of all pairs
    tests, correction, rounds, seed : the paired tests (`t`, `randomization`, `bootstrap`), how p is corrected for the
        number of comparisons (`holm`, `bonferroni`, `fdr` or `none`), the number of random draws, and their seed
    max_p : a difference with a corrected p below it is marked in the table
    sort : a metric by which the systems are ordered, the best first
    per_topic : whether the table shows topics, too; the JSON always has them
    kind, positive, noise, noise_items, documents, missing, class_order, drop_self : as at `score`
    columns, header, probabilities : of files: which columns of tables hold the query, document, grade, score, rank or
        label, or, if one table holds both sides and no system is given, gold and system (one column, or a list);
        whether files of labels begin with a header (`yes`, `no`, or `auto`: if the first line names the columns); a
        file with the probabilities of intents
    overlap : whether elements of a run may contain each other where their task forbids it: `refuse` or `allow`

    >>> gold = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
    >>> runs = {"good": {"q1": {"a": 2, "b": 1}, "q2": {"b": 2, "a": 1}},
    ...     "fair": {"q1": {"b": 2, "a": 1}, "q2": {"b": 2, "a": 1}}}
    >>> page = evaluate(gold=gold, systems=runs, metrics=["rr"], compare="first", tests=["t"])
    >>> [(one["system"], one["difference"]) for one in page.to_json()["comparisons"]]
    [('fair', -0.25)]
    """
    from axiometrics.services.scoring import Testing, scored

    request = _request(metrics, study, task, with_order(form, order), config)
    choices = _choices(
        kind, positive, noise, noise_items, documents, missing, class_order, drop_self, columns, header, request.tasks
    )
    evaluation = _evaluation(gold, systems, request, choices, probabilities, overlap)
    testing = None if compare is None else Testing(compare, tuple(_listed(tests)), correction, rounds, seed, max_p)
    conventions = Conventions(ties, topics, undefined)
    return _answered(scored(evaluation, request, conventions, testing, sort, per_topic))


@checked
def explain_score(
    *,
    gold: Any,
    systems: Any = None,
    metrics: Iterable[Named] = (),
    study: str | None = None,
    topic: str | None = None,
    top: int = 10,
    kind: str | None = None,
    columns: Mapping[str, ColumnNames] | None = None,
    header: str = "auto",
    probabilities: str | Path | None = None,
    overlap: str = "refuse",
    positive: str | float | None = None,
    noise: str | float | None = None,
    noise_items: str = "alone",
    documents: str = "same",
    missing: str = "refuse",
    class_order: ClassOrder = (),
    drop_self: bool = False,
) -> Page:
    """Why systems have their scores: what `axiometrics score --explain` shows.

    For reliability, sensitivity and R*S, the page shows how much each document and each relation between documents
    loses, in exact numbers that sum to 1 - R and 1 - S. For metrics that are sums over documents (`ap`, `ndcg`,
    `bcubed-f`), it shows how much each document contributes and, with several systems, the difference of each from the
    first.

    Parameters
    ----------
    gold, systems, kind, columns, header, probabilities, overlap : as at `evaluate`
    positive, noise, noise_items, documents, missing, class_order, drop_self : as at `score`
    metrics, study : the metrics that are explained; unless given, R and S of each relation that the gold has
    topic : the topic that is explained, where the gold has several
    top : how many documents and relations are shown one by one; the rest is summed

    >>> gold = {"d1": 1, "d2": 0, "d3": 1}
    >>> page = explain_score(gold=gold, systems={"mine": {"d2": 3, "d1": 2, "d3": 1}}, metrics=["ap"])
    >>> print(str(page).splitlines()[3])
    mine: AP = 0.583333, topic query
    """
    from axiometrics.services.scoring import explained

    request = _request(metrics, study)
    choices = _choices(
        kind, positive, noise, noise_items, documents, missing, class_order, drop_self, columns, header, request.tasks
    )
    evaluation = _evaluation(gold, systems, request, choices, probabilities, overlap)
    return _answered(explained(evaluation, request, topic, top))


def _request(
    metrics: Iterable[Named],
    study: str | None,
    task: str | None = None,
    how: str | None = None,
    config: str | None = None,
) -> Request:
    """The requested metrics of an evaluation, ours and those of the user."""
    from axiometrics.registry import studies
    from axiometrics.services.scoring import Request

    config = config or lists_metrics(study)
    authors = studies.own_metrics(studies.asked(study)) if study else ()
    named, file = [*authors, *_listed(metrics)], configuration(config)
    own = [metric for metric in named if file.is_own(metric)]
    ours = [metric.id if isinstance(metric, Metric) else str(metric) for metric in named if not file.is_own(metric)]
    return Request.of(ours, study, called=_for_data(own, task, how, config=config), task=task)


def _evaluation(
    gold: Any,
    systems: Any,
    request: Request,
    choices: DataChoices,
    probabilities: str | Path | None,
    overlap: str,
) -> Evaluation:
    """The evaluation of files or of objects. Raises `ParameterError` for an option that only files can have."""
    from axiometrics.tasks.diversity import TOPIC_QRELS
    from axiometrics.tasks.organizations import QRELS

    if overlap not in ("refuse", "allow"):
        raise ParameterError(f"overlap={overlap!r} is unknown: write 'refuse' or 'allow'")
    evaluation = _read_evaluation(gold, systems, request, choices, probabilities, overlap == "allow")
    if choices.drop_self and evaluation.kind.name not in (QRELS.name, TOPIC_QRELS.name):
        raise ParameterError(f"drop_self=True is for runs, and the gold holds {evaluation.kind.what}: leave it out")
    return evaluation


def _read_evaluation(
    gold: Any,
    systems: Any,
    request: Request,
    choices: DataChoices,
    probabilities: str | Path | None,
    allowed: bool,
) -> Evaluation:
    from axiometrics.evaluation.object_evaluation import evaluation_of
    from axiometrics.evaluation.scoring import Evaluation

    if isinstance(gold, str | Path):
        paths = [systems] if isinstance(systems, str | Path) else systems
        table = None if probabilities is None else str(probabilities)
        evaluation = Evaluation.read(
            str(gold), None if paths is None else list(map(str, paths)), choices, probabilities=table
        )
        return replace(evaluation, overlap=allowed)
    of_files = {"columns": choices.columns.roles or None, "probabilities": probabilities, "header": choices.header}
    for name, value in of_files.items():
        if value not in (None, "auto"):
            raise ParameterError(f"{name}={value!r} is for files, and the gold is an object: leave it out")
    if not isinstance(systems, Mapping) or not systems:
        raise ParameterError("the gold is an object: give the systems as a dictionary from names to outputs")
    return evaluation_of(gold, systems, allowed, replace(choices, tasks=request.tasks))


def _answered(answer: Answer) -> Page:
    """The page of an answer. Each remark becomes a warning. Raises `TaskError` where there is nothing to show."""
    if answer.problem:
        raise TaskError(f"nothing was evaluated: {answer.problem}")
    for remark in answer.remarks:
        warnings.warn(remark, stacklevel=3)
    return answer.page


@checked
def meta(
    *,
    gold: Any,
    systems: Mapping[str, Any],
    metrics: Iterable[Named],
    alpha: float = 0.05,
    rounds: int = 1000,
    seed: int = 0,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    config: str | None = None,
    drop_self: bool = False,
) -> MetricAgreement:
    """Compare metrics by the scores of real systems: strictness, robustness, discriminative power, and how similarly
    two metrics order the systems. A value that is undefined (0/0) counts as 0.

    Parameters
    ----------
    gold : grades of several queries, as at `score`
    systems : the output of each system, by the name of the system, as for `score`
    metrics : names of ours, TARGETs and functions
    alpha : a difference of two systems counts as found if its p is smaller than this
    rounds, seed : the number of draws of the bootstrap, at least 100, and the seed by which they are drawn
    task, form, order, config, drop_self : as at `score`

    Raises `TaskError` for fewer than two systems or queries.

    >>> gold = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
    >>> runs = {"good": {"q1": {"a": 2, "b": 1}, "q2": {"b": 2, "a": 1}},
    ...     "fair": {"q1": {"b": 2, "a": 1}, "q2": {"b": 2, "a": 1}}}
    >>> found = meta(gold=gold, systems=runs, metrics=["ap", "rr"])
    >>> found.pairs[0].tau, found.metrics[0].means
    (1.0, (1.0, 0.75))
    """
    if rounds < 100 or not 0 < alpha < 1:
        raise ParameterError(f"rounds={rounds}, alpha={alpha}: rounds are 100 or more, alpha is between 0 and 1")
    metrics = list(_listed(metrics))
    at_hand = _tasks_of_names(metrics, gold, next(iter(systems.values()), None))
    candidates = _for_data(metrics, task, with_order(form, order), config=config, at_hand=at_hand)
    once = gold if hasattr(gold, "renamed") else read_gold(gold)
    choices = replace(AS_THEY_ARE, drop_self=drop_self)
    scores = {
        name: _scores(candidates, once, system, topics="each", choices=choices) for name, system in systems.items()
    }
    displays = {candidate.id: candidate.display for candidate in candidates}
    topics = list(dict.fromkeys(topic for of in scores.values() for topic in of))
    values = np.array(
        [[[of[topic][metric] for topic in topics] for of in scores.values()] for metric in displays], float
    )
    return agreement(np.nan_to_num(values), displays, list(scores), topics, alpha, rounds, seed)


@checked
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
    form: str | None = None,
    order: str | None = None,
    timeout: float | None = None,
    lower_is_better: bool | None = None,
    undefined: str | float | None = None,
    config: str | None = None,
    kind: str | None = None,
    positive: str | float | None = None,
    noise: str | float | None = None,
    noise_items: str = "alone",
    documents: str = "same",
    missing: str = "refuse",
    class_order: ClassOrder = (),
    drop_self: bool = False,
) -> Impact:
    """How often metrics violate constraints in real outputs: the edits of each constraint are made in them, and it is
    decided exactly which of these a metric does not reward.

    Parameters
    ----------
    gold : as at `score`
    systems : by name, the outputs of systems, each as at `score`; or one output alone, which is called `system`
    metrics : names of ours, TARGETs and functions
    constraints : names and globs of constraints that have edits; all of them unless given. A constraint whose edits
        cannot be made in these outputs is left out (`Impact.left_out` says why); if it is named, it is an error
    max_edits, seed : the greatest number of edits of a constraint; if more are possible, this number is drawn at
        random, with the seed
    why : two metrics; the result explains why they order two of the systems differently
    task, form, order, timeout, lower_is_better, undefined, config : how your metric is called, as for `matrix`
    kind, positive, noise, noise_items, documents, missing, class_order, drop_self : as at `score`

    >>> gold = [0, 0, 0, 1, 1, 2, 3]
    >>> found = impact(gold=gold, systems=[0, 0, 0, 1, 2, 2, 2], metrics=["v-measure", "bcubed-f"],
    ...     constraints=["rag-bag"])
    >>> [(row.metric, row.edits, row.violated) for row in found.rows]
    [('v-measure', 1, 1), ('bcubed-f', 1, 0)]
    """
    policy = Policy(lower_is_better, undefined)
    named = systems if _depth(systems) > _depth(gold) else {"system": systems}
    metrics = list(_listed(metrics))
    at_hand = _tasks_of_names([*metrics, *(why or ())], gold, next(iter(named.values()), None))

    how = with_order(form, order)
    candidates, two = (_for_data(names, task, how, timeout, policy, config, at_hand) for names in (metrics, why or ()))
    tasks = dict.fromkeys(of for candidate in (*candidates, *two) for of in candidate.tasks)
    choices = _choices(kind, positive, noise, noise_items, documents, missing, class_order, drop_self, tasks=tasks)
    outputs = of_objects(gold, named, choices)
    patterns = list(constraints or ())
    chosen = with_edits(
        patterns, dict.fromkeys((*tasks, *(of for candidate in candidates for of in candidate.as_it_is)))
    )
    measured = measure(outputs, candidates, chosen, max_edits, seed, demanded=demanded(patterns, chosen))
    if why is None:
        return measured
    if len(two) != 2:
        raise ParameterError(f"why={why!r} does not name two metrics")
    scores = [
        {name: _scores([metric], gold, system, choices=choices)[metric.id] for name, system in named.items()}
        for metric in two
    ]
    return reasoned(measured, outputs, two, scores, chosen)


def _depth(value: Any) -> int:
    """The number of dictionaries that stand within each other; 0 for a value that is not a dictionary."""
    return 1 + _depth(next(iter(value.values()), None)) if isinstance(value, dict) else 0


@checked
def call(
    metric: Named,
    arguments: Sequence[Any],
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
) -> Any:
    """The value of your metric for the arguments of one call, given as plain data: lists, dictionaries, and the JSON of
    organizations. `explain` shows such calls if the value of a metric depends on how a case is written.

    >>> def mine(labels_true, labels_pred):
    ...     return float(labels_true[0] == labels_pred[0])
    >>> call(mine, [[0, 1], [1, 0]])
    0.0
    """
    loaded = candidate(metric, task, with_order(form, order))
    judge: Any = loaded.judge(loaded.tasks[0])
    if not hasattr(judge, "call"):
        raise ParameterError(f"{loaded.id} is a built-in metric, which takes outputs and golds: use axiometrics.score")
    return judge.call(list(arguments))


@checked
def recommend(
    task: str | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    *,
    answers: Mapping[str, str] | None = None,
    among: str | None = None,
    max_size: int | str | None = None,
    jobs: int = 1,
    cache: Kept = True,
) -> Recommendation:
    """The metrics of a task that satisfy the constraints that are required and violate those that are forbidden. If
    there is no such metric, the result lists the smallest sets of requirements that have to be given up.

    The arguments are those of `comparison.recommendation.recommend`.

    >>> [metric.id for metric in recommend("filtering", ["priority"], among="amigo2013", max_size=6).metrics][:1]
    ['utility(tp=2,fp=-1,fn=0,tn=0)']
    """
    search = Search.of(max_size, jobs=jobs)
    return find_recommendation(task, require, forbid, answers=answers, among=among, search=search, cache=_cells(cache))


@checked
def identify(
    metric: Named,
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    max_size: int | None = None,
    seed: int = 0,
    budget: float | None = 60.0,
    timeout: float | None = None,
    config: str | None = None,
) -> Identification:
    """Which known definition a metric computes, or the nearest one with the smallest input on which the values differ.

    Parameters
    ----------
    metric : a function, a TARGET, or a built-in metric
    task, form, order : the task, the form and the order of the arguments of the metric, where they cannot be inferred
    max_size : the number of documents up to which every input is tried; unless given, a number that makes a few
        thousand inputs
    seed : the seed by which larger inputs are drawn
    budget : seconds, trial calls included, after which the answer is what was found so far, and what was not tried;
        None for no limit
    timeout : seconds that one call may take, as at `matrix`
    config : as at `matrix`

    >>> def mine(gains, ideal):
    ...     return sum(gains[:3]) / 3
    >>> identify(mine, max_size=4).definition
    'p@3'
    """
    limit = TimeLimit(budget)
    called = _one(metric, task, with_order(form, order), timeout, config, limit)
    return find_identity(called, task, size=max_size, seed=seed, limit=limit)


def _one(
    metric: Named,
    task: str | None,
    signature: str | None,
    timeout: float | None = None,
    config: str | None = None,
    limit: TimeLimit = NO_LIMIT,
) -> Candidate:
    """A metric. The task and the form say how a metric of the user is called."""
    if isinstance(metric, str):
        return configuration(config).one_named(metric, task, signature, timeout, limit)
    its = (task, signature) if callable(metric) else (None, None)
    return configuration(config).candidate(metric, *its, timeout, limit=limit)


@checked
def conduct(
    metric: Named,
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    timeout: float | None = None,
    config: str | None = None,
) -> Conduct:
    """How a metric behaves where definitions say nothing: facts that calls have shown, by their names.

    The names are `unjudged`, `repeated`, `unanswered-topic`, `topics`, `ties`, `negative-grade`, `fractional-grade`,
    `unknown-label`, `perfect`, `empty-gold`, `empty-output`, `values` and `symmetric`. The result has the facts that
    the form of the metric can show.

    Parameters
    ----------
    metric : a function, a TARGET, or a built-in metric
    task, form, order : the task, the form and the order of the arguments of the metric, where they cannot be inferred
    timeout : seconds that one call may take, as at `matrix`
    config : as at `matrix`

    >>> def recall(relevant, retrieved):
    ...     return sum(document in relevant for document in retrieved) / len(relevant)
    >>> fact = conduct(recall)["repeated"]
    >>> fact.word, fact.input, fact.value
    ('counts again', "recall(['a'], ['a', 'a', 'x'])", 2.0)
    """
    return find_conduct(_one(metric, task, with_order(form, order), timeout, config), task)


@checked
def compare(
    one: Named,
    other: Named,
    *,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    max_size: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
    config: str | None = None,
) -> MetricComparison:
    """Whether two metrics give the same values on every small input and on larger random inputs. The arguments are
    those of `identify`.

    >>> found = compare("rand", "adjusted-rand", max_size=3)
    >>> found.equal, found.agreement.difference.exact
    (False, ('1/3', '0'))
    """
    first, second = configuration(config).beside([one, other], task, with_order(form, order), timeout)
    return find_comparison(first, second, task, size=max_size, seed=seed)
