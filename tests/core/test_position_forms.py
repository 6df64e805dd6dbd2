"""Forms of position files: lines, several problems at once, and what may be left out."""

from __future__ import annotations

import pytest

from eminence import engines
from eminence.engines.kit.lines import entry_lines, line_of

TOML = """\
game = "x"          # [not a table]
options = { a = 1 }

[turn]
step = "a [b"
names = [
    "one",
    "two = 2",
]
left = 1

[[seats]]
hand = "3 France"

[[seats]]
"odd key" = 1
"""


def test_entries_are_found_on_their_lines() -> None:
    assert entry_lines(TOML) == {
        "game": 1,
        "options": 2,
        "turn": 4,
        "turn.step": 5,
        "turn.names": 6,
        "turn.left": 10,
        "seats[0]": 12,
        "seats[0].hand": 13,
        "seats[1]": 15,
        "seats[1].odd key": 16,
    }


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("options.a", 2),
        ("turn.names[1]", 6),
        ("seats[1].hand", 15),
        ("seats[2].hand", None),
        ("nowhere", None),
    ],
)
def test_what_has_no_line_of_its_own_stands_where_its_table_does(place: str, line) -> None:
    assert line_of(TOML, place) == line


def bruges(phase: str) -> str:
    state, chance = engines.load("bruges", players=2).root(), engines.Chance(3)
    state.resolve(chance)
    form = state.game.words.form
    while form.phase_of(state.data) != phase:
        state.apply(state.actions()[0])
        state.resolve(chance)
    return engines.position_toml(state.view(state.player))


def test_all_problems_of_a_file_are_told_with_their_lines(tmp_path) -> None:
    lines = bruges("3: play cards").splitlines()
    wrong = {"guilders": "guilders = -1", "round": 'round = "two"'}
    found = {}
    for key, text in wrong.items():
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{key} ="))
        lines[at] = text
        found[key] = at + 1
    path = tmp_path / "table.toml"
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(engines.BadPosition) as caught:
        engines.read_position(path)
    said = str(caught.value).splitlines()
    assert len(said) == 2
    assert said[0].startswith(f"{path}: line {found['round']}, turn.round: ")
    assert said[1].startswith(f"{path}: line {found['guilders']}, seats[0].guilders: ")


def test_what_check_refuses_is_told_by_the_entry_that_was_typed(tmp_path) -> None:
    text = bruges("3: play cards").replace("round = 1\n", "round = 9\n")
    path = tmp_path / "table.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(engines.BadPosition, match=r"line \d+, turn\.(round|start): "):
        engines.read_position(path)


def without(text: str, entry: str) -> str:
    assert entry in text
    return text.replace(entry, "", 1)


def test_one_pile_of_bruges_may_be_left_out_and_the_extra_one_too() -> None:
    text = bruges("3: play cards")
    view = engines.parse_position(text)
    first, extra = (int(view.data["pile_size"][i]) for i in (0, 2))
    assert engines.parse_position(_size_left_out(text)) == view
    assert engines.parse_position(without(text, f"cards = {extra}, ")) == view
    second = int(view.data["pile_size"][1])
    both = text.replace(f"cards = {first}, ", "", 1).replace(f"cards = {second}, ", "", 1)
    with pytest.raises(engines.BadPosition, match=r"table\.first\.cards: missing; tell one"):
        engines.parse_position(both)


def test_discards_of_bruges_that_nobody_noted_are_hidden_and_stay_out_of_play() -> None:
    text = bruges("3: play cards").replace('discards = "none"', 'discards = "12 ?"')
    view = engines.parse_position(_size_left_out(text))
    assert view.data["unnoted"] == 12
    assert '"12 ?"' in engines.position_toml(view)
    assert engines.parse_position(engines.position_toml(view)) == view
    state, chance = view.sample(1), engines.Chance(1)
    assert state.view(view.seat) == view
    while not state.over:
        state.apply(state.actions()[0])
        state.resolve(chance)
    assert sum(int(mask).bit_count() for mask in state.data["pool"]) >= 12


def _size_left_out(text: str) -> str:
    """The first pile without its size: it follows."""
    start = text.index("first = { cards = ")
    end = text.index(",", start)
    return text[:start] + "first = {" + text[end + 1 :]
