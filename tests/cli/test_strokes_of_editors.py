"""What a player has drawn in a file or a link of an editor counts for `csp2sat hint`, wherever the text stands."""

from __future__ import annotations

import base64
import warnings
import zlib

import pytest

from csp2sat.api.reasoning.partial import board_with_lines, partial_in
from csp2sat.base.source import Source
from csp2sat.errors import InputWarning
from csp2sat.puzzles.formats import penpa
from csp2sat.puzzles.formats.reading import read_board

NURIKABE = "pzprv3/nurikabe/2/3/+ # . /1 . . /\n"
LOOP = "pzprv3/slither/2/2/2 . /. . /1 0 -1 /0 0 0 /0 1 /0 0 /-1 0 /\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_shaded_cells_and_dots_count(here):
    (here / "n.txt").write_text(NURIKABE)
    board, filled = board_with_lines("n.txt", None)
    assert {(fact.places[0], fact.value == "#" and not fact.negative) for fact in filled.facts} == {
        ((0, 0), False),
        ((0, 1), True),
    }
    assert partial_in("n.txt", board).facts == filled.facts


def test_lines_and_crosses_count_where_the_board_itself_has_them(here, monkeypatch):
    """A finished loop needs no crosses, and edges without a mark say nothing."""
    (here / "s.txt").write_text(LOOP)
    board, filled = board_with_lines("s.txt", None)
    lines = {fact.places: not fact.negative for fact in filled.facts}
    assert sorted(lines.values()) == [False, False, True, True] and board.puzzle == "slitherlink"
    monkeypatch.setattr("csp2sat.solving.inputs.data_of", lambda path, kind=None: (LOOP.encode(), path, ""))
    monkeypatch.setattr("csp2sat.api.reasoning.partial.data_of", lambda path, kind=None: (LOOP.encode(), path, ""))
    assert board_with_lines("-", None)[1].facts == filled.facts


def answered_link(answer: str) -> str:
    """A link of Penpa+ to a nurikabe of 2 rows and 3 columns with this layer of the answer."""
    board = read_board(Source("", "; Nurikabe\nsize 3 2\n- - -\n1 - -\n"))
    start, payload = penpa.write(board).strip().split("&p=")
    lines = penpa._unpacked(payload).split("\n")
    lines[4] = answer
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"{start}&p={base64.b64encode(packer.compress(chr(10).join(lines).encode()) + packer.flush()).decode()}"


def test_cells_that_are_drawn_black_on_a_link_count(here):
    """The cells of a sheet have two more columns and rows on each side."""
    link = answered_link('{"surface":{"16":4}}')
    board, filled = board_with_lines(link, None)
    assert [(fact.places, fact.negative) for fact in filled.facts] == [(((0, 0),), False)]
    (here / "l.txt").write_text(link)
    for name in (link, "l.txt"):
        assert partial_in(name, board).facts == filled.facts


@pytest.mark.parametrize(
    "answer", ['{"symbol":{"16":[1,"circle_L",1]}}', '{"surface":{"16":2}}', '{"number":{"16":["7",1,"1"]}}']
)
def test_what_does_not_count_on_a_link_is_said(answer):
    link = answered_link(answer)
    with pytest.warns(InputWarning, match="in the drawn answer only black cells"):
        assert not board_with_lines(link, None)[1].facts


def test_a_link_without_an_answer_says_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert board_with_lines(answered_link("{}"), None)[1].facts == []
