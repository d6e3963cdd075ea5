"""One relevant document on top against many below: what thresholds compare."""

from axiometrics.core.case import Case
from axiometrics.core.exact import Exact
from axiometrics.verification.proofs.view import Fact, Quantity, View
from axiometrics.verification.proofs.views.ranking.runs import Swapped, discounted


def _n(case: Case) -> int:
    """Half the length of the runs; of n irrelevant documents on top of the second, n - 1 where runs are as printed."""
    return len(case.outputs["one_on_top"].levels) // 2


def _ideal(case: Case) -> Exact:
    return discounted(Swapped.of(case).best)


def duel(constraint: str) -> View:
    """The view of a threshold: n, half the length of the runs, and what one gold gives both."""
    return View(
        constraint,
        lambda case: case,
        {
            "n": Quantity("half the length of the runs", _n, whole=True),
            "I": Quantity("DCG of the collection's relevant documents, ranked on top", _ideal),
        },
        (Fact("n - 2 >= 0", "thresholds begin at 2"), Fact("I > 0", "there are relevant documents")),
    )
