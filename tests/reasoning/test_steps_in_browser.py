"""The page of steps in a real browser: an open supposition is drawn line by line, by keys, on any screen."""

import time

import pytest
from support.browser import browser, element

from csp2sat.api.reasoning.chains import Steps
from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

pytestmark = [pytest.mark.long, pytest.mark.needs("chromium")]
BOARD = "size 6 6\n- - 1 1 - -\n# - - - - 0\n- - - - - -\n- - 1 - 1 -\n- - - - - -\n1 - - 2 - -\n"
COUNT, ALL = element("#count") + ".textContent", "[...document.querySelectorAll('svg g[data-only]')]"
SEEN = f"{ALL}.filter(g => g.style.display === 'inline')"
LINES = f"{SEEN}.filter(g => g.dataset.line)"
HEAD, OPEN = "#now > div > details > summary", element("#now > div > details") + ".open"
FACTS = "[...document.querySelectorAll('svg g[data-from]')].filter(g => g.style.display === 'inline').length"
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def steps():
    found = Steps(read_board(Source("lights", BOARD), "akari"), time.monotonic() + 60)
    assert len(found)
    return found


@pytest.fixture(scope="module")
def number(steps):
    """The first supposition."""
    return next(step.number for step in steps if step.kind == "suppose")


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def page(steps, number, window, tmp_path):
    (tmp_path / "steps.html").write_text(steps.to("html"), encoding="utf-8")
    window.look()
    window.visit(f"{(tmp_path / 'steps.html').as_uri()}#step-{number}")
    yield window
    assert window.complaints() == [] and all(url.startswith("file:") for url in window.requests())


def reach(page, selector):
    """Go to an element with Tab alone."""
    for _ in range(50):
        if page.js(f"document.activeElement === {element(selector)}"):
            return
        page.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def test_keys_lead_through_an_open_supposition(page, steps, number):
    lines = len(steps[number - 1].trail) + 1
    before = page.js(FACTS)
    assert page.js(f"{LINES}.length") == 0 and not page.js(OPEN)
    reach(page, HEAD)
    page.press("Enter")
    page.wait(f"{COUNT}.endsWith(', line 1 of {lines}')")
    assert page.js(FACTS) < before  # the board before the step
    for line in range(2, lines + 1):
        page.press("ArrowRight")
        assert page.js(COUNT).endswith(f", line {line} of {lines}")
        assert page.js(f"Math.max(...{LINES}.map(g => g.dataset.line))") == line
        assert page.js("document.querySelectorAll('#now [aria-current]').length") == 1
        assert page.js(f"document.activeElement === {element(HEAD)}"), "the focus stays"
    page.press("ArrowLeft")
    assert page.js(COUNT).endswith(f", line {lines - 1} of {lines}")
    page.press("ArrowRight", "ArrowRight")
    assert page.js(COUNT).startswith("Step") and "line" not in page.js(COUNT)
    assert int(page.js(COUNT).split()[1]) > number and page.js(f"{LINES}.length") == 0
    page.press("ArrowLeft")
    assert page.js(COUNT).startswith(f"Step {number} of") and page.js(FACTS) == before and not page.js(OPEN)


def test_a_supposition_is_folded_away_by_going_back_or_by_its_head(page, number):
    page.click(HEAD)
    page.wait(f"{COUNT}.includes('line')")
    page.press("ArrowLeft")
    page.wait(f"!{OPEN}")
    page.click(HEAD)
    page.wait(f"{COUNT}.includes('line')")
    page.click(HEAD)
    page.wait(f"!{COUNT}.includes('line')")
    assert page.js(COUNT).startswith(f"Step {number} of") and page.js(f"{LINES}.length") == 0


def test_a_supposition_in_the_list_is_drawn_too(page, number):
    page.press("Home")
    page.click(f'#steps li[value="{number}"] summary')
    page.wait(f"{COUNT}.startsWith('Step {number} of') && {COUNT}.includes(', line 1 of')")
    page.press("ArrowRight")
    assert page.js(f"Math.max(...{LINES}.map(g => g.dataset.line))") == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_list_scrolls_with_the_step_and_the_page_does_not(page, scheme, width):
    page.look(scheme, width, 844)
    page.click("#all")
    page.press("Home")
    top = page.js("scrollY")
    for _ in range(30):
        page.press("ArrowRight")
        assert page.js(
            "(([a, b]) => a.top >= b.top - 1 && (a.bottom <= b.bottom + 1 || a.height > b.height && a.top < b.top + 3))"
            "([document.querySelector('#steps > [aria-current]'), document.querySelector('#steps')]"
            ".map(e => e.getBoundingClientRect()))"
        )
    assert page.js(FITS) and page.js("scrollY") == top


def test_the_board_goes_with_the_sentence_where_an_item_is_several_steps(window, tmp_path):
    steps = Steps(read_board(Source("sums", PUZZLES["kakuro"].samples[0][0]), "kakuro"), time.monotonic() + 60)
    (tmp_path / "steps.html").write_text(steps.to("html"), encoding="utf-8")
    window.look()
    window.visit((tmp_path / "steps.html").as_uri())
    assert window.js("document.querySelectorAll('#steps > li').length") < len(steps)
    window.press("End")
    assert window.js(COUNT) == f"Step {len(steps)} of {len(steps)}"
    every = "[...document.querySelectorAll('svg g[data-from]')].length"
    assert window.js(FACTS) == window.js(every) - window.js(
        f"{every.removesuffix('.length')}.filter(g => g.dataset.until || g.dataset.before).length"
    )
    for _ in range(len(steps)):
        window.press("ArrowLeft")
        step = window.js(f"parseInt({COUNT}.split(' ')[1]) || 0")
        assert window.js(f"Math.max(0, ...{SEEN}.map(g => +g.dataset.only))") == step
    assert window.js(COUNT) == "The givens"
