"""Names of metrics: canonical ids and displays, equal spellings, and what is refused (spec/interface.md, "Naming a
metric").
"""

from fractions import Fraction

import pytest

from axiometrics import registry
from axiometrics.core.errors import AxiometricsError, ParameterError, UnknownNameError
from axiometrics.core.metric import Metric, decimal
from axiometrics.core.names import agrees, described, parse
from axiometrics.core.parameter import Parameter
from axiometrics.registry import studies

RS = "n=30,wn=0.8,reading=listed"

NAMES = {
    # as written: canonical id, display
    "ap": ("ap", "AP"),
    "p": ("p@10", "P@10"),
    "p@5": ("p@5", "P@5"),
    "ndcg": ("ndcg", "nDCG"),
    "ndcg@10": ("ndcg@10", "nDCG@10"),
    "ndcg(ideal=run)": ("ndcg(ideal=run)", "nDCG(ideal=run)"),
    "ndcg@5(ideal=run)": ("ndcg@5(ideal=run)", "nDCG@5(ideal=run)"),
    "rbp": ("rbp(p=0.8)", "RBP(p=0.8)"),
    "rbp(p=0.95)": ("rbp(p=0.95)", "RBP(p=0.95)"),
    "rbp(p=1/3)": ("rbp(p=1/3)", "RBP(p=1/3)"),
    "dcg": ("dcg", "DCG"),
    "dcg(discount=jarvelin)": ("dcg(discount=jarvelin,b=2)", "DCG(discount=jarvelin,b=2)"),
    "dcg(b=3,discount=jarvelin)": ("dcg(discount=jarvelin,b=3)", "DCG(discount=jarvelin,b=3)"),
    "q-measure": ("q-measure(beta=1)", "Q-measure(beta=1)"),
    "ranking:kendall-tau": ("kendall-tau", "Kendall tau"),
    "ranking:kendall-tau(variant=a)": ("kendall-tau(variant=a)", "Kendall tau(variant=a)"),
    "nmi": ("nmi", "NMI"),
    "nmi(average=max)": ("nmi(average=max)", "NMI(average=max)"),
    "ami(average=geometric)": ("ami(average=geometric)", "AMI(average=geometric)"),
    "f": ("f(beta=1)", "F(beta=1)"),
    "f(beta=0.5)": ("f(beta=0.5)", "F(beta=0.5)"),
    "utility": ("utility(tp=2,fp=-1,fn=0,tn=0)", "Utility(tp=2,fp=-1,fn=0,tn=0)"),
    "utility(fn=-2.5)": ("utility(tp=2,fp=-1,fn=-2.5,tn=0)", "Utility(tp=2,fp=-1,fn=-2.5,tn=0)"),
    "lam": ("lam(smoothing=0)", "Lam%(smoothing=0)"),
    "bcubed-f": ("bcubed-f", "BCubed F"),
    "rs-ranking": (f"rs-ranking({RS})", "R*S(W30=0.8)"),
    "rs-ranking(n=10)": ("rs-ranking(n=10,wn=0.8,reading=listed)", "R*S(W10=0.8)"),
    "rs-ranking(reading=tail-lookup)": ("rs-ranking(n=30,wn=0.8,reading=tail-lookup)", "R*S(W30=0.8, tail-lookup)"),
    "rs-clustering": (f"rs-clustering({RS})", "R*S"),
    "rs-filtering": (f"rs-filtering({RS})", "R*S"),
    "rs-priority": (f"rs-priority({RS})", None),
}


@pytest.mark.parametrize("written", NAMES)
def test_canonical_id_and_display(written: str) -> None:
    metric = registry.metric(written)
    name, display = NAMES[written]
    assert metric.id == name
    assert display in (None, metric.display)


