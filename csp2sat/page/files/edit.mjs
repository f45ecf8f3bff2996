// Editing: the words of a board's parts, chosen by clicks and arrows, typed; rooms, which are drawn by dragging.
//
// The engine says of each part what its words belong to (its shape), replaces words, and reads the board again.

import { $, ARROWS, node } from "./drawing.mjs";
import { CANCELLED } from "./engine.mjs";
import { showKeys } from "./keys.mjs";

const NEAR = 0.22; // of a cell: a click so near an edge means the sign there
const BESIDE = 1; // width in cells of the place for clues beside the board
const ENOUGH = 0.7; // cells beside the board that are room for a click
const ROOM = "3.5rem";
const HOW = {
  cells: "Click a cell and type its clue.",
  corners: "Click a corner and type its clue.",
  across: "Click between two cells of a row and type the sign.",
  down: "Click between two cells of a column and type the sign.",
  labels: "Drag from a cell over others: they join its room. Type + for a room of its own. Shift and an arrow do the same.",
  rows: "Click beside a row and type its clue.",
  columns: "Click above or below a column and type its clue.",
  rooms: "Click a room and type its clue.",
  points: "Click in a cell, at an edge or at a corner: a point comes or goes. Enter does it in the cell of the cursor.",
  line: "Type the numbers, with blanks between them.",
};
const INSIDE = ["cells", "labels", "rooms", "across", "down", "corners", "points"];
const SIDES = { left: "rows", right: "rows", top: "columns", bottom: "columns" };

export class Edit {
  // page: what shows boards; view: the board as it is seen.
  constructor(page, view) {
    this.page = page;
    this.view = view;
    this.parts = [];
    this.done = [];
    this.undone = [];
    this.line = Promise.resolve(); // the changes, one after the other
    this.pending = 0;
    this.draft = null; // rooms that are no board yet: the words of all parts
    this.shown = ""; // the word as it is on the board
    $("section").addEventListener("change", () => this.choose($("section").value));
    // a word that is typed is entered when the field is left, in whatever way
    $("word").addEventListener("blur", () => {
      if ($("word").value !== this.shown) this.type($("word").value);
    });
    $("word").addEventListener("keydown", (event) => this.wordKey(event));
  }

  wordKey(event) {
    const { key: letter } = event;
    const arrow = ARROWS[letter];
    if (letter === "Escape") $("word").value = this.shown;
    const isAtEnd = this.isQuick || ["ArrowUp", "ArrowDown"].includes(letter);
    if (!["Enter", "Escape"].includes(letter) && !(arrow && isAtEnd)) return;
    event.preventDefault();
    $("cells").focus({ preventScroll: true });
    if (arrow) this.key(letter, false, arrow);
  }

  get part() {
    return this.parts.find((each) => each.name === $("section").value);
  }

  get shape() {
    return this.part?.shape ?? "";
  }

  forget() {
    this.draft = null;
    this.done = [];
    this.undone = [];
  }

  take(parts) {
    this.parts = parts;
    this.makeRoom();
    const before = $("section").value;
    $("section").parentElement.hidden = parts.length < 2;
    $("section").replaceChildren(...parts.map((each) => node("option", { value: each.name }, each.name)));
    const usual = parts.find((each) => each.name === before) ?? parts.find((each) => INSIDE.includes(each.shape)) ?? parts[0];
    this.choose(usual.name);
  }

  // Make room for clicks where clues beside the board may come, if the drawing has none there.
  makeRoom() {
    const { room } = this.view;
    const sides = this.parts.flatMap(({ name, shape }) => (name in SIDES ? [name] : { rows: ["left"], columns: ["top"] }[shape] ?? []));
    this.view.setRoom(Object.fromEntries(sides.map((side) => [side, room[side] < ENOUGH ? ROOM : ""])));
  }

  choose(name) {
    $("section").value = name;
    $("how").textContent = `${HOW[this.shape]} ${this.symbols}`.trim();
    showKeys(this.page);
    this.view.drawDraft(this.draft?.[this.parts.find((each) => each.shape === "labels").name]);
    this.view.isDragged = this.shape === "labels";
    this.view.setTouch();
    this.view.nameCells((r, c) => this.wordAt(r, c));
    this.show();
  }

