"""The blocks of two congruent halves that a grid has room for, listed by growth of their white halves.

A set of vertices is an int whose bit v stands for the vertex v.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .congruence import Halves, Near, candidates, largest

TURNS = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
MAPS = (*TURNS, *((-a, -b, c, d) for a, b, c, d in TURNS))  # turned, and reflected


class TooManyBlocks(Exception):
    """A board with room for more blocks than can be listed."""


class Growth(NamedTuple):
    """A connected set of white vertices that grows, and the image of the set.

    white, grey: the two sets.  ways: vertices by which the white set may grow.  seen: vertices of the white set and
    beside it.  cells: how many vertices the white set has.  size: the given size of a half, 0 if none is given.  most:
    a bound on the size.
    """

    white: int
    grey: int
    ways: list[int]
    seen: set[int]
    cells: int
    size: int
    most: int

    def fits(self) -> bool:
        """Whether the set and its image are halves of the given size that have neighbours in each other."""
        return self.size in (0, self.cells) and any(self.grey >> v & 1 for v in self.seen)


class BlockList:
    """A search for all blocks of a grid: each is a connected white half and a congruent grey half beside it.

    The white half grows by one vertex after the other.

    cols: the number of columns.  near: the neighbours of each vertex.  halves: the colours, and the sizes that halves
    must have.  most_grown: how many sets of white vertices may be examined.
    """

    def __init__(self, cols: int, near: Near, halves: Halves, most_grown: int):
        self._cols, self._near, self._halves = cols, near, halves
        self._most = largest(near, halves)
        self._left = most_grown

    def blocks(self) -> list[int]:
        """Return all blocks as sets of vertices, each once.  Raises TooManyBlocks after `most_grown` examined sets."""
        return list(dict.fromkeys(block for image in self._images() for block in self._mapped(image)))

    def _images(self) -> Iterator[dict[int, int]]:
        """Yield for each map of the plane the white vertices that may fall on grey ones, with these grey ones."""
        cols = self._cols
        pairs = [(v, w, *divmod(v, cols), *divmod(w, cols)) for v, w in candidates(self._near, self._halves)]
        for a, b, c, d in MAPS:
            images: dict[tuple[int, int], dict[int, int]] = {}
            for v, w, row, col, down, right in pairs:
                images.setdefault((down - a * row - b * col, right - c * row - d * col), {})[v] = w
            yield from images.values()

    def _mapped(self, image: Mapping[int, int]) -> Iterator[int]:
        """Yield the blocks whose white halves fall on their grey halves by a map; image: the map, by white vertex."""
        left = dict(image)
        while left:
            part = [left.popitem()[0]]
            for v in part:
                for u in self._near[v]:
                    if left.pop(u, None) is not None:
                        part.append(u)
            images = {image[v] for v in part}
            if any(u in images for v in part for u in self._near[v]):
                yield from self._grown(sorted(part), image)

    def _grown(self, part: Sequence[int], image: Mapping[int, int]) -> Iterator[int]:
        """Yield the blocks whose white half is a connected set of the part, by growth that makes each set once."""
        members, sizes = set(part), self._halves.sizes
        size = {v: sizes[v] or sizes[image[v]] for v in part}
        most = {v: min(self._most[v], self._most[image[v]]) for v in part}
        for first in part:
            members.discard(first)  # its sets are those whose least vertex is `first`
            ways = [u for u in self._near[first] if u in members]
            seen = {first, *self._near[first]}
            todo = [Growth(1 << first, 1 << image[first], ways, seen, 1, size[first], most[first])]
            while todo:
                grown = todo.pop()
                self._left -= 1
                if self._left < 0:
                    raise TooManyBlocks
                if grown.fits():
                    yield grown.white | grown.grey
                ways = list(grown.ways)
                while ways:
                    v = ways.pop()
                    given, bound = grown.size or size[v], min(grown.most, most[v])
                    if size[v] in (0, given) and grown.cells < min(bound, given or bound):
                        more = [u for u in self._near[v] if u in members and u not in grown.seen]
                        white, grey = grown.white | 1 << v, grown.grey | 1 << image[v]
                        seen = grown.seen.union(self._near[v])
                        todo.append(Growth(white, grey, ways + more, seen, grown.cells + 1, given, bound))
