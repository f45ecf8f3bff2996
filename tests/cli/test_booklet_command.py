"""Booklets on the command line: what a setter types first, right and wrong."""

import gzip
import json
import re
from pathlib import Path

import pytest
from support.pdf_reading import read_pdf
from support.real_commands import csp2sat as command
from support.run_command import run

import csp2sat
from csp2sat.api import generating
from csp2sat.api.writing.booklets.sheets import BookletBoard
from csp2sat.cli.show import making
from csp2sat.cli.show.booklets import BookletTarget
from csp2sat.cli.show.drawings import DrawingTarget
from csp2sat.errors import LimitReached

MASYU = ("generate", "masyu", "--size", "4x4", "--seed", 1)


BOARDS = {}


def board_made_once(puzzle, size, seed, *others):
    """A new board of a puzzle, kept for the next test: most tests are about how the same few boards are written."""
    key = (puzzle, size, seed, others[-1])  # the last one: the wanted givens
    if key not in BOARDS:
        BOARDS[key] = generating.new_board(puzzle, size, seed, *others)
    return BOARDS[key]


@pytest.fixture(autouse=True)
def in_a_new_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(making, "new_board", board_made_once)


def made(*options):
    """The booklet that a command writes without a fault."""
    done = run(*MASYU, *options)
    assert (done.code, done.out) == (0, ""), done.err
    return done.err


def content(name="book.html"):
    return Path(name).read_text()


def refused(*options, code=2):
    done = run(*options)
    assert done.code == code and done.out == "" and not any(Path().iterdir())
    return done.err


def test_several_boards_are_one_page_of_html():
    notes = made("--count", 3, "-o", "book.html")
    assert notes.count("one solution, checked by") == 3
    assert content().count("<svg ") == 6 and content().count("Draw one closed loop") == 1
    assert "<h1>Masyu</h1>" in content() and [path.name for path in Path().iterdir()] == ["book.html"]


def test_several_boards_are_one_pdf():
    made("--count", 3, "-o", "book.pdf", "--per-page", 1)
    pages = read_pdf(Path("book.pdf").read_bytes())
    assert len(pages) == 4 and pages[0].texts[0] == "Masyu" and pages[3].texts[0] == "Solutions"


def test_the_boards_are_those_of_the_seeds():
    made("--count", 2, "-o", "book.html")
    for seed in (1, 2):
        address = run("generate", "masyu", "--size", "4x4", "--seed", seed, "--to", "url", "-q").out.strip()
        assert f'href="{address}"' in content()


@pytest.mark.parametrize("suffix", ["html", "pdf"])
def test_the_same_seed_gives_the_same_bytes(suffix, monkeypatch):
    monkeypatch.setattr(making, "new_board", generating.new_board)
    made("--count", 2, "-o", f"a.{suffix}")
    made("--count", 2, "-o", f"b.{suffix}")
    assert Path(f"a.{suffix}").read_bytes() == Path(f"b.{suffix}").read_bytes()


def test_one_board_is_a_drawing_unless_an_option_asks_for_a_booklet():
    made("-o", "one.html")
    assert "Solution" not in content("one.html")
    made("-o", "book.html", "--title", "Monday")
    assert content().count("<svg ") == 2 and "<h1>Monday</h1>" in content()
    made("-o", "book.html", "--per-page", "1")
    assert content().count("<svg ") == 2


def test_one_board_is_a_picture_in_pdf():
    made("-o", "one.pdf")
    (page,) = read_pdf(Path("one.pdf").read_bytes())
    assert page.size == (135, 135) and page.texts == []


def test_the_title_is_text():
    made("--count", 2, "-o", "book.html", "--title", "<b> & 'more'")
    assert "<h1>&lt;b&gt; &amp; &#x27;more&#x27;</h1>" in content()


@pytest.mark.parametrize("number", ["3", "0", "-1", "two", "1.0"])
def test_other_numbers_on_a_page(number):
    assert "is not one of '1', '2', '4'" in refused(*MASYU, "--count", 2, "-o", "book.html", "--per-page", number)


