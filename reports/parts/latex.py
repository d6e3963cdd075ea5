"""Text for LaTeX, to be set to the letter: what would be a command is escaped, and a sign that LaTeX does not know is
declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

COMMANDS = {sign: f"\\{sign}" for sign in "{}#$%&_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "*": r"\textasteriskcentered{}",
    "`": r"\`{}",
    "[": "{[}",
    "−": "$-$",
}
"""Signs that LaTeX would read as something else; `[` is one where a row begins with it."""

_NAMES = """
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ
sigma τ tau φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega ∑
sum ∏ prod ∞ infty ∈ in ∪ cup ∩ cap ⊂ subset ⊆ subseteq ∧ wedge ∨ vee ≤ le ≥ ge ≠ ne ≈ approx ∼ sim ∝ propto →
to ← gets ⇒ Rightarrow ⇔ Leftrightarrow √ surd ✓ surd ✔ surd ✗ times ✘ times
"""
COMMANDS |= {sign: f"$\\{name}$" for sign, name in re.findall(r"(\S)\s(\w+)", _NAMES)}

KNOWN = {*map(chr, range(0xA1, 0x180)), *"–—‘’‚“”„†‡•…‰‹›€™"} - {*"ĦħĸĿŀŉŦŧſ"}
"""What LaTeX sets in its encoding T1 besides ASCII: the letters of Latin, and marks."""


def escaped(text: str) -> str:
    r"""The text as LaTeX is to read it; white space becomes one space, and a line may break behind every comma.

    >>> print(escaped("R&S(n=10,wn=0.8) ≤ 50%"))
    R\&S(n=10,\allowbreak{}wn=0.8) $\le$ 50\%
    """
    printed = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    commands = "".join(COMMANDS.get(sign, sign) for sign in " ".join(printed.split()))
    apart = re.sub(r"([-'])(?=\1)", r"\1{}", commands)  # two would be a dash, or a quote
    return re.sub(r",(?=\S)", r",\\allowbreak{}", apart)


def typed(line: str) -> str:
    r"""A line of a drawing, in signs of equal width, with every blank of it.

    >>> print(typed("a  {b}"))
    \texttt{a~~\{b\}}
    """
    return f"\\texttt{{{'~'.join(map(escaped, line.split(' ')))}}}"


def declared(lines: Iterable[str]) -> Iterator[str]:
    r"""For the preamble: each sign of these lines that LaTeX does not know is set as its number, until it is given
    another meaning there.

    >>> print(*declared(["é ≤ 中"]))
    \DeclareUnicodeCharacter{2264}{[U+2264]\allowbreak} \DeclareUnicodeCharacter{4E2D}{[U+4E2D]\allowbreak}
    """
    unknown = {sign for line in lines for sign in line if not sign.isascii()} - KNOWN
    yield from (
        f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{[U+{ord(sign):04X}]\\allowbreak}}" for sign in sorted(unknown)
    )


def document(body: Sequence[str], packages: Iterable[str], what: str) -> str:
    """A document of its own for pdflatex, landscape and in small print; its first lines say what it needs and how to
    take `what` out of it.

    Parameters
    ----------
    body : lines of LaTeX
    packages : what they need besides geometry and the encodings; of those that every distribution has
    what : what the document shows, in the plural
    """
    needed = list(packages)
    lines = [
        (
            f"% For pdflatex. It needs the packages fontenc, geometry, {_series(needed)}, which every "
            f"distribution has; lmodern is used where it is there."
        ),
        (
            f"% To have the {what} in a document of yours, load "
            f"{_series([*needed, 'fontenc with T1'])} there, and take what stands between"
        ),
        (
            r"% \begin{document} and \end{document}. A sign that LaTeX does not know is declared in "
            r"the preamble, to be set as its number:"
        ),
        "% give it another meaning there.",
        r"\documentclass{article}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[T1]{fontenc}",
        r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        r"\usepackage[landscape,margin=15mm]{geometry}",
        f"\\usepackage{{{','.join(needed)}}}",
        *declared(body),
        r"\begin{document}",
        *body,
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _series(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
