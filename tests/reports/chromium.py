"""A headless Chromium that visits pages, runs scripts in them, and says what they found: one process for all pages.

The browser is spoken to through a pipe, in the messages of the Chrome DevTools Protocol: no further package is needed,
no port is opened, and one process shows a page in every size, light, dark and as it is printed.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

_QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions --disable-dev-shm-usage --hide-scrollbars "
    "--remote-debugging-pipe"
)

_WITH_PIPES = """
import os, sys
above = [os.dup2(int(end), 100 + i) for i, end in enumerate(sys.argv[1:3])]
for wanted, end in zip((3, 4), above):
    os.dup2(end, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads messages from the file that is numbered 3, and writes to 4."""

PHONE, DESKTOP = (390, 844), (1280, 900)
"""Widths and heights of windows."""


class PageError(AssertionError):
    """A script raised an error, or a page could not be shown."""


@dataclass
class Browser:
    """A window of the browser. `console` and `requests` have what the page shown last has complained of and loaded."""

    reading: Any
    writing: Any
    session: str = ""
    number: int = 0
    rest: bytes = b""
    events: list[dict[str, Any]] = field(default_factory=list)

    def visit(
        self, address: str, size: tuple[int, int] = PHONE, *, dark: bool = False, printed: bool = False
    ) -> Browser:
        """Show a page in a window of that size."""
        width, height = size
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", media="print" if printed else "screen", features=[scheme])
        for url in ("about:blank", address):  # so that an address that differs in its end alone is loaded anew
            self.events.clear()
            shown = self.ask("Page.navigate", url=url)
            if "errorText" in shown:
                raise PageError(f"{url}: {shown['errorText']}")
            while not any(event["method"] == "Page.loadEventFired" for event in self.events):
                self._receive()
        return self

    def run(self, script: str) -> Any:
        """The value of a script, as JSON has it; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise PageError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    @property
    def console(self) -> list[str]:
        """What the page has complained of: errors of scripts, files that are not there, what it logs."""
        self.run("new Promise((resolve) => setTimeout(resolve, 0))")
        lines = []
        for event in self.events:
            match event["method"], event["params"]:
                case "Runtime.exceptionThrown", given:
                    lines.append(str(given["exceptionDetails"]["exception"]["description"]))
                case "Runtime.consoleAPICalled", given:
                    lines.append(str(given["args"]))
                case "Log.entryAdded", given:
                    lines.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")
        return lines

    @property
    def requests(self) -> list[str]:
        """The addresses that the page has asked for."""
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Write the window, or the whole page, as an image."""
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        message |= {"sessionId": self.session} if self.session else {}
        self.writing.write(json.dumps(message).encode() + b"\0")
        self.writing.flush()
        while True:
            answer = self._receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            more = os.read(self.reading.fileno(), 1 << 20)
            if not more:
                raise PageError("the browser has ended")
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser with one window, which ends with the block."""
    assert BROWSER is not None
    (to_read, writing), (reading, to_write) = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own:
        process = subprocess.Popen(
            [sys.executable, "-ISc", _WITH_PIPES, str(to_read), str(to_write), BROWSER, *_QUIET.split(),
             f"--user-data-dir={own}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        try:
            with open(reading, "rb", buffering=0) as answers, open(writing, "wb") as questions:
                window = Browser(answers, questions)
                target = window.ask("Target.createTarget", url="about:blank")["targetId"]
                window.session = window.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
                for domain in ("Page", "Runtime", "Log", "Network"):
                    window.ask(f"{domain}.enable")
                yield window
        finally:
            process.terminate()
            process.wait(timeout=60)


def visited(page: Path, says: str, fragment: str = "") -> dict[str, Any]:
    """What a script, which runs after those of the page, wrote into the object `found`; `console` has what the browser
    complained of. The window is as wide as a phone.
    """
    with browser() as window:
        window.visit(page.as_uri() + fragment)
        measured: dict[str, Any] = window.run(
            "new Promise((done, failed) => setTimeout(() => { try { const found = {}; "
            f"{says}; done(found); }} catch (error) {{ failed(error); }} }}, 100))"  # a script that fails must not hang
        )
        return measured | {"console": window.console}
