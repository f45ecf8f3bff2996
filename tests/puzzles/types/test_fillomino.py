"""Fillomino: the models against all divisions of tiny boards into blocks, and the checker of the rules."""

import random
from functools import cache
from itertools import product

import pytest
from support.oracle import encoded_solutions, enumerate_answers, solutions
from support.puzzle_rules import all_solutions

from csp2sat.constraints.graphs import value_regions
from csp2sat.constraints.graphs.islands import neighbours
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.graphs.small_sets import connected_sets
from csp2sat.model.expr import node
from csp2sat.model.model import Model
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import fillomino as fillomino_sizes
from csp2sat.puzzles.types.fillomino import LARGE, PUZZLE, bits, most, possible

broken_rules = PUZZLE.broken_rules


def fillomino(rows):
    return Board("fillomino", len(rows), len(rows[0]), rows)


def shaped(rows, cols, numbers):
    return [list(numbers[r * cols : (r + 1) * cols]) for r in range(rows)]


@cache
def divisions(rows, cols):
    """The numbers of all divisions into blocks, no two of which have the same size and touch."""
    near = neighbours(Grid(rows, cols))

    def grow(numbers):
        if 0 not in numbers:
            yield numbers
            return
        free = {v for v, number in enumerate(numbers) if not number}
        for members, _ in connected_sets(near, free, len(free)):
            if members[0] == min(free):
                around = set().union(*(near[v] for v in members)).difference(members)
                if all(numbers[v] != len(members) for v in around):
                    yield from grow([len(members) if v in members else n for v, n in enumerate(numbers)])

    return [shaped(rows, cols, numbers) for numbers in grow([0] * (rows * cols))]


def fits(board, numbers):
    return all(board.givens[r][c] in (0, numbers[r][c]) for r, c in board.cells())


def answers(model):
    return enumerate_answers(model, EncoderOptions())


def agree(board):
    """All models find what they should.  Returns the number of solutions."""
    expected = [numbers for numbers in divisions(board.rows, board.cols) if fits(board, numbers)]
    assert sorted(all_solutions(board)) == sorted(expected), board
    some = [PUZZLE.solution(board, answer) for answer in answers(PUZZLE.stages[0].model(board))]
    assert bool(some) == bool(expected) and all(each in expected for each in some), board
    for each in some[:3]:
        other = next(answers(PUZZLE.second.model(board, each)), None)
        assert (other is not None) == (len(expected) > 1), (board, each)
        assert other is None or PUZZLE.solution(board, other) in [e for e in expected if e != each]
    return len(expected)


LIMITS = {
    "usual": (6, 16, 10),
    "counted": (2, 16, 10),
    "told": (2, 2, 2),
    "some told": (2, 4, 3),
    "all told": (1, 1, 1),
}


@pytest.fixture(params=LIMITS.values(), ids=LIMITS.keys())
def limits(request, monkeypatch):
    """Up to which sizes there are clauses, counts, and bits: small boards have only small blocks."""
    small, unary, binary = request.param
    monkeypatch.setattr(value_regions, "SMALL", small)
    for name, value in (("SMALL", small), ("UNARY", unary), ("BINARY", binary)):
        monkeypatch.setattr(fillomino_sizes, name, value)
    return request.param


@pytest.mark.parametrize(
    "rows, cols, count",
    [(1, 1, 1), (1, 4, 4), (3, 1, 3), (2, 2, 5), pytest.param(2, 3, 33, marks=pytest.mark.long)],
)
def test_divisions(rows, cols, count):
    """The judge of the other tests, itself judged by the checker of the rules."""
    every = (shaped(rows, cols, each) for each in product(range(1, rows * cols + 1), repeat=rows * cols))
    right = [numbers for numbers in every if not broken_rules(fillomino([[0] * cols] * rows), numbers)]
    assert sorted(divisions(rows, cols)) == right
    assert len(right) == count


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (3, 1), (2, 2)])
def test_all_solutions_of_every_board(rows, cols, limits):
    every = product(range(rows * cols + 2), repeat=rows * cols)
    counts = [agree(fillomino(shaped(rows, cols, numbers))) for numbers in every if sum(map(bool, numbers)) < 3]
    assert 0 in counts and 1 in counts


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(2, 3), (1, 7), (6, 1), (3, 3), (2, 5)])
def test_all_solutions(rows, cols, limits):
    rng = random.Random(rows * 10 + cols)
    counts = [agree(fillomino([[0] * cols] * rows))] if rows * cols < 8 else []
    for part in (0.15, 0.3, 0.6):
        numbers = rng.choice(divisions(rows, cols))
        numbers = [[number if rng.random() < part else 0 for number in row] for row in numbers]
        counts.append(agree(fillomino(numbers)))
        numbers[0][rng.randrange(cols)] = rng.randint(1, rows * cols + 1)
        counts.append(agree(fillomino(numbers)))
    assert max(counts) > 1


