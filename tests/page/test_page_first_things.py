"""What people try on a page in the first ten minutes: right things, wrong things and sloppy ones."""

import json
import time

import pytest

from csp2sat.page.engine import OPERATIONS, answer
from csp2sat.page.playing import borders_of

SMALL = "; sudoku\nsize 4 4\n4 . . 3\n. . . 4\n. 3 . .\n. . 3 .\n"
EMPTY = "; sudoku\nsize 4 4\n. . . .\n. . . .\n. . . .\n. . . .\n"
BROKEN = "; sudoku\nsize 4 4\n1 1 . .\n. . . .\n. . . .\n. . . .\n"
CSP = "(int x 0 9)\n(int y 0 9)\n(< x y)\n"
BEST = "(int x 0 9)\n(int y 0 9)\n(objective maximize x)\n(<= (+ x y) 8)\n"


@pytest.fixture
def small(ask):
    return ask("sample", kind="sudoku")["text"]


def test_a_sample_is_read_solved_and_drawn(ask, small):
    read = ask("read", text=small)
    assert (read["what"], read["kind"], read["rows"], read["cols"]) == ("board", "sudoku", 4, 4)
    assert read["error"] is None and read["svg"].startswith("<svg") and read["givens"]
    solved = ask("solve", text=small)
    assert solved["status"] == "SATISFIABLE" and solved["solution"] == [
        [4, 1, 2, 3],
        [2, 3, 1, 4],
        *solved["solution"][2:],
    ]
    assert 'class="solved' in solved["svg"] and solved["second"] is None and solved["seconds"] >= 0


@pytest.mark.parametrize("form", ["text", "json", "url", "array"])
def test_any_form_of_a_board_will_do(ask, form):
    text = ask("sample", kind="masyu")["text"]
    written = ask("convert", text=text, to=form)["written"]
    found = ask("read", text=written, **({"from": "masyu"} if form == "array" else {}))
    assert found["text"] == text


def test_a_game_id(ask):
    text = ask("convert", text=ask("sample", kind="slitherlink")["text"], to="sgt")["written"]
    assert ask("read", text=text)["kind"] == "slitherlink"


def test_unique(ask, small):
    found = ask("unique", text=small)
    assert found["unique"] is True and found["second"] is None and found["second_svg"] is None


def test_two_solutions_are_drawn_beside_each_other(ask):
    found = ask("unique", text=EMPTY)
    assert found["unique"] is False and found["second"] != found["solution"]
    assert "differs" in found["svg"] and "differs" in found["second_svg"] and found["differing"]


def test_no_solution(ask):
    found = ask("unique", text=BROKEN)
    assert (found["status"], found["unique"], found["solution"]) == ("UNSATISFIABLE", None, None)


def test_why_there_is_no_solution(ask):
    found = ask("explain", text=BROKEN)
    assert "1 at row 1, column 1" in found["words"] and len(found["pictures"]) == 1


def test_why_there_are_several(ask):
    found = ask("explain", text=SMALL.replace("4 . . 3", ". . . ."))
    assert found["unique"] is False and found["words"].startswith("unique with") and "differs" in found["pictures"][0]


def test_nothing_to_explain(ask, small):
    assert ask("explain", text=small)["unique"] is True


def test_count(ask):
    found = ask("count", text=EMPTY, limit=500)
    assert (found["number"], found["complete"], found["status"]) == (288, True, "SATISFIABLE")
    assert ask("count", text=EMPTY, limit=5)["complete"] is False


def test_hint_and_mistake(ask, small):
    found = ask("hint", text=small)
    assert found["words"].startswith("Row ") and found["svg"].startswith("<svg") and not found["mistake"]
    wrong = [[None] * 4 for _ in range(4)]
    wrong[0][1] = 2
    found = ask("hint", text=small, state=wrong)
    assert found["mistake"] and "Row 1, column 2 is 2, but that cannot be" in found["words"]


def test_a_sign_is_drawn_although_the_first_cell_has_a_clue(ask):
    found = ask("moves", text="; Nurikabe Puzzle\nsize 3 2\n3 - -\n- - -\n")
    assert found["marked"] != [0, 0] and "circle" not in found["marks"]["#"] and "absent" in found["marks"]["."]


def borders(rows, cols, sign="?"):
    return {"h": [sign * (cols - 1)] * rows, "v": [sign * cols] * (rows - 1)}


OF_AREAS = ["galaxies", "sashigane", "shikaku"]  # the facts of steps are not borders


