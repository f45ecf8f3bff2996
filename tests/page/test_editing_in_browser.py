"""Boards that are typed in and changed in a real browser."""

import json

from support.browser import element
from support.visitor import DONE, READY


def test_a_clue_is_edited(visitor):
    visitor.sample("masyu")
    visitor.click("#mode-edit")
    visitor.page.drag(visitor.cell(0, 0))
    visitor.page.js("document.querySelector('#word').value = '0'")
    visitor.page.js("document.querySelector('#word').focus()")
    visitor.page.press("Enter")
    visitor.page.wait("csp2sat.last?.op === 'moves' && document.querySelector('#input').value.includes('0 - - - -')")
    visitor.settle(READY)
    visitor.click("#undo")
    visitor.page.wait("!document.querySelector('#input').value.includes('0 - - - -')")
    visitor.settle(READY)
    visitor.page.js("document.querySelector('#word').value = 'x'")
    visitor.page.js("document.querySelector('#word').focus()")
    visitor.page.press("Enter")
    visitor.settle("error")
    assert visitor.error()
    visitor.click("#mode-play")


def start_empty(visitor, kind, rows, cols):
    for name, value in {"kind": kind, "rows": str(rows), "cols": str(cols)}.items():
        visitor.page.js(f"{element(f'#generate-{name}')}.value = {json.dumps(value)}")
    visitor.click("#empty")
    visitor.settle(READY, "error")
    assert visitor.error() == ""


def enter(visitor, word):
    """Type a word at the cursor of the board, and enter it."""
    visitor.press(*word)
    visitor.page.press("Enter")


def settled(visitor, condition):
    """Wait until all changes are on the board, then for a condition about the board's text."""
    visitor.page.wait(f"(text => {condition})({element('#input')}.value)")
    visitor.settle(READY)


