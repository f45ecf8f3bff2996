"""Booklets in Python: what is on which page, what is refused, and boards that are not solved."""

import re
import zlib
from pathlib import Path

import pytest
from support.booklet_scenes import NONE, SEVERAL, blank_masyu, board_of, pair
from support.pdf_reading import read_pdf

import csp2sat
from csp2sat import FileError, InputWarning, UsageError
from csp2sat.api.writing.booklets.paper import wrapped
from csp2sat.api.writing.booklets.sheets import LEAST_BOARD_CELL, LEAST_CELL, Booklet, BookletBoard, rules_of
from csp2sat.api.writing.converting import PrintStyle
from csp2sat.puzzles.drawing.pdf_file import text_width
from csp2sat.puzzles.spec import PUZZLES

KINDS = ("masyu", "sudoku", "hitori")
EDGE = 36  # points at each side of a page that stay free


@pytest.fixture(autouse=True)
def in_a_new_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def html(boards, **options):
    csp2sat.booklet(boards, "book.html", **options)
    return Path("book.html").read_text()


def pages(boards, **options):
    csp2sat.booklet(boards, "book.pdf", **options)
    return read_pdf(Path("book.pdf").read_bytes())


def sheets(text):
    return re.split('<section class="sheet(?: filled)?">', text)[1:]


def drawn(text):
    return text.count("<svg ")


def test_boards_first_and_solutions_at_the_end():
    text = html([pair(kind) for kind in KINDS])
    assert [int(n) for n in re.findall(r'id="board-(\d+)"', text)] == [1, 2, 3]
    assert [int(n) for n in re.findall(r'id="solution-(\d+)"', text)] == [1, 2, 3]
    assert text.index("board-3") < text.index("<h2>Solutions</h2>") < text.index('id="solution-1"')
    assert drawn(text) == 6


def test_each_board_is_drawn_as_elsewhere():
    board, solution = pair("masyu")
    text = html([(board, solution)])
    assert board.svg() in text and board.svg(solution) in text


@pytest.mark.parametrize("kind", ["masyu", "battleship"])
def test_rules_are_there_once(kind):
    text = html([pair(kind)] * 3)
    for sentence in rules_of(kind):
        assert text.count(f"<p>{sentence}</p>".replace("'", "&#x27;")) == 1
    assert text.count("<h1>") == 1 and f"<h1>{PUZZLES[kind].titles[0]}</h1>" in text


def test_rules_of_several_kinds_are_there_once_each_under_their_names():
    text = html([pair(kind) for kind in KINDS * 2])
    assert "<h1>Puzzles</h1>" in text
    for kind in KINDS:
        assert text.count(f"<h2>{PUZZLES[kind].titles[0]}</h2>") == 1
        assert text.count(rules_of(kind)[0]) == 1
    assert text.count("<span>Masyu</span>") == 2


def test_rules_are_whole_sentences():
    assert all(line == line.strip() and line[-1] in ".:" for kind in PUZZLES for line in rules_of(kind))
    assert not any("`" in line for kind in PUZZLES for line in rules_of(kind))


@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_boards_on_a_page(per_page):
    text = html([pair("masyu")] * 5, per_page=per_page)
    assert [drawn(sheet) for sheet in sheets(text)] == [*{1: [1] * 5, 2: [2, 2, 1], 4: [4, 1]}[per_page], 5]
    numbers = [[int(n) for n in re.findall(r'id="board-(\d+)"', sheet)] for sheet in sheets(text)[:-1]]
    assert [n for sheet in numbers for n in sheet] == [1, 2, 3, 4, 5]


def test_two_boards_are_on_a_page_unless_one_is_large():
    assert drawn(sheets(html([pair("masyu")] * 3))[0]) == 2
    assert drawn(sheets(html([pair("masyu"), (blank_masyu(21, 5), None)]))[0]) == 1


@pytest.mark.parametrize("per_page", [0, 3, 5, "2", 1.5, 2.0, True, [2]])
def test_other_numbers_on_a_page_are_refused(per_page):
    with pytest.raises(UsageError, match="expected 1, 2 or 4 boards on a page"):
        csp2sat.booklet([pair("masyu")], "book.html", per_page=per_page)
    assert not Path("book.html").exists()


def test_the_title_is_text():
    text = html([pair("masyu")], title="<&> \"Loops\" '1'")
    escaped = "&lt;&amp;&gt; &quot;Loops&quot; &#x27;1&#x27;"
    assert f"<h1>{escaped}</h1>" in text and f"<title>{escaped}</title>" in text
    assert "<&> \"Loops\" '1'" in pages([pair("masyu")], title="<&> \"Loops\" '1'")[0].texts


