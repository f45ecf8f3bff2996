"""Model -> clauses, of a model that grows: what is new is encoded, and what was written stays.

What was found out about the model so far follows from constraints that are never taken back, so it stays right: bounds,
holes in domains, variables that are equal.  The first encoding is the ordinary one, therefore.  What comes later

* narrows domains, but a variable that has its code keeps that, and is not taken for a constant: what narrowed it is
  written as clauses;
* makes no variable equal to another one: its equations become clauses;
* uses the literals of subformulas again, and completes their definitions where they are needed in the other direction
  (`clauses.formulas.Formulas.literal`); sums, order literals and all else that is shared is defined in both directions,
  or made anew for each use.

A formula that is to be assumed narrows nothing: it holds where its selector is true.  The auxiliaries in it have
definitions that exclude nothing, so these are required.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from ..cnf.sink import TRUE as ALWAYS_TRUE
from ..cnf.sink import Lit, Sink
from ..errors import ModelError
from ..ints.spec import IntCode
from ..model.expr import Expr
from ..model.model import Model
from .encoder import Encoder, MapRecord, Requirement
from .normalize.formulas import ASSUMED, Linear
from .normalize.normalize import placed
from .options import EncoderOptions
from .passes import Selected, normalized, prepared
from .propagate.bounds import tighten
from .select.patterns import encodings_of


def growing(model: Model, options: EncoderOptions) -> GrowingEncoder:
    """Run the passes before the last one; return the encoder, which has nothing written yet.

    model: may get more variables and constraints, but no objective.  Raises ModelError.
    """
    return GrowingEncoder(prepared(normalized(model, options), options), Sink(), options)


class GrowingEncoder(Encoder):
    """The last pass of a model that grows: `begin`, then `grow` again and again; `take` gives the clauses.

    After an error the encoder is of no use any more: some clauses may be missing.
    """

    def __init__(self, found: Selected, sink: Sink, options: EncoderOptions):
        super().__init__(found, sink, options)
        self._counts = 0, 0, 0  # variables and constraints that are encoded
        self._seen = 0  # requirements that are encoded

    def begin(self) -> list[MapRecord]:
        """Encode the model as it is; return the records of its variables, as of `encode`."""
        active, model = self.declare(), self._model
        self.write(self._norm.required, active)
        records = self.records(active)
        self._counts = len(model.ints), len(model.bools), len(model.constraints)
        self._seen = len(self._norm.required)
        return records

    def take(self) -> list[int]:
        """The clauses since the last time, flat."""
        found = self._sink.flat()
        self._sink.defs.clear()
        self._sink.out.clear()
        return found

    @property
    def num_vars(self) -> int:
        """The variables of the CNF so far."""
        return self._sink.num_vars

    def skip(self) -> None:
        """The last constraint of the model has clauses already."""
        ints, bools, constraints = self._counts
        self._counts = ints, bools, constraints + 1

    def grow(self) -> list[MapRecord]:
        """Encode what the model has got since; the records of its new variables."""
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
        """Codes of new variables, and clauses of what is required since the last time."""
        first, norm = len(self._ints), self._norm
        required = norm.required[self._seen :]
        self._seen = len(norm.required)
        if self._options.propagate:
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
        """A literal that may be assumed: where it is true the formula holds; in any solution of the formula it can
        be true."""
        self._normalizer.auxiliaries.number = ASSUMED
        with self._normalizer.apart() as parts:
            self._normalizer.require(formula)
        self._catch_up()
        return self._selector(parts)

    def _selector(self, parts: Sequence[Requirement]) -> Lit:
        """Of the parts of a formula; the literal itself, if there is but one."""
        if not parts:
            return ALWAYS_TRUE
        simple = self._formulas.simple(parts[0][0]) if len(parts) == 1 else None
        if simple is not None:
            return simple
        lit = self._sink.var()
        for part, _ in parts:
            self._formulas.require(part, (-lit,))
        return lit

    def code(self, term: Expr | int) -> IntCode:
        """An integer that is equal to the term where that is defined."""
        self._normalizer.auxiliaries.number = ASSUMED
        with self._normalizer.apart():
            x = self._normalizer.variable(term)
        self._catch_up()
        return self._integers.code(Linear(((1, x),), 0))
