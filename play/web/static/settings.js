// What a person has chosen for this browser.

import { byId } from "./dom.js";

/** What is kept under a name, or what is usual. */
export function kept(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(`eminence.${name}`) ?? JSON.stringify(usual));
  } catch {
    return usual;
  }
}

/** Keep it, where the browser keeps anything. */
export function keep(name, value) {
  try {
    localStorage.setItem(`eminence.${name}`, JSON.stringify(value));
  } catch {
    // It holds for this page.
  }
}

/** A box to tick that the browser remembers; a function that says whether it is ticked. */
export function setting(id, usual) {
  const box = byId(id);
  box.checked = Boolean(kept(id, usual));
  box.addEventListener("change", () => keep(id, box.checked));
  return () => box.checked;
}
