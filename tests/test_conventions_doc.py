"""docs/conventions.md and docs/conventions-of-classes.md: every value in their tables is computed anew, ours and
other people's, so that the pages cannot rot.
"""

import math
import re
import warnings
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import bcubed
import pytest
from scipy.stats import kendalltau
from sklearn import metrics as sk

from axiometrics import registry
from axiometrics.core.arithmetic import conventions
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from tests.begun import is_begun

pytrec_eval: Any = import_module("pytrec_eval")

PAGE = "".join(
    (Path(__file__).parents[1] / "docs" / name).read_text(encoding="utf-8")
    for name in ("conventions-of-classes.md", "conventions.md")
)


class Row(NamedTuple):
    metric: str
    system: str
    gold: str
    ours: str
    peer: str
    theirs: str
    note: str


def rows() -> list[Row]:
    """The lines of the tables."""
    cells = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if line.startswith("| `")
    ]
    return [Row(*line) for line in cells]


# --- what other packages are given


def parts(organization: Organization) -> dict[str, int]:
    """The cluster of each document, by number."""
    return {document: j for _, j, document in organization.occurrences()}


def labels(system: Organization, gold: Organization) -> tuple[list[int], list[int]]:
    documents = sorted(gold.documents)
    return [parts(gold)[d] for d in documents], [parts(system)[d] for d in documents]


def binary(system: Organization, gold: Organization) -> tuple[list[int], list[int]]:
    documents = sorted(gold.documents)
    return tuple([int(any(d in cluster for cluster in side.levels[0])) for d in documents] for side in (gold, system))  # type: ignore[return-value]


def scores(system: Organization, gold: Organization) -> tuple[list[int], list[int]]:
    """Grade and score of every document of gold and run: L..1 for the retrieved, 0 for the others."""
    run = [document for _, _, document in system.occurrences()]
    grades = gold.grades()
    documents = [*run, *sorted(gold.documents - set(run))]
    return [grades.get(d, 0) for d in documents], [len(run) - i if i < len(run) else 0 for i in range(len(documents))]


def trec(measure: str, system: Organization, gold: Organization) -> Any:
    run = [document for _, _, document in system.occurrences()]
    judged = gold.grades() | ({d: 0 for d in run if d not in gold.documents} if gold.tail else {})
    evaluated = pytrec_eval.RelevanceEvaluator({"topic": judged}, {measure}).evaluate(
        {"topic": {d: float(len(run) - i) for i, d in enumerate(run)}}
    )
    return evaluated["topic"][measure] if "topic" in evaluated else "left out"


def by_bcubed(side: str, system: Organization, gold: Organization) -> float:
    of = [{d: {j for _, j, e in o.occurrences() if e == d} for d in o.documents} for o in (system, gold)]
    return float(getattr(bcubed, side)(*of))


def rowed(system: Organization, gold: Organization, retrieved: bool = False) -> list[list[list[int]]]:
    """For functions that take a row a topic; `retrieved`: only of the documents that the run holds."""
    return [[side[: system.size] if retrieved else side] for side in scores(system, gold)]


BY_TASK = {"clustering": labels, "filtering": binary, "classification": binary, "ranking": scores}
"""How the arguments of a function of scikit-learn are made, by the task of the metric in the row."""


def of_peer(row: Row) -> Any:
    """What the function that a row names gives: `package function`, or `package function, option`."""
    system, gold = Organization.parse(row.system), Organization.parse(row.gold)
    package, _, said = row.peer.partition(" ")
    name, _, option = said.partition(", ")
    if package == "pytrec_eval":
        return trec(name, system, gold)
    if package == "bcubed":
        return by_bcubed(name, system, gold)
    if package == "scipy":
        return kendalltau(*scores(system, gold)).statistic
    if name == "ndcg_score":
        return sk.ndcg_score(*rowed(system, gold, option == "retrieved"))
    arguments = BY_TASK[registry.metric(row.metric).task](system, gold)
    return getattr(sk, name)(*arguments, **({"average_method": option} if option else {}))


# --- the columns


def theirs(row: Row) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = of_peer(row)
        except (ValueError, ZeroDivisionError) as error:
            return type(error).__name__
    if isinstance(value, str):
        return value
    shown = "nan" if math.isnan(value) else f"{round(float(value), 6):g}"
    return f"{shown}, warns" if caught else shown


def ids(row: Row) -> str:
    return f"{row.metric}: {row.system} on {row.gold} ({row.peer})".replace(" ", "_")


def value_of(row: Row) -> Any:
    """The value of our metric, on data of its task."""
    metric = registry.metric(row.metric)
    if metric.task == "filtering" and len(Organization.parse(row.gold).levels) > 2:
        metric = metric.reduced("classification")
    of = task(metric.task)
    return metric.exact(of.output.parse(row.system), of.gold.parse(row.gold))


@pytest.mark.parametrize("row", rows(), ids=ids)
def test_our_column(row: Row) -> None:
    value = value_of(row)
    if row.ours == "undefined":
        assert value != value
    else:
        assert value == Fraction(row.ours)


@pytest.mark.parametrize("row", [row for row in rows() if row.peer != "-"], ids=ids)
def test_the_column_of_the_others(row: Row) -> None:
    package = {"sklearn": "scikit-learn", "pytrec_eval": "pytrec-eval-terrier"}.get(
        row.peer.split()[0], row.peer.split()[0]
    )
    measured = re.search(rf"{package} (\d+(?:\.\d+)+)", PAGE)
    assert measured is not None, f"the page does not say which version of {package} was measured"
    if tuple(map(int, version(package).split("."))) < tuple(map(int, measured[1].split("."))):
        pytest.skip(f"{package} is older than the one measured, {measured[1]}")
    assert row.theirs == theirs(row)


def test_no_peer_no_value() -> None:
    assert all(row.theirs == "-" for row in rows() if row.peer == "-")


def test_every_metric_is_on_the_page() -> None:
    """In a table, or in the list of those that are never at 0/0. One that was just begun may be missing."""
    tabled = {registry.metric(row.metric).base for row in rows()}
    never = set(re.findall(r"`([a-z0-9-]+)`", PAGE.partition("## Never at 0/0")[2]))
    begun = {metric.base for metric in registry.metrics() if is_begun(metric)}
    assert (tabled | never) - begun == {metric.base for metric in registry.metrics()} - begun
    assert not tabled & never


def test_every_named_convention_is_on_the_page() -> None:
    """What a formula records in `detail.convention` stands on the page, in a row that rests on it."""
    used: dict[str, set[str]] = {}
    for row in rows():
        with conventions() as named:
            value_of(row)
        for name in named:
            used.setdefault(name, set()).add(row.note)
    for name, notes in used.items():
        assert any(name in note for note in notes), f"{name!r} is nowhere in the notes {notes}"
