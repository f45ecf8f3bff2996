"""The texts of an XCSP3 constraint: sequences of items, tuples and conditions, with the arguments of a group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...base import numbers
from ...model.domain import Domain
from ...model.expr import Expr, as_term
from ...model.ops import COMPARISONS
from ..base.sexpr import shown
from ..base.wrong import NotHere, Wrong
from ..flatzinc.arguments import compare
from ..flatzinc.builtins.integer_builtins import within
from ..xcsp21.values import NO_INTEGER, WORD, integer
from ..xcsp21.xml_elements import Element, XmlSpot
from .expressions import INDICES, PARAMETER, Compiled, compile_expression, evaluate_program, has_parameter
from .operators import OperandSet, XcspOperators, outside
from .variables import DeclaredVariables

SequenceItem = Expr | int | range  # a term, a formula that counts as 0 or 1, or an interval
INTERVAL = re.compile(r"([-+]?\d+)\.\.([-+]?\d+)", re.ASCII)
REPEATED = re.compile(r"([-+]?\d+)x(\d+)", re.ASCII)
CONDITION = re.compile(r"\s*\(\s*(\w+)\s*,\s*(.*?)\s*\)\s*", re.DOTALL)
PIECE = re.compile(r"[^\s(),]+|[(),]")
MOST_REPEATED = 1_000_000


class XcspCondition(NamedTuple):
    """A condition `(op,operand)`: a comparison with a term, or `in` or `notin` with a set of constants."""

    op: str
    operand: Expr | int | Domain

    def of(self, term: Expr | int) -> Expr:
        """Return the formula that the term fulfils the condition."""
        if isinstance(self.operand, Domain):
            return within(term, self.operand) if self.op == "in" else outside(term, self.operand)
        return compare(self.op, term, self.operand)


class GroupArguments(NamedTuple):
    """The items that stand for %0, %1, ...; rest: the number of the first item that `%...` stands for."""

    items: Sequence[SequenceItem]
    rest: int


class ConstraintTexts:
    """A reader of texts over the variables of an instance, and the arguments of the group that is being read."""

    def __init__(self, variables: DeclaredVariables, operators: XcspOperators):
        self.variables, self.operators = variables, operators
        self.arguments: GroupArguments | None = None
        self._programs: dict[str, Compiled] = {}
        self.tables: dict[int, tuple[Element, Any]] = {}

    # sequences

    def items(self, element: Element) -> list[SequenceItem]:
        """Return the items of an element's text, with compact forms and `1x3` unfolded. Raises Wrong."""
        if element.children:
            child = element.children[0]
            raise NotHere(XmlSpot(child), f"<{child.name}> in <{element.name}> is not supported")
        return self._items(element, 0, len(element.text))

    def _items(self, element: Element, start: int, end: int) -> list[SequenceItem]:
        terms = self.variables.terms
        found: list[SequenceItem] = []
        for word, at in _words(element, start, end):
            term = terms.get(word)
            if term is not None:
                found.append(term)
            else:
                found += self._meant(word, at, element)
        return found

    def _meant(self, word: str, at: int, element: Element) -> Sequence[SequenceItem]:
        """Return the items that a word of the text at the offset `at` means."""
        value = integer(word)
        if value is not None:
            return [value]
        spot = XmlSpot(element, at, word)
        if has_parameter(word):
            return self._argument(word, spot)
        if "(" in word:
            found: SequenceItem = self._expression(element, at, at + len(word))
            return [found]
        if match := INTERVAL.fullmatch(word):
            return [_interval(match, spot)]
        if match := REPEATED.fullmatch(word):
            if len(match[2]) > 8 or int(match[2]) > MOST_REPEATED:
                raise Wrong(spot, f"expected at most {MOST_REPEATED} times the same value")
            return [numbers.integer(match[1])] * int(match[2])
        return self._variables(word, spot)

    def _variables(self, word: str, spot: XmlSpot) -> list[Expr]:
        if NO_INTEGER.fullmatch(word):
            raise NotHere(spot, f"{word} is not supported; expected integers")
        return self.variables.named(word, spot)

    def _argument(self, word: str, spot: XmlSpot) -> Sequence[SequenceItem]:
        if self.arguments is None:
            raise Wrong(spot, f"{word} stands outside of a group; parameters belong into the template of a group")
        items, rest = self.arguments
        if word == "%...":
            return items[rest:]
        if not PARAMETER.fullmatch(word):
            return self.variables.named(self._with_indices(word, spot), spot)
        number = integer(word[1:]) or 0
        if number >= len(items):
            raise Wrong(spot, f"there is no argument {word}, but {numbers.counted(len(items), 'argument')}")
        return [items[number]]

    def _with_indices(self, word: str, spot: XmlSpot) -> str:
        """Return a word such as `x[%0]` with the integers that its parameters stand for. Raises Wrong for others."""

        def index(match: re.Match[str]) -> str:
            item = self._argument(match[0], spot)[0]
            if not isinstance(item, int):
                raise Wrong(spot, f"{match[0]} is an index of an array; expected an integer as its argument")
            return str(item)

        return INDICES.sub(index, word)

    def expression(self, element: Element) -> Expr | int:
        """Return the value of the expression that is the text of an element: a term or a formula. Raises Wrong."""
        if element.children:
            child = element.children[0]
            raise NotHere(XmlSpot(child), f"<{child.name}> in <{element.name}> is not supported; expected a text")
        value: Expr | int = self._expression(element, 0, len(element.text))
        return value

    def _expression(self, element: Element, start: int, end: int) -> Any:
        program = self._program(element, start, end)
        value = evaluate_program(program, self.operators, self._argument_terms)
        if isinstance(value, OperandSet):
            raise Wrong(program[-1].spot, "expected an expression, found a set; sets belong into in and notin")
        return value

    def _program(self, element: Element, start: int, end: int) -> Compiled:
        """Return the program of the expression in the text of an element from `start` to `end`; in a group the program
        is kept for the next arguments.
        """
        if self.arguments is None:
            return compile_expression(element, start, end, self._variables, self.operators)
        text = element.text[start:end]
        if text not in self._programs:
            self._programs[text] = compile_expression(element, start, end, self._variables, self.operators)
        return self._programs[text]

    def forget(self) -> None:
        """Drop the compiled expressions and the tables that were kept for the arguments of one constraint or group."""
        self._programs.clear()
        self.tables.clear()

    def _argument_terms(self, word: str, spot: XmlSpot) -> list[Expr | int]:
        found = []
        for item in self._argument(word, spot):
            if isinstance(item, range):
                raise Wrong(spot, "expected an expression, found an interval")
            found.append(item)
        return found

    def terms(self, element: Element) -> list[Expr | int]:
        """Return the items of a text as terms. Raises Wrong if there is none, and for an interval."""
        items = self.items(element)
        if not items:
            raise Wrong(XmlSpot(element), f"<{element.name}> is empty; expected variables")
        return self._as_terms(items, element)

    def _as_terms(self, items: Sequence[SequenceItem], element: Element) -> list[Expr | int]:
        for item in items:
            if isinstance(item, range):
                raise Wrong(XmlSpot(element), "expected variables or integers, found an interval")
        return [as_term(item) for item in items if not isinstance(item, range)]

    def integers(self, element: Element) -> list[int]:
        """Return the integers of a text. Raises Wrong for other items."""
        items = self.items(element)
        for item in items:
            if not isinstance(item, int):
                raise Wrong(XmlSpot(element), f"<{element.name}>: expected integers")
        return [item for item in items if isinstance(item, int)]

    # tuples

    def tuples(self, element: Element) -> list[list[Expr | int]]:
        """Return the tuples of a text such as `(x,2)(y,3)`, as terms. Raises Wrong."""
        spans = _spans(element)
        found = [self._as_terms(self._items(element, start, end), element) for start, end in spans]
        if not found or not all(found):
            raise Wrong(XmlSpot(element), f"<{element.name}>: expected tuples, such as (1,2)(3,4)")
        return found

    def matrix(self, element: Element) -> list[list[Expr | int]]:
        """Return the rows of a matrix: those of `x[][]`, or tuples. Raises Wrong if they differ in length."""
        word = element.text.strip()
        rows = self.tuples(element) if "(" in word else self._rows(element, word)
        if len(set(map(len, rows))) > 1:
            raise Wrong(XmlSpot(element), f"<{element.name}>: expected rows of the same length")
        return rows

    def _rows(self, element: Element, word: str) -> list[list[Expr | int]]:
        spot = XmlSpot(element, element.text.index(word), word)
        if PARAMETER.fullmatch(word) or len(word.split()) != 1:
            raise NotHere(spot, "a matrix of parameters or of several words is not supported; expected x[][]")
        word = self._with_indices(word, spot) if has_parameter(word) else word
        box = self.variables.box(word, spot)
        if len(box.open) < 2:
            raise Wrong(spot, f"expected a matrix, such as x[][], found {shown(word)}")
        cells: list[Expr | int] = [*self.variables.named(word, spot)]
        width = len(cells) // len(box.ranges[box.open[0]])
        return [cells[at : at + width] for at in range(0, len(cells), width)]

    # conditions

    def condition(self, element: Element) -> XcspCondition:
        """Return the condition in the text of an element. Raises Wrong."""
        match = CONDITION.fullmatch(element.text)
        if match is None:
            raise Wrong(XmlSpot(element), f"expected a condition, such as (le,3), found {shown(element.text.strip())}")
        return self._condition(element, match)

    def conditions(self, element: Element) -> list[XcspCondition]:
        """Return the conditions `(le,3)(ge,2)` in the text of an element. Raises Wrong."""
        found = []
        for start, end in _spans(element):
            match = CONDITION.fullmatch(element.text, start - 1, end + 1)
            if match is None:
                raise Wrong(XmlSpot(element, start), "expected conditions, such as (le,3)(ge,2)")
            found.append(self._condition(element, match))
        return found

    def _condition(self, element: Element, match: re.Match[str]) -> XcspCondition:
        op, operand = match[1], match[2]
        spot = XmlSpot(element, match.start(2), operand)
        if op in ("in", "notin"):
            return XcspCondition(op, self._set(element, match, spot))
        if op not in COMPARISONS:
            message = f"unknown operator {shown(op)}; expected one of {', '.join(COMPARISONS)}, in, notin"
            raise Wrong(XmlSpot(element, match.start(1), op), message)
        items = self._items(element, match.start(2), match.end(2))
        if len(items) != 1 or isinstance(items[0], range):
            raise Wrong(spot, f"{op}: expected one integer or variable")
        return XcspCondition(op, as_term(items[0]))

    def _set(self, element: Element, match: re.Match[str], spot: XmlSpot) -> Domain:
        start, end = match.span(2)
        if match[2].startswith("{") and match[2].endswith("}"):
            start, end = start + 1, end - 1
        return self.values(element, start, end, spot)

    def values(self, element: Element, start: int, end: int, spot: XmlSpot) -> Domain:
        """Return the integers and intervals, between blanks or commas, in the text of an element from `start` to `end`,
        as a set. Raises Wrong at `spot`.
        """
        ranges = []
        for word in re.finditer(r"[^\s,]+", element.text[start:end]):
            for item in self._meant(word[0], start + word.start(), element):
                if isinstance(item, Expr):
                    raise Wrong(spot, "expected integers and intervals, such as 1..3 or {1,4,8}")
                ranges.append((item, item) if isinstance(item, int) else (item.start, item.stop - 1))
        return Domain(ranges)


