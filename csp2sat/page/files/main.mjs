// The page: what is asked for by buttons, keys and addresses, and how the answers are shown.

import { Chain } from "./chain.mjs";
import { CspTab } from "./csp.mjs";
import { ownFiles } from "./checked.mjs";
import { $, node, parsed } from "./drawing.mjs";
import { Edit } from "./edit.mjs";
import { CANCELLED, Engine } from "./engine.mjs";
import { Gallery } from "./gallery.mjs";
import { listenBoard, listenButtons, listenDocument } from "./listening.mjs";
import { showKeys } from "./keys.mjs";
import { HOW, Play } from "./play.mjs";
import { download, textOf } from "./saving.mjs";
import { fragment, shared } from "./share.mjs";
import { listenTheme } from "./theme.mjs";
import { View } from "./view.mjs";
import { clock, sentence } from "./words.mjs";

const LONG = 10; // seconds after which the status says what is being done
const LAST = "csp2sat board"; // where a tab keeps its board for a reload

class Page {
  constructor() {
    this.board = null; // the last board that was read
    this.answer = null; // the last answer that has a solution
    this.play = null;
    this.mode = "play";
    this.loaded = null; // the text of the input that is on the board
    this.asking = 0;
    const files = ownFiles();
    this.engine = new Engine(files, (words, part) => this.booting(words, part));
    this.view = new View();
    this.edit = new Edit(this, this.view);
    this.chain = new Chain(this);
    this.csp = new CspTab(this);
    this.gallery = new Gallery(files, (kind) => this.sample(kind));
    listenButtons(this);
    listenBoard(this);
    listenDocument(this);
    listenTheme($("theme"));
    window.csp2sat = {
      ready: this.engine.ready,
      ask: (op, given) => this.ask(op, given),
      last: null,
      engine: this.engine,
    };
    this.engine.ready.then((hello) => this.isReady(hello), (error) => {
      $("boot").hidden = true;
      this.fail(`The engine cannot start: ${error.message}.`);
    });
    this.fromAddress();
    addEventListener("hashchange", () => this.fromAddress());
  }

  isReady(hello) {
    $("boot").hidden = true;
    $("version").textContent = `csp2sat ${hello.version}, Python ${hello.python}, solver ${hello.solver}; ready after ${hello.seconds.toFixed(1)} s.`;
    if ($("status").dataset.state === "booting") this.status("ready", "Ready.");
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
    const isLeft = state !== "busy" && document.activeElement === $("cancel");
    $("cancel").hidden = state !== "busy";
    if (isLeft) [$("cells"), $("hide"), $("input")].find((each) => each.checkVisibility()).focus({ preventScroll: true });
  }

  get isBusy() {
    return $("status").dataset.state === "busy";
  }

