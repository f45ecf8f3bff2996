"""Links of a built site that lead nowhere: to a file that does not exist, to an anchor that its page does not have.

python scripts/site_links.py FOLDER
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Links(HTMLParser):
    """The links of a page and its anchors."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {"", "__top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what leads away from here, and what can be led to."""
        found = dict(attrs)
        self.anchors |= {each for each in (found.get("id"), found.get("name")) if each}
        self.links += [each for name in ("href", "src") if (each := found.get(name))]


@cache
def _page(path: Path) -> Links:
    return Links(path.read_text(encoding="utf-8", errors="replace"))


def dead(folder: Path) -> list[str]:
    """Return a line for each dead link within a folder; other hosts are not asked."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        if path.name == "404.html":  # its links count from the host's root
            continue
        for link in dict.fromkeys(_page(path).links):
            fault = _fault(path, link)
            if fault:
                found.append(f"{path.relative_to(folder)}: {link}: {fault}")
    return found


def _fault(path: Path, link: str) -> str:
    """Return why a link of a page is dead; '' if it is alive or leads to another host."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = path if not parts.path else path.parent / unquote(parts.path)
    target = target / "index.html" if target.is_dir() else target
    if not target.exists():
        return "no such file"
    anchored = target.suffix == ".html" and "=" not in parts.fragment  # the page for boards reads `#text=...` itself
    return "no such anchor" if anchored and unquote(parts.fragment) not in _page(target).anchors else ""


if __name__ == "__main__":
    lines = dead(Path(sys.argv[1]))
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(bool(lines))
