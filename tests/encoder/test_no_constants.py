"""Clauses have no constants: where constraints have them, they are left out, and origins still count the clauses."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest

from csp2sat.base.source import Source
from csp2sat.cnf import sink
from csp2sat.cnf.dimacs_file import DimacsFile
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import FALSE, TRUE, Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.observe.clause_origins import ClauseOrigins
from csp2sat.encoder.options import USUAL
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.problem import BoardProblem

WITH_CONSTANTS = ("cave", "galaxies", "hashiwokakero", "jigsaw", "nonogram", "numberlink", "nurikabe", "yajilin")


def model_of(puzzle):
    """The model of the first sample of a kind that has a small one."""
    board = read_board(Source("x.txt", min((text for text, _ in PUZZLES[puzzle].samples), key=len)), puzzle)
    return next(iter(BoardProblem(board, "").attempts())).model()


@pytest.mark.sample(4)
@pytest.mark.parametrize("puzzle", sorted(PUZZLES))
def test_no_clause_of_a_sample_has_a_constant(puzzle):
    written = Sink()
    encode(model_of(puzzle), written)
    first, *others = clauses(written.flat())
    assert first == [TRUE] and not [clause for clause in others if TRUE in clause or FALSE in clause]


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", WITH_CONSTANTS)
def test_the_clauses_of_constraints_with_constants_are_counted_as_they_are_written(puzzle, monkeypatch):
    monkeypatch.setattr(sink, "SPILL", 20)
    file = DimacsFile(BytesIO())
    records = encode(model_of(puzzle), file, replace(USUAL, watches=(ClauseOrigins(),)))
    places = [record["clauses"] for record in records if "clauses" in record]
    assert max(last for _, last in places) == file.finish().num_clauses
    assert all(before[1] < after[0] for before, after in pairwise(places))
