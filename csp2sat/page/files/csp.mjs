// The tab for constraints: a text, its values, the optimum as it improves, the encodings compared.

import { $, node } from "./drawing.mjs";
import { saveCnf } from "./saving.mjs";
import { sentence } from "./words.mjs";

const EXAMPLES = {
  "send more money": "; SEND + MORE = MONEY\n(int S 1 9) (int E 0 9) (int N 0 9) (int D 0 9)\n(int M 1 9) (int O 0 9) (int R 0 9) (int Y 0 9)\n(alldifferent S E N D M O R Y)\n(= (+ (* 1000 S) (* 100 E) (* 10 N) D (* 1000 M) (* 100 O) (* 10 R) E)\n   (+ (* 10000 M) (* 1000 O) (* 100 N) (* 10 E) Y))\n",
  "six queens": "; six queens: q_i is the column of row i\n(int q_0 0 5) (int q_1 0 5) (int q_2 0 5)\n(int q_3 0 5) (int q_4 0 5) (int q_5 0 5)\n(alldifferent q_0 q_1 q_2 q_3 q_4 q_5)\n(alldifferent (+ q_0 0) (+ q_1 1) (+ q_2 2) (+ q_3 3) (+ q_4 4) (+ q_5 5))\n(alldifferent (- q_0 0) (- q_1 1) (- q_2 2) (- q_3 3) (- q_4 4) (- q_5 5))\n",
  "knapsack": "; the best value of at most 50 kg\n(int a 0 3) (int b 0 3) (int c 0 3) (int d 0 3)\n(int value 0 1000)\n(<= (+ (* 7 a) (* 11 b) (* 13 c) (* 19 d)) 50)\n(= value (+ (* 10 a) (* 17 b) (* 20 c) (* 31 d)))\n(objective maximize value)\n",
  "contradiction": "; three integers from 0 to 1 that all differ\n(int x 0 1) (int y 0 1) (int z 0 1) (int w 0 9)\n(< w x)\n(alldifferent x y z)\n",
};
const MOST_ROWS = 500;
const LOW = 0.7; // of the window: an answer that begins lower is not in view
const QUIET = 700; // milliseconds without a key before the text is read
const MOST_READ = 50_000; // characters of a text that is read while somebody types

