"""The width of a cell in a picture: `convert --cell`, and `draw(cell=)`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat

BOARD = "; Sudoku\n- 2 - -\n- - - 1\n4 - - -\n- - 3 -\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.txt").write_text(BOARD)


def size(svg):
    width, height, box = re.search(r'width="(\S+)" height="(\S+)" viewBox="0 0 (\S+ \S+)"', svg).groups()
    return float(width), float(height), [float(each) for each in box.split()]


@pytest.mark.parametrize("cell", [16, 60, 400])
def test_a_picture_is_as_large_as_its_cells(cell):
    assert run("convert", "b.txt", "--cell", cell, "-o", "b.svg").code == 0
    drawn = Path("b.svg").read_text()
    width, height, box = size(drawn)
    assert (width, height) == pytest.approx((box[0] * cell / 40, box[1] * cell / 40), abs=0.01)
    assert csp2sat.draw(csp2sat.solve("b.txt").given(), to="svg", cell=cell) == drawn


@pytest.mark.parametrize("cell, to", [(15, "svg"), (401, "svg"), (60, "text"), (60, "pdf"), (0, "svg"), (-5, "png")])
def test_cells_that_are_none(cell, to):
    done = run("convert", "b.txt", "--cell", cell, "--to", to, "-o", "out")
    assert done.code == 2 and "cell" in done.err and done.err.count("\n") == 1
    with pytest.raises(csp2sat.UsageError, match="pixels"):
        csp2sat.draw(csp2sat.solve("b.txt").given(), to=to, cell=cell)


def test_a_png_has_exactly_these_pixels():
    pytest.importorskip("resvg_py")
    board = csp2sat.solve("b.txt").given()

    def width(cell):
        data = csp2sat.draw(board, to="png", cell=cell)
        return int.from_bytes(data[16:20], "big"), round(size(csp2sat.draw(board, to="svg", cell=cell))[0])

    assert all(abs(png - svg) <= 1 for png, svg in map(width, (16, 60, 400)))


def test_a_png_that_is_too_large_is_refused():
    pytest.importorskip("resvg_py")
    Path("b.txt").write_text("; Masyu\nsize 20 20\n" + "- " * 19 + "1\n" + ("- " * 20 + "\n") * 19)
    done = run("convert", "b.txt", "--cell", 400, "-o", "b.png")
    assert done.code != 0 and "expected smaller cells" in done.err
