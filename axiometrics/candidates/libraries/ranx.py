"""ranx: ranking measures compiled by numba."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, copied, of_runs

_of_topics = partial(of_runs, form="topics")


def _function(ranx: Any, member: Member) -> Callable[..., Any]:
    measure, evaluate, qrels, runs = member.name, ranx.evaluate, ranx.Qrels, ranx.Run

    def of_topics(judged: Mapping[str, Any], retrieved: Mapping[str, Any]) -> Any:
        return evaluate(qrels(copied(judged)), runs(copied(retrieved)), measure)

    return of_topics


_NAME = re.compile(
    "(hits|hit_rate|precision|recall|f1|r-precision|bpref|mrr|map|dcg|dcg_burges|ndcg|ndcg_burges)(@[0-9]+)?|rbp[.][0-9]+"
)


def _named(ranx: Any, text: str) -> Member | None:
    """The measure that ranx knows under this name, such as `ndcg@5`; None where there is none."""
    return _of_topics(text, graded="dcg" in text) if _NAME.fullmatch(text) else None


LIBRARY = MetricLibrary(
    name="ranx",
    distribution="ranx",
    module="ranx",
    members=(
        _of_topics("map", "ap"),
        _of_topics("r-precision", "r-precision"),
        _of_topics("mrr", "rr"),
        _of_topics("bpref", "bpref"),
        _of_topics("dcg", "dcg", graded=True),
        _of_topics("dcg_burges", graded=True),
        _of_topics("ndcg", "ndcg", graded=True),
        _of_topics("ndcg@10", "ndcg@10", graded=True),
        _of_topics("ndcg_burges", graded=True),
        _of_topics("precision@10", "p@10"),
        _of_topics("recall@10"),
        _of_topics("hit_rate@10"),
        _of_topics("f1"),
        _of_topics("rbp.80", "rbp(p=0.8)"),
    ),
    function=_function,
    named=_named,
)