export class CspTab {
  constructor(page) {
    this.page = page;
    $("csp-example").append(node("option", { value: "" }, "choose"));
    for (const name of Object.keys(EXAMPLES)) $("csp-example").append(node("option", {}, name));
    $("csp-example").addEventListener("change", () => {
      if (EXAMPLES[$("csp-example").value]) this.take(EXAMPLES[$("csp-example").value]);
    });
    const questions = { "csp-solve": "solve", "csp-unique": "unique", "csp-count": "count", "csp-explain": "explain", "csp-sizes": "sizes" };
    for (const [id, op] of Object.entries(questions)) $(id).addEventListener("click", () => this.question(op));
    $("csp-share").addEventListener("click", () => page.share(true));
    $("csp-cnf").addEventListener("click", () => this.download());
    $("csp").addEventListener("input", () => this.typed());
    $("csp").addEventListener("scroll", () => this.follow());
    $("csp").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.question("solve");
    });
  }

  take(text) {
    $("csp").value = text;
    this.clear();
    this.underline(null);
  }

  // Read the text when the keys are quiet and nothing else is asked, so that errors are underlined while they are made.
  typed() {
    this.underline(null);
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.read($("csp").value), QUIET);
  }

  async read(text) {
    const { engine } = this.page;
    if (!text.trim() || text.length > MOST_READ || !engine.current.isReady || engine.current.waiting) return;
    try {
      const { error, place } = await engine.ask("read", { text });
      if (text === $("csp").value) this.underline(error ? place : null, error);
    } catch {
      // a question came in between
    }
  }

  clear() {
    for (const id of ["csp-objective", "csp-values", "csp-table", "csp-solvers", "csp-words"]) {
      $(id).replaceChildren();
      $(id).hidden = true;
    }
  }

  question(op) {
    const doing = { sizes: "Encoding and solving in several ways.", count: "Counting.", explain: "Looking for reasons." }[op] ?? "Solving.";
    const { page } = this;
    return page.work(doing, async (tell, number) => {
      this.clear();
      const text = $("csp").value;
      const answer = await page.ask(op, { text }, (found) => {
        if (number !== page.asking) return;
        if (found.progress) tell(found.progress);
        if (found.better) this.better(found.better);
      });
      if (number !== page.asking) return;
      if (answer.error) {
        this.mark(answer);
        throw Object.assign(new Error(answer.error), { answer });
      }
      this.show(answer);
    });
  }

  // Where an error is, as the numbers of its first character and of the one behind it.
  placeOf({ line, column }) {
    const text = $("csp").value;
    const at = text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(column - 1, 0);
    return [at, Math.max(at + 1, at + (/^[^\s()]*/.exec(text.slice(at))?.[0].length ?? 1))];
  }

  // Underline the place of an error, and say it below; null for none.
  underline(place, words = "") {
    const text = $("csp").value;
    const [from, to] = place ? this.placeOf(place) : [0, 0];
    const mark = node("mark", {}, text.slice(from, to) || " ");
    $("csp-back").replaceChildren(...(place ? [text.slice(0, from), mark, `${text.slice(to)}\n`] : []));
    $("csp").setAttribute("aria-invalid", Boolean(place));
    $("csp-fault").textContent = place ? `Line ${place.line}, column ${place.column}: ${words}` : "";
    this.follow();
  }

  follow() {
    $("csp-back").scrollTop = $("csp").scrollTop;
    $("csp-back").scrollLeft = $("csp").scrollLeft;
  }

  // Underline and select the place of an error that a question has found.
  mark({ place, error }) {
    this.underline(place, error);
    if (!place) return;
    $("csp").focus();
    $("csp").setSelectionRange(...this.placeOf(place));
  }

  better({ objective, values }) {
    $("csp-objective").hidden = false;
    $("csp-objective").textContent = `so far: ${objective}`;
    this.values(values, null);
  }

  values(first, second) {
    const rows = Object.entries(first).slice(0, MOST_ROWS).map(([name, value]) => {
      const cells = [node("th", { scope: "row" }, name), node("td", {}, String(value))];
      if (second) cells.push(node("td", second[name] === value ? {} : { class: "differs" }, String(second[name])));
      return node("tr", {}, ...cells);
    });
    $("csp-values").hidden = false;
    $("csp-values").replaceChildren(...rows);
  }

  show(answer) {
    if (answer.rows_of_sizes) {
      this.compare("csp-table", ["encoding", "variables", "clauses", "seconds", "answer"], answer.rows_of_sizes);
      this.compare("csp-solvers", ["solver", "seconds", "answer"], answer.rows_of_solvers);
    }
    if (answer.solution && answer.op !== "explain") this.values(answer.solution, answer.second);
    if (answer.value !== null && answer.value !== undefined) {
      $("csp-objective").hidden = false;
      $("csp-objective").textContent = `${answer.status === "OPTIMUM FOUND" ? "best" : "found"}: ${answer.value}`;
    }
    if (answer.words) {
      $("csp-words").hidden = false;
      $("csp-words").textContent = answer.words;
    }
    const unique = answer.unique === null || answer.unique === undefined ? "" : String(answer.unique);
    const size = answer.clauses ? ` ${answer.clauses.toLocaleString("en")} clauses.` : "";
    const words = answer.op === "sizes" ? "The encodings and the solvers are compared." : sentence({ ...answer, unique: answer.unique });
    const said = answer.unique === false ? "There are several solutions; two are shown." : words;
    const answered = $("csp-objective").parentElement;
    if (answered.getBoundingClientRect().top > innerHeight * LOW) answered.scrollIntoView({ block: "start" });
    this.page.status("done", `${said}${size} ${answer.seconds.toFixed(1)} s.`, { status: answer.status ?? "", unique });
  }

  // A table of sizes and times, a line for each encoding or solver; heads: what is shown of each.
  compare(id, heads, rows) {
    const [what, ...figures] = heads;
    const quickest = Math.min(...rows.filter((row) => !row.error).map((row) => row.seconds_taken));
    const cell = (row, head) => {
      const value = { seconds: row.seconds_taken, answer: row.status?.toLowerCase() }[head] ?? row[head];
      return node("td", head === "seconds" && value === quickest ? { class: "best" } : {}, value?.toLocaleString("en") ?? "");
    };
    const lines = rows.map((row) => node("tr", {}, node("th", { scope: "row" }, row[what]),
      ...(row.error ? [node("td", { colspan: String(figures.length) }, row.error)] : figures.map((head) => cell(row, head)))));
    $(id).hidden = false;
    $(id).replaceChildren(node("tr", {}, ...heads.map((each) => node("th", { scope: "col" }, each))), ...lines);
  }

  download() {
    const { page } = this;
    return page.work("Encoding.", async (tell) => {
      saveCnf("csp", await page.must("cnf", { text: $("csp").value }, tell));
      page.status("done", "Written.");
    });
  }
}
