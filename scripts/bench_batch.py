"""Many inputs in one process against as many starts: wall and CPU seconds, their ratio, and the peak of memory.

    csp2sat generate sudoku --size 4x4 --count 100 --seed 1 -o boards
    python scripts/bench_batch.py boards [--count 1000] [--starts 100] [--command count] [--jobs 2]

The boards of the folder are copied until there are `count`.  A line for each number of inputs: a tenth of `count`, and
`count`, in one process each; the time of as many starts is that of `starts` of them, which are run one after the other,
spread over the boards, half of them before the processes and half of them after, multiplied.  The last line says by how
much the second peak is greater than the first.
"""

from __future__ import annotations

import shutil
import tempfile
from itertools import cycle, islice
from pathlib import Path

from bench_frame import Table, arguments, positive
from measured import CSP2SAT, Used, succeed


def copied(folder: Path, target: Path, count: int) -> list[Path]:
    """Copy the files of a folder, again and again, until there are `count`; return the copies."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [target / f"{number:05}" / path.name for number, path in enumerate(islice(cycle(files), count))]
    for path, original in zip(names, cycle(files), strict=False):
        path.parent.mkdir(parents=True)
        shutil.copy(original, path)
    return names


def starts(command: str, paths: list[Path]) -> list[Used]:
    """Run the command once for each path."""
    return [succeed([*CSP2SAT, command, str(path), "-q"]) for path in paths]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=positive, default=1000)
    parser.add_argument("--starts", type=positive, default=100)
    parser.add_argument("--command", default="solve", choices=("solve", "count", "explain"))
    parser.add_argument("--jobs", type=positive, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        paths = copied(options.folder, Path(name), options.count)
        sample = paths[:: max(1, len(paths) // options.starts)][: options.starts]
        half = len(sample) // 2
        single = starts(options.command, sample[:half])
        form = {"wall s": "9.2f", "CPU s": "9.2f", "starts wall": "13.2f", "starts CPU": "12.2f"}
        table = Table("inputs", 8, form | {"ratio": "8.3f", "CPU ratio": "11.3f", "peak MiB": "10.1f"})
        words = [*CSP2SAT, options.command, "-q", "-j", str(options.jobs)]
        lines = [(part, succeed([*words, *map(str, part)])) for part in (paths[: len(paths) // 10 or 1], paths)]
        single += starts(options.command, sample[half:])
        wall, cpu = (sum(each) / len(single) for each in zip(*((used.wall, used.cpu) for used in single), strict=True))
        for part, used in lines:
            most = len(part) * wall, len(part) * cpu
            ratios = used.wall / most[0], used.cpu / most[1]
            table.line(str(len(part)), (used.wall, used.cpu, *most, *ratios, used.memory))
    first, second = (used.memory for _, used in lines)
    print(f"the peak grows by {100 * (second / first - 1):.1f} %")


if __name__ == "__main__":
    main()
