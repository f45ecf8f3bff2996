"""What README.md and the manual show is what commands and programs print; the manual speaks of all there is."""

import json
import re

import make_manual
import manual_pictures
import pytest
import readme
from support.paths import ROOT
from typer.main import get_command

import csp2sat
from csp2sat import build
from csp2sat.base.plugins import Parts
from csp2sat.cli.app import BELOW, COMMANDS, app_for
from csp2sat.cli.show.manual import PICTURE
from csp2sat.languages.csp.constraints import FORMS
from csp2sat.languages.csp.operators import STATEMENTS
from csp2sat.languages.spec import LANGUAGES
from csp2sat.languages.xcsp21.globals import FORMS as XCSP_FORMS
from csp2sat.model.ops import OPS
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES

MANUAL = ROOT / "csp2sat" / "manual"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in MANUAL.glob("*.md")}
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


def headings(text, level=None):
    """The headings outside blocks, of that level or all."""
    found = re.findall(r"^(#+) (.*)$", FENCED.sub("", text), re.M)
    return [words for marks, words in found if level in (None, len(marks))]


def anchors(text):
    """The anchors that a forge gives to the headings."""
    words = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(text))
    return set(words)


@pytest.mark.parametrize("path", readme.DOCUMENTS, ids=lambda path: path.stem)
def test_blocks_print_what_the_text_says(path, tmp_path):
    text = path.read_text(encoding="utf-8")
    _, changed = readme.differences(text, tmp_path)
    assert changed == [], "\n".join(changed)
    assert [*readme.new_pictures(text, tmp_path)] == [], "run scripts/readme.py --write"


def test_a_changed_output_would_be_seen(tmp_path):
    text = "```console\n$ cat a.csp\n(bool p)\n$ csp2sat count a.csp\n3\n```\n"
    new, changed = readme.differences(text, tmp_path)
    assert len(changed) == 1 and "$ csp2sat count" in changed[0]
    assert new == text.replace("\n3\n", "\n2\n")


def test_a_changed_picture_would_be_seen(tmp_path):
    text = "![a board](pictures/new.svg)\n![never written](pictures/growth.svg)\n"
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "new.svg").write_text("<svg/>")
    assert readme.new_pictures(text, tmp_path) == {MANUAL / "pictures" / "new.svg": b"<svg/>"}


def test_every_picture_is_shown():
    shown = {name for text in TEXTS.values() for _, name in PICTURE.findall(text)}
    assert shown == {path.name for path in (MANUAL / "pictures").iterdir()}
    assert sum(path.stat().st_size for path in (MANUAL / "pictures").iterdir()) < 200_000


def test_the_plots_of_growth_are_what_the_encoder_writes():
    text = (MANUAL / "pictures" / "growth.svg").read_text(encoding="utf-8")
    assert text == manual_pictures.growth()
    assert "light-dark(" in text and "viewBox='0 0 360 " in text, "legible in both modes, and without scaling at 390 px"


def test_the_plots_of_growth_show_what_their_words_say():
    differ, total, _ = manual_pictures.CONSTRAINTS.values()
    ratio = {
        (text, encoding): manual_pictures.clauses(text, 128, encoding) / manual_pictures.clauses(text, 64, encoding)
        for text in (total, differ)
        for encoding in manual_pictures.ENCODINGS
    }
    assert all(3 < ratio[total, each] < 4.5 for each in ("direct", "order")), "the square"
    assert ratio[total, "log"] < 1.5 and ratio[total, "compact-order"] < 2
    assert all(1.5 < ratio[differ, each] < 2.6 for each in manual_pictures.ENCODINGS), "in proportion"


@pytest.mark.parametrize("program", ["print(1)  # prints 2\n", "print(1)\n", "raise ValueError\n", "# prints 1\n"])
def test_a_program_that_prints_something_else_would_be_seen(program, tmp_path):
    _, changed = readme.differences(f"```python\n{program}```\n", tmp_path)
    assert len(changed) == 1


@pytest.mark.parametrize("chapter", make_manual.PATHS)
def test_chapters_that_are_made_are_as_the_code_says(chapter):
    made = make_manual.PATHS[chapter].read_text(encoding="utf-8")
    assert made == make_manual.text_of(chapter), "run scripts/make_manual.py"


