"""FlatZinc, the language in which the MiniZinc compiler gives problems to solvers, as text and as JSON.

    var 1..3: x :: output_var;
    var 1..3: y :: output_var;
    constraint int_lt(x, y);
    solve maximize x;

The variables are integers and Booleans; variables without the annotations `output_var` and `output_array` are hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...base.interpreter import CollectorOff
from ...base.source import Source
from ...model.model import Answer, Model
from ..base.value_lines import DeclaredNames, Printed
from ..spec import Answers, Language

FIRST = re.compile(
    r"(?:\s*+%[^\n]*+\n)*+\s*+(?:(?:predicate|constraint|solve|var)\s|array\s*\[|(?:int|bool|float)\s*:|set\s+of\s)"
)
OBJECT = re.compile(r'\s*+\{\s*+"(?:variables|arrays|constraints)"\s*+:')


def fits(text: str) -> bool:
    """Whether a text begins with an item of FlatZinc, or, as JSON, with a part of an instance."""
    return (FIRST.match(text) or OBJECT.match(text)) is not None


def read(source: Source) -> Model:
    """Read FlatZinc, as text or as JSON, as a model. Raises InputError, with the place, if the text is wrong."""
    with CollectorOff():
        if source.text.lstrip().startswith("{"):
            from .json_form import read_json

            return read_json(source)
        from .text import read_text

        return read_text(source)


def _values(declared: DeclaredNames, answer: Answer) -> str:
    from .answers import show_output

    if _ozn(declared):
        from .minizinc_output import own_text

        return own_text(declared, answer)
    return show_output(declared, answer)


def _fields(declared: DeclaredNames, answer: Answer) -> dict[str, Any]:
    if not _ozn(declared):
        return {}
    from .minizinc_output import own_fields

    return own_fields(declared, answer)


def _shared(declared: DeclaredNames, known: Answer, example: Answer) -> tuple[str, dict[str, Any]]:
    if not _ozn(declared):
        return _values(declared, known), {}
    from .minizinc_output import shared_values

    return shared_values(declared, known, example)


def _ozn(declared: Any) -> str:
    """Return the output specification of a MiniZinc model, '' if there is none."""
    return str(declared.about.get("ozn", ""))


def _status(status: str, text: str) -> str:
    from .answers import show_status

    return show_status(status, text)


def _ended(number: str, is_complete: bool) -> str:
    """Return MiniZinc's line for the end of the search if there are no other solutions, and a comment."""
    from .answers import COMPLETE

    return f"{COMPLETE if is_complete else ''}% {number}\n"


def _solutions(source: Source, model: Model) -> Iterator[Printed]:
    from .solutions import read_solutions

    return read_solutions(source, model)


def _stated(own: Mapping[str, Any] | None, flat: Printed | None, model: Model) -> Printed:
    from .solutions import stated_in_json

    return stated_in_json(own, flat, model)


ANSWERS = Answers(
    _values,
    _values,
    objective="% objective {}\n".format,
    status=_status,
    ended=_ended,
    solutions=_solutions,
    stated=_stated,
    fields=_fields,
    shared=_shared,
)
LANGUAGE = Language(
    "flatzinc", (".fzn",), fits, read, dict, ANSWERS, example="var 1..9: x;", equality="constraint TERM = VALUE;"
)
