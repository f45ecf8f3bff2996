"""An XML text as a stream of elements: the root, its sections, and what is in these, one record after the other.

Only one record is kept at a time, so memory is that of what is made of them.  Nothing is read but the text: a document
type may be named but declares nothing, so there are no entities that grow and none from outside.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from ...base.source import Source
from ...errors import InputError
from ..base.syntax_fault import Wrong
from . import xml_places

CHUNK = 1 << 20  # characters; an unfinished tag is scanned again with every one
DEEPEST = 20
ROOT, SECTION, RECORD = 1, 2, 3  # depths


class Element:
    """An element.

    start: offset of its tag in bytes; line, column: of the tag, from 1.  inside: the name of its parent.
    text: what is directly in it, with `<x/>` for each child x; only a RECORD and what is in it has text and children.
    """

    __slots__ = ("attributes", "children", "column", "depth", "inside", "line", "name", "pieces", "start", "text")

    def __init__(self, name: str, attributes: dict[str, str], inside: str, depth: int):
        self.name, self.attributes, self.inside, self.depth = name, attributes, inside, depth
        self.children: list[Element] = []
        self.pieces: list[str] = []
        self.text = ""
        self.start = self.line = self.column = 0

    def attribute(self, name: str) -> str:
        """The value of an attribute that must be there.  Raises Wrong."""
        if name not in self.attributes:
            raise Wrong(Spot(self), f'expected <{self.name} ... {name}="...">')
        return self.attributes[name]

    def child(self, name: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.name == name), None)


class Spot(NamedTuple):
    """The item of a Wrong: an element's tag (at -1), a character of its text, or of an attribute.

    text: what is written there.
    """

    element: Element
    at: int = -1
    text: str = ""
    attribute: str = ""

    def offset(self, text: str) -> int:
        """In the XML text."""
        tag = xml_places.character(text, self.element.start)
        if self.attribute:
            return xml_places.in_attribute(text, tag, self.attribute, self.at)
        return tag if self.at < 0 else xml_places.in_content(text, tag, self.at)


def elements(source: Source, free: Container[str]) -> Iterator[Element]:
    """The root and the sections as they begin, the records as they end.  What is inside the `free` ones is left out.

    Raises InputError for what is not XML, or has a document type that declares something.
    """
    from xml.parsers.expat import ExpatError

    stream = _Stream(source, free)
    for start in range(0, len(source.text) + 1, CHUNK):
        chunk = source.text[start : start + CHUNK].encode("utf-8", "surrogatepass")
        error: InputError | None = None
        try:
            stream.parser.Parse(chunk, start + CHUNK > len(source.text))
        except ExpatError as bad:
            error = stream.error(f"not well-formed XML: {str(bad).partition(':')[0]}", stream.parser.ErrorByteIndex)
        except InputError as bad:
            error = bad
        yield from stream.ended
        stream.ended.clear()
        if error:
            raise error
    del stream.parser  # whose handlers are methods of the stream: a cycle that holds the text


class _Stream:
    """The parser and the elements that are open."""

    def __init__(self, source: Source, free: Container[str]):
        from xml.parsers.expat import ParserCreate

        self.ended: list[Element] = []
        self._source, self._free = source, free
        self._open: list[Element] = []
        self.parser: Any = ParserCreate("utf-8")  # whatever the declaration says: it has been decoded
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.SkippedEntityHandler = self._entity

    def error(self, message: str, byte: int) -> InputError:
        return self._source.error(message, xml_places.character(self._source.text, byte))

    def _here(self, message: str) -> InputError:
        return self.error(message, self.parser.CurrentByteIndex)

    def _is_free(self) -> bool:
        return len(self._open) >= SECTION and self._open[SECTION - 1].name in self._free

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        depth = len(self._open) + 1
        if depth > DEEPEST:
            raise self._here(f"<{name}> is inside {DEEPEST} elements; expected less nesting")
        parent = self._open[-1] if self._open else None
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
        if len(self._open) >= RECORD:
            self._open[-1].pieces.append(data)
        elif not data.isspace():
            raise self._here(f"text between the elements of <{self._open[-1].name}>")

    def _document_type(self, name: str, system: str | None, public: str | None, declares: bool) -> None:
        if declares:
            raise self._here("declarations in <!DOCTYPE ... [...]> are not read; expected none")

    def _entity(self, name: str, is_parameter: bool) -> None:
        raise self._here(f"unknown entity &{name};")
