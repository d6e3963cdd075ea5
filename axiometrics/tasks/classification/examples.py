"""The files that `scaffold` writes for two classes: the share of items whose class is right."""

from axiometrics.core.task import Examples

METRIC = '''"""A metric of two classes, to be changed into yours."""

from axiometrics import metric


@metric(task="classification", form="decisions")
def {name}(y_true, y_pred):
    """The share of items whose class is right. Both arguments hold 0 or 1 for each item."""
    return float((y_true == y_pred).mean())
'''


def examples() -> Examples:
    """The files that `scaffold` writes for two classes: a metric, and the controls of a constraint."""
    return Examples(METRIC, violates=("constant-baseline",), controls=("sebastiani-k", "control-positives"))
