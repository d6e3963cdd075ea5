"""The matrices of all studies in all readings, cell by cell as they were saved: no change of the code changes a
verdict, a counterexample or a proof unnoticed.

The saved files prove that nothing has moved, not that it was right; other tests judge that. A difference is a finding:
renew the files only where a change is meant, and say in the commit which cells changed and why. This command renews
those that are named, or all in some minutes:

    python tests/matrices/test_matrices.py inex2006
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axiometrics
from axiometrics import registry
from axiometrics.core.task import task
from axiometrics.registry.implications import agreeing, implications
from axiometrics.registry.studies import studies

STUDIES = tuple(studies())
FEW = ("purity", "bcubed-f", "f", "lam", "rr", "rbp")
"""Metrics whose cells are computed in a moment."""

MIXED = (
    "reliability-priority(n=30,wn=0.8,reading=listed)",
    "sensitivity-clustering(n=30,wn=0.8,reading=tail-lookup)",
    "rs-relatedness(n=30,wn=0.8,reading=tail-certain)",
)
"""One metric of mixed organizations in each reading of the tail."""

COMPARED = {"lemmas", "link", "link_checked", "sampled"}
"""How well it is known that a proof is about its metric: the tests of proofs judge that, and it may become better. Of
random cases Hypothesis draws some more or less in another process.
"""

WORDS = {"words", "method"}
"""What says in prose what the other fields say, and may be said better."""


def saved_in(study: str) -> Path:
    return Path(__file__).with_name(f"{study}.json")


def arguments(study: str, *metrics: str) -> list[str]:
    chosen = [word for metric in metrics for word in ("-m", metric)] or ["--study", study]
    return ["matrix", *chosen, "--reading", "all", "--format", "json", "--progress", "none"]


def lasting(data: Any) -> Any:
    """Data without what may become better or be said better, its floats without their last digits."""
    if isinstance(data, dict):
        return {key: lasting(value) for key, value in data.items() if key not in COMPARED | WORDS}
    if isinstance(data, list):
        return [lasting(value) for value in data]
    return f"{data:.9g}" if isinstance(data, float) else data


def value(data: Any, of: type[Any]) -> str:
    """A gold or an output on one line: of an organization the clusters of a level, levels by rank, and a tail; of a
    list of outputs a digest.
    """
    if isinstance(data, list):
        return f"{len(data)} outputs {digest(data)}"
    if "levels" not in data:
        return str(of.from_json(data))
    levels = [" ".join("{" + " ".join(cluster) + "}" for cluster in level) for level in data["levels"]]
    return " > ".join([*levels, *(["..."] if data["tail"] else [])])


def digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def described(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell as it is saved: the verdict, the counterexample, and a digest of what proves it."""
    evidence, counterexample = cell["evidence"], cell["counterexample"]
    description = {
        "holds": cell["holds"],
        "kind": evidence["kind"],
        **({} if evidence["exact"] else {"exact": False}),
        "cases": evidence["cases"],
        "size": evidence["size"],
        "minimal": evidence["minimal"],
        "relation": cell["relation"],
        "differs": cell["differs"],
        "detail": digest(lasting(evidence["detail"])) if evidence["detail"] else None,
    }
    if counterexample is not None:
        of = task(cell["task"])
        description["gold"] = value(counterexample["gold"], of.gold)
        description["scores"] = {
            role: [value(output, of.output), counterexample["scores"][role]]
            for role, output in counterexample["outputs"].items()
        }
        description |= {name: counterexample[name] for name in ("demanded", "tried") if name in counterexample}
    return {key: value for key, value in description.items() if value not in (None, []) or key == "holds"}


def cells_of(matrix: str) -> dict[str, Any]:
    """The cells of a matrix in JSON by their names, as they are saved."""
    return {
        f"{cell['task']}: {cell['metric']} / {cell['constraint']}@{cell['reading']}": described(cell)
        for cell in json.loads(matrix)["cells"]
    }


