"""Sentences about loops: lines around areas, ways out that are left, and lines that a loop would leave out, are as the
words say, by the facts of the steps before.
"""

import json
import re
from collections import Counter

import pytest
from support.chains import chain, generated
from support.loop_places import area_of, areas_of, around, corners, edges_of
from test_number_corners import BOARDS
from test_true_outlines import CASTLE, MASYU, MIDDLE, MOONSUN, SLITHERLINK

import csp2sat
from csp2sat.puzzles.facts import fact_of
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search.graph_cuts.loop_ways import left_out
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.step_reader import StepReader
from csp2sat.reasoning.trail_blocks import blocks

COUNTS = {"no line": 0, "one line": 1, "two lines": 2, "three lines": 3, "four lines": 4}
EVEN = re.compile(r"leads out of (.*); so far (no line|(?:\w+) lines?)(.*?), and no other way out is left")
EARLY = re.compile(r"a line joins both ends of this edge already, and the loop would close without (the line .*?)[.]$")
ONLY = re.compile(
    r": this edge is the only way left out of (.*), and the loop would have no way back(?:, since .*)?[.]$"
)
BACK = re.compile(
    r": a line leads out of (.*?) ((?:on the|(?<!corners )from) .*), and no other way back is left(?:, since .*)?[.]$"
)
TWICE = re.compile(
    r"has to leave and enter (.*), with (the line .*) inside and (the line .*) outside"
    r"(?:, and (?:besides (.*) )?no other way is left)?"
)
WITNESS = re.compile(r"leave and enter (.*?), with (the line .*?) inside and (the line .*?) outside")
FEW = re.compile(
    r"(?:from there to (?P<other>the line .*?) and back, but )?(?:(?P<ways>only one|no) way (?:is|would be) left|"
    r"only (?P<two>two) lines can lead) out of (?P<area>.*?)(?:, with (?P<inner>the line .*?) inside and (?P<outer>the "
    r"line .*?) outside)?(?:, and the loop needs both)?$"
)
LEADS = re.compile(r"the loop leads from (the line .*) to (the line .*) and back, and no other way is left")
END = r"(?=[.:]|; (?:a line leads|lines lead|the only ways? left|no way out) |$)"
WAYS = re.compile(
    rf"(?:Known before:|since|;) the only ways? left out of (.*?) (?:are|is) ((?:on the|from) .*?){END}"
    r"|(?:Known before:|since|;) (?:a line leads|lines lead) out of (.*?) ((?:on the|(?<!corners )from) [^:.]*?), and "
    rf"(?:no other way is left|the only other ways? left (?:are|is) ((?:on the|from) .*?){END})"
)
LEFT_OUT = re.compile(r"a loop (?:is closed|would close) without (the line .*?)(?=[.;):])")
LARGE = (
    "; Slitherlink Puzzle\nsize 10 10\n- 2 - 2 - 1 1 2 - 3\n- 0 - - 1 - 0 - 2 2\n1 - - - - 1 - - - -\n"
    "- 1 - 1 2 - - 1 - 2\n1 - - 2 3 2 0 - 3 -\n2 2 - - - - - 0 - 2\n- - 2 - - - - - 1 -\n3 2 - 1 - 2 - - 0 -\n"
    "- 2 3 - - - - - - 1\n3 - 2 2 1 2 2 - - 2\n"
)
ROAD = (
    "; Country Road\nsize 8 8\nregions\n0 1 1 2 2 2 2 2\n0 3 4 4 4 4 4 4\n5 6 7 8 4 4 4 9\n5 6 7 8 8 4 9 9\n"
    "10 6 7 11 12 12 13 13\n10 6 11 11 14 12 15 13\n10 16 11 14 14 15 15 17\n16 16 11 14 14 17 17 17\n"
    "clues\n- - 5 - 3 1 3 -\n- 3 - - - - - 3\n3 4\n"
)
ONE_MORE = (
    "; Slitherlink Puzzle\nsize 7 7\n- 3 3 - - - 2\n1 - - 3 1 - 1\n- - - - - - -\n- - - 3 - 3 -\n2 0 - - 3 - -\n"
    "- 1 - - - - -\n3 1 2 - - 2 -\n"
)
NO_CUT = {"note": "", "border": (), "clauses": ()}
BOTH_LEFT = (
    "; Masyu Puzzle\nsize 7 7\n- - 1 1 - 0 -\n- - - - - - -\n0 - - - - 0 -\n- - - - 1 - -\n- - - 0 - - -\n"
    "- - - - - - -\n1 - - 1 - - 1\n"
)
ALL = {
    "both left": BOTH_LEFT,
    "road": ROAD,
    "small": SLITHERLINK,
    "castle": CASTLE,
    "masyu": MASYU,
    "moonsun": MOONSUN,
}  # and those of the last test
ALL |= {f"numbers {at}": text for at, text in enumerate(BOARDS)}


