"""The output specification that MiniZinc compiles beside a FlatZinc (`.ozn`): how the values of the model's own
variables, such as sets and optional ones, are made of those of the FlatZinc.

    opt int: o = reverse_map_var_opt_int(X_INTRODUCED_12_,X_INTRODUCED_13_);

Each item is on a line of its own, and the first one is `output`.  The value of a variable has a slot; the values of an
array have one slot each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from ...tuples import NamedTuple
from ..base.enum_labels import EnumLabels
from .names import NAME

OWN = r"(\w+|'[^']+')"  # a name of the model, which may be in quotes
ITEM = re.compile(
    r"(?:array \[(?P<index>[^\]]*)\] of )?(?P<type>(?:opt |set of )*\w+): "
    r"(?P<name>\w+|'[^']+')(?: = (?P<value>.*))?;",
    re.ASCII,
)
FURTHER_NAME = re.compile(rf'\\"{OWN}\\":')
PRINTED = re.compile(rf'"{OWN} = (?:\\n|array\dd\([^"]*)?",')  # `array3d(` from three dimensions on
ENUM = re.compile(rf"_toString_(\w+)\({OWN}(?:\[[^\]]*\])?,(?:true,false|false,true)\)")
FURTHER = "_further = "  # before the values of further variables, in the text that csp2sat adds to the output
ITEM_OF_OUTPUT = re.compile(r',"_output = ",show\(concat\((?P<texts>.*)\)\),";\\n"\];$', re.MULTILINE)
SET = re.compile(r"reverse_map_ab2si\((\w+)\)")
OPTIONAL = re.compile(r"reverse_map_var_opt_(?:int|bool)\((\w+),(\w+)\)")
NOT_ZERO = re.compile(r"int_ne\((\w+),0\)")
SIGNS = {"int_ne": "!=", "int_eq": "==", "int_le": "<=", "int_lt": "<", "bool_not": "!=", "bool_eq": "=="}
COMPARED = re.compile(rf"\b({'|'.join(SIGNS)})\(([-\w]+),([-\w]+)\)")  # MiniZinc does not find these functions again
UNNAMED = re.compile(
    r"\bshow\([^\"]*?\+deopt\(x\)\)"
)  # MiniZinc 2.6 adds values before a part to the value in the whole
LIST = re.compile(r"(?:array\dd\([^\[]*,)?\[(.*)\]\)?")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
FORMATTED = re.compile(r"\bformat\((\[?)(\w+)((?:\[[^\[\]]*\])?(?: \|[^\[\]]*\])?)\)")
LEFT = re.compile(r"\bformat\(([^()\"]*)")
IndexRanges = Sequence[tuple[int, int]]


class Slot(NamedTuple):
    """The place of one value of the model in a FlatZinc.

    name: that of the value, such as `c[1]`.  enum: its enumeration, '' for none.  value: the word of the FlatZinc for
    the value, '' for a set.  occurs: the word that says whether an optional value is there, `` `value` `` itself if the
    value 0 says so, '' for a value that is always there.  members: of a set the possible elements, each with its word.
    """

    name: str
    enum: str = ""
    value: str = ""
    occurs: str = ""
    members: tuple[tuple[int, str], ...] = ()


class OutputSpec:
    """The output specification of one text.

    texts: the expressions of the model's `output` item, '' if it has none.  names: the variables that MiniZinc prints.
    further: variables that MiniZinc leaves out, because they are declared with a value, such as `var bool: b = x > 2`.
    """

    def __init__(self, text: str):
        first, _, rest = text.partition("\n")
        item = ITEM_OF_OUTPUT.search(first)
        self._all_texts = item["texts"] if item else ""
        own, is_further, further = self._all_texts.rpartition(f'["{FURTHER}')
        self.texts = own.removesuffix("++") if is_further else further
        self._first, self._rest = first, rest
        self._items = {found["name"]: found for found in map(ITEM.fullmatch, rest.splitlines()) if found}
        self._labels = EnumLabels(rest, {name: found["value"] or "" for name, found in self._items.items()})
        own = first[: item.start()] if item else first
        self._enums = {
            name: enum for enum, name in ENUM.findall(own + (further if is_further else "")) if name in self._items
        }
        self.names = [name for name in PRINTED.findall(own) if name in self._items]
        shown = FURTHER_NAME.findall(further) if is_further else []
        self.further = [name for name in shown if name in self._items and name not in self.names]

    def needed(self, words: Mapping[str, list[str]]) -> set[str]:
        """Return the words of a FlatZinc that the model's `output` item needs, or all variables of the model if the
        model has no such item.

        words: those of each variable of the model, where they are known to be all that its value is made of.
        """
        return self._closure(self._names_in(self.texts) if self.texts else self.names, words)

    def _closure(self, names: Iterable[str], words: Mapping[str, list[str]]) -> set[str]:
        """Return the words that values of names are made of, and the words of these words; words: as in `needed`."""
        found, last, new = set[str](), set(chain.from_iterable(words.values())), set(names)
        while new:
            found |= new
            inner = [words[each] if each in words else self._names_in(self._value(each)) for each in new - last]
            new = set(chain.from_iterable(inner)) - found
        return found

    def _names_in(self, text: str) -> list[str]:
        """Return all words of a text that may be names, and the names in quotes that the text has."""
        return NAME.findall(text) + [name for name in self._items if name[0] == "'" and name in text]

    def _value(self, name: str) -> str:
        """Return how a name is defined, '' if it has no definition, and is a variable of the FlatZinc."""
        return (self._items[name]["value"] if name in self._items else None) or ""

    def array_of(self, name: str) -> str:
        """Return the name in the FlatZinc of an array of the model: another one for `'a-b'`, a name in quotes."""
        value = self._value(name)
        return value if NAME.fullmatch(value) else name

    def enum_of(self, name: str) -> str:
        """Return the enumeration of the values of a variable of the model, '' for none."""
        return str(self._enums.get(name, ""))

    def label(self, enum: str, value: int) -> str:
        """Return the name of a value of an enumeration, the value itself if the name is not known."""
        return self._labels.label(enum, value) if enum else str(value)

    def number(self, enum: str, label: str) -> int | None:
        """Return the value of an enumeration that has this name; None if there is none."""
        return self._labels.number(enum, label) if enum else None

    def dimensions(self, name: str, known: IndexRanges | None = None) -> list[list[str]] | None:
        """Return the indices of an array, a list for each dimension; None for a variable that is no array.

        name: of the variable.  known: the first and the last index of each dimension, if the FlatZinc has the array,
        too; None if it has not.
        """
        index = self._items[name]["index"]
        if index is None:
            return None
        sets = index.split(",")
        ranges = known or self._ranges(name, sets)
        names = sets if len(sets) == len(ranges) else [""] * len(ranges)
        return [[self.label(each, i) for i in range(lo, hi + 1)] for each, (lo, hi) in zip(names, ranges, strict=True)]

    def has_rank(self, name: str, rank: int) -> bool:
        """Whether an array is declared with `rank` dimensions."""
        return len((self._items[name]["index"] or "").split(",")) == rank

    def _ranges(self, name: str, sets: list[str]) -> IndexRanges:
        """Return the first and the last index of each dimension of an array, by the definition of the array, or of its
        index sets.
        """
        value = self._value(name)
        if value.startswith("["):
            ends = [RANGE.fullmatch(each) or RANGE.fullmatch(self._value(each)) for each in sets]
            known = [(int(each[1]), int(each[2])) for each in ends if each]
            return known if len(known) == len(sets) else [(1, len(_list(value)))]
        return [(int(lo), int(hi)) for lo, hi in RANGE.findall(value.partition("[")[0])]

    def slots(self, name: str, elements: Sequence[str] = (), known: IndexRanges | None = None) -> list[Slot]:
        """Return the slots of a variable of the model, one for each element of an array.

        name: of the variable.  elements: the words of the FlatZinc for an array that the FlatZinc has, too.
        known: as in `dimensions`.
        """
        enum, dimensions = self.enum_of(name), self.dimensions(name, known)
        if dimensions is None:
            return [self._slot(name, name, enum)]
        words = elements or _list(self._value(name))
        return [self._slot(f"{name}[{key}]", word, enum) for key, word in zip(_keys(dimensions), words, strict=False)]

    def places(self, name: str, value: Any) -> list[str]:
        """Return the names `name[INDEX]` of an array's elements, row after row, or `[name]` for a variable.

        value: the value of the variable, a list of values for an array, of lists for two dimensions, and so on; its
        lengths tell the indices if the definition of the array does not.
        """
        dimensions, sizes = self.dimensions(name), []
        if dimensions is None:
            return [name]
        while isinstance(value, list):
            sizes.append(len(value))
            value = value[0] if value else None
        if [len(each) for each in dimensions] != sizes:  # the definition does not show the index sets
            sets = (self._items[name]["index"] or "").split(",")
            starts = [int(each[1]) if each else 1 for each in (RANGE.fullmatch(self._value(each)) for each in sets)]
            known = [(start, start + size - 1) for start, size in zip(starts, sizes, strict=False)]
            dimensions = self.dimensions(name, known) or []
        return [f"{name}[{key}]" for key in _keys(dimensions)]

    def _slot(self, name: str, word: str, enum: str) -> Slot:
        value = self._value(word)
        if found := SET.fullmatch(value):
            return Slot(name, enum, members=tuple(self._members(found[1])))
        if found := OPTIONAL.fullmatch(value):
            zero, inner = NOT_ZERO.fullmatch(self._value(found[1])), self._word(found[2])
            return Slot(name, enum, inner, inner if zero else self._word(found[1]))
        return Slot(name, enum, self._word(word))

    def _members(self, array: str) -> Iterator[tuple[int, str]]:
        """Yield the possible elements of a set, each with the word for whether the set has it."""
        item = self._items.get(array)
        ends = item and RANGE.fullmatch(item["index"] or "")
        if item and ends:
            for i, word in enumerate(_list(self._value(array)), start=int(ends[1])):
                yield i, self._word(word)

    def _word(self, word: str) -> str:
        """Return the word that a name of the specification is defined as, if it is defined as one word; else the name
        itself.
        """
        for _ in self._items:
            if not re.fullmatch(r"[-\w]+", self._value(word)):
                break
            word = self._value(word)
        return word

    @property
    def definitions(self) -> str:
        """The items of the text after the first one, which is `output`."""
        return self._rest

    @cached_property
    def item_is_kept(self) -> bool:
        """Whether the `output` item prints each value of an enumeration by its name.  MiniZinc 2.6 forgets the
        enumeration of a value in `format(...)`, which `relayed` adds to variables and their elements.
        """
        return not any(set(NAME.findall(each)) & self._enums.keys() for each in LEFT.findall(self._formatted))

    @property
    def _formatted(self) -> str:
        """The texts of the `output` item, in which values of enumerations are formatted as such."""
        return FORMATTED.sub(self._as_enum, self.texts)

    def _as_enum(self, found: re.Match[str]) -> str:
        enum, part = self._enums.get(found[2]), found[1] + found[3]
        if enum and not part and self._items[found[2]]["index"] is not None:  # all of an array, as `show` prints it
            each = f"_toString_{enum}(_each,false,false)"
            return f'("["++join(", ",[{each} | _each in array1d({found[2]})])++"]")'
        return f"_toString_{enum}({found[1]}{found[2]}{found[3]},false,false)" if enum else found[0]

    @property
    def relayed(self) -> str:
        """The text of the specification by which MiniZinc prints the values of the model's variables, and then a line
        `_output = TEXT`, where TEXT is what the model's `output` item prints, followed by the values of the variables
        in `further` as JSON.
        """
        first = self._first.replace(self.texts, self._formatted) if self.texts else self._first
        rest = UNNAMED.sub("show(deopt(x))", self._rest)
        return first + "\n" + COMPARED.sub(lambda found: f"({found[2]}{SIGNS[found[1]]}{found[3]})", rest)

    @property
    def relayed_alone(self) -> str:
        """The text `relayed` without further variables, whose definitions may have functions that MiniZinc does not
        find again.
        """
        items = [(line, ITEM.fullmatch(line)) for line in self._rest.splitlines()]
        functions = chain.from_iterable(NAME.findall(line) for line, item in items if item is None)
        needed = self._closure([*self.names, *NAME.findall(self.texts), *functions], {})
        first = self._first.replace(self._all_texts, self.texts or '[""]') if self._all_texts else self._first
        kept = [line for line, item in items if not (item and item["value"]) or item["name"] in needed]
        return OutputSpec("\n".join([first, *kept])).relayed

    def is_listed(self, name: str) -> bool:
        """Whether the value of a variable is made of words alone, or computed by no more than the maps of sets and
        optional values: the variable has slots then.
        """
        value = self._value(name)
        words = _list(value) if LIST.fullmatch(value) else [name]
        values = [self._value(self._word(word)) or word for word in words]
        return all(re.fullmatch(r"[-\w]+", each) or SET.fullmatch(each) or OPTIONAL.fullmatch(each) for each in values)

    def is_boolean(self, name: str) -> bool:
        """Whether a variable of the model, or each element of an array, is Boolean."""
        return bool(self._items[name]["type"].endswith("bool"))

    def is_set(self, name: str) -> bool:
        """Whether a variable of the model, or each element of an array, is a set."""
        return "set of " in self._items[name]["type"]

    def depends_on(self, name: str) -> set[str]:
        """Return the words that the value of a variable is made of."""
        return self._closure([name], {})


@lru_cache(maxsize=4)
def spec_of(text: str) -> OutputSpec:
    """Return the output specification of a text, as the same object for the same text."""
    return OutputSpec(text)


def _list(value: str) -> list[str]:
    """Return the elements of an array, row after row, as they are written."""
    found = LIST.fullmatch(value)
    return [word.strip() for word in re.split(r"[,|]", found[1]) if word.strip()] if found else []


def _keys(dimensions: list[list[str]]) -> list[str]:
    """Return the indices of all elements of an array, row after row: `2,Mon`."""
    keys = [""]
    for each in dimensions:
        keys = [f"{key},{index}" if key else index for key in keys for index in each]
    return keys
