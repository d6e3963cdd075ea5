"""Regions: for which values of a metric's parameter a constraint holds, exactly.

A verdict at one value says nothing of the next. Here the parameter is a symbol: each part of its range has a proof, or
a case that fails throughout it, and the ends of the parts are exact numbers (roots of polynomials in isolating
intervals). `region` composes the parts and demands that they cover the range; the files of the task folders declare
them; `settlement` takes the verdict of a single value from a region; `page` shows it. What re-checks every part is
`axiometrics.verification.regions`, which shares with this package the scale of the parameter, not the decisions.
"""
