"""Scoring: a system estimates the relevance of each document by a number, and users say what it is.

The data are `Scores` and `Relevance` (`axiometrics.core.scores`), numbers from 0 to 1 by document, as in Della Mea, Di
Gaspero & Mizzaro. Rankings cannot serve: two systems with one order of documents may differ in how near their numbers
are to the truth, which is what the measures of the paper look at.
"""

from axiometrics.core.scores import Relevance, Scores
from axiometrics.core.task import Task, TaskSizes, World, on_demand
from axiometrics.tasks.orbits import names_by_place
from axiometrics.tasks.scoring.files import NUMBERS
from axiometrics.tasks.scoring.reductions import DECISIONS, RANKS
from axiometrics.tasks.scoring.shape import demand_numbers, draw
from axiometrics.tasks.scoring.signatures import INPUTS, LISTS, VALUES

ABSENT = -1
"""The place of a document without a number, where documents are put in order."""

TASK = Task(
    name="scoring",
    title="Scoring",
    gold=Relevance,
    output=Scores,
    demand=demand_numbers,
    worlds=(World("scoring", on_demand(f"{__name__}.world", "scorings"), default=2, greatest=2, cover=2, equal=2),),
    signatures=(LISTS, VALUES),
    inputs=INPUTS,
    degenerate={
        "one document": ("d1:1/2", "d1:1/2"),
        "nothing relevant": ("d1:1 d2:0", "d1:0 d2:0"),
        "nothing retrieved": ("d1:0 d2:0", "d1:1 d2:0"),
        "neither relevant nor retrieved": ("d1:0 d2:0", "d1:0 d2:0"),
        "everything relevant and retrieved": ("d1:1 d2:1", "d1:1 d2:1"),
        "all wrong": ("d1:0 d2:1", "d1:1 d2:0"),
        "one score for all": ("d1:1/2 d2:1/2", "d1:1 d2:0"),
    },
    files=(NUMBERS,),
    draw=draw,
    reductions=(DECISIONS, RANKS),
    orbit=names_by_place(lambda system, gold, d: (gold.numbers.get(d, ABSENT), system.numbers.get(d, ABSENT))),
    sizes=TaskSizes(called=2, strength=1),
    examples=on_demand(f"{__name__}.examples", "examples"),
    position=5,
)
