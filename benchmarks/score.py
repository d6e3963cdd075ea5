"""What scoring files costs, compared with pytrec_eval, which scores the same files in the same run. `make bench`
measures it again, or `python benchmarks/score.py`.

Every row does the same work twice, ours and the peer's, in turn (`_timing.py`): both read qrels and a run of 1000
topics x 1000 documents and compute AP, nDCG, RR and P@10 of every topic. Before anything is timed, the values are
compared.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytrec_eval
from _timing import Row, Yardstick, machine, measured, table

from axiometrics import registry
from axiometrics.evaluation.scores import ScoreTable, Wanted
from axiometrics.evaluation.scoring import Evaluation

TITLE = "Scoring files"

TOPICS, DOCUMENTS, COLLECTION = 1000, 1000, 100_000
MEASURES = {"ap": "map", "ndcg": "ndcg", "rr": "recip_rank", "p@10": "P_10"}
ASKED = {"map", "ndcg", "recip_rank", "P.10"}
ALONE = (
    "import pytrec_eval as p; e = p.RelevanceEvaluator(p.parse_qrel(open({qrels!r})), "
    "{asked!r}).evaluate(p.parse_run(open({run!r}))); "
    "[print(m, sum(v[m] for v in e.values()) / len(e)) for m in next(iter(e.values()))]"
)


def write(folder: Path, judged: int, places: int) -> tuple[Path, Path]:
    """Qrels with so many judgements a topic, half of them of retrieved documents, and a run whose scores have so many
    decimals (few: many ties).
    """
    rng = np.random.default_rng(1)
    qrels, run = folder / f"{judged}-{places}.qrels", folder / f"{judged}-{places}.run"
    with open(qrels, "w", encoding="ascii") as gold, open(run, "w", encoding="ascii") as system:
        for topic in range(1, TOPICS + 1):
            documents = rng.permutation(COLLECTION)[: DOCUMENTS + judged]
            scores = np.sort(rng.random(DOCUMENTS) * 30)[::-1]
            retrieved = zip(documents, scores, strict=False)
            system.writelines(
                f"{topic} Q0 doc{d:06d} {rank} {score:.{places}f} bench\n"
                for rank, (d, score) in enumerate(retrieved, 1)
            )
            grades = rng.integers(-3, 4, judged).clip(0)
            gold.writelines(
                f"{topic} 0 doc{d:06d} {grade}\n"
                for d, grade in zip(documents[DOCUMENTS - judged // 2 :], grades, strict=False)
            )
    return qrels, run


def ours(qrels: Path, run: Path) -> ScoreTable:
    """Both files read, every topic scored, rows made."""
    evaluation = Evaluation.read(str(qrels), [str(run)])
    return evaluation.score([Wanted(registry.metric(name)) for name in MEASURES])


def theirs(qrels: Path, run: Path) -> dict[str, dict[str, float]]:
    """The same by pytrec_eval."""
    opened: Callable[..., Any] = gzip.open if run.suffix == ".gz" else open
    with open(qrels, encoding="utf-8") as gold, opened(run, "rt", encoding="utf-8") as system:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(gold), ASKED)
        scores: dict[str, dict[str, float]] = evaluator.evaluate(pytrec_eval.parse_run(system))
    return scores


def demand_equal(qrels: Path, run: Path) -> None:
    """Stop with an error if the two do not give the same values."""
    peer = theirs(qrels, run)
    for row in ours(qrels, run).rows:
        if row.topic != "all" and (row.value is None or abs(row.value - peer[row.topic][MEASURES[row.metric]]) > 1e-9):
            raise SystemExit(
                f"{run}: {row.metric} of topic {row.topic} is {row.value}, pytrec_eval has {peer[row.topic]}"
            )


def rows(folder: Path) -> Iterator[Row]:
    """The lines of the table."""
    for judged, places, name in (
        (100, 6, "100 judged a topic"),
        (1000, 6, "1000 judged a topic"),
        (100, 1, "100 judged a topic, most scores tied"),
    ):
        qrels, run = write(folder, judged, places)
        demand_equal(qrels, run)
        yield row(f"from files, {name}", qrels, run, "parse_qrel, parse_run, evaluate")
    qrels, run = folder / "100-6.qrels", folder / "100-6.run"
    packed = run.with_suffix(".run.gz")
    packed.write_bytes(gzip.compress(run.read_bytes(), 6))
    yield row("from files, the run gzipped", qrels, packed, "gzip.open, the same")
    names = [part for name in MEASURES for part in ("-m", name)]
    mine = [sys.executable, "-m", "axiometrics", "score", str(qrels), str(run), *names]
    alone = [sys.executable, "-c", ALONE.format(qrels=str(qrels), run=str(run), asked=ASKED)]
    peer = Yardstick("python -c, means of the same", lambda: started(alone))
    yield measured("axiometrics score, a process of its own", lambda: started(mine), peer)


def row(name: str, qrels: Path, run: Path, peer: str) -> Row:
    """Files scored by both; no program is faster than reading their bytes."""
    bytes_read = Yardstick("lines of both, counted", lambda: [file.read_bytes().count(b"\n") for file in (qrels, run)])
    return measured(name, lambda: ours(qrels, run), Yardstick(peer, lambda: theirs(qrels, run)), bytes_read)


def started(command: Sequence[str]) -> None:
    """Run a command to its end."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        lines = list(rows(Path(folder)))
    sys.stdout.write(f"{machine()}; the peer is pytrec_eval\n\n{table(lines)}\n")


if __name__ == "__main__":
    main()
