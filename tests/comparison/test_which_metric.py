"""The page "Which metric should I use?": it has every question, and its script says what `recommend` says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.cli import main
from axiometrics.comparison import which_metric
from axiometrics.comparison.task_questions import TASKS, questions_of
from axiometrics.running.settings import Search
from tests.reports.chromium import BROWSER, visited


@cache
def page(*tasks: str) -> str:
    """The page of some tasks, with small searches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(which_metric, "TASKS", {task: TASKS[task] for task in tasks})
        return which_metric.page(Search.of(3))


def test_the_page_has_every_question_with_its_pictures_and_needs_no_server() -> None:
    text = page("filtering")
    for question in questions_of("filtering"):
        assert question.words in text
        for answer in question.answers:
            assert f'value="{answer.word}" data-requires="{" ".join(answer.requires)}"' in text
    assert text.count('<svg class="case"') == 3
    assert not re.search(r'(?:src|href)="(?!#)', text), "no other file and no other host"


def test_a_row_has_the_verdicts_of_the_matrix() -> None:
    """F is undefined or tied where nothing relevant is selected; a utility counts each item (section 2.2)."""
    rows = dict(re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page("filtering")))
    holds = {name: re.findall(r'<td class="(\w+)"', cells) for name, cells in rows.items()}
    assert holds["F(beta=1)"] == ["fails", "holds"]
    assert holds["Utility(tp=2,fp=-1,fn=0,tn=0)"] == ["holds", "holds"]


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_metric, "TASKS", {"filtering": TASKS["filtering"]})
    file = tmp_path / "which.html"
    ran = CliRunner().invoke(main, ["recommend", "--page", str(file), "--max-size", "3", "-q"])
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "<code>axiometrics recommend --page" in file.read_text(encoding="utf-8")
    refused = CliRunner().invoke(main, ["recommend", "--page", str(tmp_path / "no" / "which.html")])
    assert refused.exit_code == 2


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium: no page was looked at")
def test_the_script_keeps_what_recommend_recommends(tmp_path: Path) -> None:
    file = tmp_path / "which.html"
    file.write_text(page("filtering", "classification"), encoding="utf-8")
    answers = {"corrections": "yes", "classes": "yes", "chance": "yes"}
    clicks = "".join(f'task.querySelector("[name={name}][value={word}]").click();' for name, word in answers.items())
    shown = visited(
        file,
        f"""const task = document.querySelector("[data-task='classification --number two']"); {clicks}
        found.rows = [...task.querySelectorAll("tbody tr:not(.out) th")].map((head) => head.textContent);
        found.command = task.querySelector(".command").textContent;
        found.status = task.querySelector("[role=status]").textContent;
        found.other = document.querySelectorAll("[data-task=filtering] tr.out").length;
        found.wide = document.documentElement.scrollWidth > window.innerWidth;""",
    )
    all_answers = {"number": "two", **answers}
    recommended = [metric.display for metric in ax.recommend("classification", answers=all_answers, max_size=3).metrics]
    assert sorted(shown["rows"]) == sorted(recommended)
    said = " ".join(f"--{name} {word}" for name, word in all_answers.items())
    assert shown["command"] == f"axiometrics recommend --task classification {said}"
    assert shown["status"].startswith(f"{len(recommended)} of ")
    assert (shown["other"], shown["wide"], shown["console"]) == (0, False, [])


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium: no page was looked at")
def test_one_task_is_shown_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "which.html"
    file.write_text(page("filtering", "clustering"), encoding="utf-8")
    says = """const shown = () => [...document.querySelectorAll(".task")].filter((task) => task.checkVisibility())
      .map((task) => task.id); found.first = shown();
      document.querySelector(".tasks a[href='#clustering']").click();
      dispatchEvent(new Event("hashchange")); found.then = shown();
      found.current = document.querySelector(".tasks [aria-current]").textContent;"""
    shown = visited(file, says)
    assert (shown["first"], shown["then"], shown["current"]) == (["filtering"], ["clustering"], "Clustering")
    assert visited(file, says.partition('document.querySelector(".tasks')[0], "#clustering")["first"] == ["clustering"]


def test_a_page_of_a_site_leads_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which_metric, "TASKS", {"filtering": TASKS["filtering"]})
    assert '<a href="index.html">Documentation</a>' in which_metric.page(Search.of(3), home="index.html")
    assert ">Documentation</a>" not in page("filtering")
