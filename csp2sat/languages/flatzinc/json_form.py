"""FlatZinc as JSON: an object with the keys variables, arrays, constraints, output and solve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

from ...base.json_source import Key, json_in, key_error, place
from ...base.numbers import cut, dumps
from ...base.source import Source
from ...errors import InputError, Unsupported
from ...model.domain import Domain
from ...model.model import Model, Origin
from ..base.wrong import NotHere, Wrong
from . import warm_start
from .arguments import Argument
from .instance import GOALS, ConstraintItem, DeclaredArray, Goal, Instance, Kind, OutputItem, Variable, model_of

KeyPath = Sequence[Key]
LARGEST = 1_000_000  # integers of a set that is no range
PARTS = {"variables": dict, "arrays": dict, "constraints": list, "output": list, "solve": dict}
KEYS = {  # of each object in a part, by the part
    "variables": ("type", "domain", "rhs", "introduced", "defined", "ann"),
    "arrays": ("a", "introduced", "defined", "ann"),
    "constraints": ("id", "args", "defines", "ann"),
    "solve": ("method", "objective", "ann"),
}


def read_json(source: Source) -> Model:
    """Read a FlatZinc instance in JSON as a model. Raises InputError, with the place, if the instance is wrong."""
    reader = JsonReader(source)
    return model_of(reader.instance, reader, "flatzinc")


class JsonReader:
    """A reader of one instance in JSON, whose constructor raises InputError if the declarations are wrong. A place is
    the path of keys and indices to a value.
    """

    def __init__(self, source: Source):
        self._source = source
        self._content = _content(source)
        self.instance = Instance()
        self._each("variables", self._variable)
        self._each("arrays", self._array)
        for number, constraint in enumerate(self._content["constraints"]):
            self._constraint(constraint, number)
            self._check_keys(("constraints", number))
        for number, name in enumerate(self._content["output"]):
            self._guarded(("output", number), partial(self._output, name, number))
        self._guarded(("solve",), self._solve)

    def _each(self, part: str, read: Callable[[str, Any], None]) -> None:
        for name, content in self._content[part].items():
            self._guarded((part, name), partial(read, name, content))

    def _guarded(self, path: KeyPath, step: Callable[[], None]) -> None:
        try:
            step()
            self._check_keys(path)
        except Wrong as wrong:
            raise self.failed(wrong, path) from None

    def _check_keys(self, path: KeyPath) -> None:
        """Raise InputError for an unknown key of the object at a path, which is a part or an object in a part."""
        part, known = str(path[0]), KEYS.get(str(path[0]), ())
        found = self._content[part][path[1]] if path[1:] else self._content[part]
        if isinstance(found, dict) and (error := key_error(self._source, path, found, known)):
            raise error

    # what the instance asks

    def failed(self, wrong: Wrong, place_: Any) -> InputError:
        kind = Unsupported if isinstance(wrong, NotHere) else InputError
        at = place(self._source.text, list(place_ or ("solve",)))
        return kind(wrong.message + wrong.hint(), self._source.place(at))

    def warn(self, message: str, place_: Any) -> None:
        found = self._source.place(place(self._source.text, list(place_)))
        self._source.warn(message, found.line, found.column)

    def value(self, word: Any) -> Argument:
        """Return the meaning of an element of an array or of an argument. Raises Wrong."""
        if isinstance(word, str):
            return cast(Argument, self.instance.names[word])
        if isinstance(word, int):
            return word
        if isinstance(word, list):
            return [self.value(each) for each in word]  # type: ignore[return-value]
        return self._literal(word)

    def _literal(self, word: Any) -> Argument:
        if isinstance(word, float):
            raise NotHere(None, f"csp2sat has no floating-point numbers ({word}); expected an integer")
        if isinstance(word, dict) and list(word) == ["set"]:
            ranges = _ranges(word["set"])
            if len(ranges) == 1:
                return range(ranges[0][0], ranges[0][1] + 1)
            if (found := Domain(ranges)).size() > LARGEST:
                raise NotHere(None, f"a set with gaps has {cut(found.size())} integers; expected at most {LARGEST}")
            return tuple(found)
        raise Wrong(None, f"expected a name, an integer, true, false or a set, not {dumps(word)[:60]}")

    def values(self, args: list[Any]) -> list[Argument]:
        return [self.value(arg) for arg in args]

    def origin(self, place: Any) -> Origin:
        return Origin("rule", rule=f"the domain of {place[1]}, which is empty")

    def items(self) -> Iterator[ConstraintItem]:
        for number, constraint in enumerate(self._content["constraints"]):
            name = constraint["id"]
            origin = Origin("rule", rule=f"constraint {number + 1}, {name}")
            yield ConstraintItem(name, constraint["args"], origin, ("constraints", number))

    # the parts

    def _variable(self, name: str, content: Any) -> None:
        if not isinstance(content, dict) or "type" not in content:
            raise Wrong(None, 'expected an object with "type"')
        kind = content["type"]
        if kind not in ("bool", "int"):
            things = {"float": "floating-point variables", "set of int": "set variables"}.get(
                str(kind), f"type {kind!r}"
            )
            raise NotHere(None, f"csp2sat has no {things} ({name})")
        self.instance.declare(name)
        domain = Domain(_ranges(content["domain"])) if kind == "int" and "domain" in content else None
        self.instance.variables[name] = Variable(kind, domain, content.get("rhs"), ("variables", name))

    def _array(self, name: str, content: Any) -> None:
        words = content.get("a") if isinstance(content, dict) else None
        if not isinstance(words, list):
            raise Wrong(None, 'expected an object with a list "a"')
        self.instance.declare(name)
        self.instance.arrays.append(DeclaredArray(name, lambda: self._elements(name, words)))

    def _elements(self, name: str, words: list[Any]) -> list[Argument]:
        try:
            return [self.value(word) for word in words]
        except Wrong as wrong:
            raise self.failed(wrong, ("arrays", name)) from None

    def _constraint(self, content: Any, number: int) -> None:
        if isinstance(content, dict) and isinstance(defined := content.get("defines"), str):
            self.instance.defined.add(defined)
        match content:
            case {"id": "bool2int", "args": [str(p), str(i)]}:
                self.instance.view(p, i)
            case {"id": str(), "args": [*_]}:
                pass
            case _:
                raise self.failed(Wrong(None, 'expected an object with "id" and "args"'), ("constraints", number))

    def _output(self, name: Any, number: int) -> None:
        """Note the output `name`, a variable, or an array, whose indices count from 1. number: the position in the list
        of outputs. Raises Wrong.
        """
        if not isinstance(name, str):
            raise Wrong(None, "expected a name")
        place_ = ("output", number)
        if name in self.instance.variables:
            self.instance.outputs.append(OutputItem(name, self.instance.variables[name].kind, None, [name], place_))
            return
        array = self._content["arrays"].get(name)
        if array is None:
            raise Wrong(None, f"{name} is no variable and no array")
        words = array["a"]
        self.instance.outputs.append(OutputItem(name, self._kind(words), [(1, len(words))], words, place_))

    def _kind(self, words: list[Any]) -> Kind:
        for word in words:
            if isinstance(word, str) and word in self.instance.variables:
                return self.instance.variables[word].kind
            return "bool" if isinstance(word, bool) else "int"
        return "int"

    def _solve(self) -> None:
        self.instance.preferred += warm_start.in_json(self._content["solve"].get("ann", []))
        match self._content["solve"]:
            case {"method": "satisfy"}:
                pass
            case {"method": str(goal), "objective": word} if goal in GOALS:
                self.instance.goal = cast(Goal, goal), word
            case _:
                raise Wrong(None, 'expected "method": satisfy, or minimize or maximize with "objective"')


def _content(source: Source) -> dict[str, Any]:
    """Return the object of an instance with all its parts, each of the right type; a missing part is empty. Raises
    InputError for other types, and if the part `solve` is missing or empty.
    """
    found = json_in(source)
    whole = {part: found.get(part, type_()) for part, type_ in PARTS.items()} if isinstance(found, dict) else {}
    if isinstance(found, dict) and (error := key_error(source, (), found, (*PARTS, "version"), only_near=True)):
        raise error
    for part, type_ in PARTS.items():
        if not isinstance(whole.get(part), type_):
            what = "an object" if type_ is dict else "a list"
            raise source.error(f'expected {what} as "{part}"', place(source.text, [part]))
    if not whole["solve"]:
        raise source.error('expected "solve"', 0)
    return whole


def _ranges(found: Any) -> list[tuple[int, int]]:
    """Return ranges, written as `[[1, 3], [5, 5]]`, as pairs. Raises Wrong for anything else."""
    pairs: list[Any] = found if isinstance(found, list) else [None]
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(end) is int for end in pair)):
            if isinstance(pair, list) and any(isinstance(end, float) for end in pair):
                raise NotHere(None, "csp2sat has no floating-point numbers; expected ranges such as [[1, 3], [5, 5]]")
            raise Wrong(None, "expected ranges such as [[1, 3], [5, 5]]")
    return [(lo, hi) for lo, hi in pairs]
