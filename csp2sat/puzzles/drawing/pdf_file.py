"""A PDF 1.4 file, without libraries: pages of vector graphics, text in Helvetica, links.

Coordinates are points from the upper left corner of a page, y downwards.  Helvetica is one of the fonts that every
viewer has, with the letters of Windows-1252 (western European languages); a file has no dates, so that equal pages are
equal bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...errors import UsageError

ENCODING = "cp1252"
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold"}
BOLD_IS_WIDER = 1.08
BY_WIDTH = {  # characters of Helvetica by their width, in thousandths of the font's size
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jcksvxyz",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
WIDTHS = {char: width for width, chars in BY_WIDTH.items() for char in chars}
OTHERS = 556  # digits and most small letters


class PdfLink(NamedTuple):
    """A rectangle on a page, from its left upper to its right lower corner, that opens an address."""

    left: float
    top: float
    right: float
    bottom: float
    address: str


class PdfPage(NamedTuple):
    """A page: width and height, the operators that draw it, and its links."""

    width: float
    height: float
    operators: Sequence[str]
    links: Sequence[PdfLink] = ()


def check_letters(text: str) -> None:
    """Raise UsageError for a text with a letter that Helvetica does not have."""
    for char in text:
        try:
            char.encode(ENCODING)
        except UnicodeEncodeError:
            what = f"a PDF of csp2sat has the letters of western Europe only, not {char!r} (U+{ord(char):04X})"
            raise UsageError(f"{what}; expected HTML, which a browser prints as PDF") from None


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in points, in Helvetica of that size; an estimate for accented letters and for bold
    text.
    """
    units = sum(WIDTHS.get(char, OTHERS) for char in text)
    return units * size / 1000 * (BOLD_IS_WIDER if bold else 1.0)


def text_operators(text: str, x: float, y: float, size: float, bold: bool = False) -> str:
    """Return the operators that write a text in the current colour, its base line beginning at (x, y).

    x, y: points from the upper left corner of the page, y downwards. size: of the font, in points. bold: whether the
    font is Helvetica-Bold instead of Helvetica. Raise UsageError for a letter that the font does not have.
    """
    check_letters(text)
    font = "F2" if bold else "F1"
    return f"BT /{font} {size:.2f} Tf 1 0 0 -1 {x:.2f} {y:.2f} Tm <{text.encode(ENCODING).hex()}> Tj ET"


def pdf_file(pages: Sequence[PdfPage], title: str) -> bytes:
    """Return the file with these pages, and with the title that viewers show."""
    objects = list(_objects(pages, title))
    data, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info 2 0 R >>\n" % (len(objects) + 1)
    return bytes(data + b"startxref\n%d\n%%%%EOF\n" % start)


def _objects(pages: Sequence[PdfPage], title: str) -> Iterator[bytes]:
    """Yield the objects of a file in their order: catalogue, title, page tree, fonts, then two for each page."""
    first = 4 + len(FONTS)
    numbers = range(first, first + 2 * len(pages), 2)
    yield b"<< /Type /Catalog /Pages 3 0 R >>"
    yield f"<< /Title <feff{title.encode('utf-16-be').hex()}> /Producer (csp2sat) >>".encode()
    yield f"<< /Type /Pages /Kids [{' '.join(f'{n} 0 R' for n in numbers)}] /Count {len(pages)} >>".encode()
    for name in FONTS.values():
        yield f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    fonts = " ".join(f"/{key} {4 + k} 0 R" for k, key in enumerate(FONTS))
    for number, page in zip(numbers, pages, strict=True):
        box = f"/MediaBox [0 0 {page.width:.3f} {page.height:.3f}]"
        links = " ".join(_link(link, page.height) for link in page.links)
        more = f"/Resources << /Font << {fonts} >> >> /Contents {number + 1} 0 R /Annots [{links}]"
        yield f"<< /Type /Page /Parent 3 0 R {box} {more} >>".encode()
        flipped = f"1 0 0 -1 0 {page.height:.2f} cm"
        packed = zlib.compress("\n".join([flipped, *page.operators]).encode(), 9)
        yield b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed)


def _link(link: PdfLink, height: float) -> str:
    box = f"{link.left:.2f} {height - link.bottom:.2f} {link.right:.2f} {height - link.top:.2f}"
    action = f"/A << /S /URI /URI <{link.address.encode().hex()}> >>"
    return f"<< /Type /Annot /Subtype /Link /Rect [{box}] /Border [0 0 0] {action} >>"
