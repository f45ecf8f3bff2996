"""Words of steps: what a cell's own values say, and reasons that are perhaps not the shortest."""

import re
from dataclasses import replace

import pytest
from support.sentence_places import missing
from support.sentence_scenes import BOARD, RIGHT, at, load_text

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.citations import Citations
from csp2sat.reasoning.search.derivations import CASE
from csp2sat.reasoning.search.graph_cuts.cuts import ONLY_WAY
from csp2sat.reasoning.sentences import doubts, facts_text, sentence
from csp2sat.reasoning.statements import Atom, BoardStatements, statements
from csp2sat.reasoning.step import CitedClue, LeftNumbers, Marks, RuleUse, Step, TrailPart, UsedRule
from csp2sat.reasoning.step_reader import StepReader
from csp2sat.reasoning.wording.failures import and_by
from csp2sat.reasoning.wording.line_rules import rule_words
from csp2sat.reasoning.wording.numbers.left_numbers import NumbersLeft
from csp2sat.reasoning.wording.patterns import pattern, walk, wall_text

WALLS = Board("nurikabe", 1, 2, {"numbers": [[1, 0]]})


def test_a_cell_that_is_no_wall_is_island():
    wall = Fact("cell", ((0, 1),), "#")
    assert facts_text(WALLS, [wall]) == "row 1, column 2 is wall"
    assert facts_text(WALLS, [wall._replace(negative=True)]) == "row 1, column 2 is island"


def step(number: int, times: int, smallest: str) -> Step:
    rule = UsedRule("a rule", (), "a rule", times)
    fact = RIGHT._replace(places=tuple((number, column) for _, column in RIGHT.places))
    return Step(number, (fact,), (), (rule,), (), 0, smallest, text="A step.")


NOT_PROVED = "The program has not proved that no shorter reason exists for"


class Found(list):
    status, board, solution = "STUCK", BOARD, None

    def needed(self):
        return self


@pytest.mark.parametrize(
    "steps, text",
    [
        ([], ""),
        ([step(1, 5, "proved"), step(2, 6, "proved")], ""),
        ([step(1, 5, "found"), step(2, 6, "proved")], ""),  # a pattern, of which a reader sees that it is short
        (
            [replace(step(8, 6, "found"), first=7)],
            f"{NOT_PROVED} steps 7–8.",
        ),
        ([step(7, 6, "found")], f"{NOT_PROVED} step 7."),
        (
            [step(7, 6, "found"), step(9, 8, "found")],
            f"{NOT_PROVED} steps 7 and 9.",
        ),
        (
            [step(number, 6, "found") for number in (2, 4, 5, 7, 8, 9)],
            f"{NOT_PROVED} steps 2, 4, 5, 7, 8 and 9.",
        ),
        (
            [step(number, 6, "found") for number in range(3, 24, 3)],
            f"{NOT_PROVED} steps 3, 6, 9 and 4 more.",
        ),
    ],
)
def test_doubts_are_told_once_at_the_end(steps, text):
    """A reason that was found, and not proved to be the smallest, is perhaps not the shortest."""
    assert doubts(steps) == text
    printed = list(lines(Found(steps), False))
    assert printed[-1] == (text or "Nothing more is forced: the board has several solutions.")
    assert sum("not proved" in line for line in printed) == bool(text)


def test_a_conclusion_whose_opposite_leads_to_a_contradiction():
    found = BoardStatements(WALLS, atoms={2: Atom("x_0_0", None), 3: Atom("x_0_1", None)})
    way = [[3, -1, [], [], [], []], [0, -1, [], [], [], []]]
    said = StepReader(found)._conclusion([2, CASE, way, [], [], []], {}, [])
    assert said.by == "else row 1, column 2 is wall (the facts before) and no number is left"
    assert [part["by"] for part in said.neutral()["way"]] == [part.by for part in said.way]


