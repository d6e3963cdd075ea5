"""Size versus quantity where clusters overlap: pairs broken (worse) against one item taken out of a class
(better).
"""

from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary


def _pairs(case: Case) -> int:
    """The classes of two items: all but one."""
    return len(case.gold.levels[0]) - 1


VOCABULARY = Vocabulary(
    see=_pairs,
    quantities={"k": Quantity("pairs; the big class has one item more", lambda k: k, whole=True)},
    facts=(Fact("k - 2 >= 0", Mark.DEFINITION, "as the reading says"),),
)
