"""The encoder of a CSP that grows: `grow` encodes the new variables and constraints, and written clauses stay valid.

Constraints are never taken back, so facts found earlier remain true: bounds, holes in domains, equal variables.  The
first encoding is therefore the ordinary one.  Later additions

* narrow domains, but a variable keeps the literals it has and is not taken for a constant: clauses state the narrower
  domain;
* make no variable an alias of another one: their equations become clauses;
* reuse the literals of subformulas, and complete definitions that are needed in the other direction
  (`clauses.formulas.Formulas.literal`); sums, order literals and other shared parts are defined in both directions, or
  created anew for each use.

A formula to be assumed narrows no domain: the formula holds if its selector is true.  The definitions of the auxiliary
variables in the formula exclude no solution, so the definitions are required.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from ..cnf.sink import TRUE as ALWAYS_TRUE
from ..cnf.sink import Lit, Sink
from ..errors import ModelError
from ..ints.spec import IntCode
from ..model.expr import FALSE, TRUE, Expr, bool_var, node
from ..model.model import Model
from .encoder import Encoder, MapRecord, Requirement
from .normalize.formulas import ASSUMED, Linear
from .normalize.normalize import placed
from .options import EncoderOptions
from .passes import Selected, may_choose, normalized, prepared
from .propagate.bounds import tighten
from .select.patterns import encodings_of

COMPARED: dict[str, Callable[[IntCode, int], Lit]] = {
    "le": lambda code, value: code.le(value),
    "lt": lambda code, value: code.le(value - 1),
    "ge": lambda code, value: -code.le(value - 1),
    "gt": lambda code, value: -code.le(value),
    "eq": lambda code, value: code.eq(value),
    "ne": lambda code, value: -code.eq(value),
}


def growing(model: Model, options: EncoderOptions, is_open: bool = False) -> GrowingEncoder:
    """Run all passes but the last on a CSP; return the encoder, which has written nothing yet.

    The model may get more variables and constraints later, but no objective.  is_open: as for `encode_normalized`.
    Raise ModelError for a constraint without a normal form.
    """
    found = normalized(model, options)
    return GrowingEncoder(prepared(found, options), Sink(), options, is_open and may_choose(found, options))


class GrowingEncoder(Encoder):
    """The last pass for a CSP that grows: call `begin` once, then `grow` after each change; `take` returns the new
    clauses.

    The encoder is unusable after an error, because clauses may be missing.
    """

    def __init__(self, found: Selected, sink: Sink, options: EncoderOptions, is_open: bool = False):
        super().__init__(found, sink, options, is_open)
        self._counts = 0, 0, 0  # variables and constraints that are encoded
        self._seen = 0  # requirements that are encoded

    def begin(self) -> list[MapRecord]:
        """Encode the current CSP; return the map records of its variables and its objective, with the errors of
        `encode`.
        """
        active, model = self.declare(), self._model
        self.write(self._norm.required, active)
        records = self.records(active)
        self._counts = len(model.ints), len(model.bools), len(model.constraints)
        self._seen = len(self._norm.required)
        return [*records]

    def take(self) -> list[int]:
        """Remove and return the clauses written since the last call, as one flat list in which a 0 ends each clause."""
        found = self._sink.flat()
        self._sink.defs.clear()
        self._sink.out.clear()
        return found

    @property
    def num_vars(self) -> int:
        """The number of variables of the CNF so far."""
        return self._sink.num_vars

    def skip(self) -> None:
        """Count the first constraint that `grow` has not encoded yet as encoded, because its clauses exist already."""
        ints, bools, constraints = self._counts
        self._counts = ints, bools, constraints + 1

    def grow(self) -> list[MapRecord]:
        """Encode the variables and constraints added since the last call; return the map records of the new variables.

        Raise ModelError if a constraint has no normal form, or if a domain or a constraint is too large, and
        LimitReached if the time limit has passed.
        """
        model, (ints, bools, constraints) = self._model, self._counts
        numbers = {n: self._normalizer.declare(n, d) for n, d in islice(model.ints.items(), ints, None)}
        names = list(islice(model.bools, bools, None))
        self._bools.update(zip(names, self._sink.new(len(names)), strict=True))
        for number in range(constraints, len(model.constraints)):
            self._normalizer.auxiliaries.number = number
            try:
                self._normalizer.require(model.constraints[number].formula)
            except ModelError as error:
                raise placed(model, number, error) from None
        self._counts = len(model.ints), len(model.bools), len(model.constraints)
        self._catch_up()
        domains = self._norm.domains
        records = [{"int": n, "values": domains[x].ranges, **self._ints[x].record()} for n, x in numbers.items()]
        return [*records, *({"bool": name, "lit": self._bools[name]} for name in names)]

    def _catch_up(self) -> None:
        """Create the codes of new integers, and write the clauses of all formulas required since the last call."""
        first, norm = len(self._ints), self._norm
        required = norm.required[self._seen :]
        self._seen = len(norm.required)
        if self._options.narrowing:
            tighten(replace(norm, required=required))
        if len(norm.domains) > first:
            self._aliases.extend(first)
            new = {x: norm.conditional[x] for x in range(first, len(norm.domains)) if x in norm.conditional}
            part = replace(norm, required=required, conditional=new)
            self._encodings += encodings_of(part, self._aliases, self._options.encoding, self._choices, first)
            self._make_codes(range(first, len(norm.domains)))
            self._formulas.write_definitions()  # of the conditions that choose between two values
        self.write(required)

    def selector(self, formula: Expr) -> Lit:
        """Return a selector of a formula: a literal that implies the formula, and that can be true in every solution of
        the formula.

        Raise ModelError if the formula has no normal form or is too large.
        """
        self._normalizer.auxiliaries.number = ASSUMED
        with self._normalizer.apart() as parts:
            self._normalizer.require(formula)
        self._catch_up()
        return self._selector(parts)

    def _selector(self, parts: Sequence[Requirement]) -> Lit:
        """Return a literal that implies all parts of a formula: TRUE without parts, the part itself if a single part is
        a literal.
        """
        if not parts:
            return ALWAYS_TRUE
        simple = self._formulas.simple(parts[0][0]) if len(parts) == 1 else None
        if simple is not None:
            return simple
        lit = self._sink.var()
        for part, _ in parts:
            self._formulas.require(part, (-lit,))
        return lit

    def variable(self) -> Lit:
        """Add a variable to the CNF that no constraint of the model knows, and return its literal."""
        return self._sink.var()

    def literal(self, formula: Expr) -> Lit:
        """Return a literal that is true iff the formula holds, in every solution.

        A selector only implies its formula, and so means nothing where it is false.  Raise ModelError if the formula
        has no normal form or is too large.
        """
        if (known := self._known(formula)) is not None:
            return known
        name = f"\0{self.num_vars}"  # no variable of a program or a text has such a name
        holds = self._model.bools[name] = bool_var(name)
        self.grow()
        self._normalizer.auxiliaries.number = ASSUMED
        self._normalizer.require(node("iff", holds, formula))
        self._catch_up()
        return self._bools[name]

    def _known(self, formula: Expr) -> Lit | None:
        """Return the literal of a constant, of a Boolean variable, or of a comparison of an integer variable with a
        number; None for another formula.
        """
        if formula in (TRUE, FALSE):
            return ALWAYS_TRUE if formula is TRUE else -ALWAYS_TRUE
        if formula.op == "not":
            inner = self._known(formula.args[0])
            return None if inner is None else -inner
        if formula.op == "bool":
            return self._bools[formula.args[0]]
        if formula.op not in COMPARED or [getattr(each, "op", None) for each in formula.args] != ["int", None]:
            return None
        variable, value = formula.args
        return COMPARED[formula.op](self.code(variable), value)

    def code(self, term: Expr | int) -> IntCode:
        """Return the code of an integer that equals the term in every solution in which the term is defined.

        Write the clauses of new auxiliary integers, which `take` returns.  Raise ModelError for an undeclared variable
        or a term without a normal form.
        """
        self._normalizer.auxiliaries.number = ASSUMED
        with self._normalizer.apart():
            x = self._normalizer.variable(term)
        self._catch_up()
        return self._integers.code(Linear(((1, x),), 0))
