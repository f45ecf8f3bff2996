"""The hint of a board in a booklet can be followed on the printed board."""

import re
from types import SimpleNamespace

import pytest
from support.booklet_scenes import board_of
from support.named_places import COLUMNS_FIRST, ROWS_FIRST, cells_of

import csp2sat
from csp2sat.api.reasoning import hinted as hints
from csp2sat.api.reasoning.hinted import hinted
from csp2sat.api.writing.booklets.sheets import Booklet, BookletBoard
from csp2sat.reasoning.wording.place_words import legend

BOARDS = (
    "-783---4- -6------- --9---8-- -16------ --28---37 --31-9--- -24--1--- -----53-8 ---2-8--6",
    "---8--3-- 8--217--- ------6-- 2--9----- 5---6---7 3-8--2--- ------7-9 71---853- ---4---6-",
)
IS = re.compile(r"row (\d), column (\d) is (\d)")


def sees(a, b):
    """Whether two cells of a sudoku are in one row, column or box."""
    return a != b and (a[0] == b[0] or a[1] == b[1] or (a[0] // 3, a[1] // 3) == (b[0] // 3, b[1] // 3))


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows", BOARDS)
def test_a_hint_says_which_values_it_needs_that_are_not_printed(rows):
    cells = rows.split()
    text = "; Sudoku Puzzle\nsize 9 9\nbox 3 3\n" + "".join(f"{' '.join(row)}\n" for row in cells)
    hint = hinted(BookletBoard(board_of(text), None)).hint
    head, start, rest = hint.partition(": ")
    assert start and head.startswith("Later on, when ")
    places = rf"(?:{ROWS_FIRST.pattern}|{COLUMNS_FIRST.pattern})"
    are = re.findall(rf"((?:{places}(?:,? and |, )?)+) (?:is|are) (\d)", head)
    later = [(*cell, int(value)) for words, *_, value in are for cell in cells_of(words)]
    assert later and all(cells[r][c] == "-" for r, c, _ in later)
    printed = [(r, c, int(v)) for r, row in enumerate(cells) for c, v in enumerate(row) if v != "-"]
    known = {(r, c): v for r, c, v in (*printed, *later)}
    cited = IS.findall(rest.partition("since ")[2])
    assert all(known[int(r) - 1, int(c) - 1] == int(v) for r, c, v in cited)
    shown = re.findall(
        rf"((?:{places}(?:,? and |, )?)+) (?:is|are) not ((?:\d(?:, | or )?)+)", rest.partition("since ")[2]
    )
    can = re.findall(rf"((?:{places}(?:,? and |, )?)+) can only be ((?:\d(?:, | or )?)+)", rest)
    assert shown or can
    for is_out, (words, *_, values) in [*((True, each) for each in shown), *((False, each) for each in can)]:
        numbers = {int(v) for v in re.findall(r"\d", values)}
        for cell in cells_of(words):
            seen = {value for other, value in known.items() if sees(cell, other)}
            assert seen >= numbers if is_out else seen | numbers >= {*range(1, 10)}


class Told(list):
    """Steps, each with its text, whether it is routine, and the facts that it needs."""

    board = None


@pytest.mark.parametrize(
    ("told", "hint"),
    [
        ([("easy", False, 0, 5), ("hard", False, 1, 99)], "hard"),
        ([("easy", False, 0, 5), ("endless", False, 9, 5)], "easy"),
        ([("routine", True, 0, 5), ("endless", False, 0, 200)], "routine"),
        ([("endless", False, 0, 200)], ""),
    ],
)
def test_the_hint_of_a_page_is_a_hard_step_that_is_not_too_long(monkeypatch, told, hint):
    steps = Told(
        SimpleNamespace(name=n, routine=r, needs=k, words=w, facts=(n,), weight=len(n) == 4) for n, r, k, w in told
    )
    monkeypatch.setattr(hints, "_later", lambda step, made: range(step.needs))
    monkeypatch.setattr(
        hints, "_text", lambda steps, step, later: " ".join([step.name, *("word" for _ in range(step.words - 1))])
    )
    monkeypatch.setattr(hints.grades, "effort", lambda step: float(step.name in ("hard", "endless")))
    monkeypatch.setattr(hints.grades, "score", lambda steps: 1.0)
    assert hints._hint(steps).partition(" ")[0] == hint


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows", BOARDS)
def test_the_hint_below_a_board_is_what_hint_says(rows):
    board = board_of("; Sudoku Puzzle\nsize 9 9\nbox 3 3\n" + "".join(f"{' '.join(row)}\n" for row in rows.split()))
    told = hinted(BookletBoard(board, None), first=True).hint
    assert told.endswith(csp2sat.hint(board).text) and "Later on" not in told


def test_a_board_with_a_hint_has_the_numbers_of_its_rows_and_columns():
    board = board_of("; Sudoku\nsize 4 4\n" + "- - - -\n" * 4)
    hinted_, bare = (Booklet([BookletBoard(board, None, hint=text)]) for text in ("Row 1, column 2 is 3.", ""))
    drawn, plain = (next(each.sheets()).figures[0].svg for each in (hinted_, bare))
    assert 'class="places"' in drawn and plain == board.svg()


def test_a_hint_that_names_rooms_says_how(monkeypatch):
    text = "The room of row 1, column 2 has a star."
    monkeypatch.setattr(hints, "_hint", lambda steps: text)
    monkeypatch.setattr(hints.chains, "grade", lambda steps: None)
    entry = BookletBoard(board_of("; Sudoku\nsize 4 4\n" + "- - - -\n" * 4), None)
    assert hinted(entry).hint == f"{text} {legend([text])}"
    assert legend([text])
