"""The map file: what turns a solver's model back into values, without the input.

JSON lines.  The first is the header::

    {"format": "csp2sat map", "version": 1, "tool": "csp2sat 0.3.0", "encoding": "order", "variables": 12,
     "clauses": 34, "records": 9, "cnf": "sha256:...", "about": {...}}

`about` is what the model carries: the puzzle and its board, or the language.  Then one record for each variable, keyed
by sort and name, in order of declaration, with its code::

    {"int": "x", "values": [[0, 3], [7, 7]], "code": "order", "first": 5}    x <= 0 is literal 5, x <= 1 is 6, ...
    {"int": "y", "values": [[0, 3], [7, 7]], "code": "direct", "first": 9}   y = 0 is literal 9, y = 1 is 10, ...
    {"int": "z", "values": [[5, 12]], "code": "log", "first": 14}            z = 5 + literal 14 + 2 * literal 15 + ...
                                                                             with "below": 2 it would be 3 + ...
    {"int": "w", "values": [[5, 99]], "code": "compact-order", "base": 16, "first": 20}   the lowest digit of w - 5 is
                                                    at most 0: literal 20, ..., at most 14: 34; the next one: 35, ...
    {"bool": "p", "lit": 17}
    {"bool": "q", "lit": -17}                        the opposite of p; literal 1 is true, -1 false
    {"objective": "minimize", "values": [[0, 9]], "code": "order", "first": 30}   the term to be minimized, in any code;
                                                    at most one
    {"soft": -41, "weight": 3}                                               where it is false, that is the cost
    {"activation": 90, "origin": [...]}                                      a constraint's literal, if encoded so
    {"auxiliaries": [91, 99], "origin": [...]}           variables that a constraint made, if they are asked for
    {"contradiction": "line 2, column 1"}            a constraint that is false by the domains alone: unsatisfiable

Unknown keys and records are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal, cast

from ..base.numbers import dumps, loads, short
from ..base.source import Source
from ..cnf.flat_clauses import MOST_VARS, Clause
from ..errors import InputError, SolverError
from ..escaping import name_fault
from ..ints.ranges import Steps, values_of
from ..ints.spec import ENCODINGS, Encoding, Reader
from ..model.domain import Domain
from ..model.model import Answer, hidden

FORMAT, VERSION = "csp2sat map", 1
PLAIN = re.compile(r'\{"bool": "([^"\\\x00-\x1f]+)", "lit": (-?[1-9][0-9]{0,9})\}')  # most records; read as JSON slowly


@dataclass(frozen=True)
class VariableMap:
    """A map: the header and the variables' records."""

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
        """The SHA-256 of its CNF in hexadecimal; "" if that is not known, nor then how many variables it has."""
        return str(self.header["cnf"]).removeprefix("sha256:")

    def decode(self, literals: Iterable[int]) -> Answer:
        """The values of all variables, hidden ones too.

        literals: the true ones, one for each variable of the CNF.  Raises SolverError for a model that cannot belong
        to this map: literals beyond it, or a code that means no value.
        """
        true = {lit for lit in literals if lit > 0}
        if true and max(true) > self.num_vars:
            raise SolverError(f"the answer has variable {max(true)}, the map only {self.num_vars}: not of this map")
        ints = {name: code.value(name, true) for name, code in self.ints.items()}
        return Answer(ints, {name: (abs(lit) in true) == (lit > 0) for name, lit in self.bools.items()})

    def cost(self, literals: Iterable[int]) -> int | None:
        """The value of the objective, or of the soft literals, in a model; None if the map has neither."""
        true = {lit for lit in literals if lit > 0}
        if self.objective is not None:
            return self.objective.value(true)
        return sum(weight for lit, weight in self.soft if (abs(lit) in true) != (lit > 0)) if self.soft else None

    def blocking_clause(self, answer: Answer) -> list[int]:
        """A clause that excludes this assignment of the variables that are not hidden, and no other."""
        lits = (-lit if answer.bools[name] else lit for name, lit in self.bools.items() if not hidden(name))
        clause = list(dict.fromkeys(lits))  # several variables may have one literal
        for name, code in self.ints.items():
            if not hidden(name):
                clause += code.differs(answer.ints[name])
        return clause

    def phases(self, preferred: Mapping[str, int]) -> list[int]:
        """Literals that are true where variables have these values (a Boolean: 1 or 0), of those in the map."""
        lits: list[int] = []
        for name, value in preferred.items():
            if name in self.ints and value in self.ints[name].values:
                lits += self.ints[name].phases(value)
            elif name in self.bools:
                lits.append(self.bools[name] if value else -self.bools[name])
        return lits


