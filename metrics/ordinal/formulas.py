"""Formulas of metrics of ordered classes (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "The `c` classes are numbered from 1 in their order. Of `n` items, `t[g,p]` have the gold class `g` and the "
    "predicted class `p`; `a[g]` have the gold class `g`, and `b[p]` the predicted class `p`. Sums go over all classes."
)

_CORRELATION = "total(g, p, t[g,p]*x(g)*y(p))/sqrt(total(g, a[g]*x(g)**2)*total(p, b[p]*y(p)**2))"

FORMULAS = {
    "accuracy": "1/n*total(g, t[g,g])",
    "f": "1/c*total(g, (1 + beta**2)*t[g,g]/(beta**2*a[g] + b[g])); a class without items adds 0; the parameter "
    "average makes of the F of all classes one value in other ways",
    "kappa": "(A - E)/(1 - E); A = 1/n*total(g, t[g,g]); E = 1/n**2*total(g, a[g]*b[g]); the parameter weights lets an "
    "error count by how far the two classes are apart",
    "mae": "-(1/n*total(g, p, abs(g - p)*t[g,p]))",
    "macro-mae": "-(1/q*total(g, 1/a[g]*total(p, abs(g - p)*t[g,p]))); the sum over `g` goes over the `q` classes that "
    "occur in the gold",
    "kendall-tau": "(X - Y)/sqrt(u*v); `X` pairs of items are ordered alike by gold and output, and `Y` the opposite "
    "way; `u` pairs are of two classes in the gold, and `v` in the output",
    "spearman": f"{_CORRELATION}; x(g) = sum(h, 1, g - 1, a[h]) + (a[g] - n)/2; "
    "y(p) = sum(h, 1, p - 1, b[h]) + (b[p] - n)/2; `x(g)` is the mean rank of the items of the gold class `g`, less "
    "the mean of all ranks, and `y(p)` the same for the predicted class `p`",
    "pearson": f"{_CORRELATION}; x(g) = g - 1/n*total(h, a[h]*h); y(p) = p - 1/n*total(h, b[h]*h)",
    "cem-ord": "total(g, p, t[g,p]*s(g, p))/total(g, a[g]*s(g, g)); s(g, p) = -log2((a[p]/2 + m[g,p])/n); `m[g,p]` "
    "items have a gold class from `p`, without `p`, to `g`, with `g`",
}
