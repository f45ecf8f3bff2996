"""What a sentence says of an island or block that lacks cells, and of what is left out or folded in a supposition."""

from dataclasses import replace

import pytest
from support.sentence_scenes import NURIKABE, at, load_text

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.citations import Citations
from csp2sat.reasoning.search.graph_cuts.cuts import ONLY_WAY
from csp2sat.reasoning.sentences import sentence
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.step import FactWay, Step, TrailPart, UsedRule
from csp2sat.reasoning.step_reader import StepReader


@pytest.mark.parametrize(
    "note, at_vertex, broken, forced, words",
    [
        (
            "an island needs room for its number",
            0,
            {0: 1, 1: 0, 4: 0},
            1,
            "else only 1 cell would be left for the 3 at",
        ),
        ("an island needs room for its number", 0, {0: 1, 1: 0, 4: 0}, 0, "only 1 cell is left for the 3 at row 1"),
        ("an island needs a number within reach", 2, {2: 1, 1: 0, 3: 0, 6: 0}, -2, "no number reaches it"),
        (
            "an island needs a number within reach",
            2,
            {2: 1, 1: 0, 3: 0, 6: 0},
            1,
            "else no number would reach row 1, col",
        ),
        (
            "an island needs a number within reach",
            7,
            {0: 1, 3: 1, 7: 0, 6: 0, 2: 1, 1: 0},
            -2,
            "else no number would reach row 1, column 4",
        ),
        (
            "an island cannot be larger than its number",
            6,
            {0: 1, 1: 1, 2: 1, 3: 1},
            -3,
            "else the island of the 3 at row 1, column 1 would have 4 cells",
        ),
        (
            "an island cannot be larger than its number",
            6,
            {0: 1, 4: 0, 2: 1, 11: 0, 6: 1},
            -6,
            "the island of the 3 at row",
        ),
    ],
)
def test_islands_that_lack_cells_say_which_and_how_many(note, at_vertex, broken, forced, words):
    """`broken`: the vertices that are true, or false, where the cut is broken; `forced`: the vertex that follows, 0 for
    a contradiction, negative for a wall.
    """
    found = statements(load_text("nurikabe", NURIKABE))
    (graph,) = [number for number, each in enumerate(found.graphs) if each.rule == "islands"]
    clause = [[v, not true] for v, true in broken.items()]
    cut = {
        "graph": graph,
        "border": list(broken),
        "note": note,
        "at": at_vertex,
        "between": [],
        "clauses": [[graph, clause]],
    }
    lits = found.graphs[graph].lits
    follow = [lits[forced] if forced > 0 else -lits[-forced]] if forced else []
    said = Citations(found).words(10**6, {str(10**6): cut}, follow)
    assert said.removeprefix("one number in each island: ").startswith(words)


def test_a_step_names_the_known_facts_that_only_its_trail_needs():
    """They are no part of the reason, and cited in its sentence all the same."""
    board = load_text("akari", "; Akari\nsize 3 2\n- - -\n- 1 -\n")
    found = statements(board)
    lit = {found.atoms[each].name: each for each in found.atoms}
    one, two, three = (lit[f"x_{r}_{c}"] for r, c in ((0, 0), (0, 1), (0, 2)))
    number = next(at for at, part in enumerate(found.parts) if part.clue)
    line = {"number": 1, "facts": [-one], "parts": [number, number], "cuts": {}, "known": [], "smallest": "found"}
    trail = [[-two, number, [], [], [one], []], [0, number, [], [-three], [-two, -three], []]]
    step = StepReader(found).step(line | {"trail": trail, "ways": [], "at_once": [], "joint": 0, "uses": []})
    assert step.noted == (at(0, 2, "*", True),) and step.known == ()
    assert ", since row 1, column 3 has no light: " in step.text, "before the supposition"


def test_steps_by_which_a_line_goes_on_are_folded():
    found = csp2sat.steps(load_text("slitherlink"))
    easy = [step for step in found if ": the loop goes on" in step.text]
    assert easy and all(step.folded for step in easy)
    assert not all(step.routine for step in found if step.folded) or all(step.routine for step in easy)


