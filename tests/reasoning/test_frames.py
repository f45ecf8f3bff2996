"""The drawings of steps: frames and pages."""

import pickle
import re
import time
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from xml.etree import ElementTree

import pytest

from csp2sat.api.reasoning.chains import Steps
from csp2sat.api.reasoning.partial import hint
from csp2sat.base.source import Source
from csp2sat.cli.step_printing import StepsTarget, show
from csp2sat.errors import UsageError
from csp2sat.puzzles.drawing.palette import LIGHT
from csp2sat.puzzles.drawing.picture import centre
from csp2sat.puzzles.drawing.svg_texts import CELL
from csp2sat.puzzles.facts import Fact, fact_of
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.chain_end import ChainEnd
from csp2sat.reasoning.drawing.frames import frame
from csp2sat.reasoning.drawing.pages import page
from csp2sat.reasoning.drawing.pencils import SCALE
from csp2sat.reasoning.drawing.sheets import FactSheet
from csp2sat.reasoning.hints import Mistake
from csp2sat.reasoning.statements import Atom
from csp2sat.reasoning.step import CitedClue, FactWay, Step, TrailPart, UsedRule
from csp2sat.reasoning.wording.place_words import letter

SVG = "{http://www.w3.org/2000/svg}"
SUDOKU = "4..3...41...3..."
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def board_of(kind: str):
    return read_board(Source("sample", PUZZLES[kind].samples[0][0]), kind)


def first_steps(kind: str, limit: int | None = 3) -> Steps:
    return Steps(board_of(kind), time.monotonic() + 60, limit)


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def classes(svg: ElementTree.Element) -> list[str]:
    return [name for element in svg.iter() for name in element.get("class", "").split()]


def step_of(*facts: Fact, clues=(), rules=(), known=(), text="A sentence.", trail=(), number=1, routine=False) -> Step:
    return Step(number, facts, tuple(clues), tuple(rules), tuple(known), 0, "proved", tuple(trail), text, routine)


def atoms(board) -> list[Atom]:
    """What may be known of a board."""
    model = PUZZLES[board.puzzle].clues.model(board) or PUZZLES[board.puzzle].stages[-1].model(board)
    found = [Atom(name, value) for name, domain in model.ints.items() for value in domain]
    return [atom for atom in (*found, *(Atom(name, None) for name in model.bools)) if not atom.name.startswith("_")]


def path_of(svg: ElementTree.Element, name: str) -> str:
    return "".join(each.get("d", "") for each in svg.iter(f"{SVG}path") if each.get("class") == name)


def is_alone(text: str) -> bool:
    """Whether a text loads nothing from anywhere."""
    return not re.search(r"https?:|src=|href=(?!.?#)|@import|url\(", text.replace(NAMESPACE, ""))


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_the_first_steps_of_each_kind(kind):
    steps = first_steps(kind)
    for step in steps:
        text = steps.svg(step.number)
        names = classes(drawn(text))
        assert is_alone(text)
        assert "new" in names
        assert ("cited" in names) == bool(step.known)
        assert ("clue" in names) == bool(step.clues)
        assert ("rule" in names) == ("tint" in names) == any(rule.places for rule in step.rules)
    assert is_alone(steps.to("html"))


@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_every_fact_can_be_drawn(kind):
    board = board_of(kind)
    for true in (True, False):
        facts = [fact_of(board, atom, true) for atom in atoms(board)]
        before, new = facts[::2], facts[1::2]
        svg = drawn(frame(board, before, step_of(*new, known=before[:3])))
        assert path_of(svg, "new")
        assert path_of(svg, "cited")


@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_positive_facts_change_the_drawing(kind):
    board = board_of(kind)
    plain = frame(board, [], step_of())
    given = {(mark.point, mark.text) for mark in PUZZLES[kind].picture(board, None).marks if mark.shape == "text"}
    new = [(atom, fact_of(board, atom, True)) for atom in atoms(board)]
    new = [each for each in new if (centre(each[1].places[0]), str(each[1].value)) not in given]
    for fact in {atom.name.split("_")[0]: fact for atom, fact in new}.values():
        assert frame(board, [fact], step_of()) != plain, fact


