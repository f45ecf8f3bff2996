"""Rows of cells that do not say which puzzle they are: what a setter of puzzles tries in the first ten minutes."""

from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.cli import app

DOTS = """..3...2..
.........
....5....
1.......4
.........
..2...3..
.........
....1....
3.......2
"""
FIVE = "..1..\n.....\n1...2\n.....\n..1..\n"
FULL = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
GUESS = "read as a sudoku; if it is another puzzle, use --from NAME, or name the puzzle in a comment\n"
NAMED = "the name of another puzzle: --from NAME, or a comment `; NAME` before the rows"
NOTHING = "rows of cells, of a puzzle that nothing names; use --from NAME, or name the puzzle in a comment"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def converted(name: str, text: str, *words: str):
    Path(name).write_text(text)
    return run("convert", name, "--to", "json", *words)


GUESSED = {
    "dots and few digits": DOTS,
    "zeros as blanks": DOTS.replace(".", "0"),
    "indented": "".join(f"  {line}\n" for line in DOTS.splitlines()),
    "two equal numbers in a row": FULL.replace("53..7", "5355."),
    "two equal numbers in a column": FULL.replace("6..195", "5..196"),
    "nothing": "....\n" * 4,
    "all ones": "1111\n" * 4,
}


@pytest.mark.parametrize("name", GUESSED)
def test_a_guess_is_said(name):
    done = converted("board.txt", GUESSED[name])
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert done.err.startswith("board.txt:1:") and done.err.endswith(f": warning: {GUESS}")
    assert '"sudoku"' in done.out


def test_a_guess_is_not_said_under_quiet():
    assert converted("board.txt", DOTS, "-q").err == ""


CERTAIN = {
    "numbers enough": ("board.txt", FULL),
    "one line": ("board.txt", DOTS.replace("\n", "") + "\n"),
    "bars": ("board.txt", DOTS.replace("\n", "|\n")),
    "rules": ("board.txt", DOTS.replace("1.", "---+---+---\n1.", 1)),
    "sections": ("board.sdk", f"[Puzzle]\n{DOTS}"),
    "a comment": ("board.txt", f"; Sudoku\n{DOTS}"),
    "a first line": ("board.txt", f"\n Sudoku:\n{DOTS}"),
    "a first line before an array": ("board.txt", "sudoku\n[[1,0,0,0],[0,0,0,2],[0,0,0,0],[0,0,3,0]]\n"),
    "the file's name": ("sudoku-1.txt", DOTS),
    "the end of the file's name": ("my-sudoku.txt", DOTS),
}


@pytest.mark.parametrize("name", CERTAIN)
def test_what_is_certain_is_not_said(name):
    done = converted(*CERTAIN[name])
    assert (done.code, done.err) == (0, "") and '"sudoku"' in done.out


