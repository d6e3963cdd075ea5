"""rbo: rank-biased overlap of the run with the ideal ranking.

The ideal ranking has the relevant documents by grade. Documents of one grade stand in it in the order in which the
judgements list them, because rbo takes no ties. So the value may depend on that order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axiometrics.candidates.libraries import Member, MetricLibrary, of_runs


def _function(rbo: Any, member: Member) -> Callable[..., Any]:
    made, options = rbo.RankingSimilarity, dict(member.options)
    getattr(made, member.source)

    def of_topic(qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
        ideal = sorted((document for document, grade in qrel.items() if grade > 0), key=lambda d: -qrel[d])
        ranked = sorted(run, key=lambda d: -run[d])
        return getattr(made(ideal, ranked), member.source)(**options)

    return of_topic


LIBRARY = MetricLibrary(
    name="rbo",
    distribution="rbo",
    module="rbo",
    members=(
        of_runs("rbo(p=0.9)", graded=True, options={"p": 0.9}),
        of_runs("rbo_ext(p=0.9)", graded=True, options={"p": 0.9}),
    ),
    function=_function,
    apart="it needs numpy < 2, and other libraries need numpy 2",
)
