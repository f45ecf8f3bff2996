"""What an input language is: a reader, a table of constraints, and how answers are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..base.plugins import Parts
from ..base.source import Source
from ..model.model import Answer, Model
from .base.value_lines import DeclaredNames, Printed, show_integers, show_objective, show_values

if TYPE_CHECKING:
    from .base.forms import ConstraintForm

DEFAULT = "sugar"


class Answers(NamedTuple):
    """How answers are printed, as texts of whole lines; what is not given is as Sugar prints it.

    values: a solution.
    row: a solution as one line, the values of integers alone.
    objective: what the objective is in a solution that is better than all before.
    status: the whole answer, from SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN and the text of a solution's
        values, '' where there is none.
    literals: does a `v` line have literals, names with a `-` before those that are false, and not values?
    solutions: reads solutions that were printed so, one after the other; None: they have no form of their own.
    """

    values: Callable[[DeclaredNames, Answer], str] = show_values
    row: Callable[[DeclaredNames, Answer], str] = show_integers
    objective: Callable[[int], str] = show_objective
    status: Callable[[str, str], str] = "s {}\n{}".format
    literals: bool = False
    solutions: Callable[[Source, Model], Iterator[Printed]] | None = None


class Language(NamedTuple):
    """A language for models: one file under `languages/`, as the constant LANGUAGE.

    suffixes: of its files.  fits: is the text of this language?  read: text -> Model, InputError with the place; the
    model's `about` names the language.  forms: how it writes constraints, by their spellings.
    answers: how it prints answers.
    """

    name: str
    suffixes: tuple[str, ...]
    fits: Callable[[str], bool]
    read: Callable[[Source], Model]
    forms: Callable[[], Mapping[str, ConstraintForm]]
    answers: Answers = Answers()


LANGUAGES: Parts[Language] = Parts("language", "LANGUAGE", "csp2sat.languages")


def answers_of(about: object) -> Answers:
    """How answers are printed of what a model or a map is `about`: as its language says, else as Sugar does."""
    name = about.get("language") if isinstance(about, dict) else None
    language = LANGUAGES.get(name) if isinstance(name, str) else None
    return (language or LANGUAGES[DEFAULT]).answers
