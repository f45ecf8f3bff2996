"""The map file, from which a solver's model is turned into values of the variables, without the input of the encoder.

The file has one JSON object on each line. The first line is the header::

    {"format": "csp2sat map", "version": 1, "tool": "csp2sat 0.4.0", "encoding": "order", "variables": 12,
     "clauses": 34, "records": 9, "cnf": "sha256:...", "about": {...}}

`about` is copied from the model: the puzzle and its board, or the language. The other lines are records: one for each
variable, with its code, identified by sort and name, in order of declaration, and some others::

    {"int": "x", "values": [[0, 3], [7, 7]], "code": "order", "first": 5}    x <= 0 is literal 5, x <= 1 is 6, ...
    {"int": "y", "values": [[0, 3], [7, 7]], "code": "direct", "first": 9}   y = 0 is literal 9, y = 1 is 10, ...
    {"int": "z", "values": [[5, 12]], "code": "log", "first": 14}            z = 5 + literal 14 + 2 * literal 15 + ...
                                                                             with "below": 2 it would be 3 + ...
    {"int": "w", "values": [[5, 99]], "code": "compact-order", "base": 16, "first": 20}   the lowest digit of w - 5 is
                                                    at most 0: literal 20, ..., at most 14: 34; the next digit: 35, ...
    {"bool": "p", "lit": 17}
    {"bool": "q", "lit": -17}                        the opposite of p; literal 1 is true, -1 false
    {"objective": "minimize", "values": [[0, 9]], "code": "order", "first": 30}   the objective term, in any code;
                                                    at most one record
    {"soft": -41, "weight": 3}                       the weight is a cost if the literal is false
    {"activation": 90, "origin": [...]}              a constraint's literal, if encoded with such literals
    {"auxiliaries": [91, 99], "origin": [...]}       auxiliary variables of a constraint, if they are requested, and
    {"term": "x - y", "values": [[-3, 3]], "code": "order", "first": 91}   the term whose code these variables are, or
    {"literal": 98, "means": "(p or x - y <= 0)"}    the formula, comparison or sum that a variable stands for, and
    {"clauses": [7, 20], "origin": [...]}            the clauses of a constraint, from 1 as in the CNF
    {"contradiction": "line 2, column 1"}            a constraint that is false by the domains alone: unsatisfiable

Unknown keys and records are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from itertools import islice
from json.encoder import encode_basestring
from typing import Any, Literal, cast

from ..base.numbers import dumps, loads, short
from ..base.source import Source
from ..cnf.flat_clauses import MOST_VARS, Clause
from ..cnf.sink import FALSE
from ..errors import OWN_PARTS, InputError, SolverError
from ..escaping import name_fault
from ..frozen import dataclass
from ..ints.ranges import Steps, values_of
from ..ints.spec import ENCODINGS, Encoding, Reader
from ..model.domain import Domain
from ..model.model import Answer, hidden
from ..model.refinement import NamedClause

FORMAT, VERSION = "csp2sat map", 1
PIECE = 4096  # records that are made texts at once
PLAIN = re.compile(r'\{"bool": "([^"\\\x00-\x1f]+)", "lit": (-?[1-9][0-9]{0,9})\}')  # most records; read as JSON slowly


@dataclass(frozen=True)
class VariableMap:
    """A variable map: the header of a map file and its records.

    header: the first line of the file. ints: how to read the value of each integer variable from a model. bools: the
    literal of each Boolean variable. objective: the record of the objective, or None. soft: pairs of a soft literal and
    the weight that is the cost if the literal is false. activations: the constraints' literals, in the order of the
    constraints, if the CNF was encoded with them. contradiction: the place of a constraint that is false by the domains
    alone, or ''.
    """

    header: dict[str, Any]
    ints: dict[str, Reader] = field(default_factory=dict)
    bools: dict[str, int] = field(default_factory=dict)
    objective: ObjectiveRecord | None = None
    soft: list[tuple[int, int]] = field(default_factory=list)  # literal, weight
    activations: list[int] = field(default_factory=list)  # of the constraints, in their order, if encoded so
    contradiction: str = ""  # the place of a constraint that is false by the domains alone

    @property
    def about(self) -> dict[str, Any]:
        about: dict[str, Any] = self.header.get("about", {})
        return about

    @property
    def num_vars(self) -> int:
        return int(self.header["variables"])

    @property
    def digest(self) -> str:
        """The SHA-256 of the CNF in hexadecimal, or '' if the CNF is not known (then the number of its variables is not
        certain, either).
        """
        return str(self.header["cnf"]).removeprefix("sha256:")

    def decode(self, literals: Iterable[int]) -> Answer:
        """Return the values of all variables, hidden ones too, in a model.

        literals: the true literals, one for each variable of the CNF. Raises SolverError if the model cannot belong to
        this map: a literal beyond the map's variables, or a code that means no value.
        """
        true = {lit for lit in literals if lit > 0}
        if true and max(true) > self.num_vars:
            raise SolverError(f"the answer has variable {max(true)}, the map only {self.num_vars}: another map")
        ints = {name: code.value(name, true) for name, code in self.ints.items()}
        return Answer(ints, {name: (abs(lit) in true) == (lit > 0) for name, lit in self.bools.items()})

    def cost(self, literals: Iterable[int]) -> int | None:
        """Return the value of the objective in a model; if the map has no objective, the sum of the weights of the
        false soft literals; None if the map has neither.

        literals: as for `decode`.
        """
        true = {lit for lit in literals if lit > 0}
        if self.objective is not None:
            return self.objective.value(true)
        return sum(weight for lit, weight in self.soft if (abs(lit) in true) != (lit > 0)) if self.soft else None

    def blocking_clause(self, answer: Answer) -> list[int]:
        """Return a clause that excludes exactly the solutions in which the variables that are not hidden have the
        values of `answer`.
        """
        lits = (-lit if answer.bools[name] else lit for name, lit in self.bools.items() if not hidden(name))
        clause = list(dict.fromkeys(lits))  # several variables may have one literal
        for name, code in self.ints.items():
            if not hidden(name):
                clause += code.differs(answer.ints[name])
        return clause

    def clause(self, wanted: NamedClause) -> list[int] | None:
        """Return the clause that one of the variables has its wanted value, without values outside of the domains; None
        if the code of an integer has no literal for a value.
        """
        clause = []
        for name, value in wanted:
            lit = self.ints[name].equal(value) if name in self.ints else self.bools[name] * (1 if value else -1)
            if lit is None:
                return None
            if lit != FALSE:
                clause.append(lit)
        return clause

    def phases(self, preferred: Mapping[str, int]) -> list[int]:
        """Return the literals that are true if the variables have these preferred values (a Boolean: 1 or 0); variables
        and values that the map lacks are skipped.
        """
        lits: list[int] = []
        for name, value in preferred.items():
            if name in self.ints and value in self.ints[name].values:
                lits += self.ints[name].phases(value)
            elif name in self.bools:
                lits.append(self.bools[name] if value else -self.bools[name])
        return lits


@dataclass(frozen=True)
class ObjectiveRecord:
    """The objective: goal, and `code`, which reads the value of the objective term; that value is exact in every model
    of the CNF.
    """

    goal: Literal["minimize", "maximize"]
    code: Reader

    def value(self, literals: Iterable[int]) -> int:
        """Return the value of the objective term in a model. literals: as for `VariableMap.decode`."""
        return self.code.value("the objective", {lit for lit in literals if lit > 0})

    @cached_property
    def steps(self) -> Steps:
        """The values of the objective term, from the best to the worst for the goal."""
        return Steps(values_of(self.code.values), self.goal == "minimize")

    def as_good(self, step: int) -> list[Clause]:
        """Return clauses which state that the objective is at least as good as the value number `step`, counted from
        the best; no clause for the worst value, which every solution reaches.
        """
        if step == self.steps.last:
            return []
        value = self.steps.value(step)
        return self.code.at_most(value) if self.goal == "minimize" else self.code.at_least(value)

    def worse(self, step: int) -> list[Clause]:
        """Return clauses which state that the objective is worse than the value number `step`, counted from the best,
        which must not be the worst value.
        """
        value = self.steps.value(step + 1)
        return self.code.at_least(value) if self.goal == "minimize" else self.code.at_most(value)


def shown(map_: VariableMap, names: Container[str]) -> list[int]:
    """Return the CNF's variables that determine the values of the named variables, in increasing order. Two models that
    agree on these variables agree on the named ones.
    """
    found = {abs(lit) for name, lit in map_.bools.items() if name in names}
    for name, code in map_.ints.items():
        if name in names:
            found.update(code.literals())
    return sorted(found)


def write(header: dict[str, Any], records: Iterable[dict[str, Any]]) -> str:
    """Return the text of a map file with this header (without format and version) and these records."""
    return "".join(pieces(header, records))


def pieces(header: dict[str, Any], records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the text that `write` returns in pieces of PIECE lines."""
    left, encode = iter(records), partial(dumps, ensure_ascii=False)
    found: list[dict[str, Any]] = [{"format": FORMAT, "version": VERSION, **header}]
    while found:
        lines = [
            f'{{"bool": {encode_basestring(record["bool"])}, "lit": {record["lit"]}}}\n'
            if "bool" in record
            else f"{encode(record)}\n"
            for record in found  # mostly of Boolean variables, where this takes a tenth of the time
        ]
        yield "".join(lines)
        found = [*islice(left, PIECE)]


