"""Equal self-agreement: in both tables nothing is wrong; they differ in the numbers of positive items."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from axiometrics.constraints.classification.vocabularies.exchanged import table
from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.kernel.symbols import number

READINGS = ("both-in-gold", "both")
ROLES = ("one", "other")
NAMES = tuple(f"{name}_{role}" for role in ROLES for name in ("positive", "negative"))


def _items(case: Case) -> dict[str, int]:
    tables = {role: table(case, role) for role in ROLES}
    return {
        f"{name}_{role}": t.tp if name == "positive" else t.tn
        for role, t in tables.items()
        for name in ("positive", "negative")
    }


def _sketches(reading: str) -> Iterator[Sketch]:
    if reading in READINGS:
        values = {name: number(name, 1) for name in NAMES}
        sizes = {role: (values[f"positive_{role}"], values[f"negative_{role}"]) for role in ROLES}
        outputs = {role: Quadrants(p, 0, 0, n) for role, (p, n) in sizes.items()}  # type: ignore[arg-type]
        yield Sketch(outputs, values, positive=tuple(values.values()))


VOCABULARY = Vocabulary(
    see=_items,
    quantities={
        name: Quantity(
            f"{name.partition('_')[0]} items of the gold of {name.partition('_')[2]}", itemgetter(name), whole=True
        )
        for name in NAMES
    },
    facts=(
        *(Fact(f"{name} >= 0", Mark.ARITHMETIC, "a number of items") for name in NAMES),
        *(Fact(f"{name} - 1 >= 0", Mark.DEFINITION, "both classes are in the golds", READINGS) for name in NAMES),
    ),
    sketches=_sketches,
)
