"""What a sentence says on its way is true: each conclusion follows from what is named before it, and each count of
cells that would be left is the greatest that is possible.
"""

import json
import re
from collections import Counter

import pytest
from pysat.solvers import Solver
from support.chains import chain
from support.loop_places import edges_of

import csp2sat
from csp2sat.reasoning.search.derivations import CASE
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements

SLITHERLINK = (
    "; Slitherlink\nsize 7 7\n- - - - - - -\n2 2 - 1 2 2 -\n3 - - 0 3 - -\n- - - - - 2 -\n1 1 1 - - - 1\n"
    "1 1 - - 2 1 -\n- 1 2 - - 1 -\n"
)
MIDDLE = (
    "; Slitherlink\nsize 8 8\n2 1 1 - - - 1 -\n- - - - 0 0 - 1\n1 - 0 - - - - -\n- - - - 3 - 0 -\n"
    "- 0 1 2 - - 0 -\n1 - - 2 2 - - 1\n- - 2 2 - - 1 -\n3 - - 1 2 3 - 3\n"
)
HEYAWAKE = (
    "; Heyawake Puzzle\nsize 6 6\nregions\n0 1 2 2 2 3\n0 4 5 5 5 6\n7 7 5 5 5 8\n7 7 9 9 10 11\n7 7 9 9 10 12\n"
    "13 13 9 9 10 12\nclues\n- 0 - 0 - 2\n0 2 - - - -\n- -\n"
)
FILLOMINO = (
    "; Fillomino Puzzle\nsize 6 6\n1 3 - 4 - 1\n- - 1 - - -\n6 1 - 2 - 5\n- - 6 - 6 -\n- - 6 - 1 -\n- - - 6 - -\n"
)
TENTS = (
    "; Tents Puzzle\nsize 8 8\nrows\n- - - 4 - - - 2\ncolumns\n- 1 1 - - 2 - 3\ngrid\n- - T - T - - -\n"
    "- - - - - T T -\n- - - - - - - -\n- T - T - - - -\n- - - - T - - T\n"
    "- - - - T - T -\n- T - - - - T -\n- - - T - - - -\n"
)
CASTLE = (
    "; Castle Wall Puzzle\nsize 6 6\n- - - - - -\n- w0R - w0R w0D -\n- g0U - - - -\n- - - - w1L -\n- w0L - - w0L -\n"
    "- - - - - -\n"
)
MOONSUN = (
    "; Moon or Sun Puzzle\nsize 6 6\nregions\n0 0 0 1 1 2\n3 3 3 3 3 2\n4 4 3 3 3 2\n4 5 5 3 3 2\n4 5 6 3 3 7\n"
    "5 5 6 7 7 7\ngrid\nm - m s - -\ns s m - - m\n- - - - - -\nm s - m - -\n- s - - - -\ns - m - s -\n"
)
MASYU = "; Masyu\nsize 6 6\n- - - 1 - -\n- - - - - -\n1 - - - 0 -\n1 - - 0 - -\n- - - - - -\n1 - - - - -\n"
NURIKABE = (
    "; Nurikabe Puzzle\nsize 7 7\n1 - - - - - -\n- - - - - - -\n5 - - - - - -\n- - - - - - -\n- - - - - - -\n"
    "- - - - - - -\n? - - - 3 - 2\n"
)
AFTER = re.compile(r"(?:else|then), after (\d+) conclusions, (.*?), and (?=a line would|that is)")
ROOM = re.compile(
    r"else (only|at most) (\d+) cells?(?: \([^)]+\))? would be left for the (\d+) at row (\d+), column (\d+)"
)