  fail(message, answer = {}) {
    const box = $("error");
    box.replaceChildren(node("div", {}, message));
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
    if (document.activeElement === $("word")) $("cells").focus({ preventScroll: true }); // a clue that is typed is put first
    const number = ++this.asking;
    if (this.isBusy && !this.edit.pending) this.engine.cancel(true);
    this.clearError();
    this.status("busy", words);
    const start = performance.now();
    let doing = "";
    const tell = (progress) => { doing = progress.toLowerCase(); };
    tell.isOver = () => number !== this.asking; // whether another question has taken the place of this one
    const timer = setInterval(() => {
      if (number !== this.asking) return;
      const seconds = Math.round((performance.now() - start) / 1000);
      if (seconds) $("status").textContent = `${words} ${seconds} s${seconds >= LONG && doing ? `: ${doing}` : ""}`;
    }, 500);
    try {
      await this.engine.alive().booted;
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

  // Ask, and throw the answer's error, or CANCELLED if another question has come.
  async must(op, given, tell) {
    if (tell?.isOver?.()) throw new Error(CANCELLED);
    const answer = await this.ask(op, given, (found) => found.progress && tell?.(found.progress));
    if (tell?.isOver?.()) throw new Error(CANCELLED);
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
    const found = await this.must("read", { text, from: $("from").value }, tell).catch((error) => {
      if (error.message !== CANCELLED) this.leave();
      throw error;
    });
    $("from").value = "";
    if (found.what === "csp") {
      this.csp.take(text);
      this.choose("csp");
      return found;
    }
    await this.take(found, tell);
    this.loaded = text;
    return found;
  }

  // Show a board, which the engine has read; ask how it is played.  isSame: whether the cursor stays.
  async take(board, tell, isSame = false) {
    const moves = await this.must("moves", { text: board.text }, tell);
    if (this.mode === "edit" && !board.parts) board = { ...board, ...await this.must("clues", { text: board.text }, tell) };
    moves.shaded = moves.form === "lines" && moves.open.length > 0;
    this.board = board;
    this.play = new Play(moves, board.text, () => this.played());
    this.view.take(board, this.play, isSame);
    this.remember();
    this.choose("board");
    this.showBoard();
    if (!isSame) this.view.seek();
  }

  // Show no board and no answer: the text that was to take the place of the last board is none.
  leave() {
    if (!this.board) return;
    clearTimeout(this.judging);
    this.board = this.answer = this.play = this.loaded = null;
    this.mode = "play";
    this.showDrawing("", "", false);
    for (const id of ["hide", "board-title", "questions", "in-words", "rules", "chain", "words", "pictures"]) $(id).hidden = true;
    $("hint-empty").hidden = false;
    $("panel-board").firstElementChild.classList.add("without-board");
  }

  // Keep the board for a reload of this tab, if the browser allows that.
  remember() {
    try {
      sessionStorage.setItem(LAST, this.board.text);
    } catch {
      // a reload begins without a board
    }
  }

  remembered() {
    try {
      return sessionStorage.getItem(LAST);
    } catch {
      return null;
    }
  }

  // Show a board that was made or changed here, and put its text into the input.
  async show(board, tell, isSame = false) {
    await this.take(board, tell, isSame);
    $("input").value = board.url && this.mode !== "edit" ? board.url : board.text;
    this.loaded = $("input").value;
  }

  load(text) {
    this.edit.forget();
    if (this.mode === "edit") this.setMode("play");
    return this.work("Reading.", async (tell) => {
      const found = await this.read(text, tell);
      const more = (found.warnings ?? []).map((each) => ` ${each[0].toUpperCase()}${each.slice(1)}.`).join("");
      if (found.what === "board") this.status("ready", `${found.title}.${more}`);
      else this.status("ready", "A CSP.");
      return found;
    });
  }

  // Load the input first if it has changed since it was read.
  async fresh(tell) {
    await this.edit.line;
    if (this.edit.draft) throw new Error("The rooms are no board yet; draw on, or undo.");
    const text = $("input").value;
    if (text.trim() && text !== this.loaded) return this.read(text, tell);
    if (!this.board) throw new Error("There is no board yet; choose a sample, or paste one.");
    return this.board;
  }

  sample(kind) {
    this.leaveAddress();
    $("input").value = kind.text;
    $("from").value = "";
    $("generate-kind").value = kind.name;
    return this.load(kind.text);
  }

  // ---- showing

  showBoard() {
    const { board } = this;
    $("hint-empty").hidden = true;
    $("board-title").textContent = board.title;
    $("panel-board").firstElementChild.classList.remove("without-board");
    for (const id of ["board-title", "questions", "modes", "in-words"]) $(id).hidden = false;
    const about = this.gallery.kinds.get(board.kind);
    $("rules").hidden = !about;
    if (about) $("rules-text").textContent = `${about.rules}\n\nSymbols of the text form\n${about.symbols}`;
    for (const id of ["chain", "words", "pictures"]) $(id).hidden = true;
    this.answer = null;
    this.showDrawing(board.svg, "");
    this.view.isEdited = this.mode === "edit";
    this.setMode(this.mode);
    $("drawn").textContent = board.drawn;
    this.showTime();
  }

  showDrawing(svg, second, isOurs = true) {
    this.view.show(svg, second, isOurs);
    $("edit-box").hidden = !isOurs || this.mode !== "edit"; // an answer is not edited
    $("keys").hidden = !isOurs || !$("keys").childElementCount;
    for (const id of ["modes", "how"]) $(id).hidden = !isOurs;
  }

  played() {
    if (this.view.isOurs) {
      this.view.drawMarks();
      if (this.mode !== "edit") this.view.nameCells();
    }
    const { done, undone } = this.mode === "edit" ? this.edit : this.play;
    $("undo").disabled = !done.length;
    $("redo").disabled = !undone.length;
    $("check").dataset.ok = "";
    clearTimeout(this.judging);
    if (!this.play.isEmpty) this.judging = setTimeout(() => this.judge(), 300);
  }

  // Look whether the board is solved, when nothing else is being asked.
  async judge() {
    const { play, board } = this;
    if (this.isBusy || play.solved || this.engine.current.waiting) return;
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
    if (!play || play.solved || play.isEmpty || document.hidden || this.mode !== "play" || !this.view.isOurs) return;
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
      this.answered(await this.must(op, { text: board.text }, tell));
    });
  }

