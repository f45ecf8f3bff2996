"""DIMACS CNF files: their lines and header, a reader, and a check of models; `dimacs_file` writes new files.

The form of a file (the subset of DIMACS that every solver reads)::

    c csp2sat 0.4.0
    c source sha256:...
    c                                     (padding, so that the header can be renewed in place)
    p cnf 12 34
    1 0
    -2 3 0

Each line has one clause; an empty clause is the line `0` and counts.
"""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import IO, BinaryIO

from ..base.interpreter import CollectorOff
from ..errors import InputError, Place
from ..tuples import NamedTuple
from .flat_clauses import MOST_VARS, Clause, clauses

LITERAL = rb"-?[0-9]{1,10}"
SIZE = rb"[0-9]{1,18}"
PLAIN_HEADER = rb"\A(?:c[^\n]*\n)*p cnf ([0-9]{1,9}) ([0-9]{1,9})\n"
PLAIN = b"0123456789- \n"
ZEROS = b"\n0", b"\n 0", b" 0 ", b"-0"  # what JSON would take for a literal, or for a clause of none
MOST_UNUSED = 10_000_000  # variables that a header may announce, although the file is too small to have them all
MANY = 1 << 20  # variables whose literals are not kept as texts
HEADER = 64  # bytes reserved for the padding comment and the `p` line


