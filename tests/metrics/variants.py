"""The settings of a metric that tests try, from the declarations of its parameters: nobody lists them by hand."""

from fractions import Fraction

from axiometrics.core.errors import ParameterError
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter, Value

TRIED = tuple(map(Fraction, ("19/20", "1/3", "3", "1/2", "5/2", "1/1000", "30", "-1/10", "-2")))
"""Numbers of all kinds: probabilities, weights, bases, ranks, signed values."""

NAMED = ("sec", "p+sec", "p")
"""Types of elements, as the libraries of `generators/libraries.py` have them."""


def others(parameter: Parameter, place: int) -> list[Value]:
    """Three values that are not the default: a closed end of the range first, then numbers that the parameter takes;
    parameters at different places of a metric begin at different numbers. One value of a threshold.
    """
    if parameter.neutral is not None:  # a threshold: the next number, beyond which small cases have nothing
        return [parameter.neutral + 1]
    if parameter.pattern:
        return list(NAMED)
    ends = ((parameter.low, parameter.low_open), (parameter.high, parameter.high_open))
    closed = [end for end, is_open in ends if end is not None and not is_open][:1]
    values: list[Value] = []
    for number in (*closed, *TRIED[3 * place :], *TRIED[: 3 * place]):
        try:
            value = parameter.read(number, "")
        except ParameterError:
            continue
        if value != parameter.default and value not in values:
            values.append(value)
    return values[:3]


def variants(metric: Metric) -> list[str]:
    """The ids of a metric as it is, under each choice of each parameter, and under three other settings of all the
    numbers and names that mean anything there.
    """
    chosen: list[dict[str, Value]] = [{}]
    for parameter in metric.parameters:
        chosen += [
            {**before, parameter.name: choice}
            for before in chosen
            for choice in parameter.choices
            if choice != parameter.default and _means(parameter, metric, before)
        ]
    ids = []
    for choices in chosen:
        if not all(_means(p, metric, choices) for p in metric.parameters if p.name in choices):
            continue
        numbers = {
            p.name: others(p, place)
            for place, p in enumerate(metric.parameters)
            if not p.choices and _means(p, metric, choices)
        }
        ids.append(metric.with_values(**choices).id)
        for k in range(3):
            ids.append(metric.with_values(**choices, **{n: v[k] for n, v in numbers.items() if len(v) > k}).id)
    return list(dict.fromkeys(ids))


def _means(parameter: Parameter, metric: Metric, choices: dict[str, Value]) -> bool:
    """Whether the parameter means anything under these choices."""
    return parameter.when is None or {**metric.values, **choices}[parameter.when[0]] == parameter.when[1]
