"""Partly filled boards as people give them to `csp2sat.hint`: right, wrong and sloppy."""

from __future__ import annotations

import json
from functools import cache

import pytest

import csp2sat
from csp2sat.api.reasoning.partial import partial_in
from csp2sat.api.writing.drawing import as_text
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.partial_boards import facts_of

AKARI = "; Akari Puzzle\nsize 6 4\n0 - - # - -\n- - 2 - # -\n- 3 - - 3 -\n- - 1 - - -\n"
LOOP = "; Slitherlink Puzzle\nsize 3 3\n3 - 3\n- - 1\n- 3 -\n"
BLANK = ["0??#??", "??2?#?", "?3??3?", "??1???"]
SOLVED = ["0.*#*.", ".*2.#.", "*3.*3*", ".*1.*."]
CORNER = "Row 1, column 2 and row 2, column 1 have no light, by the number 0 at row 1, column 1."
LIGHT = {"what": "cell", "places": [{"row": 2, "column": 3}], "value": "*", "negative": False}
NO_LIGHT = {**LIGHT, "negative": True}
LINES = {"h": ["101", "010", "010", "101"], "v": ["1111", "1001", "1111"]}


@cache
def board(text: str) -> csp2sat.Board:
    return csp2sat.loads(text).board


def swapped(old: str, new: str) -> list[str]:
    return [row.replace(old, new) for row in BLANK]


@pytest.mark.parametrize(
    "partial",
    [
        None,
        BLANK,
        tuple(BLANK),
        [list(row) for row in BLANK],
        [[None] * 6] * 4,
        ["??????"] * 4,
        {"solution": BLANK},
        {"facts": []},
        {"facts": [LIGHT]},
        {"facts": [LIGHT, LIGHT]},
        ["0?*#??", *BLANK[1:]],
    ],
    ids=str,
)
def test_a_board_with_no_mistake(partial):
    found = csp2sat.hint(board(AKARI), partial)
    assert isinstance(found, csp2sat.Step) and found.text == CORNER


@pytest.mark.parametrize(
    "partial",
    [
        swapped("?", "."),
        swapped("?", "*"),
        ["0*?#??", *BLANK[1:]],
        {"facts": [NO_LIGHT]},
        {"facts": [LIGHT, NO_LIGHT]},
        {"solution": swapped("?", "*")},
    ],
    ids=str,
)
def test_a_board_with_a_mistake(partial):
    assert isinstance(csp2sat.hint(board(AKARI), partial), csp2sat.Mistake)


@pytest.mark.parametrize("partial", [SOLVED, {"solution": SOLVED}, [list(row) for row in SOLVED]], ids=str)
def test_a_complete_board(partial):
    assert csp2sat.hint(board(AKARI), partial) is None


@pytest.mark.parametrize(
    "partial",
    [
        [],
        "",
        5,
        {},
        json.dumps(BLANK),
        {"rows": BLANK},
        BLANK[:3],
        [*BLANK, "??????"],
        [*BLANK[:3], "??1????"],
        [" ".join(row) for row in BLANK],
        ["1??#??", *BLANK[1:]],
        *(swapped("?", sign) for sign in ("x", " ", "\0", "é", "")),
        {"facts": 3},
        {"facts": [3]},
        {"facts": [{"what": "cell"}]},
        {"facts": [{**LIGHT, "value": "#"}]},
        {"facts": [{**LIGHT, "places": [{"row": 12, "column": 3}]}]},
        {"facts": [{**LIGHT, "places": [{"row": float("inf"), "column": 3}]}]},
    ],
    ids=str,
)
def test_what_is_no_board(partial):
    with pytest.raises(csp2sat.UsageError):
        csp2sat.hint(board(AKARI), partial)


@pytest.mark.parametrize("form", [str, lambda row: [int(sign) if sign != "?" else None for sign in row], list])
def test_digits_and_numbers_of_lines_say_the_same(form):
    """Numbers 0 and 1 were taken for no line, so a right board had a mistake."""
    open_edges = {**LINES, "h": ["???", *LINES["h"][1:]]}
    assert csp2sat.solve(board(LOOP)).solution == LINES
    assert csp2sat.hint(board(LOOP), {key: list(map(form, rows)) for key, rows in LINES.items()}) is None
    found = csp2sat.hint(board(LOOP), {key: list(map(form, rows)) for key, rows in open_edges.items()})
    assert isinstance(found, csp2sat.Step)


