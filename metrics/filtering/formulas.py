"""Formulas of metrics of decisions (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`tp` and `tn` items are decided rightly; `fp` are called positive and are not, and `fn` are positive and are not "
    "called so."
)

FORMULAS = {
    "utility": "2*tp - fp; the parameters of the metric are the weights of the four counts, here 2, -1, 0 and 0",
    "f": "(1 + beta**2)*tp/((1 + beta**2)*tp + beta**2*fn + fp)",
    "precision": "tp/(tp + fp)",
    "recall": "tp/(tp + fn)",
    "accuracy": "(tp + tn)/(tp + fp + fn + tn)",
    "macro-accuracy": "(tp/(tp + fn) + tn/(tn + fp))/2",
    "kappa": "(A - E)/(1 - E); A = (tp + tn)/n; E = ((tp + fp)*(tp + fn) + (tn + fn)*(tn + fp))/n**2; "
    "n = tp + fp + fn + tn",
    "mcc": "(tp*tn - fp*fn)/sqrt((tp + fp)*(tp + fn)*(tn + fp)*(tn + fn))",
    "lam": "1/(1 + o); o = sqrt(x*y/((1 - x)*(1 - y))); x = fn/(tp + fn); y = fp/(fp + tn)",
    "rs-filtering": "2*R*S/(R + S); R = tp/(tp + fp)*(tn/(tn + fn)); S = tp/(tp + fn)*(tn/(tn + fp))",
}
