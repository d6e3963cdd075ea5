"""The repetition of the searches on which saved cells rest, because a look at a single case cannot check a statement
about a search.

A counterexample can be re-scored, and a proof can be re-checked step by step. But some cells state that all cases
smaller than a counterexample were searched, that no case up to a size is a violation, or that a metric is undefined
everywhere. Only a search can confirm such a statement. So `verify --strict` repeats the search of each cell, with the
settings that the file records (where a cell stands alone, to the size that the cell claims), and compares the results.
A log of the search that could be re-checked was rejected, because it would be as long as the search.
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
"""The fields of a cell, besides its verdict, that are compared. Under `detail`, the fields in `DETAILS` are
compared.
"""

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
"""The fields under `detail` that are compared."""


DEATHS = ("error", "undetermined")
"""The kinds of evidence whose message says how a call ended. The words of this message may differ each time."""


def searched_again(
    document: Any,
    items: Sequence[Verified],
    targets: Mapping[str, Candidate],
    jobs: int = 1,
    progress: Callable[[int, int, str], None] = lambda done, total, step: None,
) -> Iterator[Verified]:
    """Re-check the cells of a document, and repeat the search of each. `items` are the results of the first check, in
    the order of the document.

    `targets` are users' metrics by their names in the file.
    """
    if isinstance(document, Mapping) and document.get("schema") in SCHEMAS:
        recorded = _recorded(document)
        yield from compared_again(document, items, targets, recorded.sizes if recorded else None, progress)
        return
    saved, alone = _saved(document), _recorded(document) is None
    searched = dict(_searched(document, [entry for entry in saved if "evidence" in entry], targets, jobs, progress))
    for item, entry in zip_longest(items, saved):  # items about the document as a whole come last
        if entry is None or item.status == "failed":
            yield item
        elif "evidence" in entry:
            yield _compared(item, entry, searched.get(key(entry)), alone)
        else:
            yield _established_again(item, entry) if item.status == "verified" else item


def key(cell: Mapping[str, Any]) -> Key:
    """The names by which a cell is found."""
    return str(cell["metric"]), f"{cell['task']}:{cell['constraint']}", str(cell["reading"])


def _saved(document: Any) -> list[Mapping[str, Any]]:
    """The cells and regions of a document that was re-checked, in its order."""
    if isinstance(document, Mapping):
        return list(document["cells"]) if document.get("schema") == SCHEMA else [document]
    return list(document)


def _searched(
    document: Any,
    cells: Sequence[Mapping[str, Any]],
    targets: Mapping[str, Candidate],
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> Iterator[tuple[Key, Cell | str]]:
    """The cell that the search gives now, or the reason why it cannot be searched."""
    constraints = registry.constraints_by_name()
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
        elif key(cell)[1] in constraints:
            search = replace(recorded or _claimed(cell), jobs=jobs)
            if (search.max_examples or 0) > MOST_EXAMPLES:
                yield key(cell), f"{search.max_examples} random cases are asked for, {MOST_EXAMPLES} are drawn at most"
                continue
            wanted.setdefault(repr(search), (search, []))[1].append(cell)
    for search, some in wanted.values():
        by_cell = {
            of: candidate for cell in some if isinstance(candidate := candidates[of := _judged(cell)], Candidate)
        }
        once = list({candidate.name: candidate for candidate in by_cell.values()}.values())
        chosen = [constraints[name] for name in dict.fromkeys(key(c)[1] for c in some)]
        matrix = run(once, chosen, search, readings="all", progress=progress)
        made = {key(again.to_json()): again for again in matrix}
        for name, constraint, reading in map(key, some):
            again = made.get((by_cell[name, constraint.partition(":")[0]].id, constraint, reading))
            yield (name, constraint, reading), again or f"{constraint} has no reading {reading}"


def _judged(cell: Mapping[str, Any]) -> tuple[str, str]:
    """The metric of a cell, and the task in which it is judged."""
    return str(cell["metric"]), str(cell["task"])


def _ours(name: str, task: str) -> Candidate:
    if not registry.is_metric(name):
        raise ParameterError(f"{name} is not a built-in metric, and no --target was given for it")
    return builtin(registry.judged_metric(name, task))


def _recorded(document: Any) -> Search | None:
    """The settings that a saved matrix records; None for a cell that stands alone."""
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
    """The settings that a cell itself states: a search to its size, with as many random cases as it has."""
    evidence = cell["evidence"]
    detail = evidence.get("detail") or {}
    size = detail.get("scanned", evidence.get("size"))
    examples = detail.get("sampled") or None
    return Search(
        Sizes(None, {key(cell)[1]: size} if type(size) is int and size > 0 else {}),
        max_examples=examples if type(examples) is int else None,
    )


def _established_again(item: Verified, saved: Mapping[str, Any]) -> Verified:
    """The item of a region. It fails where the region that is computed now differs from the saved one."""
    try:
        region = region_json(established(item.metric, item.constraint, item.reading, saved["param"]))
    except AxiometricsError as error:
        return replace(item, status="not re-run", reason=f"it could not be computed again: {error}")
    computed, said = json.loads(json.dumps(region["exact"])), saved["exact"]
    wrong = [name for name in computed if computed[name] != said.get(name)]
    if wrong:
        difference = f"{wrong[0]} is {shorten(computed[wrong[0]])}, the file says {shorten(said.get(wrong[0]))}"
        return replace(item, status="failed", reason=f"computed again: {difference}")
    return replace(item, reason=f"{item.reason}; computed again, with the same result")


def _compared(item: Verified, cell: Mapping[str, Any], searched: Cell | str | None, alone: bool) -> Verified:
    """The item of a cell. It fails where the search disagrees with the cell.

    For a counterexample that stands `alone`, the intended size and the intended number of cases are not known.
    """
    if searched is None or isinstance(searched, str):
        reason = searched or "nothing here searches this constraint"
        return replace(item, status="not re-run", reason=f"it could not be searched again: {reason}")
    if cell.get("message") == OUT_OF_TIME and cell.get("holds") is None:
        remark = "the run that saved it had no time left (--budget)"
        return item if item.status != "nothing to check" else replace(item, reason=f"{remark}: no verdict is claimed")
    severe = (cell["evidence"].get("detail") or {}).get("severity")
    again_severe = None if severe is None else _severity(searched)
    wrong = list(_differences(cell, searched.to_json(), alone))
    if again_severe is not None and again_severe != severe:
        wrong.append(f"severity is {shorten(again_severe['share'])}, the file says {shorten(severe)}")
    if wrong:
        return replace(item, status="failed", reason=f"searched again: {'; '.join(wrong)}")
    again = f"searched again: {searched.evidence.cases} cases"
    uncounted = alone and cell["evidence"].get("cases") != searched.evidence.cases
    reason = f"{item.reason}; {again}" if item.status == "verified" else again
    left = (*([CASES] if uncounted else ()), *([SEVERITY] if severe is not None and again_severe is None else ()))
    return replace(item, status="verified", reason=reason, not_rerun=left)


def _severity(cell: Cell) -> Mapping[str, Any] | None:
    """The severity of a violation by one of our metrics, computed again; None for a metric of the user, or where the
    time is over.
    """
    if not registry.is_metric(cell.metric):
        return None
    judge = builtin(registry.judged_metric(cell.metric, cell.task)).judge(cell.task)
    severe = with_severities(Matrix((), (), (cell,)), lambda _: judge, SEVERE).cells[0].to_json()
    severity: Mapping[str, Any] | None = severe["evidence"]["detail"].get("severity")
    return severity


def _differences(cell: Mapping[str, Any], searched: Mapping[str, Any], alone: bool) -> Iterable[str]:
    """The fields in which a cell disagrees with the search, in words."""
    said, now = cell["evidence"], searched["evidence"]
    uncounted: set[str] = {"cases", *DETAILS} if alone and said.get("kind") == "counterexample" else set()
    if _was_cut_short(said, now):
        uncounted = {"cases", "size", "undefined"}
    pairs = [(name, cell.get(name), searched.get(name)) for name in ("holds", "relation")]
    pairs += [(name, said.get(name), now.get(name)) for name in COMPARED]
    pairs += [(name, (said.get("detail") or {}).get(name), now["detail"].get(name)) for name in DETAILS]
    pairs += () if alone else _overstated(said.get("detail") or {}, now["detail"])
    others = () if alone else ("differs", "elsewhere")
    words = () if said.get("kind") in DEATHS else ("message",)
    pairs += [(name, cell.get(name), searched.get(name)) for name in (*others, *words)]
    pairs.append(("convention", (said.get("detail") or {}).get("convention"), now["detail"].get("convention")))
    pairs.append(("words", *((entry.get("detail") or {}).get("proof", {}).get("words") for entry in (said, now))))
    for name, claimed, true in pairs:
        if name not in uncounted and (claimed != true or type(claimed) is not type(true)):
            yield f"{name} is {shorten(true)}, the file says {shorten(claimed)}"
    if said.get("minimal") is True and searched["counterexample"] is not None:
        sizes = [_size(entry["counterexample"]) for entry in (cell, searched)]
        if sizes[0] != sizes[1]:
            yield f"the first counterexample is of size {sizes[1]}, that of the file of size {sizes[0]}"


def _was_cut_short(said: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a theorem settled a cell after the time for its search had run out.

    The cell then states fewer cases and no size. This is less than is true, but not false.
    """
    cases = said.get("cases")
    less = type(cases) is int and cases <= now["cases"]
    return said.get("kind") == now["kind"] == "proof" and said.get("size") is None and less


def _overstated(said: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which a cell claims more about its proof than is found now: more cases compared with the metric, or
    other lemmas.

    A cell that calls a link tested, although it is proved now, states less than is true, but nothing false.
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