@pytest.mark.parametrize("form", [str, list])
def test_a_hyphen_is_no_entry_in_any_form(form):
    """It was taken for no line, and beside a number in a list the numbers of its row were lost."""
    lines = {key: [form(row.replace("0", "-")) for row in rows] for key, rows in LINES.items()}
    drawn = {key: [row.replace("0", "?") for row in rows] for key, rows in LINES.items()}
    assert facts_of(board(LOOP), lines) == facts_of(board(LOOP), drawn) != []
    sudoku = board(PUZZLES["sudoku"].samples[0][0])
    rows = {str: "4---", list: [4, "-", "-", "-"]}[form], *(form("----") for _ in range(3))
    assert facts_of(sudoku, rows) == facts_of(sudoku, [[4, None, None, None], *([None] * 4 for _ in range(3))]) != []


HEYAWAKE = "; Heyawake\nsize 3 3\nregions\n0 0 1\n0 0 1\n2 2 2\nclues\n1 - -\n"


@pytest.mark.parametrize("blank", [" ?", "? ", "  "])
def test_a_drawing_with_borders_may_have_open_cells(tmp_path, blank):
    """With `?` in two columns the drawing was refused."""
    (tmp_path / "b.txt").write_text(HEYAWAKE)
    drawn = as_text(board(HEYAWAKE), ["#..", "...", ".#."])
    (tmp_path / "p.txt").write_text(drawn.replace("##", blank))
    found = partial_in(str(tmp_path / "p.txt"), board(HEYAWAKE)).facts
    signs = {fact.places[0]: (fact.value, fact.negative) for fact in found}
    assert len(found) == 8 and signs.pop((0, 0)) == ("#", False) and {*signs.values()} == {("#", True)}


def test_a_changed_given_is_said():
    hidoku = board("; Hidoku\nsize 3 2\n- 1 -\n5 6 -\n")
    with pytest.raises(csp2sat.UsageError, match="column 2 cannot be 3; expected 1, as a given was changed there"):
        facts_of(hidoku, [[None, 3, None], [5, 6, None]])
    black, four, one = ({"across": across, "down": down} for across, down in ((None, None), (None, 4), (1, None)))
    kakuro = board("; Kakuro\nsize 3 2\n# 1\\ #\n\\1 - #\n")
    with pytest.raises(csp2sat.UsageError, match=r"column 2 cannot be 4\\; expected 1\\, as a given was changed"):
        facts_of(kakuro, [[black, four, black], [one, None, black]])


def test_a_number_above_those_of_the_model_is_one_of_the_larger_ones():
    found = facts_of(
        board("; Fillomino\nsize 4 4\n- - 3 -\n1 - - 3\n- 5 2 -\n- 1 - -\n"), [[7] + [None] * 3] + [[None] * 4] * 3
    )
    assert [fact.value for fact in found if not fact.negative] == ["more than 6"]
    assert {fact.value for fact in found if fact.negative} <= set(range(1, 7))


@pytest.mark.parametrize(
    ("partial", "expected"),
    [
        ({**LINES, "x": 1}, 'no key "x" is known here; expected "h", "v", "facts", "solution"'),
        ({"solutin": LINES}, 'no key "solutin" is known here; did you mean "solution"?'),
        ({"solution": {**LINES, "x": 1}}, 'no key "x" is known here'),
        ({"h": LINES["h"], "vv": LINES["v"]}, 'no key "vv" is known here; did you mean "v"?'),
    ],
)
def test_an_unknown_key_of_a_partly_filled_board_is_named(partial, expected):
    with pytest.raises(csp2sat.UsageError) as info:
        csp2sat.hint(board(LOOP), partial)
    assert expected in str(info.value)


def test_faulty_json_of_a_partly_filled_board_has_its_place(tmp_path):
    path = tmp_path / "partial.json"
    path.write_text('{"h": ["1?"],\n "v": [1,}')
    with pytest.raises(csp2sat.InputError) as info:
        partial_in(str(path), board(LOOP))
    assert str(info.value).startswith(f"{path}:2:10: this is no JSON: ") and str(info.value).count("\n") == 2


def test_rows_of_a_kind_with_lines_say_what_is_shaded_or_are_refused_with_what_to_draw():
    yajilin = board("; Yajilin Puzzle\nsize 4 4\n- - - -\n- - 0U -\n- 1U 0L -\n- - - -\n")
    wrong = csp2sat.hint(yajilin, [".#..", "????", "????", "????"])
    assert wrong.text.startswith("Row 1, column 2 is shaded, but that cannot be")
    with pytest.raises(csp2sat.UsageError, match=r"expected a drawing with lines, .*: rows have no lines"):
        csp2sat.hint(board(LOOP), ["???", "???", "???"])
