"""The formula of the metric of ranked elements that do not overlap (`registry/formulas.py` says how it is read)."""

SYMBOLS = (
    "`g[i]` is the share of the text of the element at rank `i` that is highlighted; beyond the last rank it is 0. "
    "The ideal elements are chosen on the paths to highlighted text so that no two overlap; `v[e]` is the highlighted "
    "share of the ideal element `e`, and `h[i]` the `i`th highest of these shares."
)

FORMULAS = {
    "nxcg": "sum(i, 1, k, G(i))/sum(i, 1, k, h[i]); G(i) = largest(e, min(g[i], v[e]) - total(j, g[j])); `e` goes over "
    "the ideal elements that overlap the element at rank `i`, and `j` over the ranks above `i` whose element overlaps "
    "`e`; `G(i)` is 0 where `g[i]` is 0, and where there is no such `e`; the parameter gain reads `G(i)` in other ways",
}
