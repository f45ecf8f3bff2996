// The tab for constraints: a text, its values, the optimum as it improves, the encodings compared.

import { node } from "./drawing.mjs";
import { sentence } from "./main.mjs";
import { save } from "./saving.mjs";

const $ = (id) => document.getElementById(id);
const EXAMPLES = {
  "send more money": "; SEND + MORE = MONEY\n(int S 1 9) (int E 0 9) (int N 0 9) (int D 0 9)\n(int M 1 9) (int O 0 9) (int R 0 9) (int Y 0 9)\n(alldifferent S E N D M O R Y)\n(= (+ (* 1000 S) (* 100 E) (* 10 N) D (* 1000 M) (* 100 O) (* 10 R) E)\n   (+ (* 10000 M) (* 1000 O) (* 100 N) (* 10 E) Y))\n",
  "six queens": "; six queens: q_i is the column of row i\n(int q_0 0 5) (int q_1 0 5) (int q_2 0 5)\n(int q_3 0 5) (int q_4 0 5) (int q_5 0 5)\n(alldifferent q_0 q_1 q_2 q_3 q_4 q_5)\n(alldifferent (+ q_0 0) (+ q_1 1) (+ q_2 2) (+ q_3 3) (+ q_4 4) (+ q_5 5))\n(alldifferent (- q_0 0) (- q_1 1) (- q_2 2) (- q_3 3) (- q_4 4) (- q_5 5))\n",
  "knapsack": "; the best value of at most 50 kg\n(int a 0 3) (int b 0 3) (int c 0 3) (int d 0 3)\n(int value 0 1000)\n(<= (+ (* 7 a) (* 11 b) (* 13 c) (* 19 d)) 50)\n(= value (+ (* 10 a) (* 17 b) (* 20 c) (* 31 d)))\n(objective maximize value)\n",
  "contradiction": "; three integers from 0 to 1 that all differ\n(int x 0 1) (int y 0 1) (int z 0 1) (int w 0 9)\n(< w x)\n(alldifferent x y z)\n",
};
const MOST_ROWS = 500;

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
    $("csp").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.question("solve");
    });
  }

  take(text) {
    $("csp").value = text;
    this.clear();
  }

  clear() {
    for (const id of ["csp-objective", "csp-values", "csp-table", "csp-words"]) {
      $(id).replaceChildren();
      $(id).hidden = true;
    }
  }

  question(op) {
    const doing = { sizes: "Encoding in several ways.", count: "Counting.", explain: "Looking for reasons." }[op] ?? "Solving.";
    const { page } = this;
    return page.work(doing, async (tell, number) => {
      this.clear();
      const text = $("csp").value;
      const answer = await page.ask(op, { text }, (found) => {
        if (number !== page.asking) return;
        if (found.progress) tell(found.progress);
        if (found.better) this.better(found.better);
      });
      if (answer.error) {
        this.mark(answer);
        throw Object.assign(new Error(answer.error), { answer });
      }
      this.show(answer);
    });
  }

  // Select the place of an error in the text.
  mark({ place }) {
    if (!place) return;
    const lines = $("csp").value.split("\n");
    const at = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + Math.max(place.column - 1, 0);
    $("csp").focus();
    $("csp").setSelectionRange(at, Math.max(at + 1, at + (/^[^\s()]*/.exec($("csp").value.slice(at))?.[0].length ?? 1)));
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
    if (answer.rows_of_sizes) this.sizes(answer.rows_of_sizes);
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
    const words = answer.op === "sizes" ? "The encodings are compared." : sentence({ ...answer, unique: answer.unique });
    const said = answer.unique === false ? "There are several solutions; two are shown." : words;
    this.page.status("done", `${said}${size} ${answer.seconds.toFixed(1)} s.`, { status: answer.status ?? "", unique });
  }

  sizes(rows) {
    const heads = ["encoding", "variables", "clauses", "seconds"].map((each) => node("th", { scope: "col" }, each));
    const lines = rows.map((row) => node("tr", {}, node("th", { scope: "row" }, row.encoding),
      ...(row.error ? [node("td", { colspan: "3" }, row.error)] : [row.variables, row.clauses, row.seconds_taken].map((each) => node("td", {}, String(each ?? ""))))));
    $("csp-table").hidden = false;
    $("csp-table").replaceChildren(node("tr", {}, ...heads), ...lines);
  }

  download() {
    const { page } = this;
    return page.work("Encoding.", async (tell) => {
      const found = await page.must("cnf", { text: $("csp").value }, tell);
      save("csp.cnf", found.cnf, "text/plain");
      save("csp.map", found.map, "application/json");
      page.status("done", "Written.");
    });
  }
}