def test_every_id_names_its_metric() -> None:
    for declared in registry.metrics(controls=True):
        variants = [
            declared.with_values(**{p.name: choice}, **(dict([p.when]) if p.when else {}))
            for p in declared.parameters
            for choice in p.choices
        ]
        for metric in [declared, *variants]:
            again = registry.metric(metric.id, (metric.task,))
            assert again.id == metric.id
            assert again.values == metric.values
            assert registry.is_metric(metric.id)


def test_ids_are_distinct_and_of_the_slug_alphabet() -> None:
    ids = [(task, metric.id) for metric in registry.metrics(controls=True) for task in registry.judged_in(metric.task)]
    assert len(set(ids)) == len(ids)
    for metric in registry.metrics(controls=True):
        assert set(metric.base) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-")
        assert metric.source
        assert metric.title


def test_numeric_parameters_are_always_part_of_the_name() -> None:
    for metric in registry.metrics():
        for parameter in metric.parameters:
            value = metric.values[parameter.name]
            if isinstance(value, Fraction) and parameter.when is None:
                assert (
                    f"@{decimal(value)}" in metric.id
                    if parameter.cut
                    else f"{parameter.name}={decimal(value)}" in metric.id
                )
            if parameter.name == "reading":
                assert "reading=listed" in metric.id


