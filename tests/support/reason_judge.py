"""A judge of the smallness of reasons: whether each statement and each known literal of a step is needed, by a fresh
solver over the board's elementary statements.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pysat.solvers import Solver

from csp2sat.puzzles.spec import Board
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import BoardStatements, statements


def lines_of(board: Board, most: int | None = None) -> tuple[BoardStatements, list[dict[str, Any]]]:
    """The statements of a board, and the lines of steps and of the end, made in this process; most: of them."""
    found = statements(board)
    lines = (line for line in Finder(json.loads(json.dumps(question(found)))).run() if "no_solution" not in line)
    return found, list(islice(lines, most))


class ReasonJudge:
    def __init__(self, found: BoardStatements):
        self.found = found
        self.solver = Solver("glucose4", bootstrap_with=[clause for clause, _ in found.definitions])
        self.top = found.num_vars
        self.guards: dict[int, int] = {}

    def guard(self, number: int, cuts: dict[Any, Any]) -> int:
        """The literal that requires a statement."""
        if number not in self.guards:
            self.top += 1
            self.guards[number] = self.top
            for clause in self.clauses(number, {int(key): cut for key, cut in cuts.items()}):
                self.solver.add_clause([-self.top, *clause])
        return self.guards[number]

    def clauses(self, number: int, cuts: dict[int, Any]) -> Sequence[Sequence[int]]:
        if number in cuts:
            clauses = [(self.found.graphs[graph].lits, clause) for graph, clause in cuts[number]["clauses"]]
            return [[lits[at] if wanted else -lits[at] for at, wanted in clause] for lits, clause in clauses]
        return self.found.parts[number].clauses if number < len(self.found.parts) else ()

    def forced(self, parts: Sequence[int], known: Sequence[int], facts: Sequence[int], cuts: Any) -> bool:
        """Whether all facts are forced; none: whether there is a contradiction."""
        assumed = [*(self.guard(number, cuts) for number in parts), *known]
        return not any(self.solver.solve(assumptions=[*assumed, -fact]) for fact in facts) and (
            bool(facts) or not self.solver.solve(assumptions=assumed)
        )

    def faults(self, lines: Sequence[dict[str, Any]]) -> Iterator[str]:
        """What can be left out of a reason, or is missing, a line each."""
        known: list[int] = list(self.found.stated)
        for line in lines:
            if "end" in line:
                return
            where, reason = f"step {line['number']}", (line["parts"], line["known"])
            if not self.forced(*reason, line["facts"], line["cuts"]):
                yield f"{where}: the statements do not force the facts"
            if line["facts"] and self.forced(*reason, (), line["cuts"]):
                yield f"{where}: the reason contradicts itself"
            for part in line["parts"] if sum(map(len, reason)) > 1 else ():
                less = [each for each in line["parts"] if each != part]
                told = (part in self.guards and part < len(self.found.parts)) or str(part) in map(str, line["cuts"])
                if (told or less) and self.forced(less, line["known"], line["facts"], line["cuts"]):
                    yield f"{where}: needs no {self.word(part, line)}, of {len(line['parts'])} statements"
            for lit in line["known"]:
                less = [each for each in line["known"] if each != lit]
                if self.forced(line["parts"], less, line["facts"], line["cuts"]):
                    yield f"{where}: needs no fact {lit}, of {len(line['known'])} facts, {line['parts']}"
            if line["smallest"] == "proved" and len(line["parts"]) == 2:
                yield from self.smaller(where, known)
            known += line["facts"]

    def smaller(self, where: str, known: Sequence[int]) -> Iterator[str]:
        """BoardStatements that alone, with all that is known, force something new."""
        for number, part in enumerate(self.found.parts):
            guard = self.guard(number, {})
            if not self.solver.solve(assumptions=[guard, *known]):
                yield f"{where}: is not smallest: {part.origin} alone contradicts what is known"
                return
            model = set(self.solver.get_model())
            names = set(part.variables)
            _, sure = self.solver.propagate(assumptions=list(known))
            for var, atom in self.found.atoms.items():
                lit = var if var in model else -var
                if atom.name in names and lit not in sure and not self.solver.solve(assumptions=[guard, *known, -lit]):
                    yield f"{where}: is not smallest: {part.origin} alone forces {lit} ({atom})"
                    return

    def word(self, part: int, line: dict[str, Any]) -> str:
        if part < len(self.found.parts):
            return str(self.found.parts[part].origin)
        cut = {int(key): cut for key, cut in line["cuts"].items()}.get(part)
        return "one value" if cut is None else f"cut of {self.found.graphs[cut['graph']].origin}"
