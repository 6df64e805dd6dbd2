// The companion: what happens at a real table is said here, and what the seat knows is shown.

import { Board } from "./board.js";
import { byId, fill, make, titled } from "./dom.js";
import { Choices } from "./follow_choices.js";
import { gameWith, keep } from "./follow_kept.js";
import { Link } from "./follow_link.js";
import { Setup } from "./follow_setup.js";
import { HintPanel } from "./hint.js";

// Milliseconds until a page says that it waits.
const PATIENCE = 250;

let game = null;
let link = null;
let page = null;
let waits = 0;
let isOwn = false;
/** The number of the entry that is being corrected; 0: none. */
let fixing = 0;

const board = new Board((id) => choices.pick(id));
const choices = new Choices(board, choose);
const hint = new HintPanel();
const setup = new Setup(begin, go);

// --- which game ---

function begin(chosen) {
  setup.problem("");
  go(chosen);
}

function go(chosen) {
  link?.leave();
  Object.assign(board, { seen: new Map() });
  game = chosen;
  page = null;
  show(true);
  byId("title").textContent = `${titled(game.game)}, seat ${game.seat}`;
  document.title = `${titled(game.game)} · Follow · Eminence`;
  byId("status").textContent = game.said.length ? "Telling the game again…" : "Opening the game…";
  history.replaceState(null, "", `#${game.id}`);
  link = new Link(game, hear, lost);
}

function leave() {
  link?.leave();
  link = game = null;
  history.replaceState(null, "", location.pathname);
  document.title = "Follow a real table · Eminence";
  byId("title").textContent = "Follow a real table";
  lost("");
  show(false);
}

function show(isFollowing) {
  byId("choose").hidden = isFollowing;
  byId("following").hidden = !isFollowing;
  byId("leave").hidden = !isFollowing;
  document.querySelector(".jump").hidden = !isFollowing;
  refuse(null);
  stopFixing();
  hint.clear();
  settle();
  if (!isFollowing) setup.show();
}

// --- answers ---

function hear(answer, isBack) {
  if (answer.hint) {
    showHint({ ...answer.hint, final: answer.final });
    return;
  }
  settle();
  if (answer.error && !page && !answer.page) {
    // The game could not even be opened.
    const { field, message } = answer.error;
    leave();
    setup.problem(field ? `${field}: ${message}` : message);
    return;
  }
  if (answer.error && !answer.page) {
    if (!byId("hint").hidden && answer.id === asked) hint.clear();
    refuse(answer.error);
    return;
  }
  if (isBack || !answer.page) return;
  refuse(answer.error ?? null);
  showPage(answer);
}

function showPage(answer) {
  page = answer.page;
  isOwn = answer.your_move;
  board.show(page.panels);
  board.mark();
  board.remember();
  byId("status").textContent = page.title;
  byId("status").classList.toggle("mine", isOwn);
  hint.keep(page.stamp);
  choices.show(page.choices, game.names);
  byId("next-title").textContent = answer.over ? "The game is over" : isOwn ? "Your move" : `Next: ${choices.named(page.next)}`;
  byId("text").placeholder = page.choices[0] ? `such as: ${page.choices[0].text}` : "";
  byId("undo").hidden = !page.log.length;
  byId("ask-hint").hidden = !isOwn;
  const jump = document.querySelector('.jump [data-to="next"]');
  jump.textContent = isOwn ? "Your move" : "Next";
  jump.classList.toggle("mine", isOwn);
  stopFixing();
  showLog();
  // What was refused when it was told again is not forgotten before something new is said.
  if (!answer.error) save();
  // Tells tests and user scripts that all of the above is about this state.
  document.body.dataset.stamp = page.stamp;
}

function save() {
  game.said = page.log.map((entry) => entry.said);
  if (!keep(game)) lost("This browser keeps nothing: the game is gone when this page is closed.");
}

function showLog() {
  const opening = page.opening.map((text) => make("li", {}, text));
  const entries = page.log.map((entry, i) => {
    const number = make("span", { class: "number" }, `${i + 1} `);
    const correct = make("button", { type: "button", class: "small", ariaLabel: `Correct entry ${i + 1}` }, "Correct");
    correct.addEventListener("click", () => fix(i + 1, entry.said));
    return make("li", { class: "entry" }, make("div", {}, number, entry.heard.join("\n") || entry.said), correct);
  });
  const place = byId("log");
  fill(place, ...(opening.length || entries.length ? [make("ul", {}, ...opening, ...entries)] : [make("p", { class: "quiet" }, "Nothing yet.")]));
  place.scrollTop = place.scrollHeight;
}

/** What is wrong, in the companion's words, and what would fit. */
function refuse(error) {
  const place = byId("problem");
  if (!error) {
    fill(place);
    return;
  }
  const fitting = (error.fitting ?? []).map((text) => {
    const button = make("button", { type: "button", class: "move" }, text);
    button.addEventListener("click", () => say(text));
    return make("li", {}, button);
  });
  const list = fitting.length ? make("ul", { class: "chips" }, ...fitting) : null;
  fill(place, make("p", { class: "problem" }, error.message), list);
  place.scrollIntoView({ block: "nearest" });
}

function showHint(found) {
  hint.show(found);
  if (found.stamp === page.stamp) choices.advise(found.moves[0] ?? "");
}

// --- saying something ---

let asked = "";

function send(message) {
  if (waits || !link?.say(message)) return false;
  refuse(null);
  waits = setTimeout(() => document.body.classList.add("waiting"), PATIENCE);
  return true;
}

function settle() {
  clearTimeout(waits);
  waits = 0;
  document.body.classList.remove("waiting");
}

function choose(choice) {
  if (isOwn) send({ action: "play", move: choice.text });
  else send({ action: "observe", text: choice.text });
}

function say(text) {
  const message = fixing ? { action: "fix", entry: fixing, text } : { action: "observe", text };
  if (send(message)) byId("text").focus();
}

function fix(number, text) {
  fixing = number;
  byId("say-label").textContent = `Correct entry ${number}`;
  byId("not-fix").hidden = false;
  byId("text").value = text;
  byId("text").focus();
}

function stopFixing() {
  fixing = 0;
  byId("say-label").textContent = "Say what happens";
  byId("not-fix").hidden = true;
  byId("text").value = "";
}

byId("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (text) say(text);
});
byId("not-fix").addEventListener("click", stopFixing);
byId("undo").addEventListener("click", () => send({ action: "undo" }));
byId("leave").addEventListener("click", leave);
byId("ask-hint").addEventListener("click", () => {
  refuse(null);
  if (!link?.say({ action: "hint" })) return;
  asked = String(link.number);
  hint.begin(page.stamp);
});
for (const button of document.querySelectorAll(".jump button")) {
  button.addEventListener("click", () => byId(button.dataset.to).scrollIntoView({ block: "start" }));
}

function lost(text) {
  byId("lost").hidden = !text;
  byId("lost").textContent = text;
  if (text) settle();
}

const known = gameWith(location.hash.slice(1));
if (known) go(known);
else show(false);
