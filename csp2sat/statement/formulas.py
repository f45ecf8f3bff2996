"""The statement of formulas: literals for subformulas, inequalities for required formulas."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

from ..base.numbers import product
from ..base.plugins import Parts
from ..errors import Csp2SatError
from ..model.expr import Expr, is_term, unknown
from ..model.ops import PARTIAL
from . import functions
from .definitions import Definitions, Literal, PbLine, line, opposite
from .functions import StatedTerm, runs
from .integers import StatedInt
from .sums import PbSum, number, total, weighted

OPPOSITE = {"eq": "ne", "ne": "eq", "le": "gt", "gt": "le", "lt": "ge", "ge": "lt"}
NESTED = ("cumulative", "disjunctive", "lex_less", "lex_lesseq", "nvalue")
MOST_BETWEEN = 10_000  # numbers between the bounds of a sum, each of which may have a literal
COMPARED = {"le": (-1, 0), "lt": (-1, 1), "ge": (1, 0), "gt": (1, 1)}  # x op y is factor * (x - y) >= degree


class NotStated(Csp2SatError):
    """An error: something that cannot be proved from the source yet, such as a constraint without a rule."""

    def __str__(self) -> str:
        return f"cannot be proved from the source yet: {self.args[0]}; without --from-source a proof begins at the CNF"


@dataclass(frozen=True)
class StatementRule:
    """The rule of a constraint, in a file of its own.

    require: called as `require(formulas, *args)`, it states the constraint, with a sum for each term, a literal for
    each formula, and data as it is.  literal: called in the same way, it returns a literal that is equivalent to the
    constraint.
    """

    require: Callable[..., None]
    literal: Callable[..., Literal]


FOLDERS_OF_RULES = ("csp2sat.statement.rules", "csp2sat.statement.task_rules", "csp2sat.statement.graph_rules")
RULES: Parts[StatementRule] = Parts("rule", "RULE", *FOLDERS_OF_RULES)


class StatedFormulas:
    """The rules of the operators.  A subclass writes the lines.

    definitions: makes the literals of subformulas.  ints, bools: the declared variables by name.
    """

    def __init__(self, definitions: Definitions, ints: dict[str, StatedInt], bools: dict[str, str]):
        self.definitions, self._ints, self._bools = definitions, ints, bools
        self._number = {f"i{x.number}": x for x in ints.values()}
        self._further: dict[frozenset[str], StatedTerm] = {}  # terms that are no sums, by their literals
        self.by_cases = False  # whether a constraint is stated by nested definitions
        self._inside: set[str] = set()  # the literals of constraints inside formulas
        self._partial: dict[Expr, Literal] = {}  # where it is not true
        self._known: dict[Expr, Any] = {}  # the literal of each formula, the sum of each term

    def say(self, found: PbLine) -> None:
        """Write an inequality of the constraint that is being stated."""
        raise NotImplementedError

    # what rules use

    def clause(self, literals: Sequence[Literal]) -> None:
        """Require that one of the literals is true."""
        if True not in literals:
            self.say(line([(1, a) for a in dict.fromkeys(literals) if a is not False], 1))

    def at_least(self, total: PbSum, degree: int, condition: Literal = True) -> None:
        """Require that a sum is at least `degree`, if the condition is true."""
        if self._single(total) is not None:
            self.clause((opposite(condition), self.reached(total, degree)))
            return
        found = line([(c, a) for a, c in total.terms.items()], degree - total.const).divided()
        if condition is False or found.degree <= 0:
            return
        self.say(found if condition is True else found.unless(str(opposite(condition))))

    def compare(self, op: str, left: PbSum, right: PbSum, condition: Literal = True) -> None:
        """Require `left op right` (eq ne le lt ge gt), if the condition is true."""
        difference = left.plus(right, -1)
        if op == "ne":
            self.clause((opposite(condition), opposite(self.equal(left, right))))
        for factor, degree in [COMPARED[op]] if op in COMPARED else [(1, 0), (-1, 0)] if op == "eq" else []:
            self.at_least(difference.times(factor), degree, condition)

    def compared(self, op: str, left: PbSum, right: PbSum) -> Literal:
        """Return the literal of `left op right`."""
        if op in ("eq", "ne"):
            found = self.equal(left, right)
            return found if op == "eq" else opposite(found)
        factor, degree = COMPARED[op]
        return self.reached(left.plus(right, -1).times(factor), degree)

    def reached(self, total: PbSum, degree: int) -> Literal:
        """Return the literal that a sum is at least a number."""
        if (single := self._single(total)) is None:
            return self.definitions.define([(c, a) for a, c in total.terms.items()], degree - total.const)
        x, factor = single
        offset = total.const - factor * x.sum.const
        if factor > 0:
            return x.at_least(-((offset - degree) // factor))
        return opposite(x.at_least((degree - offset) // factor + 1))

    def equal(self, left: PbSum, right: PbSum) -> Literal:
        """Return the literal that two sums are equal."""
        total = left.plus(right, -1)
        if not total.terms:
            return total.const == 0
        if (single := self._single(total)) is None:
            return self.definitions.all_of((self.reached(total, 0), opposite(self.reached(total, 1))))
        x, factor = single
        value, rest = divmod(factor * x.sum.const - total.const, factor)
        return False if rest else self._equal(x, value)

    def among(self, total: PbSum, values: Sequence[int]) -> Literal:
        """Return the literal that a sum has one of some values, all of which it may have."""
        able = self.values_of(total)
        found = []
        for first, last in runs(able, set(values)):
            above = self.reached(total, able[last + 1]) if last + 1 < len(able) else False
            found.append(self.definitions.all_of((self.reached(total, able[first]), opposite(above))))
        return self.definitions.any_of(found)

    def values_of(self, total: PbSum) -> Sequence[int]:
        """Return the ascending values of a sum, or the range between the bounds of a sum of several terms.  Raises
        NotStated for a range of more than MOST_BETWEEN numbers.
        """
        if not total.terms:
            return [total.const]
        if (single := self._single(total)) is None:
            least, most = total.bounds()
            if most - least >= MOST_BETWEEN:
                raise NotStated(f"a function of a sum with more than {MOST_BETWEEN:,} values")
            return range(least, most + 1)
        x, factor = single
        return sorted([factor * (v - x.sum.const) + total.const for v in x.values])

    def known(self, term: StatedTerm) -> PbSum:
        """Register a term that is no sum, so that its values are compared as those of an integer; return its sum."""
        self._further.setdefault(frozenset(term.sum.terms), term)
        return term.sum

    def of_functions(self) -> set[str]:
        """Return the names of the variables that say how great terms are that are no sums, or that are equivalent to
        constraints.
        """
        return self._inside.union(*(term.sum.terms for term in self._further.values()))

    def of_pairs(self, op: str, s: PbSum, t: PbSum) -> PbSum:
        """Return the sum that is the function `op` of two sums s and t."""
        term, sign = functions.of_pairs(self, op, s, t)
        return self.known(term).times(sign)

    def not_stated(self, what: str) -> NotStated:
        """Return the error that something has no rule."""
        return NotStated(what)

    def _equal(self, x: StatedInt | StatedTerm, value: int) -> Literal:
        if isinstance(x, StatedTerm):
            at = bisect_right(x.values, value)
            if value not in x.values:
                return False
            above = x.at_least(x.values[at]) if at < len(x.values) else False
            return self.definitions.all_of((x.at_least(value), opposite(above)))
        is_new = value not in x.equations
        found = x.equal(value)
        if is_new and value in x.equations:
            self.definitions.know(x.equations[value], x.meaning(value))
        return found

    def _single(self, total: PbSum) -> tuple[StatedInt | StatedTerm, int] | None:
        """Return an integer, or a term that is no sum, and a factor, if a sum is their product plus a constant; None
        for another sum.
        """
        if not total.terms:
            return None
        name, c = next(iter(total.terms.items()))
        x: StatedInt | StatedTerm | None = self._number.get(name.partition("[")[0])
        if x is None or name not in x.sum.terms or len(x.sum.terms) != len(total.terms):
            x = self._further.get(frozenset(total.terms)) if self._further else None
        if x is None:
            return None
        if total.terms == x.sum.terms:
            return x, 1
        factor, rest = divmod(c, x.sum.terms[name])
        return None if rest or x.sum.times(factor).terms != total.terms else (x, factor)

    # formulas and terms

    def value(self, expr: Expr | int) -> Any:
        """Return the literal of a formula, or the sum of a term; children come first, so that nothing recurses."""
        if not isinstance(expr, Expr):
            return number(expr)
        known = self._known
        for each in unknown(expr, known):
            known[each] = self._value(each)
            self._note_partial(each)
        return known[expr]

    def _value(self, expr: Expr) -> Any:
        if expr.op == "int":
            return self._ints[expr.args[0]].sum
        if expr.op == "bool":
            return self._bools[expr.args[0]]
        return self._term(expr) if is_term(expr) else self._literal(expr)

    def _values(self, args: Sequence[Any]) -> list[Any]:
        """Return the values of arguments, and data as they are."""
        return [self.value(a) if isinstance(a, (Expr, int)) else a for a in args]

    def _term(self, expr: Expr) -> PbSum:
        args: list[PbSum] = self._values(expr.args)
        match expr.op:
            case "add":
                return total([(1, each) for each in args])
            case "sub":
                return total([(1 if at == 0 else -1, each) for at, each in enumerate(args)])
            case "neg":
                return args[0].times(-1)
            case "mul" if sum(bool(each.terms) for each in args) <= 1:
                factors = [each.const for each in args if not each.terms]
                rest = next((each for each in args if each.terms), number(1))
                return rest.times(product(*factors))
            case "if" if not args[1].plus(args[2], -1).terms:
                return args[2].plus(weighted(self.value(expr.args[0]), args[1].const - args[2].const))
            case "if":
                return self.known(functions.choice(self, self.value(expr.args[0]), *args[1:]))
            case "max":
                return self.known(functions.maximum(self, *args))
            case "min":
                return self.known(functions.minimum(self, *args))
            case "abs":
                return self.known(functions.absolute(self, *args))
            case "item-at":
                return self.known(functions.item(self, *args))
            case "mul" | "div" | "mod" | "pow":
                return reduce(partial(self.of_pairs, expr.op), args)
        raise NotStated(expr.op)

    def _note_partial(self, term: Expr) -> None:
        """Note when a term is defined, if it is not always: where its arguments are, and its operator is."""
        if not is_term(term) or not (self._partial or term.op in PARTIAL):
            return
        make, args = self.definitions, term.args
        if term.op == "if":
            found = make.choice(self.value(args[0]), self.defined(args[1]), self.defined(args[2]))
        else:
            inside: Literal = True
            if term.op in ("div", "mod"):
                inside = opposite(self.equal(self.value(args[1]), number(0)))
            elif term.op == "pow":
                inside = self.reached(self.value(args[1]), 0)
            elif term.op == "item-at":
                index = self.value(args[0])
                inside = make.all_of((self.reached(index, 0), opposite(self.reached(index, len(args) - 1))))
            found = make.all_of((inside, self.defined(*args)))
        if found is not True:
            self._partial[term] = found

    def defined(self, *terms: Any) -> Literal:
        """Return the literal that all terms among the arguments are defined."""
        return self.definitions.all_of([self._partial[t] for t in terms if isinstance(t, Expr) and t in self._partial])

    def _literal(self, expr: Expr) -> Literal:
        args = self._values(expr.args)
        self.by_cases = self.by_cases or expr.op in NESTED
        if expr.op in RULES:
            inside = self.definitions.all_of((RULES[expr.op].literal(self, *args), self.defined(*expr.args)))
            self._inside.add(str(inside).removeprefix("~"))
            return inside
        make = self.definitions
        match expr.op:
            case "true" | "false":
                return expr.op == "true"
            case "not":
                return opposite(args[0])
            case "and":
                return make.all_of(args)
            case "or":
                return make.any_of(args)
            case "imp":
                return make.any_of((opposite(args[0]), args[1]))
            case "iff":
                return make.same(*args)
            case "ite":
                return make.choice(*args)
            case "xor":
                found: Literal = False
                for each in args:
                    found = opposite(make.same(found, each))
                return found
            case "eq" | "ne" | "le" | "lt" | "ge" | "gt":
                return make.all_of((self.compared(expr.op, *args), self.defined(*expr.args)))
        raise NotStated(expr.op)

    def require(self, formula: Expr) -> None:
        """State a formula of the source: each part of a conjunction for itself."""
        stack = [(formula, True)]
        while stack:
            top, positive = stack.pop()
            if top.op == "not":
                stack.append((top.args[0], not positive))
            elif top.op == ("and" if positive else "or"):
                stack += [(each, positive) for each in reversed(top.args)]
            elif positive and top.op in RULES:
                self.by_cases = self.by_cases or top.op in NESTED
                RULES[top.op].require(self, *self._values(top.args))
                self.clause((self.defined(*top.args),))
            elif top.op in OPPOSITE and positive:
                self.compare(top.op, *self._values(top.args))
                self.clause((self.defined(*top.args),))
            elif top.op in OPPOSITE and (self._values(top.args), self.defined(*top.args))[1] is True:
                self.compare(OPPOSITE[top.op], *self._values(top.args))
            elif positive and top.op in ("or", "imp"):
                found = self._values(top.args)
                self.clause([opposite(found[0]), found[1]] if top.op == "imp" else found)
            else:
                found = self.value(top)
                self.clause((found if positive else opposite(found),))
