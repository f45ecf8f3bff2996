"""From the YAML of an entry to an Entry: one reader per key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...base.plugins import suggestion
from .entry import DIALECTS, MEANINGS, Entry
from .locate import Command, bad_placeholder
from .template import EXTRA, PLACEHOLDERS, ArgumentTemplate, placeholders
from .yaml_nodes import YamlValue


def read_entry(name: str, at: YamlValue, keys: Mapping[str, YamlValue]) -> Entry:
    """The entry `name`, whose merged `keys` may come from several files; `at` is where it was last named."""
    if "command" not in keys:
        raise at.error(f"solver {name!r} has no `command`")
    entry = Entry(name, **{key: READERS[key](value) for key, value in keys.items()})
    _check_args(entry, keys.get("args", at))
    return entry


def _check_args(entry: Entry, at: YamlValue) -> None:
    names = entry.args.names()
    if "cnf" not in names:
        raise at.error(f"the arguments of {entry.name!r} lack {{cnf}}")
    if ("result" in names) != (entry.output == "result-file"):
        raise at.error(f"{entry.name!r}: {{result}} and `output: result-file` go together")
    if ("proof" in names) != bool(entry.proof):
        raise at.error(f"{entry.name!r}: {{proof}} and the key `proof` go together")


def _commands(value: YamlValue) -> tuple[Command, ...]:
    commands = tuple(map(_command, value.items()))
    if not commands:
        raise value.error("expected a program")
    return commands


def _command(value: YamlValue) -> Command:
    words = value.texts()
    if not words or not words[0]:
        raise value.error("expected a program")
    for item in value.items():
        if (wrong := bad_placeholder(item.text())) is not None:
            raise item.error(f"unknown placeholder {{{wrong}}}; there are: {{python}}, {{pkg:NAME}}")
    return Command(words, Path(value.source.path).absolute().parent)


def _template(value: YamlValue) -> ArgumentTemplate:
    return ArgumentTemplate(tuple(map(_group, value.items())))


def _group(value: YamlValue) -> tuple[str, ...]:
    for item in value.items():
        for name in placeholders(item.text()):
            if name not in PLACEHOLDERS:
                raise item.error(f"unknown placeholder {{{name}}}; {suggestion(name, PLACEHOLDERS)}")
            if name == "extra" and value.texts() != EXTRA:
                raise item.error("{extra} must be a word of its own")
    return value.texts()


def _exit_codes(value: YamlValue) -> dict[int, str]:
    return {code.integer(): meaning.choice(MEANINGS) for code, meaning in value.pairs()}


def _presets(value: YamlValue) -> dict[str, tuple[str, ...]]:
    return {name: args.texts() for name, args in value.mapping().items()}


def _seeds(value: YamlValue) -> tuple[int, int]:
    bounds = [item.integer() for item in value.items()]
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise value.error("expected [least, most]")
    return bounds[0], bounds[1]


def _threads(value: YamlValue) -> int:
    if value.integer() < 1:
        raise value.error("expected a number of threads")
    return value.integer()


READERS: dict[str, Callable[[YamlValue], Any]] = {
    "command": _commands,
    "needs": YamlValue.texts,
    "args": _template,
    "output": lambda value: value.choice(DIALECTS),
    "exit": _exit_codes,
    "unknown": YamlValue.texts,
    "proof": YamlValue.text,
    "seeds": _seeds,
    "threads": _threads,
    "presets": _presets,
    "version": YamlValue.texts,
    "install": YamlValue.text,
    "about": YamlValue.text,
}
