"""PNG files by hand: size and pixels, so that a test needs no library."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Image(NamedTuple):
    """An image of 8 bits a channel.  rows: bytes, `channels` for each pixel."""

    width: int
    height: int
    channels: int
    rows: list[bytearray]

    def grey(self, x: int, y: int) -> int:
        """How light a pixel is, 0 black to 255 white."""
        red, green, blue = self.rows[y][x * self.channels : x * self.channels + 3]
        return round(0.2126 * red + 0.7152 * green + 0.0722 * blue)

    def darkest(self, left: int, top: int, right: int, bottom: int) -> int:
        return min(self.grey(x, y) for y in range(top, bottom) for x in range(left, right))

    def ink(self, left: int, top: int, right: int, bottom: int) -> float:
        """How dark a part is on average, 0 to 1."""
        greys = [self.grey(x, y) for y in range(top, bottom) for x in range(left, right)]
        return 1 - sum(greys) / len(greys) / 255


def read_png(data: bytes) -> Image:
    assert data.startswith(SIGNATURE)
    width, height, depth, kind, *ways = struct.unpack(">IIBBBBB", data[16:29])
    assert (depth, ways) == (8, [0, 0, 0]), "8 bits, no interlacing"
    channels = {2: 3, 6: 4}[kind]
    flat = zlib.decompress(_chunks(data, b"IDAT"))
    rows, stride = [], width * channels
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(flat[start], bytearray(flat[start + 1 : start + 1 + stride]), above, channels)
        rows.append(above)
    return Image(width, height, channels, rows)


def _chunks(data: bytes, name: bytes) -> bytes:
    at, found = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        found += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == name else b""
        at += length + 12
    return found


def _unfiltered(kind: int, row: bytearray, above: bytearray, channels: int) -> bytearray:
    for k in range(len(row)):
        left, up = (row[k - channels] if k >= channels else 0), above[k]
        corner = above[k - channels] if k >= channels else 0
        row[k] = (row[k] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]) & 255
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
