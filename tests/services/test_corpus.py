"""Pinned evidence: what a file says is tried again, never believed; a damaged file is one clear line; nothing makes
noise in a diff.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates.selection import candidate
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import TYPES
from axiometrics.services.corpus import LIMIT, Corpus, replayed, text
from axiometrics.services.expectations import key
from axiometrics.verification import verify_document

RAG_BAG = next(c for c in registry.constraints() if c.id == "rag-bag")


def searched_cell(metric: str, constraint: str, size: int = 6) -> Cell:
    return ax.matrix([metric], [constraint], max_size=size, max_examples=0).cells[0]


@pytest.fixture(scope="module")
def purity() -> Cell:
    """Purity fails Rag Bag: Amigo et al. 2013, Table 6."""
    return searched_cell("purity", "rag-bag")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus.at(tmp_path / "evidence", writing=True)


def again(cell: Cell, metric: Any, reading: str = "universal") -> Cell | None:
    replay = replayed(cell, RAG_BAG.reading(reading), candidate(metric).judge("clustering"), Path("pinned"))
    assert not isinstance(replay, str)
    return replay


def constant(labels_true: Any, labels_pred: Any) -> float:
    return 1.0


def failing(labels_true: Any, labels_pred: Any) -> float:
    raise ValueError("not this one")


# --- files


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [("purity", "rag-bag"), ("rbp", "deepness"), ("ap", "closeness-threshold"), ("f", "non-informative")],
)
def test_what_is_pinned_is_read_back(corpus: Corpus, metric: str, constraint: str) -> None:
    cell = ax.matrix([metric], [constraint], max_size="6,thresholds=8").cells[0]
    assert corpus.pin([cell]) == []
    assert corpus.pinned(key(cell)) == structs.replace(
        cell, differs=(), evidence=structs.replace(cell.evidence, seconds=0.0)
    )


def test_files_have_a_place_of_their_own_and_verify_reads_them(corpus: Corpus, purity: Cell) -> None:
    corpus.pin([purity, searched_cell("rbp(p=0.95)", "deepness", 5)])
    files = sorted(corpus.folder.rglob("*.*"))
    assert [path.relative_to(corpus.folder).as_posix() for path in files if path.is_file()] == [
        "clustering/purity/rag-bag.universal.json",
        "ranking/rbp.p0.95/deepness.same-run.json",
    ]
    for path in files:
        if path.is_file():
            (checked,) = verify_document(json.loads(path.read_text(encoding="utf-8")), registry.constraints(), {})
            assert checked.status == "verified"


def test_a_file_is_small_and_says_nothing_of_when_and_with_what_else(purity: Cell) -> None:
    later = structs.replace(purity, differs=("picture",), evidence=structs.replace(purity.evidence, seconds=99.0))
    assert text(later) == text(purity)
    lines = text(purity).splitlines()
    assert len(lines) < 25
    assert max(map(len, lines)) <= 120
    assert "seconds" not in text(purity)
    assert '    "gold": {"levels": [[' in text(purity)


def test_the_same_evidence_leaves_a_file_alone(corpus: Corpus, purity: Cell) -> None:
    corpus.pin([purity])
    path = corpus.file(key(purity))
    os.utime(path, (0, 0))
    corpus.pin([structs.replace(purity, evidence=structs.replace(purity.evidence, seconds=3.0))])
    assert path.stat().st_mtime == 0
    corpus.pin([structs.replace(purity, evidence=structs.replace(purity.evidence, cases=purity.evidence.cases + 1))])
    assert path.stat().st_mtime > 0


def test_the_last_digit_of_a_float_is_no_news(corpus: Corpus) -> None:
    cell = ax.check(constant, constraints=["rag-bag"], max_size=5).cells[0]
    assert cell.counterexample is not None
    corpus.pin([cell])
    path = corpus.file(key(cell))
    os.utime(path, (0, 0))

    def scored(better: float) -> Cell:
        assert cell.counterexample is not None
        data = {**cell.counterexample.data, "scores": {"better": better, "worse": 1.0}}
        return structs.replace(cell, counterexample=Counterexample(data))

    corpus.pin([scored(1.0 + 2**-52)])
    assert path.stat().st_mtime == 0
    corpus.pin([scored(1.0 + 2**-20)])
    assert path.stat().st_mtime > 0


def test_another_verdict_is_told(corpus: Corpus, purity: Cell) -> None:
    corpus.pin([purity])
    holds = structs.replace(searched_cell("bcubed-f", "rag-bag"), metric="purity")
    assert corpus.pin([holds]) == [
        f"purity/rag-bag@universal: pinned as violates, {purity.relation}, is now satisfies (proof)"
    ]
    assert corpus.pin([purity]) == [
        f"purity/rag-bag@universal: pinned as satisfies (proof), is now violates, {purity.relation}"
    ]


@pytest.mark.parametrize("kind", ["undetermined", "error"])
def test_what_is_not_decided_leaves_evidence_alone(corpus: Corpus, purity: Cell, kind: str) -> None:
    lost = structs.replace(
        purity, holds=None, evidence=TYPES[kind](True, 0), relation=None, counterexample=None, message="out of time"
    )
    corpus.pin([lost])
    assert corpus.pinned(key(purity)) is None
    corpus.pin([purity, lost])
    pinned = corpus.pinned(key(purity))
    assert pinned is not None
    assert pinned.holds is False


# --- trying again


def test_a_counterexample_is_tried_on_the_metric_as_it_is_now(purity: Cell) -> None:
    same = again(purity, "purity")
    assert same is not None
    assert (same.holds, same.relation, same.counterexample) == (False, purity.relation, purity.counterexample)
    # what is smaller was not searched
    assert (same.evidence.kind, same.evidence.minimal, same.evidence.cases) == ("counterexample", False, 1)
    # BCubed F keeps Rag Bag: Table 6
    assert again(purity, "bcubed-f") is None
    tied = again(purity, constant)
    assert tied is not None
    assert tied.counterexample is not None
    assert (tied.relation, tied.counterexample["scores"]) == ("tied", {"better": 1.0, "worse": 1.0})


def test_a_metric_that_fails_on_it_is_an_error(purity: Cell) -> None:
    cell = again(purity, failing)
    assert cell is not None
    assert (cell.evidence.kind, cell.holds) == ("error", None)
    assert "raised ValueError: not this one" in cell.message


def test_what_is_no_case_of_the_constraint_any_more_is_passed_over(purity: Cell) -> None:
    homogeneity = next(c for c in registry.constraints() if c.id == "homogeneity")
    judge = candidate("purity").judge("clustering")
    assert replayed(purity, homogeneity.readings[0], judge, Path("pinned")) is None
    deepness = next(c for c in registry.constraints() if c.id == "deepness")
    assert replayed(purity, deepness.readings[0], judge, Path("pinned")) is None
    threshold = next(c for c in registry.constraints() if c.id == "closeness-threshold")
    assert replayed(purity, threshold.readings[0], judge, Path("pinned")) is None


def test_a_verdict_in_favour_is_never_replayed() -> None:
    assert again(searched_cell("bcubed-f", "rag-bag"), "bcubed-f") is None


def test_scores_that_were_written_by_hand_count_for_nothing(purity: Cell) -> None:
    assert purity.counterexample is not None
    data = {**purity.counterexample.data, "scores": {"better": "0", "worse": "99"}}
    forged = structs.replace(purity, relation="reversed", counterexample=Counterexample(data))
    cell = again(forged, "purity")
    assert cell is not None
    assert (cell.relation, cell.counterexample) == (purity.relation, purity.counterexample)
    assert again(forged, "bcubed-f") is None


def test_tried_again_with_other_scores_it_is_pinned_anew(corpus: Corpus, purity: Cell) -> None:
    corpus.pin([purity])
    path = corpus.file(key(purity))
    before = path.read_text(encoding="utf-8")
    same, other = again(purity, "purity"), again(purity, constant)
    assert same is not None
    assert other is not None
    corpus.pin([same])
    assert path.read_text(encoding="utf-8") == before
    corpus.pin([structs.replace(other, metric="purity")])
    pinned = corpus.pinned(key(purity))
    assert pinned is not None
    assert pinned.evidence.minimal is False


# --- damage


def spoiled(change: Callable[[dict[str, Any]], Any]) -> Callable[[str], str]:
    def spoil(content: str) -> str:
        data = json.loads(content)
        change(data)
        return json.dumps(data)

    return spoil


DAMAGE: list[tuple[Callable[[str], str], str]] = [
    (lambda content: "", "is not pinned evidence"),
    (lambda content: content[:-20], "is not pinned evidence"),
    (lambda content: "[" * 100_000, "is not pinned evidence"),
    (lambda content: "null", "is not pinned evidence"),
    (lambda content: "[]", "is not pinned evidence"),
    (lambda content: content + " " * LIMIT, "has more than 1,048,576 bytes"),
    (lambda content: content.replace('"documents": ', '"documents": NaN, "x": '), "NaN is not a finite number"),
    (lambda content: content.replace('"holds": ', '"holds": null, "holds": '), "'holds' occurs twice in one object"),
    (lambda content: content.replace('"cases": ', '"seconds": 1e999, "cases": '), "1e999 is not a finite number"),
    (spoiled(lambda data: data.pop("evidence")), "is not pinned evidence"),
    (spoiled(lambda data: data["evidence"].pop("kind")), "is not pinned evidence"),
    (spoiled(lambda data: data["evidence"].update(kind="rumour")), "Invalid value 'rumour' - at `$.evidence.kind`"),
    (spoiled(lambda data: data.update(holds=True)), "cannot carry holds=True"),
    (spoiled(lambda data: data.update(metric=["purity"])), "Expected `str`, got `array` - at `$.metric`"),
    (
        spoiled(lambda data: data["evidence"].update(detail=[])),
        "the detail of the evidence is a list, expected an object",
    ),
    (spoiled(lambda data: data.update(counterexample="x")), "the counterexample: Expected `object`, got `str`"),
    (
        spoiled(lambda data: data.update(metric="inverse-purity")),
        "is about clustering/inverse-purity/rag-bag/universal, expected clustering/purity",
    ),
    (spoiled(lambda data: data.update(reading="strong")), "is about clustering/purity/rag-bag/strong"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE)
def test_damage_is_told_with_the_file(corpus: Corpus, purity: Cell, damage: Callable[[str], str], message: str) -> None:
    corpus.pin([purity])
    path = corpus.file(key(purity))
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(FileError) as refused:
        corpus.pinned(key(purity))
    assert message in str(refused.value)
    assert str(path) in str(refused.value)
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "gold",
    [None, [], {}, {"levels": 3}, {"levels": [[["a", "a"]]]}, {"levels": [[[{}]]]}, {"levels": [], "script": "x"}],
)
def test_an_organization_that_cannot_be_is_told(purity: Cell, gold: Any) -> None:
    assert purity.counterexample is not None
    broken = structs.replace(purity, counterexample=Counterexample({**purity.counterexample.data, "gold": gold}))
    with pytest.raises(FileError, match="'pinned' is damaged"):
        again(broken, "purity")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda x: st.lists(x, max_size=3),
    max_leaves=6,
)
PARTS = ("task", "metric", "constraint", "reading", "holds", "relation", "counterexample", "message", "evidence")
DEEPER = ("gold", "outputs", "scores", "documents", "kind", "cases", "size", "detail")


@given(st.sampled_from(PARTS + DEEPER), JSON)
def test_whatever_a_file_holds_is_read_or_told(
    tmp_path_factory: pytest.TempPathFactory, purity: Cell, part: str, value: Any
) -> None:
    corpus = Corpus.at(tmp_path_factory.getbasetemp() / "fuzzed", writing=True)
    data = json.loads(text(purity))
    place = data if part in PARTS else data["evidence" if part in data["evidence"] else "counterexample"]
    place[part] = value
    path = corpus.file(key(purity))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    with contextlib.suppress(FileError):
        cell = corpus.pinned(key(purity))
        assert cell is not None
        tried = again(cell, "purity")
        assert tried is None or tried.holds is False


def test_a_folder_where_a_file_should_be(corpus: Corpus, purity: Cell) -> None:
    corpus.file(key(purity)).mkdir(parents=True)
    with pytest.raises(FileError, match="is not a file"):
        corpus.pinned(key(purity))


def test_a_corpus_that_is_none(tmp_path: Path, purity: Cell) -> None:
    with pytest.raises(FileError, match="no corpus in"):
        Corpus.at(tmp_path / "nowhere", writing=False)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot make the corpus"):
        Corpus.at(tmp_path / "file" / "below", writing=True)
    blocked = Corpus.at(tmp_path, writing=True)
    (tmp_path / "clustering").touch()
    with pytest.raises(FileError, match="cannot write"):
        blocked.pin([purity])


def test_nothing_is_left_of_a_file_that_cannot_be_written(
    corpus: Corpus, purity: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    corpus.pin([purity])
    before = text(purity)
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileError, match="No space left on device"):
        corpus.pin([structs.replace(purity, message="another")])
    assert [path.read_text(encoding="utf-8") for path in corpus.folder.rglob("*") if path.is_file()] == [before]
