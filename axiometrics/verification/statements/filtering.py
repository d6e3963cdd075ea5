"""The constraint on filterings (Amigo, Gonzalo & Verdejo 2013, section 2.2)."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement, where

Sets = tuple[set[str], set[str]]
"""The documents on the first and on the second level; clusters mean nothing in a filtering."""


def _sets(of: Organization) -> Sets | None:
    if len(of.levels) != 2 or of.tail or len(of.listed) > len(set(of.listed)):
        return None
    first, second = ({document for cluster in level for document in cluster} for level in of.levels)
    return first, second


# "moving a positive (relevant) document from the predicted negative set to the predicted positive set, or moving a
# negative (irrelevant) document from the predicted positive to the predicted negative set must increase the system
# output quality"; every table whose gold has both classes


def _priority(shown: Case) -> bool:
    gold, worse, better = (_sets(side) for side in (shown.gold, shown.outputs["worse"], shown.outputs["better"]))
    if gold is None or worse is None or better is None:
        return False
    (relevant, irrelevant), (before, rejected), (after, left) = gold, worse, better
    if not relevant or not irrelevant or not relevant | irrelevant == before | rejected == after | left:
        return False
    into = [document for document in relevant & rejected if after == before | {document}]
    out = [document for document in irrelevant & before if after == before - {document}]
    return bool(into or out)


# the same, with a relevant document in the positive set and an irrelevant one in the negative set, before and after


def _interior(shown: Case) -> bool:
    if not _priority(shown):
        return False
    relevant, irrelevant = _sets(shown.gold) or (set(), set())
    sides = [_sets(output) or (set(), set()) for output in shown.outputs.values()]
    return all(relevant & positive and irrelevant & negative for positive, negative in sides)


STATEMENTS: Mapping[str, Statement] = {
    "priority@universal": where(_priority),
    "priority@interior": where(_interior),
}
