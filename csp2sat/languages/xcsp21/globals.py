"""Global constraints of XCSP: their table, and their parameters in the abridged notation, such as `[ {1 V0} {-3 V1} ]
<gt/> 12`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...model.expr import Expr, node
from ..base.forms import CARDINALITIES, WEIGHTED, WITH_COSTS, ConstraintForm, FormItem, PatternShape, Words, form, tasks
from ..base.names import DATA
from ..base.sexpr import LocatedForm, LocatedInteger, LocatedSymbol, shown
from ..base.wrong import NotHere, Unknown, Wrong
from .values import integer
from .xml_elements import Element, XmlSpot

PREFIX = "global:"
WORDS = Words("<le/>", "<eq/> <ne/> <lt/> <le/> <gt/> <ge/>")


def _form(constraint: str, pattern: str, shape: PatternShape | None = None) -> ConstraintForm:
    """Return the form of `constraint` that a pattern describes; messages write VARIABLE for a term."""
    usage = pattern.replace("TERM", "VARIABLE").replace("<le/>? ", "")
    return form(constraint, pattern, WORDS, usage, shape)


FORMS: dict[str, ConstraintForm] = {
    "allDifferent": _form("alldifferent", "[ TERM ... ]"),
    "weightedSum": _form("weightedsum", "[ {WEIGHT TERM} ... ] <le/> BOUND, or another comparison", WEIGHTED),
    "cumulative": _form("cumulative", "[ {ORIGIN DURATION END HEIGHT} ... ] LIMIT", tasks("<nil/>")),
    "element": _form("element", "INDEX [ TERM ... ] <le/>? VALUE"),
    "disjunctive": _form("disjunctive", "[ {ORIGIN DURATION} ... ]"),
    "lex_less": _form("lex_less", "[ TERM ... ] [ TERM ... ]"),
    "lex_lesseq": _form("lex_lesseq", "[ TERM ... ] [ TERM ... ]"),
    "nvalue": _form("nvalue", "NUMBER [ TERM ... ]"),
    "count": _form("count", "VALUE [ TERM ... ] <le/> NUMBER, or another comparison"),
    "global_cardinality": _form("global_cardinality", "[ TERM ... ] [ {VALUE NUMBER} ... ]", CARDINALITIES),
    "global_cardinality_with_costs": _form(
        "global_cardinality_with_costs",
        "[ TERM ... ] [ {VALUE NUMBER} ... ] [ {I K WEIGHT} ... ] COST",
        WITH_COSTS,
    ),
}
BY_NAME = {name.lower(): form for name, form in FORMS.items()}
BRACKET = re.compile(r"[\[\]{}]")
CLOSING = {"[": "]", "{": "}"}
RUN = re.compile(r"<[^<>]*/>|[^\s<]+|<")


class LocatedVariable(NamedTuple):
    """A variable among the parameters, with its text and its offset."""

    term: Expr
    text: str
    offset: int


def global_of(name: str, spot: XmlSpot) -> ConstraintForm:
    """Return the form of the constraint that `global:NAME` means. Raises Wrong if the name is unknown."""
    if name.lower() not in BY_NAME:
        raise NotHere(spot, f"global constraint {shown(name)} is not supported; there are {', '.join(FORMS)}")
    return BY_NAME[name.lower()]


class Globals:
    """A reader of parameters over the variables of the instance."""

    def __init__(self, variables: Mapping[str, Expr]):
        self._variables = variables
        self._lengths: list[int] = []  # of the names that have brackets in them, the longest first

    def declare(self, name: str) -> None:
        """Note that a variable of that name may stand among the parameters, which matters for a name with brackets in
        it.
        """
        if BRACKET.search(name) and len(name) not in self._lengths:
            self._lengths = sorted((*self._lengths, len(name)), reverse=True)

    def read(self, form: ConstraintForm, parameters: Element) -> Expr:
        """Return the constraint of that form with these parameters. Raises Wrong."""
        items = self._nested(parameters)
        try:
            pairs = form.read(items)
        except Wrong as wrong:
            start = len(parameters.text) - len(parameters.text.lstrip())
            wrong.item = XmlSpot(parameters, getattr(wrong.item, "offset", start))
            raise
        return node(form.constraint, *(item if sort == DATA else _term(parameters, item) for item, sort in pairs))

    def of_scope(self, form: ConstraintForm, variables: Sequence[Expr], element: Element) -> Expr:
        """Return the constraint of that form on the variables of the scope alone, without parameters. Raises Wrong if
        the form needs parameters.
        """
        try:
            pairs = form.read(variables)
        except Wrong:
            raise element.wrong(f"expected <parameters> {form.usage} </parameters>") from None
        return node(form.constraint, *(item for item, _ in pairs))

    def _nested(self, parameters: Element) -> list[FormItem]:
        """Return the items of the parameters, with lists for brackets. Raises Wrong for a bracket without its partner,
        and for an unknown word.
        """
        outer: list[tuple[list[FormItem], str]] = []
        form, opened = LocatedForm(), ""
        for word, offset in self.words(parameters.text):
            if word in CLOSING:
                outer.append((form, opened))
                form, opened = LocatedForm(), word
                form.offset = offset
            elif word in CLOSING.values():
                if word != CLOSING.get(opened):
                    expected = repr(CLOSING[opened]) if opened else "no bracket to be closed"
                    raise Wrong(XmlSpot(parameters, offset), f"expected {expected}, found {word!r}")
                inner = form
                form, opened = outer.pop()  # type: ignore[assignment]
                form.append(inner)
            else:
                form.append(self._item(parameters, word, offset))
        if opened:
            raise Wrong(XmlSpot(parameters, form.offset), f"{opened!r} is never closed")
        return form

    def _item(self, parameters: Element, word: str, offset: int) -> FormItem:
        if word in self._variables:
            return LocatedVariable(self._variables[word], word, offset)
        value = integer(word)
        if word.startswith("<"):
            item: LocatedSymbol | LocatedInteger = LocatedSymbol(word[1:-2])
        elif value is not None:
            item = LocatedInteger(value)
        else:
            raise Unknown(XmlSpot(parameters, offset, word), f"unknown variable {shown(word)}", self._variables)
        item.offset, item.text = offset, word
        return item

    def words(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the words of a text of parameters, each with its offset; a bracket is a word of its own."""
        for run in RUN.finditer(text):
            at = run.start()
            while at < run.end():
                end = run.end() if run[0][0] == "<" else self._end(text, at, run.end())
                yield text[at:end], at
                at = end

    def _end(self, text: str, start: int, end: int) -> int:
        """Return the end, after the last character, of the word of `text` that begins at `start` and ends at `end` or
        before.

        end: of the characters without blanks from `start` on. A bracket at `start` is a word of its own; a later
        bracket ends the word unless the bracket is part of a variable's name.
        """
        if text[start] in "[]{}":
            return start + 1
        for stop in (start + length for length in self._lengths):
            if (stop == end or (stop < end and text[stop] in "[]{}")) and text[start:stop] in self._variables:
                return stop
        first = BRACKET.search(text, start, end)
        return first.start() if first else end


def _term(parameters: Element, item: FormItem) -> Expr | int:
    if isinstance(item, LocatedVariable):
        return item.term
    if isinstance(item, int):
        return int(item)
    found = "a list" if isinstance(item, list) else shown(item)
    raise Wrong(XmlSpot(parameters, item.offset), f"expected a variable or an integer, found {found}")
