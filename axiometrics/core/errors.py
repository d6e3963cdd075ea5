"""The tree of errors. Every message names the thing, its value, what was expected, and the cure."""

from __future__ import annotations


class AxiometricsError(Exception):
    """Base of every error a caller can cause; the command line prints it as one line and exits 2. A `question` to the
    user is printed in several lines.
    """

    question = False


class OrganizationError(AxiometricsError, ValueError):
    """An organization that cannot be: malformed text, an empty cluster, a document twice in a cluster."""


class TopicError(AxiometricsError, ValueError):
    """A topic that cannot be: malformed text, probabilities that do not sum to 1, an intent without documents."""


class UnknownNameError(AxiometricsError, LookupError):
    """A metric, constraint, reading, study or parameter that nobody declares."""


class ParameterError(AxiometricsError, ValueError):
    """A parameter value outside its declared range, or that cannot be read."""


class DeclarationError(AxiometricsError, ValueError):
    """A constraint, metric or report file that does not declare what its folder demands."""


class TargetError(AxiometricsError):
    """A user's metric that cannot be imported, or whose signature or task cannot be inferred."""


class TaskError(AxiometricsError, ValueError):
    """A metric asked to score, or be checked on, an organization of another task."""


class FileError(AxiometricsError):
    """A file that cannot be read or written, or does not hold what it should."""


class ContradictionError(Exception):
    """Declarations or verdicts that cannot all be right, a sentence for each. No input of a caller is to blame, so the
    command line finishes and writes everything else, tells the sentences and exits 3.
    """

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class UndecidedError(AxiometricsError, ArithmeticError):
    """The sign of an exact number could not be settled at the greatest precision."""
