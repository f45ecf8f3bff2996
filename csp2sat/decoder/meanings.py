"""The meaning of literals of a CNF in words, by its map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..base.numbers import loads
from ..base.source import Source
from ..cnf.sink import TRUE, Lit
from ..model.model import Origin
from .map_file import VariableMap

ORIGINS = re.compile(r'\{"auxiliaries": \[(\d{1,18}), (\d{1,18})\], "origin": (\[.*\])\}')


class MadeTogether(NamedTuple):
    """Consecutive auxiliary variables that one constraint made, from the first to the last, and the origin of the
    constraint.
    """

    first: int
    last: int
    origin: Origin


def auxiliaries(source: Source) -> list[MadeTogether]:
    """Return the records of auxiliary variables in a map; [] if the map was written without them."""
    found = []
    for match in filter(None, map(ORIGINS.fullmatch, source.text.split("\n"))):
        try:
            origin = Origin(*loads(match[3]))
            str(origin)
        except (ValueError, TypeError, RecursionError) as error:
            raise source.error("an `origin` that is no [kind, row, column, rule]", match.start()) from error
        found.append(MadeTogether(int(match[1]), int(match[2]), origin))
    return found


def meanings(variables: VariableMap, made: list[MadeTogether], lit: Lit) -> list[str]:
    """Return everything that a literal of a CNF says: of the named variables, the objective, soft constraints and
    constraints' literals; of an auxiliary variable, the constraint that made the variable.

    made: the auxiliary variables of the map; if there are none, the text says how to get them.
    """
    found = list(_named(variables, lit))
    if not found and abs(lit) == TRUE:
        return ["always true" if lit > 0 else "always false"]
    return found or [_auxiliary(made, abs(lit))]


def _named(variables: VariableMap, lit: Lit) -> Iterator[str]:
    """Yield what a literal says by the records of the map, in their order."""
    readers = list(variables.ints.items())
    if variables.objective is not None:
        readers.append(("the objective", variables.objective.code))
    yield from (reader.meaning(name, lit) for name, reader in readers if abs(lit) in reader.literals())
    for name, each in variables.bools.items():
        if abs(each) == abs(lit):
            yield name if each == lit else f"not {name}"
    for each, weight in variables.soft:
        if abs(each) == abs(lit):
            yield f"a soft constraint of weight {weight} is {'kept' if each == lit else 'violated'}"
    if abs(lit) in variables.activations:
        number = variables.activations.index(abs(lit)) + 1
        yield f"constraint {number} is {'required' if lit > 0 else 'not required'}"


def _auxiliary(made: list[MadeTogether], variable: int) -> str:
    """Return the words about an auxiliary variable: its constraint, if one of the records `made` has the variable."""
    for each in made:
        if each.first <= variable <= each.last:
            return f"auxiliary variable of the constraint: {each.origin}"
    return "auxiliary variable" + (" of no single constraint" if made else "; `encode --map-origins` keeps constraints")
