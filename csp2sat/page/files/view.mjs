// The board as it is seen: its drawing, the cells that lie over it for clicks and screen readers, the cursor.

import { $, element, node, show } from "./drawing.mjs";
import { CELL } from "./play.mjs";

const WANTED = 420; // pixels of a small board's longer side
const OF_WINDOW = 0.45; // of a window's height, the same in a large window
const LARGER = 1.7; // times as large as drawn, at most, in a window of usual height
const USUAL = 1000; // pixels of its height
const LEAST_CELL = 26; // pixels
const MOST_CELLS_NAMED = 2500; // cells with an element each, for screen readers
const IN_MIDDLE = 0.7; // of the window: a board that begins lower is not in view
const GAP = 16; // pixels between two drawings
const HEADER = 60; // pixels that stay at the top

export class View {
  // moves: how the board is played, with its size; play: what is filled in; both are set with each board.
  constructor() {
    this.cursor = [0, 0];
    this.isOurs = false; // whether the drawing is the board as given, on which is played and edited
    this.isEdited = false;
    addEventListener("resize", () => this.fitAll());
  }

  // isSame: whether the cursor stays where it is.
  take(board, play, isSame) {
    this.board = board;
    this.play = play;
    if (!isSame) this.cursor = [0, 0];
  }

  // Show a drawing of the board; the played marks lie on it if it is the board as given.
  show(svg, second, isOurs) {
    show($("board"), svg);
    show($("second"), second);
    this.fitAll();
    $("second-words").hidden = !second;
    this.isOurs = isOurs;
    const focused = document.activeElement;
    $("hide").hidden = isOurs;
    this.layCells();
    // the focus does not stay on what is hidden now
    if (focused === $("cells") && $("cells").hidden) $("hide").focus({ preventScroll: true });
    if (focused === $("hide") && isOurs) $("cells").focus({ preventScroll: true });
    this.drawMarks();
  }

  fitAll() {
    // two solutions stand beside each other, where both have room
    const shares = $("second").hidden || !$("second").firstElementChild ? 1 : 2;
    for (const box of [$("board"), $("second")]) this.fit(box.firstElementChild, shares);
  }

  // Make a small drawing larger, and a large one as small as fingers allow; what is larger still gets a bar of its own.
  fit(svg, shares) {
    if (!svg) return;
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
    const beside = getComputedStyle($("stage"));
    const room = ($("boards").clientWidth - GAP * (shares - 1)) / shares - 4 - parseFloat(beside.marginLeft) - parseFloat(beside.marginRight);
    const long = Math.max(WANTED, innerHeight * OF_WINDOW);
    const larger = Math.min(Math.max(long / Math.max(width, height), 1), LARGER * Math.max(1, innerHeight / USUAL));
    const least = Math.min(width, (this.board.cols + 1) * LEAST_CELL);
    const wanted = Math.max(Math.min(width * larger, room), least);
    svg.style.width = `${wanted}px`;
    svg.style.height = `${(wanted * height) / width}px`;
  }

  // Bring the board into view, if it is not there.
  seek() {
    const { top } = $("board").getBoundingClientRect();
    if (top < HEADER || top > innerHeight * IN_MIDDLE) $("board-title").scrollIntoView({ block: "start" });
  }

  // Make room for clicks beside the drawing: a width for each side, '' for none.
  setRoom(widths) {
    for (const side of ["left", "right", "top", "bottom"]) $("stage").style.setProperty(`--${side}`, widths[side] || "0px");
    this.fitAll();
  }

  // How many cells wide the drawing is beside the cells, on each side.
  get room() {
    const { rows, cols, origin } = this.play.moves;
    const [, , width, height] = $("board").firstElementChild.getAttribute("viewBox").split(" ").map(Number);
    const [left, top] = origin.map((each) => each / CELL);
    return { left, top, right: width / CELL - left - cols, bottom: height / CELL - top - rows };
  }

  // Return the part of the drawing, in percent, at a point in cells from the upper left corner of the cells.
  share(x, y) {
    const [, , width, height] = $("board").firstElementChild.getAttribute("viewBox").split(" ").map(Number);
    const [left, top] = this.play.moves.origin;
    return [(100 * (left + x * CELL)) / width, (100 * (top + y * CELL)) / height];
  }

  // Lay an element over the drawing, from one point in cells to another.
  lay(box, [x, y], [there, below]) {
    const [left, top] = this.share(x, y);
    const [right, bottom] = this.share(there, below);
    Object.assign(box.style, { left: `${left}%`, top: `${top}%`, width: `${right - left}%`, height: `${bottom - top}%` });
  }

