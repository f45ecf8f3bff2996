"""Write the pictures of the manual that no command in a chapter writes: growth of formulas, the report of `bench`.

    python scripts/manual_pictures.py [--report]

`growth.svg`: clauses of `x + y = z` under each encoding, by the number of values.  --report writes `report.png`, too: a
comparison of solvers that are installed, as Chromium shows it; its times are those of your machine.
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
from log_plots import COLOURS, INK, Axis, Plot
from measured import CSP2SAT, size_of

PICTURES = readme.FOLDER / "pictures"
ENCODINGS = ("direct", "order", "compact-order", "log")
VALUES = tuple(2**power for power in range(2, 10))
LIMIT = 30  # seconds of a run of the comparison


def growth() -> str:
    """Return the plot of the clauses of `x + y = z` by the number of values of x and y, a curve for each encoding."""
    plot = Plot(Axis("values of x and of y", 4, 512, VALUES), Axis("clauses", 10, 1e6, [10.0**k for k in range(1, 7)]))
    found = {encoding: [clauses(values, encoding) for values in VALUES] for encoding in ENCODINGS}
    marks = (_curve(plot, at, found[name]) + _entry(at, name) for at, name in enumerate(ENCODINGS))
    return plot.svg("".join(marks), "Clauses of x + y = z by the number of values, a curve for each encoding") + "\n"


def clauses(values: int, encoding: str) -> int:
    """Return the number of clauses of `x + y = z`, where x and y have so many values."""
    with tempfile.TemporaryDirectory() as name:
        csp = Path(name, "sum.csp")
        csp.write_text(f"(int x 1 {values}) (int y 1 {values}) (int z 1 {2 * values}) (= (+ x y) z)\n")
        subprocess.run([*CSP2SAT, "encode", csp, "--encoding", encoding, "-o", csp.with_suffix(".cnf")], check=True)
        return size_of(csp.with_suffix(".cnf")).clauses


def _curve(plot: Plot, colour: int, numbers: list[int]) -> str:
    points = [plot.at(values, number) for values, number in zip(VALUES, numbers, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3' fill='{COLOURS[colour]}'/>" for x, y in points)
    return f"<polyline points='{line}' stroke='{COLOURS[colour]}' stroke-width='2'/>{dots}"


def _entry(row: int, name: str) -> str:
    """Return a line of the legend."""
    y = 30 + 20 * row
    return (
        f"<path d='M75 {y - 4}h24' stroke='{COLOURS[row]}' stroke-width='3'/><text x='106' y='{y}' {INK}>{name}</text>"
    )


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
