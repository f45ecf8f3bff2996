"""A benchmark as a makefile: files and rules that anybody can run, edit and take apart."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Collection, Sequence
from os.path import normpath
from pathlib import Path

from ..api.inputs import read_input, stem
from ..errors import Csp2SatError, UsageError
from ..escaping import for_argument, for_prerequisite, for_recipe, for_shell, for_target, for_variable, for_word
from ..solving.maxcsp import Mode
from .plan import NO_SYMMETRY, BenchEncoding, RunSettings
from .sources import BenchInput

LONGEST = 120  # characters of a target's stem
RESULTS, OPTIONS = "results.txt", "options.txt"
STAMP = "\0"  # in a rule, in place of the file whose name has its digest
WRITTEN = (".out", ".out.log", ".out.time", ".values")  # suffixes of the files of a run


def makefile(
    sources: Sequence[BenchInput],
    solvers: Sequence[str],
    encodings: Sequence[BenchEncoding],
    how: RunSettings,
    goal: Mode | None = None,
    solvers_file: str | None = None,
) -> str:
    """Return the text of a makefile with rules for each input in `sources` under each of the `encodings`: for the best
    solution of an input with an objective, if `how` asks for best solutions, else for a CNF.

    The head of the makefile runs each of the `solvers` on each of these, and makes a table of the answers.  how: limits
    and hints.  goal: of soft constraints.  solvers_file: the path of a solvers.yaml, None for none.  Raises UsageError
    for a name that a makefile cannot hold, for a goal that an input cannot have, and for an input that the makefile
    would overwrite.
    """
    try:
        return _makefile(sources, solvers, encodings, how, goal, solvers_file)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _makefile(
    sources: Sequence[BenchInput],
    solvers: Sequence[str],
    encodings: Sequence[BenchEncoding],
    how: RunSettings,
    goal: Mode | None,
    solvers_file: str | None,
) -> str:
    """Return the text of the makefile; `sources`, `solvers`, `encodings`, `how`, `goal` and `solvers_file` are as for
    `makefile`.

    Raises ValueError for a name that a makefile cannot hold.
    """
    rules: dict[str, str] = {}
    cnfs: list[str] = []
    encoded: list[str] = []
    words: list[str] = []
    inputs = {normpath(source.name) for source in sources}
    for source in sources:
        direction = _direction(source, goal) if how.objective else ""
        names: list[str] = []
        for each in [None] if source.is_cnf else encodings:
            cnf = _target(source, each, rules.keys() | inputs)
            names.append(cnf.removesuffix(".cnf"))
            if direction and each is not None:
                rules[cnf] = _best_rule(cnf.removesuffix(".cnf"), source, each, goal)
                continue
            rules[cnf] = _rule(cnf, source, each)
            cnfs.append(cnf)
            encoded += [] if each is None else [cnf]
        words.append(f"{direction or 'min'}:{','.join(names)}")
    stamps = [_stamp(name.removesuffix(".cnf"), rule) for name, rule in rules.items()]
    outputs = [f"{name.removesuffix('.cnf')}.{solver.replace(':', '-')}" for name in rules for solver in solvers]
    written = {RESULTS, OPTIONS, *stamps, *(f"{each}{suffix}" for each in outputs for suffix in WRITTEN)}
    written.update(name.replace(".cnf", ".map") for name in encoded)
    for name in sorted(written & inputs):
        raise UsageError(f"{name}: the Makefile would write this file, which is an input; expected another name")
    head = (
        Path(__file__)
        .with_name("head.mk")
        .read_text()
        .format(
            solvers=" ".join(map(for_word, solvers)),
            timeout=how.timeout,
            options=for_variable(for_shell(*_options(how, solvers_file))),
            solvers_file=_prerequisite(solvers_file or ""),
            rules=" ".join(stamps),
            inputs=" ".join(words),
            cnfs=" ".join(cnfs),
            encoded=" ".join(encoded),
            best=" ".join([name.removesuffix(".cnf") for name in rules if name not in cnfs]),
        )
    )
    texts = [rule.replace(STAMP, stamp) for rule, stamp in zip(rules.values(), stamps, strict=True)]
    return head + "\n" + "\n".join(texts)


def _stamp(name: str, rule: str) -> str:
    """Return the name of an empty file on which the file `name` of a rule depends, with a digest of the rule."""
    return f"{name}.{hashlib.sha256(rule.encode()).hexdigest()[:8]}.rule"


def _direction(source: BenchInput, goal: Mode | None) -> str:
    """Return `min` or `max` for the objective that an input has, or gets by the goal; '' if there is none, and for an
    input that cannot be read, whose rule says why.

    Raises UsageError, with the input's name, for a goal that the input cannot have.
    """
    if (source.is_cnf and goal is None) or source.name == "-":
        return ""
    try:
        found = read_input(source.name, source.kind, goal)
        objective = None if found.is_cnf else found.as_problem().objective
        return "" if objective is None else objective.goal[:3]
    except UsageError as error:
        raise UsageError(str(error) if source.name in str(error) else f"{source.name}: {error}") from None
    except Csp2SatError:
        return ""


def _target(source: BenchInput, encoding: BenchEncoding | None, taken: Collection[str]) -> str:
    """Return a file name for the CNF of an input under an encoding (None if the input is a CNF), with a number if the
    plain name is taken.

    taken: the file names in other rules of the makefile, and the inputs, which `make clean` must not remove.
    """
    name = for_target(stem(source.name), *([encoding.described()] if encoding else []))[:LONGEST]
    number, unique = 1, f"{name}.cnf"
    while unique in taken:
        number += 1
        unique = f"{name}-{number}.cnf"
    return unique


def _rule(cnf: str, source: BenchInput, encoding: BenchEncoding | None) -> str:
    """Return the rule that makes the file `cnf` from an input: by encoding it, or by a copy if it is a CNF already
    (`encoding` is None); and a line that says which file judges the answers to the CNF.  Raise ValueError for a name
    that a makefile cannot hold.
    """
    head, path = _made_from(cnf, cnf, source)
    if encoding is None:
        return f"{head}\tcp {path} $@\n"
    words = _words(source, encoding.formula())
    judge = ""
    if Path(source.name).is_file():
        judged_by = for_variable(for_shell("--source", for_argument(source.name)))
        judge = f"{cnf.removesuffix('.cnf')}.%.values: SOURCE = {judged_by}\n"
    return f"{head}\t$(CSP2SAT) encode {path} {words} -o $@\n{judge}"


def _best_rule(name: str, source: BenchInput, encoding: BenchEncoding, goal: Mode | None) -> str:
    """Return the rule that lets each solver search for the best solution of an input; `name` is what its files begin
    with.  Raise ValueError for a name that a makefile cannot hold.
    """
    targets = f"$(foreach s,$(SOLVERS),{name}.$(subst :,-,$(s)).out)"
    head, path = _made_from(f"{targets}: {name}.%.out", f"{name}.*.out", source)
    symmetry = "" if encoding.break_symmetry else f" {NO_SYMMETRY}"
    words = _words(source, encoding.options.described() + symmetry + (f" --{goal}" if goal else ""))
    return f"{head}\t@$(BEGIN) {path} {words} --solver $(call named,$*) $(END)\n"


def _made_from(target: str, files: str, source: BenchInput) -> tuple[str, str]:
    """Return the first line of the rule that makes a target from an input, and the path of the input as a word of the
    rule's commands.

    The rule depends on the file of the input, so that make sees an edit, unless make could misread the name; then a
    comment says which files to remove after an edit.
    """
    argument = for_argument(source.name)
    needed = _prerequisite(source.name)
    comment = "" if needed else f"# after an edit of the input remove {files}\n"
    return f"{comment}{target}: {STAMP}{needed}\n", for_recipe(argument)


def _prerequisite(path: str) -> str:
    """Return a blank and the path of a file as a prerequisite; '' if there is no such file, or make could misread the
    path.
    """
    needed = for_prerequisite(for_argument(path)) if Path(path).is_file() else ""
    return needed and f" {needed}"


def _words(source: BenchInput, options: str) -> str:
    """Return the words of a command that follow the input: its kind, if that was given, and an encoding's options."""
    kind = ["--from", source.kind] if source.kind else []
    return " ".join(map(for_recipe, [*kind, "--encoding", *shlex.split(options)]))


def _options(how: RunSettings, solvers_file: str | None) -> list[str]:
    path = for_argument(solvers_file) if solvers_file else None
    pairs = (("--solvers", path), ("--memory", how.memory), ("--seed", how.seed), ("--threads", how.threads))
    words = [word for name, value in pairs if value is not None for word in (name, str(value))]
    return words + [f"--solver-arg={extra}" for extra in how.extra]
