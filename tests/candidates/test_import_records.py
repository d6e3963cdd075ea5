"""A metric whose cells are all in the cache is not imported, and whoever changes its code has it imported again."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from axiometrics.candidates.import_records import recalled
from axiometrics.cli import main
from axiometrics.running import carried_cells
from axiometrics.running.cache import Cache

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are isolated on POSIX systems")

METRIC = """
from pathlib import Path

from helper_that_is_imported import FACTOR

with open(Path(__file__).with_name("imports"), "a") as log:
    log.write("x")


def mine({parameters}):
    return FACTOR * float(labels_true[0] == labels_pred[0])
"""


PURITY = METRIC.format(parameters="labels_true, labels_pred").replace(
    "float(labels_true[0] == labels_pred[0])",
    "sum(max(map([t for t, p in zip(labels_true, labels_pred) if p == c].count, labels_true)) for c in {*labels_pred})",
)
CARRIED = "rag-bag"
"""A constraint of which purity fails each reading; the counterexample of one is tried under others."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "helper_that_is_imported.py").write_text("FACTOR = 1\n")
    (tmp_path / "metric_that_is_logged.py").write_text(METRIC.format(parameters="labels_true, labels_pred"))
    return tmp_path


def imports(place: Path) -> int:
    """How often the metric was imported since this was last asked."""
    log = place / "imports"
    number = len(log.read_text()) if log.exists() else 0
    log.unlink(missing_ok=True)
    return number


def check(place: Path, *more: str, name: str = "mine") -> str:
    target = f"{place}/metric_that_is_logged.py:{name}"
    options = ["check", target, "-c", "homogeneity", "--max-size", "4", "--max-examples", "0", *more]
    result = CliRunner().invoke(main, options)
    assert result.exit_code in {0, 1}, result.stderr
    warnings = [line for line in result.stderr.splitlines() if "breaks the law" in line or "this is not our" in line]
    return result.stdout + "".join(warnings)


def test_a_full_hit_imports_nothing_and_says_the_same(place: Path) -> None:
    first = check(place)
    assert imports(place) > 0
    assert check(place) == first
    assert imports(place) == 0
    assert "breaks the law" in first, "the laws are told from the cache too"


def test_a_full_hit_says_without_an_import_that_a_metric_is_not_what_its_name_says(place: Path) -> None:
    file = place / "metric_that_is_logged.py"
    file.write_text(file.read_text().replace("def mine", "def purity"))
    first = check(place, name="purity")
    assert "this is not our purity: differs on gold" in first
    assert imports(place) > 0
    assert check(place, name="purity") == first
    assert imports(place) == 0


def test_a_full_hit_imports_nothing_where_a_counterexample_is_tried_under_other_readings(place: Path) -> None:
    (place / "metric_that_is_logged.py").write_text(PURITY)
    first = check(place, "-c", CARRIED, "--max-size", "4,rag-bag=5")
    assert imports(place) > 0
    assert check(place, "-c", CARRIED, "--max-size", "4,rag-bag=5") == first
    assert imports(place) == 0


@pytest.mark.slow
def test_what_is_not_in_the_cache_is_computed_by_an_import(place: Path) -> None:
    """Another constraint, another setting, and code that has changed, of the metric or of what it imports."""
    check(place)
    imports(place)
    for more in (("-c", "completeness"), ("--undefined", "0"), ("--no-cache",)):
        check(place, *more)
        assert imports(place) > 0, more
    for file in ("metric_that_is_logged.py", "helper_that_is_imported.py"):
        path = place / file
        path.write_text(path.read_text() + "# changed\n")
        check(place)
        assert imports(place) > 0, file
    check(place)
    assert imports(place) == 0


SOUND = {"task": "ranking", "signature": "gains", "undefined": "where-defined"}


@pytest.mark.parametrize(
    ("kept", "counts"),
    [
        ({"declared": SOUND, "code": "x"}, True),
        ({"declared": SOUND | {"task": None}, "code": "x"}, True),
        ({"declared": SOUND | {"task": "clustering"}, "code": "x"}, False),
        ({"declared": SOUND | {"signature": "no such"}, "code": "x"}, False),
        ({"declared": SOUND | {"signature": None}, "code": "x"}, False),
        ({"declared": SOUND | {"signature": ["gains"]}, "code": "x"}, False),
        ({"declared": SOUND | {"exact": "yes"}, "code": "x"}, False),
        ({"declared": SOUND | {"undefined": "1/0"}, "code": "x"}, False),
        ({"declared": SOUND | {"form": 5}, "code": "x"}, False),
        ({"declared": [], "code": "x"}, False),
        ({"declared": SOUND}, False),
        ([], False),
        (None, False),
    ],
)
def test_an_introduction_that_is_forged_counts_as_none(kept: object, counts: bool, tmp_path: Path) -> None:
    cache = Cache(tmp_path, pytest.fail)
    cache.note("ab1", kept)
    assert (recalled(cache, "ab1") is not None) is counts


@pytest.mark.slow
def test_consequences_that_are_forged_are_found_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(place / "kept", pytest.fail)
    monkeypatch.setattr(carried_cells, "key", lambda *parts: "carried")
    options = ("--cache-dir", str(cache.folder))
    first = check(place, *options)
    cells = [data for file in cache.folder.rglob("*.json") if "holds" in (data := json.loads(file.read_text())["cell"])]
    for forged in ([], None, 5, ["junk"], cells[:1], [cell | {"metric": "another"} for cell in cells]):
        cache.note("carried", forged)
        assert check(place, *options) == first
