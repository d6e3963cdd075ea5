"""The ways in which a metric may be called: each form in each order of its arguments, where the number of arguments
fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from axiometrics.candidates.containment.call import CallForm
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.parameter_names import is_weight, support
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST, Signature
from axiometrics.registry.tasks import meant_by, signatures
from axiometrics.registry.tasks import signature as signature_of

CUTS = ("k", "n", "top_k", "topk", "cutoff", "at", "at_k", "N", "K")
"""The usual names of a parameter that limits how many ranks count."""

LISTS = ("k_values", "ks", "cutoffs")
"""The usual names of a parameter that takes a list of such limits."""

CUT = 10
"""The value of such a parameter where it has no default and the TARGET binds none."""

STAGES = 3
"""The number of stages in which forms are tried (`Form.stage`)."""

ORDERED = (2, 3)
"""The numbers of arguments for which gold and output are two separate arguments, so that one of them stands first."""


@dataclass(frozen=True)
class Hypothesis:
    """A way to call a metric.

    Attributes
    ----------
    signature, form : the arguments, as `Signature.called` has them
    task : the task of the cases that are tried
    """

    signature: str
    form: str
    task: str

    @property
    def of(self) -> Signature:
        """The signature of this way to call."""
        return signature_of(self.signature)

    @property
    def how(self) -> CallForm:
        """This way to call, as the containment takes it."""
        return CallForm(self.signature, False, self.form)

    @property
    def public(self) -> str:
        """The name of the form for people."""
        return self.of.named(self.form)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which people ask for the form."""
        older = (form.older for form in self.of.forms if form.name in self.form.split())
        return (self.public, self.signature, *filter(None, older))

    @property
    def is_plain(self) -> bool:
        """Whether the arguments are those of the signature, apart from their order."""
        return not any(form.name in self.form.split() for form in self.of.forms)

    @property
    def has_columns(self) -> bool:
        """Whether the arguments are tables with named columns."""
        return any(form.columns and form.name in self.form.split() for form in self.of.forms)

    @property
    def exchanged(self) -> bool:
        """Whether the arguments stand in the opposite order to that of the signature."""
        return self.of.other_order in self.form.split()

    @property
    def order(self) -> str | None:
        """The order of the arguments: `gold-first` or `output-first`; None where gold and output are not two separate
        arguments.
        """
        form = next((entry for entry in self.of.forms if entry.name in self.form.split()), None)
        is_ordered = form is None or form.takes in ORDERED or form.crosses
        if not is_ordered or not isinstance(self.of.gold, int):
            return None
        return GOLD_FIRST if self.gold_first else OUTPUT_FIRST

    @property
    def gold_first(self) -> bool:
        """Whether the gold is the first argument."""
        return (self.of.gold == 1) == self.exchanged


def hypotheses(
    description: Description,
    task: str | None,
    stage: int,
    evident: str | None = None,
    asked_order: str | None = None,
) -> Iterator[Hypothesis]:
    """Yield the ways to call a metric with these parameters that are tried at this stage (`Form.stage`).

    A signature that is tried on request is tried where its task is named or is the `evident` task. A single argument
    that crosses gold and output has the order of its signature unless another order is asked for: with gold and output
    exchanged, precision becomes recall, so no values tell the two orders apart. A weight of each item is not taken for
    the query of each item.
    """
    limits = [name for name in description.needed[1:] if name in (*CUTS, *LISTS)]
    bound = [f"{name}={[CUT] if name in LISTS else CUT}" for name in limits[:1]]
    most = len(description.parameters) - len(bound) if description.parameters else 2
    if any(map(is_weight, description.parameters[2:3])):
        most = min(most, 2)
    least = len(description.needed) - len(bound)
    for signature in signatures().values():
        tasks = [name for name in meant_by(signature.name, task) if task in (None, name)]
        if len(tasks) != 1 or not signature.tried:
            continue
        if signature.on_request and tasks[0] not in (task, evident):
            continue
        crossed = {form.name for form in signature.forms if form.crosses}
        for name, takes in spellings(signature, stage, description.parameters):
            if least <= takes <= most:
                exchanged = takes == 2 or (name in crossed and asked_order == signature.other_order)
                for order in ("", signature.other_order) if exchanged else ("",):
                    yield Hypothesis(signature.name, " ".join(filter(None, [name, order, *bound])), tasks[0])


def spellings(signature: Signature, stage: int, names: Sequence[str] = ()) -> Iterator[tuple[str, int]]:
    """The forms of a signature that are tried at a stage, with the number of arguments that each takes. The plain form
    comes first. A form of a later stage is tried at stage 0 where the names of the parameters speak for it, unless a
    form with the same public name is tried at stage 0 anyway.
    """
    first = {form.public for form in signature.forms if not form.stage}
    yield from [] if stage else [("", 2)]
    for form in signature.forms:
        is_named = form.public not in first and support(names, form.public)
        if (0 if is_named else form.stage) == stage:
            yield form.name, form.takes
