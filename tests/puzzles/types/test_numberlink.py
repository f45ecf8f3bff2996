"""Numberlink: every model, and the question of a second solution, against all solutions of all tiny boards."""

import re
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.numberlink_boards import (
    board_of,
    boards,
    does_not_touch_itself,
    every_drawing,
    frozen,
    solutions_by_walking,
    thawed,
    uses_all_cells,
    uses_insides_of_bumps,
    uses_insides_of_turns,
)
from support.oracle import enumerate_answers
from support.paths import BOARDS, DATA, DRAWINGS

import csp2sat
from csp2sat.base.files import read_source
from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.model.expr import bool_var
from csp2sat.model.meaning import broken_constraints
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.kit.refining import numberlink_paths
from csp2sat.puzzles.kit.variables import edges_of, values_of
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import numberlink as module
from csp2sat.puzzles.types.numberlink import PUZZLE, others, second_solution_by_detour
from csp2sat.solving.problem import BoardProblem

broken_rules = PUZZLE.broken_rules


def numberlink(text):
    return read_board(Source("x.txt", text), "numberlink")


def answers(model, limit=None):
    found = enumerate_answers(model, EncoderOptions())
    return [answer for answer, _ in zip(found, range(limit), strict=False)] if limit else list(found)


def raw(board, model):
    """The edges of all answers, closed lines too."""
    return [frozen(edges_of(board, answer)) for answer in answers(model(board))]


DOWN, ALL = ((1, 1), (1, -1)), tuple(product((1, -1), (1, -1)))
REQUIRED = {
    numberlink_paths.full: (does_not_touch_itself, uses_all_cells),
    numberlink_paths.corners: (does_not_touch_itself, partial(uses_insides_of_turns, ways=ALL)),
    numberlink_paths.canonical: (
        does_not_touch_itself,
        partial(uses_insides_of_turns, ways=DOWN),
        uses_insides_of_bumps,
    ),
}

SHAPES = [
    *((1, 1, 0), (1, 3, 0), (2, 2, 0), (3, 3, 0), (1, 2, 1), (2, 1, 1), (1, 3, 1), (3, 1, 1), (1, 4, 1), (1, 4, 2)),
    *((2, 2, 1), (2, 2, 2), (2, 3, 1), (2, 3, 2), (2, 3, 3), (3, 2, 2), (2, 4, 1), (2, 4, 2), (2, 4, 3)),
    *((3, 3, 1), (3, 3, 2), (3, 3, 3), (3, 3, 4)),
    *((3, 4, 1, 15), (3, 4, 2, 60), (4, 3, 3, 60), (3, 5, 2, 15), (5, 3, 2, 15), (4, 4, 1, 10), (4, 4, 2, 40)),
]
every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)


@pytest.mark.sample(3)
@every_shape
def test_the_exact_model_has_every_solution_once(shape):
    for board, solutions in boards(shape):
        found = raw(board, numberlink_paths.exact)
        assert len(found) == len(solutions), board
        assert set(found) == solutions, board


@pytest.mark.sample(2)
@every_shape
def test_answers_of_the_other_models_are_solutions(shape):
    for board, solutions in boards(shape):
        for stage in PUZZLE.stages:
            model = stage.model(board)
            for answer in answers(model, 30):
                assert frozen(PUZZLE.solution(board, answer)) in solutions, (board, stage.name)
                assert broken_constraints(model, answer) == []


@pytest.mark.sample(2)
@every_shape
def test_the_other_models_have_the_solutions_that_they_should(shape):
    """Without closed lines in them."""
    for board, solutions in boards(shape):
        for model, required in REQUIRED.items():
            expected = {each for each in solutions if all(holds(board, each) for holds in required)}
            found = {each for each in raw(board, model) if not broken_rules(board, thawed(each))}
            assert found == expected, (board, model)


@pytest.mark.sample(2)
@every_shape
def test_the_canonical_model_decides_and_corners_finds_what_is_unique(shape):
    for board, solutions in boards(shape):
        assert bool(answers(numberlink_paths.canonical(board), 1)) == bool(solutions), board
        if len(solutions) == 1:
            assert answers(numberlink_paths.corners(board), 1), board


@pytest.mark.sample(5)
@every_shape
def test_the_question_of_a_second_solution(shape):
    for board, solutions in boards(shape):
        for solution in sorted(solutions)[:30]:
            second = second_solution_by_detour(board, thawed(solution))
            if second is not None:
                assert frozen(second) in solutions - {solution}, (board, solution)
                continue
            found = {frozen(PUZZLE.solution(board, each)) for each in answers(others(board, thawed(solution)), 20)}
            assert bool(found) == (len(solutions) > 1), (board, solution)
            assert found <= solutions - {solution}, (board, solution)


