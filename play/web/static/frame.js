// A panel of the board: its title and its drawing. Wide drawings can be made larger than the page:
// then they scroll sideways in a box of their own.

import { fill, make } from "./dom.js";
import { keep, kept } from "./settings.js";

/** Units of a drawing: wider ones cannot be read on a phone that shows them whole. */
const WIDE = 500;
/** Pixels of a unit in a drawing that was made larger. */
const READABLE = 1.1;
const SETTING = "larger";

const isNarrow = matchMedia("(max-width: 40rem)");

export class Frame {
  constructor({ id, width }) {
    this.id = id;
    this.title = make("h2");
    this.box = make("div", { class: "drawing" });
    this.section = make("section", { class: "panel" }, this.title, this.box);
    // Large panels grow with the page, small ones stay readable.
    this.section.style.setProperty("--wide", `${Math.round(width)}px`);
    if (width > WIDE) this.letGrow(width);
  }

  show({ title, svg }) {
    // Without a drawing it is the last one still.
    if (svg === undefined || this.source === svg) return;
    this.source = svg;
    this.title.textContent = title;
    this.box.ariaLabel = title;
    // Only the drawing is exchanged: the box stays where it was scrolled to.
    fill(this.box, drawing(svg));
  }

  // --- larger and smaller ---

  letGrow(width) {
    const readable = Math.round(READABLE * width);
    this.section.style.setProperty("--readable", `${readable}px`);
    this.button = make("button", { type: "button", class: "zoom" });
    this.button.addEventListener("click", () => this.choose(!this.isLarge));
    this.section.insertBefore(make("header", {}, this.title, this.button), this.box);
    this.box.setAttribute("role", "group");
    this.set(kept(SETTING, {})?.[this.id] ?? isNarrow.matches);
    new ResizeObserver(() => this.fit(readable)).observe(this.box);
  }

  choose(isLarge) {
    keep(SETTING, { ...kept(SETTING, {}), [this.id]: isLarge });
    // What was in the middle stays there.
    const { box } = this;
    const middle = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
    this.set(isLarge);
    box.scrollLeft = middle * box.scrollWidth - box.clientWidth / 2;
  }

  set(isLarge) {
    this.isLarge = isLarge;
    this.button.textContent = isLarge ? "Smaller" : "Larger";
    this.section.classList.toggle("large", isLarge);
  }

  /** Where the page has room enough there is nothing to choose, and nothing to scroll. */
  fit(readable) {
    this.button.hidden = this.box.clientWidth >= readable;
    const scrolls = this.box.scrollWidth > this.box.clientWidth;
    if (scrolls) this.box.tabIndex = 0;
    else this.box.removeAttribute("tabindex");
  }
}

/** The server's SVG, read as a document of its own: nothing in it runs. */
function drawing(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("the server has sent a drawing that cannot be read");
  return document.importNode(read.documentElement, true);
}
