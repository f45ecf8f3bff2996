"""Damaged XCSP3 files that are still XML: each is read, or refused in one line with its place."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import Csp2SatError
from csp2sat.languages.xcsp3 import read

FILES = sorted((Path(__file__).parent.parent / "data" / "xcsp3").glob("*.xml"))
WORDS = (
    *("0", "-1", "3..1", "1..3", "*", "x", "x[]", "x[9]", "x[][]", "%0", "%...", "add(x,1)", "le", "(", ")"),
    *("{1,2}", "1x3", "é"),
)
MESSAGE = re.compile(r"f\.xml:\d+:\d+: .+(?:\n.*\n *\^)?|[a-z].+")  # then the line and a caret
NUMBER = re.compile(r"-?\d+")
Element = ElementTree.Element


def _without_child(rng: random.Random, root: Element, at: Element) -> None:
    if len(at):
        at.remove(rng.choice(list(at)))


def _with_a_child_twice(rng: random.Random, root: Element, at: Element) -> None:
    if len(at):
        at.append(rng.choice(list(at)))


def _children_turned(rng: random.Random, root: Element, at: Element) -> None:
    children = list(at)
    rng.shuffle(children)
    at[:] = children


def _other_name(rng: random.Random, root: Element, at: Element) -> None:
    at.tag = rng.choice([*(each.tag for each in root.iter()), "sum", "element", "group", "extension", "condition"])


def _other_number(rng: random.Random, root: Element, at: Element) -> None:
    found = [*NUMBER.finditer(at.text or "")]
    if found:
        match = rng.choice(found)
        number = rng.choice(("-1", "0", "1", "7", "99999999999", "007", "1.5", ""))
        at.text = at.text[: match.start()] + number + at.text[match.end() :]


def _without_a_word(rng: random.Random, root: Element, at: Element) -> None:
    words = (at.text or "").split()
    if words:
        del words[rng.randrange(len(words))]
    at.text = " ".join(words)


def _another_word(rng: random.Random, root: Element, at: Element) -> None:
    words = (at.text or "").split()
    words.insert(rng.randint(0, len(words)), rng.choice(WORDS))
    at.text = " ".join(words)


def _without_a_character(rng: random.Random, root: Element, at: Element) -> None:
    if text := at.text:
        place = rng.randrange(len(text))
        at.text = text[:place] + text[place + 1 :]


def _other_attribute(rng: random.Random, root: Element, at: Element) -> None:
    names = [*at.attrib, "startIndex", "rank", "type", "case", "closed", "circular", "reifiedBy", "as", "for"]
    at.set(rng.choice(names), rng.choice((*WORDS, "true", "first", "[2]", "[0]", "[-1]", "[2][2]")))


DAMAGES: tuple[Callable[[random.Random, Element, Element], None], ...] = (
    *(_without_child, _with_a_child_twice, _children_turned, _other_name, _other_number),
    *(_without_a_word, _another_word, _without_a_character, _other_attribute),
)


def damaged(seed: int) -> str:
    """A file with one to three damages."""
    rng = random.Random(seed)
    root = ElementTree.fromstring(rng.choice(FILES).read_text())
    for _ in range(rng.randint(1, 3)):
        rng.choice(DAMAGES)(rng, root, rng.choice(list(root.iter())))
    return ElementTree.tostring(root, encoding="unicode")


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(600))
def test_a_damaged_file_is_read_or_refused_in_one_line(seed):
    text = damaged(seed)
    try:
        model = read(Source("f.xml", text))
        encode(model, Sink(), EncoderOptions(max_clauses=100_000))
    except Csp2SatError as error:
        assert MESSAGE.fullmatch(str(error)), (str(error), text)
