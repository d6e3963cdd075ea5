"""A headless Chromium that visits a page, runs a script in it, and says what the script found."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

_QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --enable-logging=stderr --window-size=390,800"
)


def visited(page: Path, says: str, fragment: str = "") -> dict[str, Any]:
    """What a script, which runs after those of the page, wrote into the object `found`; `console` has what the browser
    complained of. The window is as wide as a phone.
    """
    assert BROWSER is not None
    copy = page.with_name(f"visited-{page.name}")
    script = f"""<script>addEventListener("load", () => setTimeout(() => {{ const found = {{}};
      try {{ {says} }} catch (error) {{ found.error = String(error); }}
      const told = document.createElement("pre"); told.id = "told"; told.textContent = JSON.stringify(found);
      document.body.append(told); }}, 100));</script>"""
    copy.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{script}</body>"), encoding="utf-8")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own:
        ran = subprocess.run(
            [BROWSER, *_QUIET.split(), f"--user-data-dir={own}", "--virtual-time-budget=5000", "--dump-dom",
             copy.as_uri() + fragment],
            capture_output=True,
            text=True,
            timeout=400,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    told = re.search(r'<pre id="told">(.*?)</pre>', ran.stdout, re.DOTALL)
    assert told is not None, ran.stderr[-2000:]
    found: dict[str, Any] = json.loads(unescape(told[1]))
    assert "error" not in found, found
    return found | {"console": [line for line in ran.stderr.splitlines() if "CONSOLE" in line]}
