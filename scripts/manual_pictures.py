"""Write the pictures of the manual that no command in a chapter writes: growth of formulas, the report of `bench`.

    python scripts/manual_pictures.py [--report]

`growth.svg`: clauses of three constraints under each encoding, by the number of values.  --report writes `report.png`,
too: a comparison of solvers that are installed, as Chromium shows it; its times are those of your machine.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import instances
import readme
from log_plots import COLOURS, INK, Axis, Plot, picture
from measured import CSP2SAT

import csp2sat

PICTURES = readme.FOLDER / "pictures"
ENCODINGS = ("direct", "order", "compact-order", "log")
DASHES = ("none", "7 4", "2 4", "none")  # of the curve of each encoding
WIDTHS, RADII = (5, 2, 3, 2), (4, 3, 2, 3)  # a wide curve is seen below another one
VALUES = tuple(2**power for power in range(2, 10))
CONSTRAINTS = {
    "x ≠ y": "(int x 1 {n}) (int y 1 {n}) (!= x y)",
    "x + y ≤ z": "(int x 1 {n}) (int y 1 {n}) (int z 1 {2n}) (<= (+ x y) z)",
    "alldifferent of 4": "(int a 1 {n}) (int b 1 {n}) (int c 1 {n}) (int d 1 {n}) (alldifferent a b c d)",
}
WIDTH, HEIGHT, ABOVE = 360, 250, 52  # pixels of a plot, and of the legend above all
LIMIT = 30  # seconds of a run of the comparison


def growth() -> str:
    """Return the plots of the clauses of CONSTRAINTS by the number of values, one below the other, each with a curve
    for each encoding; they are as narrow as a telephone.
    """
    entries = "".join(_entry(at, name) for at, name in enumerate(ENCODINGS))
    plots = "".join(_below(at, _plot(title, text)) for at, (title, text) in enumerate(CONSTRAINTS.items()))
    label = "Clauses of three constraints by the number of values, a curve for each encoding"
    return picture(entries + plots, label, WIDTH, ABOVE + HEIGHT * len(CONSTRAINTS)) + "\n"


def clauses(text: str, values: int, encoding: str) -> int:
    """Return the number of clauses of a CSP text in which `{n}` stands for a number of values, and `{2n}` for twice as
    many.
    """
    with tempfile.TemporaryDirectory() as name:
        csp = text.replace("{n}", str(values)).replace("{2n}", str(2 * values))
        return csp2sat.encode(csp2sat.loads(csp), Path(name, "c.cnf"), encoding=encoding).num_clauses


def _plot(title: str, text: str) -> str:
    """Return the plot of a constraint, a CSP text as of `clauses`."""
    right = Axis(f"values of each variable: {title}", VALUES[0], VALUES[-1], VALUES)
    plot = Plot(right, Axis("clauses", 4, 1e6, [10.0**k for k in range(1, 7)]), WIDTH, HEIGHT)
    return plot.grid() + "".join(_curve(plot, at, text) for at in range(len(ENCODINGS)))


def _below(at: int, plot: str) -> str:
    return f"<g transform='translate(0 {ABOVE + HEIGHT * at})'>{plot}</g>"


def _curve(plot: Plot, at: int, text: str) -> str:
    """Return the curve of an encoding, with its own dashes, since curves lie upon each other."""
    points = [plot.at(values, clauses(text, values, ENCODINGS[at])) for values in VALUES]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{RADII[at]}' fill='{COLOURS[at]}'/>" for x, y in points)
    return f"<polyline points='{line}' {_stroke(at)}/>{dots}"


def _stroke(at: int) -> str:
    return f"stroke='{COLOURS[at]}' stroke-width='{WIDTHS[at]}' stroke-dasharray='{DASHES[at]}'"


def _entry(at: int, name: str) -> str:
    """Return a part of the legend, two of which stand beside each other."""
    x, y = 60 + 150 * (at % 2), 20 + 22 * (at // 2)
    return f"<path d='M{x} {y - 4}h30' {_stroke(at)}/><text x='{x + 38}' y='{y}' {INK}>{name}</text>"


def compared() -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the problems that are compared."""
    yield from ((f"nqueens-{n}", instances.nqueens(n)) for n in (16, 32, 48, 64))
    yield from ((f"colouring-{n}", instances.colouring(n, 17 * n // 4, 4)) for n in (60, 90, 120))
    yield from ((f"golomb-{n}", instances.golomb(n, length)) for n, length in ((6, 17), (7, 25), (8, 34)))
    yield from ((f"jobshop-{n}", instances.job_shop(instances.ft10(n), 700)) for n in (4, 5, 6))


def write_report(png: Path) -> None:
    """Write a picture of the report of `bench` on a few problems, two encodings and the solvers that are installed."""
    browser = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "problems").mkdir()
        for problem, text in compared():
            (folder / "problems" / f"{problem}.csp").write_text(text)
        solvers = ",".join(["kissat", *(each for each in ("cadical", "minisat") if shutil.which(each))])
        choice = ["--solver", solvers, "--encoding", "order,log", "--timeout", str(LIMIT), "--html", "report.html"]
        subprocess.run([*CSP2SAT, "bench", "problems", *choice, "-o", "runs", "-q"], cwd=folder, check=True)
        view = ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1000,930", f"--screenshot={png}"]
        subprocess.run([browser, *view, (folder / "report.html").as_uri()], check=True, capture_output=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", action="store_true")
    asked = parser.parse_args()
    (PICTURES / "growth.svg").write_text(growth(), encoding="utf-8")
    if asked.report:
        write_report(PICTURES / "report.png")


if __name__ == "__main__":
    main()
