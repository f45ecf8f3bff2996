"""A certificate taken apart: its object, formula, proof and map as data that a forger may change."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NUMBER = re.compile(rb"-?[0-9]+")


@dataclass
class Parts:
    """What lies in F.json, F.cnf, F and F.map.

    about: the object of the certificate.  raw: the bytes of F.json in place of the object, if a forger wrote any.
    map_: the bytes of the map; None without a map.
    """

    about: dict[str, Any]
    cnf: bytes
    proof: bytes
    map_: bytes | None
    raw: bytes | None = None
    forged: list[str] = field(default_factory=list)

    def copied(self) -> Parts:
        """Return a copy that shares nothing."""
        return copy.deepcopy(self)

    def sealed(self) -> bytes:
        """Return the certificate with the digest of itself, as csp2sat writes it."""
        about = {name: value for name, value in self.about.items() if name != "sha256"}
        return _line(about | {"sha256": _sha(_line(about))})

    def reseal(self) -> None:
        """Bring the digests of the formula, in certificate and map, of the proof and of the map up to date."""
        if self.map_ is not None:
            self.map_ = _with_header(self.map_, self.cnf, self.about.get("claim"))
        digests = {"cnf": _sha(self.cnf), "proof": _sha(self.proof)}
        if self.map_ is not None:
            digests["map"] = _sha(self.map_)
        self.about["digests"] = digests

    def write(self, folder: Path, stem: str = "F") -> Path:
        """Write the files into a folder; return the path of the certificate."""
        (folder / f"{stem}.cnf").write_bytes(self.cnf)
        (folder / stem).write_bytes(self.proof)
        map_ = folder / f"{stem}.map"
        map_.unlink(missing_ok=True)
        if self.map_ is not None:
            map_.write_bytes(self.map_)
        path = folder / f"{stem}.json"
        path.write_bytes(self.sealed() if self.raw is None else self.raw)
        return path


def read_parts(folder: Path, stem: str = "F") -> Parts:
    """Return the parts of the certificate in a folder."""
    map_ = folder / f"{stem}.map"
    return Parts(
        json.loads((folder / f"{stem}.json").read_bytes()),
        (folder / f"{stem}.cnf").read_bytes(),
        (folder / stem).read_bytes(),
        map_.read_bytes() if map_.exists() else None,
    )


def _with_header(map_: bytes, cnf: bytes, claim: Any) -> bytes:
    """Return the map with the digest of the formula; for a claim about an answer, of the formula without the clauses
    that lie beyond the number in the map."""
    head, _, rest = map_.partition(b"\n")
    try:
        header = json.loads(head)
        known = header.get("clauses")
        text = without_last(cnf, known) if claim != "unsatisfiable" and isinstance(known, int) else cnf
        header["cnf"] = f"sha256:{hashlib.sha256(text).hexdigest()}"
        return json.dumps(header).encode() + b"\n" + rest
    except (ValueError, AttributeError, TypeError):
        return map_


def without_last(cnf: bytes, known: int) -> bytes:
    """Return the formula's first `known` clauses with the header that it has then."""
    lines = cnf.split(b"\n")
    at = _header_at(lines)
    if at is None or known < 0 or at + 1 + known > len(lines):
        return cnf
    return b"\n".join([*_counted(lines[: at + 1], known), *lines[at + 1 : at + 1 + known], b""])


def with_clauses(cnf: bytes, clauses: list[list[int]]) -> bytes:
    """Return the formula with clauses appended and counted in its header."""
    lines = cnf.rstrip(b"\n").split(b"\n")
    at = _header_at(lines)
    if at is None:
        return cnf
    lines[: at + 1] = _counted(lines[: at + 1], int(lines[at].split()[3]) + len(clauses))
    return b"\n".join([*lines, *(" ".join(map(str, [*clause, 0])).encode() for clause in clauses), b""])


def _header_at(lines: list[bytes]) -> int | None:
    return next((n for n, line in enumerate(lines) if len(line.split()) == 4 and line.startswith(b"p cnf")), None)


def _counted(head: list[bytes], number: int) -> list[bytes]:
    """Return the lines up to the header with another number of clauses; a comment before the header that ends in
    blanks becomes as much longer or shorter as the header becomes shorter or longer."""
    header = b"p cnf %s %d" % (head[-1].split()[2], number)
    if len(head) > 1 and head[-2].startswith(b"c") and head[-2].endswith(b" "):
        width = len(head[-2]) + len(head[-1])
        return [*head[:-2], head[-2].rstrip().ljust(width - len(header)), header]
    return [*head[:-1], header]


def num_vars(cnf: bytes) -> int:
    """Return the number of variables in the header of a formula; 1 without a header."""
    line = next((line for line in cnf.split(b"\n") if line.startswith(b"p cnf")), b"")
    words = line.split()
    return int(words[2]) if len(words) > 2 and words[2].isdigit() else 1


def clauses_of(cnf: bytes) -> list[list[int]]:
    """Return the clauses of a plain formula, a line each; lines that are no clauses are skipped."""
    lines = (line.split() for line in cnf.split(b"\n"))
    return [[int(word) for word in words[:-1]] for words in lines if words and all(map(NUMBER.fullmatch, words))]


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _line(about: dict[str, Any]) -> bytes:
    return (json.dumps(about) + "\n").encode()
