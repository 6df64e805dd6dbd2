// The analysis page: puts the parts together.

import { Board } from "./board.js";
import { ask, isGivenUp, save, stream } from "./desk.js";
import { badge, byId, fill, make, titled } from "./dom.js";
import { Editor } from "./editor.js";
import { HintPanel } from "./hint.js";
import { Moves } from "./moves.js";
import { showResult } from "./result.js";
import { Steps } from "./steps.js";
import { Tree } from "./tree.js";

const MOVER = "mover";
const ONLOOKER = "onlooker";
// Spots that are remembered, so that stepping back is quick.
const MOST_KEPT = 40;
const SEEDS = 2 ** 32;
// Milliseconds between two requests, so that a key that is held down stays below the server's limit.
const PAUSE = 120;
const REDRAW = { game: "Draw chance anew", position: "Deal anew" };

let file = null;
let tree = null;
let here = null;
let spot = null;
let eyes = MOVER;
let isLooking = false;
let isStale = false;
let askedLast = 0;
let thinking = null;
const kept = new Map();

const board = new Board((id) => (editor.isOpen ? editor.pick(id) : moves.pick(id)));
const moves = new Moves(board, play, () => false);
const hint = new HintPanel();
const steps = new Steps(go);
const editor = new Editor(board, { open, leave, refuse });

// --- files ---

async function open(text, name) {
  try {
    const found = await ask("open", { text });
    begin(found, text);
    return true;
  } catch (error) {
    refuse(error.problems?.length ? new Error(`${name} cannot be opened.`) : error);
    fill(byId("file-problems"), ...(error.problems ?? []).map(problemRow));
    return false;
  }
}

const problemRow = ({ line, message }) => make("li", {}, line === null ? message : `line ${line}: ${message}`);

function begin(found, text) {
  file = { ...found, text };
  kept.clear();
  // A position says nothing of what is hidden: that is dealt with a seed of ours.
  tree = new Tree(found.moves, found.kind === "position" ? 0 : null);
  eyes = MOVER;
  document.body.classList.remove("empty");
  byId("game").textContent = titled(found.game);
  document.title = `${titled(found.game)} · Analysis · Eminence`;
  byId("redraw").textContent = REDRAW[found.kind];
  fill(byId("file-problems"));
  if (editor.isOpen) editor.close();
  steps.show(tree, found.seats.map((seat) => seat.letter));
  board.remember();
  go(tree.root);
}

function refuse(error) {
  byId("problem").textContent = error.message;
}

// --- going about ---

const asked = () => ({ text: file.text, ...here.path, seat: eyes });

function go(node) {
  here = node;
  steps.point(node);
  look();
}

/** Show the spot where we are. Whoever runs through a game sees what the server can show in time. */
async function look() {
  thinking?.abort();
  isStale = true;
  if (isLooking) return;
  isLooking = true;
  while (isStale) {
    isStale = false;
    await lookOnce();
  }
  isLooking = false;
}

async function lookOnce() {
  byId("problem").textContent = "";
  const { text } = file;
  const key = JSON.stringify([here.path, eyes]);
  try {
    const found = kept.get(key) ?? (await asking());
    if (text === file.text) keep(key, found);
    if (!isStale) show(found);
  } catch (error) {
    if (!isStale) refuse(error);
  }
}

/** The spot from the server, which is not asked more often than it likes. */
async function asking() {
  const wait = askedLast + PAUSE - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  askedLast = Date.now();
  return ask("look", asked());
}

function keep(key, found) {
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
}

function show(found) {
  board.remember();
  spot = { ...found, seats: file.seats };
  byId("status").textContent = spot.title;
  byId("place").textContent = placeOf(here);
  showEyes();
  showResult(spot);
  board.show(spot.panels);
  board.mark();
  showLog();
  showTurn();
  showChance();
  showButtons();
  hint.keep(spot.stamp);
  moves.advised = "";
  moves.show(spot);
  // Tells tests and user scripts that all of the above is about this spot.
  document.body.dataset.stamp = spot.stamp;
}

function placeOf(node) {
  const all = file.moves.length;
  if (!node.isMain) return `A branch after move ${node.base.number}: ${countOf(node.number - node.base.number)} on`;
  if (!node.parent) return file.kind === "game" ? `The beginning, ${countOf(all)} to come` : "The position in the file";
  return `After move ${node.number} of ${all}`;
}

const countOf = (count) => (count === 1 ? "1 move" : `${count} moves`);

function showEyes() {
  const seats = file.seats.map((seat) => [seat.seat, badge(seat.seat, seat.letter), ` Seat ${seat.seat}${seat.who ? `, ${seat.who}` : ""}`]);
  const all = [[MOVER, null, file.kind === "position" && !here.parent ? "As in the file" : "Who is to move"], ...seats, [ONLOOKER, null, "Onlooker"]];
  fill(byId("eyes"), ...all.map(([whose, sign, text]) => {
    const button = make("button", { type: "button", ariaPressed: String(whose === eyes) }, ...[sign, text].filter(Boolean));
    button.addEventListener("click", () => lookFrom(whose));
    return button;
  }));
}

function lookFrom(whose) {
  eyes = whose;
  look();
}

