"""Saved games of Simon Tatham's collection, as its programs write them."""

from __future__ import annotations

GAMES = {"rect": "Rectangles", "lightup": "Light Up"}  # games that are not called as their programs


def saved_game(game_id: str, moves: tuple[str, ...] = ("R1,2;3,4", "S123")) -> str:
    """The file of a game ID, `PROGRAM:PARAMETERS:CELLS`, with some moves; the next game would be another one."""
    program, params, cells = game_id.strip().split(":", 2)
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", GAMES.get(program, program.capitalize())),
        ("PARAMS", "7x7dx"),
        ("CPARAMS", params),
        ("SEED", "899961079889122"),
        ("DESC", cells),
        ("AUXINFO", "bf0e508a93"),
        ("NSTATES", str(1 + len(moves))),
        ("STATEPOS", "1"),
        *(("MOVE", move) for move in moves),
    ]
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in fields)
