"""One relevant document on top against many below: what thresholds compare."""

from axiometrics.constraints.ranking.vocabularies.runs import DISCOUNTED_GAIN, Swapped, discounted
from axiometrics.core.case import Case
from axiometrics.core.counted import GradedRun
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _n(case: Case) -> int:
    """Half the length of the runs; of n irrelevant documents on top of the second, n - 1 where runs are as printed."""
    run = case.outputs["one_on_top"]
    return len(run.grades if isinstance(run, GradedRun) else run.levels) // 2


def _ideal(case: Case) -> Exact:
    return discounted(Swapped.of(case).best)


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "n": Quantity("half the length of the runs", _n, whole=True),
        "I": Quantity("DCG of the collection's relevant documents, ranked on top", _ideal),
    },
    facts=(
        Fact("n - 2 >= 0", Mark.DEFINITION, "thresholds begin at 2"),
        Fact("I > 0", Mark.ARITHMETIC, "there are relevant documents", each=DISCOUNTED_GAIN),
    ),
)
