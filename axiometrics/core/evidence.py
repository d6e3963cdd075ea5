"""Evidence: on what the verdict of a cell rests. Each kind is a type with the fields of this kind, and no others.

A verdict claims no more than its evidence, and the kinds of evidence differ in what they can claim: a proof covers
every size, an exhaustive search covers the cases up to a stated size, a sample covers the cases that were tried. If
they shared one type with a bag of optional keys, a sampled cell could carry the words of a proof, and each reader would
take the bag apart in a way of its own. So each kind says here which verdicts it allows (`HOLDS`), whether the cell must
give a reason in words (`REASON`), and whether the cell may show a case (`SHOWS`).

In JSON all kinds have one form: the fields of `ENVELOPE`, and under `detail` the fields that the kind adds. A field of
`detail` that says nothing (None, 0, or empty) is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import asdict

from axiometrics.core.documents import Count, Document, Name, Positive, exactly, read

E = TypeVar("E", bound="Evidence")

COMMON = ("kind", "exact", "cases", "size", "seconds")
"""The fields of every kind that stand beside `detail` in JSON."""

ENVELOPE = (*COMMON, "minimal", "detail")
"""The fields of every evidence in JSON; `minimal` is null unless the evidence is a counterexample."""


DECLARATION = "declaration"
"""The method of a proof that rests on the parameters that a metric declares not to have."""


class ParameterRegion(Document, frozen=True, omit_defaults=True):
    """For which values of one parameter, in words, the constraint holds; `exact` has the set with its proofs, in the
    form of the region document.
    """

    param: str
    holds: str
    exact: Mapping[str, Any] | None = None


class KnownVerdict(Document, frozen=True):
    """The verdict on a definition that a user's metric equals on all inputs that were tried and on which both have a
    value.

    Attributes
    ----------
    metric, display : the definition, a metric of ours
    inputs : the number of inputs on which the two were compared
    holds, kind : whether the definition satisfies the constraint, and the kind of the evidence
    words : the same in words
    """

    metric: Name
    display: Name
    inputs: Count
    holds: bool
    kind: Name
    words: str


class Evidence(Document, frozen=True, omit_defaults=True, repr_omit_defaults=True, tag_field="kind"):
    """The statements that every kind of evidence makes.

    Attributes
    ----------
    exact : whether exact arithmetic decided (a metric in floats cannot be decided so)
    cases : the number of cases that were examined
    size : how far was searched, in the unit of the constraint (documents, ranks, n); of a counterexample its documents
    seconds : the time taken; the one field that differs between equal runs
    undefined : the number of cases that were skipped, because the metric is undefined there
    undefined_at : of a user's metric, the smallest output and gold on which it was found to be undefined
    undefined_as : of a user's metric, what is taken for an undefined value, where cases are not skipped: `error`, or a
        number
    read_as_fractions : of a user's metric, the number of cases that tie, as is demanded, where each score is read as
        the simple fraction that it is but for its last digits
    tied_means : of a user's metric, the number of cases whose means are taken as equal, as is demanded, since they
        differ by no more than rounding makes of means
    loss : of a user's metric, how it is known that lower is better (`inferred`, `told`); its negative is judged, and
        scores are those of the negative
    breaks : of a user's metric, the invariances that it breaks, each with two calls that mean the same and their values
    reduction : the name of the reduction through which a constraint on another task judged the metric
    definition : of a user's metric, what is known of the definition that it equals on all inputs that were tried
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (None,)
    REASON: ClassVar[bool] = False
    SHOWS: ClassVar[bool] = False

    exact: bool
    cases: Count
    size: Count | None = None
    seconds: Annotated[float, Meta(ge=0)] = 0.0
    undefined: Count = 0
    undefined_at: Mapping[str, Any] | None = None
    undefined_as: str | None = None
    read_as_fractions: Count = 0
    tied_means: Count = 0
    loss: str | None = None
    breaks: list[Mapping[str, Any]] = field(default_factory=list)
    reduction: str | None = None
    definition: KnownVerdict | None = None

    @property
    def kind(self) -> str:
        """The kind as JSON names it.

        >>> Exhaustive(True, 9, 8).kind
        'exhaustive'
        """
        return str(self.__struct_config__.tag)

    @property
    def minimal(self) -> bool | None:
        """Of a counterexample, whether everything smaller was searched."""
        return None

    def turned(self, kind: type[E], **more: Any) -> E:
        """The statements of this evidence as evidence of another kind, with the fields that this kind adds.

        Raises `TypeError` where this evidence has a value for which the other kind has no field.

        >>> Exhaustive(True, 9, 8, sampled=5).turned(Proven, method="by hand")
        Proven(exact=True, cases=9, size=8, sampled=5, method='by hand')
        """
        said = {name: value for name, value in asdict(self).items() if name in kind.__struct_fields__ or value}
        said.pop("grid", None)  # a proof rests on no grid
        return kind(**said | more)

    def to_json(self) -> dict[str, Any]:
        """The evidence as the JSON of a matrix has it."""
        detail = {name: value for name, value in msgspec.to_builtins(self).items() if name not in ENVELOPE}
        detail |= detail.pop("scan", {})
        return {
            "kind": self.kind,
            "exact": self.exact,
            "cases": self.cases,
            "size": self.size,
            "minimal": self.minimal,
            "seconds": round(self.seconds, 6),
            "detail": detail,
        }