def test_what_is_possible_and_what_is_crossed_out():
    board = read_board(Source("sample", SUDOKU), "sudoku")
    three, two = (Fact("cell", ((0, 1),), value, True) for value in (3, 2))
    assert "possible" not in classes(drawn(frame(board, [], step_of())))
    first = drawn(frame(board, [], step_of(three)))
    assert path_of(first, "possible") and path_of(first, "crossed")
    second = drawn(frame(board, [three], step_of(two)))
    assert len(path_of(second, "possible")) < len(path_of(first, "possible"))
    solved = drawn(frame(board, [three, two], step_of(Fact("cell", ((0, 1),), 1), known=[three, two])))
    assert "possible" not in classes(solved)
    assert "crossed" not in classes(solved)


def test_signs_differ_without_colour():
    board = read_board(Source("sample", SUDOKU), "sudoku")
    known, new = Fact("cell", ((1, 0),), 2), Fact("cell", ((1, 1),), 3)
    rule = UsedRule("row 2", tuple((1, column) for column in range(4)), "row 2")
    svg = drawn(frame(board, [known], step_of(new, known=[known], rules=[rule], clues=[CitedClue((0, 0), "number 4")])))
    paths = {each.get("class"): each for each in svg.iter(f"{SVG}path")}
    assert paths["new"].get("stroke-dasharray") is None
    dashes = {paths[name].get("stroke-dasharray") for name in ("cited", "rule")}
    assert len(dashes) == 2 and None not in dashes
    assert paths["clue"].get("d").count("M") == 2 * paths["new"].get("d").count("M")


def test_clues_beside_the_board_are_framed_where_they_are():
    steps = first_steps("skyscrapers", None)
    svgs = [drawn(steps.svg(step.number)) for step in steps if any(clue.place[1] < 0 for clue in step.clues)]
    assert svgs and all("M-" in path_of(svg, "clue") for svg in svgs)


def test_clues_at_corners_are_framed_there():
    board = board_of("creek")
    for row, column in [(1, 0), (3, 1), (0, 2)]:
        svg = drawn(frame(board, [], step_of(clues=[CitedClue((row, column), "number at the corner")])))
        left, top = map(float, re.match(r"M(\S+) (\S+?)h", path_of(svg, "clue")).groups())
        assert (left + 18.5, top + 18.5) == (40 * column, 40 * row)


def test_a_known_fact_is_drawn_below_the_clues():
    text = frame(board_of("gokigen"), [Fact("cell", ((0, 0),), "\\")], step_of())
    assert text.index("solved slash") < text.index("given ring")


def test_a_frame_says_what_it_shows():
    text = frame(board_of("akari"), [], step_of(text='<b> & "x"\x1b'))
    assert drawn(text).find(f"{SVG}desc").text == '<b> & "x"\\x1b'
    assert drawn(text).find(f"{SVG}title").text.endswith(": step 1")


