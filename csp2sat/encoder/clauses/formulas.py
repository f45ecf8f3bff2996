"""The last pass for formulas: clauses of normal formulas.

A required formula becomes clauses directly; a part inside a clause gets a literal, one for each distinct subformula,
defined only in the direction in which the literal is used (D. Plaisted, S. Greenbaum, JSC 1986) or, if the options ask
for this, in both (G. Tseitin 1968).  Definitions wait in a queue, so no function recurses.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property
from operator import neg
from typing import Any

from ...cnf import counts
from ...cnf.sink import BOTH, DOWN, FALSE, TRUE, UP, Lit, Sink, write_clause
from ...ints.spec import Unless
from ...model.constraint import CARDINALITY, CONSTRAINTS, RELATION, Bounds
from ...model.expr import Expr, all_of, negation
from ...model.literal_constraints import ANY
from ..normalize import relations
from ..normalize.definitions import DEFINITIONS
from ..normalize.formulas import ATOMS, Linear
from ..normalize.literal_runs import LITERALS, LiteralRun
from .integers import Integers

CONSTANTS = {"true": TRUE, "false": FALSE}
LOGICAL = frozenset(("bool", "not", "and", "or", "iff", "ite", "le0", "eq0", RELATION, CARDINALITY, *CONSTANTS))
NESTED = ("or", "not")  # operators of disjunctions
SMALL = 2  # parts of a disjunction that is written into every clause that it is a part of
Stack = list[tuple[Expr, Unless]]  # formulas that are to be written, each behind literals
PREFIX = 3  # a part of a clause is written out behind at most PREFIX literals, else it gets its own literal

NOTHING = all_of(())  # a formula that always holds


class Formulas:
    """A writer of normal formulas to a sink.

    integers: writes the atoms about integers.  bools: literal of each Boolean variable.
    """

    def __init__(self, sink: Sink, integers: Integers, bools: dict[str, Lit]):
        self._sink, self._integers, self._bools = sink, integers, bools
        self._least = sink.least_ways
        self._written: dict[Lit, int] = {}  # the directions of literals, also of forgotten ones
        self.forget()

    def forget(self) -> None:
        """Forget all literals, definitions and sums, so that later formulas share none of them."""
        self._literals: dict[Expr, Lit] = {}
        self._inlined: set[Expr] = set()
        self._queue: list[tuple[Expr, int]] = []
        self._integers.forget()
        self._simple = _Simple(self._bools, self._integers)

    def know(self, literals: Iterable[tuple[Expr, Lit]]) -> None:
        """Store the literals of Boolean variables in advance, which saves a search for each variable."""
        self._simple.update(literals)

    def require(self, formula: Expr, unless: Unless = ()) -> None:
        """Write clauses that state the formula unless a literal of `unless` is true, and the pending definitions of
        literals.
        """
        if formula.op == LITERALS:
            self._run(*formula.args)
            return
        queue, stack = self._queue, Stack()
        if formula.op == "or":
            if self._joined_literals(formula, True, unless):
                return
            self._clause(formula.args, unless, stack)
        elif formula.op == CARDINALITY:
            self._cardinality(*formula.args, unless=unless)
        elif formula.op not in LOGICAL:
            self._constraint(formula, unless)
        else:
            self._write(formula, unless, stack)
        while stack or queue:
            if stack:
                self._write(*stack.pop(), stack)
                continue
            part, ways = queue.pop()
            lit = self._literals[part]
            if not self._of_literals(part, lit, ways):
                stack += [(negation(part), (lit,))] if ways & UP else []
                stack += [(part, (-lit,))] if ways & DOWN else []

    def write_definitions(self) -> None:
        """Write the pending definitions of all literals that `literal` has returned."""
        self.require(NOTHING)

    def _cardinality(self, bounds: Bounds, *formulas: Expr, unless: Unless) -> None:
        """Require that the number of true formulas lies within the bounds (least, most), unless a literal of `unless`
        is true.

        Formulas whose literals are constants are counted in advance.
        """
        simple = self._simple
        self._count(*bounds, [simple[each] or self.literal(each, BOTH) for each in formulas], unless)

    def _run(self, run: LiteralRun) -> None:
        """Write constraints whose literals are numbers of the Boolean variables."""
        out = self._sink.out
        for least, most, lits in run.constraints.counts(run.numbers, self._literals_in_order.__getitem__):
            if least != ANY:
                self._count(least, most, lits)
            elif TRUE in (variables := {*map(abs, lits)}) or len(variables) < len(lits):
                write_clause(out, lits)
            else:
                out += lits
                out.append(0)

    @cached_property
    def _literals_in_order(self) -> array[Lit]:
        """The literals of the Boolean variables by their numbers, from 1, once all of them are declared; then their
        negations, which negative numbers find.
        """
        literals = array("i", [FALSE, *self._bools.values()])
        return literals + array("i", map(neg, literals[:0:-1]))

    def _count(self, least: int, most: int, lits: Sequence[Lit], unless: Unless = ()) -> None:
        if TRUE in lits or FALSE in lits:
            true = lits.count(TRUE)
            least, most, lits = least - true, most - true, [lit for lit in lits if abs(lit) != TRUE]
        if least == most:
            counts.exactly(self._sink, lits, least, unless)
            return
        if most < len(lits):
            counts.at_most(self._sink, lits, most, unless)
        if least > 0:
            counts.at_most(self._sink, [*map(neg, lits)], len(lits) - least, unless)

    def literal(self, formula: Expr, ways: int = DOWN) -> Lit:
        """Return a literal that stands for the formula in the given directions: DOWN (implies it), UP (is implied by
        it) or BOTH.

        The definition is only queued; `require` or `write_definitions` writes the definition.
        """
        if formula.op == "not":
            return -self.literal(formula.args[0], ways ^ BOTH if ways != BOTH else BOTH)
        if simple := self._simple[formula]:
            return simple
        lit = self._literals.get(formula)
        if lit is None:
            self._literals[formula] = lit = self._sink.var()
            self._sink.means("formula", (lit,), formula)
        missing = (ways | self._least) & ~self._written.get(lit, 0)
        if missing:
            self._written[lit] = self._written.get(lit, 0) | missing
            self._queue.append((formula, missing))
        return lit

    def ways(self, lit: Lit) -> int:
        """Return the directions, as of `literal`, in which a formula's literal is defined so far; 0 for any other."""
        return self._written.get(lit, 0)

    def simple(self, formula: Expr) -> Lit | None:
        """Return the literal of a formula that has one without a definition (variable, comparison with a number,
        constant), else None.
        """
        return self._simple[formula] or None

    # clauses

    def _write(self, formula: Expr, prefix: Unless, stack: Stack) -> None:
        """Write a formula as clauses that all contain the literals `prefix`; push parts that need more work on the
        stack.
        """
        if simple := self._simple[formula]:
            write_clause(self._sink.out, (*prefix, simple))
            return
        positive = formula.op != "not"
        inner = formula if positive else formula.args[0]
        if inner.op in ("and", "or"):
            if self._joined_literals(inner, positive, prefix):
                return
            parts = inner.args if positive else [negation(a) for a in inner.args]
            join = self._conjunction if (inner.op == "and") == positive else self._clause
            join(parts, prefix, stack)
        elif inner.op == "iff" and not prefix and self._is_definition(inner, positive):
            pass
        elif inner.op in ("iff", "ite"):
            for clause in _two_clauses(inner, positive):
                self._clause(clause, prefix, stack)
        elif inner.op in ATOMS:
            self._integers.require(inner.op, positive, inner.args[0], prefix)
        elif inner.op == RELATION:
            columns = list(map(self._integers.column, inner.args[1:]))
            relations.write(self._sink, inner.args[0].tuples, columns, positive, prefix)
        elif inner.op == CARDINALITY:
            self._cardinality(*inner.args, unless=prefix)
        else:
            self._constraint(inner, prefix)

    def _constraint(self, expr: Expr, unless: Unless) -> None:
        """Write the definition of an auxiliary variable or a global constraint, unless a literal of `unless` is
        true.
        """
        write = DEFINITIONS[expr.op].write if expr.op in DEFINITIONS else CONSTRAINTS[expr.op].encode
        args = [self._argument(arg) for arg in expr.args]
        has_constants = TRUE in args or FALSE in args
        with self._sink.guarded(unless), self._sink.without_constants() if has_constants else nullcontext():
            write(self._sink, *args)

    def _argument(self, arg: Any) -> Any:
        if isinstance(arg, Expr):
            return self._simple[arg] or self.literal(arg, BOTH)
        return self._integers.code(arg) if isinstance(arg, Linear) else arg

    def _joined_literals(self, formula: Expr, positive: bool, prefix: Unless) -> bool:
        """Write a conjunction or disjunction, negated unless `positive`, with `prefix` in each clause, and return True
        if all parts have literals without definitions.

        Write nothing and return False otherwise.
        """
        simple, out = self._simple, self._sink.out
        lits = [simple[part] for part in formula.args]
        variables = {*map(abs, lits)}
        if 0 in variables:
            return False
        if not positive:
            lits = [*map(neg, lits)]
        if (formula.op == "and") == positive:
            for lit in lits:
                write_clause(out, (*prefix, lit))
        elif len(variables) < len(lits) or TRUE in variables:
            write_clause(out, (*prefix, *lits))
        else:
            out += (*prefix, *lits, 0)
        return True

    def _of_literals(self, formula: Expr, lit: Lit, ways: int) -> bool:
        """Write the definition of `lit` as a conjunction or disjunction, in the directions `ways` (DOWN, UP or BOTH),
        and return True.

        Write nothing and return False if the formula has another operator, or if some part needs a definition or is
        `lit` itself.
        """
        if formula.op not in ("and", "or"):
            return False
        lits = [*map(self._simple.__getitem__, formula.args)]
        if 0 in lits or lit in lits or -lit in lits:
            return False
        if formula.op == "or":  # not the conjunction of the negations
            lit, lits, ways = -lit, [*map(neg, lits)], {DOWN: UP, UP: DOWN, BOTH: BOTH}[ways]
        out = self._sink.out
        if ways & DOWN:
            for each in lits:
                if each != TRUE:
                    out += (-lit, each, 0) if each != FALSE else (-lit, 0)
        if ways & UP:
            write_clause(out, (lit, *map(neg, lits)))
        return True

    def _is_definition(self, equivalence: Expr, positive: bool) -> bool:
        """Write an equivalence, negated unless `positive`, as the definition of one side and return True if
        `_of_literals` can do so; else return False.
        """
        for one, other in (equivalence.args, equivalence.args[::-1]):
            lit = self._simple[one] if positive else -self._simple[one]
            if other.op == "not":
                lit, other = -lit, other.args[0]
            if abs(lit) > TRUE and self._of_literals(other, lit, BOTH):
                return True
        return False

    def _conjunction(self, parts: Sequence[Expr], prefix: Unless, stack: Stack) -> None:
        """Push the `parts` of a conjunction on the stack, to be written with the literals `prefix` in each clause.

        If `prefix` is not empty, a part that is itself a conjunction of more than SMALL parts, and has been written out
        once before, becomes the clause of `prefix` and the part's literal instead.
        """
        for part in reversed(parts):
            inner = _disjunction(negation(part))
            if prefix and part in self._inlined and len(inner) > SMALL:
                write_clause(self._sink.out, (*prefix, self.literal(part)))
            else:
                if inner:
                    self._inlined.add(part)
                stack.append((part, prefix))

    def _clause(self, parts: Iterable[Expr], prefix: Unless, stack: Stack) -> None:
        """Write the clause of the literals `prefix` and the `parts`, where parts that need a definition get a literal.

        A single part of this kind is pushed on the stack instead, with the other literals as its prefix, if these are
        at most PREFIX; several equations that share a variable are written without literals of their own
        (`_equations`).  Nothing is written if a literal is TRUE.
        """
        lits, rest = list(prefix), []
        simple = self._simple
        for part in self._disjuncts(parts):
            if lit := simple[part]:
                lits.append(lit)
            else:
                rest.append(part)
        if TRUE in lits:
            return
        if len(rest) == 1 and len(lits) <= PREFIX:
            stack.append((rest[0], tuple(lits)))
        elif not self._equations(rest, lits):
            write_clause(self._sink.out, (*lits, *[self.literal(part) for part in rest]))

    def _equations(self, parts: Sequence[Expr], lits: Sequence[Lit]) -> bool:
        """Write the clause of the parts and the literals, and return True, if the parts are equations that share a
        variable; else return False.
        """
        if len(lits) > PREFIX or {part.op for part in parts} != {"eq0"}:
            return False
        return self._integers.one_of([part.args[0] for part in parts], tuple(lits))

    def _disjuncts(self, parts: Iterable[Expr]) -> Iterator[Expr]:
        """Yield the parts of a clause, with nested disjunctions flattened; yield a larger disjunction whole if it was
        flattened once before.
        """
        stack = list(parts)[::-1]
        while stack:
            top = stack.pop()
            inner = _disjunction(top) if top.op in NESTED else ()
            if not inner or (top in self._inlined and len(inner) > SMALL):
                yield top
            else:
                self._inlined.add(top)
                stack.extend(reversed(inner))


