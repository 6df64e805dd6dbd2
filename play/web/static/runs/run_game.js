// A game of a run, step by step, as any seat or an onlooker saw it.

import { ask, runAddress } from "./runs_asking.js";
import { Board } from "./board.js";
import { badge, byId, fill, make, titled } from "./dom.js";
import { showResult } from "./result.js";

// The least milliseconds between two requests for a board: whoever holds a key down skips steps.
const PAUSE = 130;

const given = new URLSearchParams(location.search);
const name = given.get("name") ?? "";
const address = runAddress(name, `/games/${encodeURIComponent(given.get("block") ?? "")}/${encodeURIComponent(given.get("rotation") ?? "0")}`);
const board = new Board(() => {});
const kept = new URLSearchParams(location.hash.slice(1));

let viewer = kept.has("seat") ? Number(kept.get("seat")) : null;
let step = Number(kept.get("step") ?? 0) || 0;
let shown = -1;
let game = null;
let isAsking = false;
let tellings = 0;

const seatQuery = () => (viewer === null ? "" : `?seat=${viewer}`);

async function open() {
  byId("back").href = `/runs/run?${new URLSearchParams({ name })}`;
  byId("saved").href = `${address}/saved`;
  try {
    game = await ask(address);
  } catch (error) {
    byId("problem").textContent = error.message;
    byId("status").textContent = "This game cannot be shown.";
    return;
  }
  const options = Object.entries(game.options).map(([key, value]) => `${key} ${value}`);
  byId("game").textContent = titled(game.game);
  document.title = `${titled(game.game)}, ${options.join(", ")} · Eminence`;
  byId("step").max = game.steps;
  step = Math.max(0, Math.min(step, game.steps));
  if (viewer !== null && !game.seats.some(({ seat }) => seat === viewer)) viewer = null;
  look();
}

/** Show the game as the chosen viewer saw it. */
function look() {
  showViewers();
  shown = -1;
  update();
  tell();
}

// --- whose view ---

function showViewers() {
  const looker = viewerButton(null, "Onlooker");
  const seats = game.seats.map(({ seat, letter, who, win }) => {
    const share = Number.isInteger(win) ? (win ? ", won" : "") : `, ${Math.round(100 * win)} % of the win`;
    return viewerButton(seat, badge(seat, letter), ` ${who}${share}`);
  });
  fill(byId("viewers"), looker, ...seats);
}

function viewerButton(seat, ...content) {
  const button = make("button", { type: "button", class: "seat", ariaPressed: String(seat === viewer) }, ...content);
  button.addEventListener("click", () => {
    viewer = seat;
    look();
  });
  return button;
}

// --- the log ---

/** Fetch what the viewer was told, some steps at a time: boards are not kept waiting for all of it. */
async function tell() {
  const mine = ++tellings;
  let part = "";
  let told = 0;
  fill(byId("log"));
  while (told < game.steps) {
    const query = new URLSearchParams(viewer === null ? { from: told } : { from: told, seat: viewer });
    let steps;
    try {
      ({ steps } = await ask(`${address}/story?${query}`));
    } catch (error) {
      byId("problem").textContent = error.message;
      return;
    }
    // Another seat may have been chosen since.
    if (mine !== tellings) return;
    for (const each of steps) {
      told += 1;
      if (!each.lines.length) continue;
      if (each.part && each.part !== part) byId("log").append(make("h3", {}, each.part));
      part = each.part;
      byId("log").append(lineOf(each, told));
    }
    markLog();
  }
  byId("log").dataset.told = viewer ?? "onlooker";
}

function lineOf(each, number) {
  const line = make("button", { type: "button", class: "line" }, each.lines.join("\n"));
  line.dataset.step = number;
  line.addEventListener("click", () => go(number));
  return line;
}

function markLog() {
  let last = null;
  for (const line of byId("log").querySelectorAll(".line")) {
    const isDone = Number(line.dataset.step) <= step;
    line.classList.toggle("ahead", !isDone);
    line.removeAttribute("aria-current");
    if (isDone) last = line;
  }
  last?.setAttribute("aria-current", "step");
  const place = byId("log");
  if (last) place.scrollTop = last.offsetTop - place.offsetTop - place.clientHeight / 2;
  else place.scrollTop = 0;
}

// --- steps ---

function go(to) {
  if (!game) return;
  step = Math.max(0, Math.min(to, game.steps));
  update();
}

async function update() {
  showWhere();
  if (isAsking || shown === step) return;
  isAsking = true;
  const asker = viewer;
  try {
    const seen = await ask(`${address}/steps/${step}${seatQuery()}`);
    byId("problem").textContent = "";
    // Another seat may have been chosen since.
    if (asker === viewer) showStep(seen);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } catch (error) {
    byId("problem").textContent = error.message;
    shown = step;
  }
  isAsking = false;
  update();
}

function showStep(seen) {
  if (seen.step === shown + 1 && shown >= 0) board.remember();
  else board.seen = new Map();
  shown = seen.step;
  byId("status").textContent = seen.title;
  board.show(seen.panels);
  board.mark();
  board.point(seen.chosen, "advised");
  showResult({ ...seen, seats: game.seats.map((seat) => ({ ...seat, you: seat.seat === viewer })) });
  document.body.dataset.step = shown;
}

function showWhere() {
  byId("step").value = step;
  byId("where").textContent = `${step} of ${game.steps}`;
  byId("first").disabled = byId("previous").disabled = step === 0;
  byId("last").disabled = byId("next").disabled = step === game.steps;
  markLog();
  const hash = new URLSearchParams(viewer === null ? { step } : { step, seat: viewer });
  history.replaceState(null, "", `#${hash}`);
}

byId("first").addEventListener("click", () => go(0));
byId("previous").addEventListener("click", () => go(step - 1));
byId("next").addEventListener("click", () => go(step + 1));
byId("last").addEventListener("click", () => go(game.steps));
byId("step").addEventListener("input", () => go(Number(byId("step").value)));

const KEYS = { ArrowLeft: () => step - 1, ArrowRight: () => step + 1, Home: () => 0, End: () => game.steps };
document.addEventListener("keydown", (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  go(KEYS[event.key]());
});

open();
