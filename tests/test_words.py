"""The meter of docstrings, on made-up files: each rule finds what breaks it, and leaves what keeps it."""

from __future__ import annotations

import ast

import pytest
from words import VERBS, findings

FOUND = {  # the text of a file, and the kinds of its findings
    "a verb": ('def f():\n    """Return the least value."""\n', []),
    "a noun": ('def f():\n    """The least value."""\n', ["first word"]),
    "a verb in the third person": ('def f():\n    """Returns the least value."""\n', ["first word"]),
    "a verb in lower case": ('def f():\n    """return the least value."""\n', ["first word"]),
    "a predicate": ('def f():\n    """Whether the value is least."""\n', []),
    "a question": ('def f():\n    """Is the value least?"""\n', ["first word"]),
    "a property": ('class A:\n    """Things."""\n\n    @property\n    def f(self):\n        """The least."""\n', []),
    "a property of something": (
        'class A:\n    """Things."""\n\n    @cached_property\n    def f(self):\n        """Of all the least."""\n',
        ["first word"],
    ),
    "a class": ('class A:\n    """Of an integer."""\n', ["first word"]),
    "a file": ('"""What a search is."""\n', ["first word"]),
    "no docstring": ("def f():\n    pass\n", []),
    "a later opening": ('"""A search.\n\nOf two solvers one goes on.\n"""\n', ["opening"]),
    "an opening after a colon": ('"""A search.  Note: As before."""\n', ["opening"]),
    "a word within a sentence": ('"""A search, as before.  The bound of it."""\n', []),
    "a pronoun": ('"""A search.  It ends."""\n', ["no noun"]),
    "a riddle": ('def f():\n    """Return so many values."""\n', ["no noun"]),
    "an unnamed number": ('def f(sink, a: int, b):\n    """Add clauses."""\n', ["parameters"]),
    "a named number": ('def f(sink, a: int, b):\n    """Add `a` times the literal b."""\n', []),
    "what its type explains": ('def f(self, board: Board, sink: Sink, graph: Graph):\n    """Add clauses."""\n', []),
    "an option": ('def f(to: Annotated[str, Option("--to")], board: Board, x: options.Max):\n    """Write."""\n', []),
    "two parameters": ('def f(self, a: int, b: int):\n    """Add clauses."""\n', []),
    "several": ('def f(a, b, c):\n    """It is so.  Of these one."""\n', ["first word", "opening", "parameters"]),
}


@pytest.mark.parametrize(("text", "kinds"), FOUND.values(), ids=FOUND)
def test_findings(text: str, kinds: list[str]) -> None:
    assert [each.kind for each in findings(ast.parse(text))] == kinds


def test_a_finding_has_the_line_of_its_docstring() -> None:
    text = 'def f():\n    """Return 1."""\n\n\ndef g():\n    """The number."""\n'
    assert [(each.line, each.words) for each in findings(ast.parse(text))] == [(6, "The")]


def test_verbs_are_words_in_lower_case() -> None:
    assert all(verb.isalpha() and verb.islower() for verb in VERBS.split())
