"""Ways to say that lines are one loop: the same solutions by trees, elimination and cuts, and turns between them."""

import json
import random
import time
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from support.boards import board_of, loops, neutral, random_board
from support.pipelines import pipeline

from csp2sat.explaining.selector_cuts import GroupCuts
from csp2sat.graphs.graph import Grid
from csp2sat.graphs.loop_cuts import loop_cuts
from csp2sat.model.literal_constraints import LiteralConstraints
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types import akari
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.solving import schedule
from csp2sat.solving.enumeration import solutions
from csp2sat.solving.first_solution import solve, solve_unique
from csp2sat.solving.loop_encodings import loops_of
from csp2sat.solving.parallel.cube_and_conquer import CubeAndConquer
from csp2sat.solving.pipeline import SingleSolver
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun

NUMBERLINK = '{"type": "numberlink", "rows": 2, "cols": 3, "givens": [[1, 0, 1], [2, 0, 2]]}'
ROWS, COLS = 4, 5
GRID = Grid(ROWS, COLS)


@cache
def single_loops():
    """Each loop as its edges."""
    return [[on == "1" for key in "hv" for row in form[key] for on in row] for form in loops(ROWS, COLS)]


@cache
def pairs():
    """Any two loops that do not meet, as one set of edges."""
    single = single_loops()
    ends = [{v for e, on in enumerate(each) if on for v in GRID.edges[e]} for each in single]
    apart = [pair for pair in combinations(range(len(single)), 2) if ends[pair[0]].isdisjoint(ends[pair[1]])]
    return [[a or b for a, b in zip(single[one], single[other], strict=True)] for one, other in apart]


def keeps(active, clause):
    return any(active[e] == on for e, on in clause)


def test_a_single_loop_needs_no_cut():
    assert len(single_loops()) > 100
    assert not any(loop_cuts(GRID, active) for active in single_loops())


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "touched", [pytest.param((), marks=pytest.mark.long), ((0, 1),), ((6,),), ((0, 6), (13, 14))], ids=str
)
def test_cuts_are_broken_by_two_loops_and_kept_by_each_single_one(touched):
    grid = Grid(ROWS, COLS, touched=touched)
    good = [active for active in single_loops() if all(any(on_loop(active, v) for v in some) for some in touched)]
    chosen = [both for both in pairs() if all(any(on_loop(both, v) for v in some) for some in touched)]
    assert chosen
    for both in chosen:
        cuts = loop_cuts(grid, both)
        assert len(cuts) == 2
        assert not any(keeps(both, cut) for cut in cuts)
        assert all(keeps(active, cut) for active in good for cut in cuts)


@pytest.mark.parametrize("boards", [5, pytest.param(40, marks=pytest.mark.long)])
def test_cuts_of_parts_follow_from_these_parts(boards, seeds):
    """Masyu: each cut is broken by two loops, and kept by each single one that keeps the clues that it follows from."""
    strong = weak = 0
    for seed in seeds(range(boards)):
        draw = random.Random(seed)
        clues = {cell: draw.choice("wb") for cell in draw.sample(range(ROWS * COLS), 3)}
        board = Board(
            "masyu", ROWS, COLS, ["".join(clues.get(r * COLS + c, ".") for c in range(COLS)) for r in range(ROWS)]
        )
        model = BoardProblem(board, "").attempts()[-1].model()
        cutting = GroupCuts(model)
        (names,) = ([e.args[0] for e in c.formula.args[1:]] for c in model.constraints if c.formula.op == "single-loop")
        others = [number for number, c in enumerate(model.constraints) if c.formula.op != "single-loop"]
        asked = set(range(len(model.constraints))) - set(draw.sample(others, draw.randrange(len(others))))
        singles = [Answer({}, dict(zip(names, active, strict=True))) for active in single_loops()]
        for both in draw.sample(pairs(), 5):
            answer = Answer({}, dict(zip(names, both, strict=True)))
            for implying, cut in cutting.of(answer, asked):
                assert asked.issuperset(implying)
                assert not any(answer.bools[name] == on for name, on in cut)
                strong, weak = strong + (len(implying) == 3), weak + (len(implying) == 1)
                clued = [model.constraints[number].formula for number in implying[1:]]
                for single in singles:
                    if all(evaluate(formula, single) for formula in clued):
                        assert any(single.bools[name] == on for name, on in cut)
    assert seeds.only is not None or strong > boards / 2 < weak


def on_loop(active, vertex):
    return any(on and vertex in GRID.edges[e] for e, on in enumerate(active))


def test_what_is_known_makes_cuts_shorter():
    both = next(both for both in pairs() if on_loop(both, 0) and on_loop(both, 19))
    asked = loop_cuts(GRID, both)
    known = loop_cuts(Grid(ROWS, COLS, touched=[(0,), (19,)]), both)
    assert all(sum(not on for _, on in clause) == 2 for clause in asked)
    assert all(on for clause in known for _, on in clause)


# --- whole problems


def engine(folder, loop, incremental=True, solver="kissat"):
    return pipeline(folder, solver, loop=loop, incremental=incremental)


def yajilin(rng):
    cells = [[rng.choice(["."] * 9 + ["1R", "1D", "0L", "#"]) for _ in range(4)] for _ in range(4)]
    return Board("yajilin", 4, 4, cells)


