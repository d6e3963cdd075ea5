"""Formulas of metrics of runs for several intents (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "The topic has `n` intents, intent `i` with the probability `P[i]`. `g[i,r]` is the grade for intent `i` of the "
    "document at rank `r`, and `h[i,r]` that at rank `r` of the ideal ranking for this intent. `J[i,r]` is 1 where "
    "that document is relevant to the intent, and 0 where it is not; `C(i, r)` of the first `r` documents are relevant "
    "to it, and `R[i]` in all."
)

_RECALL = "1/n*total(i, min(1, C(i, k)))"
_STOPS = "total(i, P[i]/R[i]*total(r, J[i,r]*{}))"
_GLOBAL = "G(r) = total(i, P[i]*g[i,r])"
_IDEAL = "`I(r)` is the global gain at rank `r` of the relevant documents in falling order of it"
_NDCG = "sum(r, 1, k, G(r)/log2(r + 1))/sum(r, 1, k, I(r)/log2(r + 1))"
_Q = "1/R*total(r, U(r)*(S(r) + beta*sum(q, 1, r, G(q)))/(r + beta*sum(q, 1, r, I(q))))"
_USED = "`U(r)` is 1 where the document at rank `r` is relevant to an intent, else 0; `S(r)` such documents are among "
_USED += "the first `r`, and `R` in all"
_LEAST = "`l` is the least number of documents of the topic that serve {} together"
_OF_K = "sums without bounds go over the first `k` ranks, or over all ranks where there is no cut-off"
_MIXED = "gamma*X + (1 - gamma)*Y; X = " + _RECALL

FORMULAS = {
    "i-rec": _RECALL,
    "s-recall": _RECALL,
    "s-recall-lmin": f"1/n*total(i, min(1, C(i, l))); {_LEAST.format('all intents')}",
    "s-precision": f"l/q; {_LEAST.format('at least `rho*n` intents')}, and `q` is the first rank at which the "
    "documents of the run do; the value is 0 where no rank does",
    "alpha-ndcg": "sum(r, 1, k, G(r)/log2(r + 1))/sum(r, 1, k, I(r)/log2(r + 1)); "
    "G(r) = total(i, J[i,r]*(1 - alpha)**C(i, r - 1)); `I(r)` is the gain at rank `r` of the ideal list, to which each "
    "rank adds the document that gains most there; with ideal=exact it is the list of the highest sum",
    "precision-ia": "total(i, P[i]*C(i, k)/k)",
    "ndcg-ia": "total(i, P[i]*(sum(r, 1, k, g[i,r]/log2(r + 1))/sum(r, 1, k, h[i,r]/log2(r + 1))))",
    "err-ia": "total(i, P[i]*sum(r, 1, k, s(i, r)/r*product(q, 1, r - 1, 1 - s(i, q)))); "
    "s(i, r) = (2**g[i,r] - 1)/2**m; `m` is the highest grade",
    "ap-ia": _STOPS.format("C(i, r)/r"),
    "rr-ia": "total(i, P[i]*largest(r, J[i,r]/r))",
    "q-ia": _STOPS.format("(C(i, r) + beta*sum(q, 1, r, g[i,q]))/(r + beta*sum(q, 1, r, h[i,q]))"),
    "1-call-ia": "total(i, P[i]*min(1, C(i, k)))",
    "nrbp": "(1 - (1 - alpha)*p)/n*total(r, p**(r - 1)*G(r)); G(r) = total(i, J[i,r]*(1 - alpha)**C(i, r - 1))",
    **dict.fromkeys(("div-ndcg", "d-ndcg"), f"{_NDCG}; {_GLOBAL}; {_IDEAL}"),
    **dict.fromkeys(("div-q", "d-q"), f"{_Q}; {_GLOBAL}; {_IDEAL}; {_USED}; {_OF_K}"),
    **dict.fromkeys(("idiv-ndcg", "dsharp-ndcg"), f"{_MIXED}; Y = {_NDCG}; {_GLOBAL}; {_IDEAL}"),
    **dict.fromkeys(("idiv-q", "dsharp-q"), f"{_MIXED}; Y = {_Q}; {_GLOBAL}; {_IDEAL}; {_USED}; {_OF_K}"),
}
