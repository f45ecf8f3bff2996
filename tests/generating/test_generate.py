"""New boards: one solution by a second solver and encoding, the same board for the same seed, no given too many."""

import hashlib
import json
import signal
from collections import Counter
from functools import cache, partial

import pytest
from support.pipelines import EXTERNAL, pipeline
from typer.testing import CliRunner

from csp2sat.base.portable_random import RandomSource
from csp2sat.base.resources import runs_inside
from csp2sat.cli.app import app_for
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.generating import dropping, from_models
from csp2sat.generating import uniqueness as rivals
from csp2sat.generating.boards import NoBoard, NotUnique, confirm, generate
from csp2sat.generating.from_models import other_solution, random_solution
from csp2sat.generating.makers import MAKERS, MAKINGS
from csp2sat.generating.spec import Draft, Maker
from csp2sat.generating.types.lits import random_tetrominoes
from csp2sat.generating.uniqueness import is_unique, varying
from csp2sat.puzzles.kit import checks
from csp2sat.puzzles.kit.checks import drawn_lines, loop_faults
from csp2sat.puzzles.kit.random.latin_squares import latin_square
from csp2sat.puzzles.kit.random.loops import border, is_simple, random_region
from csp2sat.puzzles.kit.random.rooms import joined_rooms
from csp2sat.puzzles.kit.random.shadings import can_be_shaded, random_shading, shading_rows
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types import sudoku
from csp2sat.runner.session.session import SolverSession
from csp2sat.solving.first_solution import solve_unique
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun

OTHER = EncoderOptions(amo="pairwise", card="sequential", narrowing=False)
SQUARE = dict.fromkeys(("easyasabc", "futoshiki", "jigsaw", "kenken", "skyscrapers", "starbattle", "str8ts"), (5, 5))
SIZES = {
    "sudoku": (6, 6),
    "killer": (6, 6),
    "binairo": (6, 8),
    "dominosa": (5, 6),
    "firefly": (5, 6),
    "galaxies": (10, 10),
    **SQUARE,
}  # else 6 x 7

# each way to make boards once
CHANGED = (
    "akari",
    "aqre",
    "cave",
    "country",
    "dbchoco",
    "firefly",
    "killer",
    "masyu",
    "nonogram",
    "numberlink",
    "nurimisaki",
    "shakashaka",
)
CHANGED += ("starbattle", "str8ts", "sudoku", "suguru", "yinyang")

# SHA-256 of the JSON form, its first digits, of seed 1: they change when a generator changes, and only then
DIGESTS = {
    "akari": "8d465493486cac5b",
    "aqre": "3bfdf968f2380940",
    "balance": "5854db7a798b938d",
    "battleship": "1e89fbae4d7fdd6f",
    "binairo": "9f4336cec352903f",
    "castle": "9b118ecb8ecc661f",
    "cave": "b4705c37a1e28077",
    "chocona": "3896d70db85b0654",
    "country": "525e570a00b5e39d",
    "creek": "d3b2035e247f01be",
    "dbchoco": "5db1dccefdb53449",
    "dominosa": "268dfbd3b87b5776",
    "easyasabc": "d9665e4603581fe1",
    "fillomino": "6ff14b8ccf17c439",
    "firefly": "db13228090ecaef0",
    "futoshiki": "1e0d85ad0c8fb368",
    "galaxies": "be3eaf11993414a3",
    "geradeweg": "79b892a379d44a71",
    "gokigen": "2d7daf0e66575610",
    "hashiwokakero": "b0387f7478172072",
    "heyawake": "9cc1457fdb7a3a99",
    "hidoku": "6b789a58ef276396",
    "hitori": "2e1bd687635a536e",
    "jigsaw": "a2a910dada9c2c74",
    "kakuro": "4b5e95c4b7ac9d30",
    "kenken": "ba411a8babdf597b",
    "killer": "9360f537538ec6c3",
    "kurodoko": "bee78a787624f29f",
    "lits": "6cf81bde75da223a",
    "masyu": "b82bdedf17eba0e4",
    "moonsun": "16860b6356b6bd65",
    "mosaic": "2a42f645ecfd7599",
    "nonogram": "cf7ca8253b51828c",
    "numberlink": "31fea08c3f8e3093",
    "nurikabe": "12c8a64db0907a34",
    "nurimaze": "2bb40260beb9502d",
    "nurimisaki": "a07d98c647f6f150",
    "ripple": "f5208e49c01ea2eb",
    "sashigane": "62de9256ef32c515",
    "shakashaka": "7260052d8ee069ba",
    "shikaku": "a24f107db8d39b1f",
    "skyscrapers": "c60cb10ea442c01f",
    "slitherlink": "61026e766660cbb6",
    "snake": "23ecfacb586ea06d",
    "starbattle": "c0858af36ef11707",
    "str8ts": "2bb6bff25e560604",
    "sudoku": "8c8a2938deaeb634",
    "suguru": "50be04ff54e9d4bc",
    "tapa": "53d3144b5b1dd4e7",
    "tatamibari": "afa34be23656711a",
    "tents": "6218a9c60c33ea2a",
    "yajilin": "e4e36a99e7dca1ae",
    "yinyang": "88611e826625c475",
}


