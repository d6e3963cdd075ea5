"""Claims about any setting: what regions prove of all settings, what some of them say, and that the two are not taken
for each other.
"""

from typing import Any

import pytest

from axiometrics import auditing, registry
from axiometrics.auditing.cells import Cells
from axiometrics.auditing.kinds import family
from axiometrics.auditing.settings import NOTHING, Rest, rest
from axiometrics.core.cell import Cell
from axiometrics.core.evidence import NotApplicable
from axiometrics.regions.region import known

MEMBERS = {
    "rbp": ["rbp(p=0.5)", "rbp(p=0.95)"],
    "early": ["rbp(p=0.8)", "rbp(p=0.9)"],
    "weights": [
        "rs-ranking(n=30,wn=0.8,reading=listed)",
        "rs-ranking(n=10,wn=0.5,reading=listed)",
        "rs-ranking(n=1,wn=0.1,reading=listed)",
    ],
    "lookup": ["rs-ranking(n=30,wn=0.8,reading=tail-lookup)", "rs-ranking(n=800,wn=0.8,reading=tail-lookup)"],
    "utility": ["utility", "utility(tp=3)"],
    "filtering": ["rs-filtering(n=30,wn=0.8,reading=listed)", "rs-filtering(n=10,wn=0.5,reading=listed)"],
}
FAMILIES = {name: {"members": members} for name, members in MEMBERS.items()}
SIZE = "ranking=3,filtering=5,thresholds=70"


def document(
    family: str, constraint: str, over: list[str], published: str = "satisfied", size: str = SIZE
) -> dict[str, Any]:
    claim = {
        "id": "one",
        "kind": "family",
        "source": "here",
        "claim": "for any setting",
        "family": family,
        "constraint": constraint,
    }
    whole = {**claim, "over": over, "published": published, "max_size": size}
    return {"schema": "axiometrics/claims/1", "families": FAMILIES, "claims": [whole]}


def claim(*said: Any) -> auditing.PublishedClaim:
    (only,) = auditing.claims_of(document(*said))
    return only


def audited(
    family: str, constraint: str, over: list[str], published: str = "satisfied", size: str = SIZE
) -> auditing.Finding:
    (finding,) = auditing.audit(document(family, constraint, over, published, size))
    return finding


def proved(members: str, constraint: str, reading: str, *over: str) -> Rest:
    declared = registry.constraint(f"ranking:{constraint}")
    return rest([registry.metric(member) for member in MEMBERS[members]], declared, declared.reading(reading), over)


def test_every_value_of_one_parameter_rests_on_its_region() -> None:
    finding = audited("rbp", "deepness-threshold", ["p"])
    assert (finding.verdict, finding.computed, finding.conclusive) == ("agrees", "satisfied by every setting", True)
    assert finding.evidence.startswith(
        "computed at p = 0.5, 0.95; prose: proved: satisfied for every p (0 < p < 1); in other "
        "readings nothing is proved about other settings"
    )
    assert (
        "satisfied: RBP(p=0.5): from n0 = 2 on, proved for every n, RBP(p=0.95): from n0 = 58 on, proved for every n"
        in finding.evidence
    )


def test_some_settings_of_infinitely_many_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiometrics.auditing.settings.known", lambda *_: [])
    finding = audited("rbp", "deepness-threshold", ["p"])
    assert all(cell.evidence.kind == "proof" for cell in finding.result.cells)
    assert (finding.verdict, finding.computed, finding.conclusive) == (
        "agrees",
        "satisfied by every setting computed",
        False,
    )
    assert finding.evidence.startswith(
        "computed at p = 0.5, 0.95; in all readings nothing is proved about other settings; satisfied: RBP(p=0.5): "
    )


def test_one_setting_contradicts_for_good_and_so_does_a_region() -> None:
    """RBP's many below win above p = 0.7548...: not at 0.5; both 0.8 and 0.9 satisfy it, and the region says that
    others do not.
    """
    by_setting, by_region = audited("rbp", "closeness-threshold", ["p"]), audited("early", "closeness-threshold", ["p"])
    assert {cell.metric: cell.holds for cell in by_setting.result.cells if cell.reading == "prose"} == {
        "rbp(p=0.5)": False,
        "rbp(p=0.95)": True,
    }
    assert all(cell.holds for cell in by_region.result.cells)
    for finding in (by_setting, by_region):
        assert (finding.verdict, finding.computed, finding.conclusive) == ("contradicted", "not by every setting", True)
        assert "prose: proved: satisfied for 0.7548776662... < p < 1, and for no other" in finding.evidence


