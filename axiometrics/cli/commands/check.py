"""`axiometrics check`: the user's own metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import options
from axiometrics.cli.outcome import AS_EXPECTED, UNEXPECTED, say

if TYPE_CHECKING:
    from axiometrics.running.run import Subject


@click.command(short_help="Which constraints metrics of your own obey; for CI.")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@options.signature
@options.timeout
@click.option(
    "--laws",
    "lawful",
    is_flag=True,
    help="Hold them to the laws of implementation too, on stderr (docs/libraries.md); a broken law exits 1.",
)
@options.asked
@click.pass_context
def check(
    ctx: click.Context,
    /,
    targets: Sequence[str],
    signature: str | None,
    timeout: float | None,
    lawful: bool,
    **asked: Any,
) -> None:
    """Which constraints do your metrics obey? It exits 1 on a violation that no --expect names.

    A TARGET is module:attribute, path/to/file.py:attribute, or the id of a metric of ours. How a metric is called is
    told from the names of its parameters, from --signature, or from @axiometrics.metric(...) on it; what was inferred
    is said.

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
      axiometrics check metrics.py:mine --require exhaustive:8 --corpus evidence
    """
    from axiometrics.candidates import selection
    from axiometrics.cli.matrices import Asked, show

    subjects = list(
        {
            subject.id: subject
            for subject in (selection.subject(target, asked["task"], signature, timeout) for target in targets)
        }.values()
    )
    for subject in subjects:
        if subject.entry.get("inferred") and not asked["quiet"]:
            say(f"{subject.id}: {subject.entry['inferred']}")
    code = show(subjects, Asked.of(asked), "unexpected")
    broken = _broken(subjects) if lawful else False
    ctx.exit(code or (UNEXPECTED if broken else AS_EXPECTED))


def _broken(subjects: Sequence[Subject]) -> bool:
    """Tell what the laws say of metrics that are not ours; whether one is broken."""
    from axiometrics.candidates import BlackBox, laws

    broken = False
    for subject in subjects:
        for task in subject.tasks if subject.metric is None else ():
            judge = subject.judge(task)
            assert isinstance(judge, BlackBox)
            for found in laws.check(laws.through(judge), judge.declared, task):
                if found.holds is not None:
                    say(f"{subject.id}: {'obeys' if found.holds else 'breaks'} {found}")
                broken = broken or found.holds is False
    return broken


COMMAND = check
