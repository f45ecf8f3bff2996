"""The output of `decode --literal` and `--clause`: what literals and clauses of a CNF mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from ..api.decoding import ClauseMeanings, LiteralMeaning, clause_meanings, literal_meanings, map_of
from ..base.files import unpacked_name
from ..errors import UsageError
from ..escaping import for_terminal
from .json_lines import json_line
from .reporting import note

TRUTHS = {None: "", True: "\ttrue", False: "\tfalse"}
NO_ORIGIN = "no single constraint"
NO_CLAUSE = "no clause of the CNF"


def is_answer(result: str) -> bool:
    """Whether a path is that of an answer, by its suffix, and not that of a map or a formula."""
    return PurePath(unpacked_name(result)).suffix not in (".map", ".cnf", ".wcnf", ".opb")


class AskedOf(NamedTuple):
    """The files that a question about literals is about.

    option: the option that asks.  result, map_: the paths on the command line; the map is beside the result, or the
    result itself.
    """

    option: str
    result: str | None
    map_: str | None

    def paths(self) -> tuple[str, str | None]:
        """Return the path of the map, and that of the answer or None.  Raises UsageError if there is no map."""
        if self.map_ is None and self.result is None:
            raise UsageError(f"{self.option} is about a map: use csp2sat decode F.map {self.option} N")
        named = self.map_ or self.result or ""
        path = named if self.map_ or named.endswith((".map", "-")) else map_of(named)
        return path, self.result if self.result and is_answer(self.result) and self.result != path else None


def of_literals(wanted: Sequence[str], asked: AskedOf, as_json: bool) -> str:
    """Return what literals of a CNF mean, each on a line of its own, or as one line of JSON if `as_json`; and whether
    each is true, if the result is an answer with a model.

    wanted: texts with their numbers, or `all`.
    """
    path, answer = asked.paths()
    found = literal_meanings(path, "all" if "all" in map(str.strip, wanted) else ",".join(wanted), answer)
    _warn(found, answer)
    return json_line({"literals": _fields(found)}) if as_json else _lines(found)


def of_clauses(wanted: Sequence[str], asked: AskedOf, as_json: bool) -> str:
    """Return what clauses of a CNF say and where they come from, or one line of JSON if `as_json`.

    A clause alone has a line for each literal, and a line `from` for each constraint.  Each of several has one line,
    below the constraint that the clause comes from, if the map knows that.  wanted: as for `clause_meanings`.
    """
    path, answer = asked.paths()
    found = clause_meanings(path, wanted, answer)
    _warn(found.literals.values(), answer)
    if found.numbers is None:
        note("the CNF is not beside the map, so that the numbers and origins of clauses are not known")
    elif not found.numbers or 0 in found.numbers:
        clause = found.clauses[found.numbers.index(0) if found.numbers else 0]
        by_number = (
            f"; of clauses by number: --clause {','.join(map(str, clause))}" if min(clause, default=0) > 0 else ""
        )
        which = "these literals" if len(found.clauses) == 1 else f"the literals {' '.join(map(str, clause))}"
        note(f"no clause of the CNF has {which}; a solver may have learnt it{by_number}")
    elif not found.has_origins:
        note("the map does not say where clauses come from; to know it, encode again with --map-origins")
    where = zip(found.numbers or (), found.origins, strict=True) if found.has_origins else ()
    origins = [origin or (NO_ORIGIN if number else NO_CLAUSE) for number, origin in where]
    if as_json:
        fields: dict[str, Any] = {"literals": _fields(found.literals.values())}
        fields |= {} if found.numbers is None else {"clauses": found.numbers}
        fields |= {"rows": found.clauses} if found.clauses[1:] else {}
        return json_line(fields | ({"origins": origins} if origins else {}))
    return _clause(found, origins) if len(found.clauses) == 1 else "".join(_listed(found, origins))


def _clause(found: ClauseMeanings, origins: Sequence[str]) -> str:
    """Return the lines of a clause alone."""
    which = "".join(f" {number}" for number in found.numbers or ())
    (clause,) = found.clauses
    head = f"clause{which}: {' '.join(map(str, clause))} 0\n"
    lines = _lines(found.literals[lit].without(origins) for lit in clause)
    return head + lines + "".join(f"from\t{for_terminal(each)}\n" for each in dict.fromkeys(origins))


def _listed(found: ClauseMeanings, origins: Sequence[str]) -> Iterator[str]:
    """Yield the lines of several clauses, in words, by origin if there are any."""
    lines = defaultdict[str, list[str]](list)
    numbers = found.numbers or [0] * len(found.clauses)
    for at, (number, clause) in enumerate(zip(numbers, found.clauses, strict=True)):
        each = [found.literals[lit] for lit in clause]
        words = " or ".join(one.alternative for one in each) or "always false"
        holds = None if any(one.holds is None for one in each) else any(one.holds for one in each)
        row = (f"{number or '-'}", " ".join(map(str, [*clause, 0])), for_terminal(words))
        lines[origins[at] if origins else ""].append("\t".join(row) + f"{TRUTHS[holds]}\n")
    for origin, clauses in lines.items():
        yield f"from {for_terminal(origin)}:\n" if origin else ""
        yield from clauses


def _warn(found: Iterable[LiteralMeaning], answer: str | None) -> None:
    """Say that an answer has no model if no literal has a truth value."""
    if answer is not None and any(each.holds is None for each in found):
        note(f"{answer} has no model, so that no literal is true or false")


def _fields(found: Iterable[LiteralMeaning]) -> list[dict[str, Any]]:
    return [{key: value for key, value in each._asdict().items() if value is not None} for each in found]


def _lines(found: Iterable[LiteralMeaning]) -> str:
    return "".join(f"{lit}\t{for_terminal('; '.join(words))}{TRUTHS[holds]}\n" for lit, words, holds in found)
