"""A model that grows as clauses in memory, for a solver of the caller's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from .. import decoder
from ..base.interpreter import CollectorOff
from ..cnf.flat_clauses import Clause, clauses
from ..cnf.sink import FALSE, Lit
from ..decoder import VariableMap
from ..encoder.clause_limit import FormulaTooLarge
from ..encoder.costs import SoftClause, costs_of, soft_literals
from ..encoder.encoder import MapRecord
from ..encoder.growing import GrowingEncoder, growing
from ..encoder.options import EncoderOptions
from ..errors import ModelError, UsageError
from ..ints.ranges import values_of
from ..model.domain import Domain
from ..model.expr import Expr, int_var
from ..model.model import Constraint, Model
from .arguments import check_formula, check_new

MOST_VALUES = 100_000  # of a variable, that get a literal each


class GrowingClauses:
    """The clauses of a model, in memory, to which more variables and constraints are added.

    model: the model so far, a copy of the given one.  clauses: all clauses so far; the list grows, and an empty clause
    is `[-1]`, as some solvers in Python ignore an empty one.  Nothing can be added after an error while clauses were
    written: UsageError is raised.
    """

    def __init__(self, model: Model, options: EncoderOptions):
        self.model = replace(model, ints=dict(model.ints), bools=dict(model.bools), constraints=list(model.constraints))
        self.clauses: list[Clause] = []
        self._literals: dict[Expr, Lit] = {}
        self._whole = True
        self._map: VariableMap | None = None
        with CollectorOff():
            self._encoder, self._records = _begun(self.model, options)
            soft = soft_literals(self.model, self.map)
            self._records += [{"soft": literal, "weight": weight} for weight, literal in soft]
            self._map = None
            self._take()

    @property
    def num_vars(self) -> int:
        return self._encoder.num_vars

    @property
    def map(self) -> VariableMap:
        """The map of the model's variables, made anew only after something was added."""
        if self._map is None or self._map.num_vars != self.num_vars:
            self._map = decoder.of_records(self.num_vars, self._records)
        return self._map

    @property
    def soft(self) -> list[SoftClause]:
        """The costs of the models, as pairs of a weight and a literal: a model pays the weight if the literal is
        false.
        """
        return list(costs_of(self.map).soft_clauses())

    def variable(self) -> Lit:
        """Return a new variable, which occurs in no clause."""
        return self._encoder.variable()

    def extend(self, constraints: Sequence[Constraint], ints: Mapping[str, Domain], bools: Sequence[str]) -> None:
        """Add variables and constraints.  ints: the new integers by name.  bools: the names of new Booleans.

        Raises ModelError if a name is already used, if a constraint is no formula about declared variables, and the
        errors of `encode`.
        """
        check_new(self.model, ints, bools)
        known = {**self.model.ints, **ints}, {*self.model.bools, *bools}
        for constraint in constraints:
            check_formula(constraint.formula, *known)
        with self._growing():
            self.model.ints.update(ints)
            for name in bools:
                self.model.bool(name)
            self.model.constraints += constraints
            self._records += self._encoder.grow()

    def literal(self, formula: Expr) -> Lit:
        """Return a literal that is true in a model iff the formula holds in it, 1 or -1 for a constant.

        The literal is the same for an equal formula.  Raises ModelError for a formula about other variables.
        """
        if formula not in self._literals:
            check_formula(formula, self.model.ints, self.model.bools)
            with self._growing():
                self._literals[formula] = self._encoder.literal(formula)
        return self._literals[formula]

    def values(self, name: str) -> dict[int, Lit]:
        """Return, for each value of an integer variable, the literal that the variable has it; -1 for a value that no
        solution has.  Raises ModelError for more than MOST_VALUES values.
        """
        domain = self.model.ints[name]
        if domain.size() > MOST_VALUES:
            raise ModelError(f"{name} has {domain.size()} values; expected {MOST_VALUES} at most for a literal of each")
        with self._growing():
            code = self._encoder.code(int_var(name))
            return {value: code.eq(value) for value in values_of(domain)}

    @contextmanager
    def _growing(self) -> Iterator[None]:
        """Take the clauses that the block makes the encoder write; refuse all later blocks after an error."""
        if not self._whole:
            raise UsageError("an error has left the clauses incomplete; encode the model anew: csp2sat.encode(model)")
        self._whole, self._map = False, None
        with CollectorOff():
            yield
            self._take()
        self._whole = True

    def _take(self) -> None:
        self.clauses += [clause or [FALSE] for clause in clauses(self._encoder.take())]


def _begun(model: Model, options: EncoderOptions) -> tuple[GrowingEncoder, list[MapRecord]]:
    """Return an encoder that has encoded the model, and the records of the map.  The encoder has other settings if the
    formula is too large with the given ones, as when files are written.
    """
    try:
        encoder = growing(model, options, is_open=True)
        return encoder, encoder.begin()
    except FormulaTooLarge as refused:
        if not refused.instead:
            raise
        return _begun(model, replace(options, **refused.instead))
