// What the page listens to: buttons, the board's keys and pointers, files that are dropped.

import { $, ARROWS } from "./drawing.mjs";

export function listenButtons(page) {
  const click = (id, act) => $(id).addEventListener("click", act);
  const { chain, edit, play } = { chain: page.chain, edit: page.edit, play: () => page.play };
  click("load", () => page.pasted($("input").value));
  $("from").addEventListener("change", () => $("from").value && $("input").value.trim() && page.load($("input").value));
  $("input").addEventListener("input", () => { if ($("input").value.trim()) $("questions").hidden = false; });
  for (const op of ["solve", "unique", "explain", "count"]) click(op, () => page.question(op));
  click("hint", () => chain.hint());
  click("where", () => chain.hint(true));
  click("steps", () => chain.steps(false));
  click("step", () => chain.steps(true));
  click("grade", () => chain.grade());
  click("generate", () => page.generate());
  click("empty", () => page.empty());
  click("cancel", () => page.cancel());
  click("hide", () => page.hideAnswer());
  click("undo", () => (page.mode === "edit" ? edit : play()).undo());
  click("redo", () => (page.mode === "edit" ? edit : play()).redo());
  click("clear", () => play().clear());
  click("check", () => page.check());
  click("mode-play", () => page.setMode("play"));
  click("mode-edit", () => page.setMode("edit"));
  click("share", () => page.share());
  click("print", () => print());
  for (const form of ["svg", "png", "text", "url", "json", "cnf"]) click(`save-${form}`, () => page.download(form));
  click("booklet", () => page.download("booklet"));
  click("timer-hide", () => {
    const isHidden = $("timer").hidden = !$("timer").hidden;
    $("timer-hide").setAttribute("aria-pressed", isHidden);
  });
  for (const [tab, other] of [["board", "csp"], ["csp", "board"]]) {
    click(`tab-${tab}`, () => page.turnTo(tab));
    $(`tab-${tab}`).addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      page.turnTo(other);
      $(`tab-${other}`).focus();
    });
  }
}

export function listenBoard(page) {
  const { view, edit } = page;
  const cells = $("cells"), stage = $("stage");
  let isTouch = false;
  // the stage is larger than the cells: edges at the border can be hit, and clues beside the board
  stage.addEventListener("pointerdown", (event) => {
    if (event.button > 2 || !page.play || cells.hidden) return;
    cells.focus({ preventScroll: true });
    capture(stage, event);
    if (page.mode === "edit") {
      edit.press(...view.place(event));
      isTouch = event.pointerType === "touch";
    } else {
      const [x, y] = view.point(event);
      view.cursor = [Math.floor(y), Math.floor(x)];
      page.play.press(x, y, event.button === 2);
    }
    view.showCursor();
  });
  stage.addEventListener("pointermove", (event) => {
    if (page.mode === "edit") edit.move(...view.point(event));
    else if (page.play?.drag) page.play.move(...view.point(event));
  });
  for (const name of ["pointerup", "pointercancel"]) {
    stage.addEventListener(name, () => {
      if (page.mode !== "edit") return page.play?.release();
      edit.release();
      if (isTouch && !$("word").disabled) $("word").focus(); // which brings the keys
      isTouch = false;
    });
  }
  stage.addEventListener("mousedown", (event) => event.preventDefault()); // beside the cells it would take the focus away
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  cells.addEventListener("keydown", (event) => boardKey(page, event));
  cells.addEventListener("focus", () => view.showCursor());
}

function capture(stage, { pointerId }) {
  try {
    stage.setPointerCapture(pointerId);
  } catch {
    // an event that a script made has no pointer
  }
}

function boardKey(page, event) {
  const { key: letter, shiftKey } = event;
  const { view, play, edit } = page;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[letter];
  if (page.mode === "edit") {
    if (edit.key(letter, shiftKey, arrow)) event.preventDefault();
  } else if (arrow) {
    event.preventDefault();
    if (shiftKey) view.cursor = play.draw(...arrow, ...view.cursor);
    if (shiftKey) view.showCursor();
    else view.moveCursor(...arrow);
  } else if (letter === "Enter") {
    event.preventDefault();
    page.question("unique");
  } else if (play.type(letter, ...view.cursor) || letter === " ") event.preventDefault(); // a blank would scroll the page
}

export function listenDocument(page) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.isBusy) page.cancel();
    const isTyping = /^(textarea|input)$/i.test(document.activeElement?.tagName ?? "");
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || isTyping || !page.play || !page.view.isOurs || !["z", "y"].includes(letter)) return;
    event.preventDefault();
    $(letter === "y" || event.shiftKey ? "redo" : "undo").click();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) page.open(file);
    else if (event.dataTransfer.getData("text")) page.pasted(event.dataTransfer.getData("text"));
  });
  $("file").addEventListener("click", () => $("file-input").click());
  $("file-input").addEventListener("change", () => $("file-input").files[0] && page.open($("file-input").files[0]));
  $("input").addEventListener("paste", () => setTimeout(() => page.pasted($("input").value)));
  setInterval(() => page.tick(), 1000);
}
