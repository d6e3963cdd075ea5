"""Formulas of metrics of ranked articles (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "Of the article at rank `r`, elements with `s[r]` characters are retrieved, of which `t[r]` are highlighted; "
    "`T[r]` characters of the whole article are highlighted. An article is relevant where that number is above 0; "
    "`J[r]` is 1 for a relevant article, and 0 for another and beyond the last rank. `N` articles are relevant in all."
)

_F = (
    "F(r) = J[r]*(2*t[r]/(s[r] + T[r])); `F(r)` is the harmonic mean of precision and recall of the text of the article"
)
_ONE = "the run has one article; where it is not relevant, the value is 0"

FORMULAS = {
    "text-precision": f"t[1]/s[1]; {_ONE}",
    "text-recall": f"t[1]/T[1]; {_ONE}",
    "text-f": f"2*t[1]/(s[1] + T[1]); {_ONE}",
    "gp": f"1/k*sum(r, 1, k, F(r)); {_F}",
    "gr": "1/N*sum(r, 1, k, J[r])",
    "agp": f"1/N*total(r, J[r]/r*sum(q, 1, r, F(q))); {_F}",
}
