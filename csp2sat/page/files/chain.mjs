// Steps that a person can follow: a hint, the next step, all of them with a slider, the grade.

import { $ } from "./drawing.mjs";
import { CANCELLED } from "./engine.mjs";

const ENDS = {
  SOLVED: "to the solution", STUCK: "then the board has several solutions",
  CONTRADICTION: "to a contradiction", LIMIT: "then the time was over",
};

export class Chain {
  constructor(page) {
    this.page = page;
    this.found = null; // the steps of the last board, with its text
    $("slider").addEventListener("input", () => this.slide());
  }

  // isWhere: whether only the places of the reason are told.
  hint(isWhere = false) {
    const { page } = this;
    return page.work("Looking for a step.", async (tell) => {
      const board = await page.fresh(tell);
      const state = page.play.isEmpty ? null : page.play.state();
      const found = await page.must("hint", { text: board.text, state, where: isWhere }, tell);
      const words = found.words || "Nothing more follows: the board has several solutions, or it is solved.";
      page.words(found.ignored ? `${words}\n(The board has several solutions, so your borders are not looked at.)` : words);
      $("chain").hidden = true;
      if (found.svg) page.pictures([found.svg]);
      if (found.where || found.wrong) {
        if (!page.view.isOurs) page.showDrawing(page.board.svg, "");
        page.play.bad = found.wrong ?? [];
        page.play.hinted = found.where ?? [];
        page.view.drawMarks();
        page.view.nameCells();
      }
      page.status("done", found.mistake ? "There is a mistake." : found.words ? "A step." : "There is no step.");
    });
  }

  // Show all steps, or with `isNext` the step after the one that is shown.
  steps(isNext) {
    const { page } = this;
    return page.work("Looking for steps.", async (tell) => {
      const board = await page.fresh(tell);
      const isKept = this.found?.text === board.text;
      const found = isKept ? this.found : await page.must("steps", { text: board.text }, tell);
      this.found = { ...found, text: board.text };
      if (!found.steps.length) {
        const over = found.size ? `No step was found: ${found.size}.` : "No step was found in time.";
        page.words(found.ended === "LIMIT" ? over : "There is no step: nothing follows.");
        return page.status("done", "There is no step.");
      }
      const shown = $("chain").hidden ? 0 : Number($("slider").value);
      $("slider").max = found.steps.length;
      $("step-count").textContent = found.steps.length;
      await this.show(isNext ? Math.min(shown + 1, found.steps.length) : 1, tell);
      $("chain").hidden = false;
      page.view.seek();
      page.status("done", `${found.steps.length} steps, ${found.size || ENDS[found.ended]}.`);
    });
  }

  async show(number, tell) {
    const { page } = this;
    const found = await page.must("step", { text: page.board.text, number }, tell);
    $("slider").value = number;
    $("step-number").textContent = number;
    $("slider").setAttribute("aria-valuetext", `step ${number}: ${found.words}`);
    page.pictures([]);
    page.showDrawing(found.svg, "", false);
    page.words(`${number}. ${found.words}`);
  }

  async slide() {
    this.wanted = Number($("slider").value);
    $("step-number").textContent = this.wanted;
    if (this.sliding) return;
    this.sliding = true;
    try {
      for (let shown = 0; shown !== this.wanted;) {
        shown = this.wanted;
        await this.show(shown);
      }
    } catch (error) {
      if (error.message !== CANCELLED) this.page.fail(error.message, error.answer);
    } finally {
      this.sliding = false;
    }
  }

  grade() {
    const { page } = this;
    return page.work("Grading.", async (tell) => {
      const board = await page.fresh(tell);
      const found = await page.must("grade", { text: board.text }, tell);
      page.words(`Grade ${found.words} of 10, by the hardest of its steps (score ${found.score}).`);
      page.status("done", `Grade ${found.words}.`);
    });
  }
}
