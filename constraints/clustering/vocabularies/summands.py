"""Arguments about one term of a sum, which facts about entropies rest on; the kernel checks them.

A proof speaks of the whole sum, which has as many terms as there are classes and clusters. What holds of each term
stands here, and the fact says how the terms add up.
"""

from typing import Any

AT_MOST: dict[str, Any] = {
    "symbols": {"k": True, "b": True},
    "facts": ["k - 1 >= 0", "b - k >= 0"],
    "define": [],
    "steps": [
        {
            "id": "b/k - 1 >= 0",
            "claim": "b/k - 1 >= 0",
            "rule": "positive",
            "from": {"q1": "k - 1 >= 0", "q2": "b - k >= 0"},
            "numerator": "q2",
            "denominator": "1 + q1",
        },
        {"id": "log", "claim": "log(b/k) >= 0", "rule": "log", "at": "b/k"},
        {"id": "k*log(b/k) >= 0", "claim": "k*log(b/k) >= 0", "rule": "evident"},
    ],
}
"""k log(b/k) >= 0, for k items of b."""

LESS: dict[str, Any] = {
    "symbols": {"k": True, "b": True},
    "facts": ["k - 1 >= 0", "b - k - 1 >= 0"],
    "define": [],
    "steps": [
        {
            "id": "b/k - 1 > 0",
            "claim": "b/k - 1 > 0",
            "rule": "positive",
            "from": {"q1": "b - k - 1 >= 0", "q2": "k - 1 >= 0"},
            "numerator": "1 + q1",
            "denominator": "1 + q2",
        },
        {"id": "log", "claim": "log(b/k) > 0", "rule": "log", "at": "b/k"},
        {"id": "k*log(b/k) > 0", "claim": "k*log(b/k) > 0", "rule": "evident"},
    ],
}
"""k log(b/k) > 0, for k items of b that are not all."""

SHARED: dict[str, Any] = {
    "symbols": {"k": True, "a": True, "b": True, "n": True},
    "facts": ["k - 1 >= 0", "a - 1 >= 0", "b - 1 >= 0", "n - 1 >= 0"],
    "define": [],
    "steps": [
        {"id": "n*k/(a*b) > 0", "claim": "n*k/(a*b) > 0", "rule": "evident"},
        {"id": "bound", "claim": "log(n*k/(a*b)) - (1 - 1/(n*k/(a*b))) >= 0", "rule": "log-bound", "at": "n*k/(a*b)"},
        {"id": "k > 0", "claim": "k > 0", "rule": "evident"},
        {
            "id": "k*log(n*k/(a*b)) - k + a*b/n >= 0",
            "claim": "k*log(n*k/(a*b)) - k + a*b/n >= 0",
            "rule": "positive",
            "from": {"bound_": "bound", "k_": "k > 0"},
            "numerator": "bound_*k_",
            "denominator": "1",
        },
    ],
}
"""k log u >= k - a b/n, u being n k/(a b), for k items that a class of a and a cluster of b share."""

MEAN = (
    "t - drawn*marked/all - (t*(all - marked - drawn + t)/all - (marked - t)*(drawn - t)/all) = 0",
    "all - 1 >= 0",
)
"""Where `drawn` of `all` items are drawn, `marked` of which are marked, p(t) is the chance that t drawn ones are.

With G(t) = -p(t) t (all - marked - drawn + t)/all, and p(t + 1)/p(t) = (marked - t)(drawn - t)/((t + 1)(all - marked -
drawn + t + 1)), the claim times p(t) says that (t - drawn marked/all) p(t) is G(t + 1) - G(t). G is 0 at both ends, so
the sum over t is 0: the mean of t is drawn marked/all.
"""

_TELESCOPES: dict[str, Any] = {"id": "mean", "claim": MEAN[0], "rule": "identity"}
_DRAWN = {"t": True, "drawn": True, "marked": True, "all": True}

ONE_MORE: dict[str, Any] = {
    "symbols": {"x": True, "k": True, "a": True, "n": True},
    "facts": ["k - x >= 0", "n - k - 1 >= 0"],
    "define": [],
    "steps": [
        {
            "id": "one more",
            "claim": "(k + 1)*(n - a - k + x)/((k + 1 - x)*(n - k)) - 1 - x*(n - a - k + x)/((k + 1 - x)*(n - k))"
            " + (a - x)/(n - k) = 0",
            "rule": "identity",
        }
    ],
}
"""P(k + 1, x) - P(k, x) = (a/n) (p(x - 1) - p(x)), divided by P(k, x): P(k, x) is the chance that x of k items
drawn from n are of a class of a, and p(x) the chance that x of k drawn from the others are, beside one of the class.

The quotients are those of binomial coefficients: P(k + 1, x)/P(k, x) = (k + 1)(n - a - k + x)/((k + 1 - x)(n - k)),
(a/n) p(x)/P(k, x) = (a - x)/(n - k), (a/n) p(x - 1)/P(k, x) = x(n - a - k + x)/((k + 1 - x)(n - k)). Where P(k, x) is
0, at x = k + 1 or below k - (n - a), both sides are the same by what the chances are.
"""

