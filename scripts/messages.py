"""The texts that a user of the package can see, read from its source, and those that break a rule of CONTRIBUTING.

    python scripts/messages.py [FOLDER]              print each text, `PATH:LINE: TEXT`, of a checkout
    python scripts/messages.py --findings [FOLDER]   print those that break a rule, with the kind and the words

A text is a string of at least two English words that is no docstring: messages of errors, warnings, notes, help,
progress, pages and phrases of explanations, also in parts.  The docstring of a command is one, too, for it is the
command's help.  No user sees the patterns of `re`, the names of types and boards of samples, which are left out, as
are markup and style sheets of pages.  A hole of an f-string is `{NAME}`, after the name of what it is filled with.

The kinds of findings:

    banned word   a word of VAGUE
    riddle        a phrase of RIDDLES, such as "that is there"
    opening       the text begins with a word of OPENINGS, in a capital letter, or so does a later sentence
    no noun       a pronoun that stands where no noun, no name and no hole has stood before it
"""

from __future__ import annotations

import argparse
import ast
import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from words import OPENINGS, VAGUE

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "csp2sat"
COMMAND = "reporting"  # the decorator of commands, whose docstrings are help
BOARD = re.compile(r"\s*; .* Puzzle\b.*\nsize ")
LATIN = re.compile(r"(?<![\w\\%$@(<{&.-])[A-Za-z][a-z]+(?![\w\\({>=])")
MARKUP = re.compile(r"<style>.*?</style>|<script>.*?</script>|<[!/]?[a-z][^<>]*>", re.DOTALL | re.IGNORECASE)
PATTERN = re.compile(r"\\[sdwbSDWB]|\(\?|\[\^|\]\*|\)\*|\.\*")  # what regular expressions have, and no message
HOLE_OR_QUOTED = re.compile(r"\{[^{}]*\}|`[^`]*`|'[^' ]*'|\"[^\"]*\"")
RIDDLES = re.compile(
    r"\b(?:(?:that|which|those) (?:is|are) there|(?:is|are) not there|those that|such (?:ones?|a one)|of such|"
    r"what (?:is|was|are|there|they|it)|(?:save it|say|do|did|does|is) so|so that there|would (?:do|for)|and yet)\b|"
    r"\bsay -",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"[{`']|\b(?:an?|the|this|these|each|every|no|one|two|all|several|some|any|another|other) +[a-z{`'\"-]|\b[A-Z]"
    r"|\b[a-z]+s\b"
)
PRONOUN = re.compile(r"\b(?:it|its|they|them|their|those|one of both|such|who|whoever)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?:^|[.!?] +|\n)([A-Z][a-z]*)\b")


class Text(NamedTuple):
    """A text that a user can see: its file in the checkout, its line, and itself with `{NAME}` for each hole."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}".replace("\n", "\\n")


class Finding(NamedTuple):
    """A text that breaks a rule: the text, the kind of the finding, and the words that show it."""

    text: Text
    kind: str
    words: str

    def __str__(self) -> str:
        where = f"{self.text.path}:{self.text.line}"
        return f"{where}: {self.kind}: {self.words}: {self.text.text}".replace("\n", "\\n")


def messages(root: Path) -> Iterator[Text]:
    """Yield the texts of a checkout's package, file by file."""
    for path in sorted((root / PACKAGE).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        yield from (Text(name, line, text) for line, text in texts_of(ast.parse(path.read_text())))


def texts_of(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the texts of a file, as pairs of a line and a text, by their lines."""
    reader = _Reader()
    reader.visit(tree)
    return sorted(reader.found, key=lambda each: each[0])


def findings(root: Path) -> Iterator[Finding]:
    """Yield the findings of a checkout's texts, at most one of each kind for each text."""
    checks = {"banned word": _banned, "riddle": _riddle, "opening": _opening, "no noun": _no_noun}
    for text in messages(root):
        found = ((kind, check(text.text)) for kind, check in checks.items())
        yield from (Finding(text, kind, words) for kind, words in found if words)


class _Reader(ast.NodeVisitor):
    """A walk through a file that collects its texts in `found`."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def visit(self, node: ast.AST) -> None:
        """Visit a node: enter it as a text if it is one, and its parts that may hold other texts."""
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            self._enter(node.body[0].lineno, ast.get_docstring(node) or "")
        if isinstance(node, ast.Call) and _is_of_re(node):
            for keyword in node.keywords:
                self.visit(keyword)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        elif isinstance(node, ast.expr) and (text := _text(node)) is not None:
            self._enter(node.lineno, text)
            for hole in _holes(node):
                self.visit(hole)
        else:
            self.generic_visit(node)

    def _enter(self, line: int, text: str) -> None:
        plain = MARKUP.sub(" ", text)
        words = LATIN.findall(HOLE_OR_QUOTED.sub("``", plain))
        if len(words) >= 2 and not PATTERN.search(plain) and not BOARD.match(plain):
            self.found.append((line, text if plain == text else " ".join(plain.split())))


def _text(node: ast.expr) -> str | None:
    """Return the text of a string, of an f-string or of a sum with one, with `{NAME}` for each hole; else None."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or _hole(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_text(node.left), _text(node.right)]
        if parts != [None, None]:
            return "".join(
                _hole(side) if part is None else part for side, part in zip((node.left, node.right), parts, strict=True)
            )
    return None


def _holes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions in the holes of a text."""
    if isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    elif isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            yield from _holes(side) if _text(side) is not None else (side,)


def _hole(node: ast.expr) -> str:
    return f"{{{_name(node.value if isinstance(node, ast.FormattedValue) else node) or '...'}}}"


def _name(node: ast.AST) -> str:
    """Return the name of what an expression gives: of a call the first argument with a name, else the function."""
    if isinstance(node, ast.Name):
        return "" if hasattr(builtins, node.id) else node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    children = [*node.args, node.func] if isinstance(node, ast.Call) else [*ast.iter_child_nodes(node)]
    return next(filter(None, map(_name, children)), "")


def _is_of_re(call: ast.Call) -> bool:
    return bool(re.match(r"re\.|word_pattern$|cast$|TypeVar$|ContextVar$|getLogger$", ast.unparse(call.func)))


def _is_command(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == COMMAND for each in node.decorator_list)


def _banned(text: str) -> str:
    found = VAGUE.search(HOLE_OR_QUOTED.sub("``", text))
    return found[0] if found else ""


def _riddle(text: str) -> str:
    found = RIDDLES.search(text)
    return found[0] if found else ""


def _opening(text: str) -> str:
    return next((match[1] for match in SENTENCE.finditer(text) if match[1] in OPENINGS), "")


def _no_noun(text: str) -> str:
    """Return the first pronoun that has no noun before it; a text that continues another one has its nouns there."""
    found = PRONOUN.search(text)
    continues = not text.lstrip(" ")[:1].isalnum() or text[:1] == " "
    return found[0] if found and not continues and not NAMED.search(text[: found.start()]) else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--findings", action="store_true", help="print those that break a rule")
    options = parser.parse_args()
    for each in findings(options.folder) if options.findings else messages(options.folder):
        print(each)
    return 0


if __name__ == "__main__":
    sys.exit(main())
