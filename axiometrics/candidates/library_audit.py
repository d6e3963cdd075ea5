"""The audit of a library: which constraints its metrics satisfy, which laws they obey, which values they have on
degenerate inputs, whether they equal our metrics, and how they behave where definitions say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, partial
from os.path import abspath
from types import MappingProxyType
from typing import Any

from axiometrics import candidates as targets
from axiometrics.candidates import laws, libraries
from axiometrics.candidates.conduct import Conduct
from axiometrics.candidates.conduct.doubts import doubts_of
from axiometrics.candidates.conduct.measurement import conduct_of
from axiometrics.candidates.conduct.subject import Subject, answered_here
from axiometrics.candidates.configuration import Configuration, Configured
from axiometrics.candidates.containment.call import CallForm
from axiometrics.candidates.expression import read
from axiometrics.candidates.inference import AmbiguousForm
from axiometrics.candidates.laws import Convention, LawFinding, Likeness
from axiometrics.candidates.libraries import Member, MetricLibrary
from axiometrics.candidates.module_scan import Told, scan
from axiometrics.candidates.module_scan import version as module_version
from axiometrics.candidates.selection import narrowed
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.matrix import Matrix
from axiometrics.core.progress import Progress
from axiometrics.core.task import TaskSizes
from axiometrics.registry import tasks
from axiometrics.running import run as runner
from axiometrics.running.candidate import Candidate
from axiometrics.running.settings import Search, Sizes
from axiometrics.search import Judge

NO_FILE = Configuration()
"""A configuration that lists no metric."""

PARTS = ("constraints", "laws", "conventions", "conduct")
"""The parts of an audit."""

APART = {"size-vs-quantity": 8, "thresholds": 50}
"""The sizes of the constraints for which the size of the task does not serve: the number of documents to which
`size-vs-quantity` is searched, and the n of thresholds.
"""

EXAMPLES = 20
"""The number of random cases that are tried beyond the enumerated sizes."""


@dataclass(frozen=True)
class AuditedMetric:
    """The findings about one metric. A part that was not requested is empty."""

    member: Member
    laws: tuple[LawFinding, ...] = ()
    likeness: Likeness | None = None
    conventions: tuple[Convention, ...] = ()
    doubts: tuple[str, ...] = ()
    conduct: Conduct | None = None


@dataclass(frozen=True)
class LibraryAudit:
    """The findings about a library: its version; the metrics that this version lacks; one row for each metric; the
    matrix, where it was requested; how each metric is called; and why other functions were not taken.
    """

    library: MetricLibrary
    version: str
    absent: tuple[str, ...]
    rows: tuple[AuditedMetric, ...]
    matrix: Matrix | None
    how: Mapping[str, str] = field(default_factory=dict)
    left: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By metric and constraint, the reason why a violation that was found is expected."""
    questions: Mapping[str, AmbiguousForm] = field(default_factory=dict)
    """The metrics that can be called in several ways, each with the question which way is meant."""

    @property
    def title(self) -> str:
        """The name of the distribution and its version."""
        return f"{self.library.distribution} {self.version}".rstrip()


def audit(
    name: str,
    patterns: Collection[str] = (),
    *,
    parts: Collection[str] = PARTS,
    sizes: Sizes | None = None,
    reading: str = "default",
    jobs: int = 1,
    seed: int = 0,
    progress: Progress = lambda done, total, step: None,
    file: Configuration = NO_FILE,
) -> LibraryAudit:
    """Audit the metrics of an installed library, or of any module or Python file. `patterns` are names or globs of its
    metrics; without patterns all are audited. For the functions that the `file` lists, the audit uses the signatures,
    display names, groups and expected violations of the file.

    Raises `UnknownNameError` for a name that is neither a library with an adapter nor a module, and for a pattern that
    matches no metric; `TargetError` for a library that is not installed.
    """
    listed = _listed(name, file)
    settings: Told = tuple((function, metric.task, metric.signature) for function, metric in listed.items())
    scanned = scan(name, settings)
    library, version = scanned.library, module_version(scanned.library)
    loaded = _loaded(name, settings)
    for pattern in patterns:
        if not any(_means(pattern, metric_name) for metric_name in (*loaded, *scanned.questions)):
            raise UnknownNameError(f"{name} {version} has no metric {pattern!r}: known are {', '.join(loaded)}")
    chosen = {
        metric_name: member
        for metric_name, member in loaded.items()
        if not patterns or any(_means(pattern, metric_name) for pattern in patterns)
    }
    rows = []
    for i, (member, function) in enumerate(chosen.values()):
        progress(i, len(chosen), f"laws of {name} {member.name}")
        rows.append(_row(member, function, parts, seed))
    matrix = None
    if "constraints" in parts and chosen:
        whole = runner.run(
            [_candidate(library, member, function, listed, settings) for member, function in chosen.values()],
            readings="all",
            search=Search(sizes=sizes or usual_sizes(), max_examples=EXAMPLES, seed=seed, jobs=jobs),
            progress=progress,
        )
        matrix = narrowed(whole, reading)
    absent = tuple(member.name for member in library.members if member.name not in loaded)
    how = {row.member.name: scanned.how[row.member.name] for row in rows}
    expected = {} if matrix is None else _expected(matrix, listed)
    questions = {
        metric_name: question
        for metric_name, question in scanned.questions.items()
        if not patterns or any(_means(pattern, metric_name) for pattern in patterns)
    }
    left = {} if patterns else scanned.left
    return LibraryAudit(library, version, absent, tuple(rows), matrix, how, left, expected, questions)


