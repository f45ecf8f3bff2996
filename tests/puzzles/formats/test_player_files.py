"""Files of puzz.link's player: right ones are accepted, wrong ones are refused with the rule that their code says."""

import json
import re

import pytest
from support.paths import DATA
from support.player_texts import WRITERS
from support.run_command import run

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.player import answered as read
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.puzzles.types import tapa

FILES = json.loads((DATA / "player_files.json").read_text())["files"]
RIGHT = [(kind, text) for kind, files in FILES.items() for text in [files["right"], *files.get("also_right", [])]]
WRONG = [(kind, code, text) for kind, files in FILES.items() for code, text in files["wrong"]]
VARIANTS = [(kind, text) for kind, files in FILES.items() for _, text in files.get("variants", [])]

# What a code says, as some fault has to say it; `KIND CODE` where the code means something else there
RULES = {
    "brNoLine": "no (loop|line)",
    "lnDeadEnd": "ends at",
    "lnBranch": "branches at",
    "lnCross": "branches at",
    "lnPlLoop": r"\d loops",
    "cs2x2": "2 x 2 block .* shaded cells only",
    "cu2x2": "2 x 2 block .* unshaded cells only",
    "ms2x2": "2 x 2 block .* black circles only",
    "mu2x2": "2 x 2 block .* white circles only",
    "csDivide": "shaded cells fall into",
    "cuDivide": "cells that are not shaded fall into",
    "cuDivideRB": "cells that are not shaded fall into",
    "msDivide": "black circles fall into",
    "muDivide": "white circles fall into",
    "csAdjacent": "shaded cells touch",
    "csConnOut": "does not reach the edge",
    "csNotRect": "is no rectangle",
    "cs3": "4 shaded cells in line",
    "cu3": "4 unshaded cells in line",
    "nmSumViewNe": "cells are seen",
    "circleNotPromontory": "unshaded neighbours; expected one",
    "nonCirclePromontory": "cape without circle",
    "ceTapaNe": "the runs around it",
    "bkShadeNe": r"room .* shaded cells; expected \d",
    "bkShadeGt4": "5 shaded cells; expected 4",
    "bkShadeLt4": "2 shaded cells; expected 4",
    "bkNoShade": "0 shaded cells; expected",
    "bkShadeDivide": "shaded cells of the room .* not connected",
    "bsSameShape": "equal shapes side by side",
    "bkShadeGt2": "3 shaded cells; expected 2",
    "bkShadeLt2": "1 shaded cells; expected 2",
    "csGt2": "3 shaded cells are connected",
    "csLt2": "touches no other shaded cell",
    "bkUnshadeConsecGt3": "the unshaded line from",
    "nmDupRow": "twice in a (row|column)",
    "bkDupNum": "twice in a (room|box)",
    "ceNoNum": "is empty|^0 at",
    "yinyang ceNoNum": "no circle at",
    "nmSmallGap": "too few cells between",
    "nmAround": "touches another one",
    "crShadeGt": "shaded cells meet there",
    "crShadeLt": "shaded cells meet there",
    "crConnSlNe": "diagonals meet there",
    "slLoop": "close a loop",
    "ceNoSlash": "no diagonal",
    "bkPassTwice": "crosses the border 4 times",
    "bkNoLine": "does not visit",
    "bkLineNe": "cells on the loop; expected",
    "cbNoLine": "neither of two cells in different rooms",
    "lcInvDirB": "ends at the dot|no line starts at the dot",
    "lcInvDirW": "starts at no dot",
    "lcCurveNe": "the line turns|no line starts at the dot",
    "lcDeadEnd": "ends at",
    "lcDivided": "fall into",
    "nmNoLine": "no line starts",
    "bkMixed": "shaded only in part",
    "objShaded": "S .* is shaded",
    "cuLoop": "have a loop",
    "routeIgnoreCP": "misses the circle",
    "routePassDeadEnd": "passes the triangle",
    "arBlkEdge": "not at an end",
    "arNotPtCnr": "does not point to the corner",
    "ciNotOnCnr": "not the corner of its L",
    "bkSizeNe": "the L has|has .* cells; expected",
    "bkNotLshape": "is no L",
    "bdDeadEnd": "is no L",
    "bkSubLt2": "has no (white|grey) cells",
    "bkSubGt2": "cells of the block .* not connected",
    "bkDifferentShape": "differ in form",
    "dbchoco bkSizeLt": r"number \d .*: its area has \d cell",
    "dbchoco bkSizeGt": r"number \d .*: its area has \d cells",
    "nmTriangleGt": "cells beside it have a triangle",
    "nmTriangleLt": "cells beside it have a triangle",
    "cuNotRectx": "white area .* is no rectangle",
    "bkNoNum": "contains 0 numbers",
    "bkNumGe2": r"contains \d numbers",
    "bkNotRect": "is no rectangle",
    "starAround": "stars touch",
    "bkStarGt": r"room .* stars; expected",
    "bkStarLt": r"room .* stars; expected",
    "lnStarNe": r"(row|column) \d has \d stars",
    "nmAkariNe": "cells beside it have a light",
    "akariDup": "shines on the light",
    "ceDark": "no light shines",
    "mashuWCurve": "does not go straight on",
    "mashuBStrig": "does not turn",
    "mashuBCvNbr": "the line turns next to the circle",
    "mashuWStNbr": "turns neither before nor after",
    "mashuOnLine": "no line goes through it",
    "lnOnShade": "both shaded and on the loop",
    "nurimisaki brNoShade": "2 x 2 block .* unshaded cells only",
    "anShadeNe": "cells are shaded that way",
    "ceEmpty": "neither shaded nor on the loop",
    "nmLineNe": r"the loop uses \d of its sides",
    "nurikabe cs2x2": "is all wall",
    "nurikabe csDivide": "walls fall into",
    "nurikabe bkNoNum": "island .* has no number",
    "nurikabe bkNumGe2": "numbers on one island",
    "nurikabe bkSizeNe": r"the island has \d",
    "kakuro nmDupRow": r"\d twice in a line",
    "nmSumRowNe": "the digits add up to",
    "exNoMatch": r"(row|column) \d has (a block|blocks) of .*; expected",
    "nmLineGt": "bridges end there",
    "nmLineLt": "bridges end there",
    "hashiwokakero lcDivided": "the islands fall into",
    "numberlink lnBranch": "a line branches",
    "numberlink lnCross": "a line branches",
    "lcTripleNum": "number 2 .*: a line goes through its cell",
    "nmConnDiff": "a line joins number 1 at .* and number 2",
    "lcOnNum": "a line goes through its cell",
    "numberlink lnDeadEnd": "a line ends at",
    "lcIsolate": "a closed line",
    "numberlink nmNoLine": "no line ends there",
    "fillomino bkSizeLt": r"the block of (\d) .* has [1-4] cell",
    "fillomino bkSizeGt": r"the block of (\d) .* has [4-9] cells",
    "fillomino bsSameNum": "the block of 3 .* has 6 cells",
    "fillomino bkMixedNum": "the block of 5 .* has 4 cells",
    "nmSightNe": r"number \d at the .*: \d buildings are seen",
    "nmTentNone": r"trees and 0 tents side by side",
    "nmTreeNone": "0 trees and 1 tents side by side",
    "tentAround": "tents touch",
    "exTentNe": r"(row|column) \d has \d tents; expected",
    "nmTentLt": "2 trees and 1 tents side by side",
    "nmTentGt": "1 trees and 2 tents side by side",
    "segShort": "4 is not the sum of the 1 and 2 steps",
    "segLong": "4 is not the sum of the 3 and 2 steps",
    "segWhiteUneq": r"white circle .* the loop runs straight for (\d) and (?!\1)\d steps",
    "segBlackEq": r"black circle .* the loop runs straight for (\d) and \1 steps",
    "circNoLine": "circle .* no line goes through it",
    "geradeweg segShort": "number 3 .* the loop runs straight for 2 and 3 steps",
    "geradeweg segLong": "number 1 .* the loop runs straight for 2 steps",
    "segDiff": r"number \? .* the loop runs straight for 2 and 1 steps",
    "numNoLine": r"number \S .* no line goes through it",
    "csPieceExtra": "where left end is given",
    "csMismatch": "where left end is given",
    "bankGt": "3 ships of size 2, .*; expected 2",
    "bankLt": "2 ships of size 1, .*; expected 3",
    "bankInvalid": "1 ships of size 4, .*; expected 0",
    "shDiag": "ships touch at a corner",
    "exShadeNe": r"row \d has \d (cells of ships|shaded cells); expected \d",
    "anLineLt": "clue g1D .* 0 of the loop's steps lie in the arrow's direction",
    "anLineGt": "clue b0L .* 1 of the loop's steps lie in the arrow's direction",
    "shInside": "clue b0U .* its cell is inside the loop",
    "cuOutside": "clue w1U .* its cell is outside the loop",
    "easyasabc nmDupRow": "B is 2 times in row 1; expected once",
    "easyasabc nmSightNe": "letter . at the .*: (no letter|.) is seen",
    "nmMissRow": ". is 0 times in (row|column) .; expected once",
    "bdPassStar": "the star at .* is on a border",
    "bkNoStar": "contains 0 stars; expected one",
    "bkPlStar": "contains 7 stars; expected one",
    "bkNotSymSt": "is not symmetric",
    "bkBothMarksPassed": "passes both moons and suns in the room",
    "bkMSPassedGt2": "moons in both of two rooms one after the other",
    "bkMUPassedGt2": "suns in both of two rooms one after the other",
    "bkNotAllMUPassed": "does not pass all suns in the room",
    "bkNotAllMSPassed": "does not pass all moons in the room",
    "bkNoMarksPassed": "passes neither moons nor suns in the room",
    "shBranch": "the snake branches at",
    "shLoop": "the snake is a loop",
    "circleUnshade": "the circle .* is not shaded",
    "shEndpoint": "the circle .* is no end of the snake",
    "shMidpoint": "the circle .* is an end of the snake",
    "snake shDiag": "parts of the snake touch at a corner",
    "bdCross": "four corners meet at",
    "tatamibari bkNoNum": "contains 0 signs; expected one",
    "tatamibari bkNumGe2": r"contains \d signs; expected one",
    "bkNotSquare": r"^sign \+ at .* has the height 2 and the width 3",
    "bkNotHRect": "^sign - at .* has the height 3 and the width 1",
    "bkNotVRect": r"^sign \| at .* has the height 2 and the width 2",
}
# Wrong for the player, right here, and why
EMPTY = "nothing is drawn, and on this empty board nothing has to be"
STRAY = "a border that divides nothing: a division into areas cannot have one"
ACCEPTED = {
    "chocona": {"brNoShade": EMPTY},
    "creek": {"brNoShade": EMPTY},
    "heyawake": {"brNoShade": EMPTY},
    "hitori": {"brNoShade": EMPTY},
    "kurodoko": {"brNoShade": EMPTY},
    "tapa": {"brNoShade": EMPTY},
    "hashiwokakero": {"brNoLine": EMPTY},
    "numberlink": {"brNoLine": EMPTY},
    "shikaku": {"bdDeadEnd": STRAY},
    "tatamibari": {"bdDeadEnd": STRAY},
    "dbchoco": {"bdDeadEnd": STRAY},
    "shakashaka": {"brNoTriangle": EMPTY},
    "yajilin": {"anNoArrow": "a number without an arrow is read as a wall, and tells nothing"},
}
NO_BOARD = {"castle": {"anNoArrow": "number 0 has no arrow"}}  # not read: such a clue has no meaning