HIDDEN = {
    "no number": ([[0]], [[[1]]]),
    "a large block without a number": ([[1, 0, 0, 0, 0, 0, 0, 0, 1]], None),
    "a block of another size": ([[1, 0, 0], [0, 0, 0], [0, 0, 1]], None),
    "a number that is too large": ([[20, 0], [0, 0]], []),
    "a number larger than the bits": ([[99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], []),
    "equal blocks touch": ([[2, 1], [2, 0]], []),
    "two blocks become one": ([[3, 0, 3, 0]], [[[3, 3, 3, 1]]]),
    "a cell that nothing fits": ([[1, 0, 1], [1, 1, 2]], []),
}


@pytest.mark.parametrize("rows, expected", HIDDEN.values(), ids=HIDDEN.keys())
def test_blocks_without_numbers(rows, expected):
    board = fillomino(rows)
    if expected is None:
        expected = [numbers for numbers in divisions(board.rows, board.cols) if fits(board, numbers)]
    assert sorted(all_solutions(board)) == sorted(expected)


def test_a_large_area_can_be_one_block_or_several():
    """More cells than 2 * 6 + 2: the two blocks of 7 and 8 have the pattern of one of 15."""
    board = fillomino([[0] * 15])
    assert (most(board), bits(board)) == (6, 4)
    one, two = [[15] * 15], [[7] * 7 + [8] * 8]
    assert {PUZZLE.values(board, each).ints["x_0_0"] for each in (one, two)} == {LARGE}
    model = PUZZLE.second.model(board, one)
    assert two in [PUZZLE.solution(board, answer) for answer in answers(model)]


def test_sizes_that_cells_can_have():
    assert list(possible(fillomino([[3, 0, 0, 0]])).values()) == [{3}, {1, 2, 3}, {1, 2, 3}, {1, 2}]
    assert list(possible(fillomino([[1, 0, 0, 1]])).values()) == [{1}, {2}, {2}, {1}]
    large = possible(fillomino([[0] * 7]))
    assert set(map(frozenset, large.values())) == {frozenset(range(7))} and LARGE == 0


SHAPES = {
    "path": Graph(4, [(0, 1), (1, 2), (2, 3)]),
    "triangle and more": Graph(5, [(0, 1), (1, 2), (2, 0), (3, 4), (2, 3)]),
    "parallel edges": Graph(3, [(0, 1), (1, 0), (1, 2)]),
    "grid": Grid(2, 3),
    "one vertex": Graph(1, []),
    "no edges": Graph(3, []),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("small", [1, 2, 6])
@pytest.mark.parametrize("width", [0, 3])
@pytest.mark.parametrize("graph", SHAPES.values(), ids=SHAPES.keys())
def test_regions_of_a_graph(graph, width, small, monkeypatch):
    monkeypatch.setattr(value_regions, "SMALL", small)
    for greatest in (1, 2, 4):
        model = Model()
        terms = [model.int(f"x{v}", range(-1, 3) if v % 2 else [0, 1, 2, 4]) for v in range(graph.size)]
        told = [model.bool(f"b{v}_{b}") for v in range(graph.size) for b in range(width)]
        if width:
            for term, first in zip(terms, told[::width], strict=True):  # else there are too many assignments
                model.add(node("iff", first, node("and", node("eq", term, 0), first)))
        sizes = value_regions.RegionSizes(greatest, width)
        model.add(node("value-regions", graph, sizes, *terms, *told))
        if 4**graph.size << width * graph.size < 20000:
            assert encoded_solutions(model, EncoderOptions()) == solutions(model)
        else:
            count = 0
            for answer in answers(model):
                count += 1
                values = [*answer.ints.values(), *answer.bools.values()]
                assert value_regions.holds(graph, sizes, *values)
            assert width or count == len(solutions(model))


def test_connected_sets():
    near = neighbours(Grid(4, 4))
    found = [(frozenset(members), frozenset(around)) for members, around in connected_sets(near, range(16), 16)]
    assert len(set(found)) == len(found) == 11506
    assert all(around == set().union(*(near[v] for v in members)) - members for members, around in found)
    some = {v for members, _ in connected_sets(near, {0, 1, 3, 7, 9}, 2) for v in members}
    assert some == {0, 1, 3, 7, 9}


FAULTS = {
    "none": ([[2, 2], [1, 3]], ["the block of 3 at row 2, column 2 has 1 cell"]),
    "right": ([[1, 3], [3, 3]], ["1 at row 1, column 1, where 2 is given"]),
    "given": ([[1, 2], [2, 1]], [
        "1 at row 1, column 1, where 2 is given",
        "the block of 2 at row 1, column 2 has 1 cell",
        "the block of 2 at row 2, column 1 has 1 cell",
    ]),
    "too large": ([[2, 2], [2, 2]], ["the block of 2 at row 1, column 1 has 4 cells"]),
    "short": ([[2, 2]], ["the solution is no list of 2 lists of 2 numbers from 0 on"]),
    "zero": ([[2, 2], [0, 1]], ["row 2, column 1 is empty; expected a number from 1 on"]),
    "truth": ([[2, 2], [True, 1]], ["the solution is no list of 2 lists of 2 numbers from 0 on"]),
    "text": ("22", ["the solution is no list of 2 lists of 2 numbers from 0 on"]),
}  # fmt: skip


@pytest.mark.parametrize("solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(solution, faults):
    assert broken_rules(fillomino([[2, 0], [0, 0]]), solution) == faults


def test_given_and_solved_parts_differ():
    drawn = PUZZLE.picture(fillomino([[2, 0]]), [[2, 2]])
    assert [(mark.text, mark.role) for mark in drawn.marks] == [("2", "given"), ("2", "solved")]
    assert {(line.role, line.kind) for line in drawn.lines} == {("given", "border")}
