"""Reading of configuration files of solvers in YAML, merged key by key; errors have the place of the wrong value."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import methodcaller
from pathlib import Path
from typing import Any

from ...base import files
from ...base.plugins import suggestion
from ...errors import FileError
from ...escaping import first_control
from .entry import (
    DIALECTS,
    EXTRA,
    MEANINGS,
    NUMBER,
    PLACEHOLDERS,
    ArgumentTemplate,
    Entry,
    Member,
    SolverCommand,
    names_of,
    placeholders,
)
from .yaml_nodes import YamlValue, parse

INTERPRETER = re.compile(r"\{python\}|(python|pypy|perl|ruby|node|java|bash|sh)[\d.]*(\.exe)?")
SCRIPT = re.compile(r"\.(py|pl|rb|js|jar|sh)$")
Merged = tuple[dict[str, Entry], tuple[str, ...], tuple[Member, ...]]  # the fields of `Solvers`


def merged(paths: Iterable[str]) -> Merged:
    """Return the entries by their names, the default order and the portfolio (() if there is none) of configuration
    files; a later file overrides an earlier one key by key, and preset by preset.

    A file with the key `default` but without `portfolio` cancels the portfolio of the files before. Raises InputError
    if a file has a wrong entry, and FileError if a file cannot be read.
    """
    keys: dict[str, dict[str, YamlValue]] = {}
    presets: dict[str, dict[str, tuple[str, ...]]] = {}
    last_named: dict[str, YamlValue] = {}
    order = portfolio = None
    for path in paths:
        with _not_names(path, keys):
            top = _top(path)
        order = top.get("default", order)
        portfolio = top.get("portfolio", None if "default" in top else portfolio)
        for name, value in top["solvers"].mapping().items() if "solvers" in top else ():
            found = value.mapping(READERS)
            keys.setdefault(name, {}).update(found)
            presets.setdefault(name, {}).update(_presets(found["presets"]) if "presets" in found else {})
            last_named[name] = value
    entries = {name: _entry(name, last_named[name], keys[name], presets[name]) for name in keys}
    named = _order(order, entries) if order else ()
    return entries, named, _portfolio(portfolio, names_of(entries)) if portfolio else ()


@contextmanager
def _not_names(path: str, known: Container[str]) -> Iterator[None]:
    """Name the option that was meant if a path that cannot be read is a list of known solvers, with commas."""
    try:
        yield
    except FileError as error:
        if all(name.partition(":")[0] in known for name in path.split(",")):
            raise FileError(f"{error}; did you mean --solver {path}?") from error
        raise


def _top(path: str) -> dict[str, YamlValue]:
    """Return the values of the top keys of a configuration file; {} if the file is empty.

    Raises InputError for an unknown key, another version than 1, or a wrong name of a solver.
    """
    value = parse(files.read_source(path))
    top = value.mapping(("version", "default", "portfolio", "solvers")) if value else {}
    if "version" in top and top["version"].text() != "1":
        raise top["version"].error("expected version 1, which this csp2sat reads")
    for name, entry in top["solvers"].mapping().items() if "solvers" in top else ():
        if not name or ":" in name or first_control(name):
            raise entry.error(f"a solver cannot be called {name!r}")
    return top


def _order(value: YamlValue, entries: dict[str, Entry]) -> tuple[str, ...]:
    """Return the names of solvers in a list. Raises InputError for a name that is not in `entries`."""
    for item in value.items():
        if item.text() not in entries:
            raise item.error(f"no solver {item.text()!r}; {suggestion(item.text(), entries)}")
    return value.texts()


def _portfolio(value: YamlValue, names: Sequence[str]) -> tuple[Member, ...]:
    """Return the members of the portfolio that a YAML list describes. names: the names of all configured solvers.

    Raises InputError if a member names an unknown solver, is a repetition, or starts before the member ahead, or if the
    first member does not start at once or not on every formula.
    """
    members: list[Member] = []
    for item in value.items():
        member = _member(item, names)
        if any(member.names == other.names for other in members):
            raise item.error(f"{', '.join(member.names)}: named before; expected another solver")
        if members and member.after < members[-1].after:
            raise item.error(
                "this solver starts before the solver listed ahead of it; expected the solvers in ascending order of "
                "`after`, which is 0 if left out"
            )
        if not members and member.after:
            raise item.error("the first solver starts at once; expected no `after`")
        if not members and member.ordered:
            raise item.error("the first solver works on every formula; expected no `only`")
        members.append(member)
    return tuple(members)


def _member(value: YamlValue, names: Sequence[str]) -> Member:
    """Return the member of a portfolio that a mapping with `solver` (a name, or a list of names), `after` (seconds;
    0 if left out) and `only` (ordered) describes. Raises InputError for another value, and for a solver that is none
    of `names`.
    """
    keys = value.mapping(("solver", "after", "only"))
    if "solver" not in keys:
        raise value.error("expected `solver: NAME`")
    wanted = keys["solver"].items()
    if not wanted:
        raise keys["solver"].error("expected the name of a solver")
    for item in wanted:
        if item.text() not in names:
            raise item.error(f"no solver {item.text()!r}; {suggestion(item.text(), names)}")
    ordered = "only" in keys and keys["only"].choice(("ordered",)) == "ordered"
    return Member(keys["solver"].texts(), keys["after"].seconds() if "after" in keys else 0.0, ordered)


def _entry(name: str, at: YamlValue, keys: Mapping[str, YamlValue], presets: dict[str, tuple[str, ...]]) -> Entry:
    """Return the entry `name` from its merged `keys` and `presets`, which may come from several files. at: the place
    where the entry was last named, for errors. Raises InputError if the entry is incomplete or contradicts itself.
    """
    if "command" not in keys:
        raise at.error(f"solver {name!r} has no `command`")
    entry = Entry(name, **{**{key: READERS[key](value) for key, value in keys.items()}, "presets": presets})
    _check_args(entry, keys.get("args", at))
    for item in keys["unproved"].items() if "unproved" in keys else ():
        if item.text() not in entry.presets:
            raise item.error(f"{name!r} has no preset {item.text()!r}")
    return entry


def _check_args(entry: Entry, at: YamlValue) -> None:
    """Raise InputError if the arguments of an entry lack {cnf}, or have {result} or {proof} without the key that
    belongs to the placeholder, or the other way round. at: the place of the error.
    """
    names = entry.args.names()
    if "cnf" not in names:
        raise at.error(f"the arguments of {entry.name!r} lack {{cnf}}")
    if ("result" in names) != (entry.output == "result-file"):
        raise at.error(f"{entry.name!r}: {{result}} and `output: result-file` go together")
    if ("proof" in names) != bool(entry.proof):
        raise at.error(f"{entry.name!r}: {{proof}} and the key `proof` go together")


def _commands(value: YamlValue) -> tuple[SolverCommand, ...]:
    commands = tuple(map(_command, value.items()))
    if not commands:
        raise value.error("expected a program")
    first, *others = [each.words for each in commands]
    if others and len(first) == 1 and _are_arguments(first[0], others):
        nested = f"[[{', '.join(word for words in (first, *others) for word in words)}]]"
        raise value.error(
            f"these are candidates, of which the first that is installed is taken; a program with its arguments is a "
            f"list in the list: {nested}"
        )
    return commands


def _are_arguments(program: str, others: Sequence[tuple[str, ...]]) -> bool:
    """Whether further candidates for a program are rather its arguments: options, or the script of an interpreter."""
    words = [words[0] for words in others if len(words) == 1]
    is_interpreter = INTERPRETER.fullmatch(program.rpartition("/")[2]) is not None
    return any(word.startswith("-") or (is_interpreter and SCRIPT.search(word)) for word in words)


def _command(value: YamlValue) -> SolverCommand:
    """Return the command of a list of words, with the folder of the file. Raises InputError if there is no program, or
    for a placeholder other than {python} and {pkg:NAME}.
    """
    words = value.texts()
    if not words or not words[0]:
        raise value.error("expected a program")
    for item in value.items():
        for name in placeholders(item.text()):
            if name in PLACEHOLDERS:
                raise item.error(f"{{{name}}} is none of the command's placeholders; it belongs in `args`, a list")
            if name != "python" and not re.fullmatch(r"pkg:\w+", name):
                raise item.error(f"unknown placeholder {{{name}}}; there are: {{python}}, {{pkg:NAME}}")
    return SolverCommand(words, Path(value.source.path).absolute().parent)


def _template(value: YamlValue) -> ArgumentTemplate:
    return ArgumentTemplate(tuple(map(_group, value.items())))


def _group(value: YamlValue) -> tuple[str, ...]:
    """Return the words of a group of arguments. Raises InputError for a placeholder that is none of PLACEHOLDERS, and
    for {extra} beside other text.
    """
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
    """Return the arguments of presets by their names. Raises InputError for a name that is empty or has a control
    character.
    """
    for name, args in value.mapping().items():
        if not name or first_control(name):
            raise args.error(f"a preset cannot be called {name!r}")
    return {name: args.texts() for name, args in value.mapping().items()}


def _seeds(value: YamlValue) -> tuple[int, int]:
    """Return the least and the greatest seed. Raises InputError unless the value is a list of two integers in this
    order.
    """
    bounds = [item.integer() for item in value.items()]
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise value.error("expected [least, most]")
    return bounds[0], bounds[1]


def _threads(value: YamlValue) -> int:
    if (number := value.integer()) < 1:
        raise value.error("expected a number of threads")
    return number


def _statistics(value: YamlValue) -> dict[str, str]:
    """Return the forms of lines with statistics by their names. Raises InputError unless each form is a text that has
    {number} once, and each name is a word.
    """
    found = value.mapping()
    for name, form in found.items():
        if form.text().count(NUMBER) != 1 or not re.fullmatch(r"\w+", name):
            raise form.error(f'expected NAME: "... {NUMBER} ...", the form of a line with a statistic')
    return {name: form.text() for name, form in found.items()}


READERS: dict[str, Callable[[YamlValue], Any]] = {
    "command": _commands,
    "needs": YamlValue.texts,
    "args": _template,
    "output": methodcaller("choice", DIALECTS),
    "exit": _exit_codes,
    "unknown": YamlValue.texts,
    "statistics": _statistics,
    "proof": YamlValue.text,
    "seeds": _seeds,
    "threads": _threads,
    "presets": _presets,
    "unproved": YamlValue.texts,
    "version": YamlValue.texts,
    "install": YamlValue.text,
    "about": YamlValue.text,
}
