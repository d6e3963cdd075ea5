"""Generators, imported as `axiometrics.generators`: the families of cases over which constraints quantify.

A family lists all cases up to a size, each once up to isomorphism, smallest first, and says of any case whether it
belongs to the family. `listed` makes a family of a plain generator in ten lines. The remaining modules implement the
same protocol (`axiometrics.core.family`) in blocks of thousands of cases, for speed, and tests compare each with the
plain definition of its cases. An edit of an output, in a world of golds and outputs, is such a family too
(`organizations.Edits`): the list, the random cases and what is admitted follow from the edit. `strategies` and `larger`
draw cases beyond the sizes listed: the first for the search, the second for `verify`, which shares no draw with it.
Cases are built without repetition where possible, because most cases of a plain listing are repetitions.
"""

if __name__ != "axiometrics.generators":
    raise ImportError(
        f"this folder is the package axiometrics.generators, not {__name__}: install the project "
        f"and import it by that name"
    )
