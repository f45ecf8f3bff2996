"""`csp2sat check` of begun drawings that no further line or sign can make right: a global rule is broken for good."""

import pytest
from support.run_command import run

BOARDS = {  # a board, what is drawn, and words of what is said
    "parted islands": (
        "; hashi\nsize 5 5\n1 - 2 - 2\n- - - - -\n- - - - -\n- - - - -\n2 - 2 - 1\n",
        "1-------2   .   2\n        |\n.   .   |   .   .\n        |\n.   .   |   .   .\n        |\n"
        ".   .   |   .   .\n        |\n2   .   2-------1\n",
        'a contradiction follows, by the rule "all islands connected"',
    ),
    "a closed small loop": (
        "; slitherlink\nsize 4 4\n- - - -\n- - - -\n- - - -\n- - - 3\n",
        "+---+   +   +   +\n|   |\n+---+   +   +   +\n\n+   +   +   +   +\n\n"
        "+   +   +   +   +\n              3\n+   +   +   +   +\n",
        "loop",
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_rule_that_is_broken_for_good_is_a_mistake(name, tmp_path):
    board, drawn, words = BOARDS[name]
    (tmp_path / "board.txt").write_text(board)
    (tmp_path / "drawn.txt").write_text(drawn)
    done = run("check", tmp_path / "board.txt", tmp_path / "drawn.txt")
    assert done.code == 1 and done.out.startswith("wrong: "), done.out
    assert words in done.out


def test_a_begun_board_that_may_be_right_is_none(tmp_path):
    board, drawn, _ = BOARDS["parted islands"]
    (tmp_path / "board.txt").write_text(board)
    drawn = drawn.replace("|", " ").replace("2-------1", "2   .   1")
    (tmp_path / "drawn.txt").write_text(drawn)
    assert run("check", tmp_path / "board.txt", tmp_path / "drawn.txt").out.startswith("not finished")
