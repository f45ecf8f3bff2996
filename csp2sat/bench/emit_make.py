"""A benchmark as a Makefile: files and rules that anybody can run, edit and take apart."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ..encoder.encoder import EncoderOptions, describe
from ..solving.inputs import stem
from .plan import RunSettings
from .sources import BenchInput


def makefile(
    sources: Sequence[BenchInput], solvers: Sequence[str], encodings: Sequence[EncoderOptions], how: RunSettings
) -> str:
    """The text: a CNF for each input and encoding, an answer for each with each solver, and a table of them."""
    rules = []
    used: Counter[str] = Counter()
    for source in sources:
        for each in [None] if source.is_cnf else encodings:
            parts = [stem(source.name), *([describe(each)] if each else [])]
            name = ".".join(map(_word, parts))
            used[name] += 1
            unique = f"{name}-{used[name]}" if used[name] > 1 else name
            rules.append((f"{unique}.cnf", _rule(f"{unique}.cnf", source, each)))
    head = (
        Path(__file__)
        .with_name("head.mk")
        .read_text()
        .format(
            solvers=" ".join(solvers),
            timeout=how.timeout,
            options=_escaped(shlex.join(_options(how))),
            cnfs=" ".join(name for name, _ in rules),
        )
    )
    return head + "\n" + "\n".join(rule for _, rule in rules)


def _rule(cnf: str, source: BenchInput, encoding: EncoderOptions | None) -> str:
    kind = ["--from", source.kind] if source.kind else []
    path = _escaped(shlex.quote(source.name))
    if encoding is None:
        return f"{cnf}:\n\tcp {path} $@\n"
    words = describe(encoding).split(" ", 1)
    options = _escaped(" ".join([shlex.join([*kind, "--encoding", words[0]]), *words[1:]]))
    return f"{cnf}:\n\t$(CSP2SAT) encode {path} {options} -o $@\n"


def _options(how: RunSettings) -> list[str]:
    pairs = (("--memory", how.memory), ("--seed", how.seed), ("--threads", how.threads))
    words = [word for name, value in pairs if value is not None for word in (name, str(value))]
    return words + [word for extra in how.extra for word in ("--solver-arg", extra)]


def _escaped(text: str) -> str:
    return text.replace("$", "$$").replace("#", "\\#")


def _word(text: str) -> str:
    """As a part of a file's name."""
    return "".join(c if c.isalnum() or c in "-_=" else "-" for c in text)
