"""The line below the drawn board of a chain of steps: all signs of the drawing, and no others, with their meanings."""

import re

import pytest
from support.chains import chain

import csp2sat
from csp2sat.api import problems
from csp2sat.api.reasoning.chains import drawn_lines
from csp2sat.api.writing.puzzles import sample
from csp2sat.cli.step_printing import with_drawings
from csp2sat.puzzles.facts import true_facts
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.begun_boards import facts_on, manner_of
from csp2sat.reasoning.drawing.decided_boards import decided_lines
from csp2sat.reasoning.statements import statements

PLAIN = set("0123456789 ")
WALLS = set("|-+:")  # of borders
LETTERED = {"easyasabc", "numberlink"}  # letters in place of numbers


def meanings(lines):
    """The signs of the last line, with their words; a range of letters sign by sign."""
    if not lines[-1].startswith("Signs: "):
        return {}
    found = dict(re.findall(r"(\S+(?: to \S+)?) = (.*?)(?:; |\.$)", lines[-1].removeprefix("Signs: ")))
    found.pop("number", None)
    for signs in [each for each in found if " to " in each]:
        words, (first, last) = found.pop(signs), signs.split(" to ")
        found |= dict.fromkeys(map(chr, range(ord(first), ord(last) + 1)), words)
    return found


@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_each_sign_of_a_drawn_board_has_a_meaning(kind):
    for text, _ in PUZZLES[kind].samples:
        board = problems.loads(text, kind).board
        lines = drawn_lines(board, None)
        told = meanings(lines)
        drawn = set("".join(lines[: len(lines) - bool(told)]))
        assert told.keys() <= drawn, "a sign that the board does not have"
        ground = {"+"} if PUZZLES[kind].picture(board, None).ground in ("cells", "dots") else set()
        rest = drawn - PLAIN - told.keys() - (WALLS - ground)
        assert not rest or (rest <= {"."} and not told) or kind in LETTERED, rest


def character(board: Board, lines: list[str], r: int, c: int) -> str:
    """The text of a cell of a board whose lines go from centre to centre."""
    width = (len(lines[0]) - 1) // board.cols
    return lines[2 * r + 1][: width * c + width // 2 + 1].split()[-1]


@pytest.mark.parametrize("kind, words", [("masyu", {"0": "white circle", "1": "black circle"})])
def test_a_circle_is_what_its_sign_means(kind, words):
    board = problems.loads(PUZZLES[kind].samples[0][0], kind).board
    lines = drawn_lines(board, None)
    assert {sign: meanings(lines)[sign] for sign in words} == words
    colour = {"w": "white circle", "b": "black circle"}
    for (r, c), given in board.filled(".").items():
        assert meanings(lines)[character(board, lines, r, c)] == colour.get(given, f"{given} circle"), (r, c, given)


def test_arrows_point_where_their_meaning_says():
    board = problems.loads("; Yajilin\nsize 4 1\n1R - - 0L\n", "yajilin").board
    told = meanings(drawn_lines(board, None))
    assert told[">"] == "arrow to the right" and told["<"] == "arrow to the left"
    board = problems.loads("; Hotaru Beam\nsize 1 2\n?D\n?U\n", "firefly").board
    told = meanings(drawn_lines(board, None))
    assert told["v"] == "firefly whose dot is down" and told["^"] == "firefly whose dot is up"
    assert told["?"] == "number that is not given"


def test_numbers_of_dark_cells_are_said_to_be_there_only_if_the_drawing_does_not_show_it():
    for kind, text, said in [
        ("akari", "; Akari\nsize 3 1\n0 - #\n", "Signs: # = black cell; a number = black cell; . = blank cell."),
        ("shakashaka", "; Shakashaka\nsize 2 1\n1 -\n", "Signs: a number = black cell; . = blank cell."),
        ("str8ts", PUZZLES["str8ts"].samples[0][0], "Signs: # = black cell; . = blank cell."),
    ]:
        assert drawn_lines(problems.loads(text, kind).board, None)[-1] == said


def test_stars_of_galaxies_are_drawn_as_their_letters():
    lines = drawn_lines(problems.loads(PUZZLES["galaxies"].samples[0][0], "galaxies").board, None)
    assert "o" not in "".join(lines[:-1]) and set(meanings(lines)) == {*"ABCDE", "."}
    assert [sorted(re.findall("[A-E]", line)) for line in lines[:-1] if re.search("[A-E]", line)] == [
        ["A", "C"],
        ["B"],
        ["D"],
        ["E"],
    ]


def test_the_board_so_far_has_what_all_solutions_share():
    """The drawing behind a chain that ends with several solutions: all of them have what is drawn, and nothing else."""
    for text in (
        "; Masyu\nsize 4 4\n- - - -\n- - - 1\n- - - -\n- - - -\n",
        "; Slitherlink\nsize 4 3\n3 - - -\n- - - -\n- - - 2\n",
    ):
        steps = chain(text)
        every = list(csp2sat.solutions(steps.board))
        rows = {
            of: [zip(*some, strict=True) for some in zip(*(s[of] for s in every), strict=True)] for of in ("h", "v")
        }
        form = {of: ["".join(str(int({*at} == {"1"})) for at in row) for row in some] for of, some in rows.items()}
        lines = [*with_drawings(steps, False)]
        assert len(every) > 1 and lines[lines.index("The board so far:") + 2 :] == drawn_lines(steps.board, form)
    board = csp2sat.loads("; Nurikabe\nsize 4 4\n- - - -\n- 4 - -\n- - - -\n- - - 1\n").board
    lines = [*with_drawings(chain(board), False)]
    every = [["".join(row) for row in each] for each in csp2sat.solutions(board)]
    rows = [[{*at} for at in zip(*same, strict=True)] for same in zip(*every, strict=True)]
    shared = [["?" if len(signs) > 1 else min(signs) for signs in row] for row in rows]
    shared[1][1], shared[3][3] = "4", "1"
    assert len(every) > 1 and lines[lines.index("The board so far:") + 2 :] == [" ".join(row) for row in shared]


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_what_facts_decide_is_read_again_as_these_facts(kind):
    """Each fact that the drawing says is one of the solution, and all decided cells are drawn."""
    board = sample(PUZZLES[kind])
    right = true_facts(board, csp2sat.solve(board).solution, statements(board).atoms.values())
    some = set(right[::3])
    text = "\n".join(decided_lines(board, some))
    what = manner_of(board).what
    if not text:
        assert what in ("border", "bridge") or PUZZLES[kind].family == "divisions"
    elif what != "line":
        found = set(facts_on(text, board))
        signs = {fact.places for fact in some if isinstance(fact.value, str) and fact.value in "#*T"}
        assert found <= set(right) and (found or not signs), text
