// The list of runs: every file of the folder, and how far it has got.

import { ago, ask, poll, stateOf } from "./runs_asking.js";
import { byId, fill, make } from "./dom.js";

const SOON = 700;
const LATER = 4000;

async function show() {
  let runs;
  try {
    ({ runs } = await ask("/api/runs"));
  } catch (error) {
    byId("problem").textContent = error.message;
    return LATER;
  }
  byId("problem").textContent = "";
  byId("none").hidden = runs.length > 0;
  const focused = document.activeElement?.dataset?.run;
  fill(byId("runs"), ...runs.map(card));
  if (focused) document.querySelector(`[data-run="${CSS.escape(focused)}"]`)?.focus();
  return runs.some((run) => run.reading) ? SOON : LATER;
}

function card(run) {
  const title = run.title ?? run.name;
  const link = make("a", { href: `/runs/run?${new URLSearchParams({ name: run.name })}` }, title);
  link.dataset.run = run.name;
  const head = make("h2", {}, run.reading || (run.problem && !run.title) ? title : link);
  return make("li", { class: "card" }, head, make("p", { class: "quiet" }, about(run)), ...state(run));
}

function about(run) {
  const name = run.title ? `${run.name} · ` : "";
  return `${name}written ${ago(run.changed)}`;
}

function state(run) {
  if (run.reading) return [make("p", { class: "quiet" }, "Reading…")];
  if (run.problem) return [make("p", { class: "problem" }, run.problem)];
  const failed = run.failed ? `, ${run.failed} ${run.failed === 1 ? "block" : "blocks"} failed` : "";
  const text = `${run.games} of ${run.finished ? "" : "at most "}${run.finished ? run.games : run.most} games, ${stateOf(run)}${failed}`;
  const bar = make("progress", { max: Math.max(1, run.most), value: run.finished ? Math.max(1, run.most) : run.games, ariaLabel: `Progress of ${run.title}` });
  return [bar, make("p", {}, text)];
}

poll(show);
