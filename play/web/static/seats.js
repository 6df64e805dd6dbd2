// Who sits where, who is to move, and bots that stand in for people.

import { badge, byId, fill, make } from "./dom.js";

export function showSeats(table, say) {
  fill(byId("seats"), ...table.seats.map((seat) => seatRow(seat, table, say)));
}

function seatRow(seat, table, say) {
  const isNext = table.mover === seat.seat && !table.over;
  const who = make("span", { class: "who" }, badge(seat.seat, seat.letter), ` ${nameOf(seat)}`);
  const state = make("span", { class: "quiet" }, isNext ? stateOf(seat) : "");
  const row = make("li", { class: isNext ? "seat next" : "seat" }, who, state, standIn(seat, table, say));
  return row;
}

export const isBot = (seat) => seat.who !== "person" || seat.stand_in !== null;

export function nameOf(seat) {
  const name = seat.you ? `You (seat ${seat.seat})` : `Seat ${seat.seat}`;
  if (seat.who !== "person") return `${name}: ${seat.who} bot`;
  if (seat.stand_in) return `${name}: ${seat.stand_in} bot stands in`;
  return seat.you || seat.here ? name : `${name}: away`;
}

function stateOf(seat) {
  if (isBot(seat)) return "is thinking…";
  return seat.you ? "your move" : "is to move";
}

/** A bot shall play a seat. */
export const takeover = (seat) => ({ type: "takeover", seat, level: "medium" });

/** The button that puts a bot into a seat, or takes it out. */
function standIn(seat, table, say) {
  const me = table.seats.find((each) => each.you);
  if (!me || me.who !== "person" || seat.who !== "person" || table.over) return null;
  if (seat.you && seat.stand_in) return button("Take my seat back", () => say({ type: "return" }));
  if (seat.stand_in) return null;
  const ask = () => say(takeover(seat.seat));
  return seat.here || seat.you ? null : button("Let a bot play there", ask);
}

function button(text, act, kind = "") {
  const found = make("button", { type: "button", class: kind }, text);
  found.addEventListener("click", act);
  return found;
}

/** Somebody wants to take back: do you agree? */
export function showAsked(table, say) {
  const place = byId("asked");
  place.hidden = table.asking === null;
  if (place.hidden) return;
  const me = table.seats.find((each) => each.you);
  const who = me?.seat === table.asking ? "You want" : `Seat ${table.asking} wants`;
  const answer = (agree) => () => say({ type: "answer", agree });
  const buttons = table.asked ? [button("Agree", answer(true), "main"), button("Refuse", answer(false))] : [];
  const waiting = table.asked ? "" : " The others are asked.";
  fill(place, make("p", {}, `${who} to take back the last decision.${waiting}`), ...buttons);
}
