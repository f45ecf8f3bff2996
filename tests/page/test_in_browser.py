"""The page in a real browser, with all other hosts out of reach: questions, answers, files, addresses."""

import json
import time
from urllib.parse import quote

import pytest
from support.browser import element
from support.visitor import BROKEN, DONE, EMPTY, READY

from csp2sat.puzzles.spec import PUZZLES


def test_it_boots_with_all_kinds(visitor):
    assert visitor.count("#gallery [data-kind]") == len(list(PUZZLES))
    assert visitor.page.js("csp2sat.ready")["solver"] == "embedded"
    assert all(url.startswith((visitor.url, "data:", "blob:", "about:")) for url in visitor.page.requests())


def test_all_kinds_are_solved(visitor):
    found = visitor.page.js("""(async () => {
        const found = {};
        for (const each of document.querySelectorAll('#gallery [data-kind]')) {
            const {text} = await csp2sat.ask('sample', {kind: each.dataset.kind});
            const {unique, error} = await csp2sat.ask('unique', {text});
            found[each.dataset.kind] = error ?? unique;
        }
        return found;
    })()""")
    assert found == dict.fromkeys(PUZZLES, True)


def test_a_board_is_solved(visitor):
    visitor.sample("masyu")
    visitor.click("#unique")
    assert visitor.state() == "busy" and visitor.status()["unique"] == ""
    visitor.settle(DONE)
    assert (visitor.status()["status"], visitor.status()["unique"]) == ("SATISFIABLE", "true")
    assert visitor.count("#board svg .solved") > 0 and visitor.page.js("document.querySelector('#second').hidden")
    assert visitor.last()["kind"] == "masyu" and visitor.last()["solution"]["h"]


def test_the_input_is_loaded_by_the_question(visitor):
    visitor.page.js(f"{element('#input')}.value = {json.dumps(EMPTY)}")
    assert visitor.ask("#unique")["unique"] == "false"
    assert visitor.count("#second svg") == 1 and visitor.count("#board .differs") > 0
    assert visitor.ask("#count")["state"] == DONE and "288 solutions" in visitor.text("#status")


def test_no_solution_is_explained(visitor):
    visitor.load(BROKEN)
    assert visitor.ask("#solve")["status"] == "UNSATISFIABLE"
    visitor.ask("#explain")
    assert "row 1, column 1" in visitor.text("#words") and visitor.count("#pictures svg") == 1


def test_an_error_has_its_place(visitor):
    visitor.load(EMPTY.replace("- - - -", "- x - -", 1))
    data = visitor.page.js("({...document.querySelector('#error').dataset})")
    assert (data["line"], data["column"]) == ("4", "3")


def test_hint_steps_and_grade(visitor):
    visitor.sample("sudoku")
    visitor.ask("#hint")
    assert visitor.text("#words").startswith("Row ") and visitor.count("#pictures svg") == 1
    visitor.ask("#step")
    assert visitor.text("#step-number") == "1"
    visitor.ask("#step")
    assert visitor.text("#step-number") == "2"
    visitor.page.js("(s => {s.value = s.max; s.dispatchEvent(new Event('input'))})(document.querySelector('#slider'))")
    visitor.page.wait(
        "document.querySelector('#words').textContent.startsWith(document.querySelector('#slider').max + '.')"
    )
    visitor.ask("#grade")
    assert "Grade" in visitor.text("#status")


def test_a_new_board_by_its_seed(visitor):
    fields = {"kind": "akari", "rows": "6", "cols": "7", "seed": "5"}
    for name, value in fields.items():
        visitor.page.js(f"{element(f'#generate-{name}')}.value = {json.dumps(value)}")
    visitor.ask("#generate")
    one = visitor.last()["text"]
    assert visitor.text("#board-title") == "Akari, 6 rows, 7 columns"
    visitor.ask("#generate")
    assert visitor.last()["text"] == one


def test_an_address_is_loaded_and_asked(visitor):
    address = "https://puzz.link/p?sudoku/4/4/4h3j4"
    visitor.sample("masyu")
    url = visitor.page.js("csp2sat.ask('read').then(answer => answer.url)")
    visitor.visit(f"#url={quote(url, safe='')}&do=unique")
    visitor.settle(DONE, "error")
    assert visitor.status()["unique"] == "true", address
    visitor.page.js("location.hash = '#text=%%%'")
    visitor.page.wait("!document.querySelector('#error').hidden")
    assert "damaged" in visitor.error()
    visitor.page.js("history.back()")
    visitor.settle(DONE)
    assert visitor.status()["unique"] == "true"


def test_a_link_is_made_and_opened(visitor):
    visitor.sample("killer")
    visitor.click("#share")
    visitor.page.wait("document.querySelector('#status').textContent.includes('link')")
    fragment = visitor.page.js("location.hash")
    visitor.visit(fragment)
    visitor.settle(READY, "error")
    assert visitor.text("#board-title") == "Killer Sudoku, 4 rows, 4 columns"


