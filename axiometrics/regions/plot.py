"""A region as a drawing by matplotlib, if matplotlib is installed."""

from __future__ import annotations

from axiometrics.core.pictures import new_figure, save_figure
from axiometrics.regions.region import EstablishedRegion
from axiometrics.symbolic.sets import domain


def plot(region: EstablishedRegion, path: str) -> None:
    """Draw the region as a band over the parameter, with marks at the values that were evaluated, and save it in the
    format of the file's suffix.

    Raises `ParameterError` if matplotlib is not installed, and `FileError` if the file cannot be written.
    """
    name = region.scale.parameter.name
    first, last = _drawn_range(region)
    figure = new_figure(7, 1.6)
    axes = figure.add_subplot()
    axes.axhspan(0, 1, color="0.92")
    for interval in region.holds:
        low, high = (
            (first if interval.low is None else float(interval.low.number)),
            (last if interval.high is None else float(interval.high.number)),
        )
        if interval.whole:
            low, high = low - 0.5, high + 0.5
        axes.axvspan(low, high, color="tab:green", alpha=0.6, linewidth=0)
    for holds, marker in ((True, "o"), (False, "x")):
        places = [float(evaluated.value) for evaluated in region.evaluated if evaluated.holds is holds]
        axes.plot(
            places,
            [0.5] * len(places),
            marker,
            color="black",
            markersize=4,
            linestyle="none",
            label="satisfied" if holds else "violated",
        )
    axes.set(
        xlim=(first, last),
        ylim=(0, 1),
        yticks=[],
        xlabel=name,
        title=f"{region.metric.display}: {region.constraint.id} ({region.reading.name})",
    )
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, title="evaluated")
    save_figure(figure, path)


def _drawn_range(region: EstablishedRegion) -> tuple[float, float]:
    """The parameter's range as far as it is bounded, else what was evaluated."""
    within = domain(region.scale.parameter)
    places = [float(evaluated.value) for evaluated in region.evaluated]
    room = (max(places) - min(places)) / 20 or 1.0
    low = min(places) - room if within.low is None else float(within.low.number)
    high = max(places) + room if within.high is None else float(within.high.number)
    return (low - 0.5, high) if within.whole else (low, high)
