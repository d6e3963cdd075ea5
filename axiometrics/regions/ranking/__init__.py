"""Regions of metrics of ranking: for which cut-offs, bases, exponents, persistences and weights a constraint holds.

One file for each parameter; `_common` holds what several of them need.
"""
