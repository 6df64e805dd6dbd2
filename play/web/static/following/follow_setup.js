// Which game to follow: one that is kept in this browser, or a new one.

import { byId, fill, make, titled } from "./dom.js";
import { forget, games } from "./follow_kept.js";
import { chosenOptions, optionField } from "./options.js";

export class Setup {
  /** begin(game) follows a game from its beginning, go(game) goes on with one. */
  constructor(begin, go) {
    Object.assign(this, { begin, go, known: [] });
    byId("game").addEventListener("change", () => this.showGame());
    byId("setup").addEventListener("submit", (event) => this.submit(event));
    this.fetch();
  }

  async fetch() {
    try {
      const answer = await fetch("/api/games");
      const fields = await answer.json();
      if (!answer.ok) throw new Error(fields.error);
      this.known = fields.games;
    } catch (error) {
      this.problem(`The server does not answer: ${error.message}`);
      return;
    }
    fill(byId("game"), ...this.known.map((each) => make("option", { value: each.name }, titled(each.name))));
    this.showGame();
  }

  show() {
    const kept = games();
    byId("mine").hidden = !kept.length;
    fill(byId("kept"), ...kept.map((game) => this.row(game)));
  }

  row(game) {
    const when = new Date(game.when).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    const label = `${titled(String(game.game))}, seat ${game.seat}, ${game.said.length} entries, ${when}`;
    const open = make("button", { type: "button", class: "wide" }, label);
    open.addEventListener("click", () => this.go(game));
    const drop = make("button", { type: "button", ariaLabel: `Forget ${label}` }, "Forget");
    drop.addEventListener("click", () => {
      forget(game.id);
      this.show();
    });
    return make("li", { class: "row" }, open, drop);
  }

  showGame() {
    const game = this.known.find((each) => each.name === byId("game").value);
    byId("about").textContent = game.about;
    this.problem("");
    fill(byId("options"), ...game.options.map(optionField));
    byId("option-players").addEventListener("change", () => this.showSeats());
    this.showSeats();
  }

  showSeats() {
    const before = byId("seat").value || "0";
    const count = Number(byId("option-players").value);
    fill(byId("seat"), ...Array.from({ length: count }, (_, seat) => make("option", { value: seat }, `Seat ${seat}`)));
    byId("seat").value = Number(before) < count ? before : "0";
  }

  submit(event) {
    event.preventDefault();
    const names = byId("names").value.split(/[,\s]+/).filter(Boolean);
    this.begin({
      id: Date.now().toString(36),
      game: byId("game").value,
      options: chosenOptions(byId("options")),
      seat: Number(byId("seat").value),
      names,
      said: [],
    });
  }

  problem(text) {
    byId("setup-problem").textContent = text;
  }
}
