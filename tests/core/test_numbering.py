"""Numbers that large organizations are given while they are built."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from itertools import chain
from threading import Thread

import pytest

from axiometrics.core import numbering, organization
from axiometrics.core.numbering import LARGE, numbered
from axiometrics.core.organization import Organization
from axiometrics.relations import arrays, coded


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering, "_latest", [])
    for module in (organization, arrays):
        monkeypatch.setattr(module, "LARGE", 0)


def drawn(rng: random.Random) -> Organization:
    names = [f"d{i}" for i in range(8)]
    levels = [
        [rng.sample(names, rng.randint(1, 3)) for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 4))
    ]
    return Organization(levels, tail=True)


def codes_by_hand(*organizations: Organization) -> tuple[list[list[int]], tuple[str, ...]]:
    names = list(dict.fromkeys(chain.from_iterable(ranking.listed for ranking in organizations)))
    return [[names.index(document) for document in ranking.listed] for ranking in organizations], tuple(names)


def test_codes_do_not_depend_on_what_else_was_numbered(all_are_large: None) -> None:
    rng = random.Random(3)
    alive = [drawn(rng) for _ in range(40)]
    for first in alive:
        for other in alive[:10]:
            occurrences, names = coded(first, other)
            assert ([of.document.tolist() for of in occurrences], names) == codes_by_hand(first, other)


def test_an_organization_without_numbers_is_coded_beside_one_that_has_them(all_are_large: None) -> None:
    numbered_one, other = drawn(random.Random(1)), pickle.loads(pickle.dumps(Organization.parse("z > {d1 y} > d0")))
    assert numbered_one.numbers is not None
    assert other.numbers is None
    for pair in ((numbered_one, other), (other, numbered_one), (other, other)):
        codes, names = coded(*pair)
        assert ([of.document.tolist() for of in codes], names) == codes_by_hand(*pair)


def test_large_organizations_that_live_share_a_table_and_small_ones_have_none() -> None:
    names = [f"d{i}" for i in range(LARGE)]
    ranking, gold = Organization.ranking(names), Organization.graded(dict.fromkeys(reversed(names), 1))
    assert ranking.numbers is not None
    assert gold.numbers is not None
    assert ranking.numbers[0] is gold.numbers[0]
    assert [ranking.numbers[0][name] for name in names] == list(ranking.numbers[1])
    assert Organization.ranking(names[1:]).numbers is None
    assert Organization.clustering([names]).numbers is not None


def test_a_copy_is_the_value_alone() -> None:
    ranking = Organization.ranking([f"d{i}" for i in range(LARGE)])
    for twin in (copy.deepcopy(ranking), pickle.loads(pickle.dumps(ranking))):
        assert twin == ranking
        assert vars(twin).keys() == {"levels", "tail", "_key"}


@pytest.mark.slow
def test_a_table_is_dropped_with_its_organizations_and_does_not_grow_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numbering, "_latest", [])  # whatever other tests keep alive

    def batch(number: int) -> Organization:
        return Organization.ranking([f"{number}/{i}" for i in range(LARGE)])

    last = batch(0)
    for i in range(1, 20):
        last = batch(i)  # the one before lives until this one is built
        assert last.numbers is not None
        assert len(last.numbers[0]) <= 4 * LARGE
    del last
    gc.collect()
    assert numbering._latest[0]() is None


def test_threads_that_number_at_once_agree() -> None:
    names = [f"t{i}" for i in range(LARGE)]
    tables: list[tuple[numbering.Numbering, object]] = []
    threads = [Thread(target=lambda: tables.append(numbered(names))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(table is tables[0][0] and numbers == tables[0][1] for table, numbers in tables)
    assert sorted(tables[0][0].values()) == list(range(len(tables[0][0])))


def test_a_ranking_is_the_same_whichever_way_it_is_built() -> None:
    for documents in ([], ["a"], ["b", "a", "b"]):
        assert Organization.ranking(documents).levels == Organization([[[d]] for d in documents], tail=True).levels
    assert Organization.ranking(iter("ab")) == Organization.parse("a > b > ...")
    assert gc.isenabled()
