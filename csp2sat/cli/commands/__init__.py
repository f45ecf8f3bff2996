"""The names of the commands of `csp2sat`; each command is in the file of its name."""

COMMANDS = (
    *("encode", "solve", "decode", "check", "verify", "count", "backbone", "explain"),
    *("steps", "hint", "grade"),
    *("convert", "puzzles", "generate", "solvers", "bench", "minizinc", "page", "help"),
)
# commands of two words, each with the name of its function, in the file of the first word
BELOW: dict[tuple[str, ...], str] = {("bench", "report"): "bench_report"}