class Written(NamedTuple):
    """A finished CNF: its size and the SHA-256 of its uncompressed bytes, in hex.

    num_literals: the sum of the lengths of its clauses; None if not counted, as in other formats than CNF.
    encoding: how the CSP was encoded, as `EncoderOptions.described` says; '' if no CSP was.
    """

    num_vars: int
    num_clauses: int
    size: int
    digest: str
    encoding: str = ""
    num_literals: int | None = None

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes for JSON, by name."""
        found = {"variables": self.num_vars, "clauses": self.num_clauses, "literals": self.num_literals}
        return {name: value for name, value in found.items() if value is not None} | {"bytes": self.size}


def lines_of(flat: list[int]) -> str:
    """Return flat clauses as DIMACS lines, in a text."""
    return encoded_lines(flat).decode()


def encoded_lines(flat: list[int]) -> bytes:
    """Return flat clauses as DIMACS lines, in bytes.

    A single format for all numbers and a pass over the bytes are the fastest way in pure Python: two thirds of the time
    of `repr` or of a text that is encoded then, and a quarter of a join per clause.
    """
    text = (b"%d " * len(flat) % tuple(flat)).replace(b" 0 ", b" 0\n")
    if text.startswith(b"0 ") or b" 0\n0 " in text:  # empty clauses; the longer text is found faster
        text = (b"\n" + text).replace(b"\n0 ", b"\n0\n")[1:]
    return text


def header(num_vars: int, num_clauses: int) -> bytes:
    """Return the `p` line of a CNF, after a comment line that pads both lines to HEADER bytes."""
    line = f"p cnf {num_vars} {num_clauses}\n"
    return f"{'c':<{HEADER - len(line) - 1}}\n{line}".encode()


def digest_of(file: IO[bytes]) -> tuple[str, int]:
    """Read the rest of a file and return the SHA-256 of its bytes, in hex, and their number."""
    from hashlib import sha256

    sha, size = sha256(), 0
    while piece := file.read(1 << 20):
        sha.update(piece)
        size += len(piece)
    return sha.hexdigest(), size


def append(path: Path, flat: list[int], num_vars: int = 0, after: Written | None = None) -> Written:
    """Append flat clauses to a CNF file of a DimacsFile, renew its header, and return its new size and digest.

    The number of variables becomes `num_vars` if `num_vars` is greater than before.  The file is first cut back to the
    state `after` if `after` is given.  Raises InputError if the file has no `p cnf` line.
    """
    with path.open("r+b") as file:
        at, old_vars, old_clauses = _padded_header(file, path)
        if after is not None:
            file.truncate(after.size)
            old_clauses = after.num_clauses
        text = encoded_lines(flat)
        file.seek(0, io.SEEK_END)
        file.write(text)
        return renew_header(file, at, max(num_vars, old_vars), old_clauses + text.count(b"\n"))


def renew_header(file: BinaryIO, at: int, num_vars: int, num_clauses: int) -> Written:
    """Write the header again at byte `at`, with `num_vars` variables and `num_clauses` clauses, and measure the whole
    file.

    The file is at its end afterwards.
    """
    file.seek(at)
    file.write(header(num_vars, num_clauses))
    file.seek(0)
    digest, size = digest_of(file)
    return Written(num_vars, num_clauses, size, digest)


def _padded_header(file: BinaryIO, path: Path) -> tuple[int, int, int]:
    """Read a file on to its line `p cnf`; return the byte at which the padded header begins, and the header's numbers
    of variables and clauses.

    The padded header is the HEADER bytes that end with that line, as `header` makes them.  Raise InputError if there is
    no such line; `path` is only named in the error.
    """
    at = file.tell()
    for line in file:
        if line.startswith(b"p cnf "):
            _, _, num_vars, num_clauses = line.split()
            return at + len(line) - HEADER, int(num_vars), int(num_clauses)
        at += len(line)
    raise InputError("no `p cnf` line", Place(str(path)))


class Cnf(NamedTuple):
    """A CNF that was read from a file, with its clauses in one flat list, each ended by 0."""

    num_vars: int
    num_clauses: int
    flat: list[int]


def read(data: bytes, path: str) -> Cnf:
    """Parse the text of a DIMACS file strictly and return its CNF.

    There must be one header, before all clauses, with no more variables than MOST_VARS and than the text has bytes (or
    MOST_UNUSED, if that is more), no literal beyond the header's variables, and as many clauses, each ended by 0, as
    the header declares; a clause may be broken over lines.  A line with the first word `%` ends the text, as in
    SATLIB's files.  Raises InputError, with the line and column where known, for any other text; `path` is only named
    in the error.
    """
    num_vars = num_clauses = -1
    flat: list[int] = []
    count = 0
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        words = line.split()
        if not words or words[0][:1] == b"c":
            continue
        if words[0] == b"%":
            break
        if words[0] == b"p":
            if num_vars >= 0:
                raise _error(path, number, line, words[0], "a second header")
            num_vars, num_clauses = _header(words, path, number, line)
            if num_vars > (most := min(max(MOST_UNUSED, len(data)), MOST_VARS)):
                raise _error(path, number, line, words[2], f"expected at most {most} variables")
            continue
        if num_vars < 0:
            raise _error(path, number, line, words[0], "expected the header `p cnf VARIABLES CLAUSES` before clauses")
        try:
            lits = list(map(int, words))
        except ValueError:
            lits = []
        if not lits or b"_" in line or b"+" in line:  # which int() would take
            wrong = next(w for w in words if not re.fullmatch(LITERAL, w))
            raise _error(path, number, line, wrong, "not a literal")
        if max(map(abs, lits)) > num_vars:
            wrong = next(w for w in words if abs(int(w)) > num_vars)
            raise _error(path, number, line, wrong, f"literal beyond the header's {num_vars} variables")
        flat += lits
        count += lits.count(0)
    if num_vars < 0:
        raise InputError("no header `p cnf VARIABLES CLAUSES`", Place(path))
    if flat and flat[-1] != 0:
        raise InputError("the last clause is not ended by 0: the file is cut short", Place(path))
    if count != num_clauses:
        raise InputError(f"the header says {num_clauses} clauses, there are {count}", Place(path))
    return Cnf(num_vars, num_clauses, flat)


def read_clauses(data: bytes, path: str) -> tuple[int, Iterable[Clause]]:
    """Parse the text of a DIMACS file like `read`, but return the number of variables and the clauses one by one.

    A file in the form that csp2sat writes takes a fifth of the time, because a parser in C makes the lists of its
    clauses.  Raises InputError as `read` does.
    """
    at = re.search(PLAIN_HEADER, data)
    num_vars, num_clauses = map(int, at.groups()) if at else (0, 0)
    found = _plain_clauses(data[at.end() :]) if at and num_vars <= MOST_UNUSED else None
    if found is None or len(found) != num_clauses or _greatest(found) > num_vars:
        cnf = read(data, path)
        return cnf.num_vars, clauses(cnf.flat)
    return num_vars, found


def _plain_clauses(body: bytes) -> list[Clause] | None:
    """Return the clauses of lines of literals with one space between them, or None for any other text or an empty
    clause.
    """
    is_plain = body.endswith(b" 0\n") and not body.startswith((b"0", b" 0")) and not body.translate(None, PLAIN)
    if not is_plain or any(zero in body for zero in ZEROS):
        return None
    try:
        with CollectorOff():
            found: list[Clause] = json.loads(b"[[" + body[:-3].replace(b" 0\n", b"],[").replace(b" ", b",") + b"]]")
    except ValueError:
        return None
    return found


def _greatest(found: list[Clause]) -> int:
    return max(max(map(max, found)), -min(map(min, found)))


def _header(words: list[bytes], path: str, number: int, line: bytes) -> tuple[int, int]:
    if len(words) == 4 and words[1] == b"cnf" and all(re.fullmatch(SIZE, word) for word in words[2:]):
        return int(words[2]), int(words[3])
    raise _error(path, number, line, words[0], "expected `p cnf VARIABLES CLAUSES`")


def _error(path: str, number: int, line: bytes, word: bytes, message: str) -> InputError:
    text = line.decode("utf-8", "replace").rstrip("\r")
    return InputError(message, Place(path, number, text.find(word.decode("utf-8", "replace")) + 1, text))


def falsified(path: Path, literals: Iterable[int]) -> str | None:
    """Return the first clause of a CNF file that the true `literals` do not satisfy, as `line N: CLAUSE`.

    Returns None if the literals satisfy all clauses.  Each clause is one line, and every variable of the CNF should be
    among the literals, with one sign, for a clause counts as satisfied only if one of its literals is given.
    """
    with path.open("rb") as file:
        return false_line(file, literals)


def false_line(lines: Iterable[bytes], literals: Iterable[int]) -> str | None:
    """Return the number and text, as `line N: TEXT`, of the first of the lines of a CNF whose clause no true literal
    satisfies; None if there is none.

    literals: the true literals.  Comments, the header and blank lines count as satisfied.
    """
    true = {b"%d" % lit for lit in literals}
    for number, line in enumerate(lines, start=1):
        if true.isdisjoint(line.split()) and not line.startswith((b"c", b"p")) and line.strip():
            return f"line {number}: {line.decode().strip()}"
    return None


def occurring(lines: Iterable[bytes], variables: Collection[int]) -> list[int]:
    """Return those of the given variables that occur in a clause, ascending.  lines: the lines of a CNF."""
    clauses = (line.split() for line in lines if not line.startswith((b"c", b"p")))
    found: set[int] = set()
    wanted = {b"%d" % lit for v in variables for lit in (v, -v)} if len(variables) <= MANY else set()
    for words in clauses:
        found.update(abs(int(word)) for word in (wanted.intersection(words) if wanted else words))
    return sorted(found if wanted else filter(variables.__contains__, found))
