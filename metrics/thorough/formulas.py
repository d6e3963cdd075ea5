"""Formulas of metrics of ranked elements (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`g[i]` is the gain of the element at rank `i` of the run, which is the share of its text that is highlighted; "
    "beyond the last rank it is 0. `h[j]` is the gain at rank `j` of the ideal run: it lists all `N` elements with "
    "highlighted text, those with the highest gains first."
)

_RANKS = "with ranks=interpolated, a gain may be reached between two ranks"

FORMULAS = {
    "xcg": "sum(i, 1, k, g[i])",
    "gain-recall": "sum(i, 1, k, g[i])/sum(j, 1, N, h[j])",
    "ep-gr": "p/q; `p` is the first rank at which the sum of the gains of the ideal run is at least "
    "`recall*sum(j, 1, N, h[j])`, and `q` the first rank at which that of the run is; the value is 0 where there is no "
    f"such `q`; {_RANKS}",
    "maep": "1/N*total(i, r[i]*I(i)/i); `r[i]` is 1 where `g[i] > 0`, and else 0; `I(i)` is the first rank at which "
    f"the sum of the gains of the ideal run is at least `sum(j, 1, i, g[j])`; {_RANKS}",
}
