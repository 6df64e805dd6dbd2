// The moves of a decision: listed, narrowed by what is chosen on the board, played by click or key.

import { byId, fill, make } from "./dom.js";

const MANY = 12;

export class Moves {
  /** play(text) plays; board shows which shapes belong to a move; asks() says whether to ask before. */
  constructor(board, play, asks) {
    Object.assign(this, { board, playNow: play, asks, moves: [], plan: null, picked: [], box: "", filter: "", advised: "" });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  show(table) {
    Object.assign(this, { moves: table.moves, plan: table.plan, picked: [], filter: "", waits: null });
    if (!table.plan?.boxes.some((box) => box.name === this.box)) this.box = "";
    const kept = table.kept.map((text) => make("li", {}, text));
    const held = table.held ? [make("li", {}, `${table.held} (nothing more can be chosen here after it)`)] : [];
    const any = kept.length + held.length;
    fill(byId("kept"), any ? make("p", { class: "quiet" }, "You have chosen:") : null, any ? make("ul", {}, ...kept, ...held) : null);
    this.draw();
  }

  /** A shape was chosen: keep the moves that have it. A second click lets it go. */
  pick(id) {
    const isBack = this.picked.includes(id);
    this.picked = isBack ? this.picked.filter((each) => each !== id) : [...this.picked, id];
    let fitting = this.fitting();
    if (!fitting.length) {
      this.picked = [id];
      fitting = this.fitting();
    }
    if (fitting.length === 1 && !isBack) this.choose(fitting[0].text);
    else this.draw();
  }

  fitting() {
    const wanted = this.filter.toLowerCase();
    return this.moves.filter(
      (move) => this.picked.every((id) => move.shapes.includes(id)) && move.text.toLowerCase().includes(wanted),
    );
  }

  choose(text) {
    if (!this.asks()) {
      this.playNow(text);
      return;
    }
    this.waits = text;
    this.draw();
    byId("confirm").querySelector("button")?.focus();
  }

  // --- drawing ---

  draw() {
    const fitting = this.fitting();
    this.drawConfirm();
    this.drawPlan();
    const rows = fitting.filter((move) => !move.late);
    const late = fitting.filter((move) => move.late);
    const parts = [this.search()];
    if (!this.box) {
      parts.push(this.list(rows, 1));
      if (late.length) parts.push(make("p", { class: "quiet" }, "Still possible, the order does not matter:"), this.list(late, rows.length + 1));
    }
    const typed = document.activeElement?.id === "filter";
    fill(byId("moves"), ...parts);
    if (typed) byId("filter")?.focus();
    byId("moves-title").textContent = this.moves.length ? "Your move" : "Moves";
    const lit = new Set(fitting.flatMap((move) => move.shapes));
    for (const id of this.picked) lit.add(id);
    this.board.light(lit, this.picked);
    this.board.point([], "pointed");
  }

  list(moves, from) {
    const items = moves.map((move, i) => {
      const note = move.note ? make("small", {}, move.note) : null;
      const number = make("span", { class: "number", ariaHidden: "true" }, String(from + i));
      const button = make("button", { type: "button", class: "move" }, number, make("span", {}, move.text), note);
      button.classList.toggle("advised", move.text === this.advised);
      button.addEventListener("click", () => this.choose(move.text));
      for (const name of ["mouseenter", "focus"]) button.addEventListener(name, () => this.board.point(move.shapes, "pointed"));
      for (const name of ["mouseleave", "blur"]) button.addEventListener(name, () => this.board.point([], "pointed"));
      return make("li", {}, button);
    });
    return make("ul", { class: "moves" }, ...items);
  }

  search() {
    if (this.moves.length <= MANY || this.box) return null;
    const input = make("input", { id: "filter", type: "search", value: this.filter, placeholder: "find a move", ariaLabel: "Find a move", autocomplete: "off" });
    input.addEventListener("input", () => {
      this.filter = input.value;
      this.draw();
    });
    return input;
  }

  /** At the foot of the page: what is chosen and not played yet, or what a shape may mean. */
  drawConfirm() {
    const place = byId("confirm");
    place.hidden = !this.waits && !this.picked.length;
    if (place.hidden) {
      fill(place);
      return;
    }
    const no = make("button", { type: "button" }, this.waits ? "Not yet" : "All moves");
    no.addEventListener("click", () => this.letGo());
    if (!this.waits) {
      fill(place, this.list(this.fitting(), 1), no);
      return;
    }
    const text = this.waits;
    const yes = make("button", { type: "button", class: "main" }, "Play");
    yes.addEventListener("click", () => this.playNow(text));
    fill(place, make("p", {}, text), yes, no);
  }

  letGo() {
    Object.assign(this, { waits: null, picked: [] });
    this.draw();
  }

  // --- a plan: boxes that are filled in any order ---

  drawPlan() {
    if (!this.plan) {
      fill(byId("plan"));
      return;
    }
    const rows = this.plan.boxes.map((box) => {
      const button = make("button", { type: "button", ariaPressed: String(box.name === this.box) }, box.name);
      button.addEventListener("click", () => {
        this.box = box.name === this.box ? "" : box.name;
        this.draw();
      });
      return make("tr", {}, make("td", {}, button), make("td", {}, box.holds || "–"));
    });
    const unused = this.plan.unused.length ? make("p", { class: "quiet" }, `In no box: ${this.plan.unused.join(", ")}`) : null;
    const title = make("p", { class: "quiet" }, "Your plan: choose a box to fill or change it.");
    fill(byId("plan"), title, make("table", { class: "plan" }, ...rows), unused, this.boxChoices());
  }

  boxChoices() {
    const box = this.plan.boxes.find((each) => each.name === this.box);
    if (!box) return null;
    const texts = box.choices.map((thing) => `${box.name}${this.plan.between}${thing}`);
    const noted = new Map(this.moves.map((move) => [move.text, move]));
    return this.list(texts.map((text) => noted.get(text) ?? { text, note: "", shapes: [] }), 1);
  }

  // --- keys ---

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && (this.picked.length || this.waits)) this.letGo();
    else if (/^[1-9]$/.test(event.key)) {
      byId("moves").querySelectorAll("button.move")[Number(event.key) - 1]?.click();
    }
  }
}