def _interval(match: re.Match[str], spot: XmlSpot) -> range:
    low, high = integer(match[1]), integer(match[2])
    if low is None or high is None or low > high:
        raise Wrong(spot, f"the interval {shown(match[0])} is empty")
    return range(low, high + 1)


def _words(element: Element, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield the words, with their offsets, in the text of an element from `start` to `end`; blanks separate, but not
    inside parentheses. Commas separate too, in the inside of a tuple: if `start` is not 0.
    """
    text = element.text
    if text.find("(", start, end) < 0 and text.find(",", start, end) < 0:
        yield from ((word[0], word.start()) for word in WORD.finditer(text, start, end))
        return
    in_tuple = start > 0
    depth, begin, last = 0, -1, -1
    for piece in PIECE.finditer(text, start, end):
        char = piece[0]
        if depth == 0:
            if begin >= 0 and (piece.start() > last or char == ","):
                yield text[begin:last], begin
                begin = -1
            if char == "," and in_tuple:
                continue
            if char in "),":
                raise Wrong(
                    XmlSpot(element, piece.start(), char), f"expected a variable or an integer, found {shown(char)}"
                )
            if char == "(" and begin < 0:
                message = (
                    "expected an operator before '('" if in_tuple else "expected variables or integers, found a tuple"
                )
                raise Wrong(XmlSpot(element, piece.start(), char), message)
            begin = piece.start() if begin < 0 else begin
        depth += (char == "(") - (char == ")")
        last = piece.end()
    if depth:
        raise Wrong(XmlSpot(element, begin, text[begin:last]), "'(' is never closed")
    if begin >= 0:
        yield text[begin:last], begin


def _spans(element: Element) -> list[tuple[int, int]]:
    """Return the spans of the insides of the tuples of a text. Raises Wrong for text outside of parentheses."""
    found, depth, begin = [], 0, 0
    for piece in PIECE.finditer(element.text):
        char = piece[0]
        if depth == 0 and char != "(":
            raise Wrong(XmlSpot(element, piece.start(), char), f"expected a tuple, such as (1,2), found {shown(char)}")
        begin = piece.end() if depth == 0 else begin
        depth += (char == "(") - (char == ")")
        if depth == 0:
            found.append((begin, piece.start()))
    if depth:
        raise Wrong(XmlSpot(element, begin - 1, "("), "'(' is never closed")
    return found
