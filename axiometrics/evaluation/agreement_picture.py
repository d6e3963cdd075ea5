"""The picture of `metric_agreement`. It plots the systems by each two metrics, as in Figure 1 of Amigo, Gonzalo &
Verdejo 2013. If there are many metrics, it shows only the correlations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.core.pictures import demand_suffix, new_figure, save_figure

if TYPE_CHECKING:
    from axiometrics.evaluation.metric_agreement import MetricAgreement

MOST = 6
"""The greatest number of metrics for which each two have a plot of the systems; with more the picture would grow too
large.
"""


def draw_agreement(findings: MetricAgreement, path: str) -> None:
    """Draw the picture into a file. The suffix of its name says the format."""
    demand_suffix(path)
    save_figure(_systems(findings) if len(findings.metrics) <= MOST else _correlations(findings), path)


def _systems(findings: MetricAgreement) -> Any:
    """A square of plots. Below the diagonal each plot has a point for each system, by its means of two metrics; above
    the diagonal stands the tau of these two metrics; on the diagonal stand the names.
    """
    many = len(findings.metrics)
    figure = new_figure(1.4 + 1.8 * many, 1.2 + 1.8 * many)
    taus = findings.square("tau")
    plots = figure.subplots(many, many, squeeze=False, sharex="col")
    for i, row in enumerate(plots):
        for k, axes in enumerate(row):
            of_row, of_column = findings.metrics[i], findings.metrics[k]
            axes.set_box_aspect(1)
            if k < i:
                axes.plot(
                    of_column.means, of_row.means, "o", color="tab:blue", markersize=4, alpha=0.6, markeredgewidth=0
                )
            else:
                axes.set_yticks([])
                axes.tick_params(bottom=i == many - 1, labelbottom=i == many - 1)
                value = taus[i][k]
                said = of_row.display if i == k else "tau\nundefined" if value is None else f"tau\n{value:.3f}"
                axes.text(0.5, 0.5, said, transform=axes.transAxes, ha="center", va="center", wrap=True)
            if k == i == many - 1:
                axes.set_xticks([])
            if i == many - 1 and k < i:
                axes.set_xlabel(of_column.display)
            if k == 0 and i > 0:
                axes.set_ylabel(of_row.display)
    figure.suptitle(f"Means of {len(findings.systems)} systems over {len(findings.topics)} topics; Kendall's tau")
    return figure


def _correlations(findings: MetricAgreement) -> Any:
    """A square that shows each Kendall's tau as a number on a shade."""
    names = [metric.display for metric in findings.metrics]
    values = findings.square("tau")
    figure = new_figure(2.5 + 0.55 * len(names), 2 + 0.45 * len(names))
    axes = figure.add_subplot()
    shades = [[float("nan") if value is None else value for value in row] for row in values]
    drawn = axes.imshow(shades, vmin=-1, vmax=1, cmap="PuOr_r", aspect="auto")
    for i, row in enumerate(values):
        for k, value in enumerate(row):
            color = "white" if value is not None and abs(value) > 0.7 else "black"
            axes.text(k, i, "-" if value is None else f"{value:.2f}", ha="center", va="center", color=color, fontsize=7)
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set_yticks(range(len(names)), names)
    axes.set_title(f"Kendall's tau of the means of {len(findings.systems)} systems")
    figure.colorbar(drawn, shrink=0.8)
    return figure
