"""The same formula with other names and in another order: what a solver's time owes to chance."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from ..cnf import dimacs
from ..cnf.sink import clauses


def renaming(num_vars: int, seed: int) -> list[int]:
    """The new number of each variable 1..num_vars (entry 0 is unused); seed: any integer."""
    names = list(range(1, num_vars + 1))
    random.Random(seed).shuffle(names)
    return [0, *names]


def shuffle(cnf: Path, to: Path, seed: int) -> None:
    """Write a CNF with its variables renamed, its clauses and the literals in each in another order."""
    found = dimacs.read(cnf.read_bytes(), str(cnf))
    new = renaming(found.num_vars, seed)
    draw = random.Random(-1 - seed)
    rows = [[new[a] if a > 0 else -new[-a] for a in clause] for clause in clauses(found.flat)]
    draw.shuffle(rows)
    with dimacs.new_dimacs(to) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = found.num_vars
        for row in rows:
            draw.shuffle(row)
            copy.out += [*row, 0]
        copy.finish()


def renamed_back(literals: Iterable[int], num_vars: int, seed: int) -> list[int]:
    """The model of the formula, of a model of the shuffled one: its literals, by variable."""
    true = {a for a in literals if a > 0}
    new = renaming(num_vars, seed)
    return [v if new[v] in true else -v for v in range(1, num_vars + 1)]
