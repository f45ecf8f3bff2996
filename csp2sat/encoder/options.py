"""Options of the encoder: encodings of integers, counters and sums, and permissions of the passes; also as a line of
text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from ..base.time_limit import check_time
from ..errors import OWN_PARTS, UsageError
from ..escaping import for_shell
from ..frozen import dataclass
from ..ints.spec import DEFAULT, ENCODINGS
from ..model.constraint import CONSTRAINTS
from ..model.expr import postorder
from ..model.model import Model
from ..settings import CHOICES, CODING, KNOWN, CodingFields, SettingFields
from .observe.observer import Watch

MOST = "max_clauses"
FREE_MEMORY = -1  # bytes: those that the machine can give
KEYS = {KNOWN[name].about.option: name for name in (*CODING, MOST)}
FLAGS = tuple([name for name in CODING if KNOWN[name].type is bool])  # each is on unless its option is there
NUMBER = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True)
class EncoderOptions(CodingFields):
    """The settings of one encoding of a CSP.

    encoding: of integer variables.  encode: pairs of a pattern of names and another encoding; the last pattern that
        fits a name decides, and all come after the patterns of the model.
    share: let constraints share auxiliary variables.  merge: let Boolean variables share literals (see
        `propagate.integer_equalities`) if `narrowing` is set; Sugar's maps cannot express this.
    activate: give each constraint an activation literal, and let the constraint hold only if the literal is true; the
        option requires `narrowing` and `share` to be off: both carry consequences of one constraint into another.
    map_format: of the map file: `json`, or `sugar` (order encoding only, so `auto` becomes order).
    amo, card, sums, polarity, narrowing: see `settings`; `cnf.gates`, `cnf.counters`, `clauses.integers` and
        `clauses.formulas` have these encodings, `propagate` the narrowing.
    by_formula: global constraints that are encoded by their formulas, for proofs.
    plain_bits: whether integers in bits are only added up and compared with constants, for proofs; functions of them
        are tables, and other integers are added up by their order literals.
    max_clauses: the limit; a formula with more clauses is refused.
    memory: the bytes that solvers may take, FREE_MEMORY for what the machine can give.
    watches: observers of the passes.

    Raises UsageError for map files of `sugar` with another encoding than order or `auto`, and ValueError for `activate`
    with `narrowing` or `share`.
    """

    encoding: str = DEFAULT
    encode: tuple[tuple[str, str], ...] = ()
    share: bool = True
    merge: bool = True
    activate: bool = False
    map_format: str = "json"
    by_formula: frozenset[str] = frozenset()
    plain_bits: bool = False
    max_clauses: int = field(default=SettingFields.max_clauses, compare=False)
    memory: int = field(default=FREE_MEMORY, compare=False)
    watches: tuple[Watch, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.map_format == "sugar":
            chosen_by_use = (found := ENCODINGS.get(self.encoding)) and found.choose
            object.__setattr__(self, "encoding", DEFAULT if chosen_by_use else self.encoding)
            object.__setattr__(self, "merge", False)
            for name in (self.encoding, *(name for _, name in self.encode)):
                if not ((found := ENCODINGS.get(name)) and found.ordered):
                    raise UsageError(f"Sugar's map files know the order encoding only, not {name!r}")
        if self.activate and (self.narrowing or self.share):
            raise ValueError("activation literals need narrowing and sharing off")

    def described(self) -> str:
        """Return the encoding and all settings that differ from the defaults as a line of command-line words: `log
        --encode x_*=direct`.

        The line is part of stamps, reports and certificates, and `parsed` reads the line back.
        """
        words = [self.encoding]
        for pattern, name in self.encode:
            words += ["--encode", for_shell(f"{pattern}={name}")]
        for word, name in KEYS.items():
            if getattr(self, name) != getattr(EncoderOptions, name):
                words += [word] if name in FLAGS else [word, str(getattr(self, name))]
        return " ".join(words)

    @staticmethod
    def words(line: str) -> list[str]:
        """Return the words of a line that describes an encoding, at least one; raise UsageError if there is none."""
        import shlex

        try:
            words = shlex.split(line)
        except ValueError:
            words = []
        if not words:
            raise _no_encoding(line)
        return words

    @classmethod
    def parsed(cls, line: str, others: Sequence[str] = ()) -> EncoderOptions:
        """Return the options that a line from `described` states; raise UsageError for any other line.

        The name of the encoding, the first word, is not checked.  others: options for messages, which the caller reads.
        """
        from .select.patterns import parse

        encoding, *words = cls.words(line)
        encode: list[tuple[str, str]] = []
        found: dict[str, Any] = {}
        rest = iter(words)
        for word in rest:
            if word not in KEYS and word != "--encode":
                expected = ", ".join(("--encode", *KEYS, *others))
                raise UsageError(f"{word} in {line!r} is no option of an encoding; expected some of {expected}")
            name = KEYS.get(word, "")
            value = "" if name in FLAGS else next(rest, None)
            if value is None:
                raise _no_encoding(line)
            if name:
                found[name] = name not in FLAGS and _value(name, value)
            else:
                encode.append(parse(value))
        return cls(encoding, tuple(encode), **found)

    def done(self, step: str) -> None:
        """Notify all observers that a step of the encoder has ended.  Raise LimitReached if the time limit has
        passed.
        """
        check_time()
        for watch in self.watches:
            watch.done(step)


USUAL = EncoderOptions()


def own_parts(model: Model, options: EncoderOptions) -> list[str]:
    """Return the names of the constraints and encodings of the user's that a model is encoded with, sorted."""
    if OWN_PARTS not in os.environ:
        return []
    own, codes = {*CONSTRAINTS.own()}, {*ENCODINGS.own()}
    found = codes & {options.encoding, *(name for _, name in (*options.encode, *model.encodings))}
    if own:
        parts = (part for each in model.constraints for part in postorder(each.formula))
        found |= {part.op for part in parts if part.op in own}
    return sorted(found)


def believed_parts(model: Model, options: EncoderOptions) -> str:
    """Return the words that a claim about all solutions of a model believes parts of the user's; '' without such
    parts.
    """
    names = own_parts(model, options)
    which = "your own part {} is" if len(names) == 1 else "your own parts {} are"
    return f"{which.format(', '.join(names))} believed without a check" if names else ""


def _no_encoding(line: str) -> UsageError:
    flags = " and ".join(word for word, name in KEYS.items() if name in FLAGS)
    return UsageError(f"{line!r} describes no encoding; expected a name, then options, all but {flags} with a value")


def _value(name: str, value: str) -> Any:
    """Return the value of an option, a number for `max_clauses`; raise UsageError if the option cannot have the
    value.
    """
    if name == MOST and NUMBER.fullmatch(value):
        return int(value)
    if value not in CHOICES.get(name, ()):
        expected = f"one of {', '.join(CHOICES[name])}" if name in CHOICES else "a number, at least 1"
        raise UsageError(f"expected {expected}", name, value)
    return value
