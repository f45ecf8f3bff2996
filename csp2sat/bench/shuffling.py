"""Shuffled formulas: the same formula with renamed variables and another order shows how much of a solver's time is
chance.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from ..cnf import dimacs, dimacs_file
from ..cnf.flat_clauses import clauses


def renaming(num_vars: int, seed: int) -> list[int]:
    """Return a random permutation of the variables: the new number of each variable 1..num_vars, with entry 0 unused.

    seed: any integer; the same seed gives the same permutation.
    """
    names = list(range(1, num_vars + 1))
    random.Random(seed).shuffle(names)
    return [0, *names]


def shuffle(cnf: Path, to: Path, seed: int) -> None:
    """Write a CNF to the path `to`, with its variables renamed by `renaming` and its clauses, and the literals in each,
    in random order.

    seed: any integer, of which all of this depends.
    """
    found = dimacs.read(cnf.read_bytes(), str(cnf))
    new = renaming(found.num_vars, seed)
    draw = random.Random(-1 - seed)
    rows = [[new[a] if a > 0 else -new[-a] for a in clause] for clause in clauses(found.flat)]
    draw.shuffle(rows)
    with dimacs_file.new_dimacs(to) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = found.num_vars
        for row in rows:
            draw.shuffle(row)
            copy.out += [*row, 0]
        copy.finish()


def renamed_back(literals: Iterable[int], num_vars: int, seed: int) -> list[int]:
    """Return the model of a formula that belongs to a model of the shuffled formula: a literal for each variable, in
    order.

    literals: the model of the shuffled formula.  num_vars, seed: those of the shuffling.
    """
    true = {a for a in literals if a > 0}
    new = renaming(num_vars, seed)
    return [v if new[v] in true else -v for v in range(1, num_vars + 1)]
