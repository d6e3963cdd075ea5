"""torchmetrics and metrics of torch, where torch is installed: its functions, its classes, and tensors on either side.

The values that are expected are worked by hand from the definitions.
"""

from typing import Any

import pytest

import axiometrics as ax
from axiometrics import candidates as targets
from axiometrics.core.organization import Organization

torch: Any = pytest.importorskip("torch")
pytest.importorskip("torchmetrics")

RUN, GOLD = "n1 > a > n2 > b > ...", "a b > n1 n2"
"""Relevant documents at ranks 2 and 4, of two: AP (1/2 + 2/4) / 2 = 1/2, RR 1/2."""
CLUSTERS, CLASSES = "{a b} {c d}", "{a b c} {d}"
"""Of six pairs a b is together on both sides, and a d, b d are apart on both: Rand 1/2."""

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def value(metric: Any, system: str, gold: str, **options: Any) -> float:
    candidate = targets.candidate(metric, **options)
    judge: Any = candidate.judge(candidate.tasks[0])
    return float(judge.score(Organization.parse(system), Organization.parse(gold)))


def test_functions_of_torchmetrics() -> None:
    from torchmetrics.functional import clustering, retrieval

    assert value(retrieval.retrieval_average_precision, RUN, GOLD) == pytest.approx(1 / 2)
    assert value(retrieval.retrieval_reciprocal_rank, RUN, GOLD) == pytest.approx(1 / 2)
    assert value(clustering.rand_score, CLUSTERS, CLASSES) == pytest.approx(1 / 2)


def test_classes_with_update_and_compute() -> None:
    from torchmetrics.clustering import RandScore
    from torchmetrics.retrieval import RetrievalMAP, RetrievalPrecision

    assert value(RetrievalMAP, RUN, GOLD, task="ranking") == pytest.approx(1 / 2)
    assert value(RetrievalPrecision(top_k=3), RUN, GOLD, task="ranking") == pytest.approx(1 / 3)
    assert value(RandScore(), CLUSTERS, CLASSES, task="clustering") == pytest.approx(1 / 2)


def test_a_function_of_tensors_that_returns_one() -> None:
    def agreement(x: Any, y: Any) -> Any:
        same = [(side[:, None] == side[None, :]) for side in (x, y)]
        pairs = ~torch.eye(len(x), dtype=torch.bool)
        return (same[0] == same[1])[pairs].float().mean()

    assert value(agreement, CLUSTERS, CLASSES, task="clustering") == pytest.approx(1 / 2)


def test_single_precision_is_not_taken_for_another_definition() -> None:
    from torchmetrics.functional.clustering import rand_score, v_measure_score

    assert ax.compare(rand_score, "rand", max_size=3).equal
    agreement = ax.compare(v_measure_score, "v-measure", max_size=4).agreement
    assert {convention.input.documents for convention in agreement.conventions if convention.values == (1.0, 0.0)} == {
        4
    }
