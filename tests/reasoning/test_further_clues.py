"""Every clue that a conclusion of a step uses is one that the step cites, marks and has in JSON."""

from __future__ import annotations

import pytest

from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning import sentences
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.step import CitedClue, Step
from csp2sat.reasoning.step_reader import StepReader


def numbers_of(found, rule):
    return [number for number, part in enumerate(found.parts) if part.clue and part.origin.rule == rule]


def test_clues_of_ways_and_of_their_cases_are_found():
    board = read_board(Source("s", "; Slitherlink\nsize 3 1\n3 1 2\n"))
    found = statements(board)
    three, one, two = (numbers_of(found, f"number {n}")[0] for n in (3, 1, 2))
    line = {
        "cuts": {},
        "trail": [[1, three, [], [], []]],
        "ways": [[2, [[3, -1, [[4, one, [], [], []]], [], []]]]],
        "at_once": [[5, two]],
    }
    further = StepReader(found)._further(line, [CitedClue((0, 0), "number 3")])
    assert [(clue.place, clue.text) for clue in further] == [((0, 1), "number 1"), ((0, 2), "number 2")]
    assert StepReader(found)._further(line, further)[0].place == (0, 0)


def test_further_clues_are_in_the_sentence_and_in_json():
    clue, more = CitedClue((0, 0), "number 3"), CitedClue((0, 1), "number 1")
    step = Step(1, (), (clue,), (), (), 0, "proved", further=(more,))
    assert step.marked == (clue, more) and step.weight == 1
    assert sentences._clues_text(step) == ["the number 3 at row 1, column 1", "the number 1 at row 1, column 2"]
    assert step.neutral()["further_clues"] == [{"row": 0, "column": 1, "text": "number 1"}]
    assert "further_clues" not in Step(1, (), (clue,), (), (), 0, "proved").neutral()


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_conclusions_use_cited_clues(kind, monkeypatch):
    """The clues of all statements in a line of the search are places that the step marks or knows."""
    board, lines = read_board(Source("s", PUZZLES[kind].samples[0][0])), []
    read = StepReader.step
    monkeypatch.setattr(StepReader, "step", lambda self, line: lines.append((line, read(self, line))) or lines[-1][1])
    for _ in Chain(board):
        pass
    found = statements(board)
    for line, step in lines:
        cited = {clue.place for clue in (*step.marked, *(clue for clue, _ in step.given))}
        todo = [*line["trail"], *(each for _, way in line["ways"] for each in way)]
        while todo:
            _, part, way, *_ = todo.pop()
            todo += way
            if 0 <= part < len(found.parts) and str(part) not in line["cuts"] and found.parts[part].clue:
                origin = found.parts[part].origin
                assert (origin.row, origin.column) in cited, step.text
