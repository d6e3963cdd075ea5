"""ir_measures: one notation over several providers of ranking measures.

ERR and the exponential nDCG are left out: they run a Perl script for each call, which is too slow for a search.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, copied, of_runs

_of_topics = partial(of_runs, form="topics")


def _function(ir_measures: Any, member: Member) -> Callable[..., Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        measure = ir_measures.parse_measure(member.name)
    if not ir_measures.DefaultPipeline.supports(measure):  # its provider is another package, which is not installed
        raise KeyError(member.name)

    def of_topics(qrels: Mapping[str, Any], runs: Mapping[str, Any]) -> Any:
        if any(isinstance(side, Mapping) for side in qrels.values()) and len(qrels) > 1:
            return ir_measures.calc_aggregate([measure], copied(qrels), copied(runs))[measure]
        for of_topic in measure.iter_calc(copied(qrels), copied(runs)):
            return of_topic.value
        return None

    return of_topics


def _named(ir_measures: Any, text: str) -> Member | None:
    """The measure that a text names, such as `nDCG(dcg="exp-log2")@10`; None where there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            measure = ir_measures.parse_measure(text)
    except (NameError, ValueError, SyntaxError, TypeError, AssertionError):
        return None
    return _of_topics(str(measure), of=str(measure), graded=str(measure).startswith(("nDCG", "ERR", "DCG", "Compat")))


LIBRARY = MetricLibrary(
    name="ir_measures",
    distribution="ir-measures",
    module="ir_measures",
    members=(
        _of_topics("AP", "ap"),
        _of_topics("Rprec", "r-precision"),
        _of_topics("RR", "rr"),
        _of_topics("Bpref", "bpref"),
        _of_topics("nDCG", "ndcg", graded=True),
        _of_topics("nDCG@10", "ndcg@10", graded=True),
        _of_topics("P@10", "p@10"),
        _of_topics("R@10"),
        _of_topics("Success@10"),
        _of_topics("RR@10"),
        _of_topics("RBP(p=0.8)", "rbp(p=0.8)", of="RBP(p=0.8)"),
        _of_topics("infAP"),
        _of_topics("SetF"),
        _of_topics("SetAP"),
        _of_topics("Accuracy"),
        _of_topics("Compat(p=0.8)", graded=True, of="Compat(p=0.8)"),
    ),
    function=_function,
    named=_named,
)
