"""The site: what is written for it, that dead links are seen, and that its workflows name what there is."""

import hashlib
import json
import re
from pathlib import Path

import make_site
import pytest
import recorded
import site_links
import site_pages
import yaml
from support.paths import ROOT

from csp2sat.puzzles.spec import FAMILIES, PUZZLES

WORKFLOWS = sorted((ROOT / ".github").glob("workflows/*.yml"))


def test_lists_and_tables_get_the_empty_line_that_markdown_wants():
    text = "A list:\n* one\n  goes on\n* two\n\n```\nA list:\n* one\n```\nA table\n| a |\n|---|\n"
    assert make_site.spaced(text) == (
        "A list:\n\n* one\n    goes on\n* two\n\n```\nA list:\n* one\n```\nA table\n\n| a |\n|---|\n"
    )


def test_links_of_the_readme_lead_to_places_of_the_site():
    text = "[a](csp2sat/manual/csp.md#int) [b](.github/CONTRIBUTING.md) ![c](.github/masyu.svg)"
    assert make_site.relinked(text) == "[a](manual/csp.md#int) [b](contributing.md) ![c](masyu.svg)"


def test_a_drawing_of_a_chapter_is_in_the_page_with_its_words_below():
    found = make_site.PICTURE.sub(
        make_site._shown, "![Lights & 'more'](pictures/new.svg)\n![A table](pictures/report.png)\n"
    )
    drawing, image = found.splitlines()
    assert drawing.startswith("<div class='boards'><figure><svg ") and "<figcaption>Lights &amp; " in drawing
    assert image.startswith("<div class='boards'><figure><img src='pictures/report.png'")


def test_other_words_stand_below_the_headings_to_which_they_lead():
    text = make_site.with_words("cookbook", "## Travelling salesman\n\nIt is.\n")
    assert "## Travelling salesman\n\n<small>Other words: tsp, traveling salesman, " in text
    assert len(make_site._other_words()) > 60


def test_every_chapter_is_in_the_navigation():
    lines = list(make_site.configured(True))
    assert {path.name for path in make_site.MANUAL.glob("*.md")} == set(re.findall(r"manual/(\S+)", "\n".join(lines)))
    assert lines.index('      - "The CSP language": manual/csp.md') > lines.index('    - "Models of your own":')
    assert "  - Try it: try/index.html" in lines
    assert "  - Try it: try/index.html" not in list(make_site.configured(False))


def test_the_page_for_boards_leads_back(tmp_path):
    start = (ROOT / "csp2sat" / "page" / "files" / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_text(start, encoding="utf-8", newline="\n")
    listed = tmp_path / "version.json"
    listed.write_text('{"csp2sat": "0", "files": {"index.html": {"sha256": "0", "size": 1}}}')
    make_site.lead_back(tmp_path)
    led = (tmp_path / "index.html").read_bytes()
    assert led.decode().count('<a href="../index.html">Manual</a>') == 1
    told = json.loads(listed.read_text())
    assert told["files"]["index.html"] == {"sha256": hashlib.sha256(led).hexdigest(), "size": len(led)}


@pytest.mark.parametrize("tried", [False, True])
def test_a_family_has_rules_and_pictures_of_its_kinds(tried):
    text = site_pages.family_page("objects", tried)
    names = [name for name in PUZZLES if PUZZLES[name].family == "objects"]
    assert re.findall(r'^<h2 id="(\w+)" markdown>', text, re.M) == names and text.count("<svg ") == 2 * len(names)
    assert ("../try/index.html#url=https%3A%2F%2F" in text) == tried
    assert not re.search(r"<(svg|div)[^\n]*\n[^\n]*</\1>", text), "HTML is on one line"


def test_the_record_is_drawn():
    text = site_pages.plots(recorded.read(recorded.RECORD))
    assert text.count("<svg ") == text.count("csp2sat, seconds") >= 2 and text.count("<circle ") > 100
    assert "\n| 20" in text.partition("## History")[2]
    assert text.count("## Since ") == 1 and text.partition("## Since ")[2].count("<circle ") > 100


PAGES = {
    "a.html": '<a href="b.html#x"></a><a href="b.html"></a><img src="c.svg"><a href="https://x.org/no"></a><p id="y">',
    "b.html": '<h1 id="x"></h1><a href="a.html#y"></a><a href="#x"></a><a href="d/"></a><a href="a.html#url=z"></a>',
    "c.svg": "",
    "d/index.html": '<a href="../a.html">',
}


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({}, []),
        ({"b.html": "no anchor"}, ["a.html: b.html#x: no such anchor"]),
        ({"d/index.html": '<img src="no.svg">'}, ["d/index.html: no.svg: no such file"]),
    ],
)
def test_dead_links_are_seen(changed: dict[str, str], faults: list[str], tmp_path: Path) -> None:
    for name, text in (PAGES | changed).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    site_links._page.cache_clear()
    assert site_links.dead(tmp_path) == faults


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_there_is(path):
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    commands = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"\bmake (\w+)", commands)) <= targets
    assert all((ROOT / name).exists() for name in re.findall(r"\bscripts/\w+\.py", commands))
    assert {need for job in jobs.values() for need in [job.get("needs")] if need} <= set(jobs)


def test_words_in_braces_are_text():
    """With attr_list `{result}` at the end of a cell would be an attribute of the cell, and vanish."""
    assert "\n  - attr_list\n" not in (ROOT / ".github" / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [*make_site.MANUAL.glob("*.md"), ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md"]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    texts += [site_pages.family_page(family, False) for family in FAMILIES]
    for text in texts:
        prose = re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", "", text, flags=re.M | re.S)
        assert not re.findall(r"\{ ?[\w:#.][^}\n]*\} *(?:\||$)", prose, flags=re.M), text.partition("\n")[0]
