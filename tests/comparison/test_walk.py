"""The walk over small inputs: smaller ones first, each kind as far as it goes, and what it says was searched."""

from axiometrics import registry
from axiometrics.comparison.walk import CaseKind, Walk, kinds
from axiometrics.core.task import task


def test_the_smallest_cases_of_every_kind_come_first() -> None:
    metrics = [registry.metric("ndcg"), registry.metric("dcg")]
    walk = Walk(kinds("ranking", metrics, 2))
    assert [kind.name for kind in walk.kinds] == [world.name for world in task("ranking").worlds][: len(walk.kinds)]
    assert len(walk.kinds) > 1
    seen = [(documents, kind.name, outputs.gold) for documents, cases in walk.sizes() for kind, outputs in cases]
    assert [documents for documents, *_ in seen] == sorted(documents for documents, *_ in seen)
    listed = {
        (documents, kind.name, outputs.gold)
        for kind in walk.kinds
        for documents in (1, 2)
        for outputs in kind.world.outputs(documents, kind.closed)
    }
    assert set(seen) == listed
    assert walk.searched == {kind.name: 2 for kind in walk.kinds}


def test_a_size_counts_as_searched_only_when_all_its_golds_were_looked_at() -> None:
    (world, *_), reports = task("filtering").worlds, list[tuple[int, int, str]]()
    walk = Walk([CaseKind(world, 3)], lambda *progress: reports.append(progress))
    for documents, cases in walk.sizes():
        next(cases)
        if documents == 2:
            break
        assert list(cases)
    assert walk.searched == {"filtering": 1}
    assert reports[-1] == (1, 3, f"cases of size 2, gold {next(iter(world.outputs(2, False))).gold}")