class Labelled(Document, frozen=True, omit_defaults=True):
    """The search for a metric that breaks an invariance, so that a case written in another way is another case.

    Attributes
    ----------
    whole : the size up to which every case was tried in every way that the metric wrongly tells apart; 0 for none
    cases : the number of these labelled cases
    drawn : the number of labelled cases that were tried by chance, among larger cases or ways that cannot be listed
    unlabelled : the size up to which every case was tried in one way
    one_way : the number of cases with means, several golds or outputs of which one is sought, for which no other way to
        write them was tried
    """

    whole: Count
    cases: Count
    drawn: Count
    unlabelled: Count
    one_way: Count = 0


class Judged(Evidence, frozen=True, kw_only=True):
    """The statements of a search that decided cases one by one.

    Attributes
    ----------
    convention : what the metric's convention is for 0/0, where it gave a value that was used
    within_bound : the number of cases that could not be decided, their scores being equal within the bound of error
    first : the smallest of these cases
    sampled : the number of random cases that were tried beyond those enumerated
    labelled : of a metric that breaks an invariance, what was searched of the cases in all ways to write them
    climbed : the number of cases beyond those enumerated that were tried on the way to smaller required differences
    witness : where some output had to be as demanded, the smallest case with one that is
    """

    convention: str | None = None
    within_bound: Count = 0
    sampled: Count = 0
    climbed: Count = 0
    first: Mapping[str, Any] | None = None
    labelled: Labelled | None = None
    witness: Mapping[str, Any] | None = None


FURTHEST = 10**5
"""The last n of a threshold that a document may tell: the runs of that n are written out to be shown."""


class Scan(Document, frozen=True):
    """The result of a search for a threshold that tried each n.

    Attributes
    ----------
    scanned : the last n that was tried
    n : the n that were won
    n0 : the n from which on all are won, None if there is not one; unset if the constraint does not ask for it
    """

    scanned: Count
    n: list[Count]
    n0: Count | UnsetType | None = UNSET

    def __post_init__(self) -> None:
        if self.scanned > FURTHEST:
            raise ValueError(f"scanned is {self.scanned}, and no search goes beyond {FURTHEST}")
        if (last := max((*self.n, self.n0 or 0))) > self.scanned:
            raise ValueError(f"n = {last} is told, and scanned is {self.scanned}")


class Scanned(Judged, frozen=True, kw_only=True):
    """The statements of a search that may be one for a threshold; in JSON the fields of `scan` stand under `detail`."""

    scan: Scan | None = None


class _ShownStep(msgspec.Struct):
    """A step of an argument as reports show it; its rule has further fields, which the checker reads."""

    id: str
    claim: str
    rule: str


class _ShownProof(msgspec.Struct):
    """An argument as reports show it; the checker of proofs reads more of it."""

    words: str
    excess: str
    symbols: dict[str, bool]
    facts: list[str]
    define: list[tuple[str, str]]
    steps: list[_ShownStep]


