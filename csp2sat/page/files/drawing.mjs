// Nodes of the page: found by name, made, and drawings of the engine, which are SVG texts.

export const $ = (id) => document.getElementById(id);
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
export const SVG = "http://www.w3.org/2000/svg";

// Return the node of an SVG text; its own style sheet stays out, since the page has the same rules.
export function parsed(text) {
  const bare = text.replace(/<style>[^<]*<\/style>/g, "");
  const found = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (found.namespaceURI !== SVG || found.localName !== "svg") throw new Error("this is no drawing");
  for (const each of found.querySelectorAll("style, script, foreignObject")) each.remove();
  return document.importNode(found, true);
}

export function element(name, attributes = {}, text = "") {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  if (text) found.textContent = text;
  return found;
}

export function show(box, text) {
  box.replaceChildren(...(text ? [parsed(text)] : []));
  box.hidden = !text;
}

export function node(name, attributes = {}, ...children) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "hidden") found.hidden = value;
    else found.setAttribute(key, value);
  }
  found.append(...children);
  return found;
}