@pytest.mark.parametrize("option", [("--title", "x"), ("--per-page", "2")])
@pytest.mark.parametrize("output", [(), ("-o", "x.svg"), ("-o", "x.txt"), ("--to", "url")])
def test_options_of_booklets_are_for_booklets(option, output):
    assert f"csp2sat: {option[0]} is for a booklet; expected -o FILE.html or -o FILE.pdf" in refused(
        *MASYU, *output, *option
    )


def test_letters_that_a_pdf_cannot_have_are_refused_before_any_board_is_made():
    found = refused(*MASYU, "--count", 2, "-o", "book.pdf", "--title", "Пазл")
    assert found.startswith("csp2sat: --title Пазл: ") and "U+041F" in found and "HTML" in found


@pytest.mark.parametrize("name", ["missing/book.html", "missing/book.pdf"])
def test_a_folder_that_is_missing_is_refused_before_any_board_is_made(name):
    found = refused(*MASYU, "--count", 2, "-o", name, code=1)
    assert found == f"csp2sat: {name}: cannot be written: there is no folder missing\n"


@pytest.mark.parametrize("suffix", ["svg", "png", "txt", "json"])
def test_other_files_have_one_board(suffix):
    pytest.importorskip("resvg_py")
    found = refused(*MASYU, "--count", 2, "-o", f"x.{suffix}")
    assert "2 boards" in found and "F.html or F.pdf" in found


@pytest.mark.parametrize("to", ["html", "pdf"])
def test_a_folder_gets_a_file_of_each(to):
    made("--count", 2, "-o", "folder", "--to", to)
    assert sorted(path.name for path in Path("folder").iterdir()) == [f"masyu-4x4-{seed}.{to}" for seed in (1, 2)]
    Path("there.html").mkdir()
    made("--count", 2, "-o", "there.html")
    assert len([*Path("there.html").iterdir()]) == 2


@pytest.mark.parametrize("name", ["folder", "folder/", "new/"])
def test_a_booklet_is_no_folder(name):
    Path("folder").mkdir()
    done = run(*MASYU, "--to", "html", "--title", "x", "-o", name)
    assert done.code == 1 and "cannot be written" in done.err
    assert [*Path().rglob("*")] == [Path("folder")]


def test_a_booklet_goes_to_stdout():
    done = command(*map(str, MASYU), "--count", "2", "--to", "html", "-q")
    assert done.returncode == 0 and done.stdout.startswith("<!DOCTYPE html>") and done.stdout.count("<svg ") == 4
    assert done.stderr == ""


def test_an_existing_file_is_replaced():
    Path("book.html").write_text("old")
    made("--count", 2, "-o", "book.html")
    assert content().startswith("<!DOCTYPE")


def test_compressed_files():
    made("--count", 2, "-o", "book.html.gz")
    assert gzip.decompress(Path("book.html.gz").read_bytes()).startswith(b"<!DOCTYPE")


def test_a_disk_that_is_full_leaves_nothing():
    done = run(*MASYU, "--title", "x", "-o", "/dev/full", "--to", "html", "-q")
    assert (done.code, done.err) == (1, "csp2sat: /dev/full: cannot be written: No space left on device\n")


def test_json_tells_the_file_of_each_board():
    done = run(*MASYU, "--count", 2, "--json", "-o", "book.html")
    assert [json.loads(line)["file"] for line in done.out.splitlines()] == ["book.html"] * 2
    assert content().count("<svg ") == 4 and done.err == ""


def test_a_limit_leaves_a_booklet_of_the_boards_so_far(monkeypatch):
    def board_until(puzzle, size, seed, *others):
        if seed == 3:
            raise LimitReached("time")
        return board_made_once(puzzle, size, seed, *others)

    monkeypatch.setattr(making, "new_board", board_until)
    done = run(*MASYU, "--count", 5, "-o", "book.html")
    assert done.code == 3 and "csp2sat: book.html has 2 of 5 boards\n" in done.err
    assert content().count("<svg ") == 4
    done = run("generate", "masyu", "--size", "4x4", "--seed", 3, "--count", 2, "-o", "none.html")
    assert done.code == 3 and not Path("none.html").exists()


def test_an_interrupt_leaves_nothing(monkeypatch):
    def interrupted(puzzle, size, seed, *others):
        if seed == 2:
            raise KeyboardInterrupt
        return board_made_once(puzzle, size, seed, *others)

    monkeypatch.setattr(making, "new_board", interrupted)
    assert run(*MASYU, "--count", 2, "-o", "book.html").code == 130
    assert not any(Path().iterdir())


