"""Typed reading of YAML, in which every value knows its place, so that every error has a line and a column."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

from ...base.numbers import shortened
from ...base.plugins import suggestion
from ...base.source import Source
from ...errors import InputError, Place, SolverError

TAG = "tag:yaml.org,2002:"
MOST_ITEMS, DEEPEST = 1000, 20
TOO_DEEP = f"nested too deeply; expected at most {DEEPEST} levels"
NUMBER = re.compile(r"-?[0-9]{1,18}")
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?")
WITH_PLACEHOLDER = re.compile(r"""[^\s,\[\]{}"']*\{[\w:.-]+\}[^\s,\[\]{}"']*""")
TEXTS = ("str", "int", "float", "bool", "timestamp")  # YAML 1.1 takes `no` and `1:30` for something else: we do not


class YamlValue(NamedTuple):
    """A node of a YAML text, and that text. Every method that reads returns plain data or raises InputError at the
    node.
    """

    node: Any
    source: Source

    def error(self, message: str) -> InputError:
        """Return an InputError at this value, to be raised by the caller."""
        mark = self.node.start_mark
        return self.source.error_in_line(message, mark.line + 1, mark.column + 1)

    def text(self) -> str:
        """Return the text of a scalar as in the file, without quotes; a number, a date and `true` are texts, too.

        Raises InputError for a list, a mapping, a null value, and a scalar of another type.
        """
        if self.node.id != "scalar" or self.node.tag.removeprefix(TAG) not in TEXTS:
            mark = self.node.start_mark
            raise self.error(f"expected a text{_to_quote(self.source, mark.line, mark.column)}")
        text: str = self.node.value
        return text

    def integer(self) -> int:
        """Return the integer of a scalar, of at most 18 digits. Raises InputError for any other value."""
        text = self.text()
        if not NUMBER.fullmatch(text):
            raise self.error(f"expected a number, not {shortened(text)!r}")
        return int(text)

    def seconds(self) -> float:
        """Return the number of seconds of a scalar, at least 0, such as 1.5. Raises InputError for any other value."""
        text = self.text()
        if not SECONDS.fullmatch(text):
            raise self.error(f"expected a number of seconds, at least 0, not {shortened(text)!r}")
        return float(text)

    def choice(self, allowed: Collection[str]) -> str:
        """Return the text of a scalar, which must be one of the allowed words. Raises InputError otherwise."""
        text = self.text()
        if text not in allowed:
            raise self.error(f"expected one of {', '.join(allowed)}, not {text!r}")
        return text

    def items(self) -> list[YamlValue]:
        """Return the items of a list, or a list of this value alone if the value is no list.

        Raises InputError for a list with a tag such as `!!omap`, and for more than MOST_ITEMS items.
        """
        if self.node.id != "sequence":
            return [self]
        self._check_tag("seq", "a list")
        if len(self.node.value) > MOST_ITEMS:  # a list may be there many times
            raise self.error(f"more than {MOST_ITEMS} items")
        return [YamlValue(item, self.source) for item in self.node.value]

    def _check_tag(self, tag: str, expected: str) -> None:
        if self.node.tag != TAG + tag:
            raise self.error(f"expected {expected}, not {self.node.tag}")

    def texts(self) -> tuple[str, ...]:
        """Return the texts of a list, or of a single scalar. Raises InputError as `items` and `text` do."""
        return tuple(map(YamlValue.text, self.items()))

    def pairs(self) -> list[tuple[YamlValue, YamlValue]]:
        """Return the pairs of key and value of a mapping. Raises InputError for another value, and at a key that occurs
        twice.
        """
        if self.node.id != "mapping":
            raise self.error("expected `key: value` pairs")
        self._check_tag("map", "`key: value` pairs")
        pairs = [(YamlValue(key, self.source), YamlValue(value, self.source)) for key, value in self.node.value]
        seen: set[str] = set()
        for key, _ in pairs:
            if key.text() in seen:
                raise key.error(f"{key.text()!r} occurs twice")
            seen.add(key.text())
        return pairs

    def mapping(self, known: Collection[str] = ()) -> dict[str, YamlValue]:
        """Return the values of a mapping by their keys. Raises InputError at a key that is not `known`, if known keys
        are given.
        """
        pairs = self.pairs()
        for key, _ in pairs:
            if known and key.text() not in known:
                raise key.error(f"unknown key {key.text()!r}; {suggestion(key.text(), known)}")
        return {key.text(): value for key, value in pairs}


def _to_quote(source: Source, line: int, column: int) -> str:
    """Return the advice to quote the word with a placeholder, such as -s{seed}, at a place of the text, since its brace
    begins a mapping in YAML; '' if there is no such word.  line, column: from 0 on.
    """
    text = source.lines()[line] if line < len(source.lines()) else ""
    words = (word for word in WITH_PLACEHOLDER.finditer(text) if word.start() <= column <= word.end())
    return next((f'; to mean {word[0]}, quote it: "{word[0]}"' for word in words), "")


def parse(source: Source) -> YamlValue | None:
    """Return the top value of a YAML text; None if the text is empty.

    Raises InputError for a text that is no YAML, or in which values are nested more than DEEPEST deep, and SolverError
    if the parser of YAML is not installed.
    """
    try:
        import yaml
    except ModuleNotFoundError as error:
        raise SolverError(f"{source.path} cannot be read: the package PyYAML is not installed") from error
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _check_depth(source, loader)
        node = yaml.compose(source.text, loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context or ""
        # recent parsers refuse a depth of 1000 themselves, and read ahead of `_check_depth`
        message = TOO_DEEP if "nesting" in problem else f"not YAML: {problem}"
        if mark is None:
            raise InputError(message, Place(source.path)) from error
        message += _to_quote(source, mark.line, mark.column)
        raise source.error_in_line(message, mark.line + 1, mark.column + 1) from error
    except yaml.reader.ReaderError as error:
        wrong = yaml.reader.Reader.NON_PRINTABLE.search(source.text)  # the error's own position may count bytes
        raise source.error(f"not YAML: {error.reason}", wrong.start() if wrong else 0) from error
    return YamlValue(node, source) if node is not None else None


def _check_depth(source: Source, loader: Any) -> None:
    """Raise InputError if values are nested more than DEEPEST deep, for the composing loader, which is recursive, could
    crash.
    """
    import yaml

    depth = 0
    for event in yaml.parse(source.text, loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            mark: Any = event.start_mark
            raise source.error_in_line(TOO_DEEP, mark.line + 1, mark.column + 1)
