"""Pictures from which one can solve: every given shows, no text covers another, colours fit light and dark pages."""

import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from math import hypot

import contact_sheet
import pytest
from support.boards import FILES, board_of, neutral
from support.booklet_scenes import pair
from support.svg_texts import Box, boxes, expected_texts

from csp2sat.api.writing import html
from csp2sat.api.writing.puzzles import sample
from csp2sat.puzzles.drawing import glyphs, palette, svg, svg_texts
from csp2sat.puzzles.drawing.picture import Picture, fill
from csp2sat.puzzles.drawing.svg_cages import cage_outline
from csp2sat.puzzles.spec import PUZZLES, Board

# --- every given shows


def variants(value):
    """What a given might be instead: each number, truth value or character changed, one at a time."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        others = sorted(set(value))
        yield from (value[:k] + o + value[k + 1 :] for k in range(len(value)) for o in others if o != value[k])
    elif isinstance(value, list):
        yield from ([*value[:k], v, *value[k + 1 :]] for k, each in enumerate(value) for v in variants(each))


def same_rooms(one, other):
    return {room for row in one for room in row} == {room for row in other for room in row}


@pytest.mark.parametrize("name", [name for name in PUZZLES if isinstance(sample(PUZZLES[name]).givens, dict)])
def test_each_section_of_the_givens_is_on_the_picture(name):
    board = sample(PUZZLES[name])
    plain = board.svg()
    for key, value in board.givens.items():
        others = [each for each in variants(value) if key not in ("regions", "cages") or same_rooms(each, value)]
        changed = (Board(name, board.rows, board.cols, {**board.givens, key: each}) for each in others)
        assert not others or any(each.svg() != plain for each in changed), key  # none: strings of dots


@pytest.mark.parametrize("name", [name for name in PUZZLES if isinstance(sample(PUZZLES[name]).givens, list)])
def test_each_given_cell_is_on_the_picture(name):
    board = sample(PUZZLES[name])
    plain = board.svg()
    blank = next(value for row in board.values() for value in row if not str(value).strip("0.-") or value is None)
    given = [cell for cell, value in board.filled(blank).items() if value not in (0, ".", None)]
    assert given
    for cell in given:
        assert board.with_values({cell: blank}).svg() != plain, cell


STARS = {"regions": [[0, 1], [0, 1]], "stars": 1}


@pytest.mark.parametrize(
    "kind, givens, key, other",
    [
        ("starbattle", STARS, "stars", 2),
        ("binairo", {"grid": ["0.", ".."], "distinct": False}, "distinct", True),
        (
            "easyasabc",
            {**dict.fromkeys(("top", "bottom", "left", "right"), ".."), "grid": ["..", ".."], "letters": 1},
            "letters",
            2,
        ),
        ("battleship", {"fleet": [2], "rows": [None] * 2, "cols": [None] * 2, "grid": ["..", ".."]}, "fleet", [1, 1]),
    ],
)
def test_what_holds_for_the_whole_board_is_below_it(kind, givens, key, other):
    one, two = (Board(kind, 2, 2, each) for each in (givens, {**givens, key: other}))
    assert PUZZLES[kind].picture(one, None).marks == PUZZLES[kind].picture(two, None).marks
    assert one.svg() != two.svg()


# --- texts


def assert_texts_are_apart(document, picture):
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', document).groups())
    found = boxes(document, expected_texts(picture))
    assert sorted(box.text for box in found) == sorted(expected_texts(picture))
    for box in found:
        assert box.left >= 0 and box.right <= width and box.top >= 0 and box.bottom <= height, box
    for one, other in combinations(found, 2):
        assert not one.meets(other, 0.5), (one, other)


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_no_text_of_a_sample_meets_another(name):
    board, solution = pair(name)
    for each in (None, solution):
        assert_texts_are_apart(board.svg(each), PUZZLES[name].picture(board, each))


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", FILES)
def test_no_text_of_a_published_board_meets_another(name):
    form = neutral(name)
    board = board_of(form)
    for solution in (None, form["solution"]):
        picture = PUZZLES[board.puzzle].picture(board, solution)
        if board.rows * board.cols <= 400:
            assert_texts_are_apart(board.svg(solution), picture)


WIDE = [[10, 11], [12, 13]]
NO_NUMBERS = [[0] * 2] * 2


@pytest.mark.parametrize(
    "kind, givens, solution",
    [
        ("kenken", {"regions": [[0, 0], [1, 1]], "clues": ["1440*", "20+"]}, WIDE),
        (
            "killer",
            {"grid": NO_NUMBERS, "cages": [[0, 1], [1, 1]], "sums": [5, 45], "box_rows": 1, "box_cols": 2},
            WIDE,
        ),
        ("futoshiki", {"grid": WIDE, "h": ["<", ">"], "v": ["^v"]}, None),
        ("country", {"regions": [[0, 0], [1, 1]], "clues": [12, 1]}, None),
        ("tapa", [[[1, 1, 1, 1], [2, 4]], [[1, 1, 3], [-1, -1]]], None),
        ("nonogram", {"rows": [[10, 10], [11]], "cols": [[10], [12, 10]]}, None),
        ("castle", [["w10R", "g?U"], ["b12L", "w"]], None),
        ("yajilin", [["10R", "?U"], [".", "12L"]], None),
    ],
)
def test_wide_texts_are_apart(kind, givens, solution):
    board = Board(kind, 2, 2, givens)
    assert_texts_are_apart(board.svg(solution), PUZZLES[kind].picture(board, solution))


# --- sizes of numbers


@pytest.mark.parametrize("room", [svg_texts.IN_CELL, svg_texts.IN_BOX, svg_texts.BELOW_CORNER, svg_texts.OUTSIDE])
@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_numbers_of_a_length_have_one_size_and_air_at_both_sides(room, digits):
    numbers = ["1" * digits, "8" * digits, "4071"[:digits], "?" * digits]
    assert len({svg_texts.scale_of(text, room) for text in numbers}) == 1
    assert all(ink(text, svg_texts.scale_of(text, room))[0] <= room.width + 0.001 for text in numbers)
    assert room.width <= 0.73 * svg_texts.CELL


@pytest.mark.parametrize("room", [svg_texts.IN_CIRCLE, svg_texts.IN_DOTTED])
@pytest.mark.parametrize("text", ["8", "88", "100"])
def test_numbers_in_circles_stay_away_from_the_rim(room, text):
    across, down = ink(text, svg_texts.scale_of(text, room))
    assert hypot(across, down) / 2 <= room.radius + 0.001 <= 15 - 1.1 - 2  # the rim is 2.2 thick


def ink(text, scale):
    """The width and the height of a text's strokes."""
    return (glyphs.width(text) + svg_texts.THICKEST) * scale, (glyphs.HEIGHT + svg_texts.THICKEST) * scale


