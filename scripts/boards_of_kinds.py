"""Solve boards with known solutions, and say what each takes: CPU seconds by board, and a table by kind.

    python scripts/boards_of_kinds.py FOLDER [KIND ...] [--most N] [--timeout SECONDS] [--quick]

FOLDER has a folder for each kind with JSON files, a board each with `solution`, `unique` and perhaps `url_encoded`.
Each board is solved by a command of its own, `csp2sat solve BOARD --unique --json`, and its solution compared with the
published one; the checker has to accept that, and both URLs, the published one and ours, have to be read as this board.
--most: only so many boards of a kind, the smallest ones.  --quick: check and URLs only, nothing is solved.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES, Board


class Outcome(NamedTuple):
    """What became of a board: its CPU seconds, and what is wrong ("": nothing)."""

    seconds: float
    wrong: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    kinds = options.kinds or [path.name for path in sorted(options.folder.iterdir()) if path.name in PUZZLES]
    rows = []
    for kind in kinds:
        found = [_outcome(path, options) for path in boards(options.folder / kind)[: options.most]]
        rows.append(_row(kind, found))
    print("kind          boards  wrong  median    95 %  greatest\n" + "\n".join(rows))
    return 0


def boards(folder: Path) -> list[Path]:
    """The boards of a folder, the smallest first."""

    def size(path: Path) -> int:
        form = json.loads(path.read_text())
        return int(form["rows"] * form["cols"])

    return sorted(folder.glob("*.json"), key=size)


def _row(kind: str, found: list[Outcome]) -> str:
    seconds = sorted(each.seconds for each in found)
    wrong = sum(bool(each.wrong) for each in found)
    late = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    return f"{kind:12} {len(found):7} {wrong:6} {statistics.median(seconds):7.2f} {late:7.2f} {seconds[-1]:9.2f}"


def _outcome(path: Path, options: argparse.Namespace) -> Outcome:
    form = json.loads(path.read_text())
    wrong = _checked(form)
    seconds = 0.0
    if not options.quick:
        seconds, more = _solved(path, form, options.timeout)
        wrong += more
    if wrong or not options.quick:
        print(f"{path.stem:32} {seconds:7.2f}  {'; '.join(wrong) or 'right'}", flush=True)
    return Outcome(seconds, "; ".join(wrong))


def _checked(form: dict[str, Any]) -> list[str]:
    """What is wrong with the board, its published solution, its URL."""
    board = read_board(Source("board", json.dumps(form)))
    wrong = [] if board.givens == form["givens"] else ["read as another one"]
    wrong += PUZZLES[board.puzzle].broken_rules(board, form["solution"])[:1]
    wrong += _other_url(board, form)
    if read_board(Source("text", FORMATS["text"].write(board))) != board:
        wrong.append("another board as text")
    return wrong


def _other_url(board: Board, form: dict[str, Any]) -> list[str]:
    url, kind = form.get("url_encoded"), PUZZLES[board.puzzle].url
    if not url or kind is None:
        return []
    ours = FORMATS["url"].write(board)
    texts = {"the published URL": url, "the written URL": ours}
    return [f"another board in {name}" for name, text in texts.items() if read_board(Source("url", text)) != board]


def _solved(path: Path, form: dict[str, Any], timeout: int) -> tuple[float, list[str]]:
    """CPU seconds of the command, and what is wrong with its answer."""
    before = _cpu()
    command = [sys.executable, "-m", "csp2sat", "solve", str(path), "--unique", "--json", "--timeout", str(timeout)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    seconds = _cpu() - before
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return seconds, [done.stderr.strip()[-80:] or "no answer"]
    if answer.get("unique") is None:
        return seconds, ["not decided in time"]
    if answer["unique"] != (form["unique"] is not False):
        return seconds, [f"unique: {answer['unique']}"]
    same = canonical(answer.get("solution")) == canonical(form["solution"])
    return seconds, [] if same or not answer["unique"] else ["another solution"]


def canonical(solution: Any) -> Any:
    """The solution; areas by the order of their first cells, whatever they are called."""
    if isinstance(solution, list) and solution and isinstance(solution[0], list):
        names: dict[int, int] = {}
        return [[names.setdefault(value, len(names)) for value in row] for row in solution]
    return solution


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
