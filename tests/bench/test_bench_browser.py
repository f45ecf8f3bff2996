"""The report of `bench` in a real browser: what is drawn, what mouse and keyboard do, light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import Browser, browser
from support.png_pixels import read_png

from csp2sat.api.writing import html
from csp2sat.bench.judge import judge
from csp2sat.bench.report import html as report_html
from csp2sat.bench.store import ResultRow
from csp2sat.puzzles.spec import Board

pytestmark = pytest.mark.needs("chromium")
CURVES = 'document.querySelectorAll("#cactus .curve").length'
POINTS = 'document.querySelectorAll("#cactus .point").length'
TIP = 'document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent'
SECONDS = "[...document.querySelectorAll('#rows tr')].map(tr => tr.cells[5].textContent)"
SHOWN = 'document.querySelectorAll("#rows tr").length'


def row(solver: str, name: str, status: str, seconds: float | None) -> ResultRow:
    fixed = {"encoding": "order", "repeat": 0, "shuffle": 0, "why": "", "timeout": 10.0, "version": "1", "family": "f"}
    times = {"wall": {"solve": seconds} if seconds else {}, "cpu": {"solve": seconds} if seconds else {}}
    sizes = {"memory": 3 << 20, "variables": 4, "clauses": 5, "bytes": 6}
    return {"key": solver + name, "solver": solver, "input": f"in/{name}.csp", "digest": name, "status": status} | (
        fixed | times | sizes
    )


ROWS = [
    row("quick", "a", "sat", 0.01),
    row("quick", "b", "unsat", 2.0),
    row("quick", "c", "timeout", 10.0),
    row("steady", "a", "sat", 0.9),
    row("steady", "b", "unsat", 0.5),
    row("steady", "c", "sat", 9.0),
    row("lame", "a", "error", None),
    row("lame", "b", "unsat", 4.0),
    row("lame", "c", "unsat", 0.1),
]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def report(chromium: Browser, tmp_path: Path) -> Browser:
    """The browser with the report on ROWS; input a has a board."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "a.svg").write_text(Board("slitherlink", 2, 2, ["3.", ".1"]).svg())
    (tmp_path / "report.html").write_text(report_html.page(judge(ROWS), tmp_path, "cpu"))
    chromium.look()
    chromium.open(tmp_path / "report.html")
    return chromium


def test_all_is_drawn_and_nothing_is_asked_of_a_network(report: Browser) -> None:
    assert (report.js(CURVES), report.js(POINTS)) == (2, 5)  # one gave a wrong answer
    assert report.js("document.querySelectorAll('#scatter .point').length") == 3
    boxes = "[...document.querySelectorAll('.swatch, .point')].map(e => e.getBoundingClientRect())"
    assert report.js(f"{boxes}.every(box => box.width > 4 && box.height > 4)")
    lengths = "[...document.querySelectorAll('#cactus .curve')].map(e => e.getTotalLength() > 200)"
    assert report.js(lengths) == [True, True]
    names = "[...document.querySelectorAll('#legend label, #one option')].map(e => e.textContent)"
    assert report.js(names) == 2 * ["steady order", "quick order", "lame order (wrong answers)"]
    report.click("#legend label:nth-child(3) input")
    assert report.js(lengths) == [True, True, False]  # the last one has solved one input
    families = "[...document.querySelectorAll('#families tbody tr')].map(tr => tr.textContent)"
    assert report.js(families) == ["f33 · 3.47 s2 · 7.34 s1 · 14.67 s"]
    report.click("#rows button.link")
    assert [url.partition(":")[0] for url in report.requests()] == ["file", "blob"] and report.complaints() == []


def test_its_policy_lets_nothing_out(report: Browser) -> None:
    refused = "fetch('http://127.0.0.1:9/').then(() => 'out', () => 'refused')"
    image = "new Promise(end => { const i = new Image(); i.onload = i.onerror = e => end(e.type); i.src = '%s'; })"
    assert report.js(refused) == "refused" and report.js(image % "http://127.0.0.1:9/x.png") == "error"
    blocked = [entry["text"] for entry in report.complaints()]
    assert blocked and all("Content Security Policy" in text for text in blocked)


def test_sorting(report: Browser) -> None:
    report.click("#heads th:nth-child(6) button")
    assert report.js(SECONDS) == ["0.010", "0.10", "0.50", "0.90", "2.00", "4.00", "9.00", "10.00", "-"]
    assert report.js("document.querySelector('#heads th:nth-child(6)').ariaSort") == "ascending"
    report.press("Enter")  # the heading has the focus still
    assert report.js(SECONDS) == ["10.00", "9.00", "4.00", "2.00", "0.90", "0.50", "0.10", "0.010", "-"]
    report.click("#heads th:nth-child(5) button")
    statuses = "[...document.querySelectorAll('#rows tr')].map(tr => tr.cells[4].textContent)"
    assert report.js(statuses) == sorted(report.js(statuses))


def test_filtering(report: Browser) -> None:
    report.click("#filter")
    report.write("stead b.csp")
    assert report.js(SHOWN) == 1 and report.js("document.getElementById('count').textContent") == "1 of 9 runs"
    report.js("filter.value = ''; filter.dispatchEvent(new Event('input'))")
    choose = "(s => { s.value = 'wrong'; s.dispatchEvent(new Event('change')); })(document.getElementById('status'))"
    report.js(choose)
    assert report.js(SHOWN) == 1 and "lame" in report.js("document.getElementById('rows').textContent")


