"""Write text for LaTeX so that it is set letter by letter. Signs that LaTeX would read as commands are escaped, and
signs that LaTeX does not know are declared.
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
    "✔": r"\axholds{}",
    "✘": r"\axfails{}",
}
"""Signs that LaTeX would read as something else, with the commands that set them. LaTeX reads `[` as the start of an
option if a row begins with it.
"""

_NAMES = """
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ
sigma τ tau φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega ∑
sum ∏ prod ∞ infty ∈ in ∪ cup ∩ cap ⊂ subset ⊆ subseteq ∧ wedge ∨ vee ≤ le ≥ ge ≠ ne ≈ approx ∼ sim ∝ propto →
to ← gets ⇒ Rightarrow ⇔ Leftrightarrow √ surd ✓ surd ✗ times
"""
COMMANDS |= {sign: f"$\\{name}$" for sign, name in re.findall(r"(\S)\s(\w+)", _NAMES)}

KNOWN = {*map(chr, range(0xA1, 0x180)), *"–—‘’‚“”„†‡•…‰‹›€™"} - {*"ĦħĸĿŀŉŦŧſ"}
"""The signs that LaTeX sets in its encoding T1 besides ASCII: Latin letters and punctuation marks."""


def escaped(text: str) -> str:
    r"""Return the text as LaTeX has to read it. White space becomes one space, and a line may break after every comma.

    >>> print(escaped("R&S(n=10,wn=0.8) ≤ 50%"))
    R\&S(n=10,\allowbreak{}wn=0.8) $\le$ 50\%
    """
    printed = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    commands = "".join(COMMANDS.get(sign, sign) for sign in " ".join(printed.split()))
    apart = re.sub(r"([-'])(?=\1)", r"\1{}", commands)  # two would be a dash, or a quote
    return re.sub(r",(?=\S)", r",\\allowbreak{}", apart)


def typed(line: str) -> str:
    r"""Return a line of a drawing in signs of equal width, with all its blanks.

    >>> print(typed("a  {b}"))
    \texttt{a~~\{b\}}
    """
    return f"\\texttt{{{'~'.join(map(escaped, line.split(' ')))}}}"


def declared(lines: Iterable[str]) -> Iterator[str]:
    r"""Yield a declaration, for the preamble, of each sign of these lines that LaTeX does not know. It sets the sign as
    its number, until the author declares another meaning.

    >>> print(*declared(["é ≤ 中"]))
    \DeclareUnicodeCharacter{2264}{[U+2264]\allowbreak} \DeclareUnicodeCharacter{4E2D}{[U+4E2D]\allowbreak}
    """
    unknown = {sign for line in lines for sign in line if not sign.isascii()} - KNOWN
    yield from (
        f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{[U+{ord(sign):04X}]\\allowbreak}}" for sign in sorted(unknown)
    )


MACROS = {
    "axholds": r"\providecommand{\axholds}{\ensuremath{\checkmark}}",
    "axfails": r"\providecommand{\axfails}{\ensuremath{\times}}",
    "axfit": r"\providecommand{\axfit}[1]{\sbox0{#1}\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}"
    r"\else\usebox0\fi}",
}
"""The commands that fragments use: the signs of verdicts, and a table that is made smaller if it is too wide. If a
document defines one of these commands before, its own definition counts.
"""


def fragment(body: Sequence[str], packages: Iterable[str], page: str = "", columns: str = "") -> str:
    """Return a part of a document, for `\\input`. Its first lines are comments with the preamble of the smallest
    document that compiles it. The next lines define the commands that it uses.

    Parameters
    ----------
    body : lines of LaTeX
    packages : the packages that these lines need besides the encodings; every distribution has them
    page : options of the package geometry for the page of the smallest document
    columns : an option of the class of that document
    """
    used = [text for name, text in MACROS.items() if any(f"\\{name}" in line for line in body)]
    needed = sorted({*packages, *(["amssymb"] if any("checkmark" in text for text in used) else [])})
    preamble = [
        f"\\documentclass{f'[{columns}]' if columns else ''}{{article}}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[T1]{fontenc}",
        f"\\usepackage{{{','.join(needed)}}}",
        r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
        f"\\usepackage[{page or 'margin=25mm'}]{{geometry}}",
        *declared(body),
    ]
    lines = [
        "% Of axiometrics, to be read with \\input in a document that loads the packages of this preamble:",
        *(f"% {line}" for line in preamble),
        *used,
        *body,
    ]
    return "\n".join(lines) + "\n"


def page_of(name: str, text: str) -> str:
    """Return the smallest document that compiles a fragment: the preamble of the fragment, and the file of this name as
    its body.
    """
    preamble = [line.removeprefix("% ") for line in text.split("\n") if line.startswith("% \\")]
    read = f"\\input{{{name.removesuffix('.tex')}}}" if re.fullmatch(r"[\w.-]+", name) else f'\\input{{"{name}"}}'
    return "\n".join([*preamble, r"\begin{document}", r"\pagestyle{empty}", read, r"\end{document}"]) + "\n"
