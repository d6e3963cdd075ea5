"""One score at a time: its distance from 1, whether it is there, and outputs that have a certain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.constraints.scoring.vocabularies.points import PLAIN, Given, Parameters, near, sector, total
from axiometrics.constraints.scoring.vocabularies.sketches import Scored, as_compared, as_given
from axiometrics.core.case import Case
from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.vocabulary import Construction, Fact, Mark, Quantity, Sketch, Vocabulary


def _role(case: Case) -> str:
    (role,) = case.outputs
    return role


def _sum(kind: str) -> Given:
    return lambda case, p: total(case, _role(case), kind, p)


def _counted(of: Callable[[str, str], Given], *names: str) -> Given:
    return lambda case, p: sum((of(_role(case), name)(case, p) for name in names), Fraction(0))


def _every(number: int) -> Callable[[Case, Parameters], Scores]:
    """An output that gives one score to all documents."""
    return lambda case, p: Scores(tuple((d, Fraction(number)) for d in sorted(case.gold.documents)))


def _wrong(last: int, others: int) -> Callable[[Case, Parameters], tuple[Scores, Relevance]]:
    """An output that gives the last document one score and all others another one, and the gold whose relevances are 1
    less these scores.
    """

    def made(case: Case, p: Parameters) -> tuple[Scores, Relevance]:
        names = sorted(case.gold.documents)
        pairs = [(d, Fraction(last if d == names[-1] else others)) for d in names]
        return Scores(tuple(pairs)), Relevance(tuple((d, 1 - score) for d, score in pairs))

    return made


def _identical(case: Case) -> Fraction:
    return total(case, "output", "distance", PLAIN)


_EXACT, _LESS = ("score(output) = 1",), ("score(output) < 1",)


def _sketches(reading: str) -> Iterator[Sketch]:
    output = Scored.of("output")
    yield Sketch(
        {"output": output.compared},
        {
            "N": output.documents,
            "A": as_given(output.distance),
            "T": as_compared(output.distance),
            "O": as_compared(output.high),
            "U": as_compared(output.low),
        },
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents", lambda c: len(c.gold.pairs), whole=True),
        "A": Quantity("sum of the distances of the scores from the relevance", _identical),
        "T": Quantity("sum of the distances as the metric compares scores and relevances", given=_sum("distance")),
        "O": Quantity("the same of scores that are too high", given=_sum("too high")),
        "U": Quantity("the same of scores that are too low", given=_sum("too low")),
        "b": Quantity("documents retrieved and relevant", given=_counted(sector, "beta"), whole=True),
        "r": Quantity("documents whose score is off by less than t", given=_counted(near, "right"), whole=True),
    },
    facts=(
        Fact("N > 0"),
        Fact("A = 0", Mark.DEFINITION, "the scores are the relevance", demands=_EXACT),
        Fact("A > 0", Mark.DEFINITION, "a score is not the relevance", demands=_LESS),
    ),
    outputs={
        "all 0": Construction("every document has the score 0", _every(0)),
        "all 1": Construction("every document has the score 1", _every(1)),
        "too low": Construction("every score is 0, and every relevance 1", _wrong(0, 0)),
        "too high": Construction("every score is 1, and every relevance 0", _wrong(1, 1)),
        "reversed": Construction("one score is 0 and its relevance 1, all others are 1 and 0", _wrong(0, 1)),
    },
    sketches=_sketches,
)
