"""Pictures drawn by matplotlib. It is an optional dependency, so it is imported only when a picture is drawn."""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from axiometrics.core.errors import FileError, ParameterError
from axiometrics.core.files import write_whole

SUFFIXES = (".png", ".svg", ".pdf")
"""The formats of pictures."""


def demand_suffix(path: str) -> None:
    """Raise `ParameterError` for the name of a file whose suffix is not that of a picture."""
    if Path(path).suffix.lower() not in SUFFIXES:
        raise ParameterError(f"{path!r} has no suffix of a picture: end it in {', '.join(SUFFIXES)}")


def demand_matplotlib() -> None:
    """Raise `ParameterError` where matplotlib is not installed. Nothing is imported."""
    if find_spec("matplotlib") is None:
        raise ParameterError("--plot needs matplotlib: pip install 'axiometrics[plot]'")


def new_figure(width: float, height: float) -> Any:
    """An empty figure of matplotlib, of that many inches. Raises `ParameterError` where matplotlib is not installed."""
    demand_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def save_figure(figure: Any, path: str) -> None:
    """Write the figure whole, in the format of the suffix. Raises `FileError` where the file cannot be written."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format=Path(path).suffix[1:] or None)
    try:
        write_whole(path, drawn.getvalue())
    except OSError as error:
        raise FileError(f"cannot write {path!r}: {error}") from None
