// One run: what it has found so far, its pictures, its games.

import { ago, ask, poll, runAddress, stateOf } from "./runs_asking.js";
import { byId, fill, make } from "./dom.js";
import { Games } from "./run_games.js";

const EVERY = 4000;

const name = new URLSearchParams(location.search).get("name") ?? "";
const games = new Games(name);
let shown = "";

async function show() {
  let run;
  try {
    run = await ask(runAddress(name));
  } catch (error) {
    byId("problem").textContent = error.message;
    return EVERY;
  }
  byId("when").textContent = `${run.name}, written ${ago(run.changed)}`;
  const { changed, log, ...rest } = run;
  const now = JSON.stringify(rest);
  if (now !== shown) draw(run);
  shown = now;
  if (run.status) byId("status").textContent = run.finished ? run.status : live(run);
  return EVERY;
}

const live = (run) => (stateOf(run) === "being played" ? `Being played: ${run.games} of at most ${run.most} games.` : run.status);

function draw(run) {
  const title = run.title ?? run.name;
  byId("title").textContent = title;
  document.title = `${title} · Eminence`;
  byId("problem").textContent = run.problem ?? "";
  byId("state").hidden = Boolean(run.problem);
  byId("progress").hidden = !run.status;
  byId("progress").max = Math.max(1, run.most ?? 1);
  byId("progress").value = run.finished ? byId("progress").max : (run.games ?? 0);
  const tables = (run.tables ?? []).map((table, number) => section(table, number));
  const waiting = run.status && !tables.length ? make("p", { class: "card quiet" }, "No finished block says anything yet.") : null;
  const note = run.pictures?.length ? make("p", { class: "quiet" }, "Intervals are 95 % intervals.") : null;
  fill(byId("found"), waiting, ...tables, note, make("div", { class: "pictures" }, ...(run.pictures ?? []).map(picture)), failures(run));
  fill(byId("about"), about(run));
  if (!run.problem || run.experiment) games.update();
}

// --- tables and pictures ---

function section(table, number) {
  const save = make("a", { class: "button", href: runAddress(name, `/tables/${number}`), download: "", ariaLabel: `Save ${table.name} as CSV` }, "Save as CSV");
  return make("section", { class: "card" }, make("h2", {}, table.name), grid(table), save);
}

function grid(table) {
  const right = new Set(table.right);
  const cells = (row, tag) => row.map((text, i) => make(tag, { class: right.has(i) ? "number" : "" }, text));
  const heads = table.heads.map((text, i) => make("th", { scope: "col", class: right.has(i) ? "number" : "" }, text.replaceAll("_", " ")));
  const rows = table.rows.map((row) => make("tr", {}, ...cells(row, "td")));
  const all = make("table", { class: "grid" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  return make("div", { class: "scroll", tabIndex: 0, role: "group", ariaLabel: table.name }, all);
}

function picture(each) {
  const src = runAddress(name, `/pictures/${encodeURIComponent(each.name)}?${each.digest}`);
  const image = make("img", { src, alt: each.title });
  return make("figure", { class: "card" }, image, make("figcaption", { class: "quiet" }, each.caption));
}

function failures(run) {
  if (!run.failed) return null;
  const items = run.failures.map((text) => make("li", {}, text));
  const count = run.failed === 1 ? "1 block" : `${run.failed} blocks`;
  return make("section", { class: "card" }, make("h2", {}, "Failures"), make("p", {}, `${count} could not be played:`), make("ul", { class: "failures" }, ...items));
}

function about(run) {
  if (!run.experiment) return null;
  const command = run.command ? make("pre", { tabIndex: 0 }, run.command) : make("p", {}, "By a program, not by a command.");
  return make("details", { class: "card" }, make("summary", {}, "How it was made"), command, grid(run.versions), make("h3", {}, "The experiment"), grid(run.experiment));
}

poll(show);
