"""The folder of the cache, in a module of its own for commands that load nothing else of this package."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "AXIOMETRICS_CACHE_DIR"
"""The environment variable that names the folder."""


def default_folder() -> Path:
    """The folder that the environment names, or the one where the system keeps caches.

    >>> default_folder().name in ("axiometrics", Path(os.environ.get(VARIABLE, "")).name)
    True
    """
    from platformdirs import user_cache_path

    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("axiometrics")
