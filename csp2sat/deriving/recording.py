"""A run of the encoder in memory: the clauses, and notes on what the variables mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..cnf.flat_clauses import Clause, clauses
from ..cnf.sink import UP, Lit, Sink
from ..encoder.encoder import encode
from ..encoder.observe.observer import Scene, Watch
from ..encoder.options import EncoderOptions
from ..ints.spec import DEFAULT, LARGE
from ..model.model import Model


class MeaningNote(NamedTuple):
    """A remark on what literals mean, see `Sink.means`."""

    kind: str
    literals: Sequence[Lit]
    meaning: Any


class _RecordingSink(Sink):
    def __init__(self) -> None:
        super().__init__()
        self.notes: list[MeaningNote] = []
        self.noted = self._note

    def _note(self, kind: str, literals: Sequence[Lit], meaning: object, ways: int, unless: Sequence[Lit]) -> None:
        if (kind, ways) != ("any", UP):  # which is no definition
            self.notes.append(MeaningNote(kind, literals, meaning))


class _Scenes(Watch):
    scene: Scene

    def begin(self, scene: Scene) -> None:
        self.scene = scene


class Recorded(NamedTuple):
    """The result of the encoder: its normal form and codes, the clauses (each ended by 0), the notes, and the literals
    of Booleans.
    """

    scene: Scene
    flat: list[int]
    notes: list[MeaningNote]
    bools: dict[str, Lit]
    num_vars: int

    @property
    def clauses(self) -> list[Clause]:
        """The clauses as separate lists."""
        return clauses(self.flat)


BY_FORMULA = frozenset(
    ("blocks", "circuit", "connected", "cumulative", "diffn", "disjunctive", "nvalue", "regular", "single-loop")
).union(("value-sets",))
WAYS = "--amo pairwise --card totalizer --sum partial --polarity both"


def options_of(encoding: str, encode_: tuple[tuple[str, str], ...] = ()) -> EncoderOptions:
    """Return the options with which each clause can be derived.  Only declared integers get bits.

    encode_: encodings of integers by patterns of names, besides `encoding`.
    """
    if encoding == LARGE:
        encoding, encode_ = DEFAULT, (("*", LARGE), *encode_)
    found = EncoderOptions.parsed(f"{encoding} {WAYS}")
    return replace(found, encode=encode_, narrowing=False, merge=False, by_formula=BY_FORMULA, plain_bits=True)


def recorded(model: Model, options: EncoderOptions) -> Recorded:
    """Encode a model with the notes of what the variables mean."""
    sink, watch = _RecordingSink(), _Scenes()
    records = encode(model, sink, replace(options, watches=(watch,)))
    bools = {record["bool"]: record["lit"] for record in records if "bool" in record}
    notes = [note._replace(meaning=note.meaning()) if callable(note.meaning) else note for note in sink.notes]
    return Recorded(watch.scene, sink.flat(), notes, bools, sink.num_vars)
