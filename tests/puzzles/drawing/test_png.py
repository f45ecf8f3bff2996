"""PNG: ink where it is expected, by the pixels."""

import builtins

import pytest
from support.png_pixels import SIGNATURE, read_png

from csp2sat.puzzles.drawing import glyphs, png, svg
from csp2sat.puzzles.drawing.picture import Line, Picture, fill, text, white_circle

pytest.importorskip("resvg_py", reason="resvg-py is not installed")


def image(picture):
    return read_png(png.render(svg.draw(picture)))


def cell(r, c):
    """The pixels of a cell without its border: left, top, right, bottom."""
    left, top = 20 + 80 * c, 20 + 80 * r
    return left + 6, top + 6, left + 74, top + 74


def test_size_is_twice_that_of_the_svg():
    data = png.render(svg.draw(Picture(2, 3, "cells")))
    assert data.startswith(SIGNATURE)
    found = read_png(data)
    assert (found.width, found.height) == (2 * 140, 2 * 100)
    assert found.grey(1, 1) == 255  # paper, not nothing
    assert found.channels == 3 or all(row[3::4] == b"\xff" * found.width for row in found.rows)


def test_large_boards_have_smaller_cells(monkeypatch):
    monkeypatch.setattr(png, "LARGEST", 200)
    data = png.render(svg.draw(Picture(10, 20, "cells")))
    assert (read_png(data).width, read_png(data).height) == (200, 102)


def test_ink_is_where_it_should_be():
    marks = [text((0, 0), 8), text((0, 1), 8, "solved"), fill((0, 3)), fill((0, 4), "solved"), white_circle((1, 0))]
    found = image(Picture(2, 5, "cells", marks, [Line((3, 3), (3, 7))]))
    given, solved, empty, dark, shaded = (found.ink(*cell(0, c)) for c in range(5))
    assert given > 1.5 * solved > 0
    assert empty == 0
    assert dark > shaded + 0.4 > 0.6
    assert found.darkest(*cell(0, 0)) < 40 < 80 < found.darkest(*cell(0, 1))
    middle = 20 + 80 + 40
    assert found.grey(40 + 20, middle) == 255  # within the circle
    assert found.grey(20 + 80 + 60, middle) < 160  # on the line
    assert found.ink(*cell(1, 4)) == 0


def test_every_glyph_has_ink_of_its_own(monkeypatch):
    monkeypatch.setattr(png, "SCALE", 1.0)
    chars = [char for char in glyphs.GLYPHS if char != "·"]  # which looks like the point
    found = image(Picture(1, len(chars), "plain", [text((0, c), char) for c, char in enumerate(chars)]))
    seen = {}
    scale = found.width / (80 * len(chars) + 40)
    for c, char in enumerate(chars):
        left, top, right, bottom = (round(edge * scale) for edge in cell(0, c))
        pixels = b"".join(bytes(row[3 * left : 3 * right]) for row in _rgb(found)[top:bottom])
        assert found.ink(left, top, right, bottom) > 0, char
        assert pixels not in seen, (char, seen.get(pixels))
        seen[pixels] = char


def _rgb(found):
    return [_three(row, found.channels) for row in found.rows]


def _three(row, channels):
    rgb = bytearray(len(row) // channels * 3)
    for k in range(3):
        rgb[k::3] = row[k::channels]
    return bytes(rgb)


def test_glyphs_stay_in_their_cells():
    found = image(Picture(1, 3, "plain", [text((0, c), word) for c, word in enumerate(("0", "88", "MW"))]))
    for c in range(1, 3):
        edge = 20 + 80 * c
        assert found.darkest(edge - 5, 26, edge - 2, 94) == found.darkest(edge + 3, 26, edge + 6, 94) == 255


def test_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(png.PngError) as caught:
        png.render("<svg/>")
    assert str(caught.value) == "PNG needs resvg-py, which is not installed; to install: pip install resvg-py"


def test_what_cannot_be_drawn():
    with pytest.raises(png.PngError) as caught:
        png.render("<svg")
    assert str(caught.value).startswith("this drawing cannot be a PNG: ")