SPREAD: dict[str, Any] = {
    "symbols": {"m": False, "k": True, **_DRAWN},
    "facts": ["m > 0", "k - 1 >= 0", MEAN[1]],
    "define": [],
    "steps": [
        _TELESCOPES,
        {"id": "m/k > 0", "claim": "m/k > 0", "rule": "evident"},
        {"id": "bound", "claim": "log(m/k) - (1 - 1/(m/k)) >= 0", "rule": "log-bound", "at": "m/k"},
    ],
}
"""log(m/k) >= 1 - k/m. Where m is the mean of k, the right side is 0 on average: the logarithm of a mean is at least
the mean of the logarithms. Of b - 1 items drawn from n - 1 of which a - 1 are marked, k - 1 are: `MEAN`."""

CHORD: dict[str, Any] = {
    "symbols": {"q": False, "b": False, "n": False},
    "facts": ["q >= 0", "1 - q >= 0", "b - 1 >= 0", "n - b >= 0"],
    "define": [],
    "steps": [
        {
            "id": "1 - q + q*b > 0",
            "claim": "1 - q + q*b > 0",
            "rule": "positive",
            "from": {"q_": "q >= 0", "p_": "1 - q >= 0", "b_": "b - 1 >= 0"},
            "numerator": "1 + q_*b_",
            "denominator": "1",
        },
        {"id": "n > 0", "claim": "n > 0", "rule": "evident"},
        {
            "id": "1 - q + q*n > 0",
            "claim": "1 - q + q*n > 0",
            "rule": "positive",
            "from": {"q_": "q >= 0", "p_": "1 - q >= 0", "b_": "b - 1 >= 0", "more": "n - b >= 0"},
            "numerator": "1 + q_*(b_ + more)",
            "denominator": "1",
        },
        {
            "id": "log(1 - q + q*n) - log(1 - q + q*b) - q*log(n) + q*log(b) >= 0",
            "claim": "log(1 - q + q*n) - log(1 - q + q*b) - q*log(n) + q*log(b) >= 0",
            "rule": "derivative",
            "by": "n",
            "low": "b",
            "start": [{"id": "0 >= 0", "claim": "0 >= 0", "rule": "evident"}],
            "slope": [
                {
                    "id": "1 - q + q*n > 0",
                    "claim": "1 - q + q*n > 0",
                    "rule": "positive",
                    "from": {"q_": "q >= 0", "p_": "1 - q >= 0", "b_": "b - 1 >= 0", "more": "beyond"},
                    "numerator": "1 + q_*(b_ + more)",
                    "denominator": "1",
                },
                {
                    "id": "n > 0",
                    "claim": "n > 0",
                    "rule": "positive",
                    "from": {"q_": "q >= 0", "p_": "1 - q >= 0", "b_": "b - 1 >= 0", "more": "beyond"},
                    "numerator": "1 + b_ + more",
                    "denominator": "1",
                },
                {
                    "id": "q/(1 - q + q*n) - q/n >= 0",
                    "claim": "q/(1 - q + q*n) - q/n >= 0",
                    "rule": "positive",
                    "from": {
                        "q_": "q >= 0",
                        "p_": "1 - q >= 0",
                        "b_": "b - 1 >= 0",
                        "more": "beyond",
                        "below": "1 - q + q*n > 0",
                        "n_": "n > 0",
                    },
                    "numerator": "q_*p_*(b_ + more)",
                    "denominator": "below*n_",
                },
            ],
        },
    ],
}
"""log((1 - q + q n)/(1 - q + q b)) >= q log(n/b), for a share q and 1 <= b <= n: both sides are 0 at n = b, and the
left one rises faster."""

GATHERED: dict[str, Any] = {
    "symbols": {"k": False, **_DRAWN, "t": False},
    "facts": ["t - 1 >= 0", "k - t >= 0", MEAN[1]],
    "define": [],
    "steps": [
        _TELESCOPES,
        {"id": "t > 0", "claim": "t > 0", "rule": "evident"},
        {"id": "k > 0", "claim": "k > 0", "rule": "evident"},
        {
            "id": "(t + 1)*log(t + 1) - t*log(t) - t*((k + 1)*log(k + 1) - k*log(k))/k >= 0",
            "claim": "(t + 1)*log(t + 1) - t*log(t) - t*((k + 1)*log(k + 1) - k*log(k))/k >= 0",
            "rule": "derivative",
            "by": "k",
            "low": "t",
            "start": [{"id": "0 >= 0", "claim": "0 >= 0", "rule": "evident"}],
            "slope": [
                {"id": "k > 0", "claim": "k > 0", "rule": "evident"},
                {"id": "log", "claim": "log(k + 1) > 0", "rule": "log", "at": "k + 1"},
                {
                    "id": "t*log(k + 1)/k**2 >= 0",
                    "claim": "t*log(k + 1)/k**2 >= 0",
                    "rule": "positive",
                    "from": {"t_": "t > 0", "log_": "log", "k_": "k > 0"},
                    "numerator": "t_*log_",
                    "denominator": "k_*k_",
                },
            ],
        },
    ],
}
"""(t + 1) log(t + 1) - t log t >= (t/k) ((k + 1) log(k + 1) - k log k), for 1 <= t <= k: both sides are the same at k
= t, and the right one falls. Of k items drawn from n - 1 of which a - 1 are marked, t are: `MEAN`."""