@dataclass(frozen=True)
class ObjectiveRecord:
    """The objective: `code` reads the term, whose value is exact in every model of the CNF."""

    goal: Literal["minimize", "maximize"]
    code: Reader

    def value(self, literals: Iterable[int]) -> int:
        """The term's value in a model; as `VariableMap.decode`."""
        return self.code.value("the objective", {lit for lit in literals if lit > 0})

    @cached_property
    def steps(self) -> Steps:
        """Its values, from the best one to the worst, whatever the goal."""
        return Steps(values_of(self.code.values), self.goal == "minimize")

    def as_good(self, step: int) -> list[Clause]:
        """Clauses: at least as good as this step; none for the worst one, which is no condition."""
        value = self.steps.value(step)
        return self.code.at_most(value) if self.goal == "minimize" else self.code.at_least(value)

    def worse(self, step: int) -> list[Clause]:
        """Clauses: worse than this step, which is not the worst one."""
        value = self.steps.value(step + 1)
        return self.code.at_least(value) if self.goal == "minimize" else self.code.at_most(value)


def shown(map_: VariableMap, names: Container[str]) -> list[int]:
    """The CNF's variables that say the values of the named ones, ascending.  Two solutions that agree on all of them
    agree on the named variables."""
    found = {abs(lit) for name, lit in map_.bools.items() if name in names}
    for name, code in map_.ints.items():
        if name in names:
            found.update(code.literals())
    return sorted(found)


def write(header: dict[str, Any], records: Iterable[dict[str, Any]]) -> str:
    """The text of a map file."""
    first = {"format": FORMAT, "version": VERSION, **header}
    encode = partial(dumps, ensure_ascii=False)
    lines = [
        f'{{"bool": {encode(record["bool"])}, "lit": {record["lit"]}}}' if "bool" in record else encode(record)
        for record in (first, *records)  # mostly of Boolean variables, where this takes a third of the time
    ]
    return "\n".join(lines) + "\n"


def is_written(text: str) -> bool:
    """Whether a text is what `write` writes, so that no key is there twice, no number is NaN, and nothing is escaped in
    another way."""
    lines = text.split("\n")
    return lines.pop() == "" and all(PLAIN.fullmatch(line) or _again(line) == line for line in lines)


def _again(line: str) -> str | None:
    """The same JSON, written again; None for what is none."""
    try:
        return dumps(loads(line), ensure_ascii=False, allow_nan=False)
    except ValueError:
        return None


def number_of_variables(records: Iterable[dict[str, Any]]) -> int:
    """How many of the records are variables, which the header says."""
    return len([record for record in records if "int" in record or "bool" in record])


def of_records(num_vars: int, records: Sequence[dict[str, Any]]) -> VariableMap:
    """The map of a CNF with so many variables, from its records; as if it had been written and read."""
    header = {"variables": num_vars, "records": number_of_variables(records), "cnf": "sha256:"}
    return read(Source("map", write(header, records)))