def _demand_argument(proof: Mapping[str, Any]) -> None:
    """Raise `ValueError` where a proof lacks what reports show of it."""
    try:
        read(proof, _ShownProof)
    except ValueError as error:
        raise ValueError(f"the proof is damaged: {error}") from None


class ImpliedProof(Document, frozen=True):
    """A proof for another reading, which implies the one of the cell, alone or with others (`core.implication`).

    Attributes
    ----------
    metric : the metric of the cell, or the one of another task that gives its values there
    constraint, reading : what is proved, the constraint as `task:id`
    proof : the argument, as its checker reads it
    """

    metric: Name
    constraint: Name
    reading: Name
    proof: Mapping[str, Any]

    def __post_init__(self) -> None:
        _demand_argument(self.proof)


class Proven(Scanned, frozen=True, kw_only=True, tag="proof"):
    """A proof for the whole domain that is declared: by an argument, by a witness, or because the domain is finite and
    was searched whole.

    Attributes
    ----------
    method : `finite`, or in words how it is proved
    proof : the argument, as its checker reads it; None for a witness and for a finite domain
    lemmas : the number of facts that the argument takes on trust
    link : `proved`, or on how many `cases`, and up to which `largest` size, the formula of the argument was found to be
        that of the metric
    link_checked : where the link was checked, unless in the run that found the cell: `when the package was built`, of a
        proof that ships with it
    tried : what did not prove it
    region : for which values of a parameter the constraint holds
    implied_by : in place of an argument, those for readings that imply this one
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (True, False)

    method: str | None = None
    proof: Mapping[str, Any] | None = None
    lemmas: Count | None = None
    link: str | dict[str, int] | None = None
    link_checked: str | None = None
    tried: list[str] = field(default_factory=list)
    region: list[ParameterRegion] = field(default_factory=list)
    implied_by: list[ImpliedProof] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.proof is not None:
            _demand_argument(self.proof)

    @property
    def by_scores(self) -> str:
        """Whether no argument proves it, but the scores of a `witness` or of all cases of a `finite` domain."""
        if self.proof or self.implied_by:
            return ""
        return "finite" if self.method == "finite" else "witness" if self.scan else ""


class Exhaustive(Scanned, frozen=True, kw_only=True, tag="exhaustive"):
    """All cases up to a size, up to isomorphism; `tried` says in words which proofs for every size were tried. For a
    threshold: every n from n0 on that was scanned. Only files of version 0.2 say that a scan violates a threshold.
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (True, False)

    tried: list[str] = field(default_factory=list)
    region: list[ParameterRegion] = field(default_factory=list)


class Grid(Scanned, frozen=True, kw_only=True, tag="grid"):
    """All cases up to a size whose free numbers are among a few that are named; and random cases with other numbers.

    Scores, probabilities and lengths of text are free: a case of one document may have any of infinitely many. So this
    is not every case up to that size, and never counts as such.

    Attributes
    ----------
    grid : the numbers and shapes that were searched whole, in words
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (True,)

    grid: Name
    tried: list[str] = field(default_factory=list)
    region: list[ParameterRegion] = field(default_factory=list)


class Sampled(Scanned, frozen=True, kw_only=True, tag="sampled"):
    """No violation in random cases, none having been enumerated."""

    HOLDS: ClassVar[tuple[bool | None, ...]] = (True,)

    region: list[ParameterRegion] = field(default_factory=list)


class Regional(Scanned, frozen=True, kw_only=True, tag="region"):
    """A set of values of a parameter, proved, in which the value of this metric lies, or does not; what else was found
    is what the search said.
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (True, False)
    SHOWS: ClassVar[bool] = True

    method: str | None = None
    tried: list[str] = field(default_factory=list)
    region: list[ParameterRegion] = field(default_factory=list)


class Severity(Document, frozen=True):
    """How far a metric is from one that obeys the constraint, where equal scores are allowed: a tie that rounding would
    break and a reversal of a third of the range are both violations.

    Attributes
    ----------
    share, value : the least change of its scores after which no case is reversed, as a share of the range that they
        have at this size: exact, and as a float
    size : in documents; of rankings, the greatest number of ranks
    unmet : how many of the `demands` of this size the metric does not meet
    worst : of these, the case that lacks most
    """

    share: Name
    value: float
    size: Positive
    unmet: Positive
    demands: Positive
    worst: Mapping[str, Any]


