"""Each control of the page, by mouse and by keys alone, on three kinds of puzzles and on a CSP."""

import time
from pathlib import Path

import pytest
from support.browser import element
from support.visitor import DONE, READY

KINDS = ["masyu", "sudoku", "heyawake"]
QUESTIONS = ["unique", "solve", "count", "explain", "where", "hint", "steps", "step", "grade"]
FILES = {"svg": "svg", "png": "png", "text": "txt", "url": "url.txt", "json": "json", "cnf": "map"}
NOT_ASKED = {  # which other tests use
    *("undo", "redo", "clear"),
    *("cancel", "hide", "file", "file-input", "from", "section", "word", "find", "slider", "generate-grade"),
}


class ByMouse:
    """A person with a mouse, who scrolls to a control and clicks."""

    def __init__(self, visitor):
        self.visitor = visitor

    def use(self, name):
        self.visitor.page.click(f"#{name}")

    def open(self, name):
        self.visitor.page.click(f"#{name} > summary")

    def go_to_the_end(self):
        x, y = self.visitor.page.point("#slider")
        width = self.visitor.page.js("document.querySelector('#slider').getBoundingClientRect().width")
        self.visitor.page.drag((x, y), (x + width / 2 - 4, y))


class ByKeys:
    """A person with keys alone, who goes to a control with Tab and presses Enter."""

    def __init__(self, visitor):
        self.visitor = visitor

    def reach(self, condition):
        for _ in range(200):
            if self.visitor.page.js(f"(e => {condition})(document.activeElement)"):
                return
            self.visitor.page.press("Tab")
        raise AssertionError(f"Tab does not reach {condition}")

    def use(self, name):
        self.reach(f"e.id === '{name}'")
        self.visitor.page.press("Enter")

    def open(self, name):
        self.reach(f"e.localName === 'summary' && e.parentElement.id === '{name}'")
        self.visitor.page.press("Enter")

    def go_to_the_end(self):
        self.reach("e.id === 'slider'")
        self.visitor.page.call(
            "Input.dispatchKeyEvent", type="keyDown", key="End", code="End", windowsVirtualKeyCode=35
        )


@pytest.fixture(params=[ByMouse, ByKeys])
def person(request, visitor):
    visitor.page.js("window.print = () => { csp2sat.printed = true; }")
    visitor.page.js("document.querySelector('#downloads').open = false")
    return request.param(visitor)


def settled(visitor, name):
    visitor.settle(DONE, READY, "error")
    assert visitor.error() == "", name


@pytest.mark.parametrize("kind", KINDS)
def test_every_control_of_a_board(person, visitor, kind):
    visitor.sample(kind)
    visitor.click("#clear")
    for name in QUESTIONS:
        person.use(name)
        settled(visitor, name)
    assert "Grade" in visitor.text("#words")
    person.use("steps")
    settled(visitor, "steps")
    last = visitor.text("#step-count")
    person.go_to_the_end()
    visitor.page.wait(f"document.querySelector('#words').textContent.startsWith('{last}.')", 20)
    person.use("hide")
    assert visitor.count("#board .played") == 1
    for name in ("timer-hide", "timer-hide", "mode-edit", "mode-play", "check", "theme", "theme", "print"):
        person.use(name)
        settled(visitor, name)
    assert visitor.page.js("csp2sat.printed")
    person.use("share")
    visitor.page.wait("location.hash.length > 9")
    settled(visitor, "share")
    take_away(person, visitor, kind)
    make_new(person, visitor, kind)


def take_away(person, visitor, kind):
    """Save the board in each form."""
    person.open("downloads")
    for name in [*(f"save-{form}" for form in FILES), "booklet"]:
        person.use(name)
        settled(visitor, name)
    wanted = {f"*{kind}-*.{ending}" for ending in FILES.values()} | {f"*{kind}-*-booklet.html"}
    until = time.monotonic() + 20
    while missing := [each for each in wanted if not [*visitor.downloads.glob(each)]]:
        assert time.monotonic() < until, missing
        time.sleep(0.1)


def make_new(person, visitor, kind):
    """Make a new board, and an empty one, of a kind; load what the input has."""
    sizes = {"rows": "4", "cols": "4", "seed": "1"}
    for name, value in {**sizes, "kind": kind}.items():
        visitor.page.js(f"{element(f'#generate-{name}')}.value = '{value}'")
    for name in ("generate", "load", "empty", "mode-play"):
        person.use(name)
        settled(visitor, name)
    visitor.page.js("document.querySelector('#mode-play').click()")
    assert "4 rows, 4 columns" in visitor.text("#board-title")


def test_every_control_of_a_csp(person, visitor):
    person.use("tab-csp" if isinstance(person, ByMouse) else "tab-board")
    if isinstance(person, ByKeys):
        visitor.page.press("ArrowRight")
    visitor.put("#csp-example", "knapsack")
    person.use("csp-solve")
    settled(visitor, "csp-solve")
    assert visitor.status()["status"] == "OPTIMUM FOUND" and "best" in visitor.text("#csp-objective")
    for name in ("csp-unique", "csp-count"):
        person.use(name)
        visitor.settle("error")
        assert "remove the objective" in visitor.error()
    visitor.put("#csp-example", "six queens")
    for name in ("csp-solve", "csp-unique", "csp-count", "csp-explain", "csp-sizes", "csp-cnf", "csp-share"):
        person.use(name)
        settled(visitor, name)
    visitor.page.wait("location.hash.startsWith('#csp=')", 10)
    visitor.click("#tab-board")


def test_no_control_is_forgotten(visitor):
    visitor.sample("masyu")
    names = visitor.page.js(
        "[...document.querySelectorAll('#panel-board button[id], #panel-board input[id], #panel-board select[id]')]"
        ".map(e => e.id)"
    )
    text = Path(__file__).read_text()
    used = {name for name in names if f'"{name}"' in text or f"{name.partition('-')[0]}-" in ("save-", "generate-")}
    assert set(names) - used - NOT_ASKED == set()