def test_a_short_supposition_says_what_follows_from_the_opposite_and_what_fails_in_the_same_way():
    board = load_text("nurikabe", NURIKABE)
    last = TrailPart(None, "row 5", fails='against the rule "row 5"')
    trail = (*(TrailPart(at(0, column, "#"), "one loop") for column in range(4)), last)
    rules = (UsedRule("one loop", (), "one loop", 4),)
    step = Step(1, (at(1, 0, "#"),), (), rules, (), 0, "found", trail)
    assert sentence(board, step).endswith(': else row 1, columns 1 to 4 are wall, against the rule "row 5".')
    islands = [TrailPart(at(2 * row, 3 * row % 11, "#", True), "one loop") for row in range(14)]
    told = sentence(board, replace(step, trail=(*islands, *trail)))
    assert told.endswith(': else row 1, columns 1 to 4 are wall, against the rule "row 5".'), "of many what is there"
    none = sentence(board, replace(step, trail=(*islands, last)))
    assert ': else, in the end, that would be against the rule "row 5"' in none
    grounds = last._replace(rests=(islands[2].fact, islands[0].fact))
    ended = sentence(board, replace(step, trail=(*islands, grounds)))
    assert ": else, after 14 conclusions, row 1, column 1 and row 5, column 7 are island, and that would be" in ended
    more = replace(step, facts=(*step.facts, at(2, 0, "#")))
    said = sentence(board, more)
    assert said.startswith("Column 1, rows 2 and 3 are wall, by the rule") and ": if row 2, column 1 is island" in said
    assert said.endswith(' "row 5". Then the others follow likewise.')
    at_once = sentence(board, replace(more, at_once=((more.facts[1], ", by the rule X"),)))
    assert at_once.startswith("Column 1, rows 2 and 3 are wall") and at_once.endswith(
        " Then row 3, column 1 is wall, by the rule X."
    )
    alike = sentence(board, replace(more, ways=(FactWay(more.facts[1], trail),)))
    assert ": if row 2, column 1 is island or row 3, column 1 is island, then row 1, columns 1 to 4" in alike
    other = sentence(board, replace(more, ways=(FactWay(more.facts[1], trail[2:]),)))
    assert ' "row 5". Also, if row 3, column 1 is island, then row 1, columns 3 and 4 are wall, ' in other
    ordered = (trail[0], trail[1]._replace(rests=(at(0, 0, "#"),)), trail[2], last)
    told = sentence(board, replace(step, trail=ordered))
    assert ": else row 1, columns 1 and 3 are wall, so row 1, column 2 is wall, against " in told
    noted = replace(step, known=(at(4, 0, "#"),), noted=(at(5, 0, "#"),))
    assert ", since column 1, rows 5 and 6 are wall: else row 1, columns 1 to 4 are wall, " in sentence(board, noted)


def test_the_end_outside_of_the_board_is_its_edge():
    found = statements(load_text("cave", "; Cave\nsize 3 3\n- - -\n- - -\n- - -\n"))
    (graph,) = [number for number, each in enumerate(found.graphs) if "reach the edge" in each.origin.rule]
    middle = found.graphs[graph].variables.index(("s_1_1",))
    cut = {"graph": graph, "border": [], "note": ONLY_WAY, "at": -1, "between": [middle, 0], "clauses": [[graph, []]]}
    assert (
        Citations(found)
        .words(10**6, {str(10**6): cut})
        .endswith("the only way left between row 2, column 2 and the edge of the board")
    )


TENTS = "; Tents\nsize 4 3\nrows\n- - -\ncolumns\n- - - -\ngrid\n- - - -\n- T - T\n- - - -\n"


@pytest.mark.parametrize(
    "cell, known, new, words",
    [
        ((0, 0), {}, True, "no tree is beside it"),
        ((0, 0), {(0, 0): True}, False, "no tree is beside row 1, column 1"),
        ((0, 1), {(2, 1): True}, True, "the tree at row 2, column 2 has its tent at row 3, column 2"),
        ((1, 2), {(1, 2): True}, False, "no tree is left for the tent at row 2, column 3"),
        (
            (1, 2),
            {(0, 1): False, (1, 0): False, (2, 1): False, (0, 3): False, (2, 3): False, (1, 2): True},
            False,
            "the tree at row 2, column 2 and the tree at row 2, column 4 would both need the tent at row 2, column 3",
        ),
    ],
)
def test_why_a_cell_has_no_tent_by_its_trees(cell, known, new, words):
    board, row, column = csp2sat.loads(TENTS).board, *cell
    facts = [Fact("cell", (at,), "*", not has) for at, has in known.items()]
    so = [Fact("cell", (cell,), "*", True)] if new else []
    rule = f"a tent stands beside its tree, at row {row + 1}, column {column + 1}"
    assert PUZZLES["tents"].facts.why(board, rule, facts, so) == words


def test_a_tree_has_one_tent():
    board, fact = csp2sat.loads(TENTS).board, Fact("cell", ((0, 1),), "*")
    other = Fact("cell", ((1, 0),), "*")
    out = [other._replace(negative=True)]
    words = "the tree at row 2, column 2 has its tent at row 1, column 2"
    assert PUZZLES["tents"].facts.why(board, "one tent alone for the tree at row 2, column 2", [fact], out) == words
    two = PUZZLES["tents"].facts.broken(board, "a tent for the tree", (1, 1), [fact, other])
    assert two == "the tree at row 2, column 2 would have the tents at row 1, column 2 and row 2, column 1"
