"""How to encode: the encodings of integers, counters and sums, and what the passes may do."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import UsageError
from ..ints.spec import DEFAULT, ENCODINGS
from ..settings import CodingFields, SettingFields
from .observe.observer import Watch


@dataclass(frozen=True)
class EncoderOptions(CodingFields):
    """How to encode.

    encoding: of integer variables.  encode: patterns of their names with other encodings, the last one that fits
        counts; they come after those of the model.
    propagate: tighten domains first.  share: constraints share auxiliaries.  merge: Boolean variables share literals
        (see `propagate.integer_equalities`), if domains are tightened; Sugar's maps could not say so.
    activate: each constraint gets an activation literal and holds only where that is true; it needs propagation and
        sharing off, since both carry consequences of one constraint into another.
    map_format: of the map file: `json`, or `sugar` (order encoding only, so that `auto` is order).
    amo, card, sums, polarity: see `settings`; `cnf.gates`, `cnf.counters`, `clauses.integers` and `clauses.formulas`
        have these encodings.
    max_clauses: of the formula; one that would have more is refused.
    watches: observers of the passes.
    """

    encoding: str = DEFAULT
    encode: tuple[tuple[str, str], ...] = ()
    propagate: bool = True
    share: bool = True
    merge: bool = True
    activate: bool = False
    map_format: str = "json"
    max_clauses: int = field(default=SettingFields.max_clauses, compare=False)
    watches: tuple[Watch, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.map_format == "sugar":
            chosen_by_use = (found := ENCODINGS.get(self.encoding)) and found.choose
            object.__setattr__(self, "encoding", DEFAULT if chosen_by_use else self.encoding)
            object.__setattr__(self, "merge", False)
            for name in (self.encoding, *(name for _, name in self.encode)):
                if not ((found := ENCODINGS.get(name)) and found.ordered):
                    raise UsageError(f"Sugar's map files know the order encoding only, not {name!r}")
        if self.activate and (self.propagate or self.share):
            raise ValueError("activation literals need propagation and sharing off")

    def done(self, step: str) -> None:
        """Let the observers know that a step has ended."""
        for watch in self.watches:
            watch.done(step)


USUAL = EncoderOptions()
