"""What a browser sees on the pages of a site: `python -m tests.reports.look FOLDER` looks, and lists the faults.

One browser visits the largest page of each folder and all pages on top, where faults of layout show first, as a phone
and as a desktop show them, light, dark and printed. Links are followed on every page, without the browser.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from axiometrics import registry
from axiometrics.registry import other_names
from tests.reports.chromium import BROWSER, DESKTOP, PHONE, Browser, browser

TALLEST = 12_000
"""Pixels of a page on a desktop."""

LISTS = re.compile(r"(^|/)(audit[-/]|changelog|genindex|names|formal-statements|api|commands)[^/]*$")
"""Pages that are lists, and may be longer: they are searched, not read."""

WAYS = (
    (PHONE, False, False),
    (PHONE, True, False),
    (DESKTOP, False, False),
    (DESKTOP, True, False),
    (DESKTOP, False, True),
)
"""How a page is shown: the size, whether dark, whether as it is printed."""

READABLE = 4.5
"""The least contrast of a text and what is behind it."""

CONTRAST = """(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, script, style, .dim, .skip, [hidden]") || !element.checkVisibility())
      continue;
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const name = `${element.tagName}.${element.className}`;
    if (ratio < %s) found.add(`${node.data.trim().slice(0, 30)} ${ratio.toFixed(2)} ${name}`);
  }
  return [...found].slice(0, 5);
})()"""

CASE = "main svg.case, article svg.case"
"""A case that is drawn."""

HITS = """(async () => {
  const find = document.getElementById("find");
  find.dispatchEvent(new Event("focus"));
  for (let i = 0; i < 500 && typeof ATLAS === "undefined"; i++) await new Promise((done) => setTimeout(done, 20));
  return %s.map((text) => {
    find.value = text;
    find.dispatchEvent(new Event("input"));
    return [...document.querySelectorAll("#hits li")]
      .map((hit) => [hit.firstChild.textContent.trim(), hit.querySelector("a")?.getAttribute("href") ?? ""]);
  });
})()"""
"""What the box that finds metrics answers to each of some texts: the title and the address of each hit."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of this machine that shows a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            """Send a file; no icon, which belongs to the owner of the server and not to the site."""
            if self.path == "/favicon.ico":
                self.send_response(204)
                self.end_headers()
            else:
                super().do_GET()

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def looked_at(folder: Path) -> list[str]:
    """The pages on top, and of each folder below the largest."""
    pages = [path for path in folder.rglob("*.html") if "_static" not in path.parts]
    largest: dict[Path, Path] = {}
    for path in sorted(pages, key=lambda path: path.stat().st_size):
        largest[path.parent if path.parent != folder else path] = path
    kinds: dict[str, Path] = {}
    for path in largest.values():  # of folders such as cells/ranking/ap, one by its first name is enough
        parts = path.relative_to(folder).parts
        kinds["/".join(parts[:2]) if len(parts) > 3 else str(path)] = path
    return sorted(str(path.relative_to(folder)) for path in kinds.values())


def faults_of_page(window: Browser, home: str, path: str) -> Iterator[str]:
    """What is wrong on a page, in each size and scheme."""
    article = "/" not in path and path != "index.html"  # articles are alike, so two ways show what is wrong with one
    for size, dark, printed in (WAYS[0], WAYS[3]) if article else WAYS:
        at = f"{path} at {size[0]} pixels{', dark' * dark}{', printed' * printed}"
        window.visit(home + path, size, dark=dark, printed=printed)
        wide, tall = window.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        if wide > size[0] and not printed:
            yield f"{at}: {wide} pixels wide"
        if size == DESKTOP and not printed and tall > TALLEST and not LISTS.search(path):
            yield f"{at}: {tall} pixels tall"
        if printed and window.run(
            "getComputedStyle(document.body).colorScheme.includes('dark') && "
            "matchMedia('(prefers-color-scheme: dark)').matches"
        ):
            yield f"{at}: dark"
        yield from (f"{at}: low contrast of {text}" for text in window.run(CONTRAST % READABLE))
        yield from (f"{at}: {line}" for line in window.console)
        host = urlsplit(home).netloc
        away = (url for url in window.requests if urlsplit(url).netloc not in ("", host))
        yield from (f"{at}: asks {url}" for url in away)


def first_signs(window: Browser, home: str, paths: list[str]) -> Iterator[str]:
    """Studies whose first sign a phone shows only after scrolling."""
    for path in paths:
        top = window.visit(home + path).run("document.querySelector('.matrix td a').getBoundingClientRect().bottom")
        if top > PHONE[1]:
            yield f"{path}: the first sign ends at {top} pixels"


def unanswered(window: Browser, address: str) -> Iterator[str]:
    """Names of the table of other names to which the box does not answer with what they mean."""
    names = other_names.of_tasks()
    texts = [name.text.replace("{k}", "10") for name in names]
    answers = window.visit(address).run(HITS % json.dumps(texts))
    for name, text, hits in zip(names, texts, answers, strict=True):
        titles = [title for title, _ in hits]
        metrics = registry.metrics() if name.base else ()
        meant = [
            f"{metric.display} ({metric.task})"
            for metric in metrics
            if (metric.task, metric.base) == (name.task, name.base)
        ]
        if not any(title in ([name.example] if name.reason else meant) for title in titles):
            yield f"{text} of {name.library} finds {titles[:3]} and not {meant or name.example}"


SEARCHED = {
    "MAP": "metrics/ranking/ap.html",
    "recip_rank": "metrics/ranking/rr.html",
    "ndcg_cut_10": "metrics/ranking/ndcg.html",
    "f1_macro": "metrics/filtering/f.html",
    "deepness": "constraints/ranking/deepness.html",
}
"""What the first page is that the search of the documentation finds."""

LATE = ("decisions", "generated/changelog", "generated/benchmarks", "generated/audit-")
"""Pages that come after all other pages that have the word."""

RESULTS = """(async () => {
  for (let i = 0; i < 500 && !document.querySelector(".search-summary")?.textContent.includes("found"); i++)
    await new Promise((done) => setTimeout(done, 20));
  return [...document.querySelectorAll("#search-results li a")].map((link) => link.getAttribute("href"));
})()"""


def badly_searched(window: Browser, home: str) -> Iterator[str]:
    """Words for which the search of the documentation does not find the page first, or finds late pages early."""
    for word, wanted in SEARCHED.items():
        places = [link.split("#")[0].split("?")[0] for link in window.visit(f"{home}search.html?q={word}").run(RESULTS)]
        if not places or not places[0].endswith(wanted):
            yield f"the search for {word} finds {places[:3]} first"
        late = [any(part in place for part in LATE) for place in places]
        if late != sorted(late):
            yield f"the search for {word} finds {places[late.index(True)]} before other pages"


def dead_links(folder: Path) -> Iterator[str]:
    """Links to files and anchors of the site that are not there."""
    anchors: dict[Path, set[str]] = {}

    def has(path: Path, anchor: str) -> bool:
        if path not in anchors:
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            anchors[path] = {unescape(name) for name in re.findall(r'\s(?:id|name)="([^"]*)"', text)}
        return anchor in anchors[path]

    for page in folder.rglob("*.html"):
        for link in set(re.findall(r'<[^>]*\s(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8"))):
            target = urlsplit(unescape(link))
            if target.scheme or target.netloc or not link:
                continue
            path = (page.parent / unquote(target.path)).resolve() if target.path else page
            path = path / "index.html" if path.is_dir() else path
            anchor = unquote(target.fragment) if path.suffix == ".html" else ""
            if not path.is_file() or (anchor and not has(path, anchor)):
                yield f"{page.relative_to(folder)}: {link} leads nowhere"


def faults(folder: Path, atlas: str = "") -> Iterator[str]:
    """All that is wrong with a site, which has an atlas in the folder of that name."""
    yield from dead_links(folder)
    pages = looked_at(folder)
    studies = sorted(str(path.relative_to(folder)) for path in (folder / atlas / "studies").glob("*.html"))
    with served(folder) as home, browser() as window:
        for path in dict.fromkeys([*pages, *studies]):
            yield from faults_of_page(window, home, path)
        yield from first_signs(window, home, studies)
        if (folder / "search.html").is_file():
            yield from badly_searched(window, home)
        for front in dict.fromkeys(("index.html", f"{atlas}index.html")):
            window.visit(home + front)
            if not window.run(f"['.matrix td a', '{CASE}'].every((what) => document.querySelector(what))"):
                yield f"{front}: no sign or no picture"
            yield from unanswered(window, home + front)


def main() -> int:
    """Look at the site in a folder."""
    folder = Path(sys.argv[1]).resolve()
    if BROWSER is None:
        sys.stderr.write("no page was looked at: there is no Chromium on this machine\n")
        return 0
    number = 0
    for fault in faults(folder, "atlas/" if (folder / "atlas").is_dir() else ""):
        sys.stdout.write(f"{fault}\n")
        number += 1
    sys.stderr.write(f"{number} faults\n")
    return int(number > 0)


if __name__ == "__main__":
    sys.exit(main())
