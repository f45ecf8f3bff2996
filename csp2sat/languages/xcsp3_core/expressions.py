"""Expressions such as `eq(add(x,%0),3)`: compiled to a program once, and applied to the arguments of a group.

Neither compiling nor applying recurses, however deep an expression is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...model.ops import ANY
from ..base.sexpr import shown
from ..base.wrong import NotHere, Unknown, Wrong
from ..xcsp21.values import integer
from ..xcsp21.xml_elements import Element, XmlSpot
from .operators import XcspOperators, operand_set

TOKEN = re.compile(r"[(),]|[^\s(),]+")
PARAMETER = re.compile(r"%(\d{1,6}|\.\.\.)", re.ASCII)
INDICES = re.compile(
    r"(?<=[\[.])%(\d{1,6})(?=[\].])", re.ASCII
)  # parameters that are indices of an array, as in `x[%0]`
OUTSIDE = """
    union inter diff sdiff hull djoint subset subseteq supseteq supset card convex eqset fdiv fmod sqrt nroot exp ln log
    sin cos tan asin acos atan sinh cosh tanh
"""
FULL_ONLY = OUTSIDE.split()  # the operators of full XCSP3
SET = "set"
Leaf = Callable[[str, XmlSpot], list[Any]]  # the items that a word means


class CompiledCall(NamedTuple):
    """A step of a program: replace the last `number` items of the stack by the value of the operator `name`."""

    name: str
    number: int
    spot: XmlSpot


class CompiledLeaf(NamedTuple):
    """A step of a program: push the items that a word means: known ones, or, for None, those of a parameter."""

    items: list[Any] | None
    word: str
    spot: XmlSpot


CompiledStep = CompiledCall | CompiledLeaf
Compiled = tuple[CompiledStep, ...]


def evaluate_program(program: Compiled, operators: XcspOperators, leaf: Leaf) -> Any:
    """Return the value of a program. leaf: the items that a parameter means. Raises Wrong."""
    stack: list[Any] = []
    marks: list[int] = []  # for each open call the items that its operands have so far
    for step in program:
        if isinstance(step, CompiledLeaf):
            found = leaf(step.word, step.spot) if step.items is None else step.items
            stack += found
            marks.append(len(found))
        else:
            number = sum(marks[len(marks) - step.number :]) if step.number else 0
            del marks[len(marks) - step.number :]
            operands = stack[len(stack) - number :]
            del stack[len(stack) - number :]
            stack.append(_value(step, operands, operators))
            marks.append(1)
    if len(stack) != 1:
        raise Wrong(program[-1].spot, f"expected one expression, found {len(stack)}")
    return stack[0]


def _value(step: CompiledCall, operands: Sequence[Any], operators: XcspOperators) -> Any:
    if step.name == SET:
        return operand_set(operands)
    form = operators.forms[step.name]
    if not form.least <= len(operands) <= form.most:
        expected = f"{'at least ' * (form.most == ANY)}{form.least} operand{'s' * (form.least != 1)}"
        raise Wrong(step.spot, f"{step.name} takes {expected}, not {len(operands)}")
    try:
        return operators.apply(step.name, operands)
    except Wrong as wrong:
        wrong.item = wrong.item or step.spot
        raise


def has_parameter(word: str) -> bool:
    """Whether a word is a parameter or an array with parameters as indices."""
    return "%" in word and (PARAMETER.fullmatch(word) or INDICES.search(word)) is not None


def compile_expression(element: Element, start: int, end: int, known: Leaf, operators: XcspOperators) -> Compiled:
    """Return the program of the expression in the text of an element, from `start` to `end`. known: the items that a
    word other than a parameter means. Raises Wrong.
    """
    return _Expression(element, start, end, known, operators).compile()


class _Expression:
    """A compiler of one expression."""

    def __init__(self, element: Element, start: int, end: int, known: Leaf, operators: XcspOperators):
        self._element, self._known, self._operators = element, known, operators
        self._tokens = list(TOKEN.finditer(element.text, start, end))
        self._program: list[CompiledStep] = []
        self._calls: list[tuple[XmlSpot, int]] = []  # the open operators, with their numbers of operands so far

    def compile(self) -> Compiled:
        """Return the program of the whole text. Raises Wrong."""
        tokens, at = self._tokens, 0
        if not tokens:
            raise Wrong(XmlSpot(self._element), "expected an expression")
        wants = True  # an operand
        while at < len(tokens):
            word = tokens[at][0]
            is_call = at + 1 < len(tokens) and tokens[at + 1][0] == "(" and word not in "(),"
            if wants and is_call:
                self._open(at)
                at += 1
                if at + 1 < len(tokens) and tokens[at + 1][0] == ")":  # no operands
                    wants = False
            elif wants:
                self._leaf(at)
                wants = False
            elif word == ")" and self._calls:
                self._close()
            elif word == "," and self._calls:
                wants = True
            else:
                expected = "',' or ')'" if self._calls else "nothing after the expression"
                raise self._wrong(at, f"expected {expected}, found {shown(word)}")
            at += 1
        if self._calls:
            raise Wrong(self._calls[-1][0], f"{shown(self._calls[-1][0].text)} lacks its ')'")
        return tuple(self._program)

    def _spot(self, at: int) -> XmlSpot:
        return XmlSpot(self._element, self._tokens[at].start(), self._tokens[at][0])

    def _wrong(self, at: int, message: str) -> Wrong:
        return Wrong(self._spot(at), message)

    def _open(self, at: int) -> None:
        name, spot = self._tokens[at][0], self._spot(at)
        if name not in self._operators.forms and name != SET:
            if name in FULL_ONLY:
                raise NotHere(spot, f"the operator {name} is not supported: it is outside of XCSP3-core")
            raise Unknown(spot, f"unknown operator {shown(name)}", self._operators.forms)
        self._calls.append((spot, 0))

    def _leaf(self, at: int) -> None:
        word, spot = self._tokens[at][0], self._spot(at)
        if word in "(),":
            raise self._wrong(at, f"expected an expression, found {shown(word)}")
        if has_parameter(word):
            self._add(CompiledLeaf(None, word, spot))
            return
        value = integer(word)
        items = self._known(word, spot) if value is None else [value]
        self._add(CompiledLeaf(items, word, spot))

    def _close(self) -> None:
        spot, number = self._calls.pop()
        self._add(CompiledCall(spot.text, number, spot))

    def _add(self, step: CompiledStep) -> None:
        """Add a step that makes an operand of the innermost call."""
        self._program.append(step)
        if self._calls:
            spot, number = self._calls[-1]
            self._calls[-1] = spot, number + 1
