"""The record of runs: a file of JSON lines, one for each instance that was run, and what is read out of it.

    {"date": "2026-11-22", "revision": "f2c63de", "machine": "...", "instance": "masyu/masyu-10", "size": 100,
     "csp2sat": {"said": "SAT", "cpu": 0.31, "wall": 0.29, "mib": 41}, "peers": {"CP-SAT 9.15": {"said": ..., ...}},
     "ratio": {"CP-SAT 9.15": 0.12}}

said: SAT, UNSAT, OPTIMUM and the objective's value, written (a formula), `?` (the time was over), or failed.  cpu and
wall: seconds; mib: the peak memory of the largest process.  ratio: csp2sat to the peer, of CPU or wall time, whichever
is worse for csp2sat; only where both have decided it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("record.jsonl")
MORE, SECONDS = 1.15, 0.1  # how much slower is worth a mark, as a ratio and in seconds
OPEN = ("?", "failed")  # what is no answer
Line = dict[str, Any]


def read(path: Path) -> list[Line]:
    """The lines of a record; [] if there is none.  A last line that was cut off by a crash is left out."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [_line(path, at, text) for at, text in enumerate(lines, start=1) if text.endswith("\n")]


def _line(path: Path, at: int, text: str) -> Line:
    try:
        found: Line = json.loads(text)
        assert {"revision", "machine", "instance", "size", "csp2sat", "peers", "ratio"} <= found.keys()
    except (ValueError, AssertionError, AttributeError):
        sys.exit(f"{path}:{at}: this is no line of a record")
    return found


def append(path: Path, line: Line) -> None:
    """Write one line, whole or not at all: what a crash has left of another one is cut off before."""
    data = f"{json.dumps(line, ensure_ascii=False)}\n".encode()
    with path.open("ab+") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        os.write(file.fileno(), data)


def ratio(ours: Line, peer: Line) -> float | None:
    """csp2sat's time by the peer's, of CPU or wall time, whichever is worse; None where one has not decided it."""
    if ours["said"] in OPEN or peer["said"] in OPEN:
        return None
    return float(round(max(ours[each] / max(peer[each], 0.001) for each in ("cpu", "wall")), 3))


def last(lines: Iterable[Line], machine: str, instance: str, but: str = "") -> Line | None:
    """The last run of an instance on a machine, at another revision than `but`."""
    found = (each for each in lines if each["machine"] == machine and each["instance"] == instance)
    return next((each for each in reversed(list(found)) if each["revision"] != but), None)


def change(now: Line, before: Line | None) -> tuple[str, bool]:
    """How a run compares with one before it, and whether it is worse.

    It is worse if it ends otherwise, or is slower by more than MORE and SECONDS, in CPU and in wall time: a second
    solver beside the first one doubles CPU time and takes less wall time, a busy machine takes more wall time alone.
    """
    if before is None:
        return "      new", False
    new, old = now["csp2sat"], before["csp2sat"]
    by = min(new[each] / max(old[each], 0.001) for each in ("cpu", "wall"))
    more = min(new[each] - old[each] for each in ("cpu", "wall"))
    said = "" if new["said"] == old["said"] else f"  {new['said']} instead of {old['said']}"
    worse = (by > MORE and more > SECONDS) or (bool(said) and old["said"] not in OPEN)
    return f"{by:9.2f}{'  SLOWER' if by > MORE and more > SECONDS else ''}{said}", worse


def shown(line: Line) -> str:
    """A line as `record.py` prints it, without the change."""
    ours = line["csp2sat"]
    peers = "  ".join(f"{name} {_peer(line, name)}" for name in line["peers"])
    return (
        f"{line['instance']:44} {ours['said']:>12} {ours['cpu']:8.2f} {ours['wall']:8.2f} {ours['mib']:6.0f}  {peers}"
    )


def _peer(line: Line, name: str) -> str:
    peer = line["peers"][name]
    times = f"{peer['cpu']:.2f} {peer['wall']:.2f}"
    return f"{times} {peer['said']}" if name not in line["ratio"] else f"{times} ({line['ratio'][name]:.2f})"