TWICE_LEFT = (
    "; Slitherlink Puzzle\nsize 6 6\n- 3 2 2 - 3\n2 - - - - -\n- 3 - - 0 1\n- - - - - -\n- - - - 0 1\n3 2 3 - 2 -\n"
)


class Facts:
    """What is known of the edges of a board before a step: whether they are lines; `said` counts what was checked."""

    def __init__(self, board):
        self.board, self.lines, self.said = board, {}, Counter()

    def area(self, words):
        return area_of(self.board, words)

    def some(self, words):
        return edges_of(self.board, words)

    def one(self, words):
        (edge,) = self.some(words)
        return edge

    def around(self, words):
        """Lines, gaps and other edges around an area in words."""
        edges = around(self.board, self.area(words))
        return tuple({edge for edge in edges if self.lines.get(edge) is value} for value in (True, False, None))

    def joined(self, edge):
        """The lines that are connected with the first end of an edge, and the end of them if they are a path."""
        way, at = [], edge[0]
        while more := [each for each, line in self.lines.items() if line and at in each and each not in way]:
            if len(more) > 1:
                return way, None
            way.append(more[0])
            (at,) = set(more[0]) - {at}
        return way, at

    def parted(self, one, other, without):
        """Whether edges that are no gaps lead from one edge to another, except some of them."""
        gone = {edge for edge, line in self.lines.items() if not line} | set(without)
        near = {}
        for edge in {each for cell in self.board.cells() for each in around(self.board, {cell})} - gone:
            for end, far in (edge, edge[::-1]):
                near.setdefault(end, set()).add(far)
        reached, todo = {one[0]}, [one[0]]
        for end in todo:
            todo += near.get(end, set()) - reached
            reached |= near.get(end, set())
        return reached.isdisjoint(other)

    def check(self, step):
        """Check what the sentence of a step says."""
        text, new = step.text, {fact.places: not fact.negative for fact in step.facts}
        if found := EVEN.search(text):
            lines, _, left = self.around(found[1])
            assert left == set(new) and len(lines) % 2 == sum(new.values()), text
            count = COUNTS[found[2]] if found[2] in COUNTS else int(found[2].split()[0])
            assert count == len(lines) and (not found[3] or self.some(found[3]) == lines), text
            assert not found[3] or found[3].startswith(":") == (count > 1), text  # else `5 lines from row 4`
            self.said["even"] += 1
        if found := EARLY.search(text):
            (edge,), out = new, self.one(found[1])
            way, end = self.joined(edge)
            assert end == edge[1] and out not in way and self.lines[out], text
            self.said["early"] += 1
        if found := ONLY.search(text):
            lines, _, left = self.around(found[1])
            assert not lines and new == dict.fromkeys(left, False) and len(left) == 1, text
            self.said["only"] += 1
        if found := BACK.search(text):
            lines, _, left = self.around(found[1])
            assert lines == self.some(found[2]) and len(lines) == 1 and new == dict.fromkeys(left, True), text
            self.said["back"] += 1
        if step.weight == 1 and (found := TWICE.search(text)):
            lines, _, left = self.around(found[1])
            assert new == dict.fromkeys(left, True) and len(lines) + len(left) == 2, text
            assert self.some(found[4] or "") == lines and all(self.lines[self.one(found[at])] for at in (2, 3)), text
            self.said["twice"] += 1
        elif step.weight == 1:
            assert "leave and enter" not in text, text
        if step.weight == 1 and (found := LEADS.search(text)):
            ends = [self.one(found[at]) for at in (1, 2)]
            assert all(map(self.lines.get, ends)) and self.parted(*ends, without=new), text
            self.said["leads back"] += 1
        for found in WITNESS.finditer(text):
            area = self.area(found[1])
            assert area.issuperset(self.one(found[2])) and area.isdisjoint(self.one(found[3])), text
            self.said["witness"] += 1
        for found in WAYS.finditer(text):
            self.check_ways(step, found)
        supposed = {fact.places for fact in step.facts} | {part.fact.places for part in step.trail if part.fact}
        supposed |= {part.fact.places for way in step.ways for part in way.trail if part.fact}
        for found in LEFT_OUT.finditer(text):
            assert self.lines.get(self.one(found[1])) or self.one(found[1]) in supposed, text
            self.said["left out"] += 1

    def check_ways(self, step, found):
        """Check which edges around an area are lines, and that all others but those that are left are gaps."""
        words = found[1] or found[3]
        others = {frozenset(area) for how, area in areas_of(self.board, step.text) if how not in ("ways", "lead", "no")}
        (area,) = others if words == "this area" else [self.area(words)]
        left, edges = self.some(found[2] or found[5] or ""), around(self.board, area)
        lines = self.some(found[4] or "")
        cited = {fact.places: not fact.negative for fact in step.cited}
        assert (left | lines) <= edges and lines == {edge for edge in edges if cited.get(edge)}, step.text
        assert not left & cited.keys() and all(self.lines[edge] for edge in lines), step.text
        assert all(self.lines.get(edge) is False for edge in edges - left - lines), step.text
        self.said["ways"] += 1
        self.said["leads"] += bool(found[3])

    def learn(self, step):
        self.lines |= {fact.places: not fact.negative for fact in step.facts if fact.value == "line"}