def is_written(text: str) -> bool:
    """Whether a text is exactly a text that `write` writes, so that no key occurs twice, no number is NaN, and no
    character is escaped in another way.
    """
    lines = text.split("\n")
    return lines.pop() == "" and all(PLAIN.fullmatch(line) or _again(line) == line for line in lines)


def _again(line: str) -> str | None:
    """Return the JSON of a line, read and written again, or None if the line is no JSON."""
    try:
        return dumps(loads(line), ensure_ascii=False, allow_nan=False)
    except ValueError:
        return None


def number_of_variables(records: Iterable[dict[str, Any]]) -> int:
    """Return how many of the records are variables, the number that the header states."""
    return sum("int" in record or "bool" in record for record in records)


def of_records(num_vars: int, records: Sequence[dict[str, Any]]) -> VariableMap:
    """Return the map of a CNF with `num_vars` variables from its records, as if they had been written and read."""
    header = {"variables": num_vars, "records": number_of_variables(records), "cnf": "sha256:"}
    return read(Source("map", write(header, records)))


def read(source: Source) -> VariableMap:
    """Read a map file strictly. Raises InputError, with the place, if the file is no map of this version or damaged."""
    lines = source.lines()
    header = _object(source, 1, lines[0])
    if header.get("format") != FORMAT:
        raise source.error_in_line("not a map file: its first line should begin with " + '{"format": "csp2sat map"', 1)
    if (version := header.get("version")) != VERSION:
        raise source.error_in_line(f"map version {short(version)}; this program reads version {VERSION}", 1)
    if not isinstance(header.get("about", {}), dict):
        raise source.error_in_line("the map's first line has an `about` that is no object", 1)
    if type(header.get("variables")) is not int or not str(header.get("cnf", "")).startswith("sha256:"):
        raise source.error_in_line("the map's first line needs `variables` (an integer) and `cnf` (sha256:...)", 1)
    if not 0 <= header["variables"] <= MOST_VARS:
        raise source.error_in_line(f"{short(header['variables'])} variables; expected 0 to {MOST_VARS}", 1)
    found, plain, most = VariableMap(header), PLAIN.fullmatch, header["variables"]
    for number, line in enumerate(lines[1:], start=2):
        if line.isprintable() and (record := plain(line)) and -most <= (lit := int(record[2])) <= most:
            found.bools[record[1]] = lit
        elif line:
            found = _add(found, source, number, _object(source, number, line))
    if len(found.ints) + len(found.bools) != header.get("records"):
        raise InputError("the map is cut short: it lacks variables", source.place(len(source.text.rstrip())))
    return found


