"""TARGETs as text: what is bound, which component is taken, which sign and settings there are."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import candidates as targets
from axiometrics.candidates.containment.description import describe, find
from axiometrics.candidates.expression import Arguments, Attribute, Component, read
from axiometrics.candidates.selection import candidate
from axiometrics.cli import main
from axiometrics.core.errors import AxiometricsError, TargetError
from axiometrics.core.organization import Organization
from axiometrics.services.places import beside

MINE = """
def scores(labels_true, labels_pred, beta=1):
    same = float(list(labels_true) == list(labels_pred))
    return {"same": same, "pair": (beta, [same, -same])}


def loss(labels_true, labels_pred):
    pairs = set(zip(labels_true, labels_pred, strict=True))
    return float(not len(pairs) == len(set(labels_true)) == len(set(labels_pred)))


class Scorer:
    def __init__(self, factor=1):
        self.factor = factor

    def score(self, labels_true, labels_pred):
        return self.factor * 0.5


METRICS = {"loss": loss, "made": Scorer(factor=3).score}
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("expressions") / "expressions_of_mine.py"
    path.write_text(MINE)
    return str(path)


# --- what is read


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("m:f", (Attribute("f"),)),
        ("m:C.f", (Attribute("C"), Attribute("f"))),
        ("m:f(beta=2)", (Attribute("f"), Arguments({"beta": 2}))),
        (
            "m:f(average=macro, k=-1, deep=[1, {'a': None}])",
            (Attribute("f"), Arguments({"average": "macro", "k": -1, "deep": [1, {"a": None}]})),
        ),
        ('m:f(x="a:b(c")["d:e"]', (Attribute("f"), Arguments({"x": "a:b(c"}), Component("d:e"))),
        ("m:f[2][-1]", (Attribute("f"), Component(2), Component(-1))),
        ("m:f[f1]", (Attribute("f"), Component("f1"))),
        ("m:C(k=5).score", (Attribute("C"), Arguments({"k": 5}), Attribute("score"))),
        ("m:nDCG@10", ()),
    ],
)
def test_what_is_written_is_read(text: str, steps: tuple[Any, ...]) -> None:
    assert read(text).steps == steps
    assert read(text).place == "m"


def test_a_path_may_have_colons_and_brackets() -> None:
    assert read("C:/in (1)/m.py:f(k=2)").place == "C:/in (1)/m.py"
    assert read("/a:b/m.py:f").place == "/a:b/m.py"


def test_a_prefix_has_the_sign_and_settings() -> None:
    expression = read("neg,signature=gains,undefined=0:m.py:f")
    assert (expression.negated, expression.settings, expression.place) == (
        True,
        {"signature": "gains", "undefined": "0"},
        "m.py",
    )
    assert not read("neg:f").negated, "a module may be called neg"
    assert read("neg:f").place == "neg"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nowhere", "write module:function"),
        (":f", "one side of the colon is empty"),
        ("m:", "one side of the colon is empty"),
        ("m:f(2)", "write name=2"),
        ("m:f(**{})", "write each as name=value"),
        ("m:f(k=len(x))", "has the value len(x), which is not a literal"),
        ("m:f(k=2", "is not closed"),
        ("m:f[", "is not closed"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_cure(text: str, problem: str) -> None:
    with pytest.raises(TargetError) as caught:
        read(text)
    assert problem in str(caught.value)


# --- what is found


def test_arguments_components_and_the_sign(mine: str) -> None:
    assert find(f'{mine}:scores["same"]')([1], [1]) == 1.0
    assert find(f"{mine}:scores(beta=4)[pair][0]")([1], [1]) == 4
    assert find(f'neg:{mine}:scores["pair"][1][1]')([1], [1]) == 1.0
    assert find(f"neg:{mine}:loss")([1, 1], [1, 2]) == -1.0
    assert find(f'{mine}:METRICS["loss"]')([1, 1], [1, 2]) == 1.0
    assert find(f"{mine}:METRICS[made]")([1], [2]) == 1.5
    assert find(f"{mine}:Scorer(factor=5).score")([1], [2]) == 2.5


def test_a_component_that_is_not_there_names_those_that_are(mine: str) -> None:
    with pytest.raises(Exception, match=r"has no component 'f2': it has 'same', 'pair'"):
        find(f"{mine}:scores[f2]")([1], [1])


@pytest.mark.parametrize(
    ("attribute", "problem"),
    [
        ("scores(gamma=2)", "has no parameter 'gamma': its parameters are labels_true, labels_pred, beta"),
        ("score", "has no attribute 'score': did you mean scores"),
        ("METRICS[other]", "without the element 'other'"),
        ("METRICS(k=2)", "takes no arguments"),
        ("Scorer(size=2).score", "no object of this class can be made"),
        ("f@2", "is not written as in Python"),
    ],
)
def test_what_is_not_there_is_told(mine: str, attribute: str, problem: str) -> None:
    with pytest.raises(TargetError) as caught:
        find(f"{mine}:{attribute}")
    assert problem in str(caught.value)


def test_what_is_bound_stands_in_the_name(mine: str) -> None:
    described = describe(find(f"{mine}:scores(beta=2)"))
    assert (described.name, described.parameters[:2]) == ("scores(beta=2)", ("labels_true", "labels_pred"))
    assert targets.candidate(partial(find(f"{mine}:loss")), signature="labels").id == "loss()"


# --- what names a file or a module alone


def test_a_file_without_a_function_lists_its_functions(mine: str) -> None:
    with pytest.raises(TargetError) as caught:
        candidate(mine)
    assert f"name a function of it, as {mine}:scores;" in str(caught.value)
    assert "scores(labels_true, labels_pred, beta), loss(labels_true, labels_pred)" in str(caught.value)
    assert "\n" not in str(caught.value)
    result = CliRunner().invoke(main, ["check", mine])
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("missing_file.py", "no file 'missing_file.py'"),
        ("sklearn.metrics", "audit-library sklearn.metrics"),
        ("no_such_metric", "no metric"),
    ],
)
def test_what_names_no_function_is_told_with_the_cure(target: str, problem: str) -> None:
    with pytest.raises(AxiometricsError, match=problem):
        candidate(target)


# --- what is judged


def test_a_target_with_arguments_is_judged_as_what_it_says(mine: str) -> None:
    gold, system = Organization.parse("{a b}"), Organization.parse("a b")
    for target, expected in ((f"neg:{mine}:loss", -1.0), (f"{mine}:scores(beta=3)[pair][0]", 3.0)):
        judge: Any = targets.load(target).judge("clustering")
        assert judge.score(system, gold) == expected


def test_settings_of_a_target_count_before_those_of_the_command(mine: str) -> None:
    own = targets.load(f"signature=classification,undefined=0:{mine}:loss", signature="labels")
    assert own.tasks == ("filtering",)
    assert own.id == f"signature=classification,undefined=0:{mine}:loss"
    with pytest.raises(AxiometricsError, match="no form 'none'"):
        targets.load(f"signature=none:{mine}:loss")


def test_a_name_in_a_corpus_keeps_prefix_and_arguments() -> None:
    named = beside("neg:project/metrics.py:loss(k=2)[0]", Path("project/evidence"))
    assert named == "neg:metrics.py:loss(k=2)[0]"
