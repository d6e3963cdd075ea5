"""How metrics of decisions and of clusterings treat a label that the gold does not have, and exchanged arguments."""

from __future__ import annotations

from axiometrics.candidates.conduct.facts import ConductFact
from axiometrics.candidates.conduct.probes import Custom, Probe, settled
from axiometrics.candidates.conduct.subject import Subject, value_of
from axiometrics.candidates.laws.calls import is_number, plain_data, same

COUNTED = (
    "table",
    "table-upper",
    "matrix",
    "matrix-lists",
    "matrix-positive-first",
    "table-decisions",
    "predict",
    "scorer",
)
"""Forms of decisions that cannot express a third label."""

SMALL = 3
"""The greatest number of items of the inputs whose gold and output are exchanged."""

SYMMETRIC = ("labels", "classification")
"""The signatures whose gold and output are of one kind."""


def unknown_label(subject: Subject) -> ConductFact | None:
    """How a metric counts a decision whose label is not among those of the gold."""
    if subject.signature.name != "classification" or any(part in COUNTED for part in subject.parts):
        return None
    probes = []
    for gold, decided, at in (
        ([1, 1, 0, 0], [1, 0, 0, 0], 3),
        ([1, 1, 0, 0], [1, 1, 0, 0], 1),
        ([1, 0, 1], [1, 0, 0], 2),
    ):

        def put(label: int, of: list[int] = decided, place: int = at) -> list[int]:
            return [label if i == place else kept for i, kept in enumerate(of)]

        wrong = [gold, put(1 - gold[at])]
        right = [gold, put(gold[at])]
        without = [[label for i, label in enumerate(side) if i != at] for side in (gold, decided)]
        customs = (
            Custom("counts as wrong", (wrong,)),
            Custom("left out", (without,)),
            Custom("counts as right", (right,)),
            Custom("counts as label 0", ([gold, put(0)],)),
            Custom("counts as label 1", ([gold, put(1)],)),
        )
        probes.append(Probe([gold, put(2)], customs))
    return settled(subject, "unknown-label", probes)


def symmetric(subject: Subject) -> ConductFact | None:
    """Whether the value stays the same where gold and output are exchanged."""
    small = subject.signature.inputs
    if subject.signature.name not in SYMMETRIC or small is None:
        return None
    calls = [plain_data(pair) for n in range(1, SMALL + 1) for pair in small.make(n, subject.traits, None)]
    calls += [[[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 0, 1]], [[0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1]]]
    pairs = list(zip(calls, subject.ask(calls), subject.ask([call[::-1] for call in calls]), strict=True))
    numbers = [results for results in pairs if is_number(results[1].value) and is_number(results[2].value)]
    if len({round(float(plain.value), 9) for _, plain, _ in numbers}) < 2:
        return None
    differing = next(
        ((call, plain, exchanged) for call, plain, exchanged in numbers if not same(plain, exchanged)), None
    )
    if differing is None:
        return ConductFact("symmetric", "symmetric", "", None, f"{len(numbers)} pairs of calls")
    call, plain, exchanged = differing
    note = f"exchanged: {float(exchanged.value):.6g}"
    return ConductFact("symmetric", "not symmetric", subject.written(call), value_of(plain), note)