def test_all_settings_of_two_parameters_that_enter_as_one() -> None:
    """R*S depends on n and Wn by c = (1 - Wn) n/Wn alone (section 3.3: W_n = n/(n + c))."""
    finding = audited("weights", "confidence", ["n", "wn"])
    assert (finding.verdict, finding.computed, finding.conclusive) == ("agrees", "satisfied by every setting", True)
    said = (
        "computed at (n, wn) = (30, 0.8), (10, 0.5), (1, 0.1); universal: proved: satisfied for "
        "every n (n >= 1) and every wn (0 < wn < 1) together "
    )
    said += "(the parameters enter by c alone, which is "
    assert finding.evidence.startswith(
        f"{said}n*(1/4) at wn = 0.8, (1 - wn)*30/wn at n = 30; as they do, compared exactly, at 2 other settings)"
    )


@pytest.mark.slow
def test_where_two_parameters_together_keep_a_constraint() -> None:
    region = proved("weights", "closeness-threshold", "prose", "n", "wn")
    assert (region.holds, region.fails, region.all) == (True, True, True)
    along = "for n >= 14 at wn = 0.8 and for 0 < wn < 0.8989558107... at n = 30"
    assert region.words.startswith(f"proved: satisfied where c > 3.3720519297..., and nowhere else, so {along}")


def test_two_regions_are_no_theorem_about_both_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where the settings are not seen to score as one with the same c does, nor where one parameter has no
    region.
    """
    lines = "proved: satisfied for every n (n >= 1) at wn = 0.8 and for every wn (0 < wn < 1) at n = 30"
    declared = registry.constraint("ranking:confidence")
    listed = [registry.metric(member) for member in MEMBERS["weights"]]
    for others in ([], [registry.metric("rs-ranking(n=10,wn=0.5,reading=tail-lookup)")]):
        region = rest([listed[0], *others], declared, declared.readings[0], ["n", "wn"])
        assert (region.all, region.fails, region.words) == (False, False, f"{lines}; {NOTHING}")
    monkeypatch.setattr(
        "axiometrics.auditing.settings.known",
        lambda *about: [entry for entry in known(*about) if entry.parameter == "n"],
    )
    region = rest(listed, declared, declared.readings[0], ["n", "wn"])
    assert (region.all, region.words) == (False, f"proved: satisfied for every n (n >= 1) at wn = 0.8; {NOTHING}")


def test_regions_that_are_not_about_one_quantity_stand_apart() -> None:
    """Utility satisfies Priority where tp > fn and tn > fp: a region each, and one setting that fails is enough."""
    finding = audited("utility", "priority", ["tp", "fp"])
    assert all(cell.holds for cell in finding.result.cells)
    assert (finding.verdict, finding.conclusive) == ("contradicted", True)
    assert (
        f"proved: satisfied for tp > 0 at fp = -1 and for fp < 0 at tp = 2, and for no other there; {NOTHING}"
        in finding.evidence
    )


def test_that_no_setting_satisfies_it_is_claimed_alike() -> None:
    """R*S of filtering fails Priority at each n and at each Wn, where no document is right; inside of the tables it
    satisfies it.
    """
    finding = audited("filtering", "priority", ["n", "wn"], "fails")
    assert (finding.verdict, finding.computed, finding.conclusive) == (
        "agrees in this reading only",
        "by no setting computed",
        False,
    )
    assert finding.readings["interior"] == "satisfied by some setting"
    none, some = audited("rbp", "confidence", ["p"], "fails"), audited("rbp", "priority", ["p"], "fails")
    assert (none.verdict, none.computed, none.conclusive) == ("agrees", "by no setting", True)
    assert (some.verdict, some.computed, some.conclusive) == ("contradicted", "satisfied by some setting", True)


def test_a_setting_that_was_not_seen_to_hold_is_no_proof_that_it_fails() -> None:
    """W800 = 0.8 as `tail-lookup`: one on top wins at last, beyond the n that were scored."""
    finding = audited("lookup", "deepness-threshold", ["n"])
    assert {outcome.computed for outcome in finding.result.outcomes} == {"undetermined"}
    assert not finding.conclusive
    unsettled = audited("lookup", "closeness-threshold", ["n"])
    assert (unsettled.verdict, unsettled.computed, unsettled.conclusive) == (
        "agrees",
        "satisfied by every setting computed",
        False,
    )


def test_what_does_not_apply_is_not_judged() -> None:
    """RBP knows no grades."""
    cell = Cell("ranking", "rbp", "priority", "graded", None, NotApplicable(True, 0))
    outcome = family.find(
        claim("rbp", "priority", ["p"]), Cells(dict.fromkeys(family.wants(claim("rbp", "priority", ["p"])), (cell,)))
    )
    assert [(outcome.computed, outcome.agrees, outcome.conclusive) for outcome in outcome.outcomes] == [
        ("not applicable", None, True)
    ]


def test_what_could_not_be_searched_is_undetermined() -> None:
    finding = audited("lookup", "deepness-threshold", ["n"], size="thresholds=1")
    assert (finding.verdict, finding.computed, finding.conclusive) == ("undecided", "undetermined", False)
