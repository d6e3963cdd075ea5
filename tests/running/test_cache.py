"""The cache: what is put is found again by what it depends on, damage counts as nothing, and a folder that cannot be
used is told once.
"""

import contextlib
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import TYPES
from axiometrics.core.matrix import Matrix
from axiometrics.running import cache
from axiometrics.running.cache import Cache, checksum, key
from axiometrics.running.candidate import builtin
from axiometrics.running.run import InterruptedRunError, run
from axiometrics.running.settings import Search, Sizes
from tests.cells import without_time

SIZES = Sizes.read("4,rag-bag=5,size-vs-quantity=7,filtering=3,ranking=4,thresholds=8")
SETTINGS = ("max_examples", "seed", "jobs", "budget", "proofs")
METRICS = ("ap", "rr", "f")


def cell(size: int = 8, kind: str = "exhaustive") -> Cell:
    return Cell(
        "ranking",
        "mine",
        "priority",
        "universal",
        True if kind == "exhaustive" else None,
        TYPES[kind](True, 9, size),
    )


def computed(folder: Path | None, **more: Any) -> tuple[Matrix, list[str]]:
    messages: list[str] = []
    steps: list[str] = []
    made = Cache(folder, messages.append) if folder else None
    matrix = run(
        [builtin(registry.metric(name)) for name in METRICS],
        search=Search(sizes=SIZES, **{name: more.pop(name) for name in SETTINGS if name in more}),
        cache=made,
        progress=lambda done, total, what: steps.append(what),
        **more,
    )
    assert not messages
    return matrix, steps


def test_what_is_put_is_found(tmp_path: Path) -> None:
    store = Cache(tmp_path / "new", pytest.fail)
    assert store.get(key("a")) is None
    store.put(key("a"), cell())
    assert store.get(key("a")) == cell()
    assert store.get(key("b")) is None
    store.put(key("a"), cell(9))
    assert store.get(key("a")) == cell(9)
    assert not list((tmp_path / "new").rglob("*.part"))


@pytest.mark.parametrize("kind", ["undetermined", "error"])
def test_what_was_not_decided_is_tried_anew(tmp_path: Path, kind: str) -> None:
    store = Cache(tmp_path, pytest.fail)
    store.put(key("a"), cell(kind=kind))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "\xff",
        '{"format": "axiometrics/cache/1"}',
        '{"format": "axiometrics/cache/4", "key": "x", "sum": "", "cell": {}, "needs": {"files": {}, "absent": {}}}',
    ],
)
def test_damage_counts_as_nothing(tmp_path: Path, text: str) -> None:
    store = Cache(tmp_path, pytest.fail)
    store.put(key("a"), cell())
    (file,) = tmp_path.rglob("*.json")
    file.write_text(text, encoding="latin-1")
    assert store.get(key("a")) is None
    store.put(key("a"), cell())
    assert store.get(key("a")) == cell()


@pytest.mark.parametrize(
    ("whole", "spoilt"),
    [
        ('"absent": {}', '"absent": []'),
        ('"absent": {}', '"absent": {"json": "/"}'),
        ('"absent": {}', '"absent": {"json": [1]}'),
        ('"files": {}', '"files": {"/": "1 1"}'),
        ('"files": {}', '"files": {"no such file": "1 1"}'),
        ('"files": {}', '"files": {"a\\u0000b": ""}'),
        ('"files": {}', '"files": {"/dev/zero": ""}'),
        ('"files": {}', '"files": {"/": 1}'),
        ('"files": {}, ', ""),
        ('"holds": true', '"holds": 7'),
    ],
)
def test_a_part_that_is_damaged_counts_as_nothing(tmp_path: Path, whole: str, spoilt: str) -> None:
    store = Cache(tmp_path, pytest.fail)
    store.put(key("a"), cell())
    (file,) = tmp_path.rglob("*.json")
    text = file.read_text(encoding="utf-8")
    assert whole in text
    data = json.loads(text.replace(whole, spoilt))
    for total in (data["sum"], checksum(data["cell"], data["needs"])):  # by whom damages it, and by whom writes it so
        file.write_text(json.dumps({**data, "sum": total}), encoding="utf-8")
        assert store.get(key("a")) is None


def test_a_verdict_that_was_changed_counts_as_nothing(tmp_path: Path) -> None:
    store = Cache(tmp_path, pytest.fail)
    store.put(key("a"), cell())
    (file,) = tmp_path.rglob("*.json")
    changed = file.read_text(encoding="utf-8").replace('"size": 8', '"size": 9')
    assert Cell.from_json(json.loads(changed)["cell"]) == cell(9)
    file.write_text(changed, encoding="utf-8")
    assert store.get(key("a")) is None


