"""An XML text as a stream of elements: the root, its sections, and the records in these, one after the other.

Only one record is kept at a time, so reading takes hardly more memory than its results. Only the text itself is read: a
document type may be named but must not declare anything, so there are no entities that grow and none from outside.

An offset in the content of an element or an attribute is not the offset in the text, for `&lt;` stands for one
character and a comment for none; so the text is searched again when there is an error.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from ...base.source import Source
from ...errors import InputError
from ..base.wrong import Wrong

CHUNK = 1 << 20  # characters; an unfinished tag is scanned again with every one
DEEPEST = 20
ROOT, SECTION, RECORD = 1, 2, 3  # depths


class Element:
    """An XML element.

    start: the offset of its tag in bytes; line, column: the place of the tag, from 1. inside: the name of its parent.
    text: the text directly inside the element, with `<x/>` for each child x; only records and the elements inside have
    a text and children.
    """

    __slots__ = ("attributes", "children", "column", "depth", "inside", "line", "name", "pieces", "start", "text")

    def __init__(self, name: str, attributes: dict[str, str], inside: str, depth: int):
        self.name, self.attributes, self.inside, self.depth = name, attributes, inside, depth
        self.children: list[Element] = []
        self.pieces: list[str] = []
        self.text = ""
        self.start = self.line = self.column = 0

    def attribute(self, name: str) -> str:
        """Return the value of an attribute that must exist. Raises Wrong if it does not."""
        if name not in self.attributes:
            raise self.wrong(f'expected <{self.name} ... {name}="...">')
        return self.attributes[name]

    def wrong(self, message: str, attribute: str = "") -> Wrong:
        """Return the error that the value of an attribute is wrong, or the element itself if `attribute` is ''."""
        return Wrong(self.spot(attribute), message)

    def spot(self, attribute: str) -> XmlSpot:
        """Return the place of an attribute's value, or of the tag if `attribute` is ''."""
        return XmlSpot(self, 0, self.attributes.get(attribute, ""), attribute) if attribute else XmlSpot(self)

    def child(self, name: str) -> Element | None:
        """Return the first child of that name, or None if there is none."""
        return next((child for child in self.children if child.name == name), None)


class XmlSpot(NamedTuple):
    """The place of a fault in an element: its tag (`at` is -1), or a character of its text or of an attribute's value.

    text: the word that is written there.
    """

    element: Element
    at: int = -1
    text: str = ""
    attribute: str = ""

    def offset(self, text: str) -> int:
        """Return the offset of the place in the XML text."""
        tag = character(text, self.element.start)
        if self.attribute:
            return in_attribute(text, tag, self.attribute, self.at)
        return tag if self.at < 0 else in_content(text, tag, self.at)


def elements(
    source: Source, free: Container[str], brackets: Container[str] = (), doctype: bool = True
) -> Iterator[Element]:
    """Yield the root and the sections when they begin, and the records when they end. The content of `free` sections is
    left out.

    brackets: the names of elements that may stand around records, at any depth; they are yielded when they begin, as
    sections are. doctype: whether a document type may be named.
    Raises InputError if the text is no XML, or has a document type with declarations, or any where none may be named.
    """
    from xml.parsers.expat import ExpatError

    stream = _Stream(source, free, brackets, doctype)
    for start in range(0, len(source.text) + 1, CHUNK):
        chunk = source.text[start : start + CHUNK].encode("utf-8", "surrogatepass")
        error: InputError | None = None
        try:
            stream.parser.Parse(chunk, start + CHUNK > len(source.text))
        except ExpatError as bad:
            fault = f"not well-formed XML: {str(bad).partition(':')[0]}{stream.opened()}"
            error = stream.error(fault, stream.parser.ErrorByteIndex)
        except InputError as bad:
            error = bad
        yield from stream.ended
        stream.ended.clear()
        if error:
            raise error
    del stream.parser  # whose handlers are methods of the stream: a cycle that holds the text


