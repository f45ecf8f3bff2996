"""What goes wrong in a real browser: hostile texts, cancels, workers that die, two tabs, reloads."""

import base64
import json
import time
import zlib

import pytest
from support.browser import element
from support.visitor import BROKEN, DONE, EMPTY, READY


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


def test_nesting_and_a_board_that_is_as_large_as_a_page_takes(visitor):
    nested = "(bool a)\n" + "(not " * 900 + "a" + ")" * 900
    found = visitor.page.js(f"csp2sat.ask('solve', {{text: {json.dumps(nested)}}})")
    assert found["status"] == "SATISFIABLE"
    url = "https://puzz.link/p?mashu/100/100/" + "0" * 3334
    visitor.load(url)
    assert visitor.error() == "" and visitor.text("#board-title") == "Masyu, 100 rows, 100 columns"
    visitor.sample("masyu")


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


def test_a_title_with_markup_in_an_address(visitor):
    text = (
        '; <img src=x onerror="csp2sat.broken=1"> Sudoku <script>csp2sat.broken=1</script>\n' + EMPTY.partition("\n")[2]
    )
    visitor.visit(f"#text={packed(text)}&do=unique")
    visitor.settle(DONE, "error")
    assert visitor.page.js("csp2sat.broken") is None and visitor.count("main img, main script, main iframe") == 0
    visitor.load(text)
    assert visitor.page.js("csp2sat.broken") is None


def packed(text):
    """A text as an address has it."""
    deflated = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflated.compress(text.encode()) + deflated.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_an_address_that_unpacks_to_far_too_much(visitor):
    visitor.visit(f"#text={packed('a' * 300_000_000)}")
    visitor.page.wait("!document.querySelector('#error').hidden")
    assert "longer than 1,000,000" in visitor.error()


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"(int x{i} 0 3000)\n" for i in range(1500))
        + f"(alldifferent {' '.join(f'x{i}' for i in range(1500))})",
        "(int x 0 9)\n(= x " + "(* x " * 500 + "x" + ")" * 500 + ")",
        "(int x 0 99999999999999999999)\n(int y 0 99999999999999999999)\n(= (* x y) 7)",
    ],
)
def test_a_csp_that_takes_all_memory(visitor, text):
    visitor.click("#tab-csp")
    visitor.page.js(f"{element('#csp')}.value = {json.dumps(text)}")
    visitor.click("#csp-solve")
    visitor.settle(DONE, "error")
    visitor.page.js(f"{element('#csp')}.value = '(int x 3 3)'")
    assert visitor.ask("#csp-solve")["status"] == "SATISFIABLE"
    assert visitor.page.js("csp2sat.engine.current.heap") < 400e6  # a worker that grew too large is replaced
    visitor.click("#tab-board")


def test_two_tabs_have_a_game_each(visitor):
    visitor.sample("sudoku")
    visitor.click("#clear")
    typed = "document.querySelectorAll('.played text').length"
    visitor.page.js("document.querySelector('#cells').focus()")
    visitor.page.press("ArrowRight")
    visitor.press("1")
    with visitor.page.another_page():
        visitor.page.visit(visitor.url)
        visitor.page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")
        visitor.sample("masyu")
        visitor.page.drag(visitor.cell(0, 0), visitor.cell(0, 1))
        assert visitor.count(".played .line") == 1
        assert visitor.ask("#unique")["unique"] == "true"
    assert visitor.page.js(typed) == 1
    visitor.visit()
    visitor.page.wait(f"{typed} === 1")
    assert visitor.text("#board-title").startswith("Sudoku")
    visitor.click("#clear")


def test_a_reload_in_the_middle_of_a_question(visitor):
    visitor.sample("tapa")
    for name, value in {"kind": "slitherlink", "rows": "60", "cols": "60", "seed": "1"}.items():
        visitor.page.js(f"{element(f'#generate-{name}')}.value = {json.dumps(value)}")
    visitor.click("#generate")
    time.sleep(0.3)
    visitor.page.visit("about:blank")
    visitor.page.visit(visitor.url)
    visitor.page.wait("document.querySelector('#board-title').textContent.startsWith('Tapa')")
    visitor.settle(READY)
    assert visitor.ask("#unique")["unique"] == "true"


def test_a_board_that_is_chosen_after_a_shared_one_stays(visitor):
    visitor.visit(f"#text={packed(EMPTY)}")
    visitor.settle(READY, "error")
    visitor.sample("tapa")
    assert visitor.page.js("location.hash") == ""
    visitor.visit()
    visitor.page.wait("document.querySelector('#board-title').textContent.startsWith('Tapa')")
    visitor.settle(READY)


def test_back_and_forward_through_addresses(visitor):
    first, second = (f"#text={packed(text)}&do=unique" for text in (EMPTY, BROKEN))
    visitor.visit(first)
    visitor.settle(DONE, "error")
    visitor.page.js(f"location.hash = {json.dumps(second)}")
    found = "document.querySelector('#status').dataset.status"
    visitor.page.wait(f"{found} === 'UNSATISFIABLE'")
    visitor.page.js("history.back()")
    visitor.page.wait(f"{found} === 'SATISFIABLE'")
    visitor.page.js("history.forward()")
    visitor.page.wait(f"{found} === 'UNSATISFIABLE'")


