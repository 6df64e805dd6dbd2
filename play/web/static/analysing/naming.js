// Which entries of a position file a shape of the board names.

const MOST = 16;

const plain = (text) => ` ${text.toLowerCase().replaceAll("_", " ").replaceAll(/[.,:;()]/g, " ").split(/\s+/).join(" ").trim()} `;

/** All that can be changed: entries, and single things of entries that have labels. */
export function thingsOf(entries) {
  return entries.flatMap((entry) => (entry.labels.length ? entry.labels : [""]).map((label) => ({
    entry,
    label,
    value: entry.values[label],
    said: plain(label),
    key: plain(entry.key),
    whose: plain(entry.whose),
  })));
}

/** What a shape names, the closest first. seat: whose things its panel shows, or null. */
export function namedBy(things, id, seat) {
  const text = plain(id);
  const found = things.map((thing) => match(thing, text, seat)).filter(Boolean);
  // A shape of one kingdom is about that one alone.
  const isOfOne = found.some((each) => each.isItsOwn);
  const fitting = found.filter((each) => !isOfOne || each.isItsOwn || each.thing.entry.seat !== null || !each.thing.entry.whose);
  return fitting.sort((one, other) => other.score - one.score).slice(0, MOST).map((each) => each.thing);
}

/** How well a thing fits the name of a shape; null: not at all. */
function match(thing, text, seat) {
  const { entry, label } = thing;
  if (entry.seat !== null && seat !== null && entry.seat !== seat) return null;
  const hasKey = text.includes(thing.key);
  if (label === "" ? !hasKey : !text.includes(thing.said)) return null;
  const isItsOwn = entry.seat === null && entry.whose !== "" && text.includes(thing.whose);
  const isThere = thing.value && thing.value !== "none" ? 1 : 0;
  const score = (hasKey ? 100 + thing.key.length : 0) + (isItsOwn ? 50 : 0) + 2 * thing.said.length + isThere;
  return { thing, score, isItsOwn };
}

/** What has all these words in its name. */
export function called(things, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return things.filter((thing) => words.every((word) => `${thing.entry.place} ${thing.whose} ${thing.key} ${thing.said}`.toLowerCase().includes(word))).slice(0, MOST);
}