  // What the signs of the part mean, as the rules of the kind say it.
  get symbols() {
    const lines = this.page.gallery.kinds.get(this.page.board.kind)?.symbols.replace(/\n +/g, " ").split("\n") ?? [];
    const own = lines.find((line) => line.split(": ")[0].includes(`\`${this.part.name}\``));
    if (!this.part.signs.length || (!own && this.parts.length > 1)) return "";
    const words = own ? own.slice(own.indexOf(": ") + 2) : lines.join(" ");
    return `What to type: ${words.replaceAll("`", "")}.`;
  }

  // The word at a place, as the text has it; '' outside.
  wordAt(r, c) {
    const { words } = this.part;
    const list = { line: words[0], rows: words[r], columns: words[c] }[this.shape];
    if (list) return list.join(" ");
    if (this.shape === "points") return words.some(([y, x]) => Number(x) === 2 * c + 1 && Number(y) === 2 * r + 1) ? "point" : "";
    if (this.shape === "rooms") {
      const labels = this.parts.find((each) => each.shape === "labels").words;
      return words[Number(labels[r][c])]?.join(" ") ?? "";
    }
    return words[r]?.[c] ?? "";
  }

  // Show which word is chosen: its place in words, and a frame at it.
  show() {
    const [r, c] = this.view.cursor;
    const names = {
      line: "", rows: `row ${r + 1}`, columns: `column ${c + 1}`, rooms: `room of row ${r + 1}, column ${c + 1}`,
      across: `right of row ${r + 1}, column ${c + 1}`, down: `below row ${r + 1}, column ${c + 1}`,
      corners: `corner ${r + 1}, ${c + 1}`,
    };
    $("edit-place").textContent = names[this.shape] ?? `row ${r + 1}, column ${c + 1}`;
    const word = this.wordAt(r, c);
    this.shown = word === this.part.blank ? "" : word;
    if (document.activeElement !== $("word")) {
      $("word").value = this.shown;
      this.isQuick = false;
    }
    $("word").disabled = this.shape === "points";
    const box = this.frame(r, c);
    $("mark").hidden = !box;
    if (box) this.view.lay($("mark"), ...box);
    $("cells").classList.toggle("without-cursor", Boolean(box));
  }

  // The frame of a word that belongs to no cell, as two points in cells; null for a cell's.
  frame(r, c) {
    const { rows, cols } = this.view.play.moves;
    const around = (x, y) => [[x - 0.25, y - 0.25], [x + 0.25, y + 0.25]];
    const isFar = ["right", "bottom"].includes(this.part.name);
    const frames = {
      rows: () => (isFar ? [[cols, r], [cols + BESIDE, r + 1]] : [[-BESIDE, r], [0, r + 1]]),
      columns: () => (isFar ? [[c, rows], [c + 1, rows + BESIDE]] : [[c, -BESIDE], [c + 1, 0]]),
      across: () => around(c + 1, r + 0.5),
      down: () => around(c + 0.5, r + 1),
      corners: () => around(c, r),
    };
    return frames[this.shape]?.() ?? null;
  }

  // Choose what a click at a point in cells means: a clue beside the board, a sign at an edge, a cell.
  press(x, y) {
    const { rows, cols } = this.view.play.moves;
    const side = x < 0 ? "left" : x >= cols ? "right" : y < 0 ? "top" : y >= rows ? "bottom" : "";
    const inside = (at, size) => Math.min(Math.max(Math.floor(at), 0), size - 1);
    this.view.cursor = [inside(y, rows), inside(x, cols)];
    if (side && !["corners", "points"].includes(this.shape)) return this.pressBeside(side);
    if (!INSIDE.includes(this.shape)) this.chooseShape(...INSIDE);
    if (["cells", "across", "down"].includes(this.shape)) this.pressEdge(x, y);
    if (this.shape === "corners") this.view.cursor = [inside(y + 0.5, rows + 1), inside(x + 0.5, cols + 1)];
    if (this.shape === "points") this.point = [Math.round(2 * y), Math.round(2 * x)];
    if (this.shape === "labels") this.drag = [this.view.cursor];
    this.show();
  }

  chooseShape(...shapes) {
    const found = this.parts.find((each) => shapes.includes(each.shape));
    if (found) this.choose(found.name);
    return Boolean(found);
  }

  pressBeside(side) {
    const parts = this.parts.filter((each) => each.shape === SIDES[side]);
    const found = parts.find((each) => each.name === side) ?? parts[0];
    if (found) this.choose(found.name);
    else this.show();
  }

