"""A checker of proofs in the place of drat-trim, that finds the header of a formula as loosely as drat-trim does.

Every word before the first ` cnf N M` is skipped, whatever the word is: comments, the head of a compressed file.
    python loose_checker.py FORMULA PROOF [-t SECONDS]
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.naive_proof_checks import refutes


def numbers(text: str) -> list[int]:
    """Return the numbers up to the first word that is none; lines that begin with c are skipped."""
    found = []
    for line in text.split("\n"):
        if line.startswith("c"):
            continue
        for word in line.split():
            if not re.fullmatch(r"-?\d+", word):
                return found
            found.append(int(word))
    return found


def main() -> int:
    formula = Path(sys.argv[1]).read_bytes().decode("latin-1")
    header = re.search(r"\scnf\s+(\d+)\s+(\d+)", " " + formula)
    if header is None:
        print("s NOT VERIFIED")
        return 1
    flat, left = [], int(header[2])
    for number in numbers((" " + formula)[header.end() :]):
        if left:
            flat.append(number)
            left -= number == 0
    steps, words = [], Path(sys.argv[2]).read_bytes().decode("latin-1").split()
    step: list[int] = []
    delete = False
    for word in words:
        if word == "d":
            delete = True
        elif word == "0":
            steps.append((delete, step))
            step, delete = [], False
        elif re.fullmatch(r"-?\d+", word):
            step.append(int(word))
        else:
            print("s NOT VERIFIED")
            return 1
    print("s VERIFIED" if refutes(flat, steps) else "s NOT VERIFIED")
    return 0


if __name__ == "__main__":
    sys.exit(main())
