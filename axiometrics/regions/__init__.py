"""Regions: the exact set of values of a metric's parameter for which a constraint holds.

A verdict for one value of a parameter allows no conclusion about the next value. Here the parameter is a symbol: each
part of its range has a proof, or a case that fails throughout the part, and the ends of the parts are exact numbers
(roots of polynomials in isolating intervals). `region` composes the parts and demands that they cover the range; the
files of the task folders declare them; `cells_by_region` takes the verdict for a single value from a region; `page`
shows it.

Samples of the parameter were rejected, because a verdict may change between two of them.
`axiometrics.verification.regions` re-checks every part. It shares the scale of the parameter with this package, and not
the decisions.
"""
