"""Which of a board's possible blocks may be together: each vertex has exactly one block.

A set of vertices, or of the numbers of blocks, is an int whose bit n stands for the member n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache


def as_bits(numbers: Sequence[int]) -> int:
    """Return numbers as a set of bits."""
    found = bytearray((max(numbers, default=0) >> 3) + 1)
    for number in numbers:
        found[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(found, "little")


def numbers_in(bits: int) -> Iterator[int]:
    """Yield the numbers in a set of bits, the least first."""
    return (at for at, bit in enumerate(reversed(bin(bits))) if bit == "1")


def coverable(size: int, blocks: Sequence[int]) -> list[int]:
    """Return the blocks that may be part of an exact cover of the vertices, the smallest first.

    A block is excluded if all blocks with some vertex outside of the block share a vertex with the block, again and
    again until nothing changes; no exact cover is lost.  A solver excludes the same blocks only by trying each of them.

    size: the number of vertices, which are 0 .. size - 1.  blocks: different sets of vertices, as the bits of integers.
    """
    blocks = sorted(blocks, key=int.bit_count)  # small blocks share few vertices: the loop over `at` ends early
    of: list[list[int]] = [[] for _ in range(size)]
    for number, block in enumerate(blocks):
        for v in numbers_in(block):
            of[v].append(number)
    at = [as_bits(numbers) for numbers in of]

    @cache
    def sharing(number: int) -> int:
        found = 0
        for v in numbers_in(blocks[number]):
            found |= at[v]
        return found

    left, todo = (1 << len(blocks)) - 1, set(range(size))
    while todo:
        v = min(todo, key=lambda v: (at[v].bit_count(), v))
        todo.remove(v)
        excluded = left & ~at[v]
        for number in numbers_in(at[v]) if excluded else ():
            excluded &= sharing(number)
            if not excluded:
                break
        left &= ~excluded
        changed = [u for u in range(size) if at[u] & excluded]
        todo.update(changed)
        for u in changed:
            at[u] &= left
    return [blocks[number] for number in numbers_in(left)]
