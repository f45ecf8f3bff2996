"""The meaning of literals of a CNF in words, by its map."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from ..base.numbers import loads
from ..base.source import Source
from ..cnf.sink import TRUE, Lit
from ..ints.spec import Reader
from ..model.model import Origin
from .map_file import VariableMap, reader_of
from .wording import VALUES_OF, WHERE, opposite, within

OF_CONSTRAINT = " of the constraint: "  # between the words for a variable and the origin of its constraint
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

    made, clauses: the variables, and the clauses by their numbers from 1, that constraints made, both in order.  terms:
    for each variable of the code of a term, the reader of the code and the text of the term.  texts: texts of other
    variables, by positive literals.  sure: the sign of the literal that implies the text, or the opposite of the text,
    for texts that hold in one direction, and 0 for those in none.  where: for texts that hold under a condition only,
    its text.
    """

    made: Sequence[MadeTogether] = ()
    clauses: Sequence[MadeTogether] = ()
    terms: Mapping[int, tuple[Reader, str]] = field(default_factory=dict)
    texts: Mapping[int, str] = field(default_factory=dict)
    sure: Mapping[int, int] = field(default_factory=dict)
    where: Mapping[int, str] = field(default_factory=dict)

    def origin_of(self, clause: int) -> Origin | None:
        """Return the origin of a clause, by its number; None if no single constraint is known to have made it."""
        return _origin_of(self.clauses, clause)

    def texts_of(self, lit: Lit) -> list[str]:
        """Return what a literal says by the records: the text of a term, or of a variable; [] if there is none."""
        if abs(lit) in self.terms:
            reader, term = self.terms[abs(lit)]
            return [reader.meaning(term, lit)]
        text = self.texts.get(abs(lit))
        if text is None:
            return []
        doubt = "" if self.sure.get(abs(lit), lit) * lit > 0 else "perhaps "
        where = f"{WHERE}{self.where[abs(lit)]}" if abs(lit) in self.where else ""
        return [doubt + (text if lit > 0 else opposite(text)) + where]


def auxiliaries(source: Source, num_vars: int) -> AuxiliaryRecords:
    """Return the records of auxiliary variables in a map.  Raises InputError, with the place, for a wrong record.

    num_vars: the number of variables of the CNF.
    """
    made: dict[str, list[MadeTogether]] = {"auxiliaries": [], "clauses": []}
    terms: dict[int, tuple[Reader, str]] = {}
    texts: dict[int, str] = {}
    sure: dict[int, int] = {}
    where: dict[int, str] = {}
    for match in RECORDS.finditer(source.text):
        try:
            match loads(match[0]):
                case {"auxiliaries": [int(first), int(last)], "origin": [*parts]}:
                    made["auxiliaries"].append(MadeTogether(first, last, _origin(parts)))
                case {"clauses": [int(first), int(last)], "origin": [*parts]}:
                    made["clauses"].append(MadeTogether(first, last, _origin(parts)))
                case {"term": str(term), "values": [*_]} as record if reader := reader_of(record, num_vars):
                    terms.update(dict.fromkeys(reader.literals(), (reader, term)))
                case {"literal": int(lit), "means": str(text), **more} if more.get("sure", 1) in (1, 0, -1):
                    texts[lit] = text
                    where |= {lit: str(more["where"])} if "where" in more else {}
                    sure |= {lit: int(str(more["sure"]))} if "sure" in more else {}
                case _:
                    raise ValueError
        except (ValueError, TypeError, RecursionError) as error:
            raise source.error(
                "a record of auxiliary variables that this program cannot read", match.start()
            ) from error
    for each in made.values():
        each.sort(key=attrgetter("first"))
    return AuxiliaryRecords(made["auxiliaries"], made["clauses"], terms, texts, sure, where)


def _origin(parts: Sequence[Any]) -> Origin:
    """Return the origin in a record.  Raises TypeError or ValueError if it is none."""
    origin = Origin(*parts)
    str(origin)
    if not isinstance(origin.rule, str):
        raise TypeError
    return origin


class LiteralWords:
    """The texts of literals of a CNF: of the named variables, the objective, soft constraints and constraints'
    literals; of an auxiliary variable, what the variable stands for, and the constraint that made it.

    records: the auxiliary variables of the map; if there are none, the texts say how to get them.
    """

    def __init__(self, variables: VariableMap, records: AuxiliaryRecords):
        self._records, self._named = records, defaultdict[int, list[Callable[[Lit], str]]](list)
        readers = list(variables.ints.items())
        if variables.objective is not None:
            readers.append(("the objective", variables.objective.code))
        for name, reader in readers:
            for lit in reader.literals():
                self._named[lit].append(partial(reader.meaning, name))
        for name, lit in variables.bools.items():
            self._add(lit, name, f"not {name}")
        for lit, weight in variables.soft:
            soft = f"a soft constraint of weight {weight} is"
            self._add(lit, f"{soft} kept", f"{soft} violated")
        for number, lit in enumerate(variables.activations, 1):
            self._add(lit, f"constraint {number} is required", f"constraint {number} is not required")

    def _add(self, lit: Lit, text: str, other: str) -> None:
        """Note the text of a literal, and the other text of its opposite."""
        self._named[abs(lit)].append(lambda each: text if each == lit else other)

    def of(self, lit: Lit) -> list[str]:
        """Return everything that a literal says."""
        named, texts = [says(lit) for says in self._named.get(abs(lit), ())], self._records.texts_of(lit)
        if not named and abs(lit) == TRUE:
            return ["always true" if lit > 0 else "always false"]
        origin = [] if named else [_auxiliary(self._records.made, lit, bool(texts))]
        return [*named, *texts, *filter(None, origin)]


def _auxiliary(made: Sequence[MadeTogether], lit: Lit, is_known: bool) -> str:
    """Return the words about a literal of an auxiliary variable: its constraint, if one of the records `made` has the
    variable; '' if no record has the variable and `is_known` is True.

    is_known: whether other words say what the literal means; if not, its number and its sign are among the words.
    """
    origin, number = _origin_of(made, abs(lit)), "" if is_known else f" {abs(lit)}"
    if origin and origin.kind == "rule" and origin.rule.startswith(VALUES_OF):
        words = f"helper variable{number} of {origin}"
    elif origin:
        words = f"auxiliary variable{number}{OF_CONSTRAINT}{origin}"
    elif is_known:
        return ""
    else:
        words = f"auxiliary variable{number}" + (" of no single constraint" if made else "")
    signed = words if is_known or lit > 0 else f"not {within(words)}"
    return signed if made else f"{signed}; to know its constraint, encode again with --map-origins"


def _origin_of(made: Sequence[MadeTogether], number: int) -> Origin | None:
    """Return the origin of a variable or a clause by the records, which are in order; None if none of them has it."""
    at = bisect_right(made, number, key=attrgetter("first"))
    return made[at - 1].origin if at and number <= made[at - 1].last else None
