"""A model that grows, its clauses, and the solver that has the clauses: questions under assumptions, and judged
answers.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from .. import decoder
from ..base.interpreter import CollectorOff
from ..cnf.sink import FALSE, TRUE, Lit
from ..encoder.growing import GrowingEncoder, growing
from ..encoder.options import EncoderOptions
from ..errors import LimitReached
from ..ints.spec import IntCode
from ..model.domain import Domain
from ..model.equations import completed
from ..model.expr import Expr, any_of, bool_var, int_var, negation, node
from ..model.model import Answer, Constraint, Model, hidden
from ..runner.process.outcome import Outcome
from ..runner.session.session import SolverSession
from .answers import AnswerReader
from .arguments import check_formula, check_new, check_sort, check_term
from .judge import Judge


class GrowingModel:
    """The common state of all questions of a session.

    model: a copy of the given model, without its soft constraints and objective; `extend` changes the copy.  solver:
    the clauses so far, and the child process that has them.  memory: the limit of the solver in MB.  arguments: further
    arguments of the solver.  check: whether answers are judged.

    An operation that fails leaves the model as it was; the clauses, some of which may be missing, are made anew.
    Raises ModelError if a constraint of the given model is no formula.
    """

    def __init__(
        self, model: Model, options: EncoderOptions, memory: int | None, arguments: Sequence[str], check: bool
    ):
        for constraint in model.constraints:
            check_sort(constraint.formula)
        ints, bools, constraints = dict(model.ints), dict(model.bools), list(model.constraints)
        self.model = Model(ints, bools, constraints, encodings=list(model.encodings))
        self.options, self.check = options, check
        self.solver = SolverSession(0, memory, arguments)
        self._limits = memory, arguments
        self._encoder: GrowingEncoder | None = None
        self._preferred: dict[str, int] = {}
        self._answers, self._judge = AnswerReader(), Judge(self.model)
        self._selectors: dict[Expr, Lit] = {}
        self._codes: dict[Expr | int, IntCode] = {}
        with CollectorOff(), suppress(LimitReached):  # the first question goes on, within its own limit
            self._encode()
        self._judge.unjudged.update(range(len(model.constraints)))

    def close(self) -> None:
        """End the solver."""
        self.solver.close()

    def extend(self, constraints: Sequence[Constraint], ints: Mapping[str, Domain], bools: Collection[str]) -> None:
        """Add variables and constraints: all of them, or none if an error is raised.

        ints: the names and domains of new integer variables.  bools: the names of new Boolean variables.  Raises
        ModelError if a name is already used or a constraint is no formula about declared variables.
        """
        model = self.model
        check_new(model, ints, bools)
        names = ChainMap(model.ints, dict(ints)), ChainMap(model.bools, {name: bool_var(name) for name in bools})
        for constraint in constraints:
            check_formula(constraint.formula, *names)
        number = len(model.constraints)
        with self._undone(number, ints, bools), CollectorOff():
            model.ints.update(ints)
            model.bools.update(names[1].maps[1])
            model.constraints += constraints
            self._encode()
        self._judge.unjudged.update(range(number, len(model.constraints)))

    @property
    def preferred(self) -> dict[str, int]:
        """The preferred values of variables, by name."""
        return self._preferred

    def prefer(self, values: Mapping[str, int]) -> None:
        """Make the solver try these values of variables first, if it can, in place of earlier preferred values."""
        if values != self._preferred:
            self._preferred = dict(values)
            self.solver.phases = self._answers.phases(completed(self.model, self._preferred))

    def block(self, answer: Answer) -> None:
        """Exclude an answer that was given: a variable that is not hidden must have another value.

        If the variables are still the same, the clause is written at once, without the encoder.
        """
        ints, bools = answer
        others = [node("ne", int_var(name), value) for name, value in ints.items() if not hidden(name)]
        known = ((bool_var(name), value) for name, value in bools.items() if not hidden(name))
        formula = any_of([*others, *(negation(variable) if value else variable for variable, value in known)])
        if self._encoder is None or (len(ints), len(bools)) != (len(self.model.ints), len(self.model.bools)):
            self.extend([Constraint(formula)], {}, [])
            return
        with self._undone(len(self.model.constraints)):
            self.model.constraints.append(Constraint(formula))
            self._encoder.skip()
            self.solver.add([*self._answers.blocking_clause(answer), 0])
        self._judge.block(answer)

    @contextmanager
    def _undone(self, constraints: int, ints: Collection[str] = (), bools: Collection[str] = ()) -> Iterator[None]:
        """Remove all constraints from index `constraints` on, and these variables, if the block raises an error.

        ints, bools: the names of the variables to remove.  The encoder is discarded, too, so that the clauses are made
        anew.
        """
        try:
            yield
        except BaseException:
            self._encoder, self._selectors, self._codes = None, {}, {}
            del self.model.constraints[constraints:]
            for name in ints:
                self.model.ints.pop(name, None)
            for name in bools:
                self.model.bools.pop(name, None)
            raise

    def _encode(self) -> GrowingEncoder:
        """Encode whatever is new in the model, and return the encoder; without an encoder, start a new solver and
        encode the whole model.
        """
        if self._encoder is None:
            self.solver.close()
            encoder = growing(self.model, self.options)
            records = encoder.begin()
            self.solver, self._answers = SolverSession(0, *self._limits), AnswerReader()
            self.solver.shown = self._answers.shown
            self._encoder = encoder
        else:
            records = self._encoder.grow()
        if records:
            self._answers.learn(decoder.of_records(self._encoder.num_vars, records))
            self.solver.phases = self._answers.phases(completed(self.model, self._preferred))
        return self._encoder

    # questions

    def formulas(self, formulas: Sequence[Expr]) -> list[Expr]:
        """Return the formulas, each once, to be assumed.  Raises ModelError if one is no formula about the model's
        variables.
        """
        kept = list(dict.fromkeys(formulas))
        for formula in kept:
            if formula not in self._selectors:
                check_formula(formula, self.model.ints, self.model.bools)
        return kept

    def _selector(self, formula: Expr) -> Lit:
        """Return a literal that makes a formula true when the literal is assumed; the formula is encoded once."""
        if formula not in self._selectors:
            with self._undone(len(self.model.constraints)):
                self._selectors[formula] = (self._encoder or self._encode()).selector(formula)
        return self._selectors[formula]

    def code(self, term: Expr | int) -> IntCode:
        """Return the code of the integer that a term is equal to where the term is defined; literals of the code may be
        assumed.

        Raises ModelError if the term is no term about the model's variables.
        """
        if term not in self._codes:
            check_term(term, self.model)
            with self._undone(len(self.model.constraints)):
                self._codes[term] = (self._encoder or self._encode()).code(term)
        return self._codes[term]

    def ask(
        self,
        assumed: Sequence[Expr],
        literals: Sequence[Lit] = (),
        deadline: float | None = None,
        budget: int | None = None,
    ) -> Outcome:
        """Return the outcome of the question whether all formulas and literals can be true together.

        assumed: the formulas.  deadline, budget: as in `SolverSession.solve`.  An outcome `unsat` has a core of
        literals, which `core` translates to formulas.
        """
        with self._undone(len(self.model.constraints)):
            encoder = self._encoder or self._encode()
            lits = dict.fromkeys([*map(self._selector, assumed), *literals])
            self.solver.add(encoder.take())
        lits.pop(TRUE, None)
        opposite = next((lit for lit in lits if lit == FALSE or -lit in lits), None)
        if opposite is not None:
            return Outcome("unsat", core=[FALSE] if opposite == FALSE else [opposite, -opposite])
        return self.solver.solve(list(lits), deadline, budget)

    def core(self, outcome: Outcome, assumed: Sequence[Expr]) -> list[Expr]:
        """Return the assumed formulas whose selectors are in the core of an outcome `unsat`."""
        named = set(outcome.core)
        return [formula for formula in assumed if self._selector(formula) in named]

    def answer(self, assumed: Sequence[Expr]) -> Answer:
        """Return the answer of the last outcome `sat`.  Raises WrongAnswer if answers are judged and the answer
        violates the model or an assumed formula, SolverError if the solver's digits have no meaning.
        """
        answers = self._answers
        answer = answers.read(self.solver.digits)
        if self.check:
            self._judge.check(answer, answers.unjudged, assumed)
            answers.unjudged.clear()
        return answer
