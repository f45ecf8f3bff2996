"""The page with samples of all types."""

import re
from html.parser import HTMLParser

import pytest
from support.run_command import run

from csp2sat.api.writing import puzzles
from csp2sat.api.writing.gallery import page
from csp2sat.puzzles.spec import FAMILIES, PUZZLES

VOID = {"meta", "rect", "path", "circle", "line", "ellipse", "polygon", "use"}


class Tags(HTMLParser):
    """The names of anchors, the links, and the elements that are open."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.open, self.svgs = [], [], [], 0

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if tag in ("h2", "h3") else []
        self.links += [found["href"]] if tag == "a" else []
        self.svgs += tag == "svg"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def gallery():
    return page()


def test_every_type_is_there_with_its_board_and_its_solution(gallery):
    tags = Tags()
    tags.feed(gallery)
    assert tags.open == []
    assert sorted(tags.ids) == sorted([*PUZZLES, *(family.replace(" ", "-") for family in FAMILIES)])
    assert sorted(tags.links) == sorted(f"#{anchor}" for anchor in tags.ids)
    assert tags.svgs == 2 * len(list(PUZZLES))


def test_nothing_is_loaded_or_run(gallery):
    assert "<script" not in gallery
    assert set(re.findall(r"https?://[^\"' ]+", gallery)) <= {"http://www.w3.org/2000/svg"}


def test_rules_and_titles(gallery):
    assert '<h3 id="tents">Tents</h3>\n<p>' in gallery
    assert '<h2 id="loops-and-lines">Loops and lines</h2>' in gallery


def test_the_command(tmp_path, gallery, monkeypatch):
    monkeypatch.setattr(puzzles, "gallery", lambda: gallery)
    ended = run("puzzles", "-o", tmp_path / "all.html")
    assert (ended.code, ended.out) == (0, "")
    assert (tmp_path / "all.html").read_text() == gallery
    assert run("puzzles", "-o", "-").out == gallery


@pytest.mark.parametrize("more", [["masyu"], ["--json"]])
def test_one_type_is_no_gallery(more, tmp_path):
    ended = run("puzzles", *more, "-o", tmp_path / "all.html")
    assert (ended.code, ended.err) == (
        2,
        "csp2sat: -o writes one page of all kinds; expected no KIND and no --json\n",
    )
    assert not (tmp_path / "all.html").exists()


def test_a_folder_that_is_not_there(tmp_path, gallery, monkeypatch):
    monkeypatch.setattr(puzzles, "gallery", lambda: gallery)
    ended = run("puzzles", "-o", tmp_path / "no" / "all.html")
    assert ended.code != 0
    assert "Traceback" not in ended.err
