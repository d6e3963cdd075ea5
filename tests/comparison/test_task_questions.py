"""The questions about tasks: what they ask for, and how they are asked on a terminal."""

import json
import shlex
from collections import Counter

import pytest
from click.testing import CliRunner, Result

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison import task_questions
from axiometrics.comparison.task_pictures import picture, pictured_case
from axiometrics.comparison.task_questions import QUESTIONS, TaskQuestion
from axiometrics.core.constraint import Quantifier
from axiometrics.core.errors import ParameterError
from axiometrics.verification.statements import admitted


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.task}-{question.name}")
def test_a_question_asks_for_constraints_of_its_own_task(question: TaskQuestion) -> None:
    for name in (question.shows, *(name for answer in question.answers for name in answer.requires)):
        constraint = registry.constraint(f"{question.task}:{name.partition('@')[0]}")
        constraint.reading(name.partition("@")[2] or None)
        assert constraint.quantifier is not Quantifier.DESCRIBES, "a description cannot be required"
    assert question.chooses_reading or any(question.shows in answer.requires for answer in question.answers)
    differ = {(answer.requires, answer.reading) for answer in question.answers}
    assert len(differ) == len(question.answers), "answers differ"


@pytest.mark.parametrize(
    "reading", sorted({answer.reading for question in QUESTIONS for answer in question.answers} - {""})
)
def test_every_question_can_be_asked_in_each_reading_that_an_answer_chooses(reading: str) -> None:
    for question in task_questions.questions_of("classification", reading):
        for name in (question.shows, *(name for answer in question.answers for name in answer.requires)):
            constraint, _, of = name.partition("@")
            assert registry.constraint(f"classification:{constraint}").reading(of).name == reading
        assert "gold" in picture(question)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.task}-{question.name}")
def test_the_picture_is_a_case_of_the_constraint(question: TaskQuestion) -> None:
    name, _, reading = question.shows.partition("@")
    constraint = registry.constraint(f"{question.task}:{name}")
    if constraint.quantifier is Quantifier.FOR_ALL:
        assert not isinstance(admitted(constraint, constraint.reading(reading or None), pictured_case(question)), str)
    drawn = picture(question)
    assert "gold" in drawn
    assert drawn.isascii()


def test_a_task_has_up_to_seven_questions_of_different_names() -> None:
    for task in task_questions.TASKS:
        names = Counter(question.name for question in task_questions.questions_of(task))
        assert set(names.values()) == {1}
        assert len(names) <= 7
        few = {"filtering": 1, "ordinal": 3}  # they have no more constraints that can be required
        assert len(names) >= few.get(task, 4)