def test_a_case_with_cases_is_not_told_in_brackets():
    """Nor are conclusions that would be a sentence of thousands of words; both are lines."""
    found = BoardStatements(WALLS, atoms={2: Atom("x_0_0", None), 3: Atom("x_0_1", None)})
    end = [0, -1, [], [], [], []]
    inner = [2, CASE, [[3, -1, [], [], [], []], end], [], [], []]
    for way in ([inner, end], [[3, -1, [], [], [], []]] * 9 + [end]):
        assert StepReader(found)._conclusion([-2, CASE, way, [], [], []], {}, []).by == "else a contradiction follows"


@pytest.mark.parametrize(
    "literal, text",
    [
        (2, "the only number left"),
        (-2, "a cell has one number"),
        (0, "no number is left for row 1, column 1"),
        (3, "the facts before"),
    ],
)
def test_conclusions_from_a_cells_own_values(literal, text):
    """In a trail a conclusion that needs no clue and no rule has words of its own."""
    number = Board("sudoku", 1, 1, {"numbers": [[0]]})
    found = BoardStatements(number, atoms={2: Atom("x_0_0", 1), 3: Atom("h_0_0", None)})
    assert StepReader(found)._conclusion([literal, -1, [], [-2], [], []], {}, []).by == text


@pytest.mark.parametrize(
    "cells, order",
    [
        ([(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)]),
        ([(1, 1), (0, 0), (2, 0)], [(0, 0), (1, 1), (2, 0)]),  # a chain may turn
        ([(0, 0), (1, 1)], []),
        ([(0, 0), (1, 1), (3, 3)], []),
        ([(0, 1), (1, 0), (1, 2), (2, 1)], [(0, 1), (1, 0), (2, 1), (1, 2)]),  # a ring
        ([(0, 0), (0, 2), (1, 1), (2, 2)], []),  # a branch
        ([(0, 0), (1, 1), (5, 1), (6, 2), (7, 1), (6, 0)], []),
    ],
)
def test_cells_that_touch_at_corners_in_walking_order(cells, order):
    assert walk(cells) == order


@pytest.mark.parametrize(
    "cells, words",
    [
        ([(0, 2), (1, 1), (2, 0)], "the diagonal from row 1, column 3 to row 3, column 1"),
        (
            [(0, 1), (1, 2), (2, 1), (3, 0)],
            "the chain row 1, column 2 – row 2, column 3 – row 3, column 2 –"
            " row 4, column 1 (touching at corners, from edge to edge)",
        ),
        (
            [(0, 1), (1, 0), (1, 2), (2, 1)],
            "the ring row 1, column 2 – row 2, column 1 – row 3, column 2 – row 2, column 3 (touching at corners)",
        ),
        ([(0, 1), (1, 0)], "row 1, column 2 and row 2, column 1"),
    ],
)
def test_cells_that_part_others_are_named_in_walking_order(cells, words):
    assert wall_text(Board("hitori", 4, 4, {}), cells) == words


@pytest.mark.parametrize(
    "border, forced, broken",
    [
        ([(0, 1), (1, 0)], "row 1, column 2 and row 2, column 1 would cut off A from B", "column 1 cut off A from B"),
        ([(0, 2), (1, 1), (2, 0)], "to row 3, column 1 would part A from B", "to row 3, column 1 parts A from B"),
        (
            [(r, c) for r in (0, 2, 4, 6) for c in (1, 4)],
            "the only way left between A and B",
            "no way is left between A and B",
        ),
    ],
)
def test_what_contradicts_itself_leaves_no_way(border, forced, broken):
    board = Board("hitori", 8, 8, {"numbers": [[1] * 8] * 8})
    found = statements(board)
    (graph,) = [at for at, each in enumerate(found.graphs) if each.rule == "connected"]
    cut = {"graph": graph, "border": [8 * r + c for r, c in border], "note": ONLY_WAY, "at": -1, "between": [0, 63]}
    for follow, words in ((None, forced), ([], broken)):
        said = Citations(found).words(10**6, {str(10**6): cut}, follow)
        assert said.endswith(words.replace("A", "row 1, column 1").replace("B", "row 8, column 8"))