def test_files_to_take_away(visitor):
    visitor.sample("masyu")
    for form in ("svg", "png", "text", "url", "json", "cnf"):
        visitor.ask(f"#save-{form}")
        assert visitor.error() == ""
    names = {f"masyu-4x5.{end}" for end in ("svg", "png", "txt", "url.txt", "json", "cnf", "map")}
    until = time.monotonic() + 10
    while not names <= {path.name for path in visitor.downloads.glob("*")} and time.monotonic() < until:
        time.sleep(0.1)
    assert names <= {path.name for path in visitor.downloads.glob("*")}
    assert (visitor.downloads / "masyu-4x5.png").read_bytes().startswith(b"\x89PNG")


def test_constraints(visitor):
    visitor.click("#tab-csp")
    text = "(int x 0 9)\n(int y 0 9)\n(objective maximize x)\n(<= (+ x y) 8)\n"
    visitor.page.js(f"document.querySelector('#csp').value = {json.dumps(text)}")
    assert visitor.ask("#csp-solve")["status"] == "OPTIMUM FOUND"
    assert "8" in visitor.text("#csp-objective") and visitor.count("#csp-values tr") == 2
    visitor.ask("#csp-sizes")
    assert visitor.count("#csp-table tr") > 4
    visitor.page.js("document.querySelector('#csp').value = '(int x 0 9)\\n(foo x)\\n'")
    visitor.ask("#csp-solve")
    assert visitor.error() == "unknown operator 'foo'"
    assert visitor.page.js("document.querySelector('#error').dataset.line") == "2"
    assert (
        visitor.page.js("(t => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector('#csp'))")
        == "foo"
    )
    visitor.click("#tab-board")


def test_errors_are_underlined_while_they_are_typed(visitor):
    visitor.click("#tab-csp")
    visitor.put("#csp", "(int x 0 9)\n(foo x)\n")
    visitor.page.wait("document.querySelector('#csp-back mark')?.textContent === 'foo'")
    assert "Line 2, column 2: unknown operator 'foo'" in visitor.text("#csp-fault")
    visitor.put("#csp", "(int x 0 9)\n(< x 3)\n")
    assert visitor.count("#csp-back mark") == 0 and visitor.text("#csp-fault") == ""
    visitor.click("#tab-board")


def test_encodings_and_solvers_are_compared(visitor):
    visitor.click("#tab-csp")
    visitor.put("#csp-example", "six queens")
    for question in ("unique", "count", "explain", "sizes", "cnf", "share"):
        visitor.ask(f"#csp-{question}")
        assert visitor.error() == ""
    assert "does not work in WebAssembly" in visitor.text("#csp-solvers") and "order" in visitor.text("#csp-table")
    assert visitor.text("#csp-solvers").count("satisfiable") == 4
    visitor.click("#tab-board")


@pytest.mark.parametrize("kind", ["masyu", "sudoku", "heyawake"])
def test_every_control(visitor, kind):
    visitor.sample(kind)
    visitor.click("#clear")
    for control in ("solve", "unique", "count", "explain", "hint", "step", "steps", "grade", "hide", "check"):
        visitor.ask(f"#{control}")
        assert visitor.error() == "", control
    for control in ("booklet", "save-svg", "save-png", "save-text", "save-json", "save-cnf", "share"):
        visitor.ask(f"#{control}")
        assert visitor.error() == "", control
    for control in ("mode-edit", "mode-play", "timer-hide", "timer-hide"):
        visitor.click(f"#{control}")
        visitor.settle(DONE, READY)
    assert visitor.error() == ""


def test_what_a_screen_reader_is_told(visitor):
    visitor.sample("sudoku")
    visitor.page.call("Accessibility.enable")
    nodes = [each for each in visitor.page.call("Accessibility.getFullAXTree")["nodes"] if not each.get("ignored")]
    told = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in nodes]
    controls = {"button", "textbox", "combobox", "spinbutton", "slider", "tab", "searchbox", "grid", "gridcell"}
    assert [role for role, name in told if role in controls and not name.strip()] == []
    cells = [name for role, name in told if role == "gridcell"]
    assert cells[:2] == ["row 1, column 1, clue 4", "row 1, column 2, not filled"] and len(cells) == 16
    assert ("grid", "Sudoku, 4 rows, 4 columns. Arrow keys move.") in told


def test_lines_and_borders_are_told(visitor):
    name = """document.querySelector('[data-cell="0,0"]').ariaLabel"""
    visitor.sample("masyu")
    visitor.click("#clear")
    visitor.page.drag(visitor.cell(0, 0), visitor.cell(0, 1))
    assert visitor.page.js(name) == "row 1, column 1, line right"
    visitor.click("#clear")
    visitor.sample("galaxies")
    visitor.click("#clear")
    visitor.page.drag(visitor.beside(0.1, 1), visitor.beside(0.9, 1))
    assert visitor.page.js(name) == "row 1, column 1, point, border right"
    visitor.click("#clear")