def faults_of(kind, text):
    board, solution = read(Source("p", text))
    assert board.puzzle == kind
    return PUZZLES[kind].broken_rules(board, solution)


@pytest.mark.parametrize(("kind", "text"), RIGHT)
def test_right_files(kind, text):
    if "heyawacky" in text:  # the name of a variant
        with pytest.raises(InputError, match=r"^p: files of the player with a heyawacky cannot be read$"):
            read(Source("p", text))
    else:
        assert faults_of(kind, text) == []


@pytest.mark.sample(90)
@pytest.mark.parametrize(("kind", "code", "text"), WRONG)
def test_wrong_files(kind, code, text):
    if code in NO_BOARD.get(kind, ()):
        with pytest.raises(InputError, match=NO_BOARD[kind][code]):
            read(Source("p", text))
        return
    faults = faults_of(kind, text)
    if code in ACCEPTED.get(kind, ()):
        assert faults == []
        return
    wanted = RULES.get(f"{kind} {code}") or RULES[code]
    assert any(re.search(wanted, fault) for fault in faults), faults


@pytest.mark.parametrize(("kind", "text"), VARIANTS)
def test_variants(kind, text):
    with pytest.raises(InputError, match=r"cannot be read|makes it a variant|this is no"):
        read(Source("p", text))


