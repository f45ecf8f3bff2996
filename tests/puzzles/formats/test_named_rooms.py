"""Rooms and cages with any names, in any order, and their clues by name."""

import pytest

import csp2sat
from csp2sat.errors import InputError

HEAD = "size 3 2\nregions\nz z b\nz a a\nclues\n"
CAGES = "; Killer\nsize 4 4\ncages\nx b b c\nx d b c\nd d e c\nf d e e\nsums\n"
KENKEN = "; Kenken\nsize 2 2\nregions\nb a\nb a\nclues\n"


def clues(text, kind="heyawake"):
    givens = csp2sat.loads(text, kind).board.givens
    return givens["clues" if "clues" in givens else "sums"]


ROOMS = "AABB\nAABB\nCCDD\nCCDD\n"


@pytest.mark.parametrize("values", ["A2 D1", "A=2 D=1", "A2\nD1", "A 2, D 1"])
def test_rooms_as_letters_need_no_heading(values):
    """The letters are the rooms, and numbers by letters are the clues, also without a sign between."""
    assert clues(f"heyawake\n{ROOMS}{values}\n", None) == [2, None, None, 1]


@pytest.mark.parametrize("text", [f"4x4\n{ROOMS}A=2\n", f"{ROOMS}\n1 2 3\nfoo bar\n"])
def test_letters_that_nothing_names_are_to_be_named(text):
    """A person with a puzzle reads first how to name it, and nothing of CNF and FlatZinc."""
    with pytest.raises(InputError, match=r"name the puzzle,? (write its name above|in a comment)") as error:
        csp2sat.loads(text)
    assert "flatzinc" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        (HEAD + "z=2 b=0\n", "heyawake", [2, 0, None]),
        (HEAD + "b=0\nz=2\na=-\n", "heyawake", [2, 0, None]),
        (
            HEAD.replace("z z", "7 7").replace("z a", "7 a").replace("b", "12").replace("a", "3") + "12=0 7=2\n",
            "heyawake",
            [2, 0, None],
        ),
        (HEAD + "- - -\n", "heyawake", [None, None, None]),  # no matter in which order
        (HEAD + "1 1 1\n", "heyawake", [1, 1, 1]),
        (CAGES + "d=8 b=9 x=5 f=2\n", "killer", [5, 9, None, 8, None, 2]),
        (CAGES.replace("x", "a") + "5 9 - 8 - 2\n", "killer", [5, 9, None, 8, None, 2]),
        (CAGES.replace("x", "-").replace("f", "-") + "d=8\n", "killer", [None, None, 8, None]),
        (KENKEN + "a=1- b=3+\n", "kenken", ["3+", "1-"]),
    ],
)
def test_values_by_name(text, kind, found):
    assert clues(text, kind) == found


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (HEAD + "z=2 q=1\n", "6:5", "'q=1': expected NAME=VALUE, NAME z, b or a"),
        (HEAD + "z=2 1\n", "6:5", "'1': expected NAME=VALUE, NAME z, b or a"),
        (HEAD + "z=2 z=1\n", "6:5", "'z=1': has a value already"),
        (HEAD + "z=x\n", "6:1", "'x' cannot stand here; expected a number or - (no clue)"),
        (
            HEAD + "1 2 3\n",
            "3:5",
            "room b begins behind room z, so it is not sure which clues are theirs; expected clues",
        ),
        (CAGES + "1 2 3 4 5 6\n", "4:3", "cage b begins behind cage x, so it is not sure which sums are theirs"),
        (CAGES + "1 2 3 4 5\n", "9:9", "found 5 sums; expected 6, one for each cage"),
        (
            CAGES.replace("f", "?") + "\n",
            "7:1",
            "'?' cannot stand here; expected the number of the cell's cage, its let",
        ),
    ],
)
def test_wrong_names(text, where, what):
    with pytest.raises(InputError) as wrong:
        clues(text, "killer" if "sums" in text else "heyawake")
    assert f"{where}: {what}" in str(wrong.value)