@pytest.mark.parametrize("kind", ["battleship", "snake", "tents"])
def test_numbers_beside_a_board_do_not_touch_its_frame(kind):
    fleet = {"fleet": [1]} if kind == "battleship" else {}
    board = Board(kind, 2, 5, {"grid": ["....."] * 2, "rows": [10, 12], "cols": [None] * 5, **fleet})
    document = board.svg()
    left = float(re.search(r"translate\(([\d.]+) ", document).group(1))  # of the board
    found = boxes(document, expected_texts(PUZZLES[kind].picture(board, None)))
    numbers = [box for box in found if box.text in ("10", "12")]
    assert len(numbers) == 2 and all(box.right + 2.5 + 1.5 <= left for box in numbers)


# --- arrows, keys, grids


@pytest.mark.sample(6)
@pytest.mark.parametrize(("kind", "value"), [("yajilin", "{}"), ("castle", "w{}"), ("castle", "b{}")])
@pytest.mark.parametrize("number", ["0", "12", "?", "100"])
@pytest.mark.parametrize("way", "UDLR")
def test_an_arrow_is_apart_from_its_number_and_inside_the_cell(kind, value, number, way):
    board = Board(kind, 1, 1, [[value.format(number + way)]])
    document = board.svg()
    (text,) = [box for box in boxes(document, expected_texts(PUZZLES[kind].picture(board, None))) if box.text == number]
    (d,) = re.findall(r'class="pointer" d="([^"]+)"', document)
    spots = [(10 + x, 10 + y) for x, y in corners(d)]
    arrow = Box("", *(f(spot[axis] for spot in spots) for f in (min, max) for axis in (0, 1)))
    assert not text.meets(arrow, 1.6 + 1.1)
    for box in (text, arrow):
        assert min(box.left, box.top) >= 10 + 2.7 and max(box.right, box.bottom) <= 50 - 2.7