def test_every_kind_that_declares_it_has_its_files():
    assert {name for name in PUZZLES if PUZZLES[name].player} == {*FILES, *WRITERS}


HOSTILE = ["pzprv3/", "pzprv3/tapa", "pzprv3/tapa/x/2", "pzprv3/tapa/0/0", "pzprv3/zzz/2/2/",
           "pzprv3/tapa/2/2/. . .", "pzprv3/tapa/1/1/9", "pzprv3/lits/2/2/1/0 0 /0 1 1 /",
           "pzprv3/mashu/99999/99999/", "pzprv3/firefly/1/1/7,1", "pzprv3/creek/1/1/x x /. . /",
           "pzprv3.2/sashigane/1/1/o", "pzprv3/sudoku/5/. . .", "pzprv3/kakuro/1/1/1,2,3 x", "pzprv3/kakuro/2/2",
           "pzprv3/nonogram/1/1/# #", "pzprv3/nonogram/2/2/x y z /1", "pzprv3/skyscrapers/2/3/1",
           "pzprv3/tents/1/1/9 9/9 9", "pzprv3/skyscrapers/2/2/. 1/qx q/", "pzprv3/hashikake/1/3/1 . ./1 2",
           "pzprv3/hashikake/1/3/1 . 1/1 x", "pzprv3/slither/1/1/./1 1/1/1", "pzprv3.1/slither/1/1/x",
           "pzprv3/fillomino/1/2/x", "pzprv3/fillomino/1/2/1 1/9 9", "pzprv3/nurikabe/1/1/9 9",
           "pzprv3/numlin/1/2/1 ./1"]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_files(text):
    try:
        board, solution = read(Source("p", text))
    except InputError as error:
        assert "\n" not in error.message
    else:
        PUZZLES[board.puzzle].broken_rules(board, solution)