@pytest.mark.parametrize(
    "kind, places, words",
    [
        ("slitherlink", [(0, 0)], ", in a corner of the board"),
        ("slitherlink", [(2, 0)], ", in a corner of the board"),
        ("slitherlink", [(0, 1)], ""),
        ("slitherlink", [(0, 1), (0, 2)], ", side by side"),
        ("slitherlink", [(0, 1), (1, 1)], ", one above the other"),
        ("slitherlink", [(0, 1), (1, 2)], ", which touch at a corner"),
        ("slitherlink", [(0, 0), (1, 1), (2, 2)], ", on a diagonal"),
        ("slitherlink", [(0, 1), (1, 0), (2, 1)], ", in a chain whose cells touch at corners"),
        ("slitherlink", [(0, 0), (2, 2)], ""),
        ("slitherlink", [(0, 0), (0, 1), (0, 2)], ""),
        ("heyawake", [(0, 0)], ""),  # the clue is a room's
    ],
)
def test_patterns_of_clues(kind, places, words):
    """How clues are to each other is told where the reason has no known fact."""
    board = load_text(kind)
    clues = tuple(CitedClue(place, "number 3") for place in places)
    rules = (UsedRule("one loop", (), "one loop"),)
    step = Step(1, (), clues, rules, (), 0, "found")
    assert pattern(board, step) == words
    assert pattern(board, replace(step, known=(RIGHT,))) == pattern(board, replace(step, rules=())) == ""


@pytest.mark.parametrize(
    "text, words",
    [
        ("number 3", "by the number 3 at row 1, column 2"),
        ("number 3 (of which A counts 1)", "by the number 3 at row 1, column 2 (of which A counts 1)"),
        ("room with 1 shaded cell", "by the room of row 1, column 2, which has 1 shaded cell"),
        ("a tent for the tree", "by a tent for the tree at row 1, column 2"),
        ("not shaded", "by the clue at row 1, column 2 (not shaded)"),
        ("no line", "by the clue at row 1, column 2 (no line)"),
        ("circle is not shaded", "by the clue at row 1, column 2 (circle is not shaded)"),
    ],
)
def test_a_clue_that_says_what_its_cell_is_comes_after_its_place(text, words):
    step = Step(1, (RIGHT,), (CitedClue((0, 1), text),), (), (), 0, "found")
    assert words in sentence(load_text("slitherlink"), step)


def test_what_one_cell_says_by_several_rules_are_several_clues():
    """The cell of an arrow has no line, and a number: a reason names the one that it uses."""
    board = load_text("yajilin", "; Yajilin Puzzle\nsize 3 3\n- - 1D\n- - -\n- - -\n")
    clues = {part.origin.rule for part in statements(board).parts if part.clue}
    assert clues == {"no line in a given cell", "number 1 with an arrow down"}


def test_cells_of_a_star_are_told_with_their_opposites_and_each_fact_is_told():
    board = load_text("galaxies", "; Galaxies Puzzle\nsize 4 2\nstars\n1 1\n2 5\n")
    facts = [Fact("region", ((0, 0), (0, 0)), None), *(Fact("region", ((0, c), (0, 2)), None) for c in (1, 2))]
    assert facts_text(board, facts) == (
        "row 1, column 1 is in the galaxy of star A at row 1, column 1 and"
        " row 1, columns 2 and 3, and row 2, columns 3 and 4 are in the galaxy of star B at rows 1 and 2, column 3"
    )
    assert facts_text(board, [facts[0]._replace(negative=True)]).startswith("row 1, column 1 is not in the galaxy of")


def test_a_rule_of_several_rooms_names_each_of_them():
    board = load_text("country", "; Country Road Puzzle\nsize 2 2\nregions\n0 0\n1 1\nclues\n- -\n")
    found = statements(board)
    rooms = [at for at, part in enumerate(found.parts) if part.origin.rule == "room entered once"]
    rules = Citations(found).clues_and_rules({"parts": rooms, "cuts": {}, "facts": [1]})[1]
    assert {rule.places for rule in rules} == {((0, 0),), ((1, 0),)}
    step = Step(1, (RIGHT,), (), tuple(rules), (), 0, "found")
    assert 'the rule "room entered once" at column 1, rows 1 and 2.' in sentence(board, step)


