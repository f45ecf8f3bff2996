"""The page in a real browser, with all other hosts out of reach.  One page for all tests; a boot takes seconds."""

import json
import time
from urllib.parse import quote

import pytest
from support.browser import browser, element
from support.built_page import served_page

from csp2sat.page.playing import borders_of
from csp2sat.puzzles.spec import PUZZLES

EMPTY = "; Sudoku Puzzle\nsize 4 4\nbox 2 2\n- - - -\n- - - -\n- - - -\n- - - -\n"
BROKEN = EMPTY.replace("- - - -", "1 1 - -", 1)
DONE, READY = "done", "ready"


class Visitor:
    """A person at the page."""

    def __init__(self, page, url):
        self.page, self.url = page, url

    def visit(self, fragment=""):
        self.page.visit("about:blank")
        self.page.visit(self.url + fragment)

    def state(self):
        return self.page.js("document.querySelector('#status').dataset.state")

    def settle(self, *states):
        wanted = json.dumps([*states])
        self.page.wait(f"{wanted}.includes(document.querySelector('#status').dataset.state)")

    def load(self, text):
        self.page.js("document.querySelector('#tab-board').click()")
        self.page.js(f"{element('#input')}.value = {json.dumps(text)}")
        self.click("#load")
        self.settle(READY, "error")

    def click(self, selector):
        self.page.js(f"{element(selector)}.click()")

    def ask(self, selector):
        self.click(selector)
        self.settle(DONE, "error", "cancelled", READY)
        return self.status()

    def status(self):
        return self.page.js("({...document.querySelector('#status').dataset})")

    def text(self, selector):
        return self.page.js(f"{element(selector)}.textContent")

    def count(self, selector):
        return self.page.js(f"document.querySelectorAll({json.dumps(selector)}).length")

    def last(self):
        return self.page.js("csp2sat.last")

    def error(self):
        return self.page.js("(e => e.hidden ? '' : e.firstChild.textContent)(document.querySelector('#error'))")

    def cell(self, r, c):
        """The centre of a cell; the board is scrolled into view, if it is not there."""
        self.page.js("document.querySelector('#stage').scrollIntoView({block: 'nearest'})")
        box = f"""document.querySelector('[data-cell="{r},{c}"]').getBoundingClientRect()"""
        return tuple(self.page.js(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({box})"))

    def sample(self, kind):
        self.click(f'#gallery [data-kind="{kind}"]')
        self.settle(READY, "error")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "profile").mkdir()
    with served_page(folder / "site") as url, browser(folder / "profile") as page:
        downloads = folder / "downloads"
        page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        found = Visitor(page, url)
        found.downloads = downloads
        found.visit()
        page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")
        found.page.wait("document.querySelector('#version').textContent")
        yield found


@pytest.fixture
def visitor(shared):
    yield shared
    assert shared.page.complaints() == []


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


@pytest.mark.parametrize(
    "text",
    [
        "<script>csp2sat.broken = 1</script>",
        '"><img src=x onerror="csp2sat.broken = 1">',
        "]]>&amp;\0\u202e",
        "x" * 1_000_000,
        "https://puzz.link/p?masyu/100000/10000/0",
        "https://puzz.link/p?slither/200/200/" + "z" * 2000,
        "size 3 3\n<b>\n",
        "(bool a)\n" + "(not " * 20_000 + "a" + ")" * 20_000,
    ],
)
def test_what_is_hostile_is_refused_in_words(visitor, text):
    visitor.load(text)
    visitor.page.wait("document.querySelector('#status').dataset.state === 'error'")
    assert visitor.error() and visitor.page.js("csp2sat.broken") is None
    visitor.sample("masyu")
    assert visitor.error() == ""


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
    assert visitor.text("#board-title") == "Killer, 4 rows, 4 columns"


def test_cancel_and_go_on(visitor):
    visitor.page.wait("csp2sat.engine.hasSpare")
    for name, value in {"kind": "slitherlink", "rows": "60", "cols": "60", "seed": "1"}.items():
        visitor.page.js(f"{element(f'#generate-{name}')}.value = {json.dumps(value)}")
    visitor.click("#generate")
    time.sleep(1)
    start = time.monotonic()
    visitor.click("#cancel")
    assert visitor.state() == "cancelled"
    visitor.sample("masyu")
    assert visitor.ask("#unique")["unique"] == "true"
    assert time.monotonic() - start < 5


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


def test_nesting_and_a_board_that_is_as_large_as_a_page_takes(visitor):
    nested = "(bool a)\n" + "(not " * 900 + "a" + ")" * 900
    found = visitor.page.js(f"csp2sat.ask('solve', {{text: {json.dumps(nested)}}})")
    assert found["status"] == "SATISFIABLE"
    url = "https://puzz.link/p?mashu/100/100/" + "0" * 3334
    visitor.load(url)
    assert visitor.error() == "" and visitor.text("#board-title") == "Masyu, 100 rows, 100 columns"
    visitor.sample("masyu")


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


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_bar_at_the_bottom(visitor, width):
    visitor.page.look("dark", width=width)
    visitor.sample("nonogram")
    visitor.ask("#unique")
    assert visitor.page.js("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.page.js("document.documentElement.dataset.theme") == "dark"
    visitor.page.look("light")


def test_a_question_replaces_the_one_before(visitor):
    visitor.sample("masyu")
    for kind in ("tapa", "lits", "akari"):
        visitor.click(f'#gallery [data-kind="{kind}"]')
    visitor.page.wait("document.querySelector('#board-title').textContent.startsWith('Akari')")
    visitor.settle(READY)
    assert visitor.ask("#unique")["unique"] == "true" and visitor.last()["kind"] == "akari"


def test_a_question_during_the_boot_waits(visitor):
    visitor.visit()
    visitor.page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")
    visitor.page.js(f"{element('#input')}.value = {json.dumps(EMPTY)}")
    visitor.click("#unique")
    assert visitor.state() == "busy"
    visitor.settle(DONE)
    assert visitor.status()["unique"] == "false"


def test_a_worker_that_dies_is_replaced(visitor):
    visitor.page.js(
        "void csp2sat.ask('generate', {kind: 'slitherlink', rows: 60, cols: 60}).catch(e => csp2sat.died = e.message)"
    )
    time.sleep(0.5)
    visitor.page.js("csp2sat.engine.current.die()")
    visitor.page.wait("csp2sat.died")
    assert "the engine stopped" in visitor.page.js("csp2sat.died")
    visitor.sample("masyu")
    assert visitor.ask("#unique")["unique"] == "true"