@pytest.mark.parametrize(
    "spellings",
    [
        [
            "ndcg@10",
            "ndcg(k=10)",
            "ndcg@10()",
            "ndcg@10(ideal=gold)",
            " ndcg @ 10 ",
            "ndcg(ideal=gold, k=10)",
            "ndcg@10.0",
        ],
        ["rbp", "rbp()", "rbp(p=0.8)", "rbp(p=0.80)", "rbp(p=4/5)", "rbp(p=.8)", "rbp( p = 8e-1 )"],
        ["p", "p@10", "p(k=10)"],
        ["dcg", "dcg(discount=log2)"],
        ["nmi", "nmi(average=arithmetic)"],
        ["utility", "utility(tn=0,fn=0,fp=-1,tp=2)", "utility(fp=-1.0)"],
        ["rs-ranking", "rs-ranking(reading=listed,wn=4/5,n=30)", f"rs-ranking({RS})"],
    ],
)
def test_equal_spellings(spellings: list[str]) -> None:
    metrics = [registry.metric(spelling) for spelling in spellings]
    assert len({metric.id for metric in metrics}) == 1
    assert all(metric.values == metrics[0].values for metric in metrics)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rbp(p=1)", r"rbp: p=1 is outside \(0, 1\)"),
        ("rbp(p=0)", r"rbp: p=0 is outside \(0, 1\)"),
        ("rbp(p=-0.5)", r"rbp: p=-0.5 is outside \(0, 1\)"),
        ("rbp(p=x)", r"rbp: p='x' is not a number: write a decimal or a fraction, e.g. 0.8 or 4/5"),
        ("rbp(p=nan)", "is not a number"),
        ("rbp(p=inf)", "is not a number"),
        ("rbp(p=1/0)", "is not a number"),
        ("rbp(p)", r"rbp\(p\): 'p' is not a parameter: write name=value"),
        ("rbp(=0.8)", "'=0.8' is not a parameter"),
        ("rbp(p=)", "'p=' is not a parameter"),
        ("rbp(p=0.5,p=0.6)", "the parameter p is given twice"),
        ("ndcg@10(k=10)", "the parameter k is given twice"),
        ("p@0", r"p: k=0 is outside \[1, inf\)"),
        ("p@2.5", "p: k=2.5 is not a whole number"),
        ("p@ten", "p: k='ten' is not a number"),
        ("ndcg@-1", r"ndcg: k=-1 is outside \[1, inf\)"),
        ("ndcg(ideal=best)", "ndcg: ideal='best' is none of gold, run"),
        ("dcg(discount=jarvelin,b=1)", r"dcg: b=1 is outside \(1, inf\)"),
        ("f(beta=-1)", r"f: beta=-1 is outside \[0, inf\)"),
        ("lam(smoothing=-1)", "outside"),
        ("rs-ranking(n=2.5)", "rs-ranking: n=2.5 is not a whole number"),
        ("rs-ranking(n=0)", "outside"),
        ("rs-ranking(wn=1)", r"wn=1 is outside \(0, 1\)"),
        ("rs-ranking(reading=other)", "reading='other' is none of listed, tail-lookup, tail-certain"),
        ("nmi(average=mean)", "average='mean' is none of arithmetic, geometric, max, min"),
        ("dcg(a=1)", "a means nothing without discount=power"),
        ("dcg(b=2)", "b means nothing without discount=jarvelin"),
        ("dcg(b=3)", "b means nothing without discount=jarvelin"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused(name: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        registry.metric(name)
    assert isinstance(caught.value, AxiometricsError)


@pytest.mark.parametrize("name", ["RBP(p=.08)", "RBP (p = 8e-2)", "R B P(p=2/25)", "Rbp(p=0.080)"])
def test_another_spelling_changes_no_number(name: str) -> None:
    """Dots are no part of what two spellings share, but .08 is not 0.8."""
    assert registry.metric(name).id == "rbp(p=0.08)"


KNOWN = [
    registry.metric(name).describe() for name in ("f(beta=1/3)", "rbp(p=0.8)", "rbp(p=0.5)", "edit-distance-greedy")
]


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("f(beta=1/3)", ["f(beta=1/3)"]),
        ("f(beta=13)", []),
        ("F", ["f(beta=1/3)"]),
        ("rbp", ["rbp(p=0.8)", "rbp(p=0.5)"]),
        ("RBP (p=.50)", ["rbp(p=0.5)"]),
        ("RBP(p=.05)", []),
        ("edit distance (Greedy)", ["edit-distance-greedy"]),
        ("nothing", []),
    ],
)
def test_described_metrics_are_found_in_any_spelling(name: str, ids: list[str]) -> None:
    assert [entry["id"] for entry in described(name, KNOWN)] == ids


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rbp(q=0.8)", "rbp has no parameter 'q': it takes k, p, rel"),
        ("auc(k=10)", "auc has no parameter 'k': it takes none"),
        ("auc@10", "auc has no parameter 'k': it takes none"),
        ("nddcg", r"no metric 'nddcg': did you mean (ndcg|dcg)"),
        ("MAPP", r"no metric 'MAPP': did you mean MAP \(ap\)\?$"),
        ("hit_rate", r"no metric 'hit_rate': did you mean hit_rate@10 \(success\)\?$"),
        ("NumRet", "we do not have NumRet of ir_measures: it is a number of topics or documents and not a metric"),
        ("iprec_at_recall_0.10", "we do not have iprec_at_recall_0.10 of trec_eval: it is interpolated precision"),
        ("AP(judged_only=True)@5", "we do not have AP.* of ir_measures: it leaves out documents that are not judged"),
        ("AP(judged=True)", "ap has no parameter 'judged'"),
        ("zzz", "no metric 'zzz': `axiometrics list metrics` shows all"),
        ("", "no metric ''"),
        ("rbp(p=0.8", "no metric 'rbp"),
        ("rbp)p=0.8(", "no metric"),
        ("RBPP", "no metric 'RBPP': did you mean rbp"),
        ("mine.py:metric", "no metric 'mine.py:metric'"),
    ],
)
def test_a_name_that_nobody_declares_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        registry.metric(name)


def test_decimals_are_read_as_exact_fractions() -> None:
    assert registry.metric("rbp(p=0.1)").values["p"] == Fraction(1, 10)
    assert registry.metric("rbp").with_values(p=0.1).values["p"] == Fraction(1, 10)
    assert registry.metric("rbp").with_values(p="1/7").id == "rbp(p=1/7)"
    assert registry.metric("p").with_values(k=3).id == "p@3"
    assert registry.metric("ndcg@10").with_values(k=None).id == "ndcg"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(4, 5), "0.8"),
        (Fraction(1, 3), "1/3"),
        (Fraction(30), "30"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 1024), "0.0009765625"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(0), "0"),
        (Fraction(123456, 1000), "123.456"),
        (Fraction(1, 30), "1/30"),
    ],
)
def test_fractions_are_written_as_people_do(value: Fraction, text: str) -> None:
    assert decimal(value) == text
    assert Fraction(text) == value


