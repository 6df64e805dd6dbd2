// The end of a game: who has won, and the score by source.

import { badge, byId, fill, make } from "./dom.js";

const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

const AGAIN = { offer: "Play again", follow: "Join the next game" };

/** again() when another game is wanted; without it none is offered. */
export function showResult(table, again = null) {
  const place = byId("result");
  place.hidden = !table.over;
  if (!table.over) return;
  const { sentence, kinds, rows, capped } = table.result;
  const heads = ["Rank", "Seat", "Win", "Score", ...kinds].map((text) => make("th", { scope: "col" }, text));
  const body = rows.map((row) => {
    const seat = table.seats[row.seat];
    const who = make("th", { scope: "row" }, badge(seat.seat, seat.letter), seat.you ? " you" : ` ${row.who}`);
    const cells = [row.win, row.score, ...row.points].map((value) => make("td", {}, number(value)));
    return make("tr", {}, make("td", {}, number(row.rank)), who, ...cells);
  });
  const scores = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body));
  const cap = capped ? make("p", { class: "quiet" }, "The turn cap has ended the game.") : null;
  fill(place, make("h2", {}, "The game is over"), make("p", { class: "claim" }, sentence), make("div", { class: "scroll", tabIndex: 0 }, scores), cap, rematch(table, again));
}

/** The button that leads to the next table, where everybody sits one seat further. */
function rematch(table, again) {
  if (!again || !table.rematch) return null;
  const button = make("button", { type: "button", class: "main" }, table.seat === null ? "Look on at the next game" : AGAIN[table.rematch]);
  button.addEventListener("click", again);
  return button;
}
