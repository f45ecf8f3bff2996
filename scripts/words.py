"""The meter of docstrings: which ones break the rules that CONTRIBUTING states, as far as a program can tell.

`scripts/house.py --words` prints what this file finds; it is not run by itself.  The judge of a docstring is a reader
who does not see the code; the meter finds only what such readers stumbled over most.

The kinds of findings:

    first word      a function's docstring begins with a verb of VERBS, or with "Whether"; a property's may be a noun
                    phrase, too; the docstring of a class or file does not begin with a preposition or a pronoun
    opening         a later sentence opens with a word of OPENINGS
    no noun         a sentence begins with a pronoun, or has a phrase of RIDDLES
    parameters      of a function with more than two parameters the docstring leaves one out that neither its name nor
                    its type explains: one with a name of at most two letters, or with a type of TYPES_OF_DATA
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

VERBS = """
abandon accept activate add adjust adopt advance align allow answer append apply arrange ask assert assign assume
attach balance begin bind bound branch break bring build cache call cancel cap carry change check choose clear close
collect colour combine compare compile complete compute connect constrain construct consume continue convert copy
correct count cover crash create cut decide declare decode decrease deduce define defer delete deliver derive
describe detach detect determine diagnose discard display divide double draw drop duplicate eliminate emit enable
encode end ensure enter enumerate escape establish estimate evaluate examine exchange exclude execute exit expand
expect explain export extend extract fail fetch fill filter find finish fix flatten flush fold follow forbid force
forget fork format forward freeze gather generate get give go group grow guard guess halve handle hash hide hold
identify ignore import improve increase index infer inform inherit initialise insert inspect install interpret
intern intersect introduce invert iterate join judge jump keep kill label launch lay leave lengthen let limit link
list listen load locate lock log look lower make map mark match measure memorize merge mirror modify move multiply
name narrow negate normalise normalize note notify number offer omit open optimize order pack pad paint parse
partition pass patch pause perform permute pick place plan play plot pop postpone predict prefer prefix prepare
prescribe preserve press print probe process produce project promise propagate prove provide prune publish pull push
put quote raise randomize rank read rebuild recall receive recognise recognize record recover reduce refer refine
reflect refuse refute register reject release reload remember remove rename render renumber repair repeat replace
reply report represent request require reserve reset resize resolve restart restore restrict resume retry return
reuse reverse revert rewrite rotate round run sample satisfy save say scale scan schedule score search select send
separate serialize serve set settle shade share shift shorten show shrink shuffle shut signal simplify skip slice
solve sort specify spell spend split spread square stand start state step stop store stream strengthen strip
subtract suggest sum summarize supply suppress swap switch take tell terminate test tie time tokenize trace
translate traverse treat trim try turn twist undo unify unite unlock unpack unregister unwind update use validate
verify visit wait walk warn watch weaken weigh widen withdraw wrap write yield
"""
VAGUE_WORDS = r"told|said|look(?:s|ed|ing)?|wish(?:es)?|rivals?|dice|shel(?:f|ves)|parcels?|seams?|sharpen\w*|somebody"
VAGUE = re.compile(rf"\b(?:{VAGUE_WORDS}|put\s+down|so\s+many)\b", re.IGNORECASE)
OPENINGS = frozenset({"Of", "Where", "As", "What"})
PRONOUNS = frozenset({"It", "Its", "They", "Them", "Their", "That", "Those", "One", "Ones", "Such", "Who", "Whoever"})
NO_HEADS = OPENINGS | PRONOUNS | {"With", "For", "From", "By", "So", "Is", "Does", "Are", "Has", "How", "If", "When"}
RIDDLES = re.compile(
    r"\b(?:so (?:many|much)|let go|those that|that there (?:is|are)|what (?:is|was|there|they|it)|"
    r"who(?:ever)? (?:asks?|waits?|looks?)|such (?:ones?|a one)|"
    r"in all of these|the (?:other )?ones? (?:that|which|is|of))\b",
    re.IGNORECASE,
)
TYPES_OF_DATA = frozenset({"int", "bool", "float", "str", "bytes", "Sequence", "Callable", "dict", "Mapping", "tuple"})
SENTENCE = re.compile(r"(?:^|[.:!?][ \n]+|\n\n)([A-Z][A-Za-z']*)")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Finding(NamedTuple):
    """A docstring that breaks a rule: its line, the kind of the finding, and the words that show it."""

    line: int
    kind: str
    words: str


def findings(tree: ast.Module) -> Iterator[Finding]:
    """Yield the findings of all docstrings of a file, at most one of each kind for each docstring."""
    for node in ast.walk(tree):
        text = ast.get_docstring(node) if isinstance(node, Documented) else None
        if text and isinstance(node, Documented):
            line = node.body[0].lineno
            checks = {"first word": _first_word, "opening": _opening, "no noun": _no_noun, "parameters": _parameters}
            found = ((kind, check(node, text)) for kind, check in checks.items())
            yield from (Finding(line, kind, words) for kind, words in found if words)


def _first_word(node: Documented, text: str) -> str:
    first = re.split(r"[^\w']", text, maxsplit=1)[0]
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return first if first in NO_HEADS else ""
    if first == "Whether" or (not first.islower() and first.lower() in VERBS.split()):
        return ""
    noun = _is_property(node) and first not in NO_HEADS
    return "" if noun else first or text.split()[0]


def _opening(_: Documented, text: str) -> str:
    return next((match[1] for match in SENTENCE.finditer(text) if match.start() and match[1] in OPENINGS), "")


def _no_noun(_: Documented, text: str) -> str:
    later = (match[1] for match in SENTENCE.finditer(text) if match.start() and match[1] in PRONOUNS)
    riddle = RIDDLES.search(text)
    return next(later, riddle[0] if riddle else "")


def _parameters(node: Documented, text: str) -> str:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    given = [each for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if each.arg != "self"]
    words = set(re.findall(r"\w+", text))
    unnamed = [each.arg for each in given if _needs_words(each) and each.arg not in words]
    return ", ".join(unnamed) if len(given) > 2 else ""


def _needs_words(parameter: ast.arg) -> bool:
    kind = ast.unparse(parameter.annotation) if parameter.annotation else ""
    if kind.startswith("options.") or "Option(" in kind or "options.form(" in kind:
        return False  # an option of a command has help of its own
    return len(parameter.arg) <= 2 or re.split(r"\W", kind, maxsplit=1)[0] in TYPES_OF_DATA


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in node.decorator_list)
