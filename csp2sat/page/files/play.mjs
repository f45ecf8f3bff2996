// A board as it is played: what is filled in, undo and redo, the marks on the drawing.
//
// A place is a text: `c,ROW,COL` a cell, `h,ROW,COL` and `v,ROW,COL` the edge to the right of a cell (or corner) and the
// one below it, `s,ROW,COL` the shading of a cell on a board of lines, `b,NUMBER` a bridge. A place that is not filled
// is not in the map.

import { element } from "./drawing.mjs";

export const CELL = 40;
export const SIGNS = { "#": "shaded", ".": "empty", "*": "marked" }; // in words
const NEAR = 0.28; // of a cell: how near an edge a click means the edge, where it may also mean the cell
const FAR = 0.42; // how far from all edges a click means none
const SAVED = 200; // steps of the history that are kept
const GAMES = 20; // that are kept, of all tabs
const NAME = "csp2sat games";

// The games that are kept, the last one first.
function games() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => each !== null && typeof each === "object") : [];
  } catch {
    return [];
  }
}

const key = (kind, r, c) => `${kind},${r},${c}`;

export class Play {
  constructor(moves, text, onChange) {
    this.moves = moves;
    this.text = text;
    this.onChange = onChange;
    this.places = new Map();
    this.done = [];
    this.undone = [];
    this.seconds = 0;
    this.solved = false;
    this.bad = [];
    this.hinted = []; // places of a hint
    this.open = new Set((moves.open ?? []).map(([r, c]) => `${r},${c}`));
    this.locked = new Map((moves.locked ?? []).map(([r, c, value]) => [`${r},${c}`, value]));
    const given = (moves.given ?? []).filter((fact) => moves.form === "signs" && !fact.negative);
    for (const fact of given) this.locked.set(`${fact.places[0].row},${fact.places[0].column}`, String(fact.value));
    this.restore();
  }

  get form() {
    return this.moves.form;
  }

  // ---- what is filled in

  get(place) {
    return this.places.get(place) ?? null;
  }

  cell(r, c) {
    return this.locked.get(`${r},${c}`) ?? this.get(key("c", r, c));
  }

  isOpen(r, c) {
    return this.open.has(`${r},${c}`) && !this.locked.has(`${r},${c}`);
  }

  // Set places to values, `[place, value or null]`, as one step of the history.
  set(changes, joined = false) {
    const step = changes
      .map(([place, value]) => [place, this.get(place), value])
      .filter(([, before, after]) => before !== after);
    if (!step.length) return;
    for (const [place, , after] of step) this.put(place, after);
    if (joined && this.done.length) this.done.at(-1).push(...step);
    else this.done.push(step);
    this.undone = [];
    this.changed();
  }

  put(place, value) {
    if (value === null) this.places.delete(place);
    else this.places.set(place, value);
  }

  undo() {
    const step = this.done.pop();
    if (!step) return;
    for (const [place, before] of step.toReversed()) this.put(place, before);
    this.undone.push(step);
    this.changed();
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return;
    for (const [place, , after] of step) this.put(place, after);
    this.done.push(step);
    this.changed();
  }

  clear() {
    this.set([...this.places.keys()].map((place) => [place, null]));
  }

  get isEmpty() {
    return this.places.size === 0;
  }

  changed() {
    this.bad = this.hinted = [];
    this.solved = false;
    this.keep();
    this.onChange();
  }

  // ---- kept in the browser, if it allows that

  keep() {
    try {
      const { text, seconds, solved } = this;
      const history = { done: this.done.slice(-SAVED), undone: this.undone.slice(-SAVED) };
      const others = games().filter((each) => each.text !== text).slice(0, GAMES - 1);
      const ours = { text, seconds, solved, places: [...this.places], ...history };
      localStorage.setItem(NAME, JSON.stringify([ours, ...others]));
    } catch {
      // a game that cannot be kept is played all the same
    }
  }