def checked(text):
    """What was checked in the chain of a board, by kinds of claims."""
    facts = Facts(csp2sat.loads(text).board)
    for step in chain(facts.board):
        facts.check(step)
        facts.learn(step)
    return facts.said


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ALL.values(), ids=ALL)
def test_what_is_said_of_loops_is_true(text):
    assert checked(text)


def test_all_kinds_of_claims_are_made_on_these_boards():
    said = sum(map(checked, (LARGE, MIDDLE, ONE_MORE)), Counter())
    assert said.keys() == {"even", "only", "early", "back", "twice", "witness", "ways", "leads", "left out"}


def test_both_ways_that_are_left_follow_at_once():
    """A cut that a supposition has made says of one of the two ways alone that the loop needs it."""
    (step,) = [step for step in chain(BOTH_LEFT) if "leave and enter rows 1 to 3, columns 4 to 7" in step.text]
    assert [fact.places for fact in step.facts] == [((2, 2), (2, 3)), ((6, 3), (6, 4))]
    assert ", with the line from row 1, column 4 to column 5 inside and the line from row 1, column 1" in step.text


def test_a_line_that_leads_out_already_is_named():
    """A cut of two ways needs none of the two that is a known line, but its sentence has to say that there is one."""
    board = csp2sat.loads(BOTH_LEFT).board
    found = statements(board)
    asked = question(found)
    finder, reader = Finder(asked), StepReader(found)
    out = next(var for var, atom in found.atoms.items() if fact_of(board, atom, True).places == ((2, 2), (2, 3)))
    for line in finder.run():
        reader.step(line)
        if any(reader.fact(lit).places == ((3, 2), (3, 3)) for lit in line["facts"]):
            break
    finder.learn(out, line["number"])
    reader.step({**line, "facts": [out]})
    finder._swept()
    (reason,) = [each for each in finder.pool if left_out(finder.cut_of.get(each.parts[0], NO_CUT))]
    text = reader.step(json.loads(json.dumps(finder._step(finder.together(reason))))).text
    assert "and besides one line from row 3, column 3 to column 4 no other way is left" in text


