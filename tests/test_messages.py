"""The collector of messages, on a made-up tree: which texts it finds, under which names, and which break a rule."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from messages import findings, messages, texts_of

TEXTS = {  # the code of a file, and its texts
    "an error": ("raise InputError('the domain is empty', place)\n", ["the domain is empty"]),
    "a part": ("found = source.error(f'no size; {usage}' if x else 'no rows', at)\n", ["no size; {usage}", "no rows"]),
    "one word": ("print('unique')\n", []),
    "a docstring": ('"""A file of texts."""\n\n\ndef f():\n    """Return two words."""\n', []),
    "a docstring of an alias": ('Name = str\n"""The name of a thing."""\n', []),
    "a command": ('@reporting\ndef solve():\n    """Solve a problem."""\n', ["Solve a problem."]),
    "the help of an option": (
        "def solve(seed: Annotated[int, Option('--seed', help='The random seed.')]): pass\n",
        ["The random seed."],
    ),
    "a hole": ("f'{x} is empty'\nf'{a.b} is empty'\n", ["{x} is empty", "{b} is empty"]),
    "a hole with a call": (
        "f'{shown(x)} is empty'\nf'{usage()} is right'\n",
        ["{x} is empty", "{usage} is right"],
    ),
    "a hole with a join": ("f\"there are {', '.join(map(str, names))} here\"\n", ["there are {names} here"]),
    "a hole with arithmetic": ("f'row {row + 1} is short'\n", ["row {row} is short"]),
    "a hole without a name": ("f'the line {1 + 1} is short'\n", ["the line {...} is short"]),
    "a text within a hole": ("f\"the line {'ends here' if x else ''}\"\n", ["the line {x}", "ends here"]),
    "a sum": ("'the file ' + path + ' is empty'\n", ["the file {path} is empty"]),
    "adjacent strings": ("error('the file '\n      'is empty')\n", ["the file is empty"]),
    "a page": ("x = '<p class=\"a\">The only solution.</p>'\n", ["The only solution."]),
    "markup alone": ('\'<div class="wide" role="region">\'\n', []),
    "a style sheet": ("x = '<style>body { color: red; margin: auto }</style>'\n", []),
    "a pattern": ("x = re.compile('the (size|width) of')\ny = r'size \\d+ of board'\n", []),
    "a board": ("SAMPLE = '; Masyu Puzzle\\nsize 3 1\\n- 0 -\\n'\n", []),
    "a command line": ("x = 'csp2sat solve board.txt --seed 7'\n", ["csp2sat solve board.txt --seed 7"]),
    "code": ("x = 'f(x, y) == 3'\n", []),
}


@pytest.mark.parametrize(("code", "texts"), TEXTS.values(), ids=TEXTS)
def test_texts(code: str, texts: list[str]) -> None:
    assert [text for _, text in texts_of(ast.parse(code))] == texts


FINDINGS = {  # a message, and the kinds of its findings
    "what is wrong and expected": ("'x' is no number; expected an integer from 1 to 9", []),
    "a banned word": ("the solver said UNSAT", ["banned word"]),
    "so many": ("So many boards.", ["banned word"]),
    "a banned word in a hole": ("{said} is no number", []),
    "a banned word in quotes": ("`said` is no number", []),
    "a longer word": ("an outlook of the seamless", []),
    "there": ("expected a folder that is there", ["riddle"]),
    "not there": ("{solver} is not there", ["riddle"]),
    "what": ("Limits, and what is printed", ["riddle"]),
    "say an option": ("the suffix is unknown; say --to FORMAT", ["riddle"]),
    "Of": ("Of the board.", ["opening"]),
    "a later opening": ("The board. As usual.", ["opening"]),
    "of": ("build.alternative of no interval", []),
    "a pronoun first": ("it has no rows", ["no noun"]),
    "a pronoun later": ("expected its map", ["no noun"]),
    "a pronoun after a noun": ("the board is short: it has no rows", []),
    "a pronoun after a hole": ("{name} is taken: it is a variable", []),
    "a pronoun after a plural": ("files belong to their folder", []),
    "a continued text": ("; it has no rows", []),
    "two": ("it is told", ["banned word", "no noun"]),
}


def planted(root: Path, files: dict[str, str]) -> Path:
    """Write the files of a package, by their paths in it, and return the root of the checkout."""
    for name, text in files.items():
        path = root / "csp2sat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(("message", "kinds"), FINDINGS.values(), ids=FINDINGS)
def test_findings(message: str, kinds: list[str], tmp_path: Path) -> None:
    root = planted(tmp_path, {"a.py": f"raise Wrong({message!r})\n"})
    assert [each.kind for each in findings(root)] == kinds


def test_places(tmp_path: Path) -> None:
    files = {"b/c.py": "x = 1\nnote('two\\nlines')\n", "a.py": "\n\nnote('it is told')\n"}
    root = planted(tmp_path, files)
    assert list(map(str, messages(root))) == ["csp2sat/a.py:3: it is told", "csp2sat/b/c.py:2: two\\nlines"]
    assert list(map(str, findings(root))) == [
        "csp2sat/a.py:3: banned word: told: it is told",
        "csp2sat/a.py:3: no noun: it: it is told",
    ]