@cache
def made(puzzle, seed):
    """The draft; one of each for all tests."""
    return generate(puzzle, *SIZES.get(puzzle, (6, 7)), seed)


def digest(draft):
    return hashlib.sha256(json.dumps(draft.board.neutral()).encode()).hexdigest()[:16]


def other_engine(folder):
    """A pipeline with another encoding, and another solver where solvers are processes."""
    return pipeline(folder, None if runs_inside() else EXTERNAL, options=OTHER)


def spare(board):
    """The board without one of its givens, in all ways; numbers that might be ? instead are not there at all."""
    clues, making = PUZZLES[board.puzzle].clues, MAKINGS.get(board.puzzle)
    for cell in clues.optional(board):
        cleared = making is not None and making.cleared
        yield board.with_values({cell: making.blank}) if cleared else clues.without(board, [cell])


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("puzzle", list(MAKERS))
def test_boards_have_one_solution_by_another_solver_and_encoding(puzzle, seed, tmp_path):
    board, solution = made(puzzle, seed)
    assert PUZZLES[puzzle].check(board) is None
    assert PUZZLES[puzzle].broken_rules(board, solution) == []
    result = solve_unique(ProblemRun(BoardProblem(board, "0" * 64), other_engine(tmp_path)))
    assert (result.unique, result.solution) == (True, solution)


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", DIGESTS)
def test_a_seed_gives_the_same_board_as_ever(puzzle):
    assert digest(made(puzzle, 1)) == DIGESTS[puzzle]


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", CHANGED)
def test_the_board_does_not_depend_on_what_the_solver_finds(puzzle, monkeypatch):
    for module in (rivals, dropping, from_models):
        monkeypatch.setattr(module, "SolverSession", partial(SolverSession, arguments=("--solver", "glucose4")))
    assert digest(made.__wrapped__(puzzle, 1)) == DIGESTS[puzzle]


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle", [name for name in MAKERS if MAKERS[name].minimal])
def test_no_given_can_be_dropped(puzzle, tmp_path):
    boards = list(spare(made(puzzle, 1).board))
    assert boards
    for board in boards:
        assert solve_unique(ProblemRun(BoardProblem(board, "0" * 64), other_engine(tmp_path))).unique is False


