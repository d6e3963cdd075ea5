"""Which theorems about metrics of diversity, elements, articles, entry points and scores give a proof, and where there
is none. No proof shows more than its claim.
"""

from __future__ import annotations

import pytest

from axiometrics import registry
from axiometrics.running.settled_cells import provable
from axiometrics.verification.derivations import BY_CASE
from axiometrics.verification.proofs import check_argument
from tests.proving.demands import demand_nothing_else, reading_named, theorem_about

PROVED = {
    "thorough:near-miss@plain": ("xcg@10", "gain-recall@1500", "maep", "maep(ranks=interpolated)"),
    "thorough:bounded@plain": ("gain-recall@2", "ep-gr", "maep"),
    "thorough:graded-priority@plain": ("maep(ranks=interpolated)",),
    "focused:bounded@plain": ("nxcg@2(gain=clamped)", "nxcg@10(ideal=full)"),
    "focused:descendants@any-run": ("nxcg@10", "nxcg@10(gain=inner)", "nxcg@10(gain=credited,base=best)"),
    "focused:non-negative-gain@focused": ("nxcg@10(gain=credited)", "nxcg@10(ideal=full)"),
    "focused:tiling@plain": ("nxcg@10(gain=clamped)", "nxcg@1", "nxcg@2(base=best)"),
    "focused:near-miss@plain": ("nxcg@10", "nxcg@10(ideal=full)"),
    "in-context:F-range@footnote-7": ("gp@10",),
    "in-context:empty-article@plain": ("gp@10",),
    "in-context:better-article-first@plain": ("agp",),
    "best-in-context:closer-raises-eprum@mean": ("bepd", "eprum(a=3)"),
    "best-in-context:order-matters@plain": ("eprum",),
    "scoring:gamma-sector@far": ("adm",),
    "scoring:score-priority@weak": ("adm", "adp", "adr"),
    "scoring:swets-1@plain": ("adp", "adr", "adm(scores=rank)", "p-star", "sector-e"),
    "scoring:swets-3@plain": ("adm", "adm(n=4,m=4)", "sector-precision", "r-star"),
    "scoring:swets-4@plain": ("adm", "adp", "adm(scores=rank,length=10)"),
    "scoring:identity@plain": ("adm",),
    "scoring:bounded@plain": ("adm(scores=minmax-query)", "p-star(t=1)", "sector-e", "sector-recall"),
    "scoring:full-range@every-gold": ("sector-recall", "sector-specificity(theta_u=0.75)"),
    "scoring:full-range@some-gold": ("adm", "adm(scores=minmax-query)", "r-star", "sector-specificity"),
    "scoring:gamma-sector@close": ("adm", "adm(n=4,m=4)", "adp", "p-star", "sector-specificity"),
    "scoring:non-informative@all-zero": ("adr", "sector-recall(theta_s=0)"),
    "scoring:non-informative@ordered": ("sector-precision(theta_u=0.25)",),
    "scoring:rank-invariance@order": ("adm(scores=rank)",),
    "scoring:affine-invariance@plain": (
        "adm(scores=minmax-query)",
        "adm(scores=rank)",
    ),
    "thorough:ideal-scores-1@plain": ("ep-gr(recall=0.3)", "maep"),
    "thorough:ideal-order-only@plain": ("maep(ranks=interpolated)",),
    "focused:ideal-scores-1@plain": ("nxcg@2", "nxcg@10(gain=inner)"),
    "focused:full-base-reachable@plain": ("nxcg@10", "nxcg@10(base=best)"),
    "in-context:F-range@formula": ("text-f", "agp"),
    "best-in-context:closer-entry-point@plain": ("bepd(a=2)", "eprum", "eprum-level"),
    "best-in-context:bep-only-precision-1@all-beps": ("bepd", "eprum", "eprum-level"),
    "best-in-context:closer-raises-eprum@level": ("bepd", "eprum", "eprum-level", "eprum-rank@2"),
    "diversity:bounded@plain": (
        "i-rec@10",
        "ndcg-ia@10",
        "err-ia@2",
        "alpha-ndcg@2(ideal=exact)",
        "nrbp",
        "div-q",
        "idiv-q@10",
    ),
    "diversity:positive@plain": ("i-rec@2", "alpha-ndcg@10", "nrbp(printed=yes)", "idiv-q@3", "q-ia", "ap-ia"),
    "diversity:novelty@plain": ("i-rec@10", "err-ia@10", "alpha-ndcg@10", "nrbp", "rr-ia", "idiv-ndcg@10"),
    "diversity:minor-intents@any-rank": ("i-rec@10", "1-call-ia@3", "idiv-ndcg@10(gamma=1)"),
    "diversity:intent-probability@single": ("ndcg-ia@10", "q-ia", "idiv-ndcg@10", "div-q@10"),
    "diversity:intent-probability@pool": ("err-ia@10", "rr-ia", "div-ndcg@10", "idiv-q@10"),
    "diversity:graded@plain": ("ndcg-ia@10", "err-ia@3", "q-ia", "div-q", "idiv-ndcg@2"),
    "diversity:no-double-discount@covered": ("i-rec@10", "ndcg-ia@3", "div-q@10", "idiv-q@10", "q-ia"),
    "diversity:no-double-discount@any": ("precision-ia@10", "div-ndcg@2", "ap-ia", "div-q"),
    "diversity:full-range@every-topic": (
        "i-rec@3",
        "1-call-ia@2",
        "alpha-ndcg@3",
        "alpha-ndcg@2(ideal=exact)",
        "div-q",
        "s-precision",
    ),
    "diversity:full-range@paper": ("i-rec@10", "s-recall-lmin", "div-ndcg@2"),
    "diversity:tractable-ideal@global-gain": ("div-ndcg@10", "div-q@2"),
    "diversity:tractable-ideal@own": ("precision-ia@2", "ndcg-ia@3", "div-q", "s-precision(rho=0.5)"),
    "diversity:one-list@plain": ("ndcg-ia@2", "q-ia"),
}
"""Metrics that each reading is proved for."""

