"""Hostile texts for every reader: no traceback, no hang, no unbounded memory.

    python scripts/fuzz_readers.py [SECONDS] [--only NAME,NAME] [--seed SEED] [--keep FOLDER] [--jobs JOBS]

Each reader gets, for so many seconds of the processor, good texts that were damaged: bytes changed, pieces cut,
doubled, swapped or taken from another text, numbers made huge, brackets nested.  It must read them or refuse them with
an error of its own.  What it must not do is printed once for each place in the code, and kept in the folder; the exit
code is then 1.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from fuzzed_readers import READERS, Reader

from csp2sat.errors import Csp2SatError

LONGEST, STUCK = 5, 30  # seconds for one text: of the processor, and in all, after which there is no hope
MOST_MEMORY = 2 << 30  # bytes of address space
NUMBERS = [b"0", b"-1", b"2147483648", b"99999999999999999999", b"9" * 5000, b"1e999", b"9999999x9999999", b"NaN"]
WORDS = [
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n",
    b'"',
    b"'",
    b"\\",
    b"&",
    b"<",
    b"%",
    b"{}",
    b"null",
    b"*a",
    b"-",
]
NESTS = [
    (b"(", b")"),
    (b"[", b"]"),
    (b'{"a":', b"}"),
    (b"<a>", b"</a>"),
    (b"not(", b")"),
    (b"(not ", b")"),
    (b"- ", b""),
]


def damaged(good: list[bytes], draw: random.Random) -> bytes:
    """One of the texts, with one to five damages."""
    text = draw.choice(good)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 5))):
        text = draw.choice(DAMAGES)(text, draw, good)
    return text[: 1 << 20]


def _piece(text: bytes, draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(text) + 1)
    return start, min(len(text), start + draw.choice((1, 1, 2, 4, 10, 100)))


def _change(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    start, end = _piece(text, draw)
    return (
        text[:start]
        + bytes(draw.choice((byte ^ 1, byte ^ 32, draw.randrange(256))) for byte in text[start:end][:2])
        + text[end:]
    )


def _cut(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    start, end = _piece(text, draw)
    return text[:start] + (text[end:] if draw.random() < 0.8 else b"")


def _double(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    start, end = _piece(text, draw)
    return text[:start] + text[start:end] * draw.choice((2, 2, 3, 1000)) + text[end:]


def _swap(text: bytes, draw: random.Random, good: list[bytes]) -> bytes:
    other = draw.choice((text, draw.choice(good)))
    (start, end), (from_, to) = _piece(text, draw), _piece(other, draw)
    return text[:start] + other[from_:to] + text[end:]


def _number(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    found = list(re.finditer(rb"-?[0-9]+", text))
    if not found:
        return _word(text, draw, _)
    number = draw.choice(found)
    return text[: number.start()] + draw.choice(NUMBERS) + text[number.end() :]


def _word(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    start, end = _piece(text, draw)
    return text[:start] + draw.choice(WORDS + NUMBERS) + text[draw.choice((start, end)) :]


def _nest(text: bytes, draw: random.Random, _: list[bytes]) -> bytes:
    (start, end), (before, after), depth = _piece(text, draw), draw.choice(NESTS), draw.choice((2, 50, 990, 20_000))
    return text[:start] + before * depth + text[start:end] + after * draw.choice((depth, depth, 0)) + text[end:]


DAMAGES = (_change, _change, _cut, _double, _swap, _swap, _number, _number, _word, _nest)


def work(reader: Reader, seconds: float, seed: int, folder: Path) -> None:
    """Read damaged texts; the current one is in a file, in case that this process does not survive it."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    warnings.simplefilter("ignore")
    good, draw, until = reader.good(), random.Random(seed), time.process_time() + seconds
    current, seen, count = folder / f"current-{reader.name}", set[str](), 0
    for text in good:
        with suppress(Csp2SatError):  # not all of what is made has such a form
            reader.read(text)
    while time.process_time() < until:
        text = damaged(good, draw)
        current.write_bytes(text)
        faulthandler.dump_traceback_later(STUCK, exit=True)
        started = time.process_time()
        try:
            reader.read(text)
        except Csp2SatError as error:
            str(error)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)
            name = f"{reader.name}-{type(error).__name__}-{Path(where[-1].filename).stem}-{where[-1].lineno}"
            if name not in seen:
                seen.add(name)
                (folder / name).write_bytes(text)
                ours = next(frame for frame in reversed(where) if "csp2sat" in frame.filename)
                print(f"FOUND {name}: {error!s:.100} ({Path(ours.filename).name}:{ours.lineno})", flush=True)
        faulthandler.cancel_dump_traceback_later()
        if time.process_time() - started > LONGEST:
            (folder / f"{reader.name}-slow-{count}").write_bytes(text)
            print(f"FOUND {reader.name}-slow-{count}: {time.process_time() - started:.1f} s", flush=True)
        count += 1
    print(f"{reader.name}: {count} texts, {len(seen)} faults", flush=True)
    current.unlink()


def run(reader: Reader, seconds: float, seed: int, folder: Path) -> bool:
    """Fuzz in a process of its own; was all well?  After a hang or a crash another one goes on."""
    until, well = time.monotonic() + seconds, True
    while (left := until - time.monotonic()) > 0:
        arguments = [str(left), "--worker", reader.name, "--seed", str(seed), "--keep", str(folder)]
        done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True)
        print(done.stdout, end="", flush=True)
        well = well and done.returncode == 0 and "FOUND" not in done.stdout
        if done.returncode == 0:
            break
        name = f"{reader.name}-{'hang' if 'Timeout' in done.stderr else 'crash'}-{seed}"
        if (current := folder / f"current-{reader.name}").exists():
            current.replace(folder / name)
        print(f"FOUND {name}:\n{done.stderr[:3000]}", flush=True)
        seed += 1000
    return well


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=float, default=10)
    parser.add_argument("--only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--jobs", type=int, default=1, help="readers at a time")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(READERS[options.worker], options.seconds, options.seed, options.keep)
        return 0
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = options.keep or Path(tempfile.mkdtemp(prefix="fuzzed-"))
    folder.mkdir(parents=True, exist_ok=True)
    names = options.only.split(",") if options.only else list(READERS)
    with ThreadPoolExecutor(options.jobs) as pool:  # of threads that wait for processes
        well = list(pool.map(lambda name: run(READERS[name], options.seconds, options.seed, folder), names))
    print("all is well" if all(well) else f"faults; their texts are in {folder}")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
