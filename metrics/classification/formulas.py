"""Formulas of metrics of two classes (`registry/formulas.py` says how they are read)."""

SYMBOLS = (
    "`tp` and `tn` items are decided rightly; `fp` are called positive and are not, and `fn` are positive and are not "
    "called so."
)

FORMULAS = {
    "balanced-accuracy": "(tp/(tp + fn) + tn/(tn + fp))/2",
    "informedness": "tp/(tp + fn) + tn/(tn + fp) - 1",
    "jaccard": "tp/(tp + fp + fn)",
    "g-mean": "sqrt(tp/(tp + fn)*(tn/(tn + fp)))",
    "mcc-angle": "-arccos(r)/pi; r = (tp*tn - fp*fn)/sqrt((tp + fp)*(tp + fn)*(tn + fp)*(tn + fn))",
    "sba": "(tp/(tp + fn) + tn/(tn + fp) + tp/(tp + fp) + tn/(tn + fn))/4",
    "confusion-entropy": "-(fp*log2(x*y/fp**2) + fn*log2(x*y/fn**2))/(2*n); x = 2*tp + fp + fn; y = 2*tn + fp + fn; "
    "n = tp + fp + fn + tn; an error that does not occur adds 0",
    "sebastiani-k": "tp/(tp + fn) + tn/(tn + fp) - 1; where the gold has one class, the value is twice the accuracy, "
    "less 1",
    "scott-pi": "(A - E)/(1 - E); A = (tp + tn)/n; E = (x**2 + y**2)/(4*n**2); x = 2*tp + fp + fn; y = 2*tn + fp + fn; "
    "n = tp + fp + fn + tn",
    "krippendorff-alpha": "1 - (2*n - 1)*(fp + fn)/(x*y); x = 2*tp + fp + fn; y = 2*tn + fp + fn; "
    "n = tp + fp + fn + tn",
}
