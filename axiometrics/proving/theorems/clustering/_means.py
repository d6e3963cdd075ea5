"""The harmonic mean of two means over items, of which one rises."""

from axiometrics.proving.theorem import Proof


def harmonic_mean_rises(p: Proof, worse: str, better: str, steady: str, zero: dict[str, str] | None = None) -> None:
    """Show that F rises where the sum of one mean over the items is above 0 and rises from `worse` to `better`, and
    the sum of the second mean is `steady`, which is above 0 and the same in both outputs.

    `zero` are equations, with multipliers, that the rise needs. The vocabulary is to have n, the items.
    """
    before = p.define("before", worse)
    gain = p.define("gain", f"{better} - ({worse})")
    facts = [p.positive("gain > 0", zero={gain: "1", **(zero or {})}), p.positive("before > 0", zero={before: "1"})]
    facts += [claim if claim in p.facts else p.evident(claim) for claim in (f"{steady} > 0", "n > 0")]
    p.excess = f"2*(before + gain)*{steady}/(n*(before + gain + {steady})) - 2*before*{steady}/(n*(before + {steady}))"
    p.positive(p.goal, using=facts)
