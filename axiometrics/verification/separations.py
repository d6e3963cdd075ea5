"""Re-checks saved separations. The case of two metrics, or each case of a set, is decided again by the definitions of
the metrics, and what a file says of its pairs of metrics has to follow from its cases.

That nothing smaller separates, that no smaller set does as much, and how many cases were compared, are statements about
a search, which `verify --strict` repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from axiometrics import registry
from axiometrics.core.case import GAIN, Case
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.task import task
from axiometrics.verification.fields import field, shorten, value
from axiometrics.verification.scorers import Defined, MismatchError, Scorer, scorer, show
from axiometrics.verification.whole_matrix import Found, wrong_entries

SCHEMA = "axiometrics/separation/1"

SIDES = {"x": 1, "y": -1}
"""The outputs of a case, and the sign of score(x) - score(y) where a metric prefers it."""


def check_separation(
    data: Mapping[str, Any], targets: Mapping[str, Callable[..., Any]], seconds: float
) -> Iterator[Found]:
    """Re-check a separation: yield one item for two metrics; for a set, one for each case and one for all pairs of
    metrics. Raises `FileError` if data is malformed.
    """
    where = "a separation"
    of = f"{field(data, 'task', str, where=where)}:separation"
    if data["task"] not in registry.tasks.names():
        raise FileError(f"{where}: there is no task {shorten(data['task'])}")
    entries = field(data, "metrics", list, where=where)
    yield from wrong_entries(entries, data.get("version"))
    names = [str(entry["id"]) for entry in entries]
    reading = "ties" if field(data, "ties", bool, where=where) else "preferences"
    if len(set(names)) < len(names) or len(names) < 2:
        yield ", ".join(names), of, reading, "failed", "at least two different metrics are separated"
        return
    if "set" in data:
        yield from _cover(data, names, of, reading, targets, seconds)
        return
    both = " and ".join(names)
    try:
        yield (both, of, reading, *_pair(data, names, targets, seconds))
    except (AxiometricsError, MismatchError) as error:
        if isinstance(error, FileError):
            raise
        yield both, of, reading, "failed", " ".join(str(error).split())


def _pair(
    data: Mapping[str, Any], names: Sequence[str], targets: Mapping[str, Callable[..., Any]], seconds: float
) -> tuple[str, str]:
    """The status and the reason of a separation of two metrics."""
    where = "a separation"
    of, saved = str(data["task"]), field(data, "case", Mapping, type(None), where=where)
    minimal = field(data, "minimal", bool, type(None), where=where)
    if field(data, "separated", bool, where=where) is (saved is None):
        raise MismatchError(f"separated is {data['separated']}, and {'no' if saved is None else 'a'} case is saved")
    if saved is None:
        if minimal is not None:
            raise MismatchError("the file holds no case, but says whether it is the smallest")
        return "nothing to check", "a search found no case that separates the two, so the file holds none"
    judges = {name: scorer(name, targets, seconds, of) for name in names}
    unknown = [name for name, judge in judges.items() if judge is None]
    if unknown:
        return "not re-run", f"{unknown[0]} has no second definition, and no target was given for it"
    if all(isinstance(judge, Defined) for judge in judges.values()) is not field(data, "exact", bool, where=where):
        raise MismatchError(f"the file says exact={data['exact']}, which is not true of these metrics")
    case = _case(of, saved, where)
    prefers, scores = (_of_metrics(saved, key, names, where) for key in ("prefers", "scores"))
    signs = []
    for name, judge in judges.items():
        assert judge is not None
        sign, recomputed = _decided(judge, case, name)
        if sign is None or recomputed is None:
            raise MismatchError(f"{name} has no value on the case, or its two values are too close to decide")
        stored = field(scores, name, Mapping, where=where)
        if set(stored) != set(SIDES):
            raise FileError(f"{where}: scores of {name} are those of x and y")
        for side in SIDES:
            if not judge.same(recomputed[side], judge.read(stored[side])):
                raise MismatchError(
                    f"{name}({side}) is {show(recomputed[side])} when computed again, the file says "
                    f"{shorten(stored[side])}"
                )
        if SIDES.get(prefers[name], 0 if prefers[name] is None else None) != sign:
            raise MismatchError(f"{name} {_says(sign)} when computed again, the file says {shorten(prefers[name])}")
        signs.append(sign)
    if not _apart(*signs, ties=data["ties"]):
        raise MismatchError(f"the case does not separate the two metrics: {', '.join(map(_says, signs))}")
    if saved.get("occurrences") != case.occurrences:
        raise MismatchError(f"the case has {case.occurrences} occurrences, the file says {saved.get('occurrences')!r}")
    searched = _sizes(data, where)
    if minimal is not (not data.get("undecided") and case.documents <= min(searched.values())):
        raise MismatchError(f"minimal is {minimal}, which does not follow from what was searched: {searched}")
    return "verified", "the case and its scores were decided again for both metrics; the search was not repeated"


def _cover(
    data: Mapping[str, Any],
    names: Sequence[str],
    of: str,
    reading: str,
    targets: Mapping[str, Callable[..., Any]],
    seconds: float,
) -> Iterator[Found]:
    """The items of a set of cases."""
    where = "a set of cases"
    judges = {name: scorer(name, targets, seconds, str(data["task"])) for name in names}
    separated: set[frozenset[str]] = set()
    for number, saved in enumerate(field(data, "set", list, where=where), 1):
        item = f"case {number}", of, reading
        if not isinstance(saved, Mapping):
            raise FileError(f"{where}: a case is an object, not {shorten(saved)}")
        pairs = _pairs(saved.get("separates"), names, where)
        separated |= pairs
        try:
            yield (*item, *_member(data, saved, pairs, judges, f"{where}: case {number}"))
        except (AxiometricsError, MismatchError) as error:
            if isinstance(error, FileError):
                raise
            yield (*item, "failed", " ".join(str(error).split()))
    try:
        _check_whole(data, names, separated, where)
    except MismatchError as error:
        yield "all pairs", of, reading, "failed", str(error)
        return
    said = f"the set separates {len(separated)} pairs, and the file says that the others are alike; that no "
    "smaller set does was not"
    yield "all pairs", of, reading, "verified", f"{said} looked at"


def _member(
    data: Mapping[str, Any],
    saved: Mapping[str, Any],
    pairs: set[frozenset[str]],
    judges: Mapping[str, Scorer | None],
    where: str,
) -> tuple[str, str]:
    """The status and the reason of one case of a set."""
    case = _case(str(data["task"]), saved, where)
    prefers = _of_metrics(saved, "prefers", list(judges), where)
    signs: dict[str, int | None] = {}
    for name, judge in judges.items():
        if judge is None:
            return "not re-run", f"{name} has no second definition"
        said = prefers[name]
        if said not in (None, "x", "y", "tie"):
            raise FileError(f"{where}: {name} prefers {shorten(said)}, expected x, y, tie or null")
        signs[name] = None if said is None else SIDES.get(said, 0)
        if said is None and _speaks_less(str(data["task"]), name):
            continue
        sign = None
        with suppress(AxiometricsError):
            sign, _ = _decided(judge, case, name)
        if sign != signs[name]:
            raise MismatchError(f"{name} {_says(sign)} when computed again, the file says {shorten(said)}")
    decided = [(name, sign) for name, sign in signs.items() if sign is not None]
    apart = {
        frozenset((left, right))
        for (left, left_sign), (right, right_sign) in combinations(decided, 2)
        if _apart(left_sign, right_sign, ties=data["ties"])
    }
    if wrong := sorted(map(sorted, apart ^ pairs)):
        says = "does not say" if frozenset(wrong[0]) in apart else "says"
        raise MismatchError(f"the file {says} that the case separates {' and '.join(wrong[0])}")
    return "verified", f"decided again for {len(judges)} metrics, of which it separates {len(apart)} pairs"


def _check_whole(data: Mapping[str, Any], names: Sequence[str], separated: set[frozenset[str]], where: str) -> None:
    """Raise `MismatchError` if a pair of metrics is neither separated nor said to be alike, or is both; or if the
    bounds of the size of the set cannot be right.
    """
    alike = _pairs(data.get("alike"), names, where)
    every = set(map(frozenset, combinations(names, 2)))
    if wrong := sorted(map(sorted, (separated & alike) | (every - separated - alike))):
        both = (
            "is separated, but the file says that the two are alike"
            if frozenset(wrong[0]) in separated
            else "is not mentioned"
        )
        raise MismatchError(f"the pair {' and '.join(wrong[0])} {both}")
    for key in ("alone", "reasons"):
        if not _pairs([saved.get("metrics") for saved in field(data, key, list, where=where)], names, where) <= alike:
            raise MismatchError(f"{key} has a pair that the set separates")
    least, floor = (field(data, key, int, where=where) for key in ("least", "floor"))
    number, minimal = len(data["set"]), field(data, "minimal", bool, type(None), where=where)
    if minimal is not ((least == number) if number else None):
        raise MismatchError(f"minimal is {minimal}, the set has {number} cases, and the least is said to be {least}")
    most = 3 if data["ties"] else 2
    # One case fewer than the floor must not be able to say as many different things as there are metrics.
    if number and not (least <= number and floor <= max(least, 1) and (floor < 1 or most ** (floor - 1) < len(names))):
        raise MismatchError(
            f"the file says that the least is {least} and the floor {floor}, but the set has {number} cases"
        )


def _speaks_less(of: str, name: str) -> bool:
    """Whether there are worlds of the task on which the metric has no say, so that its silence may be no value."""
    return any(world.trait and world.trait not in registry.judged_metric(name, of).traits for world in task(of).worlds)


def _case(of: str, saved: Mapping[str, Any], where: str) -> Case:
    """Return the saved case. Raises `MismatchError` if it has not as many documents as the file says."""
    kind = task(of)
    outputs = field(saved, "outputs", Mapping, where=where)
    if set(outputs) != set(SIDES):
        raise FileError(f"{where}: the outputs are x and y")
    read = {side: value(kind.output, outputs[side], f"{where}: output {side}") for side in SIDES}
    case = Case(value(kind.gold, saved.get("gold"), f"{where}: gold"), read)
    if saved.get("documents") != case.documents:
        said = shorten(saved.get("documents"))
        raise MismatchError(f"gold and outputs have {kind.items(case.documents)}, but the file says {said}")
    return case


def _decided(judge: Scorer, case: Case, name: str) -> tuple[int | None, dict[str, Any] | None]:
    """The sign of score(x) - score(y), and the scores; None where one is undefined or rounding hides the sign."""
    scores = {side: judge.score(case.outputs[side], case.gold) for side in SIDES}
    if None in scores.values():
        return None, None
    return judge.sign(GAIN, dict(zip(GAIN.roles, scores.values(), strict=True))), scores


def _apart(left: int, right: int, *, ties: bool) -> bool:
    """Return whether the signs that two metrics give to a pair of outputs separate the metrics."""
    return left != right if ties else left * right < 0


def _says(sign: int | None) -> str:
    return {1: "prefers x", -1: "prefers y", 0: "ties them", None: "has no value"}[sign]


def _of_metrics(saved: Mapping[str, Any], key: str, names: Sequence[str], where: str) -> Mapping[str, Any]:
    by_metric: Mapping[str, Any] = field(saved, key, Mapping, where=where)
    if set(by_metric) != set(names):
        raise FileError(
            f"{where}: {key} are those of {', '.join(map(str, by_metric)) or 'nothing'}, not of the metrics"
        )
    return by_metric


def _pairs(saved: Any, names: Sequence[str], where: str) -> set[frozenset[str]]:
    """Return the pairs of metrics that a field of the file names."""
    pairs = set()
    for pair in saved if isinstance(saved, list) else [saved]:
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1] or not set(map(str, pair)) <= set(names):
            raise FileError(f"{where}: {shorten(pair)} is not a pair of its metrics")
        pairs.add(frozenset(map(str, pair)))
    return pairs


def _sizes(data: Mapping[str, Any], where: str) -> Mapping[str, int]:
    """Return by kind of cases the size up to which a search went."""
    searched: Mapping[str, int] = field(data, "searched", Mapping, where=where)
    if not searched or any(type(size) is not int for size in searched.values()):
        raise FileError(f"{where}: searched is {shorten(searched)}, expected sizes by kind of cases")
    return searched
