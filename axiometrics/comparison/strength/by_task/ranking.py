"""Mutants of metrics of ranking."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from axiometrics.comparison.strength.mutant import Mutant
from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import Array, exp2, like, log2, over, parameter, power, ratio
from axiometrics.metrics.ranking.average_precision import ideal_cumulative_gain, q_measure
from axiometrics.metrics.ranking.gain import dcg, err, ndcg
from axiometrics.metrics.ranking.reliability_sensitivity import reliability, sensitivity

_STEEP = (Fraction(30), Fraction(4, 5), "listed")
"""The default n, w_n and reading of R*S. The functions of its two parts are called with them, having no defaults."""


def _binary(r: Gains) -> Gains:
    """The same run and gold with every grade above 0 set to 1."""
    return Gains(r.relevant, r.length, r.total[..., None], r.irrelevant, r.unlimited)


def _ap_of_the_ranks_above(r: Gains) -> Array:
    """Off by one: AP with the precision before the relevant document is seen."""
    return ratio((r.relevant * over(np.cumsum(r.relevant, axis=-1) - r.relevant, r.ranks)).sum(-1), r.total)


def _ap_of_the_whole_run(r: Gains) -> Array:
    return ratio((r.relevant * over(r.relevant.sum(-1), r.length)[..., None]).sum(-1), r.total)


def _ap_with_ranks_upside_down(r: Gains) -> Array:
    return ratio((r.relevant * r.ranks).sum(-1), r.total)


def _ap_by_the_retrieved(r: Gains) -> Array:
    return ratio((r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks)).sum(-1), r.relevant.sum(-1), 0)


def _ap_as_a_sum(r: Gains) -> Array:
    return np.asarray((r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks)).sum(-1))


def _ap_at_every_rank(r: Gains) -> Array:
    """AP in which the precision at irrelevant ranks counts too."""
    return ratio((r.retrieved * over(np.cumsum(r.relevant, axis=-1), r.ranks)).sum(-1), r.total)


def _ap_of_five(r: Gains) -> Array:
    return ratio((r.relevant * over(np.cumsum(r.relevant, axis=-1), r.ranks))[..., :5].sum(-1), r.total)


def _precision_without_cutoff(r: Gains) -> Array:
    return over(r.relevant.sum(-1), r.length)


def _precision_of_nine(r: Gains) -> Array:
    return over(r.relevant[..., :9].sum(-1), like(10, r.gains))


def _r_precision_one_further(r: Gains) -> Array:
    return ratio((r.relevant * like(r.ranks <= r.total[..., None] + 1, r.gains)).sum(-1), r.total)


def _rank_instead_of_reciprocal(r: Gains) -> Array:
    first = over(r.relevant, r.ranks).max(-1, initial=0)
    return np.asarray(-over(like(1, r.gains), first))


def _rr_of_the_rank_below(r: Gains) -> Array:
    return np.asarray(over(r.relevant, r.ranks + 1).max(-1, initial=0))


def _rr_of_all(r: Gains) -> Array:
    return np.asarray(over(r.relevant, r.ranks).sum(-1))


def _dcg_without_discount(r: Gains) -> Array:
    return np.asarray(r.gains.sum(-1))


def _dcg_with_a_linear_discount(r: Gains) -> Array:
    return np.asarray((r.gains * (100 - r.ranks)).sum(-1))


def _dcg_that_multiplies(r: Gains) -> Array:
    return np.asarray((r.gains * log2(r.ranks + 1)).sum(-1))


def _dcg_of_the_rank_below(r: Gains) -> Array:
    return np.asarray(over(r.gains, log2(r.ranks + 2)).sum(-1))


def _dcg_undiscounted_to_rank_2(r: Gains) -> Array:
    """DCG with the discount log2(i), and 1 at the first rank, in place of log2(i + 1)."""
    return dcg(r, "jarvelin")


def _dcg_of_grades_made_one(r: Gains) -> Array:
    return dcg(_binary(r))


def _ndcg_without_ideal(r: Gains) -> Array:
    return dcg(r)


def _ndcg_of_what_is_retrieved(r: Gains) -> Array:
    return ratio(
        dcg(r) * r.total, (-np.sort(-r.gains, axis=-1) * over(like(1, r.gains), log2(r.ranks + 1))).sum(-1) * r.total, 0
    )


def _ndcg_of_grades_made_one(r: Gains) -> Array:
    return ndcg(_binary(r), None, "gold")


def _rbp_without_ranks(r: Gains) -> Array:
    return np.asarray(r.relevant.sum(-1) * like(1, r.gains))


def _rbp_with_impatience_inverted(r: Gains) -> Array:
    return np.asarray((r.relevant * over(r.ranks, 1 + r.ranks)).sum(-1))


def _rbp_of(p: Fraction, first: int, scale: Fraction, r: Gains) -> Array:
    worth = power(p, np.arange(r.gains.shape[-1]) + first, r.gains)
    return np.asarray((r.relevant * worth).sum(-1) * parameter(scale, r.gains))


def _rbp_of_the_next_rank(r: Gains) -> Array:
    return _rbp_of(Fraction(4, 5), 1, Fraction(1, 5), r)


def _rbp_without_normalisation(r: Gains) -> Array:
    return _rbp_of(Fraction(4, 5), 0, Fraction(1), r)


def _rbp_of_the_chance_to_stop(r: Gains) -> Array:
    return _rbp_of(Fraction(1, 5), 0, Fraction(4, 5), r)


def _err_without_ranks(r: Gains) -> Array:
    """The chance that the reader is satisfied at all, at any rank."""
    return np.asarray(1 - np.prod(1 - over(r.relevant, like(2, r.gains)), axis=-1))


def _err_that_never_stops(r: Gains) -> Array:
    satisfied = over(exp2(r.gains) - 1, exp2(like(r.top, r.gains)))
    return np.asarray(over(satisfied, r.ranks).sum(-1))


def _err_of_grades_made_one(r: Gains) -> Array:
    return err(_binary(r))


def _q_without_ranks(r: Gains) -> Array:
    cumulative = np.cumsum(r.relevant, axis=-1) + np.cumsum(r.gains, axis=-1)
    return ratio((r.relevant * over(cumulative, 1 + ideal_cumulative_gain(r))).sum(-1), r.total)


def _q_of_grades_made_one(r: Gains) -> Array:
    return q_measure(_binary(r), Fraction(1))


def _q_without_blending(r: Gains) -> Array:
    return ratio((r.relevant * over(np.cumsum(r.gains, axis=-1), ideal_cumulative_gain(r))).sum(-1), r.total)


def _bpref_without_cap(r: Gains) -> Array:
    above = np.cumsum((1 - r.relevant) * r.retrieved, axis=-1)
    return ratio((r.relevant * (1 - over(above, r.total[..., None]))).sum(-1), r.total)


def _bpref_of_the_relevant_above(r: Gains) -> Array:
    above = np.cumsum(r.relevant, axis=-1) - r.relevant
    return ratio((r.relevant * (1 - over(above, r.total[..., None]))).sum(-1), r.total)


def _tbg_in_no_time(r: Gains) -> Array:
    return np.asarray(r.relevant.sum(-1) * like(1, r.gains))


def _tbg_of_ranks(r: Gains) -> Array:
    """TBG in which every document above takes equally long, relevant or not."""
    worth = exp2(np.asarray(-over((r.ranks - 1) * 15, like(224, r.gains))))
    return np.asarray((r.relevant * worth).sum(-1) * parameter(Fraction("0.4928"), r.gains))


def _auc_without_ties(r: Gains) -> Array:
    """AUC in which documents that are not retrieved count nothing."""
    passed = (1 - r.relevant) * r.retrieved
    return ratio((r.relevant * (r.irrelevant[..., None] - np.cumsum(passed, axis=-1))).sum(-1), r.total * r.irrelevant)


def _auc_upside_down(r: Gains) -> Array:
    passed = (1 - r.relevant) * r.retrieved
    return ratio((r.relevant * np.cumsum(passed, axis=-1)).sum(-1), r.total * r.irrelevant)


def _sensitivity_alone(r: Gains) -> Array:
    return sensitivity(r, *_STEEP)


def _reliability_alone(r: Gains) -> Array:
    return reliability(r, *_STEEP)


def _rs_as_arithmetic_mean(r: Gains) -> Array:
    return over(reliability(r, *_STEEP) + sensitivity(r, *_STEEP), like(2, r.gains))


MUTANTS = (
    Mutant("ap", "off by one", "precision of the ranks above", _ap_of_the_ranks_above),
    Mutant("ap", "other aggregate", "precision of the whole run", _ap_of_the_whole_run),
    Mutant("ap", "other discount", "ranks instead of their reciprocals", _ap_with_ranks_upside_down),
    Mutant("ap", "normalisation", "by the relevant documents retrieved", _ap_by_the_retrieved),
    Mutant("ap", "normalisation", "normalisation left out", _ap_as_a_sum),
    Mutant("ap", "other aggregate", "precision at every rank", _ap_at_every_rank),
    Mutant("ap", "cutoff", "of five ranks", _ap_of_five),
    Mutant("p@10", "cutoff", "no cutoff", _precision_without_cutoff),
    Mutant("p@10", "off by one", "nine ranks", _precision_of_nine),
    Mutant("r-precision", "off by one", "one rank more", _r_precision_one_further),
    Mutant("rr", "other discount", "rank for reciprocal rank", _rank_instead_of_reciprocal),
    Mutant("rr", "off by one", "reciprocal of the next rank", _rr_of_the_rank_below),
    Mutant("rr", "other aggregate", "sum for max", _rr_of_all),
    Mutant("dcg", "other discount", "no discount", _dcg_without_discount),
    Mutant("dcg", "other discount", "linear discount", _dcg_with_a_linear_discount),
    Mutant("dcg", "other discount", "times for divided by", _dcg_that_multiplies),
    Mutant("dcg", "off by one", "discount of the next rank", _dcg_of_the_rank_below),
    Mutant("dcg", "off by one", "discount of the rank before", _dcg_undiscounted_to_rank_2),
    Mutant("dcg", "levels ignored", "grades made one", _dcg_of_grades_made_one),
    Mutant("ndcg", "normalisation", "normalisation left out", _ndcg_without_ideal),
    Mutant("ndcg", "normalisation", "by what is retrieved", _ndcg_of_what_is_retrieved),
    Mutant("ndcg", "levels ignored", "grades made one", _ndcg_of_grades_made_one),
    Mutant("rbp", "other discount", "rank is ignored", _rbp_without_ranks),
    Mutant("rbp", "other discount", "deeper is better", _rbp_with_impatience_inverted),
    Mutant("rbp", "off by one", "power of the next rank", _rbp_of_the_next_rank),
    Mutant("rbp", "normalisation", "normalisation left out", _rbp_without_normalisation),
    Mutant("rbp", "sides exchanged", "chance to stop for chance to go on", _rbp_of_the_chance_to_stop),
    Mutant("err", "other discount", "rank is ignored", _err_without_ranks),
    Mutant("err", "term dropped", "the reader never stops", _err_that_never_stops),
    Mutant("err", "levels ignored", "grades made one", _err_of_grades_made_one),
    Mutant("q-measure", "other discount", "rank is ignored", _q_without_ranks),
    Mutant("q-measure", "levels ignored", "grades made one", _q_of_grades_made_one),
    Mutant("q-measure", "term dropped", "no precision", _q_without_blending),
    Mutant("bpref", "cutoff", "irrelevant documents above without cap", _bpref_without_cap),
    Mutant("bpref", "sides exchanged", "relevant documents above for irrelevant ones", _bpref_of_the_relevant_above),
    Mutant("tbg", "other discount", "time stands still", _tbg_in_no_time),
    Mutant("tbg", "levels ignored", "relevant or not, as long to read", _tbg_of_ranks),
    Mutant("auc", "term dropped", "ties count nothing", _auc_without_ties),
    Mutant("auc", "sign", "pairs in the wrong order", _auc_upside_down),
    Mutant("rs-ranking", "term dropped", "no reliability", _sensitivity_alone),
    Mutant("rs-ranking", "term dropped", "no sensitivity", _reliability_alone),
    Mutant("rs-ranking", "other mean", "arithmetic mean", _rs_as_arithmetic_mean),
)
