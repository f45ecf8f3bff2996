"""Predicates and functions of XCSP: `eq(abs(sub(X0,X1)),2)` is read once and applied to many arguments.

The text becomes a program for a stack machine, so neither reading nor applying it recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ...model.expr import FALSE, TRUE, Expr, node
from ...model.ops import ANY, FORMULA, OPS, TERM, Op
from ..base.sexpr import shown
from ..base.wrong import Unknown, Wrong
from .values import WORD, integer
from .xml_elements import Element, XmlSpot

TOKEN = re.compile(r"[(),]|[^\s(),]+")
OF_FORMULAS = {"eq": "iff", "ne": "xor", "if": "ite"}
CONSTANTS = {"true": TRUE, "false": FALSE}
Operand = Expr | int
ALL_DIFFERENT = Op((TERM,), FORMULA, 0, ANY, ("alldifferent",), bool)  # some files use it like an operator


class Step(NamedTuple):
    """An instruction on the stack: replace the last `number` values by the result of `build`, if there is a `build`;
    else push `value`; or, if there is no value, push the argument at index `number`.
    """

    value: Operand | None = None
    build: Callable[..., Operand] | None = None
    number: int = 0


class ExprTemplate(NamedTuple):
    """A formula or a term with parameters, as a program."""

    name: str
    arity: int
    sort: str
    program: tuple[Step, ...]

    def __call__(self, arguments: Sequence[Operand]) -> Operand:
        """Return the expression with these arguments, `arity` of them, in place of the parameters."""
        stack: list[Operand] = []
        for value, build, number in self.program:
            if build is not None:
                values = stack[len(stack) - number :]
                del stack[len(stack) - number :]
                stack.append(build(*values))
            else:
                stack.append(arguments[number] if value is None else value)
        return stack[0]


def template_of(element: Element, sort: str) -> ExprTemplate:
    """Return the predicate (sort FORMULA) or the function (sort TERM) that an element declares. Raises Wrong."""
    name = element.attribute("name")
    expression = element.child("expression")
    functional = expression and expression.child("functional")
    if not functional:
        others = [child.name for child in expression.children] if expression else []
        found = f"; <{others[0]}> is not supported" if others else ""
        raise (expression or element).wrong(f"expected <expression><functional>...</functional>{found}")
    places = _parameters(element.child("parameters"))
    compiler = _Compiler(functional, places)
    if compiler.compile() != sort:
        compiler.program.append(Step(None, _as(sort), 1))
    return ExprTemplate(name, len(places), sort, tuple(compiler.program))


def _parameters(element: Element | None) -> dict[str, int]:
    """Return the positions of the parameters, such as X0 and X1 in `int X0 int X1`, by their names; {} for no element.
    Raises Wrong.
    """
    places: dict[str, int] = {}
    words = list(WORD.finditer(element.text)) if element else []
    for at, word in enumerate(words):
        spot = XmlSpot(element, word.start(), word[0]) if element else None
        if at % 2 == 0 and word[0] != "int":
            raise Wrong(spot, f"expected int before the name of a parameter, found {shown(word[0])}")
        if at % 2 == 0 and at + 1 == len(words):
            raise Wrong(spot, "expected the name of a parameter after int")
        if at % 2 and word[0] in places:
            raise Wrong(spot, f"two parameters are called {shown(word[0])}")
        if at % 2 and (integer(word[0]) is not None or not TOKEN.fullmatch(word[0])):
            raise Wrong(spot, f"{shown(word[0])} cannot be the name of a parameter")
        if at % 2:
            places[word[0]] = len(places)
    return places


Call = tuple[re.Match[str], list[str]]  # an operator whose arguments are being read; their sorts


class _Compiler:
    """A compiler of the text of an expression into a program."""

    def __init__(self, element: Element, places: dict[str, int]):
        self._element, self._places = element, places
        self.program: list[Step] = []
        self._tokens = list(TOKEN.finditer(element.text))
        self._at = 0
        self._calls: list[Call] = []

    def compile(self) -> str:
        """Compile the whole text; return the sort of the expression. Raises Wrong."""
        while True:
            sort = self._operand()
            while sort and self._calls:
                self._calls[-1][1].append(sort)
                sort = self._close() if self._next((",", ")"))[0] == ")" else ""
            if sort:
                break
        if self._at < len(self._tokens):
            raise self._wrong(self._tokens[self._at], "expected nothing after the expression")
        return sort

    def _operand(self) -> str:
        """Compile the next constant, parameter or empty call, and return its sort; return '' if a call with arguments
        begins. Raises Wrong.
        """
        word = self._next()
        if word[0] == ")" and self._calls and not self._calls[-1][1] and self._tokens[self._at - 2][0] == "(":
            return self._close()
        if word[0] in "(),":
            raise self._wrong(word, f"expected an operator, a parameter or an integer, found {word[0]!r}")
        if self._at < len(self._tokens) and self._tokens[self._at][0] == "(":
            self._at += 1
            self._calls.append((word, []))
            return ""
        return self._atom(word)

    def _atom(self, word: re.Match[str]) -> str:
        value = integer(word[0])
        if word[0] in self._places:
            self.program.append(Step(None, None, self._places[word[0]]))
        elif value is not None:
            self.program.append(Step(value))
        elif word[0] in CONSTANTS:
            self.program.append(Step(CONSTANTS[word[0]]))
            return FORMULA
        else:
            spot = XmlSpot(self._element, word.start(), word[0])
            raise Unknown(spot, f"unknown parameter {shown(word[0])}", self._places)
        return TERM

    def _close(self) -> str:
        """Compile the end of the innermost call, which is complete; return the sort of its value. Raises Wrong."""
        head, sorts = self._calls.pop()
        name = head[0]
        if name in OF_FORMULAS and sorts[-2:] == [FORMULA, FORMULA]:
            name = OF_FORMULAS[name]
        op = ALL_DIFFERENT if name.lower() == "alldifferent" else OPS.get(name)
        if op is None:
            raise Unknown(XmlSpot(self._element, head.start(), name), f"unknown operator {shown(name)}", OPS)
        if not op.least <= len(sorts) <= op.most:
            expected = f"{'at least ' * (op.most == ANY)}{op.least} argument{'s' * (op.least != 1)}"
            raise self._wrong(head, f"{shown(name)} takes {expected}, not {len(sorts)}")
        self.program.append(Step(None, _builder(op, sorts), len(sorts)))
        return op.result

    def _next(self, expected: tuple[str, ...] = ()) -> re.Match[str]:
        if self._at == len(self._tokens):
            if not self._calls:
                raise self._element.wrong("expected an expression")
            head, _ = self._calls[-1]
            raise self._wrong(head, f"{shown(head[0])} lacks its ')'")
        token = self._tokens[self._at]
        if expected and token[0] not in expected:
            raise self._wrong(token, f"expected ',' or ')', found {shown(token[0])}")
        self._at += 1
        return token

    def _wrong(self, token: re.Match[str], message: str) -> Wrong:
        return Wrong(XmlSpot(self._element, token.start(), token[0]), message)


def _builder(op: Op, sorts: Sequence[str]) -> Callable[..., Operand]:
    """Return the function that builds the expression of an operator from arguments of these sorts, converted where the
    operator takes the other sort.
    """
    wanted = [*op.args[: len(sorts)], *op.args[-1:] * (len(sorts) - len(op.args))]
    if wanted == list(sorts):
        return partial(node, op.names[0])

    def build(*values: Operand) -> Operand:
        return node(op.names[0], *(v if a == b else _as(b)(v) for v, a, b in zip(values, sorts, wanted, strict=True)))

    return build


def _as(sort: str) -> Callable[[Operand], Operand]:
    """Return the function that converts an expression of the other sort into `sort`: a formula into 0 or 1, a term into
    the formula that it is positive.
    """
    return _as_term if sort == TERM else _as_formula


def _as_term(formula: Operand) -> Operand:
    return node("if", formula, 1, 0)


def _as_formula(term: Operand) -> Operand:
    if isinstance(term, int):
        return TRUE if term > 0 else FALSE
    return node("gt", term, 0)
