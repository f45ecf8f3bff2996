"""A file of the package: its syntax tree, and what is counted in it alone; `house.py` has the figures of all files."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from words import VAGUE

PARTS = ("PUZZLE", "MAKER", "CONSTRAINT", "ENCODING", "LANGUAGE", "RULE")
NAME_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # of `_lookFor`, `look_for`: the words
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class File:
    """A file of the package: its path in there, its text and its syntax tree."""

    def __init__(self, package: Path, path: Path):
        self.path = path.relative_to(package)
        self.text = path.read_text()
        self.tree = ast.parse(self.text)
        self.lines = len(self.text.splitlines())

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the syntax tree."""
        return list(ast.walk(self.tree))

    @cached_property
    def part(self) -> str:
        """The constant, of PARTS, that makes this file a part; or ""."""
        names = {name for node in self.tree.body for name, value in assigned(node) if isinstance(value, ast.Call)}
        return next((constant for constant in PARTS if constant in names and self.path.stem != "spec"), "")

    @cached_property
    def docstrings(self) -> list[ast.Constant]:
        """The docstrings."""
        bodies = (node.body for node in self.nodes if isinstance(node, DOCUMENTED))
        first = (body[0].value for body in bodies if body and isinstance(body[0], ast.Expr))
        return [text for text in first if isinstance(text, ast.Constant) and isinstance(text.value, str)]

    @cached_property
    def lines_undocumented(self) -> int:
        """The number of lines without those of docstrings, which are as long as a stranger needs them."""
        return self.lines - sum((text.end_lineno or 0) - text.lineno + 1 for text in self.docstrings)

    def code_lines(self) -> int:
        """Lines with code."""
        return len(self._told_lines[0])

    def vague(self) -> set[int]:
        """Return the numbers of the lines with a word of VAGUE in an identifier, a docstring or a comment."""
        return self._told_lines[1]

    @cached_property
    def _told_lines(self) -> tuple[set[int], set[int]]:
        """The numbers of the lines with code, and of those with vague words."""
        documented = {(text.lineno, text.col_offset) for text in self.docstrings}
        code: set[int] = set()
        found: set[int] = set()
        for kind, text, start, end, _ in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if kind not in NO_CODE:
                code.update(range(start[0], end[0] + 1))
            if kind == tokenize.NAME:
                text = " ".join(NAME_PARTS.findall(text))
            elif kind != tokenize.COMMENT and start not in documented:
                continue
            found.update(start[0] + text.count("\n", 0, match.start()) for match in VAGUE.finditer(text))
        for told in self.docstrings:
            code -= set(range(told.lineno, (told.end_lineno or 0) + 1))
        return code, found

    def lines_of(self, constant: str) -> int:
        """How many lines say what a constant is."""
        nodes = (node for node in self.tree.body for name, _ in assigned(node) if name == constant)
        return sum((node.end_lineno or 0) - node.lineno + 1 for node in nodes)

    @cached_property
    def imported(self) -> set[str]:
        """The names that imports of the file bind."""
        nodes = (node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom))
        return {alias.asname or alias.name for node in nodes for alias in node.names}

    @cached_property
    def said(self) -> set[str]:
        """The names of attributes, fields, parameters and keywords, and texts of one word, without dashes before it."""
        found: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.arg | ast.keyword):
                found.add(node.arg or "")
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.removeprefix("--"))
            elif isinstance(node, ast.ClassDef):
                found |= {ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)}
        return found

    def places(self, texts: set[str], modules: set[str], classes: set[str]) -> int:
        """Return how many functions, or other statements, name a part.

        texts: constants that name a part; modules: modules whose import, or the use of which, does; classes: those for
        which `isinstance` asks.  A variable of the same name is no name of the part.
        """
        documented = set(map(id, self.docstrings))

        def named(node: ast.AST) -> bool:
            if isinstance(node, ast.Import | ast.ImportFrom):
                return not modules.isdisjoint(_modules(node))
            if isinstance(node, ast.Name):
                return node.id in modules and node.id in self.imported
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                return not classes.isdisjoint(re.findall(r"\w+", ast.unparse(node.args[1])))
            return isinstance(node, ast.Constant) and id(node) not in documented and node.value in texts

        return sum(any(map(named, ast.walk(place))) for place in _places(self.tree))


def _modules(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Return the parts of all dotted names of an import statement."""
    base = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
    return {*base, *(part for alias in node.names for part in alias.name.split("."))}


def assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name to which a statement assigns a value, with the value; nothing for another statement."""
    if isinstance(node, ast.Assign):
        yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        yield node.target.id, node.value


def _places(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    """Functions, and the statements outside of them."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _places(node)
        else:
            yield node