def corners(d):
    """The points that a path of M, m and l goes through."""
    x = y = 0.0
    for command, right, down in re.findall(r"([Mml])(-?[\d.]+) (-?[\d.]+)", d):
        x, y = (float(right), float(down)) if command == "M" else (x + float(right), y + float(down))
        yield x, y


def test_blocks_of_yajilin_differ_from_shaded_cells_and_are_explained():
    board = Board("yajilin", 2, 2, [["#", "."], [".", "."]])
    document = board.svg({"h": ["0", "0"], "v": ["00"], "shaded": ["..", ".#"]})
    assert (len(re.findall('class="given grey-fill"', document)), document.count("solved fill")) == (
        2,
        1,
    )  # and the key
    assert "neither shaded nor on the loop" in [note.words for note in PUZZLES["yajilin"].picture(board, None).notes]


@pytest.mark.parametrize("phrase", ["wider than high", "higher than wide", "any rectangle"])
def test_the_words_of_a_key_are_on_one_line(phrase):
    board = Board("tatamibari", 3, 8, ["+-|?....", "........", "........"])
    found = boxes(board.svg(), expected_texts(PUZZLES["tatamibari"].picture(board, None)))
    words = phrase.split()
    starts = [at for at in range(len(found)) if [box.text for box in found[at : at + len(words)]] == words]
    assert len(starts) == 1
    assert len({box.top for box in found[starts[0] : starts[0] + len(words)]}) == 1


@pytest.mark.parametrize(
    ("shape", "role", "paints"),
    [
        ("point", "given", ["grid"]),
        ("fill", "solved", ["grid", "paper"]),
        ("fill", "given", ["grid"]),
        ("grey fill", "given", ["grid", "grid-on-dim"]),
    ],
)
def test_thin_lines_between_filled_cells_are_seen(shape, role, paints):
    marks = [fill((0, c), role)._replace(shape=shape) for c in range(2)]
    document = svg.draw(Picture(1, 4, "plain", marks))
    found = re.findall(r'class="grid" d="([^"]+)" fill="none" stroke="([^"]+)"', document)
    assert sorted(colour for _, colour in found) == sorted(palette.LIGHT[name] for name in paints)
    assert sum(d.count("M") for d, _ in found) == 3  # each line once
    for d, colour in found:
        assert colour == palette.LIGHT["grid"] or d == "M40 0v40"


def test_the_dashes_of_a_cage_leave_room_for_its_sum():
    board, _ = pair("killer")
    document = board.svg()
    (d,) = re.findall(r'class="cages" d="([^"]+)"', document)
    sides = ((min(x, u) + 10, min(y, v) + 10, max(x, u) + 10, max(y, v) + 10) for x, y, u, v in ends(d))
    dashes = [Box("", *each) for each in sides]
    sums = boxes(document, expected_texts(PUZZLES["killer"].picture(board, None)))
    assert len(sums) == 4 and not any(text.meets(dash, 1) for text in sums for dash in dashes)


# --- cages


def ends(path):
    for x, y, way, step in re.findall(r"M([\d.]+) ([\d.]+)([hv])([-\d.]+)", path):
        yield float(x), float(y), float(x) + float(step) * (way == "h"), float(y) + float(step) * (way == "v")


def test_a_cage_of_one_cell_is_a_square_inside_it():
    corners = {(3.5, 3.5), (36.5, 3.5), (36.5, 36.5), (3.5, 36.5)}
    strokes = list(ends(cage_outline({(0, 0)})))
    assert len(strokes) == 4
    assert {stroke[:2] for stroke in strokes} == {stroke[2:] for stroke in strokes} == corners


