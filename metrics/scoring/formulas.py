"""Formulas of metrics of scores (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`s[d]` is the score of document `d`, and `u[d]` its relevance, both from 0 to 1. Sums go over the `n` documents "
    "that are compared."
)

_SECTORS = "a document is retrieved where `s[d] >= theta`, and relevant where `u[d] >= phi`; `theta` and `phi` are the "
_SECTORS += "parameters theta_s and theta_u"

FORMULAS = {
    "adm": "1 - 1/n*total(d, abs(s[d] - u[d]))",
    "adp": "1 - 1/n*total(d, max(0, s[d] - u[d]))",
    "adr": "1 - 1/n*total(d, max(0, u[d] - s[d]))",
    "p-star": "x/(x + y); the score of `x` documents is right, which means `abs(s[d] - u[d]) < t`, and that of `y` is "
    "too high",
    "r-star": "x/(x + z); the score of `x` documents is right, which means `abs(s[d] - u[d]) < t`, and that of `z` is "
    "too low",
    "sector-precision": f"tp/(tp + fp); {_SECTORS}",
    "sector-recall": f"tp/(tp + fn); {_SECTORS}",
    "sector-e": f"(tp/(tp + fp) + tp/(tp + fn))/2; {_SECTORS}",
    "sector-specificity": f"tn/(tn + fp); {_SECTORS}",
}