@pytest.mark.parametrize(
    ("question", "answers", "size", "satisfy", "violate"),
    [
        (
            "macro or weighted F1?",
            {"number": "more", "annotators": "yes"},
            4,
            {"f(beta=1,average=macro)", "f(beta=1,average=macro,over=present)"},
            {"f(beta=1,average=weighted)", "recall(average=macro)"},
        ),
        (
            "over all classes or over those that occur? MCC or kappa?",
            {"number": "missing", "perfect": "yes"},
            2,
            {"f(beta=1,average=macro,over=present)", "f(beta=1,average=weighted)", "kappa"},
            {"f(beta=1,average=macro)", "mcc"},
        ),
        ("which kappa?", {"number": "more", "classes": "yes"}, 4, {"kappa"}, {"kappa(weights=quadratic)"}),
        (
            "which kappa for grades?",
            {"distance": "yes"},
            5,
            {"mae", "macro-mae", "cem-ord"},
            {"kappa", "kappa(weights=linear)", "kappa(weights=quadratic)"},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_people_ask_about_labels_is_answered(
    question: str, answers: dict[str, str], size: int, satisfy: set[str], violate: set[str]
) -> None:
    task = "ordinal" if "distance" in answers else "classification"
    recommendation = ax.recommend(task, answers=answers, max_size=size)
    ids = {metric["id"] for metric in recommendation.to_json()["metrics"]}
    assert satisfy <= ids
    assert not violate & ids


def test_a_question_about_two_classes_is_refused_for_more() -> None:
    with pytest.raises(ParameterError, match="--worst is a question about two classes"):
        ax.recommend("classification", answers={"number": "more", "worst": "yes"})


CLASSES = {
    "number": "two",
    "corrections": "yes",
    "classes": "no",
    "annotators": "yes",
    "perfect": "no",
    "worst": "no",
    "chance": "no",
}


def interview(monkeypatch: pytest.MonkeyPatch, said: str, *options: str) -> Result:
    monkeypatch.setattr("axiometrics.cli.asking.can_ask", lambda to: True)
    return CliRunner().invoke(main, ["recommend", "-q", "--max-size", "3", *options], input=said)


def test_a_terminal_is_asked_and_the_command_that_it_ends_with_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = interview(monkeypatch, "classification\n" + "\n".join(CLASSES.values()) + "\n")
    assert ran.exit_code == 0, ran.output
    printed = ran.stdout.partition(" metrics of classification")[0].replace("): classification\n", "): \n")
    assert max(map(len, printed.splitlines())) <= 80, "an answer is typed behind the line that asks for it"
    for question in task_questions.questions_of("classification"):
        assert question.words in " ".join(ran.stdout.split())
        assert picture(question).splitlines()[-1].strip() in ran.stdout
    *_, line = ran.stdout.splitlines()
    monkeypatch.undo()
    again = CliRunner().invoke(main, shlex.split(line)[1:])
    assert again.exit_code == 0, again.output
    assert again.stdout.strip() in ran.stdout
    assert "The price" in again.stdout


def test_a_number_and_a_beginning_mean_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Filtering is the second task, and the question about chance has the answers yes and no."""
    in_words = interview(monkeypatch, "filtering\nyes\nno\n")
    assert in_words.exit_code == 0, in_words.output
    last = in_words.stdout.splitlines()[-1]
    assert interview(monkeypatch, "2\n1\n2\n").stdout.splitlines()[-1] == last
    again = interview(monkeypatch, "fil\n3\ny\nN\n")
    assert "'3' is none of these: write yes, no, or a number from 1 on" in again.stdout + again.stderr
    assert again.stdout.splitlines()[-1] == last


def test_the_price_is_what_the_answers_leave_open() -> None:
    recommendation = ax.recommend("classification", answers=CLASSES, max_size=3)
    prices = {metric["id"]: metric.get("violates", []) for metric in recommendation.to_json()["metrics"]}
    assert "mcc" in prices
    for metric, violated in prices.items():
        cells = [
            ax.matrix([metric], [f"classification:{name.partition('@')[0]}"], name.partition("@")[2], max_size=3)
            for name in violated
        ]
        assert [metric.cells[0].holds for metric in cells] == [False] * len(violated)
        assert not {"monotonicity@both", "symmetry@both"} & {*violated}


@pytest.mark.parametrize(
    ("mixing", "among", "size", "left"),
    [
        ("yes", "pair-f,adjusted-rand", 4, []),
        ("mostly", "pair-f,adjusted-rand", 4, ["adjusted-rand"]),
        pytest.param("mostly", "ami,adjusted-rand", 6, ["adjusted-rand"], marks=pytest.mark.slow),
    ],
)
def test_an_answer_about_groups_may_leave_trivial_ones_out(mixing: str, among: str, size: int, left: list[str]) -> None:
    """AMI is lowered by some right split of 6 items, pair F by one of 4; where the gold is trivial, ARI is constant."""
    recommendation = ax.recommend("clustering", answers={"mixing": mixing}, among=among, max_size=size)
    assert [metric["id"] for metric in recommendation.to_json()["metrics"]] == left


def test_no_answer_and_the_end_of_the_input_are_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    assert interview(monkeypatch, "filtering\n").exit_code == 130


def test_where_nobody_can_be_asked_the_options_are_named() -> None:
    ran = CliRunner().invoke(main, ["recommend"])
    assert ran.exit_code == 2
    assert "--require" in ran.stderr
    assert "--relevant" in ran.stderr


@pytest.mark.parametrize(
    ("task", "answers", "problem"),
    [
        (None, {"chance": "yes"}, "--task"),
        (None, {"chance": "yes", "relevant": "one"}, "no common task"),
        ("ranking", {"mixing": "yes"}, "no common task"),
        ("clustering", {"misfits": "any"}, "yes or no"),
        ("clustering", {"misfits": "no"}, "asks for something"),
        (None, {"weather": "fine"}, "weather"),
    ],
)
def test_answers_that_say_nothing_are_refused(task: str | None, answers: dict[str, str], problem: str) -> None:
    with pytest.raises(ParameterError, match=problem):
        ax.recommend(task, answers=answers)


def test_answers_stand_in_the_document() -> None:
    ran = CliRunner().invoke(main, ["recommend", "--extremes", "yes", "--format", "json", "-q", "--max-size", "3"])
    assert json.loads(ran.stdout)["answers"] == {"extremes": "yes"}