  layCells() {
    const cells = $("cells");
    cells.hidden = !$("board").firstElementChild || !this.isOurs;
    $("mark").hidden = true;
    if (cells.hidden) return;
    const { rows, cols } = this.play.moves;
    this.lay(cells, [0, 0], [cols, rows]);
    cells.style.gridTemplateColumns = `repeat(${cols}, 1fr)`;
    cells.style.gridTemplateRows = `repeat(${rows}, 1fr)`;
    this.setTouch();
    cells.setAttribute("aria-rowcount", rows);
    cells.setAttribute("aria-colcount", cols);
    cells.setAttribute("aria-label", `${this.board.title}. Arrow keys move.`);
    cells.replaceChildren();
    if (rows * cols > MOST_CELLS_NAMED) return;
    for (let r = 0; r < rows; r++) {
      const row = node("div", { role: "row" });
      row.style.display = "contents";
      for (let c = 0; c < cols; c++) row.append(node("div", { role: "gridcell", "data-cell": `${r},${c}`, id: `cell-${r}-${c}` }));
      cells.append(row);
    }
    this.nameCells();
  }

  // A finger that types needs no drag, so that it can move the page.
  setTouch() {
    const isTyped = this.isEdited ? !this.isDragged : ["numbers", "bridges"].includes(this.play.form);
    $("cells").style.touchAction = isTyped ? "manipulation" : "none";
  }

  cellAt(r, c) {
    return $(`cell-${r}-${c}`);
  }

  // nameOf: what a cell has, in words.
  nameCells(nameOf = (r, c) => this.play.words(r, c)) {
    for (const cell of $("cells").querySelectorAll("[data-cell]")) {
      const [r, c] = cell.dataset.cell.split(",").map(Number);
      cell.setAttribute("aria-label", [`row ${r + 1}, column ${c + 1}`, nameOf(r, c)].filter(Boolean).join(", "));
      cell.classList.toggle("bad", !this.isEdited && this.play.bad.some(([kind, row, col]) => kind === "" && row === r && col === c));
      cell.classList.toggle("hinted", !this.isEdited && this.play.hinted.some(([row, col]) => row === r && col === c));
    }
    this.showCursor(false);
  }

  showCursor(isMoved = true) {
    for (const each of $("cells").querySelectorAll(".cursor")) each.classList.remove("cursor");
    const cell = this.cellAt(...this.cursor);
    if (!cell) return;
    if (isMoved || this.isEdited || document.activeElement === $("cells")) cell.classList.add("cursor");
    $("cells").setAttribute("aria-activedescendant", cell.id);
  }

  moveCursor(down, across) {
    const { rows, cols } = this.play.moves;
    const inside = (at, size) => Math.min(Math.max(at, 0), size - 1);
    this.cursor = [inside(this.cursor[0] + down, rows), inside(this.cursor[1] + across, cols)];
    this.showCursor();
    this.cellAt(...this.cursor)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drawMarks() {
    const svg = $("board").firstElementChild;
    svg?.querySelector(".played")?.remove();
    if (!svg || !this.isOurs || this.isEdited) return;
    const marks = this.play.marks();
    const [x, y] = this.play.moves.origin;
    marks.setAttribute("transform", `translate(${x} ${y})`);
    svg.append(marks);
  }

  // Draw the borders of rooms that are no board yet; labels: the room of each cell, undefined for none.
  drawDraft(labels) {
    const svg = $("board").firstElementChild;
    svg?.querySelector(".drafts")?.remove();
    if (!svg || !labels) return;
    const [x, y] = this.play.moves.origin;
    const found = element("g", { class: "drafts", transform: `translate(${x} ${y})` });
    const draw = (isBorder, d) => found[isBorder ? "append" : "prepend"](element("path", { class: isBorder ? "draft" : "undrawn", d }));
    labels.forEach((row, r) => row.forEach((label, c) => {
      if (c + 1 < row.length) draw(row[c + 1] !== label, `M${(c + 1) * CELL} ${r * CELL}v${CELL}`);
      if (r + 1 < labels.length) draw(labels[r + 1][c] !== label, `M${c * CELL} ${(r + 1) * CELL}h${CELL}`);
    }));
    svg.append(found);
  }

  // Where an event is, in cells from the upper left corner; outside of the cells, too.
  place(event) {
    const box = $("cells").getBoundingClientRect();
    const { rows, cols } = this.play.moves;
    return [((event.clientX - box.left) / box.width) * cols, ((event.clientY - box.top) / box.height) * rows];
  }

  // The same, moved into the nearest cell.
  point(event) {
    const { rows, cols } = this.play.moves;
    const inside = (at, size) => Math.min(Math.max(at, 0), size - 0.001);
    const [x, y] = this.place(event);
    return [inside(x, cols), inside(y, rows)];
  }
}