@pytest.mark.parametrize("path", readme.DOCUMENTS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    text = path.read_text(encoding="utf-8")
    for link in LINK.findall(FENCED.sub("", text)):
        file, _, anchor = link.partition("#")
        if not re.match(r"https?:", link):
            target = path.parent / file if file else path
            assert target.exists(), link
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


def test_the_readme_fits_two_screens_and_leads_to_the_manual():
    text = readme.README.read_text(encoding="utf-8")
    assert text.count("\n") <= 130
    assert "csp2sat/manual/index.md" in text
    assert f" {len(list(PUZZLES))} kinds, " in text and f" {len(FORMS)} global and graph constraints" in text


def test_every_chapter_is_in_the_index():
    linked = [link.partition("#")[0] for link in LINK.findall(TEXTS["index"]) if link.partition("#")[0].endswith(".md")]
    assert {f"{name}.md" for name in TEXTS} - {"index.md"} <= set(linked)


def test_the_version_is_one():
    shipped = json.loads((ROOT / "csp2sat" / "minizinc" / "csp2sat.msc").read_text(encoding="utf-8"))
    assert shipped["version"] == csp2sat.__version__
    assert headings(TEXTS["changes"], 2)[0] == csp2sat.__version__


# --- everything has its place


def section_of(chapter, code):
    """The text of the section whose heading has this piece of code; '' if there is none."""
    parts = re.split(r"^(?=### )", TEXTS[chapter], flags=re.M)
    return next((part for part in parts if f"`{code}`" in part.partition("\n")[0]), "")


def shown_csps():
    return "".join(block for block in readme.BLOCK.findall(TEXTS["csp"]))


@pytest.mark.parametrize("name", [*FORMS, *STATEMENTS])
def test_each_constraint_and_statement_has_a_section(name):
    section = section_of("csp", name)
    assert f"`({name} " in section or name in ("dint", "dbool", "lex_lesseq"), f"no form of {name}"
    assert name in ("dint", "dbool", "weighted") or f"({name} " in "".join(readme.BLOCK.findall(section))
    assert "Size" in section or "size" in section or name in STATEMENTS


@pytest.mark.parametrize("name", OPS)
def test_each_operator_has_its_place_and_an_example(name):
    spellings = OPS[name].names
    assert all(section_of("csp", spelling) for spelling in spellings)
    assert any(re.search(rf"[( ]{re.escape(each)}[ )\n]", shown_csps()) for each in spellings)


def test_a_constraint_without_a_section_would_be_seen():
    assert not section_of("csp", "all_alike")


def test_each_puzzle_has_a_section():
    assert set(re.findall(r"^### (.*)$", FENCED.sub("", TEXTS["puzzles"]), re.M)) == set(PUZZLES)


def test_each_format_is_described():
    assert all(f"`{name}`" in TEXTS["formats"] for name in FORMATS)


def test_each_global_constraint_of_xcsp_is_in_its_section():
    _, _, section = TEXTS["formats"].partition("\n## XCSP\n")
    section = section.partition("\n## ")[0]
    assert [name for name in XCSP_FORMS if f"`global:{name}`" not in section] == []


def test_each_language_is_described():
    assert [name for name in LANGUAGES if f"`{name}`" not in TEXTS["formats"]] == []
    assert [name for name in LANGUAGES if f" {name}," not in TEXTS["command-line"]] == []


def test_each_encoding_has_a_section():
    encodings = Parts("encoding", "ENCODING", "csp2sat.ints")
    assert set(headings(TEXTS["encodings"], 3)) >= set(encodings)


def test_each_name_that_is_exported_has_a_section():
    named = headings(TEXTS["python-reference"], 3)
    public = [name for name in csp2sat.__all__ if name != "build"]
    assert {f"`csp2sat.{name}`" for name in public} | {f"`build.{name}`" for name in build.__all__} <= set(named)


def test_each_error_is_described():
    every, waiting = set(), [csp2sat.Csp2SatError]
    while waiting:
        below = [each for each in waiting.pop().__subclasses__() if each.__module__.startswith("csp2sat.")]
        every |= {each.__name__ for each in below}
        waiting += below
    assert "LimitReached" in every
    named = headings(TEXTS["python-reference"], 3)
    assert [name for name in every if not {f"`{name}`", f"`csp2sat.{name}`"} & set(named)] == []


def command_of(words):
    """click's command of these words."""
    found = get_command(app_for(words))
    for word in words:
        found = found.commands[word]
    return found


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS), *map(list, BELOW)], ids=" ".join)
def test_each_command_has_a_section_with_every_option(words):
    parts = re.split(r"^## `", TEXTS["command-line"], flags=re.M)
    section = next(part for part in parts if part.startswith(f"{' '.join(words)}`"))
    options = [each.opts[-1] for each in command_of(words).params if each.param_type_name == "option"]
    assert [option for option in options if not re.search(rf"(?<![-\w]){option}\b", section)] == []


def test_each_key_of_json_is_described():
    schema = json.loads((ROOT / "csp2sat" / "cli" / "schema.json").read_text(encoding="utf-8"))
    keys = {key for part in schema["$defs"].values() for key in part.get("properties", {})}
    assert len(keys) > 40
    assert [key for key in keys if f"`{key}`" not in TEXTS["json"]] == []
    assert {f"Object {name}" for name in schema["$defs"]} <= set(headings(TEXTS["json"], 3))


def test_each_solver_is_listed():
    named = re.findall(r"^  (\w+):$", (ROOT / "solvers.yaml").read_text(encoding="utf-8"), re.M)
    assert len(named) > 5
    assert [name for name in named if f"| `{name}` |" not in TEXTS["solvers"]] == []


def test_each_exit_code_is_listed():
    from csp2sat.cli.app import EXIT_CODES

    codes = re.findall(r"(?<![\w.])(\d+) ", EXIT_CODES)
    assert len(codes) == 8
    assert [code for code in codes if f"| {code} |" not in TEXTS["faults"]] == []
