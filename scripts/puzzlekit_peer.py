"""The peer: solve a board with puzzlekit (OR-tools CP-SAT), as a plain script would.

    python scripts/puzzlekit_peer.py TYPE BOARD.txt [SECONDS]

TYPE: what puzzlekit calls the puzzle.  BOARD.txt: its text.  One worker, so that CPU time is that of the search.
Prints the status.
"""

from __future__ import annotations

import sys
from pathlib import Path

import puzzlekit


def main() -> None:
    kind, path, *limit = sys.argv[1:]
    options = {"time_limit_sec": float(limit[0]) if limit else 60.0, "num_search_workers": 1}
    result = puzzlekit.solve(Path(path).read_text(), kind, solver_options=options)
    print(result.solution_data.get("status", "?") if isinstance(result.solution_data, dict) else result)


if __name__ == "__main__":
    main()
