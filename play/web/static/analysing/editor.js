// The editor of a position: its text, what is wrong with it, and entries that are changed by choosing.

import { ask, save } from "./desk.js";
import { byId, fill, make } from "./dom.js";
import { called, namedBy, thingsOf } from "./naming.js";

export class Editor {
  /** doing: `open(text, name)` analyses it, `leave()` ends editing, `refuse(error)` says why not. */
  constructor(board, doing) {
    Object.assign(this, { board, doing, isOpen: false, name: "", things: [], seats: new Map(), picked: null });
    byId("check").addEventListener("click", () => this.check());
    byId("analyse").addEventListener("click", () => this.analyse());
    byId("save-text").addEventListener("click", () => save({ name: this.name, content: byId("text").value }));
    byId("leave").addEventListener("click", () => {
      this.close();
      doing.leave();
    });
    byId("wanted-entry").addEventListener("input", () => this.find());
  }

  async open(name, text) {
    Object.assign(this, { isOpen: true, name, picked: null });
    document.body.classList.add("editing");
    byId("editor").hidden = false;
    byId("text").value = text;
    byId("wanted-entry").value = "";
    byId("editor-title").focus({ preventScroll: true });
    await this.check();
  }

  close() {
    this.isOpen = false;
    document.body.classList.remove("editing");
    byId("editor").hidden = true;
    fill(byId("choices"));
    this.board.light(new Set(), []);
  }

  // --- the text ---

  async check() {
    await this.answered(() => ask("check", { text: byId("text").value }));
  }

  /** Show what the server finds, unless it is too late for that. */
  async answered(asking) {
    byId("problem").textContent = "";
    const turn = (this.turn = {});
    try {
      const found = await asking();
      if (turn === this.turn && this.isOpen) this.show(found);
    } catch (error) {
      this.doing.refuse(error);
      this.draw();
    }
  }

  show({ text, problems, spot, entries }) {
    if (text !== undefined) byId("text").value = text;
    fill(byId("problems"), ...problems.map((problem) => this.problemRow(problem)));
    byId("verdict").textContent = verdict(problems.length);
    byId("analyse").disabled = problems.length > 0;
    this.things = thingsOf(entries);
    if (spot) {
      byId("status").textContent = spot.title;
      this.board.remember();
      this.board.show(spot.panels);
      this.seats = whose(spot.panels);
      this.board.mark();
    }
    this.light();
    this.draw();
    document.body.dataset.stamp = spot?.stamp ?? "";
  }

  problemRow({ line, message }) {
    if (line === null) return make("li", {}, message);
    const button = make("button", { type: "button" }, `line ${line}`);
    button.addEventListener("click", () => select(line));
    return make("li", {}, button, message);
  }

  async analyse() {
    await this.doing.open(byId("text").value, "This position");
  }

  // --- what is chosen ---

  /** The shapes that name an entry can be chosen. */
  light() {
    const ids = new Set();
    for (const shape of this.board.shapes()) {
      if (this.namedBy(shape.dataset.id).length) ids.add(shape.dataset.id);
    }
    this.board.light(ids, this.picked ? [this.picked] : []);
  }

  namedBy(id) {
    return namedBy(this.things, id, this.seats.get(id) ?? null);
  }

  pick(id) {
    this.picked = id;
    byId("wanted-entry").value = "";
    this.light();
    this.draw();
    byId("choices").scrollIntoView({ block: "nearest" });
  }

  find() {
    this.picked = null;
    this.draw();
  }

  draw() {
    const things = this.picked === null ? called(this.things, byId("wanted-entry").value) : this.namedBy(this.picked);
    fill(byId("choices"), ...things.map((thing) => make("li", {}, this.chooser(thing))));
  }

  chooser(thing) {
    const { entry, label, value } = thing;
    const whose = entry.whose && `${entry.whose}, `;
    const about = entry.about ? make("small", {}, entry.about) : null;
    const name = make("span", {}, `${whose}${entry.key}${label ? `: ${label}` : ""}`, ...[about].filter(Boolean));
    const input = choosers[entry.by](entry, value);
    input.addEventListener("change", () => this.change(thing, read(entry, input)));
    return make("label", {}, name, input);
  }

  async change({ entry, label }, value) {
    if (value === null) return;
    const text = byId("text").value;
    await this.answered(() => ask("change", { text, place: entry.place, label, value }));
  }
}

const choosers = {
  tick: (entry, value) => make("input", { type: "checkbox", checked: Boolean(value) }),
  number: (entry, value) => make("input", { type: "number", min: entry.low, max: entry.high, value: value ?? "" }),
  choice: (entry, value) => {
    const none = value === undefined ? [make("option", { value: "" }, "–")] : [];
    const select = make("select", {}, ...none, ...entry.choices.map((each) => make("option", { value: each }, each)));
    select.value = value ?? "";
    return select;
  },
};

function read(entry, input) {
  if (entry.by === "tick") return input.checked;
  if (entry.by === "number") return input.value === "" ? null : Number(input.value);
  return input.value || null;
}

/** The seat whose things the panel of each shape shows, by the names of the shapes. */
function whose(panels) {
  const found = new Map();
  panels.forEach((panel, place) => {
    for (const shape of byId("board").children[place].querySelectorAll("[data-id]")) found.set(shape.dataset.id, panel.seat);
  });
  return found;
}

function verdict(count) {
  if (!count) return "Nothing is wrong: the board shows this position.";
  return `${count === 1 ? "One thing is" : `${count} things are`} wrong; the board shows the last position that was right.`;
}

/** Select a line of the text, from 1 on. */
function select(line) {
  const area = byId("text");
  const lines = area.value.split("\n");
  const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4);
}