def test_a_cell_that_is_forged_with_its_sum_is_computed_anew(tmp_path: Path) -> None:
    """Whoever can write into the folder can change verdicts, but not make the run fail with what is about others."""
    plain, _ = computed(None)
    computed(tmp_path)
    turns, forged = itertools.cycle(("task", "metric", "constraint", "reading")), set[str]()
    for file in sorted(tmp_path.rglob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        field = "gold" if data["cell"]["counterexample"] and "gold" not in forged else next(turns)
        if field == "gold":
            data["cell"]["counterexample"]["gold"] = {"levels": "nothing"}
        else:
            data["cell"][field] = "another"
        forged.add(field)
        file.write_text(json.dumps({**data, "sum": checksum(data["cell"], data["needs"])}), encoding="utf-8")
    assert len(forged) == 5
    assert without_time(computed(tmp_path)[0]) == without_time(plain)


def test_a_link_in_the_cache_is_replaced_and_not_what_it_leads_to(tmp_path: Path) -> None:
    store = Cache(tmp_path / "cache", pytest.fail)
    store.put(key("a"), cell())
    (file,) = tmp_path.rglob("*.json")
    outside = tmp_path / "outside"
    outside.write_text("of somebody else", encoding="utf-8")
    outside.chmod(0o666)
    mode = file.stat().st_mode
    file.unlink()
    file.symlink_to(outside)
    assert store.get(key("a")) is None
    store.put(key("a"), cell())
    assert store.get(key("a")) == cell()
    assert not file.is_symlink()
    assert file.stat().st_mode == mode
    assert outside.read_text(encoding="utf-8") == "of somebody else"


def test_cells_of_the_cache_that_make_a_run_fail_are_computed_anew(tmp_path: Path) -> None:
    """A case of one reading is to be one of what implies it, and a forged case is not."""
    messages: list[str] = []
    metrics, chosen = [builtin(registry.metric("inverse-purity"))], registry.match_constraints("homogeneity")
    plain = run(metrics, chosen, Search(sizes=SIZES), readings="all")
    run(metrics, chosen, Search(sizes=SIZES), readings="all", cache=Cache(tmp_path, messages.append))
    for file in tmp_path.rglob("*.json"):
        data = json.loads(file.read_text(encoding="utf-8"))
        if shown := data["cell"]["counterexample"]:
            shown["gold"]["levels"] = [shown["gold"]["levels"][0][:1]]
            file.write_text(json.dumps({**data, "sum": checksum(data["cell"], data["needs"])}), encoding="utf-8")
    for _ in range(2):
        again = run(metrics, chosen, Search(sizes=SIZES), readings="all", cache=Cache(tmp_path, messages.append))
        assert without_time(again) == without_time(plain)
    (line,) = messages
    assert "the run fails, so all are computed anew" in line


def test_a_cell_under_another_key_is_not_taken(tmp_path: Path) -> None:
    store = Cache(tmp_path, pytest.fail)
    store.put(key("a"), cell())
    (file,) = tmp_path.rglob("*.json")
    folder = tmp_path / key("b")[:2]
    folder.mkdir(exist_ok=True)
    file.rename(folder / f"{key('b')[2:]}.json")
    assert store.get(key("b")) is None


def test_a_folder_that_cannot_be_used_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    messages: list[str] = []
    store = Cache(tmp_path / "file", messages.append)
    for _ in range(3):
        store.put(key("a"), cell())
        assert store.get(key("a")) is None
    (line,) = messages
    assert line.startswith("cannot ")
    assert "--no-cache" in line
    assert "\n" not in line


@pytest.mark.slow
def test_it_is_told_once_though_several_processes_meet_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    messages: list[str] = []
    chosen = [*registry.match_constraints("filtering:priority"), *registry.match_constraints("confidence")]
    run(
        [builtin(registry.metric(name)) for name in METRICS],
        chosen,
        search=Search(sizes=SIZES, jobs=2),
        cache=Cache(tmp_path / "file", messages.append),
    )
    assert len(messages) == 1


def test_the_key_holds_all_that_matters() -> None:
    assert len({key(), key("a"), key("a", 1), key("a", "1"), key(["a", 1]), key("a", None)}) == 6


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    assert cache.default_folder() == tmp_path
    monkeypatch.delenv(cache.VARIABLE)
    assert "axiometrics" in cache.default_folder().parts


def test_a_second_run_computes_nothing_and_says_the_same(tmp_path: Path) -> None:
    plain, _ = computed(None)
    first, steps = computed(tmp_path)
    again, none = computed(tmp_path)
    assert without_time(first) == without_time(plain)
    assert again.to_json() == first.to_json(), "times included: nothing was computed"
    assert len(steps) > 10
    assert none == ["done"]


def test_only_what_is_missing_is_computed(tmp_path: Path) -> None:
    computed(tmp_path)
    for file in list(tmp_path.rglob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))["cell"]
        if (data["metric"], data["constraint"]) == ("rr", "priority"):
            file.unlink()
    _, steps = computed(tmp_path)
    assert len(steps) > 1
    assert all("ranking:priority" in step for step in steps[:-1]), steps


