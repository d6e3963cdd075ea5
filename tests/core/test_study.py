"""Studies as data: what cannot be declared, and which constraints a choice means."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import DeclarationError, UnknownNameError
from axiometrics.core.study import ConstraintChoice, Study, choices_of

PRIORITY = registry.match_constraints("ranking:priority")[0]


def study(**given: Any) -> Study:
    return Study(**{"name": "mine", "title": "Mine", "source": "nobody", **given})


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"name": ""}, "name=''"),
        ({"name": "all"}, "'all'"),
        ({"title": " "}, "title=' '"),
        ({"source": None}, "source=None"),
        ({"metrics": "ap"}, "metrics='ap'"),
        ({"metrics": ("ap", 1)}, "metrics="),
        ({"metrics": ("ap", "ap")}, "'ap' twice"),
        ({"constraints": ["ranking:priority"]}, "constraints="),
        ({"constraints": (PRIORITY,)}, "constraints="),
        ({"constraints": ("priority",)}, "'priority': write task:id"),
        ({"constraints": (":priority",)}, "':priority': write task:id"),
        ({"constraints": ("ranking:priority", ConstraintChoice("ranking:priority"))}, "'ranking:priority' twice"),
        ({"claims": "claims.json"}, "claims='claims.json'"),
    ],
)
def test_what_is_no_study_is_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(DeclarationError) as raised:
        study(**given)
    assert problem in str(raised.value)


@pytest.mark.parametrize("readings", ["universal", ("universal", "universal"), ("",), (1,)])
def test_readings_of_a_choice_are_distinct_names(readings: Any) -> None:
    with pytest.raises(DeclarationError, match="ranking:priority"):
        ConstraintChoice("ranking:priority", readings)


def test_claims_are_a_file_of_a_package_or_of_a_folder(tmp_path: Path) -> None:
    assert study(claims=files("axiometrics") / "py.typed").claims is not None
    assert study(claims=tmp_path / "claims.json").claims == tmp_path / "claims.json"


def test_a_choice_narrows_the_readings_and_sets_the_default() -> None:
    """The readings stay as they are declared, in the order of the choice."""
    assert ConstraintChoice("ranking:priority").of(PRIORITY) == PRIORITY
    chosen = ConstraintChoice("ranking:priority", ("graded", "universal")).of(PRIORITY)
    assert chosen.readings == (PRIORITY.reading("graded"), PRIORITY.reading("universal"))
    assert chosen.reading() is PRIORITY.reading("graded")
    with pytest.raises(UnknownNameError, match="has no reading 'other': it has universal"):
        ConstraintChoice("ranking:priority", ("other",)).of(PRIORITY)


def test_the_first_study_that_looks_at_a_task_chooses_its_constraints() -> None:
    first = study(constraints=("filtering:priority",))
    second = study(name="second", constraints=("ranking:deepness", "filtering:non-informative", "ranking:priority"))
    assert choices_of([first, second], "filtering") == (ConstraintChoice("filtering:priority"),)
    assert [choice.constraint for choice in choices_of([first, second], "ranking")] == [
        "ranking:deepness",
        "ranking:priority",
    ]
    assert choices_of([first, second], "clustering") == ()


def test_what_nobody_declares_is_told_with_the_study() -> None:
    constraints = registry.constraints_by_name()
    study(metrics=("ap", "ndcg@5"), constraints=("ranking:priority",)).demand_known(registry.metric, constraints.get)
    for given, problem in (
        ({"metrics": ("app",)}, "the study mine: no metric 'app': did you mean"),
        ({"metrics": ("rbp(p=2)",)}, "the study mine: rbp: p=2 is outside"),
        ({"constraints": ("ranking:deep",)}, "the study mine names the constraint 'ranking:deep'"),
        ({"constraints": (ConstraintChoice("ranking:priority", ("a",)),)}, "the study mine: ranking:priority has no"),
    ):
        with pytest.raises(DeclarationError) as raised:
            study(**given).demand_known(registry.metric, constraints.get)
        assert str(raised.value).startswith(problem)