  restore() {
    const kept = games().find((each) => each.text === this.text);
    if (!kept) return;
    try {
      this.places = new Map(kept.places);
      this.done = [...kept.done];
      this.undone = [...kept.undone];
      this.seconds = Number(kept.seconds) || 0;
      this.solved = Boolean(kept.solved);
    } catch {
      this.places = new Map();
    }
  }

  // ---- the state as the engine takes it

  state() {
    const { rows, cols, form, corners } = this.moves;
    const grid = (kind, height, width, blank) =>
      Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => this.get(key(kind, r, c)) ?? blank));
    const joined = (lists) => lists.map((row) => row.join(""));
    if (form === "bridges") return this.moves.edges.map((edge, at) => [...edge, this.get(`b,${at}`)]);
    if (form === "numbers") {
      return grid("c", rows, cols, null).map((row, r) => row.map((_, c) => (this.open.has(`${r},${c}`) ? this.cell(r, c) : 0)));
    }
    if (form === "signs") {
      const blank = (r, c) => (this.open.has(`${r},${c}`) ? (this.cell(r, c) ?? "?") : "-");
      return Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => blank(r, c)).join(""));
    }
    const [height, width] = corners ? [rows + 1, cols + 1] : [rows, cols];
    const lines = { h: joined(grid("h", height, width - 1, "?")), v: joined(grid("v", height - 1, width, "?")) };
    return form === "lines" && this.moves.shaded ? { ...lines, shaded: joined(grid("s", rows, cols, "?")) } : lines;
  }

  // ---- gestures

  cycle(place, values) {
    const order = [null, ...values];
    this.set([[place, order[(order.indexOf(this.get(place)) + 1) % order.length]]]);
  }

  // The edge nearest to a point, as a place, and how far it is; x and y are in cells.
  edgeAt(x, y) {
    const { rows, cols, corners, form } = this.moves;
    const isLine = form === "lines" && !corners;
    const found = [];
    if (isLine) {
      // edges join centres: the edge to the right of a cell lies in the middle of the cells' common side
      const r = Math.floor(y), c = Math.floor(x);
      found.push([key("h", r, c), c + 1 - x, c + 1 < cols], [key("h", r, c - 1), x - c, c > 0]);
      found.push([key("v", r, c), r + 1 - y, r + 1 < rows], [key("v", r - 1, c), y - r, r > 0]);
    } else {
      const r = Math.min(Math.max(Math.floor(y), 0), rows - 1), c = Math.min(Math.max(Math.floor(x), 0), cols - 1);
      const side = corners ? 0 : 1; // a border between cells has the number of the cell before it
      const inside = (at, size) => (corners ? true : at > 0 && at < size);
      found.push([key(corners ? "v" : "h", r, c - side), Math.abs(x - c), inside(c, cols)]);
      found.push([key(corners ? "v" : "h", r, c + 1 - side), Math.abs(c + 1 - x), inside(c + 1, cols)]);
      found.push([key(corners ? "h" : "v", r - side, c), Math.abs(y - r), inside(r, rows)]);
      found.push([key(corners ? "h" : "v", r + 1 - side, c), Math.abs(r + 1 - y), inside(r + 1, rows)]);
    }
    return found.filter(([, , known]) => known).sort((one, two) => one[1] - two[1])[0] ?? null;
  }

  bridgeAt(x, y) {
    let best = null;
    this.moves.edges.forEach(([r, c, there, other], at) => {
      const [x0, y0, x1, y1] = [c + 0.5, r + 0.5, other + 0.5, there + 0.5];
      const along = r === there ? Math.min(Math.max(x, x0), x1) - x : x0 - x;
      const down = r === there ? y0 - y : Math.min(Math.max(y, y0), y1) - y;
      const far = Math.hypot(along, down);
      if (far < 0.5 && (!best || far < best[1])) best = [`b,${at}`, far];
    });
    return best;
  }

  press(x, y, isSecond) {
    const { form } = this.moves;
    const r = Math.floor(y), c = Math.floor(x);
    this.drag = { x, y, r, c, isSecond, moved: false, value: undefined };
    if (form === "signs" && this.isOpen(r, c)) {
      const order = [null, ...this.signs(isSecond)];
      this.drag.value = order[(order.indexOf(this.cell(r, c)) + 1) % order.length];
      this.set([[key("c", r, c), this.drag.value]]);
    }
  }

  // The signs that a click goes through: with the second button only the one that leaves the cell as it is.
  signs(isSecond) {
    const [plain, ...others] = this.moves.signs;
    return isSecond ? [plain] : [...others, plain];
  }

  move(x, y) {
    const drag = this.drag;
    if (!drag) return;
    const { form, corners } = this.moves;
    if (form === "signs") {
      const r = Math.floor(y), c = Math.floor(x);
      if (this.isOpen(r, c) && drag.value !== undefined && this.cell(r, c) !== drag.value) {
        drag.moved = true;
        this.set([[key("c", r, c), drag.value]], true);
      }
      return;
    }
    if (form === "numbers" || form === "bridges") return;
    const onCorners = corners || form === "areas";
    const at = onCorners ? [Math.round(y), Math.round(x)] : [Math.floor(y), Math.floor(x)];
    const last = drag.at ?? (onCorners ? [Math.round(drag.y), Math.round(drag.x)] : [drag.r, drag.c]);
    drag.at = last;
    if (Math.abs(at[0] - last[0]) + Math.abs(at[1] - last[1]) !== 1) {
      if (Math.abs(at[0] - last[0]) + Math.abs(at[1] - last[1]) > 1) drag.at = at;
      return;
    }
    const place = this.between(last, at);
    drag.at = at;
    if (!place) return;
    if (drag.value === undefined) drag.value = drag.isSecond ? "0" : this.get(place) === "1" ? null : "1";
    this.set([[place, drag.value]], drag.moved);
    drag.moved = true;
  }

  // The place of the line or border between two neighbouring points, or null outside.
  between([r, c], [there, other]) {
    const { rows, cols, corners, form } = this.moves;
    const [row, col] = [Math.min(r, there), Math.min(c, other)];
    if (form === "areas") {
      // from corner to corner along a border: across means that it parts an upper and a lower cell
      const place = r === there ? ["v", row - 1, col] : ["h", row, col - 1];
      const [height, width] = r === there ? [rows - 1, cols] : [rows, cols - 1];
      const fits = place[1] >= 0 && place[2] >= 0 && place[1] < height && place[2] < width;
      return fits ? key(...place) : null;
    }
    const [height, width] = corners ? [rows + 1, cols + 1] : [rows, cols];
    if (row < 0 || col < 0 || Math.max(r, there) >= height || Math.max(c, other) >= width) return null;
    return r === there ? key("h", row, col) : key("v", row, col);
  }

  release() {
    const drag = this.drag;
    this.drag = null;
    if (!drag || drag.moved) return;
    const { form } = this.moves;
    const order = drag.isSecond ? ["0"] : ["1", "0"];
    if (form === "bridges") {
      const found = this.bridgeAt(drag.x, drag.y);
      if (found) this.cycle(found[0], drag.isSecond ? [0] : [1, 2, 0]);
      return;
    }
    if (form !== "lines" && form !== "areas") return;
    const edge = this.edgeAt(drag.x, drag.y);
    if (this.moves.shaded && this.isOpen(drag.r, drag.c) && (!edge || edge[1] > NEAR)) return this.cycle(key("s", drag.r, drag.c), ["#", "."]);
    if (edge && edge[1] < FAR) this.cycle(edge[0], this.moves.corners || form === "areas" || !drag.isSecond ? order : ["0"]);
  }

  // A key at the cell (r, c); returns whether it meant something.
  type(letter, r, c) {
    const { form, values, signs } = this.moves;
    if (form === "numbers" && this.isOpen(r, c)) {
      if (["Backspace", "Delete", " ", "."].includes(letter)) return this.set([[key("c", r, c), null]]), true;
      if (!/^\d$/.test(letter)) return false;
      const before = this.get(key("c", r, c));
      const longer = Number(`${before ?? ""}${letter}`);
      const value = values.includes(longer) ? longer : Number(letter);
      if (values.includes(value) || values.some((each) => String(each).startsWith(String(value)))) {
        this.set([[key("c", r, c), value]]);
      }
      return true;
    }
    if (form === "signs" && this.isOpen(r, c)) {
      if (["Backspace", "Delete"].includes(letter)) return this.set([[key("c", r, c), null]]), true;
      const sign = signs.find((each) => each.toLowerCase() === letter.toLowerCase());
      if (sign) return this.set([[key("c", r, c), sign]]), true;
      if (letter === " ") return this.cycle(key("c", r, c), this.signs(false)), true;
    }
    if (letter === " " && form === "lines" && this.isOpen(r, c)) return this.cycle(key("s", r, c), ["#", "."]), true;
    return false;
  }

  // Shift and an arrow at the cell (r, c): the line, border or bridge in that direction; returns where the cursor goes.
  draw(down, across, r, c) {
    const { form, rows, cols, corners, edges } = this.moves;
    if (form === "bridges") {
      const at = edges.findIndex(([row, col, there, other]) =>
        down + across > 0 ? row === r && col === c && (down ? other === c : there === r) : there === r && other === c && (down ? col === c : row === r));
      if (at >= 0) this.cycle(`b,${at}`, [1, 2, 0]);
      return [r, c];
    }
    if (form === "lines" && !corners) {
      const place = this.between([r, c], [r + down, c + across]);
      if (!place) return [r, c];
      this.set([[place, this.get(place) === "1" ? null : "1"]]);
      return [r + down, c + across];
    }
    if (form === "areas" || corners) {
      const from = [r + (down > 0 ? 1 : 0), c + (across > 0 ? 1 : 0)];
      const place = this.between(from, [from[0] + (across ? 1 : 0), from[1] + (down ? 1 : 0)]);
      if (place) this.cycle(place, ["1", "0"]);
    }
    return [r, c];
  }

  // What a cell has, in words, for those who cannot see it.
  words(r, c) {
    const said = this.moves.spoken?.[r]?.[c] ?? "";
    return [said, ...this.filled(r, c, said)].filter(Boolean).join(", ");
  }

  filled(r, c, said) {
    if (this.form === "signs" || this.form === "numbers") {
      const value = this.cell(r, c);
      if (value === null) return [this.open.has(`${r},${c}`) ? "not filled" : ""];
      return [said && this.locked.has(`${r},${c}`) ? "" : (SIGNS[value] ?? String(value))];
    }
    return [this.get(key("s", r, c)) === "#" ? "shaded" : "", ...this.edgesAt(r, c), ...this.bridgesAt(r, c)];
  }

  // The lines or borders of a cell, in words.
  edgesAt(r, c) {
    const { corners } = this.moves;
    const sides = corners
      ? { above: ["h", r, c], below: ["h", r + 1, c], left: ["v", r, c], right: ["v", r, c + 1] }
      : { above: ["v", r - 1, c], below: ["v", r, c], left: ["h", r, c - 1], right: ["h", r, c] };
    const drawn = Object.keys(sides).filter((side) => this.get(key(...sides[side])) === "1");
    return drawn.length ? [`${this.form === "areas" ? "border" : "line"} ${drawn.join(" and ")}`] : [];
  }

  bridgesAt(r, c) {
    if (this.form !== "bridges") return [];
    const ends = this.moves.edges.map(([up, left, below, right], at) => [this.get(`b,${at}`), [[up, left], [below, right]]]);
    return ends.flatMap(([value, [one, two]]) => {
      const other = String(one) === `${r},${c}` ? two : String(two) === `${r},${c}` ? one : null;
      return other && Number(value) ? [`${value} to row ${other[0] + 1}, column ${other[1] + 1}`] : [];
    });
  }

  // ---- marks

  marks() {
    const found = element("g", { class: "played" });
    const { form, corners, marks, marked } = this.moves;
    for (const [place, value] of this.places) {
      const [kind, r, c] = place.split(",").map((part, at) => (at ? Number(part) : part));
      if (kind === "b") found.append(...this.bridge(this.moves.edges[r], value));
      else if (kind === "s") found.append(...shading(r, c, value));
      else if (kind !== "c") found.append(this.edge(kind, r, c, value, corners, form));
      else if (form === "numbers") {
        const size = String(value).length > 2 ? { "font-size": 15 } : {};
        found.append(element("text", { x: (c + 0.5) * CELL, y: (r + 0.5) * CELL + 1, ...size }, String(value)));
      } else {
        const move = element("g", { transform: `translate(${(c - marked[1]) * CELL} ${(r - marked[0]) * CELL})` });
        const parsed = new DOMParser().parseFromString(
          `<svg xmlns="http://www.w3.org/2000/svg">${marks[value] ?? ""}</svg>`, "image/svg+xml");
        for (const each of parsed.documentElement.children) move.append(document.importNode(each, true));
        found.append(move);
      }
    }
    for (const [kind, r, c] of this.bad.filter((each) => each[0])) {
      found.append(this.edge(kind, r, c, "1", corners, form, "bad"));
    }
    return found;
  }

  edge(kind, r, c, value, corners, form, name) {
    const [x, y] = [c * CELL, r * CELL];
    const half = CELL / 2;
    // a line joins corners, or centres; a border lies across
    let d = corners ? (kind === "h" ? `M${x} ${y}h${CELL}` : `M${x} ${y}v${CELL}`)
      : kind === "h" ? `M${x + half} ${y + half}h${CELL}` : `M${x + half} ${y + half}v${CELL}`;
    if (form === "areas") d = kind === "h" ? `M${x + CELL} ${y}v${CELL}` : `M${x} ${y + CELL}h${CELL}`;
    if (value === "1") return element("path", { class: name ?? (form === "areas" ? "border" : "line"), d });
    const middle = corners ? (kind === "h" ? [x + half, y] : [x, y + half]) : kind === "h" ? [x + CELL, y + half] : [x + half, y + CELL];
    return element("path", { class: "cross", d: `M${middle[0] - 4} ${middle[1] - 4}l8 8m0 -8l-8 8` });
  }

  bridge([r, c, there, other], value) {
    const from = [c * CELL + CELL / 2, r * CELL + CELL / 2];
    const to = [other * CELL + CELL / 2, there * CELL + CELL / 2];
    const across = r === there;
    if (!value) {
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      return [element("path", { class: "cross", d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` })];
    }
    const round = 15; // the islands stay free
    const shifts = value === 2 ? [-4, 4] : [0];
    return shifts.map((shift) => element("path", {
      class: "line",
      d: across ? `M${from[0] + round} ${from[1] + shift}H${to[0] - round}` : `M${from[0] + shift} ${from[1] + round}V${to[1] - round}`,
    }));
  }
}

function shading(r, c, value) {
  if (value === "#") return [element("rect", { class: "shade", x: c * CELL + 1, y: r * CELL + 1, width: CELL - 2, height: CELL - 2 })];
  return [element("circle", { class: "absent", cx: (c + 0.5) * CELL, cy: (r + 0.5) * CELL, r: 3 })];
}

export const HOW = {
  signs: "Click or drag to fill cells; the right button marks cells that stay empty. Keys: arrows, the sign itself, Space, Backspace.",
  numbers: "Click a cell and type its number. Keys: arrows, digits, Backspace.",
  lines: "Drag to draw a line; click at an edge for a line, again for a cross. Keys: arrows, Shift and an arrow draws.",
  areas: "Click or drag along edges to draw borders; click again for a cross. Keys: arrows, Shift and an arrow draws.",
  bridges: "Click between two islands for one bridge, again for two, again for none. Keys: arrows, Shift and an arrow.",
};
