"""Steps of tatamibari: which sign a cell belongs to, and sentences that list the rectangles which facts leave."""

import re
from itertools import product

import pytest
from support.chains import chain, generated
from support.named_places import cells_of

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types.tatamibari import PUZZLE
from csp2sat.reasoning.merging.merged_steps import merged
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.wording.numbers.rectangle_words import rest_line

SIGN = r"the [-+|?] at row (\d+), column (\d+)"
CAN = re.compile(rf"{SIGN} (?:is|can only be) (.*?)(?=, since|: |\. So|; and only|\.$)")
FOUR = re.compile(r"the corners of four rectangles would meet at the lower right corner of row (\d+), column (\d+)")


def rectangles_of(board):
    """The cells of all rectangles of each sign, by its cell, found among all rectangles of the board."""
    signs = board.filled(".")
    found = {cell: set() for cell in signs}
    for top, bottom, left, right in product(range(board.rows), range(board.rows), range(board.cols), range(board.cols)):
        cells = frozenset(product(range(top, bottom + 1), range(left, right + 1)))
        inside, size = cells & signs.keys(), (bottom - top, right - left)
        form = "+" if size[0] == size[1] else "-" if size[0] < size[1] else "|"
        if cells and len(inside) == 1 and signs[min(inside)] in (form, "?"):
            found[min(inside)].add(cells)
    return found


def left_by(board, facts):
    """The rectangles of each sign that facts leave, where a cell belongs to one of the signs that can have it."""
    every, facts = rectangles_of(board), list(facts)
    for cell in {fact.places[0] for fact in facts}:
        able = {sign for sign, ways in every.items() if any(cell in way for way in ways)}
        able -= {fact.places[1] for fact in facts if fact.negative and fact.places[0] == cell}
        facts += [Fact("region", (cell, *able), None)] * (len(able) == 1)
    wanted = {sign: {f.places[0] for f in facts if f.places[1] == sign and not f.negative} for sign in every}
    shut = {sign: {f.places[0] for f in facts if (f.places[1] == sign) == f.negative} for sign in every}
    return {sign: {way for way in ways if wanted[sign] <= way and not shut[sign] & way} for sign, ways in every.items()}


@pytest.mark.parametrize("givens", ["?. .?", "?.. ..? ...", "+..| .... ..-.", "?..? .... ?..?", "|.- ... +.?", "? ."])
def test_the_facts_of_each_solution_satisfy_the_model_for_steps_and_no_others_do(givens):
    rows = givens.split()
    board = Board("tatamibari", len(rows), len(rows[0]), rows)
    every, divisions = rectangles_of(board), set()
    for ways in product(*every.values()):
        owner = {cell: sign for sign, way in zip(every, ways, strict=True) for cell in way}
        if sum(map(len, ways)) == len(owner) == board.rows * board.cols:
            names = dict[object, int]()
            areas = [[names.setdefault(owner[r, c], len(names)) for c in range(board.cols)] for r in range(board.rows)]
            if PUZZLE.rule_faults(board, areas) == []:
                divisions.add(str(areas))
    assert {str(each) for each in csp2sat.solutions(board)} == divisions
    found = statements(board)
    steps = chain(board)
    assert steps.status == ("SOLVED" if len(divisions) == 1 else "STUCK" if divisions else "CONTRADICTION")
    assert all(name.startswith(("only_", "owner_")) for name in {atom.name for atom in found.atoms.values()})


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sentences_list_the_rectangles_that_the_cited_facts_leave(seed):
    board, before, listed = generated("tatamibari", 7, 7, seed), list[Fact](), 0
    solution = board_owners(board)
    for step in chain(board):
        text, now = step.text[0].lower() + step.text[1:], left_by(board, before)
        for fact in step.facts:
            assert (solution[fact.places[0]] == fact.places[1]) != fact.negative, text
        for r, c, words in CAN.findall(text) if step.weight == 1 else ():
            sign, texts = (int(r) - 1, int(c) - 1), re.split("; or |; | or ", words)
            assert {frozenset(cells_of(each)) for each in texts} == now[sign], text
            listed += 1
        for r, c in FOUR.findall(text) if not step.trail else ():
            four = {*product((int(r) - 1, int(r)), (int(c) - 1, int(c)))}
            assert {fact.places[0] for fact in (*step.facts, *step.read.cited)} <= four, text
        assert "border" not in text and "number" not in text
        before += step.facts
    assert listed > 4


def board_owners(board):
    """The sign of each cell in the solution."""
    (areas,) = csp2sat.solutions(board)
    sign_of = {areas[r][c]: (r, c) for r, c in board.filled(".")}
    return {(r, c): sign_of[areas[r][c]] for r, c in board.cells()}


def test_texts_of_usual_boards_are_short():
    """Steps about the sides of cells had 4500 to 11000 words."""
    for seed in (1, 2, 3):
        steps = chain(generated("tatamibari", 7, 7, seed))
        assert sum(len(step.text.split()) for step in steps) < 2500
    assert PUZZLES["tatamibari"].facts.owner == "sign"


@pytest.mark.parametrize("kind, size, seed", [("tatamibari", 7, 1), ("shikaku", 6, 1), ("tatamibari", 5, 0)])
def test_each_rectangle_of_the_solution_is_said_by_a_step_or_at_the_end(kind, size, seed):
    chained = chain(generated(kind, size, size, seed))
    shown = list(merged(chained.board, chained.needed()))
    rest, said = rest_line(chained.board, shown, chained.solution), " ".join(step.text for step in shown)
    areas = dict[object, set]()
    for r, c in chained.board.cells():
        areas.setdefault(chained.solution[r][c], set()).add((r, c))
    named = dict[tuple[int, int], list[set]]()
    for found in re.finditer(r"[Tt]he \S+ at row (\d+), column (\d+) is (.*?)(?=, since|;|: |\.)", f"{said} {rest}"):
        named.setdefault((int(found[1]) - 1, int(found[2]) - 1), []).append(set(cells_of(found[3])))
    for cells in areas.values():
        assert cells in [way for at, ways in named.items() if at in cells for way in ways], (sorted(cells), rest)
    assert not rest or f"{rest}\n" in "\n".join([*lines(chained, False), ""])
    assert rest_line(chained.board, shown, None) == ""
