"""Sentences about edges: borders, lines, loops, bridges, and the cuts that part two places."""

from dataclasses import replace
from itertools import product

import pytest
from support.chains import chain
from support.sentence_scenes import BOARD, RIGHT, at, load_text

import csp2sat
from csp2sat.graphs.graph import Graph
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.reasoning.notes.cut_notes import enclosed
from csp2sat.reasoning.search.graph_cuts.loop_ways import CLOSED, EARLY, ONCE
from csp2sat.reasoning.sentences import facts_text, sentence
from csp2sat.reasoning.step import RuleUse, Step, TrailPart, UsedRule
from csp2sat.reasoning.wording.edge_words import CITED, corner_text, end_text, ends_text
from csp2sat.reasoning.wording.patterns import area_text
from csp2sat.reasoning.wording.phrases import otherwise

BELOW = [Fact("edge", ((0, c), (1, c)), "border") for c in range(2)]


NOT_BELOW = [fact._replace(negative=True) for fact in BELOW]


@pytest.mark.parametrize(
    "facts, text",
    [
        ([RIGHT], "there is a border right of row 1, column 1"),
        (BELOW, "there is a border below row 1, columns 1 and 2"),
        ([RIGHT, *BELOW], "there is a border right of row 1, column 1 and below row 1, columns 1 and 2"),
        (NOT_BELOW[:1], "there is no border below row 1, column 1"),
        (
            [RIGHT, NOT_BELOW[1]],
            "there is a border right of row 1, column 1 and there is no border below row 1, column 2",
        ),
    ],
)
def test_borders_are_told_by_their_cell(facts, text):
    assert facts_text(BOARD, facts) == text


@pytest.mark.parametrize(
    "ends, negative, text",
    [
        ([((0, 0), (0, 1))], False, "a line from row 1, column 1 to column 2"),
        ([((0, 1), (1, 1)), ((1, 1), (1, 2))], False, "a line from row 2, column 2 up and right"),
        ([((0, 1), (1, 1)), ((1, 1), (1, 2))], True, "no line from row 2, column 2 up or right"),
        (
            [((0, 0), (0, 1)), ((1, 0), (2, 0))],
            True,
            "no line from row 1, column 1 to column 2 and from row 2, column 1 to row 3",
        ),
        (
            [((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2))],
            True,
            "no line at row 2, column 2 and from row 2, column 3 to row 3",
        ),
    ],
)
def test_lines_of_one_cell_are_told_together(ends, negative, text):
    facts = [Fact("edge", pair, "line", negative) for pair in ends]
    assert facts_text(load_text("masyu"), facts) == f"there is {text}"


def test_a_number_of_bridges_that_is_left_is_told_as_such():
    ends = ((0, 0), (0, 2))
    known = tuple(Fact("edge", ends, number, True) for number in (0, 2))
    rule = UsedRule("one value", ((0, 0), (0, 2)), "one value in each cell")
    step = Step(1, (Fact("edge", ends, 1),), (), (rule,), known, 0, "proved")
    assert "column 1 to column 3, the only number left there, since" in sentence(load_text("hashiwokakero"), step)


def test_a_cut_names_what_would_part_two_cells():
    board = load_text("hitori", "; Hitori Puzzle\nsize 4 4\n1 1 2 3\n2 3 1 1\n3 2 2 1\n1 1 3 2\n")
    texts = [step.text for step in chain(board)]
    assert any(
        ", as unshaded cells are connected: else row " in text and " would be cut off from" in text for text in texts
    )
    assert not any("two parts" in text for text in texts)


LINE, DOWN, BACK = (Fact("edge", ((1, 1), end), "line") for end in ((1, 2), (2, 1), (0, 1)))


def no(fact: Fact) -> Fact:
    return fact._replace(negative=True)


@pytest.mark.parametrize(
    "fact, known, words",
    [
        (LINE, (DOWN, no(BACK)), ": the loop goes on at row 2, column 2, since there is a line"),
        (no(LINE), (DOWN, BACK), ": row 2, column 2 has its two lines, since there is a line"),
        (no(LINE), (no(DOWN), no(BACK)), ": a line would end at row 2, column 2, since there is no line"),
        (
            LINE,
            (Fact("edge", ((3, 2), (3, 3)), "line"),),
            ', by the rule "one loop: each cell has no line or two lines"',
        ),
    ],
)
def test_how_a_loop_goes_on(fact, known, words):
    rule = UsedRule("one loop", (), "one loop: each cell has no line or two lines")
    step = Step(1, (fact,), (), (rule,), known, 0, "proved")
    assert words in sentence(load_text("masyu"), step)
    where = "the upper left corner of row 2, column 2"
    assert words.replace("row 2, column 2", where)[:60] in sentence(load_text("slitherlink"), step)


