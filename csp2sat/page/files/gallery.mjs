// The samples: one of each kind of puzzle, and the menus of kinds.

import { $, node, parsed } from "./drawing.mjs";

export class Gallery {
  // files: of the page.  onChoose: called with the kind whose sample is chosen.
  constructor(files, onChoose) {
    this.files = files;
    this.kinds = new Map();
    this.onChoose = onChoose;
    $("find").addEventListener("input", () => this.filter($("find").value.toLowerCase()));
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

  filter(wanted) {
    for (const each of $("gallery").querySelectorAll("[data-kind]")) {
      each.hidden = !`${each.dataset.kind} ${each.title}`.toLowerCase().includes(wanted);
    }
    for (const head of $("gallery").querySelectorAll("h3")) {
      let next = head.nextElementSibling, isEmpty = true;
      for (; next && next.localName !== "h3"; next = next.nextElementSibling) isEmpty &&= next.hidden;
      head.hidden = isEmpty;
    }
  }
}
