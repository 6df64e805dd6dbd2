// The options of a game in a form.

import { make, titled } from "./dom.js";

/** The field of an option: a choice, or a text where anything may be said. */
export function optionField(option) {
  const id = `option-${option.name}`;
  const input = option.free ? freeInput(option, id) : choiceInput(option, id);
  const help = option.help ? make("small", {}, option.free ? `${option.help}: ${option.offered}` : option.help) : null;
  return make("label", { class: "field" }, titled(option.name), input, help);
}

function choiceInput(option, id) {
  const select = make("select", { id, name: option.name });
  select.append(...option.choices.map((each) => make("option", { value: each }, titled(each))));
  select.value = option.default;
  select.disabled = option.choices.length === 1;
  return select;
}

function freeInput(option, id) {
  return make("input", { id, name: option.name, value: option.default, autocomplete: "off", maxLength: 300 });
}

/** What is chosen in the fields of a place. */
export function chosenOptions(place) {
  const options = {};
  for (const input of place.querySelectorAll("select, input")) options[input.name] = input.value;
  return options;
}
