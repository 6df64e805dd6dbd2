// What may come next: the own moves, or what others and chance may bring, in groups that can be searched.

import { byId, fill, make } from "./dom.js";

const MANY = 12;
const MOST = 200;

export class Choices {
  /** choose(choice) when one is chosen; board shows which shapes belong to which. */
  constructor(board, choose) {
    Object.assign(this, { board, choose, all: [], names: [], picked: "", advised: "" });
    byId("filter").addEventListener("input", () => this.draw());
  }

  show(choices, names) {
    Object.assign(this, { all: choices, names, picked: "", advised: "" });
    byId("filter").value = "";
    byId("filter").hidden = choices.length <= MANY;
    this.draw();
  }

  /** A shape was chosen: keep what belongs to it. A second click lets it go. */
  pick(id) {
    this.picked = this.picked === id ? "" : id;
    const fitting = this.fitting();
    if (this.picked && fitting.length === 1) this.choose(fitting[0]);
    else this.draw();
  }

  advise(text) {
    this.advised = text;
    this.draw();
    const found = this.all.find((each) => each.text === text);
    this.board.point(found?.shapes ?? [], "advised");
  }

  fitting() {
    const words = byId("filter").value.toLowerCase().split(/\s+/);
    return this.all.filter(
      (each) => (!this.picked || each.shapes.includes(this.picked)) && words.every((word) => each.text.toLowerCase().includes(word)),
    );
  }

  draw() {
    const fitting = this.fitting();
    const groups = new Map();
    for (const each of fitting.slice(0, MOST)) groups.set(each.who, [...(groups.get(each.who) ?? []), each]);
    const parts = [...groups].flatMap(([who, list]) => [who ? make("h3", {}, this.named(who)) : null, this.list(list)]);
    const left = fitting.length - MOST;
    const more = left > 0 ? make("p", { class: "quiet" }, `and ${left} more: find them by their words`) : null;
    const none = this.all.length && !fitting.length ? make("p", { class: "quiet" }, "Nothing in the list has these words. You may still say it.") : null;
    fill(byId("choices"), ...parts, more, none);
    const lit = new Set(this.all.flatMap((each) => each.shapes));
    this.board.light(lit, this.picked ? [this.picked] : []);
  }

  /** `seat 1` with the name that the person gave. */
  named(who) {
    return who.replace(/seat (\d+)/, (all, seat) => (this.names[seat] ? `${all} (${this.names[seat]})` : all));
  }

  list(choices) {
    const items = choices.map((each) => {
      const note = each.note ? make("small", {}, each.note) : null;
      const button = make("button", { type: "button", class: "move" }, make("span", {}, each.what), note);
      button.classList.toggle("advised", each.text === this.advised);
      button.addEventListener("click", () => this.choose(each));
      for (const name of ["mouseenter", "focus"]) button.addEventListener(name, () => this.board.point(each.shapes, "pointed"));
      for (const name of ["mouseleave", "blur"]) button.addEventListener(name, () => this.board.point([], "pointed"));
      return make("li", {}, button);
    });
    return make("ul", { class: "chips" }, ...items);
  }
}
