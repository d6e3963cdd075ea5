"""Priority: a relevant document is moved into the positive set, or an irrelevant one out of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Fact, Kind, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number


@dataclass(frozen=True)
class Move:
    """What both outputs have right (`tp`, `tn`), what both have wrong (`fp`, `fn`), and what the move sets right."""

    tp: int
    fp: int
    fn: int
    tn: int
    relevant: int
    irrelevant: int

    @classmethod
    def of(cls, case: Case) -> Move:
        """The move of a case."""
        before, after = case.outputs["worse"], case.outputs["better"]
        if isinstance(before, Quadrants):
            relevant, irrelevant = after.tp - before.tp, before.fp - after.fp
            return cls(before.tp, after.fp, after.fn, before.tn, relevant, irrelevant)
        relevant = _level(case.gold, 0)
        worse, better = (_level(case.outputs[role], 0) for role in ("worse", "better"))
        irrelevant = _level(case.gold, 1)
        return cls(
            tp=len(worse & better & relevant),
            fp=len(worse & better & irrelevant),
            fn=len(relevant - worse - better),
            tn=len(irrelevant - worse - better),
            relevant=len(relevant & (better - worse)),
            irrelevant=len(irrelevant & (worse - better)),
        )

    def positive(self, better: bool) -> int:
        """The positive documents of an output."""
        return self.tp + self.fp + (self.relevant if better else self.irrelevant)

    def negative(self, better: bool) -> int:
        """The negative documents of an output."""
        return self.fn + self.tn + (self.irrelevant if better else self.relevant)

    @property
    def gold(self) -> tuple[int, int]:
        """The relevant and the irrelevant documents."""
        return self.tp + self.fn + self.relevant, self.fp + self.tn + self.irrelevant

    def margins(self, better: bool) -> int:
        """The product of the four margins, or 1 where that is 0."""
        return self.positive(better) * self.negative(better) * prod(self.gold) or 1


def _level(organization: Organization, i: int) -> frozenset[str]:
    return frozenset(document for cluster in organization.levels[i] for document in cluster)


def _sketches(reading: str) -> Iterator[Sketch]:
    """Two sketches: a relevant document is moved into the positive set, or an irrelevant document out of it."""
    least = 1 if reading == "interior" else 0
    tp, fp, fn, tn = number("tp", least), number("fp"), number("fn"), number("tn", least)
    for e, f in ((1, 0), (0, 1)):
        worse, better = Quadrants(tp, fp + f, fn + e, tn), Quadrants(tp + e, fp, fn, tn + f)  # type: ignore[arg-type]
        relevant, irrelevant = tp + fn + e, fp + tn + f
        sets = {"P_worse": tp + fp + f, "N_worse": fn + tn + e, "P_better": tp + fp + e, "N_better": fn + tn + f}
        margins = {
            f"Q_{role}": sets[f"P_{role}"] * sets[f"N_{role}"] * relevant * irrelevant for role in ("worse", "better")
        }
        positive = (relevant, irrelevant)
        yield Sketch(
            {"worse": worse, "better": better},
            {
                "tp": tp,
                "fp": fp,
                "fn": fn,
                "tn": tn,
                "e": e,
                "f": f,
                "R": relevant,
                "I": irrelevant,
                **sets,
                **(margins if least else {}),
            },
            not_negative=tuple(number - 1 for number in positive),
            positive=positive,
            # the set that a document is moved out of may be empty after that, and the other one before
            forks=()
            if least
            else (
                _emptied("worse", (tp, fp) if e else (fn, tn), margins),
                _emptied("better", (fn, tn) if e else (tp, fp), margins),
            ),
        )


def _emptied(role: str, held: tuple[Any, Any], margins: Mapping[str, Any]) -> tuple[Kind, Kind]:
    """The cases in which a set of an output holds some documents of these two kinds, and the cases in which it is
    empty.
    """
    product = f"Q_{role}"
    return Kind({product: margins[product]}, positive=(held[0] + held[1],)), Kind({product: 1}, zero=held)


VOCABULARY = Vocabulary(
    see=Move.of,
    quantities={
        "tp": Quantity("true positives of both outputs", lambda c: c.tp, whole=True),
        "fp": Quantity("false positives of both outputs", lambda c: c.fp, whole=True),
        "fn": Quantity("false negatives of both outputs", lambda c: c.fn, whole=True),
        "tn": Quantity("true negatives of both outputs", lambda c: c.tn, whole=True),
        "e": Quantity("relevant documents moved into the positive set", lambda c: c.relevant, whole=True),
        "f": Quantity("irrelevant documents moved out of it", lambda c: c.irrelevant, whole=True),
        "R": Quantity("relevant documents", lambda c: c.gold[0], whole=True),
        "I": Quantity("irrelevant documents", lambda c: c.gold[1], whole=True),
        "P_worse": Quantity("positive documents of the worse output", lambda c: c.positive(better=False), whole=True),
        "N_worse": Quantity("negative documents of the worse output", lambda c: c.negative(better=False), whole=True),
        "P_better": Quantity("positive documents of the better output", lambda c: c.positive(better=True), whole=True),
        "N_better": Quantity("negative documents of the better output", lambda c: c.negative(better=True), whole=True),
        "Q_worse": Quantity(
            "the product of the margins of the worse output, or 1 where that is 0",
            lambda c: c.margins(better=False),
            whole=True,
        ),
        "Q_better": Quantity(
            "the product of the margins of the better output, or 1 where that is 0",
            lambda c: c.margins(better=True),
            whole=True,
        ),
    },
    facts=(
        *(Fact(f"{name} >= 0") for name in ("fp", "fn", "e", "f")),
        *(Fact(f"{name} >= 0", readings=("universal",)) for name in ("tp", "tn")),
        *(Fact(f"{name} - 1 >= 0", readings=("interior",)) for name in ("tp", "tn")),
        Fact("e + f - 1 = 0"),
        Fact("e + f > 0"),
        Fact("tp + fn + e - 1 >= 0", Mark.DEFINITION, "the gold has relevant documents"),
        Fact("fp + tn + f - 1 >= 0", Mark.DEFINITION, "the gold has irrelevant documents"),
        Fact("R - 1 >= 0", Mark.DEFINITION, "the gold has relevant documents"),
        Fact("I - 1 >= 0", Mark.DEFINITION, "the gold has irrelevant documents"),
        Fact("R - tp - fn - e = 0"),
        Fact("I - fp - tn - f = 0"),
        Fact("P_worse - tp - fp - f = 0"),
        Fact("N_worse - tn - fn - e = 0"),
        Fact("P_better - tp - fp - e = 0"),
        Fact("N_better - tn - fn - f = 0"),
        Fact("Q_worse - 1 >= 0", Mark.ARITHMETIC, "a whole number above 0"),
        Fact("Q_better - 1 >= 0", Mark.ARITHMETIC, "a whole number above 0"),
        Fact(
            "P_worse*N_worse*(Q_worse - P_worse*N_worse*R*I) = 0",
        ),
        Fact(
            "P_better*N_better*(Q_better - P_better*N_better*R*I) = 0",
        ),
    ),
    sketches=_sketches,
)
