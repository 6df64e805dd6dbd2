// Rules and cards: chapters, and everything that has a name.

import { byId, fill, make } from "./dom.js";

const MOST = 30;

export class Lookup {
  constructor(say) {
    this.say = say;
    this.rules = null;
    byId("open-rules").addEventListener("click", () => this.open());
    byId("close-rules").addEventListener("click", () => byId("lookup").close());
    byId("wanted").addEventListener("input", () => this.find());
  }

  open() {
    byId("lookup").showModal();
    if (!this.rules) this.say({ type: "rules" });
  }

  show(rules) {
    this.rules = rules;
    const chapters = rules.chapters.map((chapter, i) => {
      const text = chapter.text.split("\n\n").map((paragraph) => make("p", {}, paragraph.replaceAll("\n", " ")));
      return make("details", { open: i === 0 }, make("summary", {}, chapter.title), ...text);
    });
    const legend = rules.legend.length ? this.legend(rules.legend) : null;
    const note = rules.reconstructed ? make("p", { class: "quiet" }, rules.reconstructed) : null;
    fill(byId("chapters"), ...chapters, legend, note);
    byId("wanted").parentElement.hidden = !rules.entries.length;
    this.find();
  }

  legend(signs) {
    const rows = signs.flatMap(({ sign, meaning }) => [make("dt", {}, sign), make("dd", {}, meaning)]);
    return make("details", {}, make("summary", {}, "Signs of the board"), make("dl", {}, ...rows));
  }

  find() {
    const wanted = byId("wanted").value.trim().toLowerCase();
    if (!this.rules || !wanted) {
      fill(byId("found"));
      return;
    }
    const all = this.rules.entries.filter((entry) => `${entry.name} ${entry.kind}`.toLowerCase().includes(wanted));
    const items = all.slice(0, MOST).map((entry) => {
      const button = make("button", { type: "button", class: "move" }, make("span", {}, entry.name), make("small", {}, entry.kind));
      button.addEventListener("click", () => this.say({ type: "look", name: entry.name }));
      return make("li", {}, button);
    });
    const none = all.length ? null : make("p", { class: "quiet" }, "Nothing has such a name.");
    fill(byId("found"), make("ul", { class: "moves" }, ...items), none);
  }

  entry(entry) {
    const stands = entry.stands ? entry.stands.split("\n").map((line) => make("p", { class: "quiet" }, line)) : [];
    const back = make("button", { type: "button" }, "Back");
    back.addEventListener("click", () => this.find());
    const texts = entry.text.split("\n\n").map((text) => make("p", {}, text));
    fill(byId("found"), make("h3", {}, `${entry.name} (${entry.kind})`), ...texts, ...stands, back);
  }
}
