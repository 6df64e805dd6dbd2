// The move list: the game, and branches below the move they begin after.

import { badge, byId, fill, make } from "./dom.js";

export class Steps {
  /** go(node) when a move is chosen. */
  constructor(go) {
    this.go = go;
    this.rows = new Map();
    byId("list").addEventListener("click", (event) => {
      const row = event.target.closest(".step");
      if (row) this.go(row.node);
    });
  }

  show(tree, letters) {
    this.letters = letters;
    this.rows = new Map();
    fill(byId("list"), this.line(tree.root));
  }

  /** A line of moves; what else was tried stands below the move that it would have replaced. */
  line(begin) {
    const items = [this.row(begin)];
    for (let node = begin; node; node = node.continued) {
      const { continued, part } = node;
      if (continued?.part && continued.part !== part) items.push(make("li", {}, make("h3", {}, continued.part)));
      if (continued) items.push(this.row(continued));
      for (const child of node.children) {
        if (child !== continued) items.push(make("li", {}, this.line(child)));
      }
    }
    return make("ul", {}, ...items);
  }

  row(node) {
    const sign = node.seat === null ? null : badge(node.seat, this.letters[node.seat]);
    const number = make("span", { class: "number" }, node.parent ? String(node.number) : "");
    const button = make("button", { type: "button", class: "step" }, number, sign, make("span", {}, node.text || "The beginning"));
    button.node = node;
    this.rows.set(node, button);
    return make("li", {}, button);
  }

  point(node) {
    byId("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.rows.get(node);
    row.setAttribute("aria-current", "step");
    // Only the list scrolls, not the page.
    const list = byId("list");
    const top = row.offsetTop - list.offsetTop;
    const isSeen = top >= list.scrollTop && top + row.clientHeight <= list.scrollTop + list.clientHeight;
    if (!isSeen) list.scrollTop = top - list.clientHeight / 2;
  }
}