@pytest.mark.parametrize("kind", ["dominosa", *OF_AREAS])
def test_a_hint_looks_at_borders(ask, kind):
    found = ask("read", text=ask("sample", kind=kind)["text"])
    text, rows, cols = found["text"], found["rows"], found["cols"]
    assert ask("hint", text=text)["words"]
    assert ask("hint", text=text, state=borders(rows, cols)) | {"seconds": 0} == ask("hint", text=text) | {"seconds": 0}
    right = borders_of(ask("solve", text=text)["solution"])
    whole = ask("hint", text=text, state=right)
    assert (whole["words"], whole["mistake"], whole["ignored"]) == ("", False, False)
    wrong = right | {"h": [("0" if right["h"][0][0] == "1" else "1") + right["h"][0][1:], *right["h"][1:]]}
    found = ask("hint", text=text, state=wrong)
    assert (found["mistake"] and "right of row 1, column 1" in found["words"]) or kind == "dominosa"
    assert kind == "dominosa" or found["wrong"] == [["h", 0, 0]]


@pytest.mark.parametrize("kind", OF_AREAS)
def test_a_hint_goes_on_from_a_drawn_area(ask, kind):
    text = ask("generate", kind=kind, rows=5, cols=5, seed=1)["text"]
    solution = ask("solve", text=text)["solution"]
    step = ask("hint", text=text)["step"]
    r, c = (step["facts"][0]["places"][0][key] for key in ("row", "column"))
    drawn = [[int(each == solution[r][c]) for each in row] for row in solution]  # the area of the first step alone
    state = {key: [row.replace("0", "?") for row in rows] for key, rows in borders_of(drawn).items()}
    found = ask("hint", text=text, state=state)
    assert not found["mistake"] and found["step"]["facts"] != step["facts"]


def test_borders_of_a_board_with_several_solutions_are_not_looked_at(ask):
    text = "; shikaku\nsize 3 3\n? - -\n- - -\n- - ?\n"
    assert ask("unique", text=text)["unique"] is False
    assert ask("hint", text=text, state=borders(3, 3, "0"))["ignored"] is True


@pytest.mark.parametrize("state", [3, [[]], {"h": [], "v": []}, {"h": 3, "v": None}, "abc"])
def test_a_hint_for_a_state_in_another_form(ask, state):
    for kind in ("shikaku", "sudoku", "hashiwokakero", "masyu"):
        error = ask("hint", text=ask("sample", kind=kind)["text"], state=state)["error"]
        assert error and "failed" not in error


def test_where_the_next_step_is(ask, small):
    found, whole = ask("hint", text=small, where=True), ask("hint", text=small)
    assert found["words"] == "Places: column 3." and found["svg"] is found["step"] is None and found["where"]
    assert [[each["row"], each["column"]] for each in whole["step"]["reason"]["clues"]] == found["where"][
        : len(whole["step"]["reason"]["clues"])
    ]


def test_steps_one_by_one(ask, small):
    found = ask("steps", text=small)
    assert found["ended"] == "SOLVED" and [each["number"] for each in found["steps"]] == [
        *range(1, len(found["steps"]) + 1)
    ]
    assert ask("step", text=small, number=2)["words"] == found["steps"][1]["words"]
    assert ask("step", text=small, number=2)["svg"].startswith("<svg")
    assert ask("step", text=small, number=999)["error"].startswith("there is no step 999")


def test_grade(ask, small):
    assert 1 <= ask("grade", text=small)["grade"] <= 10
    assert ask("grade", text=EMPTY)["error"] == "a board without exactly one solution has no grade"


def test_generate_with_a_seed(ask):
    one, two = (ask("generate", kind="masyu", rows=5, cols=6, seed=3) for _ in range(2))
    assert one["text"] == two["text"] and (one["rows"], one["cols"], one["seed"]) == (5, 6, 3)
    assert ask("unique", text=one["text"])["unique"] is True


def test_generate_what_cannot_be(ask):
    assert "nothing" in ask("generate", kind="nothing")["error"]
    assert ask("generate", kind="sudoku", rows=7, cols=7)["error"]
    assert "at most 10,000" in ask("generate", kind="masyu", rows=1000, cols=1000)["error"]
    assert ask("generate", kind="masyu", rows=-1)["error"] == "rows: expected an integer from 1 to 10000"


def test_draw(ask, small):
    solution = ask("solve", text=small)["solution"]
    assert 'class="solved' in ask("draw", text=small, solution=solution)["svg"]
    assert ask("draw", text=small, solution=[[1]])["error"].startswith("solution: ")


def test_a_cnf_and_its_map(ask, small):
    found = ask("cnf", text=small)
    assert f"p cnf {found['variables']} {found['clauses']}" in found["cnf"] and '"int"' in found["map"]


def test_a_booklet(ask, small):
    html = ask("booklet", text=small, title="<b>Mine</b>")["html"]
    assert "&lt;b&gt;Mine&lt;/b&gt;" in html and "<b>Mine" not in html


def test_a_csp(ask):
    found = ask("solve", text=CSP)
    assert found["what"] == "csp" and found["solution"]["x"] < found["solution"]["y"]


def test_an_optimum_improves(ask):
    told = []
    found = ask("solve", text=BEST, told=told)
    assert (found["status"], found["value"], found["solution"]) == ("OPTIMUM FOUND", 8, {"x": 8, "y": 0})
    assert [each["better"]["objective"] for each in told if "better" in each][-1] == 8


