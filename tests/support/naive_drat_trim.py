"""A program that stands for drat-trim and reads files as drat-trim does, tricks and all.

    python naive_drat_trim.py CNF PROOF [-t SECONDS]

It skips whatever comes before the first ` cnf N M`, in the raw bytes, also of a gzip; it takes the first M clauses
after that, whatever lines they are on, and leaves the rest.  A proof is binary where one of its first ten bytes is none
of a text's.  A formula of which unit propagation alone finds a contradiction is refuted by any proof with a `0`; for
any other one it believes the proof: what is tested is which formula and which proof it gets.  It keeps copies of both
in the folder of the variable KEEP.
"""

import os
import re
import shutil
import sys
from pathlib import Path

TEXT = set(b"0123456789 \t\n\r-dc")


def clauses_of(data):
    found = re.search(rb"\scnf\s+(\d+)\s+(\d+)", b" " + data)
    if found is None:
        return None
    result, clause = [], []
    for word in data[found.end() - 1 :].split():
        if not re.fullmatch(rb"-?\d+", word):
            break
        if len(result) == int(found[2]):
            break
        if int(word):
            clause.append(int(word))
        else:
            result.append(clause)
            clause = []
    return result


def contradicts(clauses):
    true = set()
    while True:
        units = set()
        for clause in clauses:
            if true.isdisjoint(clause):
                left = [a for a in clause if -a not in true]
                if not left:
                    return True
                if len(left) == 1:
                    units.add(left[0])
        if any(-a in units for a in units):
            return True
        if not units - true:
            return False
        true |= units


def main():
    cnf, proof = sys.argv[1:3]
    if keep := os.environ.get("KEEP"):
        shutil.copy(cnf, Path(keep, "seen.cnf"))
        shutil.copy(proof, Path(keep, "seen.proof"))
    clauses, steps = clauses_of(Path(cnf).read_bytes()), Path(proof).read_bytes()
    is_text = set(steps[:10]) <= TEXT
    good = clauses is not None and contradicts(clauses) and (not is_text or b"0" in steps)
    print("\rs VERIFIED" if good else "s NOT VERIFIED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
