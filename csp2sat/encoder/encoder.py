"""The entry point of encoding, from a CSP to clauses and map records, and the last pass, which writes the clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from ..base.interpreter import CollectorOff
from ..base.numbers import cut
from ..base.time_limit import check_time
from ..cnf.sink import BOTH, TRUE, Lit, Sink, TooManyClauses
from ..errors import ModelError
from ..ints.affine import alias
from ..ints.order import OrderInt, constant
from ..ints.ranges import values_of
from ..ints.spec import IN_ORDER, IntCode
from ..model.domain import Domain
from ..model.expr import Expr, forget_unused, show
from ..model.literal_constraints import LiteralConstraints
from ..model.model import Model
from .clause_limit import ClauseLimit
from .clauses.amo_groups import Known
from .clauses.formulas import Formulas
from .clauses.integers import Integers
from .normalize.formulas import ALWAYS
from .normalize.normalize import placed
from .observe.observer import Scene
from .options import USUAL, EncoderOptions
from .passes import Normalized, Selected, may_choose, normalized, prepared
from .select.patterns import MOST_VALUES, WIDEST

MANY = 100_000  # constraints whose normal form takes much memory
VARIABLES = ("int", "bool")  # the operators of nodes that the model refers to
SHOWN = 80  # characters of a term that a message shows
MapRecord = dict[str, Any]
Requirement = tuple[Expr, int]  # a normal formula, and the number of the constraint


class Records(Sequence[MapRecord]):
    """The records of a map: of integers, of Boolean variables by their literals, and others, in this order.

    The records of Boolean variables, which take much memory, are made anew by each access.
    """

    def __init__(self, ints: list[MapRecord], bools: dict[str, Lit], others: list[MapRecord]):
        self._ints, self._bools, self._others = ints, bools, others

    def __len__(self) -> int:
        return len(self._ints) + len(self._bools) + len(self._others)

    def __iter__(self) -> Iterator[MapRecord]:
        bools = ({"bool": name, "lit": lit} for name, lit in self._bools.items())
        return chain(self._ints, bools, self._others)

    def __getitem__(self, index: Any) -> Any:
        return [*self][index]


def encode(model: Model, sink: Sink, options: EncoderOptions = USUAL) -> list[dict[str, Any]]:
    """Write the clauses of a CSP to a sink; return the records of its variables for the map.

    The models of the clauses, projected on the variables of the CSP, are its solutions; with the option `activate`,
    this holds of the models in which all activation literals are true.  Soft constraints are ignored.  The record of an
    objective has the key `objective` with the goal, and describes the integer that is equal to the objective's term.

    Raise ModelError if a constraint has no normal form, or if a domain, a constraint or the formula is too large, and
    LimitReached if the time limit has passed.
    """
    with CollectorOff():
        return [*encode_normalized(normalized(model, options), sink, options)]


def encode_normalized(
    found: Normalized, sink: Sink, options: EncoderOptions, is_open: bool = False
) -> Sequence[MapRecord]:
    """Write the clauses of a CSP in normal form and return the map records, with the errors of `encode`.

    The normal form is changed, too: the option `propagate` narrows its domains in place.  is_open: whether the caller
    takes another encoding if a FormulaTooLarge names one.
    """
    with CollectorOff():
        encoder = Encoder(prepared(found, options), sink, options, is_open and may_choose(found, options))
        active = encoder.declare()
        encoder.write(found.norm.required, active)
        records = encoder.records(active)
        if len(found.norm.required) > MANY:
            forget_unused(VARIABLES)  # the normal form, before a solver needs the memory
    return records


class Encoder:
    """The last pass, which writes the clauses of a selected CSP to a sink: call `declare`, `write`, `records`, in this
    order.  is_open: whether the caller takes another encoding where these are too large.
    """

    def __init__(self, found: Selected, sink: Sink, options: EncoderOptions, is_open: bool = False):
        self._model, self._normalizer, self._choices = found.propagated.normal
        self._norm, self._false = self._normalizer.norm, found.propagated.false
        self._sink, self._options = sink, options
        self._aliases, self._same = found.aliases, found.aliases.same
        self._encodings, self._facts = found.encodings, found.facts
        sink.coding, sink.most_clauses, sink.plain_bits = options, options.max_clauses, options.plain_bits
        sink.least_ways = 0 if options.polarity == "used" else BOTH
        self._limit = ClauseLimit(self._norm, self._aliases.free, self._encodings, sink, options.memory, is_open)
        self._by_sharing = self._aliases.equations | self._facts.formulas
        self._ints: list[IntCode] = []
        self._bools: dict[str, Lit] = {}
        self._integers = Integers(sink, self._ints, self._aliases.free)
        self._formulas = Formulas(sink, self._integers, self._bools)

    def records(self, active: Sequence[Lit]) -> Sequence[MapRecord]:
        """Return all records for the map, once all clauses are written: of the declared integers, the Booleans and the
        objective, then of the activation literals and of the observers, and of the place of a constraint that is false
        by the domains alone.

        `active` are the activation literals from `declare`.
        """
        constraints = self._model.constraints if self._options.activate else []
        records = self._objective()
        records += [
            {"activation": lit, "origin": c.origin and c.origin.record}
            for lit, c in zip(active, constraints, strict=True)
        ]
        self._integers.groups.forget()
        self._options.done("objective")
        for watch in self._options.watches:
            records += watch.records()
        if self._false is not None:
            records.append({"contradiction": self._where(self._false)})
        return Records(self._of_integers(), self._bools, records)

    def write(self, required: Iterable[Requirement], active: Sequence[Lit] = ()) -> None:
        """Write the clauses of required normal formulas, each with the number of its constraint.

        A constraint is required only if its literal in `active` is true, and always if `active` is empty or the number
        is ALWAYS.  Formulas that shared literals make true get no clauses.  Raise ModelError with the place of the
        constraint if a formula, an integer or the CNF is too large, and LimitReached if the time limit has passed.
        """
        last = number = ALWAYS
        try:
            for formula, number in required:
                if number != last:
                    self._limit.begin(number)
                    if not self._options.share:
                        self._formulas.forget()
                last = number
                check_time()
                if formula not in self._by_sharing:
                    self._formulas.require(formula, (-active[number],) if active and number != ALWAYS else ())
                    self._sink.spill()
                for watch in self._options.watches:
                    watch.required(formula, number)
            self._limit.end()
        except TooManyClauses:
            raise self._limit.refusal(self._model) from None
        except ModelError as error:
            raise placed(self._model, number, error) from None
        except OverflowError:  # of `len`
            raise placed(self._model, number, "an integer of this constraint has too many values") from None

    def declare(self) -> Sequence[Lit]:
        """Create the literals of all variables, also of auxiliary integers; return one activation literal per
        constraint, or none without the option `activate`.

        Raise ModelError if a domain is too large for its encoding, and LimitReached if the time limit has passed.
        """
        declared = len(self._model.ints)
        for watch in self._options.watches:
            watch.begin(Scene(self._model, self._norm, self._sink, self._ints, self._bools, self._formulas.ways))
        self._make_codes(range(declared))
        self._bools.update(self._facts.literals(self._sink, self._formulas.simple))
        if not isinstance(self._model.constraints, LiteralConstraints):  # most are about numbers there
            self._formulas.know(zip(self._model.bools.values(), self._bools.values(), strict=True))
        self._options.done("Boolean variables")
        self._make_codes(range(declared, len(self._norm.domains)))
        self._formulas.write_definitions()  # of the conditions that choose between two values
        if self._options.narrowing and self._options.share:
            known = Known(self._aliases.free, self._ints, self._formulas.simple)
            self._integers.groups.learn(self._norm.required, known)
        active = self._sink.new(len(self._model.constraints) if self._options.activate else 0)
        self._options.done("conditions of `if`")
        return active

    def _make_codes(self, numbers: Iterable[int]) -> None:
        try:
            for x in numbers:
                check_time()
                self._ints.append(self._conditional(x) if x in self._norm.conditional else self._code(x))
                self._sink.spill()
                for watch in self._options.watches:
                    watch.coded(x)
        except TooManyClauses:
            raise self._limit.refusal(self._model) from None

    def _where(self, number: int) -> str:
        """Return the place of a constraint in the input, or its shortened text if no place is known, or "the objective"
        for ALWAYS.
        """
        if number == ALWAYS:
            return "the objective"
        constraint = self._model.constraints[number]
        return str(constraint.origin) if constraint.origin else show(constraint.formula, SHOWN)

    def _code(self, x: int) -> IntCode:
        if x in self._same:
            other, factor, offset = self._same[x]
            return alias(self._ints[other], factor, offset)
        self._check_size(x)
        domain, encoding = self._norm.domains[x], self._encodings[x]
        return encoding.code(self._sink, values_of(domain) if encoding.any_size else domain.values())

    def _check_size(self, x: int) -> None:
        """Raise ModelError, with the name of the variable or the text of its term, if the domain is too large for the
        encoding.
        """
        domain, encoding = self._norm.domains[x], self._encodings[x]
        most = 1 << WIDEST if encoding.any_size else MOST_VALUES
        if (domain.hi - domain.lo if encoding.any_size else domain.size()) <= most:
            return
        values = f"has {_count(domain)} values; the {encoding.name} encoding takes at most {_most(most)}"
        if self._norm.names[x]:
            more = "" if encoding.any_size else "; log and compact-order take more"
            raise ModelError(f"integer variable {self._norm.names[x]} {values}{more}")
        term, number = self._norm.terms[x]
        raise placed(self._model, number, f"{show(term, SHOWN)} {values}")

    def _conditional(self, x: int) -> OrderInt:
        condition, if_true, if_false = self._norm.conditional[x]
        lit = self._formulas.literal(condition, 3)
        if abs(lit) == TRUE:  # decided since domains were narrowed
            value = if_true if lit == TRUE else if_false
            self._aliases.fix(x, value)
            return constant(self._sink, value)
        low_if = lit if if_true < if_false else -lit
        return OrderInt(self._sink, sorted((if_true, if_false)), (low_if,))

    def _of_integers(self) -> list[MapRecord]:
        """Return the map records of the declared integers."""
        named = zip(self._model.ints, self._norm.domains, self._ints, strict=False)
        return [{"int": name, "values": d.ranges, **x.record()} for name, d, x in named]

    def _objective(self) -> list[MapRecord]:
        """Return the map record of the objective, in a list; [] if there is no objective."""
        model, norm = self._model, self._norm
        if not model.objective or norm.objective is None:
            return []
        x = self._ints[norm.objective]
        code = x.order() if x.addition == IN_ORDER else x  # a bound is a literal, or a clause for each bit or digit
        values = {"values": norm.domains[norm.objective].ranges, **code.record()}
        return [{"objective": model.objective.goal, **values}]


def _count(domain: Domain) -> str:
    size = domain.size()
    return _most(size)


def _most(number: int) -> str:
    return str(number) if number < 10**30 else f"about {cut(number, 10)}"