def different(saved: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The cells that differ, saved and found."""
    names = dict.fromkeys([*saved, *now])
    return {name: (saved.get(name), now.get(name)) for name in names if saved.get(name) != now.get(name)}


def read(study: str) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads(saved_in(study).read_text(encoding="utf-8"))
    return saved


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "study", [pytest.param(name, marks=[pytest.mark.thorough] * (name == "organization")) for name in STUDIES]
)
def test_every_cell_is_as_it_was(study: str, command: Callable[..., Any], cells_of_all: Path) -> None:
    saved, now = read(study), cells_of(command(*arguments(study), "--cache-dir", str(cells_of_all)).out)
    assert different(saved, now) == {}
    assert list(saved) == list(now), "in the same order"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "study", [pytest.param(name, marks=[pytest.mark.thorough] * (name != "dellamea2004")) for name in STUDIES]
)
def test_every_cell_that_can_be_checked_is_verified(
    study: str, command: Callable[..., Any], cells_of_all: Path, tmp_path: Path
) -> None:
    file = tmp_path / "matrix.json"
    command(*arguments(study), "--cache-dir", str(cells_of_all), "-o", str(file))
    verification = axiometrics.verify(file, work=0)
    assert [item for item in verification.items if item.status not in ("verified", "nothing to check")] == []
    assert len(verification.items) == len(read(study))
    assert verification.sound


@pytest.mark.parametrize(
    ("study", "metrics"), [("amigo2013", FEW), pytest.param("organization", MIXED, marks=pytest.mark.thorough)]
)
def test_cells_of_some_metrics_are_as_they_were(
    study: str, metrics: tuple[str, ...], command: Callable[..., Any]
) -> None:
    saved, now = read(study), cells_of(command(*arguments(study, *metrics)).out)
    assert len(now) > 50
    assert different({name: saved[name] for name in now}, now) == {}


def test_no_two_saved_cells_contradict_each_other() -> None:
    """No reading is said to hold where a reading that it implies fails, of the same metric or of one that agrees with
    it.
    """
    cells: dict[tuple[str, str], bool | None] = {}
    for study in STUDIES:
        for name, cell in read(study).items():
            of, _, rest = name.partition(": ")
            metric, _, place = rest.partition(" / ")
            cells[metric, f"{of}:{place}"] = cell["holds"]
    compared = 0
    named = [registry.judged_metric(metric, place.partition(":")[0]) for metric, place in cells]
    metrics = {(metric.name, metric.id): metric for metric in named}.values()
    for link in implications():
        for declared in metrics:
            names = {
                place.name: None if translated is None else translated.id
                for place in (*link.stronger, link.weaker)
                for translated in [agreeing(declared, place.constraint.task)]
            }
            holds = [cells.get((names[place.name] or "", place.name)) for place in link.stronger]
            if (
                weaker := cells.get((names[link.weaker.name] or "", link.weaker.name))
            ) is not None and None not in holds:
                compared += 1
                assert weaker or not all(holds), f"{declared.id}: {link.weaker}"
    assert compared > 1000


def test_what_is_saved_of_a_cell() -> None:
    """A difference in anything but words, times and what was added later is seen."""
    organized = {"levels": [[["a", "b"], ["c"]]], "tail": True}
    detail = {"method": "so", "n0": 3, "region": [{"from": 0.1 + 0.2}]}
    cell = {
        "task": "clustering",
        "holds": False,
        "relation": "tied",
        "differs": [],
        "evidence": {"kind": "counterexample", "exact": True, "cases": 1, "size": 3, "minimal": True, "detail": detail},
        "counterexample": {"gold": organized, "outputs": {"worse": organized}, "scores": {"worse": "1/2"}},
    }
    before = described(cell)
    assert before["gold"] == "{a b} {c} > ..."
    assert before["scores"] == {"worse": ["{a b} {c} > ...", "1/2"]}

    def changed(**more: Any) -> dict[str, Any]:
        return described({**cell, "evidence": {**cell["evidence"], "detail": {**detail, **more}}})  # type: ignore[dict-item]

    assert changed(method="thus", lemmas=2, link="x", region=[{"from": 0.3}]) == before
    assert before not in (changed(n0=4), changed(region=[]), changed(proof={}))


if __name__ == "__main__":
    import subprocess
    import sys

    for study in sys.argv[1:] or STUDIES:
        command_line = [sys.executable, "-m", "axiometrics", *arguments(study), "--no-cache", "-j", "2"]
        computed = cells_of(subprocess.run(command_line, capture_output=True, text=True, check=True).stdout)
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(cell)}" for name, cell in computed.items())
        saved_in(study).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
