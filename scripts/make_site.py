"""Write the site: README and manual as pages with a search, pictures of all kinds of puzzles, plots of the record.

    python scripts/make_site.py [--page DIR] [--output DIR]

--page: a folder that `csp2sat page --build` has written; it becomes `try/`, to which the pages lead.  --output: where
the site is written, `build/site` by default.  Exit code 1 where a link leads nowhere.  Needs `pip install '.[site]'`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "csp2sat" / "manual"
BUILD = ROOT / "build"
sys.path.insert(0, str(ROOT))

import recorded  # noqa: E402
import site_links  # noqa: E402
import site_pages  # noqa: E402

from csp2sat.cli.show import manual  # noqa: E402
from csp2sat.cli.show.manual import PICTURE  # noqa: E402
from csp2sat.escaping import for_html  # noqa: E402
from csp2sat.puzzles.spec import FAMILIES  # noqa: E402

CHAPTER = re.compile(r"^\| \[[\w-]+\]\((.*?\.md)\)", re.M)  # of the table in the manual's index
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
# what follows a paragraph at once is a list or a table for a forge, and text for Python-Markdown
UNDER_TEXT = re.compile(r"^(?![*|>#]|\d+\. |$| )(.+)\n(?=\* |\d+\. |\|)", re.M)

# the way back from the page for boards to the site, and what it stands before
BACK, BESIDE = b'<a href="../index.html">Manual</a>\n  ', b'<button id="theme"'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--output", type=Path, default=BUILD / "site")
    asked = parser.parse_args()
    if asked.page is not None and not (asked.page / "index.html").exists():
        parser.error(f"--page {asked.page}: expected a folder that `csp2sat page --build` has written")
    docs = BUILD / "docs"
    shutil.rmtree(docs, ignore_errors=True)
    docs.mkdir(parents=True)
    write_pages(docs, asked.page)
    configuration = BUILD / "mkdocs.yml"
    configuration.write_text("\n".join(configured(asked.page is not None)), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", configuration]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([*map(str, command), "--site-dir", str(asked.output.resolve())], env=quiet, check=False)
    dead = site_links.dead(asked.output)
    print(*dead, sep="\n", end="\n" if dead else "")
    return int(done.returncode != 0 or bool(dead))


def write_pages(docs: Path, page: Path | None) -> None:
    """Write the Markdown of all pages, and what they show, into a folder.  page: see `--page`, None without."""
    for folder in ("manual", "pictures"):
        (docs / folder).mkdir()
    for chapter in MANUAL.glob("*.md"):
        text = with_words(chapter.stem, PICTURE.sub(_shown, spaced(chapter.read_text(encoding="utf-8"))))
        (docs / "manual" / chapter.name).write_text(text, encoding="utf-8")
    shutil.copytree(MANUAL / "pictures", docs / "manual" / "pictures")
    for source, name in (("README.md", "index.md"), (".github/CONTRIBUTING.md", "contributing.md")):
        text = relinked((ROOT / source).read_text(encoding="utf-8"))
        (docs / name).write_text(spaced(text), encoding="utf-8")
    for family in FAMILIES:
        written = site_pages.family_page(family, page is not None)
        (docs / "pictures" / site_pages.file_of(family)).write_text(written, encoding="utf-8")
    (docs / "pictures" / "index.md").write_text(site_pages.overview(page is not None), encoding="utf-8")
    (docs / "pictures" / "record.md").write_text(site_pages.plots(recorded.read(recorded.RECORD)), encoding="utf-8")
    for name in ("masyu.svg", "site.css"):
        shutil.copy(ROOT / ".github" / name, docs)
    if page is not None:
        shutil.copytree(page, docs / "try")
        lead_back(docs / "try")


def lead_back(page: Path) -> None:
    """Write into the page for boards, which is a folder of the site, a link to the site, and into the page's list of
    files the digest of what was changed.
    """
    start, listed = page / "index.html", page / "version.json"
    data = start.read_bytes().replace(BESIDE, BACK + BESIDE, 1)
    start.write_bytes(data)
    told = json.loads(listed.read_text(encoding="utf-8"))
    told["files"][start.name] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
    listed.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


def with_words(chapter: str, text: str) -> str:
    """Return the text of a chapter in which the words of the chapter `topics` stand below the headings they lead to, so
    that the search of the site finds them.
    """
    for (name, heading), words in _other_words().items():
        if name == chapter:
            line = f"<small>Other words: {', '.join(word.replace('-', ' ') for word in words)}</small>"
            text = re.sub(rf"^(#+ {re.escape(heading)})\n", rf"\1\n\n{line}\n", text, count=1, flags=re.M)
    return text


@cache
def _other_words() -> dict[tuple[str, str], list[str]]:
    """Return the other words of the chapter `topics` by the chapter and the heading to which they lead."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in re.findall(r"^\| (`.*`) \| `csp2sat help (.*)` \|$", manual.chapters()[manual.OTHER_WORDS], re.M):
        section = next(iter(manual._index().headed.get(manual.plain(row[1]), [])), None)
        if section is not None:
            found.setdefault((section.chapter, section.heading), []).extend(manual.CODE.findall(row[0]))
    return found


def _shown(picture: re.Match[str]) -> str:
    """Return a picture of a chapter as HTML with its words below it: a drawing in the page itself, so that it follows
    the colours of the page.
    """
    words, name = picture.groups()
    image = f"<img src='pictures/{name}' alt=''>"
    if name.endswith(".svg"):
        image = site_pages.one_line((MANUAL / "pictures" / name).read_text(encoding="utf-8"))
    return f"<div class='boards'><figure>{image}<figcaption>{for_html(words)}</figcaption></figure></div>"


def relinked(text: str) -> str:
    """Return the text of README or CONTRIBUTING with links to the places of the site."""
    text = text.replace("](csp2sat/manual/", "](manual/").replace("](.github/CONTRIBUTING.md", "](contributing.md")
    return text.replace("](.github/", "](")


def spaced(text: str) -> str:
    """Return Markdown with an empty line before each list and table, as Python-Markdown wants, and items' second lines
    indented by four.
    """
    fences = FENCE.findall(text)
    parts = [re.sub(r"^  (?=\S)", "    ", UNDER_TEXT.sub(r"\1\n\n", part), flags=re.M) for part in FENCE.split(text)]
    return "".join(part + fence for part, fence in zip(parts, [*fences, ""], strict=True))


def configured(tried: bool) -> Iterator[str]:
    """Yield the lines of the configuration: that in `.github/`, and the pages in their order.

    tried: whether there is a page on which boards are solved.
    """
    yield f"INHERIT: {ROOT / '.github' / 'mkdocs.yml'}"
    yield f"docs_dir: {BUILD / 'docs'}"
    yield "nav:"
    yield "  - csp2sat: index.md"
    if tried:
        yield "  - Try it: try/index.html"
    yield "  - Manual:"
    yield "    - All chapters: manual/index.md"
    for part in (MANUAL / "index.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        paths = CHAPTER.findall(part)
        if paths:
            yield f"    - {json.dumps(part.partition(chr(10))[0])}:"
        for path in paths:
            title = (MANUAL / path).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").replace("`", "")
            yield f"      - {json.dumps(title)}: manual/{path}"
    yield "  - Pictures:"
    yield "    - All kinds: pictures/index.md"
    for family in FAMILIES:
        yield f"    - {family.capitalize()}: pictures/{site_pages.file_of(family)}"
    yield "    - The record: pictures/record.md"
    yield "  - Contributing: contributing.md"


if __name__ == "__main__":
    sys.exit(main())
