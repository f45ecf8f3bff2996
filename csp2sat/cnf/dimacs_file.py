"""A DIMACS file that an encoder streams clauses into, and whose exact header is written at the end."""

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
    """A sink that streams its clauses to a binary file, in constant memory; `finish` makes the header exact.

    body: the file, readable, writable and empty.  stamp: comment lines for its head, without `c `.
    """

    def __init__(self, body: BinaryIO, stamp: Iterable[str] = ()):
        super().__init__()
        self._body, self._num_literals = body, 0
        for line in stamp:
            body.write(f"c {line}\n".encode())
        self._header_at = body.tell()
        body.write(header(0, 0))

    def flush(self) -> None:
        for block in (self.defs, self.out):
            for piece in pieces(block):
                text = encoded_lines(piece)
                clauses = text.count(b"\n")
                self.num_clauses += clauses
                self._num_literals += len(piece) - clauses
                self._body.write(text)
            block.clear()
        if self.num_clauses > self.most_clauses:
            raise TooManyClauses(f"more than {self.most_clauses} clauses")

    def comment(self, text: str) -> None:
        """Write a comment line after the clauses so far; `text` is without `c ` and has no line end."""
        self.flush()
        self._body.write(f"c {text}\n".encode())

    def finish(self) -> Written:
        """Write the clauses still in memory, renew the header, and return the size and digest of the file.

        More clauses may follow, and then another `finish`.  Raises TooManyClauses beyond `most_clauses`.
        """
        self.flush()
        written = renew_header(self._body, self._header_at, self.num_vars, self.num_clauses)
        self._body.flush()
        return written._replace(num_literals=self._num_literals)


@contextmanager
def new_dimacs(path: Path, stamp: Iterable[str] = ()) -> Iterator[DimacsFile]:
    """Give a context whose value is a DimacsFile, which becomes the file `path` if the block ends without an error.

    The caller calls `finish` within the block.  stamp: comment lines, without `c `.  The clauses go to a temporary file
    first and are compressed at the end if `path` ends in .gz, .bz2 or .xz.  Raises FileError if the file cannot be
    written, and UsageError if the same command reads the file.
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
    """Write a CNF to a file as solvers expect it: one clause per line, an exact header."""
    with new_dimacs(path) as copy:
        copy.defs.clear()  # the reader's clauses are all there is
        copy.num_vars = cnf.num_vars
        copy.out += cnf.flat
        return copy.finish()