@pytest.mark.parametrize("puzzle, rows, cols", [("kurodoko", 4, 5), ("gokigen", 3, 4), ("suguru", 4, 4)])
def test_random_solutions_are_solutions_and_differ(puzzle, rows, cols, seeds):
    givens = {"kurodoko": [[0] * cols] * rows, "gokigen": ["." * (cols + 1)] * (rows + 1)}
    rooms = {"regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], "grid": [[0] * cols] * rows}
    board = Board(puzzle, rows, cols, givens.get(puzzle, rooms))
    found = [random_solution(RandomSource(seed), board) for seed in seeds(range(3))]
    assert all(PUZZLES[puzzle].broken_rules(board, each) == [] for each in found)
    assert seeds.only is not None or len(set(map(str, found))) > 1


def test_a_board_without_a_solution_has_no_random_one():
    assert random_solution(RandomSource(1), Board("suguru", 1, 2, {"regions": [[0, 1]], "grid": [[0, 0]]})) is None
    assert random_solution(RandomSource(1), Board("binairo", 1, 1, {"grid": ["."], "distinct": False})) is None


def test_other_solutions_keep_the_cells_that_come_first(seeds):
    board, solution = Board("mosaic", 3, 3, ["...", "...", "..1"]), ["###", "#..", "#.#"]
    for seed in seeds(range(9)):
        other = other_solution(RandomSource(seed), board, solution)
        assert PUZZLES["mosaic"].broken_rules(board, other) == []
        changed = [(r, c) for r, c in board.cells() if other[r][c] != solution[r][c]]
        assert len(changed) in (1, 2)  # outside the clue's cells one, else the shaded one and another one
    one = Board("mosaic", 1, 2, ["2."])
    assert other_solution(RandomSource(1), one, ["##"]) is None


def test_shares_of_random_solutions():
    board = Board("mosaic", 5, 5, ["....."] * 5)
    assert random_solution(RandomSource(1), board, 0.0) == ["....."] * 5
    assert random_solution(RandomSource(1), board, 1.0) == ["#####"] * 5


def test_joined_rooms_are_boards_of_their_kind(seeds):
    for seed in seeds(range(5)):
        regions = joined_rooms(RandomSource(seed), 5, 6, lambda cells: len(cells) <= 4)
        PUZZLES["suguru"].check(Board("suguru", 5, 6, {"regions": regions, "grid": [[0] * 6] * 5}))
        sizes = [sum(row.count(room) for row in regions) for room in range(1 + max(map(max, regions)))]
        assert max(sizes) <= 4 < len(sizes)


def test_varying_cells_are_those_of_other_solutions():
    board = Board("nonogram", 2, 3, {"rows": [[1], [1]], "cols": [[1], [1], []]})
    assert varying(board, ["#..", ".#."]) == {f"s_{r}_{c}" for r in (0, 1) for c in (0, 1)}
    assert not is_unique(board, ["#..", ".#."])
    one = Board("nonogram", 2, 3, {"rows": [[2], [1]], "cols": [[1], [2], []]})
    assert varying(one, ["##.", ".#."]) == set()
    assert is_unique(one, ["##.", ".#."])


@pytest.mark.sample(2)
@pytest.mark.parametrize("height, width", [(1, 5), (2, 2), (2, 3), (3, 3), (2, 5), (4, 4)])
def test_filled_boards_are_right(height, width, seeds):
    found = set()
    for seed in seeds(range(3)):
        grid = latin_square(RandomSource(seed), height, width)
        found.add(str(grid))
        size = height * width
        givens = {"box_rows": height, "box_cols": width, "grid": [[0] * size] * size}
        assert sudoku.PUZZLE.broken_rules(Board("sudoku", size, size, givens), grid) == []
    assert seeds.only is not None or len(found) == 3


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 6), (4, 4), (7, 5)])
def test_borders_of_random_regions_are_loops(rows, cols, seeds):
    for seed in seeds(range(20)):
        region = random_region(RandomSource(seed), rows, cols)
        assert loop_faults(drawn_lines(border(region, rows, cols), rows + 1, cols + 1)) == []
        for cell in [(r, c) for r in range(rows) for c in range(cols)]:
            other = region ^ {cell}
            if is_simple(region, cell):
                assert loop_faults(drawn_lines(border(other, rows, cols), rows + 1, cols + 1)) == []


def test_random_shadings_are_as_large_as_can_be(seeds):
    for seed in seeds(range(10)):
        shaded = random_shading(RandomSource(seed), 5, 6)
        cells = {(r, c) for r in range(5) for c in range(6)}
        assert not checks.touching(shaded)
        assert len(checks.areas(cells - shaded)) == 1
        for cell in sorted(cells - shaded):
            apart = len(checks.areas(cells - shaded - {cell})) > 1
            assert can_be_shaded(shaded, cell, 5, 6) == (not apart and not checks.touching(shaded | {cell}))


def test_random_tetrominoes_keep_the_rules(seeds):
    for seed in seeds(range(10)):
        piece = random_tetrominoes(RandomSource(seed), [(r, c) for r in range(7) for c in range(8)])
        assert set(Counter(piece.values()).values()) == {4} and len(piece) > 16
        regions = [[piece.get((r, c), 99) for c in range(8)] for r in range(7)]
        faults = PUZZLES["lits"].broken_rules(Board("lits", 7, 8, {"regions": regions}), shading_rows(set(piece), 7, 8))
        assert [fault for fault in faults if "has 0 shaded" not in fault] == []  # the rest is no room
    assert random_tetrominoes(RandomSource(1), [(0, 0), (0, 1), (1, 0), (1, 1)]) == {}


def test_a_random_source_draws_what_they_have_always_drawn():
    source = RandomSource(7)
    assert [source.below(100) for _ in range(6)] == [32, 15, 65, 7, 53, 36]
    assert source.shuffled(range(8)) == [1, 4, 6, 5, 2, 7, 3, 0]


def test_a_board_that_is_not_what_it_should_be_is_refused(tmp_path, monkeypatch):
    board = Board("nonogram", 2, 2, {"rows": [[1], [1]], "cols": [[1], [1]]})
    with pytest.raises(NotUnique, match="a defect of csp2sat"):
        confirm(Draft(board, ["#.", ".#"]), other_engine(tmp_path))
    monkeypatch.setitem(MAKERS._found, "nonogram", Maker(lambda random, rows, cols: None, 1, False))
    with pytest.raises(NoBoard, match=r"^no nonogram of 3x4 with one solution in 50 tries; take another seed"):
        generate("nonogram", 3, 4, 1)


