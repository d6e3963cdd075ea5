"""A region as a document: the values of a parameter for which a metric satisfies a constraint, with the proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from axiometrics.core.documents import Data, Document, Name, Positive, Rule, read, when
from axiometrics.core.saved_document import SavedDocument

Rational = Annotated[str, Meta(pattern="^-?[0-9]+(/[0-9]+)?$")]
Between = Annotated[list[Rational], Meta(min_length=2, max_length=2)]


class FloatInterval(Document, frozen=True, rename={"from_": "from"}):
    """Values between two floats near the end points; null is beyond all bounds."""

    RULES: ClassVar[Sequence[Rule]] = (
        when({"from": None}, {"from_closed": False}),
        when({"to": None}, {"to_closed": False}),
    )

    from_: float | None
    to: float | None
    from_closed: bool
    to_closed: bool


class EndPoint(Document, frozen=True):
    """An exact end point: a number as an expression; or, between two numbers, the only root of a polynomial in the
    parameter, or the only zero of an expression in it.
    """

    RULES: ClassVar[Sequence[Rule]] = (
        {
            "oneOf": [
                {"required": ["value"], "maxProperties": 1},
                {"required": ["polynomial", "between"], "maxProperties": 2},
                {"required": ["expression", "between"], "maxProperties": 2},
            ]
        },
    )

    value: Name | UnsetType = UNSET
    polynomial: Name | UnsetType = UNSET
    expression: Name | UnsetType = UNSET
    between: Between | UnsetType = UNSET


class ExactInterval(Document, frozen=True, rename={"from_": "from"}):
    """The same interval with exact end points; null is beyond all bounds."""

    from_: EndPoint | None
    to: EndPoint | None


class ProofCase(Document, frozen=True):
    """The only case of a proof, the same for each x. With `above`, x irrelevant documents n1, n2, ... stand above in
    each output.
    """

    gold: Data
    outputs: Annotated[dict[str, Data], Meta(min_length=2)]
    above: Literal["x"] | UnsetType = UNSET


class ProofStep(msgspec.Struct, frozen=True):
    """A step of a proof; its rule adds fields."""

    id: Name
    claim: Name
    rule: Name


class ParameterProofData(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """An argument in the form of docs/proofs.md, with the parameter as a symbol. For a threshold it is about every n
    from `from` on, or about the one `n`.
    """

    schema: Literal["axiometrics/proof/1"]
    metric: Name
    constraint: Name
    reading: Name
    holds: bool
    excess: Name
    symbols: dict[str, bool]
    facts: list[Name]
    define: list[Annotated[list[Name], Meta(min_length=2, max_length=2)]]
    steps: Annotated[list[ProofStep], Meta(min_length=1)]
    from_: Name | UnsetType = UNSET
    n: Annotated[int, Meta(ge=2)] | UnsetType = UNSET
    case: ProofCase | UnsetType = UNSET


class ParameterProof(dict[str, Any]):
    """An argument as the file has it, with the fields that the rules of its steps add."""

    JSON: ClassVar[type] = ParameterProofData

    @classmethod
    def from_json(cls, data: Any) -> ParameterProof:
        """Raises `ValueError` where a field that every proof has is missing, or is of another type."""
        read(data, ParameterProofData)
        return cls(data)


ONE_AIM = Meta(
    extra_json_schema={
        "not": {"anyOf": [{"required": ["from", "n"]}, {"required": ["from", "case"]}, {"required": ["n", "case"]}]}
    }
)
"""A proof has at most one of these."""


class RegionPart(Document, frozen=True):
    """The values that satisfy these inequalities (all values, if there are none), and the proofs about them."""

    holds: bool
    given: list[Name]
    words: Name
    proofs: Annotated[list[Annotated[ParameterProof, ONE_AIM]], Meta(min_length=1)]


class ProofSymbol(Document, frozen=True):
    """The meaning of the symbol of the proofs: the symbol as a term in the parameter, the parameter as a term in the
    symbol, and the name of the symbol in the inequalities of parts.
    """

    name: Literal["x"]
    is_: Name = msgspec.field(name="is")
    value: Name
    shown: Name


class Evaluated(Document, frozen=True):
    """The result of exact evaluation at a single value."""

    at: Rational
    holds: bool
    words: Name


class ExactRegion(Document, frozen=True):
    """The set with its proofs.

    Attributes
    ----------
    whole : whether the parameter, or what proofs speak of in its place, is a whole number
    current : whether the constraint holds at the metric's own value
    parts : from one end of the parameter's range to the other, without gaps
    linked : the number of cases on which the excess of the proofs was compared with the metric's own code, and equal
    evaluated : values on both sides of each end point
    """

    holds: list[ExactInterval]
    whole: bool
    current: bool
    parts: Annotated[list[RegionPart], Meta(min_length=1)]
    symbol: ProofSymbol
    linked: Positive
    evaluated: Annotated[list[Evaluated], Meta(min_length=1)]


class RegionDocument(SavedDocument, frozen=True):
    """The document that `axiometrics region --format json` writes. The constraint holds in these intervals, which do
    not touch. If there are no intervals, it holds for no value.
    """

    schema: Literal["axiometrics/region/1"]
    task: Name
    metric: Name
    constraint: Name
    reading: Name
    param: Name
    holds: list[FloatInterval]
    exact: ExactRegion


DOCUMENT = RegionDocument
