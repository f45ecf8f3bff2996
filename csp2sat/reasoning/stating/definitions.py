"""Division of the encoder's clauses: the clauses of each constraint, and definitions that always hold.

The encoder defines auxiliary variables by clauses that hold whether a constraint is required or not.  A definition is a
part of a constraint if no other constraint uses the variable; so whoever needs a constraint needs no other clause, and
whoever does not need the constraint sees nothing of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ...cnf.flat_clauses import Clause, clauses
from ...cnf.sink import Lit, Sink
from ...encoder.normalize.formulas import ALWAYS
from ...encoder.observe.observer import Scene, Watch
from ...model.expr import Expr
from ...puzzles.facts import Atom


class Definers(Watch):
    """An observer that notes for each auxiliary variable the constraint for which the encoder made the variable.

    of: the constraint's number by variable.
    """

    def __init__(self) -> None:
        self.of: dict[int, int] = {}
        self._sink, self._seen = Sink(), 0

    def begin(self, scene: Scene) -> None:
        self._sink = scene.sink

    def done(self, step: str) -> None:
        self._seen = self._sink.num_vars

    def required(self, formula: Expr, number: int) -> None:
        made = range(self._seen + 1, self._sink.num_vars + 1)
        if number != ALWAYS:
            self.of.update(dict.fromkeys(made, number))
        self._seen = self._sink.num_vars


class Divided(NamedTuple):
    """The clauses of an encoding.

    of: for each constraint its clauses, without the activation literal.  always: the other clauses, each with the
    auxiliary variable of several constraints that the clause defines, 0 for none.
    """

    of: list[list[Clause]]
    always: list[tuple[Clause, int]]


def divided(sink: Sink, active: Sequence[int], definers: Definers, known: Collection[int]) -> Divided:
    """Return the clauses of an encoding, divided by their constraints.

    active: the activation literal of each constraint.  known: the variables of atoms, which are not auxiliary.
    """
    number_of = {lit: number for number, lit in enumerate(active)}
    found = Divided([[] for _ in active], [])
    loose: list[Clause] = []
    users: dict[int, set[int]] = {var: {number} for var, number in definers.of.items()}
    for clause in clauses([*sink.defs, *sink.out]):
        owner = next((number_of[-lit] for lit in clause if -lit in number_of), None)
        if owner is None:
            loose.append(clause)
            continue
        found.of[owner].append([lit for lit in clause if lit != -active[owner]])
        for lit in clause:
            if abs(lit) in users:
                users[abs(lit)].add(owner)
    defined = [max((abs(lit) for lit in clause if abs(lit) not in known), default=0) for clause in loose]
    while _spread(loose, defined, users):
        pass
    for clause, var in zip(loose, defined, strict=True):
        if len(users.get(var, ())) == 1:
            found.of[definers.of[var]].append(clause)
        else:
            found.always.append((clause, var if var > 1 else 0))
    return found


def _spread(loose: Sequence[Clause], defined: Sequence[int], users: dict[int, set[int]]) -> bool:
    """Add the users of each auxiliary variable to the variables in its definition; return whether there is a new user.

    loose: the clauses of definitions.  defined: for each of them the variable that the clause defines, 0 for none.
    users: for each auxiliary variable the numbers of the constraints with it.
    """
    more = False
    for clause, var in zip(loose, defined, strict=True):
        for lit in clause:
            have = users.get(abs(lit))
            if have is not None and not have >= (wanted := users.get(var, set())):
                have |= wanted
                more = True
    return more


def literals_of_values(sink: Sink, first: Lit, count: int) -> list[Lit]:
    """Return a literal for each of the `count` values, two or more, of an integer in direct encoding, whose first value
    has the literal `first`.  The encoding has one literal for two values, so that the second gets one of its own.
    """
    found = [first + at for at in range(count)]
    if count == 2:
        found[1] = sink.var()
        sink.defs += (first, found[1], 0, -first, -found[1], 0)
    return found


def atoms_of(sink: Sink, record: dict[str, Any]) -> dict[int, Atom]:
    """Return the meaning of a literal for each value of an integer in direct encoding; {} for an integer with one
    value, which has no literal.

    record: of the integer, with its `values` and its `first` literal.
    """
    values = [value for low, high in record["values"] for value in range(low, high + 1)]
    if len(values) == 1:
        return {}
    lits = literals_of_values(sink, record["first"], len(values))
    return {lit: Atom(record["int"], value) for lit, value in zip(lits, values, strict=True)}


def pairs(atoms: Mapping[int, Atom]) -> Iterator[Clause]:
    """Yield a clause for each two values of an integer: not both.  The encoder's clauses for that may have auxiliary
    variables, which the solver of a single statement would not know.  atoms: the meaning of each literal.
    """
    by_name: dict[str, list[int]] = {}
    for lit, atom in atoms.items():
        if atom.value is not None:
            by_name.setdefault(atom.name, []).append(lit)
    for lits in by_name.values():
        yield from ([-one, -other] for one, other in combinations(lits, 2))