@pytest.mark.sample(3)
@pytest.mark.parametrize("shape, few", list(product(SHAPES, [0, 1, 2])), ids=str)
def test_other_solutions_near_the_first_one(shape, few, monkeypatch):
    """Without the variable that says so there are as many as ever; with it those in which few lines differ."""
    monkeypatch.setattr(module, "FEW", few)
    monkeypatch.setattr(module, "LARGE", 1)
    for board, solutions in list(boards(shape))[:40]:
        for solution in sorted(solutions)[:2]:
            model = others(board, thawed(solution))
            found = {frozen(edges_of(board, each)) for each in answers(model)}
            monkeypatch.setattr(module, "FEW", 100)
            assert found == {frozen(edges_of(board, each)) for each in answers(others(board, thawed(solution)))}
            monkeypatch.setattr(module, "FEW", few)
            lines = lines_between(solution, set(board.filled().values()), board)
            assert (module.NEARBY in model.bools) == (len(lines) > few)
            if len(lines) > few:
                model.add(bool_var(module.NEARBY))
                near = {frozen(edges_of(board, each)) for each in answers(model)}
                assert near == {each for each in found if sum(not line <= drawn_edges(each) for line in lines) <= few}


def drawn_edges(solution):
    """The edges of a drawing, each with the direction and place of its first cell."""
    return {
        (way, r, c)
        for way, rows in zip("hv", solution, strict=True)
        for r, row in enumerate(rows)
        for c, on in enumerate(row)
        if on == "1"
    }


def lines_between(solution, numbers, board):
    """The edges of the line of each number, by walking along it."""
    edges = {
        edge: {(r, c), (r + (way == "v"), c + (way == "h"))} for edge in drawn_edges(solution) for way, r, c in [edge]
    }
    lines = []
    for number in numbers:
        cells, line = {cell for cell, other in board.filled().items() if other == number}, set()
        for _ in edges:
            line |= {edge for edge, ends in edges.items() if ends & cells}
            cells |= {cell for edge in line for cell in edges[edge]}
        lines.append(line)
    return lines