def test_documents_of_others_are_not_written():
    assert "this suffix belongs to no format" in refused(*MASYU, "-o", "x.docx")


@pytest.mark.parametrize("command", ["solve", "convert", "explain"])
def test_each_drawing_can_be_a_pdf(command):
    Path("masyu.txt").write_text(run(*MASYU, "-q").out)
    done = run(command, "masyu.txt", "-o", "x.pdf")
    (page,) = read_pdf(Path("x.pdf").read_bytes())
    assert done.code == 0 and page.is_inside(0)


def test_the_help_names_the_options():
    shown = re.sub(r"\s+", " ", run("generate", "-h").out)
    assert "--title" in shown and "--per-page <1|2|4>" in shown


def test_a_hint_and_a_grade_for_each_board():
    made("--count", 2, "--hint", "-o", "book.html")
    assert len(re.findall(r"<span>grade (?:[1-9]|10)</span>", content())) == 2
    assert content().count('<p id="hint-') == 2 == content().count('href="#hint-')
    made("--count", 2, "-o", "plain.html")
    assert "Hint" not in content("plain.html") and "grade" not in content("plain.html")


def test_a_hint_in_pdf_is_on_a_page_before_the_solutions():
    made("--hint", "-o", "book.pdf")
    board, hints, solutions = (page.texts for page in read_pdf(Path("book.pdf").read_bytes()))
    assert any(text.startswith("grade ") for text in board)
    assert hints[0] == "Hints" and hints[1].startswith("1. ") and solutions[0] == "Solutions"


def test_a_hint_below_its_board():
    made("--count", 2, "--hint-below", "-o", "book.html")
    hints = re.findall(r'<p class="below">(.*)</p>', content())
    assert len(hints) == 2
    assert "<h2>Hints</h2>" not in content() and "#hint-" not in content() and "grade " in content()
    made("--count", 2, "--hint-below", "--per-page", 2, "-o", "book.pdf")
    boards, solutions = (page.texts for page in read_pdf(Path("book.pdf").read_bytes()))
    assert all(hint.split(",")[0] in " ".join(boards) for hint in hints) and solutions[0] == "Solutions"


def test_a_hint_below_its_board_in_python():
    boards = [csp2sat.generate("akari", 4, 4, seed=seed) for seed in (1, 2)]
    csp2sat.booklet(boards, "a.html", hints="below")
    assert content("a.html").count('<p class="below">') == 2
    with pytest.raises(csp2sat.UsageError, match="expected True, False or 'below'"):
        csp2sat.booklet(boards, "a.html", hints="above")


def test_boards_by_their_grades():
    run("generate", "akari", "--size", "5x5", "--seed", 1, "--count", 6, "--by-grade", "-o", "book.html")
    grades = [int(grade) for grade in re.findall(r"<span>grade (\d+)</span>", content())]
    assert len(grades) == 6 and grades == sorted(grades) and len({*grades}) > 1
    assert "hint-" not in content()


def test_the_types_of_a_booklet_stay_in_their_order():
    """Boards are in the order of their grades within each type, also where a later type has easier boards."""
    from csp2sat.api.reasoning.hinted import graded
    from csp2sat.api.writing.booklets.sheets import BookletBoard

    makes = [("sudoku", 6, 1), ("akari", 4, 1), ("sudoku", 4, 1), ("akari", 6, 2)]
    boards = [BookletBoard(csp2sat.generate(kind, size, seed=seed), None) for kind, size, seed in makes]
    found = graded(boards, hints=False, by_grade=True)
    assert [each.board.puzzle for each in found] == ["sudoku", "sudoku", "akari", "akari"]
    assert [each.board.rows for each in found[:2]] == [4, 6] and found[2].score <= found[3].score
    csp2sat.booklet([(each.board, None) for each in boards], "all.html", by_grade=True, rules=False)
    grades = [int(grade) for grade in re.findall(r", grade (\d+)</span>", Path("all.html").read_text())]
    assert grades == sorted(grades) and len(grades) == 4
    assert [each.board.puzzle for each in graded(boards, False, False)] == ["sudoku", "sudoku", "akari", "akari"]


