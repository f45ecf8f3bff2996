"""The colours of boards on a terminal, as codes of escape sequences."""

COLOURS = {  # faint, bold, cyan, bold red; in dark cells reverse video
    "ground": "2",
    "given": "1",
    "solved": "36",
    "differs": "1;31",
    "given fill": "1;7",
    "solved fill": "36;7",
}
RESET = "0"
