// Buttons for what is typed into cells, for those who have no keys at hand: signs as they are drawn, numbers, clues.

import { $, element, node, SVG } from "./drawing.mjs";
import { CELL, SIGNS } from "./play.mjs";

const MOST = 16;
const ERASE = "⌫";

export function showKeys(page) {
  const { play, view, edit } = page;
  const isEdit = page.mode === "edit";
  const list = ((isEdit ? edit.part?.signs : (play.moves.signs ?? play.moves.values)) ?? []).slice(0, MOST);
  const keys = list.length && (isEdit || play.form !== "lines") ? [...list, ERASE] : [];
  $("keys").hidden = !keys.length || !view.isOurs;
  $("keys").replaceChildren(...keys.map((each) => {
    const mark = isEdit ? null : play.moves.marks?.[each];
    const name = each === ERASE ? "erase" : (mark && SIGNS[each]) || String(each);
    const button = node("button", { type: "button", "aria-label": name, title: name }, mark ? drawn(mark, play.moves) : String(each));
    button.addEventListener("click", () => (isEdit ? edit.type(each === ERASE ? "" : each) : typed(page, each)));
    return button;
  }));
}

function typed({ play, view }, sign) {
  const letters = sign === ERASE ? ["Backspace"] : play.form === "numbers" ? ["Backspace", ...String(sign)] : [String(sign)];
  for (const letter of letters) play.type(letter, ...view.cursor);
}

// The drawing of a sign, as it is in the cell `marked`.
function drawn(mark, { marked: [r, c] }) {
  const found = element("svg", { class: "csp2sat played", viewBox: `${c * CELL} ${r * CELL} ${CELL} ${CELL}`, "aria-hidden": "true" });
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${mark}</svg>`, "image/svg+xml");
  for (const each of parsed.documentElement.children) found.append(document.importNode(each, true));
  return found;
}
