"""FlatZinc as text, read in one pass over the items; the constraints are then read again at their places, each by a few
regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from ...base.numbers import cut, shortened
from ...base.source import Source, word_pattern
from ...errors import InputError, Unsupported
from ...model.model import Model, Origin
from ..base.wrong import NotHere, Wrong
from . import warm_start
from .arguments import Argument
from .instance import GOALS, ConstraintItem, DeclaredArray, Goal, Instance, Kind, OutputItem, Variable, model_of
from .names import ID, integer
from .output_spec import spec_of
from .own_values import give_names
from .words import (
    count,
    dimensions_of,
    elements_of,
    introduced_float,
    refuse,
    split,
    type_of,
    without_comments,
    without_second_values,
)

B = r"[ \t\r\n]*+"
FLAT = re.compile(r"\.fzn\b|FlatZinc", re.IGNORECASE)  # in the name of a text that is FlatZinc for sure
BLANK = re.compile(B)
KEYWORD = re.compile(rf"{B}({ID}|)")
CONSTRAINT = re.compile(rf"{B}constraint[ \t\r\n]+({ID}){B}\(")
ARGUMENT = re.compile(
    rf"{B}(?:\[([^\[\]();]*+)\]|([^\[\](),;{{}}]+|\{{[^{{}}();]*\}}|{ID}{B}\[{B}[0-9]+{B}\])){B}([,)])"
)
END = re.compile(rf"{B};")
EQUALS_OR_END = re.compile(rf"{B}[;=]")
ANNOTATION = re.compile(rf"{B}::{B}({ID})({B}\()?")
NESTED = re.compile(r'[()\[\]]|"(?:[^"\\\n]|\\.)*+"|[^()\[\]";]++')
TYPE = rf"bool\b|int\b|float\b|set{B}of{B}(?:[^:;\[\]]*)|[^:;\[\]()]*?"
VARIABLE = re.compile(rf"{B}var\b{B}({TYPE}){B}:(?!:){B}({ID})")
ARRAY = re.compile(rf"{B}array{B}\[{B}([0-9]+){B}\.\.{B}(-?[0-9]+){B}\]{B}of\b{B}(var\b)?{B}({TYPE}){B}:(?!:){B}({ID})")
PARAMETER = re.compile(rf"{B}({TYPE}){B}:(?!:){B}({ID})")
VALUE = re.compile(rf"{B}={B}([^;\[\]]*?){B};")
LIST = re.compile(rf"{B}={B}\[([^\[\]();]*+)\]{B};")
SOLVE = re.compile(rf"{B}(satisfy|minimize|maximize)\b{B}([^;:]*?){B};")
PREDICATE = re.compile(rf"{B}predicate[^;]*;")


def read_text(source: Source, specification: str = "") -> Model:
    """Read a FlatZinc text as a model. Raises InputError, with the place, if the text is wrong.

    specification: the output specification of the MiniZinc model (`.ozn`), after which variables are named, and which
    is kept in the model's `about`; '' if there is none.
    """
    reader = TextReader(source)
    if not specification:
        return model_of(reader.instance, reader, "flatzinc")
    give_names(reader.instance, spec_of(specification))
    model = model_of(reader.instance, reader, "flatzinc")
    model.about["ozn"] = specification
    return model


class TextReader:
    """A reader of one text: the declarations are read at once, into `instance`. The constructor raises InputError at an
    item of a wrong form, and at a wrong declaration.

    The constraints are checked at once, too, but only their places are kept, which saves memory: `items` reads them
    again.
    """

    def __init__(self, source: Source):
        self._source = source
        self._text = text = without_second_values(source.path, without_comments(source.text))
        self.instance = Instance()
        self._names = self.instance.names
        self._constraints: list[int] = []
        self._solve: int | None = None
        at = 0
        while (at := self._after(BLANK, at)) < len(text):
            try:
                at = self._item(at)
            except Wrong as wrong:
                raise self.failed(wrong, at) from None
        if self._solve is None:
            raise source.error("expected a solve item before the end of the text", len(source.text.rstrip()))

    def _after(self, pattern: re.Pattern[str], at: int) -> int:
        found = pattern.match(self._text, at)
        return at if found is None else found.end()

    # what the instance asks

    def failed(self, wrong: Wrong, place: Any) -> InputError:
        """Return the error of a fault, Unsupported for NotHere, at the faulty word if it is found in the item. place:
        the offset of the item; None: the solve item.
        """
        if isinstance(wrong, NotHere) and (found_float := introduced_float(wrong.message, self._text)) is not None:
            message, at = found_float
            return Unsupported(message, self._source.place(at))
        at = (self._solve or 0) if place is None else int(place)
        word = wrong.item.strip() if isinstance(wrong.item, str) else ""
        end = self._text.find(";", at) % (len(self._text) + 1)
        found = word_pattern(word, r"\w").search(self._text, at, end) if word else None
        kind = Unsupported if isinstance(wrong, NotHere) else InputError
        return kind(wrong.message + wrong.hint(), self._source.place(found.start() if found else at))

    def warn(self, message: str, place: Any) -> None:
        found = self._source.place(place)
        self._source.warn(message, found.line, found.column)

    def value(self, word: str) -> Argument:
        return cast(Argument, self._names[word])

    def values(self, args: list[str]) -> list[Argument]:
        names = self._names
        return [list(map(names.__getitem__, split(arg[1:-1]))) if arg.startswith("[") else names[arg] for arg in args]

    def origin(self, place: Any) -> Origin:
        found = self._source.place(int(place))
        return Origin("text", found.line, found.column)

    def items(self) -> Iterator[ConstraintItem]:
        line, before, text = 1, 0, self._text
        for at in self._constraints:
            line += text.count("\n", before, at)
            before = at
            column = at - text.rfind("\n", 0, at)
            name, args, _ = self._call(at)
            yield ConstraintItem(name, args, Origin("text", line, column), at)

    # the items

    def _item(self, at: int) -> int:
        """Read the item that begins at the offset; return the offset after the item. Raises Wrong or InputError."""
        text = self._text
        if text.startswith("constraint", at):
            return self._constraint(at)
        if text.startswith("var", at):
            return self._variable(at)
        if text.startswith("array", at):
            return self._array(at)
        if text.startswith("predicate", at):
            if (end := self._after(PREDICATE, at)) == at:
                raise self._expected("`;` at the end of the predicate", len(text.rstrip()))
            return end
        if text.startswith("solve", at):
            return self._solved(at)
        return self._parameter(at)

    def _expected(self, what: str, at: int) -> InputError:
        at = self._after(BLANK, at)
        found = self._text[at : at + 1]
        wrong = f"expected {what}" + (f", not {found!r}" if found else ", the text ends")
        advice = "" if FLAT.search(self._source.path) else "; a model of MiniZinc is read from a file MODEL.mzn"
        return self._source.error(wrong + advice, at)

    def _call(self, at: int) -> tuple[str, list[str], int]:
        """Return the name of the constraint at the offset, its arguments as they are written, and the offset after its
        `)`, where annotations may follow.  Raises InputError if the text there is no constraint.
        """
        head = CONSTRAINT.match(self._text, at)
        if head is None:
            raise self._expected("`constraint NAME(ARGUMENT, ...);`", at)
        args: list[str] = []
        end = head.end()
        if self._text.startswith(")", after := self._after(BLANK, end)):
            return head[1], args, after + 1
        while (found := ARGUMENT.match(self._text, end)) is not None:
            items, scalar, separator = found.groups()
            args.append(scalar if items is None else f"[{items}]")
            end = found.end()
            if separator == ")":
                return head[1], args, end
        raise self._expected("an argument: a name, a literal or a list of these, then `,` or `)`", end)

    def _constraint(self, at: int) -> int:
        name, args, end = self._call(at)
        self._constraints.append(at)
        if name == "bool2int" and len(args) == 2:
            self.instance.view(args[0].strip(), args[1].strip())
        annotations, end = self._annotated(end)
        if "defines_var" in annotations:
            self.instance.defined.add(annotations["defines_var"].strip())
        return end

    def _annotated(self, at: int, end: re.Pattern[str] = END) -> tuple[dict[str, str], int]:
        """Return the annotations at the offset, by their names, as the text in their parentheses ('' without
        parentheses), and the offset after the sign behind them, which must match `end` (`;`, or `;` or `=`). Raises
        InputError for another sign, and for a parenthesis that is not closed.
        """
        found: dict[str, str] = {}
        while (annotation := ANNOTATION.match(self._text, at)) is not None:
            start = at = annotation.end()
            if annotation[2]:
                at = self._nested(start)
            found[annotation[1]] = self._text[start : max(start, at - 1)]
        closing = end.match(self._text, at)
        if closing is None:
            raise self._expected("`;`" if end is END else "`=` or `;`", at)
        return found, closing.end()

    def _nested(self, at: int) -> int:
        """Return the offset after the `)` that closes a parenthesis opened before `at`. Raises InputError if there is
        none.
        """
        depth = 1
        while depth:
            part = NESTED.match(self._text, at)
            if part is None:
                raise self._expected("`)` after the arguments of the annotation", at)
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(part[0], 0)
            at = part.end()
        return at

    def _variable(self, at: int) -> int:
        head = VARIABLE.match(self._text, at)
        if head is None:
            raise self._expected("`var TYPE: NAME;`", at)
        kind, domain = type_of(head[1], head[2])
        self.instance.declare(head[2])
        annotations, end = self._annotated(head.end(), EQUALS_OR_END)
        value = None
        if self._text[end - 1] == "=":
            given = VALUE.match(self._text, end - 1)
            if given is None:
                raise self._expected("a name or a literal, then `;`", end)
            value, end = given[1], given.end()
        self.instance.variables[head[2]] = Variable(kind, domain, value, at)
        if "output_var" in annotations:
            self.instance.outputs.append(OutputItem(head[2], kind, None, [head[2]], at))
        return end

    def _array(self, at: int) -> int:
        head = ARRAY.match(self._text, at)
        if head is None:
            raise self._expected("`array [1..N] of TYPE: NAME = [...];`", at)
        first, last, is_variable, type_, name = head.groups()
        self.instance.declare(name)
        annotations, end = self._annotated(head.end(), EQUALS_OR_END)
        given = LIST.match(self._text, end - 1)
        if given is None:
            raise self._expected("`= [ELEMENT, ...];`", end - 1)
        words = given[1]
        size = integer(last) - integer(first) + 1
        if (found := count(words)) != max(0, size):
            raise Wrong(name, f"{name} has {cut(max(0, size))} elements by its type, and {found} in its list")
        kind, domain = elements_of(type_, name, bool(is_variable), is_empty=size < 1)
        if "output_array" in annotations and kind != "set":
            dimensions = dimensions_of(annotations["output_array"], size, name)
            self.instance.outputs.append(OutputItem(name, cast(Kind, kind), dimensions, split(words), at))
        self.instance.arrays.append(DeclaredArray(name, self._elements(name, kind, words, at), domain, at))
        return given.end()

    def _elements(self, name: str, kind: str, words: str, at: int) -> Callable[[], list[Argument]]:
        """Return the function that makes the elements of the array from its words, when all names are declared. The
        function raises InputError for an unknown name. at: the offset of the declaration; `name` and `kind` are not
        used.
        """

        def elements() -> list[Argument]:
            try:
                return list(map(self._names.__getitem__, split(words)))
            except Wrong as wrong:
                raise self.failed(wrong, at) from None

        return elements

    def _parameter(self, at: int) -> int:
        head = PARAMETER.match(self._text, at)
        if head is None or not head[1]:
            raise self._expected("an item: predicate, parameter, var, array, constraint or solve", at)
        type_, name = head.groups()
        if type_ not in ("int", "bool") and not type_.startswith("set"):
            refuse(type_, name)
            raise self._expected("an item: predicate, parameter, var, array, constraint or solve", at)
        given = VALUE.match(self._text, head.end())
        if given is None:
            raise self._expected("`= VALUE;`", head.end())
        value = self._names[given[1]]
        if {"int": type(value) is int, "bool": type(value) is bool}.get(type_, isinstance(value, range | tuple)):
            self.instance.declare(name, value)
            return given.end()
        raise Wrong(given[1], f"{name} is declared as {type_}; {shortened(given[1])} is something else")

    def _solved(self, at: int) -> int:
        if self._solve is not None:
            raise Wrong("solve", "there is a second solve item")
        self._solve = at
        end = at + len("solve")
        while (annotation := ANNOTATION.match(self._text, end)) is not None:
            end = self._nested(annotation.end()) if annotation[2] else annotation.end()
            self.instance.preferred += warm_start.in_text(self._text[annotation.start(1) : end])
        found = SOLVE.match(self._text, end)
        if found is None or (found[1] in GOALS) != bool(found[2]):
            raise self._expected("`satisfy;`, `minimize X;` or `maximize X;`", end)
        self.instance.goal = (cast(Goal, found[1]), found[2]) if found[2] else None
        return found.end()
