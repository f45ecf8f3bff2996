"""Groups of cells, and what is said of shaded ones."""

import pytest

from csp2sat.puzzles.kit.checks import areas, groups, parting_faults, shaded_cells, touching, touching_faults

CELLS = shaded_cells(["##.#", "..##", "#..."], 3, 4)


def test_groups():
    assert areas(CELLS) == [[(0, 0), (0, 1)], [(0, 3), (1, 2), (1, 3)], [(2, 0)]]
    assert areas([]) == []
    assert groups({3: [1], 2: [], 1: [3, 3, 1], 4: [5], 5: [4]}) == [[1, 3], [2], [4, 5]]


def test_touching():
    assert touching(CELLS) == [((0, 0), (0, 1)), ((0, 3), (1, 3)), ((1, 2), (1, 3))]
    assert touching([(0, 0), (1, 1)]) == []
    assert touching_faults([(0, 1), (0, 2), (1, 2)], "lamps") == [
        "lamps touch, at row 1, column 2 and at row 1, column 3",
        "lamps touch, at row 1, column 3 and at row 2, column 3",
    ]


def test_parting():
    assert parting_faults(CELLS, "walls") == [
        "walls fall into 3 parts, at row 1, column 1; row 1, column 4; row 3, column 1"
    ]
    assert parting_faults([(4, 4)], "walls") == parting_faults([], "walls") == []


@pytest.mark.parametrize(
    "shading, message",
    [
        (None, "it is no list of 2 strings"),
        ("##", "it is no list of 2 strings"),
        (["##"], "it is no list of 2 strings"),
        (["##", 1], "it, row 2, is no string of 2 characters # or ."),
        (["#", "##"], "it, row 1, is no string of 2 characters # or ."),
        (["##", "#x"], "it, row 2, is no string of 2 characters # or ."),
    ],
    ids=str,
)
def test_what_is_no_shading(shading, message):
    with pytest.raises(ValueError) as info:
        shaded_cells(shading, 2, 2, "it")
    assert str(info.value) == message
