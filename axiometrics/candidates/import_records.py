"""Records of the import of a metric: how the metric is called, and a digest of the code of which it is made.

Cells of a user's metric are kept under a digest of the code that its import runs, and only an import shows which code
this is. Without these records, a run that finds all its cells in the cache would still start a process and import the
metric, although it needs neither. So an introduction is kept beside the cells, with the files that the import ran. As
long as these files have not changed, the metric is known without a process, and it is imported only when a case has to
be scored.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from axiometrics.candidates import laws, libraries
from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.conduct.doubts import doubts
from axiometrics.candidates.declaration import Declaration, undefined_policy
from axiometrics.core.documents import read
from axiometrics.core.errors import ParameterError
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.registry.tasks import meant_by
from axiometrics.running.cache import Cache, key
from axiometrics.running.candidate import Candidate
from axiometrics.running.dependencies import Needs, installed
from axiometrics.running.sources import code


@dataclass(frozen=True)
class Introduction:
    """The knowledge about a metric that its import gave.

    Attributes
    ----------
    declared : how the metric is called and judged
    code : the digest of the code on which its verdicts rest
    """

    declared: Declaration
    code: str


def place(*settings: Any) -> str | None:
    """The key under which an introduction with these settings is kept; None where it is not known on which code it
    rests.
    """
    ours = ("axiometrics.candidates.targets", "axiometrics.candidates.containment.server")
    adapters = tuple(f"{libraries.__name__}.{name}" for name in libraries.names())
    rests = code((*ours, *adapters), "", False)
    try:
        around = [os.getcwd(), sys.path, sys.version, list(sys.flags), installed()]
    except OSError:
        return None
    return None if rests is None else key("introduction", rests, around, *settings)


def recalled(cache: Cache, where: str) -> Introduction | None:
    """The introduction that is kept under this key; None where there is none or where code has changed."""
    kept = cache.recall(where)
    try:
        introduction = read(kept, Introduction)
        undefined_policy(introduction.declared.undefined)
    except (ParameterError, ValueError):
        return None
    tasks = meant_by(introduction.declared.signature or "", introduction.declared.task)
    return introduction if tasks and introduction.declared.task in (None, *tasks) else None


def keep(cache: Cache, where: str, introduction: Introduction, needs: Needs) -> None:
    """Keep an introduction under this key for as long as its needs are met."""
    cache.note(where, {"declared": asdict(introduction.declared), "code": introduction.code}, needs)


def broken_laws(candidate: Candidate, task: str, cache: Cache | None, limit: TimeLimit = NO_LIMIT) -> list[str]:
    """The laws of implementation that a user's metric breaks, and other sure mistakes in it, in words. They are looked
    for as long as the limit of time allows.
    """

    def broken() -> Iterator[str]:
        judge = candidate.judge(task)
        assert isinstance(judge, BlackBox)
        yield from map(str, laws.broken(judge, limit))
        yield from doubts(judge, limit) if judge.answers else ()

    def is_whole() -> bool:
        return not limit.exceeded

    return remembered("laws", (laws.__name__, doubts.__module__), candidate, task, cache, broken, is_whole)


def remembered(
    kind: str,
    modules: tuple[str, ...],
    candidate: Candidate,
    task: str,
    cache: Cache | None,
    work: Callable[[], Iterable[str]],
    is_whole: Callable[[], bool] = lambda: True,
) -> list[str]:
    """The texts that some work finds out about a user's metric, taken from the cache if they are there.

    The texts are kept under the code of the metric and of the modules that do the work. They are not kept if it is not
    known on which code they rest, or if the work was ended early.
    """
    where = None
    if cache is not None and candidate.code is not None:
        rests = code(tuple(filter(None, (*modules, candidate.home))), task, False)
        where = None if rests is None else key(kind, rests, candidate.id, candidate.code, task)
    kept: Mapping[str, Any] | None = None if cache is None or where is None else cache.recall(where)
    if kept is not None and isinstance(kept.get("found"), list):
        return list(map(str, kept["found"]))
    texts = list(work())
    judge = candidate.judge(task)
    if cache is not None and where is not None and isinstance(judge, BlackBox) and judge.answers and is_whole():
        needs = candidate.needs(judge)
        if needs is not None:
            cache.note(where, {"found": texts}, needs)
    return texts
