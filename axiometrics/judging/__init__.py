"""Answers the search's questions about a built-in metric.

The search knows neither metrics nor tasks: it asks a `Judge` (`axiometrics.search.judge`). A metric of ours can answer
in two ways, since its formula runs on floats and on exact numbers: thousands of cases at once in floats, which are
right to within a margin, and one case exactly. This package holds the judge that does both. It stands above the search,
so that the search cannot ask a formula in another way. Metrics of users have a judge of their own, in
`axiometrics.candidates`.
"""

from axiometrics.judging.exact_judge import ExactJudge

__all__ = ["ExactJudge"]
