"""No way around `escaping.py`: what goes past it to a terminal, a page or a shell is listed, with its reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import csp2sat

ROOT = Path(csp2sat.__file__).parent
EXCEPTIONS = {  # what is searched for, and the files that may have it
    r"\bprint\(|sys\.std(out|err)\.write": {  # outside cli, where `sys.stdout` and `sys.stderr` are `Inert`
        "base/plugins.py": "what parts of the user's print goes to stderr, whose stream is inert",
        "runner/session/embedded.py": "a solver's own process: numbers, and messages that our runner reads and escapes",
        "runner/session/maxsat.py": "a solver's own process: numbers",
        "reasoning/search/finder.py": "a process of its own: JSON that our reader of steps reads",
        "solving/trace.py": "on stderr of the command, which is Inert",
        "bench/report/text.py": "the stream that the command gives; names are escaped",
        "__init__.py": "an example in the documentation",
    },
    r"\bobeyed\b|\.buffer\b|__std(out|err)__|os\.write\([12],": {
        "cli/streams.py": "the place itself",
        "cli/many/run.py": "stdin, as bytes for a worker",
        "cli/progress.py": "the line that turns: a phase, and texts that were escaped",
        "cli/show/bench_progress.py": "rich: titles and reasons are escaped, markup is off",
        "cli/show/bench_report.py": "rich: names are escaped in bench/report/text.py",
        "cli/show/manual.py": "rich: the package's own manual",
        "cli/show/measuring.py": "rich: cells are escaped, markup is off",
        "cli/commands/solvers.py": "rich: cells are escaped, markup is off",
        "cli/show/drawings.py": "pictures: PNG, and SVG and HTML whose texts are escaped",
        "base/files.py": "stdin; and copies of CNFs to stdout: numbers and comments of ours",
        "encoder/files.py": "CNFs on stdout: numbers and comments of ours",
        "base/interpreter.py": "`_leave`, before a command runs",
    },
    r"from html import escape|saxutils|html\.escape\(": {},
    r"shlex\.(quote|join)|from shlex import|shell=True|os\.system\(": {"escaping.py": "the place itself"},
    r"ensure_ascii=False": {
        "cli/json_lines.py": "through for_json",
        "api/writing/common_result.py": "through for_json",
        "bench/store.py": "through for_json",
        "decoder/map_file.py": "names were checked when they were declared",
        "bench/report/html.py": "through for_json",
    },
}


def found(pattern: str) -> set[str]:
    """The files that have it in their code."""
    files = set()
    for path in ROOT.rglob("*.py"):
        code = "\n".join(line.partition("  #")[0] for line in path.read_text().splitlines())
        if re.search(pattern, code):
            files.add(str(path.relative_to(ROOT).as_posix()))
    return files


@pytest.mark.parametrize("pattern", EXCEPTIONS)
def test_only_these_go_around_it(pattern: str) -> None:
    files = found(pattern)
    if pattern.startswith(r"\bprint"):
        files = {name for name in files if not name.startswith("cli/")}
    assert files == set(EXCEPTIONS[pattern])


def test_every_command_has_inert_streams() -> None:
    named = ("fzn", "sugar", "competition")
    entries = {"__main__.py": "concluding(", **{f"cli/{name}/command.py": "reporting(" for name in named}}
    for name, call in entries.items():
        assert call in (ROOT / name).read_text()
    modules_of = {name.replace("command.py", "__main__.py") for name in entries}  # which import them at their start
    assert all("from .command import main" in (ROOT / name).read_text() for name in modules_of - {*entries})
    named = (ROOT.parent / "pyproject.toml").read_text().partition("[project.scripts]")[2].partition("\n[")[0]
    modules = {line.partition('"')[2].partition(":")[0] for line in named.strip().splitlines() if "=" in line}
    assert {f"{module.removeprefix('csp2sat.').replace('.', '/')}.py" for module in modules} == modules_of