def test_a_csp_without_solution_is_explained(ask):
    found = ask("explain", text="(int x 0 9)\n(> x 5)\n(< x 3)\n")
    assert found["status"] == "UNSATISFIABLE" and [each["line"] for each in found["reasons"][0]["constraints"]] == [
        2,
        3,
    ]


def test_an_error_in_a_csp_has_its_place(ask):
    found = ask("solve", text="(int x 0 9)\n(foo x)\n")
    assert found["error"] == "unknown operator 'foo'" and found["place"] == {"line": 2, "column": 2}


def test_sizes_of_the_encodings(ask):
    rows = ask("sizes", text=CSP)["rows_of_sizes"]
    assert {"auto", "order", "direct", "log", "compact-order"} <= {row["encoding"] for row in rows}
    assert all(row["clauses"] > 0 and row["status"] == "SATISFIABLE" for row in rows)
    rows = ask("sizes", text=CSP)["rows_of_solvers"]
    assert "embedded" in [row["solver"] for row in rows] and all(row["status"] == "SATISFIABLE" for row in rows)


def test_a_question_about_a_board_that_is_a_csp(ask):
    for op in ("hint", "steps", "grade", "moves", "draw"):
        assert ask(op, text=CSP)["error"] == "this is a CSP; expected a board"


NO_BOARDS = ("", "   \n", "hello", "https://example.org/", "size 3 3\n", "{", "<svg/>", "\0", "size 2 2\n. .\n. .\n")


@pytest.mark.parametrize("text", NO_BOARDS)
def test_what_is_no_board_is_refused_in_one_line(ask, text):
    found = ask("read", text=text)
    assert found["error"] and "\n" not in found["error"] and "Traceback" not in found["error"]


def test_a_slip_in_a_board_has_its_place(ask):
    found = ask("read", text=SMALL.replace("4 . . 3", "4 . x 3"))
    assert found["place"] == {"line": 3, "column": 5} and "^" in found["excerpt"]


def test_huge_boards_are_refused_at_once(ask):
    start = time.monotonic()
    for text in (
        "https://puzz.link/p?masyu/100000/10000/0",
        "https://puzz.link/p?masyu/99999999999/99999999999/0",
        "https://puzz.link/p?masyu/500/500/" + "0" * 9,
        "size 100000 100000\n",
    ):
        assert ask("solve", text=text)["error"]
    assert time.monotonic() - start < 5
    assert "at most 10,000" in ask("read", text="https://puzz.link/p?slither/200/200/" + "z" * 2000)["error"]


def test_a_long_text_is_refused(ask):
    assert "a page takes at most 1,000,000" in ask("read", text="x" * 2_000_000)["error"]


def test_deep_nesting_is_refused(ask):
    found = ask("solve", text="(bool a)\n" + "(not " * 20_000 + "a" + ")" * 20_000)
    assert "nesting" in found["error"] and found["place"]["line"] == 2
    assert ask("solve", text="(bool a)\n" + "(not " * 900 + "a" + ")" * 900)["status"] == "SATISFIABLE"


def test_a_title_with_markup_stays_text(ask, small):
    text = '; <script>alert(1)</script> "><img onerror=x> sudoku\n' + small.partition("\n")[2]
    found = ask("read", text=text, **{"from": "sudoku"})
    assert found["error"] is None and "<script" not in found["svg"] and "<img" not in found["svg"]


REQUESTS = (
    *("", "[]", "{}", "nonsense", '{"op": 3}', '{"op": "eval"}', "[" * 100_000),
    *('{"op": "read", "text": 3}', '{"op": "read", "text": null}'),
    '{"op": "solve", "text": "(int x 0 1)", "encoding": "nothing"}',
)


@pytest.mark.parametrize("request_", REQUESTS)
def test_no_request_ends_the_engine(request_):
    assert json.loads(answer(request_))["error"]


def test_a_moment_of_time(ask):
    found = ask("unique", text=EMPTY, timeout=0)
    assert found["error"] == "timeout: expected an integer from 1 to 100000"


def test_progress_is_told(ask):
    told = []
    ask("unique", text=EMPTY, told=told)
    assert any("progress" in each for each in told)


def test_all_operations_are_named():
    named = {"solve", "unique", "count", "explain", "hint", "steps", "grade", "check", "draw", "generate", "convert"}
    assert named <= OPERATIONS.keys()


def test_a_board_with_several_solutions_or_none_is_checked_with_a_note(ask, small):
    state = [[1, None, None, None], *([None] * 4 for _ in range(3))]
    assert "several solutions" in ask("check", text=EMPTY, state=state)["note"]
    assert "no solution" in ask("check", text=BROKEN, state=state)["note"]
    assert ask("check", text=small, state=state)["note"] == ""
