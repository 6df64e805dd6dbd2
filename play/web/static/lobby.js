// The first page: a new table, its links, and the tables that this browser knows.

import { badge, byId, fill, make, titled } from "./dom.js";
import { forget, knownLink, remember, seats, secretLink } from "./links.js";
import { chosenOptions, optionField } from "./options.js";

const LETTERS = "ABCDEF";
let lobby = null;

const game = () => lobby.games.find((each) => each.name === byId("game").value);

async function begin() {
  byId("setup").addEventListener("submit", create);
  byId("game").addEventListener("change", showGame);
  for (const id of ["options", "seats"]) byId(id).addEventListener("change", showWorth);
  showMine();
  try {
    const answer = await fetch("/api/games");
    if (!answer.ok) throw new Error((await answer.json()).error);
    lobby = await answer.json();
    byId("runs").hidden = !lobby.runs;
  } catch (error) {
    byId("problem").textContent = `The server does not answer: ${error.message}`;
    return;
  }
  fill(byId("game"), ...lobby.games.map((each) => make("option", { value: each.name }, titled(each.name))));
  const wanted = new URLSearchParams(location.search).get("game");
  if (lobby.games.some((each) => each.name === wanted)) byId("game").value = wanted;
  showGame();
}

// --- the form ---

function showGame() {
  byId("about").textContent = game().about;
  byId("problem").textContent = "";
  fill(byId("options"), ...game().options.map(optionField));
  byId("option-players").addEventListener("change", showSeats);
  showSeats();
}

function showSeats() {
  const before = [...byId("seats").querySelectorAll("select")].map((select) => select.value);
  const count = Number(byId("option-players").value);
  const fields = [];
  for (let seat = 0; seat < count; seat++) {
    const people = make("option", { value: lobby.person }, seat === 0 ? "a person (you)" : "a person");
    const bots = lobby.levels.map((level) => make("option", { value: level }, `a bot: ${level}`));
    const select = make("select", { id: `seat-${seat}` }, people, ...bots);
    select.value = before[seat] ?? (seat === 0 ? lobby.person : lobby.level);
    const name = make("span", {}, badge(seat, LETTERS[seat]), ` Seat ${seat}`);
    fields.push(make("label", { class: "field" }, name, select));
  }
  fill(byId("seats"), ...fields);
}

/** The table that the form describes, as the server wants it. */
function described() {
  const options = {};
  for (const input of byId("options").querySelectorAll("select, input")) options[input.name] = input.value;
  const named = [...byId("seats").querySelectorAll("select")].map((select) => select.value);
  return { game: game().name, options, seats: named, hints: byId("hints").checked };
}

const post = (address, body) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** What the chosen levels are worth, where that was measured; what is wrong is said later. */
async function showWorth() {
  const body = described();
  const isLast = () => JSON.stringify(body) === JSON.stringify(described());
  let worth = [];
  try {
    const answer = await post("/api/worth", body);
    if (answer.ok) ({ worth } = await answer.json());
  } catch {
    // The table can be made without knowing.
  }
  if (isLast()) fill(byId("worth"), ...worth.map((text) => make("li", {}, text)));
}

// --- a new table ---

async function create(event) {
  event.preventDefault();
  byId("problem").textContent = "";
  const body = described();
  try {
    const answer = await post("/api/tables", body);
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.error);
    showMade(made, body.game);
  } catch (error) {
    byId("problem").textContent = error.message;
  }
}

function showMade(made, name) {
  const all = [...made.seats, { seat: null, token: made.onlooker }];
  const mine = made.seats.length ? made.seats[0] : all.at(-1);
  remember({ table: made.table, seat: mine.seat, token: mine.token, game: name, when: Date.now() });
  fill(byId("links"), ...all.map((each) => linkRow(made.table, each, each === mine)));
  byId("local").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  byId("made").hidden = false;
  byId("made-title").focus();
  byId("made").scrollIntoView({ block: "nearest" });
  showMine();
}

function linkRow(table, { seat, token }, isMine) {
  const link = secretLink(table, token);
  const who = seat === null ? "Onlookers" : `Seat ${seat}`;
  const sign = seat === null ? null : badge(seat, LETTERS[seat]);
  const field = make("input", { readOnly: true, value: link, ariaLabel: `Link of ${who}`, class: "link" });
  field.addEventListener("focus", () => field.select());
  const copy = make("button", { type: "button", ariaLabel: `Copy the link of ${who}` }, "Copy");
  copy.addEventListener("click", () => copyText(field, copy));
  const open = make("a", { class: isMine ? "button main" : "button", href: link }, seat === null ? "Look on" : "Sit down");
  return make("li", { class: "row" }, make("span", { class: "who" }, sign, ` ${who}`), field, copy, open);
}

async function copyText(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without https there may be no clipboard: the text is selected, for Ctrl-C.
    field.select();
    button.textContent = "Selected";
    return;
  }
  button.textContent = "Copied";
}

// --- tables of this browser ---

function showMine() {
  const known = seats();
  byId("mine").hidden = !known.length;
  fill(byId("tables"), ...known.map(mineRow));
}

function mineRow(seat) {
  const who = seat.seat === null ? "onlooker" : `seat ${seat.seat}`;
  const when = new Date(seat.when).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  const label = `${titled(String(seat.game))}, ${who}, ${when}`;
  const drop = make("button", { type: "button", ariaLabel: `Forget ${label}` }, "Forget");
  drop.addEventListener("click", () => {
    forget(seat);
    showMine();
  });
  return make("li", { class: "row" }, make("a", { href: knownLink(seat) }, label), drop);
}

begin();
