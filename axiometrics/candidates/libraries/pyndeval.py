"""pyndeval: the measures of search result diversity of ndeval, one topic at a time; every intent counts alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary


def _measure(name: str, ours: str = "") -> Member:
    return Member(name, ours, task="diversity", signature="topic")


def _function(pyndeval: Any, member: Member) -> Callable[..., Any]:
    if member.source.partition("@")[0] not in pyndeval.SUPPORTED_MEASURES:
        raise KeyError(member.source)
    ndeval, judgement, scored, options = pyndeval.ndeval, pyndeval.SubtopicQrel, pyndeval.ScoredDoc, member.options

    def of_topic(system: Any, topic: Any) -> Any:
        judged = [
            judgement("topic", str(intent), document, int(grade))
            for document, grades in topic.grades.items()
            for intent, grade in grades.items()
        ]
        documents = [document for _, _, document in system.occurrences()]
        run = [scored("topic", document, float(-rank)) for rank, document in enumerate(documents)]
        return ndeval(judged, run, [member.source], **options).get("topic", {}).get(member.source)

    return of_topic


def _named(pyndeval: Any, text: str) -> Member | None:
    """The measure that ndeval knows under this name, such as `alpha-nDCG@10`; None where there is none."""
    written = re.fullmatch("([A-Za-z-]+)(@[0-9]+)?", text)
    return _measure(text) if written and written[1] in pyndeval.SUPPORTED_MEASURES else None


LIBRARY = MetricLibrary(
    name="pyndeval",
    distribution="pyndeval",
    module="pyndeval",
    members=(
        _measure("alpha-nDCG@10"),
        _measure("ERR-IA@10"),
        _measure("nERR-IA@10"),
        _measure("NRBP"),
        _measure("nNRBP"),
        _measure("P-IA@10"),
        _measure("MAP-IA"),
        _measure("strec@10"),
    ),
    function=_function,
    named=_named,
)
