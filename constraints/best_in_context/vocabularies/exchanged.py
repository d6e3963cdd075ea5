"""Entry points that change places, or one that becomes closer: the closeness at the ranks around them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from axiometrics.core.case import Case, first_difference
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.best_in_context.entry_points import closeness, level_precision


def _rank(case: Case) -> int:
    return first_difference(case.outputs["better"].levels, case.outputs["worse"].levels)


def _close(case: Case, role: str, p: Mapping[str, Any]) -> list[Fraction]:
    return closeness(case.outputs[role], case.gold, p["a"])


def _below(case: Case, p: Mapping[str, Any]) -> Fraction:
    ranked = enumerate(_close(case, "better", p), 1)
    return sum((s / rank for rank, s in ranked if rank > _rank(case)), Fraction(0))


def _gain(case: Case, p: Mapping[str, Any]) -> Fraction:
    total = sum(article.entry is not None for article in case.gold.articles)
    wanted = ceil(Fraction(case.parameters["better"]["recall"]) * total)
    close, rank = _close(case, "better", p), _rank(case)
    seen, unseen = (level_precision([*close[: rank - 1], Fraction(s), *close[rank:]], wanted) for s in (1, 0))
    return seen - unseen


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "i": Quantity("the first rank at which the runs differ", _rank, whole=True),
        "T": Quantity(
            "best entry points",
            lambda c: sum(article.entry is not None for article in c.gold.articles),
            whole=True,
        ),
        "s": Quantity(
            "closeness at this rank of the better run", given=lambda c, p: _close(c, "better", p)[_rank(c) - 1]
        ),
        "t": Quantity(
            "closeness at this rank of the worse run", given=lambda c, p: _close(c, "worse", p)[_rank(c) - 1]
        ),
        "m": Quantity(
            "sum of the closeness above it",
            given=lambda c, p: sum(_close(c, "better", p)[: _rank(c) - 1], Fraction(0)),
        ),
        "L": Quantity("sum of the closeness over its rank, below it", given=_below),
        "D": Quantity(
            "by how much the precision at the recall level is greater if the rank surely shows its best entry point, "
            "than if it surely does not",
            given=_gain,
        ),
        "w": Quantity(
            "1 if the rank is among the first k, else 0",
            whole=True,
            given=lambda c, p: int(p["k"] is None or _rank(c) <= p["k"]),
        ),
    },
    facts=(
        Fact("i - 1 >= 0", Mark.DEFINITION, "ranks begin at 1"),
        Fact("T - 1 >= 0", Mark.ARITHMETIC, "the article of the closer entry point has a best one"),
        Fact("s - t > 0", Mark.ARITHMETIC, "a smaller distance is closer, and in an irrelevant article closeness is 0"),
        Fact("m >= 0", Mark.ARITHMETIC, "no closeness is below 0"),
        Fact("L >= 0", Mark.ARITHMETIC, "no closeness is below 0"),
        Fact(
            "D >= 0",
            Mark.ARITHMETIC,
            "whatever the other ranks show, with one best entry point more the wanted number is seen at the same rank "
            "or earlier",
            ("level",),
        ),
        Fact("w >= 0", Mark.DEFINITION, "it is 0 or 1"),
    ),
)