@pytest.mark.parametrize("few", [0, 1, 6])
def test_the_answer_to_the_question_of_a_second_solution(few, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    of_shape = [(board, found) for board, found in boards((4, 4, 2, 40)) if found]
    asked = [(board, found) for board, found in of_shape if not any_detour(board, found)][:4] + of_shape[:2]
    for board, solutions in asked:
        result = csp2sat.solve(board, unique=True)
        assert frozen(result.solution) in solutions
        assert result.unique == (len(solutions) == 1), board


def any_detour(board, solutions):
    return any(second_solution_by_detour(board, thawed(each)) for each in solutions)


def test_the_tiny_boards_are_of_all_kinds():
    several = [(board, solutions) for shape in SHAPES for board, solutions in boards(shape) if len(solutions) > 1]
    counts = [len(solutions) for shape in SHAPES for _, solutions in boards(shape)]
    assert min(counts.count(0), counts.count(1), len(several)) > 100
    detours = [second_solution_by_detour(board, thawed(each)) for board, found in several for each in sorted(found)]
    assert min(len([each for each in detours if each]), detours.count(None)) > 40


# --- bigger boards


@pytest.mark.parametrize("name", ["10x10", "11x11", "26x26"])
def test_published_boards_use_all_cells(name):
    board = read_board(read_source(str(DATA / "numberlink" / f"numberlink-{name}.txt")))
    (answer,) = answers(numberlink_paths.full(board), 1)
    assert broken_rules(board, PUZZLE.solution(board, answer)) == []


@pytest.mark.parametrize("name", ["10x10", "11x11"])
def test_published_boards_are_proved_to_have_one_solution(name):
    board = read_board(read_source(str(DATA / "numberlink" / f"numberlink-{name}.txt")))
    solution = PUZZLE.solution(board, answers(numberlink_paths.canonical(board), 1)[0])
    assert second_solution_by_detour(board, solution) is None
    assert answers(others(board, solution), 1) == []


def test_tamuras_board_and_its_drawing():
    board = read_board(read_source(str(BOARDS / "numberlink-0.txt")))
    solution = PUZZLE.solution(board, answers(numberlink_paths.full(board), 1)[0])
    assert ascii.draw(PUZZLE.picture(board, solution)) + "\n" == (DRAWINGS / "numberlink-0.txt").read_text()
    assert not answers(others(board, solution), 1)


def test_a_detour_through_a_big_empty_area():
    board = board_of("1-" + "-" * 30, *["-" * 32] * 20, "1-" + "-" * 30)
    solution = {"h": ["0" * 31] * 22, "v": ["1" + "0" * 31] * 21}
    second = second_solution_by_detour(board, solution)
    assert broken_rules(board, solution) == broken_rules(board, second) == []
    assert second != solution


def test_closed_lines_are_no_part_of_a_solution():
    board = board_of("1-1---", "------")
    closed = {"h": ["11010", "00010"], "v": ["000110"]}
    assert PUZZLE.solution(board, values_of(board, closed)) == {"h": ["11000", "00000"], "v": ["000000"]}
    assert broken_rules(board, closed) == ["a closed line goes through row 1, column 4"]


def test_numbers_need_not_follow_each_other():
    board = numberlink("size 3 3\n700 - 5\n- - -\n700 - 5\n")
    assert {
        frozen(PUZZLE.solution(board, each)) for each in answers(numberlink_paths.exact(board))
    } == solutions_by_walking(board)


def test_no_line_goes_round_one_square():
    for stage in (numberlink_paths.full, numberlink_paths.corners, numberlink_paths.canonical):
        assert not any(each == (("1", "1"), ("11",)) for each in raw(board_of("--", "--"), stage))


def test_other_solutions_are_searched_for_by_diagonals():
    board = board_of("1-1", "22-", "---")
    exact, swept = ([*stage(board).bools] for stage in (numberlink_paths.exact, numberlink_paths.canonical))
    assert [name for name in exact if name[0] in "hv"][:4] == ["h_0_0", "h_0_1", "h_1_0", "h_1_1"]
    assert swept[:8] == ["h_0_0", "v_0_0", "h_1_0", "v_1_0", "h_0_1", "v_0_1", "h_2_0", "h_1_1"]
    assert sorted(swept) == sorted(exact)
    (solution,) = [PUZZLE.solution(board, answer) for answer in answers(numberlink_paths.canonical(board), 1)]
    assert BoardProblem(board, "").others(solution).ordered


def test_origins():
    model = numberlink_paths.exact(board_of("-7", "7-"))
    assert [str(constraint.origin) for constraint in model.constraints] == [
        "number 7 at row 1, column 2",
        "number 7 at row 2, column 1",
        "a line ends at each number, and no line branches",
        "lines join equal numbers",
        "no closed line",
    ]
    assert Board.from_neutral(model.about["board"]) == board_of("-7", "7-")
    for stage in PUZZLE.stages:
        origins = [constraint.origin for constraint in stage.model(board_of("-7", "7-")).constraints]
        assert all(origins) and len(set(origins)) == len(origins)


# --- reading, drawing, and what is wrong with a solution

WRONG = {
    "once": ("size 2 2\n- 3\n1 1\n", "x.txt:2:3: there is only one 3; expected each number twice"),
    "three times": ("size 3 2\n1 - 1\n2 2 1\n", "x.txt:3:5: a third 1; expected each number twice"),
    "negative": (
        "size 2 1\n-1 -1\n",
        "x.txt:2:1: '-1' is no cell of numberlink; expected - (blank), a number or a letter",
    ),
    "negative in an array": ("-1 -1\n0 0\n", "x.txt:1:1: -1 is no cell of numberlink; expected 0 (blank) or a number"),
    "json": (
        '{"type": "numberlink", "rows": 1, "cols": 2, "givens": [[4, 0]]}',
        "x.txt:1:58: there is only one 4; expected each number twice",
    ),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_board(text, message):
    with pytest.raises(InputError) as error:
        numberlink(text)
    assert str(error.value).split("\n")[0] == message


def test_letters_stand_for_numbers():
    rows = [[10, 0, 11], [0, 0, 0], [11, 0, 10]]
    for text in ("A - B\n- - -\nB - A\n", "A.B\n...\nB.A\n", "10 . B\n. . .\nB . A\n", "size 3 3\nA-B\n---\nB-A\n"):
        assert read_board(Source("numberlink.txt", text)).givens == rows
    assert read_board(Source("numberlink.txt", "aA.\n.Aa\n")).givens == [[36, 10, 0], [0, 10, 36]]
    assert read_board(Source("numberlink.txt", "Zz\nZz\n")).givens == [[35, 61], [35, 61]]
    for wrong, message in {
        "AB.\nAB.\nA..\n": "a third 10; expected each number twice",
        "size 3 1\nAA AA -\n": "'AA' is no cell of numberlink; expected - (blank), a number or a letter",
        "size 2 1\né é\n": "'é' is no cell of numberlink",
        "size 2 1\nA a\n": "there is only one 10",
    }.items():
        with pytest.raises(InputError, match=re.escape(message)):
            read_board(Source("numberlink.txt", wrong))
    with pytest.raises(InputError, match="there is only one"):  # JSON has numbers
        numberlink('{"type": "numberlink", "rows": 1, "cols": 2, "givens": [[10, 11]]}')


def test_formats():
    board = board_of("1-2", "---", "2-1")
    texts = {
        "text": "; Number Link Puzzle\nsize 3 3\n1 - 2\n- - -\n2 - 1\n",
        "array": "# Number Link Puzzle\n1 0 2\n0 0 0\n2 0 1\n",
        "json": '{"type": "numberlink", "rows": 3, "cols": 3, "givens": [[1, 0, 2], [0, 0, 0], [2, 0, 1]]}\n',
    }
    for name, text in texts.items():
        assert FORMATS[name].write(board) == text
        assert read_board(Source("unnamed", text), None if name != "array" else "numberlink") == board
    assert read_board(Source("numlin-3.txt", "size 2 1\n1 1\n")).puzzle == "numberlink"


def test_drawing_numbers_of_two_digits():
    board = numberlink("size 4 2\n12 - 7 -\n- 12 - 7\n")
    solution = {"h": ["001", "100"], "v": ["1001"]}
    assert broken_rules(board, solution) == []
    assert ascii.draw(PUZZLE.picture(board, solution)).split("\n") == [
        "+    +    +    +    +",
        "  12    +    7----+  ",
        "+  | +    +    +  | +",
        "   +---12    +    7  ",
        "+    +    +    +    +",
    ]
    assert boxes.draw(PUZZLE.picture(board, solution)).split("\n") == ["12  ·  7━━┓", " ┗━12  ·  7"]


FAULTS = {
    "no object": (board_of("1-1"), [], ['the solution is no object with the keys "h" and "v"']),
    "nothing": (
        board_of("11"),
        {"h": ["0"], "v": []},
        ["number 1 at row 1, column 1: no line ends there", "number 1 at row 1, column 2: no line ends there"],
    ),
    "ends too early": (
        board_of("1--1"),
        {"h": ["101"], "v": []},
        ["a line ends at row 1, column 2", "a line ends at row 1, column 3"],
    ),
    "through a number": (
        board_of("12-12"),
        {"h": ["1111"], "v": []},
        [
            "number 2 at row 1, column 2: a line goes through its cell",
            "number 1 at row 1, column 4: a line goes through its cell",
            "a line joins number 1 at row 1, column 4 and number 2 at row 1, column 5",
        ],
    ),
    "branches": (
        board_of("1-1", "-22"),
        {"h": ["11", "01"], "v": ["010"]},
        [
            "a line branches at row 1, column 2",
            "number 2 at row 2, column 2: a line goes through its cell",
            "a line joins number 1 at row 1, column 3 and number 2 at row 2, column 3",
        ],
    ),
    "different numbers": (
        board_of("12", "--", "21"),
        {"h": ["0", "0", "0"], "v": ["11", "11"]},
        [
            "a line joins number 1 at row 1, column 1 and number 2 at row 3, column 1",
            "a line joins number 2 at row 1, column 2 and number 1 at row 3, column 2",
        ],
    ),
    "closed lines": (
        board_of("11--", "----", "----"),
        {"h": ["101", "001", "000"], "v": ["0011", "0000"]},
        ["a closed line goes through row 1, column 3"],
    ),
}


@pytest.mark.parametrize("board, solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong_with_a_solution(board, solution, faults):
    assert broken_rules(board, solution) == faults


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.sampled_from(["", "0", "1", "11", "x", "１"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("hvx"), inner, max_size=3),
    max_leaves=12,
)


@given(ANYTHING)
def test_no_solution_whatever_its_form_crashes_the_checker(solution):
    right = {"h": ["1", "1"], "v": ["00"]}
    assert (broken_rules(board_of("11", "22"), solution) == []) == (solution == right)


@pytest.mark.parametrize(
    "shape", [(1, 1, 0), (2, 2, 0), (1, 4, 2), (2, 2, 1), (2, 3, 1), (2, 3, 2), (3, 2, 3)], ids=str
)
def test_the_checker_accepts_just_the_solutions(shape):
    for board, solutions in boards(shape):
        assert {frozen(each) for each in every_drawing(board) if not broken_rules(board, each)} == solutions


def test_the_diagonals_begin_at_the_corner_that_is_nearest_to_the_numbers():
    for rows, first in [
        (["---", "--1", "221"], ["h_2_1", "v_1_2", "h_1_1", "v_0_2", "h_2_0", "v_1_1"]),
        (["122", "1--", "---"], ["h_0_0", "v_0_0", "h_1_0", "v_1_0", "h_0_1", "v_0_1"]),
        (["221", "--1", "---"], ["h_0_1", "v_0_2", "h_1_1", "v_1_2", "h_0_0", "v_0_1"]),
        (["---", "1--", "122"], ["h_2_0", "v_1_0", "h_1_0", "v_0_0", "h_2_1", "v_1_1"]),
    ]:
        assert [*numberlink_paths.canonical(board_of(*rows)).bools][:6] == first, rows