def test_hovering(report: Browser) -> None:
    report.hover("#cactus .point[data-curve='1']:last-of-type, #cactus .point[data-curve='0']")
    assert report.js(TIP) == "steady order: 1 solved\nb.csp: 0.50 s"
    report.hover("h1")
    assert report.js(TIP) == ""
    report.hover("#scatter .point[data-input='2']")
    assert report.js(TIP) == "c.csp\nsteady order: sat 9.00 s\nquick order: timeout"
    box = "document.getElementById('tip').getBoundingClientRect()"
    assert report.js(f"(b => b.left >= 0 && b.top >= 0 && b.right <= innerWidth)({box})")


def test_the_legend_hides_curves_and_the_clock_can_be_chosen(report: Browser) -> None:
    report.click("#legend label:nth-child(2) input")
    assert report.js(CURVES) == 1
    report.js("(s => { s.value = 'wall'; s.dispatchEvent(new Event('change')); })(document.getElementById('clock'))")
    assert report.js(CURVES) == 1 and report.complaints() == []


def test_by_keyboard_alone(report: Browser) -> None:
    report.js("document.getElementById('clock').focus()")
    report.press("Tab", " ")  # the first curve's box
    assert report.js(CURVES) == 1
    report.press(" ", "Tab", "Tab", "Tab")
    assert report.js(TIP) == "steady order: 1 solved\nb.csp: 0.50 s"
    report.press("ArrowRight")
    assert report.js(TIP) == "steady order: 2 solved\na.csp: 0.90 s"
    report.press("ArrowDown")
    assert report.js(TIP) == "quick order: 2 solved\nb.csp: 2.00 s"
    report.press("Escape")
    assert report.js(TIP) == ""
    report.press("Tab")  # one stop for the whole plot
    assert report.js("document.activeElement.id") == "one"
    report.press("Tab", "Tab", "ArrowRight", "ArrowRight", "ArrowRight")
    assert report.js(TIP).startswith("c.csp\n")
    assert report.js("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_board_of_an_input(report: Browser) -> None:
    report.js("document.querySelector('#rows button.link').focus()")
    report.press("Enter")
    report.js("document.getElementById('picture').decode()")
    assert report.js("document.getElementById('board').open")
    assert report.js("document.getElementById('picture').naturalWidth") > 50
    assert report.js("document.getElementById('file').download") == "a.svg"
    report.press("Escape")
    assert not report.js("document.getElementById('board').open")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_readable_in_light_and_dark(report: Browser, scheme: str) -> None:
    report.look(scheme)
    styles = "(e => [getComputedStyle(e).color, getComputedStyle(e).stroke])"
    paper = report.js("getComputedStyle(document.body).backgroundColor")
    assert (rgb(paper)[0] < 60) == (scheme == "dark")
    for selector in ("body", ".faint", ".wrong", "button.link", "select"):
        assert contrast(rgb(report.js(f"{styles}(document.querySelector('{selector}'))[0]")), rgb(paper)) >= 4.5
    for number in range(8):
        report.js(f"document.querySelector('#cactus .curve').setAttribute('stroke', 'var(--c{number})')")
        assert contrast(rgb(report.js(f"{styles}(document.querySelector('#cactus .curve'))[1]")), rgb(paper)) >= 3


def test_narrow_pages_scroll_only_their_tables(report: Browser) -> None:
    report.look(width=500)
    assert report.js("document.documentElement.scrollWidth") <= 500
    assert report.js("[...document.querySelectorAll('.wide')].every(e => e.tabIndex === 0 && e.ariaLabel)")


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_a_board(chromium: Browser, scheme: str, tmp_path: Path) -> None:
    board = Board("slitherlink", 2, 2, ["3.", ".1"])
    (tmp_path / "board.html").write_text(html.page(board, (), "No solution <here>."))
    chromium.look(scheme, 600, 1200)
    chromium.open(tmp_path / "board.html")
    assert chromium.complaints() == [] and len(chromium.requests()) == 1
    assert chromium.js("document.querySelector('.verdict').textContent") == "No solution <here>."
    assert chromium.js("document.querySelector('svg').getBoundingClientRect().width") > 50
    assert "loop" in chromium.js("document.querySelector('details[open]').innerText")
    # the paper of the drawing is white, on a dark page grey
    chromium.picture(tmp_path / "board.png")
    image = read_png((tmp_path / "board.png").read_bytes())
    assert (image.grey(4, 4) < 60) == (scheme == "dark")
    x, y = map(int, chromium.js("(b => [b.x + 3, b.y + 3])(document.querySelector('svg').getBoundingClientRect())"))
    assert image.grey(x, y) == (255 if scheme == "light" else 0x40)


def rgb(colour: str) -> tuple[int, int, int]:
    """Of `rgb(1, 2, 3)`."""
    r, g, b = map(int, re.findall(r"\d+", colour)[:3])
    return r, g, b


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """WCAG's contrast ratio: text needs 4.5, lines 3."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[int, int, int]) -> float:
    """WCAG's relative luminance."""
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in (part / 255 for part in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
