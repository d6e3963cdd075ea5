"""Look up the names that other libraries and people use for our metrics, and for metrics that we do not have. All of
them are in one table.

A user of trec_eval asks for `map_cut_10`, one of scikit-learn for `adjusted_rand_score`. The file `other_names.py` in
the folder of a task's metrics says which metric of ours each of these names means (`OTHER_NAMES`), and which ones mean
a metric that we do not have, and why (`NOT_OURS`). Further packages declare names in `Metric.spellings`. A name of a
library is in the table only if the metric has the same values on ordinary input; tests compare them for
trec_eval, ir_measures and scikit-learn. The names do not stand in the declarations of the metrics, because shipped
proofs are bound to the code of these modules and no proof depends on a name.

Names are texts, divided by blanks:

* `map_cut_{k}` is a name that contains the cut-off, and `hit_rate@{k}` a name that a cut-off must follow;
* `MAP` is any other name, after which people may write a cut-off and parameters, as after an id: `MAP@10`,
  `MAP(rel=2)`;
* `nDCG(dcg=exp-log2)->gain=exp` is a name with parameters of the library, and the parameters of our metric that they
  mean; `SetF(beta=*)` has any value of the parameter.

Names are compared without capitals, hyphens, underscores and blanks.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from axiometrics.core import names
from axiometrics.core.metric import Metric, decimal
from axiometrics.registry import tasks

FILE = "other_names"
"""The name of the module with the other names of metrics of a task, in the folder of the metrics of the task."""

PEOPLE = "people"
"""The name in place of a library, for names that people use."""

_WRITTEN = re.compile(r"([^@()]+)(?:@([^@()]+))?(?:\(([^()]*)\))?(?:@([^@()]+))?")
"""A name, a cut-off and parameters. ir_measures writes the cut-off last, so that it may stand at two places."""

_CUT = "{k}"
"""The place of the cut-off in a name of the tables."""

Meaning = tuple[Metric, dict[str, str]]
"""A metric, with the values of its parameters that a name writes or implies."""


@dataclass(frozen=True)
class OtherName:
    """A name of a metric that is not its id.

    Attributes
    ----------
    text : the name as its library writes it, with `{k}` where the cut-off stands
    library : the library that uses the name, or `people`
    task : the task whose data the metric scores
    base : the base of our metric; empty if we do not have the metric
    values : the parameters of our metric that the name fixes
    reason : the reason why we do not have the metric
    """

    text: str
    library: str
    task: str
    base: str = ""
    values: tuple[tuple[str, str], ...] = ()
    reason: str = ""

    @cached_property
    def given(self) -> Mapping[str, str]:
        """The parameters of the library that are a part of the name."""
        written = _WRITTEN.fullmatch(self.text.replace(f"@{_CUT}", ""))
        return _parameters(written[3]) if written else {}

    @cached_property
    def demands_cut(self) -> bool:
        """Whether a cut-off must follow the name."""
        return f"@{_CUT}" in self.text

    @property
    def searched(self) -> str:
        """The name for searches: without capitals, signs and cut-off."""
        return names.plain(head_of(self.text).replace(_CUT, ""))

    @property
    def example(self) -> str:
        """The name without parameters. It has the cut-off 10 if the name needs one."""
        return self.text.partition("(")[0].replace(_CUT, "10")

    def sentence(self, written: str) -> str:
        """The sentence that says why we do not have the metric, under the name that the user wrote."""
        of = "" if self.library == PEOPLE else f" of {self.library}"
        return f"we do not have {written}{of}: {self.reason}"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        head, cut, rest = head_of(self.text).partition(_CUT)
        return re.compile(re.escape(names.plain(head)) + (r"(?P<k>\d+)" if cut else "") + re.escape(names.plain(rest)))

    def meant(self, head: str, written: Mapping[str, str]) -> dict[str, str] | None:
        """The parameters of our metric, if `head` (the part of a name before its first @ or bracket) and the parameters
        that the user wrote mean this name. Else None.
        """
        match = self._pattern.fullmatch(names.plain(head))
        if match is None or (self.demands_cut and "k" not in written) or (match.groupdict() and "k" in written):
            return None
        if not all(name in written and value in ("*", written[name]) for name, value in self.given.items()):
            return None
        own = {name: value for name, value in written.items() if name not in self.given}
        return {**dict(self.values), **match.groupdict(), **own}


def parameters_of(name: str) -> dict[str, str]:
    """The cut-off (as k) and the parameters in a name.

    >>> parameters_of("nDCG(dcg='exp-log2')@5"), parameters_of("MAP")
    ({'dcg': 'exp-log2', 'k': '5'}, {})
    """
    written = _WRITTEN.fullmatch(name.strip())
    cut = None if written is None else written[2] or written[4]
    return {} if written is None else {**_parameters(written[3]), **({"k": cut.strip()} if cut else {})}


def _parameters(inside: str | None) -> dict[str, str]:
    """The parameters between the brackets of a name, without quotation marks."""
    parts = (part.partition("=") for part in (inside or "").split(",") if part.strip())
    return {name.strip(): value.strip().strip("'\"") for name, _, value in parts}


@cache
def of_tasks() -> tuple[OtherName, ...]:
    """The names that the folders of metrics declare, task by task. The names of metrics that we do not have come
    last.
    """
    ours: list[OtherName] = []
    absent: list[OtherName] = []
    for task in tasks.names():
        home = f"axiometrics.metrics.{task.replace('-', '_')}"
        if importlib.util.find_spec(home) is None or importlib.util.find_spec(f"{home}.{FILE}") is None:
            continue
        module = importlib.import_module(f"{home}.{FILE}")
        ours += (name for base, libraries in module.OTHER_NAMES.items() for name in _read(libraries, task, base))
        absent += (name for reason, of in module.NOT_OURS.items() for name in _read(of, task, reason=reason))
    return (*ours, *absent)


def _read(libraries: Mapping[str, str], task: str, base: str = "", reason: str = "") -> Iterator[OtherName]:
    for library, texts in libraries.items():
        for text in texts.split():
            name, _, fixed = text.partition("->")
            yield OtherName(name, library, task, base, tuple(_parameters(fixed).items()), reason)


def also_called(metric: Metric) -> dict[str, list[str]]:
    """The other names of a metric, by the libraries that use them. Names with parameters are left out, and names that
    differ from our own only in their spelling.
    """
    own = {names.plain(metric.base), names.plain(metric.title)}
    by_library: dict[str, list[str]] = {}
    for name in table([metric]):
        of_metric = (name.task, name.base) == (metric.task, metric.base) and not name.given and _fits(name, metric)
        if of_metric and names.plain(head_of(name.text)) not in own:
            by_library.setdefault(name.library, []).append(name.text.replace(_CUT, "10"))
    return by_library


def _fits(name: OtherName, metric: Metric) -> bool:
    """Whether the metric has the parameters that a name fixes: F2 is a name of F with beta 2 alone."""
    own = metric.values
    return all(
        value == (decimal(of) if isinstance(of := own[parameter], Fraction) else str(of))
        for parameter, value in name.values
        if parameter in own
    )


def also_called_line(metric: Metric) -> str:
    """The other names of a metric in one line.

    >>> from axiometrics import registry
    >>> also_called_line(registry.metric("kappa"))
    "cohen_kappa_score (scikit-learn); Cohen-kappa, Cohens-kappa, Cohen's-kappa"
    """
    return "; ".join(
        ", ".join(texts) + (f" ({library})" if library != PEOPLE else "")
        for library, texts in also_called(metric).items()
    )


def searched(metric: Metric) -> list[str]:
    """The other names of a metric as searches compare them: without capitals, signs and cut-offs.

    >>> from axiometrics import registry
    >>> searched(registry.metric("rr"))[:3]
    ['rr', 'mrr', 'reciprank']
    """
    own = (name for name in table([metric]) if (name.task, name.base) == (metric.task, metric.base))
    return list(dict.fromkeys(name.searched for name in own))


@cache
def claims(task: str) -> dict[str, str]:
    """By the names of the table, as words with - between them, the metric of the task that a function with this name
    claims to compute.

    A name with several meanings claims nothing: `precision` may have a cut-off, and `f1` of clusters may be of pairs.
    For decisions (the task `filtering`), a name may have other meanings in other tasks, because people expect its
    meaning for decisions.

    >>> claims("ranking")["mean-reciprocal-rank"], claims("filtering")["f1"], "f1" in claims("clustering")
    ('rr', 'f', False)
    """
    meant: dict[str, set[OtherName]] = {}
    for name in of_tasks():
        if name.base and not name.given and not name.values:
            words = head_of(name.text).replace(_CUT, "").lower().replace("_", "-").strip("-")
            meant.setdefault(words, set()).add(name)
    claimed = {}
    for words, of in meant.items():
        bases = {name.base for name in of if name.task == task}
        if len(bases) == 1 and (len({name.base for name in of}) == 1 or task == "filtering"):
            claimed[words] = bases.pop()
    return claimed


def table(metrics: Iterable[Metric]) -> tuple[OtherName, ...]:
    """All names: those of the folders, and those that metrics of further packages declare, which must have a
    cut-off.
    """
    spelled = (
        OtherName(f"{text}@{_CUT}", PEOPLE, metric.task, metric.base) for metric in metrics for text in metric.spellings
    )
    return (*of_tasks(), *spelled)


def meanings(name: str, metrics: Sequence[Metric]) -> list[Meaning]:
    """The metrics that a name in the table means. Each comes with the parameters that the name writes or fixes."""
    return _of_ours(name, metrics, (entry for entry in table(metrics) if not entry.given))


def translated(name: str, metrics: Sequence[Metric]) -> list[Meaning]:
    """The metrics that a name with parameters of a library means, such as `nDCG(dcg=exp-log2)`."""
    return _of_ours(name, metrics, _with_parameters()) if "(" in name else []


@cache
def _with_parameters() -> tuple[OtherName, ...]:
    return tuple(name for name in of_tasks() if name.base and name.given)


def _of_ours(name: str, metrics: Sequence[Metric], entries: Iterable[OtherName]) -> list[Meaning]:
    by_name = {metric.name: metric for metric in metrics}
    matched = ((by_name.get(f"{entry.task}:{entry.base}"), values) for entry, values in _matching(name, entries))
    return [(metric, values) for metric, values in matched if metric is not None]


def not_ours(name: str, at_hand: Iterable[str] = ()) -> OtherName | None:
    """The entry of a metric that the name means and that we do not have; None if there is none. Entries of the tasks at
    hand come first.
    """
    absent = [entry for entry in of_tasks() if entry.reason]
    meant = [entry for entry, _ in _matching(name, absent)] or [
        entry for entry, _ in _matching(_unnumbered(name), absent)
    ]
    near = set(at_hand)
    return next(iter(sorted(meant, key=lambda entry: (entry.task not in near, not entry.given))), None)


def is_refused(name: str, metrics: Iterable[Metric]) -> bool:
    """Whether a library uses the name, or the name with these parameters, for a metric that we do not have. For
    example, the `ERR_IA` of ir_measures is another metric than our `ERR-IA`, although the two names differ only in a
    sign.
    """
    head = head_of(name)
    written = [entry for entry in of_tasks() if entry.reason and head_of(entry.text) == head]
    if any(entry.given for entry, _ in _matching(name, written)):
        return True
    return any(not entry.given for entry in written) and all(head != head_of(entry.display) for entry in metrics)


def head_of(name: str) -> str:
    """The part of a name before its first @ or bracket."""
    return re.split(r"[@(]", name, maxsplit=1)[0].strip()


def _unnumbered(name: str) -> str:
    """A name without the number at its end, such as that of `iprec_at_recall_0.10`."""
    return re.sub(r"[_@]?[\d.]+$", "", name)


def _matching(name: str, entries: Iterable[OtherName]) -> Iterator[tuple[OtherName, dict[str, str]]]:
    written = _WRITTEN.fullmatch(name.strip())
    if written is None or ":" in name:
        return
    values = parameters_of(name)
    for entry in entries:
        if (meant := entry.meant(written[1], values)) is not None:
            yield entry, meant
