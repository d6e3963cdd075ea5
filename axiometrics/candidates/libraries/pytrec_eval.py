"""pytrec_eval (as pytrec-eval-terrier): trec_eval's measures of one topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary


def _trec(name: str, ours: str = "", graded: bool = False) -> Member:
    return Member(name, "ranking", "trec", ours, graded)


def _function(pytrec_eval: Any, member: Member) -> Callable[..., Any]:
    measure, evaluator = member.source, pytrec_eval.RelevanceEvaluator
    if (
        measure not in pytrec_eval.supported_measures
        and measure.rpartition("_")[0] not in pytrec_eval.supported_measures
    ):
        raise KeyError(measure)

    def of_topic(qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
        found = evaluator({"topic": dict(qrel)}, {measure}).evaluate({"topic": dict(run)})
        return found["topic"][measure] if "topic" in found else None

    return of_topic


def _named(pytrec_eval: Any, text: str) -> Member | None:
    """The measure that trec_eval calls so, such as `ndcg_cut_5`."""
    known = pytrec_eval.supported_measures
    return _trec(text, graded="ndcg" in text) if text in known or text.rpartition("_")[0] in known else None


LIBRARY = MetricLibrary(
    name="pytrec_eval",
    distribution="pytrec-eval-terrier",
    module="pytrec_eval",
    members=(
        _trec("map", "ap"),
        _trec("Rprec", "r-precision"),
        _trec("recip_rank", "rr"),
        _trec("bpref", "bpref"),
        _trec("ndcg", "ndcg", graded=True),
        _trec("ndcg_cut_10", "ndcg@10", graded=True),
        _trec("P_10", "p@10"),
        _trec("recall_10"),
        _trec("success_10"),
        _trec("map_cut_10"),
        _trec("11pt_avg"),
        _trec("infAP"),
        _trec("set_F"),
        _trec("set_map"),
    ),
    function=_function,
    named=_named,
)
