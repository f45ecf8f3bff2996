"""From the YAML of an entry to an Entry: one reader per key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...base.plugins import suggestion
from .entry import DIALECTS, MEANINGS, Entry
from .locate import Command, bad_placeholder
from .template import EXTRA, PLACEHOLDERS, Template, placeholders
from .yaml_nodes import Value


def read_entry(name: str, at: Value, keys: Mapping[str, Value]) -> Entry:
    """The entry `name`, whose merged `keys` may come from several files; `at` is where it was last named."""
    if "command" not in keys:
        raise at.error(f"solver {name!r} has no `command`")
    entry = Entry(name, **{key: READERS[key](value) for key, value in keys.items()})
    _check_args(entry, keys.get("args", at))
    return entry


def _check_args(entry: Entry, at: Value) -> None:
    names = entry.args.names()
    if "cnf" not in names:
        raise at.error(f"the arguments of {entry.name!r} lack {{cnf}}")
    if ("result" in names) != (entry.output == "result-file"):
        raise at.error(f"{entry.name!r}: {{result}} and `output: result-file` go together")
    if ("proof" in names) != bool(entry.proof):
        raise at.error(f"{entry.name!r}: {{proof}} and the key `proof` go together")


def _commands(value: Value) -> tuple[Command, ...]:
    commands = tuple(map(_command, value.items()))
    if not commands:
        raise value.error("expected a program")
    return commands


def _command(value: Value) -> Command:
    words = value.texts()
    if not words or not words[0]:
        raise value.error("expected a program")
    for item in value.items():
        if (wrong := bad_placeholder(item.text())) is not None:
            raise item.error(f"unknown placeholder {{{wrong}}}; there are: {{python}}, {{pkg:NAME}}")
    return Command(words, Path(value.source.path).absolute().parent)


def _template(value: Value) -> Template:
    return Template(tuple(map(_group, value.items())))


def _group(value: Value) -> tuple[str, ...]:
    for item in value.items():
        for name in placeholders(item.text()):
            if name not in PLACEHOLDERS:
                raise item.error(f"unknown placeholder {{{name}}}; {suggestion(name, PLACEHOLDERS)}")
            if name == "extra" and value.texts() != EXTRA:
                raise item.error("{extra} must be a word of its own")
    return value.texts()


def _exit_codes(value: Value) -> dict[int, str]:
    return {code.integer(): meaning.choice(MEANINGS) for code, meaning in value.pairs()}


def _presets(value: Value) -> dict[str, tuple[str, ...]]:
    return {name: args.texts() for name, args in value.mapping().items()}


def _seeds(value: Value) -> tuple[int, int]:
    bounds = [item.integer() for item in value.items()]
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise value.error("expected [least, most]")
    return bounds[0], bounds[1]


def _threads(value: Value) -> int:
    if value.integer() < 1:
        raise value.error("expected a number of threads")
    return value.integer()


READERS: dict[str, Callable[[Value], Any]] = {
    "command": _commands,
    "needs": Value.texts,
    "args": _template,
    "output": lambda value: value.choice(DIALECTS),
    "exit": _exit_codes,
    "unknown": Value.texts,
    "proof": Value.text,
    "seeds": _seeds,
    "threads": _threads,
    "presets": _presets,
    "version": Value.texts,
    "install": Value.text,
    "about": Value.text,
}