def test_the_focus_is_not_lost(visitor):
    focus = "document.activeElement.id"
    visitor.sample("sudoku")
    visitor.page.js("document.querySelector('#cells').focus()")
    before = visitor.page.js("scrollY")
    visitor.press(" ")
    assert visitor.page.js("scrollY") == before  # a blank is no order to scroll
    visitor.page.press("Enter")
    visitor.settle(DONE)
    assert visitor.page.js(focus) == "hide"
    visitor.page.press("Enter")
    visitor.settle(READY)
    assert visitor.page.js(focus) == "cells"


def test_the_samples_are_one_stop_of_the_keys(visitor):
    chosen = "document.activeElement.dataset.kind"
    assert visitor.count("#gallery [tabindex='0']") == 1
    visitor.put("#find", "suguru")
    assert visitor.count("#gallery [data-kind]:not([hidden])") == visitor.count("#gallery [tabindex='0']") == 1
    visitor.put("#find", "")
    visitor.page.js("""document.querySelector('#gallery [tabindex="0"]').focus()""")
    first = visitor.page.js(chosen)
    visitor.page.press("ArrowRight")
    assert visitor.page.js(chosen) != first
    visitor.page.press("ArrowLeft", "ArrowLeft")
    assert visitor.page.js(chosen) == first


def test_two_solutions_stand_side_by_side(visitor):
    visitor.page.look()
    visitor.load(EMPTY)
    visitor.ask("#unique")
    tops = "['board', 'second'].map(id => document.querySelector(`#${id} svg`).getBoundingClientRect().top)"
    one, two = visitor.page.js(tops)
    assert abs(one - two) < 2


def test_what_is_read_of_several_boards_is_said(visitor):
    visitor.load(EMPTY + "\n" + EMPTY)
    assert "several boards; this is the first" in visitor.text("#status")


def test_the_look_is_chosen_and_kept(visitor):
    theme = "document.documentElement.dataset.theme"
    before = visitor.page.js(theme)
    visitor.click("#theme")
    visitor.visit()
    assert visitor.page.js(theme) != before
    visitor.page.js("localStorage.removeItem('csp2sat theme')")
    visitor.visit()
    assert visitor.page.js(theme) == before


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_bar_at_the_bottom(visitor, width):
    visitor.page.look("dark", width=width)
    visitor.sample("nonogram")
    visitor.ask("#unique")
    assert visitor.page.js("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.page.js("document.documentElement.dataset.theme") == "dark"
    visitor.page.look("light")


NO_SOLUTION = "; Sudoku\nsize 4 4\nbox 2 2\n1 - - 2\n- - 3 -\n- 3 - -\n4 - 1 -\n"


def shown(visitor):
    """Which parts of the page that belong to a board are seen."""
    parts = (
        "#board",
        "#cells",
        "#board-title",
        "#questions",
        "#modes",
        "#words",
        "#pictures",
        "#in-words",
        "#hide",
        "#keys",
    )
    seen = "!!document.querySelector('{}').checkVisibility()"
    return [part for part in parts if visitor.page.js(seen.format(part))]


def test_a_text_that_is_no_board_leaves_no_former_answer(visitor):
    visitor.load(NO_SOLUTION)
    visitor.ask("#explain")
    assert visitor.status()["status"] == "UNSATISFIABLE" and {"#board", "#words", "#questions"} <= {*shown(visitor)}
    visitor.load("no board at all")
    assert visitor.error() and shown(visitor) == []
    visitor.ask("#save-svg")
    assert visitor.error()  # the text is read again
    visitor.load(NO_SOLUTION)
    assert (
        visitor.error() == "" and {"#board", "#cells", "#modes"} <= {*shown(visitor)} and "#words" not in shown(visitor)
    )
    visitor.put("#input", "nor this")
    visitor.ask("#explain")
    assert visitor.error() and shown(visitor) == []


def test_what_a_tab_has_answered_is_not_said_in_the_other(visitor):
    visitor.load(NO_SOLUTION)
    visitor.ask("#unique")
    assert "There is no solution." in visitor.text("#status")
    visitor.click("#tab-csp")
    assert visitor.text("#status") == "Ready." and visitor.status()["status"] == ""
    visitor.put("#csp", "(int x 0 1) (> x 3)\n")
    visitor.ask("#csp-solve")
    assert visitor.status()["status"] == "UNSATISFIABLE"
    visitor.click("#tab-board")
    assert visitor.text("#status") == "Ready." and visitor.status()["status"] == ""