BOARDS = [
    random_board(name, 4, 4, random.Random(f"{name}{k}"), 0.25) for name in ("masyu", "slitherlink") for k in range(8)
]
BOARDS += [yajilin(random.Random(k)) for k in range(8)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.puzzle} {board.givens}")
def test_all_ways_find_the_same_solutions(board, tmp_path):
    problem = BoardProblem(board, "")
    found = {
        way: list(solutions(ProblemRun(problem, engine(tmp_path, way)), 400))
        for way in ("tree", "elim", "cuts", "auto")
    }
    numbers = {way: len(each) for way, each in found.items()}
    assert len(set(numbers.values())) == 1, numbers
    if numbers["tree"] < 400:
        assert len({repr(sorted(map(repr, each))) for each in found.values()}) == 1


def test_the_random_boards_are_of_all_kinds(tmp_path):
    numbers = [len(list(solutions(ProblemRun(BoardProblem(b, ""), engine(tmp_path, "cuts")), 3))) for b in BOARDS]
    assert {0, 1, 3} <= set(numbers)


@pytest.fixture(scope="module")
def unique_by_trees(tmp_path_factory):
    """What is said of each board's uniqueness by trees."""
    folder = tmp_path_factory.mktemp("trees")
    return [solve_unique(ProblemRun(BoardProblem(board, ""), engine(folder, "tree"))) for board in BOARDS]


@pytest.mark.sample(1)
@pytest.mark.parametrize("incremental", [True, False])
@pytest.mark.parametrize("loop", ["tree", "elim", "cuts", "auto"])
def test_uniqueness_by_all_ways(loop, incremental, unique_by_trees, tmp_path):
    for at, (board, wanted) in enumerate(zip(BOARDS, unique_by_trees, strict=True)):
        problem = BoardProblem(board, "")
        folder = tmp_path / f"{loop}-{at}"
        folder.mkdir()
        result = solve_unique(ProblemRun(problem, engine(folder, loop, incremental)))
        assert (result.status, result.unique) == (wanted.status, wanted.unique)
        assert result.second is None or result.second != result.solution


def test_turns_go_on_where_a_way_has_no_time(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(schedule.SCHEDULES, "auto", (("exact", 0), ("elim", 0), ("cuts", None)))
    board = board_of(neutral("masyu-8x8-5eb80e89"))
    trying = engine(tmp_path, "auto")
    trying.trace.verbose = True
    result = solve_unique(ProblemRun(BoardProblem(board, ""), trying))
    assert result.status == solve(ProblemRun(BoardProblem(board, ""), engine(tmp_path, "tree"))).status
    said = capsys.readouterr().err
    assert said.count("NO ANSWER by exact in 0 s") == 1  # the second question begins with the way that was quick
    assert "CUTS" in said
    assert result.unique


@pytest.mark.parametrize(
    ("way", "limits_cpu", "cpu"), [("exact", True, 2), ("exact", False, None), ("cuts", True, None)]
)
def test_a_slice_is_cpu_time_of_a_solver_that_is_started(way, limits_cpu, cpu, tmp_path, monkeypatch):
    """A busy computer gave the solver less of a slice of wall time: another formula had to be written."""
    trying = engine(tmp_path, "auto")
    monkeypatch.setattr(type(trying.strategy), "limits_cpu", limits_cpu)
    monkeypatch.setattr(schedule.time, "monotonic", lambda: 100.0)
    ways = schedule.Schedule(ProblemRun(BoardProblem(board_of(neutral("masyu-8x8-5eb80e89")), ""), trying))
    asked = ways._slice(way, 2)
    assert (asked.cpu, asked.deadline) == (cpu, 100 + 2 * (schedule.BUSY if cpu else 1))
    ways._pipeline = replace(trying, run_options=RunOptions(deadline=101.5))
    assert ways._slice(way, 2).deadline == 101.5


def test_parts_of_a_formula_share_wall_time():
    assert SingleSolver.limits_cpu and not CubeAndConquer.limits_cpu


def test_a_limit_of_the_whole_ends_all_turns(tmp_path, capsys):
    trying = replace(engine(tmp_path, "auto"), run_options=RunOptions(deadline=time.monotonic()))
    trying.trace.verbose = True
    result = solve(ProblemRun(BoardProblem(board_of(neutral("masyu-8x8-5eb80e89")), ""), trying))
    assert (result.status, result.reason) == ("UNKNOWN", "time")
    assert "cuts" not in capsys.readouterr().err


def test_the_exact_model_is_built_only_when_it_is_asked(tmp_path, monkeypatch):
    board = board_of(json.loads(NUMBERLINK))
    stages = PUZZLES["numberlink"].stages
    built = []
    counted = [stage._replace(model=lambda b, s=stage: built.append(s.name) or s.model(b)) for stage in stages]
    problem = BoardProblem(board, "")
    problem.puzzle = replace(problem.puzzle, stages=tuple(counted))
    assert solve(ProblemRun(problem, engine(tmp_path, "auto"))).status == "SATISFIABLE"
    assert built == [stages[0].name]


def test_the_exact_model_is_built_once(tmp_path):
    problem = BoardProblem(board_of(neutral("masyu-8x8-5eb80e89")), "")
    built, stage = [], problem.puzzle.stages[-1]
    counted = stage._replace(model=lambda b: built.append(1) or stage.model(b))
    problem.puzzle = replace(problem.puzzle, stages=(counted,))
    assert solve_unique(ProblemRun(problem, engine(tmp_path, "auto"))).unique
    assert built == [1]


def test_clauses_kept_as_numbers_are_not_made_into_formulas_to_look_for_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of the time of a large akari board went into that."""
    model = akari.model(Board("akari", 2, 3, ["..1", "#.."]))
    monkeypatch.setattr(LiteralConstraints, "__getitem__", lambda *_: pytest.fail("a formula was made"))
    assert loops_of(model) == []
