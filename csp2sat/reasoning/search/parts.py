"""Small and large solvers for the search for steps; imported in child processes alone, like `finder`."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from weakref import ReferenceType, ref

from pysat.solvers import Solver

Lits = list[int]
QUICK = "minisat22"
MOST_LEFT = 10  # variables in a small solver for each of its own: a question leaves one, which all later models have


class ClauseStore:
    """Clauses in one solver.

    A clause of one literal gets a second one, whose opposite is always assumed, because the solver does not tell what
    propagation finds before there are assumptions.

    owners: for each definition the variable that the clause defines, 0 for none.  by_var: the numbers of the
    definitions that a variable needs: clauses that define it, and clauses with it that define no variable.
    """

    def __init__(self, num_vars: int, definitions: list[Lits], owners: Sequence[int] = ()):
        self.definitions = definitions
        self._always = num_vars + 1
        self.solver = Solver(name=QUICK)
        self.add(definitions)
        self.by_var: dict[int, Lits] = {}
        for number, owner in enumerate(owners):
            for var in [owner] if owner else map(abs, definitions[number]):
                self.by_var.setdefault(var, []).append(number)

    def add(self, clauses: Iterable[Lits]) -> None:
        """Add clauses."""
        for clause in clauses:
            self.solver.add_clause(clause if len(clause) != 1 else [*clause, -self._always])

    def propagate(self, assumed: Lits) -> tuple[bool, Lits]:
        """Return whether unit propagation from assumed literals finds no contradiction, and all literals that it makes
        true.
        """
        ok, lits = self.solver.propagate(assumptions=[self._always, *assumed])
        return bool(ok), [*(lits or ()), *assumed]

    def solve(self, assumed: Lits, most: int = 0) -> set[int] | None:
        """Return the true literals of a model; None if there is none under the assumed literals, or if none was found
        with `most` conflicts, 0 for any number.
        """
        self.solver.conf_budget(most or -1)
        found = self.solver.solve_limited(assumptions=[self._always, *assumed])
        return set(self.solver.get_model()) if found else None


class LiveSolvers:
    """The statements whose solvers are alive, `most` at most: the solver that was not used for longest is freed.

    A board has hundreds of statements, and a solver takes 4 MB of a browser's memory; other systems only reserve these.
    """

    def __init__(self, most: int):
        self.most = most
        self._parts: OrderedDict[int, ReferenceType[SmallSolver]] = OrderedDict()

    def use(self, part: SmallSolver) -> None:
        """Put a statement at the end of the list, and free the solver of the first statement if these are too many."""
        number = id(part)
        self._parts[number] = ref(part)
        self._parts.move_to_end(number)
        if len(self._parts) > self.most:
            _, first = self._parts.popitem(last=False)
            if (old := first()) is not None:
                old.free()


LIVE = LiveSolvers(8) if sys.platform == "emscripten" else None


class SmallSolver:
    """A statement with a solver of its own: its clauses, and the definitions that they need.

    The solver numbers the variables from 1 on, because each question costs time for each number up to the greatest.
    atoms: the variables of facts that the statement is about.
    """

    def __init__(self, clauses: list[Lits], base: ClauseStore, atoms: Mapping[int, Any], about: Iterable[int] = ()):
        self.clauses = clauses
        self._solver: Any = None
        scope = {abs(lit) for clause in clauses for lit in clause}.union(about)
        used: set[int] = set()
        todo, is_hidden = sorted(scope), scope.isdisjoint(atoms)  # then what the values of a place exclude is needed
        for var in todo:
            for number in base.by_var.get(var, ()):
                if number in used:
                    continue
                used.add(number)
                for lit in base.definitions[number]:
                    if abs(lit) not in scope:
                        scope.add(abs(lit))
                        if is_hidden or abs(lit) not in atoms:
                            todo.append(abs(lit))
        self.definitions = [base.definitions[number] for number in sorted(used)]
        self._vars = [0, *sorted(scope)]  # by their numbers in the solver
        self._number = {var: number for number, var in enumerate(self._vars)}
        self._number |= {-var: -number for var, number in self._number.items()}
        self.atoms = [var for var in self._vars if var in atoms]
        self._top = len(self._vars)
        self._groups = {var: atoms[var]["group"] for var in self.atoms}
        self._values = {var: atoms[var].get("value") for var in self.atoms}

    def _is_dear(self, lit: int) -> bool:
        """Whether a known literal is no "not this number"."""
        return lit > 0 or self._groups.get(-lit) is None

    def _ours(self, lits: Iterable[int]) -> Lits:
        """Return literals in the numbers of the solver, without literals of variables that the solver lacks."""
        return [self._number[lit] for lit in lits if lit in self._number]

    @property
    def variables(self) -> Lits:
        """The variables of the clauses and definitions."""
        return self._vars[1:]

    def has(self, lit: int) -> bool:
        """Whether the clauses and definitions have the variable of a literal."""
        return lit in self._number

    @property
    def solver(self) -> Any:
        """The solver, made when it is first needed."""
        if self._solver is None:
            clauses = [self._ours(clause) for clause in (*self.definitions, *self.clauses)]
            self._solver = Solver(name=QUICK, bootstrap_with=clauses)
        if LIVE is not None:
            LIVE.use(self)
        return self._solver

    def free(self) -> None:
        """Delete the solver, if there is one; the next question makes another one."""
        if self._solver is not None:
            self._solver.delete()
        self._solver = None
        self._top = len(self._vars)

    def forced(self, known: Lits, variables: Collection[int]) -> Lits | None:
        """Return the literals of the variables that follow from known literals; None for a contradiction."""
        solver, assumed = self.solver, self._ours(known)
        if not solver.solve(assumptions=assumed):
            return None
        if not variables:
            return []
        model = set(solver.get_model())
        left = [var if var in model else -var for var in self._ours(variables)]
        _, sure = solver.propagate(assumptions=assumed)
        surely = set(sure or ())
        found = [lit for lit in left if lit in surely]
        left = [lit for lit in left if lit not in surely]
        while left:
            solver.set_phases([-lit for lit in left])  # so that one model differs in many
            self._top += 1
            solver.add_clause([-self._top, *(-lit for lit in left)])
            if not solver.solve(assumptions=[*assumed, self._top]):
                solver.add_clause([-self._top])
                break
            model = set(solver.get_model())
            solver.add_clause([-self._top])
            left = [lit for lit in left if lit in model]
        if self._top > MOST_LEFT * len(self._vars):
            self.free()
        return [self._vars[lit] if lit > 0 else -self._vars[-lit] for lit in found + left]

    def reason(self, known: Lits, goal: int) -> Lits:
        """Return known literals none of which can be left out if they are to force the goal (0: a contradiction).

        known: literals that do; the first ones are left out first.
        """
        against = [-goal] if goal else []
        kept = None
        for some in self._simple(known, abs(goal)):
            kept = self._core(some, against)
            if kept is not None:
                break
        if kept is None:
            kept = self._core(known, against) or []
        for lit in list(kept):
            if lit in kept:
                less = self._core([each for each in kept if each != lit], against)
                kept = kept if less is None else less
        return kept

    def _simple(self, known: Lits, goal: int) -> Iterator[Lits]:
        """Yield up to three selections of the known literals, in the order in which a person would try them: the
        literals that place something in a cell; these and what excludes the goal's number from cells; these and what
        excludes numbers from the goal's cell.

        goal: the variable to derive, 0 for a contradiction.  A selection is left out if the goal has no number or no
        cell, and all are if every known literal places something.
        """
        dear = [lit for lit in known if self._is_dear(lit)]
        if len(dear) < len(known):
            yield dear
            for of in (self._values, self._groups):
                wanted = of.get(goal)
                if wanted is not None:
                    yield [lit for lit in known if self._is_dear(lit) or of[abs(lit)] == wanted]

    def _core(self, known: Lits, against: Lits) -> Lits | None:
        """Return the known literals of a core, in their order; None if they and the literals `against` do not
        contradict each other.
        """
        if self.solver.solve(assumptions=self._ours([*known, *against])):
            return None
        core = set(self.solver.get_core() or ())
        return [lit for lit in known if self._number.get(lit) in core]


class TooHard(Exception):
    """A question that takes more conflicts than are allowed."""


class Guarded:
    """Statements in one solver, each behind a literal of its own, so that some of them can be asked.

    most: the conflicts that a question may take before it raises TooHard; 0 for any number.
    """

    most = 0

    def __init__(self, num_vars: int, definitions: list[Lits]):
        self._solver = Solver(name=QUICK, bootstrap_with=definitions)
        self._top = num_vars
        self._guards: dict[int, int] = {}  # by the numbers of the statements

    def add_group(self, number: int, clauses: list[Lits]) -> None:
        """Add the clauses of a statement."""
        self._top += 1
        self._guards[number] = self._top
        for clause in clauses:
            self._solver.add_clause([-self._top, *self._ours(clause)])

    def _ours(self, lits: Iterable[int]) -> Iterable[int]:
        """Return literals in the numbers of the solver, without literals of variables that the solver lacks."""
        return lits

    def _is_in(self, lit: int, core: Collection[int]) -> bool:
        return lit in core

    def _assumed(self, parts: Iterable[int], lits: Iterable[int]) -> Lits:
        return [*map(self._guards.__getitem__, parts), *self._ours(lits)]

    def fails(self, parts: Iterable[int], lits: Iterable[int]) -> bool:
        """Whether propagation of the statements and literals ends in a contradiction."""
        ok, _ = self._solver.propagate(assumptions=self._assumed(parts, lits))
        return not ok

    def refutes(self, parts: Iterable[int], lits: Iterable[int]) -> bool:
        """Whether the statements and literals contradict each other."""
        return not self._solve(self._assumed(parts, lits))

    def _solve(self, assumed: Lits) -> bool:
        """Return whether there is a model under the assumed literals."""
        if not self.most:
            return bool(self._solver.solve(assumptions=assumed))
        self._solver.conf_budget(self.most)
        found: bool | None = self._solver.solve_limited(assumptions=assumed)
        if found is None:
            raise TooHard
        return found

    def core(self, parts: Lits, facts: Lits, against: Lits) -> tuple[Lits, Lits]:
        """Return statements and facts that contradict the literals `against`, from a solver's core."""
        self._solve(self._assumed(parts, [*facts, *against]))
        core = set(self._solver.get_core() or ())
        return [n for n in parts if self._guards[n] in core], [lit for lit in facts if self._is_in(lit, core)]

    def minimal(self, parts: Lits, facts: Lits, against: int) -> tuple[Lits, Lits]:
        """Return statements and facts, none of which can be left out if they are to contradict `against` (0: each
        other).
        """
        lits = [against] if against else []
        for number in list(parts):
            if number in parts and self.refutes([n for n in parts if n != number], [*facts, *lits]):
                parts, facts = self.core([n for n in parts if n != number], facts, lits)
        for fact in list(facts):
            if fact in facts and self.refutes(parts, [*(f for f in facts if f != fact), *lits]):
                facts = [f for f in facts if f != fact]
        for number in list(parts):
            if len(parts) > 1 and self.refutes([n for n in parts if n != number], [*facts, *lits]):
                parts = [n for n in parts if n != number]
        return parts, facts


class FewStatements(Guarded):
    """A few statements with the definitions that they need, with the variables numbered from 1 on, because each
    question
    costs time for each number up to the greatest.

    parts: the statements by their numbers.
    """

    def __init__(self, parts: Mapping[int, SmallSolver]):
        scope = sorted({var for part in parts.values() for var in part.variables})
        self._number = {var: number for number, var in enumerate(scope, 1)}
        self._number |= {-var: -number for var, number in self._number.items()}
        definitions = {id(clause): clause for part in parts.values() for clause in part.definitions}
        super().__init__(len(scope), [list(self._ours(clause)) for clause in definitions.values()])
        for number, part in parts.items():
            self.add_group(number, part.clauses)

    def _ours(self, lits: Iterable[int]) -> Iterable[int]:
        return [self._number[lit] for lit in lits if lit in self._number]

    def _is_in(self, lit: int, core: Collection[int]) -> bool:
        return self._number.get(lit) in core
