"""Solving by refinement: no cut excludes a solution, each excludes its answer, and all solutions are found."""

import random
from contextlib import closing
from functools import cache
from itertools import product

import pytest
from pysat.solvers import Solver
from support.pipelines import pipeline

from csp2sat import decoder
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.model import Answer
from csp2sat.puzzles.kit.refining import numbered_islands, sized_regions
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types import fillomino as fillomino_sizes
from csp2sat.puzzles.types import nurikabe as nurikabe_walls
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.solving import schedule
from csp2sat.solving.first_solution import solve, solve_unique
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun


@pytest.fixture(autouse=True)
def _even_small_boards(monkeypatch):
    for puzzle in (fillomino_sizes, nurikabe_walls):
        monkeypatch.setattr(puzzle, "SMALL_BOARD", 0)


def literals(names, clause):
    return [names[name] if on else -names[name] for name, on in clause]


def refined(board, expected):
    """All solutions by refinement; those before it gave up, and None.

    Each cut is broken by its answer, and kept by the answers of all expected solutions, which are no two the same.
    """
    refinement = PUZZLES[board.puzzle].refinement(board)
    right = [refinement.values(each).bools for each in expected]
    told = [tuple(each.items()) for each in right if refinement.cuts(Answer({}, each)) is not None]
    assert len(set(told)) == len(told)
    sink, found = Sink(), []
    records = encode(refinement.model(), sink, EncoderOptions())
    map_ = decoder.of_records(sink.num_vars, records)
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        while solver.solve():
            answer = map_.decode(solver.get_model())
            cuts = refinement.cuts(answer)
            if cuts is None:
                return [*found, None]
            for cut in cuts:
                assert not any(answer.bools[name] == on for name, on in cut), (board, cut)
                assert all(any(bools[name] == on for name, on in cut) for bools in right), (board, cut)
                solver.add_clause(literals(map_.bools, cut))
            if not cuts:
                found.append(refinement.solution(answer))
                values = refinement.values(found[-1])
                assert values.bools == answer.bools
                solver.add_clause(map_.blocking_clause(values))
    return found


def agree(board, expected):
    """The number of solutions; -1: it gave up."""
    found = refined(board, expected)
    if found and found[-1] is None:
        assert all(each in expected for each in found[:-1])
        return -1
    assert sorted(found) == sorted(expected), board
    return len(found)


# --- fillomino


def regions(rows, cols, start, size, free):
    """All connected sets of so many free cells with one of them, as bit masks."""
    found = {1 << start}
    for _ in range(size - 1):
        found = {mask | near for mask in found for near in beside(rows, cols, mask) if near & free and not near & mask}
    return found


def beside(rows, cols, mask):
    """The cells next to those of a mask, each as a mask."""
    for v in range(rows * cols):
        r, c = divmod(v, cols)
        near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        if any(0 <= i < rows and 0 <= j < cols and mask >> i * cols + j & 1 for i, j in near):
            yield 1 << v


@cache
def divisions(rows, cols):
    """The numbers of all divisions into regions, no two of which have the same size and touch: cell by cell."""

    def grow(numbers, free):
        if not free:
            yield tuple(numbers)
            return
        start = (free & -free).bit_length() - 1
        for size in range(1, free.bit_count() + 1):
            for mask in regions(rows, cols, start, size, free):
                border = [near.bit_length() - 1 for near in beside(rows, cols, mask) if not near & mask]
                if all(numbers[v] != size for v in border):
                    inside = [size if mask >> v & 1 else n for v, n in enumerate(numbers)]
                    yield from grow(inside, free & ~mask)

    return list(grow([0] * (rows * cols), (1 << rows * cols) - 1))


def blocks(rows, cols, numbers):
    """A fillomino board and its solutions."""
    right = [each for each in divisions(rows, cols) if all(n in (0, m) for n, m in zip(numbers, each, strict=True))]
    return Board("fillomino", rows, cols, shaped(cols, numbers)), [shaped(cols, each) for each in right]


def shaped(cols, numbers):
    return [list(numbers[at : at + cols]) for at in range(0, len(numbers), cols)]


LIMITS = {"usual": (6, 16, 10, 2), "no size": (1, 1, 1, 1), "few sizes": (2, 2, 2, 2), "some": (2, 4, 3, 3)}