def test_other_settings_are_other_cells(tmp_path: Path) -> None:
    computed(tmp_path)
    before = len(list(tmp_path.rglob("*.json")))
    matrix, _ = computed(tmp_path, proofs=False)
    assert matrix.counts["exhaustive"] > 0
    assert len(list(tmp_path.rglob("*.json"))) > before


def test_what_was_finished_before_ctrl_c_is_there_the_next_time(tmp_path: Path) -> None:
    seen = []

    def interrupting(done: int, total: int, what: str) -> None:
        seen.append(what)
        if done == 3:
            raise KeyboardInterrupt

    metrics = [builtin(registry.metric(name)) for name in METRICS]
    with pytest.raises(InterruptedRunError):
        run(metrics, search=Search(sizes=SIZES), cache=Cache(tmp_path, pytest.fail), progress=interrupting)
    assert list(tmp_path.rglob("*.json"))
    whole, _ = computed(None)
    resumed, steps = computed(tmp_path)
    assert without_time(resumed) == without_time(whole)
    assert not set(seen[:3]) & set(steps)


def _computing(folder: str) -> None:
    computed(Path(folder))


def test_what_was_finished_of_a_job_that_is_not_is_shown_and_kept(tmp_path: Path) -> None:
    def interrupting(done: int, total: int, what: str) -> None:
        if what.endswith("size 4"):
            raise KeyboardInterrupt

    metrics = [builtin(registry.metric(name)) for name in ("p@1", "ap")]
    with pytest.raises(InterruptedRunError) as caught:
        run(
            metrics,
            registry.match_constraints("ranking:priority"),
            readings="all",
            search=Search(sizes=Sizes(5)),
            cache=Cache(tmp_path, pytest.fail),
            progress=interrupting,
        )
    (shown,) = caught.value.matrix
    assert (shown.metric, shown.reading, shown.evidence.kind) == ("p@1", "universal", "counterexample")
    (file,) = tmp_path.rglob("*.json")
    assert json.loads(file.read_text(encoding="utf-8"))["cell"] == shown.to_json()


@pytest.mark.slow
def test_two_processes_share_a_folder(at_once: Callable[..., None], tmp_path: Path) -> None:
    at_once(_computing, str(tmp_path))
    again, none = computed(tmp_path)
    assert without_time(again) == without_time(computed(None)[0])
    assert none == ["done"]


@pytest.mark.slow
def test_a_kill_leaves_nothing_broken(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        (
            f"import sys; sys.path[:0] = {sys.path!r}\nfrom tests.running.test_cache import _computing; "
            f"_computing({str(tmp_path)!r})"
        ),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list(tmp_path.rglob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    finished = len(list(tmp_path.rglob("*.json")))
    assert finished, "killed before anything was kept"
    assert without_time(computed(tmp_path)[0]) == without_time(computed(None)[0])


def test_a_search_that_had_no_time_for_its_proof_is_not_kept(tmp_path: Path) -> None:
    whole = without_time(computed(None)[0])
    for budget in (0.05, 0.1, 0.2, 0.4):
        without_time(computed(tmp_path, budget=budget)[0])
    assert without_time(computed(tmp_path)[0]) == whole


@pytest.mark.slow
def test_a_command_that_is_terminated_writes_what_was_finished_and_goes_on(tmp_path: Path) -> None:
    kept, command = (
        tmp_path / "kept",
        [sys.executable, "-m", "axiometrics", "matrix", "--task", "clustering", "--format", "csv"],
    )
    command += ["--max-size", "4", "--progress", "none", "--cache-dir", str(kept)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(kept.rglob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    for _ in range(3):  # one that comes while Python collects garbage is lost
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(60)  # a second signal would stop the writing too
            break
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: what was finished is written" in err
    lines = out.splitlines()
    written = {line for line in lines if ",missing," not in line}
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()
    assert len(lines) == len(again), "a cell that was not decided has a line too"
    assert len(lines) > len(written) > 1, "some cells, and not all of them, were decided"
    assert written <= set(again)
