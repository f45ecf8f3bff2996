"""The imports of a package, read from its text: which file imports which, and where they go round in circles."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType

Graph = Mapping[str, set[str]]
PARTS = ("body", "handlers", "orelse", "finalbody", "cases")  # of a statement: what has statements


def imports(
    package: str, relative: PurePosixPath, text: str | ast.Module, types: bool = True
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The line and the dotted name of each import of a file, wherever it stands in it.

    package: name of the package that the file belongs to; relative: its path in there.  text: the file's, or its tree.
    `from .x import y` in `package/a/b.py` gives (package, a, x, y).  types: those below `if TYPE_CHECKING:` too, which
    are never run.
    """
    folder = (package, *relative.parent.parts)
    for node in _statements(ast.parse(text) if isinstance(text, str) else text, types):
        if isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else ()
            module = (*base, *(node.module or "").split("."))
            for name in node.names:
                yield node.lineno, (*filter(None, module), name.name)
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, tuple(name.name.split("."))


def _statements(node: ast.AST, types: bool) -> Iterator[ast.AST]:
    """Yield a node and the statements below it, which is much faster than all nodes; no imports are in expressions.

    types: those below `if TYPE_CHECKING:`, too.
    """
    yield node
    parts = PARTS
    if not types and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        parts = ("orelse",)
    for part in parts:
        for below in getattr(node, part, ()):
            yield from _statements(below, types)


def import_graph(
    package: Path, types: bool = True, trees: Mapping[str, ast.Module] = MappingProxyType({})
) -> dict[str, set[str]]:
    """For each file of a package the files of the package that it imports; paths relative to the package.

    types: see `imports`.  trees: those of files that are parsed already, by their paths.  The package's own
    `__init__.py` is left out: it stands for the whole.
    """
    files = {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    graph: dict[str, set[str]] = {name: set() for name in sorted(files - {"__init__.py"})}
    for name in graph:
        text = trees.get(name) or (package / name).read_text()
        for _, target in imports(package.name, PurePosixPath(name), text, types):
            if target[0] == package.name:
                graph[name] |= {found for found in _files_of(target[1:], files) if found in graph and found != name}
    return graph


def _files_of(target: tuple[str, ...], files: set[str]) -> list[str]:
    """The file that a dotted name means, whose last part may be a name inside of it."""
    for length in (len(target), len(target) - 1):
        stem = "/".join(target[:length])
        for name in (f"{stem}.py", f"{stem}/__init__.py"):
            if name in files:
                return [name]
    return []


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """The import circles in and between folders, each as the sorted paths of those that import each other.

    In each folder its files and its folders (a folder: all that is below) are looked at as one graph; a circle is a
    strongly connected component of it that has more than one part.
    """
    return sorted(circle for folder in _folders(graph) for circle in _components(_level(graph, folder)))


def _folders(graph: Graph) -> set[str]:
    return {parent.as_posix() for name in graph for parent in PurePosixPath(name).parents}


def _level(graph: Graph, folder: str) -> dict[str, set[str]]:
    """The graph of what lies directly in a folder."""
    level: dict[str, set[str]] = defaultdict(set)
    inside = "" if folder == "." else f"{folder}/"
    for name, targets in graph.items():
        if part := _part(name, inside):
            level[part] |= {other for target in targets if (other := _part(target, inside)) and other != part}
    return level


def _part(name: str, inside: str) -> str:
    """The file or folder, directly in the folder with the prefix `inside`, that a file is or lies in; "" if none."""
    return inside + name[len(inside) :].partition("/")[0] if name.startswith(inside) else ""


def _components(graph: Graph) -> set[tuple[str, ...]]:
    """The strongly connected components of more than one node."""
    reach = {node: _reached(graph, node) for node in graph}
    return {
        tuple(sorted(other for other in reach[node] if node in reach[other])) for node in graph if node in reach[node]
    }


def _reached(graph: Graph, start: str) -> set[str]:
    """What can be reached from a node over at least one edge."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = graph.get(todo.pop(), set()) - found
        found |= new
        todo += new
    return found
