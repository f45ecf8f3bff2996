"""The meaning of literals of a CNF in words, by its map."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..base.numbers import loads
from ..base.source import Source
from ..cnf.sink import TRUE, Lit
from ..ints.spec import Reader
from ..model.model import Origin
from .map_file import VariableMap, reader_of
from .wording import opposite

RECORDS = re.compile(r'^\{"(?:auxiliaries|clauses|term|literal)": .*$', re.MULTILINE)


class MadeTogether(NamedTuple):
    """Consecutive auxiliary variables, or clauses, that one constraint made, from the first to the last, and the origin
    of the constraint.
    """

    first: int
    last: int
    origin: Origin


@dataclass(frozen=True)
class AuxiliaryRecords:
    """The records of auxiliary variables in a map; all empty if the map was written without them.

    made, clauses: the variables, and the clauses by their numbers from 1, that constraints made.  terms: for each
    variable of the code of a term, the reader of the code and the text of the term.  texts: texts of other variables,
    by positive literals.  sure: the sign of the literal that implies the text, or the opposite of the text, for texts
    that hold in one direction.
    """

    made: Sequence[MadeTogether] = ()
    clauses: Sequence[MadeTogether] = ()
    terms: Mapping[int, tuple[Reader, str]] = field(default_factory=dict)
    texts: Mapping[int, str] = field(default_factory=dict)
    sure: Mapping[int, int] = field(default_factory=dict)

    def origin_of(self, clause: int) -> Origin | None:
        """Return the origin of a clause, by its number; None if no single constraint is known to have made it."""
        return next((each.origin for each in self.clauses if each.first <= clause <= each.last), None)

    def texts_of(self, lit: Lit) -> list[str]:
        """Return what a literal says by the records: the text of a term, or of a variable; [] if there is none."""
        if abs(lit) in self.terms:
            reader, term = self.terms[abs(lit)]
            return [reader.meaning(term, lit)]
        text = self.texts.get(abs(lit))
        if text is None:
            return []
        doubt = "perhaps " if self.sure.get(abs(lit), lit) * lit < 0 else ""
        return [doubt + (text if lit > 0 else opposite(text))]


def auxiliaries(source: Source, num_vars: int) -> AuxiliaryRecords:
    """Return the records of auxiliary variables in a map.  Raises InputError, with the place, for a wrong record.

    num_vars: the number of variables of the CNF.
    """
    made: dict[str, list[MadeTogether]] = {"auxiliaries": [], "clauses": []}
    terms: dict[int, tuple[Reader, str]] = {}
    texts: dict[int, str] = {}
    sure: dict[int, int] = {}
    for match in RECORDS.finditer(source.text):
        try:
            match loads(match[0]):
                case {"auxiliaries": [int(first), int(last)], "origin": [*parts]}:
                    made["auxiliaries"].append(MadeTogether(first, last, _origin(parts)))
                case {"clauses": [int(first), int(last)], "origin": [*parts]}:
                    made["clauses"].append(MadeTogether(first, last, _origin(parts)))
                case {"term": str(term), "values": [*_]} as record if reader := reader_of(record, num_vars):
                    terms.update(dict.fromkeys(reader.literals(), (reader, term)))
                case {"literal": int(lit), "means": str(text), **more} if more.get("sure", 1) in (1, -1):
                    texts[lit] = text
                    sure |= {lit: int(str(more["sure"]))} if "sure" in more else {}
                case _:
                    raise ValueError
        except (ValueError, TypeError, RecursionError) as error:
            raise source.error(
                "a record of auxiliary variables that this program cannot read", match.start()
            ) from error
    return AuxiliaryRecords(made["auxiliaries"], made["clauses"], terms, texts, sure)


def _origin(parts: Sequence[Any]) -> Origin:
    """Return the origin in a record.  Raises TypeError or ValueError if it is none."""
    origin = Origin(*parts)
    str(origin)
    if not isinstance(origin.rule, str):
        raise TypeError
    return origin


def meanings(variables: VariableMap, records: AuxiliaryRecords, lit: Lit) -> list[str]:
    """Return everything that a literal of a CNF says: of the named variables, the objective, soft constraints and
    constraints' literals; of an auxiliary variable, what the variable stands for, and the constraint that made it.

    records: the auxiliary variables of the map; if there are none, the text says how to get them.
    """
    named, texts = list(_named(variables, lit)), records.texts_of(lit)
    if not named and abs(lit) == TRUE:
        return ["always true" if lit > 0 else "always false"]
    origin = [] if named else [_auxiliary(records.made, abs(lit), bool(texts))]
    return [*named, *texts, *filter(None, origin)]


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


def _auxiliary(made: Sequence[MadeTogether], variable: int, is_known: bool) -> str:
    """Return the words about an auxiliary variable: its constraint, if one of the records `made` has the variable; ''
    if none has and it `is_known` what the variable stands for.
    """
    for each in made:
        if each.first <= variable <= each.last:
            return f"auxiliary variable of the constraint: {each.origin}"
    if is_known:
        return ""
    return "auxiliary variable" + (" of no single constraint" if made else "; `encode --map-origins` keeps constraints")
