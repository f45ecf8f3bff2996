"""Reading the PDF files that csp2sat writes: texts, links, and each place where something is drawn."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

OBJECT = re.compile(rb"^(\d+) 0 obj\n(.*?)\nendobj\n", re.S | re.M)
STREAM = re.compile(rb"stream\n(.*)\nendstream", re.S)
TEXT = re.compile(r"<([0-9a-f]*)> Tj")
PLACES = {"m": 2, "l": 2, "c": 6, "re": 4, "Tm": 6}  # operators with places, and their numbers
Matrix = tuple[float, float, float, float, float, float]


class ReadPage(NamedTuple):
    """A page: its size, its texts, the addresses of its links, and the places of all points, y upwards."""

    size: tuple[float, float]
    texts: list[str]
    links: list[str]
    points: list[tuple[float, float]]

    def is_inside(self, margin: float) -> bool:
        """Whether all that is drawn is at least `margin` away from the edges of the page."""
        width, height = self.size
        return all(margin <= x <= width - margin and margin <= y <= height - margin for x, y in self.points)


def read_pdf(data: bytes) -> list[ReadPage]:
    """The pages of a file whose table of objects is right."""
    assert data.startswith(b"%PDF-1.4\n") and data.endswith(b"%%EOF\n")
    objects = {int(number): content for number, content in OBJECT.findall(data)}
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    offsets = [int(line[:10]) for line in data[start:].splitlines()[3 : 3 + len(objects)]]
    assert all(data[at:].startswith(b"%d 0 obj" % number) for number, at in enumerate(offsets, start=1))
    tree = next(content for content in objects.values() if b"/Type /Pages" in content)
    return [_page(objects, int(number)) for number in re.findall(rb"(\d+) 0 R", tree)]


def _page(objects: dict[int, bytes], number: int) -> ReadPage:
    about = objects[number]
    content = zlib.decompress(STREAM.search(objects[int(re.search(rb"/Contents (\d+)", about)[1])])[1]).decode()
    _, _, width, height = map(float, re.search(rb"/MediaBox \[([^]]*)\]", about)[1].split())
    links = [bytes.fromhex(uri.decode()).decode() for uri in re.findall(rb"/URI <([0-9a-f]*)>", about)]
    texts = [bytes.fromhex(text).decode("cp1252") for text in TEXT.findall(content)]
    return ReadPage((width, height), texts, links, list(_points(content)))


def _points(content: str):
    now: Matrix = (1, 0, 0, 1, 0, 0)
    kept, numbers = [], []
    for word in content.split():
        if re.fullmatch(r"-?[\d.]+", word):
            numbers.append(float(word))
            continue
        if word == "q":
            kept.append(now)
        elif word == "Q":
            now = kept.pop()
        elif word == "cm":
            now = _joined(tuple(numbers[-6:]), now)
        elif word in PLACES:
            taken = numbers[-PLACES[word] :]
            if word == "re":
                x, y, width, height = taken
                taken = [x, y, x + width, y + height]
            if word == "Tm":
                taken = taken[4:]
            yield from (_at(now, *taken[k : k + 2]) for k in range(0, len(taken), 2))
        numbers = []


def _joined(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _at(by: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f
