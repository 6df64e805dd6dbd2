// The board: the server's panels, the shapes that moves belong to, and what they are.

import { byId, fill } from "./dom.js";
import { Frame } from "./frame.js";

export class Board {
  /** pick(id) when a shape is chosen that belongs to a move. */
  constructor(pick) {
    this.place = byId("board");
    this.pick = pick;
    this.frames = new Map();
    this.seen = new Map();
    this.place.addEventListener("click", (event) => this.chosen(event.target));
    this.place.addEventListener("focusin", (event) => this.tell(event.target.closest("[data-id]")));
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.chosen(event.target);
    });
  }

  show(panels) {
    const focused = document.activeElement?.dataset?.id;
    const frames = panels.map((panel) => this.frames.get(panel.id) ?? new Frame(panel));
    panels.forEach((panel, place) => frames[place].show(panel));
    this.frames = new Map(panels.map((panel, place) => [panel.id, frames[place]]));
    const sections = frames.map((frame) => frame.section);
    const inPlace = [...this.place.children];
    if (inPlace.length !== sections.length || inPlace.some((each, i) => each !== sections[i])) {
      fill(this.place, ...sections);
    }
    byId("tip").textContent = "";
    this.focused = focused;
  }

  shapes() {
    return this.place.querySelectorAll("svg [data-id]");
  }

  /** Light the shapes that can be chosen; `picked` are chosen already. */
  light(ids, picked) {
    for (const shape of this.shapes()) {
      const isLit = ids.has(shape.dataset.id);
      shape.classList.toggle("lit", isLit);
      shape.classList.toggle("picked", picked.includes(shape.dataset.id));
      if (isLit) {
        shape.setAttribute("tabindex", "0");
        shape.setAttribute("role", "button");
        shape.setAttribute("aria-label", tipOf(shape) || shape.dataset.id);
        shape.ownerSVGElement.setAttribute("role", "group");
      } else {
        shape.removeAttribute("tabindex");
        shape.removeAttribute("role");
      }
      if (isLit && shape.dataset.id === this.focused) shape.focus({ preventScroll: true });
    }
    this.focused = undefined;
  }

  /** Point at the shapes of a move, by a class. */
  point(ids, name) {
    for (const shape of this.shapes()) shape.classList.toggle(name, ids.includes(shape.dataset.id));
  }

  /** Remember the board as it is: what changes from now on is marked. */
  remember() {
    this.seen = this.looks();
  }

  mark() {
    if (!this.seen.size) return;
    const now = this.looks();
    for (const shape of this.shapes()) {
      const id = shape.dataset.id;
      shape.classList.toggle("changed", this.seen.get(id) !== now.get(id));
    }
  }

  looks() {
    return new Map([...this.shapes()].map((shape) => [shape.dataset.id, shape.look ??= shape.innerHTML + shape.getAttribute("fill")]));
  }

  chosen(target) {
    const lit = target.closest(".lit");
    this.tell(lit ?? target.closest("[data-id]"));
    if (lit) this.pick(lit.dataset.id);
  }

  tell(shape) {
    byId("tip").textContent = shape ? tipOf(shape) : "";
  }
}

/** What a shape or the thing around it is. */
function tipOf(shape) {
  for (let each = shape; each && each.tagName !== "svg"; each = each.parentElement) {
    const title = [...each.children].find((child) => child.tagName === "title");
    if (title) return title.textContent;
  }
  return "";
}
