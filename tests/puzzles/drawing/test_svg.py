"""SVG: well-formed and self-contained for every puzzle, everything of the picture in it, each thing in its place."""

import re
from collections import Counter
from typing import get_args
from xml.etree import ElementTree

import pytest
from support.boards import FILES, board_of, neutral
from support.oracle import enumerate_answers
from support.solved_boards import solved_boards
from support.svg_texts import boxes as boxes_of
from support.svg_texts import expected_texts, shown

from csp2sat.api.writing import html
from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.puzzles.drawing import ascii, boxes, glyphs, palette, svg, svg_texts
from csp2sat.puzzles.drawing.picture import (
    Line,
    Mark,
    MarkShape,
    Picture,
    black_circle,
    clue,
    differing_cells,
    fill,
    island,
    light,
    text,
    white_circle,
)
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

TAG = "{http://www.w3.org/2000/svg}"


def parsed(document):
    root = ElementTree.fromstring(document)
    assert root.tag == f"{TAG}svg"
    return root


def classes(document):
    """How many elements there are of each class."""
    return Counter(name for element in parsed(document).iter() for name in element.get("class", "").split())


def of_class(document, *names):
    return [e for e in parsed(document).iter() if set(names) <= set(e.get("class", "").split())]


def place(element):
    """The translation of an element's transform."""
    return tuple(map(float, re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform")).groups()))


def moved(document):
    """Where the board's upper left corner is in the document."""
    return place(next(e for e in parsed(document) if e.tag == f"{TAG}g"))


# --- every puzzle, every renderer


def sample_pictures(name):
    """Of each sample: the board, and if it has a solution the board solved."""
    puzzle = PUZZLES[name]
    for sample, drawn in puzzle.samples:
        board = read_board(Source("sample", sample), name)
        yield board, None
        if drawn:
            answer = next(iter(enumerate_answers(puzzle.stages[-1].model(board), EncoderOptions())))
            yield board, puzzle.solution(board, answer)


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_samples_in_every_renderer(name):
    for board, solution in sample_pictures(name):
        picture = PUZZLES[name].picture(board, solution)
        assert ascii.draw(picture).isascii()
        assert boxes.draw(picture, colour=True)
        assert html.page(board, [solution] if solution else []).count("<svg") == (2 if solution else 1)
        document = board.svg(solution)
        found = classes(document)
        marks = [*shown(picture), *(mark for note in picture.notes for mark in note.marks)]
        for shape in {*get_args(MarkShape)} - {"text", "clue", "corner", "small", "apart"}:
            number = sum(m.shape == shape or (shape == "fill" and m.shape == "clue") for m in marks)
            assert found[shape.replace(" ", "-")] == number, shape
        texts = expected_texts(picture)
        assert Counter(box.text for box in boxes_of(document, texts)) == Counter(texts)


@pytest.mark.parametrize("name", list(PUZZLES))
def test_samples_need_no_fonts_and_no_network(name):
    for board, solution in sample_pictures(name):
        document = board.svg(solution)
        assert not re.search(r"<text|<script|<image|<use|href|font|url\(|@import", document)
        assert document.count("http") == 1  # the name space


@pytest.mark.sample(28)
@pytest.mark.parametrize("name", FILES)
def test_published_boards_have_all_their_lines(name):
    form = neutral(name)
    board = board_of(form)
    edges = form["solution"] if isinstance(form["solution"], dict) else {}
    expected = sum(row.count("1") for key in ("h", "v") for row in edges.get(key, ()))
    paths = of_class(board.svg(form["solution"]), "solved", "line")
    if "h" in edges:
        assert sum(path.get("d").count("M") for path in paths) == expected


# --- what is where


def test_a_board_by_hand():
    picture = Picture(1, 3, "cells", [black_circle((0, 0)), white_circle((0, 1))], [Line((1, 1), (1, 5))])
    document = svg.draw(picture, (), "A <title>", "two circles & a line")
    root = parsed(document)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("140", "60", "0 0 140 60")
    assert root.find(f"{TAG}title").text == "A <title>"
    assert root.find(f"{TAG}desc").text == "two circles & a line"
    (line,) = of_class(document, "line")
    assert line.get("d") == "M20 20h80"
    (black,), (white,) = of_class(document, "black-circle"), of_class(document, "white-circle")
    assert (black.get("cx"), black.get("cy"), white.get("cx")) == ("20", "20", "60")
    assert moved(document) == (10, 10)
    (grid,), (frame,) = of_class(document, "grid"), of_class(document, "frame")
    assert grid.get("d") == "M40 0v40M80 0v40"
    assert (frame.get("width"), frame.get("height")) == ("120", "40")


def test_order_from_below():
    marks = [text((0, 0), 1), fill((0, 1), "solved"), text((0, 1), 2), white_circle((0, 2)), light((0, 3))]
    lines = [Line((0, 0), (0, 8), "given", "border"), Line((1, 1), (1, 5))]
    document = svg.draw(Picture(1, 4, "cells", marks, lines), [(0, 1)])
    order = [e.get("class") for e in parsed(document).iter() if e.get("class")]
    assert order == [
        "csp2sat",
        "differs",
        "solved fill",
        "grid",
        "solved line",
        "given border",
        "frame",
        "paper",
        "given text",
        "given text",
        "given white-circle",
        "solved light",
        "differs",
    ]


def test_a_later_dark_cell_covers():
    found = classes(svg.draw(Picture(1, 1, "plain", [text((0, 0), 1), fill((0, 0)), text((0, 0), 2)])))
    assert (found["text"], found["fill"]) == (1, 1)


def test_text_is_light_above_dark_cells():
    marks = [fill((0, 0)), text((0, 0), 1), text((0, 1), 2), clue((0, 2), 3, 4)]
    strokes = [e.get("stroke") for e in of_class(svg.draw(Picture(1, 3, "plain", marks)), "text")]
    assert strokes == [*[palette.LIGHT["on-black"]] * 3, palette.LIGHT["ink"]]  # dark cells come first


def test_sums():
    document = svg.draw(Picture(1, 3, "plain", [clue((0, 0), 16, 4), clue((0, 1), "", 7), clue((0, 2), "", "")]))
    found = classes(document)
    assert (found["fill"], found["diagonal"], found["text"]) == (3, 2, 3)
    down, across, alone = (place(e) for e in of_class(document, "text"))
    assert down[0] < 20 < across[0] < 40 < 60 < alone[0] < 80
    assert across[1] < 20 < down[1]
    assert alone[1] == across[1]


def test_double_lines_are_two():
    document = svg.draw(
        Picture(3, 3, "plain", [island((0, 0), 4)], [Line(start, end, "solved", "double") for start, end in DOUBLE])
    )
    (path,) = of_class(document, "double")
    assert path.get("d") == "M20 15.4h80M20 24.6h80M15.4 20v80M24.6 20v80"
    assert classes(document)["grid"] == 0


DOUBLE = [((1, 1), (1, 5)), ((1, 1), (5, 1))]


def test_dots():
    document = svg.draw(Picture(2, 3, "dots", [text((0, 0), 3)]))
    (dots,) = of_class(document, "dots")
    assert dots.get("d").count("M") == 12
    assert classes(document)["frame"] == classes(document)["grid"] == 0


def test_clues_outside_make_room():
    clues = [Mark((1, -1), "10", "10"), Mark((1, -3), "2", "2"), Mark((-1, 3), "7", "7"), Mark((1, 5), "8", "8")]
    document = svg.draw(Picture(1, 2, "plain", [*clues, fill((0, 0), "solved")]))
    x, y = moved(document)
    assert (x, y) == (10 + 4 * svg.BEYOND + svg.GAP, 10 + 2 * svg.BEYOND + svg.GAP)
    near, far, above, right = (place(e) for e in of_class(document, "text"))
    assert far[0] < near[0] < 0 < above[0] < 80 < right[0]
    assert above[1] < 0 < near[1]
    root = parsed(document)
    assert float(root.get("width")) == x + 80 + 2 * svg.BEYOND + svg.GAP + 10
    ten = glyphs.width("10") * 1.6
    assert ten < 2 * svg.BEYOND  # so that two neighbours do not touch


def test_two_solutions_side_by_side():
    form = neutral("masyu-10x10-bd6ea1a8")
    board = board_of(form)
    document = board.svg(form["solution"], form["second_solution"])
    pictures = [PUZZLES["masyu"].picture(board, form[key]) for key in ("solution", "second_solution")]
    differing = differing_cells(*pictures)
    assert classes(document)["differs"] == 2 * len(differing) == 8
    root = parsed(document)
    assert root.get("viewBox") == "0 0 880 451.4" and classes(document)["note"] == 2 + 6  # words below
    assert [place(e) for e in root if e.tag == f"{TAG}g"] == [(10, 10), (470, 10)]
    assert root.find(f"{TAG}desc").text == "Two solutions, which differ in 4 cells."


@pytest.mark.parametrize(
    "rows, cols, size", [(2, 2, (100, 100)), (10, 8, (340, 420)), (35, 65, (1200, 650.38)), (200, 300, (4808, 3208))]
)
def test_sizes(rows, cols, size):
    root = parsed(svg.draw(Picture(rows, cols, "cells")))
    assert (float(root.get("width")), float(root.get("height"))) == size
    assert root.get("viewBox") == f"0 0 {cols * 40 + 20} {rows * 40 + 20}"


def luminance(colour):
    return sum(int(colour[k : k + 2], 16) * w for k, w in ((1, 0.2126), (3, 0.7152), (5, 0.0722))) / 255


def test_given_and_solved_differ_in_grey_too():
    for colours in (svg_texts.COLOURS, svg_texts.FILLS):
        assert luminance(colours["solved"]) - luminance(colours["given"]) > 0.2
    assert svg_texts.WEIGHTS["given"] > 1.4 * svg_texts.WEIGHTS["solved"]
    assert luminance(palette.LIGHT["tint"]) < 0.9


# --- glyphs


def test_digits_capitals_and_signs_are_there():
    assert set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ?←→↑↓\\.-") <= set(glyphs.GLYPHS)


@pytest.mark.parametrize("char", glyphs.GLYPHS)
def test_every_stroke_moves(char):
    assert glyphs.GLYPHS[char].path.count("M") == len(glyphs.START.findall(glyphs.GLYPHS[char].path))
    assert re.sub(r"M[\d.]+ [\d.]+", "", glyphs.GLYPHS[char].path).upper().count("M") == 0


def test_texts():
    assert glyphs.width("11") == 2 * 2.6 + glyphs.GAP
    assert glyphs.path("11") == "M0 2l2.6 -2v10M5.2 2l2.6 -2v10"
    assert glyphs.width("é") is glyphs.width("") is None


def test_other_characters_are_left_to_fonts():
    (element,) = of_class(svg.draw(Picture(1, 1, "plain", [text((0, 0), "é&")])), "text")
    assert (element.tag, element.text, element.get("font-family")) == (f"{TAG}text", "é&", "sans-serif")


def test_solved_parts_in_black():
    picture = Picture(1, 2, "plain", [fill((0, 0), "solved"), text((0, 1), 3, "solved"), text((0, 0), 2)])
    drawn = palette.in_black(svg.draw(picture))
    assert (
        drawn == palette.in_black(drawn)
        and palette.LIGHT["solved"] not in drawn
        and palette.LIGHT["shaded"] not in drawn
    )
    assert "--board-shaded-grey" in drawn and "--board-solved" not in drawn
    assert palette.in_black(f"<style>x</style>{drawn}{svg.draw(picture)}") == f"<style>x</style>{drawn}{drawn}"


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_nothing_in_black_has_another_colour(kind):
    board, solution = next(solved_boards(kind, 0))
    drawn = re.sub(palette.STYLE, "", palette.in_black(board.svg(solution)))
    found = {colour.lower() for colour in re.findall(r"#[0-9a-fA-F]{6}\b", drawn)} - {"#fffffe"}  # which is white
    assert all(colour[1:3] == colour[3:5] == colour[5:] for colour in found), found


def test_each_paint_has_a_grey():
    for name in palette.LIGHT:
        grey = palette.LIGHT[palette.IN_BLACK.get(name, name)]
        assert grey == palette.LIGHT["on-black"] or len({grey[1:3], grey[3:5], grey[5:]}) == 1, name
