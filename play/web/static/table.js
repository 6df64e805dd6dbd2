// The table page: puts the parts together.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { byId, titled } from "./dom.js";
import { HintPanel } from "./hint.js";
import { knownLink, opened, remember, secretLink } from "./links.js";
import { Lookup } from "./lookup.js";
import { Moves } from "./moves.js";
import { showResult } from "./result.js";
import { isBot, showAsked, showSeats, takeover } from "./seats.js";
import { setting } from "./settings.js";
import { Story } from "./story.js";

/** How long a person sees that there is only one move, before it is played. */
const FORCED = 700;

const found = opened();
let table = null;
let connection = null;

const say = (message) => connection.say(message);
// A finger hits the wrong thing more easily than a mouse does.
const asks = setting("confirms", matchMedia("(pointer: coarse)").matches);
const forces = setting("forces", true);
const board = new Board((id) => moves.pick(id));
const moves = new Moves(board, play, asks);
const hint = new HintPanel();
const lookup = new Lookup(say);
const story = new Story(() => say({ type: "log" }));

function play(text) {
  byId("problem").textContent = "";
  board.remember();
  story.remember();
  say({ type: "move", text, stamp: table.stamp });
}

function hear(message) {
  if (message.type === "table") showTable(message);
  else if (message.type === "hint") showHint(message);
  else if (message.type === "rules") lookup.show(message);
  else if (message.type === "entry") lookup.entry(message);
  else if (message.type === "log") story.show(message.rounds);
  else if (message.type === "rematch") moveOn(message);
  else if (message.type === "refused") refuse(message);
}

function refuse(message) {
  byId("problem").textContent = message.reason;
  if (message.about === "hint") hint.clear();
  if (message.about === "move") moves.show(table);
}

function showTable(next) {
  const isFirst = table === null;
  const isSame = table?.stamp === next.stamp;
  table = next;
  if (isFirst) keepLink();
  byId("game").textContent = titled(table.game);
  showStatus();
  showSeats(table, say);
  showAsked(table, say);
  showResult(table, () => say({ type: "rematch" }));
  showButtons();
  // Who comes and goes changes no decision: what is half chosen stays.
  if (isSame) return;
  byId("problem").textContent = "";
  board.show(table.panels);
  if (isFirst) {
    board.remember();
    story.remember(table.log);
  }
  board.mark();
  story.show(table.log);
  hint.keep(table.stamp);
  moves.advised = "";
  moves.show(table);
  // Tells tests and user scripts that all of the above is about this decision.
  document.body.dataset.stamp = table.stamp;
  playForced();
}

/** The secret leaves the address bar, if the browser can keep it. */
function keepLink() {
  const { table: name, seat, game } = table;
  const isKept = remember({ table: name, seat, token: found.token, game, when: Date.now() });
  if (isKept) history.replaceState(null, "", `#${name}/${seat ?? "onlooker"}`);
}

/** To the next table, with the link of the own seat there. */
function moveOn({ table: name, seat, token }) {
  const next = { table: name, seat, token, game: table.game, when: Date.now() };
  location.assign(remember(next) ? knownLink(next) : secretLink(name, token));
  // The same page with another seat: only what is behind the # has changed.
  location.reload();
}

function showStatus() {
  const me = table.seats.find((seat) => seat.you);
  const isMine = table.moves.length > 0;
  let text = table.title;
  if (table.trouble) text = table.trouble;
  else if (me && isBot(me)) text = `A bot plays for you. ${text}`;
  byId("status").textContent = text;
  byId("status").classList.toggle("mine", isMine);
  document.title = `${isMine ? "Your move · " : ""}${titled(table.game)} · Eminence`;
}

function showButtons() {
  byId("undo").hidden = !table.undo;
  byId("undo").textContent = table.undo === "ask" ? "Ask to take back" : "Take back";
  byId("undo").disabled = table.asking !== null;
  byId("ask-hint").hidden = !table.hints || !table.moves.length;
  const jump = document.querySelector('.jump [data-to="play"]');
  jump.textContent = table.moves.length ? `Moves (${table.moves.length})` : "Moves";
  jump.classList.toggle("mine", table.moves.length > 0);
  const me = table.seats.find((seat) => seat.you);
  byId("own-bot").hidden = !me || isBot(me) || table.over;
}

function showHint(message) {
  hint.show(message);
  if (message.stamp !== table.stamp) return;
  moves.advised = message.moves[0] ?? "";
  const move = table.moves.find((each) => each.text === moves.advised);
  board.point(move?.shapes ?? [], "advised");
  for (const button of document.querySelectorAll("button.move")) {
    button.classList.toggle("advised", button.children[1]?.textContent === moves.advised);
  }
}

function playForced() {
  if (!table.forced || !forces()) return;
  const { stamp } = table;
  setTimeout(() => {
    if (table.stamp === stamp && forces()) play(table.moves[0].text);
  }, FORCED);
}

byId("undo").addEventListener("click", () => {
  board.remember();
  say({ type: "undo" });
});
byId("own-bot").addEventListener("click", () => say(takeover(table.seat)));
byId("ask-hint").addEventListener("click", () => {
  hint.begin(table.stamp);
  say({ type: "hint" });
});

for (const button of document.querySelectorAll(".jump button")) {
  button.addEventListener("click", () => byId(button.dataset.to).scrollIntoView({ block: "start" }));
}

function lost(text) {
  byId("lost").hidden = !text;
  byId("lost").textContent = text;
}

if (found) connection = new Connection(found.table, found.token, hear, lost);
else lost("This page needs the whole link of a seat: the one that was shown when the table was made.");