NOT_READ = {
    "a sum of three": ("kakuro/2/2/0 1,2,3 0 /. . . /. . . ", "'1,2,3' is no number"),
    "sums of three inside": ("kakuro/2/2/0 0 0 /0 1,2,3 . /0 . . ", "'2,3' is no number"),
    "a word beside": ("tents/1/2/. x . /. 1 . ", "'x' is no number"),
    "a word in a nonogram": ("nonogram/1/1/. x /. . ", "'x' is no number"),
    "a word in a room": ("chocona/1/2/1/0 0 /x . ", "'x' is no number"),
    "no number of a room": ("lits/1/2/1/0 x ", "'x' is no number of a room"),
    "a letter of a galaxy": ("tentaisho/1/2/.x.", "'.x.' is no line of 3 characters . 1 2 X"),
    "too short a galaxy": ("tentaisho/1/2/1.", "'1.' is no line of 3 characters . 1 2 X"),
    "a fifth way": ("firefly/1/2/5,1 . ", "'5'"),
    "a way below the first": ("castle/1/2/-1,1,0 . ", "'-1'"),
    "a way alone": ("yajilin/1/2/1 . ", "invalid literal"),
}


@pytest.mark.parametrize("text, message", NOT_READ.values(), ids=NOT_READ.keys())
def test_clues_that_are_none_are_not_read_as_blanks(text, message):
    with pytest.raises(InputError) as info:
        read(Source("p", f"pzprv3/{text}"))
    name, token = text.partition("/")[0], re.match(r"'(.+?)'", message)
    start = len("pzprv3/") + text.index(token[1]) + 1 if token else 0
    alone = token is not None and re.split(r"[ /]", text).count(token[1]) == 1
    assert str(info.value).startswith(f"p{f':1:{start}' * alone}: this is no {name} of the player: {message}")


def test_the_command(tmp_path):
    right, wrong = FILES["tapa"]["right"], FILES["tapa"]["wrong"][-1][1]
    board = tmp_path / "tapa.json"
    board.write_text(FORMATS["json"].write(read(Source("p", right))[0]))
    answer = tmp_path / "answer.txt"
    answer.write_text(right)
    assert run("check", board, answer).out == "right\n"
    answer.write_text(wrong.replace("/", "\n"))
    assert run("check", board, answer).out.startswith("wrong: the shaded cells fall into 2 parts")
    answer.write_text(FILES["lits"]["right"])
    assert "this is the answer to another board" in run("check", board, answer).err


@pytest.mark.parametrize("token", ["", "+#", "#."])
def test_several_signs_in_a_place_are_no_clue_of_tapa(token):
    with pytest.raises(ValueError, match=r"."):
        tapa.player_value(token)
