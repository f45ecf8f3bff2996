"""Forged certificates through every door of `verify`: none whose claim is false may be verified.

    python scripts/fuzz_certificates.py [COUNT] [--seed SEED] [--scenes N] [--door NAME] [--claim NAME] [--kind NAME]

COUNT: forgeries for each claim, kind of source, door and forged field.  The truth about each source is found by trying
all assignments, without any part of csp2sat.  The doors: `python` (csp2sat.verify), `command`, `drat-trim` (the
command, with a stand-in on PATH that reads formulas as loosely as that program does), `alone` (the command without a
source).  Each genuine certificate has to be verified at each door.  Prints a row for each claim and kind of source; a
forgery that was verified is kept in a folder, whose name is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.forging.attack import attack
from support.forging.doors import DOORS
from support.forging.forgers import FORGERS
from support.forging.scenes import made
from support.forging.sources import KINDS


def rounds(options: argparse.Namespace) -> Iterator[tuple[str, str, int]]:
    """Yield each claim and kind of source, with the number of each scene."""
    for claim, kinds in KINDS.items():
        for kind in kinds:
            if options.claim in claim and options.kind in kind:
                for number in range(options.scenes):
                    yield claim, kind, number


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenes", type=int, default=5, help="pairs of sources for each claim and kind of source")
    parser.add_argument("--door", default="", help="only doors whose names contain this")
    parser.add_argument("--claim", default="", help="only claims whose names contain this")
    parser.add_argument("--kind", default="", help="only kinds of sources whose names contain this")
    options = parser.parse_args()
    doors = {name: door for name, door in DOORS.items() if options.door in name}
    totals: Counter[str] = Counter()
    for claim, kind, number in rounds(options):
        random = Random(f"{options.seed} {claim} {kind} {number}")
        folder = Path(tempfile.mkdtemp(prefix="forged-"))
        keep = False
        counts: Counter[str] = Counter()
        scene = made(folder, claim, kind, random)
        for name, door in doors.items():
            genuine = door(scene.genuine.copied().write(folder, "T"), scene.source.path, scene.source.written.goal)
            counts["genuine"] += 1
            if genuine.claim != claim:
                counts["genuine refused"] += 1
                keep = True
                print(f"{folder}: the genuine certificate is refused at {name}: {genuine.said}", flush=True)
            for field in FORGERS:
                for _ in range(max(1, options.count // options.scenes)):
                    result, fault = attack(scene, door, field, random)
                    counts[result] += 1
                    if fault:
                        keep = True
                        kept = folder / f"kept-{sum(counts.values())}"
                        kept.mkdir()
                        for each in (*folder.glob("X*"), *folder.glob("true.*"), *folder.glob("false.*")):
                            shutil.copy(each, kept)
                        counts["faults"] += 1
                        print(f"{kept}: {name}: {fault}", flush=True)
        totals.update(counts)
        print(f"{claim:13} {kind:9} {number} {dict(counts)}", flush=True)
        if not keep:
            shutil.rmtree(folder)
    print(
        f"{totals['refused'] + totals['verified'] + totals['fault']} forgeries, {totals['faults']} wrong; "
        f"{totals['genuine']} genuine certificates, {totals['genuine refused']} refused"
    )
    return 1 if totals["faults"] or totals["genuine refused"] else 0


if __name__ == "__main__":
    os.environ.pop("REAL_STARTS", None)
    sys.exit(main())