class _Stream:
    """The XML parser, the elements that are open, and the elements that are to be yielded next."""

    def __init__(self, source: Source, free: Container[str], brackets: Container[str], doctype: bool):
        from xml.parsers.expat import ParserCreate

        self.ended: list[Element] = []
        self._source, self._free, self._brackets, self._doctype = source, free, brackets, doctype
        self._open: list[Element] = []
        self.parser: Any = ParserCreate("utf-8")  # whatever the declaration says: it has been decoded
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.SkippedEntityHandler = self._entity

    def error(self, message: str, byte: int) -> InputError:
        return self._source.error(message, character(self._source.text, byte))

    def opened(self) -> str:
        """Return `; <NAME> of line N is open` for the innermost element that is open, '' for none."""
        return f"; <{self._open[-1].name}> of line {self._open[-1].line} is open" if self._open else ""

    def _here(self, message: str) -> InputError:
        return self.error(message, self.parser.CurrentByteIndex)

    def _is_free(self) -> bool:
        return len(self._open) >= SECTION and self._open[SECTION - 1].name in self._free

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEEPEST:
            raise self._here(f"<{name}> is inside {DEEPEST} elements; expected less nesting")
        parent = self._open[-1] if self._open else None
        depth = parent.depth + 1 if parent else ROOT
        depth = SECTION if depth == RECORD and name in self._brackets else depth
        element = Element(name, attributes, parent.name if parent else "", depth)
        element.start = self.parser.CurrentByteIndex
        element.line, element.column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        if depth < RECORD:
            self.ended.append(element)
        elif parent and depth > RECORD and not self._is_free():
            parent.children.append(element)
            parent.pieces.append(f"<{name}/>")
        self._open.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        element.text = "".join(element.pieces)
        element.pieces.clear()
        if element.depth == RECORD and not self._is_free():
            self.ended.append(element)

    def _text(self, data: str) -> None:
        if self._is_free():
            return
        if self._open and self._open[-1].depth >= RECORD:
            self._open[-1].pieces.append(data)
        elif not data.isspace():
            raise self._here(f"text between the elements of <{self._open[-1].name}>")

    def _document_type(self, name: str, system: str | None, public: str | None, declares: bool) -> None:
        if not self._doctype:
            raise self._here("<!DOCTYPE> is not supported; expected <instance>")
        if declares:
            raise self._here("declarations in <!DOCTYPE ... [...]> are not supported")

    def _entity(self, name: str, is_parameter: bool) -> None:
        raise self._here(f"unknown entity &{name};")


PART = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<raw>.*?)\]\]>|(?P<one>&[^;]*;|\r\n)|(?P<end></[^>]*>)
    |(?P<start><[^\s/>]++)(?:[^>"']|"[^"]*+"|'[^']*+')*+>|(?P<plain>[^<&\r]+|.)""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""\s*([^\s=>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
TAG_NAME = re.compile(r"<[^\s/>]+")


def character(text: str, byte: int) -> int:
    """Return the offset of the character that contains the byte number `byte` of the text's UTF-8 form."""
    if text.isascii():
        return byte
    return len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "ignore"))


def in_content(text: str, tag: int, index: int) -> int:
    """Return the offset in the XML text of the character number `index` of an element's content; the start tag of the
    element is at `tag`.

    The content is the text directly inside the element, with `<x/>` for each child x.
    """
    start = PART.match(text, tag)
    return _written(text, start.end() if start else tag, index)


def in_attribute(text: str, tag: int, name: str, index: int) -> int:
    """Return the offset in the XML `text` of the character number `index` of the value of the attribute `name`, in the
    tag at the offset `tag`; return `tag` if there is no such attribute.
    """
    tag_name = TAG_NAME.match(text, tag)
    at = tag_name.end() if tag_name else tag
    while found := ATTRIBUTE.match(text, at):
        at = found.end()
        if found[1] == name:
            return _written(text, found.start(2 if found[2] is not None else 3), index)
    return tag


def _written(text: str, start: int, index: int) -> int:
    depth = 0  # inside an element that is inside
    for part in PART.finditer(text, start):
        length = 0 if depth else _length(part)
        if index < length or (part["end"] and not depth):
            return _inside(part, index)
        index -= length
        if part["end"]:
            depth -= 1
        elif part["start"] and not part[0].endswith("/>"):
            depth += 1
    return start


def _length(part: re.Match[str]) -> int:
    """Return the number of characters that a part of the XML text stands for."""
    if part["start"]:
        return len(part["start"]) + len("/>")
    return 1 if part["one"] else len(part["raw"] or part["plain"] or "")


def _inside(part: re.Match[str], index: int) -> int:
    if part["raw"]:
        return part.start("raw") + index
    return part.start() + (index if part["plain"] else 0)
