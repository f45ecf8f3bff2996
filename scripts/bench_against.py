"""Is this checkout slower than another one?  Start-up and encoding, CPU seconds, the two in turn, ratios of medians.

    python scripts/bench_against.py OLD [NEW] [--runs 15] [--large] [--only WORD ...]

OLD, NEW: checkouts (NEW: this one).  Each pair of runs is `csp2sat ...` of the one, then of the other, by this Python.
--large adds a CNF of 10 million clauses, run three times at most.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench_encoder import SLITHERLINK, texts
from bench_frame import ROOT, Table, arguments, child_cpu, is_wanted, medians
from bench_startup import BOARD

MOST_LARGE = 3  # runs of what takes a minute


def cases(folder: Path, large: bool) -> Iterator[tuple[str, list[str]]]:
    """Names with the arguments of `csp2sat`."""
    yield "--version", ["--version"]
    yield "--help", ["--help"]
    yield "solve a masyu 8x8", ["solve", str(BOARD)]
    output = ["-o", str(folder / "out.cnf")]
    yield "encode slitherlink 60x60", ["encode", str(SLITHERLINK), *output]
    for name, text in texts(large).items():
        path = folder / f"{len(list(folder.iterdir()))}.csp"
        path.write_text(text)
        yield f"encode {name}", ["encode", str(path), *output, *(["--encoding=order"] if "wide" in name else [])]


def cpu_of(checkout: Path, arguments: list[str]) -> float:
    """CPU seconds of a command, its children included."""
    code = f"import sys; sys.path.insert(0, {str(checkout)!r}); from csp2sat.__main__ import main; main()"
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    before = child_cpu()
    subprocess.run([sys.executable, "-P", "-c", code, *arguments], check=True, capture_output=True, env=environment)
    return child_cpu() - before


def main() -> None:
    parser = arguments(__doc__, runs=15, only=True)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    checkouts = [each.resolve() for each in (options.old, options.new)]
    table = Table("", 28, {"old, s": "9.3f", "new, s": "9.3f", "new/old": "9.3f"})
    with tempfile.TemporaryDirectory() as name:
        for title, words in list(cases(Path(name), options.large)):
            if not is_wanted(title, options.only):
                continue
            for checkout in checkouts:  # byte code is written, files are read
                cpu_of(checkout, words)
            runs = min(options.runs, MOST_LARGE) if "wide" in title else options.runs
            old, new = medians([partial(cpu_of, checkout, words) for checkout in checkouts], runs)
            table.line(title, (old, new, new / old))


if __name__ == "__main__":
    main()
