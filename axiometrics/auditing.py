"""Published figures against computed ones: which reading yields a figure, and which figure none yields.

A claims file is JSON: `{"schema": "axiometrics/claims/1", "source": ..., "claims": [...]}`; each claim has `id`, `kind`, `source` (where in the
paper), `claim` (in words), `published` (as printed) and what its kind needs:

* `score`: `metric`, `params`, `gold`, `system` (organizations in text form); the value is compared to the printed precision;
* `duel`: `metric`, `params`, `n`; which of A_n and B_n of the deepness threshold wins, `one on top` or `many below`;
* `cut`: `metric`, `params`; the greatest n up to 100 for which B_n wins, for several lengths of the lists;
* `equal`: `left`, `right`, `task`, `documents`; two metrics give the same exact value on every case up to that size.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from importlib import resources
from pathlib import Path
from typing import Any

from axiometrics import registry
from axiometrics.core.aggregates import Gains
from axiometrics.core.errors import FileError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import MARGIN

SCHEMA = "axiometrics/audit/1"
LISTS = (None, 10, 30, 100, 1000)
"""Lengths of the lists for which a cut point is computed; None is 2n, as the constraint has it."""

FURTHEST = 100
"""The n up to which a cut point is sought."""


@dataclass(frozen=True)
class Finding:
    """What became of a claim: `computed` by reading, and the verdict `agrees` (default reading), `depends on the reading` or `contradicted`."""

    id: str
    source: str
    claim: str
    published: str
    readings: Mapping[str, str]
    agreeing: tuple[str, ...]
    evidence: str

    @property
    def computed(self) -> str:
        """The value under the default reading."""
        return next(iter(self.readings.values()))

    @property
    def verdict(self) -> str:
        """One of the three words."""
        if next(iter(self.readings)) in self.agreeing:
            return "agrees"
        return "depends on the reading" if self.agreeing else "contradicted"

    def to_json(self) -> dict[str, Any]:
        """The finding as `audit --format json` has it."""
        fields = {name: getattr(self, name) for name in ("id", "source", "claim", "published", "computed", "verdict", "evidence")}
        return {**fields, "readings": dict(self.readings), "agreeing": list(self.agreeing)}


def builtin_claims() -> list[str]:
    """The names of the claims files that come along."""
    return sorted(file.name.removesuffix(".json") for file in resources.files("axiometrics.claims").iterdir() if file.name.endswith(".json"))


def read_claims(name: str) -> Mapping[str, Any]:
    """The claims file of that name, or at that path. Raises `FileError` where it cannot be read or is none."""
    try:
        text = (
            (resources.files("axiometrics.claims") / f"{name}.json").read_text(encoding="utf-8")
            if name in builtin_claims()
            else Path(name).read_text(encoding="utf-8")
        )
        data = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(
            f"cannot read claims {name!r}: {getattr(error, 'strerror', None) or error}; known are {', '.join(builtin_claims())}, or a path"
        ) from None
    except ValueError as error:
        raise FileError(f"claims {name!r} are no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("schema") != "axiometrics/claims/1" or not isinstance(data.get("claims"), list):
        raise FileError(f'{name!r} holds no claims: expected {{"schema": "axiometrics/claims/1", "claims": [...]}}')
    return data


def audit(claims: Mapping[str, Any]) -> Iterator[Finding]:
    """A finding for each claim, in their order. Raises `FileError` for a claim that lacks what its kind needs."""
    for claim in claims["claims"]:
        try:
            kind = _KINDS[claim["kind"]]
            common = {name: str(claim[name]) for name in ("id", "source", "claim", "published")}
            readings, agreeing, evidence = kind(claim)
        except (KeyError, TypeError) as error:
            raise FileError(f"claim {claim.get('id', '?') if isinstance(claim, dict) else claim!r}: {error} is missing or no kind of claim") from None
        yield Finding(**common, readings=readings, agreeing=agreeing, evidence=evidence)


Computed = tuple[dict[str, str], tuple[str, ...], str]


def _metrics(claim: Mapping[str, Any]) -> dict[str, Metric]:
    """The metric of a claim in each of its readings, the default one first."""
    metric = registry.metric(claim["metric"]).with_values(**claim["params"])
    readings = next((p.choices for p in metric.parameters if p.name == "reading"), ())
    return {reading: metric.with_values(reading=reading) for reading in readings} or {"": metric}


def _score(claim: Mapping[str, Any]) -> Computed:
    """Each reading's value against the printed figure."""
    gold, system, printed = Organization.parse(claim["gold"]), Organization.parse(claim["system"]), claim["published"]
    values = {reading: metric.exact(system, gold) for reading, metric in _metrics(claim).items()}
    agreeing = tuple(reading for reading, value in values.items() if _prints_as(value, printed))
    return {reading: f"{float(value):.4f}" for reading, value in values.items()}, agreeing, "exact values, to the printed precision"


