// The hint panel: what to play and why, while it is being found out.

import { byId, fill, make } from "./dom.js";

export class HintPanel {
  constructor() {
    this.stamp = "";
    this.numbers = false;
  }

  /** The decision has changed: an old hint is no longer about it. */
  keep(stamp) {
    if (stamp !== this.stamp) this.clear();
  }

  clear() {
    this.stamp = "";
    byId("hint").hidden = true;
    fill(byId("hint"));
  }

  begin(stamp) {
    this.stamp = stamp;
    byId("hint").hidden = false;
    fill(byId("hint"), make("h2", {}, "Hint"), make("p", { class: "quiet" }, "Thinking…"));
  }

  show(hint) {
    if (hint.stamp !== this.stamp) return;
    const sentences = hint.sentences.map((text, i) => make("p", { class: i ? "" : "claim" }, text));
    const turn = hint.turn.length ? make("p", { class: "turn" }, hint.turn.join("\n")) : null;
    const status = hint.final ? null : make("p", { class: "quiet" }, "Still thinking…");
    fill(byId("hint"), make("h2", {}, "Hint"), ...sentences, turn, bars(hint), status, this.figures(hint));
    byId("hint").hidden = false;
  }

  figures(hint) {
    const details = make("details", { open: this.numbers }, make("summary", {}, "In numbers"), make("pre", {}, hint.numbers));
    details.addEventListener("toggle", () => {
      this.numbers = details.open;
    });
    return details;
  }
}

/** The chance to win of the first moves; the thin line is how sure that is. */
function bars(hint) {
  const rows = hint.bars.map((bar) => {
    const part = make("span", { class: "part" });
    part.style.width = `${100 * bar.win}%`;
    const spread = make("span", { class: "spread" });
    spread.style.left = `${100 * bar.low}%`;
    spread.style.width = `${100 * (bar.high - bar.low)}%`;
    const share = `${Math.round(100 * bar.win)} %`;
    return make("li", {}, make("span", { class: "what" }, bar.move), make("span", { class: "bar", ariaHidden: "true" }, part, spread), make("span", { class: "share" }, share));
  });
  return make("ul", { class: "bars", ariaLabel: "Share of the win" }, ...rows);
}