class Outlines:
    """The trails of a board's chain; `faults` yields what does not follow by one small statement."""

    def __init__(self, text):
        self.found = statements(csp2sat.loads(text).board)
        self.finder = Finder(json.loads(json.dumps(question(self.found))))

    def follows(self, parts, holds, lit):
        own = [clause for part in parts if part >= 0 for clause in self.finder.parts[part].clauses]
        clauses = [*self.finder.definitions, *own]
        with Solver("minisat22", bootstrap_with=[[1], *clauses]) as solver:
            return not solver.solve(assumptions=[*holds, *([-lit] if lit else [])])

    def faults(self, trail, holds, before):
        for lit, part, way, noted, _, others in trail:
            if not before.issuperset(each for each in noted if abs(each) in self.finder.atoms):
                yield f"{noted} are not known"
            holds = [*holds, *noted]
            if part == CASE:
                yield from self.faults(way, [*holds, -lit], before)
            elif part < len(self.finder.joins) and part >= 0 and self.finder.joins[part]:
                yield f"{part} is no small statement"
            elif not self.follows([part, *others], holds, lit):
                yield f"{lit} does not follow by {part}"
            holds = [*holds, lit] if lit else holds

    def without_supposition(self, line, noted):
        """What needs no supposition, as the outline says, follows from the reason and the noted facts."""
        clauses = [clause for part in line["parts"] for clause in self.finder.clauses_of(part)]
        depends = {-lit for lit in line["facts"][:1]}
        with Solver("minisat22", bootstrap_with=[[1], *self.finder.definitions, *clauses]) as solver:
            for lit, _, _, _, visible, _ in line["trail"]:
                if not visible or depends.intersection(visible):
                    depends.add(lit)
                    visible = [each for each in visible if each in line["facts"][1:]]  # that the sentence names, too
                    for each in visible if lit == 0 else ():
                        if each not in depends and solver.solve(assumptions=[*line["known"], *noted, -each]):
                            yield f"{each} needs the supposition"
                elif solver.solve(assumptions=[*line["known"], *noted, *([-lit] if lit else [])]):
                    yield f"{lit} needs the supposition"

    def of_further_facts(self, line, small, before):
        """Each further fact has a way, if the facts before hold, or follows at once from those that have."""
        held, known = line["facts"][:1], line["known"]
        for lit, way in line["ways"]:
            noted = [each for part in way for each in part[3]]
            sure = self.finder.index.closure([1, *known, *held], small)
            sure = self.finder.index.closure([*sure, *noted], small)
            yield from self.faults(way, [*sure, -lit], before)
            held = [*held, lit]
        implied = self.finder.index.closure([1, *known, *held], set(line["parts"]))
        yield from (f"{lit} does not follow at once" for lit, _ in line["at_once"] if lit not in implied)
        for lit, part in line["at_once"]:  # by the statement that is named, if what else follows holds
            if not self.follows([part], implied - {lit}, lit):
                yield f"{lit} does not follow by {part}"

    def of_all_steps(self):
        before = set(self.finder.citable(self.finder.atoms))
        count = 0
        for line in self.finder.run():
            if "end" in line:
                break
            before |= set(line["known"])
            small = self.finder.smallest_of(line["parts"])
            sure = self.finder.index.closure([1, *line["known"]], small)  # what the known facts force at once
            noted = [lit for each in line["trail"] for lit in each[3]]
            sure |= self.finder.index.closure([*sure, *noted], small)
            count += bool(line["trail"])
            for fault in self.faults(line["trail"], [*sure, *(-lit for lit in line["facts"][:1])], before):
                yield f"step {line['number']}: {fault}"
            yield from self.of_further_facts(line, small, before)
            yield from self.without_supposition(line, noted)
            before |= set(line["facts"])
        assert count


KINDS = {
    "slitherlink": SLITHERLINK,
    "heyawake": HEYAWAKE,
    "tents": TENTS,
    "nurikabe": NURIKABE,
    "castle": CASTLE,
    "moonsun": MOONSUN,
    "masyu": MASYU,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", KINDS.values(), ids=KINDS)
def test_each_conclusion_follows_by_one_small_statement(text):
    assert list(Outlines(text).of_all_steps()) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MOONSUN, "else the loop visits suns in the room of row 2, column 1, against the moon at row 2, column 3."),
        (
            MOONSUN,
            "so the loop visits suns in the room of row 1, column 1, and the room of row 1, column 1 has no suns.",
        ),
        (CASTLE, "else the middle of rows 4 and 5, columns 5 and 6 is outside the loop, and the white cell at row 4"),
    ],
)
def test_an_outline_tells_what_no_fact_says(text, words):
    """Which signs the loop visits in a room, and what is inside of the loop: a step in words, `so` in JSON."""
    found = [step for step in chain(text) if words in step.text]
    assert found
    parts = found[0].neutral()["trail"]
    assert any(part["fact"] is None and part["so"] in words for part in parts[:-1]) and "so" not in parts[-1]


