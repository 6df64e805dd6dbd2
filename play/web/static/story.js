// What happened, as this seat was told.

import { byId, fill, make } from "./dom.js";

// So many lines may be only the last ones.
const MANY = 40;

export class Story {
  constructor(ask) {
    this.rounds = [];
    this.known = 0;
    byId("whole-log").addEventListener("click", ask);
  }

  /** The last rounds; lines of others are marked that are new since the last own decision. */
  show(rounds) {
    this.rounds = rounds;
    const count = countOf(rounds);
    let at = 0;
    const parts = rounds.map((round) => {
      const items = round.lines.map((line) => {
        at += 1;
        const isNew = at > this.known && !line.startsWith("you: ");
        return make("li", { class: isNew ? "new" : "" }, line);
      });
      const title = round.part ? make("h3", {}, round.part) : null;
      return make("section", {}, ...[title, make("ul", {}, ...items)].filter(Boolean));
    });
    const place = byId("log");
    fill(place, ...(count ? parts : [make("p", { class: "quiet" }, "Nothing yet.")]));
    place.scrollTop = place.scrollHeight;
    byId("whole-log").hidden = count < MANY;
  }

  /** All of this has been read. */
  remember(rounds = this.rounds) {
    this.known = countOf(rounds);
  }
}

function countOf(rounds) {
  return rounds.reduce((count, round) => count + round.lines.length, 0);
}
