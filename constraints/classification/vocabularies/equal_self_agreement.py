"""Equal self-agreement: in both tables nothing is wrong; they differ in the numbers of positive items."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from axiometrics.constraints.classification.vocabularies.exchanged import ITEMS, TableCounts
from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number

ROLES = ("one", "other")
NAMES = tuple(f"{name}_{role}" for role in ROLES for name in ("positive", "negative"))


def self_agreement(counts: TableCounts = ITEMS) -> Vocabulary:
    """The quantities of two golds, each as its own output: the positive and the negative items of each."""

    def see(case: Case) -> dict[str, int]:
        tables = [counts.table(case, role=role) for role in ROLES]
        return dict(zip(NAMES, (count for t in tables for count in (t.tp, t.tn)), strict=True))

    def sketches(reading: str) -> Iterator[Sketch]:
        if reading in counts.in_gold:
            values = {name: number(name, 1) for name in NAMES}
            sizes = {role: (values[f"positive_{role}"], values[f"negative_{role}"]) for role in ROLES}
            outputs = {role: Quadrants(p, 0, 0, n) for role, (p, n) in sizes.items()}  # type: ignore[arg-type]
            yield Sketch(outputs, values, positive=tuple(values.values()))

    right = counts.counted["tp"], counts.counted["tn"]
    return Vocabulary(
        see=see,
        quantities={
            name: Quantity(f"{counts.noun} that are {which}, of {name.partition('_')[2]}", itemgetter(name), whole=True)
            for name, which in zip(NAMES, right * 2, strict=True)
        },
        facts=(
            *(Fact(f"{name} >= 0", Mark.ARITHMETIC, f"a number of {counts.noun}", counts.readings) for name in NAMES),
            *(Fact(f"{name} - 1 >= 0", readings=counts.in_gold) for name in NAMES),
        ),
        sketches=sketches,
    )


VOCABULARY = self_agreement()
