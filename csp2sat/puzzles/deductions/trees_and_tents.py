"""Why cells have a tent or none, by the trees beside them, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..fact_forms import Deduced, Fact
from ..kit.checks import neighbours, place
from ..kit.variables import WAYS, step
from ..spec import Board, Cell

FREE = "."
TENT_OF_TREE, TREE_OF_TENT = "a tent for the tree", "a tent stands beside its tree"
ONE_TENT = "one tent alone for the tree"
ONE_TREE = "a tent belongs to one tree alone"


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts contradict that a tree has a tent, or a tent a tree; '' for another rule."""
    if rule != TENT_OF_TREE:
        return ""
    own, without = f"the tree at {place(cell)}", {fact.places[0] for fact in facts if fact.negative}
    tents, taken = [fact.places[0] for fact in facts if not fact.negative], ""
    others = {spot: [f"the tree at {place(each)}" for each in _trees_beside(board, spot, cell)] for spot in tents}
    if len(tents) > 1 and not all(others.values()):
        return f"{own} would have the tents at {' and '.join(map(place, tents))}"
    for tent, names in others.items():
        taken += f"the tent at {place(tent)} belongs to {names[0] if len(names) == 1 else 'another tree'} and "
    left = [spot for spot in neighbours(cell) if spot in free(board) and spot not in without]
    if len(left) == 1 and not tents and len(others_there := _trees_beside(board, left[0], cell)) == 1:
        return f"only {place(left[0])} is left for the tree at {place(others_there[0])} and {own}"
    return f"{taken}no tent is left for {own}"


def _trees_beside(board: Board, spot: Cell, but: Cell) -> list[Cell]:
    """Return the trees beside a cell, without one of them."""
    return [there for there in neighbours(spot) if there in trees(board) and there != but]


def deduction(board: Board, step: Deduced) -> str:
    """Return in words that a tree has one place left for its tent; '' for other reasons.

    board: not used.  step: what follows, and from what.
    """
    ((rule, tree), *others) = step.clues
    is_last = rule == TENT_OF_TREE and not others and [fact.negative for fact in step.facts] == [False]
    return f"no other place is left for {rule} at {place(tree)}" if is_last else ""


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why a cell has no tent by its trees, or, without new facts, why a tent has no tree; '' for
    another rule, or if the new facts say which tent a tree has.

    rule: its name.  known: all facts that hold, those of hidden Booleans, too.
    """
    if any(not fact.places for fact in new):  # which tent a tree has, or not
        return ONE_TREE if rule.startswith(TREE_OF_TENT) and all(fact.negative for fact in new) else ""
    has = {fact.places[0]: not fact.negative for fact in known if fact.places}
    if rule.startswith(ONE_TENT):
        tree = next(tree for tree in trees(board) if rule == f"{ONE_TENT} at {place(tree)}")
        tents = [place(cell) for cell in _own_tents(board, tree, has)]
        return f"the tree at {place(tree)} has its tent at {tents[0]}" if new and tents else ""
    there = next((cell for cell in free(board) if rule == f"{TREE_OF_TENT}, at {place(cell)}"), None)
    if there is None or any(not fact.negative for fact in new):
        return ""
    near = sorted(tree for tree in neighbours(there) if tree in trees(board))
    names = [f"the tree at {place(tree)}" for tree in near]
    if not near:
        return "no tree is beside it" if new else f"no tree is beside {place(there)}"
    others = {tree: [cell for cell in neighbours(tree) if cell in free(board) and cell != there] for tree in near}
    needing = [name for name, tree in zip(names, near, strict=True) if all(has.get(c) is False for c in others[tree])]
    tent = "a tent there" if new else f"the tent at {place(there)}"
    if len(needing) > 1:
        return f"{' and '.join(needing)} would both need {tent}"
    own = [next(iter(_own_tents(board, tree, has, there)), None) for tree in near]
    if None not in own:
        pairs = zip(names, own, strict=True)
        return " and ".join(f"{name} has its tent at {place(cell)}" for name, cell in pairs if cell)
    return "" if new else f"no tree is left for {tent}"


def _own_tents(board: Board, tree: Cell, has: Mapping[Cell, bool], but: Cell | None = None) -> list[Cell]:
    """Return the tents beside a tree, without the cell `but`, that no other tree can have; has: where tents are."""
    return [cell for cell in neighbours(tree) if has.get(cell) and cell != but and not _trees_beside(board, cell, tree)]


def free(board: Board) -> set[Cell]:
    """Return the cells without a tree."""
    return {*board.cells()} - trees(board).keys()


def trees(board: Board) -> dict[Cell, str]:
    """Return the cells with trees, each with its sign."""
    return board.filled(FREE)


def tent_of_tree(board: Board, name: str, true: bool) -> str:
    """Return in words whether a tree has its tent at a cell; '' for another hidden Boolean.

    name: `_tentWAY_ROW_COLUMN`, with the number of the cell among the free ones beside the tree.  true: its value.
    """
    kind, *at = name.rsplit("_", 2)
    if not (number := kind.removeprefix("_tent")).isdigit():
        return ""
    tree, has = (int(at[0]), int(at[1])), "has" if true else "does not have"
    return f"the tree at {place(tree)} {has} its tent at {place(cells_beside(board, tree)[int(number)])}"


def cells_beside(board: Board, tree: Cell) -> list[Cell]:
    """Return the free cells beside a tree, in the order of the model."""
    cells = free(board)
    return [there for way in WAYS if (there := step(tree, way)) in cells]
