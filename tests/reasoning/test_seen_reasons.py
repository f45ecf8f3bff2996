"""What a player sees at once, in sentences of steps: each is computed again from its own words and the board."""

import re
from collections import Counter
from itertools import pairwise, product

import pytest
from support.chains import chain
from support.named_places import cells_of

from csp2sat.puzzles.kit.arrows import arrows
from csp2sat.puzzles.kit.variables import step as beside
from csp2sat.puzzles.types.akari import PUZZLE as AKARI
from csp2sat.reasoning.trail_blocks import blocks

AKARI_BOARD = "https://puzz.link/p?lightup/10/10/hcscl.h.idn.i.cgcndg.h.ncs.h"
LIT_BOARD = "https://puzz.link/p?lightup/10/10/.h5.bo..i56ambh.l0bjchbm.g6bg1bo06c1"
HITORI_ROWS = "84163257 15684121 26237843 64752738 58613542 47578376 23465284 31821615"
HITORI = "; Hitori Puzzle\nsize 8 8\n" + "".join(" ".join(row) + "\n" for row in HITORI_ROWS.split())
FLY_ROWS = "- - - 2R - -\n- 1R - - 1D -\n- - 0D - - -\n- - - 0U - -\n- 0U - - 1D -\n- - 3L - - -\n"
BEAM_ROWS = "- ?D - - ?L ?L\n- 0R - - ?U -\n0D - - - - -\n- - ?R 1R - -\n- - ?U ?R - 0U\n0R - - - - ?U\n"
BEAMS = f"; Hotaru Beam Puzzle\nsize 6 6\n{BEAM_ROWS}"
FLIES = f"; Hotaru Beam Puzzle\nsize 6 6\n{FLY_ROWS}"


def texts(steps):
    """The sentence of each step, and the lines of its suppositions, each with the step."""
    return [(step, text) for step in steps for text in (step.text, *blocks(steps.board, step))]


def shone_on(board, cell):
    """The cells on which a light shines, its own among them."""
    found = {cell}
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        at = cell[0] + down, cell[1] + right
        while board.has(at) and board.givens[at[0]][at[1]] == ".":
            found.add(at)
            at = at[0] + down, at[1] + right
    return found


def white_beside(board, cell):
    r, c = cell
    near = ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c))
    return {at for at in near if board.has(at) and board.givens[at[0]][at[1]] == "."}


def at(words):
    (cell,) = cells_of(words.lower())
    return cell


FEW_PLACES = re.compile(
    r"(.*) ha(?:s|ve) no light: a light (?:diagonal to|there would shine on (.*) and leave) the number (\d) at "
    r"(row \d+, column \d+) (?:would leave that number )?(?:only (\d) places?|(no) place)"
    r"(?:, since (.*) ha.* no light)?\."
)
ALONE = re.compile(
    r"(.*) ha(?:s|ve) no light: a light there would shine on (.*), from where alone (.*) can be lit"
    r"(?:, since (.*) ha.*)?\."
)
LAST = re.compile(
    r"(.*) has a light: (?:no other place can light it|only from there (.*) can be lit), since (.*) ha.* no light\."
)
LAST_LINE = re.compile(r" +- (.*) ha(?:s|ve) a light: (?:no other place can light it|only from there (.*) can be lit)")
SHINES = re.compile(r"\W*(.*) ha(?:s|ve) no light: the light at (.*) shines there(\.?)")


@pytest.mark.parametrize("given", [AKARI_BOARD, LIT_BOARD, AKARI.samples[0][0]])
def test_lights(given):
    steps = chain(given)
    board, seen = steps.board, set()
    for step, text in texts(steps):
        if found := FEW_PLACES.fullmatch(text):
            new, hit, number, clue, left, none, dark = found.groups()
            open_ = white_beside(board, at(clue)) - cells_of(dark or "")
            for cell in cells_of(new.lower()):
                rest = {there for there in open_ if there == cell or there not in shone_on(board, cell)}
                assert len(rest) == int(left or 0) < int(number) and bool(none) == (not rest)
                assert hit is None or cells_of(hit) <= open_ & shone_on(board, cell)
                assert hit is not None or {abs(a - b) for a, b in zip(cell, at(clue), strict=True)} == {1}
        elif found := ALONE.fullmatch(text):
            new, on, lit, dark = found.groups()
            assert shone_on(board, at(lit)) - cells_of(dark or "") == cells_of(on)
            assert all(
                shone_on(board, cell) >= cells_of(on) and cell not in cells_of(on) for cell in cells_of(new.lower())
            )
        elif found := LAST.fullmatch(text):
            new, lit, dark = found.groups()
            assert shone_on(board, at(lit or new)) - cells_of(dark) == {at(new)}
        elif found := LAST_LINE.fullmatch(text):
            dark = {fact.places[0] for fact in step.cited if fact.negative}
            lines = [words.partition(" no light") for words in blocks(board, step)]
            dark |= {cell for words, dark_, _ in lines if dark_ for cell in cells_of(words)}
            lit = at(found[2] or found[1])
            assert shone_on(board, lit) - dark == {at(found[1])}
        elif found := SHINES.fullmatch(text):
            assert cells_of(found[1].lower()) <= shone_on(board, at(found[2])) - {at(found[2])}
            assert steps.solution[at(found[2])[0]][at(found[2])[1]] == "*" or not found[3]
        else:
            assert not re.search("diagonal|shines there|leave the number|can be lit", text), text
            continue
        seen.add(found.re)
    assert seen >= {SHINES} and (given != LIT_BOARD or seen >= {FEW_PLACES, ALONE, LAST})