def test_without_a_network_once_it_is_loaded(visitor):
    visitor.visit()
    visitor.page.js("csp2sat.ready")
    visitor.sample("masyu")
    visitor.page.wait("csp2sat.engine.hasSpare")
    without = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    visitor.page.call("Network.emulateNetworkConditions", offline=True, **without)
    try:
        assert visitor.ask("#unique")["unique"] == "true"
        visitor.click("#generate")
        visitor.click("#cancel")  # the spare worker takes over
        assert visitor.ask("#grade")["state"] == DONE
    finally:
        visitor.page.call(
            "Network.emulateNetworkConditions", offline=False, **dict.fromkeys(without, -1) | {"latency": 0}
        )


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name",
    [
        *("pyodide/pyodide.asm.wasm", "play.mjs", "gallery.json", "worker.mjs", "pyodide/pyodide.asm.mjs"),
        *("csp2sat.zip", "boot.json", "main.mjs", "page.css", "pyodide/python_stdlib.zip", "pyodide/pyodide.mjs"),
    ],
)
def test_a_file_that_was_changed_is_refused(visitor, name):
    path = visitor.site / name
    built = path.read_bytes()
    try:
        path.write_bytes(built + b"\n")
        visitor.visit()
        said = "document.querySelector('#error').textContent + document.querySelector('#gallery').textContent"
        visitor.page.wait(f"({said}).includes('with which the page was built')", 60)
        assert name in visitor.page.js(said)
        assert visitor.page.js("csp2sat.ready.then(() => 1, () => 0)" if "/" in name else "0") == 0
    finally:
        path.write_bytes(built)
    visitor.visit()
    assert visitor.page.js("csp2sat.ready")["solver"] == "embedded"
    visitor.page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")


@pytest.mark.long
def test_memory_is_flat_over_a_hundred_boards(visitor):
    visitor.visit()
    visitor.page.js("csp2sat.ready")
    sizes = visitor.page.js("""(async () => {
        const kinds = [...document.querySelectorAll('#gallery [data-kind]')].map((each) => each.dataset.kind);
        const sizes = [];
        for (let number = 0; number < 200; number++) {
            const {text} = await csp2sat.ask('sample', {kind: kinds[number % kinds.length]});
            await csp2sat.ask('unique', {text});
            sizes.push(csp2sat.engine.current.heap);
        }
        return sizes;
    })()""")
    assert sizes[199] <= sizes[99] * 1.21 < 150e6  # a heap grows by a fifth at a time


@pytest.mark.parametrize(
    "name, data, words",
    [
        ("photo.png", "new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 255, 254, 0, 1])", ""),
        ("<img src=x onerror=csp2sat.broken=1>.txt", "'<img src=x onerror=csp2sat.broken=1>'", ""),
        ("empty.txt", "''", ""),
        ("large.txt", "'x'.repeat(4000001)", "larger than a page takes"),
        ("long.txt", "'x'.repeat(2000000)", "at most 1,000,000"),
        ("board.txt", json.dumps(EMPTY), None),
    ],
)
def test_a_file_that_is_dropped(visitor, name, data, words):
    visitor.sample("masyu")
    visitor.page.js(f"""(() => {{
        const transfer = new DataTransfer();
        transfer.items.add(new File([{data}], {json.dumps(name)}));
        document.body.dispatchEvent(new DragEvent('drop', {{dataTransfer: transfer, bubbles: true, cancelable: true}}));
    }})()""")
    if words is None:
        visitor.page.wait("document.querySelector('#board-title').textContent.startsWith('Sudoku')", 20)
    else:
        visitor.page.wait("document.querySelector('#status').dataset.state === 'error'", 20)
        assert words in visitor.error() and visitor.error()
        assert visitor.text("#board-title").startswith("Masyu")  # the board stays
    assert visitor.page.js("csp2sat.broken") is None


def test_a_paste_of_megabytes(visitor):
    visitor.sample("masyu")
    visitor.page.js("document.querySelector('#input').focus()")
    visitor.page.js("""(() => {
        document.querySelector('#input').value = 'x y '.repeat(2_000_000);
        document.querySelector('#input').dispatchEvent(new ClipboardEvent('paste', {bubbles: true}));
    })()""")
    visitor.page.wait("document.querySelector('#status').dataset.state === 'error'", 30)
    assert "at most 1,000,000" in visitor.error()
    visitor.sample("sudoku")
    assert visitor.ask("#unique")["unique"] == "true"


@pytest.mark.parametrize(
    "fragment", ["#url=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F31623%2F31623%2F", "#url=31623x31623:a"]
)
def test_an_address_with_a_thousand_million_cells(visitor, fragment):
    visitor.visit(f"{fragment}&do=unique")
    visitor.page.wait("!document.querySelector('#error').hidden", 30)
    assert visitor.error() and visitor.state() == "error"
    visitor.sample("masyu")
    assert visitor.ask("#unique")["unique"] == "true"


def test_hints_take_little_memory(visitor):
    visitor.visit()
    visitor.page.js("csp2sat.ready")
    for kind in ("nurikabe", "sudoku", "heyawake"):
        visitor.page.js(
            f"csp2sat.ask('generate', {{kind: '{kind}', seed: 1, rows: 9, cols: 9}})"
            ".then(({text}) => csp2sat.ask('hint', {text}))"
        )
    assert visitor.page.js("csp2sat.engine.current.heap") < 150e6  # a solver for each statement took 1.8 GB