@pytest.mark.parametrize(
    "facts, rule, known, clue, words",
    [
        (
            [at(0, 1, 5, True)],
            "row 1",
            [at(0, 0, 5)],
            "",
            "column 2 is not 5, since row 1 has its 5 at row 1, column 1.",
        ),
        (
            [at(0, 1, 5, True)],
            "box at row 1, column 1",
            [],
            "number 5",
            "the box at row 1, column 1 has its 5 at row 1,",
        ),
        ([at(0, 1, 5, True)], "row 1", [at(0, 0, 4)], "", 'by the rule "no value twice in row 1", since'),
        (
            [at(0, 1, 1)],
            "row 1",
            [at(0, 2, 1, True)],
            "number 5",
            "1, the only place left for 1 in row 1, since row 1, column 3 is not 1 and row 1, column 1 is 5.",
        ),
        (
            [at(0, 1, 1), at(0, 2, 1, True)],
            "row 1",
            [at(0, 1, 2, True)],
            "",
            "1, the only number left there: 2 is out. So row 1, column 3 is not 1.",
        ),
        ([at(0, 1, 1)], "row 1", [at(0, 2, 1, True), at(0, 2, 2, True)], "", 'by the rule "no value twice in row 1",'),
    ],
)
def test_lines_with_each_number_once(facts, rule, known, clue, words):
    """What a line has already, the only place of a number and the only number of a place; else the rule is named."""
    clues = (CitedClue((0, 0), clue),) if clue else ()
    given = tuple((each, at(0, 0, int(clue.split()[-1]))) for each in clues)
    rules = (UsedRule(rule, (), rule),)
    said = Step(1, tuple(facts), clues, rules, tuple(known), len(clues), "proved", given=given)
    assert words in sentence(load_text("sudoku"), said)


def test_few_numbers_that_are_left():
    facts = [at(0, column, value, True) for column in (0, 1) for value in (1, 2, 3)]
    left = {((0, 0),): LeftNumbers((4, 5)), ((0, 1),): LeftNumbers((4, 5))}
    assert facts_text(load_text("sudoku"), facts, left) == "row 1, columns 1 and 2 can only be 4 or 5"


def test_what_a_cell_can_only_be_follows_from_the_facts_of_one_step():
    """A reader checks the reason in the sentence, which tells nothing of numbers that fell before."""
    found = BoardStatements(load_text("sudoku"), atoms={n: Atom("x_0_0", n) for n in range(1, 10)})
    assert NumbersLeft(found).without(range(-9, -2)) == {((0, 0),): ((1, 2), ())}
    later = NumbersLeft(found)
    later.without([-9])
    left = later.without(range(-8, -2))
    assert left == {((0, 0),): ((1, 2), (9,))}
    words = facts_text(load_text("sudoku"), [at(0, 0, n, True) for n in range(3, 9)], left)
    assert words == "row 1, column 1, which is not 9, can only be 1 or 2"
    later = NumbersLeft(found)
    later.without(range(-9, -5))
    assert later.without(range(-5, -2)) == {}
    found.atoms[10] = Atom("x_0_0", "more than 8")
    later = NumbersLeft(found)
    later.without([-10])
    assert later.without(range(-9, -2)) == {}


def test_a_rule_has_its_places_where_the_facts_do_not_have_them():
    rule = UsedRule("no two shaded cells side by side", ((3, 0), (4, 0)), "no two shaded cells side by side")
    step = Step(1, (at(0, 0, "#"),), (), (rule,), (), 0, "proved")
    words = 'by the rule "no two shaded cells side by side" at column 1, rows 4 and 5.'
    assert words in sentence(load_text("hitori"), step)
    assert words not in sentence(load_text("hitori"), replace(step, known=(at(3, 0, "#"), at(4, 0, "#"))))


def test_lines_with_each_number_once_in_trails():
    assert rule_words("row 5") == "no value twice in row 5"
    assert rule_words("box at row 1, column 4") == "no value twice in the box at row 1, column 4"
    assert rule_words("no two shaded cells side by side") == "no two shaded cells side by side"


