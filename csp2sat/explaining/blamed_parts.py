"""The parts of a model that an explanation may blame: constraints alone, or those of one name together."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from ..errors import UsageError, warn
from ..model.model import DECLARED, Constraint, Model

SHOWN = 5  # names in a message


class Blame(NamedTuple):
    """The choice of the constraints that may be blamed.

    by_name: whether the constraints of one name are in or out together.  patterns: of the names, or of the places in a
    text, of constraints that may be blamed, with `*` for any characters; all others hold always.  None: all may be
    blamed.  what: the word for a constraint, such as `clause`.  always: the name of constraints that are not blamed,
    whatever the patterns; '' for none.  background: the name of what holds even without any constraint.
    """

    by_name: bool = False
    patterns: Sequence[str] | None = None
    what: str = "constraint"
    always: str = ""
    background: str = "the domains and the objective"

    @property
    def part(self) -> str:
        """The word for a part that may be blamed."""
        return "group" if self.by_name else self.what

    @property
    def rest(self) -> str:
        """The name of all that is never blamed."""
        if self.patterns is None and not self.always:
            return f"{self.background} alone allow"
        return f"{self.others} alone {'allows' if self.others == self.always else 'allow'}"

    @property
    def others(self) -> str:
        """The name of the constraints that are never blamed; '' if there are none."""
        if self.patterns is None:
            return self.always
        return f"the {self.what}s that may not be blamed"

    def parts(self, model: Model) -> list[list[int]]:
        """Return the numbers of the constraints in each part that may be blamed.

        Constraints of the same place in a text are together, others of a program alone unless they have a name and
        count by name.  Raises UsageError for a pattern that is no constraint's.
        """
        found: dict[object, list[int]] = {}
        for number, constraint in enumerate(model.constraints):
            if self.may_have(constraint):
                found.setdefault(self._key(number, constraint), []).append(number)
        for pattern in self.patterns or ():
            if not any(_fits(pattern, each) for each in model.constraints):
                raise UsageError(
                    f"no {self.what} has this name or place; expected a pattern of {_names(model)}", "blame", pattern
                )
        if self.by_name and not self.always and found and not any(isinstance(key, str) for key in found):
            warn(f'--by name (by="name"): no {self.what} has a name, so each counts alone')
        return list(found.values())

    def may_have(self, constraint: Constraint) -> bool:
        """Whether a constraint may be blamed."""
        if constraint.origin is DECLARED:
            return False
        if self.always and constraint.origin is not None and constraint.origin.called == self.always:
            return False
        return self.patterns is None or any(_fits(pattern, constraint) for pattern in self.patterns)

    def _key(self, number: int, constraint: Constraint) -> object:
        origin = constraint.origin
        if self.by_name and origin is not None and origin.called:
            return origin.called
        return number if origin is None or origin.kind == "rule" else origin


ALL = Blame()


def _fits(pattern: str, constraint: Constraint) -> bool:
    """Whether the name of a constraint, or its place, is one of a pattern."""
    origin = constraint.origin
    return origin is not None and any(fnmatchcase(each, pattern) for each in (origin.called, origin.place) if each)


def _names(model: Model) -> str:
    """Return what a pattern could be of in a model, in words: names of constraints, else places."""
    called = dict.fromkeys(each.origin.called for each in model.constraints if each.origin and each.origin.called)
    if not called:
        place = next((each.origin.place for each in model.constraints if each.origin and each.origin.place), "")
        return f"a place, such as `{place}`; none has a name" if place else "a name, but none has one"
    names = ", ".join([*called][:SHOWN])
    return f"one of: {names}{f' and {len(called) - SHOWN} more' if len(called) > SHOWN else ''}"
