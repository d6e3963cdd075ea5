"""What holds for every test: Hypothesis draws the same examples each time, here and in CI, and waits for slow machines."""

import hypothesis
import pytest

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("ci")


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test finds what another computed, or what lies in the cache of whoever runs it."""
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