  answered(answer) {
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
    this.view.seek();
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

  // What the form for a new board says.
  get wanted() {
    const number = (id) => ($(id).value === "" ? null : Number($(id).value));
    return { kind: $("generate-kind").value, rows: number("generate-rows"), cols: number("generate-cols"), seed: number("generate-seed"), grade: number("generate-grade"), text: "" };
  }

  generate() {
    const { wanted } = this;
    return this.work(`Making ${wanted.kind}.`, async (tell) => {
      const found = await this.must("generate", wanted, tell);
      this.edit.forget();
      this.leaveAddress();
      await this.show(found, tell);
      window.csp2sat.last = found;
      this.status("done", `${found.title}, seed ${found.seed}. ${found.seconds.toFixed(1)} s.`);
    });
  }

  // A board without clues, for people who type in one of theirs.
  empty() {
    const { wanted } = this;
    return this.work("Making an empty board.", async (tell) => {
      const found = await this.must("empty", wanted, tell);
      this.mode = "edit";
      this.edit.forget();
      this.leaveAddress();
      await this.show(found, tell);
      this.status("ready", `${found.title}, without clues. Type yours into the cells.`);
      $("cells").focus({ preventScroll: true });
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
      this.view.drawMarks();
      this.view.nameCells();
      const wrong = found.wrong.length;
      const verdict = found.ok ? "Right so far, but not full." : wrong ? `${wrong} ${wrong === 1 ? "place is" : "places are"} wrong, and marked.` : "Not right yet.";
      this.words([found.note, ...found.faults].filter(Boolean).join("\n"));
      this.status("done", verdict);
    });
  }

  // ---- modes, keys, mouse

  setMode(mode) {
    if (mode === "edit" && !this.board.parts) {
      return this.work("Reading.", async (tell) => {
        this.board = { ...this.board, ...await this.must("clues", { text: this.board.text }, tell) };
        this.setMode(mode);
        this.status("ready", `${this.board.title}.`);
      });
    }
    const isEdit = mode === "edit";
    if (isEdit && !this.view.isOurs) this.hideAnswer();
    this.mode = mode;
    this.view.isEdited = isEdit;
    $("mode-play").setAttribute("aria-pressed", !isEdit);
    $("mode-edit").setAttribute("aria-pressed", isEdit);
    $("edit-box").hidden = !isEdit;
    $("mark").hidden = true;
    $("cells").classList.remove("without-cursor");
    this.view.setRoom({});
    $("how").hidden = false;
    $("how").textContent = HOW[this.play.form];
    for (const id of ["clear", "check", "timer", "timer-hide"]) $(id).hidden = isEdit;
    showKeys(this);
    this.view.setTouch();
    if (isEdit) this.edit.take(this.board.parts);
    else this.edit.draft = null;
    this.played();
  }

  // ---- taking away

  download(form) {
    return this.work("Writing.", async (tell) => {
      const board = await this.fresh(tell);
      if (board.what !== "board") throw new Error("This is a CSP; its files are under its own tab.");
      const drawing = this.answer && !this.view.isOurs ? this.answer.svg : board.svg;
      await download(form, this.board, drawing, (op, given) => this.must(op, given, tell));
      this.status("done", "Written.");
    });
  }

  async share(isCsp = false) {
    if (!isCsp && !this.board) return this.fail("There is no board to share yet.");
    const hash = await fragment(isCsp ? $("csp").value : this.board.text, isCsp ? "" : this.board.url.trim(), isCsp);
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

  // The board is no longer the one of the address, which a reload would bring back; going back still does.
  leaveAddress() {
    if (location.hash) history.pushState(null, "", location.pathname + location.search);
    this.ownHash = null;
  }

  async fromAddress() {
    if (location.hash && location.hash === this.ownHash) return;
    if (!location.hash) {
      const text = this.board ? null : this.remembered();
      if (text) await this.pasted(text);
      return;
    }
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
      if (found.question === "hint") await this.chain.hint();
      else if (found.question === "steps") await this.chain.steps(false);
      else if (found.question === "grade") await this.chain.grade();
      else if (found.question) await this.question(found.question);
      else await this.load(found.text);
    } catch (error) {
      this.fail(error.message);
    }
  }

  // Choose a tab by hand: what was answered, or went wrong, in the other one is not said in this one.
  turnTo(tab) {
    if ($(`panel-${tab}`).hidden && !["booting", "busy"].includes($("status").dataset.state)) {
      this.clearError();
      this.status("ready", "Ready.");
    }
    this.choose(tab);
  }

  choose(tab) {
    for (const each of ["board", "csp"]) {
      const isChosen = each === tab;
      $(`tab-${each}`).setAttribute("aria-selected", isChosen);
      $(`tab-${each}`).tabIndex = isChosen ? 0 : -1;
      $(`panel-${each}`).hidden = !isChosen;
    }
  }

  async open(file) {
    if (file.size > 4_000_000) return this.fail("The file is larger than a page takes: 1,000,000 characters at most.");
    const text = await textOf(file);
    if (/^(?:\ufffd|[^]*\0)/.test(text)) return this.fail(`${file.name}: this is no text. Type the board into an empty one (Empty board), or paste its address.`);
    return this.pasted(text);
  }

  pasted(text) {
    this.leaveAddress();
    $("input").value = text;
    return this.load(text);
  }
}

new Page();