def test_a_long_supposition_says_how_many_conclusions_there_are_and_on_which_the_contradiction_rests():
    board, counted = csp2sat.loads(MIDDLE).board, 0
    for step in chain(board):
        ends = [trail for trail in (step.trail, *(way.trail for way in step.ways)) if trail]
        for count, words in re.findall(
            r"(?:else|then), after (\d+) conclusions, (.*?), and (?=a line would|that is|only )", step.text
        ):
            grounds = [{part.fact.places for part in way[:-1] if part.fact in way[-1].rests} for way in ends]
            assert (int(count), edges_of(board, words)) in [
                (len(way) - 1, own) for way, own in zip(ends, grounds, strict=True)
            ], step.text
            counted += 1
    assert counted == 1


def left_for(size, start, without, out):
    """How many cells the block of a number may have at most; out: the cells that cannot have it."""
    found = [start]
    for r, c in found:
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        found += [cell for cell in near if cell not in (*found, without) and cell not in out]
    return len(found)


def test_the_cells_that_would_be_left_are_as_many_as_are_possible():
    board = csp2sat.loads(FILLOMINO).board
    cells = [(r, c) for r in range(-1, 7) for c in range(-1, 7)]
    outside = {(r, c) for r, c in cells if not (0 <= r < 6 and 0 <= c < 6)}
    values = {(r, c): board.givens[r][c] for r, c in set(cells) - outside if board.givens[r][c]}
    gone, counted = set(), 0
    for step in chain(board):
        if found := ROOM.search(step.text):
            size, start = int(found[3]), (int(found[4]) - 1, int(found[5]) - 1)
            out = outside | {cell for cell, value in values.items() if value != size}
            out |= {cell for cell, value in gone if value == size}
            most = max(left_for(size, start, fact.places[0], out) for fact in step.facts)
            assert int(found[2]) >= most, step.text  # the other known cells may leave fewer
            assert int(found[2]) == most or found[1] == "at most", step.text
            counted += 1
        gone |= {(fact.places[0], fact.value) for fact in step.facts if fact.negative}
        values |= {fact.places[0]: fact.value for fact in step.facts if not fact.negative}
    assert counted > 5


def test_a_block_without_a_name_has_the_room_that_is_said_and_a_complete_one_all_of_its_cells():
    board, gone, counted = csp2sat.loads(FILLOMINO).board, set(), Counter()
    cells = {(r, c) for r in range(6) for c in range(6)}
    outside = {(r, c) for r in range(-1, 7) for c in range(-1, 7)} - cells
    values = {(r, c): board.givens[r][c] for r, c in cells if board.givens[r][c]}
    for step in chain(board):
        own = [(fact.places[0], fact.value) for fact in step.facts if fact.negative]
        found = re.search(
            r": else (only|at most) (\d) cells?.* would be left for a block of [^(]* there, since", step.text
        )
        if own and found and len(own) == len(step.facts):
            out = {value: {cell for cell, has in values.items() if has != value} for _, value in own}
            counts = [
                left_for(value, cell, None, outside | out[value] | {c for c, v in gone if v == value})
                for cell, value in own
            ]
            assert int(found[2]) >= max(counts), step.text
            assert int(found[2]) == max(counts) or found[1] == "at most", step.text
            counted["room"] += 1
        if found := re.search(r": the block of (\d) is complete", step.text):
            for cell, value in own:
                near = [
                    at
                    for at in [(cell[0] + r, cell[1] + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
                    if values.get(at) == value == int(found[1])
                ]
                others = {at for at in cells | outside if values.get(at) != value}
                assert any(left_for(value, at, None, others) == value for at in near), step.text
            counted["complete"] += 1
        gone |= {*own}
        values |= {fact.places[0]: fact.value for fact in step.facts if not fact.negative}
    assert counted["room"] > 3 and counted["complete"] > 0