def test_a_title_with_other_letters():
    assert "<h1>Поле あ</h1>" in html([pair("masyu")], title="Поле あ")
    with pytest.raises(UsageError, match=r"title=.*not 'П' \(U\+041F\); expected HTML"):
        csp2sat.booklet([pair("masyu")], "book.pdf", title="Поле")
    assert not Path("book.pdf").exists()
    assert "Übung: 5 € – für “Zoë”" in pages([pair("masyu")], title="Übung: 5 € – für “Zoë”")[0].texts


@pytest.mark.parametrize("title", ["word " * 60, "W" * 400, "a\nb\x1b[1m\u202e", "((\\"])
def test_any_title_is_inside_the_page(title):
    for page in pages([pair("masyu")], title=title):
        assert page.is_inside(EDGE)


@pytest.mark.parametrize("name", ["book.html", "book.pdf"])
@pytest.mark.parametrize("title", [5, None, b"x"])
def test_a_title_that_is_no_text_is_refused(name, title):
    with pytest.raises(UsageError, match=r"title.*: expected a text"):
        csp2sat.booklet([pair("masyu")], name, title=title)


def test_an_unknown_setting_is_refused_when_nothing_is_to_be_solved():
    with pytest.raises(TypeError, match="timeoutt"):
        csp2sat.booklet([pair("masyu")], "book.html", timeoutt=5)
    assert not Path("book.html").exists()


def test_a_solution_of_another_form_is_refused():
    with pytest.raises(UsageError, match=r"^board 2: the solution is no object"):
        csp2sat.booklet([pair("masyu"), (pair("masyu")[0], "abc")], "book.html")
    assert not Path("book.html").exists()


def test_a_title_of_nothing_is_that_of_the_kind():
    assert "<h1>Masyu</h1>" in html([pair("masyu")], title="")


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", list(PUZZLES))
@pytest.mark.parametrize("per_page", [1, 4])
def test_nothing_of_any_kind_is_cut(kind, per_page):
    found = pages([pair(kind)] * 5, per_page=per_page)
    assert all(page.is_inside(EDGE) for page in found)
    numbers = [text for page in found for text in page.texts if text in "12345"]
    assert len(numbers) >= 5