def _prints_as(value: Any, printed: str) -> bool:
    """Whether the value rounds to what is printed, whichever way a half is rounded."""
    places = Decimal(1).scaleb(-len(printed.partition(".")[2]))
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return any(exact.quantize(places, rounding=way) == Decimal(printed) for way in (ROUND_HALF_EVEN, ROUND_HALF_UP))


def _winner(metric: Metric, n: int, length: int) -> str:
    """Which run scores higher: one relevant document on top, or n below n irrelevant ones, both of that length, n relevant in the collection.

    Floats decide outside their margin, exact arithmetic within it.
    """
    runs = [[1, *[0] * (length - 1)], [*[0] * n, *[1] * n, *[0] * (length - 2 * n)]]
    first, second = metric.evaluate(Gains.of(runs, [[n], [n]]))
    if abs(first - second) <= MARGIN * max(1.0, abs(first), abs(second)):
        first, second = metric.evaluate(Gains.of(runs, [[n], [n]], exact=True))
    return "one on top" if first > second else "many below" if second > first else "tied"


def _duel(claim: Mapping[str, Any]) -> Computed:
    n = claim["n"]
    winners = {reading: _winner(metric, n, 2 * n) for reading, metric in _metrics(claim).items()}
    return winners, tuple(reading for reading, winner in winners.items() if winner == claim["published"]), f"both runs scored at n = {n}, N = n; exact"


def _cut(claim: Mapping[str, Any]) -> Computed:
    """The cut point in every reading, for lists of several lengths."""
    found = {}
    for length in LISTS:
        for reading, metric in _metrics(claim).items():
            wins = [n for n in range(2, FURTHEST + 1) if length is None or 2 * n <= length if _winner(metric, n, length or 2 * n) == "many below"]
            found[f"{reading}, lists of {length or '2n'}"] = str(max(wins)) if wins else "none"
    agreeing = tuple(setting for setting, cut in found.items() if cut == claim["published"])
    return found, agreeing, f"both runs scored for every n up to {FURTHEST}, N = n; exact"


def _equal(claim: Mapping[str, Any]) -> Computed:
    """Whether two metrics agree on every case of a task up to a size."""
    left, right = registry.metric(claim["left"]), registry.metric(claim["right"])
    cases = 0
    for system, gold in _WORLDS[claim["task"]](claim["documents"]):
        one, other = left.exact(system, gold), right.exact(system, gold)
        if one != other:
            return {"": f"{one} and {other} on gold {gold}, output {system}"}, (), f"case {cases + 1}"
        cases += 1
    return {"": "equal"}, ("",), f"all {cases} cases to {claim['documents']} documents, exactly"


def _partitions(documents: int) -> Iterator[tuple[Organization, Organization]]:
    from axiometrics.generators.patterns import Tables
    from axiometrics.generators.tables import tables

    for n in range(1, documents + 1):
        for columns in tables(n):
            fresh = len(columns[0]) - 1
            clusters = []
            for column in columns:
                cluster = {i: k for i, k in enumerate(column[:-1]) if k}
                cluster |= {fresh + i: 1 for i in range(column[-1])}
                fresh += column[-1]
                clusters.append(cluster)
            yield Tables([clusters]).outputs(0, closed=False)


def _filterings(documents: int) -> Iterator[tuple[Organization, Organization]]:
    from axiometrics.generators.filterings import ConfusionTables

    for n in range(2, documents + 1):
        world = ConfusionTables(n)
        yield from (world.outputs(k, closed=False) for k in range(len(world)))


_WORLDS: dict[str, Callable[[int], Iterator[tuple[Organization, Organization]]]] = {"clustering": _partitions, "filtering": _filterings}
_KINDS: dict[str, Callable[[Mapping[str, Any]], Computed]] = {"score": _score, "duel": _duel, "cut": _cut, "equal": _equal}
