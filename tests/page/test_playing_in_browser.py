"""Boards that are played in a real browser to their end, by mouse and by keys; undo, reload."""

import json

import pytest

from csp2sat.page.playing import borders_of


def test_sudoku_by_keys_alone(visitor):
    visitor.sample("sudoku")
    answer = visitor.page.js("csp2sat.ask('solve')")["solution"]
    visitor.page.js("document.querySelector('#cells').focus()")
    for r, row in enumerate(answer):
        for c, value in enumerate(row):
            visitor.page.call("Input.dispatchKeyEvent", type="keyDown", key=str(value), text=str(value))
            visitor.page.press(*["ArrowRight"] * (c < 3))
        visitor.page.press(*["ArrowLeft"] * 3, *["ArrowDown"] * (r < 3))
    visitor.page.wait("document.querySelector('#check').dataset.ok === 'true'")
    assert visitor.text("#status").startswith("Solved, in ")
    typed, undone = visitor.count(".played text"), 0
    while not visitor.page.js("document.querySelector('#undo').disabled"):
        visitor.click("#undo")
        undone += 1
    assert undone == typed > 8 and visitor.count(".played text") == 0
    for _ in range(undone):
        visitor.click("#redo")
    assert visitor.count(".played text") == undone


def test_masyu_by_mouse_alone(visitor):
    visitor.sample("masyu")
    answer = visitor.page.js("csp2sat.ask('solve')")["solution"]
    for key, (down, across) in {"h": (0, 1), "v": (1, 0)}.items():
        for r, row in enumerate(answer[key]):
            for c, sign in enumerate(row):
                if sign == "1":
                    visitor.page.drag(visitor.cell(r, c), visitor.cell(r + down, c + across))
    visitor.page.wait("document.querySelector('#check').dataset.ok === 'true'")
    assert visitor.count(".played .line") == sum(row.count("1") for rows in answer.values() for row in rows)
    visitor.click("#clear")
    assert visitor.count(".played .line") == 0


def clicks(visitor, form, corners, solution):
    """The points, in cells from the upper left corner, whose clicks fill a board; a bridge has as many as it needs."""
    if form == "bridges":
        for r, c, there, other, number in solution:
            yield from [((c + other + 1) / 2, (r + there + 1) / 2)] * number
        return
    state = borders_of(solution) if form == "areas" else solution
    for key, (down, across) in {"h": (0, 1), "v": (1, 0)}.items():
        for r, row in enumerate(state[key]):
            for c, sign in enumerate(row):
                if sign == "1":
                    yield (c + across / 2, r + down / 2) if corners else (c + (1 + across) / 2, r + (1 + down) / 2)
    for r, row in enumerate(state.get("shaded", ())):
        yield from ((c + 0.5, r + 0.5) for c, sign in enumerate(row) if sign == "#")


@pytest.mark.parametrize("kind", ["slitherlink", "shikaku", "galaxies", "hashiwokakero", "yajilin", "dominosa"])
def test_a_board_by_clicks_at_its_edges(visitor, kind):
    visitor.sample(kind)
    visitor.click("#clear")
    text = visitor.page.js("csp2sat.last.op && document.querySelector('#input').value")
    answer = visitor.page.js("csp2sat.ask('solve')")["solution"]
    moves = visitor.page.js(f"csp2sat.ask('moves', {{text: {json.dumps(text)}}})")
    left, top, width, height = visitor.page.js(
        "(b => [b.x, b.y, b.width, b.height])(document.querySelector('#cells').getBoundingClientRect())"
    )
    for x, y in clicks(visitor, moves["form"], moves["corners"], answer):
        visitor.page.drag((left + x * width / moves["cols"], top + y * height / moves["rows"]))
    visitor.page.wait("document.querySelector('#check').dataset.ok === 'true'", 20)
    visitor.click("#clear")


def test_a_loop_by_keys(visitor):
    visitor.sample("masyu")
    visitor.click("#clear")
    answer = visitor.page.js("csp2sat.ask('solve')")["solution"]
    lines = {
        frozenset([(r, c), (r, c + 1)]) for r, row in enumerate(answer["h"]) for c, x in enumerate(row) if x == "1"
    }
    lines |= {
        frozenset([(r, c), (r + 1, c)]) for r, row in enumerate(answer["v"]) for c, x in enumerate(row) if x == "1"
    }
    at = min(cell for line in lines for cell in line)
    visitor.page.js("document.querySelector('#cells').focus()")
    visitor.page.press(*["ArrowDown"] * at[0], *["ArrowRight"] * at[1])
    names = {(0, 1): "ArrowRight", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (-1, 0): "ArrowUp"}
    while lines:
        line = next(line for line in lines if at in line)
        lines.remove(line)
        (there,) = line - {at}
        key = names[there[0] - at[0], there[1] - at[1]]
        visitor.page.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, modifiers=8)
        at = there
    visitor.page.wait("document.querySelector('#check').dataset.ok === 'true'", 20)
    visitor.click("#clear")


def test_shading_by_drag_and_a_wrong_cell(visitor):
    visitor.sample("nurikabe")
    visitor.page.drag(visitor.cell(4, 0), visitor.cell(3, 0), visitor.cell(2, 0))
    assert visitor.count(".played g") == 3
    visitor.ask("#check")
    assert visitor.page.js("document.querySelector('#check').dataset.ok") in ("true", "false")
    assert ("marked" in visitor.text("#status")) == (visitor.count("#cells .bad") > 0)


def test_a_game_survives_a_reload(visitor):
    visitor.sample("sudoku")
    visitor.click("#clear")
    visitor.page.js("document.querySelector('#cells').focus()")
    visitor.page.press("ArrowRight")
    visitor.page.call("Input.dispatchKeyEvent", type="keyDown", key="1", text="1")
    assert visitor.count(".played text") == 1
    visitor.visit()
    visitor.page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")
    visitor.sample("sudoku")
    assert visitor.count(".played text") == 1
    visitor.click("#undo")
    assert visitor.count(".played text") == 0