def test_order_by_grades_is_for_a_booklet():
    assert "--by-grade is for a booklet; expected -o FILE.html or -o FILE.pdf" in refused(*MASYU, "--by-grade")
    assert run("solve", "nowhere.txt", "--by-grade").code == 2


def test_grades_may_be_parted_by_a_hyphen():
    words = ("generate", "akari", "--size", "4x4", "--seed", 1, "--grade")
    assert run(*words, "1-10").out == run(*words, "1..10").out != ""
    for wrong in ("2-", "-5", "5-2", "2-5-7", "2--5", "2 - 5", "simple", "2,5", "0-3", "3-11", ""):
        assert run(*words, wrong).code == 2


def test_a_drawing_has_its_grade_and_hint_below():
    made("-o", "plain.svg")
    made("--hint", "-o", "hint.svg")
    run("generate", "akari", "--size", "4x4", "--seed", 1, "--grade", "1..10", "-o", "grade.svg")
    plain, hint, grade = (Path(f"{name}.svg").read_text() for name in ("plain", "hint", "grade"))
    assert "Hint: " in hint and "grade " in hint and "Hint: " not in plain
    assert re.search(r"<desc>grade \d+</desc>", grade)
    height = {name: float(re.search(r'height="([\d.]+)"', text)[1]) for name, text in (("p", plain), ("h", hint))}
    assert height["h"] > height["p"]


def test_each_drawing_in_a_folder_has_its_hint():
    made("--hint", "--count", 2, "--to", "svg", "-o", "folder/")
    drawn = [path.read_text() for path in Path("folder").iterdir()]
    assert len(drawn) == 2 and all("Hint: " in text for text in drawn)


def test_a_hint_is_for_a_booklet():
    expected = "--hint is for a booklet or a drawing; expected -o FILE.html, .pdf, .svg or .png"
    assert expected in refused(*MASYU, "--hint")
    assert expected in refused(*MASYU, "--hint", "-o", "a.txt")
    assert expected.replace("--hint", "--hint-below") in refused(*MASYU, "--hint-below")


def test_a_grade_that_was_asked_for_is_in_the_caption():
    run("generate", "akari", "--size", "4x4", "--seed", 1, "--grade", "1..10", "--count", 2, "-o", "book.html")
    assert len(re.findall(r"<span>grade \d+</span>", content())) == 2


def test_a_solved_board_has_its_hint_in_a_booklet():
    made("-o", "board.txt")
    assert run("solve", "board.txt", "--hint", "-o", "book.html").code == 0
    assert content().count('<p id="hint-') == 1
    made("--seed", 2, "-o", "other.txt")
    assert run("solve", "board.txt", "other.txt", "--hint", "-o", "two.html").code == 0
    assert content("two.html").count('<p id="hint-') == 2
    assert content("two.html").index('id="board-2"') < content("two.html").index('id="hint-1"')
    assert content("two.html").index('id="hint-2"') < content("two.html").index('id="solution-1"')


def test_the_steps_of_a_new_board():
    done = run(*MASYU, "--steps", "steps.html")
    assert done.code == 0 and done.out.startswith("; Masyu") and "<svg " in content("steps.html")
    Path("board.txt").write_text(done.out)
    assert run(*MASYU, "--steps", "steps.txt", "-q").code == 0
    assert content("steps.txt") == run("steps", "board.txt").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--count", 2, "--steps", "s.html"), "--steps is for one board; not with --count 2"),
        (("--steps", "s.svg"), "--steps s.svg: expected FILE.html, FILE.json or FILE.txt"),
        (("--steps", "no/s.html"), "there is no folder no"),
    ],
)
def test_steps_that_cannot_be_written(options, message):
    assert message in run(*MASYU, *options).err and not any(Path().iterdir())


def test_boards_with_one_solution_in_common_are_named(capsys):
    board = csp2sat.loads("; Sudoku\nsize 4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 -\n").board
    entry = BookletBoard(board, [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    other = entry._replace(solution=[[4, 3, 2, 1], *entry.solution[1:]])
    BookletTarget(DrawingTarget("html", "b.html")).write([entry, other, entry, entry._replace(solution=None)])
    said = capsys.readouterr().err
    assert (
        said
        == "csp2sat: boards 1 and 3 have the same solution, as boards that are generated with the same --seed have\n"
    )
