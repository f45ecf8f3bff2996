"""Random FlatZinc models, and what they mean by brute force: nothing is shared with the reader or the encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from random import Random
from typing import Any

from support.flatzinc_meanings import BUILTIN_MEANINGS
from support.minizinc_graphs import GRAPH_MEANINGS
from support.minizinc_meanings import MEANINGS as GLOBAL_MEANINGS
from support.random_arguments import Arguments

MOST = 4000  # assignments of a model
MEANINGS = {**BUILTIN_MEANINGS, **GLOBAL_MEANINGS, **GRAPH_MEANINGS}
NO_UNDER = ("bool2int",)  # there is no such constraint with _reif in any library


@dataclass
class Call:
    """A constraint: its name with `_reif` or `_imp`, and its arguments, each a word or a list of words."""

    name: str
    args: list[Any]


@dataclass
class RandomFlatZinc:
    """A model.

    domains: of the variables, Booleans as `bool`.  same: other names of variables, and constants.
    terms: words that only MiniZinc has, and what they are of the values of the variables; None: undefined.
    """

    domains: dict[str, list[int] | str] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    outputs: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    objective: tuple[str, str] | None = None
    terms: dict[str, Callable[[dict[str, Any]], Any]] = field(default_factory=dict)

    def text(self) -> str:
        """The FlatZinc; some arrays have names."""
        lines = [*self.declarations()]
        named = {(n, at): arg for n, call in enumerate(self.calls) for at, arg in enumerate(call.args) if _named(n, at)}
        arrays = {key: arg for key, arg in named.items() if isinstance(arg, list)}
        lines += (
            f"array [1..{len(arg)}] of {_type(arg)}: a{n}_{at} = {_word(arg)};" for (n, at), arg in arrays.items()
        )
        for n, call in enumerate(self.calls):
            args = [f"a{n}_{at}" if (n, at) in arrays else _word(arg) for at, arg in enumerate(call.args)]
            lines.append(f"constraint {call.name}({','.join(args)}){_annotation(call, n)};")
        goal = "satisfy" if self.objective is None else " ".join(self.objective)
        return "\n".join([*lines, f"solve {goal};", ""])

    def declarations(self) -> Iterator[str]:
        """The variables, each in a line."""
        for name, domain in self.domains.items():
            kind = domain if isinstance(domain, str) else _domain(domain)
            yield f"var {kind}: {name}{' :: output_var' if name in self.outputs else ''};"
        for name, word in self.same.items():
            kind = "bool" if name.startswith("p") else "int"
            yield f"var {kind}: {name}{' :: output_var' if name in self.outputs else ''} = {word};"

    def assignments(self) -> Iterator[dict[str, Any]]:
        values = [(False, True) if domain == "bool" else domain for domain in self.domains.values()]
        for chosen in product(*values):
            yield dict(zip(self.domains, chosen, strict=True))

    def solutions(self) -> set[tuple[Any, ...]]:
        """The values of the outputs, Booleans as 0 and 1."""
        return {
            tuple(int(whole[name]) for name in self.outputs)
            for whole in map(self._all, self.assignments())
            if self._right(whole)
        }

    def best(self) -> int | None:
        goal, word = self.objective
        values = [self._value(word, whole) for whole in map(self._all, self.assignments()) if self._right(whole)]
        return (min if goal == "minimize" else max)(values, default=None)

    def loosen(self) -> None:
        """Take constraints away from behind until there is a solution, or only one constraint."""
        while len(self.calls) > 1 and not any(map(self._right, map(self._all, self.assignments()))):
            self.calls.pop()

    def _all(self, assignment: dict[str, Any]) -> dict[str, Any]:
        whole = dict(assignment)
        for name, word in self.same.items():
            whole[name] = self._value(word, whole)
        return whole

    def _right(self, whole: dict[str, Any]) -> bool:
        return all(self._holds(call, whole) for call in self.calls)

    def _holds(self, call: Call, whole: dict[str, Any]) -> bool:
        args = [self._value(arg, whole) for arg in call.args]
        for suffix in ("_reif", "_imp"):
            if call.name.endswith(suffix):
                *inner, p = args
                meant = _means(call.name.removesuffix(suffix), inner)
                return p == meant if suffix == "_reif" else meant or not p
        return _means(call.name, args)

    def _value(self, word: Any, values: dict[str, Any]) -> Any:
        if isinstance(word, list):
            return [self._value(each, values) for each in word]
        if word in ("true", "false"):
            return word == "true"
        if word in self.terms:
            return self.terms[word](values)
        return values[word] if word in values else _constant(word)


def _means(name: str, args: list[Any]) -> bool:
    """What a constraint means; of undefined arguments it is false, unless it does not ask for them."""
    asked = args[2:] if name.startswith("fzn_if_then_else") else args
    if any(each is None for arg in asked for each in (arg if isinstance(arg, list) else [arg])):
        return False
    return bool(MEANINGS[name](*args))


def _constant(word: str) -> Any:
    if word.startswith("{"):
        return {int(each) for each in word[1:-1].split(",") if each}
    if ".." in word:
        low, high = word.split("..")
        return set(range(int(low), int(high) + 1))
    return int(word)


def _named(number: int, at: int) -> bool:
    """Is this argument of the call of this number an array with a name?"""
    return (number + at) % 3 == 0


def _word(arg: Any) -> str:
    return f"[{','.join(arg)}]" if isinstance(arg, list) else arg


def _type(words: list[str]) -> str:
    """The type of the elements of an array."""
    if any(word[0] == "{" or ".." in word for word in words):
        return "set of int"
    kind = "bool" if any(word[0] in "ptf" for word in words) else "int"
    return f"var {kind}" if any(word[0] in "px" for word in words) else kind


def _annotation(call: Call, number: int) -> str:
    """Any, also one that says, truly or not, that the constraint defines its last argument."""
    last = call.args[-1] if call.args else ""
    defines = f" :: defines_var({last})" if isinstance(last, str) and last[:1] == "p" else ""
    return defines if number % 3 else " :: domain"


def _domain(values: list[int]) -> str:
    if values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return "{" + ",".join(map(str, values)) + "}"


class Maker:
    """Makes random models.  names: of the constraints to choose from; the first constraint goes through them by the
    seed, the others are any."""

    def __init__(self, seed: int, names: list[str] | None = None):
        self._seed, self.random = seed, Random(seed)
        self._names = names or list(MEANINGS)
        self.made = RandomFlatZinc()

    def model(self) -> RandomFlatZinc:
        random, made = self.random, self.made
        for number in range(random.randint(1, 4)):
            made.domains[f"x{number}"] = self._values()
        for number in range(random.randint(0, 4)):
            made.domains[f"p{number}"] = "bool"
        while prod(2 if d == "bool" else len(d) for d in made.domains.values()) > MOST:
            made.domains.popitem()
        if random.random() < 0.3:
            made.same["x9"] = self._plain("i")
            made.same["p9"] = self._plain("b")
        names = [*made.domains, *made.same]
        made.outputs = [name for name in names if random.random() < 0.8]
        first = self._names[self._seed % len(self._names)]
        made.calls = [self._call(name) for name in (first, *random.choices(self._names, k=random.randint(0, 3)))]
        if random.random() < 0.8:
            made.loosen()
        if random.random() < 0.4:
            made.objective = random.choice(("minimize", "maximize")), self._plain("i")
        return made

    def _values(self) -> list[int]:
        low = self.random.choice((-3, -1, 0, 0, 1))
        values = list(range(low, low + self.random.randint(1, 6)))
        return values if self.random.random() >= 0.2 else sorted(self.random.sample(values, max(1, len(values) - 2)))

    def _plain(self, sort: str) -> str:
        return Arguments.word(self._arguments(), sort)

    def _arguments(self) -> Arguments:
        domains = self.made.domains
        natural = [name for name, domain in domains.items() if domain != "bool" and min(domain) >= 0]
        return Arguments(self.random, [*domains, *self.made.same], natural)

    def _call(self, name: str) -> Call:
        suffix = "" if name in NO_UNDER else self.random.choice(("", "_reif", "_imp"))
        args = self._arguments().of(name)
        return Call(name + suffix, [*args, self._arguments().word("b")] if suffix else args)