NAMES = {
    "my-nurikabe-3.txt": "nurikabe",
    "my nurikabe.txt": "nurikabe",
    "book2_nurikabe7.txt": "nurikabe",
    "12 Nurikabe.txt": "nurikabe",
    "3.nurikabe": "nurikabe",
    "easy-star-battle.txt": None,  # its text has no rows alone
    "hard-kuromasu.txt": "kurodoko",
    "my-fillomino-from-sudoku-club.txt": "fillomino",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file(name):
    done = converted(name, DOTS)
    if NAMES[name] is None:
        assert done.code == 1 and done.err.startswith(f"{name}:") and done.out == ""
        return
    assert (done.code, done.err) == (0, "") and f'"{NAMES[name]}"' in done.out


BARE = {
    "rows": ("Star Battle\nstars 1\n1122\n1122\n3344\n3344\n", "starbattle"),
    "rows of cells": (f"Nurikabe\n{FIVE}", "nurikabe"),
    "a size": ("slitherlink\nsize 1 1\n3\n", "slitherlink"),
}


@pytest.mark.parametrize("name", BARE)
def test_a_name_alone_in_the_first_line(name):
    text, puzzle = BARE[name]
    done = converted("board.txt", text)
    assert (done.code, done.err) == (0, "") and f'"{puzzle}"' in done.out


def test_a_comment_beats_the_name_and_an_option_beats_both():
    assert '"fillomino"' in converted("my-nurikabe.txt", f"; Fillomino\n{DOTS}").out
    assert '"kurodoko"' in converted("my-nurikabe.txt", f"; Fillomino\n{DOTS}", "--from", "kuromasu").out


def test_no_folder_names_a_puzzle(here):
    (here / "nurikabe").mkdir()
    assert '"sudoku"' in converted("nurikabe/1.txt", DOTS).out


SIZES = "4x4, 6x6, 9x9, 16x16, 25x25"
REFUSED = {
    "five rows": (FIVE, f":1:1: 5x5 is no size of a sudoku; expected one of {SIZES}, or {NAMED}\n"),
    "ten rows": ("123.3.1.2.\n" * 10, f":1:1: 10x10 is no size of a sudoku; expected one of {SIZES}, or {NAMED}\n"),
    "seven rows of nine": ("..1.2..3.\n" * 7, f":7:1: found 7 rows of 9 cells; expected 9, or {NAMED}\n"),
    "five rows of six": ("..2..1\n" * 5, f":1:1: {NOTHING} before the rows, `; NAME`\n"),
    "letters": ("..2..1w\n.b.....\n.......\n", f":1:1: {NOTHING} before the rows, `; NAME`\n"),
    "with blanks": (" ".join("..2..") + "\n. . . . .\n", ": which puzzle is it? It could be "),
    "nearly a name": (f"nurikube\n{FIVE}", ":1:1: no puzzle 'nurikube'; did you mean 'nurikabe'?"),
    "a name without a board": (
        "nurikabe\n",
        ":2:1: the text has no board; expected `size WIDTH HEIGHT` and the rows\n",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_how_a_puzzle_is_named(name):
    text, message = REFUSED[name]
    done = converted("board.txt", text)
    assert (done.code, done.out) == (1, "") and done.err.startswith(f"board.txt{message}")


@pytest.mark.parametrize("option", ["--type", "--kind", "--puzzle", "--game", "--genre"])
def test_options_of_other_programs(option, capsys):
    for words in ([option, "nurikabe"], [f"{option}=nurikabe"]):
        assert app.run(["convert", "board.txt", *words]) == 2
        assert capsys.readouterr().err.endswith(f"No such option: {option} (Possible options: --from NAME)\n")


def test_no_option_is_suggested_that_a_command_lacks(capsys):
    assert app.run(["puzzles", "--type", "masyu"]) == 2
    assert "--from" not in capsys.readouterr().err


NURIKABE = "; Nurikabe\n3 - -\n- - -\n- - 2\n"
SIGNED = {
    "cells": (NURIKABE.replace("-", "_"), NURIKABE),
    "joined cells": ("; Nurikabe\n3__\n___\n__2\n", NURIKABE),
    "a size": (NURIKABE.replace("3 - -", "size 3 3\n3 _ _"), NURIKABE),
    "a sign that - is not": ("; Tatamibari\n- _ _\n_ _ |\n_ _ _\n", "; Tatamibari\n- . .\n. . |\n. . .\n"),
    "a title": (NURIKABE.replace(";", "My"), NURIKABE),
    "a title in a file of Windows": (NURIKABE.replace(";", "My").replace("\n", "\r\n"), NURIKABE),
    "a title of several words": (NURIKABE.replace("; Nurikabe", "A nurikabe, the 2nd of mine:"), NURIKABE),
    "a title above a size": ("My slitherlink\nsize 1 1\n3\n", "; Slitherlink\nsize 1 1\n3\n"),
}


@pytest.mark.parametrize("name", SIGNED)
def test_blanks_as_underscores_and_titles(name):
    text, plain = SIGNED[name]
    done = converted("board.txt", text)
    assert (done.code, done.err, done.out) == (0, "", converted("plain.txt", plain).out)


FAULTS = {
    "no cell": (NURIKABE.replace("2", "x"), "4:5: 'x' is no cell of nurikabe; expected - (blank), ? or a number"),
    "no cell at first": (NURIKABE.replace("3", "x"), "2:1: 'x' is no cell of nurikabe; expected"),
    "a short row": (NURIKABE.replace("- - -", "- -"), "3:3: found 2 cells; expected 3, as in most rows"),
    "rooms needed": (NURIKABE.replace("Nurikabe", "Heyawake"), "2:1: a digit array cannot say a board of heyawake"),
    "rooms and signs": (
        "; Heyawake\n_ _ 3\n_ _ _\n_ _ _\n",
        "2:1: no size of this heyawake; expected `size WIDTH HEIGHT` before the rows",
    ),
    "no blank here": ("; LITS\n0 0\n0 _\n", "3:3: '_' is no cell of lits; expected"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_named_kind_is_never_asked_for(name):
    text, message = FAULTS[name]
    kind = text.split()[1].lower()
    for words in ((), ("--from", kind)):
        done = converted("board.txt", text, *words)
        assert (done.code, done.out) == (1, "") and done.err.startswith(f"board.txt:{message}")


KAKURO = "#    #    3\\  4\\\n#    \\4   .    .\n\\3   .    .    #\n"
OF_ONE_KIND = {
    "black cells with sums": (KAKURO, f"board.txt:1:1: {NOTHING}".replace("use", "perhaps kakuro; use")),
    "letters": ("AABB\nAABB\nCCDD\nCCDD\n", "board.txt: which puzzle is it? It could be "),
}


@pytest.mark.parametrize("name", OF_ONE_KIND)
def test_a_text_that_few_kinds_can_be_is_asked_for_one_of_them(name):
    text, message = OF_ONE_KIND[name]
    done = converted("board.txt", text)
    assert (done.code, done.out) == (1, "") and done.err.startswith(message)
    assert ("starbattle" in done.err) == (name == "letters") and "sudoku" not in done.err


def test_a_guess_at_the_order_of_sums_is_said_where_the_first_one_stands():
    done = converted("kakuro.txt", "X X 3/ 4/\nX /4 . .\n/3 . . X\n")
    assert done.err.startswith("kakuro.txt:1:6: warning: read as kakuro, 3 rows and 4 columns: `/` is DOWN/ACROSS")


def test_most_rows_decide_how_long_rows_are():
    done = converted("hitori.txt", "1 2 3\n1 2 3 4\n1 2 3 4\n1 2 3 4\n")
    assert done.err.startswith("hitori.txt:1:5: found 3 cells; expected 4, as in most rows\n")


def test_the_begin_of_the_files_name_decides_between_kinds(here):
    """`sud` begins one of the kinds as which the rows can be read."""
    (here / "sud.txt").write_text("\n".join(" ".join(row) for row in FULL.split()) + "\n")
    done = run("convert", "sud.txt", "--to", "json")
    assert '"type": "sudoku"' in done.out and "read as a sudoku, as the file's name begins" in done.err
    (here / "nur.txt").write_text((here / "sud.txt").read_text())
    assert "which puzzle is it?" in run("convert", "nur.txt", "--to", "json").err  # nurikabe, nurimisaki
