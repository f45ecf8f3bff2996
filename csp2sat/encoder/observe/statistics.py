"""Statistics of an encoding: variables, clauses, literals and seconds by constraint, encoding, rule and step."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...cnf.sink import Sink
from ...ints.spec import IntCode
from ...model.constraint import CONSTRAINTS, RELATION
from ...model.expr import Expr, postorder
from ...model.ops import OPS
from ..normalize.formulas import ALWAYS, Linear
from .observer import OBJECTIVE, Scene, Watch

CODES, SHARED = "domain codes", "shared definitions"
NO_INTS = "no integers"
NO_PLACE = "no place: codes, the objective"
MOST_PLACES = 20  # constraints with most clauses that the table lists


@dataclass
class Amount:
    """A number of things, and the variables, clauses, literals and seconds of CPU time that they took."""

    number: int = 0
    variables: int = 0
    clauses: int = 0
    literals: int = 0
    seconds: float = 0.0

    def add(self, other: Amount) -> None:
        """Add every field of another amount to this amount."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def rounded(self) -> dict[str, int | float]:
        """Return the fields for JSON, with the seconds rounded."""
        return {**vars(self), "seconds": round(self.seconds, 4)}


class _Meter:
    """A meter of the growth of a sink, which examines only the clauses written between two calls of `taken`.

    writing: seconds spent on handing on clauses, which no result of `taken` includes.
    """

    def __init__(self, sink: Sink):
        self._sink, self._flush = sink, sink.flush
        self.writing = 0.0
        self._variables = self._at_out = self._at_defs = 0
        self._own, self._shared = Amount(), Amount()
        self._start = time.process_time()
        sink.flush = self._flushed  # type: ignore[method-assign]

    def taken(self) -> tuple[Amount, Amount]:
        """Return the growth since the last call as two amounts: clauses of constraints (with all variables and
        seconds), and definitions.
        """
        self._count()
        now = time.process_time()
        own, shared = self._own, self._shared
        own.seconds += now - self._start
        own.variables = self._sink.num_vars - self._variables
        self._own, self._shared = Amount(), Amount()
        self._start, self._variables = now, self._sink.num_vars
        return own, shared

    def resume(self) -> None:
        """Restart the clock, so that the time until now counts for nothing."""
        self._start = time.process_time()

    def _count(self) -> None:
        sink = self._sink
        _add(self._own, sink.out, self._at_out)
        _add(self._shared, sink.defs, self._at_defs)
        self._at_out, self._at_defs = len(sink.out), len(sink.defs)

    def _flushed(self) -> None:
        self._count()
        start = time.process_time()
        self._flush()
        spent = time.process_time() - start
        self.writing += spent
        self._own.seconds -= spent
        self._at_out = self._at_defs = 0


def _add(amount: Amount, flat: list[int], start: int) -> None:
    new = flat[start:] if start else flat
    clauses = new.count(0)
    amount.clauses += clauses
    amount.literals += len(new) - clauses


Amounts = dict[str, Amount]


