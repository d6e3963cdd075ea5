"""pytrec_eval (as pytrec-eval-terrier): trec_eval's measures of one topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_runs


def _function(pytrec_eval: Any, member: Member) -> Callable[..., Any]:
    measure, evaluator = member.source, pytrec_eval.RelevanceEvaluator
    if (
        measure not in pytrec_eval.supported_measures
        and measure.rpartition("_")[0] not in pytrec_eval.supported_measures
    ):
        raise KeyError(measure)

    def of_topic(qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
        values = evaluator({"topic": dict(qrel)}, {measure}).evaluate({"topic": dict(run)})
        return values["topic"][measure] if "topic" in values else None

    return of_topic


def _named(pytrec_eval: Any, text: str) -> Member | None:
    """The measure that trec_eval knows under this name, such as `ndcg_cut_5`; None where there is none."""
    measures = pytrec_eval.supported_measures
    return of_runs(text, graded="ndcg" in text) if text in measures or text.rpartition("_")[0] in measures else None


LIBRARY = MetricLibrary(
    name="pytrec_eval",
    distribution="pytrec-eval-terrier",
    module="pytrec_eval",
    members=(
        of_runs("map", "ap"),
        of_runs("Rprec", "r-precision"),
        of_runs("recip_rank", "rr"),
        of_runs("bpref", "bpref"),
        of_runs("ndcg", "ndcg", graded=True),
        of_runs("ndcg_cut_10", "ndcg@10", graded=True),
        of_runs("P_10", "p@10"),
        of_runs("recall_10"),
        of_runs("success_10"),
        of_runs("map_cut_10"),
        of_runs("11pt_avg"),
        of_runs("infAP"),
        of_runs("set_F"),
        of_runs("set_map"),
    ),
    function=_function,
    named=_named,
)
