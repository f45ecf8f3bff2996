"""The types of the keywords of kind makers (`kit/kinds.py`), so that mypy refuses a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypedDict

from ..model.model import Answer
from ..model.refinement import Refinement
from .drawing.picture import Picture
from .fact_forms import FactForms
from .givens import CellForm, SectionsForm
from .notation import Givens, Notation
from .sites import Game, Page, PenpaDrawing, PlayerFile, PuzzlekitText, UrlType
from .spec import Board, Cell, Clues, Family, S, Second, Stage


class Usual(TypedDict, Generic[S], total=False):
    """The fields of `Puzzle` that a kind gives, or that have a default."""

    family: Family
    stages: tuple[Stage, ...]
    solution: Callable[[Board, Answer], S]
    values: Callable[[Board, S], Answer]
    picture: Callable[[Board, S | None], Picture]
    symbols: str
    samples: tuple[tuple[str, str | None], ...]
    check: Callable[[Board], None]
    doubt: Callable[[Board], str]
    spellings: tuple[tuple[str, Callable[[str], str]], ...]
    form: CellForm | SectionsForm
    second: Second[S] | None
    refinement: Callable[[Board], Refinement | None]
    clues: Clues
    explained: Clues | None
    url: UrlType | None
    sgt: Game | None
    page: Page | None
    puzzlekit: PuzzlekitText | None
    penpa: PenpaDrawing | None
    player: PlayerFile | None
    in_line: bool
    directions: str
    mirrored: Callable[[Board], Givens] | None
    facts: FactForms
    border_is_sure: Callable[[Board, S, Sequence[Cell], Collection[Cell]], bool]
    rewritten: Callable[[Board, S], S]


class About(Usual[S], Generic[S]):
    """All fields of `Puzzle`: those of `Usual`, and the fields here, which no kind gives."""

    name: str
    titles: tuple[str, ...]
    rules: str
    cells: Notation
    rule_faults: Callable[[Board, S], list[str]]
