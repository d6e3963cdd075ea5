"""Formulas of metrics of rankings (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`g[i]` is the grade of the document at rank `i`; `r[i]` is 1 where that document is relevant, and 0 where it is "
    "not; `C(i)` of the first `i` documents are relevant. `N` documents are relevant in all, and `L` are retrieved. "
    "Sums without bounds go over the first `k` ranks, or over all ranks where there is no cut-off."
)

_IDEAL = "`h[i]` is the grade at rank `i` of the ideal ranking, which has the highest grades first"

FORMULAS = {
    "ap": "1/N*total(i, r[i]*C(i)/i)",
    "p": "C(k)/k",
    "r": "C(k)/N",
    "success": "min(1, C(k))",
    "judged": "J/min(k, L); the gold lists `J` of the first `k` documents",
    "rr": "largest(i, r[i]/i)",
    "r-precision": "C(N)/N",
    "q-measure": "1/N*total(i, r[i]*(C(i) + beta*G(i))/(i + beta*Z(i))); G(i) = sum(j, 1, i, g[j]); "
    f"Z(i) = sum(j, 1, i, h[j]); {_IDEAL}",
    "bpref": "1/N*total(i, r[i]*(1 - min(B(i), N)/min(N, J))); `J` documents were judged irrelevant, and `B(i)` of "
    "them stand above rank `i`; where the gold does not list them, `J` has no limit",
    "auc": "(X + Y/2)/(N*J); `J` documents are irrelevant; of all pairs of a relevant and an irrelevant document, `X` "
    "have the relevant one higher, and `Y` are tied",
    "kendall-tau": "(X - Y)/sqrt(p*q); `X` pairs of documents stand in the order of the gold, and `Y` in the opposite "
    "order; `p` pairs are not tied in the gold, and `q` are not tied in the run",
    "dcg": "total(i, g[i]/log2(i + 1))",
    "ndcg": f"total(i, g[i]/log2(i + 1))/total(j, h[j]/log2(j + 1)); {_IDEAL}; it may be longer than the run",
    "rbp": "(1 - p)*total(i, r[i]*p**(i - 1))",
    "err": "total(i, s(i)/i*product(j, 1, i - 1, 1 - s(j))); s(i) = (2**g[i] - 1)/2**m; `m` is the highest grade",
    "tbg": "total(i, 0.4928*r[i]*2**(-T(i)/224)); T(i) = sum(j, 1, i - 1, 4.4 + 25.8*(0.64*r[j] + 0.39*(1 - r[j]))); "
    "25.8 seconds are the time for a document of 1000 words",
    "set-precision": "C(L)/L",
    "set-recall": "C(L)/N",
    "set-f": "(1 + beta**2)*C(L)/(beta**2*N + L)",
    "rs-ranking": "2*R*S/(R + S); R = total(i, w(i)/(1 - w(i))*(total(j, o[i,j]*w(j)) + r[i]*T)) "
    "+ T/(1 - T)*total(i, r[i]*w(i)); S = total(d, v(d)/(1 - m[d]*v(d))*(total(e, s[d,e]*v(e)) + f[d]*U)) "
    "+ U/(1 - U)*total(d, f[d]*v(d)); w(i) = c/((c + i - 1)*(c + i)); T = c/(c + L); "
    "v(d) = c/((c + a[d])*(c + a[d] + m[d])); U = c/(c + N); c = (1 - wn)*n/wn; "
    "`i` and `j` go over the ranks of the run, and `d` and `e` over the relevant documents; `o[i,j]` is 1 where the "
    "gold orders the documents at ranks `i` and `j` as the run does and both are relevant, and else 0; `s[d,e]` is 1 "
    "where the run lists both documents and orders them as the gold does, and else 0; `f[d]` is 1 where the run lists "
    "`d`, and else 0; `a[d]` documents have a higher grade than `d`, and `m[d]` have its grade, with `d` itself; the "
    "parameter reading says how a document counts that the gold does not list, here as without relations",
}
