// The page: what is asked for by buttons, keys and addresses, and how the answers are shown.

import { CspTab } from "./csp.mjs";
import { node, parsed, show } from "./drawing.mjs";
import { parts, withWord, wordAt } from "./edit.mjs";
import { CANCELLED, Engine } from "./engine.mjs";
import { CELL, HOW, Play } from "./play.mjs";
import { painted, save } from "./saving.mjs";
import { fragment, shared } from "./share.mjs";

const $ = (id) => document.getElementById(id);
const LONG = 10; // seconds after which the status says what is being done
const WANTED = 420; // pixels of a small board's longer side
const LEAST_CELL = 26; // pixels
const MOST_CELLS_NAMED = 2500; // cells with an element each, for screen readers

class Page {
  constructor() {
    this.board = null; // the last board that was read
    this.answer = null; // the last answer that has a solution
    this.play = null;
    this.mode = "play";
    this.cursor = [0, 0];
    this.loaded = null; // the text of the input that is on the board
    this.asking = 0;
    this.engine = new Engine((words, part) => this.booting(words, part));
    this.csp = new CspTab(this);
    this.listen();
    this.loadGallery();
    window.csp2sat = {
      ready: this.engine.ready,
      ask: (op, given) => this.ask(op, given),
      last: null,
      engine: this.engine,
    };
    this.engine.ready.then(
      (hello) => {
        $("boot").hidden = true;
        $("version").textContent = `csp2sat ${hello.version}, Python ${hello.python}, solver ${hello.solver}; ready after ${hello.seconds.toFixed(1)} s.`;
        if ($("status").dataset.state === "booting") this.status("ready", "Ready.");
      },
      (error) => {
        $("boot").hidden = true;
        this.fail(`The engine cannot start: ${error.message}`);
      },
    );
    this.fromAddress();
    addEventListener("hashchange", () => this.fromAddress());
  }

  booting(words, part) {
    $("boot-bar").value = part;
    $("boot-words").textContent = words;
    if (part === 1) $("boot").hidden = true;
  }

  // ---- status, errors

  status(state, words, { status = "", unique = "" } = {}) {
    const line = $("status");
    line.dataset.status = status;
    line.dataset.unique = unique;
    line.textContent = words;
    line.dataset.state = state;
    $("cancel").hidden = state !== "busy";
  }

  fail(message, answer = {}) {
    const box = $("error");
    box.replaceChildren(node("div", {}, message.replace(/(use |or )?--from NAME/, "$1the menu Kind")));
    if (answer.place) {
      box.append(node("div", {}, `Line ${answer.place.line}, column ${answer.place.column}:`));
      if (answer.excerpt) box.append(node("pre", {}, answer.excerpt));
    }
    box.dataset.line = answer.place?.line ?? "";
    box.dataset.column = answer.place?.column ?? "";
    box.hidden = false;
    this.status("error", "That did not work.");
  }

  clearError() {
    $("error").hidden = true;
    $("error").replaceChildren();
    $("error").dataset.line = $("error").dataset.column = "";
  }

  // Do some work with the engine: the state is busy before this returns.
  async work(words, task) {
    const number = ++this.asking;
    if ($("status").dataset.state === "busy") this.engine.cancel(true);
    this.clearError();
    this.status("busy", words);
    const start = performance.now();
    let doing = "";
    const tell = (progress) => { doing = progress.toLowerCase(); };
    const timer = setInterval(() => {
      if (number !== this.asking) return;
      const seconds = Math.round((performance.now() - start) / 1000);
      if (seconds) $("status").textContent = `${words} ${seconds} s${seconds >= LONG && doing ? `: ${doing}` : ""}`;
    }, 500);
    try {
      await this.engine.current.booted;
      const found = await task(tell, number);
      if (number !== this.asking) return null;
      return found ?? null;
    } catch (error) {
      if (number === this.asking) {
        if (error.message === CANCELLED) this.status("cancelled", "Cancelled.");
        else this.fail(error.message, error.answer);
      }
      return null;
    } finally {
      clearInterval(timer);
    }
  }

