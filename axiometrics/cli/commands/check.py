"""`axiometrics check`: the user's own metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.outcome import say


@click.command(short_help="Metrics of your own.")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@options.signature
@options.constraints
@options.reading
@options.effort
@options.expectations
@options.output
@options.look
@options.progress
@click.pass_context
def check(ctx: click.Context, /, targets: Sequence[str], signature: str | None, **asked: Any) -> None:
    """Which constraints do your metrics obey? It exits 1 on a violation that no --expect names.

    A TARGET is module:attribute, path/to/file.py:attribute, or the id of a metric of ours. How a metric is called is told from the names of its
    parameters, from --signature, or from @axiometrics.metric(...) on it; what was inferred is said.

    \b
    Signatures:
      labels          f(labels_true, labels_pred)           clustering
      classification  f(y_true, y_pred), 0/1                filtering
      gains           f(gains, ideal), in rank order        ranking
      trec            f(qrel, run), {doc: grade or score}   ranking
      scores          f(y_true, y_score)                    ranking
      organization    f(system, gold)                       all

    \b
    Examples:
      axiometrics check sklearn.metrics:v_measure_score
      axiometrics check metrics.py:my_gain --signature gains --reading all
      axiometrics check metrics.py:mine --expect metrics.py:mine/rag-bag=violated
    """
    from axiometrics import selection
    from axiometrics.cli.running import Asked, show

    subjects = list({subject.id: subject for subject in (selection.subject(target, asked["task"], signature) for target in targets)}.values())
    for subject in subjects:
        if subject.entry.get("inferred") and not asked["quiet"]:
            say(f"{subject.id}: {subject.entry['inferred']}")
    ctx.exit(show(subjects, Asked(**asked), "unexpected"))


COMMAND = check
