"""Cases of diversity drawn: runs side by side, each document with the intents that it serves, `*` at what differs."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.tasks.drawing import beside, natural


def draw(gold: Topic, outputs: Mapping[str, Organization]) -> str:
    """The probabilities, the runs rank by rank, and the relevant documents that no run retrieves; runs are compared two
    by two, in their order.

    >>> print(draw(Topic.parse("P(i)=2/3 P(j)=1/3 | a: i=2 | b: i j | c: j"),
    ...     {"better": Organization.parse("a > x > ..."), "worse": Organization.parse("b > x > ...")}))
    topic: P(i)=2/3 P(j)=1/3
    <BLANKLINE>
    rank  better   worse
       1  a i=2 *  b i j *
       2  x .      x .
    relevant, not retrieved: c j
    """
    runs = [[document for _, _, document in run.occurrences()] for run in outputs.values()]
    longest = max(map(len, runs), default=0)

    def cell(k: int, rank: int) -> str:
        other_run = runs[k ^ 1] if k ^ 1 < len(runs) else runs[k]
        own, theirs = (run[rank] if rank < len(run) else "" for run in (runs[k], other_run))
        mark = " *" if own != theirs else ""
        return f"{_served(gold, own)}{mark}" if own else f"-{mark}"

    columns = [("rank", [str(rank + 1).rjust(4) for rank in range(longest)])]
    columns += [(role, [cell(k, rank) for rank in range(longest)]) for k, role in enumerate(outputs)]
    missing = sorted((d for d in gold.grades if not any(d in run for run in runs)), key=natural)
    below = f"\nrelevant, not retrieved: {', '.join(_served(gold, d) for d in missing)}" if missing else ""
    return f"topic: {str(gold).partition(' | ')[0]}\n\n{beside(columns)}{below}"


def _served(gold: Topic, document: str) -> str:
    """A document with its intents, those of grade 1 without it."""
    of = sorted(gold.of(document).items(), key=lambda item: natural(item[0]))
    words = [intent if grade == 1 else f"{intent}={grade}" for intent, grade in of] or ["."]
    return " ".join([document, *words])
