"""The parts of an input language: a reader, a table of constraint forms, and the printing of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..base.plugins import Parts
from ..base.source import Source
from ..model.model import Answer, Model
from ..tuples import NamedTuple
from .base.stated import stated_by_names
from .base.value_lines import DeclaredNames, Printed, show_integers, show_objective, show_row, show_values

if TYPE_CHECKING:
    from .base.forms import ConstraintForm

DEFAULT = "sugar"
EQUALITY = "(= TERM VALUE)"


def _no_fields(declared: DeclaredNames, answer: Answer) -> dict[str, Any]:
    return {}


def _any(text: str) -> bool:
    return True


class Answers(NamedTuple):
    """The functions that print answers, as texts of whole lines; each default prints as Sugar does.

    values      a solution
    row         a solution as one line, the values of integers alone
    line        a solution as one line, the values of all variables
    objective   the value of the objective in a solution that is better than all before
    status      the whole answer, from SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN and the text of a
    solution's
                values, '' if there is none
    ended       the line after several solutions, from their number in words and whether there are no others
    literals    whether a `v` line has literals (names, with a `-` before false ones) and not values
    solutions   a reader of solutions that were printed so, one after the other; None: the language has no own form
    is_own      whether a text seems to be in that form, or is meant for it
    stated      a reader of a solution in JSON, from values by the names of variables and arrays, values by the names
                of elements (None: not stated), and the model
    fields      further fields of a solution in JSON
    shared      the known values, if some variables have known ones: the text, and fields in JSON; given a whole
    solution, too.  None: as `values` prints them
    """

    values: Callable[[DeclaredNames, Answer], str] = show_values
    row: Callable[[DeclaredNames, Answer], str] = show_integers
    line: Callable[[DeclaredNames, Answer], str] = show_row
    objective: Callable[[int], str] = show_objective
    status: Callable[[str, str], str] = "s {}\n{}".format
    ended: Callable[[str, bool], str] = "{}\n".format
    literals: bool = False
    solutions: Callable[[Source, Model], Iterator[Printed]] | None = None
    is_own: Callable[[str], bool] = _any
    stated: Callable[[Mapping[str, Any] | None, Printed | None, Model], Printed] = stated_by_names
    fields: Callable[[DeclaredNames, Answer], dict[str, Any]] = _no_fields
    shared: Callable[[DeclaredNames, Answer, Answer], tuple[str, dict[str, Any]]] | None = None


class Language(NamedTuple):
    """A language for models: one file under `languages/`, as the constant LANGUAGE.

    suffixes: of its files. fits: whether a text is of this language. read: turns a text into a model, or raises
    InputError with the place; the model's `about` names the language. forms: how the language writes constraints, by
    their spellings. answers: how answers are printed. example: a statement, for messages. equality: how to write that a
    term has a value, for messages.
    """

    name: str
    suffixes: tuple[str, ...]
    fits: Callable[[str], bool]
    read: Callable[[Source], Model]
    forms: Callable[[], Mapping[str, ConstraintForm]]
    answers: Answers = Answers()
    example: str = ""
    equality: str = f"{EQUALITY}, in Python m.add(TERM == VALUE)"


LANGUAGES: Parts[Language] = Parts("language", "LANGUAGE", "csp2sat.languages")


def language_by(about: object) -> Language:
    """Return the language that the content `about` of a model or a map names, Sugar's if it names none."""
    name = about.get("language") if isinstance(about, dict) else None
    return (LANGUAGES.get(name) if isinstance(name, str) else None) or LANGUAGES[DEFAULT]


def answers_of(about: object) -> Answers:
    """Return how answers are printed for the content `about` of a model or a map: as the language that it names prints
    them, or as Sugar does.
    """
    return language_by(about).answers
