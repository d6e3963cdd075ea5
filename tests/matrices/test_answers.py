"""What commands beside `matrix` answer, as it was saved: no change of the code changes an answer unnoticed.

The saved files prove that nothing has moved, not that it was right; other tests judge that. A difference is a finding:
renew the files only where a change is meant, and say in the commit which answers changed and why. This command renews
those that are named, or all in two minutes:

    python tests/matrices/test_answers.py impact-ranking
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

FILES = {
    "qrels.txt": """\
q1 0 a 2
q1 0 b 1
q1 0 c 0
q1 0 d 1
q1 0 e 0
q2 0 a 0
q2 0 f 1
q2 0 g 3
q2 0 h 0
q3 0 b 1
q3 0 i 0
q3 0 j 1
q3 0 k 2
""",
    "first.txt": """\
q1 Q0 a 1 9 first
q1 Q0 c 2 8 first
q1 Q0 b 3 7 first
q1 Q0 e 4 6 first
q2 Q0 h 1 9 first
q2 Q0 g 2 8 first
q2 Q0 f 3 7 first
q3 Q0 k 1 9 first
q3 Q0 b 2 8 first
q3 Q0 i 3 7 first
q3 Q0 j 4 6 first
""",
    "second.txt": """\
q1 Q0 c 1 9 second
q1 Q0 b 2 8 second
q1 Q0 d 3 7 second
q1 Q0 a 4 6 second
q2 Q0 g 1 9 second
q2 Q0 f 2 8 second
q2 Q0 a 3 7 second
q3 Q0 i 1 9 second
q3 Q0 z 2 8 second
q3 Q0 b 3 7 second
""",
    "third.txt": """\
q1 Q0 e 1 9 third
q1 Q0 a 2 8 third
q1 Q0 d 3 7 third
q2 Q0 f 1 9 third
q2 Q0 h 2 8 third
q3 Q0 j 1 9 third
q3 Q0 k 2 8 third
q3 Q0 b 3 7 third
""",
    "classes.csv": "item,label\na,x\nb,x\nc,x\nd,y\ne,y\nf,z\ng,z\nh,w\n",
    "clusters.csv": "item,label\na,1\nb,1\nc,2\nd,2\ne,2\nf,3\ng,4\nh,4\n",
    "decisions_gold.csv": "item,label\na,yes\nb,yes\nc,no\nd,no\ne,yes\nf,no\n",
    "decisions.csv": "item,label\na,yes\nb,no\nc,yes\nd,no\ne,yes\nf,no\n",
    "mine.py": """\
def halved(gains, ideal):
    return sum(g / (2 * rank) for rank, g in enumerate(gains, 1))


def purity_of_mine(labels_true, labels_pred):
    clusters = {}
    for of, cluster in zip(labels_true, labels_pred):
        clusters.setdefault(cluster, []).append(of)
    return sum(max(map(c.count, c)) for c in clusters.values()) / len(labels_true)
""",
}
RUNS = ("first.txt", "second.txt", "third.txt")


class Question(NamedTuple):
    """A command line whose answer in JSON is saved, and whether it takes seconds."""

    arguments: tuple[str, ...]
    slow: bool = False


QUESTIONS = {
    "separate-clustering": Question(("separate", "v-measure", "bcubed-f")),
    "separate-ranking": Question(("separate", "ap", "rr", "--max-size", "5")),
    "separate-ties": Question(("separate", "dcg", "ndcg", "--ties", "--max-size", "5")),
    "separate-filtering": Question(("separate", "f", "lam", "--max-size", "8")),
    "separate-diversity": Question(("separate", "alpha-ndcg", "err-ia")),
    "separate-scoring": Question(("separate", "adm", "adr")),
    "separate-none": Question(("separate", "jaccard", "pair-f", "--max-size", "6")),
    "separate-all-filtering": Question(("separate", "--all", "--task", "filtering", "--max-size", "8"), slow=True),
    "identify-gains": Question(("identify", "mine.py:halved", "--form", "gains", "--task", "ranking"), slow=True),
    "identify-labels": Question(("identify", "mine.py:purity_of_mine", "--form", "labels", "--gold-first"), slow=True),
    "compare-built-in": Question(("compare", "jaccard", "pair-f")),
    "impact-ranking": Question(
        ("impact", "qrels.txt", *RUNS, "-m", "ap", "-m", "ndcg@3", "-m", "rbp(p=0.8)", "--reading", "all")
    ),
    "impact-clustering": Question(
        ("impact", "classes.csv", "clusters.csv", "-m", "purity", "-m", "bcubed-f", "-m", "v-measure")
    ),
    "impact-why": Question(("impact", "qrels.txt", "first.txt", "second.txt", "--why", "ap", "ndcg")),
    "strength-filtering": Question(("strength", "--task", "filtering", "--max-size", "6")),
    "strength-clustering": Question(("strength", "-c", "homogeneity", "-c", "rag-bag", "--max-size", "5"), slow=True),
    "strength-ranking": Question(("strength", "-c", "ranking:priority", "--max-size", "5")),
    "meta": Question(("meta", "qrels.txt", *RUNS, "-m", "ap", "-m", "ndcg", "-m", "rr", "--rounds", "200")),
    "score-ranking": Question(("score", "qrels.txt", *RUNS, "-m", "ap", "-m", "ndcg@2", "-m", "err")),
    "score-clustering": Question(("score", "classes.csv", "clusters.csv")),
    "score-filtering": Question(("score", "decisions_gold.csv", "decisions.csv", "--positive", "yes")),
}

PASSING = {"version", "seconds"}
"""What differs from one release or one run to the next."""


def arguments(question: str) -> tuple[str, ...]:
    return (*QUESTIONS[question].arguments, "--format", "json")


def lasting(data: Any) -> Any:
    """An answer without what passes, its floats without their last digits."""
    if isinstance(data, dict):
        return {key: lasting(value) for key, value in data.items() if key not in PASSING}
    if isinstance(data, list):
        return [lasting(value) for value in data]
    return float(f"{data:.9g}") if isinstance(data, float) else data


def saved_in(question: str) -> Path:
    return Path(__file__).parent / "answers" / f"{question}.json"


@pytest.mark.usefixtures("files_here")
@pytest.mark.parametrize(
    "question", [pytest.param(name, marks=[pytest.mark.slow] * stated.slow) for name, stated in QUESTIONS.items()]
)
def test_an_answer_is_as_it_was(question: str, command: Callable[..., Any]) -> None:
    answer = command(*arguments(question))
    assert answer.code == 0, answer.err
    assert lasting(json.loads(answer.out)) == json.loads(saved_in(question).read_text(encoding="utf-8"))


def test_every_saved_answer_has_its_question() -> None:
    assert {file.stem for file in (Path(__file__).parent / "answers").iterdir()} == set(QUESTIONS)


if __name__ == "__main__":
    import subprocess
    import sys
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        for question in sys.argv[1:] or QUESTIONS:
            command_line = [sys.executable, "-m", "axiometrics", *arguments(question)]
            answer = subprocess.run(command_line, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout
            saved_in(question).write_text(
                json.dumps(lasting(json.loads(answer)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )
