"""Model -> clauses and map records: the three passes in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..cnf.sink import Lit, Sink
from ..errors import ModelError, UsageError
from ..ints import order
from ..ints.order import OrderInt
from ..ints.spec import ENCODINGS
from ..model.domain import Domain
from ..model.expr import show
from ..model.model import Model
from .aliases import Alias, Aliases
from .bounds import contradiction, tighten
from .formulas import Formulas
from .integers import Integers
from .norm import ALWAYS, Norm
from .normal import normalize, placed

MOST_VALUES = 2_000_000  # of one variable in the order encoding
SHOWN = 80  # characters of a term that a message shows


@dataclass(frozen=True)
class Options:
    """How to encode.

    encoding: of integer variables.  propagate: tighten domains first.  share: constraints share auxiliaries.
    activate: each constraint gets an activation literal and holds only where that is true; it needs propagation and
        sharing off, since both carry consequences of one constraint into another.
    map_format: of the map file: `json`, or `sugar` (order encoding only).
    """

    encoding: str = "order"
    propagate: bool = True
    share: bool = True
    activate: bool = False
    map_format: str = "json"

    def __post_init__(self) -> None:
        if self.map_format == "sugar" and self.encoding != "order":
            raise UsageError(f"Sugar's map files know the order encoding only, not {self.encoding!r}")
        if self.activate and (self.propagate or self.share):
            raise ValueError("activation literals need propagation and sharing off")


def encode(model: Model, sink: Sink, options: Options = Options()) -> list[dict[str, Any]]:
    """Write the clauses of a model to a sink; returns the records of its variables for the map.

    The models of the clauses, projected on the variables, are the solutions (with `activate`, where all activation
    literals are true).  Soft constraints are not looked at; an objective gets a record as if it were a variable, with
    the key `objective` and its goal, whose value is that of the term.

    Raises ModelError when a domain or a constraint is too large for the encoding.
    """
    _ = ENCODINGS[options.encoding]
    norm = normalize(model, options.share)
    false = None
    if options.propagate:
        tighten(norm)
        false = contradiction(norm)
    aliases = Aliases(norm, len(model.ints), options.propagate)
    records = _Encoder(model, norm, sink, aliases).run(options)
    return records if false is None else [*records, {"contradiction": _where(model, false)}]


def _where(model: Model, number: int) -> str:
    """The place of a constraint, or what it says."""
    if number == ALWAYS:
        return "the objective"
    constraint = model.constraints[number]
    return str(constraint.origin) if constraint.origin else show(constraint.formula, SHOWN)


class _Encoder:
    def __init__(self, model: Model, norm: Norm, sink: Sink, aliases: Aliases):
        self._model, self._norm, self._sink = model, norm, sink
        self._same, self._true = aliases.same, aliases.equations
        self._ints: list[OrderInt] = []
        self._bools: dict[str, Lit] = {}
        self._formulas = Formulas(sink, Integers(sink, self._ints, aliases.substituted), self._bools)

    def run(self, options: Options) -> list[dict[str, Any]]:
        declared = len(self._model.ints)
        for x in range(declared):
            self._ints.append(self._code(x))
        self._bools.update(zip(self._model.bools, self._sink.new(len(self._model.bools)), strict=True))
        for x in range(declared, len(self._norm.domains)):
            self._ints.append(self._chosen(x) if x in self._norm.chosen else self._code(x))
        self._formulas.define()
        active = self._sink.new(len(self._model.constraints)) if options.activate else None
        self._require(active, options.share)
        return [*self._variables(), *self._objective(), *self._activations(active)]

    def _require(self, active: range | None, share: bool) -> None:
        last = ALWAYS
        for formula, number in self._norm.required:
            if not share and number != last:
                self._formulas.forget()
            last = number
            if formula in self._true:
                continue
            unless = () if active is None or number == ALWAYS else (-active[number],)
            try:
                self._formulas.require(formula, unless)
            except ModelError as error:
                raise ModelError(self._placed(number, str(error))) from None
            self._sink.spill()

    def _placed(self, number: int, message: str) -> str:
        return f"the objective: {message}" if number == ALWAYS else placed(self._model.constraints[number], message)

    def _code(self, x: int) -> OrderInt:
        if x in self._same:
            other, factor, offset = self._same[x]
            return Alias(self._sink, self._ints[other], factor, offset)
        domain = self._norm.domains[x]
        if domain.size() > MOST_VALUES:
            values = f"has {_count(domain)} values; the order encoding takes at most {MOST_VALUES}"
            if self._norm.names[x]:
                raise ModelError(f"integer variable {self._norm.names[x]} {values}")
            term, number = self._norm.terms[x]
            raise ModelError(self._placed(number, f"{show(term, SHOWN)} {values}"))
        return order.code(self._sink, domain.values())

    def _chosen(self, x: int) -> OrderInt:
        condition, if_true, if_false = self._norm.chosen[x]
        lit = self._formulas.literal(condition, 3)
        low_if = lit if if_true < if_false else -lit
        return order.of_literal(self._sink, min(if_true, if_false), max(if_true, if_false), low_if)

    def _variables(self) -> list[dict[str, Any]]:
        ints = [
            {"int": name, "values": domain.ranges, **order.record(x)}
            for (name, domain), x in zip(
                zip(self._model.ints, self._norm.domains, strict=False), self._ints, strict=False
            )
        ]
        return ints + [{"bool": name, "lit": lit} for name, lit in self._bools.items()]

    def _objective(self) -> list[dict[str, Any]]:
        if self._model.objective is None or self._norm.objective is None:
            return []
        x = self._norm.objective
        values = {"values": self._norm.domains[x].ranges, **order.record(self._ints[x])}
        return [{"objective": self._model.objective.goal, **values}]

    def _activations(self, active: range | None) -> list[dict[str, Any]]:
        constraints = self._model.constraints if active else []
        return [{"activation": lit, "origin": c.origin} for lit, c in zip(active or (), constraints, strict=True)]


def _count(domain: Domain) -> str:
    size = domain.size()
    return str(size) if size < 10**30 else f"about 10^{size.bit_length() * 30103 // 100000}"
