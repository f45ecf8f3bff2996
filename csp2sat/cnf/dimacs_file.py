"""The DIMACS file that an encoder streams into, and that gets its exact header at the end."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from ..base import files
from .dimacs import Cnf, Written, encoded_lines, header, renew_header
from .flat_clauses import pieces
from .sink import Sink, TooManyClauses


class DimacsFile(Sink):
    """A sink that streams to a binary file, constant in memory.  `finish` makes the header exact.

    body: a readable and writable binary file; it must start empty.  stamp: comment lines, without `c `.
    """

    def __init__(self, body: BinaryIO, stamp: Iterable[str] = ()):
        super().__init__()
        self._body = body
        for line in stamp:
            body.write(f"c {line}\n".encode())
        self._header_at = body.tell()
        body.write(header(0, 0))

    def flush(self) -> None:
        for block in (self.defs, self.out):
            for piece in pieces(block):
                text = encoded_lines(piece)
                self.num_clauses += text.count(b"\n")
                self._body.write(text)
            block.clear()
        if self.num_clauses > self.most_clauses:
            raise TooManyClauses(f"more than {self.most_clauses} clauses")

    def comment(self, text: str) -> None:
        """A comment line after the clauses so far; the text is without `c `."""
        self.flush()
        self._body.write(f"c {text}\n".encode())

    def finish(self) -> Written:
        """Write what is left, renew the header, and measure.  More clauses may follow, and another `finish`."""
        self.flush()
        written = renew_header(self._body, self._header_at, self.num_vars, self.num_clauses)
        self._body.flush()
        return written


@contextmanager
def new_dimacs(path: Path, stamp: Iterable[str] = ()) -> Iterator[DimacsFile]:
    """A DimacsFile that becomes `path` when the block ends well (the caller has called `finish`).

    With a suffix .gz, .bz2 or .xz the clauses are spooled first and compressed at the end.
    """
    with files.new_file(path) as target:
        packed = str(path).endswith(files.SUFFIXES)
        with tempfile.TemporaryFile(dir=path.parent) if packed else nullcontext(target) as body:
            yield DimacsFile(body, stamp)
            if packed:
                body.seek(0)
                with files.compressed(target, str(path)) as writer:
                    files.copy(body, writer)


def write_plain(path: Path, cnf: Cnf) -> Written:
    """Write a CNF as solvers want it: one clause per line, an exact header."""
    with new_dimacs(path) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = cnf.num_vars
        copy.out += cnf.flat
        return copy.finish()