def _object(source: Source, number: int, line: str) -> dict[str, Any]:
    """Return the JSON object on line `number`. Raises InputError if the line is no JSON object."""
    try:
        found = loads(line)
    except (ValueError, RecursionError) as error:
        column = getattr(error, "pos", 0) + 1
        raise source.error_in_line("not JSON; each line of a map is an object", number, column) from error
    if not isinstance(found, dict):
        raise source.error_in_line("each line of a map is a JSON object", number)
    return found


def _add(found: VariableMap, source: Source, number: int, record: dict[str, Any]) -> VariableMap:
    """Return the map with the record of line `number` added; `found` is changed, and its last state is returned.

    A record without a known key is skipped. Raises InputError for a record of a known kind whose fields are wrong, and
    for a name that no variable can have.
    """
    if fault := name_fault(str(record.get("int", "")) + str(record.get("bool", ""))):
        raise source.error_in_line(fault, number)
    match record:
        case {"bool": str(name), "lit": int(lit)} if _is_literal(lit, found):
            found.bools[name] = lit
        case {"int": str(name), "values": [*_]} if _encoding(record):
            found.ints[name] = _code(found, source, number, record, name)
        case {"objective": "minimize" | "maximize" as goal, "values": [*_]} if found.objective is None and _encoding(
            record
        ):
            code = _code(found, source, number, record, "the objective")
            return replace(found, objective=ObjectiveRecord(cast(Literal["minimize", "maximize"], goal), code))
        case {"soft": int(lit), "weight": int(weight)} if _is_literal(lit, found) and type(weight) is int:
            found.soft.append((lit, weight))
        case {"activation": int(lit)} if _is_literal(lit, found) and lit > 0:
            found.activations.append(lit)
        case {"contradiction": str(where)}:
            return replace(found, contradiction=where)
        case {"int": _} | {"bool": _} | {"objective": _} | {"soft": _} | {"activation": _}:
            named = record.get("code")
            if isinstance(named, str) and named not in ENCODINGS:
                own = f"expected {OWN_PARTS} with the folder of an encoding of your own"
                raise source.error_in_line(f"the encoding {short(named)} is unknown; {own}", number)
            raise source.error_in_line("a record that this program cannot decode", number)
    return found


