// The samples: one of each kind of puzzle, and the menus of kinds.

import { $, node, parsed } from "./drawing.mjs";

export class Gallery {
  // files: of the page.  onChoose: called with the kind whose sample is chosen.
  constructor(files, onChoose) {
    this.files = files;
    this.kinds = new Map();
    this.onChoose = onChoose;
    $("find").addEventListener("input", () => this.filter($("find").value.toLowerCase()));
    $("gallery").addEventListener("keydown", (event) => this.move(event));
    this.loaded = this.load();
  }

  async load() {
    try {
      const kinds = await this.files.json("gallery.json");
      this.kinds = new Map(kinds.map((each) => [each.name, each]));
      for (const family of new Set(kinds.map((each) => each.family))) {
        $("gallery").append(node("h3", {}, family));
        for (const kind of kinds.filter((each) => each.family === family)) $("gallery").append(this.button(kind));
      }
      this.setStop(this.shown[0]);
      for (const kind of kinds) $("from").append(node("option", { value: kind.name }, kind.name));
      for (const kind of kinds) $("generate-kind").append(node("option", { value: kind.name }, kind.name));
    } catch (error) {
      $("gallery").append(`The samples could not be loaded: ${error.message}.`);
    }
  }

  button(kind) {
    const found = node("button", { type: "button", "data-kind": kind.name, title: kind.title }, parsed(kind.svg), kind.name);
    found.addEventListener("click", () => this.onChoose(kind));
    return found;
  }

  get shown() {
    return [...$("gallery").querySelectorAll("[data-kind]:not([hidden])")];
  }

  // Make a sample the one that Tab comes to: the samples are one stop, and arrows move between them.
  setStop(chosen) {
    for (const each of $("gallery").querySelectorAll("[data-kind]")) each.tabIndex = each === chosen ? 0 : -1;
  }

  move(event) {
    const list = this.shown;
    const at = list.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: this.across(list), ArrowLeft: -1, ArrowUp: -this.across(list), Home: -at, End: list.length - 1 - at }[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    const next = list[at + step];
    if (!next) return;
    this.setStop(next);
    next.focus();
  }

  // How many samples stand side by side.
  across(list) {
    return list.filter((each) => each.offsetTop === list[0].offsetTop).length;
  }

  filter(wanted) {
    for (const each of $("gallery").querySelectorAll("[data-kind]")) {
      each.hidden = !`${each.dataset.kind} ${each.title}`.toLowerCase().includes(wanted);
    }
    for (const head of $("gallery").querySelectorAll("h3")) {
      let next = head.nextElementSibling, isEmpty = true;
      for (; next && next.localName !== "h3"; next = next.nextElementSibling) isEmpty &&= next.hidden;
      head.hidden = isEmpty;
    }
    this.setStop(this.shown[0]);
  }
}