class _Simple(dict[Expr, Lit]):
    """A cache of the literals of formulas that need no definition: Boolean variables, comparisons of an integer with a
    number, constants, and their negations; 0 for any other formula.
    """

    def __init__(self, bools: dict[str, Lit], integers: Integers):
        super().__init__()
        self._bools, self._integers = bools, integers

    def __missing__(self, formula: Expr) -> Lit:
        op = formula.op
        if op == "not":
            lit = -self[formula.args[0]]
        elif op == "bool":
            lit = self._bools[formula.args[0]]
        elif op in ATOMS:
            lit = self._integers.literal(op, formula.args[0]) or 0
        else:
            lit = CONSTANTS.get(op, 0)
        self[formula] = lit
        return lit


def _disjunction(formula: Expr) -> Sequence[Expr]:
    """Return the parts of a disjunction or negated conjunction; () for any other formula."""
    if formula.op == "or":
        return formula.args
    if formula.op == "not" and formula.args[0].op == "and":
        return [negation(a) for a in formula.args[0].args]
    return ()


def _two_clauses(formula: Expr, positive: bool) -> list[tuple[Expr, Expr]]:
    """Return the two binary clauses of an equivalence, or of a choice `ite`, negated unless `positive`."""
    p, q, r = formula.args if formula.op == "ite" else (*formula.args, negation(formula.args[1]))
    return [(negation(p), q), (p, r)] if positive else [(negation(p), negation(q)), (p, negation(r))]
