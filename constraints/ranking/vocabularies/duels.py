"""One relevant document on top against many relevant documents below: the two runs that the threshold constraints
compare.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from axiometrics.constraints.ranking.vocabularies.runs import DISCOUNTED_GAIN, Swapped, discounted
from axiometrics.constraints.ranking.vocabularies.sketches import DISCOUNTED, past, ranks_to, run
from axiometrics.core.case import Case
from axiometrics.core.counted import GradedRun
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.runs import Hit
from axiometrics.kernel.check_proof import Atom, Term
from axiometrics.symbolic.symbols import Series, SymbolicNumber, number


def _n(case: Case) -> int:
    """Half the length of the runs. The second run has n irrelevant documents on top, or n - 1 where runs are as printed
    in the paper.
    """
    run = case.outputs["one_on_top"]
    return len(run.grades if isinstance(run, GradedRun) else run.levels) // 2


def _ideal(case: Case) -> Exact:
    return discounted(Swapped.of(case).best)


def _sketches(reading: str) -> Iterator[Sketch]:
    """Of the relevant documents below, the first is written out, and the k-th, for k from 2 on, stands for all
    others.
    """
    n, k, one = number("n", 2), SymbolicNumber(Term.atom(Atom("k"))), Fraction(1)
    above, many = (n, n) if reading == "prose" else (n - 1, n + 1)

    def below(kth: Any, best: SymbolicNumber) -> Hit:
        return Hit(above + kth, one, kth, kth, best, past(kth - 1))

    yield Sketch(
        {
            "one_on_top": run(many, Hit(one, one, one, one, one, one), ranks=ranks_to(2 * n)),
            "many_below": run(
                many, below(one, n), series=(Series("k", 2, many, below(k, many)),), ranks=ranks_to(2 * n)
            ),
        },
        {"n": n, "I": DISCOUNTED},
        (k - 2,),
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "n": Quantity("half the length of the runs", _n, whole=True),
        "I": Quantity("DCG of the collection's relevant documents, ranked on top", _ideal),
    },
    facts=(
        Fact("n - 2 >= 0"),
        Fact("I > 0", Mark.ARITHMETIC, "there are relevant documents", each=DISCOUNTED_GAIN),
    ),
    sketches=_sketches,
)
