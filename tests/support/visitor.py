"""A person at the page in a real browser: loads boards, presses buttons, reads what is there."""

from __future__ import annotations

import json

from support.browser import element

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

    def press(self, *letters):
        """Press keys that write a letter, one after the other."""
        for letter in letters:
            self.page.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            self.page.call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def put(self, selector, value):
        """Set the value of a field, as a person does."""
        self.page.js(
            f"(e => {{e.value = {json.dumps(value)}; e.dispatchEvent(new Event('input')); "
            f"e.dispatchEvent(new Event('change'))}})({element(selector)})"
        )

    def beside(self, r, c):
        """The point at a place in cells from the upper left corner of the board, also outside of it."""
        self.page.js("document.querySelector('#stage').scrollIntoView({block: 'nearest'})")
        x, y, width, height, rows, cols = self.page.js(
            "((e, b) => [b.x, b.y, b.width, b.height, +e.ariaRowCount, +e.ariaColCount])"
            "(...(e => [e, e.getBoundingClientRect()])(document.querySelector('#cells')))"
        )
        return x + c * width / cols, y + r * height / rows

    def sample(self, kind):
        self.click(f'#gallery [data-kind="{kind}"]')
        self.settle(READY, "error")