  async ask(op, given = {}, tell = () => {}) {
    const text = given.text ?? this.board?.text ?? $("input").value;
    const answer = await this.engine.ask(op, { ...given, text }, (progress) => tell(progress));
    window.csp2sat.last = answer;
    return answer;
  }

  // Ask, and throw the answer's error.
  async must(op, given, tell) {
    const answer = await this.ask(op, given, (found) => found.progress && tell?.(found.progress));
    if (answer.error) throw Object.assign(new Error(answer.error), { answer });
    return answer;
  }

  cancel() {
    this.engine.cancel();
    this.asking++;
    this.status("cancelled", "Cancelled. The board is as it was.");
  }

  // ---- loading

  async read(text, tell) {
    const found = await this.must("read", { text, from: $("from").value }, tell);
    $("from").value = "";
    if (found.what === "csp") {
      this.csp.take(text);
      this.choose("csp");
      return found;
    }
    const moves = await this.must("moves", { text: found.text }, tell);
    this.take(found, moves, text);
    return found;
  }

  take(board, moves, text) {
    moves.shaded = moves.form === "lines" && moves.open.length > 0;
    this.board = board;
    this.loaded = text;
    this.play = new Play(moves, board.text, () => this.played());
    this.cursor = [0, 0];
    this.answer = null;
    this.choose("board");
    this.showBoard();
    this.seek();
  }

  load(text) {
    this.edits = [];
    this.reverted = [];
    return this.work("Reading.", async (tell) => {
      const found = await this.read(text, tell);
      if (found.what === "board") this.status("ready", `${found.title}.`);
      else this.status("ready", "A CSP.");
      return found;
    });
  }

  // Load the input first if it has changed since it was read.
  async fresh(tell) {
    const text = $("input").value;
    if (text.trim() && text !== this.loaded) return this.read(text, tell);
    if (!this.board) throw new Error("There is no board yet; choose a sample, or paste one.");
    return this.board;
  }

  async loadGallery() {
    try {
      const kinds = await (await fetch(new URL("gallery.json", import.meta.url))).json();
      this.kinds = new Map(kinds.map((each) => [each.name, each]));
      const families = Map.groupBy ? Map.groupBy(kinds, (each) => each.family) : grouped(kinds);
      for (const [family, members] of families) {
        $("gallery").append(node("h3", {}, family));
        for (const kind of members) {
          const button = node("button", { type: "button", "data-kind": kind.name, title: kind.title }, parsed(kind.svg), kind.name);
          button.addEventListener("click", () => this.sample(kind));
          $("gallery").append(button);
        }
      }
      for (const kind of kinds) $("from").append(node("option", { value: kind.name }, kind.name));
      for (const kind of kinds.filter((each) => each.generator)) {
        $("generate-kind").append(node("option", { value: kind.name }, kind.name));
      }
    } catch {
      $("gallery").append("The samples could not be loaded.");
    }
  }

  sample(kind) {
    $("input").value = kind.text;
    $("from").value = "";
    if ([...$("generate-kind").options].some((each) => each.value === kind.name)) $("generate-kind").value = kind.name;
    return this.load(kind.text);
  }

  // ---- showing

  showBoard() {
    const { board } = this;
    $("hint-empty").hidden = true;
    $("board-title").textContent = board.title;
    for (const id of ["board-title", "questions", "modes", "in-words"]) $(id).hidden = false;
    const about = this.kinds?.get(board.kind);
    $("rules").hidden = !about;
    if (about) $("rules-text").textContent = `${about.rules}\n\nSymbols of the text form\n${about.symbols}`;
    for (const id of ["chain", "words", "pictures"]) $(id).hidden = true;
    this.answer = null;
    this.showDrawing(board.svg, "");
    this.setMode(this.mode);
    $("drawn").textContent = board.drawn;
    this.showTime();
  }