class Statistics(Watch):
    """An observer that sums up amounts by purpose.

    steps: seconds of steps that concern the CSP as a whole.  kinds: by the operator or the constraint of the source,
    with separate entries for the codes of integers and, for each kind, for parts that constraints share (literals of
    single values, views, channels) and that a constraint of this kind was the first to need.  encodings: by the
    encodings of the integers involved.  rules: by the rules of a board, if the CSP is a board.  places: by the place of
    each constraint, with the shared parts that the constraint was the first to need.
    """

    def __init__(self) -> None:
        self.steps: dict[str, float] = {}
        self.kinds: Amounts = {}
        self.encodings: Amounts = {}
        self.rules: Amounts = {}
        self.places: Amounts = {}
        self._elsewhere = Amount()  # of what has no place, such as the codes of integers
        self._start = time.process_time()
        self._meter: _Meter | None = None

    def begin(self, scene: Scene) -> None:
        self._scene, self._meter = scene, _Meter(scene.sink)
        self.done("the constant")

    def coded(self, x: int) -> None:
        self._see(CODES, "", [self._scene.codes[x]])

    def required(self, formula: Expr, number: int) -> None:
        self._see(self._kind(number), self._rule(number), self._ints(formula), place=self._place(number))

    def done(self, step: str) -> None:
        if self._meter is None:
            now = time.process_time()
            self.steps[step] = self.steps.get(step, 0.0) + now - self._start
            self._start = now
        else:
            self._see(step, "", [], 0)

    def report(self) -> dict[str, Any]:
        """Return all amounts for JSON, by table and name, with the seconds of each step."""
        seconds = {name: round(value, 4) for name, value in self._all_steps().items()}
        tables = self._tables()
        rounded = {name: {key: a.rounded() for key, a in table.items()} for name, table in tables.items() if table}
        return {"seconds": seconds, **rounded}

    def table(self, phases: dict[str, float]) -> list[list[str]]:
        """Return all amounts as rows of cells, the first row the heading; a row of one cell begins a part.

        phases: seconds (wall time) of the phases outside the encoder.
        """
        rows = [["", "number", "variables", "clauses", "literals", "seconds"]]
        for name, amounts in self._tables().items():
            most = len(amounts)
            if name == "places" and amounts:
                amounts, most = {**amounts, NO_PLACE: self._elsewhere}, MOST_PLACES
            rows += [[name], *_rows(amounts, most)] if amounts or name in ("constraints", "encodings") else []
        for name, seconds in {"steps": self._all_steps(), "phases (wall time)": phases}.items():
            rows += [[name], *([step, "", "", "", "", f"{spent:.3f}"] for step, spent in seconds.items())]
        return rows

    def _tables(self) -> dict[str, Amounts]:
        """Return the tables by their names."""
        return {
            "constraints": self.kinds,
            "encodings": self.encodings,
            "rules": self.rules,
            "places": {} if self.rules else self.places,
        }

    def _all_steps(self) -> dict[str, float]:
        return {**self.steps, "writing": self._meter.writing if self._meter else 0.0}

    def _see(self, kind: str, rule: str, codes: Sequence[IntCode], number: int = 1, place: str = "") -> None:
        """Add the growth of the sink since the last call to the tables, as `number` items of the given `kind`, `rule`
        and `place` ('': of no constraint), about integers with the `codes`.
        """
        assert self._meter is not None
        own, shared = self._meter.taken()
        own.number = number
        if kind == CODES or not number:
            own.add(shared)
            _entry(self.kinds, kind).add(own)
        else:
            _entry(self.kinds, kind).add(own)
            if shared.clauses:
                _entry(self.kinds, f"{kind}, {SHARED}").add(shared)
            own.add(shared)
        (_entry(self.places, place) if place else self._elsewhere).add(own)
        _entry(self.encodings, " ".join(sorted({code.kind for code in codes})) or NO_INTS).add(own)
        if self._is_board():
            _entry(self.rules, rule or kind).add(own)
        self._meter.resume()

    def _kind(self, number: int) -> str:
        if number == ALWAYS:
            return OBJECTIVE
        op = self._scene.model.constraints[number].formula.op
        return f"{sort_of(op)} {op}"

    def _rule(self, number: int) -> str:
        origin = None if number == ALWAYS else self._scene.model.constraints[number].origin
        return origin.rule if origin else ""

    def _place(self, number: int) -> str:
        """Return the place or the name of a constraint; '' if it has none."""
        origin = None if number == ALWAYS else self._scene.model.constraints[number].origin
        return str(origin) if origin else ""

    def _is_board(self) -> bool:
        constraints = self._scene.model.constraints
        return bool(constraints) and constraints[0].origin is not None and constraints[0].origin.kind != "text"

    def _ints(self, formula: Expr) -> list[IntCode]:
        parts = postorder(formula)
        found = {x for part in parts for arg in part.args if isinstance(arg, Linear) for _, x in arg.terms}
        return [self._scene.codes[x] for x in found]


def sort_of(op: str) -> str:
    """Return the sort of the constraints that the operator `op` makes.

    "operator": an operator of terms or formulas (OPS), or a Boolean variable
    "relation": a named table of tuples
    "global", "graph": a constraint of `constraints/globals/`, or of `constraints/graphs/`
    """
    if op in OPS or op == "bool":
        return "operator"
    if op == RELATION:
        return "relation"
    return "global" if ".globals." in CONSTRAINTS[op].holds.__module__ else "graph"


def _entry(table: Amounts, key: str) -> Amount:
    return table.setdefault(key, Amount())


def _rows(table: Amounts, most: int) -> list[list[str]]:
    """Return the rows of a table, those with most clauses first, and a last row with the sum; entries whose number,
    variables and clauses are all 0 have no row.  most: the number of rows, beyond which the others are one row.
    """
    total = Amount()
    for amount in table.values():
        total.add(amount)
    some = [(name, amount) for name, amount in table.items() if amount.number or amount.variables or amount.clauses]
    ordered = sorted(some, key=lambda item: -item[1].clauses)
    others = Amount()
    for _, amount in ordered[most:]:
        others.add(amount)
    rest = [(f"{len(ordered) - most} others; --json has all", others)] if len(ordered) > most else []
    return [_row(*item) for item in [*ordered[:most], *rest, ("together", total)]]


def _row(name: str, amount: Amount) -> list[str]:
    numbers = (amount.number, amount.variables, amount.clauses, amount.literals)
    return [name, *(str(number) if number else "-" for number in numbers), f"{amount.seconds:.3f}"]
