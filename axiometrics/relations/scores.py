"""Reliability and Sensitivity of two organizations, of either kind of relation."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import OrganizationError
from axiometrics.core.organization import Organization
from axiometrics.relations import clustering, plain, priority
from axiometrics.relations.arrays import Arrays, coded_alike
from axiometrics.relations.judgement import Judgement, checked
from axiometrics.relations.parameters import WN, N, curve, kind
from axiometrics.relations.weights import Number

_PLAIN = 40
"""Up to this many pairs of occurrences are sooner enumerated than sorted."""


def judge(own: Arrays, other: Arrays, relation: str, c: Number, reading: str) -> Judgement:
    """How much of the relations of `own` `other` has; exact where `c` is a `Fraction`."""
    if kind(relation) == "priority":
        return priority.judge(own, other, c, reading)
    checked(reading)
    return clustering.judge(own, other, c)


def score(own: Organization, other: Organization, relation: str, c: Number, reading: str) -> Any:
    """R of `own` judged by `other`; exact where `c` is a `Fraction`. The plain way where there is little to relate,
    else the fast one.
    """
    of = kind(relation)
    if own.size**2 <= _PLAIN or (
        of == "clustering" and sum([len(cluster) ** 2 for level in own.levels for cluster in level]) <= _PLAIN
    ):
        return _plainly(own, other, relation, c, checked(reading))
    judged, judging = coded_alike(own, other)
    return judge(judged, judging, relation, c, reading).value


@lru_cache(maxsize=2**16, typed=True)
def _plainly(own: Organization, other: Organization, relation: str, c: Number, reading: str) -> Any:
    """The plain way, once for the metrics of a search: all that relate documents ask for the same R and S."""
    return plain.score(own, other, relation, c, reading)


Organized = Organization | Arrays | npt.NDArray[Any]
"""The judged side or the judging side: an organization, or arrays that hold a million documents without being an
organization.
"""


def arranged(values: npt.NDArray[Any], relation: str) -> Arrays:
    """A side of which each document has a number: for clustering its label; for priority its score or its grade, the
    greatest first, where equal numbers are one level. Nothing lies below.

    >>> arranged(np.array([0.5, 2.0, 0.5]), "priority").level.tolist()
    [0, 1, 1]
    """
    if values.ndim != 1:
        raise OrganizationError(
            f"an array of shape {values.shape}: expected an organization, made with ax.Organization(levels) or "
            f"ax.Organization.parse('d1 {{d2 d3}} > ...'), or an array with one number for each document"
        )
    if kind(relation) == "clustering":
        return Arrays.clustering(values)
    if values.dtype.kind not in "iufb" or (values.dtype.kind == "f" and not np.isfinite(values).all()):
        raise OrganizationError(f"an array of {values.dtype}: priority needs one finite number for each document")
    levels, place = np.unique(values, return_inverse=True)
    return Arrays.of(np.arange(len(values)), len(levels) - 1 - place, levels=max(1, len(levels)))


def _score(own: Organized, other: Organized, relation: str, c: Number, reading: str) -> Any:
    if isinstance(own, Organization) and isinstance(other, Organization):
        return score(own, other, relation, c, reading)
    if isinstance(own, Organization) or isinstance(other, Organization):
        raise OrganizationError("one side is an organization and the other an array: give both in the same form")
    judged, judging = (
        side if isinstance(side, Arrays) else arranged(np.asarray(side), relation) for side in (own, other)
    )
    if not isinstance(own, Arrays) and not isinstance(other, Arrays) and len(own) != len(other):
        raise OrganizationError(f"{len(own)} and {len(other)} numbers: give one for each document on both sides")
    return judge(judged, judging, relation, c, reading).value


def reliability(
    system: Organized,
    gold: Organized,
    relation: str = "priority",
    n: Any = N.default,
    wn: Any = WN.default,
    reading: str = "listed",
    exact: bool = False,
    c: Any = None,
) -> Any:
    """R: how much of the weight of the system's order (`relation="priority"`) or grouping (`"clustering"`) the gold
    confirms. Range [0, 1]; a float, or with `exact` a `Fraction`. Amigó et al. 2013, section 3.

    Documents of one level have no priority between them; every document is related to itself as clusters go. Without
    any relation of the kind (nothing listed; for priority also one level and no tail) R is 0.

    Parameters
    ----------
    system, gold : organizations; or both `Arrays`, over common numbers of documents; or two numpy arrays that have a
        number for each document: its label (`clustering`), or its score and its grade (`priority`), see `arranged`
    n, wn : the first n documents weigh wn together; of organizations without tail they mean nothing
    reading : what a document that the gold does not list counts for: `listed`, `tail-lookup` or `tail-certain`; on
        clustering the readings agree
    c : the steepness that n and wn stand for, in their place

    >>> gold = Organization.parse("a b > ...")
    >>> reliability(Organization.parse("a > b > ..."), gold, n=1, wn="0.5", exact=True)
    Fraction(11, 15)
    """
    steep = curve(n, wn, c)
    return _score(system, gold, relation, steep if exact else float(steep), reading)


def sensitivity(
    system: Organized,
    gold: Organized,
    relation: str = "priority",
    n: Any = N.default,
    wn: Any = WN.default,
    reading: str = "listed",
    exact: bool = False,
    c: Any = None,
) -> Any:
    """S: R with system and gold exchanged, so with the gold's weights. Range [0, 1]; 0 where the gold has no relation
    of the kind.

    >>> sensitivity(Organization.parse("a > ..."), Organization.parse("{a b} c"), "clustering", exact=True)
    Fraction(1, 6)
    """
    return reliability(gold, system, relation, n, wn, reading, exact, c)