def read(source: Source) -> VariableMap:
    """Read a map file strictly; InputError says where it is damaged."""
    lines = source.lines()
    header = _object(source, 1, lines[0])
    if header.get("format") != FORMAT:
        raise source.error_in_line("not a map file: its first line should begin with " + '{"format": "csp2sat map"', 1)
    if (version := header.get("version")) != VERSION:
        raise source.error_in_line(f"map version {short(version)}; this program reads version {VERSION}", 1)
    if not isinstance(header.get("about", {}), dict):
        raise source.error_in_line("the map's first line has an `about` that is no object", 1)
    if type(header.get("variables")) is not int or not str(header.get("cnf", "")).startswith("sha256:"):
        raise source.error_in_line("the map's first line lacks `variables` or `cnf`", 1)
    if not 0 <= header["variables"] <= MOST_VARS:
        raise source.error_in_line(f"{short(header['variables'])} variables; expected 0 to {MOST_VARS}", 1)
    found = VariableMap(header)
    for number, line in enumerate(lines[1:], start=2):
        if line.isprintable() and (plain := PLAIN.fullmatch(line)) and abs(int(plain[2])) <= found.num_vars:
            found.bools[plain[1]] = int(plain[2])
        elif line:
            found = _add(found, source, number, _object(source, number, line))
    if len(found.ints) + len(found.bools) != header.get("records"):
        raise InputError("the map is cut short: it lacks variables", source.place(len(source.text)))
    return found


def _object(source: Source, number: int, line: str) -> dict[str, Any]:
    try:
        found = loads(line)
    except (ValueError, RecursionError) as error:
        column = getattr(error, "pos", 0) + 1
        raise source.error_in_line("not JSON; each line of a map is an object", number, column) from error
    if not isinstance(found, dict):
        raise source.error_in_line("each line of a map is a JSON object", number)
    return found


def _add(found: VariableMap, source: Source, number: int, record: dict[str, Any]) -> VariableMap:
    if fault := name_fault(str(record.get("int", "")) + str(record.get("bool", ""))):
        raise source.error_in_line(fault, number)
    match record:
        case {"bool": str(name), "lit": int(lit)} if type(lit) is int and 0 < abs(lit) <= found.num_vars:
            found.bools[name] = lit
        case {"int": str(name), "values": [*_]} if _encoding(record):
            found.ints[name] = _code(found, source, number, record, name)
        case {"objective": "minimize" | "maximize" as goal, "values": [*_]} if found.objective is None and _encoding(
            record
        ):
            code = _code(found, source, number, record, "the objective")
            return replace(found, objective=ObjectiveRecord(cast(Literal["minimize", "maximize"], goal), code))
        case {"soft": int(lit), "weight": int(weight)} if 0 < abs(lit) <= found.num_vars:
            found.soft.append((lit, weight))
        case {"activation": int(lit)} if 0 < lit <= found.num_vars:
            found.activations.append(lit)
        case {"contradiction": str(where)}:
            return replace(found, contradiction=where)
        case {"int": _} | {"bool": _} | {"objective": _} | {"soft": _} | {"activation": _}:
            raise source.error_in_line("a record that this program cannot decode", number)
    return found


def _encoding(record: dict[str, Any]) -> Encoding | None:
    """The encoding that a record names, if it is one whose records can be read."""
    name = record.get("code")
    found = ENCODINGS.get(name) if isinstance(name, str) else None
    return found if found and not found.choose else None


def _code(found: VariableMap, source: Source, number: int, record: dict[str, Any], name: str) -> Reader:
    domain = _domain(record["values"])
    code = ENCODINGS[record["code"]].read(domain, record, found.num_vars) if domain else None
    if code is None:
        raise source.error_in_line(f"the record of {name} does not fit the map's number of variables", number)
    return code


def _domain(ranges: list[Any]) -> Domain:
    good = all(isinstance(r, list) and len(r) == 2 and all(type(v) is int for v in r) for r in ranges)
    return Domain((lo, hi) for lo, hi in ranges) if good else Domain([])