def test_a_puzzle_of_a_newcomer_is_typed_in_solved_and_shared(visitor):
    start_empty(visitor, "sudoku", 4, 4)
    for letter, ways in (("4", 3), ("3", 0)):  # the focus is at the board; an arrow enters the digit and goes on
        visitor.press(letter)
        visitor.page.press(*["ArrowRight"] * ways)
    visitor.page.press("ArrowDown")
    visitor.press("4")
    visitor.page.press("Enter", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    visitor.press("1")
    visitor.page.press("ArrowDown")
    visitor.press("3")
    visitor.page.click("#unique")  # which enters the last digit
    visitor.page.wait("document.querySelector('#status').dataset.unique")
    assert visitor.status()["unique"] == "true"
    visitor.click("#share")
    visitor.page.wait("document.querySelector('#status').textContent.includes('link')")
    fragment = visitor.page.js("location.hash")
    visitor.visit(fragment + "&do=unique")
    visitor.settle(DONE, "error")
    assert visitor.status()["unique"] == "true" and visitor.last()["givens"]["grid"][0] == [4, 0, 0, 3]


def test_clues_beside_the_board_by_clicks(visitor):
    start_empty(visitor, "skyscrapers", 4, 4)
    for place, letter in (((2.5, -0.5), "3"), ((4.5, 1.5), "2"), ((0.5, 0.5), "1")):
        visitor.page.drag(visitor.beside(*place))
        enter(visitor, letter)
    settled(visitor, "/left\\n- - 3 -/.test(text) && /bottom\\n- 2 - -/.test(text) && /grid\\n1 - - -/.test(text)")
    for _ in range(3):
        visitor.click("#undo")
    settled(visitor, "!/[123]/.test(text.split('size 4 4')[1])")
    assert visitor.page.js("document.querySelector('#undo').disabled")
    visitor.click("#redo")
    settled(visitor, "/left\\n- - 3 -/.test(text)")


def test_numbers_of_a_nonogram_by_clicks(visitor):
    start_empty(visitor, "nonogram", 3, 3)
    visitor.page.drag(visitor.beside(1.5, -0.3))
    enter(visitor, "1 1")
    settled(visitor, "/rows\\n.*\\n1 1\\n/.test(text)")


def test_signs_between_cells_by_clicks(visitor):
    start_empty(visitor, "futoshiki", 4, 4)
    visitor.page.drag(visitor.beside(0.5, 1))
    enter(visitor, "<")
    settled(visitor, "/across\\n< - -/.test(text)")


def test_rooms_by_dragging(visitor):
    start_empty(visitor, "heyawake", 3, 3)
    visitor.put("#section", "regions")
    visitor.page.drag(visitor.cell(0, 0))
    enter(visitor, "+")
    settled(visitor, "/regions\\n0 1 1/.test(text)")
    visitor.page.drag(visitor.cell(0, 0), visitor.cell(0, 1), visitor.cell(0, 2))
    settled(visitor, "/regions\\n0 0 0\\n1 1 1/.test(text)")
    visitor.put("#section", "clues")
    visitor.page.drag(visitor.cell(2, 2))
    enter(visitor, "2")
    settled(visitor, "/clues\\n- 2/.test(text)")


def test_points_by_clicks(visitor):
    start_empty(visitor, "galaxies", 2, 2)
    visitor.page.drag(visitor.beside(1, 1))
    settled(visitor, "/stars\\n2 2/.test(text)")
    assert visitor.ask("#unique")["unique"] == "true"


def test_what_is_refused_is_marked_and_the_old_word_stays(visitor):
    start_empty(visitor, "sudoku", 4, 4)
    enter(visitor, "9")
    visitor.page.wait("!document.querySelector('#error').hidden")
    assert visitor.count("#cells .bad") == 1 and "9" in visitor.error()
    enter(visitor, "1")
    settled(visitor, "/4 4\\nbox 2 2\\n1/.test(text)")
    assert visitor.error() == "" and visitor.count("#cells .bad") == 0
    visitor.click("#mode-play")


def test_a_board_is_typed_in_and_shared_by_mouse_alone(visitor):
    start_empty(visitor, "masyu", 4, 5)
    for cell, name in (((1, 3), "1"), ((1, 4), "0"), ((3, 0), "1")):
        visitor.page.drag(visitor.cell(*cell))
        assert "0 white circle" in visitor.text("#how")
        visitor.page.click(f"#keys [aria-label='{name}']")
    settled(visitor, "/- - - 1 0/.test(text) && /1 - - - -/.test(text)")
    visitor.page.click("#unique")
    visitor.page.wait("document.querySelector('#status').dataset.unique")
    assert visitor.status()["unique"] == "true"
    visitor.page.click("#hide")
    visitor.page.click("#share")
    visitor.page.wait("location.hash.length > 9")
    visitor.click("#mode-play")


def test_regions_of_a_jigsaw_by_dragging(visitor):
    start_empty(visitor, "jigsaw", 4, 4)
    visitor.put("#section", "regions")
    visitor.page.drag(visitor.cell(0, 0), visitor.cell(1, 0))
    visitor.page.wait("document.querySelector('#status').textContent.includes('no board yet')")
    assert visitor.count("#board .draft") > 0 and "0 0 0 0" in visitor.page.js("document.querySelector('#input').value")
    visitor.click("#unique")
    visitor.settle("error")
    assert "no board yet" in visitor.error()
    visitor.click("#undo")
    visitor.page.wait("document.querySelectorAll('#board .draft').length === 0")
    visitor.click("#redo")
    visitor.page.wait("document.querySelectorAll('#board .draft').length > 0")
    visitor.settle(READY)
    visitor.page.drag(visitor.cell(1, 3), visitor.cell(0, 3))
    settled(visitor, "/regions\\n0 0 0 1\\n0 1 1 1/.test(text)")
    assert visitor.count("#board .draft") == 0
    visitor.click("#mode-play")
