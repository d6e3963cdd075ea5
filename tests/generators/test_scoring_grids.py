"""The grids of scorings: as many cases as the formula says, and values that can be written and read."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given

from axiometrics import registry
from axiometrics.core.scores import Numbers, Relevance, Scores, ScoresError
from axiometrics.core.task import task
from axiometrics.generators.scoring.grids import FINE, GRID, rows
from axiometrics.generators.strategies import scorings


@pytest.mark.parametrize(
    ("columns", "counts"), [(2, (25, 325, 2925, 20475)), (3, (125, 7875))], ids=["one output", "two outputs"]
)
def test_there_are_as_many_cases_as_the_specification_says(columns: int, counts: tuple[int, ...]) -> None:
    for documents, count in enumerate(counts, 1):
        assert sum(1 for _ in rows(documents, columns)) == count == comb(5**columns + documents - 1, documents)
    assert sum(1 for _ in rows(2, 2, FINE)) == 325


@pytest.mark.slow
def test_there_are_333375_triples_of_three_documents() -> None:
    assert sum(1 for _ in rows(3, 3)) == 333375


def test_no_row_stands_twice() -> None:
    listed = list(rows(2, 2))
    assert len({tuple(sorted(case)) for case in listed}) == len(listed)


def test_the_world_has_every_case_of_the_grid_once() -> None:
    (world,) = task("scoring").worlds
    for documents, count in ((1, 25), (2, 325), (3, 2925)):
        assert sum(len(outputs) for outputs in world.outputs(documents, False)) == count


@given(scorings())
def test_values_are_read_as_they_were_written(case: tuple[Scores, Relevance]) -> None:
    for value in case:
        assert type(value).parse(str(value)) == value == type(value).from_json(value.to_json())
        assert value.renamed({d: f"x{d}" for d in value.documents}, 3).documents == {f"x{d}" for d in value.documents}
    system, gold = case
    assert system != gold  # the same numbers may stand in both, and a gold is not an output


@given(scorings())
def test_metric_and_definition_agree_on_drawn_scorings(case: tuple[Scores, Relevance]) -> None:
    for metric in registry.metrics(controls=True):
        if metric.task != "scoring":
            continue
        definition = registry.definition(metric.id)
        assert definition is not None
        score = metric.exact(*case)
        assert (None if isinstance(score, float) else score) == definition(*case)


@pytest.mark.parametrize(
    "name",
    [
        "adm(n=4,m=2,values=midpoints)",
        "adp(scores=rank,length=3)",
        "adr@2(sample=retrieved)",
        "adm@2(sample=assessed,step=counts)",
        "adm(step=nearest,n=3)",
        "adm(scores=minmax-query)",
        "adm(scores=minmax-run,low=0.1,high=0.6)",
        "adm(sample=relevant)",
        "adp(sample=pool)",
    ],
)
def test_metric_and_definition_agree_under_each_parameter(name: str) -> None:
    definition, metric = registry.definition(name), registry.metric(name)
    assert definition is not None
    for outputs in task("scoring").worlds[0].outputs(2, False):
        for k in range(len(outputs)):
            score = metric.exact(outputs.output(k), outputs.gold)
            assert (None if isinstance(score, float) else score) == definition(outputs.output(k), outputs.gold)


@pytest.mark.parametrize("text", ["d1", "d1:2", "d1:-1", "d1:1e-3", "d1:0.5 d1:0.5", ":0.5", "d1:nan", "d1:1/0"])
def test_bad_numbers_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(ScoresError) as error:
        Scores.parse(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "data", [[], {}, {"type": "relevance", "numbers": {}}, {"type": "scores", "numbers": {"d1": 0.5}}, {"d1": "1"}]
)
def test_bad_json_is_refused(data: Any) -> None:
    with pytest.raises(ScoresError):
        Scores.from_json(data)


def test_lines_of_documents_and_numbers_are_read_too() -> None:
    assert Relevance.parse("d1 0.8\nd2 2/5\n") == Relevance.of({"d2": "0.4", "d1": Fraction(4, 5)})
    assert Numbers.of({"d1": 1}).numbers == {"d1": Fraction(1)}


def test_the_grids_have_five_numbers_each() -> None:
    assert len(GRID) == len(FINE) == 5
