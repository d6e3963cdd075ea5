"""The re-check of saved documents: the independent code of `verification` checks every item and, on request, every
search is repeated. The command line and Python both call this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from axiometrics import registry
from axiometrics.core.definition import Definition
from axiometrics.core.documents import read
from axiometrics.core.errors import FileError
from axiometrics.core.matrix import SCHEMA as MATRIX
from axiometrics.core.matrix import Matrix
from axiometrics.services.known_words import KnownWords
from axiometrics.verification import Terms, Verification, verify_document
from axiometrics.verification.check import Verified
from axiometrics.verification.limits import SECONDS, WORK, OverworkedError, working
from axiometrics.verification.possibilities import SCHEMA as POSSIBLE
from axiometrics.verification.regions.region import SCHEMA as REGION
from axiometrics.verification.separations import SCHEMA as SEPARATION
from axiometrics.verification.strengths import SCHEMA as STRENGTH
from axiometrics.verification.strengths import KnownMutant
from axiometrics.verification.strictness import strictly_wrong
from axiometrics.verification.whole_matrix import REWORDED

if TYPE_CHECKING:
    from axiometrics.comparison.strength import Mutant
    from axiometrics.core.metric import Metric
    from axiometrics.running.candidate import Candidate


TYPED = {
    MATRIX: "axiometrics.core.matrix",
    REGION: "axiometrics.regions.document",
    POSSIBLE: "axiometrics.possibility.document",
    SEPARATION: "axiometrics.comparison.separation.document",
    STRENGTH: "axiometrics.comparison.strength.document",
}
"""For each kind of document that is re-checked as a whole, the module of its type. A matrix is also checked entry by
entry.
"""


def recheck(
    documents: Mapping[str, Any],
    candidates: Callable[[str], Mapping[str, Candidate]],
    task: str | None,
    seed: int,
    *,
    timeout: float | None = None,
    strict: bool = False,
    work: float | None = None,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] = lambda done, total, step: None,
) -> Verification:
    """Re-check each item of the documents. The names of the documents appear in error messages.

    Parameters
    ----------
    candidates : takes the name of a document, and returns the users' metrics that may be run again, by their names in
        that document
    strict : whether each search is repeated; the modules of the search are loaded only then
    progress : called with the number of items that are checked, the number of all items, and the present item
    """
    items = []
    for name, document in documents.items():
        metrics = candidates(name)
        scores = {target: _score(candidate, task) for target, candidate in metrics.items()}
        terms = Terms(
            scores, seed, timeout or SECONDS, strict, WORK if work is None else work, _mutants(document), KnownWords()
        )
        try:
            verified = verify_document(document, registry.constraints(), terms, progress)
            if strict:
                verified = _strictly(document, verified, metrics, terms, jobs, progress)
            verified = [*verified, *_malformed(document, verified, strict)]
        except FileError as error:
            raise FileError(f"{name}: {error}") from None
        items += verified
    return Verification(tuple(items), seed)


def _strictly(
    document: Any,
    items: Sequence[Verified],
    candidates: Mapping[str, Candidate],
    terms: Terms,
    jobs: int,
    progress: Callable[[int, int, str], None],
) -> list[Verified]:
    """The items after every search was repeated, and the further findings of a strict check.

    The time limit is the verifier's own, whatever the settings of the file ask for.
    """
    from axiometrics.services.repetition import searched_again

    try:
        with working(terms.work * len(items)):
            again = list(searched_again(document, items, candidates, jobs, progress))
    except OverworkedError:
        why = f"its searches take more than {terms.work:g} s of processor time for each item: allow more with --work"
        again = [
            replace(item, status="not re-run", reason=why, not_rerun=()) if item.status != "failed" else item
            for item in items
        ]
    refused = [replace(item, status="failed") if item.status == REWORDED else item for item in again]
    refused = [replace(item, not_rerun=()) if item.status == "failed" else item for item in refused]
    return [*refused, *(Verified(*finding) for finding in strictly_wrong(document, candidates))]


def _malformed(document: Any, verified: Sequence[Verified], strict: bool) -> Iterator[Verified]:
    """The finding about a document of which every item is verified, but which has fields that its kind does not have.

    A matrix is read by its type only if the check is strict, since a matrix of a different version may have other
    fields.
    """
    schema = str(document.get("schema")) if isinstance(document, Mapping) else ""
    typed = schema in TYPED and (strict or schema != MATRIX)
    if not typed or any(item.status == "failed" for item in verified):
        return
    kinds = import_module(TYPED[schema]).DOCUMENT
    problems = []
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        try:
            Matrix.from_json(document) if schema == MATRIX else read(document, kind)
        except (ValueError, FileError) as error:
            problems.append(str(error))
        else:
            return
    yield Verified("document", schema, "all", "failed", f"this is not a possible document: {', or '.join(problems)}")


def _mutants(document: Any) -> Mapping[str, KnownMutant]:
    """Our mutants with their formulas, and with the text of their fields, for a document that is a strength; empty for
    other documents.
    """
    if not isinstance(document, Mapping) or document.get("schema") != STRENGTH:
        return {}
    from axiometrics.comparison.strength import mutants

    def known_mutant(mutant: Mutant) -> KnownMutant:
        metric = mutant.metric
        entry = {name: str(getattr(mutant, name)) for name in ("task", "original", "operator", "change")}
        return KnownMutant(entry, Definition(mutant.id, partial(_exactly, metric), closed=metric.closed))

    return {mutant.id: known_mutant(mutant) for mutant in mutants()}


def _exactly(metric: Metric, output: Any, gold: Any) -> Any:
    """The exact value of a mutant, None where it is undefined."""
    value = metric.exact(output, gold)
    return None if isinstance(value, float) else value


def _score(candidate: Candidate, task: str | None) -> Callable[[Any, Any], float]:
    """The function that scores with a user's metric, in floats."""
    judge: Any = candidate.judge(task or "")
    score: Callable[[Any, Any], float] = judge
    return score
