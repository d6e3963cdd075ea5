"""The constraints of sections 2.1 to 2.3 of Amigo, Gonzalo & Verdejo 2013, within the organizations of section 5.

In all of them gold and outputs list a document once. A document that the gold does not list stands in its tail, below
its levels, and belongs to no cluster with other documents. With tail, unless the reading is closed: then gold and
outputs list the same documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.verification.statements import Statement, where
from axiometrics.verification.statements.levels import Level, documents, heights, levels, repeats
from axiometrics.verification.statements.partitions import (
    Clusters,
    Rewriting,
    errors,
    is_merge,
    is_split,
    rag_bag_sizes,
)


def _once(shown: Case, *, tail: bool) -> bool:
    sides = (shown.gold, *shown.outputs.values())
    if any(side.tail is not tail or repeats(side) for side in sides):
        return False
    return tail or all(output.documents == shown.gold.documents for output in shown.outputs.values())


# section 2.1: clusters of one level of the output are rewritten; the gold lists at least one of their documents, and in
# the readings `level` all of them on one level


def _clusters(fits: Callable[[Rewriting], object], *, tail: bool = True, together: bool = False) -> Statement:
    def holds(shown: Case) -> bool:
        better, worse = (levels(shown.outputs[role]) for role in ("better", "worse"))
        if not _once(shown, tail=tail) or len(better) != len(worse):
            return False
        changed = [i for i in range(len(worse)) if better[i] != worse[i]]
        if len(changed) != 1 or shown.outputs["better"].documents != shown.outputs["worse"].documents:
            return False
        rewritten = {document for cluster in worse[changed[0]] - better[changed[0]] for document in cluster}
        stand = {heights(shown.gold).get(document, 0) for document in rewritten}
        if stand == {0} or (together and (len(stand) > 1 or 0 in stand)):
            return False
        named = shown.gold.documents | shown.outputs["worse"].documents
        sides = (shown.gold, shown.outputs["worse"], shown.outputs["better"])
        return bool(fits(Rewriting(*(_flat(side, named) for side in sides))))

    return where(holds)


def _flat(of: Organization, named: frozenset[str]) -> Clusters:
    """The clusters of all levels, each document that is not listed being alone."""
    return {frozenset(cluster) for level in of.levels for cluster in level} | {
        frozenset([document]) for document in named - of.documents
    }


def _rag_bag(change: Rewriting) -> bool:
    sizes = rag_bag_sizes(change, noisy_elsewhere=False)
    return sizes is not None and sizes[0] == sizes[1]


def _size_vs_quantity(change: Rewriting) -> bool:
    return errors(change, elsewhere=False) is not None


# section 2.2: a document that is alone in its cluster moves one step up or down, to the next level or to a new one
# between the two; of those that it leaves or joins, the gold has at least one on the other side of it, none on this


def _steps(worse: list[Level], document: str) -> Iterator[tuple[list[Level], set[str], bool]]:
    """Each such step of a document: the levels afterwards, the documents left or joined, and whether it goes up."""
    lone = frozenset([document])
    for i, level in enumerate(worse):
        if level[lone] != 1:
            continue
        mates = level - Counter([lone])
        above, below = worse[:i], worse[i + 1 :]
        stay = [mates] if mates else []
        left = set(documents(mates))
        if above:
            yield [*above[:-1], above[-1] + Counter([lone]), *stay, *below], left | set(documents(above[-1])), True
        if below:
            yield [*above, *stay, below[0] + Counter([lone]), *below[1:]], left | set(documents(below[0])), False
        if mates:
            yield [*above, Counter([lone]), mates, *below], left, True
            yield [*above, mates, Counter([lone]), *below], left, False


def _stepped(shown: Case) -> bool:
    high, better, worse = heights(shown.gold), *(levels(shown.outputs[role]) for role in ("better", "worse"))
    for document in shown.outputs["worse"].documents:
        for after, passed, up in _steps(worse, document):
            gains = [(high.get(document, 0) - high.get(met, 0)) * (1 if up else -1) for met in passed]
            if after == better and min(gains) >= 0 and max(gains) > 0:
                return True
    return False


def _two_levels(shown: Case) -> bool:
    """Gold and outputs of the same documents; the gold has two levels, each output one or two."""
    two = len(levels(shown.gold)) == 2 and all(len(levels(output)) <= 2 for output in shown.outputs.values())
    return two and _once(shown, tail=False) and _stepped(shown)


def _interior(shown: Case) -> bool:
    """The same; before and after, a document of each level of the gold stands on that level."""
    if not _two_levels(shown):
        return False
    gold = [set(documents(level)) for level in levels(shown.gold)]
    sides = [[set(documents(level)) for level in levels(output)] for output in shown.outputs.values()]
    return all(len(side) == 2 and gold[0] & side[0] and gold[1] & side[1] for side in sides)


# section 2.3: two documents of neighbouring levels, each alone in its cluster, of which the upper one is higher in the
# gold too, are exchanged; at most `grades` levels in the gold, if that is bounded


def _exchange(shown: Case, better: str, worse: str) -> tuple[int, int, int] | None:
    """The level of the upper document, and how high the two stand in the gold; None where nothing is so exchanged."""
    above, below, high = levels(shown.outputs[better]), levels(shown.outputs[worse]), heights(shown.gold)
    if len(above) != len(below):
        return None
    for i in range(len(above) - 1):
        for upper in above[i] - below[i]:
            for lower in above[i + 1] - below[i + 1]:
                if len(upper) != 1 or len(lower) != 1:
                    continue
                turned = [*above]
                turned[i] = above[i] - Counter([upper]) + Counter([lower])
                turned[i + 1] = above[i + 1] - Counter([lower]) + Counter([upper])
                stand = high.get(min(upper), 0), high.get(min(lower), 0)
                if turned == below and stand[0] > stand[1]:
                    return i, *stand
    return None


def _exchanged(shown: Case) -> bool:
    return _exchange(shown, "better", "worse") is not None


def _exchanged_twice(shown: Case) -> bool:
    """From one output, such an exchange on two levels, and one of documents of the same levels of the gold on two
    levels below these.
    """
    shallow, deep = (_exchange(shown, f"{side}_better", f"{side}_worse") for side in ("shallow", "deep"))
    if shallow is None or deep is None:
        return False
    same_start = levels(shown.outputs["shallow_better"]) == levels(shown.outputs["deep_better"])
    return same_start and shallow[0] + 1 < deep[0] and shallow[1:] == deep[1:]


def _appended(shown: Case) -> bool:
    """A document that the gold does not list goes on a new lowest level of an output that lists one of the gold."""
    better, worse = levels(shown.outputs["better"]), levels(shown.outputs["worse"])
    new = shown.outputs["worse"].documents - shown.outputs["better"].documents - shown.gold.documents
    judged = shown.outputs["better"].documents & shown.gold.documents
    return len(new) == 1 and bool(judged) and worse == [*better, Counter([frozenset(new)])]


def _moves(fits: Callable[[Case], bool], kind: str, grades: int | None = None) -> Statement:
    """With tail; `levels`: without clusters; `plain`: and one document a level in the outputs; `clustered`: any."""

    def holds(shown: Case) -> bool:
        if not _once(shown, tail=True) or (grades is not None and len(levels(shown.gold)) > grades):
            return False
        outputs = [level for output in shown.outputs.values() for level in levels(output)]
        clusters = [cluster for level in [*levels(shown.gold), *outputs] for cluster in level]
        if kind != "clustered" and any(len(cluster) > 1 for cluster in clusters):
            return False
        return fits(shown) and (kind != "plain" or all(level.total() == 1 for level in outputs))

    return where(holds)


STATEMENTS: Mapping[str, Statement] = {
    "embedded-homogeneity@level": _clusters(is_split, together=True),
    "embedded-homogeneity@levels": _clusters(is_split),
    "embedded-homogeneity@closed": _clusters(is_split, tail=False),
    "embedded-completeness@levels": _clusters(is_merge),
    "embedded-completeness@closed": _clusters(is_merge, tail=False),
    "embedded-rag-bag@level": _clusters(_rag_bag, together=True),
    "embedded-rag-bag@levels": _clusters(_rag_bag),
    "embedded-rag-bag@closed": _clusters(_rag_bag, tail=False),
    "embedded-size-vs-quantity@level": _clusters(_size_vs_quantity, together=True),
    "embedded-size-vs-quantity@levels": _clusters(_size_vs_quantity),
    "embedded-size-vs-quantity@closed": _clusters(_size_vs_quantity, tail=False),
    "embedded-filtering-priority@two-levels": where(_two_levels),
    "embedded-filtering-priority@interior": where(_interior),
    "embedded-filtering-priority@levels": _moves(_stepped, "clustered"),
    "embedded-ranking-priority@plain": _moves(_exchanged, "plain", grades=2),
    "embedded-ranking-priority@levels": _moves(_exchanged, "levels"),
    "embedded-ranking-priority@clustered": _moves(_exchanged, "clustered"),
    "embedded-deepness@plain": _moves(_exchanged_twice, "plain"),
    "embedded-deepness@levels": _moves(_exchanged_twice, "levels"),
    "embedded-deepness@clustered": _moves(_exchanged_twice, "clustered"),
    "embedded-confidence@plain": _moves(_appended, "plain"),
    "embedded-confidence@levels": _moves(_appended, "levels"),
    "embedded-confidence@clustered": _moves(_appended, "clustered"),
}
