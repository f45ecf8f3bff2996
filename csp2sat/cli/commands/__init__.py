"""The commands of `csp2sat`, each in the file of its name."""

COMMANDS = (
    *("encode", "solve", "decode", "check", "verify", "count", "backbone", "explain"),
    *("convert", "puzzles", "generate", "solvers", "bench", "minizinc", "help"),
)
# what a command has below it: words, and the function in its file
BELOW: dict[tuple[str, ...], str] = {("bench", "report"): "bench_report"}
