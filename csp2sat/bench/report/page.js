"use strict";
// data: {contests: [{name, trusted}], inputs: [{name, family, digest}], boards: {digest: svg}, rows: [...], clock}
const data = JSON.parse(document.getElementById("data").textContent);
const COLOURS = 8; // that the style sheet has
const DASHES = ["", "7 4", "2 3", "9 3 2 3"];
const FLOOR = 0.001; // seconds; what is quicker is drawn there
const SHOWN = 500; // rows of the table at first
const $ = (id) => document.getElementById(id);
const hidden = new Set(data.contests.flatMap((contest, at) => contest.trusted ? [] : [at])); // no curve is drawn of them
let clock = data.clock, order = { column: "input", up: true }, everything = false;

const colour = (at) => `var(--c${at % COLOURS})`;
const dash = (at) => DASHES[Math.floor(at / COLOURS) % DASHES.length];
const isAnswer = (status) => ["sat", "unsat", "optimum"].includes(status), isSolved = (row) => isAnswer(row.status);
const seconds = (row) => row[clock] ?? row.wall; // null: not known
const shown = (x) => x == null ? "-" : x >= 100 ? x.toFixed(0) : x >= 1 ? x.toFixed(2) : x.toPrecision(2);
const median = (list) => { // Infinity: not solved
  const sorted = [...list].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

function element(name, attributes = {}, text = "") {
  const svg = ["svg", "g", "line", "path", "circle", "rect", "text", "title"].includes(name);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// For each contest: input -> {time, status, limit} over its runs.
function times() {
  const found = data.contests.map(() => new Map());
  for (const row of data.rows) {
    for (const at of row.contests) { // a CNF counts for each encoding
      const runs = found[at].get(row.input) || { times: [], limit: row.timeout, status: row.status };
      runs.times.push(isSolved(row) ? seconds(row) ?? 0 : Infinity);
      if (!isSolved(row)) runs.status = row.status;
      found[at].set(row.input, runs);
    }
  }
  for (const map of found) for (const runs of map.values()) runs.time = median(runs.times);
  return found;
}

function explained(mark, text) {
  for (const [key, value] of Object.entries({ tabindex: "-1", role: "img", "aria-label": text })) mark.setAttribute(key, value);
  return mark;
}

function tell(mark) {
  const box = mark.getBoundingClientRect(), tip = $("tip");
  tip.textContent = mark.getAttribute("aria-label");
  tip.hidden = false;
  tip.style.left = Math.max(4, Math.min(box.right + 8, innerWidth - tip.offsetWidth - 8)) + "px";
  tip.style.top = Math.max(4, box.top - tip.offsetHeight - 4) + "px";
}

const hush = () => { $("tip").hidden = true; };

// Which mark an arrow key leads to.  Up and down: of the next curve, where marks are of curves.
function neighbour(marks, mark, key) {
  const at = marks.indexOf(mark), curve = mark.dataset.curve;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: marks.length - 1 }[key];
  if (curve === undefined || !/Up|Down/.test(key)) return marks[to];
  const others = marks.filter((other) => key === "ArrowUp" ? +other.dataset.curve < +curve : +other.dataset.curve > +curve);
  const next = others.at(key === "ArrowUp" ? -1 : 0)?.dataset.curve, far = (other) => Math.abs(other.cx.baseVal.value - mark.cx.baseVal.value);
  return others.filter((other) => other.dataset.curve === next).sort((a, b) => far(a) - far(b))[0];
}

// Hovering and keyboard focus tell what a mark is.  A plot is one stop of the Tab key; arrow keys go from mark to mark.
function walkable(plot) { // not the svg: with listeners it would itself become a stop
  const of = (event) => event.target.closest(".point");
  for (const name of ["mouseover", "focusin"]) plot.addEventListener(name, (event) => { if (of(event)) tell(of(event)); });
  for (const name of ["mouseout", "focusout"]) plot.addEventListener(name, hush);
  plot.addEventListener("keydown", (event) => {
    const mark = of(event), next = mark && neighbour([...plot.querySelectorAll(".point")], mark, event.key);
    if (!next) return;
    event.preventDefault();
    mark.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

function put(id, svg) {
  svg.querySelector(".point")?.setAttribute("tabindex", "0");
  $(id).replaceChildren(svg);
}

function logScale(low, high, from, to) {
  const a = Math.log10(low), b = Math.max(Math.log10(high), a + 1);
  const place = (x) => from + (Math.log10(Math.max(x, low)) - a) / (b - a) * (to - from);
  const ticks = [];
  for (let e = Math.ceil(a - 1e-9); e <= b + 1e-9; e++) ticks.push(10 ** e);
  return { place, ticks };
}

function frame(width, height, label) {
  return element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label });
}

function cactus() {
  const width = 900, height = 420, left = 60, bottom = 370, right = 880, top = 20;
  const svg = frame(width, height, "Cactus plot: inputs solved, and the time for each");
  const all = times();
  const curves = all.map((map) => [...map].filter(([, run]) => run.time < Infinity).sort((a, b) => a[1].time - b[1].time));
  const most = Math.max(1, ...curves.map((curve) => curve.length));
  const limit = Math.max(...data.rows.map((row) => row.timeout));
  const lows = curves.flat().map(([, run]) => Math.max(run.time, FLOOR));
  const y = logScale(Math.min(limit / 10, ...lows), limit, bottom, top);
  const x = (at) => left + at / most * (right - left);
  for (const tick of y.ticks) {
    svg.append(element("line", { class: "grid", x1: left, x2: right, y1: y.place(tick), y2: y.place(tick) }));
    svg.append(element("text", { x: left - 6, y: y.place(tick) + 4, "text-anchor": "end" }, `${tick} s`));
  }
  const step = Math.max(1, Math.ceil(most / 12));
  for (let at = 0; at <= most; at += step) svg.append(element("text", { x: x(at), y: bottom + 18, "text-anchor": "middle" }, `${at}`));
  svg.append(element("text", { x: right, y: bottom + 36, "text-anchor": "end" }, "inputs solved"));
  svg.append(element("line", { class: "limit", x1: left, x2: right, y1: y.place(limit), y2: y.place(limit) }));
  svg.append(element("text", { class: "limit", x: left + 6, y: y.place(limit) + 14 }, `limit ${limit} s`));
  svg.append(element("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }));
  curves.forEach((curve, at) => {
    if (hidden.has(at) || !curve.length) return;
    const points = curve.map(([, run], n) => `${x(n + 1)} ${y.place(run.time)}`);
    svg.append(element("path", { class: "curve", d: "M" + points.join("L"), stroke: colour(at), "stroke-dasharray": dash(at) }));
    curve.forEach(([input, run], n) => {
      const mark = element("circle", { class: "point", cx: x(n + 1), cy: y.place(run.time), r: 3.5, fill: colour(at), "data-curve": at });
      const said = `${data.contests[at].name}: ${n + 1} solved\n${data.inputs[input].name}: ${shown(run.time)} s`;
      svg.append(explained(mark, said));
    });
  });
  put("cactus", svg);
}

function swatch(at) {
  const svg = element("svg", { class: "swatch", width: 32, height: 8, "aria-hidden": "true" });
  svg.append(element("line", { class: "curve", x1: 0, x2: 32, y1: 4, y2: 4, stroke: colour(at), "stroke-dasharray": dash(at) }));
  return svg;
}

function legend() {
  const labels = data.contests.map((contest, at) => {
    const label = element("label"), box = element("input", { type: "checkbox" }), line = swatch(at);
    box.checked = !hidden.has(at);
    box.addEventListener("change", () => { if (box.checked) hidden.delete(at); else hidden.add(at); cactus(); });
    label.append(box, line, contest.name);
    return label;
  });
  $("legend").replaceChildren(...labels);
}

function scatter() {
  const size = 560, left = 60, bottom = 510, right = 540, top = 30;
  const [one, other] = [Number($("one").value), Number($("other").value)], all = times();
  const svg = frame(size, size, `Scatter plot: ${data.contests[one].name} against ${data.contests[other].name}`);
  const both = [...all[one]].filter(([input]) => all[other].has(input));
  const limit = Math.max(...data.rows.map((row) => row.timeout));
  const low = Math.min(limit / 10, ...both.flatMap(([input, run]) => [run.time, all[other].get(input).time]).map((t) => Math.max(t, FLOOR)));
  const x = logScale(low, limit, left, right - 20), y = logScale(low, limit, bottom, top + 20);
  const beyond = (run, scale, end) => run.time < Infinity ? scale.place(Math.min(run.time, limit)) : end;
  for (const tick of x.ticks) {
    svg.append(element("line", { class: "grid", x1: x.place(tick), x2: x.place(tick), y1: top, y2: bottom }));
    svg.append(element("line", { class: "grid", x1: left, x2: right, y1: y.place(tick), y2: y.place(tick) }));
    svg.append(element("text", { x: x.place(tick), y: bottom + 18, "text-anchor": "middle" }, `${tick} s`));
    svg.append(element("text", { x: left - 6, y: y.place(tick) + 4, "text-anchor": "end" }, `${tick} s`));
  }
  svg.append(element("line", { class: "same", x1: left, y1: bottom, x2: x.place(limit), y2: y.place(limit) }));
  svg.append(element("line", { class: "limit", x1: x.place(limit), x2: x.place(limit), y1: top, y2: bottom }));
  svg.append(element("line", { class: "limit", x1: left, x2: right, y1: y.place(limit), y2: y.place(limit) }));
  svg.append(element("text", { class: "limit", x: left + 6, y: y.place(limit) + 14 }, `limit ${limit} s`));
  svg.append(element("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }));
  svg.append(element("text", { x: right, y: bottom + 38, "text-anchor": "end" }, data.contests[one].name));
  svg.append(element("text", { x: left, y: top - 10 }, data.contests[other].name));
  both.sort((a, b) => (a[1].time - b[1].time) || 0); // two infinities are equal
  for (const [input, run] of both) {
    const against = all[other].get(input);
    const statuses = [run.status, against.status], solved = statuses.find(isAnswer);
    const at = { class: "point", "data-input": input, fill: statuses.includes("wrong") ? "var(--bad)" : colour(solved === "unsat" ? 1 : solved ? 0 : 7) };
    const [cx, cy] = [beyond(run, x, right - 6), beyond(against, y, top + 6)];
    const mark = solved === "unsat" ? element("rect", { ...at, x: cx - 4, y: cy - 4, width: 8, height: 8 }) : element("circle", { ...at, cx, cy, r: 4.5 });
    const said = (run) => run.time < Infinity ? `${run.status} ${shown(run.time)} s` : run.status;
    svg.append(explained(mark, `${data.inputs[input].name}\n${data.contests[one].name}: ${said(run)}\n${data.contests[other].name}: ${said(against)}`));
  }
  put("scatter", svg);
}

function families() {
  const all = times(), names = [...new Set(data.inputs.map((input) => input.family))].sort();
  const head = element("tr");
  head.append(element("th", { class: "text", scope: "col" }, "family"), element("th", { scope: "col" }, "inputs"));
  for (const contest of data.contests) head.append(element("th", { scope: "col" }, contest.name));
  const body = names.map((name) => {
    const inputs = data.inputs.flatMap((input, at) => input.family === name ? [at] : []);
    const row = element("tr");
    row.append(element("th", { class: "text", scope: "row" }, name), element("td", {}, `${inputs.length}`));
    for (const map of all) {
      const runs = inputs.filter((input) => map.has(input)).map((input) => map.get(input));
      const par2 = runs.reduce((sum, run) => sum + (run.time < Infinity ? run.time : 2 * run.limit), 0) / runs.length;
      const solved = runs.filter((run) => run.time < Infinity).length;
      row.append(element("td", {}, runs.length ? `${solved} · ${shown(par2)} s` : "-"));
    }
    return row;
  });
  const top = element("thead"), rows = element("tbody");
  top.append(head); rows.append(...body);
  $("families").replaceChildren(top, rows);
}

const COLUMNS = { // heading -> value of a row
  input: (row) => data.inputs[row.input].name, family: (row) => data.inputs[row.input].family,
  solver: (row) => row.solver, encoding: (row) => row.encoding,
  status: (row) => row.status, seconds: (row) => seconds(row), "encode s": (row) => row.encode, "MB": (row) => row.memory,
  variables: (row) => row.variables, clauses: (row) => row.clauses, shuffle: (row) => row.shuffle, repeat: (row) => row.repeat,
  why: (row) => row.why,
};
const MEASURED = ["seconds", "encode s", "MB"];
const WORDS = ["input", "family", "solver", "encoding", "status", "why"];

function heads() {
  const head = element("tr");
  for (const name of Object.keys(COLUMNS)) {
    const cell = element("th", { scope: "col", class: WORDS.includes(name) ? "text" : "" });
    const sorted = order.column === name ? (order.up ? "ascending" : "descending") : "none";
    const button = element("button", {}, name + (sorted === "none" ? "" : order.up ? " ▲" : " ▼"));
    cell.setAttribute("aria-sort", sorted);
    button.addEventListener("click", () => {
      order = { column: name, up: order.column === name ? !order.up : true };
      heads(); table();
      $("heads").querySelectorAll("button")[Object.keys(COLUMNS).indexOf(name)].focus();
    });
    cell.append(button);
    head.append(cell);
  }
  $("heads").replaceChildren(head);
}

// What is not known comes last in either direction.
function compared(a, b) {
  if (a == null || b == null) return (a == null) - (b == null);
  const sign = order.up ? 1 : -1;
  return sign * (typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true }));
}

function table() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean), status = $("status").value;
  const value = COLUMNS[order.column];
  const rows = data.rows.filter((row) => (!status || row.status === status) && words.every((word) =>
    WORDS.some((name) => String(COLUMNS[name](row)).toLowerCase().includes(word))));
  rows.sort((a, b) => compared(value(a), value(b)));
  const part = everything ? rows : rows.slice(0, SHOWN);
  $("rows").replaceChildren(...part.map(line));
  $("count").textContent = `${rows.length} of ${data.rows.length} runs` + (part.length < rows.length ? `, the first ${SHOWN} shown` : "");
  $("all").hidden = part.length === rows.length;
}

function line(row) {
  const made = element("tr", row.status === "wrong" ? { class: "wrong" } : {});
  for (const [name, value] of Object.entries(COLUMNS)) {
    const cell = element("td", { class: WORDS.includes(name) ? `text ${name}` : "" });
    const x = value(row), board = name === "input" && data.boards[data.inputs[row.input].digest];
    if (board) {
      const button = element("button", { class: "link", title: "the board" }, x);
      button.addEventListener("click", () => show(x, board));
      cell.append(button);
    } else cell.textContent = MEASURED.includes(name) ? shown(x) : x ?? "-";
    made.append(cell);
  }
  return made;
}

function show(name, svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  $("name").textContent = name;
  $("picture").setAttribute("src", url);
  $("picture").setAttribute("alt", `the board ${name}`);
  $("file").setAttribute("href", url);
  $("file").setAttribute("download", name.split("/").pop().replace(/\.\w+$/, "") + ".svg");
  $("board").showModal();
}

function draw() { cactus(); scatter(); families(); table(); }

function start() {
  for (const select of [$("one"), $("other")])
    data.contests.forEach((contest, at) => select.append(element("option", { value: at }, contest.name)));
  $("other").value = String(Math.min(1, data.contests.length - 1));
  for (const status of [...new Set(data.rows.map((row) => row.status))].sort())
    $("status").append(element("option", { value: status }, status));
  $("clock").value = clock;
  $("clock").addEventListener("change", () => { clock = $("clock").value; draw(); });
  for (const id of ["one", "other"]) $(id).addEventListener("change", scatter);
  $("filter").addEventListener("input", table);
  $("status").addEventListener("change", table);
  $("board").addEventListener("close", () => URL.revokeObjectURL($("picture").src));
  addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });
  $("all").addEventListener("click", () => { everything = true; table(); });
  for (const id of ["cactus", "scatter"]) walkable($(id));
  legend(); heads(); draw();
}
if (data.rows.length) start();
