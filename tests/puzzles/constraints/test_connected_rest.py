"""connected-rest and shores against their meanings, and the models for steps against the models of their kinds."""

from functools import partial

import pytest
from support.oracle import assert_means, solutions

import csp2sat
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.puzzles.constraints import connected_rest, shores
from csp2sat.puzzles.spec import PUZZLES

BOARDS = {
    "heyawake": "; Heyawake Puzzle\nsize 4 3\nregions\n0 0 1 2\n0 0 1 2\n3 3 3 3\nclues\n2 - 1 -\n",
    "heyawake without numbers": "; Heyawake Puzzle\nsize 4 3\nregions\n0 0 1 2\n0 0 3 3\n4 4 4 3\nclues\n- - - -\n-\n",
    "nurikabe": "; Nurikabe Puzzle\nsize 3 3\n4 - -\n- - -\n- - 1\n",
    "slitherlink": "; Slitherlink\nsize 2 2\n3 1\n- -\n",
    "slitherlink without numbers": "; Slitherlink\nsize 2 2\n- -\n- 0\n",
}


@pytest.mark.parametrize("graph", [Grid(1, 1), Grid(1, 5), Grid(2, 3), Grid(3, 3), Graph(5, [(0, 1), (1, 2), (3, 4)])])
def test_connected_rest(graph):
    encode, holds = connected_rest.encode, connected_rest.holds
    assert_means(lambda sink, *lits: encode(sink, graph, *lits), partial(holds, graph), graph.size)


@pytest.mark.parametrize("anchors", [(), ((0, 2),), ((0, 1), (7, 0)), ((4, 3),), ((1, 0), (5, 2))])
def test_shores(anchors):
    grid = Grid(3, 3)
    assert_means(
        lambda sink, *lits: shores.encode(sink, grid, anchors, *lits), partial(shores.holds, grid, anchors), grid.size
    )


@pytest.mark.parametrize("name", BOARDS)
def test_the_model_for_steps_has_the_same_solutions(name):
    board = csp2sat.loads(BOARDS[name]).board
    puzzle = PUZZLES[board.puzzle]
    model, finer = puzzle.stages[-1].model(board), puzzle.facts.finer(board)
    assert list(model.bools) == list(finer.bools)
    assert solutions(model) == solutions(finer) != set()
