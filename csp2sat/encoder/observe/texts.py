"""Formulas and sums of the normal form as short texts in infix notation, such as `m_3 - m_1 = 5`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...base.numbers import decimal
from ...decoder.wording import within
from ...model.constraint import CARDINALITY, RELATION
from ...model.expr import Expr, show
from ..normalize.arithmetic import ARITHMETIC, MAXIMUM
from ..normalize.formulas import ATOMS, Linear, Norm

LONGEST = 240  # characters of a text, about
DEEPEST = 8  # parts within parts
MORE = "..."
SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "div", "mod": "mod", "pow": "**"}


class Texts:
    """The texts of a normal form; a text that would be long ends in `...`."""

    def __init__(self, norm: Norm):
        self._norm = norm
        self._terms: dict[int, str] = {}
        self._defined = _definitions(norm)

    def variable(self, x: int, depth: int = 0) -> str:
        """Return an integer of the normal form, by its number: its name, or what an auxiliary variable stands for."""
        if self._norm.names[x]:
            return self._norm.names[x]
        if depth > DEEPEST:
            return MORE
        if x not in self._terms:
            self._terms[x] = short(self._auxiliary(x, depth))
        return self._terms[x]

    def _auxiliary(self, x: int, depth: int) -> str:
        if x in self._norm.conditional:
            condition, if_true, if_false = self._norm.conditional[x]
            return f"({decimal(if_true)} if {self.formula(condition, depth + 1)} else {decimal(if_false)})"
        if x not in self._defined:
            return f"[{show(self._norm.terms[x][0], LONGEST)}]"
        part = self._defined[x]
        if isinstance(part, Linear):
            return self.sum(part, depth + 1)
        if part.op == MAXIMUM:
            return f"max({', '.join(self.sum(each, depth + 1) for each in part.args[1:])})"
        _, s, t, op = part.args
        left, right = self._operand(s, depth + 1), self._operand(t, depth + 1)
        return f"abs({left})" if op == "abs" else f"{left} {SIGNS.get(op, op)} {right}"

    def _operand(self, total: Linear, depth: int) -> str:
        return within(self.sum(total, depth))

    def sum(self, total: Linear, depth: int = 0) -> str:
        """Return a sum as text."""
        return added([(a, self.variable(x, depth)) for a, x in total.terms], total.const)

    def compared(self, op: str, total: Linear, positive: bool, depth: int = 0) -> str:
        """Return the atom `op`, le0 or eq0, of a sum, or its negation unless `positive`.

        depth: the number of parts that the sum is within.
        """
        sign = "<=" if op == "le0" else "="
        if total.terms and all(a < 0 for a, _ in total.terms):
            total, sign = total.times(-1), ">=" if op == "le0" else "="
        sign = sign if positive else {"<=": ">", ">=": "<", "=": "!="}[sign]
        return f"{self.sum(total._replace(const=0), depth)} {sign} {decimal(-total.const)}"

    def formula(self, formula: Expr, depth: int = 0) -> str:
        """Return a normal formula as text."""
        return short(self._formula(formula, depth))

    def _formula(self, formula: Expr, depth: int) -> str:
        op, args = formula.op, formula.args
        if depth > DEEPEST:
            return MORE
        if op == "not":
            if args[0].op in ATOMS:
                return self.compared(args[0].op, args[0].args[0], False, depth)
            return f"not {within(self.formula(args[0], depth + 1))}"
        if op in ATOMS:
            return self.compared(op, args[0], True, depth)
        if op == "bool":
            return str(args[0])
        if op in ("and", "or"):
            return f"({listed((self.formula(each, depth + 1) for each in args), f' {op} ')})"
        if op in ("iff", "xor"):
            left, right = (within(self.formula(each, depth + 1)) for each in args)
            return f"({left} {'=' if op == 'iff' else '!='} {right})"
        if op == "ite":
            condition, if_true, if_false = (self.formula(each, depth + 1) for each in args)
            return f"({if_true} if {condition} else {if_false})"
        if op == CARDINALITY:
            (least, most), *parts = args
            count = listed((within(self.formula(each, depth + 1)) for each in parts), " + ")
            return f"{count} in {decimal(least)}..{decimal(most)}"
        name = str(args[0].name) or "relation" if op == RELATION else op
        return f"{name}({listed((self._part(each, depth + 1) for each in args[op == RELATION :]), ', ')})"

    def _part(self, part: Any, depth: int) -> str:
        if isinstance(part, Linear):
            return self.sum(part, depth)
        return self.formula(part, depth) if isinstance(part, Expr) else short(str(part))


def added(terms: Iterable[tuple[int, str]], const: int = 0) -> str:
    """Return a sum of texts with coefficients, and a constant, as text; negative coefficients come last."""
    found = ""
    plain = [(-a, text[1:]) if text[:1] == "-" and " " not in text else (a, text) for a, text in terms]
    for a, text in sorted(plain, key=lambda term: term[0] < 0):
        if len(found) > LONGEST:
            return found + f" + {MORE}"
        sign = " - " if a < 0 else " + "
        times = "" if abs(a) == 1 else f"{decimal(abs(a))}*"
        found += (sign if found else sign.strip(" +")) + times + within(text)
    if const or not found:
        found += (f" {'-' if const < 0 else '+'} {decimal(abs(const))}") if found else decimal(const)
    return found


def listed(parts: Iterable[str], between: str) -> str:
    """Return texts with a text `between` each two, cut after LONGEST characters."""
    found: list[str] = []
    length = 0
    for part in parts:
        if length > LONGEST:
            return between.join([*found, MORE])
        found.append(part)
        length += len(part)
    return between.join(found)


def short(text: str) -> str:
    """Return a text, cut if it is much longer than LONGEST characters."""
    return text if len(text) <= 2 * LONGEST else text[: 2 * LONGEST] + MORE


def _definitions(norm: Norm) -> dict[int, Expr | Linear]:
    """Return what defines auxiliary integers: a sum that equals the variable, or the formula of an operator."""
    found: dict[int, Expr | Linear] = {}
    for formula, _ in norm.required:
        if formula.op in (MAXIMUM, ARITHMETIC):
            ((_, x),) = formula.args[0].terms
        elif formula.op == "eq0" and formula.args[0].terms and abs(formula.args[0].terms[-1][0]) == 1:
            x = formula.args[0].terms[-1][1]
        else:
            continue
        if x in norm.terms and x not in norm.conditional and x not in found:
            a = 0 if formula.op != "eq0" else formula.args[0].terms[-1][0]
            rest = formula.args[0]._replace(terms=formula.args[0].terms[:-1]) if a else None
            if rest is None:
                found[x] = formula
            elif norm.terms[x][0].op != "if":
                found[x] = rest.times(-a)
    return found
