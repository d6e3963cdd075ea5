"""The constraints on rankings (Amigo, Gonzalo & Verdejo 2013, section 2.3).

The gold gives grades, 1 and 0 but in the reading `graded`. Below the run, the collection goes on without end: each run
has a tail. A gold without tail lists every document, those of the runs among them; its last level has the grade 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement, run_properties, where

Run = list[str]


class JudgedRun:
    """Runs by role, with the grades of their documents; `top` is the highest grade of the gold's scale."""

    def __init__(self, grades: Mapping[str, int], top: int, runs: Mapping[str, Run]) -> None:
        self.grades, self.top, self.runs = grades, top, runs

    @property
    def relevant(self) -> int:
        """N, the number of relevant documents in the collection."""
        return sum(grade > 0 for grade in self.grades.values())

    def of(self, role: str) -> list[int]:
        """The grades of a run, by rank."""
        return [self.grades.get(document, 0) for document in self.runs[role]]

    def swap(self, better: str, worse: str) -> int | None:
        """The rank i, from 1, where a higher grade directly above a lower one changes places with it; else None."""
        above, below = self.runs[better], self.runs[worse]
        for i in range(len(above) - 1):
            exchanged = [*above[:i], above[i + 1], above[i], *above[i + 2 :]]
            if below == exchanged and self.of(better)[i] > self.of(better)[i + 1]:
                return i + 1
        return None


def _judged(shown: Case) -> JudgedRun | None:
    gold, runs = shown.gold, {role: _run(output) for role, output in shown.outputs.items()}
    if len(gold.listed) > len(set(gold.listed)) or any(run is None for run in runs.values()):
        return None
    top = len(gold.levels) if gold.tail else len(gold.levels) - 1
    grades = {d: top - i for i, level in enumerate(gold.levels) for cluster in level for d in cluster}
    if not gold.tail and any(document not in grades for run in runs.values() for document in run or ()):
        return None
    return JudgedRun(grades, top, {role: run or [] for role, run in runs.items()})


def _run(output: Organization) -> Run | None:
    """The documents by rank, where each rank has one and there is a tail."""
    if not output.tail or any(len(level) != 1 or len(level[0]) != 1 for level in output.levels):
        return None
    return output.listed if len(output.listed) == len(set(output.listed)) else None


# "Q({..r_i+1, not r_i+2..}) > Q({..not r_i+1, r_i+2..})"; any run, any number of relevant documents


def _priority(shown: Case, *, top: int = 1, relevant: int | None = None) -> bool:
    judged = _judged(shown)
    if judged is None or judged.top != top or relevant not in (None, judged.relevant):
        return False
    return judged.swap("better", "worse") is not None


# "the more we go to a deeper point in the output ranking, the less the probability of documents being explored": with
# i < j, exchanging 1,0 at ranks i,i+1 costs more than at j,j+1 (the inequality is printed the other way round)


def _ranks(judged: JudgedRun | None) -> tuple[int, int] | None:
    """i and j, where each of the worse runs is the better one of its side with such an exchange."""
    if judged is None or judged.top != 1:
        return None
    i, j = (judged.swap(f"{side}_better", f"{side}_worse") for side in ("shallow", "deep"))
    return None if i is None or j is None else (i, j)


def _same_run(shown: Case) -> bool:
    judged = _judged(shown)
    ranks = _ranks(judged)
    if judged is None or ranks is None or judged.runs["shallow_better"] != judged.runs["deep_better"]:
        return False
    i, j = ranks
    return i + 1 < j


def _single(shown: Case) -> bool:
    judged = _judged(shown)
    ranks = _ranks(judged)
    if judged is None or ranks is None or judged.relevant != 1:
        return False
    return ranks[0] < ranks[1] and len({len(run) for run in judged.runs.values()}) == 1


def _any_context(shown: Case) -> bool:
    ranks = _ranks(_judged(shown))
    return ranks is not None and ranks[0] < ranks[1]


# "retrieving one relevant document at the top of the rank is better than retrieving n relevant documents after n
# irrelevant documents" (for every n from some n0 on), or worse (for some n >= 2): A_n = 1 0^(2n-1) against
# B_n = 0^n 1^n with N = n; as printed, B_n = 0^(n-1) 1^(n+1) with N = n + 1


def _duel(shown: Case, *, more: int) -> bool:
    judged = _judged(shown)
    if judged is None or judged.top != 1:
        return False
    n = judged.relevant - more
    first, second = judged.of("one_on_top"), judged.of("many_below")
    return n >= 2 and first == [1] + [0] * (2 * n - 1) and second == [0] * (n - more) + [1] * (n + more)


# "the output ranking does not necessarily contain all documents in the collection": an irrelevant document that is
# appended to a run with at least one relevant document lowers the score


def _confidence(shown: Case) -> bool:
    judged = _judged(shown)
    if judged is None or judged.top != 1 or not any(judged.of("better")) or not judged.runs["worse"]:
        return False
    *rest, last = judged.runs["worse"]
    return rest == judged.runs["better"] and judged.grades.get(last, 0) == 0


PROSE, PRINTED = where(lambda shown: _duel(shown, more=0)), where(lambda shown: _duel(shown, more=1))

STATEMENTS: Mapping[str, Statement] = {
    **run_properties.STATEMENTS,
    "priority@universal": where(_priority),
    "priority@single": where(lambda shown: _priority(shown, relevant=1)),
    "priority@graded": where(lambda shown: _priority(shown, top=2)),
    "deepness@same-run": where(_same_run),
    "deepness@single": where(_single),
    "deepness@any-context": where(_any_context),
    "deepness-threshold@prose": PROSE,
    "deepness-threshold@printed": PRINTED,
    "closeness-threshold@prose": PROSE,
    "closeness-threshold@printed": PRINTED,
    "confidence@universal": where(_confidence),
}
