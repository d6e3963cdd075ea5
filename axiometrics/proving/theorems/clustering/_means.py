"""The harmonic mean of two means over items, of which one rises."""

from axiometrics.proving.theorem import Proof


def harmonic_mean_rises(p: Proof, worse: str, better: str, other: str, zero: dict[str, str] | None = None) -> None:
    """F where the sum over items of one mean is above 0 and rises from `worse` to `better`, and that of the other
    one is `other` > 0 in both.

    `zero` are equations, with multipliers, that the rise needs. The vocabulary is to have n, the items.
    """
    before = p.define("before", worse)
    gain = p.define("gain", f"{better} - ({worse})")
    known = [p.positive("gain > 0", zero={gain: "1", **(zero or {})}), p.positive("before > 0", zero={before: "1"})]
    known += [claim if claim in p.facts else p.evident(claim) for claim in (f"{other} > 0", "n > 0")]
    p.excess = f"2*(before + gain)*{other}/(n*(before + gain + {other})) - 2*before*{other}/(n*(before + {other}))"
    p.positive(p.goal, using=known)
