"""Booklets of boards from files, mixed and not as they should be: `solve *.txt -o book.html`."""

import re
from pathlib import Path

import pytest
from support.booklet_scenes import NONE, SEVERAL
from support.pdf_reading import read_pdf
from support.run_command import run

MASYU = "; Masyu Puzzle\nsize 4 4\n- 0 - 1\n- - - -\n- - - -\n1 - - 1\n"
SUDOKU = "; Sudoku Puzzle\nsize 4 4\nbox 2 2\n1 - - -\n- - - 2\n- - 4 -\n- 3 - -\n"
URL = "https://puzz.link/p?mashu/4/4/3i00ii\n"


@pytest.fixture(autouse=True)
def boards(tmp_path, monkeypatch):
    """A folder with two boards is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nonexistent")
    Path("masyu.txt").write_text(MASYU)
    Path("sudoku.txt").write_text(SUDOKU)


def content(name="book.html"):
    return Path(name).read_text()


def drawn(name="book.html"):
    return content(name).count("<svg ")


def solved(*arguments, code=0):
    """What a command that prints nothing to stdout says."""
    done = run("solve", *arguments)
    assert (done.code, done.out) == (code, ""), done
    return done.err


@pytest.mark.parametrize("more", [(), ("-j", "2")])
def test_files_of_several_kinds_are_one_booklet(more):
    said = solved("masyu.txt", "sudoku.txt", "-o", "book.html", *more)
    assert drawn() == 4 and "<h1>Puzzles</h1>" in content()
    assert content().count("<h2>Masyu</h2>") == content().count("<h2>Sudoku</h2>") == 1
    assert re.findall(r'id="board-\d".*\n.*<span>(\w+)</span>', content()) == ["Masyu", "Sudoku"]
    assert "csp2sat: 2 inputs in " in said and "one solution only 2" in said


def test_a_folder_and_a_pattern():
    for inputs in ([Path()], ["*.txt"]):
        solved(*inputs, "-o", "book.html", "-q")
        assert drawn() == 4


def test_a_pdf_with_a_title():
    solved("masyu.txt", "sudoku.txt", "-o", "book.pdf", "--title", "Für Zoë", "--per-page", "1", "-q")
    pages = read_pdf(Path("book.pdf").read_bytes())
    assert len(pages) == 3 and pages[0].texts[0] == "Für Zoë" and all(page.is_inside(36) for page in pages)


def test_one_file_is_a_booklet_where_an_option_asks_for_it():
    solved("masyu.txt", "-o", "book.html")
    assert "Solutions" not in content()
    assert solved("masyu.txt", "-o", "book.html", "--title", "<One>") == "csp2sat: book.html: a booklet of 1 board\n"
    assert drawn() == 2 and "<h1>&lt;One&gt;</h1>" in content() and "<h2>Solutions</h2>" in content()


def test_a_file_with_several_boards():
    Path("boards.url").write_text(URL + "\n" + URL)
    same = "boards 1 and 2 have the same solution, as boards that are generated with the same --seed have"
    assert solved("boards.url", "-o", "book.html") == f"csp2sat: {same}\ncsp2sat: book.html: a booklet of 2 boards\n"
    assert drawn() == 4 and "<h1>Masyu</h1>" in content()
    done = run("solve", "boards.url", "-o", "book.png")
    assert done.code == 2 and "-o book.png: a drawing has a file of its own; expected -o DIR" in done.err


def test_inputs_that_are_not_as_they_should_be_are_named():
    Path("several.txt").write_text(SEVERAL)
    Path("none.txt").write_text(NONE)
    Path("numbers.csp").write_text("(int x 1 3) (< x 2)")
    Path("wrong.txt").write_text(MASYU.replace("0", "9"))
    said = solved("masyu.txt", "none.txt", "numbers.csp", "wrong.txt", "several.txt", "-o", "book.html", code=1)
    for line in (
        "csp2sat: none.txt: no solution: left out",
        "csp2sat: numbers.csp: no board: left out",
        "csp2sat: several.txt: not the only solution",
    ):
        assert line in said.splitlines()
    assert "wrong.txt:3:3: " in said
    assert drawn() == 4 and "<span>not the only solution</span>" in content()
    assert [int(n) for n in re.findall(r'id="board-(\d)"', content())] == [1, 2]


def test_boards_of_a_file_are_named_by_their_numbers():
    Path("boards.url").write_text(URL + "https://puzz.link/p?mashu/4/4/030000\n")
    said = solved("boards.url", "-o", "book.html", "--per-page", "4")
    assert said.splitlines() == [
        "csp2sat: boards.url, board 2: not the only solution",
        "csp2sat: book.html: a booklet of 2 boards, 1 of them without exactly one solution",
    ]


@pytest.mark.parametrize("several", ["boards.url", "several.txt masyu.txt", "none.txt masyu.txt"])
def test_a_booklet_of_boards_with_one_solution_only(several):
    """`--expect unique` refuses other boards, in one file and in several."""
    Path("boards.url").write_text(URL + "https://puzz.link/p?mashu/4/4/030000\n")
    Path("several.txt").write_text(SEVERAL)
    Path("none.txt").write_text(NONE)
    said = solved(*several.split(), "--expect", "unique", "-o", "book.html", code=4)
    assert "book.html is not written: " in said and "differs" not in said and not Path("book.html").exists()
    said = solved("masyu.txt", "sudoku.txt", "--expect", "unique", "-o", "book.html")
    assert "csp2sat: book.html: a booklet of 2 boards\n" in said and drawn() == 4


@pytest.mark.parametrize("inputs", [("numbers.csp",), ("numbers.csp", "none.txt")])
def test_a_booklet_without_boards_is_refused(inputs):
    Path("numbers.csp").write_text("(int x 1 3) (< x 2)")
    Path("none.txt").write_text(NONE)
    said = solved(*inputs, "-o", "book.html", "--title", "x", code=2)
    assert "csp2sat: a booklet needs at least one board\n" in said and not Path("book.html").exists()


@pytest.mark.parametrize("inputs", [("masyu.txt",), ("masyu.txt", "sudoku.txt")])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--title", "x"], "--title is for a booklet"),
        (["--per-page", "2", "-o", "x.svg"], "--per-page is for a booklet"),
        (["--title", "x", "-o", "x.html", "--json"], "--title is for a booklet"),
        (["--title", "x", "--to", "html", "-o", "x.html", "--json"], "--title is for a booklet"),
        (["--title", "x", "-o", "x.html", "--all"], "--all and --limit: not for a booklet"),
        (["--title", "x", "-o", "x.html", "--limit", "2"], "--all and --limit: not for a booklet"),
        (["--title", "x", "-o", "x.html", "--proof", "p"], "--proof: not for "),
        (["--title", "Ж", "-o", "x.pdf"], "--title Ж: a PDF of csp2sat has the letters of western Europe only"),
    ],
)
def test_options_that_do_not_fit(inputs, options, message):
    done = run("solve", *inputs, *options)
    assert done.code == 2 and f"csp2sat: {message}" in done.err
    assert sorted(path.name for path in Path().iterdir()) == ["masyu.txt", "sudoku.txt"]


@pytest.mark.parametrize("inputs", [("masyu.txt",), ("masyu.txt", "sudoku.txt")])
def test_a_folder_that_is_missing_is_refused_before_any_work(inputs):
    said = solved(*inputs, "-o", "missing/book.html", "--title", "x", code=1)
    assert said == "csp2sat: missing/book.html: cannot be written: there is no folder missing\n"


def test_a_folder_gets_a_page_of_each():
    solved("masyu.txt", "sudoku.txt", "-o", "pages", "--to", "html", "-q")
    assert sorted(path.name for path in Path("pages").iterdir()) == ["masyu.html", "sudoku.html"]


def test_an_input_is_not_overwritten():
    Path("board.html").write_text(MASYU)
    done = run("solve", "board.html", "sudoku.txt", "-o", "board.html")
    assert done.code == 2 and "would overwrite" in done.err and content("board.html") == MASYU


def test_a_board_for_which_there_is_no_time():
    said = solved("masyu.txt", "-o", "book.html", "--title", "x", "--timeout", "0", code=3)
    assert "csp2sat: masyu.txt: not solved\n" in said
    assert drawn() == 1 and "<span>not solved</span>" in content()


def test_a_booklet_is_the_same_with_more_processes():
    for jobs in ("1", "2"):
        solved("masyu.txt", "sudoku.txt", "-o", f"{jobs}.html", "-j", jobs, "-q")
    assert content("1.html") == content("2.html")


# A printer without colours


BLUE = ("2563eb", "2563ea", "8fade6")


@pytest.mark.parametrize("name", ["one.svg", "one.html"])
def test_a_solution_in_black(name):
    solved_alone = run("solve", "masyu.txt", "--black", "-o", name)
    assert (solved_alone.code, solved_alone.out, solved_alone.err) == (0, "", "")
    assert not [each for each in BLUE if each in content(name)] and "board-ink" in content(name)


def test_black_is_for_drawings():
    for words in [(), ("--json",), ("-o", "text.txt")]:
        done = run("solve", "masyu.txt", "--black", *words)
        assert done.code == 2 and "--black: only for a drawing; expected -o FILE.svg" in done.err + done.out
    done = run("solve", "masyu.txt", "sudoku.txt", "--black")
    assert (done.code, done.out) == (2, "") and "--black: only for a drawing" in done.err


def test_a_booklet_in_black_without_rules():
    solved("masyu.txt", "sudoku.txt", "-o", "book.html", "--black", "--no-rules", "-q")
    assert drawn() == 4 and "Draw one" not in content() and not [each for each in BLUE if each in content()]
    solved("masyu.txt", "-o", "book.pdf", "--no-rules", "-q")
    assert not any("Draw one" in text for text in read_pdf(Path("book.pdf").read_bytes())[0].texts)


def test_captions_without_grades():
    solved("masyu.txt", "-o", "book.html", "--hint", "--no-grades", "-q")
    assert "<h2>Hints</h2>" in content() and "grade" not in content()
    done = run("solve", "masyu.txt", "--no-grades", "-o", "masyu.svg")
    assert done.code == 2 and "--no-grades is for a booklet; expected -o FILE.html or -o FILE.pdf" in done.err


UPRIGHT = {"a4": (595, 842), "a5": (420, 595), "letter": (612, 792)}
PAPERS = UPRIGHT | {f"{name}-landscape": (high, wide) for name, (wide, high) in UPRIGHT.items()}


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_of_another_size(paper):
    solved(*["masyu.txt"] * 5, "--paper", paper, "--per-page", "4", "-o", "book.pdf", "-q")
    pages = read_pdf(Path("book.pdf").read_bytes())
    assert {tuple(map(round, page.size)) for page in pages} == {PAPERS[paper]}
    assert all(page.is_inside(20) for page in pages)  # points: 7 mm
    solved("masyu.txt", "sudoku.txt", "--paper", paper, "-o", "book.html", "-q")
    css = re.sub("^a", "A", paper).replace("-", " ")
    assert f"@page {{ size: {css}; " in content()


def test_a_page_for_one_board_is_filled():
    solved("masyu.txt", "sudoku.txt", "--per-page", "1", "--hint", "-o", "book.html", "-q")
    assert content().count('<section class="sheet filled">') == 2 and ".hints a { color: inherit;" in content()
    wide = []
    for name in ("a5", "a4"):
        solved("masyu.txt", "--paper", name, "--per-page", "1", "-o", "book.pdf", "-q")
        across = [x for x, _ in read_pdf(Path("book.pdf").read_bytes())[0].points]
        wide.append(max(across) - min(across))
    assert wide[1] > 1.3 * wide[0] > 300


def test_a_small_board_does_not_fill_its_page():
    Path("small.txt").write_text("; masyu\nsize 3 3\n- - -\n- - -\n- - -\n")
    spaces = []
    for paper in ("a5", "a4"):
        solved("small.txt", "--paper", paper, "--per-page", "1", "-o", "book.pdf", "-q")
        across = {round(x, 1) for x, _ in read_pdf(Path("book.pdf").read_bytes())[0].points}
        spaces.append({round(abs(one - other)) for one in across for other in across})
    assert all(3 * 51 in each for each in spaces)  # points: 18 mm for a cell, on both papers
    solved("small.txt", "--per-page", "1", "-o", "book.html", "-q")
    assert "--widest: 238px; --highest: 238px" in content()


def test_a_page_of_the_printer():
    solved("masyu.txt", "sudoku.txt", "-o", "book.html", "-q")
    assert "@page { margin: 12mm; }" in content() and "SIZE" not in content() and "DOWN" not in content()


@pytest.mark.parametrize("words", [("-o", "masyu.svg"), (), ("-o", "b.txt")])
def test_a_page_size_is_for_booklets(words):
    done = run("solve", "masyu.txt", "--paper", "letter", *words)
    assert done.code == 2 and "--paper is for a booklet; expected -o FILE.html or -o FILE.pdf" in done.err
    assert run("solve", "masyu.txt", "--paper", "a6", "-o", "b.pdf").code == 2
