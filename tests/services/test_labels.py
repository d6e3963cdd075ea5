"""Labels of metrics: fit for `-k` and for files, and different for different metrics."""

import pytest

from axiometrics import registry
from axiometrics.registry.studies import asked, metrics
from axiometrics.services.labels import file_label, label

pytest_plugins = "pytester"

IDS = sorted(
    {
        *(metric.id for metric in registry.metrics()),
        *(metric.id for metric in metrics(asked("all"))),
    }
)
OTHERS = [
    "mine",
    "Mine",
    "MINE",
    "<lambda>",
    "a/b.py:mine",
    "a.b.py:mine",
    "ir_measures:nDCG@10",
    "ir_measures:nDCG@1",
    "é",
    "rbp(p=1/3)",
    "x" * 200,
    "x" * 201,
]


def test_pytest_selects_by_it(pytester: pytest.Pytester) -> None:
    labels = [label(metric) for metric in IDS + OTHERS]
    pytester.makepyfile(
        f"import pytest\n@pytest.mark.parametrize('x', range({len(labels)}), ids={labels!r})\ndef test_one(x): pass"
    )
    for name in (" or ".join(labels), labels[0]):
        ran = pytester.runpytest_inprocess("-q", "--collect-only", "-p", "no:cacheprovider", "-k", name)
        assert ran.ret == 0
    assert len([line for line in ran.outlines if "::" in line]) == sum(
        labels[0].lower() in other.lower() for other in labels
    )


def test_different_metrics_have_different_files_where_case_means_nothing() -> None:
    names = [file_label(metric).lower() for metric in IDS + OTHERS]
    assert len(set(names)) == len(names)
    assert all(len(name) < 100 and name.isprintable() and not set(name) & set('/\\:*?"<>| ') for name in names)
    assert len({label(metric) for metric in IDS}) == len(IDS)


def test_the_form_is_the_field_s() -> None:
    assert [label(name) for name in ("ndcg@10", "p@10", "rs-ranking(n=30,wn=0.8,reading=listed)")] == [
        "ndcg.k10",
        "p.k10",
        "rs-ranking.n30.wn0.8.reading-listed",
    ]