def test_a_supposition_names_its_rules_and_leaves_their_uses_to_the_trail():
    rules = (UsedRule("row 5", (), "row 5"), UsedRule("one loop", ((0, 0),), "one loop: no way", 4))
    trail = (TrailPart(at(0, 1, "#"), "one loop"), TrailPart(None, "row 5", fails="row 5 has two 1s"))
    supposed = Step(1, (at(0, 0, "#"),), (), rules, (), 0, "found", trail)
    assert sentence(WALLS, supposed).endswith(
        ' by the rules "no value twice in row 5" and "one loop": else row 1, column 2 is wall, and row 5 has two 1s.'
    )
    without = sentence(WALLS, replace(supposed, trail=(), rules=(rules[1]._replace(times=6),)))
    assert 'all other ways end in contradictions, by 6 uses of the rule "one loop".' in without


def test_a_rule_at_a_cell_with_a_number_is_no_second_rule():
    """The room of a clue of country is entered once as other rooms are."""
    name = "room entered once"
    rules = (UsedRule(name, ((0, 0),), f"{name} at row 1, column 1"),)
    step = Step(1, (RIGHT,), (CitedClue((1, 1), name), CitedClue((1, 0), "number 2")), rules, (), 0, "found")
    assert sentence(BOARD, step).endswith(
        'by the rule "room entered once" at row 1, column 1 and row 2, column 2, and the number 2 at row 2, column 1.'
    )


TEXT = 'Row 1, column 2 is not 5, by number 3 at row 3, column 3 and the rule "pairs" at row 2, columns 1 and 2, since '


@pytest.mark.parametrize(
    "words, less, lacks",
    [
        ("", "", []),
        ("row 1, column 4 is 5", "this is 5", ["cell ((0, 3),)"]),
        ("row 1, column 4 is 5", "row 1, column 4 is so", ["number 5"]),
        ("row 1, column 4 is 5", "1 cells are 5", ["1 cells"]),
        ("number 3 at row 3, column 3", "number 3", ["clue at (2, 2)"]),
        ("row 2, columns 1 and 2", "row 2, column 1", ["rule at (1, 1)"]),
        ("Row 1, column 2", "It", ["cell ((0, 1),)"]),
    ],
)
def test_what_a_sentence_does_not_name_would_be_seen(words, less, lacks):
    """The check that reads places from the words alone (`support.sentence_places`)."""
    use = RuleUse("pairs", ((1, 0), (1, 1)))
    rules = (UsedRule("pairs", use.at, "pairs", 1, (use,)),)
    text = f"{TEXT}row 1, column 4 is 5.".replace(words, less).replace("not 5", "not that")
    clues = (CitedClue((2, 2), "number 3"),)
    step = Step(1, (at(0, 1, 5, True),), clues, rules, (at(0, 3, 5),), 0, "found", text=text)
    assert list(missing(load_text("sudoku"), step)) == lacks


def test_the_places_of_a_number_in_a_row_that_are_all_in_one_box():
    """Two rules, as a person says them."""
    row, box = ((0, 0), (0, 1), (0, 2), (0, 3)), ((0, 0), (0, 1), (1, 0), (1, 1))
    rules = (UsedRule("row 1", row, "row 1"), UsedRule("box at row 1, column 1", box, "box at row 1, column 1"))
    known = (at(0, 2, 3, True), at(0, 3, 4))
    step = Step(1, (at(1, 0, 3, True),), (), rules, known, 0, "proved")
    sudoku = load_text("sudoku")
    empty = replace(sudoku, givens={**sudoku.givens, "grid": [[0] * 4 for _ in range(4)]})
    assert sentence(empty, step) == (
        "Row 2, column 1 is not 3: row 1 has its 3 at one of row 1, columns 1 and 2, all in the box at row 1, column 1,"
        " since row 1, column 3 is not 3 and row 1, column 4 is 4."
    )
    other = replace(step, known=(at(0, 2, 3, True), at(0, 3, 2, True)))
    assert 'the rule "no value twice in row 1" and the rule' in sentence(load_text("sudoku"), other)