def test_names_are_parsed() -> None:
    assert parse("ndcg@10(ideal=run)") == ("ndcg", {"k": "10", "ideal": "run"})
    assert parse("bcubed-f") == ("bcubed-f", {})
    for text in ("", "@10", "Mine", "a b(c=1)d", "mine:metric", "a(b=1)(c=2)", "-x"):
        assert parse(text) is None


def test_written_parameters_agree_with_kept_ones() -> None:
    kept = {"p": "4/5", "reading": "listed"}
    assert agrees({"p": "0.80"}, kept)
    assert agrees({}, kept)
    assert agrees({"reading": "listed"}, kept)
    assert not agrees({"p": "0.81"}, kept)
    assert not agrees({"q": "1"}, kept)
    assert not agrees({"reading": "tail-lookup"}, kept)
    assert not agrees({"p": "1/0"}, kept)


def test_a_described_metric_has_its_parameters_as_exact_strings() -> None:
    described = registry.metric("rbp").describe()
    assert described == {
        "id": "rbp(p=0.8)",
        "base": "rbp",
        "params": {"p": "4/5"},
        "display": "RBP(p=0.8)",
        "family": "ranking",
        "task": "ranking",
        "source": "Moffat & Zobel 2008",
    }
    assert registry.metric("ndcg").describe()["params"] == {
        "ideal": "gold",
        "gain": "linear",
        "discount": "log2",
        "b": "2",
        "a": "1",
    }


def test_globs_match_ids_and_bases() -> None:
    assert [metric.base for metric in registry.match_metrics("bcubed-?")] == ["bcubed-f"]
    assert [metric.id for metric in registry.match_metrics("p@*")] == ["p@10"]
    assert {metric.base for metric in registry.match_metrics("rs-*")} == {
        "rs-clustering",
        "rs-filtering",
        "rs-ranking",
        "rs-priority",
        "rs-relatedness",
    }
    with pytest.raises(UnknownNameError, match="no metric matches"):
        registry.match_metrics("zz*")
    assert {constraint.name for constraint in registry.match_constraints("priority")} == {
        "filtering:priority",
        "ranking:priority",
    }
    assert [constraint.name for constraint in registry.match_constraints("filtering:priority")] == [
        "filtering:priority"
    ]
    with pytest.raises(UnknownNameError, match="no constraint 'rag-bga': did you mean rag-bag"):
        registry.match_constraints("rag-bga")


def test_the_study_of_the_paper_names_what_is_declared() -> None:
    metrics = studies.metrics(studies.asked("amigo2013"))
    assert len({metric.id for metric in metrics}) == len(metrics)
    assert {metric.id for metric in metrics} >= {
        "bcubed-f",
        "p@10",
        "rbp(p=0.8)",
        f"rs-ranking({RS})",
        "nmi(average=min)",
    }
    with pytest.raises(UnknownNameError, match="no study 'other': known are amigo2013"):
        studies.asked("other")


def test_ranges_read_like_intervals() -> None:
    assert Parameter("p", Fraction(1, 2), "", low=Fraction(0), high=Fraction(1), low_open=True).range == "(0, 1]"
    assert Parameter("p", Fraction(1, 2), "").range == "(-inf, inf)"


def test_a_metric_refuses_values_it_does_not_know() -> None:
    with pytest.raises(UnknownNameError, match="mine has no parameter 'x': it takes none"):
        Metric("mine", "Mine", "ranking", "", "", values={"x": "1"})
