"""What 500 metrics in one `check` cost, with 256 file descriptors: `make bench`, or `python benchmarks/many.py`.

The metrics stand in one file, and are judged by one constraint on small cases, so that nearly all of the time goes into
processes: how many are started, and how many live at once. It fails where one metric has no verdict.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from _timing import done, machine

TITLE = "Many metrics"

DESCRIPTORS = 256
SEARCH = ("-c", "ranking:priority", "--max-size", "3", "--max-examples", "0", "--no-laws", "--no-cache")
METRICS = """
def made(k):
    def metric(gains, ideal):
        return sum(gain / (1 + 0.01 * k) ** rank for rank, gain in enumerate(gains))
    return metric

globals().update({{f"metric{{k}}": made(k + 1) for k in range({number})}})
"""


def main(number: int) -> None:
    """Run the command, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.py"
        file.write_text(METRICS.format(number=number), encoding="utf-8")
        targets = [f"{file}:metric{k}" for k in range(number)]
        command = [sys.executable, "-m", "axiometrics", "check", *targets, *SEARCH, "--format", "json", "--quiet"]
        used, ran = done(lambda: subprocess.run(command, capture_output=True, text=True, preexec_fn=_few_descriptors))
    cells = json.loads(ran.stdout)["cells"] if ran.stdout else []
    if ran.returncode or len(cells) != number or not all(cell["holds"] for cell in cells):
        sys.exit(f"{len(cells)} cells of {number}, exit code {ran.returncode}: {ran.stderr[-2000:]}")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    sys.stdout.write(
        f"{machine()}; {DESCRIPTORS} file descriptors\n\n"
        "| metrics | processor seconds | of each | MiB of the largest process |\n|---|---|---|---|\n"
        f"| {number} | {used:.0f} | {used / number:.3f} | {largest:.0f} |\n"
    )


def _few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