def test_up_to_eight_gaps_around_an_area_are_named():
    """A reader who finds `no other way out is left` need not look for seven edges."""
    steps = chain(generated("slitherlink", 7, 7, 5))
    (text,) = [step.text for step in steps if "so far one line on the right of row 4, column 5" in step.text]
    gaps = "the right or bottom of row 2, column 5; the bottom or left of row 2, column 7 and the top or left of row 4"
    assert text.endswith(f", and no other way out is left, since there is no line on {gaps}, column 7.")


def check_few_ways(facts, trail, supposed):
    """Check how many ways lines of a supposition say are left out of areas; return how many lines say so."""
    lines, count = facts.lines | {supposed.places: supposed.negative}, 0
    for part in trail:
        new = {part.fact.places: not part.fact.negative} if part.fact else {}
        if found := FEW.search(part.fails or part.by):
            area, held = facts.area(found["area"]), lines | {edge: not line for edge, line in new.items()}
            edges = {edge: held.get(edge) for edge in around(facts.board, area)}
            assert sum(line is not False for line in edges.values()) == bool(
                found["two"] or found["ways"] == "only one"
            ), part
            ends = [facts.one(found[name]) for name in ("other", "inner", "outer") if found[name]] + [*new][
                : bool(found["other"])
            ]
            inner, outer = (edge for side in (True, False) for edge in ends if area.issuperset(edge) == side)
            assert area.isdisjoint(outer) and held[inner] and held[outer] and area.issuperset(inner), part
            count += 1
        lines |= new
    return count


def test_lines_of_suppositions_say_how_many_ways_are_left_out_of_an_area():
    count = 0
    for text in (TWICE_LEFT, *BOARDS, SLITHERLINK):
        facts = Facts(csp2sat.loads(text).board)
        for step in chain(facts.board):
            for fact, trail in ((step.facts[0], step.trail), *step.ways) if step.trail else ():
                count += check_few_ways(facts, trail, fact)
            facts.learn(step)
    assert count


def test_each_corner_on_the_way_has_its_two_lines_where_gaps_follow():
    steps = chain(TWICE_LEFT)
    lines = [line for step in steps for line in blocks(steps.board, step)]
    assert any(
        "there is no line" in line and line.endswith("each corner on the way has its two lines") for line in lines
    )
    assert not any("has no line or two lines" in line and "; then" not in line for line in lines)


def test_what_is_known_of_a_corner_comes_before_what_follows_there():
    texts = [step.text for step in chain(TWICE_LEFT) if "no other line can come to its" in step.text and step.known]
    assert texts and all(
        re.search(r": since there is .*?, (?:in a corner of the board, )?no other line", text) for text in texts
    )


def test_facts_that_follow_at_once_say_whether_a_line_would_end_or_a_corner_has_two():
    text = (
        "; Slitherlink Puzzle\nsize 6 6\n- 1 - - 3 2\n- 0 - 3 - -\n- - - - - -\n- - 1 - - 1\n2 - 1 - 0 -\n- - 2 1 1 -\n"
    )
    facts, count = Facts(csp2sat.loads(text).board), Counter()
    for step in chain(facts.board):
        facts.learn(step)
        for fact, why in step.at_once:
            if found := re.search(r": (a line would end at )?the (\w+ \w+) corner of (.*?)( has its two lines)?$", why):
                (corner,) = corners(found[2], found[3])
                ends = [line for edge, line in facts.lines.items() if corner in edge and edge != fact.places]
                assert sum(ends) == (2 if found[4] else 0) and fact.negative and bool(found[1]) != bool(found[4]), why
                count["ends"] += bool(found[1])
    assert count["ends"]
