"""The meaning of literals of a CNF in words, by its map."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from ..base.numbers import loads
from ..base.source import Source
from ..cnf.sink import TRUE, Lit
from ..model.model import Origin
from .map_file import VariableMap, term_reader

ORIGINS = re.compile(r'\{"auxiliaries": \[(\d{1,18}), (\d{1,18})\], "origin": (\[.*\])\}')


MEANING = re.compile(r'^\{"(?:meaning|term)": ".*\}$', re.MULTILINE)

BETWEEN = re.compile(r"(?P<x>.+) <= (?P<most>-?\d{1,18}) and (?P=x) > (?P<below>-?\d{1,18})")


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


def purposes(source: Source, variables: VariableMap) -> dict[Lit, str]:
    """Return what auxiliary variables are for, in words, by the records of a map; {} if the map was written without
    them.

    source: the text of the map.  variables: the map that was read from this text.
    """
    found: dict[Lit, str] = {}
    for match in MEANING.finditer(source.text):
        with suppress(ValueError):
            record = loads(match[0])
            if "meaning" in record:
                found |= {lit: _purpose(record, variables) for lit in record.get("of", ()) if type(lit) is int}
            elif reader := term_reader(record, variables.num_vars):
                found |= {abs(lit): reader.meaning(str(record["term"]), abs(lit)) for lit in reader.literals()}
    return found


def _purpose(record: dict[str, Any], variables: VariableMap) -> str:
    """Return the meaning in a record; of several literals of named variables that of all, or of one of them."""
    for word, joined in (("all", " and "), ("any", " or ")):
        parts = record.get(word)
        if isinstance(parts, list) and all(type(lit) is int and lit for lit in parts):
            named = [next(_named(variables, lit), f"literal {lit}") for lit in parts]
            return _as_value(named) or joined.join(named)
    return str(record["meaning"])


def _as_value(parts: list[str]) -> str:
    """Return `x = 2` for the parts `x <= 2` and `x > 1`, '' for others."""
    ends = BETWEEN.fullmatch(" and ".join(parts))
    return f"{ends['x']} = {ends['most']}" if ends and int(ends["most"]) - int(ends["below"]) == 1 else ""


def meanings(
    variables: VariableMap, made: list[MadeTogether], lit: Lit, purpose: Mapping[Lit, str] | None = None
) -> list[str]:
    """Return everything that a literal of a CNF says: of the named variables, the objective, soft constraints and
    constraints' literals; of an auxiliary variable, its purpose and the constraint that made the variable.

    made: the auxiliary variables of the map; if there are none, the text says how to get them.  purpose: those of
    auxiliary variables, as far as known.
    """
    found = list(_named(variables, lit))
    if not found and abs(lit) == TRUE:
        return ["always true" if lit > 0 else "always false"]
    return found or [_auxiliary(made, abs(lit), (purpose or {}).get(abs(lit), ""))]


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


def _auxiliary(made: list[MadeTogether], variable: int, purpose: str) -> str:
    """Return the words about an auxiliary variable: its purpose, if that is known, and its constraint, if one of the
    records `made` has the variable.
    """
    what = f"auxiliary variable{f' for `{purpose}`' if purpose else ''}"
    for each in made:
        if each.first <= variable <= each.last:
            return f"{what} of the constraint: {each.origin}"
    return what + (" of no single constraint" if made else "; `encode --map-origins` keeps constraints")
