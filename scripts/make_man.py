"""Write the man page `csp2sat.1` from the help of the commands.

    python scripts/make_man.py [--check]

--check: write nothing; exit code 1 if the page is not what it should be.
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
PAGE = ROOT / "csp2sat/csp2sat.1"
sys.path.insert(0, str(ROOT))
os.environ.pop("CSP2SAT_SOLVERS", None)

from typer.main import get_command  # noqa: E402

from csp2sat import __version__  # noqa: E402
from csp2sat.cli.app import BELOW, COMMANDS, EXIT_CODES, app_for  # noqa: E402
from csp2sat.cli.app import csp2sat as top  # noqa: E402
from csp2sat.cli.panels import layout  # noqa: E402


def text_of() -> str:
    """What the page should be."""
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
    text = text_of()
    same = PAGE.exists() and PAGE.read_text() == text
    if not same:
        print(f"{PAGE.name} {'is not what it should be: run scripts/make_man.py' if check else 'is written'}")
        if not check:
            PAGE.write_text(text)
    return int(check and not same)


if __name__ == "__main__":
    sys.exit(main())