  pressEdge(x, y) {
    if (!this.parts.some((each) => each.shape === "across")) return;
    const { rows, cols } = this.view.play.moves;
    const [column, row] = [Math.round(x), Math.round(y)];
    if (Math.abs(x - column) < NEAR && column > 0 && column < cols) {
      this.view.cursor = [Math.floor(y), column - 1];
      this.chooseShape("across");
    } else if (Math.abs(y - row) < NEAR && row > 0 && row < rows) {
      this.view.cursor = [row - 1, Math.floor(x)];
      this.chooseShape("down");
    } else this.chooseShape("cells");
  }

  move(x, y) {
    if (!this.drag) return;
    const cell = [Math.floor(y), Math.floor(x)];
    if (this.drag.some(([r, c]) => r === cell[0] && c === cell[1])) return;
    this.drag.push(cell);
    this.view.cellAt(...cell)?.classList.add("picked");
  }

  release() {
    const { drag, point } = this;
    this.drag = this.point = null;
    for (const each of $("cells").querySelectorAll(".picked")) each.classList.remove("picked");
    if (point) return this.change([[...point, "*"]]);
    if (drag?.length > 1) {
      const label = this.wordAt(...drag[0]);
      return this.change(drag.slice(1).map(([r, c]) => [r, c, label]));
    }
  }

  // A key at the cursor; returns whether it meant something.
  key(letter, isShift, arrow) {
    const [r, c] = this.view.cursor;
    if (arrow) {
      const label = this.shape === "labels" && isShift ? this.wordAt(r, c) : null;
      this.moveCursor(...arrow);
      if (label !== null) this.change([[...this.view.cursor, label]]);
      else this.show();
      return true;
    }
    if (letter === "Enter") {
      if (this.shape === "points") this.change([[2 * r + 1, 2 * c + 1, "*"]]);
      else $("word").focus();
      return true;
    }
    if (["Backspace", "Delete"].includes(letter)) return this.type(""), true;
    if (letter.length !== 1 || letter === " " || this.shape === "points") return false;
    $("word").value = "";
    $("word").focus();
    this.isQuick = true; // arrows go on to the next cell
    return false; // the letter goes into the field
  }

  moveCursor(down, across) {
    const { rows, cols } = this.view.play.moves;
    const more = Number(this.shape === "corners");
    const inside = (at, size) => Math.min(Math.max(at, 0), size - 1);
    const [r, c] = this.view.cursor;
    this.view.cursor = [inside(r + down, rows + more), inside(c + across, cols + more)];
    this.view.showCursor();
  }

  type(word) {
    return this.change([[...this.view.cursor, word.trim() || this.part.blank]]);
  }

  // Ask for a board with changed words; what is refused changes nothing, and is marked.
  change(changes) {
    const part = this.part.name;
    const [[row, col]] = changes;
    return this.queue(async () => {
      const before = this.now;
      const isDone = await this.put("edit", { ...before, part, changes }, () => {
        this.done.push(before);
        this.undone = [];
      });
      if (!isDone) this.view.cellAt(row, col)?.classList.add("bad");
    });
  }

  // The board as it is edited: its text, and the rooms that are no board yet.
  get now() {
    return { text: this.page.board.text, draft: this.draft };
  }

  // Do a change after those before it; a question that is being answered is about another board then, and ends.
  queue(task) {
    if (this.page.isBusy && !this.pending) this.page.cancel();
    this.pending++;
    this.line = this.line.then(task).finally(() => this.pending--);
    return this.line;
  }

  // Get a changed board from the engine and show it; returns whether there is one.  A question that comes meanwhile waits.
  async put(op, given, andThen) {
    const { page } = this;
    try {
      if (!page.isBusy) page.clearError();
      const found = await page.must(op, given);
      page.leaveAddress();
      this.draft = found.draft ?? null;
      await page.show(found, null, true);
      andThen();
      page.played();
      if (!page.isBusy) page.status("ready", found.draft ? `The rooms are no board yet: ${found.why}.` : "The board is changed.");
      return true;
    } catch (error) {
      if (error.message !== CANCELLED) page.fail(error.message, error.answer);
      return false;
    }
  }

  undo() {
    this.back(this.done, this.undone);
  }

  redo() {
    this.back(this.undone, this.done);
  }

  // Go back to the last text of one list; the text of now goes to the other.
  back(from, to) {
    return this.queue(() => {
      const { now } = this;
      const before = from.at(-1);
      return before && this.put("clues", { ...before, whole: true }, () => to.push(now) && from.pop());
    });
  }
}
