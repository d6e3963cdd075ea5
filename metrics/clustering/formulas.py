"""Formulas of metrics of clusterings (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "Of `n` items, `t[i,j]` of class `i` are in cluster `j`. `a[i]` items are in class `i`, and `b[j]` in cluster `j`. "
    "`H(C)` and `H(K)` are the entropies of the classes and of the clusters, `H(C | K)` is that of the classes within "
    "the clusters, `H(K | C)` that of the clusters within the classes, and `I` the mutual information; a term with "
    "`0*log(0)` is 0. Of all `p` pairs of items, `t` are together in a cluster and in a class, `k` in a cluster, and "
    "`c` in a class."
)

_PURITY = "1/n*total(j, largest(i, t[i,j]))"
_INVERSE_PURITY = "1/n*total(i, largest(j, t[i,j]))"
_PRECISION = "1/n*total(i, j, t[i,j]**2/b[j])"
_RECALL = "1/n*total(i, j, t[i,j]**2/a[i])"
_CORRELATION = "(p*t - k*c)/sqrt(k*(p - k)*c*(p - c))"
_MET = "`K(d, e)` clusters and `C(d, e)` classes hold both of the items `d` and `e`"
_EXTENDED_PRECISION = "1/n*total(d, 1/k(d)*total(e, min(K(d, e), C(d, e))/K(d, e)))"
_EXTENDED_RECALL = "1/n*total(d, 1/c(d)*total(f, min(K(d, f), C(d, f))/C(d, f)))"
_OF_CLUSTERS = "the sum over `e` goes over the `k(d)` items that share a cluster with `d`"
_OF_CLASSES = "the sum over `f` goes over the `c(d)` items that share a class with `d`"

FORMULAS = {
    "purity": _PURITY,
    "inverse-purity": _INVERSE_PURITY,
    "f-purity": f"2*P*Q/(P + Q); P = {_PURITY}; Q = {_INVERSE_PURITY}",
    "f-max": "total(i, a[i]/n*largest(j, 2*t[i,j]/(a[i] + b[j])))",
    "f-max-cluster": "total(j, b[j]/n*largest(i, 2*t[i,j]/(a[i] + b[j])))",
    "matching-accuracy": "1/n*largest(m, total(j, t[m(j),j])); `m` gives each cluster a class or none, and no class to "
    "two clusters",
    "entropy": "total(i, j, t[i,j]/n*log(t[i,j]/b[j]))",
    "class-entropy": "total(i, j, t[i,j]/n*log(t[i,j]/a[i]))",
    "mutual-information": "total(i, j, t[i,j]/n*log(n*t[i,j]/(a[i]*b[j])))",
    "homogeneity-score": "1 - H(C | K)/H(C)",
    "completeness-score": "1 - H(K | C)/H(K)",
    "v-measure": "(1 + beta)*h*c/(beta*h + c); h = 1 - H(C | K)/H(C); c = 1 - H(K | C)/H(K)",
    "nmi": "I/M; M = (H(C) + H(K))/2; the parameter `average` puts another mean in place of `M`",
    "ami": "(I - E)/(M - E); M = (H(C) + H(K))/2; `E` is the mean of `I` over all ways to hand the items out to "
    "classes and clusters of these sizes; the parameter `average` puts another mean in place of `M`",
    "variation-of-information": "-(H(C | K) + H(K | C))",
    "edit-distance": "1 - o/(n - q); there are `q` classes; `o` is the least number of edits that turn the clusters "
    "into the classes, where an edit merges two clusters or moves one item, also into a new cluster",
    "edit-distance-greedy": "(total(j, largest(i, t[i,j])) - l)/n; there are `l` clusters",
    "rand": "(p - k - c + 2*t)/p",
    "adjusted-rand": "(t - E)/((k + c)/2 - E); E = k*c/p",
    "jaccard": "t/(k + c - t)",
    "fowlkes-mallows": "t/sqrt(k*c)",
    "pair-precision": "t/k",
    "pair-recall": "t/c",
    "pair-f": "2*t/(k + c)",
    "cc": _CORRELATION,
    "cd": f"-arccos(r)/pi; r = {_CORRELATION}",
    "sokal-sneath-1": "(t/c + t/k + s/(p - c) + s/(p - k))/4; s = p - k - c + t",
    "bcubed-precision": _PRECISION,
    "bcubed-recall": _RECALL,
    "bcubed-f": f"2*P*R/(P + R); P = {_PRECISION}; R = {_RECALL}",
    "adjusted-bcubed-f": f"(F - E)/(1 - E); F = 2*P*R/(P + R); P = {_PRECISION}; R = {_RECALL}; `E` is the mean of `F` "
    "over all ways to hand the items out to clusters of these sizes",
    "bcubed-extended-precision": f"{_EXTENDED_PRECISION}; {_MET}; {_OF_CLUSTERS}",
    "bcubed-extended-recall": f"{_EXTENDED_RECALL}; {_MET}; {_OF_CLASSES}",
    "bcubed-extended-f": f"2*P*R/(P + R); P = {_EXTENDED_PRECISION}; R = {_EXTENDED_RECALL}; {_MET}; {_OF_CLUSTERS}; "
    f"{_OF_CLASSES}",
    "rs-clustering": f"2*R*S/(R + S); R = {_PRECISION}; S = {_RECALL}; this is the value where neither classes nor "
    "clusters overlap",
}
