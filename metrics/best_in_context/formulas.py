"""Formulas of metrics of ranked entry points (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`d[i]` characters lie between the entry point at rank `i` and the best entry point of its article, and `L` is the "
    "mean length of the articles in characters. `s(i)` is the closeness of the two; it is 0 where the article has no "
    "best entry point, and beyond the last rank. There are `T` best entry points in all."
)

_CLOSE = "s(i) = a*L/(a*L + d[i])"
_CHANCE = (
    "a reader sees the best entry point of the article at rank `i` with the chance `s(i)`; `Q(h, i)` is the chance "
)
_CHANCE += "that exactly `h` of those of the first `i` ranks are seen"

FORMULAS = {
    "bepd": f"1/T*total(i, s(i)); {_CLOSE}",
    "eprum": f"1/T*sum(h, 1, T, total(i, h/i*s(i)*Q(h - 1, i - 1))); {_CLOSE}; {_CHANCE}",
    "eprum-level": f"total(i, R/i*s(i)*Q(R - 1, i - 1)); {_CLOSE}; `R` is the least whole number that is at least "
    f"`recall*T`; {_CHANCE}",
    "eprum-rank": f"1/k*sum(i, 1, k, s(i)); {_CLOSE}",
}
