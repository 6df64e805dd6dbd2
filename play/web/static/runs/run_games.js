// The games of a run: block by block, found by words.

import { ask, runAddress } from "./runs_asking.js";
import { byId, fill, make, titled } from "./dom.js";

const PAUSE = 250;

export class Games {
  constructor(name) {
    Object.assign(this, { name, start: 0, page: 0, timer: 0, asked: 0 });
    byId("find").addEventListener("input", () => {
      this.start = 0;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.update(), PAUSE);
    });
    byId("earlier").addEventListener("click", () => this.turn(-this.page));
    byId("later").addEventListener("click", () => this.turn(this.page));
  }

  turn(by) {
    this.start = Math.max(0, this.start + by);
    this.update();
  }

  async update() {
    const mine = ++this.asked;
    const query = new URLSearchParams({ from: this.start, find: byId("find").value });
    try {
      const answer = await ask(runAddress(this.name, `/games?${query}`));
      if (mine === this.asked) this.show(answer);
    } catch (error) {
      byId("count").textContent = error.message;
    }
    byId("games").hidden = false;
  }

  show({ blocks, total, page }) {
    this.page = page;
    const last = this.start + blocks.length;
    byId("count").textContent = total ? `Blocks ${this.start + 1} to ${last} of ${total}: one seed, played in all seat rotations.` : "No such games.";
    byId("earlier").hidden = this.start === 0;
    byId("later").hidden = last >= total;
    fill(byId("blocks"), ...blocks.map((block) => this.row(block)));
  }

  row(block) {
    const options = Object.entries(block.options).map(([key, value]) => `${key} ${value}`);
    const title = [titled(block.game), ...options, `seed ${block.seed}`].join(", ");
    const links = block.games.map((game) => make("li", {}, this.link(block, game)));
    return make("li", { class: "block" }, make("p", { class: "quiet" }, title), make("ul", { class: "rotations" }, ...links));
  }

  link(block, game) {
    const query = new URLSearchParams({ name: this.name, block: block.id, rotation: game.rotation });
    const best = Math.max(...game.wins);
    const seats = game.seats.flatMap((who, seat) => {
      const isBest = game.wins[seat] === best;
      const name = make(isBest ? "strong" : "span", {}, who, isBest ? " (won)" : "");
      return seat ? [" – ", name] : [name];
    });
    return make("a", { href: `/runs/game?${query}` }, ...seats, `, ${game.steps} steps`);
  }
}