@pytest.mark.parametrize(
    "puzzle, rows, cols, message",
    [
        ("sudoku", 7, 7, "size 7x7: a sudoku of 7x7 has no boxes: 7 is a prime number"),
        ("sudoku", 4, 6, "size 4x6: a sudoku is square, not 4x6"),
        ("killer", 5, 5, "size 5x5: a sudoku of 5x5 has no boxes: 5 is a prime number"),
        ("killer", 12, 12, "size 12x12: a killer of 12 x 12 takes too long to make; expected at most 10 rows"),
        ("starbattle", 16, 16, "size 16x16: a starbattle of 16 x 16 takes too long to make; expected at most 15 rows"),
        ("starbattle", 8, 9, "size 8x9: boards of this puzzle are square, not 8x9"),
        ("str8ts", 8, 9, "size 8x9: boards of this puzzle are square, not 8x9"),
        ("dominosa", 6, 6, "size 6x6: a board of 6 x 6 cells is no set of dominoes; expected (n + 1)(n + 2)"),
        (
            "dbchoco",
            5,
            7,
            "size 5x7: half of the cells are grey, which 5 x 7 cells cannot be; expected an even number",
        ),
        ("dbchoco", 6, 17, "size 6x17: a dbchoco of 6 x 17 takes too long to make; expected at most 100 cells"),
        ("kenken", 4, 6, "size 4x6: boards of this puzzle are square, not 4x6"),
        ("skyscrapers", 2, 2, "size 2x2: expected 3 to 60 rows and columns for skyscrapers"),
        ("binairo", 6, 7, "size 6x7: rows and columns of a binairo are even numbers, not 6x7"),
        ("masyu", 2, 9, "size 2x9: expected 3 to 60 rows and columns for masyu"),
        ("hitori", 9, 61, "size 9x61: expected 3 to 60 rows and columns for hitori"),
    ],
)
def test_sizes_that_cannot_be(puzzle, rows, cols, message):
    with pytest.raises(UsageError) as error:
        generate(puzzle, rows, cols, 1)
    assert str(error.value) == message


def run(*arguments):
    """The command in this process; a command that ends ignores signals, which its children's children would too."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    before = {name: signal.getsignal(getattr(signal, name)) for name in names if hasattr(signal, name)}
    try:
        return CliRunner().invoke(app_for(["generate"]), ["generate", *map(str, arguments)])
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def test_command_prints_boards(tmp_path):
    found = run("slitherlink", "--size", "4x5", "--seed", 3, "--count", 2, "--to", "json")
    boards = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.exit_code == 0
    assert [(board["type"], board["rows"], board["cols"]) for board in boards] == [("slitherlink", 4, 5)] * 2
    assert found.stderr.splitlines()[0].startswith(
        "csp2sat: slitherlink-4x5-3: 4 rows, 5 columns, seed 3, one solution, checked by "
    )
    again = run("slitherlink", "--size", "4x5", "--seed", 4, "--to", "json", "-q")
    assert (json.loads(again.stdout), again.stderr) == (boards[1], "")


def test_command_writes_files(tmp_path):
    assert run("akari", "--size", 4, "--seed", 1, "--count", 2, "-o", tmp_path / "new").exit_code == 0
    names = ["akari-4x4-1.txt", "akari-4x4-2.txt"]
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == names
    assert run("akari", "--size", 4, "--seed", 1, "-o", tmp_path / "one.txt").exit_code == 0
    assert (tmp_path / "one.txt").read_text() == (tmp_path / "new" / names[0]).read_text()
    assert run("akari", "--size", 4, "--seed", 1, "--to", "svg", "-o", f"{tmp_path}/drawn/").exit_code == 0
    assert (tmp_path / "drawn" / "akari-4x4-1.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (["masyu", "--size", "5x"], 2, "csp2sat: --size 5x: expected ROWSxCOLS, such as 10x12 for "),
        (
            ["masyu", "--to", "values"],
            2,
            "csp2sat: --to values: expected one of array, json, line, page, penpa, player, puzzlekit, sgt, ",
        ),
        (["masyu", "--to", "svg", "--count", "2"], 2, "csp2sat: --to svg: a file has one drawing; expected -o FOLDER"),
        (["hitori", "--to", "page"], 2, "csp2sat: only square boards of masyu can be written as `task` of a page\n"),
        (["chess"], 1, "csp2sat: no kind of puzzle 'chess'; `csp2sat puzzles` lists the "),
        (["masyu", "--solver", "chess"], 1, "csp2sat: no solver 'chess' is configured"),
    ],
)
def test_command_says_what_is_wrong(arguments, code, message):
    found = run(*arguments)
    assert (found.exit_code, found.stdout) == (code, "")
    assert found.stderr.startswith(message)