NOT_PROVED = {
    "thorough:near-miss@plain": ("maep(ignore=sec)", "ep-gr"),
    "thorough:graded-priority@plain": ("maep",),
    "focused:bounded@plain": ("nxcg@10", "nxcg@10(gain=inner)", "nxcg@10(base=best)"),
    "focused:bounded@any-run": ("nxcg@10(ideal=full)",),
    "focused:descendants@any-run": ("nxcg@10(ideal=full)",),
    "focused:non-negative-gain@focused": ("nxcg@10", "nxcg@10(gain=inner)"),
    "focused:tiling@plain": ("nxcg@10", "nxcg@2", "nxcg@2(gain=inner)", "nxcg@3(base=best)"),
    "focused:near-miss@plain": ("nxcg@10(base=best)",),
    "in-context:F-range@footnote-7": ("gp@1", "text-f"),
    "in-context:empty-article@plain": ("agp",),
    "best-in-context:closer-raises-eprum@mean": ("eprum-rank@10",),
    "best-in-context:order-matters@plain": ("bepd",),
    "scoring:gamma-sector@far": ("adp", "sector-specificity"),
    "scoring:score-priority@weak": ("p-star",),
    "scoring:swets-4@plain": ("adm(scores=minmax-query)", "sector-recall"),
    "scoring:identity@plain": ("adp", "adm(n=4,m=4)"),
    "scoring:full-range@every-gold": ("adm", "sector-recall(theta_s=0)", "sector-precision"),
    "scoring:gamma-sector@close": ("adm(n=4,m=2)", "sector-specificity(theta_s=0.25)", "sector-recall"),
    "scoring:non-informative@all-zero": ("adm", "adm(scores=rank)", "sector-precision"),
    "scoring:stability@sup": ("adm(scores=rank)", "p-star"),
    "thorough:ideal-scores-1@plain": ("xcg@10",),
    "thorough:ideal-order-only@plain": ("maep",),
    "focused:ideal-scores-1@plain": ("nxcg@10(ideal=full)", "nxcg@10(ignore=sec)"),
    "focused:full-base-reachable@plain": ("nxcg@10(ideal=full)",),
    "in-context:F-range@formula": ("text-precision", "gp@10"),
    "best-in-context:closer-entry-point@plain": ("eprum-rank@10",),
    "best-in-context:bep-only-precision-1@any": ("bepd", "eprum"),
    "diversity:bounded@plain": ("alpha-ndcg@10",),
    "diversity:novelty@plain": ("ndcg-ia@10", "alpha-ndcg@10(alpha=0)", "idiv-q@10(gamma=0)"),
    "diversity:minor-intents@any-rank": ("idiv-q@10", "alpha-ndcg@10", "nrbp"),
    "diversity:intent-probability@pool": ("ndcg-ia@10", "q-ia"),
    "diversity:graded@plain": ("alpha-ndcg@10", "div-q(beta=0)", "idiv-ndcg@10(gamma=1)"),
    "diversity:no-double-discount@any": ("i-rec@10", "nrbp"),
    "diversity:full-range@every-topic": ("idiv-ndcg@2", "ndcg-ia@10", "nrbp"),
    "diversity:tractable-ideal@own": ("i-rec@3", "alpha-ndcg@2", "err-ia@10"),
    "diversity:one-list@plain": ("i-rec@10", "q-ia(beta=0)"),
}
"""Metrics that it is false of, or not known: a theorem about them would have to be wrong."""


@pytest.mark.few(9)
@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    constraint, reading = reading_named(name)
    for metric in PROVED[name]:
        assert provable(registry.metric(metric), constraint, reading), metric


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_or_unknown_is_not_proved(name: str) -> None:
    constraint, reading = reading_named(name)
    for metric in NOT_PROVED[name]:
        assert not provable(registry.metric(metric), constraint, reading), metric


def test_no_proof_shows_anything_else() -> None:
    for name, metrics in PROVED.items():
        constraint, reading = reading_named(name)
        if reading.judged.demand.by == ">":
            for metric in map(registry.metric, metrics):
                proof = theorem_about(metric, constraint, reading).prove(metric, constraint, reading)
                check_argument(proof, constraint, reading, True)
                if len(proof["excess"]) > 1 and (constraint.task == "diversity" or not proof.keys() & BY_CASE):
                    demand_nothing_else(proof, constraint, reading)
