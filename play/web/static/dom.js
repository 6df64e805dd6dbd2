// Building pages. All text goes in as text: nothing here reads markup.

/** An element with properties, classes ("class"), listeners ("onclick") and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Give an element these children instead of its own. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
  return element;
}

/** `tic_tac_toe` as people write it. */
export function titled(name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A round sign with a seat's letter, in its colour. */
export function badge(seat, letter) {
  return make("span", { class: `badge seat-${seat}`, ariaHidden: "true" }, letter);
}