  // Show a drawing of the board; the played marks lie on it if it is the board as given.
  showDrawing(svg, second, isOurs = true) {
    show($("board"), svg);
    show($("second"), second);
    for (const box of [$("board"), $("second")]) this.fit(box.firstElementChild);
    $("keys").hidden = !isOurs || !$("keys").childElementCount;
    $("second-words").hidden = !second;
    this.isOurs = isOurs;
    $("hide").hidden = isOurs;
    this.layCells();
    this.drawMarks();
  }

  // Make a small drawing larger, and a large one as small as fingers allow; what is larger still gets a bar of its own.
  fit(svg) {
    if (!svg) return;
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
    const room = $("boards").clientWidth - 4;
    const larger = Math.min(Math.max(WANTED / Math.max(width, height), 1), 1.7);
    const least = Math.min(width, (this.board.cols + 1) * LEAST_CELL);
    const wanted = Math.max(Math.min(width * larger, room), least);
    svg.style.width = `${wanted}px`;
    svg.style.height = `${(wanted * height) / width}px`;
  }

  // Bring the board into view, if it is not there.
  seek() {
    const { top } = $("board").getBoundingClientRect();
    if (top < 60 || top > innerHeight * 0.7) $("board-title").scrollIntoView({ block: "start" });
  }

