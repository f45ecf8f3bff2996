"use strict";
const of = id => document.getElementById(id);
const items = [...of("steps").children];
const marked = ["from", "until", "before", "only"].map(name => `[data-${name}]`).join();
const parts = [...document.querySelectorAll(marked)];
let stops = [0], at = 0;

// Comparisons with what is missing are false
const shown = ({from, until, before, only}, now) =>
  !(from > now || until < now || before <= now || only < now || only > now);

function go(to) {
  at = Math.max(0, Math.min(to, stops.length - 1));
  const now = stops[at];
  for (const part of parts) part.style.display = shown(part.dataset, now) ? "inline" : "none";
  items.forEach((item, k) => k + 1 === now ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current"));
  of("slider").value = at;
  of("count").textContent = now ? `Step ${now} of ${items.length}` : "The givens";
  of("slider").setAttribute("aria-valuetext", of("count").textContent);
  of("previous").disabled = at === 0;
  of("next").disabled = at === stops.length - 1;
  name(now);
  of("now").replaceChildren(...now ? told(items.slice(stops[at - 1], now)) : []);
}

// A page within another one may not have addresses
function name(now) {
  try {
    history.replaceState(null, "", now ? `#step-${now}` : "#");
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
  go(stops.findIndex(stop => stop >= now));
}

of("previous").onclick = () => go(at - 1);
of("next").onclick = () => go(at + 1);
of("slider").oninput = () => go(Number(of("slider").value));
of("all").onchange = fold;
items.forEach((item, k) => item.onclick = event => {
  if (!event.target.closest("details")) go(stops.indexOf(k + 1));
});
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === of("slider")) return;
  const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});
// The address may name a step: #step-12
function follow() {
  const wanted = Number(location.hash.replace("#step-", "")) || 0;
  const there = stops.findIndex(stop => stop >= wanted);
  go(there < 0 ? stops.length - 1 : there);
}

addEventListener("hashchange", follow);
document.documentElement.classList.add("scripted");
of("controls").hidden = false;
const named = location.hash;
fold();
if (named) {
  location.hash = named;
  follow();
}
