"""A benchmark as a makefile: files and rules that anybody can run, edit and take apart."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from ..api.inputs import stem
from ..errors import UsageError
from ..escaping import for_argument, for_prerequisite, for_recipe, for_target, for_variable, for_word
from .plan import BenchEncoding, RunSettings
from .sources import BenchInput

LONGEST = 120  # characters of a target's stem


def makefile(
    sources: Sequence[BenchInput], solvers: Sequence[str], encodings: Sequence[BenchEncoding], how: RunSettings
) -> str:
    """Return the text of a makefile with rules for a CNF of each input in `sources` under each of the `encodings`.

    The head of the makefile runs each of the `solvers` on each CNF, and makes a table of the answers.  Raises
    UsageError for a name that a makefile cannot hold.
    """
    try:
        return _makefile(sources, solvers, encodings, how)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _makefile(
    sources: Sequence[BenchInput], solvers: Sequence[str], encodings: Sequence[BenchEncoding], how: RunSettings
) -> str:
    """Return the text of the makefile; `sources`, `solvers`, `encodings` and `how` are as for `makefile`.

    Raises ValueError for a name that a makefile cannot hold.
    """
    rules: dict[str, str] = {}
    encoded: list[str] = []
    for source in sources:
        for each in [None] if source.is_cnf else encodings:
            cnf = _target(source, each, rules)
            rules[cnf] = _rule(cnf, source, each)
            encoded += [] if each is None else [cnf]
    head = (
        Path(__file__)
        .with_name("head.mk")
        .read_text()
        .format(
            solvers=" ".join(map(for_word, solvers)),
            timeout=how.timeout,
            options=for_variable(shlex.join(_options(how))),
            cnfs=" ".join(rules),
            encoded=" ".join(encoded),
        )
    )
    return head + "\n" + "\n".join(rules.values())


def _target(source: BenchInput, encoding: BenchEncoding | None, taken: dict[str, str]) -> str:
    """Return a file name for the CNF of an input under an encoding (None if the input is a CNF), with a number if the
    plain name is taken.

    taken: the file names in other rules of the makefile.
    """
    name = for_target(stem(source.name), *([encoding.described()] if encoding else []))[:LONGEST]
    number, unique = 1, f"{name}.cnf"
    while unique in taken:
        number += 1
        unique = f"{name}-{number}.cnf"
    return unique


def _rule(cnf: str, source: BenchInput, encoding: BenchEncoding | None) -> str:
    """Return the rule that makes the file `cnf` from an input: by encoding it, or by a copy if it is a CNF already
    (`encoding` is None).  Raise ValueError for a name that a makefile cannot hold.

    The rule depends on the file of the input, so that make sees an edit, unless make could misread the name.
    """
    path, argument = for_recipe(for_argument(source.name)), for_argument(source.name)
    needed = for_prerequisite(argument) if Path(source.name).is_file() else ""
    head = f"{cnf}: {needed}\n" if needed else f"# after an edit of the input remove {cnf}\n{cnf}:\n"
    if encoding is None:
        return f"{head}\tcp {path} $@\n"
    kind = ["--from", source.kind] if source.kind else []
    words = [*kind, "--encoding", *shlex.split(encoding.formula())]
    return f"{head}\t$(CSP2SAT) encode {path} {' '.join(map(for_recipe, words))} -o $@\n"


def _options(how: RunSettings) -> list[str]:
    pairs = (("--memory", how.memory), ("--seed", how.seed), ("--threads", how.threads))
    words = [word for name, value in pairs if value is not None for word in (name, str(value))]
    return words + [f"--solver-arg={extra}" for extra in how.extra]
