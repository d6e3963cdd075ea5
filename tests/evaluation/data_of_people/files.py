"""Files of people."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from tests.evaluation.data_of_people.examples import (
    DECISIONS,
    GOLD,
    JUDGED,
    LABELS,
    NDCG,
    NDCG_OF_POWERS,
    PREDICTED,
    RANKINGS,
    RELEVANT,
    RETRIEVED,
    SCORED,
    SYSTEM,
    TRUE,
    FileExample,
)


def _npy(values: list[Any]) -> bytes:
    file = BytesIO()
    np.save(file, np.array(values))
    return file.getvalue()


def _rows(data: Mapping[str, Any], apart: str = ",", head: str = "") -> str:
    return head + "".join(f"{name}{apart}{label}\n" for name, label in data.items())


def _lines(records: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


_CLUSTERS = ["-m", "bcubed-precision", "-m", "bcubed-recall", "-m", "bcubed-f", "-m", "adjusted-rand"]
_BOTH = ["g", "s"]


def _labels(gold: str | bytes, system: str | bytes, *words: str) -> FileExample:
    return FileExample({"g": gold, "s": system}, [*_BOTH, *_CLUSTERS, *words], LABELS, "labels of 5 items")


_BY_CLASS = {"x": ["d1", "d2"], "y": ["d3", "d4"], "z": ["d5"]}
_BY_CLUSTER = {"1": ["d1", "d2", "d3"], "2": ["d4", "d5"]}
_KEY = "#begin document (a); part 0\na 0 0 {} {}\na 0 1 {} {}\na 0 2 {} {}\na 0 3 {} {}\na 0 4 {} {}\n#end document\n"
_IN_ONE = [{"id": name, "truth": GOLD[name], "cluster": SYSTEM[name]} for name in GOLD]

LABEL_FILES = {
    "CSV without a header": _labels(_rows(GOLD), _rows(SYSTEM)),
    "CSV with a header": _labels(_rows(GOLD, head="id,label\n"), _rows(SYSTEM, head="id,cluster\n")),
    "TSV": _labels(_rows(GOLD, "\t"), _rows(SYSTEM, "\t")),
    "semicolons": _labels(_rows(GOLD, ";", "document;class\n"), _rows(SYSTEM, ";")),
    "sides in other forms": _labels(_rows(GOLD, ";"), _rows(SYSTEM, "\t")),
    "rows in another order": _labels(_rows(GOLD), _rows(dict(reversed(SYSTEM.items())))),
    "line ends of Windows": _labels(_rows(GOLD).replace("\n", "\r\n"), _rows(SYSTEM).replace("\n", "\r\n")),
    "byte order mark": _labels("\ufeff" + _rows(GOLD, head="id,label\n"), _rows(SYSTEM)),
    "quotes": _labels(_rows({f'"{name}"': f'"{label}"' for name, label in GOLD.items()}), _rows(SYSTEM)),
    "blank lines": _labels(_rows(GOLD).replace("\n", "\n\n"), _rows(SYSTEM)),
    "gzip": _labels(gzip.compress(_rows(GOLD).encode()), gzip.compress(_rows(SYSTEM).encode())),
    "a table of three columns": _labels(
        "id,text,label\n" + "".join(f"{name},words,{label}\n" for name, label in GOLD.items()),
        "id,text,cluster\n" + "".join(f"{name},words,{label}\n" for name, label in SYSTEM.items()),
    ),
    "columns by name": _labels(
        "text,label,key\n" + "".join(f"words,{label},{name}\n" for name, label in GOLD.items()),
        "text,label,key\n" + "".join(f"words,{label},{name}\n" for name, label in SYSTEM.items()),
        "--columns",
        "document=key,label=label",
    ),
    "one label a line": _labels("x\nx\ny\ny\nz\n", "1\n1\n1\n2\n2\n", "--as", "labels"),
    "blanks": _labels(_rows(GOLD, " "), _rows(SYSTEM, " "), "--as", "labels"),
    "JSON by document": _labels(json.dumps(GOLD), json.dumps(SYSTEM)),
    "JSON by document, on several lines": _labels(json.dumps(GOLD, indent=1), json.dumps(SYSTEM, indent=1)),
    "JSON list": _labels(json.dumps(list(GOLD.values())), json.dumps(list(SYSTEM.values()))),
    "records": _labels(
        json.dumps([{"id": name, "label": label} for name, label in GOLD.items()]),
        json.dumps([{"id": name, "label": label} for name, label in SYSTEM.items()]),
    ),
    "JSON lines": _labels(
        _lines([{"doc_id": name, "label": label} for name, label in GOLD.items()]),
        _lines([{"doc_id": name, "cluster": label} for name, label in SYSTEM.items()]),
    ),
    "arrays of numpy": _labels(_npy(list(GOLD.values())), _npy(list(SYSTEM.values()))),
    "clusters with their members": _labels(json.dumps(_BY_CLASS), json.dumps(_BY_CLUSTER)),
    "lists of clusters": _labels(json.dumps(list(_BY_CLASS.values())), json.dumps(list(_BY_CLUSTER.values()))),
    "clusters with their members beside lines": _labels(json.dumps(_BY_CLASS), _rows(SYSTEM)),
    "JSON by document beside lists of clusters": _labels(json.dumps(GOLD), json.dumps(list(_BY_CLUSTER.values()))),
    "lines beside lists of clusters": _labels(_rows(GOLD), json.dumps(list(_BY_CLUSTER.values()))),
    "lines beside labels in lists": _labels(_rows(GOLD), json.dumps({name: [of] for name, of in SYSTEM.items()})),
    "a table beside clusters with their members": _labels(
        "id,text,label\n" + "".join(f"{name},words,{label}\n" for name, label in GOLD.items()), json.dumps(_BY_CLUSTER)
    ),
    "coreference": _labels(
        _KEY.format("w", "(1)", "w", "(1)", "w", "(2)", "w", "(2)", "w", "(3)"),
        _KEY.format("w", "(1)", "w", "(1)", "w", "(1)", "w", "(2)", "w", "(2)"),
    ),
    "one table, CSV": FileExample(
        {"t": "id,truth,cluster\n" + "".join(f"{row['id']},{row['truth']},{row['cluster']}\n" for row in _IN_ONE)},
        ["t", *_CLUSTERS],
        LABELS,
        "gold in column truth, system in column cluster",
    ),
    "one table, records": FileExample({"t": json.dumps(_IN_ONE)}, ["t", *_CLUSTERS], LABELS),
    "one table, JSON lines": FileExample({"t": _lines(_IN_ONE)}, ["t", *_CLUSTERS], LABELS),
    "one table, columns named": FileExample(
        {"t": "A\tB\n" + "".join(f"{row['truth']}\t{row['cluster']}\n" for row in _IN_ONE)},
        ["t", "--columns", "gold=A,system=B", *_CLUSTERS],
        LABELS,
    ),
    "one table, columns and items named": FileExample(
        {"t": "A\tB\tC\n" + "".join(f"{row['truth']}\t{row['id']}\t{row['cluster']}\n" for row in _IN_ONE)},
        ["t", "--columns", "gold=A,system=C,item=B", *_CLUSTERS],
        LABELS,
    ),
    "labels that both sides share": FileExample(
        {"t": "label,model\nlow,high\nmid,mid\nhigh,low\nhigh,low\nmid,mid\nlow,high\nhigh,low\nlow,high\nmid,mid\n"},
        ["t"],
        {"bcubed-f": 1},
        "labels of 9 items, 3 classes, 1 system",
    ),
}


def _decisions(gold: list[Any], system: list[Any], *words: str, head: str = "id,y_true,y_pred\n") -> FileExample:
    rows = "".join(f"{i},{here},{there}\n" for i, (here, there) in enumerate(zip(gold, system, strict=True)))
    return FileExample({"t": head + rows}, ["t", "-m", "f", "-m", "accuracy", *words], DECISIONS, "decisions on 6")


_SPAM = {1: "spam", 0: "ham"}

DECISION_FILES = {
    "1 and 0": _decisions(TRUE, PREDICTED),
    "1.0 and 0.0": _decisions([float(label) for label in TRUE], [float(label) for label in PREDICTED]),
    "1.0 against 1": _decisions([float(label) for label in TRUE], PREDICTED),
    "1 and -1": _decisions([2 * label - 1 for label in TRUE], [2 * label - 1 for label in PREDICTED]),
    "true and false": _decisions(
        [str(bool(label)).lower() for label in TRUE], [str(bool(label)).lower() for label in PREDICTED]
    ),
    "yes and no": _decisions([("no", "yes")[label] for label in TRUE], [("no", "yes")[label] for label in PREDICTED]),
    "a positive label": _decisions(
        [_SPAM[label] for label in TRUE], [_SPAM[label] for label in PREDICTED], "--positive", "spam"
    ),
    "one of three labels is positive": _decisions(
        [1, 2, 1, 3, 1, 2], [2, 3, 1, 1, 1, 2], "--positive", "1", head="id,gold,predicted\n"
    ),
    "both readings": FileExample(
        {"t": "y_true,y_pred\n1,0\n0,0\n1,1\n0,1\n1,1\n0,0\n"},
        ["t"],
        {**DECISIONS, "precision": 2 / 3, "recall": 2 / 3, "bcubed-f": 5 / 9},
        "as clusters, and as decisions with the positive label 1",
    ),
    "said to be decisions": FileExample(
        {"g": "a,1\nb,0\nc,1\nd,0\ne,1\nf,0\n", "s": "a,0\nb,0\nc,1\nd,1\ne,1\nf,0\n"},
        [*_BOTH, "--as", "decisions"],
        {**DECISIONS, "precision": 2 / 3, "recall": 2 / 3},
        "decisions on 6 items, 2 classes, positive label 1",
    ),
    "said to be clusters": FileExample(
        {"g": "a,1\nb,0\nc,1\nd,0\ne,1\nf,0\n", "s": "a,0\nb,0\nc,1\nd,1\ne,1\nf,0\n"},
        [*_BOTH, "--as", "labels"],
        {"bcubed-f": 5 / 9},
        "labels of 6 items, 2 classes",
    ),
}

_QRELS = "".join(f"{query} 0 {document} 1\n" for query, ids in RELEVANT.items() for document in ids)
_RUN = "".join(
    f"{q} Q0 {document} {i} {9 - i} t\n" for q, ids in RETRIEVED.items() for i, document in enumerate(ids, 1)
)
_GOLD_ROWS = [(query, document) for query, ids in RELEVANT.items() for document in ids]
_RUN_ROWS = [(query, document, i) for query, ids in RETRIEVED.items() for i, document in enumerate(ids, 1)]


def _rankings(gold: str | bytes, system: str | bytes, *words: str) -> FileExample:
    return FileExample(
        {"g": gold, "s": system}, [*_BOTH, "-m", "ap", "-m", "rr", *words], RANKINGS, "judgements of 2 topics, 1 system"
    )


RANKING_FILES = {
    "TREC": _rankings(_QRELS, _RUN),
    "TREC, gzip": _rankings(gzip.compress(_QRELS.encode()), gzip.compress(_RUN.encode())),
    "BEIR": _rankings(
        "query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{d}\t1\n" for q, d in _GOLD_ROWS), json.dumps(SCORED)
    ),
    "MS MARCO": _rankings(
        _QRELS.replace(" ", "\t"),
        "".join(f"{q}\t{d}\t{i}\n" for q, d, i in _RUN_ROWS),
        "--columns",
        "query=1,document=2,rank=3",
    ),
    "tables of ir_datasets": _rankings(
        "query_id,doc_id,relevance\n" + "".join(f"{q},{d},1\n" for q, d in _GOLD_ROWS),
        "query_id,doc_id,score\n" + "".join(f"{q},{d},{9 - i}\n" for q, d, i in _RUN_ROWS),
    ),
    "ranks alone": _rankings(
        "qid,docno,label\n" + "".join(f"{q},{d},1\n" for q, d in _GOLD_ROWS),
        "qid,docno,rank\n" + "".join(f"{q},{d},{i}\n" for q, d, i in _RUN_ROWS),
    ),
    "JSON of ranx": _rankings(json.dumps(JUDGED), json.dumps(SCORED)),
    "JSON of ranx, on several lines": _rankings(json.dumps(JUDGED, indent=2), json.dumps(SCORED, indent=2)),
    "lists for each query": _rankings(json.dumps(RELEVANT), json.dumps(RETRIEVED)),
    "lists against scores": _rankings(json.dumps(RELEVANT), json.dumps(SCORED)),
    "grades against lists": _rankings(json.dumps(JUDGED), json.dumps(RETRIEVED)),
    "lists beside a run of TREC": _rankings(json.dumps(RELEVANT), _RUN),
    "lists beside a run of TREC, said to be judgements": _rankings(json.dumps(RELEVANT), _RUN, "--as", "qrels"),
    "lists beside a table": _rankings(
        json.dumps(RELEVANT), "qid,docno,score\n" + "".join(f"{q},{d},{9 - i}\n" for q, d, i in _RUN_ROWS)
    ),
    "TREC beside lists": _rankings(_QRELS, json.dumps(RETRIEVED)),
    "TREC beside JSON lines of lists": _rankings(
        _QRELS, _lines([{"query_id": q, "retrieved_docs": RETRIEVED[q]} for q in RELEVANT])
    ),
    "lists, both in one file": FileExample(
        {"t": _lines([{"query": q, "relevant": RELEVANT[q], "retrieved": RETRIEVED[q]} for q in RELEVANT])},
        ["t", "-m", "ap", "-m", "rr"],
        RANKINGS,
        "lists of ids for each query",
    ),
    "lists under other names": FileExample(
        {"t": _lines([{"qid": q, "expected": RELEVANT[q], "results": RETRIEVED[q]} for q in RELEVANT])},
        ["t", "-m", "ap", "-m", "rr"],
        RANKINGS,
    ),
    "lists, a file for each side": _rankings(
        _lines([{"query_id": q, "relevant_docs": RELEVANT[q]} for q in RELEVANT]),
        _lines([{"query_id": q, "retrieved_docs": RETRIEVED[q]} for q in RELEVANT]),
    ),
    "records with lists": FileExample(
        {"t": json.dumps([{"user": q, "relevant": RELEVANT[q], "recommended": RETRIEVED[q]} for q in RELEVANT])},
        ["t", "-m", "ap", "-m", "rr"],
        RANKINGS,
    ),
    "users and items, without grades": _rankings(
        "user,item\n" + "".join(f"{q},{d}\n" for q, d in _GOLD_ROWS),
        "user,item\n" + "".join(f"{q},{d}\n" for q, d, _ in _RUN_ROWS),
    ),
    "users and items of MovieLens": FileExample(
        {
            "g": "userId,movieId,rating,timestamp\n" + "".join(f"{q},{d},5,9\n" for q, d in _GOLD_ROWS),
            "s": "userId,movieId,prediction\n" + "".join(f"{q},{d},{9 - i}\n" for q, d, i in _RUN_ROWS),
        },
        [*_BOTH, "-m", "ap(rel=4)", "-m", "rr(rel=4)"],
        {"ap(rel=4)": 7 / 12, "rr(rel=4)": 2 / 3},
    ),
    "JSON lines of records": _rankings(
        _lines([{"query_id": q, "doc_id": d, "relevance": 1} for q, d in _GOLD_ROWS]),
        _lines([{"query_id": q, "doc_id": d, "score": 9 - i} for q, d, i in _RUN_ROWS]),
    ),
    "records in a list": _rankings(
        json.dumps([{"query_id": q, "doc_id": d, "relevance": 1} for q, d in _GOLD_ROWS]),
        json.dumps([{"query_id": q, "doc_id": d, "score": 9 - i} for q, d, i in _RUN_ROWS]),
    ),
    "one query": FileExample(
        {"g": '{"a": 1, "b": 1}', "s": '{"b": 0.9, "x": 0.5, "a": 0.1}'}, [*_BOTH, "-m", "ap"], {"ap": 5 / 6}
    ),
}
_RATINGS = "user,item,rating\nu1,i1,4.5\nu1,i2,2.0\nu1,i3,3.5\nu2,i1,5.0\nu2,i4,0.5\n"
_RECOMMENDED = "user,item,score\nu1,i3,.9\nu1,i1,.8\nu1,i2,.1\nu2,i4,.7\nu2,i1,.6\n"
_RATED = {"g": _RATINGS, "s": _RECOMMENDED}

RATING_FILES = {
    "half stars": FileExample(_RATED, [*_BOTH, "-m", "ndcg"], {"ndcg": NDCG}),
    "half stars from a grade on": FileExample(_RATED, [*_BOTH, "-m", "ap(rel=4)"], {"ap(rel=4)": 0.5}),
    "half stars by default": FileExample(_RATED, _BOTH, {"ndcg": NDCG}),
    "half stars, exponential gains": FileExample(
        _RATED, [*_BOTH, "-m", "ndcg(gain=exp)"], {"ndcg(gain=exp)": NDCG_OF_POWERS}
    ),
    "half stars without a grade": FileExample(
        _RATED, [*_BOTH, "-m", "ap"], refused="grades of g are 0.5 to 5: say which grade it needs, e.g. ap(rel=4)"
    ),
    "fractions": FileExample(
        {"g": "query,doc,relevance\nq,a,0.25\nq,b,0.75\n", "s": "query,doc,score\nq,a,2\nq,b,1\n"},
        [*_BOTH, "-m", "dcg"],
        {"dcg": 0.25 + 0.75 / 1.5849625007},
    ),
}

_PAIRS = {"g": "left,right\nr1,r2\nr2,r3\nr4,r5\n", "s": "left,right\nr1,r2\nr4,r5\nr5,r6\n"}

PAIR_FILES = {
    "pairs": FileExample(_PAIRS, _BOTH, question="(--as links); or pairs are closed to clusters"),
    "pairs as they stand": FileExample(
        _PAIRS, [*_BOTH, "--as", "links"], {"precision": 2 / 3, "recall": 2 / 3, "f(beta=1)": 2 / 3}, "as they stand"
    ),
    "pairs by a metric of decisions": FileExample(_PAIRS, [*_BOTH, "-m", "precision"], {"precision": 2 / 3}),
    "pairs closed": FileExample(
        _PAIRS,
        [*_BOTH, "--as", "pairs", "-m", "pair-precision", "-m", "pair-recall"],
        {"pair-precision": 1 / 2, "pair-recall": 1 / 2},
        "closed to clusters",
    ),
    "pairs by a metric of clusters": FileExample(
        _PAIRS, [*_BOTH, "-m", "pair-precision"], {"pair-precision": 1 / 2}, "closed to clusters"
    ),
    "pairs in the other order": FileExample(
        {"g": _PAIRS["g"], "s": "id1,id2\nr2,r1\nr5,r4\nr6,r5\n"}, [*_BOTH, "-m", "recall"], {"recall": 2 / 3}
    ),
    "pairs beside labels": FileExample(
        {"g": _PAIRS["g"], "s": "r1,a\nr2,a\n"}, _BOTH, refused="g holds pairs of ids, and this side does not"
    ),
    "pairs that both reject": FileExample(_PAIRS, [*_BOTH, "-m", "accuracy"], refused="accuracy counts the pairs"),
}

_NOISE = {"g": "1,a\n2,a\n3,a\n4,b\n5,b\n6,b\n", "s": "1,0\n2,0\n3,-1\n4,1\n5,-1\n6,1\n"}
_GAPS = {"g": "id,label\n1,a\n2,a\n3,b\n4,\n5,b\n", "s": "id,label\n1,x\n2,x\n3,y\n4,y\n5,NA\n"}
_PARTS = {"g": "1,a\n2,a\n4,b\n", "s": "1,0\n2,1\n3,1\n4,1\n5,2\n"}
_F = ["-m", "bcubed-f"]
_PR = ["-m", "bcubed-precision", "-m", "bcubed-recall"]

DOCUMENT_FILES = {
    "noise alone": FileExample(_NOISE, [*_BOTH, *_F, "--noise", "-1"], {"bcubed-f": 5 / 7}),
    "noise left out": FileExample(_NOISE, [*_BOTH, *_F, "--noise", "-1", "--noise-items", "drop"], {"bcubed-f": 1}),
    "noise as a cluster": FileExample(_NOISE, [*_BOTH, *_F], {"bcubed-f": 2 / 3}),
    "noise that does not occur": FileExample(
        _NOISE, [*_BOTH, *_F, "--noise", "-7"], refused="has the noise label '-7'"
    ),
    "missing labels": FileExample(_GAPS, [*_BOTH, *_F], refused="g, line 5: item '4' has no label"),
    "missing labels left out": FileExample(_GAPS, [*_BOTH, *_F, "--missing", "drop"], {"bcubed-f": 1}),
    "missing labels in the system": FileExample(
        {"g": "1,a\n2,b\n3,b\n", "s": "1,x\n2,null\n3,y\n"},
        [*_BOTH, *_F],
        refused="s, line 2: item '2' has the label",
    ),
    "a label that looks like a missing one": FileExample(
        {"g": "1,NA\n2,NA\n3,EU\n", "s": "1,x\n2,x\n3,y\n"}, [*_BOTH, *_F, "--missing", "label"], {"bcubed-f": 1}
    ),
    "null in JSON": FileExample(
        {"g": '{"a": "x", "b": null, "c": "y"}', "s": '{"a": "1", "b": "1", "c": "2"}'},
        [*_BOTH, *_F, "--missing", "drop"],
        {"bcubed-f": 1},
    ),
    "null in a JSON list": FileExample(
        {"g": '["x", null, "y"]', "s": '["1", "1", "2"]'}, [*_BOTH, *_F, "--missing", "drop"], {"bcubed-f": 1}
    ),
    "whole numbers by name that a metric reads as labels": FileExample(
        {"g": '{"a": 1, "b": 2, "c": 2}', "s": '{"a": 7, "b": 8, "c": 9}'}, [*_BOTH, *_F], {"bcubed-f": 0.8}
    ),
    "documents of both sides": FileExample(
        _PARTS, [*_BOTH, *_PR, "--documents", "both"], {"bcubed-precision": 2 / 3, "bcubed-recall": 2 / 3}
    ),
    "documents of the gold": FileExample(
        _PARTS, [*_BOTH, *_PR, "--documents", "gold"], {"bcubed-precision": 2 / 3, "bcubed-recall": 2 / 3}
    ),
    "other documents": FileExample(_PARTS, [*_BOTH, *_F], refused="say --documents both"),
    "documents that the system lacks": FileExample(
        {"g": "1,a\n2,a\n3,b\n", "s": "1,x\n2,x\n9,y\n"}, [*_BOTH, *_F, "--documents", "gold"], refused="item '3'"
    ),
    "no common document": FileExample(
        {"g": "1,a\n2,a\n", "s": "8,x\n9,x\n"}, [*_BOTH, *_F, "--documents", "both"], refused="no item is on both"
    ),
}

QUESTIONS = {
    "whole numbers by name": FileExample(
        {"g": '{"a": 1, "b": 0, "c": 0}', "s": '{"a": 1, "b": 1, "c": 0}'}, _BOTH, question="can be read in 2 ways"
    ),
    "lists with the same members": FileExample(
        {"g": '{"1": ["a", "b"], "2": ["c"]}', "s": '{"1": ["a"], "2": ["b", "c"]}'},
        _BOTH,
        question="can be read in 2 ways",
    ),
    "spam and ham without the positive one": FileExample(
        {"g": "1,spam\n2,ham\n", "s": "1,spam\n2,spam\n"},
        [*_BOTH, "-m", "f"],
        question="say --positive ham or --positive spam",
    ),
    "F1 of labels that both sides share": FileExample(
        {"g": "1,spam\n2,ham\n", "s": "1,spam\n2,spam\n"},
        [*_BOTH, "-m", "F1"],
        question="'F1' is written of several metrics: name one of bcubed-f (clustering), f (filtering)",
    ),
    "labels separated by blanks": FileExample(
        {"g": "d1 x\nd2 y\nd3 y\n", "s": "d1 x\nd2 y\nd3 y\n"}, _BOTH, question="say --as labels or --as organization"
    ),
    "one label a line, unsaid": FileExample(
        {"g": "x\nx\ny\n", "s": "1\n1\n2\n"}, _BOTH, question="say --as labels or --as organization"
    ),
    "a first line that may be a header": FileExample(
        {"g": "word,type\nd1,1\nd2,2\n", "s": "word,type\nd1,1\nd2,2\n"}, _BOTH, question="say --header yes if they are"
    ),
}

REFUSALS = {
    "a table that is given twice": FileExample(
        {"t": "id,y_true,y_pred\n1,1,0\n2,0,0\n"}, ["t", "t"], refused="leave SYSTEM out"
    ),
    "no system": FileExample({"g": _QRELS}, ["g"], refused="no SYSTEM is given"),
    "an item twice": FileExample(
        {"t": "id,y_true,y_pred\n1,1,0\n1,0,0\n"}, ["t"], refused="t, line 3: item '1' occurs twice"
    ),
}

FILES: dict[str, FileExample] = {
    **LABEL_FILES,
    **DECISION_FILES,
    **RANKING_FILES,
    **RATING_FILES,
    **PAIR_FILES,
    **DOCUMENT_FILES,
    **QUESTIONS,
    **REFUSALS,
}
