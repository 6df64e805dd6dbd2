// Asking the server for what a page shows, and asking again while the page is looked at.

/** The answer to a request; an Error says why there is none. */
export async function ask(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error("The server does not answer; trying again…");
  }
  const fields = await answer.json();
  if (!answer.ok) throw new Error(fields.error);
  return fields;
}

/** Do it again and again: show() answers after how many milliseconds. Hidden pages wait. */
export async function poll(show) {
  for (;;) {
    const wait = await show();
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
}

/** The address of a run, or of something of it. */
export const runAddress = (name, rest = "") => `/api/runs/${encodeURIComponent(name)}${rest}`;

/** How long ago something was, in words. */
export function ago(seconds) {
  const passed = Math.max(0, Date.now() / 1000 - seconds);
  if (passed < 60) return `${Math.round(passed)} s ago`;
  if (passed < 3600) return `${Math.round(passed / 60)} min ago`;
  if (passed < 86_400) return `${Math.round(passed / 3600)} h ago`;
  return `on ${new Date(1000 * seconds).toLocaleDateString()}`;
}

// A run that has written nothing for so many seconds may think about a long game, or be gone.
const QUIET = 120;

/** In what state a run is, in a word or two. */
export function stateOf(run) {
  if (run.finished) return "finished";
  return run.log && Date.now() / 1000 - run.changed < QUIET ? "being played" : "stopped";
}
