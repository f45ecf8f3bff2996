"use strict";
const of = id => document.getElementById(id);
const items = [...of("steps").children];
const marked = ["from", "until", "before", "only"].map(name => `[data-${name}]`).join();
const parts = [...document.querySelectorAll(marked)];
let stops = [0], at = 0, printing = false;
// A place in the list, from 1, as the number of its step: some items are several steps; 0 for the givens
const number = place => place ? items[place - 1].value : 0;
let line = 0, lines = [];  // of the supposition of the step: how far it is told, 0 if it is folded away

// A supposition is drawn on the board before its step; comparisons with what is missing are false
const shown = ({from, until, before, only, line: first, last}, now, then) =>
  !(from > then || until < then || before <= then || only < now || only > now || first > line || last < line || only && line && !first);

function go(to, upTo = 0) {
  const before = at;
  at = Math.max(0, Math.min(to, stops.length - 1));
  if (at !== before || !of("now").children.length) tell();
  line = Math.min(upTo, lines.length);
  const now = stops[at], step = number(now), then = number(line ? now - 1 : now);
  for (const part of parts) part.style.display = shown(part.dataset, step, then) ? "inline" : "none";
  items.forEach((item, k) => current(item, k + 1 === now));
  lines.forEach((each, k) => current(each, k + 1 === line));
  if (lines.length) lines[0].parentElement.open = line > 0;
  of("slider").value = at;
  of("count").textContent = !now ? "The givens" : `Step ${step} of ${number(items.length)}` + (line ? `, line ${line} of ${lines.length}` : "");
  of("slider").setAttribute("aria-valuetext", of("count").textContent);
  of("previous").disabled = at === 0;
  of("next").disabled = at === stops.length - 1 && !(line && line < lines.length);
  name(step);
  reveal(of("steps"), items[now - 1]);
  reveal(of("now"), lines[line - 1]);
}

// The next or previous line of an open supposition, or step
const onwards = by => line && line + by <= lines.length ? go(at, line + by) : go(at + by);

function current(item, is) {
  if (is) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
}

// A box of its own is scrolled, never the page
function reveal(box, item) {
  if (!item) return;
  const inner = item.getBoundingClientRect(), outer = box.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
}

function tell() {
  const now = stops[at];
  of("now").replaceChildren(...now ? told(items.slice(stops[at - 1], now)) : []);
  const supposed = of("now").querySelector(":scope > div > details");
  lines = supposed ? [supposed.firstChild, ...supposed.lastChild.children] : [];
  if (supposed) supposed.ontoggle = () => { if (supposed.isConnected && supposed.open !== line > 0) go(at, supposed.open ? 1 : 0); };
}

// A page within another one may not have addresses
function name(step) {
  try {
    history.replaceState(null, "", step ? `#step-${step}` : "#");
  } catch {}
}

// The sentence of the last step, after those of the routine steps before it, folded away
function told(steps) {
  const main = document.createElement("div"), last = steps.pop();
  main.append(...[...last.childNodes].map(node => node.cloneNode(true)));
  if (!steps.length) return [main];
  const before = document.createElement("details"), summary = document.createElement("summary");
  const list = document.createElement("ol");
  summary.textContent = steps.length > 1 ? `${steps.length} routine steps before` : "1 routine step before";
  list.append(...steps.map(step => step.cloneNode(true)));
  before.append(summary, list);
  return [before, main];
}

function fold() {
  const now = stops[at], every = of("all").checked;
  document.documentElement.classList.toggle("every", every);
  stops = [0];
  items.forEach((item, k) => {
    if (every || k === items.length - 1 || !item.classList.contains("routine")) stops.push(k + 1);
  });
  of("slider").max = stops.length - 1;
  of("now").replaceChildren();
  go(stops.findIndex(stop => stop >= now));
}

of("previous").onclick = () => onwards(-1);
of("next").onclick = () => onwards(1);
of("slider").oninput = () => go(Number(of("slider").value));
of("all").onchange = fold;
items.forEach((item, k) => item.onclick = event => {
  if (!event.target.closest("details")) go(stops.indexOf(k + 1));
});
document.querySelectorAll("#steps > li > details:not(.further)").forEach(supposed => supposed.ontoggle = () => {
  if (supposed.open && !printing) go(stops.indexOf(items.indexOf(supposed.parentElement) + 1), 1);
});
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === of("slider")) return;
  const to = {
    ArrowLeft: () => onwards(-1), ArrowRight: () => onwards(1), Home: () => go(0), End: () => go(stops.length - 1),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  to();
});
// The address may name a step: #step-12
function follow() {
  const wanted = Number(location.hash.replace("#step-", "")) || 0;
  const there = stops.findIndex(stop => number(stop) >= wanted);
  go(there < 0 ? stops.length - 1 : there);
}

addEventListener("hashchange", follow);
// on paper nothing can be opened
addEventListener("afterprint", () => printing = false);
addEventListener("beforeprint", () => {
  printing = true;
  document.querySelectorAll("details").forEach(folded => folded.open = true);
});
document.documentElement.classList.add("scripted");
of("controls").hidden = false;
const named = location.hash;
fold();
if (named) {
  location.hash = named;
  follow();
}
