"""Drawings as PDF: every shape of every kind, exact, in a file that viewers can read."""

import re
from math import hypot

import pytest
from support.booklet_scenes import pair
from support.pdf_reading import read_pdf

from csp2sat.api.writing import drawing
from csp2sat.errors import UsageError
from csp2sat.puzzles.drawing import pdf, pdf_file
from csp2sat.puzzles.drawing.picture import Picture, text
from csp2sat.puzzles.drawing.svg import draw
from csp2sat.puzzles.drawing.svg_paths import circle, path_operators
from csp2sat.puzzles.spec import PUZZLES

PAIR = r"(-?[\d.]+) (-?[\d.]+)"


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_every_kind_solved_and_not_is_on_its_page(name):
    board, solution = pair(name)
    for solutions in ([], [solution]):
        (page,) = read_pdf(drawing.drawing(board, solutions, "pdf"))
        assert page.is_inside(0)
        svg = board.svg(*solutions)
        width, height = map(float, re.search(r'width="([\d.]+)" height="([\d.]+)"', svg).groups())
        assert page.size == pytest.approx((width * 0.75, height * 0.75), abs=0.02)


@pytest.mark.parametrize(
    ("d", "operators"),
    [
        ("M1 2l3 4", "1.000 2.000 m\n4.000 6.000 l"),
        ("M1 2L3 4", "1.000 2.000 m\n3.000 4.000 l"),
        ("M1 2h3v4", "1.000 2.000 m\n4.000 2.000 l\n4.000 6.000 l"),
        ("M1 2H3V4", "1.000 2.000 m\n3.000 2.000 l\n3.000 4.000 l"),
        ("M1 1l2 0l0 2zl5 5", "1.000 1.000 m\n3.000 1.000 l\n3.000 3.000 l\nh\n6.000 6.000 l"),
        ("M1 1c1 0 2 1 2 2", "1.000 1.000 m\n2.000 1.000 3.000 2.000 3.000 3.000 c"),
        ("M1 1 2 2-.5-.5", "1.000 1.000 m\n2.000 2.000 l\n-0.500 -0.500 l"),
    ],
)
def test_paths_are_at_absolute_places(d, operators):
    assert path_operators(d) == operators


def ends(operators):
    """The places where the curves of operators end."""
    return [(float(x), float(y)) for x, y in re.findall(rf"{PAIR} [mcl]", operators)]


@pytest.mark.parametrize("flags", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_arcs_have_the_length_and_the_side_that_the_flags_say(flags):
    """From (0, 0) to (6, 0) on a circle of radius 5, whose centre is 4 above or below: y downwards."""
    large, sweep = flags
    curves = path_operators(f"M0 0a5 5 0 {large} {sweep} 6 0")
    down = 4 if large == sweep else -4
    centre_y = -down
    assert ends(curves)[-1] == pytest.approx((6, 0), abs=1e-3)
    assert all(hypot(x - 3, y - centre_y) == pytest.approx(5, abs=2e-3) for x, y in ends(curves))
    lowest = max(y for _, y in ends(curves))
    assert (len(curves.splitlines()) > 2) == bool(large)
    if large:
        assert (lowest > 5) == (sweep == 0)


def test_the_halves_of_an_ellipse_that_is_too_small_grow():
    assert ends(path_operators("M0 0a1 1 0 0 1 6 0"))[-1] == (6, 0)


def test_a_circle_is_round():
    spots = [spot for line in circle(10, 20, 7).splitlines() for spot in re.findall(rf"{PAIR} [mc]$", line)]
    assert len(spots) == 5
    assert all(hypot(float(x) - 10, float(y) - 20) == pytest.approx(7, abs=2e-3) for x, y in spots)


def test_a_text_without_glyphs_is_in_helvetica():
    svg = draw(Picture(1, 1, "plain", [text((0, 0), "é")]))
    assert "<text" in svg
    (page,) = read_pdf(pdf.render(svg, "x"))
    assert page.texts == ["é"] and page.is_inside(0)


def test_letters_that_the_fonts_lack_are_refused():
    with pytest.raises(UsageError, match=r"'あ' \(U\+3042\)"):
        pdf.render(draw(Picture(1, 1, "plain", [text((0, 0), "あ")])), "x")


def test_the_title_may_have_any_letters():
    data = pdf.render(draw(Picture(1, 1, "plain")), "(あ)\\")
    assert "(あ)\\".encode("utf-16-be").hex().encode() in data and len(read_pdf(data)) == 1


def test_widths_of_letters():
    assert pdf_file.text_width("Hi 1", 1000) == 722 + 222 + 278 + 556
    assert pdf_file.text_width("", 10) == 0


def test_an_arc_whose_ends_are_one_place_draws_nothing():
    assert path_operators("M1 2A3 3 0 0 1 1 2L4 5").split() == path_operators("M1 2L4 5").split()
