"""Global constraints kept whole, against MiniZinc's own decompositions: a Markdown table.

    python scripts/globals_table.py FOLDER ... [--encoding auto] [--solver cadical] [--limit 20] [--only WORD ...]

Every model of the folders (*.mzn, without data) is compiled by `minizinc` twice, with csp2sat's library and with the
standard one, and encoded.  A row has of both: KB of FlatZinc, variables, clauses, CPU seconds of the encoder, and of
the SAT solver (`-` at the limit); `refused` where MiniZinc has no decomposition.  `tests/data/minizinc` has a model for
each constraint that is kept whole.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from measured import size_of, solved

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cnf.dimacs_file import new_dimacs
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages import flatzinc

LIBRARY = Path(csp2sat.__file__).parent / "minizinc" / "mznlib"
STANDARD = 'include "nosets.mzn";\n'  # sets become Booleans, all else is as it comes


class Ways(NamedTuple):
    """How both are encoded and solved."""

    encoding: str
    solver: str
    limit: float


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--encoding", default="auto")
    parser.add_argument("--solver", default="cadical")
    parser.add_argument("--limit", type=float, default=20.0, help="wall seconds of a solver")
    parser.add_argument("--only", nargs="*", default=[], help="words of which the name must have one")
    options = parser.parse_args()
    ways = Ways(options.encoding, options.solver, options.limit)
    columns = "KB | variables | clauses | encoding | solving"
    print(f"| model | {columns} | {columns} |\n|---|" + "---:|" * 10)
    with tempfile.TemporaryDirectory() as scratch:
        ours, standard = configurations(Path(scratch))
        for model in sorted(path for folder in options.folders for path in folder.glob("*.mzn")):
            if not options.only or any(word in model.stem for word in options.only):
                cells = [measure(model, msc, Path(scratch, "x.cnf"), ways) for msc in (ours, standard)]
                print(f"| {model.stem} | " + " | ".join(cells) + " |", flush=True)


def configurations(folder: Path) -> tuple[Path, Path]:
    """Two solver configurations for `minizinc -c`: our library, the standard one."""
    (folder / "standard").mkdir()
    (folder / "standard" / "redefinitions.mzn").write_text(STANDARD)
    made = []
    for name, library in (("ours", LIBRARY), ("standard", folder / "standard")):
        path = folder / f"{name}.msc"
        entries = {"id": f"org.csp2sat.{name}", "name": name, "version": "1", "executable": "false"}
        path.write_text(json.dumps({**entries, "mznlib": str(library)}))
        made.append(path)
    return made[0], made[1]


def measure(model: Path, msc: Path, cnf: Path, ways: Ways) -> str:
    """The cells of one model in one library."""
    command = ["minizinc", "-c", "--solver", str(msc), str(model), "--output-fzn-to-stdout", "--no-output-ozn"]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    if compiled.returncode:
        return "refused | | | | "
    started = time.process_time()
    with new_dimacs(cnf) as sink:
        encode(flatzinc.LANGUAGE.read(Source("model.fzn", compiled.stdout)), sink, EncoderOptions(ways.encoding))
        sink.finish()
    seconds, size = time.process_time() - started, size_of(cnf)
    used = solved(ways.solver, cnf, ways.limit, runs=1)
    answered = "-" if used.late else f"{used.cpu:.2f}"
    return f"{len(compiled.stdout) // 1000} | {size.variables} | {size.clauses} | {seconds:.2f} | {answered}"


if __name__ == "__main__":
    main()