function showLog() {
  const lines = spot.log.flatMap((round) => round.lines);
  fill(byId("log"), lines.length ? make("ul", {}, ...lines.map((line) => make("li", {}, line))) : null);
}

function showTurn() {
  const { mover, seat, over } = spot;
  const isOwn = spot.moves.length > 0;
  const text = over ? "The game is over." : isOwn ? "What you choose begins a branch, or follows the game where it is the same." : "";
  fill(byId("turn"), text);
  if (over || isOwn || mover === null) return;
  const button = make("button", { type: "button" }, "Look from there");
  button.addEventListener("click", () => lookFrom(mover));
  fill(byId("turn"), `Seat ${mover} is to move${seat === null ? "" : ", not this one"}. `, button);
}

function showChance() {
  const { seed } = here.path;
  const isGame = file.kind === "game";
  const dealt = spot.dealt ? " This seat's cards are not in the file: the seed has dealt them." : "";
  let text = `What the position does not tell, and chance in its branches, come from seed ${seed}.${dealt}`;
  if (isGame && seed === null) text = `Chance goes on as in the file (seed ${file.seed}), in branches too.`;
  else if (isGame) text = `Chance in ${here.isMain ? "new branches" : "this branch"} is drawn with seed ${seed}.`;
  byId("chance").textContent = text;
}

function showButtons() {
  byId("first").disabled = byId("back").disabled = !here.parent;
  byId("on").disabled = !here.next;
  byId("last").disabled = tree.last(here) === here;
  byId("home-line").hidden = byId("drop").hidden = here.isMain;
  byId("home-line").textContent = file.kind === "game" ? "Back to the game" : "Back to the position";
  byId("ask-hint").hidden = spot.mover === null || spot.seat !== spot.mover || !spot.moves.length;
  byId("save-game").disabled = spot.unsaved !== "";
  byId("unsaved").textContent = spot.unsaved && `No saved game here: ${spot.unsaved}.`;
}

// --- branches ---

function play(text) {
  const node = tree.after(here, text, spot.mover);
  steps.show(tree, file.seats.map((seat) => seat.letter));
  go(node);
}

function redraw() {
  const node = tree.redrawn(here, Math.floor(Math.random() * SEEDS));
  steps.show(tree, file.seats.map((seat) => seat.letter));
  go(node);
}

function drop() {
  const node = tree.drop(tree.branchOf(here));
  steps.show(tree, file.seats.map((seat) => seat.letter));
  go(node);
}

// --- hints ---

async function advise() {
  thinking?.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  hint.begin(spot.stamp);
  try {
    for await (const message of stream("hint", asked(), signal)) {
      if (signal.aborted) return;
      if (message.type === "refused") throw new Error(message.reason);
      showHint(message);
    }
  } catch (error) {
    if (isGivenUp(error)) return;
    hint.clear();
    refuse(error);
  }
}

function showHint(message) {
  hint.show(message);
  if (message.stamp !== spot.stamp) return;
  moves.advised = message.moves[0] ?? "";
  const move = spot.moves.find((each) => each.text === moves.advised);
  board.point(move?.shapes ?? [], "advised");
  for (const button of document.querySelectorAll("button.move")) {
    button.classList.toggle("advised", button.children[1]?.textContent === moves.advised);
  }
}

// --- saving and editing ---

async function saved(kind) {
  try {
    save(await ask(kind, asked()));
  } catch (error) {
    refuse(error);
  }
}

async function edit() {
  try {
    const { name, content } = await ask("position", asked());
    thinking?.abort();
    hint.clear();
    await editor.open(name, content);
  } catch (error) {
    refuse(error);
  }
}

function leave() {
  byId("problem").textContent = "";
  look();
}

// --- what is pressed ---

byId("file").addEventListener("change", async (event) => {
  const [chosen] = event.target.files;
  if (!chosen) return;
  byId("problem").textContent = "";
  await open(await chosen.text(), chosen.name);
  // The same file may be chosen again, when it has changed.
  event.target.value = "";
});

const walks = {
  first: () => tree.root,
  back: () => here.parent,
  on: () => here.next,
  last: () => tree.last(here),
};
for (const [id, walk] of Object.entries(walks)) byId(id).addEventListener("click", () => step(walk));

function step(walk) {
  const node = walk();
  if (node && node !== here) go(node);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (!tree || editor.isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || !KEYS[event.key]) return;
  event.preventDefault();
  step(walks[KEYS[event.key]]);
});

byId("home-line").addEventListener("click", () => go(here.base));
byId("drop").addEventListener("click", drop);
byId("redraw").addEventListener("click", redraw);
byId("ask-hint").addEventListener("click", advise);
byId("save-position").addEventListener("click", () => saved("position"));
byId("save-game").addEventListener("click", () => saved("saved"));
byId("edit").addEventListener("click", edit);
for (const button of document.querySelectorAll("[data-walk]")) {
  button.addEventListener("click", () => step(walks[button.dataset.walk]));
}
for (const button of document.querySelectorAll(".jump [data-to]")) {
  button.addEventListener("click", () => byId(button.dataset.to).scrollIntoView({ block: "start" }));
}
