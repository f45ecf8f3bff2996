"""Places in an XML text: from an index into what an element or an attribute says to the offset where that is written.

They differ, for `&lt;` says one character, a comment none; so the text is gone through once more, when there is an
error.
"""

from __future__ import annotations

import re

PART = re.compile(
    r"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<raw>.*?)\]\]>|(?P<one>&[^;]*;|\r\n)|(?P<end></[^>]*>)
    |(?P<start><[^\s/>]++)(?:[^>"']|"[^"]*+"|'[^']*+')*+>|(?P<plain>[^<&\r]+|.)""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""\s*([^\s=>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
TAG_NAME = re.compile(r"<[^\s/>]+")


def character(text: str, byte: int) -> int:
    """The offset of the character at which the UTF-8 form of the text has that byte."""
    if text.isascii():
        return byte
    return len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "ignore"))


def in_content(text: str, tag: int, index: int) -> int:
    """Where the character number `index` of an element's content is written; its start tag is at `tag`.

    The content is the text that is directly inside the element, with `<x/>` for each element x in it.
    """
    start = PART.match(text, tag)
    return _written(text, start.end() if start else tag, index)


def in_attribute(text: str, tag: int, name: str, index: int) -> int:
    """Where the character number `index` of an attribute's value is written."""
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
    """The number of characters that a part says."""
    if part["start"]:
        return len(part["start"]) + len("/>")
    return 1 if part["one"] else len(part["raw"] or part["plain"] or "")


def _inside(part: re.Match[str], index: int) -> int:
    if part["raw"]:
        return part.start("raw") + index
    return part.start() + (index if part["plain"] else 0)
