"""Names that somebody chose to be run, obeyed or taken for markup; and ordinary ones that have to stay as they are."""

from __future__ import annotations

import re

CONTROLS = {  # what no terminal may get
    "escape": "a\x1b[31mb",
    "clear": "\x1b[2J\x1b[Hgone",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http:x\x07x\x1b]8;;\x07",
    "c1": "a\x9b31mb",
    "nel": "a\x85b",
    "delete": "a\x7fb",
    "backspaces": "right\b\b\b\b\bwrong",
    "return": "wrong\rright",
    "form feed": "a\fb",
    "bell": "a\ab",
    "override": "a\u202egnp.exe",
    "isolate": "a\u2066b\u2069",
    "marks": "a\u200fb\u200e",
    "arabic mark": "a\u061cb",
    "line separator": "a\u2028b",
    "paragraph separator": "a\u2029b",
    "zero width": "a\u200bb",
    "byte order": "a\ufeffb",
    "soft hyphen": "a\xadb",
}
SHELL = [
    "$(shell touch PWNED)",
    "$(touch PWNED)",
    "`touch PWNED`",
    "a;touch PWNED",
    "a&touch PWNED&",
    "a|touch PWNED",
    "$(eval x: ; touch PWNED)",
    "'; touch PWNED; '",
    '"; touch PWNED; "',
    "${IFS}",
    "$HOME",
    "$$",
    "$",
    "a b",
    "-rf",
    "--output=PWNED",
    "~",
    "~root",
    "*",
    "?[ab]{c,d}",
    "a%b",
    "%",
    "a:b",
    "a#b",
    "a\\#b",
    "a\\\\",
    "a=b",
    "a:=b",
    "!x",
    "(x)",
    "<x>",
    "@x",
    "+x",
    "compare.mk",
    "Makefile",
    "results.txt",
    ".PHONY",
]
MARKUP = [
    "<b>x</b>",
    "<script>alert(1)</script>",
    "x\" onload='y'",
    "&lt;",
    "]]>",
    "[red]x[/red]",
    "[link=http://x]y[/link]",
]
ORDINARY = ["x", "x_1", "日本語", "é", "e\u0301", "Ω→", "😀", "👨\u200d👩\u200d👧", "می\u200cخواهم", "שלום", "العربية"]

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def obeyed(text: str | bytes) -> list[str]:
    """What is in it that a terminal would obey, but for ends of lines and tabs."""
    return _OBEYED.findall(text if isinstance(text, str) else text.decode("utf-8", "surrogateescape"))