def test_lines_side_by_side_or_one_after_the_other_are_told_together():
    edges = [Fact("edge", ((r, c), (r, c + 1)), "line", True) for r in range(3) for c in range(0, 4, 2)]
    assert facts_text(load_text("masyu"), [LINE, *edges]) == (
        "there is a line from row 2, column 2 to column 3 and there is no line"
        " between columns 1 and 2 in rows 1 to 3 and between columns 3 and 4 in rows 1 to 3"
    )
    row = [Fact("edge", ((0, c), (0, c + 1)), "line") for c in range(4)]
    assert facts_text(load_text("masyu"), row) == "there is a line from row 1, column 1 to column 5"


def test_of_long_lines_the_ends_are_named_and_very_many_edges_are_counted():
    way = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 2)), ((1, 2), (2, 2)), ((2, 2), (2, 3)), ((2, 3), (3, 3))]
    lines = [Fact("edge", edge, "line") for edge in [*way, ((3, 3), (3, 4))]]
    ends = "row 1, column 1 and row 4, column 5 are the two ends of one line"
    assert facts_text(load_text("masyu"), lines, brief=True) == ends
    assert "from row 3, column 4 down and left" in facts_text(load_text("masyu"), lines), "a step names its own lines"
    wide = load_text("slitherlink", "; Slitherlink\nsize 4 4\n" + "- - - -\n" * 4)
    assert facts_text(wide, lines, brief=True).endswith(" are the two ends of one line")
    ring = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2)), ((1, 2), (2, 2)), ((2, 1), (2, 2)), ((2, 0), (2, 1))]
    loop = [Fact("edge", edge, "line") for edge in [*ring, ((1, 0), (2, 0)), ((0, 0), (1, 0))]]
    assert facts_text(load_text("masyu"), loop, brief=True) == "a loop goes through row 1, column 1"
    far = [Fact("edge", ((3 * r, 3 * c), (3 * r, 3 * c + 1)), "line", True) for r in range(5) for c in range(5)]
    large = load_text("masyu", "; Masyu\nsize 15 15\n" + "- - - - - - - - - - - - - - -\n" * 15)
    assert facts_text(large, far, brief=True) == "there is no line in 25 places"
    assert facts_text(large, far).count("row ") == len(far), "each fact of a step can be read"


def test_an_area_of_any_size_is_named_by_its_corners_or_cells_and_not_by_what_is_around_it():
    board = load_text("slitherlink", "; Slitherlink\nsize 5 5\n" + "- - - - -\n" * 5)
    ring = [(r, c) for r in range(6) for c in range(6) if {r, c} & {0, 5}]
    assert area_text(board, ring) == ""
    assert area_text(board, ring, whole=True) == (
        "the upper left corners of row 1, columns 1 to 5, and column 1, rows 2 to 5,"
        " the upper right corners of column 5, rows 1 to 5, the lower left corners of row 5, columns 1 to 5"
        " and the lower right corner of row 5, column 5"
    )
    part = [*product(range(2), range(5)), *product(range(2, 6), range(2))]
    assert area_text(board, part, whole=True) == "the corners of row 1, columns 1 to 4, and column 1, rows 2 to 5"
    cells = [(r, c) for r, c in product(range(9), range(9)) if r * r % 7 < c]
    masyu = load_text("masyu")
    assert area_text(masyu, cells) == "" and len(area_text(masyu, cells, whole=True)) > 80


def test_sides_of_cells_are_told_together():
    board = load_text("slitherlink")
    around = [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((2, 3), (3, 3)), ((3, 2), (3, 3))]
    facts = [Fact("edge", edge, "line", True) for edge in around]
    assert facts_text(board, facts) == (
        "there is no line on the top or left of row 1, column 1 and the right or bottom of row 3, column 3"
    )
    assert [corner_text(board, corner) for corner in ((0, 0), (3, 0), (1, 3), (3, 3))] == [
        "the upper left corner of row 1, column 1",
        "the lower left corner of row 3, column 1",
        "the upper right corner of row 2, column 3",
        "the lower right corner of row 3, column 3",
    ]


