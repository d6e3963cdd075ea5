"""ranx: ranking measures compiled by numba."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, copied


def _trec(name: str, ours: str = "", graded: bool = False) -> Member:
    return Member(name, "ranking", "trec", ours, graded, form="topics")


def _function(ranx: Any, member: Member) -> Callable[..., Any]:
    measure, evaluate, qrels, runs = member.name, ranx.evaluate, ranx.Qrels, ranx.Run

    def of_topics(judged: Mapping[str, Any], retrieved: Mapping[str, Any]) -> Any:
        return evaluate(qrels(copied(judged)), runs(copied(retrieved)), measure)

    return of_topics


_NAME = re.compile(
    "(hits|hit_rate|precision|recall|f1|r-precision|bpref|mrr|map|dcg|dcg_burges|ndcg|ndcg_burges)(@[0-9]+)?|rbp[.][0-9]+"
)


def _named(ranx: Any, text: str) -> Member | None:
    """The measure that ranx calls so, such as `ndcg@5`."""
    return _trec(text, graded="dcg" in text) if _NAME.fullmatch(text) else None


LIBRARY = MetricLibrary(
    name="ranx",
    distribution="ranx",
    module="ranx",
    members=(
        _trec("map", "ap"),
        _trec("r-precision", "r-precision"),
        _trec("mrr", "rr"),
        _trec("bpref", "bpref"),
        _trec("dcg", "dcg", graded=True),
        _trec("dcg_burges", graded=True),
        _trec("ndcg", "ndcg", graded=True),
        _trec("ndcg@10", "ndcg@10", graded=True),
        _trec("ndcg_burges", graded=True),
        _trec("precision@10", "p@10"),
        _trec("recall@10"),
        _trec("hit_rate@10"),
        _trec("f1"),
        _trec("rbp.80", "rbp(p=0.8)"),
    ),
    function=_function,
    named=_named,
)
