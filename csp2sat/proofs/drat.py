"""A reader of DRAT proofs, text or binary.

A proof is a list of steps: a clause is added, or a present clause is deleted.  In a text, a step is a line::

    -3 5 0          add; the first literal is the pivot of RAT
    d 1 2 0         delete

Binary: the byte `a` or `d`, the literals, a byte 0.  Literal v is the number 2v, -v is 2v + 1, in groups of 7 bits, the
lowest first; the highest bit of a byte is 1 if another byte follows.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..cnf.flat_clauses import MOST_VARS
from ..errors import InputError, Place

NUMBER = re.compile(rb"-?[0-9]+")
ADD, DELETE = ord("a"), ord("d")
BINARY_STEP = re.compile(rb"[ad](?:[\x80-\xff]{0,4}[\x01-\x7f])*\x00")


class ProofError(InputError):
    """An error: a proof that is unreadable, cut short, or has a step that does not follow."""


class ProofStep(NamedTuple):
    """A step of a proof: a clause, whether the clause is deleted, and its line (binary: the offset of its first
    byte).
    """

    clause: list[int]
    delete: bool
    place: int


@dataclass
class Proof:
    """The steps of a proof: `clauses[k]` is added, or deleted if `deletes[k]` is 1; `places[k]` is its line (binary:
    the offset of its first byte).
    """

    path: str
    binary: bool
    clauses: list[list[int]] = field(default_factory=list)
    deletes: bytearray = field(default_factory=bytearray)
    places: array[int] = field(default_factory=lambda: array("q"))

    def add(self, lits: list[int], delete: bool, place: int) -> None:
        """Append a step: the literals of its clause, whether it deletes the clause (`delete`), and its place.

        place: the line (binary: the offset of the first byte).
        """
        self.clauses.append(lits)
        self.deletes.append(delete)
        self.places.append(place)

    def error(self, step: int, message: str) -> ProofError:
        """Return the error for a step, which the caller raises."""
        text = " ".join(map(str, ["d"] * self.deletes[step] + [*self.clauses[step], 0]))
        if self.binary:
            return ProofError(f"byte {self.places[step]}: {message}: {text}", Place(self.path))
        return ProofError(message, Place(self.path, self.places[step], 1, text))


def read(data: bytes, path: str) -> Proof:
    """Read a proof strictly.  Raises ProofError with the line, or the offset of the byte.  path: the name for
    errors.
    """
    proof = Proof(path, _is_binary(data))
    for step in steps(data, path):
        proof.add(*step)
    return proof


def plain(data: bytes, path: str) -> Iterator[bytes]:
    """Yield the steps of a proof as lines of text that every checker reads alike: no comments, nothing binary.

    Raises ProofError for data that `read` refuses.
    """
    for clause, delete, _ in steps(data, path):
        yield b"%s%s0\n" % (b"d " * delete, b"".join([b"%d " % a for a in clause]))


def steps(data: bytes, path: str) -> Iterator[ProofStep]:
    """Yield the steps of a proof, text or binary.  Raises ProofError with the line, or the offset of the byte."""
    return _binary_steps(data, path) if _is_binary(data) else _text_steps(data, path)


def _is_binary(data: bytes) -> bool:
    return b"\0" in data  # a text has no byte 0


def _text_steps(data: bytes, path: str) -> Iterator[ProofStep]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        words = line.split()
        if not words or words[0][:1] == b"c":
            continue
        delete = words[0] == b"d"
        lits = literals(words[delete:], line)
        if lits is None:
            place = Place(path, number, 1, line.decode("utf-8", "replace").rstrip("\r"))
            raise ProofError("not a step of a DRAT proof; expected [d] LITERALS 0", place)
        yield ProofStep(lits, delete, number)


def literals(words: list[bytes], line: bytes) -> list[int] | None:
    """Return the literals before the 0 that ends the words of a line; None unless the words are literals of variables
    up to MOST_VARS and a last 0.

    line: the line with these words, which must not have digits such as `1_0` or `+1`.
    """
    try:
        lits = list(map(int, words))
    except ValueError:
        return None
    if not lits or lits.pop() or 0 in lits or b"_" in line or b"+" in line:  # int() would take `1_0` and `+1`
        return None
    return lits if not lits or (max(lits) <= MOST_VARS and min(lits) >= -MOST_VARS) else None


def _binary_steps(data: bytes, path: str) -> Iterator[ProofStep]:
    at = 0
    while step := BINARY_STEP.match(data, at):
        lits = _unpacked(data[at + 1 : step.end() - 1])
        if lits is None:
            break
        yield ProofStep(lits, data[at] == DELETE, at)
        at = step.end()
    if at != len(data):
        raise ProofError(f"byte {at}: not a step of a binary DRAT proof, or one that is cut short", Place(path))


def _unpacked(packed: bytes) -> list[int] | None:
    """Return the literals of the bytes of a binary step; None if a literal is out of range."""
    lits: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        if byte > 127:
            shift += 7
            continue
        lits.append(-(number >> 1) if number & 1 else number >> 1)
        number = shift = 0
    return lits if all(0 < abs(a) <= MOST_VARS for a in lits) else None
