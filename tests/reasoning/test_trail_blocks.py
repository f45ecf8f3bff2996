"""Suppositions as blocks of lines: each fact has its own, none is said twice, cases are indented below their line."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.api.reasoning.chains import blocks, legend
from csp2sat.cli.step_printing import REST, HintTarget, lines, show_hint
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.sentences import NAMED
from csp2sat.reasoning.step import FactWay, Step, TrailPart, used_by
from csp2sat.reasoning.trail_blocks import arguments, suppositions
from csp2sat.reasoning.wording.fact_words import facts_text
from csp2sat.reasoning.wording.outline_words import conclusions, opposite

HEYAWAKE = (
    "; Heyawake Puzzle\nsize 6 6\nregions\n0 1 1 2 2 3\n0 4 4 2 2 3\n5 5 6 2 2 7\n5 5 8 2 2 7\n5 5 9 9 10 11\n"
    "12 12 9 9 13 11\nclues\n- - - 0 0 -\n- - 0 - - -\n- -\n"
)
STARS = (
    "; Star Battle Puzzle\nsize 10 10\nstars 2\n0 0 0 0 1 2 2 2 3 3\n4 0 0 1 1 1 2 2 3 3\n4 4 0 1 5 1 2 2 2 3\n"
    "4 0 0 1 5 5 5 5 6 6\n4 0 0 1 5 5 5 6 6 6\n4 4 7 8 5 8 5 5 5 6\n4 7 7 8 8 8 8 5 6 6\n4 7 7 8 9 8 6 6 6 6\n"
    "4 7 7 9 9 9 9 6 9 6\n4 4 9 9 9 9 9 9 9 9\n"
)
SLITHERLINK = (
    "; Slitherlink Puzzle\nsize 6 6\n2 - - 1 - -\n- - 3 1 - 1\n- - - 0 0 -\n- - - - - 1\n3 - 0 - - 1\n- 1 - 3 - -\n"
)
SIZES = {"dominosa": (6, 7)}  # of kinds that have no board of 6 x 6 cells
START = re.compile(r"     (Now that .*, s|S)uppose that (.*)\.")
ITEM = re.compile(r"^( +)- (.*)$")


def depth(line):
    return len(line) - len(line.lstrip())


def check(board, step):
    """Check the lines of a step: all conclusions are there once, and every list ends with its contradiction."""
    lines = blocks(board, step)
    starts = [line for line in lines if START.fullmatch(line)]
    assert len(starts) >= 1 and " Used: " not in step.head and step.head.endswith(".")
    said = "\n".join(lines)
    own = [
        part for part in step.trail if not re.search(", beside | would touch the |has no line or two lines", part.by)
    ]
    assert all(f": {part.by}" in said for part in own if not part.way), (said, step.trail)
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if line.endswith(", since otherwise:"):
            assert depth(following) == depth(line) + 4
        elif ITEM.match(line) and not line.lstrip().startswith("- a contradiction: "):
            assert depth(following) == depth(line) and ITEM.match(following), lines
    for fact in step.facts:
        supposed = facts_text(board, [opposite(fact)])
        has_way = any(supposed in start or "one of" in start for start in starts)
        assert has_way or lines[-1].startswith("     Then "), (fact, lines)
    return len(starts), sum(line.endswith(", since otherwise:") for line in lines)


@pytest.mark.parametrize(
    "text, least, cases",
    [(HEYAWAKE, 8, 0), pytest.param(STARS, 1, 0, marks=pytest.mark.long)],
    ids=["heyawake", "stars"],
)
def test_each_supposition_is_a_block(text, least, cases):
    board = csp2sat.loads(text).board
    steps = chain(board)
    found = [check(board, step) for step in steps if step.head]
    assert sum(count for count, _ in found) >= least and sum(nested for _, nested in found) >= cases
    assert all(step.head for step in steps if " Used: " in step.text and len(step.trail) > 1)
    assert not any(blocks(board, step) for step in steps if not step.head)


@pytest.mark.long
def test_the_facts_of_a_step_have_their_own_suppositions():
    """None follows `likewise` if its way is known; numbers of a cell that fail by the same lines share theirs."""
    board = generated("kakuro", 9, 9, 3)
    several = [step for step in chain(board) if step.head and step.ways]
    for step in several:
        starts = [found[2] for line in blocks(board, step) if (found := START.fullmatch(line))]
        supposed = [opposite(fact) for fact in (step.facts[0], *(way.fact for way in step.ways))]
        assert 1 <= len(starts) <= len(supposed), step.head
        for fact in supposed:
            where, _, value = facts_text(board, [fact]).rpartition(" ")
            assert any(one.startswith(where) and value in one.removeprefix(where).split() for one in starts), step.head
    assert several


def test_what_a_cell_is_not_is_left_out_where_a_line_says_what_it_is():
    board = csp2sat.loads(PUZZLES["kakuro"].samples[0][0]).board
    here, there = ((1, 2),), ((1, 3),)
    parts = [
        TrailPart(Fact("cell", here, 4, True), "sum", rests=(Fact("cell", there, 5),)),
        TrailPart(Fact("cell", here, 6), "sum", rests=(Fact("cell", here, 4, True),)),
        TrailPart(Fact("cell", there, 7, True), "sum", rests=(Fact("cell", there, 5),)),
    ]
    assert conclusions(board, parts, [Fact("cell", there, 5)]) == "row 2, column 3 is 6"
    assert conclusions(board, parts[:1], [Fact("cell", there, 5)]) == "row 2, column 3 is not 4"


@pytest.mark.long
def test_two_cells_with_one_number():
    """A contradiction of one line says which two cells would have which number."""
    board = generated("kakuro", 9, 9, 3)
    found = [(step, step.trail[-1]) for step in chain(board) if step.trail and " would both be " in step.trail[-1].by]
    for step, last in found:
        said = re.match(r"(.*) would both be (\d): ", last.by)
        assert facts_text(board, list(last.rests)) == f"{said[1]} are {said[2]}", step.text
    assert found


ROAD = (
    "; Country Road Puzzle\nsize 7 7\nregions\n0 1 1 2 2 2 3\n0 0 1 1 1 1 3\n4 4 4 1 1 1 5\n4 6 6 6 7 7 5\n"
    "4 8 8 9 10 7 5\n4 11 11 9 10 10 12\n4 11 11 11 11 12 12\nclues\n2 9 - - - - -\n- - 1 - - 3\n"
)


@pytest.fixture(scope="module")
def road():
    return chain(ROAD)


def test_what_the_name_of_a_room_means_is_said_once_before_the_first(road):
    found = list(lines(road, False))
    (at,) = [at for at, line in enumerate(found) if line == legend(found)]
    assert not legend(found[:at]) and legend(found[at + 1 : at + 2])
    assert road.to("html").count(legend(found)) == 1
    assert legend(["row 1 has a room", "the box at row 3"]) == legend(["the box at row 3"]) != ""
    assert legend(["row 1 has a room of 3"]) == ""


def test_a_room_is_named_by_its_first_cell_in_reading_order(road):
    regions = road.board.givens["regions"]
    named = {
        (int(row) - 1, int(column) - 1)
        for step in road
        for row, column in re.findall(
            r"room of row (\d+), column (\d+)", "".join((step.text, *blocks(road.board, step)))
        )
    }
    firsts = {regions[r][c]: (r, c) for r, c in sorted(road.board.cells(), reverse=True)}
    assert named and named <= set(firsts.values())


def test_known_facts_of_a_supposition_are_those_that_its_lines_rest_on(road):
    """Facts that only the smallest reason needs are no padding in the sentence; older steps are named."""
    seen, named = {}, set[int]()
    for step in road:
        cited = set(step.read.cited)
        if step.head:
            ways = (step.trail, *(way.trail for way in step.ways))
            rests = {each for way in ways for line in flat(way) for each in line.rests}
            assert cited <= rests | set(step.uses), step.head
            assert rests & seen.keys() <= cited, step.head
        if step.head:  # each fact that a printed step found is in a part that ends with this step's number
            known = step.head.partition("Known before: ")[2]
            told = {int(number) for number in re.findall(r" \(step (\d+)\)", known)}
            named |= told
            assert told == {seen[fact] for fact in cited if seen.get(fact)}, step.head
        seen.update(dict.fromkeys(step.facts, 0 if step.folded else step.number))
    assert named
    assert '<a href="#step-' in road.to("html")


def flat(parts):
    return [each for part in parts for each in (part, *flat(part.way))]


EDGES = csp2sat.loads(PUZZLES["slitherlink"].samples[0][0]).board
CORNER = "the upper left corner of row {}, column {} has no line or two lines"


def edge(r, c, down=0, negative=False):
    return Fact("edge", ((r, c), (r + down, c + 1 - down)), "line", negative)


def told(*trail):
    """Return the lines of a supposition."""
    step = Step(1, (edge(0, 0),), (), (), (), 0, "found", (*trail, TrailPart(None, "an end", fails="an end")), head="x")
    return [line.strip() for line in blocks(EDGES, step)]


def test_corners_by_which_a_line_goes_on_are_one_line():
    parts = [
        TrailPart(edge(0, 1), CORNER.format(1, 2)),
        TrailPart(edge(2, 2), "number 1 at row 3, column 3"),
        TrailPart(edge(0, 2), CORNER.format(1, 3), rests=(edge(0, 1),)),
    ]
    words = "there is a line on the top of row 1, column {}".format
    assert told(*parts)[1:] == [
        f"- {words(2)}; then {words(3)}: each corner on the way has no line or two lines",
        "- there is a line on the bottom of row 2, column 3: number 1 at row 3, column 3",
        "- a contradiction: an end",
    ]
    assert told(parts[0])[1] == f"- {words(2)}: {CORNER.format(1, 2)}"


def test_a_case_is_told_once():
    way = (TrailPart(edge(2, 2), "number 1 at row 3, column 3"), TrailPart(None, "an end", fails="an end"))
    trail = (TrailPart(edge(0, 1), "else", way=way), TrailPart(None, "an end", fails="an end"))
    one, two = edge(0, 0), edge(1, 0)
    step = Step(1, (one, two), (), (), (), 0, "found", trail, head="x")
    step = replace(step, ways=(FactWay(two, (TrailPart(edge(1, 1), "number 2"), *trail)),))
    found = [line.strip() for line in blocks(EDGES, step)]
    assert found.count("- there is a line on the top of row 1, column 2, since otherwise:") == 1
    other = "as above, by the same lines as in the other supposition"
    assert found[-2:] == [f"- there is a line on the top of row 1, column 2: {other}", "- a contradiction: an end"]
    again = told(trail[0], TrailPart(edge(1, 1), "number 2"), trail[0])
    assert "- there is a line on the top of row 1, column 2: as above" in again


def long_step(cases, lines):
    """Return a step with a supposition of some cases, each of 20 lines, and of some other lines."""
    end = TrailPart(None, "an end", fails="an end")
    way = (*(TrailPart(edge(at % 3, at % 2), f"number {at}") for at in range(19)), end)
    trail = [TrailPart(edge(at, 1), "else", way=way[at:]) for at in range(cases)]
    more = [TrailPart(edge(at % 3, 0), f"a {at}") for at in range(lines)]
    return Step(1, (edge(0, 2),), (), (), (), 0, "found", (*trail, *more, end), head="x")


def test_cases_of_a_long_step_are_counted():
    step = long_step(3, 2)
    assert len(blocks(EDGES, step)) == 1 + 3 + 20 + 19 + 18 + 2 + 1
    found = blocks(EDGES, step, whole=False)
    assert found[0] == blocks(EDGES, step)[0] and found[-3:] == blocks(EDGES, step)[-3:]
    assert [line.split(", since otherwise ")[1] for line in found[1:4]] == [
        f"{count} lines lead to a contradiction: an end" for count in (20, 19, 18)
    ]
    short = long_step(1, 2)
    assert blocks(EDGES, short, whole=False) == blocks(EDGES, short)


def test_no_step_has_more_lines_than_the_most():
    step = long_step(3, 50)
    found = blocks(EDGES, step, whole=False)
    assert len(found) == 40 and found[-2:] == ["     (16 more lines)", "     - a contradiction: an end"]
    assert found[4:-2] == blocks(EDGES, step)[61:95]


@pytest.mark.parametrize("whole", [False, True])
def test_a_hint_says_how_to_get_the_lines_that_are_counted(capsys, whole):
    step = long_step(3, 2)
    assert show_hint(EDGES, step, HintTarget.of(None, None, False, whole)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["x", *blocks(EDGES, step, whole), *([] if whole else [REST])]


def test_cells_beside_a_new_star_are_in_its_line():
    board = csp2sat.loads(STARS).board
    star, near = Fact("cell", ((1, 1),), "*"), Fact("cell", ((1, 2),), "*", True)
    touching = "it would touch the star at row 2, column 2"
    trail = (TrailPart(star, "2 stars in row 2"), TrailPart(near, touching, rests=(star,)))
    trail += (TrailPart(None, "an end", fails="an end"),)
    step = Step(1, (Fact("cell", ((5, 5),), "*"),), (), (), (), 0, "found", trail, head="x")
    assert [line.strip() for line in blocks(board, step)][1:3] == [
        "- row 2, column 2 has a star: 2 stars in row 2; touching that cell, row 2, column 3 has no star",
        "- a contradiction: an end",
    ]


def test_a_supposition_is_below_those_that_show_what_it_rests_on():
    """Facts with the same lines are one supposition only if neither rests on what comes between."""
    board = csp2sat.loads(next(text for text, _ in PUZZLES["fillomino"].samples)).board
    one, two, three = (Fact("cell", ((0, at),), 3, True) for at in range(3))

    def way(fact, *rests):
        return FactWay(fact, (TrailPart(None, "a rule", fails="a rule", rests=rests),))

    (_, trail), *ways = way(one), way(two), way(three, two)
    step = Step(1, (one, two, three), (), (), (), 0, "found", trail, ways=tuple(ways), head="these are not 3")
    said = [line.strip() for line in blocks(board, step) if "uppose" in line]
    assert said == [
        "Suppose that one of row 1, columns 1 and 2 is 3.",
        "Now that row 1, column 2 is not 3, suppose that row 1, column 3 is 3.",
    ]
    other = replace(step, facts=(two, one, three), trail=way(two).trail, ways=(way(one, two), way(three)))
    said = [line.strip() for line in blocks(board, other) if "uppose" in line]
    assert said[0] == "Suppose that one of row 1, columns 2 and 3 is 3." and said[1].startswith("Now that row 1, col")


def proved_before(board, step):
    """Check that each fact of a step that a supposition begins with is proved by a supposition above, or follows at
    once from what is; return how many suppositions begin so.
    """
    lines = [line for line in blocks(board, step) if "uppose that " in line]
    groups, at_once, proved = arguments(board, step), [fact for fact, _ in step.at_once], []
    for line, ways in zip(lines, groups, strict=False):
        now = re.match(r" *Now that (.*), suppose that ", line)
        if now and now[1] != "the facts above hold":
            some = [each for k in range(1, NAMED + 1) for each in combinations([*proved, *at_once * bool(proved)], k)]
            assert any(now[1] == facts_text(board, sorted(each, key=step.facts.index)) for each in some), (line, proved)
        proved += [way.fact for way in ways]
    return sum("Now that" in line for line in lines)


def test_what_a_case_supposes_and_concludes_is_no_fact_that_its_supposition_rests_on():
    inner, outer, known, last = (Fact("cell", ((0, c),), 1) for c in range(4))
    case = (TrailPart(inner, "a rule", rests=(opposite(outer), known)), TrailPart(None, "none", rests=(inner,)))
    trail = (
        TrailPart(outer, "a case", rests=(known,), way=case),
        TrailPart(None, "none", rests=(outer, opposite(last))),
    )
    assert used_by([FactWay(last, trail)]) == {known, opposite(last)}


@pytest.mark.parametrize("text, least", [(SLITHERLINK, 1)])
def test_a_supposition_begins_with_facts_that_are_proved_above(text, least):
    chained = chain(text)
    assert sum(proved_before(chained.board, step) for step in chained if step.head) >= least


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_suppositions_of_all_kinds_begin_with_facts_that_are_proved_above(kind):
    """A board without suppositions has none that could begin so."""
    for seed in range(2):
        chained = chain(generated(kind, *SIZES.get(kind, (6, 6)), seed))
        for step in chained:
            proved_before(chained.board, step)


def test_each_of_several_suppositions_is_a_clause_of_its_own():
    chained = chain(SLITHERLINK)
    facts = [Fact("edge", ((0, c), (0, c + 1)), "line", True) for c in range(3)]
    ways = tuple(FactWay(fact, (TrailPart(None, "a rule", words="so"), TrailPart(None, "none"))) for fact in facts)
    step = Step(1, tuple(facts), (), (), (), 0, "found", trail=ways[0].trail, ways=ways[1:])
    ((said, _),) = suppositions(chained.board, step)
    each = [f"that {facts_text(chained.board, [opposite(fact)])}" for fact in facts]
    assert said == f"Suppose {each[0]}, {each[1]}, or {each[2]}"