def _is_literal(lit: int, found: VariableMap) -> bool:
    """Whether a number of a record is a literal of a variable of the map; `true` and `false` of JSON are none."""
    return type(lit) is int and 0 < abs(lit) <= found.num_vars


def _encoding(record: dict[str, Any]) -> Encoding | None:
    """Return the encoding that a record names, or None if the name is unknown or belongs to an encoding that only
    chooses among others.
    """
    name = record.get("code")
    found = ENCODINGS.get(name) if isinstance(name, str) else None
    return found if found and not found.choose else None


def _code(found: VariableMap, source: Source, number: int, record: dict[str, Any], name: str) -> Reader:
    """Return the reader of the integer variable, or of the objective, that a record describes.

    found: the map, whose number of variables limits the code.  number: the line of the record.  name: the variable's
    name, for the message.  Raises InputError if the values are no ranges, or the code does not fit.
    """
    code = reader_of(record, found.num_vars)
    if code is None:
        raise source.error_in_line(f"the record of {name} does not fit the map's number of variables", number)
    return code


def reader_of(record: dict[str, Any], num_vars: int) -> Reader | None:
    """Return the reader of the code that a record with `values` describes; None if the code does not fit `num_vars`
    variables, or is unknown.
    """
    encoding, domain = _encoding(record), _domain(record["values"])
    return encoding.read(domain, record, num_vars) if encoding and domain else None


def _domain(ranges: list[Any]) -> Domain:
    """Return the domain of ranges [lo, hi] read as JSON; the empty domain if an item is not a list of two integers."""
    good = all(isinstance(r, list) and len(r) == 2 and all(type(v) is int for v in r) for r in ranges)
    return Domain((lo, hi) for lo, hi in ranges) if good else Domain([])