@pytest.mark.parametrize(
    "ends, words",
    [
        ([(0, 0), (0, 1)], "the upper left and upper right corners of row 1, column 1"),
        ([(2, 3), (3, 3)], "the upper right and lower right corners of row 3, column 3"),
        ([(1, 1), (2, 2)], "the upper left and lower right corners of row 2, column 2"),
        ([(1, 1)], "the upper left corner of row 2, column 2"),
        ([(0, 0), (0, 2)], "the upper left corners of row 1, columns 1 and 3"),
    ],
)
def test_corners_of_one_cell_are_named_by_the_cell(ends, words):
    assert ends_text(load_text("slitherlink"), ends) == words


def test_no_way_back_is_no_condition():
    assert otherwise(f"{ONCE}row 1, column 1") == f"{ONCE}row 1, column 1"
    assert otherwise("no way leads there") == "else no way leads there"


def test_a_cut_that_forces_a_fact_says_what_would_be_so_without_it():
    text = "connected: no way is left between two parts"
    rule = UsedRule("connected", (), text)
    step = Step(1, (at(0, 0, "#"),), (), (rule,), (), 0, "proved")
    assert "else no way is left" in sentence(load_text("hitori"), step)
    assert "connected: no way is left" in sentence(load_text("hitori"), replace(step, facts=()))


@pytest.mark.parametrize(
    "value, negative, words", [(0, False, "no bridge"), (1, False, "1 bridge"), (0, True, "at least 1 bridge")]
)
def test_bridges(value, negative, words):
    edge = Fact("edge", ((0, 0), (0, 2)), value, negative)
    assert facts_text(load_text("hashiwokakero"), [edge]) == f"there is {words} from row 1, column 1 to column 3"


JOINED = RuleUse(
    "walls are connected: row 1, column 2 would part A from B", (), "walls are connected", sides=("A", "B")
)


MEET = RuleUse("lines join: the line would join A and B", (), "lines join", (((0, 0),), ((2, 2),)), ("A", "B"))


@pytest.mark.parametrize(
    "use, fact, words",
    [
        (JOINED._replace(ends=(((0, 0),), ((2, 2),)), wall="row 1, column 2"), at(0, 1, "#"), "X would part A from B"),
        (JOINED._replace(ends=(((0, 0),), ((2, 2),))), at(0, 1, "#"), "no other way is left between A and B"),
        (JOINED._replace(ends=(((0, 1),), ((2, 2),))), at(0, 1, "#", True), "no way is left between A and B"),
        (
            JOINED._replace(ends=(LINE.places, DOWN.places)),
            BACK,
            "the loop leads from A to B and back, and no other way",
        ),
        (MEET, BACK, ": the line would join A and B, since"),
        (
            MEET._replace(words="lines join: way", beside="C"),
            BACK,
            "left between A and B, if ways are left for C, since",
        ),
        (
            JOINED._replace(ends=(LINE.places, DOWN.places)),
            no(DOWN),
            ": else the loop would have to lead from there to A and back, but at most one way is left, since",
        ),
        (RuleUse(f"{ONCE}A", (), "one loop"), no(BACK), ": the loop would have no way back from A, since"),
        (RuleUse(f"{ONCE}A", (), "one loop"), BACK, ": else the loop would have no way back from A, since"),
        (RuleUse(CLOSED, (), "one loop"), no(BACK), ": the loop is closed, and there is no other line, since"),
        (RuleUse(f"{EARLY}another line", (), "one loop"), no(BACK), ": a loop would close without another line, since"),
        (
            RuleUse(f"{EARLY}A", (), "one loop", (LINE.places,)),
            no(BACK),
            ": a line joins both ends of this edge already, and the loop would close without the line from row 2, "
            "column 2 to column 3.",
        ),
    ],
)
def test_reasons_of_one_cut(use, fact, words):
    """The only way left, no way at all, a loop that leads back, lines of two numbers."""
    rules = (UsedRule(use.rule, (), use.words, 1, (use,)),)
    step = Step(1, (fact,), (), rules, (at(4, 0, "#"),), 0, "found")
    assert words.replace("X", "row 1, column 2") in sentence(load_text("masyu"), step)


def test_lines_of_numbers_name_both_and_the_others_whose_ways_matter():
    texts = [step.text for step in chain(load_text("numberlink"))]
    assert texts[0].endswith("the line would join the 1 at row 2, column 2 and the 4 at row 3, column 2.")
    assert any("if ways are left for the 2 at row 5, column 1" in text for text in texts)


NUMBERS = "; Slitherlink\nsize 3 2\n- 2 3\n- - -\n"


