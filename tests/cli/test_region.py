"""`axiometrics region`: what it prints, saves and draws, what it refuses; and docs/regions.md shows what is printed."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from axiometrics.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "regions.md").read_text(encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["region", *arguments])


@pytest.mark.slow
def test_the_examples_are_what_is_printed() -> None:
    examples = re.findall(r"^\$ axiometrics region (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)
    assert len(examples) >= 3
    for line, expected in examples:
        printed = run(*re.sub(r"'", "", line).split())
        assert printed.exit_code == 0, printed.stderr
        assert printed.stdout == expected


def test_regions_named_in_the_page_are_known() -> None:
    from axiometrics.regions.region import regions

    named = {
        (base, entry.constraint.partition(":")[2], entry.parameter) for entry in regions() for base in entry.metrics
    }
    rows = re.findall(r"^\| `([a-z-]+)` \| ([a-z, `]+) \| (.*?) \|", PAGE, re.MULTILINE)
    words = {
        (base, name.strip("` "), parameter.strip("` "))
        for base, parameters, names in rows
        for name in names.split(",")
        for parameter in parameters.split(",")
    }
    assert words == named


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "region.json"
    assert run("rbp", "closeness-threshold", "p", "-o", str(path)).exit_code == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    assert {key: data[key] for key in ("schema", "metric", "constraint", "reading", "param")} == {
        "schema": "axiometrics/region/1",
        "metric": "rbp(p=0.8)",
        "constraint": "closeness-threshold",
        "reading": "prose",
        "param": "p",
    }
    (held,) = data["holds"]
    assert held == {"from": pytest.approx(0.754877666246693), "to": 1.0, "from_closed": False, "to_closed": False}
    assert data["exact"]["holds"] == [
        {"from": {"polynomial": "p**3 + p**2 - 1", "between": ["377/500", "151/200"]}, "to": {"value": "1"}}
    ]
    beyond = json.loads(run("utility", "priority", "fp", "--format", "json").stdout)
    assert beyond["holds"] == [{"from": None, "to": 0.0, "from_closed": False, "to_closed": False}]
    nowhere = json.loads(run("rbp", "confidence", "p", "--format", "json").stdout)
    assert nowhere["holds"] == []
    whole = json.loads(run("p", "closeness-threshold", "k", "--format", "json").stdout)
    assert whole["holds"] == [{"from": 4.0, "to": None, "from_closed": True, "to_closed": False}]


def test_readings_and_markdown() -> None:
    assert "satisfied for k >= 4\n" in run("p", "closeness-threshold", "k").stdout
    printed = run("p@2", "ranking:closeness-threshold", "k", "--reading", "printed", "--format", "markdown").stdout
    assert printed.startswith("## P@2: closeness-threshold (printed) by k\n\n- demanded: ")
    assert "\n\n**satisfied for k \\>= 3**\n\n- violated at k = 2\n" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rbp", "closeness-threshold", "q"), "rbp(p=0.8) has no number 'q' as a parameter: it has p"),
        (("auc", "deepness", "k"), "auc has no number 'k' as a parameter: it has none"),
        (("rbp", "rag-bag", "p"), "name a metric and a constraint of the same task"),
        (
            ("ndcg", "priority", "k"),
            "no region is known for ndcg under priority (universal) by k; a region is known with ndcg@k",
        ),
        (("ndcg(ideal=run)", "closeness-threshold", "k"), "by k; a region is known with ideal=gold and ndcg@k"),
        (("ndcg@5(ideal=run)", "closeness-threshold", "k"), "by k; a region is known with ideal=gold\n"),
        (("dcg", "closeness-threshold", "a"), "by a; a region is known with discount=power"),
        (("dcg", "priority", "b", "--reading", "graded"), "by b; a region is known with discount=jarvelin"),
        (("rs-ranking(reading=tail-lookup)", "priority", "wn"), "by wn; a region is known with reading=listed"),
        (
            ("rs-ranking(reading=tail-lookup)", "priority", "wn", "--reading", "graded"),
            "known of rs-ranking: confidence by n (universal);",
        ),
        (("rs-ranking(wn=0.01)", "deepness-threshold", "n"), "deepness-threshold by wn (prose, printed)"),
        (("rs-priority", "noisy-document", "n"), "under noisy-document (distinct) by n; regions are known for"),
        (("p", "priority", "k", "--reading", "graded"), "known of p: closeness-threshold by k (prose, printed)"),
        (("rbp", "priority", "p", "--reading", "all"), "no reading 'all'"),
        (("nothing", "priority", "p"), "no metric 'nothing'"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, arguments in (
        ("a.svg", ("rbp", "closeness-threshold", "p")),
        ("b.svg", ("p", "closeness-threshold", "k")),
        ("c.svg", ("utility", "priority", "fp")),
    ):
        path = tmp_path / name
        assert run(*arguments, "--plot", str(path)).exit_code == 0
        assert "<svg" in path.read_text(encoding="utf-8")
    strange = tmp_path / "d.nothing"
    refused = run("rbp", "priority", "p", "--plot", str(strange))
    assert refused.exit_code == 2
    assert "end it in .png, .svg, .pdf" in refused.stderr
    assert not strange.exists()


def test_a_plot_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused = run("rbp", "priority", "p", "--plot", str(tmp_path / "a.png"))
    assert refused.exit_code == 2
    assert "pip install 'axiometrics[plot]'" in refused.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (("p@5000", "ranking:priority", "k"), "k = 5000"),
        (("ndcg@5000", "deepness", "k"), "k = 5000"),
        (("rs-ranking(n=1000)", "deepness-threshold", "wn"), "wn = 0.8"),
    ],
)
def test_a_value_at_which_cases_are_too_long(arguments: tuple[str, ...], own: str, tmp_path: Path) -> None:
    """It is said not to be evaluated; others are, and what is saved is verified and drawn."""
    printed = run(*arguments).stdout.splitlines()
    assert printed[-1] == f"  {own}: not evaluated, because the cases that decide are too long"
    assert len(printed) - printed.index("evaluated exactly") > 3
    pytest.importorskip("matplotlib")
    path = tmp_path / "region.json"
    assert run(*arguments, "-o", str(path), "--plot", str(tmp_path / "a.svg")).exit_code == 0
    assert CliRunner().invoke(main, ["verify", str(path)]).stdout.startswith("verified 1,")


def test_help_tells_what_it_is() -> None:
    assert "Show the exact set of values of PARAM" in run("-h").stdout
