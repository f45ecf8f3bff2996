"""Write the man pages `csp2sat.1` and `csp2sat-xcsp3.1` from the help of the commands.

    python scripts/make_man.py [--check]

--check: write nothing; exit code 1 if a page is not what it should be.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "csp2sat"
sys.path.insert(0, str(ROOT))
os.environ.pop("CSP2SAT_SOLVERS", None)

from typer.main import get_command  # noqa: E402

from csp2sat import __version__  # noqa: E402
from csp2sat.cli.app import BELOW, COMMANDS, EXIT_CODES, app_for  # noqa: E402
from csp2sat.cli.app import csp2sat as top  # noqa: E402
from csp2sat.cli.competition.options import USAGE  # noqa: E402
from csp2sat.cli.panels import layout  # noqa: E402


def text_of() -> str:
    """What the page of `csp2sat` should be."""
    commands = [(name, _command([name])) for name in COMMANDS]
    commands += [(" ".join(words), _command(list(words))) for words in BELOW]
    parts = [
        f'.TH CSP2SAT 1 "" "csp2sat {__version__}" "User commands"',
        f".SH NAME\ncsp2sat \\- {_plain(str(top.__doc__)).rstrip('.')}",
        ".SH SYNOPSIS\n.B csp2sat\n.I COMMAND\n[options] arguments",
        ".SH COMMANDS",
        *(text for name, command in commands for text in _section(name, command)),
        f".SH EXIT STATUS\n{_plain(EXIT_CODES)}",
    ]
    return "\n".join(parts) + "\n"


def text_of_competition() -> str:
    """What the page of `csp2sat-xcsp3` should be: its usage, whose lines of flags stand as they are."""
    head, about, *rest = USAGE.split("\n\n")
    parts = [
        f'.TH CSP2SAT-XCSP3 1 "" "csp2sat {__version__}" "User commands"',
        ".SH NAME\ncsp2sat-xcsp3 \\- answer an instance by the protocol of the XCSP3 competition",
        f".SH SYNOPSIS\n.B {_plain(head.removeprefix('usage: '))}",
        f".SH DESCRIPTION\n{_plain(about)}",
        ".SH OPTIONS\n.nf",
        *(".PP\n" + "\n".join(map(_line, part.splitlines())) for part in rest[:-1]),
        f".fi\n.SH EXIT STATUS\n{_plain(rest[-1])}",
        ".SH SEE ALSO\n.BR csp2sat (1)",
    ]
    return "\n".join(parts) + "\n"


def _line(text: str) -> str:
    """A line with its blanks, which troff takes as it is."""
    return "\\&" + text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def _command(words: list[str]) -> Any:
    found: Any = get_command(app_for(words))
    for word in words:
        found = found.commands[word]
    return found


def _section(name: str, command: Any) -> Iterator[str]:
    context = command.context_class(command, info_name=f"csp2sat {name}")
    arguments = " ".join(each.make_metavar(context) for each in command.params if each.param_type_name == "argument")
    yield f".SS csp2sat {name}\n.B csp2sat {name}\n[options] {_plain(arguments)}"
    for paragraph in (command.help or "").split("\n\n"):
        yield f".PP\n{_plain(paragraph)}"
    for title, records, example in layout(command, context):
        yield f".PP\n.I {_plain(title)}"
        for term, words in records:
            yield f".TP\n.B {_plain(term)}\n{_plain(words)}"
        if example:
            yield f".PP\nExample:\n.B {_plain(example)}"


def _plain(text: str) -> str:
    """One line that troff takes as it is."""
    line = re.sub(r"\s+", " ", text).strip().replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{line}" if line.startswith(".") else line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = False
    for name, text in (("csp2sat.1", text_of()), ("csp2sat-xcsp3.1", text_of_competition())):
        page = PAGES / name
        if page.exists() and page.read_text() == text:
            continue
        stale = True
        print(f"{name} {'is not what it should be: run scripts/make_man.py' if check else 'is written'}")
        if not check:
            page.write_text(text)
    return int(check and stale)


if __name__ == "__main__":
    sys.exit(main())