def test_pairs_and_triples():
    """As many numbers as cells, or as many cells as numbers, are left in a row."""
    row = tuple((0, column) for column in range(4))
    numbers = {(cell,): (1, 2, 3, 4) for cell in row}
    rules = (UsedRule("row 1", row, "row 1"),)
    out = tuple(at(0, column, value, True) for column in (0, 1) for value in (3, 4))
    step = Step(1, (at(0, 2, 1, True),), (), rules, out, 0, "proved", marks=Marks(numbers))
    assert sentence(load_text("sudoku"), step) == (
        "Row 1, column 3 is not 1: row 1, columns 1 and 2 can only be 1 or 2, and need both of these (a pair)."
    )
    triple = replace(step, known=tuple(at(0, column, 4, True) for column in (0, 1, 2)), facts=(at(0, 3, 1, True),))
    assert "columns 1 to 3 can only be 1, 2 or 3, and need all of these (a triple)" in sentence(
        load_text("sudoku"), triple
    )
    hidden = replace(step, facts=(at(0, 0, 1, True), at(0, 1, 2, True)), known=out)
    wide = {(cell,): (1, 2, 3, 4, 5) for cell in row}
    hidden = replace(hidden, known=tuple(at(0, column, value, True) for column in (2, 3) for value in (3, 4)))
    assert sentence(load_text("sudoku"), replace(hidden, marks=Marks(wide))) == (
        "Row 1, column 1 is not 1 and row 1, column 2 is not 2: the only places left for 3 and 4 in row 1 are row 1,"
        " columns 1 and 2 (a pair), since row 1, columns 3 and 4 are not 3 or 4."
    )
    large = replace(hidden, known=tuple(at(0, column, value, True) for column in (2, 3) for value in (9, 10)))
    wide = {(cell,): range(1, 17) for cell in row}
    assert "the only places left for 9 and 10 in row 1" in sentence(
        load_text("sudoku"), replace(large, marks=Marks(wide))
    )
    assert 'by the rule "no value twice in row 1"' in sentence(load_text("sudoku"), replace(step, marks=Marks()))


FILLOMINO = (
    "; Fillomino Puzzle\nsize 6 6\n- - - 4 - -\n- 5 - - 1 4\n- 4 2 - - -\n- - 1 5 - -\n- - - 3 1 2\n2 - 4 - - 1\n"
)


def test_a_rule_of_blocks_names_the_numbers_that_it_excludes_and_a_supposition_all_that_is_excluded():
    texts = [step.text for step in csp2sat.steps(load_text("fillomino", FILLOMINO), limit=33)]
    without = "without row 2, column 3 and row 3, column 4, which touch the 2 at "
    assert f"4 is not 2: else only 1 cell would be left for a block of 2 there, {without}" in texts[3]
    assert (
        "1, 2 or 4: else only 2 cells (row 1, columns 5 and 6) would be left for a block of any other number there,"
        in texts[4]
    )
    assert "column 4 is 5: else only 4 cells (row 3, columns 5 and 6, and row 4, columns 4 and 5) would be" in texts[9]
    assert "1, 2 and 6 or more are out, and with 3 or 4 only 1 cell would be left for the block" in texts[22]
    assert " row 5, column 2 is neither 3 nor 4, then row 6, column 4 is 3 and row 6, column 4 is 4, and " in texts[25]
    assert not any(re.search(r"the (\d) at (row \d, column \d), .*\2 is \1", text) for text in texts)


def test_values_that_are_no_numbers_have_their_own_words():
    """Letters, empty cells and the ends of rectangles are hidden numbers, which no sentence names."""
    for kind in ("easyasabc", "shikaku"):
        steps = list(csp2sat.steps(csp2sat.loads(PUZZLES[kind].samples[0][0]).board))
        assert steps and not any(re.search(r"can only be \d", step.text) for step in steps)
        assert not any(step.marks.before for step in steps)


@pytest.mark.parametrize(
    "words, more",
    [
        ([], ""),
        (["v at row 3, column 1", "two ends"], " and v at row 3, column 1 and two ends"),
        ([f"the snake goes on at row {row}, column 2" for row in (1, 2, 3)], " and the snake goes on at 3 places"),
    ],
)
def test_further_statements_of_a_conclusion(words, more):
    """A conclusion that joins statements names each, or counts many of one rule."""
    assert and_by(TrailPart(None, "<", fails="against <"), words)[1:4:2] == (f"<{more}", f"against <{more}")