@pytest.mark.parametrize(
    "edge, words",
    [
        (((0, 1), (1, 1)), "the left of row 1, column 2"),
        (((1, 1), (1, 2)), "the bottom of row 1, column 2"),
        (((0, 2), (1, 2)), "the left of row 1, column 3"),  # both have a number
        (((1, 1), (2, 1)), "the left of row 2, column 2"),  # none has
    ],
)
def test_a_side_is_named_by_the_cell_with_a_number(edge, words):
    assert facts_text(load_text("slitherlink", NUMBERS), [Fact("edge", edge, "line")]) == f"there is a line on {words}"


def test_a_corner_is_named_by_the_cell_that_names_the_sides_there():
    board = load_text("slitherlink", NUMBERS)
    assert end_text(board, (1, 1)) == "the upper left corner of row 2, column 2"
    assert end_text(board, (1, 1), [((0, 1), (1, 1))]) == "the lower left corner of row 1, column 2"


@pytest.mark.parametrize(
    "border, inside",
    [
        ([((0, 1), (0, 2)), ((1, 0), (1, 1)), ((1, 1), (2, 1)), ((1, 2), (2, 2))], []),
        ([((0, 2), (0, 3)), ((1, 2), (1, 3)), ((2, 2), (2, 3))], [(0, 3), (1, 3), (2, 3)]),
    ],
)
def test_corners_that_a_border_is_around(border, inside):
    edges = [((r, c), (r, c + 1)) for r in range(3) for c in range(3)] + [
        ((r, c), (r + 1, c)) for r in range(2) for c in range(4)
    ]
    graph = Graph(12, [(4 * r + c, 4 * s + d) for (r, c), (s, d) in edges])
    found = enclosed(graph, {edges.index(edge) for edge in border}, False, ())
    assert [divmod(v, 4) for v in found] == inside


@pytest.mark.parametrize(
    "corners, words",
    [
        ([(r, c) for r in range(3) for c in (2, 3)], "the corners of column 3, rows 1 and 2"),
        (
            [(r, c) for r in (0, 1) for c in (0, 1)] + [(2, 1)],
            "the corners of row 1, column 1 and the lower left corner of row 2, column 2",
        ),
        (
            [(0, c) for c in range(4)],
            "the corners from the upper left corner of row 1, column 1 to the upper right corner of row 1, column 3",
        ),
        ([(0, 0), (0, 1), (1, 1), (1, 2)], ""),
    ],
)
def test_areas_of_corners_are_named_by_their_cells(corners, words):
    assert area_text(load_text("slitherlink", NUMBERS), corners) == words


def test_a_supposition_counts_many_known_lines():
    """The conclusions below it say where each of them is; few are named, and so are other facts."""
    lines = tuple(Fact("edge", ((r, c), (r, c + 1)), "line", True) for r in range(5) for c in (0, 2, 4))
    trail = (TrailPart(LINE, "one loop"), TrailPart(None, "one loop", fails="a line would end"))
    rules = (UsedRule("one loop", (), "one loop", 4),)
    step = Step(1, (no(DOWN),), (), rules, lines, 0, "found", trail)
    board = load_text("masyu", "; Masyu\nsize 6 6\n" + "- - - - - -\n" * 6)
    assert ', by the rule "one loop", with the known lines and gaps in 15 places: else ' in sentence(board, step)
    assert ". Known before: there is no line between columns 1 and 2 in rows" in sentence(
        board, replace(step, known=lines[:12])
    )
    assert ", since there is no line from row 1, column 1 to" in sentence(board, replace(step, known=lines[:6]))
    assert "places" not in sentence(board, replace(step, known=(*lines, at(0, 0, "#"))))
    assert "places" not in sentence(board, replace(step, rules=(rules[0]._replace(times=2),))), "no supposition"


def test_a_side_is_named_from_the_number_that_the_step_cites():
    board = csp2sat.loads("; Slitherlink\nsize 3 3\n3 1 -\n- - -\n- - -\n").board
    alone = [step.text for step in chain(board) if [clue.place for clue in step.clues] == [(0, 0)]]
    assert alone and not any("on the left of row 1, column 2" in text for text in alone)
    side = Fact("edge", ((0, 1), (1, 1)), "line")
    for cited, name in (((0, 0), "right of row 1, column 1"), ((0, 1), "left of row 1, column 2")):
        before = CITED.set([cited])
        assert facts_text(board, [side]) == f"there is a line on the {name}"
        CITED.reset(before)