  layCells() {
    const cells = $("cells");
    const svg = $("board").firstElementChild;
    cells.hidden = !svg || !this.isOurs;
    if (cells.hidden) return;
    const { rows, cols, origin } = this.play.moves;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const share = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(cells.style, {
      left: share(origin[0], width), top: share(origin[1], height),
      width: share(cols * CELL, width), height: share(rows * CELL, height),
      gridTemplateColumns: `repeat(${cols}, 1fr)`, gridTemplateRows: `repeat(${rows}, 1fr)`,
    });
    // a finger that types needs no drag, so that it can move the page
    const isTyped = this.mode === "edit" || ["numbers", "bridges"].includes(this.play.form);
    cells.style.touchAction = isTyped ? "manipulation" : "none";
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

  cellAt(r, c) {
    return $(`cell-${r}-${c}`);
  }

  nameCells() {
    for (const cell of $("cells").querySelectorAll("[data-cell]")) {
      const [r, c] = cell.dataset.cell.split(",").map(Number);
      cell.setAttribute("aria-label", `row ${r + 1}, column ${c + 1} ${this.play.words(r, c)}`);
      cell.classList.toggle("bad", this.play.bad.some(([kind, row, col]) => kind === "" && row === r && col === c));
    }
    this.showCursor(false);
  }

  showCursor(isMoved = true) {
    for (const each of $("cells").querySelectorAll(".cursor")) each.classList.remove("cursor");
    const cell = this.cellAt(...this.cursor);
    if (!cell) return;
    if (isMoved || document.activeElement === $("cells")) cell.classList.add("cursor");
    $("cells").setAttribute("aria-activedescendant", cell.id);
    if (this.mode === "edit") this.showWord();
  }

  drawMarks() {
    const svg = $("board").firstElementChild;
    svg?.querySelector(".played")?.remove();
    if (!svg || !this.isOurs || this.mode === "edit") return;
    const marks = this.play.marks();
    const [x, y] = this.play.moves.origin;
    marks.setAttribute("transform", `translate(${x} ${y})`);
    svg.append(marks);
  }

  played() {
    if (this.isOurs) {
      this.drawMarks();
      this.nameCells();
    }
    const isEdit = this.mode === "edit";
    $("undo").disabled = !(isEdit ? this.edits : this.play.done)?.length;
    $("redo").disabled = !(isEdit ? this.reverted : this.play.undone)?.length;
    $("check").dataset.ok = "";
    clearTimeout(this.judging);
    if (!this.play.isEmpty) this.judging = setTimeout(() => this.judge(), 300);
  }

  // Look whether the board is solved, when nothing else is being asked.
  async judge() {
    const { play, board } = this;
    if ($("status").dataset.state === "busy" || play.solved || this.engine.current.waiting) return;
    try {
      const found = await this.engine.ask("check", { text: board.text, state: play.state(), quick: true });
      if (found.solved && play === this.play) this.praise();
    } catch {
      // a question came in between
    }
  }

  praise() {
    this.play.solved = true;
    this.play.keep();
    $("check").dataset.ok = "true";
    this.status("done", `Solved, in ${clock(this.play.seconds)}.`);
  }

  showTime() {
    $("timer").textContent = clock(this.play?.seconds ?? 0);
  }

  tick() {
    const { play } = this;
    if (!play || play.solved || play.isEmpty || document.hidden || this.mode !== "play" || !this.isOurs) return;
    play.seconds++;
    if (play.seconds % 10 === 0) play.keep();
    this.showTime();
  }

  words(text) {
    $("words").textContent = text;
    $("words").hidden = !text;
  }

  pictures(list) {
    $("pictures").replaceChildren(...(list ?? []).map((svg) => node("figure", { class: "frame" }, parsed(svg))));
    $("pictures").hidden = !list?.length;
  }

  // ---- questions

  question(op) {
    const doing = { solve: "Solving.", unique: "Solving, and looking for a second solution.", explain: "Looking for reasons.", count: "Counting.", grade: "Grading." };
    return this.work(doing[op], async (tell) => {
      const board = await this.fresh(tell);
      if (board.what === "csp") return this.csp.question(op);
      this.show(await this.must(op, { text: board.text }, tell));
    });
  }

  show(answer) {
    const { op, status, unique } = answer;
    $("chain").hidden = true;
    this.words("");
    this.pictures(answer.pictures);
    if (answer.solution && op !== "count") {
      this.answer = answer;
      this.showDrawing(answer.svg, answer.second_svg ?? "", false);
      $("drawn").textContent = answer.drawn;
    } else this.showDrawing(this.board.svg, "");
    if (answer.words) this.words(answer.words);
    this.seek();
    const state = { status: status ?? "", unique: unique === null || unique === undefined ? "" : String(unique) };
    this.status("done", `${sentence(answer)} ${answer.seconds.toFixed(1)} s.`, state);
  }

  hideAnswer() {
    this.pictures([]);
    this.words("");
    $("chain").hidden = true;
    this.showDrawing(this.board.svg, "");
    this.status("ready", `${this.board.title}.`);
  }

  hint() {
    return this.work("Looking for a step.", async (tell) => {
      const board = await this.fresh(tell);
      const state = this.play.isEmpty ? null : this.play.state();
      const found = await this.must("hint", { text: board.text, state }, tell);
      this.words(found.words || "Nothing more follows: the board has several solutions, or it is solved.");
      $("chain").hidden = true;
      if (found.svg) this.pictures([found.svg]);
      this.status("done", found.mistake ? "There is a mistake." : found.words ? "A step." : "There is no step.");
    });
  }

  // Show all steps, or with `isNext` the step after the one that is shown.
  steps(isNext) {
    return this.work("Looking for steps.", async (tell) => {
      const board = await this.fresh(tell);
      const isKept = this.chain?.text === board.text;
      const found = isKept ? this.chain : await this.must("steps", { text: board.text }, tell);
      this.chain = { ...found, text: board.text };
      if (!found.steps.length) {
        this.words("There is no step: nothing follows.");
        return this.status("done", "There is no step.");
      }
      const shown = $("chain").hidden ? 0 : Number($("slider").value);
      const number = isNext ? Math.min(shown + 1, found.steps.length) : 1;
      const ends = { SOLVED: "to the solution", STUCK: "then the board has several solutions", CONTRADICTION: "to a contradiction", LIMIT: "then the time was over" };
      const words = `${found.steps.length} steps, ${ends[found.ended]}.`;
      $("slider").max = found.steps.length;
      $("step-count").textContent = found.steps.length;
      await this.showStep(number, tell);
      $("chain").hidden = false;
      this.seek();
      this.status("done", words);
    });
  }

  async showStep(number, tell) {
    const found = await this.must("step", { text: this.board.text, number }, tell);
    $("slider").value = number;
    $("step-number").textContent = number;
    $("slider").setAttribute("aria-valuetext", `step ${number}: ${found.words}`);
    this.pictures([]);
    this.showDrawing(found.svg, "", false);
    this.words(`${number}. ${found.words}`);
  }

  async slide() {
    this.wanted = Number($("slider").value);
    $("step-number").textContent = this.wanted;
    if (this.sliding) return;
    this.sliding = true;
    try {
      for (let shown = 0; shown !== this.wanted;) {
        shown = this.wanted;
        await this.showStep(shown);
      }
    } catch (error) {
      if (error.message !== CANCELLED) this.fail(error.message, error.answer);
    } finally {
      this.sliding = false;
    }
  }

  grade() {
    return this.work("Grading.", async (tell) => {
      const board = await this.fresh(tell);
      const found = await this.must("grade", { text: board.text }, tell);
      this.words(`Grade ${found.words} of 10, by the hardest of its steps (score ${found.score}).`);
      this.status("done", `Grade ${found.words}.`);
    });
  }

  generate() {
    const number = (id) => ($(id).value === "" ? null : Number($(id).value));
    const given = { kind: $("generate-kind").value, rows: number("generate-rows"), cols: number("generate-cols"), seed: number("generate-seed"), grade: number("generate-grade") };
    return this.work(`Making ${given.kind}.`, async (tell) => {
      const found = await this.must("generate", { ...given, text: "" }, tell);
      const moves = await this.must("moves", { text: found.text }, tell);
      $("input").value = found.url || found.text;
      this.take(found, moves, $("input").value);
      window.csp2sat.last = found;
      this.status("done", `${found.title}, seed ${found.seed}. ${found.seconds.toFixed(1)} s.`);
    });
  }

  check() {
    return this.work("Checking.", async (tell) => {
      const { play, board } = this;
      const found = await this.must("check", { text: board.text, state: play.state() }, tell);
      $("check").dataset.ok = found.solved ? "true" : found.ok === null ? "" : String(found.ok);
      if (found.solved) {
        this.words("");
        return this.praise();
      }
      play.bad = found.wrong;
      this.drawMarks();
      this.nameCells();
      const wrong = found.wrong.length;
      const verdict = found.ok ? "Right so far, but not full." : wrong ? `${wrong} ${wrong === 1 ? "place is" : "places are"} wrong, and marked.` : "Not right yet.";
      this.words([...found.faults].join("\n"));
      this.status("done", verdict);
    });
  }

  // ---- modes, keys, mouse

  setMode(mode) {
    this.mode = mode;
    $("mode-play").setAttribute("aria-pressed", mode === "play");
    $("mode-edit").setAttribute("aria-pressed", mode === "edit");
    $("edit-box").hidden = mode !== "edit";
    $("how").hidden = false;
    $("how").textContent = mode === "edit" ? "Choose a cell by mouse or arrows, type its clue in the text form, and press Enter; an empty cell is -." : HOW[this.play.form];
    for (const id of ["clear", "check", "timer", "timer-hide"]) $(id).hidden = mode === "edit";
    if (mode === "edit") {
      this.parts = parts(this.board.text, this.board.rows, this.board.cols);
      const before = $("section").value;
      $("section").replaceChildren(...this.parts.map((each) => node("option", { value: each.name }, each.name)));
      if (this.parts.some((each) => each.name === before)) $("section").value = before;
      if (!this.parts.length) $("how").textContent = "This board has no clues in cells; edit its text beside it, and load that.";
    }
    this.showKeys();
    this.drawMarks();
    this.nameCells();
    this.played();
  }

  showKeys() {
    const { values, signs } = this.play.moves;
    const list = this.mode !== "play" ? [] : (signs ?? values ?? []).slice(0, 16);
    const keys = list.length && this.play.form !== "lines" ? [...list, "⌫"] : [];
    $("keys").hidden = !keys.length || !this.isOurs;
    $("keys").replaceChildren(...keys.map((each) => {
      const button = node("button", { type: "button", "aria-label": each === "⌫" ? "erase" : String(each) }, String(each));
      button.addEventListener("click", () => {
        const letters = each === "⌫" ? ["Backspace"] : this.play.form === "numbers" ? ["Backspace", ...String(each)] : [String(each)];
        for (const letter of letters) this.play.type(letter, ...this.cursor);
      });
      return button;
    }));
  }

  get part() {
    return this.parts?.find((each) => each.name === $("section").value);
  }

  showWord() {
    $("edit-place").textContent = `row ${this.cursor[0] + 1}, column ${this.cursor[1] + 1}`;
    $("word").value = this.part ? wordAt(this.board.text, this.part, ...this.cursor) : "";
    $("word").disabled = !this.part;
  }

  // Replace a word of the board's text; a text that is refused changes nothing.
  edit(word) {
    const { part, board } = this;
    if (!part || !word.trim() || /\s/.test(word.trim())) return;
    const text = withWord(board.text, part, ...this.cursor, word.trim());
    const before = board.text;
    return this.put(text, () => {
      this.edits = [...(this.edits ?? []), before];
      this.reverted = [];
    });
  }

  put(text, andThen) {
    const { cursor } = this;
    return this.work("Reading.", async (tell) => {
      await this.read(text, tell);
      andThen();
      this.played();
      $("input").value = this.board.text;
      this.loaded = this.board.text;
      this.cursor = cursor;
      this.showCursor();
      this.status("ready", "The clue is changed.");
    });
  }

  undo() {
    if (this.mode !== "edit") return this.play.undo();
    const now = this.board.text;
    const text = this.edits?.at(-1);
    if (text) this.put(text, () => this.reverted.push(now) && this.edits.pop());
  }

  redo() {
    if (this.mode !== "edit") return this.play.redo();
    const now = this.board.text;
    const text = this.reverted?.at(-1);
    if (text) this.put(text, () => this.edits.push(now) && this.reverted.pop());
  }

  moveCursor(down, across) {
    const { rows, cols } = this.play.moves;
    const inside = (at, size) => Math.min(Math.max(at, 0), size - 1);
    this.cursor = [inside(this.cursor[0] + down, rows), inside(this.cursor[1] + across, cols)];
    this.showCursor();
    this.cellAt(...this.cursor)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  key(event) {
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { key: letter, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (letter in arrows) {
      event.preventDefault();
      if (shiftKey && this.mode === "play") {
        this.cursor = this.play.draw(...arrows[letter], ...this.cursor);
        this.showCursor();
      } else this.moveCursor(...arrows[letter]);
    } else if (letter === "Enter") {
      event.preventDefault();
      if (this.mode === "edit") $("word").focus();
      else this.question("unique");
    } else if (this.mode === "edit") {
      if (letter.length === 1 && letter !== " ") {
        $("word").value = "";
        $("word").focus();
      }
    } else if (this.play.type(letter, ...this.cursor)) event.preventDefault();
  }

  point(event) {
    const box = $("cells").getBoundingClientRect();
    const { rows, cols } = this.play.moves;
    const inside = (at, size) => Math.min(Math.max(at, 0), size - 0.001);
    return [
      inside(((event.clientX - box.left) / box.width) * cols, cols),
      inside(((event.clientY - box.top) / box.height) * rows, rows),
    ];
  }

  press(event) {
    if (event.button > 2 || !this.play || $("cells").hidden) return;
    const [x, y] = this.point(event);
    this.cursor = [Math.floor(y), Math.floor(x)];
    $("cells").focus({ preventScroll: true });
    if (this.mode === "play") {
      try {
        $("stage").setPointerCapture(event.pointerId);
      } catch {
        // an event that a script made has no pointer
      }
      this.play.press(x, y, event.button === 2);
    }
    this.showCursor();
  }

  // ---- taking away

  get name() {
    const { kind, rows, cols } = this.board;
    return `${kind}-${rows}x${cols}`;
  }

  download(form) {
    return this.work("Writing.", async (tell) => {
      const board = await this.fresh(tell);
      if (board.what !== "board") throw new Error("This is a CSP; its files are under its own tab.");
      const svg = this.answer && !this.isOurs ? this.answer.svg : board.svg;
      if (form === "svg") save(`${this.name}.svg`, svg, "image/svg+xml");
      else if (form === "png") save(`${this.name}.png`, await painted(svg), "image/png");
      else if (form === "cnf") {
        const found = await this.must("cnf", { text: board.text }, tell);
        save(`${this.name}.cnf`, found.cnf, "text/plain");
        save(`${this.name}.map`, found.map, "application/json");
      } else if (form === "booklet") {
        const found = await this.must("booklet", { text: board.text }, tell);
        save(`${this.name}-booklet.html`, found.html, "text/html");
      } else {
        const found = await this.must("convert", { text: board.text, to: form }, tell);
        save(`${this.name}.${{ text: "txt", url: "url.txt", json: "json" }[form]}`, found.written, "text/plain");
      }
      this.status("done", "Written.");
    });
  }

  async share(isCsp = false) {
    if (!isCsp && !this.board) return this.fail("There is no board to share yet.");
    const hash = await fragment(isCsp ? $("csp").value : this.board.text, isCsp ? "" : this.board.url, isCsp);
    this.ownHash = hash;
    history.replaceState(null, "", hash);
    let words = "The link is in the address bar.";
    try {
      await navigator.clipboard.writeText(location.href);
      words = "The link is copied.";
    } catch {
      // without the right to do so the address bar has it
    }
    this.status("done", words);
  }

  async fromAddress() {
    if (!location.hash || location.hash === this.ownHash) return;
    try {
      const found = await shared(location.hash);
      if (!found) return;
      if (found.isCsp) {
        this.csp.take(found.text);
        this.choose("csp");
        if (found.question) await this.csp.question(found.question);
        return;
      }
      $("input").value = found.text;
      if (found.question === "hint") await this.hint();
      else if (found.question === "steps") await this.steps(false);
      else if (found.question === "grade") await this.grade();
      else if (found.question) await this.question(found.question);
      else await this.load(found.text);
    } catch (error) {
      this.fail(error.message);
    }
  }

  choose(tab) {
    for (const each of ["board", "csp"]) {
      const isChosen = each === tab;
      $(`tab-${each}`).setAttribute("aria-selected", isChosen);
      $(`tab-${each}`).tabIndex = isChosen ? 0 : -1;
      $(`panel-${each}`).hidden = !isChosen;
    }
  }

  // ---- wiring

  listen() {
    const click = (id, act) => $(id).addEventListener("click", act);
    click("load", () => this.load($("input").value));
    for (const op of ["solve", "unique", "explain", "count"]) click(op, () => this.question(op));
    click("hint", () => this.hint());
    click("steps", () => this.steps(false));
    click("step", () => this.steps(true));
    click("grade", () => this.grade());
    click("generate", () => this.generate());
    click("cancel", () => this.cancel());
    click("hide", () => this.hideAnswer());
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("clear", () => this.play.clear());
    click("check", () => this.check());
    click("mode-play", () => this.setMode("play"));
    click("mode-edit", () => this.setMode("edit"));
    click("share", () => this.share());
    click("print", () => print());
    for (const form of ["svg", "png", "text", "url", "json", "cnf"]) click(`save-${form}`, () => this.download(form));
    click("booklet", () => this.download("booklet"));
    click("timer-hide", () => {
      const isHidden = $("timer").hidden = !$("timer").hidden;
      $("timer-hide").setAttribute("aria-pressed", isHidden);
    });
    for (const tab of ["board", "csp"]) {
      click(`tab-${tab}`, () => this.choose(tab));
      $(`tab-${tab}`).addEventListener("keydown", (event) => {
        if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
        const other = tab === "board" ? "csp" : "board";
        this.choose(other);
        $(`tab-${other}`).focus();
      });
    }
    $("slider").addEventListener("input", () => this.slide());
    $("section").addEventListener("change", () => this.showWord());
    $("word").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.edit($("word").value).then(() => $("cells").focus());
      if (event.key === "Escape") $("cells").focus();
    });
    $("find").addEventListener("input", () => {
      const wanted = $("find").value.toLowerCase();
      for (const each of $("gallery").querySelectorAll("[data-kind]")) {
        each.hidden = !`${each.dataset.kind} ${each.title}`.toLowerCase().includes(wanted);
      }
    });
    $("input").addEventListener("paste", () => setTimeout(() => this.load($("input").value)));
    // the stage is a little larger than the board, so that edges at its border can be hit
    const cells = $("cells"), stage = $("stage");
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.play?.drag && this.play.move(...this.point(event)));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, () => this.play?.release());
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    cells.addEventListener("keydown", (event) => this.key(event));
    cells.addEventListener("focus", () => this.showCursor());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && $("status").dataset.state === "busy") this.cancel();
      const isTyping = /^(textarea|input)$/i.test(document.activeElement?.tagName ?? "");
      if ((event.ctrlKey || event.metaKey) && !isTyping && this.play) {
        const letter = event.key.toLowerCase();
        if (letter === "z" || letter === "y") {
          event.preventDefault();
          if (letter === "y" || event.shiftKey) this.redo();
          else this.undo();
        }
      }
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.open(file);
      else if (event.dataTransfer.getData("text")) this.pasted(event.dataTransfer.getData("text"));
    });
    click("file", () => $("file-input").click());
    $("file-input").addEventListener("change", () => $("file-input").files[0] && this.open($("file-input").files[0]));
    setInterval(() => this.tick(), 1000);
    addEventListener("resize", () => [$("board"), $("second")].forEach((box) => this.fit(box.firstElementChild)));
    this.listenTheme();
  }

  async open(file) {
    if (file.size > 4_000_000) return this.fail("The file is larger than a page takes: 1,000,000 characters at most.");
    return this.pasted(await file.text());
  }

  pasted(text) {
    $("input").value = text;
    return this.load(text);
  }

  listenTheme() {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)");
    let chosen = null;
    try {
      chosen = localStorage.getItem("csp2sat theme");
    } catch {
      // the system's will do
    }
    const apply = () => { root.dataset.theme = chosen ?? (system.matches ? "dark" : "light"); };
    system.addEventListener("change", apply);
    apply();
    $("theme").addEventListener("click", () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("csp2sat theme", chosen);
      } catch {
        // it lasts as long as the page
      }
      apply();
    });
  }
}

function grouped(kinds) {
  const found = new Map();
  for (const each of kinds) found.set(each.family, [...(found.get(each.family) ?? []), each]);
  return found;
}

function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

// The verdict of an answer, in words.
export function sentence({ op, status, unique, reason, number, complete, value }) {
  if (op === "count") return `${complete ? "" : "At least "}${number.toLocaleString("en")} solution${number === 1 ? "" : "s"}.`;
  if (status === "UNSATISFIABLE") return "There is no solution.";
  if (status === "OPTIMUM FOUND") return `The best solution: ${value}.`;
  if (status === "UNKNOWN") return `Not decided${reason ? `: ${reason}` : ""}.`;
  if (unique === true) return "Solved; it is the only solution.";
  if (unique === false) return "There are several solutions; two are shown, with their differences marked.";
  return "Solved.";
}

new Page();
