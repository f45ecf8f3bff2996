"""A model in the styles of Prolog and of answer set programming: the statements of its CSP text, other parentheses.

(int x 0 3) (<= x 2)        CSP
[int,x,0,3]. [le,x,2].      Prolog, which `as_csp` reads back
int(x,0,3). le(x,2).        ASP: facts; a list without an operator is list(...)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ...base.source import Source
from ...model.model import Model
from ...model.ops import OPS
from ..base.sexpr import Item, statements
from .constraints import FORMS
from .operators import STATEMENTS
from .writer import to_text

NAME = re.compile(r"_*[a-z]\w*", re.ASCII)  # of a constant, in both
TOKEN = re.compile(r"%[^\r\n]*|'([^'\r\n]*)'?|[][,.()]")
PARENTHESES = {"[": "(", "]": ")"}
QUOTED = re.compile(r"[^\s()]+")
LISTS = ("supports", "conflicts")

Shape = Callable[[Item, list[str]], str]  # the first item of a list, and the texts of all: the list's text


def to_prolog(model: Model) -> str:
    """Lists in brackets, names that begin with no small letter in quotes.  Errors are those of `csp_text.to_text`."""
    return _facts(model, lambda first, texts: f"[{','.join(texts)}]", "'")


def to_asp(model: Model) -> str:
    """Facts; what is no name of a constant becomes a string.  Errors are those of `csp_text.to_text`."""
    return _facts(model, _function, '"')


def _function(first: Item, texts: list[str]) -> str:
    if not isinstance(first, str) or not any(first in known for known in (OPS, STATEMENTS, LISTS, FORMS)):
        return f"list({','.join(texts)})"
    return f"{texts[0]}({','.join(texts[1:])})" if texts[1:] else texts[0]


def _facts(model: Model, shape: Shape, quote: str) -> str:
    forms = (form for form, *_ in statements(Source("", to_text(model))))
    return "".join(f"{_text(form, shape, quote)}.\n" for form in forms)


def _text(root: Item, shape: Shape, quote: str) -> str:
    """The text of an item, whatever its depth: inner lists first."""
    lists: list[list[Item]] = [[root]]
    for each in lists:  # grows on the way
        lists.extend(item for item in each if isinstance(item, list))
    texts: dict[int, str] = {}
    for each in reversed(lists):
        texts[id(each)] = shape(each[0] if each else "", [_word(item, texts, quote) for item in each])
    return _word(root, texts, quote)


def _word(item: Item, texts: dict[int, str], quote: str) -> str:
    if isinstance(item, list):
        return texts[id(item)]
    return str(item) if isinstance(item, int) or NAME.fullmatch(item) else f"{quote}{item}{quote}"


WRITERS: dict[str, Callable[[Model], str]] = {"csp": to_text, "prolog": to_prolog, "asp": to_asp}


def formats() -> Iterable[str]:
    """The names of the dialects, and smt."""
    return (*WRITERS, "smt")


def write(model: Model, dialect: str) -> str:
    """The model in a dialect."""
    if dialect == "smt":
        from .smt import to_smt

        return to_smt(model)
    return WRITERS[dialect](model)


def as_csp(source: Source) -> Source:
    """The same statements with parentheses; everything stays at its place.

    `%` begins a comment, `'...'` quotes a name, `,` and `.` are blanks.  Raises InputError for a quoted name that no
    CSP text can hold.
    """

    def converted(token: re.Match[str]) -> str:
        text = token[0]
        if text.startswith("'"):
            if not text.endswith("'") or not QUOTED.fullmatch(token[1]):
                raise source.error("expected a name without blanks, quoted by '...'", token.start())
            return f" {token[1]} "
        if text in "()":
            raise source.error(f"{text!r}; expected lists in brackets", token.start())
        return PARENTHESES.get(text, " " * len(text))

    return Source(source.path, TOKEN.sub(converted, source.text))