def test_names_of_regions():
    assert [letter(at) for at in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


def test_steps_by_number():
    steps = first_steps("akari", None)
    assert steps.to("svg") == steps.svg(1) == steps[0]._repr_svg_()
    assert steps.svg(2) != steps.svg(1)
    for number in (0, -1, len(steps) + 1):
        with pytest.raises(UsageError, match=f"no step {number}; the chain has {len(steps)}"):
            steps.svg(number)
    with pytest.raises(UsageError, match="expected text, json, svg, html"):
        steps.to("png")


def test_a_step_can_be_kept():
    step = first_steps("akari", 1)[0]
    kept = pickle.loads(pickle.dumps(step))
    assert kept == step
    assert kept._repr_svg_() is None


def test_hints_are_drawn_on_what_is_known():
    board = board_of("akari")
    step = hint(board, None, time.monotonic() + 60)
    assert isinstance(step, Step)
    assert "new" in classes(drawn(step._repr_svg_()))
    wrong = {"facts": [step.facts[0]._replace(negative=not step.facts[0].negative).neutral()]}
    mistake = hint(board, wrong, time.monotonic() + 60)
    assert isinstance(mistake, Mistake)
    assert "new" in classes(drawn(mistake._repr_svg_()))


@pytest.fixture(scope="module")
def chain():
    return first_steps("sudoku", None)


@pytest.fixture(scope="module")
def html(chain):
    return chain.to("html")


def test_a_page_has_keys_and_a_slider(html):
    assert 'type="range"' in html
    for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        assert key in html
    for name in re.findall(r'of\("(\w+)"\)', html):
        assert f'id="{name}"' in html


def test_the_policy_allows_the_script_and_nothing_else(html):
    script = re.search(r"<script>(.*)</script>", html, re.S)[1]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert f'content="{policy}"' in html
    assert html.count("<script") == 1


def test_without_a_script_a_page_shows_the_last_board_and_all_sentences(html, chain):
    assert '<form id="controls" hidden>' in html
    assert re.findall(r'<li value="(\d+)"', html) == [str(step.number) for step in chain.needed()]
    svg = drawn(re.search(r"<svg.*?</svg>", html, re.S)[0])
    groups = [each for each in svg.iter(f"{SVG}g") if any(name.startswith("data-") for name in each.attrib)]
    shown = [each for each in groups if each.get("display") != "none"]
    assert 0 < len(shown) < len(groups)
    assert all(set(each.attrib) == {"data-from"} for each in shown)
    digits = sum("text" in name.split() for each in shown for part in each for name in [part.get("class", "")])
    assert digits == sum(fact.negative is False for step in chain for fact in step.facts)


def test_each_step_of_a_page_has_its_signs(html, chain):
    svg = drawn(re.search(r"<svg.*?</svg>", html, re.S)[0])
    signs = {each.get("data-only") for each in svg.iter(f"{SVG}g") if "new" in {part.get("class") for part in each}}
    assert signs == {str(step.number) for step in chain.needed()}


def test_routine_steps_are_marked_in_a_page(html, chain):
    assert html.count('class="routine"') == sum(step.folded for step in chain.needed()) > 0


def test_trails_and_texts_are_escaped():
    fact = Fact("cell", ((0, 0),), "*")
    trail = [TrailPart(fact, "<i>rule</i>"), TrailPart(None, "&amp;")]
    text = page(board_of("akari"), [step_of(fact, text="a < b {c} & d", trail=trail)], ChainEnd("LIMIT"))
    assert "a &lt; b {c} &amp; d" in text
    assert ": &lt;i&gt;rule&lt;/i&gt;</li><li>a contradiction: &amp;amp;</li>" in text
    assert "There are more steps" in text


def test_cases_of_a_supposition_are_lists_in_lists():
    """A case is told once, in the words that a text has for it."""
    fact, other = Fact("cell", ((0, 0),), "*"), Fact("cell", ((0, 1),), "*")
    way = (TrailPart(other, "a rule"), TrailPart(None, "number 1"))
    inner, deep = TrailPart(fact, "else so", way=way), TrailPart(other, "else more", way=(*way, way[1]))
    outer = TrailPart(other, "else a contradiction follows", way=(inner, way[1]))
    html = page(board_of("akari"), [step_of(fact, trail=[inner, outer, deep, way[1]])], ChainEnd("LIMIT"))
    light, end = "row 1, column 1 has a light", "<li>a contradiction: number 1</li>"
    case = f"<ol><li>row 1, column 2 has a light: a rule</li>{end}</ol>"
    assert f"<li>{light}, since otherwise:{case}</li>" in html
    assert f"since otherwise:<ol><li>{light}: as above</li>{end}</ol></li>" in html
    assert "else" not in html.split("<details>")[1].split("</details>")[0]


def test_cases_of_a_long_supposition_are_folded_away():
    facts = [Fact("cell", ((r, c),), "*") for r in range(6) for c in range(7)]
    end = TrailPart(None, "number 1")
    way = (*(TrailPart(fact, "a rule") for fact in facts[1:39]), end)
    html = page(
        board_of("akari"), [step_of(facts[0], trail=[TrailPart(facts[1], "else", way=way), end])], ChainEnd("LIMIT")
    )
    words = "row 1, column 2 has a light, since otherwise 39 lines lead to a contradiction: number 1"
    assert f"<ol><li><details><summary>{words}</summary><ol><li>row 1, column 2 has a light: a rule</li>" in html
    few = page(
        board_of("akari"), [step_of(facts[0], trail=[TrailPart(facts[1], "else", way=way[1:]), end])], ChainEnd("LIMIT")
    )
    assert (
        "row 1, column 2 has a light, since otherwise:<ol>" in few
        and few.count("<details>") == html.count("<details>") - 1
    )


def test_each_line_of_a_supposition_is_drawn():
    """The supposition, each conclusion and the contradiction; the cells of a rule while its line is the last."""
    supposed, so = Fact("cell", ((0, 0),), "*", True), Fact("cell", ((0, 1),), "*")
    trail = [TrailPart(so, "a rule", ((0, 0), (0, 1))), TrailPart(None, "number 1", ((0, 1),))]
    html = page(board_of("akari"), [step_of(supposed, trail=trail, number=1)], ChainEnd("LIMIT"))
    svg = drawn(re.search(r"<svg.*?</svg>", html, re.S)[0])
    found = [each for each in svg.iter(f"{SVG}g") if each.get("data-line")]
    assert {each.get("data-only") for each in found} == {"1"} and all(each.get("display") == "none" for each in found)
    stays = {each.get("data-line") for each in found if not each.get("data-last")}
    names = {
        line: {part.get("class") for each in found if each.get("data-last") == line for part in each} for line in "123"
    }
    assert stays == {"1", "2"}
    assert names == {"1": {"new"}, "2": {"new", "rule", "tint"}, "3": {"rule", "tint"}}
    assert "supposed, or follows from it" in html
    assert "supposed, or" not in page(board_of("akari"), [step_of(supposed)], ChainEnd("LIMIT"))


@pytest.mark.parametrize("status", ["SOLVED", "STUCK", "CONTRADICTION", "LIMIT"])
def test_a_page_without_steps(status):
    text = page(board_of("akari"), [], ChainEnd(status))
    assert "<p>0 steps. " in text
    assert "{" not in text.split("<body>")[1].split("<script>")[0].split("</style>")[1]


def test_the_rules_of_a_page_have_no_signs_of_texts():
    text = page(board_of("masyu"), [], ChainEnd("SOLVED"))
    assert "<p>White circle: the loop" in text and "(`" not in text


def test_frames_are_written_to_a_folder(tmp_path):
    steps = first_steps("akari")
    assert show(steps, StepsTarget("svg", str(tmp_path / "new" / "frames"), False, True)) == 0
    written = sorted((tmp_path / "new" / "frames").iterdir())
    assert [path.name for path in written] == ["step-001.svg", "step-002.svg", "step-003.svg"]
    assert [path.read_text() for path in written] == [steps.svg(number) for number in (1, 2, 3)]


def test_one_frame_is_a_file(tmp_path, capsys):
    steps = first_steps("akari", 1)
    show(steps, StepsTarget("svg", str(tmp_path / "a.svg"), False, True))
    show(steps, StepsTarget("svg", None, False, True))
    assert (tmp_path / "a.svg").read_text() == capsys.readouterr().out == steps.to("svg")


@pytest.mark.parametrize("output", [None, "-"])
def test_several_frames_need_a_folder(output):
    with pytest.raises(UsageError, match="expected -o FOLDER, or --limit 1"):
        show(first_steps("akari"), StepsTarget("svg", output, False, True))


def test_a_mistake_is_red_and_no_given_is_drawn_twice():
    board = read_board(Source("line", SUDOKU), "sudoku")
    found = hint(board, ["42?3", "???4", "1???", "3???"], time.monotonic() + 60)
    assert isinstance(found, Mistake) and found.fact.value == 2
    svg = found._repr_svg_()
    texts = [each for each in drawn(svg).iter() if "text" in each.get("class", "").split()]
    reds = [each for each in texts if LIGHT["wrong"] in (each.get("stroke"), each.get("fill"))]
    plain = [each for each in drawn(frame(board, [], found.step)).iter() if "text" in each.get("class", "").split()]
    assert (
        len(reds) == 1
        and len(plain) == 5
        and len(texts) > 5 + 1
        and LIGHT["solved"] not in svg.partition("</style>")[2]
    )
    assert "crossed" not in classes(drawn(svg))


def test_a_wrong_mark_is_red_without_a_cross():
    board = read_board(Source("two clues", "size 3 2\n1 - -\n- - 1\n"), "akari")
    found = hint(board, ["?**", "???"], time.monotonic() + 60)
    assert isinstance(found, Mistake)
    assert LIGHT["wrong"] in found._repr_svg_().partition("</style>")[2]
    assert "absent" not in classes(drawn(found._repr_svg_()))


def test_a_page_says_which_routine_steps_its_list_leaves_out():
    board = read_board(Source("sample", SUDOKU), "sudoku")
    facts = [Fact("cell", ((0, at),), 1, True) for at in range(4)]
    routine = (True, True, False, True, False, False)
    steps = [step_of(facts[at % 4], number=at + 1, routine=each) for at, each in enumerate(routine)]
    html = page(board, steps, ChainEnd("SOLVED"))
    assert re.findall(r'<li value="(\d)"[^>]*><span class="before">\((.*?)\)', html) == [
        ("3", "steps 1–2 routine"),
        ("5", "step 4 routine"),
    ]


def test_doubts_are_below_the_steps():
    board = read_board(Source("sample", SUDOKU), "sudoku")
    large = replace(
        step_of(Fact("cell", ((0, 1),), 1)), smallest="found", rules=(UsedRule("a rule", (), "a rule", 20),)
    )
    html = page(board, [large], ChainEnd("SOLVED"))
    assert html.index("A sentence.") < html.index("Step 1: perhaps there is a shorter reason.")


def test_each_fact_of_a_step_has_a_supposition_of_its_own():
    """The sentence is short, as in the text; what follows at once is said behind the suppositions."""
    first, second, last = (Fact("cell", ((0, at),), "*") for at in range(3))
    trail = (TrailPart(first, "a rule"), TrailPart(None, "number 1"))
    shown = step_of(first, second, last, text="A long sentence.", trail=trail)
    shown = replace(shown, ways=(FactWay(second, trail),), at_once=((last, ", by a rule"),), head="Short.")
    html = page(board_of("akari"), [shown], ChainEnd("LIMIT"))
    item = html.split('<li value="')[1].split("</li>\n")[0]
    heads = [f"<summary>Suppose that row 1, column {at} has no light</summary>" for at in (1, 2)]
    assert "Short." in item and "A long" not in item and all(head in item for head in heads)
    assert item.endswith("</details><p>Then row 1, column 3 has a light, by a rule.</p>")
    assert item.count('<details class="further">') == 1


def test_triangles_that_are_still_possible_stand_each_in_its_corner():
    """No two of them lie over each other, a fact that a cell lacks one is no other mark, and the page says what they
    are.
    """
    board, middle = board_of("shakashaka"), 0.5 * CELL
    cell = next(at for at in board.cells() if board.givens[at[0]][at[1]] == ".")
    sheet, spots = FactSheet(board), {}
    for fact in sheet.pencils.left(("cell", (cell,))):
        (x, y), *_ = [map(float, start) for start in re.findall(r"M([\d.]+) ([\d.]+)", sheet.pencils.strokes(fact))]
        spots[fact.value] = x * SCALE - cell[1] * CELL - middle > 0, y * SCALE - cell[0] * CELL - middle > 0
        assert sheet.fact(fact._replace(negative=True)) == ("", "", "")
        assert fact.value == "." or "polygon" in "".join(sheet.fact(fact))
    assert spots.pop(".") and spots == {"a": (False, False), "b": (True, False), "c": (False, True), "d": (True, True)}
    lacks = step_of(Fact("cell", (cell,), "b", True))
    assert "</svg> still possible</li>" in page(board, [lacks], ChainEnd("LIMIT"))


def test_a_sentence_of_the_rules_is_one_paragraph():
    """Texts part long sentences, whose second line is indented."""
    for kind in PUZZLES:
        text = page(board_of(kind), [], ChainEnd("LIMIT"))
        said = re.search(r"<summary>The rules</summary>\n(.*?)</details>", text, re.DOTALL)
        lines = re.findall("<p>(.*?)</p>", said[1])
        assert lines and all(line[0] not in " abcdefghijklmnopqrstuvwxyz" for line in lines), (kind, lines)
