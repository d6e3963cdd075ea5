"""Saved separations and strengths, whose claims about a search are checked by a second search.

The search is made with the settings that the document records. Every field is compared, except for the words and for
the choice between several cases of one size: each case that is shown was already decided by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from axiometrics import registry
from axiometrics.candidates.selection import candidate
from axiometrics.comparison.separation import cover, separate
from axiometrics.comparison.separation.page import cover_json, pair_json
from axiometrics.comparison.sides import side
from axiometrics.comparison.strength import mutants, strength
from axiometrics.comparison.walk import Comparable, kinds
from axiometrics.core.errors import AxiometricsError, ParameterError
from axiometrics.core.progress import Progress
from axiometrics.running.candidate import Candidate
from axiometrics.running.settings import Sizes
from axiometrics.verification import Verified
from axiometrics.verification.fields import shorten
from axiometrics.verification.separations import SCHEMA as SEPARATION
from axiometrics.verification.strengths import SCHEMA as STRENGTH

SCHEMAS = (SEPARATION, STRENGTH)
"""The documents that are computed again here."""

UNCOMPARED = (
    "version",
    "metrics",
    "case",
    "set",
    "constraints",
    "settings",
    "message",
    "counterexample",
    "conventions",
)
"""The fields that are compared in another way, or that state nothing about a search."""


def compared_again(
    document: Mapping[str, Any],
    items: Sequence[Verified],
    targets: Mapping[str, Candidate],
    sizes: Sizes | None,
    progress: Progress,
) -> Iterator[Verified]:
    """Re-check the items of a separation or a strength, and compute the whole document again.

    `sizes` are the sizes that a strength records; None stands for the default sizes of its constraints.
    """
    try:
        if document["schema"] == SEPARATION:
            searched, wrong = _separated_again(document, targets, progress)
            wrong = [*wrong, *_differences(document, searched)]
            for item in items:
                yield _with(item, wrong if item.constraint.endswith(":separation") else [])
            return
        searched = _measured_again(document, sizes, progress)
    except (AxiometricsError, KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"it could not be searched again: {error}"
        yield from (replace(i, status="not re-run", reason=reason) if i.status != "failed" else i for i in items)
        return
    rows = {_named(row): row for row in searched["constraints"]}
    saved = {_named(row): row for row in document["constraints"]}
    for item in items:
        name = item.constraint, item.reading
        if name in saved:
            yield _with(item, _row_differences(saved[name], rows.get(name)))
        else:
            yield _with(item, list(_differences(document, searched)))


def _with(item: Verified, wrong: Sequence[str]) -> Verified:
    """The item, failed where the search disagrees with the file."""
    if item.status == "failed":
        return item
    if wrong:
        return replace(item, status="failed", reason=f"searched again: {'; '.join(wrong[:3])}")
    again = "searched again, with the same result"
    reason = f"{item.reason}; {again}" if item.status == "verified" else again
    return replace(item, status="verified", reason=reason, not_rerun=())


def _separated_again(
    document: Mapping[str, Any], targets: Mapping[str, Candidate], progress: Progress
) -> tuple[Mapping[str, Any], list[str]]:
    """The separation computed again, and the faults of the case or the set in the file."""
    task, ties, names = document["task"], document["ties"], [entry["id"] for entry in document["metrics"]]
    if "set" in document:
        metrics = [registry.judged_metric(name, task) for name in names]
        size = _size(document, task, metrics, "cover")
        searched = cover_json(cover(metrics, task, ties=ties, size=size, progress=progress))
        sizes = [[case["documents"] for case in some["set"]] for some in (document, searched)]
        return searched, [f"the set has {len(sizes[1])} cases"] * (len(sizes[0]) != len(sizes[1]))
    candidates = [targets[name] if name in targets else candidate(name) for name in names]
    first, second = (side(each, task) for each in candidates)
    size = _size(document, task, (first, second), "default")
    searched = pair_json(separate((first, second), task, ties=ties, size=size, progress=progress))
    saved, now = (None if (case := some["case"]) is None else case["documents"] for some in (document, searched))
    return searched, [
        *[f"the first case is of size {now}, that of the file of size {saved}"] * (saved != now),
        *_conventions(document["case"], searched["case"]),
    ]


def _conventions(saved: Mapping[str, Any] | None, searched: Mapping[str, Any] | None) -> Iterator[str]:
    """Compare the conventions that the file names with those on which the values of the same case rest in the new
    search.
    """
    if saved is not None and searched is not None and all(saved[key] == searched[key] for key in ("gold", "outputs")):
        yield from _difference("conventions", saved.get("conventions"), searched.get("conventions"))


def _size(document: Mapping[str, Any], task: str, metrics: Sequence[Comparable], default: str) -> int | None:
    """The size that the user asked for, with which the worlds are searched as far as the file says.

    Raises `ParameterError` where there is no such size.
    """
    searched: Mapping[str, int] = document["searched"]
    end = max(searched.values())
    sizes = (None, *sorted(set(searched.values()), reverse=True))
    reached = {size: {kind.name: kind.last for kind in kinds(task, metrics, size, default)} for size in sizes}
    whole = [size for size, last in reached.items() if last == searched]
    ended = [size for size, last in reached.items() if {name: min(n, end) for name, n in last.items()} == searched]
    if whole or ended:
        return (whole or ended)[0]
    raise ParameterError(f"no search goes as far as the file says: {shorten(searched)}")


def _measured_again(document: Mapping[str, Any], sizes: Sizes | None, progress: Progress) -> Mapping[str, Any]:
    """The strength computed again, for the constraints and readings of the file."""
    constraints = registry.constraints_by_name()
    names = [f"{row['task']}:{row['constraint']}" for row in document["constraints"]]
    chosen = [constraints[name] for name in dict.fromkeys([*names, *document["descriptive"]])]
    reading = document["settings"]["reading"]
    return strength(mutants(), chosen, reading=reading, sizes=sizes, progress=progress).to_json()


def _named(row: Mapping[str, Any]) -> tuple[str, str]:
    return f"{row['task']}:{row['constraint']}", row["reading"]


def _row_differences(saved: Mapping[str, Any], searched: Mapping[str, Any] | None) -> list[str]:
    """The fields of a row of a strength in which the file disagrees with the search."""
    if searched is None:
        return ["the settings of the file have no such row"]
    wrong = [words for name in ("tried", "rejected") for words in _difference(name, saved.get(name), searched[name])]
    own = {mutant["id"]: mutant for mutant in saved["mutants"]}
    for now in searched["mutants"]:
        said = own.pop(now["id"], None)
        if said is None:
            wrong.append(f"the mutant {now['id']} is left out")
        else:
            shown = [entry.get("counterexample") for entry in (said, now)]
            sizes = [case.get("documents") if isinstance(case, Mapping) else case for case in shown]
            wrong += [
                f"{now['id']}: {words}" for words in (*_differences(said, now), *_difference("documents", *sizes))
            ]
    return wrong + [f"there is no mutant {name}" for name in own]


def _differences(saved: Mapping[str, Any], searched: Mapping[str, Any]) -> Iterator[str]:
    """The fields in which the file disagrees with the search."""
    for name, now in searched.items():
        if name not in UNCOMPARED:
            yield from _difference(name, saved.get(name), now)


def _difference(name: str, said: Any, now: Any) -> Iterator[str]:
    if said != now or type(said) is not type(now):
        yield f"{name} is {shorten(now)}, the file says {shorten(said)}"