class Refuted(Judged, frozen=True, kw_only=True, tag="counterexample"):
    """A counterexample, which the cell shows.

    Attributes
    ----------
    minimal : whether everything smaller was searched
    method : in words where a case comes from that the search did not find
    calls : by role, the arguments of the calls, of a metric that breaks an invariance; of a case with several outputs
        or golds, by role a list of calls, each with its `arguments` and its own `order`
    order : the documents in the order in which these arguments list them, where they do not name them
    searched : how far was searched before such a case was tried
    grid : where everything smaller was searched on a grid of numbers only, the grid in words
    carried : the reading (`task:constraint@reading`) whose counterexample this is too; `core.implication` says why
    severity : how far the metric is from obeying, where it was asked for
    """

    HOLDS: ClassVar[tuple[bool | None, ...]] = (False,)
    SHOWS: ClassVar[bool] = True

    minimal: bool
    method: str | None = None
    calls: dict[str, Any] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    searched: Count | None = None
    grid: str | None = None
    carried: str | None = None
    severity: Severity | None = None
    tried: list[str] = field(default_factory=list)
    region: list[ParameterRegion] = field(default_factory=list)


class Descriptive(Evidence, frozen=True, kw_only=True, tag="descriptive"):
    """A description: the word for how the scores move, and how many golds there are of each shape."""

    profile: Name
    series: dict[str, Count] = field(default_factory=dict)


class NotApplicable(Scanned, frozen=True, kw_only=True, tag="not-applicable"):
    """The constraint says nothing of this metric; the message of the cell says why."""

    REASON: ClassVar[bool] = True


class Undetermined(Scanned, frozen=True, kw_only=True, tag="undetermined"):
    """Out of time, or a sign could not be decided; or, where it has a `scan`, "some n" or "from some n on" has no
    witness among the n that were scanned, which greater n neither confirm nor refute.
    """

    REASON: ClassVar[bool] = True

    tried: list[str] = field(default_factory=list)


class Erroneous(Judged, frozen=True, kw_only=True, tag="error"):
    """The metric failed on `input`; the message of the cell says how."""

    REASON: ClassVar[bool] = True

    input: Mapping[str, Any] | None = None


AnyEvidence = (
    Proven | Exhaustive | Grid | Sampled | Regional | Refuted | Descriptive | NotApplicable | Undetermined | Erroneous
)

ByParameter = Proven | Exhaustive | Grid | Sampled | Regional | Refuted
"""The kinds that judge, and may say for which values of a parameter the constraint holds."""

TYPES: dict[str, Callable[..., AnyEvidence]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyEvidence)}
"""The type of each kind, by the name of the kind."""

KindName = Annotated[str, Meta(extra_json_schema={"enum": list(TYPES)})]

Enumerated = Exhaustive | Grid
"""The kinds of evidence of a search that went through all its cases up to a size."""

KINDS = tuple(TYPES)
"""The kinds of evidence, strongest first; each has its own count, and none stands in for another."""


def flat(data: Any) -> dict[str, Any]:
    """The JSON of an evidence with its detail beside the common fields, as the types have it.

    Raises `ValueError` where it lacks one of the common fields, or one of them stands under `detail`.
    """
    beside = {name: value for name, value in exactly(data, ENVELOPE, "the evidence").items() if name != "detail"}
    if beside["minimal"] is None:
        del beside["minimal"]
    detail = data["detail"]
    if not isinstance(detail, Mapping):
        raise ValueError(f"the detail of the evidence is a {type(detail).__name__}, expected an object")
    if misplaced := {*ENVELOPE, "scan"} & detail.keys():
        raise ValueError(f"{min(misplaced)!r} stands under the detail of the evidence")
    scan = {name: detail[name] for name in Scan.__struct_fields__ if name in detail}
    rest = {name: value for name, value in detail.items() if name not in scan}
    return beside | rest | ({"scan": scan} if scan else {})