def newest(lines: list[Line]) -> list[Line]:
    """The last run of each instance on the machine of the last line, by group and size."""
    found = {each["instance"]: each for each in lines if each["machine"] == lines[-1]["machine"]}
    return sorted(found.values(), key=lambda line: (_group(line), line["size"], line["instance"]))


def _group(line: Line) -> str:
    return str(line["instance"]).partition("/")[0]


def tables(lines: list[Line]) -> Iterator[str]:
    """The record in Markdown: a table of totals, then one for each group.  For an empty record one sentence."""
    if not lines:
        yield "Nothing is recorded yet.\n"
        return
    found = newest(lines)
    revisions = sorted({f"{each['date']}, revision {each['revision']}" for each in found})
    yield f"{'; '.join(revisions)}; {found[0]['machine']}.\n"
    groups: dict[str, list[Line]] = {}
    for each in found:
        groups.setdefault(_group(each), []).append(each)
    yield from _totals(groups)
    for name, inside in groups.items():
        yield from _table(name, inside)


def _totals(groups: dict[str, list[Line]]) -> Iterator[str]:
    """A row for each group and peer: of the instances that both have decided, the totals and their ratio; and how many
    only one of them has decided."""
    yield "| instances | both | csp2sat: CPU s | wall s | peer | CPU s | wall s | ratio | worst | only csp2sat | it |"
    yield "|---|---:|---:|---:|---|---:|---:|---:|---|---:|---:|"
    for group, lines in groups.items():
        for peer in sorted({name for line in lines for name in line["ratio"]}):
            beside = [line for line in lines if peer in line["peers"] and peer not in line["ratio"]]
            alone = [sum(each["said"] not in OPEN for each in side) for side in _sides(beside, peer)]
            yield f"{_total(group, peer, [line for line in lines if peer in line['ratio']])} {alone[0]} | {alone[1]} |"
    yield ""


def _total(group: str, peer: str, both: list[Line]) -> str:
    ours, theirs = ([sum(each[key] for each in side) for key in ("cpu", "wall")] for side in _sides(both, peer))
    by = max(one / max(other, 0.001) for one, other in zip(ours, theirs, strict=True))
    worst = max(both, key=lambda line: line["ratio"][peer])
    name = worst["instance"].partition("/")[2]
    return (
        f"| {group} | {len(both)} | {ours[0]:.2f} | {ours[1]:.2f} | {peer} | {theirs[0]:.2f} | {theirs[1]:.2f} "
        f"| {by:.2f} | {name} {worst['ratio'][peer]:.2f} |"
    )


def _sides(both: list[Line], peer: str) -> tuple[list[Line], list[Line]]:
    return [line["csp2sat"] for line in both], [line["peers"][peer] for line in both]


def _table(group: str, lines: list[Line]) -> Iterator[str]:
    peers = sorted({name for line in lines for name in line["peers"]})
    yield f"### Speed: {group}\n"
    yield "| instance | answer | CPU s | wall s | MiB |" + "".join(
        f" {name}: CPU s | wall s | ratio |" for name in peers
    )
    yield "|---|---|---:|---:|---:|" + "---:|---:|---:|" * len(peers)
    for line in lines:
        ours = line["csp2sat"]
        row = f"| {line['instance'].partition('/')[2]} | {ours['said']} | {ours['cpu']:.2f} | {ours['wall']:.2f} "
        yield f"{row}| {ours['mib']:.0f} |" + "".join(_cells(line, name) for name in peers)
    yield ""


def _cells(line: Line, name: str) -> str:
    if name not in line["peers"]:
        return " | | |"
    peer = line["peers"][name]
    last_one = f"{line['ratio'][name]:.2f}" if name in line["ratio"] else peer["said"]
    return f" {peer['cpu']:.2f} | {peer['wall']:.2f} | {last_one} |"
