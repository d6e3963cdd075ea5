"""Regions of metrics of filtering: for which beta of F, smoothing of Lam%, weights of utility, and n and Wn of R*S a
constraint holds.
"""