@pytest.fixture(params=LIMITS.values(), ids=LIMITS.keys())
def limits(request, monkeypatch):
    """Up to which sizes there are values, and small sets: small boards have only small blocks."""
    for name, value in zip(("SMALL", "UNARY", "BINARY"), request.param[:3], strict=True):
        monkeypatch.setattr(fillomino_sizes, name, value)
    monkeypatch.setattr(sized_regions, "FEW", request.param[3])


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (2, 2)])
def test_every_small_fillomino(rows, cols, limits):
    counts = [agree(*blocks(rows, cols, numbers)) for numbers in product(range(rows * cols + 2), repeat=rows * cols)]
    assert {0, 1} <= set(counts)


def random_blocks(rows, cols, rng):
    """Some numbers of a solution, one of them perhaps a wrong one."""
    part = rng.choice((0.2, 0.4, 0.6, 0.8))
    numbers = [n if rng.random() < part else 0 for n in rng.choice(divisions(rows, cols))]
    if rng.random() < 0.3:
        numbers[rng.randrange(rows * cols)] = rng.randint(1, rows * cols)
    return numbers


@pytest.mark.sample(3)
@pytest.mark.parametrize("rows, cols", [(1, 7), (6, 1), (2, 5), (3, 3)])
def test_random_fillominos(rows, cols, limits, seeds):
    counts = [agree(*blocks(rows, cols, random_blocks(rows, cols, random.Random(seed)))) for seed in seeds(range(25))]
    assert 1 in counts and max(counts) > 1


MOST = 60  # solutions of a board, each of which is looked for, and compared with each cut


@pytest.mark.long
@pytest.mark.parametrize("rows, cols", [(3, 4), (2, 7), (1, 12)])
def test_many_random_fillominos(rows, cols, limits, seeds):
    rng = (random.Random(seed) for seed in seeds(range(300)))
    boards = (blocks(rows, cols, random_blocks(rows, cols, each)) for each in rng)
    assert {0, 1} <= {agree(board, expected) for board, expected in boards if len(expected) < MOST}


# --- nurikabe


@cache
def seas(rows, cols):
    """All walls that are connected and have no square, as rows, with their islands as sets of cells."""
    return [(walls, islands) for walls in product((0, 1), repeat=rows * cols) if (islands := _sea(rows, cols, walls))]


def _sea(rows, cols, walls):
    """The islands, with None at the end; None for walls that are wrong."""
    if any(
        all(walls[(r + i) * cols + c + j] for i in (0, 1) for j in (0, 1))
        for r in range(rows - 1)
        for c in range(cols - 1)
    ):
        return None
    left, found = set(range(rows * cols)), {0: [], 1: []}
    while left:
        part = {left.pop()}
        todo = list(part)
        for v in todo:
            r, c = divmod(v, cols)
            for i, j in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                w = i * cols + j
                if 0 <= i < rows and 0 <= j < cols and w in left and walls[w] == walls[v]:
                    left.remove(w)
                    part.add(w)
                    todo.append(w)
        found[walls[min(part)]].append(part)
    return [*found[0], None] if len(found[1]) < 2 else None


def islands(rows, cols, numbers):
    """A nurikabe board and its solutions."""
    given = {v: n for v, n in enumerate(numbers) if n}
    right = []
    for walls, parts in seas(rows, cols):
        inside = [[v for v in part if v in given] for part in parts[:-1]]
        fits = all(
            len(those) == 1 and given[those[0]] in (-1, len(part)) for those, part in zip(inside, parts, strict=False)
        )
        if fits and sum(map(len, inside)) == len(given):
            right.append(["".join(".#"[w] for w in walls[at : at + cols]) for at in range(0, rows * cols, cols)])
    return Board("nurikabe", rows, cols, shaped(cols, numbers)), right


@pytest.fixture(params=[1, 3, 32])
def counted(request, monkeypatch):
    """Islands of so many cells are counted; a few walls are no reason to count these."""
    monkeypatch.setattr(nurikabe_walls, "FEW", 1 << 20)
    monkeypatch.setattr(numbered_islands, "COUNTED", request.param)


def random_islands(rows, cols, rng):
    """The numbers of a solution, some of them not told, one of them perhaps a wrong one."""
    _, parts = rng.choice(seas(rows, cols))
    numbers = [0] * (rows * cols)
    for part in parts[:-1]:
        numbers[rng.choice(sorted(part))] = -1 if rng.random() < 0.2 else len(part)
    if rng.random() < 0.3:
        numbers[rng.randrange(rows * cols)] = rng.randint(-1, 6)
    return numbers


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(2, 1), (1, 3), (2, 2)])
def test_every_small_nurikabe(rows, cols, counted):
    counts = [agree_where_refined(*islands(rows, cols, each)) for each in product(range(-1, 4), repeat=rows * cols)]
    assert {0, 1} <= set(counts)


