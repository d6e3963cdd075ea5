"""Formulas of metrics of organizations (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "An organization is judged by another: for Reliability the output by the gold, and for Sensitivity the gold by the "
    "output. `i` and `k` go over the `N` occurrences of documents in the judged organization; a document that stands "
    "in two clusters has two occurrences. `a[i]` occurrences are on levels above that of `i`, and `m[i]` are on the "
    "level of `i`. Each occurrence has the weight `w(i)`, and the tail has the weight `T`; without a tail, every "
    "`w(i)` is `1/N`, and `T` is 0."
)

_WEIGHTS = "w(i) = c/((c + a[i])*(c + a[i] + m[i])); T = c/(c + N); c = (1 - wn)*n/wn"
_PRIORITY = (
    "total(i, w(i)/(1 - m[i]*w(i))*(total(k, P(i, k)*w(k)) + t(i)*T)) + T/(1 - T)*total(i, t(i)*w(i)); "
    f"P(i, k) = min(x[i,k], y[i,k])/x[i,k]; t(i) = min(u[i], v[i])/u[i]; {_WEIGHTS}; `k` goes over the occurrences on "
    "other levels than that of `i`; of all pairs of an occurrence of the document of `i` and one of the document of "
    "`k`, `x[i,k]` stand in the order of `i` and `k` in the judged organization, and `y[i,k]` in the other; the "
    "document of `i` occurs `u[i]` times in the judged organization, and `v[i]` times in the other; the parameter "
    "reading says how a document counts that the other organization does not list, here as without relations"
)
_CLUSTERING = (
    f"T + total(i, w(i)/q[i]*total(k, P(i, k))); P(i, k) = min(x[i,k], y[i,k])/x[i,k]; {_WEIGHTS}; `k` goes over the "
    "`q[i]` occurrences in the cluster of `i`, with `i` itself; `x[i,k]` clusters of the judged organization hold the "
    "documents of both `i` and `k`, and `y[i,k]` clusters of the other do"
)
_BOTH = "2*R*S/(R + S); `R` is Reliability and `S` Sensitivity of the {} relations, the metrics {} and {}"

FORMULAS = {
    **dict.fromkeys(("reliability-priority", "sensitivity-priority"), _PRIORITY),
    **dict.fromkeys(("reliability-clustering", "sensitivity-clustering"), _CLUSTERING),
    "rs-priority": _BOTH.format("priority", "reliability-priority", "sensitivity-priority"),
    "rs-relatedness": _BOTH.format("clustering", "reliability-clustering", "sensitivity-clustering"),
}
