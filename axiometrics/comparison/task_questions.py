"""The questions about a user's task, whose answers say which constraints a metric has to satisfy.

Few people know which constraints they need, but most know their readers and their data. Each question is one record:
its words, its answers with the constraints that each asks for, and the constraint whose case is drawn next to it.
Options, questions on a terminal and the page "Which metric should I use?" are all made from these records. A question
asks only for constraints of its own task. An answer that asks for nothing leaves the choice open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from axiometrics.core.errors import ParameterError

TASKS = {
    "ranking": "results in an order, as of a search engine",
    "filtering": "items that are selected or not, with a part of them relevant",
    "clustering": "items in groups",
    "classification": "items of two classes or more",
    "ordinal": "items of classes that have an order, as grades, stars or degrees of severity",
}
"""The tasks that have questions, in words."""

WIDER = {"classification": "multiclass", "ordinal": "amigo2020-ordinal"}
"""By task, the study from whose metrics to choose, in the readings that the study looks at. The study lists the
settings of metrics that people choose between, such as macro and weighted F1.
"""


@dataclass(frozen=True)
class TaskAnswer:
    """An answer: its word on the command line, its meaning, and the constraints `id[@reading]` that it asks for.

    Attributes
    ----------
    reading : the reading in which the other questions of the task ask for their constraints, if the answer sets one
    """

    word: str
    means: str
    requires: tuple[str, ...] = ()
    reading: str = ""


@dataclass(frozen=True)
class TaskQuestion:
    """A question about a task.

    Attributes
    ----------
    name : the option that answers it, without its dashes
    words : the question
    shows : the constraint `id[@reading]` of which a case is drawn
    single : whether its constraints keep the reading that they name, whatever the answers to other questions are
    """

    task: str
    name: str
    words: str
    shows: str
    answers: tuple[TaskAnswer, ...]
    single: bool = False

    @property
    def chooses_reading(self) -> bool:
        """Whether an answer to this question sets the reading in which the other questions ask."""
        return any(answer.reading for answer in self.answers)

    def read_as(self, reading: str) -> TaskQuestion:
        """The same question, with its constraints in this reading."""

        def renamed(name: str) -> str:
            return f"{name.partition('@')[0]}@{reading}"

        answers = tuple(replace(answer, requires=tuple(map(renamed, answer.requires))) for answer in self.answers)
        return replace(self, shows=renamed(self.shows), answers=answers)

    def answer(self, word: str) -> TaskAnswer:
        """The answer of that word. Raises `ParameterError` where the question has no such answer."""
        for answer in self.answers:
            if answer.word == word:
                return answer
        words = " or ".join(answer.word for answer in self.answers)
        raise ParameterError(f"--{self.name} {word!r}: for {self.task} write {words}")


def _asks(task: str, name: str, words: str, constraint: str, yes: str, no: str) -> TaskQuestion:
    """A question whose `yes` asks for a constraint, and whose `no` asks for nothing."""
    return TaskQuestion(task, name, words, constraint, (TaskAnswer("yes", yes, (constraint,)), TaskAnswer("no", no)))


def _unless_trivial(question: TaskQuestion) -> TaskQuestion:
    """A question about groups with a third answer, `mostly`, which leaves out trivial groupings. Indices that are
    corrected for chance are constant on trivial groupings, and so the answer decides between them.
    """
    means = "it has to, unless the gold or a grouping is one single group, or has each item alone"
    mostly = TaskAnswer("mostly", means, (f"{question.shows}@non-trivial",))
    return replace(question, answers=(question.answers[0], mostly, *question.answers[1:]))


QUESTIONS = (
    TaskQuestion(
        "ranking",
        "relevant",
        "How many relevant documents may a query have?",
        "priority",
        (
            TaskAnswer("several", "each relevant document that moves up has to raise the score", ("priority",)),
            TaskAnswer("one", "the one relevant document that moves up has to raise the score", ("priority@single",)),
        ),
    ),
    _asks(
        "ranking",
        "grades",
        "Are some relevant documents more relevant than others, by grades?",
        "priority@graded",
        "a document of a higher grade has to stand above one of a lower grade",
        "grades need not count",
    ),
    _asks(
        "ranking",
        "early",
        "Does a mistake at the top cost more than the same mistake further down?",
        "deepness",
        "the first ranks have to count more than later ones",
        "it need not",
    ),
    _asks(
        "ranking",
        "stops",
        "Does the reader stop, so that one good result at the top is worth more than many far below?",
        "deepness-threshold",
        "far below, no number of relevant documents makes up for the first rank",
        "it need not",
    ),
    _asks(
        "ranking",
        "patience",
        "Does the reader go on past a few irrelevant results, if several relevant ones follow?",
        "closeness-threshold",
        "several relevant documents a little lower have to be worth more than one on top",
        "it need not",
    ),
    TaskQuestion(
        "ranking",
        "padding",
        "Is a list worse if irrelevant results are appended to its end?",
        "confidence",
        (
            TaskAnswer("yes", "irrelevant results at the end have to lower the score", ("confidence",)),
            TaskAnswer("no", "they must not lower it", ("extension",)),
            TaskAnswer("any", "both are acceptable"),
        ),
    ),
    TaskQuestion(
        "filtering",
        "extremes",
        "Must a correct selection always count, also if nothing relevant was selected before, or all was?",
        "priority",
        (
            TaskAnswer("yes", "each item that is decided rightly has to raise the score", ("priority",)),
            TaskAnswer("no", "only where the selection is neither empty nor perfect", ("priority@interior",)),
        ),
    ),
    _unless_trivial(
        _asks(
            "clustering",
            "mixing",
            "Is a group that mixes items of different classes a mistake?",
            "homogeneity",
            "a mixed group that is split by class has to score higher",
            "it need not",
        )
    ),
    _unless_trivial(
        _asks(
            "clustering",
            "breaking",
            "Is a class that is broken into several groups a mistake?",
            "completeness",
            "two groups of one class that are merged have to score higher",
            "it need not",
        )
    ),
    _asks(
        "clustering",
        "misfits",
        "Does an item that fits nowhere do less harm in a noisy group than in a clean one?",
        "rag-bag",
        "the noisy group has to score higher",
        "it need not",
    ),
    _asks(
        "clustering",
        "sizes",
        "Is one mistake in a large group better than many mistakes in small groups?",
        "size-vs-quantity",
        "the one mistake has to score higher",
        "it need not",
    ),
    _asks(
        "clustering",
        "overlap",
        "May an item be in several groups?",
        "size-vs-quantity-overlap",
        "one mistake has to be better than many small ones where groups overlap, too",
        "no item is in two groups",
    ),
    _asks(
        "clustering",
        "chance",
        "Must groups made at random have one mean score, whatever their sizes?",
        "constant-baseline",
        "chance has to have one score",
        "it need not",
    ),
    TaskQuestion(
        "classification",
        "number",
        "How many classes are there?",
        "class-symmetry@all-classes",
        (
            TaskAnswer("two", "two classes"),
            TaskAnswer("more", "more than two, and each of them occurs in the gold", reading="all-classes"),
            TaskAnswer("missing", "more than two, and a sample of the data may lack one", reading="several"),
        ),
    ),
    _asks(
        "classification",
        "corrections",
        "Must each correction of one item raise the score?",
        "monotonicity@both",
        "it has to",
        "it need not",
    ),
    _asks(
        "classification",
        "classes",
        "Do the classes matter alike, so that it does not matter which one has which name?",
        "class-symmetry@both",
        "the score must not change if two classes are exchanged; so their order does not count",
        "one class may matter more, or the classes have an order",
    ),
    _asks(
        "classification",
        "annotators",
        "Is the gold no better than the prediction, as where two annotators are compared?",
        "symmetry@both",
        "the score must not change if gold and prediction are exchanged",
        "the gold is right",
    ),
    TaskQuestion(
        "classification",
        "perfect",
        "Must every prediction without an error have one and the same score, and all others a lower one?",
        "gold-is-best@both",
        (
            TaskAnswer(
                "yes", "whichever classes the gold has, it has to", ("equal-self-agreement@both", "gold-is-best@both")
            ),
            TaskAnswer("no", "it need not"),
        ),
    ),
    replace(
        _asks(
            "classification",
            "worst",
            "Must the prediction that is always wrong have the lowest score?",
            "all-wrong-is-worst@both",
            "every other prediction has to score higher",
            "it need not",
        ),
        single=True,
    ),
    _asks(
        "classification",
        "chance",
        "Must predictions made at random have one mean score, however frequent the classes are?",
        "constant-baseline@both",
        "chance has to have one score",
        "it need not",
    ),
    _asks(
        "ordinal",
        "distance",
        "Is an error worse, the farther the predicted class is from the right one?",
        "ordinal-monotonicity@all-classes",
        "each step of an item towards its right class has to raise the score",
        "an error is an error",
    ),
    _asks(
        "ordinal",
        "rare",
        "Does an error on an item of a rare class cost more than one on an item of a frequent class?",
        "imbalance@neighbours",
        "of two errors by one step, that on the rarer class has to cost more",
        "each item counts alike",
    ),
    _asks(
        "ordinal",
        "places",
        "Is only the order of the classes known, so that the numbers that stand for them must not matter?",
        "ordinal-invariance@used-in-gold",
        "the score must not change if other numbers stand for the same classes in the same order",
        "the distance between two classes is that of their numbers",
    ),
)
"""Every question, by task and in the order in which they are asked."""


def questions_of(task: str, reading: str = "") -> tuple[TaskQuestion, ...]:
    """The questions about a task. With a reading, only the questions that ask for their constraints in it.

    >>> [question.name for question in questions_of("filtering")]
    ['extremes']
    >>> [question.shows for question in questions_of("classification", "several")][:2]
    ['monotonicity@several', 'class-symmetry@several']
    """
    of_task = (question for question in QUESTIONS if question.task == task)
    if not reading:
        return tuple(of_task)
    return tuple(
        question.read_as(reading) for question in of_task if not question.single and not question.chooses_reading
    )


def reading_by(task: str, answers: Mapping[str, str]) -> str:
    """The reading in which the answers let the questions ask for their constraints; empty where each question names its
    own.

    Raises `ParameterError` for an answer to a question that does not arise in this reading.

    >>> reading_by("classification", {"number": "missing"}), reading_by("classification", {"number": "two"})
    ('several', '')
    """
    of = {question.name: question for question in questions_of(task)}
    answered = [of[name].answer(word) for name, word in answers.items() if name in of]
    reading = next((answer.reading for answer in answered if answer.reading), "")
    single = [name for name in answers if reading and name in of and of[name].single]
    if single:
        raise ParameterError(f"--{single[0]} is a question about two classes: leave it out, or say --number two")
    return reading


def options(task: str | None = None) -> dict[str, tuple[TaskQuestion, ...]]:
    """By the name of an option, the questions that it answers: at most one for each task, or only that of `task`."""
    by_option: dict[str, tuple[TaskQuestion, ...]] = {}
    for question in QUESTIONS if task is None else questions_of(task):
        by_option[question.name] = (*by_option.get(question.name, ()), question)
    return by_option


def task_of(answers: Mapping[str, str], task: str | None = None) -> str:
    """The task that the answered questions are about.

    Raises `ParameterError` where a question is not about the task that is named, and where it is open which task is
    meant.

    >>> task_of({"stops": "yes", "padding": "no"}), task_of({"chance": "yes"}, "clustering")
    ('ranking', 'clustering')
    """
    named = options()
    for name in answers:
        if name not in named:
            raise ParameterError(f"there is no question {name!r} about a task: the questions are {', '.join(named)}")
    of = {name: {question.task for question in named[name]} for name in answers}
    common = set(TASKS).intersection(*of.values()) & ({task} if task else set(TASKS))
    if len(common) == 1:
        return common.pop()
    said = "; ".join(f"--{name} is for {' and '.join(sorted(tasks))}" for name, tasks in of.items())
    cure = "name one with --task" if common else "answer questions of one task"
    raise ParameterError(f"the answers are about {'several tasks' if common else 'no common task'} ({said}): {cure}")


def required_by(task: str, answers: Mapping[str, str]) -> Sequence[str]:
    """The constraints that answers ask for, each once, in the order of the questions.

    >>> required_by("ranking", {"padding": "no", "relevant": "one"})
    ['priority@single', 'extension']
    """
    questions = questions_of(task, reading_by(task, answers))
    answered = [question.answer(answers[question.name]) for question in questions if question.name in answers]
    return list(dict.fromkeys(name for answer in answered for name in answer.requires))


def left_open_by(task: str, answers: Mapping[str, str]) -> Sequence[str]:
    """The constraints of the questions whose answers ask for nothing, and of those without an answer, each once.

    >>> left_open_by("ranking", {"relevant": "one", "grades": "no", "padding": "yes", "stops": "yes"})
    ['priority@graded', 'deepness', 'closeness-threshold']
    """
    questions = questions_of(task, reading_by(task, answers))
    of = [question for question in questions if not _asks_for(question, answers.get(question.name))]
    return list(dict.fromkeys(name for question in of for answer in question.answers for name in answer.requires))


def _asks_for(question: TaskQuestion, word: str | None) -> bool:
    return word is not None and bool(question.answer(word).requires)