def agree_where_refined(board, expected):
    """None where there are not even walls enough."""
    return None if PUZZLES["nurikabe"].refinement(board) is None else agree(board, expected)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(1, 6), (5, 1), (2, 5), (3, 3), (3, 4)])
def test_random_nurikabes(rows, cols, counted, seeds):
    boards = (random_islands(rows, cols, random.Random(seed)) for seed in seeds(range(25)))
    assert {0, 1} <= {agree_where_refined(*islands(rows, cols, each)) for each in boards}


@pytest.mark.long
@pytest.mark.parametrize("rows, cols", [(3, 4), (4, 4), (3, 5)])
def test_many_random_nurikabes(rows, cols, counted, seeds):
    boards = (random_islands(rows, cols, random.Random(seed)) for seed in seeds(range(300)))
    found = (islands(rows, cols, each) for each in boards)
    assert {0, 1} <= {agree_where_refined(board, expected) for board, expected in found if len(expected) < MOST}


# --- whole questions


@cache
def questions():
    return [
        *(blocks(3, 3, random_blocks(3, 3, random.Random(seed))) for seed in range(5)),
        *(islands(3, 4, random_islands(3, 4, random.Random(seed))) for seed in range(5)),
        blocks(1, 3, (1, 1, 0)),
        islands(1, 3, (1, 1, 0)),
    ]


def check(board, expected, result):
    assert (result.status == "SATISFIABLE") == bool(expected)
    assert result.unique == (len(expected) == 1 if expected else None)
    assert result.solution is None or result.solution in expected
    assert (result.second is not None) == (len(expected) > 1)
    assert result.second is None or (result.second in expected and result.second != result.solution)


@pytest.mark.parametrize("incremental", [True, False])
def test_uniqueness(incremental, tmp_path):
    for at, (board, expected) in enumerate(questions()[:: 1 if incremental else 4]):
        folder = tmp_path / str(at)
        folder.mkdir()
        check(
            board,
            expected,
            solve_unique(ProblemRun(BoardProblem(board, ""), pipeline(folder, incremental=incremental))),
        )


def test_the_questions_are_of_all_kinds():
    assert {0, 1, 2} == {min(2, len(expected)) for _, expected in questions()}


@pytest.mark.parametrize("cells", [15, 16])
def test_where_it_cannot_tell_the_other_models_do(cells, tmp_path, capsys):
    """A line without numbers can be one block or several of more than 6 cells, which have the same pattern."""
    board = Board("fillomino", 1, cells, [[0] * cells])
    trying = pipeline(tmp_path)
    trying.trace.verbose = True
    result = solve_unique(ProblemRun(BoardProblem(board, ""), trying))
    assert (result.status, result.unique) == ("SATISFIABLE", False) and result.second != result.solution
    assert "(cuts: weaker)" in capsys.readouterr().err


def test_turns_go_on_where_cuts_have_no_time(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(schedule, "REFINED", (("cuts", 0), ("exact", None)))
    trying = pipeline(tmp_path)
    trying.trace.verbose = True
    board, expected = questions()[5]
    check(board, expected, solve_unique(ProblemRun(BoardProblem(board, ""), trying)))
    assert capsys.readouterr().err.count("NO ANSWER by cuts in 0 s") == 1


def test_the_answers_of_the_exact_model_are_excluded_by_cuts_too(tmp_path, monkeypatch):
    """A solution that another way has found is none for the cuts that come after it."""
    board = Board("nurikabe", 3, 4, [[0, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 0]])
    monkeypatch.setattr(schedule, "REFINED", (("exact", 60), ("cuts", None)))
    with closing(schedule.Schedule(ProblemRun(BoardProblem(board, ""), pipeline(tmp_path)))) as ways:
        _, first = ways.next_solution()
        ways.block(first)
        monkeypatch.setattr(schedule, "REFINED", (("cuts", None),))
        ways._slices, ways._quick = (), None
        _, second = ways.next_solution()
        assert second is not None and second != first


def test_a_limit_ends_all_turns(tmp_path):
    result = solve(ProblemRun(BoardProblem(questions()[0][0], ""), pipeline(tmp_path, limits=RunOptions(deadline=0.0))))
    assert (result.status, result.reason) == ("UNKNOWN", "time")
