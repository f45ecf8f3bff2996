"""The rules and symbols of each kind of puzzle as texts: their form, and the same paragraphs in text, JSON and HTML."""

import json
import re
from html.parser import HTMLParser

import pytest
from support.run_command import run
from words import VAGUE

from csp2sat.api.writing import gallery, html
from csp2sat.api.writing.puzzles import sample
from csp2sat.puzzles.notation import paragraphs
from csp2sat.puzzles.spec import PUZZLES

KINDS = list(PUZZLES)
MOST_WORDS = 25
UNCLEAR = re.compile(r"\b(?:one sees|it says|if that is)\b")


def faults(rules, symbols, samples):
    """Return what is wrong with the form of rules and symbols, in words; [] if nothing is."""
    found = [f"vague: {word[0]}" for pattern in (VAGUE, UNCLEAR) for word in pattern.finditer(f"{rules}\n{symbols}")]
    for paragraph in paragraphs(rules):
        found += [f"long: {each}" for each in re.split(r"(?<=[.:]) ", paragraph) if len(each.split()) > MOST_WORDS]
        found += [] if re.fullmatch(r"[A-Z`].*\.", paragraph) else [f"no sentence: {paragraph}"]
    for paragraph in paragraphs(f"{rules}\n{symbols}"):
        found += [f"backticks: {paragraph}"] if paragraph.count("`") % 2 else []
    return found + [f"not named: {each}" for each in sorted(unnamed(f"{rules}\n{symbols}", samples))]


def unnamed(text, samples):
    """Return the words and signs of the sample boards that `text` does not name in backticks, and `number` if numbers
    are not mentioned.
    """
    codes = re.findall("`(.+?)`", text.replace("\n", " "))
    words, signs = set(re.findall("[a-z]{2,}", " ".join(codes))), set("".join(codes))
    found = set()
    for board, _ in samples:
        _, *lines = board.split("\n")
        for token in " ".join(line for line in lines if not line.startswith("size")).split():
            named = words if re.fullmatch("[a-z]{2,}", token) else signs
            found |= ({token} if named is words else set(re.sub("[0-9]", "", token))) - named
            found |= {"number"} if token.isdigit() and not re.search("number|length|`[0-9]", text) else set()
    return found


@pytest.mark.parametrize("name", KINDS)
def test_short_sentences_without_vague_words_that_name_each_symbol(name):
    puzzle = PUZZLES[name]
    assert faults(puzzle.rules, puzzle.symbols, puzzle.samples) == []
    assert len(paragraphs(puzzle.rules)) >= 2 and paragraphs(puzzle.symbols)


BOARD = (("; X\nsize 2 1\ngrid\nw 12\n", None),)


@pytest.mark.parametrize(
    ("rules", "symbols", "fault"),
    [
        ("Shade cells.", "`grid`: `w` number", None),
        ("Shade as many cells as it says.", "`grid`: `w` number", "vague: it says"),
        ("Shade so many cells.", "`grid`: `w` number", "vague: so many"),
        ("Shade cells\nthat touch.", "`grid`: `w` number", "no sentence: Shade cells"),
        ("Shade cells.", "`grid: `w` number", "backticks: `grid: `w` number"),
        ("Shade cells.", "`grid`: w number", "not named: w"),
        ("Shade cells.", "grid: `w` number", "not named: grid"),
        ("Shade cells.", "`grid`: `w`", "not named: number"),
        ("Shade " + "white " * 24 + "cells.", "`grid`: `w` number", "long: Shade " + "white " * 24 + "cells."),
    ],
)
def test_the_form_is_judged(rules, symbols, fault):
    assert faults(rules, symbols, BOARD)[:1] == ([] if fault is None else [fault])


class Paragraphs(HTMLParser):
    """The texts of paragraphs, with `code` elements in backticks."""

    def __init__(self, page):
        super().__init__()
        self.texts, self._inside = [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "p":
            self._inside, self.texts = True, [*self.texts, ""]
        self.handle_data("`" if tag == "code" else "")

    def handle_endtag(self, tag):
        self.handle_data("`" if tag == "code" else "")
        self._inside = self._inside and tag != "p"

    def handle_data(self, data):
        if self._inside:
            self.texts[-1] += data


@pytest.fixture(scope="module")
def all_kinds():
    return gallery.page()


@pytest.mark.parametrize("name", KINDS)
def test_the_same_paragraphs_in_html(name, all_kinds):
    puzzle = PUZZLES[name]
    first, *others = paragraphs(puzzle.symbols)
    expected = [*paragraphs(puzzle.rules), f"Symbols of the text form: {first}", *others]
    assert Paragraphs(html.page(sample(puzzle))).texts == expected
    entry = all_kinds.partition(f'<h3 id="{name}">')[2].partition("<h3")[0].partition("<h2")[0]
    assert Paragraphs(entry).texts == expected and "`" not in entry.partition("<div")[0]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", KINDS)
def test_the_same_paragraphs_in_text_and_json(name):
    puzzle, out = PUZZLES[name], run("puzzles", name).out
    about = json.loads(run("puzzles", name, "--json").out)["puzzle"]
    rules = out.split("\n\n")[1]
    symbols = out.partition("Symbols of the text:\n\n")[2].split("\n\n")[0]
    for printed, key in ((rules, "rules"), (symbols, "symbols")):
        assert paragraphs(printed) == about[key].split("\n") == paragraphs(getattr(puzzle, key))
        assert all(len(line) <= 80 and line.count("`") % 2 == 0 for line in printed.split("\n"))