@pytest.mark.parametrize("size", [(40, 40), (3, 60), (60, 3), (1, 1)])
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_large_and_narrow_boards_are_inside_a_page(size, per_page):
    boards = [(blank_masyu(*size), None)] * 4
    found = pages(boards, per_page=per_page)
    assert len(found) == (4 // per_page if size == (1, 1) else 4) and all(page.is_inside(EDGE) for page in found)


@pytest.mark.parametrize(("size", "count"), [(10, 4), (15, 2), (20, 1), (25, 1)])
def test_fewer_boards_are_on_a_page_if_cells_were_too_small_to_write_in(size, count):
    found = list(Booklet([BookletBoard(blank_masyu(size, size))] * 4, per_page=4).sheets())
    assert [len(sheet.figures) for sheet in found] == [count] * (4 // count)
    assert all(sheet.cell() >= LEAST_BOARD_CELL for sheet in found)


def test_wide_boards_are_below_each_other():
    (sheet,) = Booklet([BookletBoard(blank_masyu(3, 30))] * 4, per_page=4).sheets()
    assert (sheet.rows, sheet.cols) == (4, 1)


def test_cells_of_solutions_can_be_read():
    for size in (5, 10, 17, 24, 40):
        board = blank_masyu(size, size)
        empty = {"h": ["0" * (size - 1)] * size, "v": ["0" * size] * (size - 1)}
        sheet = next(each for each in Booklet([BookletBoard(board, empty)] * 13).sheets() if each.solved)
        assert sheet.cell() >= LEAST_CELL
        assert (len(sheet.figures) > 1) == (size < 40)


def test_addresses_are_links_where_a_kind_has_them():
    address = csp2sat.convert(pair("masyu")[0], "url").strip()
    assert f'<a href="{address}">puzz.link</a>' in html([pair("masyu")])
    page = pages([pair("masyu")])[0]
    assert page.links == [address] and not any("puzz.link" in text for text in page.texts)
    assert "puzz.link" not in html([pair("binairo")]) and pages([pair("binairo")])[0].links == []


def test_words_stand_beside_the_number():
    board, solution = pair("masyu")
    boards = [(board, solution, "hard <3>"), (board, solution)]
    assert html(boards).count("<span>hard &lt;3&gt;</span>") == 1
    assert pages(boards)[0].texts.count("hard <3>") == 1


def test_boards_are_solved():
    board = csp2sat.generate("masyu", 5, 5, seed=1)
    solution = csp2sat.solve(board).solution
    assert html([board]) == html([(board, solution)]) == html(iter([csp2sat.solve(board, unique=True)]))


def test_a_board_without_solution_is_named_and_left_out():
    with pytest.warns(InputWarning, match="board 2 has no solution: it is left out"):
        text = html([pair("masyu"), board_of(NONE), pair("hitori")])
    assert drawn(text) == 4 and "slitherlink" not in text.lower()


def test_a_booklet_of_boards_without_solution_is_refused():
    with pytest.raises(UsageError, match="at least one board"), pytest.warns(InputWarning):
        csp2sat.booklet([board_of(NONE)], "book.html")
    assert not Path("book.html").exists()


def test_several_solutions_are_said():
    text = html([board_of(SEVERAL)])
    assert drawn(text) == 2 and "<span>not the only solution</span>" in text
    assert "not the only solution" in pages([board_of(SEVERAL)])[-1].texts


def test_a_board_that_is_not_solved_in_time_has_no_solution_drawn():
    text = html([csp2sat.BoardResult("UNKNOWN", board=pair("masyu")[0], reason="time"), pair("masyu")])
    assert drawn(text) == 3 and "<span>not solved</span>" in text
    assert pages([csp2sat.BoardResult("UNKNOWN", board=pair("masyu")[0])])[-1].texts.count("not solved") == 1


def test_a_solution_that_is_not_to_be_shown():
    text = html([(pair("masyu")[0], None)])
    assert drawn(text) == 1 and "Solutions" not in text


@pytest.mark.parametrize("name", ["book.html", "book.htm", "book.HTML", "book.html.gz", "book.pdf", "b<&>.pdf.xz"])
def test_names_of_files(name):
    assert csp2sat.booklet([pair("masyu")], Path(name)) is None
    assert Path(name).stat().st_size > 500


@pytest.mark.parametrize("name", ["book", "book.txt", "book.svg", "book.docx", ".html", "-"])
def test_other_files_are_refused(name):
    with pytest.raises(UsageError, match=r"expected a file F.html or F.pdf"):
        csp2sat.booklet([pair("masyu")], name)


def test_places_that_cannot_be_written_are_refused_before_any_work():
    def never():
        raise AssertionError("asked for boards")
        yield

    Path("folder.html").mkdir()
    for name in ("missing/book.html", "folder.html"):
        with pytest.raises(FileError, match="cannot be written"):
            csp2sat.booklet(never(), name)


def test_a_file_is_replaced_whole_or_not_at_all():
    html([pair("masyu")])
    before = Path("book.html").read_bytes()
    with pytest.raises(UsageError):
        csp2sat.booklet([pair("masyu"), 3], "book.html")
    assert Path("book.html").read_bytes() == before
    assert html([pair("hitori")]).count("Masyu") == 0
    assert [path.name for path in Path().iterdir()] == ["book.html"]


@pytest.mark.parametrize(
    "boards", [[], [3], ["book.txt"], [(1, 2)], [()], [pair("masyu")[:1]], [(*pair("masyu"), 5)], "book.txt", 5, None]
)
def test_other_things_than_boards_are_refused(boards):
    with pytest.raises(UsageError):
        csp2sat.booklet(boards, "book.html")
    assert not any(Path().iterdir())


def test_a_board_alone_is_no_list():
    with pytest.raises(UsageError, match="expected a list of boards"):
        csp2sat.booklet(pair("masyu")[0], "book.html")


def test_a_board_that_is_none_is_refused():
    with pytest.raises((UsageError, csp2sat.InputError)):
        csp2sat.booklet([(csp2sat.Board("masyu", 2, 2, ["??", "??"]), None)], "book.html")


def test_equal_boards_are_equal_bytes():
    boards = [pair(kind) for kind in KINDS]
    for suffix in ("html", "pdf"):
        csp2sat.booklet(boards, f"a.{suffix}")
        csp2sat.booklet(boards, f"b.{suffix}")
        assert Path(f"a.{suffix}").read_bytes() == Path(f"b.{suffix}").read_bytes()


def test_the_page_has_nothing_from_elsewhere():
    text = html([pair(kind) for kind in KINDS])
    assert "<script" not in text and "@import" not in text and "url(" not in text and 'src="' not in text
    assert text.count("<html") == text.count("</html>") == text.count("<body") == 1


def test_links_inside_the_page_lead_somewhere():
    text = html([pair("masyu"), (pair("hitori")[0], None), pair("sudoku")])
    targets = set(re.findall(r'id="([^"]+)"', text))
    links = re.findall(r'href="#([^"]+)"', text)
    assert sorted(links) == ["board-1", "board-3", "solution-1", "solution-3"] and set(links) <= targets


def test_lines_are_as_wide_as_a_page():
    lines = wrapped("some words " * 40 + "x" * 300, 10.5, 520)
    assert "".join(lines).replace(" ", "") == "somewords" * 40 + "x" * 300
    assert all(text_width(line, 10.5) < 530 for line in lines)


def test_rules_stand_at_the_head_of_the_boards_of_their_kind():
    text = html([pair(kind) for kind in KINDS * 3], per_page=2)
    found = [re.findall(r"<h2>(.+?)</h2>|id=\"board-(\d)", sheet) for sheet in sheets(text)[:-1]]
    assert [[name or int(number) for name, number in sheet] for sheet in found] == [
        ["Masyu", 1, 2],
        [3],
        ["Sudoku", 4, 5],
        [6],
        ["Hitori", 7, 8],
        [9],
    ]


def test_solutions_have_no_notes():
    board, solution = pair("tents")
    assert 'class="note"' in board.svg(solution)
    first, second = sheets(html([(board, solution)]))
    assert 'class="note"' in first and 'class="note"' not in second


def test_rules_of_all_kinds_are_above_their_boards():
    found = pages([pair(kind) for kind in PUZZLES], per_page=4)
    assert all(page.is_inside(EDGE) for page in found)
    for kind in PUZZLES:
        assert sum(page.texts.count(PUZZLES[kind].titles[0]) for page in found) == 2  # above its rules, and its board


@pytest.mark.parametrize("count, grid", [(1, (1, 3)), (3, (1, 3)), (4, (2, 2)), (5, (2, 3)), (8, (3, 3)), (12, (4, 3))])
def test_solutions_fill_their_rows(count, grid):
    empty = {"h": ["0" * 4] * 5, "v": ["0" * 5] * 4}
    entries = [BookletBoard(blank_masyu(5, 5), empty)] * count
    (sheet,) = (each for each in Booklet(entries).sheets() if each.solved)
    assert (sheet.rows, sheet.cols) == grid


def test_captions_with_links_are_black_on_paper():
    csp2sat.booklet([pair("masyu")], "book.pdf")
    streams = re.findall(rb"stream\n(.*?)\nendstream", Path("book.pdf").read_bytes(), re.DOTALL)
    colours = {
        colour for each in streams for colour in re.findall(rb"q ([\d.]+ [\d.]+ [\d.]+ rg) BT", zlib.decompress(each))
    }
    assert not colours


def test_rules_have_the_number_of_the_boards():
    one, two = (BookletBoard(board_of(f"; Star Battle\nstars {n}\n" + "0 0 0 0\n" * 4), None) for n in (1, 2))
    assert rules_of("starbattle", [one])[0].endswith("every room has 1 star.")
    assert rules_of("starbattle", [two])[0].endswith("every room has 2 stars.")
    assert not any(re.search(r"\bn\b", text) for text in rules_of("starbattle", [two, two]))
    assert rules_of("starbattle", [one, two]) == rules_of("starbattle") and "n stars" in rules_of("starbattle")[0]


def test_boards_of_several_kinds_share_a_page_that_has_no_rules():
    boards = [BookletBoard(pair(kind)[0]) for kind in ("masyu", "sudoku", "akari", "nurikabe")]
    (sheet,) = Booklet(boards, per_page=4, style=PrintStyle(rules=False)).sheets()
    assert [figure.number for figure in sheet.figures] == [1, 2, 3, 4] and sheet.first
    assert [figure.words.partition(",")[0] for figure in sheet.figures] == ["Masyu", "Sudoku", "Akari", "Nurikabe"]
    assert len([*Booklet(boards, per_page=4).sheets()]) == 4


def test_rules_and_hints_leave_room_for_the_boards():
    """A5: the long hints below two boards would leave nothing of the boards, so each one has a page."""
    style = PrintStyle(paper="a5", below=True)
    entry = pair("tapa")
    boards = [BookletBoard(entry[0], entry[1], hint="a step that is said at length " * 30)] * 2
    found = [sheet for sheet in Booklet(boards, style=style).sheets() if not sheet.solved]
    assert [len(sheet.figures) for sheet in found if sheet.figures] == [1, 1]
    assert all(sheet.cell() >= LEAST_BOARD_CELL for sheet in found if sheet.figures)