@pytest.mark.parametrize(
    "cells", [{(0, 0), (0, 1)}, {(0, 0), (0, 1), (1, 1)}, {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}]
)
def test_an_outline_is_closed_and_inside_its_cells(cells):
    strokes = list(ends(cage_outline(cells)))
    assert sorted(stroke[:2] for stroke in strokes) == sorted(stroke[2:] for stroke in strokes)
    for x, y, to_x, to_y in strokes:
        assert x == to_x or y == to_y
        assert {
            (int(b // 40), int(a // 40)) for a, b in ((x, y), (to_x, to_y), ((x + to_x) / 2, (y + to_y) / 2))
        } <= cells


def test_a_ring_of_cells_has_two_outlines():
    ring = {(r, c) for r in range(3) for c in range(3)} - {(1, 1)}
    assert len(list(ends(cage_outline(ring)))) == 8


def test_cages_are_dashed_and_borders_are_not_drawn_twice():
    board, _ = pair("killer")
    document = board.svg()
    assert document.count("stroke-dasharray") == 1
    assert 'class="ground border"' not in document


# --- colours


def painted(document):
    body = document[document.index("</style>") :]
    return set(re.findall(r'(fill|stroke)="([^"]+)"', body)) - {("fill", "none")}


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_each_colour_has_one_for_dark_pages(name):
    board, solution = pair(name)
    document = board.svg(solution)
    names = {light: paint for paint, (light, _) in palette.PAINTS.items()}
    for part, light in painted(document):
        dark = palette.PAINTS[names[light]].dark
        rule = f'.csp2sat [{part}="{light}"]{{{part}:var(--board-{names[light]},light-dark({light},{dark}))}}'
        assert rule in document
    assert document.count("<style>") == 1


def luminance(colour):
    """The relative luminance of WCAG 2."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    lower, higher = sorted(map(luminance, (one, other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.sample(6)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "one, other, least",
    [
        ("ink", "paper", 7),
        ("solved", "paper", 4.5),
        ("ink", "grey", 4),
        ("on-black", "black", 7),
        ("on-white", "white", 7),
        ("ink", "shaded", 3.5),
        ("shaded", "paper", 2.2),
        ("black", "paper", 2),
        ("black", "white", 7),
        ("grid", "paper", 1.5),
        ("ink", "tint", 4.5),
        ("dim", "paper", 1.6),
        ("ink", "dim", 7),
        ("grid-on-dim", "dim", 2),
        ("grid", "black", 3),
    ],
)
def test_contrast(scheme, one, other, least):
    colours = {name: getattr(paint, scheme) for name, paint in palette.PAINTS.items()}
    assert contrast(colours[one], colours[other]) >= least


def test_black_is_darker_and_white_lighter_than_the_board_in_the_dark():
    dark = {name: luminance(paint.dark) for name, paint in palette.PAINTS.items()}
    assert dark["black"] < dark["dim"] < dark["paper"] < dark["grey"] < dark["white"]
    assert dark["paper"] < 0.1
    assert all(paint.dark.lower() != "#ffffff" for paint in palette.PAINTS.values())


def test_no_two_colours_are_written_alike():
    assert len(set(palette.LIGHT.values())) == len(palette.PAINTS)


# --- pages


def test_rules_are_whole_paragraphs_with_code():
    puzzle = replace(PUZZLES["masyu"], rules="Write `a 1`\n  or <b>.")
    assert html.rules(puzzle).startswith("<p>Write <code>a 1</code> or &lt;b&gt;.</p>\n")


def test_a_page_has_its_rules_before_its_board_and_cuts_nothing_in_print():
    page = html.page(sample(PUZZLES["tents"]))
    assert page.index("<details open>\n<summary>Rules") < page.index("<figure>")
    assert page.index("@media print {") < page.index("figure { break-inside: avoid; }")
    assert "svg { max-height: 225mm; }" in page  # letter paper has 249 mm between the margins


def test_the_contact_sheet_has_each_kind_twice(tmp_path):
    contact_sheet.main(tmp_path / "sheet")
    for scheme in ("light", "dark"):
        found = (tmp_path / "sheet" / f"{scheme}.html").read_text()
        assert found.count("<svg") == 2 * len(list(PUZZLES))
        assert f"color-scheme: {scheme};" in found


def test_every_colour_is_written_with_six_digits():  # for readers of SVG that know no other form
    assert all(re.fullmatch("#[0-9a-fA-F]{6}", colour) for paint in palette.PAINTS.values() for colour in paint)


def test_the_contact_sheet_explains_itself_and_writes_nothing_then(tmp_path):
    script = contact_sheet.__file__
    done = subprocess.run([sys.executable, script, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "FOLDER" in done.stdout and not list(tmp_path.iterdir())


def test_the_contact_sheet_of_some_kinds(tmp_path):
    contact_sheet.main(tmp_path, ["masyu", "tents"])
    assert (tmp_path / "dark.html").read_text().count("<h3>") == 2
