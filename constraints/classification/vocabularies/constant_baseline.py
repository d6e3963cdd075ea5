"""Constant baseline at expected tables: the rows of the table are multiples of one row, as are the columns.

A table with tp tn = fp fn, and both classes on both sides, is x u, y u, x v, y v for whole numbers above 0: x and y are
multiples of the first and the second column of the table, u and v of its rows. Of means over all predictions nothing is
said.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from operator import itemgetter

from axiometrics.constraints.classification.vocabularies.exchanged import table
from axiometrics.core.case import Case
from axiometrics.core.counted import Quadrants
from axiometrics.core.vocabulary import Fact, Quantity, Sketch, Vocabulary
from axiometrics.symbolic.symbols import number

READINGS = ("both-expected-table",)
NAMES = tuple(f"{name}_{role}" for role in ("one", "other") for name in "xyuv")


def _factors(case: Case) -> dict[str, int]:
    factors: dict[str, int] = {}
    for role in ("one", "other"):
        t = table(case, role)
        x = gcd(t.tp, t.fn)
        u, v = t.tp // x, t.fn // x
        factors |= {f"x_{role}": x, f"y_{role}": t.fp // u, f"u_{role}": u, f"v_{role}": v}
    return factors


def _sketches(reading: str) -> Iterator[Sketch]:
    if reading in READINGS:
        values = {name: number(name, 1) for name in NAMES}
        outputs = {}
        for role in ("one", "other"):
            x, y, u, v = (values[f"{name}_{role}"] for name in "xyuv")
            outputs[role] = Quadrants(x * u, y * u, x * v, y * v)  # type: ignore[arg-type]
        yield Sketch(outputs, values, positive=tuple(values.values()))


VOCABULARY = Vocabulary(
    see=_factors,
    quantities={name: Quantity(f"a factor of the table of {name[2:]}", itemgetter(name), whole=True) for name in NAMES},
    facts=tuple(Fact(f"{name} - 1 >= 0", readings=READINGS) for name in NAMES),
    sketches=_sketches,
)