def test_equal_numbers_of_hitori():
    """The number is that of both cells, which are in the line, and the unshaded one is not shaded in the solution."""
    steps, count = chain(HITORI), 0
    value = {(r, c): v for r, row in enumerate(steps.board.givens) for c, v in enumerate(row)}
    for step, text in texts(steps):
        for found in re.finditer(r"(\w+) (\d+) has an unshaded (\d+) at (row \d+, column \d+)", text):
            name, line, number, there = found.groups()
            new = cells_of(re.split(" (?:is|are) shaded: ", text)[0].lower())
            assert value[at(there)] == int(number) and (
                text.count("unshaded") > 1 or {value[cell] for cell in new} == {int(number)}
            )
            assert {cell[name == "column"] for cell in (*new, at(there))} == {int(line) - 1} and at(there) not in new
            assert not text[0].isalnum() or [fact.places[0] for fact in step.known] == [at(there)]
            count += 1
        for number, one, two in re.findall(r"the (\d+)s at (.*\d) and (row .*) would both be unshaded", text):
            assert value[at(one)] == value[at(two)] == int(number) and at(one) != at(two)
            count += 1
    assert count > 15


def test_lines_of_fireflies():
    """A line without turns, and lines at cells without a firefly, by the known lines at the cell."""
    steps, count = chain(FLIES), 0
    flies = {(r, c) for r, row in enumerate(steps.board.givens) for c, sign in enumerate(row) if sign != "."}
    for step in steps:
        edges = {fact.places for fact in step.facts}
        if found := re.search(r": with 0 turns at (.*) the line from the dot goes straight on to (.*)\.", step.text):
            ends = sorted(map(at, found.groups()))
            line = [*product(*(range(one, last + 1) for one, last in zip(*ends, strict=True)))]
            assert flies.intersection(line) == {*ends} and edges <= {*pairwise(line)}
            count += 1
        if found := re.search(
            r": (the line goes on at )?(row \d+, column \d+)( has its two lines)?, since ", step.text
        ):
            lines = [fact for fact in step.known if at(found[2]) in fact.places and not fact.negative]
            assert at(found[2]) not in flies and len(lines) == (1 if found[1] else 2)
            assert all(at(found[2]) in edge for edge in edges)
            count += 1
    assert count > 10 and not any("the loop" in text for _, text in texts(steps))


def test_lines_between_fireflies():
    """Lines of known edges that an edge would make one have two dots at their ends, or no dot; at last no edge that is
    left is on a line from a dot, each of which is whole.
    """
    steps, seen = chain(BEAMS), list[str]()
    flies = arrows(steps.board)
    dots = {tuple(sorted((cell, beside(cell, fly.way)))) for cell, fly in flies.items()}
    known = dict[tuple, bool]()
    for step in steps:
        new = [fact.places for fact in step.facts]
        words = r": the lines? (?:from the dots at|between) (.*) would (run head-on|start at no)"
        if found := re.search(words, step.text):
            lines = [new[0], *(fact.places for fact in step.known if not fact.negative)]
            ends = Counter(cell for edge in lines for cell in edge)
            named = {at(text) for text in found[1].split(" and ")}
            assert step.facts[0].negative and named == ends.keys() & flies.keys()
            assert all(ends[cell] == 1 + (cell not in flies) for cell in ends)
            assert sum(edge in dots for edge in lines) == (2 if found[2] == "run head-on" else 0)
            seen.append(found[2])
        if "each firefly has its line, and there are no other lines" in step.text:
            lines = {edge for edge, true in known.items() if true}
            assert lines == {fact.places for fact in step.known} and dots <= lines and not lines & {*new}
            ends = Counter(cell for edge in lines for cell in edge)
            assert all(ends[cell] == 2 for cell in ends.keys() - flies.keys())
            seen.append("drawn")
        known.update((fact.places, not fact.negative) for fact in step.facts if fact.what == "edge")
    assert {*seen} == {"run head-on", "start at no", "drawn"}
