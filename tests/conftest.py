"""What holds for every test: Hypothesis draws the same examples each time, here and in CI, and waits for slow machines."""

import hypothesis

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("ci")
