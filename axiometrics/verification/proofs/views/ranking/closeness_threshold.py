"""Closeness threshold: the duels of one relevant document on top with many below."""

from axiometrics.verification.proofs.views.ranking.duels import duel

VIEW = duel("ranking:closeness-threshold")
