"""New names for documents. Under them, two pairs of a gold and an output are equal if one is a renaming of the other.

A metric does not see names. So it has one value for each class of such pairs, which is called an orbit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from axiometrics.core.organization import Organization

Cluster = tuple[tuple[int, int], frozenset[str]]
"""The side and the level of a cluster, and its documents."""

Key = tuple[tuple[tuple[int, int], tuple[int, ...]], ...]
"""All clusters with their documents as numbers, in order: equal for equal pairs."""


def organization_names(output: Organization, gold: Organization) -> dict[str, str]:
    """New names, d1, d2, ..., for the documents of two organizations. Two pairs become equal under their names if and
    only if one is a renaming of the other.

    Documents are told apart by where they stand, and by what stands with them, as far as that goes. Where documents
    are left that look alike, each is tried as the first of them, unless an exchange of two of them changes nothing; and
    the names of the pair that is first in order are taken.

    >>> organization_names(Organization.parse("{b a} c"), Organization.parse("{c a} b"))
    {'c': 'd1', 'b': 'd2', 'a': 'd3'}
    """
    clusters = [
        ((side, number), frozenset(cluster))
        for side, value in enumerate((output, gold))
        for number, level in enumerate(value.levels)
        for cluster in level
    ]
    documents = sorted(gold.documents | output.documents)
    _, order = min(_leaves(clusters, _refined(clusters, dict.fromkeys(documents, 0))))
    return {document: f"d{place}" for place, document in enumerate(order, 1)}


def _leaves(clusters: Sequence[Cluster], colours: Mapping[str, int]) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Each order of the documents that their colours leave open, with the key of the pair under this order."""
    groups: dict[int, list[str]] = {}
    for document, colour in colours.items():
        groups.setdefault(colour, []).append(document)
    alike = next((group for _, group in sorted(groups.items()) if len(group) > 1), None)
    if alike is None:
        order = tuple(sorted(colours, key=colours.__getitem__))
        place = {document: number for number, document in enumerate(order)}
        yield tuple(sorted((of, tuple(sorted(place[d] for d in held))) for of, held in clusters)), order
        return
    whole = Counter(clusters)
    first: list[str] = []
    for document in alike:
        if not any(_exchanged(whole, document, before) == whole for before in first):
            first.append(document)
            parted = {d: 2 * colour + (d != document) for d, colour in colours.items()}
            yield from _leaves(clusters, _refined(clusters, parted))


def _refined(clusters: Sequence[Cluster], colours: Mapping[str, int]) -> dict[str, int]:
    """The colours of documents, refined until nothing changes. Documents of one colour get different colours if they
    stand in clusters of different places, or in clusters whose documents have different colours.
    """
    count = 0
    while count < len(set(colours.values())):
        count = len(set(colours.values()))
        places: dict[str, list[Any]] = {document: [] for document in colours}
        for of, held in clusters:
            seen = of, tuple(sorted(colours[d] for d in held))
            for document in held:
                places[document].append(seen)
        descriptions = {document: (colours[document], sorted(neighbours)) for document, neighbours in places.items()}
        ranks = sorted({(colour, tuple(neighbours)) for colour, neighbours in descriptions.values()})
        number = {rank: k for k, rank in enumerate(ranks)}
        colours = {
            document: number[colour, tuple(neighbours)] for document, (colour, neighbours) in descriptions.items()
        }
    return dict(colours)


def _exchanged(clusters: Counter[Cluster], first: str, second: str) -> Counter[Cluster]:
    swap = {first: second, second: first}
    return Counter({(of, frozenset(swap.get(d, d) for d in held)): count for (of, held), count in clusters.items()})


def names_by_place(describe: Callable[[Any, Any, str], Any]) -> Callable[[Any, Any], dict[str, str]]:
    """A function that gives new names where documents with the same description may be exchanged. The names follow the
    order of what `describe` says of a document, given the output and the gold.
    """

    def names(output: Any, gold: Any) -> dict[str, str]:
        documents = sorted(gold.documents | output.documents, key=lambda d: (describe(output, gold, d), d))
        return {document: f"d{place}" for place, document in enumerate(documents, 1)}

    return names
