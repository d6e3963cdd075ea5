"""Saved cells searched again: what no look at a single case can re-check.

A counterexample can be re-scored, and a proof re-checked step by step. That everything smaller than a counterexample
was searched, that no case up to a size is a violation, that a metric is undefined everywhere: these are statements
about a search, and only a search can bear them out. So `verify --strict` runs the search of each cell again, with the
settings that the file records (or to the size that the cell claims, where it stands alone), and compares what it says.
The alternative, a log of the search that could be re-checked, would be as long as the search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.errors import AxiometricsError, ParameterError
from axiometrics.core.matrix import SCHEMA, Matrix
from axiometrics.possibility.severity import with_severities
from axiometrics.regions.page import region_json
from axiometrics.regions.region import established
from axiometrics.running.candidate import Candidate, builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes, size_names
from axiometrics.search.cells import OUT_OF_TIME
from axiometrics.services.comparisons import SCHEMAS, compared_again
from axiometrics.verification import Verified
from axiometrics.verification.fields import shorten
from axiometrics.verification.searches import CASES, SEVERITY

MOST_EXAMPLES = 100_000
"""The most random cases of a cell that are drawn again. A small file may ask for any number, and the time of a search
that is shared among processes cannot be limited.
"""

SEVERE = 60.0
"""The seconds within which a severity is computed again."""

Key = tuple[str, str, str]
"""A cell: metric, `task:constraint`, reading."""

COMPARED = ("kind", "exact", "cases", "size", "minimal")
"""The fields of a cell, beside its verdict, that are compared; under `detail`, those of `DETAILS`."""

DETAILS = (
    "labelled",
    "breaks",
    "loss",
    "undefined_as",
    "undefined",
    "read_as_fractions",
    "tied_means",
    "within_bound",
    "sampled",
    "grid",
    "scanned",
    "n",
    "n0",
    "profile",
    "method",
    "region",
)


DEATHS = ("error", "undetermined")
"""The kinds of evidence whose message tells how a call ended. Its words may differ each time."""


def searched_again(
    document: Any,
    items: Sequence[Verified],
    targets: Mapping[str, Candidate],
    jobs: int = 1,
    progress: Callable[[int, int, str], None] = lambda done, total, what: None,
) -> Iterator[Verified]:
    """Re-check the cells of a document, and search each again. `items` are the results of the first check, in order.

    `targets` are users' metrics by the names that they have in the file.
    """
    if isinstance(document, Mapping) and document.get("schema") in SCHEMAS:
        recorded = _recorded(document)
        yield from compared_again(document, items, targets, recorded.sizes if recorded else None, progress)
        return
    saved, alone = _saved(document), _recorded(document) is None
    found = dict(_found(document, [one for one in saved if "evidence" in one], targets, jobs, progress))
    for item, one in zip_longest(items, saved):  # what concerns the document as a whole comes last
        if one is None or item.status == "failed":
            yield item
        elif "evidence" in one:
            yield _compared(item, one, found.get(key(one)), alone)
        else:
            yield _established_again(item, one) if item.status == "verified" else item


def key(cell: Mapping[str, Any]) -> Key:
    """The names by which a cell is found."""
    return str(cell["metric"]), f"{cell['task']}:{cell['constraint']}", str(cell["reading"])


def _saved(document: Any) -> list[Mapping[str, Any]]:
    """The cells and regions of a document that was re-checked, in its order."""
    if isinstance(document, Mapping):
        return list(document["cells"]) if document.get("schema") == SCHEMA else [document]
    return list(document)


def _found(
    document: Any,
    cells: Sequence[Mapping[str, Any]],
    targets: Mapping[str, Candidate],
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[tuple[Key, Cell | str]]:
    """The cell that the search gives now, or the reason why it cannot be searched."""
    known = registry.constraints_by_name()
    candidates: dict[tuple[str, str], Candidate | str] = {}
    for name, task in dict.fromkeys(map(_judged, cells)):
        try:
            candidates[name, task] = targets[name] if name in targets else _ours(name, task)
        except AxiometricsError as error:
            candidates[name, task] = str(error)
    wanted: dict[str, tuple[Search, list[Mapping[str, Any]]]] = {}
    recorded = _recorded(document)
    for cell in cells:
        at = candidates[_judged(cell)]
        if isinstance(at, str):
            yield key(cell), at
        elif key(cell)[1] in known:
            search = replace(recorded or _claimed(cell), jobs=jobs)
            if (search.max_examples or 0) > MOST_EXAMPLES:
                yield key(cell), f"{search.max_examples} random cases are asked for, {MOST_EXAMPLES} are drawn at most"
                continue
            wanted.setdefault(repr(search), (search, []))[1].append(cell)
    for search, some in wanted.values():
        asked = {of: one for cell in some if isinstance(one := candidates[of := _judged(cell)], Candidate)}
        once = list({one.name: one for one in asked.values()}.values())
        chosen = [known[name] for name in dict.fromkeys(key(c)[1] for c in some)]
        matrix = run(once, chosen, search, readings="all", progress=progress)
        made = {key(again.to_json()): again for again in matrix}
        for name, constraint, reading in map(key, some):
            again = made.get((asked[name, constraint.partition(":")[0]].id, constraint, reading))
            yield (name, constraint, reading), again or f"{constraint} has no reading {reading}"


def _judged(cell: Mapping[str, Any]) -> tuple[str, str]:
    """The metric of a cell, and the task in which it is judged."""
    return str(cell["metric"]), str(cell["task"])


def _ours(name: str, task: str) -> Candidate:
    if not registry.is_metric(name):
        raise ParameterError(f"{name} is not a built-in metric, and no --target was given for it")
    return builtin(registry.judged_metric(name, task))


def _recorded(document: Any) -> Search | None:
    """The settings of a saved matrix; None where a cell stands alone."""
    settings = document.get("settings") if isinstance(document, Mapping) else None
    if not isinstance(settings, Mapping) or "max_size" not in settings:
        return None
    sizes = settings["max_size"]
    apart = {name: n for name, n in sizes.items() if name != "general"} if isinstance(sizes, Mapping) else {}
    general = sizes.get("general") if isinstance(sizes, Mapping) else sizes
    if unknown := apart.keys() - size_names():
        raise ParameterError(f"the settings of the file name a size of {shorten(min(unknown))}, which nothing has")
    examples, seed = settings.get("max_examples"), settings.get("seed", 0)
    numbers = [n for n in (general, examples, seed, *apart.values()) if n is not None]
    if any(type(n) is not int for n in numbers):
        raise ParameterError("the settings of the file are not those of a search: sizes and seeds are whole numbers")
    return Search(Sizes(general, apart), max_examples=examples, seed=seed)


def _claimed(cell: Mapping[str, Any]) -> Search:
    """The settings that a cell itself tells: searched to its size, with as many random cases as it has."""
    evidence = cell["evidence"]
    detail = evidence.get("detail") or {}
    size = detail.get("scanned", evidence.get("size"))
    examples = detail.get("sampled") or None
    return Search(
        Sizes(None, {key(cell)[1]: size} if type(size) is int and size > 0 else {}),
        max_examples=examples if type(examples) is int else None,
    )


def _established_again(item: Verified, saved: Mapping[str, Any]) -> Verified:
    """The item of a region, failed where the region that is computed now differs from it."""
    try:
        region = region_json(established(item.metric, item.constraint, item.reading, saved["param"]))
    except AxiometricsError as error:
        return replace(item, status="not re-run", reason=f"it could not be computed again: {error}")
    found, said = json.loads(json.dumps(region["exact"])), saved["exact"]
    wrong = [name for name in found if found[name] != said.get(name)]
    if wrong:
        told = f"{wrong[0]} is {shorten(found[wrong[0]])}, the file says {shorten(said.get(wrong[0]))}"
        return replace(item, status="failed", reason=f"computed again: {told}")
    return replace(item, reason=f"{item.reason}; computed again, with the same result")


def _compared(item: Verified, cell: Mapping[str, Any], found: Cell | str | None, alone: bool) -> Verified:
    """The item, failed where the search disagrees with the cell.

    For a counterexample that stands `alone`, the intended size and the intended number of cases are not known.
    """
    if found is None or isinstance(found, str):
        reason = found or "nothing here searches this constraint"
        return replace(item, status="not re-run", reason=f"it could not be searched again: {reason}")
    if cell.get("message") == OUT_OF_TIME and cell.get("holds") is None:
        told = "the run that saved it had no time left (--budget)"
        return item if item.status != "nothing to check" else replace(item, reason=f"{told}: no verdict is claimed")
    severe = (cell["evidence"].get("detail") or {}).get("severity")
    again_severe = None if severe is None else _severity(found)
    wrong = list(_differences(cell, found.to_json(), alone))
    if again_severe is not None and again_severe != severe:
        wrong.append(f"severity is {shorten(again_severe['share'])}, the file says {shorten(severe)}")
    if wrong:
        return replace(item, status="failed", reason=f"searched again: {'; '.join(wrong)}")
    again = f"searched again: {found.evidence.cases} cases"
    uncounted = alone and cell["evidence"].get("cases") != found.evidence.cases
    reason = f"{item.reason}; {again}" if item.status == "verified" else again
    left = (*([CASES] if uncounted else ()), *([SEVERITY] if severe is not None and again_severe is None else ()))
    return replace(item, status="verified", reason=reason, not_rerun=left)


def _severity(found: Cell) -> Mapping[str, Any] | None:
    """The severity of a violation by a metric of ours, computed again; None where it is not, or not in the time."""
    if not registry.is_metric(found.metric):
        return None
    judge = builtin(registry.judged_metric(found.metric, found.task)).judge(found.task)
    severe = with_severities(Matrix((), (), (found,)), lambda _: judge, SEVERE).cells[0].to_json()
    severity: Mapping[str, Any] | None = severe["evidence"]["detail"].get("severity")
    return severity


def _differences(cell: Mapping[str, Any], found: Mapping[str, Any], alone: bool) -> Iterable[str]:
    """The fields in which a cell disagrees with the search, in words."""
    said, now = cell["evidence"], found["evidence"]
    uncounted: set[str] = {"cases", *DETAILS} if alone and said.get("kind") == "counterexample" else set()
    if _was_cut_short(said, now):
        uncounted = {"cases", "size", "undefined"}
    pairs = [(name, cell.get(name), found.get(name)) for name in ("holds", "relation")]
    pairs += [(name, said.get(name), now.get(name)) for name in COMPARED]
    pairs += [(name, (said.get("detail") or {}).get(name), now["detail"].get(name)) for name in DETAILS]
    pairs += () if alone else _overstated(said.get("detail") or {}, now["detail"])
    others = () if alone else ("differs", "elsewhere")
    words = () if said.get("kind") in DEATHS else ("message",)
    pairs += [(name, cell.get(name), found.get(name)) for name in (*others, *words)]
    pairs.append(("convention", (said.get("detail") or {}).get("convention"), now["detail"].get("convention")))
    pairs.append(("words", *((one.get("detail") or {}).get("proof", {}).get("words") for one in (said, now))))
    for name, claimed, true in pairs:
        if name not in uncounted and (claimed != true or type(claimed) is not type(true)):
            yield f"{name} is {shorten(true)}, the file says {shorten(claimed)}"
    if said.get("minimal") is True and found["counterexample"] is not None:
        sizes = [_size(one["counterexample"]) for one in (cell, found)]
        if sizes[0] != sizes[1]:
            yield f"the first counterexample is of size {sizes[1]}, that of the file of size {sizes[0]}"


def _was_cut_short(said: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a theorem settled a cell after the time for its search had run out.

    The cell then tells fewer cases and no size, which says too little but nothing wrong.
    """
    cases = said.get("cases")
    less = type(cases) is int and cases <= now["cases"]
    return said.get("kind") == now["kind"] == "proof" and said.get("size") is None and less


def _overstated(said: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which a cell claims more about its proof than is found now: more cases compared with the metric, or
    other lemmas.

    A proof that is said to be tested, but whose link is proved now, says too little but nothing wrong.
    """
    claimed, true = said.get("link"), now.get("link")
    if isinstance(claimed, Mapping) and isinstance(true, Mapping):
        if any(claimed.get(name, 0) > true.get(name, 0) for name in ("cases", "largest")):
            yield "link", claimed, true
    elif claimed == "proved" != true:
        yield "link", claimed, true
    if said.get("lemmas") is not None and said["lemmas"] != now.get("lemmas"):
        yield "lemmas", said["lemmas"], now.get("lemmas")


def _size(counterexample: Mapping[str, Any]) -> int:
    return int(counterexample["documents"])