def usual_sizes() -> Sizes:
    """The sizes to which constraints are searched by default: those that each task declares for audits."""
    general = TaskSizes().audited
    declared = {task.name: task.sizes.audited for task in tasks.tasks() if task.sizes.audited != general}
    return Sizes(general, APART | declared)


def _listed(name: str, file: Configuration) -> dict[str, Configured]:
    """The metrics of a configuration file that belong to a module, by the part of their TARGET behind the colon."""
    listed = {}
    for metric in file.metrics:
        expression = read(metric.target)
        of_adapter = expression.place.partition(".")[0] == name and name in libraries.names()
        of_file = (
            name.endswith(".py") and expression.place.endswith(".py") and abspath(expression.place) == abspath(name)
        )
        if expression.place == name or of_adapter or of_file:
            listed[expression.text] = metric
    return listed


def _expected(matrix: Matrix, listed: Mapping[str, Configured]) -> dict[tuple[str, str], str]:
    """The violations that were found and that the configuration expects, with their reasons."""
    reasons = {}
    for cell in matrix:
        said = listed[cell.metric].violations if cell.metric in listed and cell.holds is False else {}
        names = {cell.constraint, f"{cell.task}:{cell.constraint}"}
        for named, why in said.items():
            constraint, _, reading = named.partition("@")
            if constraint in names and reading in ("", cell.reading):
                reasons[cell.metric, f"{cell.constraint}@{cell.reading}"] = why
    return reasons


def candidates(name: str) -> list[Candidate]:
    """The metrics of an installed library as candidates for the runner."""
    return [_candidate(scan(name).library, member, function) for member, function in _loaded(name).values()]


def _means(pattern: str, name: str) -> bool:
    return pattern == name or fnmatchcase(name, pattern)


@cache
def _loaded(name: str, settings: Told = ()) -> Mapping[str, tuple[Member, Callable[..., Any]]]:
    return scan(name, settings).library.load()


def _declared(member: Member) -> targets.Declaration:
    return targets.Declaration(member.task, member.signature, **_marks(member))


def _marks(member: Member) -> dict[str, Any]:
    return {"graded": member.graded, "overlapping": member.overlapping, "pair_counts": member.pair_counts}


def _row(member: Member, function: Callable[..., Any], parts: Collection[str], seed: int) -> AuditedMetric:
    declared = _declared(member)
    obeyed = tuple(laws.check(function, declared, member.task, seed=seed)) if "laws" in parts else ()
    alike = (
        laws.likeness(function, declared, member.task, member.ours, seed) if "laws" in parts and member.ours else None
    )
    degenerate = tuple(laws.conventions(function, declared, member.task, member.ours)) if "conventions" in parts else ()
    subject = _subject(function, declared, member)
    doubted = tuple(doubts_of(subject)) if "laws" in parts else ()
    facts = conduct_of(subject) if "conduct" in parts else None
    return AuditedMetric(member, obeyed, alike, degenerate, doubted, facts)


def _subject(function: Callable[..., Any], declared: targets.Declaration, member: Member) -> Subject:
    """A metric of a library as a subject of calls. The function of an adapter may take several topics unchanged."""
    how = CallForm(member.signature, False)
    also = (member.form,) if member.form else ()
    return Subject(member.name, member.task, declared.traits, how, answered_here(function, how), also)


def _candidate(
    library: MetricLibrary,
    member: Member,
    function: Callable[..., Any],
    listed: Mapping[str, Configured] = MappingProxyType({}),
    settings: Told = (),
) -> Candidate:
    candidate = targets.candidate(_named(member, function))
    family = f"{library.distribution} {module_version(library)}".rstrip()
    configured = listed.get(member.name)
    shown = {} if configured is None else {"display": configured.name}
    return Candidate(
        {**candidate.about, **shown, "family": (configured and configured.group) or family, "source": family},
        candidate.tasks,
        partial(_judge, library.name, member.name, settings=settings),
        token=family,
    )


def _named(member: Member, function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any) -> Any:
        return function(*arguments)

    called.__name__ = member.name
    mark = targets.metric(task=member.task, signature=member.signature, **_marks(member))
    return mark(called)


def _judge(library: str, name: str, task: str, settings: Told = ()) -> Judge:
    """The judge of a metric of a library. Each process makes its own judge and finds the functions of the library
    itself, because functions cannot always be sent to another process.
    """
    return targets.candidate(_named(*_loaded(library, settings)[name])).judge(task)
