"""The givens that stay on a board: a smallest set that follows from the order alone, whichever questions are asked."""

from contextlib import closing

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.generating import uniqueness
from csp2sat.generating.boards import generate
from csp2sat.generating.dropping import ChangingRules, minimal, minimal_by_steps
from csp2sat.generating.uniqueness import is_unique
from csp2sat.puzzles.spec import Board


def test_minimal_sets_follow_from_the_order_alone():
    enough = ({1, 2}, {2, 3}, {4})

    def smallest(given, dropped=None):
        return next((each for each in enough if each <= set(given)), None)

    def all_given(given, dropped=None):
        return set(given) if smallest(given) else None

    for order in ([1, 2, 3, 4], [4, 3, 2, 1], [4, 1, 2, 3], [2, 4, 3, 1]):
        assert minimal(order, smallest) == minimal(order, all_given)
    assert minimal([4, 1, 2, 3], smallest) == [2, 3]
    assert minimal([1, 3], smallest) is None


@pytest.mark.parametrize("least", [0, 3, 9])
def test_steps_lead_to_the_same_set(least, seeds):
    for seed in seeds(range(40)):
        random = RandomSource(seed)
        order = random.shuffled(range(24))
        enough = [set(random.shuffled(order)[: random.below(9)]) for _ in range(3)]

        def core(given, dropped=None, enough=enough):
            return next((each for each in enough if each <= set(given)), None)

        def size(given):
            return 1 + given % 2

        found = minimal_by_steps(order, lambda given, core=core: core(given) is not None, least, size)
        assert found == minimal(order, core, least, size)


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", ["slitherlink", "masyu", "kurodoko", "sudoku"])
def test_other_solutions_near_a_cell_are_searched_first(puzzle, monkeypatch):
    """The board is the same whether other solutions are searched around the dropped given first or not."""
    size = (9, 9) if puzzle == "sudoku" else (7, 8)
    found = []
    for radii in ((), (1, 2), (0, 3, 9)):
        monkeypatch.setattr(uniqueness, "RADII", radii)
        found.append(generate(puzzle, *size, seed=5))
    assert found[0] == found[1] == found[2]


def test_steps_ask_fewer_questions():
    asked = []
    assert minimal_by_steps(range(200), lambda given: asked.append(given) or {50, 199} <= set(given)) == [50, 199]
    assert len(asked) < 40


def test_steps_without_enough_givens():
    assert minimal_by_steps([1, 2], lambda given: False) is None
    assert minimal_by_steps([], lambda given: True) == []


def test_solutions_of_earlier_boards_change_no_answer():
    board = Board("dbchoco", 3, 4, {"colors": ["#.##", "..#.", "..##"], "numbers": [[0] * 4] * 3})
    solution = [[0, 1, 1, 1], [0, 1, 1, 2], [1, 1, 1, 2]]
    sizes = {(r, c): 4 if area == 1 else 1 for r, row in enumerate(solution) for c, area in enumerate(row)}
    found = []
    with closing(ChangingRules(solution)) as boards:
        for number in range(len(sizes) + 1):
            for order in (list(sizes), list(reversed(sizes))):
                there = board.with_values({cell: sizes[cell] for cell in order[:number]})
                found.append(boards.is_unique(there))
                assert found[-1] == is_unique(there, solution)
    assert set(found) == {True, False}
