"""Generators, imported as `axiometrics.generators`: the families of cases over which constraints quantify.

A family lists all cases up to a size once up to isomorphism, smallest first, and says of any case whether it is one
of them. `listed` makes a family of a plain generator in ten lines; the other modules implement the same protocol
(`axiometrics.core.family`) in blocks of thousands, for speed, and tests hold each to the plain definition of its
cases. `strategies` and `larger` draw cases beyond the sizes listed: the first for the search, the second for
`verify`, which shares no draw with it. Cases are built without repetition where possible, since the repetitions of
a plain listing are most of it.
"""

if __name__ != "axiometrics.generators":
    raise ImportError(
        f"this folder is the package axiometrics.generators, not {__name__}: install the project "
        f"and import it by that name"
    )
