"""What is wrong with a typed loop."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.judging.answers import from_drawing
from csp2sat.puzzles.formats.reading import read_board

BOARD = read_board(Source("m", "; masyu\nsize 3 3\n- - -\nw - -\n- - b\n"))


@pytest.mark.parametrize(
    "text, place, said",
    [
        ("r-7\nw.|\n", "a:2:1: ", "2 rows of a loop; expected 3"),
        ("r-7\n| q |\nL-J\n", "a:2:3: ", "row 2, column 2 has q; expected a piece of the loop"),
        ("r--7\n|.|\nL-J\n", "a:1:1: ", "row 1 has 4 characters, expected 3"),
    ],
)
def test_fault_of_a_typed_loop(text, place, said):
    with pytest.raises(InputError) as raised:
        from_drawing(Source("a", text), BOARD)
    assert str(raised.value).startswith(place) and said in str(raised.value) and "r-7|LJ" in str(raised.value)
